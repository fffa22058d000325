/**
 * A break: a difference between the books and the chain or a provider, which staff must explain.
 * Runs of the reconciliation find it.
 *
 *     open ──enough people close it────────▶ closed
 *      ▲ └───a complete run finds it no more──▶ resolved
 *      └─────────found again────────────────────┘
 *
 * K1  While a difference lasts, it is one break: found again, only its last time and amounts move.
 * K2  A break is resolved only by a comparison that contained its source and its time. A source
 *     that could not be read resolves nothing.
 * K3  Closing takes a reason, evidence and enough people, who all saw the same amounts. A
 *     difference with other amounts takes the approvals away.
 * K4  A closed break never opens again. The same difference with other amounts is another break.
 * K5  The first time never changes, and no break is deleted from the log.
 */
import { Result, Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import { dayMs } from "../Day.ts"
import * as Personal from "../Personal.ts"
import * as Reconciliation from "./Reconciliation.ts"

export const Kind = Schema.Literals(Reconciliation.kinds)
export type Kind = typeof Kind.Type

/** The two sides of a difference, as decimals. */
const sides = {
  detail: Schema.String,
  /** Currency of the amounts; `null` if the difference is not one of amounts. */
  currency: Schema.NullOr(Schema.String),
  books: Schema.NullOr(Schema.String),
  reported: Schema.NullOr(Schema.String)
}

export const difference = {
  kind: Kind,
  /** `books`, `chain`, or the name of a provider. */
  source: Schema.String,
  /** Id of the payout, batch or balance; empty if there is none. */
  subject: Schema.String,
  /** The transfer, transaction or account. */
  reference: Schema.String,
  ...sides
}
const Difference = Schema.Struct(difference)
export type Difference = typeof Difference.Type

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) => Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, ...fields })

const by = { by: Schema.String }

const explanation = {
  reason: Personal.ofAccount(Schema.String),
  /** Reference of the document that proves the reason. */
  evidence: Personal.ofAccount(Schema.String)
}

const Found = event("BreakFound", {
  ...difference,
  /** Id of the run. */
  run: Schema.String,
  /** Time from which a comparison must begin to find it again, milliseconds. */
  since: Schema.Number
})

const Seen = event("BreakSeen", { ...sides, run: Schema.String })

const Resolved = event("BreakResolved", { run: Schema.String })

const Assigned = event("BreakAssigned", { ...by, owner: Schema.NullOr(Schema.String) })

const Commented = event("BreakCommented", { ...by, text: Personal.ofAccount(Schema.String) })

/** The first person's explanation. */
const CloseProposed = event("BreakCloseProposed", { ...by, ...explanation })

const CloseApproved = event("BreakCloseApproved", by)

const Closed = event("BreakClosed", { ...by, ...explanation })

/** The break leaves memory. Its entries stay in the log. */
const Dropped = event("BreakDropped", {})

export const Event = Schema.Union([
  ...([Found, Seen, Resolved] as const),
  ...([Assigned, Commented] as const),
  ...([CloseProposed, CloseApproved, Closed, Dropped] as const)
])
export type Event = typeof Event.Type

const Comment = Schema.Struct({
  at: Schema.Number,
  ...by,
  text: Personal.ofAccount(Schema.String)
})

export const Break = Schema.Struct({
  id: Schema.String,
  ...difference,
  status: Schema.Literals(["open", "closed", "resolved"]),
  firstSeenAt: Schema.Number,
  lastSeenAt: Schema.Number,
  /** Id of the run that last found it. */
  lastRun: Schema.String,
  since: Schema.Number,
  owner: Schema.NullOr(Schema.String),
  comments: Schema.Array(Comment),
  /** Ids of those who want to close it, or closed it. */
  approvals: Schema.Array(Schema.String),
  reason: Personal.ofAccount(Schema.NullOr(Schema.String)),
  evidence: Personal.ofAccount(Schema.NullOr(Schema.String)),
  /** Time at which it was closed or resolved; `null` if it is open. */
  endedAt: Schema.NullOr(Schema.Number)
})
export type Break = typeof Break.Type

/** Whole days since the break was first seen, up to its end. */
export const ageDays = (
  { endedAt, firstSeenAt }: Pick<Break, "endedAt" | "firstSeenAt">,
  now: number
): number => Math.max(0, Math.floor(((endedAt ?? now) - firstSeenAt) / dayMs))

// ----------------------------------------------------------------------------- found

/** The identity of a difference. */
export const keyOf = ({ kind, reference, source, subject }: Difference): string =>
  [kind, source, subject, reference].join(" ")

const hasSameAmounts = (one: Difference, other: Difference): boolean =>
  one.currency === other.currency && one.books === other.books && one.reported === other.reported

/** Differences of one comparison. */
export interface Findings {
  /** Id of the run. */
  readonly run: string
  readonly at: number
  /** The time from which the comparison began, milliseconds. */
  readonly since: number
  readonly differences: ReadonlyArray<Difference>
  /** New ids, one for each difference. */
  readonly ids: ReadonlyArray<string>
  /** True if the comparison would have found the break. */
  readonly covers: (one: Break) => boolean
}

/** The newest break of each difference, an open one before others. */
const byKey = (breaks: Iterable<Break>): ReadonlyMap<string, Break> => {
  const newest = new Map<string, Break>()
  for (const one of breaks) {
    const other = newest.get(keyOf(one))
    if (other === undefined || (other.status !== "open" && one.id > other.id)) {
      newest.set(keyOf(one), one)
    }
  }
  return newest
}

const sidesOf = ({ books, currency, detail, reported }: Difference) => ({
  ...{ books, currency, detail, reported }
})

const foundEvent = (
  before: Break | undefined,
  one: Difference,
  id: string,
  { at, run, since }: Findings
): Event => {
  if (before?.status === "open" || (before?.status === "closed" && hasSameAmounts(before, one))) {
    return { _tag: "BreakSeen", id: before.id, at, run, ...sidesOf(one) }
  }
  const same = before?.status === "resolved" ? before.id : id
  return { _tag: "BreakFound", ...one, id: same, at, run, since }
}

/** Opens, moves and resolves breaks after a comparison. */
export const follow = (breaks: Iterable<Break>, findings: Findings): ReadonlyArray<Event> => {
  const all = [...breaks]
  const known = byKey(all)
  const { at, covers, differences, ids, run } = findings
  const found = new Set<string>()
  const events = differences.flatMap((one, index): ReadonlyArray<Event> => {
    const key = keyOf(one)
    const id = ids[index]
    if (found.has(key) || id === undefined) return []
    found.add(key)
    return [foundEvent(known.get(key), one, id, findings)]
  })
  const gone = all.filter((one) => one.status === "open" && !found.has(keyOf(one)) && covers(one))
  return [...events, ...gone.map(({ id }) => ({ _tag: "BreakResolved", id, at, run }) as const)]
}

/** Breaks that ended before `before` leave memory. */
export const drop = (breaks: Iterable<Break>, at: number, before: number): ReadonlyArray<Event> =>
  [...breaks]
    .filter(({ endedAt }) => endedAt !== null && endedAt < before)
    .map(({ id }) => ({ _tag: "BreakDropped", id, at }))

// ----------------------------------------------------------------------------- decisions

/** Comments of one break. */
export const commentsMax = 50

export type Rejection =
  | { readonly _tag: "BreakEnded"; readonly status: Break["status"] }
  | { readonly _tag: "TooManyComments"; readonly max: number }

/** The author of a decision, and its time. */
export interface Context {
  readonly at: number
  readonly by: string
  /** Absent if one person suffices to close. */
  readonly vote?: Approval.Vote | undefined
}

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

const whenOpen = ({ status }: Break, decide: () => Decision): Decision =>
  status === "open" ? decide() : Result.fail({ _tag: "BreakEnded", status })

export const assign = (one: Break, owner: string | null, { at, by }: Context): Decision =>
  whenOpen(one, () =>
    Result.succeed(
      one.owner === owner ? [] : [{ _tag: "BreakAssigned", id: one.id, at, by, owner }]
    )
  )

/** A comment may be added at any time, so that late evidence can be recorded. */
export const comment = ({ comments, id }: Break, text: string, { at, by }: Context): Decision =>
  comments.length >= commentsMax
    ? Result.fail({ _tag: "TooManyComments", max: commentsMax })
    : Result.succeed([{ _tag: "BreakCommented", id, at, by, text }])

/** The reason and the evidence of a closing. */
export interface Explanation {
  readonly reason: string
  readonly evidence: string
}

/**
 * Closes a break, or proposes it if more people are needed. A person who already approved may
 * change the explanation as long as no other person has approved it.
 */
export const close = (one: Break, explanation: Explanation, context: Context): Decision =>
  whenOpen(one, () => {
    const { approvals, id } = one
    const { at, by, vote } = context
    const isEnough =
      vote === undefined || Approval.otherApprovers(approvals, vote).length + 1 >= vote.peopleMin
    if (isEnough) {
      const { evidence, reason } = explanationOf(one) ?? explanation
      return Result.succeed([{ _tag: "BreakClosed", id, at, by, reason, evidence }])
    }
    if (approvals.every((each) => each === by)) {
      return Result.succeed([{ _tag: "BreakCloseProposed", id, at, by, ...explanation }])
    }
    return Result.succeed(
      approvals.includes(by) ? [] : [{ _tag: "BreakCloseApproved", id, at, by }]
    )
  })

/** The explanation that the first person gave, if the closing needs more people. */
const explanationOf = ({ approvals, evidence, reason }: Break): Explanation | undefined =>
  approvals.length > 0 && reason !== null && evidence !== null ? { reason, evidence } : undefined

// ----------------------------------------------------------------------------- states

const isOpen = { status: "open", endedAt: null } as const

const noExplanation = { approvals: [], reason: null, evidence: null } as const

const found = (before: Break | undefined, event: typeof Found.Type): Break => {
  const { _tag, at, run, ...facts } = event
  return {
    ...{ owner: null, comments: [], ...before, ...facts, ...isOpen, ...noExplanation },
    ...{ firstSeenAt: before?.firstSeenAt ?? at, lastSeenAt: at, lastRun: run }
  }
}

const seen = (before: Break, event: typeof Seen.Type): Break => {
  const { _tag, at, id, run, ...amounts } = event
  const after: Break = { ...before, ...amounts, lastSeenAt: at, lastRun: run }
  return before.status === "open" && !hasSameAmounts(before, after)
    ? { ...after, ...noExplanation }
    : after
}

const withApproval = ({ approvals }: Break, by: string): ReadonlyArray<string> =>
  approvals.includes(by) ? approvals : [...approvals, by]

/** The break after an event; `undefined` once it has left memory. */
export const evolve = (before: Break | undefined, event: Event): Break | undefined => {
  if (event._tag === "BreakFound") return found(before, event)
  if (before === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
  switch (event._tag) {
    case "BreakSeen":
      return seen(before, event)
    case "BreakResolved":
      return { ...before, ...noExplanation, status: "resolved", endedAt: event.at }
    case "BreakAssigned":
      return { ...before, owner: event.owner }
    case "BreakCommented": {
      const { at, by, text } = event
      return { ...before, comments: [...before.comments, { at, by, text }] }
    }
    case "BreakCloseProposed": {
      const { by, evidence, reason } = event
      return { ...before, approvals: [by], reason, evidence }
    }
    case "BreakCloseApproved":
      return { ...before, approvals: withApproval(before, event.by) }
    case "BreakClosed": {
      const { at, by, evidence, reason } = event
      const approvals = withApproval(before, by)
      return { ...before, approvals, reason, evidence, status: "closed", endedAt: at }
    }
    case "BreakDropped":
      return undefined
  }
}
