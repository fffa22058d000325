/**
 * Recalls: money of a settled payout that somebody wants back. A recall is a record on the payout,
 * whose status stays SETTLED.
 *
 *              return               close: returned
 *     open ─────────────▶ returned ──────────────────▶ closed
 *      │                                                 ▲
 *      └──────────── close: kept, written_off ───────────┘
 *
 * C1  Only a settled payout has recalls.
 * C2  At most one recall is not closed, and a payout has at most `countMax` recalls.
 * C3  A provider returns money once per recall, and at most the target amount in all.
 * C4  The value of all returned money is the share of the source amount that `valueOf` names. It
 *     becomes a due refund in the same decision, so a settled payout still holds none (L9).
 */
import { Schema } from "effect"
import type * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import * as Personal from "../Personal.ts"

/**
 * `returned`: the provider gave the money back. `recalled`: the customer or the recipient asked for
 * it. `disputed`: a claim of a wrong number or of fraud.
 */
export const Kind = Schema.Literals(["returned", "recalled", "disputed"])
export type Kind = typeof Kind.Type

/**
 * `returned`: money came back. `kept`: the recipient keeps it. `written_off`: it did not come back,
 * and the service stops asking for it.
 */
export const Outcome = Schema.Literals(["returned", "kept", "written_off"])
export type Outcome = typeof Outcome.Type

export const Status = Schema.Literals(["open", "returned", "closed"])

/** The number of recalls that a payout may have. */
export const countMax = 10

const opening = {
  kind: Kind,
  /** The reason and the evidence that staff gave. */
  reason: Personal.ofRecipient(Schema.String),
  evidence: Schema.optionalKey(Personal.ofRecipient(Schema.String))
}

const returning = {
  /** Minor units of the payout's currency. */
  returned: Schema.Number,
  /** The part of the source amount that the returned money stands for, micro-USDC. */
  value: Schema.Number,
  /** The provider's reference of the return. */
  providerReference: Schema.String
}

export const Recall = Schema.Struct({
  id: Schema.String,
  status: Status,
  ...opening,
  openedAt: Schema.Number,
  /** The returned money. Absent while the provider has returned none. */
  return: Schema.optionalKey(Schema.Struct({ ...returning, at: Schema.Number })),
  outcome: Schema.optionalKey(Outcome),
  closedAt: Schema.optionalKey(Schema.Number)
})
export type Recall = typeof Recall.Type

/** Fields of the events, by tag, in addition to the payout's id and the time. */
export const eventFields = {
  RecallOpened: { recallId: Schema.String, ...opening },
  RecallReturned: {
    recallId: Schema.String,
    currency: Schema.Literals(Network.currencies),
    ...returning
  },
  RecallClosed: { recallId: Schema.String, outcome: Outcome }
}

type Fields<Tag extends keyof typeof eventFields> = Schema.Struct.Type<(typeof eventFields)[Tag]>

export type Event = { readonly at: number } & (
  | ({ readonly _tag: "RecallOpened" } & Fields<"RecallOpened">)
  | ({ readonly _tag: "RecallReturned" } & Fields<"RecallReturned">)
  | ({ readonly _tag: "RecallClosed" } & Fields<"RecallClosed">)
)

export type Verb =
  | {
      readonly _tag: "OpenRecall"
      readonly recallId: string
      readonly kind: Kind
      readonly reason: string
      readonly evidence?: string | undefined
    }
  | {
      readonly _tag: "ReturnRecall"
      readonly recallId: string
      /** Minor units of the payout's currency. */
      readonly returned: Money.Minor
      readonly providerReference: string
    }
  | { readonly _tag: "CloseRecall"; readonly recallId: string; readonly outcome: Outcome }

export type Command = Verb & { readonly at: number }

/** The payout has no recall with this id. */
export interface RecallNotFound {
  readonly _tag: "RecallNotFound"
  readonly id: string
}

/** A provider returns at most the amount that it paid. `max`: the rest of it, minor units. */
export interface ReturnTooLarge {
  readonly _tag: "ReturnTooLarge"
  readonly max: Money.Minor
  readonly currency: Network.Currency
}

/** The reason why the recalls of a settled payout do not allow a command. */
export type Cause =
  | "recall_open"
  | "too_many_recalls"
  | "all_returned"
  | "recall_closed"
  | "money_returned"
  | "nothing_returned"

/** The part of a payout that recalls depend on. */
interface Recallable {
  readonly id: string
  readonly sourceAmount: Money.Micro
  readonly targetAmount: Money.Minor
  readonly currency: Network.Currency
  readonly recalls?: ReadonlyArray<Recall>
}

const none: ReadonlyArray<Recall> = []

/** The recall that is not closed, if there is one. */
export const openOf = ({ recalls = none }: Pick<Recallable, "recalls">): Recall | undefined =>
  recalls.find(({ status }) => status !== "closed")

const find = ({ recalls = none }: Recallable, recallId: string): Recall | undefined =>
  recalls.find(({ id }) => id === recallId)

/** The money that providers returned in all, minor units of the payout's currency. */
export const returned = ({ recalls = none }: Pick<Recallable, "recalls">): Money.Minor =>
  recalls.reduce((sum, each) => sum + (each.return?.returned ?? 0), 0)

/** The value of the money that providers returned in all, micro-USDC. */
export const value = ({ recalls = none }: Pick<Recallable, "recalls">): Money.Micro =>
  recalls.reduce((sum, each) => sum + (each.return?.value ?? 0), 0)

/**
 * The value of returned money: the same share of the source amount, rounded down to the micro-USDC.
 * The fee is in it, so the whole target amount is worth the whole source amount.
 */
export const valueOf = (
  { sourceAmount, targetAmount }: Pick<Recallable, "sourceAmount" | "targetAmount">,
  amount: Money.Minor
): Money.Micro => Number((BigInt(sourceAmount) * BigInt(amount)) / BigInt(targetAmount))

type Refusal = RecallNotFound | ReturnTooLarge | { readonly _tag: "Cause"; readonly cause: Cause }

const because = (cause: Cause): Refusal => ({ _tag: "Cause", cause })

const refuseOpening = (state: Recallable): Refusal | undefined => {
  if (openOf(state) !== undefined) return because("recall_open")
  if (returned(state) >= state.targetAmount) return because("all_returned")
  return (state.recalls ?? none).length < countMax ? undefined : because("too_many_recalls")
}

const refuseReturn = (state: Recallable, amount: Money.Minor): Refusal | undefined => {
  const max = state.targetAmount - returned(state)
  const { currency } = state
  return amount > 0 && amount <= max ? undefined : { _tag: "ReturnTooLarge", max, currency }
}

const refuseClosing = ({ status }: Recall, outcome: Outcome): Refusal | undefined => {
  const hasMoney = status === "returned"
  if ((outcome === "returned") === hasMoney) return undefined
  return because(hasMoney ? "money_returned" : "nothing_returned")
}

/** The reason why a settled payout does not allow a command; `undefined` if it does. */
export const refuse = (state: Recallable, command: Verb): Refusal | undefined => {
  const { _tag, recallId } = command
  if (_tag === "OpenRecall") return refuseOpening(state)
  const recall = find(state, recallId)
  if (recall === undefined) return { _tag: "RecallNotFound", id: recallId }
  if (recall.status === "closed") return because("recall_closed")
  if (_tag === "CloseRecall") return refuseClosing(recall, command.outcome)
  return recall.status === "returned"
    ? because("money_returned")
    : refuseReturn(state, command.returned)
}

const returnMoney = (
  state: Recallable,
  { at, providerReference, recallId, returned: amount }: Extract<Command, { _tag: "ReturnRecall" }>
) => {
  const { id } = state
  const rise = valueOf(state, returned(state) + amount) - value(state)
  const event = {
    ...({ _tag: "RecallReturned", id, at, recallId } as const),
    ...{ currency: state.currency, returned: amount, value: rise, providerReference }
  }
  // An amount too small for a micro-USDC is worth nothing until more is returned.
  return rise === 0 ? [event] : [event, { _tag: "RefundOpened", id, at, amount: rise } as const]
}

/** The events of a command that the payout allows. */
export const decide = (state: Recallable, command: Command) => {
  const { at, recallId } = command
  const { id } = state
  switch (command._tag) {
    case "OpenRecall": {
      const { evidence, kind, reason } = command
      const proof = evidence === undefined ? {} : { evidence }
      return [{ _tag: "RecallOpened", id, at, recallId, kind, reason, ...proof } as const]
    }
    case "ReturnRecall":
      return returnMoney(state, command)
    case "CloseRecall":
      return [{ _tag: "RecallClosed", id, at, recallId, outcome: command.outcome } as const]
  }
}

const opened = (event: Extract<Event, { _tag: "RecallOpened" }>): Recall => {
  const { at: openedAt, evidence, kind, reason, recallId: id } = event
  const proof = evidence === undefined ? {} : { evidence }
  return { id, status: "open", kind, reason, ...proof, openedAt }
}

/** The recalls after an event. */
export const evolve = (
  { recalls = none }: Pick<Recallable, "recalls">,
  event: Event
): ReadonlyArray<Recall> => {
  if (event._tag === "RecallOpened") return [...recalls, opened(event)]
  return recalls.map((recall) => (recall.id === event.recallId ? changed(recall, event) : recall))
}

const changed = (
  recall: Recall,
  event: Exclude<Event, { readonly _tag: "RecallOpened" }>
): Recall => {
  const { at } = event
  if (event._tag === "RecallClosed") {
    return { ...recall, status: "closed", outcome: event.outcome, closedAt: at }
  }
  const { providerReference, returned, value } = event
  return { ...recall, status: "returned", return: { returned, value, providerReference, at } }
}
