/**
 * Actions that need more than one person: what moves money by somebody's word, without a proof by
 * chain or provider. The first word is kept beside the payout or batch; the action happens when
 * enough people have said exactly the same. A word that differs begins anew, so nothing happens
 * that two people did not say alike, and a mistake is corrected by saying it right.
 *
 * 1. At most one action waits per payout or batch.
 * 2. Nobody counts twice; every parameter of the command counts.
 * 3. Only words of people who may still say so count: a removed person's does not.
 * 4. What waits ends with the state it was said of: a transition, a change of its refunds or of why
 *    they are kept back, a freeze or its end.
 */
import { Schema } from "effect"

/** Parameters of an action, by name: amounts in micro-USDC. */
const Terms = Schema.Record(
  Schema.String,
  Schema.NullOr(Schema.Union([Schema.String, Schema.Number]))
)
type Terms = typeof Terms.Type

export const Pending = Schema.Struct({
  /** The command's name, such as `Settle`. */
  action: Schema.String,
  terms: Terms,
  /** Who said it. */
  approvals: Schema.Array(Schema.String),
  /** When it was said first. */
  since: Schema.Number
})
export type Pending = typeof Pending.Type

/** Somebody said that an action shall happen; more people must. */
export const fields = { by: Schema.String, action: Schema.String, terms: Terms }

interface Approved {
  readonly by: string
  readonly action: string
  readonly terms: Terms
  readonly at: number
}

/** Whose word a command is, where more than one is needed. */
export interface Word {
  readonly by: string
  /** Other names under which the same person may have spoken. */
  readonly names: ReadonlyArray<string>
  /** Whether whoever spoke under a name may still do so; default: everybody may. */
  readonly maySpeak?: (name: string) => boolean
  readonly peopleMin: number
}

/** Words of others than the one who speaks, of those who may still say so. */
export const others = (
  said: ReadonlyArray<string>,
  { by, maySpeak, names }: Omit<Word, "peopleMin">
): ReadonlyArray<string> =>
  said.filter((name) => name !== by && !names.includes(name) && maySpeak?.(name) !== false)

/** Whether the one who speaks has said so before, under whatever name. */
export const isSaidBy = (
  said: ReadonlyArray<string>,
  { by, names }: Pick<Word, "by" | "names">
): boolean => said.some((name) => name === by || names.includes(name))

interface Spoken {
  readonly _tag: string
  readonly at: number
  readonly word?: Word | undefined
}

/** Not what is wanted, but by whom, when, and what screening said of it then. */
const circumstances = ["_tag", "at", "word", "by", "flagged"]

const termsOf = (command: Spoken): Terms =>
  Object.fromEntries(
    Object.entries(command)
      .filter(([name, value]) => !circumstances.includes(name) && value !== undefined)
      .map(([name, value]) => [name, typeof value === "number" ? value : textOf(value)])
  )

const textOf = (value: unknown): string | null => (value === null ? null : String(value))

const isSame = (
  left: Pick<Pending, "action" | "terms">,
  right: Pick<Pending, "action" | "terms">
) => {
  const names = Object.keys(left.terms)
  return (
    left.action === right.action &&
    names.length === Object.keys(right.terms).length &&
    names.every((name) => left.terms[name] === right.terms[name])
  )
}

/** What a word leads to: `act`, nothing new, or that it is kept. */
export type Verdict =
  | { readonly _tag: "Act" }
  | { readonly _tag: "Known" }
  | { readonly _tag: "Kept"; readonly approved: Approved }

const act: Verdict = { _tag: "Act" }

export const weigh = (pending: Pending | undefined, command: Spoken): Verdict => {
  const { at, word } = command
  if (word === undefined) return act
  const said = { action: command._tag, terms: termsOf(command) }
  const approvals = pending !== undefined && isSame(pending, said) ? pending.approvals : []
  if (others(approvals, word).length + 1 >= word.peopleMin) return act
  return isSaidBy(approvals, word)
    ? { _tag: "Known" }
    : { _tag: "Kept", approved: { ...said, by: word.by, at } }
}

/** What waits after somebody's word. */
export const approved = (
  pending: Pending | undefined,
  { action, at, by, terms }: Approved
): Pending =>
  pending !== undefined && isSame(pending, { action, terms })
    ? { ...pending, approvals: [...pending.approvals, by] }
    : { action, terms, approvals: [by], since: at }

/** What an action can be said of. */
interface Subject {
  readonly status?: string
  readonly refunds: ReadonlyArray<unknown>
  readonly refundHold?: string | null
  readonly frozen?: unknown
  readonly pendingAction?: Pending
}

/** The state without what was said of an earlier one. The same object where nothing waits. */
export const lapse = <A extends Subject>(before: A, after: A): A => {
  if (after.pendingAction === undefined) return after
  const isAsBefore =
    after.status === before.status &&
    after.refunds === before.refunds &&
    after.refundHold === before.refundHold &&
    after.frozen === before.frozen
  if (isAsBefore) return after
  const { pendingAction, ...rest } = after
  return rest as A
}
