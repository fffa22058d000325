/**
 * Money that goes back to a payer, for payouts and batches alike: due, sent by an operator,
 * confirmed by the chain. Amounts in micro-USDC.
 *
 *     due ──operator records the transaction──▶ sent ──final on the chain──▶ confirmed
 *      ▲                                         │
 *      └──────── another transaction, or none ───┘
 *
 * R1  Only what is due is sent, and a transaction is the proof of one refund (L8).
 * R2  While a sender is unscreened or a hold is set, nothing is sent; a transfer that was made all
 *     the same is recorded.
 */
import { Schema } from "effect"
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import type * as ScreeningEvidence from "../ScreeningEvidence.ts"

export const Refund = Schema.Struct({
  status: Schema.Literals(["due", "sent", "confirmed"]),
  /** Micro-USDC. */
  amount: Schema.Number,
  address: Schema.NullOr(Schema.String),
  txHash: Schema.NullOr(Schema.String),
  /** When an operator recorded its transaction, milliseconds. */
  sentAt: Schema.optionalKey(Schema.Number),
  /** When the chain proved it, milliseconds. */
  confirmedAt: Schema.optionalKey(Schema.Number),
  /** Why its receiver is listed. */
  flagged: Schema.optionalKey(Schema.String)
})
export type Refund = typeof Refund.Type

export type Verb =
  /** The address for refunds. */
  | { readonly _tag: "SetRefundAddress"; readonly address: string }
  | {
      readonly _tag: "SendRefund"
      /** What was sent, micro-USDC: a refund that grew meanwhile is another refund. */
      readonly amount: Money.Micro
      readonly address: string
      readonly txHash: string
      /** Why the address is listed, if it is. */
      readonly flagged?: string | undefined
    }
  | {
      readonly _tag: "ConfirmRefund"
      readonly txHash: string
      /** Whether a third party sent it. */
      readonly isThirdParty?: boolean | undefined
    }
  /** The transaction does not exist, or is another one: the refund is due again. */
  | { readonly _tag: "DisproveRefund"; readonly txHash: string }
  /** The screening of the senders of money to refund. */
  | {
      readonly _tag: "ScreenSenders"
      readonly senders: ReadonlyArray<string>
      /** Why the refund is held; `null`: it is not. */
      readonly hold: string | null
      readonly evidence?: ScreeningEvidence.Evidence | undefined
    }
  /** An operator releases a held refund. */
  | { readonly _tag: "ReleaseRefunds"; readonly by: string }

/** A command about refunds. `at`: milliseconds. */
export type Command = Verb & { readonly at: number }

/** The part of a payout or batch that refunds depend on. */
interface Refundable {
  readonly id: string
  readonly deposits: ReadonlyArray<Funding.Received>
  readonly refunds: ReadonlyArray<Refund>
  readonly refundHold: string | null
  readonly refundAddress: string | null
}

type Remaining = Pick<Refundable, "refunds"> & Pick<Funding.Fundable, "deposits" | "suspense">

/** Whether a refund is not confirmed yet. */
export const isOpen = (refunds: ReadonlyArray<Refund>): boolean =>
  refunds.some(({ status }) => status !== "confirmed")

/** Whether a refund was sent: it has its transaction. */
export const hasSent = (refunds: ReadonlyArray<Refund>): boolean =>
  refunds.some(({ txHash }) => txHash !== null)

export const refunded = (refunds: ReadonlyArray<Refund>): Money.Micro =>
  refunds.reduce((total, { amount }) => total + amount, 0)

/** Micro-USDC that arrived and is not due back: deposits, and dust that was released. */
export const remaining = ({ deposits, refunds, suspense }: Remaining): Money.Micro =>
  Funding.deposited(deposits) + (suspense?.released ?? 0) - refunded(refunds)

/** Still to be sent, of exactly this amount: one that grew meanwhile is another refund. */
const isDue =
  (amount: Money.Micro) =>
  (refund: Refund): boolean =>
    refund.status === "due" && refund.amount === amount

/** Sent with this transaction. */
export const isSent =
  (txHash: string) =>
  (refund: Refund): boolean =>
    refund.status === "sent" && refund.txHash === txHash

/** Adds an amount to the refund that is due, or opens the next one. */
export const opened = (
  refunds: ReadonlyArray<Refund>,
  amount: Money.Micro
): ReadonlyArray<Refund> => {
  const due = refunds.find((refund) => refund.status === "due")
  return due === undefined
    ? [...refunds, { status: "due", amount, address: null, txHash: null }]
    : refunds.map((refund) =>
        refund === due ? { ...refund, amount: refund.amount + amount } : refund
      )
}

/**
 * Whether a transaction may be recorded: exactly this amount is due, and the transaction proves no
 * other refund.
 */
const maySend = (
  refunds: ReadonlyArray<Refund>,
  { amount, txHash }: { readonly amount: Money.Micro; readonly txHash: string }
): boolean => refunds.some(isDue(amount)) && !refunds.some((refund) => refund.txHash === txHash)

/** Changes the first refund that `matches`. */
const advanced = (
  refunds: ReadonlyArray<Refund>,
  matches: (refund: Refund) => boolean,
  change: Partial<Refund>
): ReadonlyArray<Refund> => {
  const first = refunds.find(matches)
  return refunds.map((refund) => (refund === first ? { ...refund, ...change } : refund))
}

export const sent = (
  refunds: ReadonlyArray<Refund>,
  {
    address,
    amount,
    at,
    flagged,
    txHash
  }: {
    readonly at: number
    readonly address: string
    readonly amount: Money.Micro
    readonly txHash: string
    readonly flagged?: string
  }
): ReadonlyArray<Refund> =>
  advanced(refunds, isDue(amount), {
    ...{ status: "sent", address, txHash, sentAt: at },
    ...(flagged === undefined ? {} : { flagged })
  })

const confirmed = (
  refunds: ReadonlyArray<Refund>,
  { at, txHash }: { readonly at: number; readonly txHash: string }
): ReadonlyArray<Refund> =>
  advanced(refunds, isSent(txHash), { status: "confirmed", confirmedAt: at })

/** A disproved refund is due again, together with what became due meanwhile. */
const disproved = (refunds: ReadonlyArray<Refund>, txHash: string): ReadonlyArray<Refund> => {
  const lost = refunds.find(isSent(txHash))
  if (lost === undefined) return refunds
  return opened(
    refunds.filter((refund) => refund !== lost),
    lost.amount
  )
}

/** A recorded refund that the chain does not prove yet. */
export interface SentRefund {
  readonly amount: Money.Micro
  readonly address: string
  readonly txHash: string
}

export const unproven = (refunds: ReadonlyArray<Refund>): SentRefund | undefined => {
  const found = refunds.find(({ status }) => status === "sent")
  if (found === undefined || found.address === null || found.txHash === null) return undefined
  return { amount: found.amount, address: found.address, txHash: found.txHash }
}

/** Senders that must be screened before their money goes back. */
export const unscreened = ({
  deposits,
  refunds
}: Pick<Refundable, "deposits" | "refunds">): ReadonlyArray<string> =>
  refunds.some(({ status }) => status === "due") ? Funding.unscreened(deposits) : []

/** Whether money may go back: its senders are screened and no hold is set. */
export const mayRefund = (
  state: Pick<Refundable, "deposits" | "refunds" | "refundHold">
): boolean => state.refundHold === null && unscreened(state).length === 0

/** Next steps for refunds. Steps with the same `key` are one step. */
export type Step = { readonly key: string } & (
  | /** Check whether a recorded refund is on the chain. */
  { readonly _tag: "ProveRefund"; readonly refund: SentRefund }
  /** Screen the senders of money to refund. */
  | { readonly _tag: "ScreenSenders"; readonly senders: ReadonlyArray<string> }
)

export const nextStep = (state: Pick<Refundable, "deposits" | "refunds">): Step | undefined => {
  const senders = unscreened(state)
  if (senders.length > 0) {
    return { _tag: "ScreenSenders", key: `senders/${senders.join(" ")}`, senders }
  }
  const refund = unproven(state.refunds)
  return refund && { _tag: "ProveRefund", key: `refund/${refund.txHash}`, refund }
}

/** Whether a state allows a command about refunds. */
export const isAllowed = (state: Refundable, command: Command): boolean => {
  switch (command._tag) {
    case "SetRefundAddress":
    case "ScreenSenders":
      return true
    case "ReleaseRefunds":
      return state.refundHold !== null
    case "SendRefund":
      // A transfer to a listed address was made already: it is recorded under any hold.
      return (command.flagged !== undefined || mayRefund(state)) && maySend(state.refunds, command)
    case "ConfirmRefund":
    case "DisproveRefund":
      return state.refunds.some(isSent(command.txHash))
  }
}

/** What a command about refunds records; a batch's events carry the prefix `Batch`. */
export const decide = (state: Refundable, command: Command) => {
  const { at, id } = { at: command.at, id: state.id }
  switch (command._tag) {
    case "SetRefundAddress": {
      const { address } = command
      return address === state.refundAddress
        ? undefined
        : ({ _tag: "RefundAddressSet", id, at, address } as const)
    }
    case "SendRefund": {
      const { address, amount, flagged, txHash } = command
      const against = flagged === undefined ? {} : { flagged }
      return { _tag: "RefundSent", id, at, amount, address, txHash, ...against } as const
    }
    case "ConfirmRefund": {
      const { isThirdParty, txHash } = command
      const payer = isThirdParty === true ? { isThirdParty } : {}
      return { _tag: "RefundConfirmed", id, at, txHash, ...payer } as const
    }
    case "ScreenSenders": {
      const { evidence, hold, senders } = command
      const found = evidence === undefined ? {} : { evidence }
      return { _tag: "SendersScreened", id, at, senders, hold, ...found } as const
    }
    case "ReleaseRefunds":
      return { _tag: "RefundsReleased", id, at, by: command.by } as const
    case "DisproveRefund":
      return { _tag: "RefundDisproved", id, at, txHash: command.txHash } as const
  }
}

/** An event about refunds, with the tag a payout gives it. */
export type Event =
  | { readonly _tag: "RefundOpened"; readonly amount: Money.Micro }
  | { readonly _tag: "RefundAddressSet"; readonly address: string }
  | ({ readonly _tag: "RefundSent" } & Parameters<typeof sent>[1])
  | { readonly _tag: "RefundConfirmed"; readonly at: number; readonly txHash: string }
  | { readonly _tag: "RefundDisproved"; readonly txHash: string }
  | { readonly _tag: "RefundsReleased" }
  | {
      readonly _tag: "SendersScreened"
      readonly senders: ReadonlyArray<string>
      readonly hold: string | null
    }

/** What an event about refunds changes. */
export const evolve = (state: Refundable, event: Event) => {
  const { refunds } = state
  switch (event._tag) {
    case "RefundOpened":
      return { refunds: opened(refunds, event.amount) }
    case "RefundAddressSet":
      return { refundAddress: event.address }
    case "RefundSent":
      return { refunds: sent(refunds, event), refundHold: event.flagged ?? state.refundHold }
    case "RefundConfirmed":
      return { refunds: confirmed(refunds, event) }
    case "RefundDisproved":
      return { refunds: disproved(refunds, event.txHash) }
    case "RefundsReleased":
      return { refundHold: null }
    case "SendersScreened":
      return {
        deposits: Funding.screened(state.deposits, event.senders),
        refundHold: event.hold ?? state.refundHold
      }
  }
}
