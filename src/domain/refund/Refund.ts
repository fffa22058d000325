/**
 * Money that goes back to a payer, for payouts and batches alike: due, sent by an operator,
 * confirmed by the chain. Amounts in micro-USDC. A refund of a foreign deposit has the amount 0,
 * and its own amount in `asset`.
 *
 *     due ──operator records the transaction──▶ sent ──final on the chain──▶ confirmed
 *     │▲                                         │
 *     │└──────── another transaction, or none ───┘
 *     └──the account wants it in its balance──▶ credited
 *
 * R1  Only the amount that is due is sent, and a transaction proves one refund (L8).
 * R2  Nothing is sent while a sender is unscreened or a hold is set. A transfer that was made
 *     nevertheless is recorded.
 * R3  A credited refund is part of the balance with the same entry. One with an address is sent.
 * R4  Each asset has at most one due refund. A refund in one asset proves nothing in another.
 */
import { Schema } from "effect"
import * as ForeignDeposit from "../money/ForeignDeposit.ts"
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import * as Personal from "../Personal.ts"
import type * as ScreeningEvidence from "../ScreeningEvidence.ts"

export const Refund = Schema.Struct({
  status: Schema.Literals(["due", "sent", "confirmed", "credited"]),
  /** Micro-USDC on the service's own chain. */
  amount: Schema.Number,
  /** The amount of a refund on another chain, or in another token. */
  asset: Schema.optionalKey(ForeignDeposit.Amount),
  address: Schema.NullOr(Schema.String),
  txHash: Schema.NullOr(Schema.String),
  /** Time at which an operator recorded the transaction, milliseconds. */
  sentAt: Schema.optionalKey(Schema.Number),
  /** Time at which the chain proved the refund, or the balance got it, milliseconds. */
  confirmedAt: Schema.optionalKey(Schema.Number),
  /** The reason why the recipient's address is listed. */
  flagged: Schema.optionalKey(Personal.ofRecipient(Schema.String))
})
export type Refund = typeof Refund.Type

export type Verb =
  | { readonly _tag: "SetRefundAddress"; readonly address: string }
  | {
      readonly _tag: "SendRefund"
      /** The amount sent, micro-USDC. A refund that has grown since is another refund. */
      readonly amount: Money.Micro
      readonly asset?: ForeignDeposit.Amount | undefined
      readonly address: string
      readonly txHash: string
      /** The reason why the address is listed, if it is. */
      readonly flagged?: string | undefined
    }
  | {
      readonly _tag: "ConfirmRefund"
      readonly txHash: string
      /** True if a third party sent it. */
      readonly isThirdParty?: boolean | undefined
    }
  /** The transaction does not exist, or is another one, so the refund is due again. */
  | { readonly _tag: "DisproveRefund"; readonly txHash: string }
  | {
      readonly _tag: "ScreenSenders"
      readonly senders: ReadonlyArray<string>
      /** The reason to hold the refund, or `null`. */
      readonly hold: string | null
      readonly evidence?: ScreeningEvidence.Evidence | undefined
    }
  /** The balance gets the refund that is due, exactly this amount in micro-USDC. */
  | { readonly _tag: "CreditRefund"; readonly amount: Money.Micro }
  /** An operator releases a held refund. */
  | { readonly _tag: "ReleaseRefunds"; readonly by: string }
  /** Final transfers of one asset, which the chain proved. */
  | {
      readonly _tag: "BookForeignDeposits"
      readonly deposits: ReadonlyArray<ForeignDeposit.ForeignDeposit>
    }

/** A command about refunds. `at`: milliseconds. */
export type Command = Verb & { readonly at: number }

/** The part of a payout or batch that refunds depend on. */
interface Refundable {
  readonly id: string
  readonly deposits: ReadonlyArray<Funding.Received>
  readonly foreignDeposits?: ReadonlyArray<ForeignDeposit.Booked>
  readonly refunds: ReadonlyArray<Refund>
  readonly refundHold: string | null
  readonly refundAddress: string | null
  readonly excess?: "balance"
}

type Remaining = Pick<Refundable, "refunds"> & Pick<Funding.Fundable, "deposits" | "suspense">

/** True if a refund is due, or not confirmed yet. */
export const isOpen = (refunds: ReadonlyArray<Refund>): boolean =>
  refunds.some(({ status }) => status === "due" || status === "sent")

/** True if a refund was sent, and so has a transaction. */
export const hasSent = (refunds: ReadonlyArray<Refund>): boolean =>
  refunds.some(({ txHash }) => txHash !== null)

/** Refunds in the service's own USDC. */
export const own = (refunds: ReadonlyArray<Refund>): ReadonlyArray<Refund> =>
  refunds.filter(({ asset }) => asset === undefined)

/** The amounts of foreign refunds that are due. */
export const foreignDue = (refunds: ReadonlyArray<Refund>): ReadonlyArray<ForeignDeposit.Amount> =>
  refunds.flatMap(({ asset, status }) => (asset !== undefined && status === "due" ? [asset] : []))

/** The refund in an asset that is due; `undefined` stands for the service's own USDC. */
export const dueIn = (
  refunds: ReadonlyArray<Refund>,
  asset?: ForeignDeposit.AssetName
): Refund | undefined =>
  refunds.find(
    (refund) => refund.status === "due" && ForeignDeposit.isSameAsset(refund.asset, asset)
  )

export const refunded = (refunds: ReadonlyArray<Refund>): Money.Micro =>
  refunds.reduce((total, { amount }) => total + amount, 0)

/** Micro-USDC that arrived and is not due back: deposits, and dust that was released. */
export const remaining = ({ deposits, refunds, suspense }: Remaining): Money.Micro =>
  Funding.deposited(deposits) + (suspense?.released ?? 0) - refunded(refunds)

type Sum = Pick<Refund, "amount" | "asset">

/**
 * True for a refund of exactly this amount that is due. One that has grown since is another refund.
 */
const isDue =
  ({
    amount,
    asset
  }: {
    readonly amount: Money.Micro
    readonly asset?: Sum["asset"] | undefined
  }) =>
  (refund: Refund): boolean =>
    refund.status === "due" &&
    refund.amount === amount &&
    ForeignDeposit.isSameAmount(refund.asset, asset)

/** True for a refund that was sent with this transaction. */
export const isSent =
  (txHash: string) =>
  (refund: Refund): boolean =>
    refund.status === "sent" && refund.txHash === txHash

/** Adds an amount to the refund that is due, or opens the next one. */
export const opened = (
  refunds: ReadonlyArray<Refund>,
  { amount, asset }: Sum
): ReadonlyArray<Refund> => {
  const due = dueIn(refunds, asset)
  if (due === undefined) {
    const inAsset = asset === undefined ? {} : { asset }
    return [...refunds, { status: "due", amount, ...inAsset, address: null, txHash: null }]
  }
  const grown =
    due.asset === undefined || asset === undefined
      ? { amount: due.amount + amount }
      : { asset: ForeignDeposit.plus(due.asset, asset.units) }
  return refunds.map((refund) => (refund === due ? { ...refund, ...grown } : refund))
}

/**
 * True if a transaction may be recorded: exactly this amount is due, and the transaction proves no
 * other refund.
 */
const maySend = (
  refunds: ReadonlyArray<Refund>,
  { amount, asset, txHash }: Extract<Verb, { readonly _tag: "SendRefund" }>
): boolean =>
  refunds.some(isDue({ amount, asset })) && !refunds.some((refund) => refund.txHash === txHash)

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
    asset,
    at,
    flagged,
    txHash
  }: Sum & {
    readonly at: number
    readonly address: string
    readonly txHash: string
    readonly flagged?: string
  }
): ReadonlyArray<Refund> =>
  advanced(refunds, isDue({ amount, asset }), {
    ...{ status: "sent", address, txHash, sentAt: at },
    ...(flagged === undefined ? {} : { flagged })
  })

const confirmed = (
  refunds: ReadonlyArray<Refund>,
  { at, txHash }: { readonly at: number; readonly txHash: string }
): ReadonlyArray<Refund> =>
  advanced(refunds, isSent(txHash), { status: "confirmed", confirmedAt: at })

const credited = (
  refunds: ReadonlyArray<Refund>,
  { amount, at }: { readonly amount: Money.Micro; readonly at: number }
): ReadonlyArray<Refund> =>
  advanced(refunds, isDue({ amount }), { status: "credited", confirmedAt: at })

/** Makes a disproved refund due again, together with the amount that became due since. */
const disproved = (refunds: ReadonlyArray<Refund>, txHash: string): ReadonlyArray<Refund> => {
  const lost = refunds.find(isSent(txHash))
  if (lost === undefined) return refunds
  return opened(
    refunds.filter((refund) => refund !== lost),
    lost
  )
}

/** A recorded refund that the chain does not prove yet. */
export interface SentRefund extends Sum {
  readonly address: string
  readonly txHash: string
}

export const unproven = (refunds: ReadonlyArray<Refund>): SentRefund | undefined => {
  const refund = refunds.find(({ status }) => status === "sent")
  if (refund === undefined || refund.address === null || refund.txHash === null) return undefined
  const { address, amount, asset, txHash } = refund
  return { amount, ...(asset === undefined ? {} : { asset }), address, txHash }
}

/** Senders that must be screened before their money goes back. */
export const unscreened = ({
  deposits,
  foreignDeposits = [],
  refunds
}: Pick<Refundable, "deposits" | "foreignDeposits" | "refunds">): ReadonlyArray<string> =>
  refunds.some(({ status }) => status === "due")
    ? [...new Set([...Funding.unscreened(deposits), ...ForeignDeposit.unscreened(foreignDeposits)])]
    : []

/** True if money may go back: its senders are screened and no hold is set. */
export const mayRefund = (
  state: Pick<Refundable, "deposits" | "foreignDeposits" | "refunds" | "refundHold">
): boolean => state.refundHold === null && unscreened(state).length === 0

/** Micro-USDC that are due to the balance of the account; 0 if none, or if they may not move yet. */
const creditable = (
  state: Pick<
    Refundable,
    ("deposits" | "foreignDeposits" | "refunds" | "refundHold" | "refundAddress") | "excess"
  >
): Money.Micro =>
  state.excess === "balance" && state.refundAddress === null && mayRefund(state)
    ? (dueIn(state.refunds)?.amount ?? 0)
    : 0

/** A next step for refunds. Steps with the same `key` are one step. */
export type Step = { readonly key: string } & (
  | /** Checks whether a recorded refund is on the chain. */
  { readonly _tag: "ProveRefund"; readonly refund: SentRefund }
  /** Screens the senders of money to refund. */
  | { readonly _tag: "ScreenSenders"; readonly senders: ReadonlyArray<string> }
  /** Adds a refund to the balance. */
  | { readonly _tag: "CreditRefund"; readonly amount: Money.Micro }
)

export const nextStep = (
  state: Pick<
    Refundable,
    ("deposits" | "foreignDeposits" | "refunds" | "refundHold" | "refundAddress") | "excess"
  >
): Step | undefined => {
  const senders = unscreened(state)
  if (senders.length > 0) {
    return { _tag: "ScreenSenders", key: `senders/${senders.join(" ")}`, senders }
  }
  const amount = creditable(state)
  if (amount > 0) return { _tag: "CreditRefund", key: `credit/${amount}`, amount }
  const refund = unproven(state.refunds)
  return refund && { _tag: "ProveRefund", key: `refund/${refund.txHash}`, refund }
}

/** True if a state allows a command about refunds. */
export const isAllowed = (state: Refundable, command: Command): boolean => {
  switch (command._tag) {
    case "SetRefundAddress":
    case "ScreenSenders":
      return true
    case "BookForeignDeposits": {
      const { foreignDeposits: booked = [] } = state
      const fresh = ForeignDeposit.unbooked(booked, command.deposits)
      return booked.length + fresh.length <= ForeignDeposit.countMax
    }
    case "ReleaseRefunds":
      return state.refundHold !== null
    case "CreditRefund":
      return command.amount > 0 && creditable(state) === command.amount
    case "SendRefund":
      // A transfer to a listed address was made already, so it is recorded under any hold.
      return (command.flagged !== undefined || mayRefund(state)) && maySend(state.refunds, command)
    case "ConfirmRefund":
    case "DisproveRefund":
      return state.refunds.some(isSent(command.txHash))
  }
}

/** The events of foreign deposits that are new, and of their refund. */
const book = (
  { foreignDeposits = [], id }: Refundable,
  { at, deposits }: Extract<Command, { readonly _tag: "BookForeignDeposits" }>
) => {
  const fresh = ForeignDeposit.unbooked(foreignDeposits, deposits)
  const asset = ForeignDeposit.sum(fresh)
  if (asset === undefined) return []
  return [
    ...fresh.map((transfer) => ({ _tag: "ForeignDepositBooked", id, at, transfer }) as const),
    { _tag: "RefundOpened", id, at, amount: 0, asset } as const
  ]
}

/** The events of a command about refunds. A batch's events have the prefix `Batch`. */
export const decide = (state: Refundable, command: Command) =>
  command._tag === "BookForeignDeposits" ? book(state, command) : eventOf(state, command)

const eventOf = (
  state: Refundable,
  command: Exclude<Command, { readonly _tag: "BookForeignDeposits" }>
) => {
  const { at, id } = { at: command.at, id: state.id }
  switch (command._tag) {
    case "SetRefundAddress": {
      const { address } = command
      return address === state.refundAddress
        ? []
        : [{ _tag: "RefundAddressSet", id, at, address } as const]
    }
    case "SendRefund": {
      const { address, amount, asset, flagged, txHash } = command
      const inAsset = asset === undefined ? {} : { asset }
      const listing = flagged === undefined ? {} : { flagged }
      const sum = { amount, ...inAsset }
      return [{ _tag: "RefundSent", id, at, ...sum, address, txHash, ...listing } as const]
    }
    case "ConfirmRefund": {
      const { isThirdParty, txHash } = command
      const payer = isThirdParty === true ? { isThirdParty } : {}
      return [{ _tag: "RefundConfirmed", id, at, txHash, ...payer } as const]
    }
    case "ScreenSenders": {
      const { evidence, hold, senders } = command
      const proof = evidence === undefined ? {} : { evidence }
      return [{ _tag: "SendersScreened", id, at, senders, hold, ...proof } as const]
    }
    case "CreditRefund":
      return [{ _tag: "RefundCredited", id, at, amount: command.amount } as const]
    case "ReleaseRefunds":
      return [{ _tag: "RefundsReleased", id, at, by: command.by } as const]
    case "DisproveRefund":
      return [{ _tag: "RefundDisproved", id, at, txHash: command.txHash } as const]
  }
}

/** An event about refunds, with its tag in payouts. */
export type Event =
  | {
      readonly _tag: "ForeignDepositBooked"
      readonly transfer: ForeignDeposit.ForeignDeposit
    }
  | ({ readonly _tag: "RefundOpened" } & Sum)
  | { readonly _tag: "RefundAddressSet"; readonly address: string }
  | ({ readonly _tag: "RefundSent" } & Parameters<typeof sent>[1])
  | { readonly _tag: "RefundConfirmed"; readonly at: number; readonly txHash: string }
  | { readonly _tag: "RefundDisproved"; readonly txHash: string }
  | { readonly _tag: "RefundCredited"; readonly at: number; readonly amount: Money.Micro }
  | { readonly _tag: "RefundsReleased" }
  | {
      readonly _tag: "SendersScreened"
      readonly senders: ReadonlyArray<string>
      readonly hold: string | null
    }

/** The fields that an event about refunds changes. */
export const evolve = (state: Refundable, event: Event) => {
  const { foreignDeposits, refunds } = state
  switch (event._tag) {
    case "ForeignDepositBooked":
      return { foreignDeposits: [...(foreignDeposits ?? []), event.transfer] }
    case "RefundOpened":
      return { refunds: opened(refunds, event) }
    case "RefundAddressSet":
      return { refundAddress: event.address }
    case "RefundSent":
      return { refunds: sent(refunds, event), refundHold: event.flagged ?? state.refundHold }
    case "RefundConfirmed":
      return { refunds: confirmed(refunds, event) }
    case "RefundDisproved":
      return { refunds: disproved(refunds, event.txHash) }
    case "RefundCredited":
      return { refunds: credited(refunds, event) }
    case "RefundsReleased":
      return { refundHold: null }
    case "SendersScreened":
      return {
        deposits: Funding.screened(state.deposits, event.senders),
        ...(foreignDeposits === undefined
          ? {}
          : { foreignDeposits: ForeignDeposit.screened(foreignDeposits, event.senders) }),
        refundHold: event.hold ?? state.refundHold
      }
  }
}
