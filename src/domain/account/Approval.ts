/**
 * Actions that need the approval of more than one user: those that move money without proof by
 * chain or provider. The first approval is recorded with the payout or batch, and the action takes
 * effect when enough users approved the same parameters. Other parameters replace a pending
 * action.
 *
 * 1. At most one action is pending per payout or batch.
 * 2. A user counts once; every parameter of the command counts.
 * 3. Approvals count while the user may still give them.
 * 4. A pending action ends when the status, the refunds, their hold, a freeze or a recall changes.
 */
import { Schema } from "effect"
import * as Personal from "../Personal.ts"

/** Parameters of an action by name; amounts in micro-USDC. */
const Terms = Personal.ofRecipient(
  Schema.Record(Schema.String, Schema.NullOr(Schema.Union([Schema.String, Schema.Number])))
)
type Terms = typeof Terms.Type

export const Pending = Schema.Struct({
  action: Schema.String,
  terms: Terms,
  /** Ids of the approvers. */
  approvals: Schema.Array(Schema.String),
  /** The time of the first approval. */
  since: Schema.Number
})
export type Pending = typeof Pending.Type

/** Fields of an approval that does not suffice alone. */
export const fields = { by: Schema.String, action: Schema.String, terms: Terms }

interface ApprovalRecord {
  readonly by: string
  readonly action: string
  readonly terms: Terms
  readonly at: number
}

/** An approval of a command that needs more than one user. */
export interface Vote {
  /** The id of a user, or of a key of the first start. */
  readonly by: string
  /** Returns true if an earlier approver may still approve. By default all may. */
  readonly mayApprove?: (id: string) => boolean
  readonly peopleMin: number
}

/** Ids of the other approvers whose approvals still count. */
export const otherApprovers = (
  approvals: ReadonlyArray<string>,
  { by, mayApprove }: Omit<Vote, "peopleMin">
): ReadonlyArray<string> => approvals.filter((id) => id !== by && mayApprove?.(id) !== false)

interface VotedCommand {
  readonly _tag: string
  readonly at: number
  readonly vote?: Vote | undefined
}

/** Fields that are not parameters of the action: author, time and screening. */
const circumstances = ["_tag", "at", "vote", "by", "flagged", "screening"]

/** The parameters of a command, and of its parts, such as the asset of a refund. */
const termsOf = (command: object): Terms =>
  Object.fromEntries(
    Object.entries(command)
      .filter(([name, value]) => !circumstances.includes(name) && value !== undefined)
      .flatMap(([name, value]) =>
        typeof value === "object" && value !== null
          ? Object.entries(termsOf(value))
          : [[name, typeof value === "number" ? value : textOf(value)]]
      )
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

/** The effect of an approval: the action, nothing new, or a pending action. */
export type Verdict =
  | { readonly _tag: "Act" }
  | { readonly _tag: "Repeated" }
  | { readonly _tag: "NeedsMore"; readonly approval: ApprovalRecord }

const act: Verdict = { _tag: "Act" }

export const countVote = (pending: Pending | undefined, command: VotedCommand): Verdict => {
  const { at, vote } = command
  if (vote === undefined) return act
  const proposed = { action: command._tag, terms: termsOf(command) }
  const approvals = pending !== undefined && isSame(pending, proposed) ? pending.approvals : []
  if (otherApprovers(approvals, vote).length + 1 >= vote.peopleMin) return act
  return approvals.includes(vote.by)
    ? { _tag: "Repeated" }
    : { _tag: "NeedsMore", approval: { ...proposed, by: vote.by, at } }
}

/** The pending action after an approval. */
export const approved = (
  pending: Pending | undefined,
  { action, at, by, terms }: ApprovalRecord
): Pending =>
  pending !== undefined && isSame(pending, { action, terms })
    ? { ...pending, approvals: [...pending.approvals, by] }
    : { action, terms, approvals: [by], since: at }

/** The fields whose change ends a pending action. */
interface Subject {
  readonly status?: string
  readonly refunds: ReadonlyArray<unknown>
  readonly refundHold?: string | null
  readonly frozen?: unknown
  readonly recalls?: unknown
  readonly pendingAction?: Pending
}

/** Ends a pending action of an earlier state. Returns the same object if none is pending. */
export const endPendingAction = <A extends Subject>(before: A, after: A): A => {
  if (after.pendingAction === undefined) return after
  const isAsBefore =
    after.status === before.status &&
    after.refunds === before.refunds &&
    after.refundHold === before.refundHold &&
    after.frozen === before.frozen &&
    after.recalls === before.recalls
  if (isAsBefore) return after
  const { pendingAction, ...rest } = after
  return rest as A
}
