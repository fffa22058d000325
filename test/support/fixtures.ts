/**
 * Shared values of the domain tests: a payout, its quote, its deposits, a history to each state,
 * and random lives for the properties.
 */
import * as fc from "fast-check"
import * as Batch from "../../src/domain/batch/Batch.ts"
import * as BatchRow from "../../src/domain/batch/BatchRow.ts"
import * as Network from "../../src/domain/Network.ts"
import * as Payout from "../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type * as Quote from "../../src/domain/quote/Quote.ts"
import type * as ScreeningEvidence from "../../src/domain/ScreeningEvidence.ts"

/** 2026-01-05T12:00:00.000Z, the time at which everything is created. */
export const t0 = Date.UTC(2026, 0, 5, 12)

/** A time, in minutes after the creation. */
export const at = (minutes: number): number => t0 + minutes * 60_000

/** Micro-USDC of an amount in USDC. */
export const usdc = (amount: number): number => Math.round(amount * 1_000_000)

export const payoutId = "po_01KE7C2Y00AAAABBBBCCCCDDDD"
export const address = "0x00000000000000000000000000000000000000aa"

export type Tag = Payout.Event["_tag"]
type Of<T extends Tag> = Extract<Payout.Event, { _tag: T }>

/** An event of the payout. */
export const event = <const T extends Tag>(
  _tag: T,
  time: number,
  fields: Omit<Of<T>, "_tag" | "id" | "at">
): Of<T> => ({ _tag, id: payoutId, at: time, ...fields }) as Of<T>

/** A single payout of 25 USDC with a funding window of 30 minutes. */
export const createdEvent: PayoutEvent.Created = {
  _tag: "PayoutCreated",
  id: payoutId,
  at: t0,
  accountId: "acct_1",
  quoteId: "qt_1",
  batchId: null,
  status: "AWAITING_FUNDS",
  currency: "UGX",
  sourceAmount: usdc(25),
  targetAmount: 91_575,
  rate: 3_663_000_000,
  phone: "+256770000001",
  name: "Amina",
  network: "MTN_UG",
  depositAddress: "0x00000000000000000000000000000000000000d0",
  fundingDeadline: at(30),
  beneficiaryId: null,
  idempotencyKey: "key-1",
  reference: null,
  metadata: {},
  spread: 0.01
}

/** A row of a batch that waits for its funds. */
export const row: PayoutEvent.Created = {
  ...createdEvent,
  status: "CREATED",
  quoteId: null,
  batchId: "bt_1"
}

/** The n-th deposit, with its amount in USDC and the minute at which it was seen. */
export const deposit = (n: number, amount: number, minute: number) => ({
  chainId: 1,
  txHash: `0x${String(n).padStart(64, "0")}`,
  logIndex: 0,
  blockNumber: 100 + n,
  amount: usdc(amount),
  seenAt: at(minute)
})

/** USDC on another chain, and another token on the service's own. */
export const assets = [
  { chainId: 8453, token: `0x${"ba".repeat(20)}`, decimals: 6 },
  { chainId: 1, token: `0x${"da".repeat(20)}`, decimals: 18 }
] as const

/** The n-th foreign deposit: 25 USDC on another chain. */
export const foreignDeposit = (
  n: number,
  units = "25000000",
  asset: (typeof assets)[number] = assets[0]
) => ({
  ...asset,
  ...{ units, txHash: `0xf${String(n).padStart(63, "0")}`, logIndex: 0, blockNumber: 900 + n },
  from: sender
})

/** Pays the payout exactly, one minute after its creation. */
export const exact = deposit(1, 25, 1)

const funded: ReadonlyArray<Payout.Event> = [
  createdEvent,
  event("DepositFinalized", at(2), { deposit: exact }),
  event("FundsReceived", at(2), {})
]
const initiated: ReadonlyArray<Payout.Event> = [
  ...funded,
  event("TransferRequested", at(3), { reference: "tr_1", attempt: 1, deadline: at(63) })
]
const confirmed: ReadonlyArray<Payout.Event> = [
  ...initiated,
  event("TransferAccepted", at(4), { reference: "tr_1" })
]
const held: ReadonlyArray<Payout.Event> = [
  ...funded,
  event("PayoutHeld", at(3), { reason: "sanctions list" })
]

/** The plainest history that ends in each state. */
export const historyTo: { readonly [S in Payout.Status]: ReadonlyArray<Payout.Event> } = {
  CREATED: [row],
  AWAITING_FUNDS: [createdEvent],
  STABLECOIN_RECEIVED: funded,
  COMPLIANCE_HOLD: held,
  PAYOUT_INITIATED: initiated,
  PAYOUT_CONFIRMED: confirmed,
  SETTLED: [...confirmed, event("PayoutSettled", at(5), { providerReference: "mtn-1" })],
  FAILED: [
    ...confirmed,
    event("TransferRefused", at(5), { reference: "tr_1", reason: "recipient_limit" }),
    event("PayoutFailed", at(5), { reason: "recipient_limit" }),
    event("RefundOpened", at(5), { amount: usdc(25) })
  ],
  REVERSED: [
    ...held,
    event("PayoutReversed", at(5), { reason: "compliance_rejected" }),
    event("RefundOpened", at(5), { amount: usdc(25) })
  ],
  MANUAL_REVIEW: [...confirmed, event("ReviewOpened", at(63), { reason: "provider_unknown" })]
}

/** The state after a history, which begins with a creation. */
export const replay = (history: ReadonlyArray<Payout.Event>): Payout.Payout => {
  const [first, ...rest] = history
  if (first?._tag !== "PayoutCreated") throw new Error("A history begins with PayoutCreated")
  return rest.reduce(Payout.evolve, Payout.created(first))
}

/** The quote that `born` was made from, ACTIVE for five minutes. */
export const quote: Quote.Quote = {
  id: "qt_1",
  accountId: "acct_1",
  currency: "UGX",
  sourceAmount: usdc(25),
  targetAmount: 91_575,
  rate: 3_663_000_000,
  spread: 0.01,
  createdAt: t0,
  expiresAt: at(5),
  payoutId: null,
  lock: "none"
}

/** The evidence of a screening without matches. */
export const evidence: ScreeningEvidence.Evidence = {
  verdict: "clear",
  lists: "2026-01-05",
  score: 0.31,
  entry: null,
  subject: "recipient",
  candidates: [],
  registeredName: "Amina N.",
  reason: null
}

export const mtnUganda = Network.bySlug("MTN_UG")

// ------------------------------------------------------------------------------- batches

export const batchId = "bt_01KE7C2Y00EEEEFFFFGGGGHHHH"

/** An event of a batch or of one of its rows. */
export type BatchEvent = Batch.Event | Payout.Event

type OfBatch<T extends Batch.Event["_tag"]> = Extract<Batch.Event, { _tag: T }>

/** An event of the batch. */
export const batchEvent = <const T extends Batch.Event["_tag"]>(
  _tag: T,
  time: number,
  fields: Omit<OfBatch<T>, "_tag" | "id" | "at">
): OfBatch<T> => ({ _tag, id: batchId, at: time, ...fields }) as OfBatch<T>

/** The amounts of the rows of `batchCreated`, in USDC. */
export const rowAmounts = [10, 15, 25]

/** The id of the n-th row, from 1. */
export const rowId = (n: number): string => `po_01KE7C2Y00AAAABBBBCCCCDDD${n}`

/** An event of the n-th row, from 1. */
export const rowEvent = <const T extends Tag>(
  n: number,
  _tag: T,
  time: number,
  fields: Omit<Of<T>, "_tag" | "id" | "at">
): Of<T> => ({ ...event(_tag, time, fields), id: rowId(n) }) as Of<T>

/**
 * The creation of a batch and its rows of these amounts in USDC, with a funding window of 30
 * minutes.
 */
export const batchOf = (
  amounts: ReadonlyArray<number>,
  kind: Batch.Kind = "batch"
): readonly [Batch.Created, ...Array<PayoutEvent.Created>] => {
  const rows = amounts.map(
    (amount, index): PayoutEvent.Created => ({
      ...{ ...row, id: rowId(index + 1), batchId, sourceAmount: usdc(amount) },
      status: kind === "batch" ? "CREATED" : "AWAITING_FUNDS",
      quoteId: kind === "batch" ? null : `qt_${index + 1}`
    })
  )
  const created = batchEvent("BatchCreated", t0, {
    ...{ accountId: "acct_1", kind, total: amounts.length, fundingDeadline: at(30) },
    sourceAmount: usdc(amounts.reduce((sum, amount) => sum + amount, 0)),
    depositAddress: createdEvent.depositAddress,
    currencies: BatchRow.totals(rows)
  })
  return [created, ...rows]
}

/** The creation of a batch of 50 USDC in three rows. */
export const batchCreated = batchOf(rowAmounts)

export interface Together {
  readonly batch: Batch.Batch
  readonly rows: ReadonlyMap<string, Payout.Payout>
}

const isOfBatch = ({ _tag }: BatchEvent): boolean => _tag.startsWith("Batch")

/** Folds one more event, as the engine does. The batch follows its rows. */
export const foldBatch = ({ batch, rows }: Together, event: BatchEvent): Together => {
  if (isOfBatch(event)) return { batch: Batch.evolve(batch, event as Batch.Event), rows }
  const of = event as Payout.Event
  const before = rows.get(of.id)
  const after =
    of._tag === "PayoutCreated" ? Payout.created(of) : before && Payout.evolve(before, of)
  if (after === undefined) throw new Error(`${of._tag} speaks of ${of.id}, which is no row`)
  return {
    batch: before === undefined ? batch : Batch.follow(batch, before, after, of.at),
    rows: new Map([...rows, [of.id, after]])
  }
}

/** The batch and its rows after a history, which begins with the batch's creation. */
export const replayBatch = ([first, ...rest]: ReadonlyArray<BatchEvent>): Together => {
  if (first?._tag !== "BatchCreated") throw new Error("A history begins with BatchCreated")
  return rest.reduce(foldBatch, { batch: Batch.created(first), rows: new Map() })
}

// ------------------------------------------------------------------------------- random lives

type Verb = Payout.Command["_tag"]

type Weights = { readonly [V in Verb]?: number }

/** The weight of each command. Commands that end a life early are rare, so that lives get long. */
const anything: { readonly [V in Verb]: number } = {
  ...{ OpenFunding: 4, SeeDeposit: 6, DropDeposit: 3, FinalizeDeposit: 14 },
  ...{ CloseFundingWindow: 2, Fund: 4, RefuseRecipient: 1, Cancel: 1, ClearScreening: 8, Hold: 6 },
  ...{
    Approve: 6,
    Reject: 2,
    Freeze: 3,
    Unfreeze: 4,
    AcceptTransfer: 9,
    DeliverTransfer: 3,
    RefuseTransfer: 6
  },
  ...{ ExpireTransfer: 4, Retry: 6, Settle: 2, Fail: 1, Reverse: 1, Park: 2 },
  ...{ PostponeTransfer: 4, SetRefundAddress: 2 },
  ...{ SendRefund: 4, ConfirmRefund: 3, DisproveRefund: 3, ScreenSenders: 2, ReleaseRefunds: 1 },
  BookForeignDeposits: 3,
  CreditRefund: 3,
  // Recall.property.test.ts has lives after the settlement.
  ...{ OpenRecall: 0, ReturnRecall: 0, CloseRecall: 0 }
}
const funds: Weights = {
  ...{ OpenFunding: 2, SeeDeposit: 6, DropDeposit: 5, FinalizeDeposit: 3, CloseFundingWindow: 3 }
}

const moment = fc.integer({ min: 0, max: 40 }).map(at)

/** The sender of some of the deposits. */
export const sender = `0x${"5e".repeat(20)}`

/**
 * Few different deposits, so that repetitions are frequent, even with other facts under the same
 * name.
 */
const someDeposit = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(0.000001, 0.009999, 5, 10, 15, 24.999999, 25, 40),
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom(0, 0, 0, 0, 0, 1),
    fc.constantFrom(1, 1, 1, 1, 1, 10)
  )
  .map(([n, amount, minute, logIndex, chainId]) => ({
    ...deposit(n, amount, minute),
    logIndex,
    chainId,
    ...(n === 3 ? { from: sender } : {})
  }))

/** Few different foreign deposits, of nothing too, and of more than a safe integer. */
const someForeign = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom("0", "7", `1${"0".repeat(24)}`))
    .map(([n, units]) => foreignDeposit(n, units)),
  { maxLength: 2 }
)

const someAsset = fc.constantFrom(...assets)

/**
 * The symbol for the refund that is due, which `withReferences` replaces. No real refund is zero.
 */
const allDue = 0

/**
 * The parts that a command may need. They may or may not fit the state, because the tests need
 * both.
 */
const someParts = fc.record({
  at: moment,
  deadline: moment,
  deposit: someDeposit,
  /** Mostly the live transfer, and sometimes a finished or unknown one. */
  reference: fc.constantFrom("live", "live", "live", "tr_1", "tr_3", "tr_x"),
  reason: fc.constantFrom(...PayoutEvent.FailureReason.literals),
  isLast: fc.boolean(),
  /** Mostly the amount due, and sometimes another amount. */
  refund: fc.constantFrom(allDue, allDue, allDue, usdc(5), usdc(25)),
  txHash: fc.constantFrom("0xref", "0xother"),
  attemptsMax: fc.integer({ min: 1, max: 4 }),
  by: fc.constantFrom("key_1", "key_2"),
  approvalsMin: fc.constantFrom(1, 2),
  provider: fc.constantFrom(undefined, "mtn", "pawapay"),
  /** Further fields of a command; most have none. */
  directions: fc.constantFrom({}, {}, {}, { refundAddress: address }, { refundAddress: "0xelse" }),
  isScreened: fc.boolean(),
  foreign: fc
    .tuple(someForeign, someAsset)
    .map(([deposits, asset]) => deposits.map((one) => ({ ...one, ...asset }))),
  /** The asset of a refund; mostly the service's own USDC. */
  asset: fc.option(someAsset, { nil: undefined, freq: 3 })
})

type Parts = typeof someParts extends fc.Arbitrary<infer P> ? P : never

/** The sum of a refund, in its asset. */
const sumOf = ({ asset, refund }: Parts) =>
  asset === undefined
    ? { amount: refund }
    : { amount: 0, asset: { ...asset, units: refund === allDue ? "due" : "7" } }

const flagOf = ({ isLast, reason }: Parts) => (isLast ? { flagged: reason } : {})

/** A random command. `withReferences` replaces the references `live` and `new`. */
const commandFrom = (_tag: Verb, parts: Parts): Payout.Command => {
  const { approvalsMin, at, attemptsMax, by, deadline, deposit, isLast, isScreened } = parts
  const { directions, foreign, provider, reason, reference, txHash } = parts
  const instruction = {
    reference: "new",
    deadline,
    ...(provider === undefined ? {} : { provider })
  }
  const screened = isScreened ? { evidence } : {}
  const more = { at, ...directions }
  switch (_tag) {
    case "OpenFunding":
      return { _tag, fundingDeadline: deadline, ...more }
    case "SeeDeposit":
    case "DropDeposit":
    case "FinalizeDeposit":
      return { _tag, deposit, ...more }
    case "RefuseRecipient":
    case "Fail":
      return { _tag, reason, ...more }
    case "Hold":
      return { _tag, reason, ...screened, ...more }
    case "ClearScreening":
      return { _tag, instruction, ...screened, ...more }
    case "Approve":
      return { _tag, instruction, by, approvalsMin, ...more }
    case "Freeze":
      return { _tag, by, reason, ...more }
    case "Unfreeze":
      return {
        _tag,
        by,
        ...(isLast ? { vote: { by, peopleMin: approvalsMin } } : {}),
        ...more
      }
    case "Retry":
      return { _tag, instruction, ...more }
    case "AcceptTransfer":
    case "ExpireTransfer":
      return { _tag, reference, ...more }
    case "PostponeTransfer":
      return { _tag, reference, deadline, ...more }
    case "DeliverTransfer":
      return { _tag, reference, providerReference: "mtn-1", ...more }
    case "RefuseTransfer":
      return { _tag, reference, reason, next: isLast ? null : instruction, attemptsMax, ...more }
    case "Settle":
      return { _tag, providerReference: isLast ? null : "mtn-1", ...more }
    case "SetRefundAddress":
      return { _tag, address, ...more }
    case "SendRefund":
      return { _tag, ...sumOf(parts), address, txHash, ...flagOf(parts), ...more }
    case "ConfirmRefund":
      return { _tag, txHash, isThirdParty: isLast, ...more }
    case "DisproveRefund":
      return { _tag, txHash, ...more }
    case "ScreenSenders":
      return { _tag, senders: [sender], hold: isLast ? reason : null, ...more }
    case "ReleaseRefunds":
      return { _tag, by, ...more }
    case "CreditRefund":
      // The engine gives this command itself, without an address.
      return { _tag, amount: allDue, at: more.at }
    case "BookForeignDeposits":
      return { _tag, deposits: foreign, ...more }
    case "OpenRecall":
      return { _tag, recallId: "rcl_1", kind: "recalled", reason, ...more }
    case "ReturnRecall":
      return { _tag, recallId: "rcl_1", returned: 1, providerReference: "mtn-2", ...more }
    case "CloseRecall":
      return { _tag, recallId: "rcl_1", outcome: "kept", ...more }
    default:
      return { _tag, ...more }
  }
}

const someCommand = (weights: Weights): fc.Arbitrary<Payout.Command> => {
  const verbs = Object.entries(weights).flatMap(([verb, weight]) =>
    Array.from({ length: weight }, () => verb as Verb)
  )
  return fc
    .tuple(fc.constantFrom(...verbs), someParts)
    .map(([tag, parts]) => commandFrom(tag, parts))
}

/** A creation, then commands in any order: first deposits alone, then any command. */
export const someLife = fc
  .tuple(
    fc.constantFrom(createdEvent, row, { ...createdEvent, excess: "balance" as const }),
    fc.array(someCommand(funds), { maxLength: 12, size: "max" }),
    fc.array(someCommand(anything), { maxLength: 36, size: "max" })
  )
  .map(([birth, first, rest]) => [birth, [...first, ...rest]] as const)

/** The amount due in each asset, by its chain; without a chain in micro-USDC. */
export type Due = (chainId?: number) => number | string

/** The amounts due of a state. */
export const dueOf =
  ({ refunds }: Pick<Payout.Payout, "refunds">): Due =>
  (chainId) => {
    const due = refunds.find(({ asset, status }) => status === "due" && asset?.chainId === chainId)
    return due?.asset?.units ?? due?.amount ?? 0
  }

/** The command with the symbols `live`, `new` and `allDue` replaced. */
export const withReferences = (
  command: Payout.Command,
  live: string,
  fresh: string,
  due: Due
): Payout.Command => {
  if (command._tag === "CreditRefund") return { ...command, amount: Number(due()) }
  if (command._tag === "SendRefund") {
    const { amount, asset } = command
    if (asset === undefined) {
      return { ...command, amount: amount === allDue ? Number(due()) : amount }
    }
    const units = asset.units === "due" ? String(due(asset.chainId)) : asset.units
    return { ...command, asset: { ...asset, units } }
  }
  if ("instruction" in command) {
    return { ...command, instruction: { ...command.instruction, reference: fresh } }
  }
  if (!("reference" in command)) return command
  const reference = command.reference === "live" ? live : command.reference
  return command._tag === "RefuseTransfer" && command.next !== null
    ? { ...command, reference, next: { ...command.next, reference: fresh } }
    : { ...command, reference }
}
