/**
 * Every (state, command) pair of a batch's lifecycle, as one grid, and what each state owes. The
 * stories are in BatchStories.test.ts, the invariants in Batch.property.test.ts.
 */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import {
  address,
  assets,
  at,
  type BatchEvent,
  batchCreated,
  batchEvent,
  batchId,
  deposit,
  foreignDeposit,
  replayBatch,
  rowEvent,
  sender,
  usdc
} from "../../support/fixtures.ts"
import { givenBatch } from "../../support/given.ts"

type Verb = Batch.Command["_tag"]

const now = at(40)
/** A deposit that pays for every row. The states that have it saw it inside the window. */
const exact = deposit(1, 50, 5)
/** A deposit that no state has, seen inside the window. */
const second = deposit(2, 7, 29)

const sent = { amount: usdc(10), address, txHash: "0xref" }

/** One command of each kind. The compiler refuses a missing and an unknown command. */
const commands: { readonly [V in Verb]: Extract<Batch.Command, { _tag: V }> } = {
  SeeDeposit: { _tag: "SeeDeposit", deposit: second, at: now },
  DropDeposit: { _tag: "DropDeposit", deposit: exact, at: now },
  FinalizeDeposit: { _tag: "FinalizeDeposit", deposit: second, at: now },
  CloseFundingWindow: { _tag: "CloseFundingWindow", at: now },
  AcceptFunds: { _tag: "AcceptFunds", at: now },
  Cancel: { _tag: "Cancel", at: now },
  OpenRefund: { _tag: "OpenRefund", at: now },
  SetRefundAddress: { _tag: "SetRefundAddress", address, at: now },
  SendRefund: { _tag: "SendRefund", ...sent, at: now },
  ConfirmRefund: { _tag: "ConfirmRefund", txHash: "0xref", at: now },
  DisproveRefund: { _tag: "DisproveRefund", txHash: "0xref", at: now },
  ScreenSenders: { _tag: "ScreenSenders", senders: [sender], hold: null, at: now },
  ReleaseRefunds: { _tag: "ReleaseRefunds", by: "key_1", at: now },
  CreditRefund: { _tag: "CreditRefund", amount: usdc(10), at: now },
  BookForeignDeposits: { _tag: "BookForeignDeposits", deposits: [foreignDeposit(1)], at: now },
  Park: { _tag: "Park", at: now },
  Resume: { _tag: "Resume", at: now }
}

const rows = [1, 2, 3]
const open = (n: number) => rowEvent(n, "FundingOpened", at(1), { fundingDeadline: at(30) })
const fund = (n: number, amount: number): ReadonlyArray<BatchEvent> => [
  rowEvent(n, "FundsAllocated", at(7), { amount: usdc(amount) }),
  rowEvent(n, "FundsReceived", at(7), {})
]
const fail = (n: number, reason: "cancelled" | "deposit_expired") =>
  rowEvent(n, "PayoutFailed", at(35), { reason })
const settle = (n: number) => rowEvent(n, "PayoutSettled", at(9), { providerReference: "mtn-1" })

const waiting = [...batchCreated, ...rows.map(open)]
const seen = [...waiting, batchEvent("BatchDepositSeen", at(5), { deposit: exact })]
const ten = deposit(1, 10, 5)
const partly = [...waiting, batchEvent("BatchDepositFinalized", at(6), { deposit: ten })]
const covered = [...seen, batchEvent("BatchDepositFinalized", at(6), { deposit: exact })]
const funded = [...covered, batchEvent("BatchFunded", at(6), {})]
const paying = [...funded, ...fund(1, 10), ...fund(2, 15), ...fund(3, 25)]
const cancelled = [...waiting, batchEvent("BatchCancelled", at(2), {})]
const expired = [...partly, batchEvent("BatchFundingExpired", at(31), {})]

const leftOver = [...expired, ...rows.map((n) => fail(n, "deposit_expired"))]
const returning = [...leftOver, batchEvent("BatchRefundOpened", at(36), { amount: usdc(10) })]

/** A history for each state that differs in its commands, its next step or its status. */
const historyTo = {
  queued: batchCreated,
  starting: [...batchCreated, open(1)],
  waiting,
  seen,
  partly,
  covered,
  closed: [...seen, batchEvent("BatchWindowClosed", at(31), {})],
  /** The deposit that the closed window waited for was dropped. */
  deserted: [
    ...seen,
    batchEvent("BatchWindowClosed", at(31), {}),
    batchEvent("BatchDepositDropped", at(33), { deposit: exact })
  ],
  funded,
  funding: [...funded, ...fund(1, 10)],
  paying,
  settled: [...paying, ...rows.map(settle)],
  cancelled,
  stopped: [...cancelled, ...rows.map((n) => fail(n, "cancelled"))],
  expired,
  leftOver,
  returning,
  /** The account wants refunds in its balance. */
  wanted: returning.map((one) =>
    one._tag === "BatchCreated" ? { ...one, excess: "balance" as const } : one
  ),
  returned: [...returning, batchEvent("BatchRefundSent", at(37), sent)],
  proven: [
    ...returning,
    batchEvent("BatchRefundSent", at(37), sent),
    batchEvent("BatchRefundConfirmed", at(38), { txHash: "0xref" })
  ],
  parked: [...covered, batchEvent("BatchParked", at(8), {})],
  resumed: [
    ...covered,
    batchEvent("BatchParked", at(8), {}),
    batchEvent("BatchResumed", at(9), {})
  ],
  /** Parked with no other step left. It stays in memory until an operator has checked it. */
  parkedAtTheEnd: [...leftOver, batchEvent("BatchParked", at(36), {})]
} as const satisfies Readonly<Record<string, ReadonlyArray<BatchEvent>>>

type State = keyof typeof historyTo
const states = Object.keys(historyTo) as ReadonlyArray<State>

/**
 * A row per state, a column per command in the order of `commands`. `-`: InvalidBatchState. `0`:
 * accepted without an effect. Anything else names an outcome below.
 *
 *   SeeDeposit DropDeposit FinalizeDeposit CloseFundingWindow AcceptFunds Cancel OpenRefund
 *   SetRefundAddress SendRefund ConfirmRefund DisproveRefund ScreenSenders ReleaseRefunds
 *   CreditRefund BookForeignDeposits Park Resume
 */
const grid: { readonly [S in State]: string } = {
  queued: "seen 0 counted - - cancelled - directed - - - screened - - booked parked -",
  starting: "seen 0 counted - - cancelled - directed - - - screened - - booked parked -",
  waiting: "seen 0 counted expired - cancelled - directed - - - screened - - booked parked -",
  seen: "seen dropped counted closed - - - directed - - - screened - - booked parked -",
  partly: "seen 0 counted expired - - - directed - - - screened - - booked parked -",
  // A batch that is funded in time does not expire, even if the window is checked late (B3).
  covered: "seen 0 counted 0 funded - - directed - - - screened - - booked parked -",
  closed: "seen dropped counted 0 - - - directed - - - screened - - booked parked -",
  deserted: "seen 0 counted expired - cancelled - directed - - - screened - - booked parked -",
  funded: "seen 0 counted - - - - directed - - - screened - - booked parked -",
  funding: "seen 0 counted - - - - directed - - - screened - - booked parked -",
  paying: "seen 0 counted - - - - directed - - - screened - - booked parked -",
  settled: "seen 0 counted - - - - directed - - - screened - - booked - -",
  cancelled: "seen 0 counted - - - - directed - - - screened - - booked parked -",
  stopped: "seen 0 counted - - - - directed - - - screened - - booked - -",
  expired: "seen 0 counted - - - - directed - - - screened - - booked parked -",
  leftOver: "seen 0 counted - - - opened directed - - - screened - - booked parked -",
  returning: "seen 0 counted - - - - directed sent - - screened - - booked - -",
  wanted: "seen 0 counted - - - - directed sent - - screened - credited booked parked -",
  returned: "seen 0 counted - - - - directed - confirmed disproved screened - - booked parked -",
  proven: "seen 0 counted - - - - directed - - - screened - - booked - -",
  parked: "seen 0 counted 0 funded - - directed - - - screened - - booked - resumed",
  resumed: "seen 0 counted 0 funded - - directed - - - screened - - booked parked -",
  parkedAtTheEnd: "seen 0 counted - - - - directed - - - screened - - booked - resumed"
}

const outcomes: Readonly<Record<string, ReadonlyArray<Batch.Event>>> = {
  screened: [batchEvent("BatchSendersScreened", now, { senders: [sender], hold: null })],
  "0": [],
  seen: [batchEvent("BatchDepositSeen", now, { deposit: second })],
  dropped: [batchEvent("BatchDepositDropped", now, { deposit: exact })],
  counted: [batchEvent("BatchDepositFinalized", now, { deposit: second })],
  closed: [batchEvent("BatchWindowClosed", now, {})],
  expired: [batchEvent("BatchFundingExpired", now, {})],
  funded: [batchEvent("BatchFunded", now, {})],
  cancelled: [batchEvent("BatchCancelled", now, {})],
  opened: [batchEvent("BatchRefundOpened", now, { amount: usdc(10) })],
  directed: [batchEvent("BatchRefundAddressSet", now, { address })],
  sent: [batchEvent("BatchRefundSent", now, sent)],
  credited: [batchEvent("BatchRefundCredited", now, { amount: usdc(10) })],
  confirmed: [batchEvent("BatchRefundConfirmed", now, { txHash: "0xref" })],
  disproved: [batchEvent("BatchRefundDisproved", now, { txHash: "0xref" })],
  booked: [
    batchEvent("BatchForeignDepositBooked", now, { transfer: foreignDeposit(1) }),
    batchEvent("BatchRefundOpened", now, {
      ...{ amount: 0, asset: { ...assets[0], units: foreignDeposit(1).units } }
    })
  ],
  parked: [batchEvent("BatchParked", now, {})],
  resumed: [batchEvent("BatchResumed", now, {})]
}

const shown: { readonly [S in State]: Batch.Status } = {
  queued: "queued",
  ...{ starting: "processing", waiting: "processing", seen: "processing", partly: "processing" },
  ...{ covered: "processing", closed: "processing", deserted: "processing" },
  ...{ funded: "processing", funding: "processing", paying: "processing" },
  ...{ settled: "completed", cancelled: "cancelled", stopped: "cancelled" },
  ...{ expired: "processing", leftOver: "completed" },
  ...{ returning: "completed", wanted: "completed", returned: "completed", proven: "completed" },
  ...{ parked: "processing", resumed: "processing", parkedAtTheEnd: "completed" }
}

const inWindow = { _tag: "AwaitFunds", key: "funds-in-window", deadline: at(30) } as const
const rest = { _tag: "Rest", key: "rest" } as const
const fundRows = { _tag: "FundRows", key: "fund" } as const

const pendingStep: { readonly [S in State]: Batch.Step } = {
  queued: { _tag: "StartRows", key: "start" },
  starting: { _tag: "StartRows", key: "start" },
  ...{ waiting: inWindow, seen: inWindow, partly: inWindow },
  covered: { _tag: "AcceptFunds", key: "accept" },
  closed: { _tag: "AwaitFunds", key: "funds", deadline: null },
  // No deposit is pending any more, so the expired window closes for good.
  deserted: inWindow,
  ...{ funded: fundRows, funding: fundRows, paying: rest, settled: rest },
  cancelled: { _tag: "StopRows", key: "stop", how: "Cancel" },
  stopped: rest,
  expired: { _tag: "StopRows", key: "stop", how: "CloseFundingWindow" },
  leftOver: { _tag: "OpenRefund", key: `refund ${usdc(10)}` },
  returning: rest,
  wanted: { _tag: "CreditRefund", key: `credit/${usdc(10)}`, amount: usdc(10) },
  // The chain must prove the refund.
  returned: { _tag: "ProveRefund", key: "refund/0xref", refund: sent },
  proven: rest,
  parked: rest,
  resumed: { _tag: "AcceptFunds", key: "accept" },
  parkedAtTheEnd: rest
}

const finished: ReadonlyArray<State> = ["settled", "stopped", "returning", "proven"]

const verbs = Object.keys(commands) as ReadonlyArray<Verb>

const cellsOf = (state: State) =>
  verbs.map((verb, index) => ({ verb, cell: grid[state].split(" ")[index] ?? "missing" }))

describe("The table of a batch's states and commands", () => {
  it("has a cell for every state and command", () => {
    for (const state of states) expect(grid[state].split(" "), state).toHaveLength(verbs.length)
    const words = new Set(states.flatMap((state) => grid[state].split(" ")))
    expect([...words].sort()).toEqual(["-", ...Object.keys(outcomes)].sort())
  })

  it("covers every funding, status and step, and every batch event", () => {
    const batches = states.map((state) => replayBatch(historyTo[state]).batch)
    expect(new Set(batches.map(({ funding }) => funding))).toEqual(
      new Set(["open", "funded", "expired", "cancelled"])
    )
    expect(new Set(states.map((state) => shown[state])).size).toBe(4)
    expect(new Set(states.map((state) => pendingStep[state]._tag)).size).toBe(9)
    const tags = Batch.Event.members.map(({ fields }) => fields._tag.schema.literal)
    // BatchStories.test.ts covers these events, which need a separate history.
    const elsewhere = [
      ...["BatchDustReceived", "BatchSuspenseReleased", "BatchRefundsReleased"],
      ...["BatchActionApproved", "BatchFundsAllocated", "BatchFundsReturned"]
    ]
    const events = [batchCreated[0], ...Object.values(outcomes).flat()]
    expect(new Set([...events.map(({ _tag }) => _tag), ...elsewhere])).toEqual(new Set(tags))
  })

  it("lists each command under its own name", () => {
    for (const [verb, command] of Object.entries(commands)) expect(command._tag).toBe(verb)
  })
})

describe.each([...states])("A batch that is %s", (state) => {
  it.each(cellsOf(state))("has outcome $cell for $verb", ({ cell, verb }) => {
    const outcome = givenBatch(...historyTo[state]).when(commands[verb])
    const events = outcomes[cell]
    if (events !== undefined) return void outcome.yields(...events)
    expect(cell).toBe("-")
    outcome.isInvalid()
  })

  it("has its status and step, and is finished only when no step is left", () => {
    const { batch } = replayBatch(historyTo[state])
    expect(Batch.status(batch)).toBe(shown[state])
    expect(Batch.nextStep(batch)).toEqual(pendingStep[state])
    expect(Batch.isFinished(batch)).toBe(finished.includes(state))
  })

  it("is unchanged by a decision, and decides the same again", () => {
    const { batch } = replayBatch(historyTo[state])
    const copy = structuredClone(batch)
    for (const command of Object.values(commands)) {
      expect(Batch.decide(batch, command)).toEqual(Batch.decide(copy, command))
    }
    expect(batch).toEqual(copy)
  })

  it.each([0, -1])("ignores a transfer of %d USDC", (amount) => {
    const none = deposit(5, amount, 3)
    givenBatch(...historyTo[state])
      .when({ _tag: "SeeDeposit", deposit: none, at: now })
      .yields()
      .when({ _tag: "FinalizeDeposit", deposit: none, at: now })
      .yields()
  })
})

describe("A bulk batch", () => {
  const bulk = Batch.created({ ...batchCreated[0], kind: "bulk" })

  it("begins in processing, since its rows wait for funds from the start", () => {
    expect(bulk).toMatchObject({ waiting: 0, unfunded: 3, due: usdc(50) })
    expect(Batch.status(bulk)).toBe("processing")
    expect(Batch.nextStep(bulk)).toEqual(inWindow)
  })
})

it("has its id in its events, which survive the log's JSON", () => {
  const events = [batchCreated[0], ...Object.values(outcomes).flat()]
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Batch.Event)))
  expect(decode(JSON.stringify(events))).toEqual(events)
  for (const { id } of events) expect(id).toBe(batchId)
})

it("has the fields that the schema of the stored state describes", () => {
  const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Batch.Batch))
  for (const state of states) {
    const { batch } = replayBatch(historyTo[state])
    expect(decode(JSON.stringify(batch))).toEqual(batch)
  }
})
