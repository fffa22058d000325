/**
 * The balance of an account: USDC that it sent before it pays anyone with it. `decide`, `evolve` and
 * `nextStep` over its states, without a clock or any effect (L5). Amounts in micro-USDC.
 *
 *     a transfer:  seen ──final──▶ arrived ──sender clear────▶ credited
 *                   └──dropped         └─────sender flagged──▶ held ──operator──▶ credited
 *     a small one: final ──▶ dust ──with its sender's next deposit──▶ credited
 *     the amount:  credited + returned − allocated to payouts, batches and withdrawals ± corrected
 *     an address:  added ──a day, or staff──▶ usable ──▶ removed       for withdrawals
 *
 * B1  A transfer is credited once, by (chain, transaction, log index), and only when it is final
 *     and its sender is clear (L8). Money of a flagged sender is held, and stops no other money.
 * B2  The amount never falls below zero. What decisions allocate that are not durable yet counts as
 *     allocated (engine/commands/Escrow.ts).
 * B3  A withdrawal goes to an address that was added a day before, or that staff activated.
 * B4  Each change of the amount is one movement, numbered without a gap, with the amount after it.
 */
import { Result, Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import type * as BatchEvent from "../batch/BatchEvent.ts"
import * as Ids from "../Ids.ts"
import * as Funding from "../money/Funding.ts"
import type * as Money from "../money/Money.ts"
import * as RecentTransfers from "../money/RecentTransfers.ts"
import * as Personal from "../Personal.ts"
import type * as Payout from "../payout/Payout.ts"
import * as PayoutGuards from "../payout/PayoutGuards.ts"
import type * as Refund from "../refund/Refund.ts"
import type * as ScreeningEvidence from "../ScreeningEvidence.ts"
import * as BalanceEvent from "./BalanceEvent.ts"
import * as Withdrawal from "./Withdrawal.ts"

// ----------------------------------------------------------------------------- states

/** Deposits of one sender that screening holds. */
const Held = Schema.Struct({
  sender: Schema.String,
  /** Micro-USDC. */
  amount: Schema.Number,
  reason: Personal.ofAccount(Schema.String),
  since: Schema.Number
})

/** Final transfers of one sender that are too small to be deposits. */
const Dust = Schema.Struct({
  /** Absent for simulated transfers. */
  from: Schema.optionalKey(Schema.String),
  /** Micro-USDC. */
  amount: Schema.Number
})

export const Balance = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  depositAddress: Schema.String,
  /** Micro-USDC that may pay. */
  amount: Schema.Number,
  /** Micro-USDC allocated to payouts and withdrawals that have not ended. */
  reserved: Schema.Number,
  /** Micro-USDC of all final transfers to the address, ever. */
  received: Schema.Number,
  /** Deposits that are not credited yet. */
  deposits: Schema.Array(Funding.Received),
  /** Final transfers that were counted. */
  recent: RecentTransfers.RecentTransfers,
  /** Amounts too small to be deposits, not credited yet, of at most `dustSendersMax` senders. */
  dust: Schema.Array(Dust),
  /** Micro-USDC of dust of further senders. It is never credited. */
  otherDust: Schema.Number,
  held: Schema.Array(Held),
  /** Addresses for withdrawals, in the order in which they were added. */
  addresses: Schema.Array(BalanceEvent.Address),
  /** A release or activation that needs more approvals. */
  pendingAction: Schema.NullOr(Approval.Pending),
  /** Micro-USDC below which the customer is informed. */
  threshold: Schema.NullOr(Schema.Number),
  /** The destination of refunds of payouts and batches that are created from now on. */
  excess: BalanceEvent.Excess,
  /** The number of movements so far. */
  movements: Schema.Number,
  createdAt: Schema.Number,
  /** Time of the last change, milliseconds. */
  updatedAt: Schema.Number
})
export type Balance = typeof Balance.Type

export type Event = BalanceEvent.Event

export const MovementType = Schema.Literals([
  "deposit",
  "release",
  "payout",
  "batch",
  "withdrawal",
  "return",
  "correction"
])

/** A change of the amount. */
export interface Movement {
  readonly id: string
  readonly accountId: string
  /** 1, 2, 3 … in each balance. */
  readonly number: number
  readonly type: typeof MovementType.Type
  /** Micro-USDC; negative if it left the balance. */
  readonly amount: Money.Micro
  readonly balanceAfter: Money.Micro
  /**
   * Id of the payout, batch, withdrawal or correction, the transaction of a deposit, or the sender
   * of released ones.
   */
  readonly subject: string
  /** Milliseconds. */
  readonly at: number
}

// ----------------------------------------------------------------------------- commands

export type Command =
  | Funding.Command
  | ({ readonly at: number } & (
      | {
          readonly _tag: "ScreenSenders"
          readonly senders: ReadonlyArray<string>
          /** The reason to hold the deposits, or `null`. */
          readonly hold: string | null
          readonly evidence?: ScreeningEvidence.Evidence | undefined
        }
      /** An operator releases the held deposits of a sender, exactly this amount. */
      | {
          readonly _tag: "ReleaseHold"
          readonly sender: string
          readonly amount: Money.Micro
          readonly by: string
          /** The approval, if the release needs more than one user. */
          readonly vote?: Approval.Vote | undefined
        }
      /** Changes the settings that are given. */
      | {
          readonly _tag: "Configure"
          readonly threshold?: Money.Micro | null | undefined
          readonly excess?: BalanceEvent.Excess | undefined
        }
      | {
          readonly _tag: "AddAddress"
          readonly addressId: string
          readonly address: string
          readonly name: string
          /** Milliseconds from which withdrawals may use it. */
          readonly usableFrom: number
        }
      | { readonly _tag: "RemoveAddress"; readonly addressId: string }
      /** Staff end the wait for an address. */
      | {
          readonly _tag: "ActivateAddress"
          readonly addressId: string
          readonly by: string
          readonly vote?: Approval.Vote | undefined
        }
      /** Refused: a balance has no status that could wait for an operator. */
      | { readonly _tag: "Park" }
    ))

/** The balance holds no deposits of this sender, or another amount. */
interface NothingHeld {
  readonly _tag: "NothingHeld"
  readonly sender: string
}

/** The balance has no address for withdrawals with this id. */
export interface WithdrawalAddressNotFound {
  readonly _tag: "WithdrawalAddressNotFound"
  readonly id: string
}

/** The balance has the most addresses that it may have. */
export interface TooManyAddresses {
  readonly _tag: "TooManyAddresses"
}

export type Rejection =
  | NothingHeld
  | WithdrawalAddressNotFound
  | TooManyAddresses
  | { readonly _tag: "NeverParked" }

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

const nothing: Decision = Result.succeed([])

// ----------------------------------------------------------------------------- sums

/** Final deposits whose senders are clear, or that have no sender. */
const creditable = ({ deposits }: Pick<Balance, "deposits">) =>
  deposits.filter(
    ({ final, from, isScreened }) => final && (from === undefined || isScreened === true)
  )

const sum = (amounts: ReadonlyArray<{ readonly amount: Money.Micro }>): Money.Micro =>
  amounts.reduce((total, { amount }) => total + amount, 0)

/** Micro-USDC that is seen and not final, or not screened yet. */
export const pending = ({ deposits }: Pick<Balance, "deposits">): Money.Micro => sum(deposits)

/** Micro-USDC of deposits that screening holds. */
export const heldAmount = ({ held }: Pick<Balance, "held">): Money.Micro => sum(held)

/** Micro-USDC that arrived and is not part of the balance. */
export const uncredited = ({ deposits, dust, held, otherDust }: Balance): Money.Micro =>
  Funding.deposited(deposits) + sum(dust) + otherDust + sum(held)

export const isLow = ({ amount, threshold }: Pick<Balance, "amount" | "threshold">): boolean =>
  threshold !== null && amount < threshold

// ----------------------------------------------------------------------------- decide

/** Micro-USDC of dust of one sender. */
const dustOf = ({ dust }: Balance, from: string | undefined): Money.Micro =>
  dust.find((one) => one.from === from)?.amount ?? 0

/**
 * The events that credit what may be credited. The first one of a sender takes the sender's dust
 * with it. Dust of other senders stays, because they were not screened.
 */
const credit = (state: Balance, at: number): ReadonlyArray<Event> => {
  const deposits = creditable(state)
  return deposits.map(({ final: _, isScreened: __, ...deposit }, index) => {
    const isFirst = deposits.findIndex(({ from }) => from === deposit.from) === index
    const dust = isFirst ? dustOf(state, deposit.from) : 0
    return { _tag: "BalanceCredited", ...{ id: state.id, at, deposit, dust } }
  })
}

const withCredit = (state: Balance, event: Event): Decision =>
  Result.succeed([event, ...credit(evolve(state, event), event.at)])

const decideDeposit = (state: Balance, { _tag, at, deposit }: Funding.Command): Decision => {
  const { deposits, id, recent } = state
  const known = deposits.find((other) => Funding.isSameTransfer(other, deposit))
  if (_tag === "DropDeposit") {
    return known?.final === false
      ? Result.succeed([{ _tag: "BalanceDepositDropped", id, at, deposit }])
      : nothing
  }
  if (RecentTransfers.isCounted(recent, deposit) || deposit.amount <= 0) return nothing
  const isDust = deposit.amount <= Funding.dustMax
  if (_tag === "SeeDeposit") {
    return known !== undefined || isDust || deposits.length >= uncreditedMax
      ? nothing
      : Result.succeed([{ _tag: "BalanceDepositSeen", id, at, deposit }])
  }
  return isDust
    ? Result.succeed([{ _tag: "BalanceDustReceived", id, at, deposit }])
    : withCredit(state, { _tag: "BalanceDepositFinalized", id, at, deposit })
}

/** Deposits that are shown before they are final. Anyone may send any number. */
const uncreditedMax = 100

/** Records the verdict on a sender. A later command gives the next sender's. */
const screen = (
  state: Balance,
  { at, evidence, hold, senders }: Extract<Command, { readonly _tag: "ScreenSenders" }>
): Decision => {
  const [sender] = senders
  if (sender === undefined || !Funding.unscreened(state.deposits).includes(sender)) return nothing
  const proof = evidence === undefined ? {} : { evidence }
  return withCredit(state, {
    _tag: "BalanceSenderScreened",
    ...{ id: state.id, at, sender, hold, ...proof }
  })
}

const release = (
  { held, id, pendingAction }: Balance,
  command: Extract<Command, { readonly _tag: "ReleaseHold" }>
): Decision => {
  const { amount, at, by } = command
  const isMeant = (one: (typeof held)[number]): boolean =>
    one.amount === amount && one.sender.toLowerCase() === command.sender.toLowerCase()
  const found = held.find(isMeant)
  if (found === undefined) return Result.fail({ _tag: "NothingHeld", sender: command.sender })
  // One spelling of the address, so that votes agree and the event names what is held.
  const { sender } = found
  const meant = { ...command, sender }
  const verdict = Approval.countVote(pendingAction ?? undefined, meant)
  if (verdict._tag === "Repeated") return nothing
  return verdict._tag === "NeedsMore"
    ? Result.succeed([{ _tag: "BalanceActionApproved", id, ...verdict.approval }])
    : Result.succeed([{ _tag: "BalanceHoldReleased", id, at, sender, amount: found.amount, by }])
}

/** A correction by operators. */
export interface Correction {
  readonly _tag: "Correct"
  readonly at: number
  readonly by: string
  /** Micro-USDC, negative if they leave the balance. */
  readonly amount: Money.Micro
  readonly vote?: Approval.Vote | undefined
}

/**
 * The event of a correction: its approval, or the correction itself once enough people approve;
 * `undefined` if the approval changes nothing.
 */
export const correct = (
  { id, pendingAction }: Balance,
  command: Correction,
  correctionId: string
): Event | undefined => {
  const { amount, at, by } = command
  const verdict = Approval.countVote(pendingAction ?? undefined, command)
  if (verdict._tag === "Repeated") return undefined
  return verdict._tag === "NeedsMore"
    ? { _tag: "BalanceActionApproved", id, ...verdict.approval }
    : { _tag: "BalanceCorrected", id, at, correctionId, amount, by }
}

/** Addresses of one balance. */
export const addressesMax = 20

/** The address with this id that a withdrawal may use at a time, or has to wait for. */
export const addressOf = (
  { addresses }: Pick<Balance, "addresses">,
  addressId: string
): Result.Result<BalanceEvent.Address, WithdrawalAddressNotFound> => {
  const found = addresses.find(({ id }) => id === addressId)
  return found === undefined
    ? Result.fail({ _tag: "WithdrawalAddressNotFound", id: addressId })
    : Result.succeed(found)
}

/** The named address, if it was added. */
export const namedAddress = (
  addresses: Balance["addresses"],
  address: string
): BalanceEvent.Address | undefined =>
  addresses.find((one) => one.address.toLowerCase() === address.toLowerCase())

/** An address that was added before keeps its id, its name and its wait. */
const addAddress = (
  { addresses, id }: Balance,
  { _tag, ...added }: Extract<Command, { readonly _tag: "AddAddress" }>
): Decision => {
  if (namedAddress(addresses, added.address) !== undefined) return nothing
  return addresses.length >= addressesMax
    ? Result.fail({ _tag: "TooManyAddresses" })
    : Result.succeed([{ _tag: "BalanceAddressAdded", id, ...added }])
}

const activate = (
  state: Balance,
  command: Extract<Command, { readonly _tag: "ActivateAddress" }>
): Decision => {
  const { addressId, at, by } = command
  const { id, pendingAction } = state
  return Result.map(addressOf(state, addressId), ({ usableFrom }): ReadonlyArray<Event> => {
    if (usableFrom <= at) return []
    const verdict = Approval.countVote(pendingAction ?? undefined, command)
    if (verdict._tag === "Repeated") return []
    return verdict._tag === "NeedsMore"
      ? [{ _tag: "BalanceActionApproved", id, ...verdict.approval }]
      : [{ _tag: "BalanceAddressActivated", id, at, addressId, by }]
  })
}

const decideAddress = (
  state: Balance,
  command: Extract<Command, { readonly _tag: `${string}Address` }>
): Decision => {
  const { at } = command
  switch (command._tag) {
    case "AddAddress":
      return addAddress(state, command)
    case "RemoveAddress":
      return Result.map(addressOf(state, command.addressId), ({ id: addressId }) => [
        { _tag: "BalanceAddressRemoved", id: state.id, at, addressId }
      ])
    case "ActivateAddress":
      return activate(state, command)
  }
}

const configure = (
  state: Balance,
  { at, excess, threshold }: Extract<Command, { readonly _tag: "Configure" }>
): Decision => {
  const { id } = state
  const events: Array<Event> = []
  if (threshold !== undefined && threshold !== state.threshold) {
    events.push({ _tag: "BalanceThresholdSet", id, at, threshold })
  }
  if (excess !== undefined && excess !== state.excess) {
    events.push({ _tag: "BalanceExcessSet", id, at, excess })
  }
  return Result.succeed(events)
}

export const decide = (state: Balance, command: Command): Decision => {
  switch (command._tag) {
    case "SeeDeposit":
    case "DropDeposit":
    case "FinalizeDeposit":
      return decideDeposit(state, command)
    case "ScreenSenders":
      return screen(state, command)
    case "ReleaseHold":
      return release(state, command)
    case "Configure":
      return configure(state, command)
    case "AddAddress":
    case "RemoveAddress":
    case "ActivateAddress":
      return decideAddress(state, command)
    case "Park":
      return Result.fail({ _tag: "NeverParked" })
  }
}

// ----------------------------------------------------------------------------- evolve

export const opened = ({ accountId, at, depositAddress, id }: BalanceEvent.Opened): Balance => ({
  ...{ id, accountId, depositAddress },
  amount: 0,
  reserved: 0,
  received: 0,
  deposits: [],
  recent: [],
  dust: [],
  otherDust: 0,
  held: [],
  addresses: [],
  pendingAction: null,
  threshold: null,
  excess: "refund",
  movements: 0,
  createdAt: at,
  updatedAt: at
})

/** The dust after a small transfer. Anyone may send from any number of addresses. */
const withDust = (
  { dust, otherDust }: Balance,
  { amount, from }: Funding.Deposit
): Pick<Balance, "dust" | "otherDust"> => {
  const before = dust.find((one) => one.from === from)
  if (before === undefined && dust.length >= Funding.dustSendersMax) {
    return { dust, otherDust: otherDust + amount }
  }
  const sender = from === undefined ? {} : { from }
  const others = dust.filter((one) => one !== before)
  return { dust: [...others, { ...sender, amount: (before?.amount ?? 0) + amount }], otherDust }
}

const without = (state: Balance, deposit: Funding.Deposit): ReadonlyArray<Funding.Received> =>
  state.deposits.filter((other) => !Funding.isSameTransfer(other, deposit))

type Screened = Extract<Event, { readonly _tag: "BalanceSenderScreened" }>

/**
 * Clears the final deposits of a sender, or moves them to the held ones. A deposit that becomes
 * final later has its sender screened again.
 */
const screened = (
  { deposits, held }: Balance,
  { at, hold, sender }: Screened
): Partial<Balance> => {
  const isTheirs = ({ final, from }: Funding.Received): boolean => final && from === sender
  if (hold === null) {
    return {
      deposits: deposits.map((one) => (isTheirs(one) ? { ...one, isScreened: true } : one))
    }
  }
  const before = held.find((one) => one.sender === sender)
  const amount = (before?.amount ?? 0) + sum(deposits.filter(isTheirs))
  return {
    deposits: deposits.filter((deposit) => !isTheirs(deposit)),
    held: [
      ...held.filter((one) => one !== before),
      { sender, amount, reason: hold, since: before?.since ?? at }
    ]
  }
}

const changeAddresses = (
  { addresses, pendingAction }: Balance,
  event: Extract<Event, { readonly _tag: `BalanceAddress${string}` }>
): Partial<Balance> => {
  const { addressId, at } = event
  if (event._tag === "BalanceAddressAdded") {
    const { address, name, usableFrom } = event
    return {
      addresses: [...addresses, { id: addressId, address, name, createdAt: at, usableFrom }]
    }
  }
  if (event._tag === "BalanceAddressRemoved") {
    return { addresses: addresses.filter(({ id }) => id !== addressId) }
  }
  return {
    pendingAction: pendingAction?.action === "ActivateAddress" ? null : pendingAction,
    addresses: addresses.map((one) => (one.id === addressId ? { ...one, usableFrom: at } : one))
  }
}

const change = (state: Balance, event: Event): Partial<Balance> => {
  switch (event._tag) {
    case "BalanceOpened":
      return opened(event)
    case "BalanceThresholdSet":
      return { threshold: event.threshold }
    case "BalanceExcessSet":
      return { excess: event.excess }
    case "BalanceDepositSeen":
      return { deposits: Funding.seen(state.deposits, event.deposit, false) }
    case "BalanceDepositDropped":
      return { deposits: without(state, event.deposit) }
    case "BalanceDepositFinalized":
      return {
        deposits: Funding.seen(state.deposits, event.deposit, true),
        received: state.received + event.deposit.amount,
        recent: RecentTransfers.add(state.recent, event.deposit)
      }
    case "BalanceDustReceived":
      return {
        deposits: without(state, event.deposit),
        ...withDust(state, event.deposit),
        received: state.received + event.deposit.amount,
        recent: RecentTransfers.add(state.recent, event.deposit)
      }
    case "BalanceSenderScreened":
      return screened(state, event)
    case "BalanceActionApproved":
      return { pendingAction: Approval.approved(state.pendingAction ?? undefined, event) }
    case "BalanceHoldReleased":
      return {
        pendingAction: null,
        held: state.held.filter(({ sender }) => sender !== event.sender),
        amount: state.amount + event.amount,
        movements: state.movements + 1
      }
    case "BalanceCorrected":
      return {
        pendingAction: null,
        amount: state.amount + event.amount,
        movements: state.movements + 1
      }
    case "BalanceAddressAdded":
    case "BalanceAddressRemoved":
    case "BalanceAddressActivated":
      return changeAddresses(state, event)
    case "BalanceCredited":
      return {
        deposits: without(state, event.deposit),
        dust:
          event.dust === 0
            ? state.dust
            : state.dust.filter(({ from }) => from !== event.deposit.from),
        amount: state.amount + event.deposit.amount + event.dust,
        movements: state.movements + 1
      }
  }
}

/** The state after an event. Every recorded event is accepted. */
export const evolve = (state: Balance, event: Event): Balance => ({
  ...state,
  ...change(state, event),
  updatedAt: event.at
})

// ----------------------------------------------------------------------------- payouts

type Owner = Pick<Payout.Payout, "funding" | "batchId" | "sourceAmount">

/** Micro-USDC of a refund that the balance gets. They were not part of it before. */
const creditedBy = (event: Payout.Event | BatchEvent.Bare): Money.Micro =>
  event._tag === "RefundCredited" ? event.amount : 0

/** Micro-USDC that an event of a payout moves to the balance; negative if it takes it. */
export const movedBy = (owner: Owner, event: Payout.Event): Money.Micro =>
  PayoutGuards.isFromBalance(owner) && owner.batchId === null ? moved(event) : creditedBy(event)

/** Micro-USDC that an event of a batch moves to the balance. */
export const movedByBatch = (event: BatchEvent.Bare): Money.Micro =>
  moved(event) + creditedBy(event)

const moved = (event: Payout.Event | BatchEvent.Bare): Money.Micro => {
  if (event._tag === "FundsAllocated") return -event.amount
  return event._tag === "FundsReturned" ? event.amount : 0
}

/** The balance after an event of a payout; the same one if the event does not concern it. */
export const follow = (state: Balance, owner: Owner, event: Payout.Event): Balance => {
  if (event._tag === "RefundCredited") return withCredited(state, event)
  const used = PayoutGuards.isFromBalance(owner) ? usedBy(owner, event) : 0
  return used === 0
    ? withMoved(state, movedBy(owner, event), event.at)
    : { ...state, reserved: state.reserved - used, updatedAt: event.at }
}

/** Micro-USDC reserved for a payout that it has used; negative if they are held for it again. */
const usedBy = ({ batchId, sourceAmount }: Owner, event: Payout.Event): Money.Micro => {
  if (event._tag === "PayoutSettled") return sourceAmount
  return event._tag === "RecallReturned" && batchId === null ? -event.value : 0
}

/** The balance after an event of a batch; the same one if the event does not concern it. */
export const followBatch = (state: Balance, event: BatchEvent.Bare): Balance =>
  event._tag === "RefundCredited"
    ? withCredited(state, event)
    : withMoved(state, moved(event), event.at)

/** The balance with a refund. */
const withCredited = (
  state: Balance,
  { amount, at }: { readonly amount: Money.Micro; readonly at: number }
): Balance => ({
  ...state,
  amount: state.amount + amount,
  movements: state.movements + 1,
  updatedAt: at
})

/** The balance after an event of a withdrawal; the same one if the event does not concern it. */
export const followWithdrawal = (
  state: Balance,
  withdrawal: Pick<Withdrawal.Withdrawal, "amount">,
  event: Withdrawal.Event
): Balance =>
  event._tag === "WithdrawalCompleted"
    ? { ...state, reserved: state.reserved - withdrawal.amount, updatedAt: event.at }
    : withMoved(state, Withdrawal.movedBy(withdrawal, event), event.at)

/** The balance after an amount moved to it, from what was reserved. */
const withMoved = (state: Balance, amount: Money.Micro, at: number): Balance =>
  amount === 0
    ? state
    : {
        ...state,
        amount: state.amount + amount,
        reserved: state.reserved - amount,
        movements: state.movements + 1,
        updatedAt: at
      }

/** The movement between two states of a balance, if there is one. */
export const movement = (
  before: Balance,
  after: Balance,
  { subject, type }: Pick<Movement, "subject" | "type">
): Movement | undefined =>
  after.movements === before.movements
    ? undefined
    : {
        id: Ids.movement(after.id, after.movements),
        accountId: after.accountId,
        number: after.movements,
        type,
        amount: after.amount - before.amount,
        balanceAfter: after.amount,
        subject,
        at: after.updatedAt
      }

// ----------------------------------------------------------------------------- next step

export type Step =
  | { readonly key: string; readonly _tag: "Rest" }
  | Extract<Refund.Step, { readonly _tag: "ScreenSenders" }>

const rest: Step = { _tag: "Rest", key: "rest" }

/** Senders are screened one by one: a flagged one must not hold the money of another. */
export const nextStep = ({ deposits }: Pick<Balance, "deposits">): Step => {
  const [sender] = Funding.unscreened(deposits)
  return sender === undefined
    ? rest
    : { _tag: "ScreenSenders", key: `sender/${sender}`, senders: [sender] }
}
