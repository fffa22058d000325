/**
 * Every (state, command) pair of the payout's lifecycle, as one grid. The stories are in
 * PayoutStories.test.ts, the invariants in Payout.property.test.ts.
 */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import {
  address,
  assets,
  at,
  deposit,
  event,
  foreignDeposit,
  historyTo,
  replay,
  sender,
  usdc
} from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

type Verb = Payout.Command["_tag"]

const now = at(40)
/** A deposit that no state has, seen inside the window. */
const second = deposit(2, 5, 29)
const next = { reference: "tr_2", deadline: at(100) }

/** One command of each kind. The compiler refuses a missing and an unknown command. */
const commands: { readonly [V in Verb]: Extract<Payout.Command, { _tag: V }> } = {
  OpenFunding: { _tag: "OpenFunding", fundingDeadline: at(70), at: now },
  SeeDeposit: { _tag: "SeeDeposit", deposit: second, at: now },
  DropDeposit: { _tag: "DropDeposit", deposit: second, at: now },
  FinalizeDeposit: { _tag: "FinalizeDeposit", deposit: second, at: now },
  CloseFundingWindow: { _tag: "CloseFundingWindow", at: now },
  Fund: { _tag: "Fund", at: now },
  RefuseRecipient: { _tag: "RefuseRecipient", reason: "invalid_recipient", at: now },
  Cancel: { _tag: "Cancel", at: now },
  ClearScreening: { _tag: "ClearScreening", instruction: next, at: now },
  Hold: { _tag: "Hold", reason: "sanctions list", at: now },
  Approve: { _tag: "Approve", instruction: next, by: "key_1", approvalsMin: 1, at: now },
  Reject: { _tag: "Reject", at: now },
  Freeze: { _tag: "Freeze", by: "key_1", reason: "a true match", at: now },
  Unfreeze: { _tag: "Unfreeze", by: "key_1", at: now },
  AcceptTransfer: { _tag: "AcceptTransfer", reference: "tr_1", at: now },
  DeliverTransfer: {
    ...{ _tag: "DeliverTransfer", reference: "tr_1", providerReference: "mtn-9", at: now }
  },
  RefuseTransfer: {
    ...{ _tag: "RefuseTransfer", reference: "tr_1", reason: "network_unavailable" },
    ...{ next, attemptsMax: 3, at: now }
  },
  ExpireTransfer: { _tag: "ExpireTransfer", reference: "tr_1", at: now },
  PostponeTransfer: {
    ...{ _tag: "PostponeTransfer", reference: "tr_1", deadline: at(100), at: now }
  },
  Retry: { _tag: "Retry", instruction: next, at: now },
  Settle: { _tag: "Settle", providerReference: "mtn-9", at: now },
  Fail: { _tag: "Fail", reason: "unspecified", at: now },
  Reverse: { _tag: "Reverse", at: now },
  Park: { _tag: "Park", at: now },
  SendRefund: { _tag: "SendRefund", amount: usdc(25), address, txHash: "0xref", at: now },
  ConfirmRefund: { _tag: "ConfirmRefund", txHash: "0xref", at: now },
  DisproveRefund: { _tag: "DisproveRefund", txHash: "0xref", at: now },
  SetRefundAddress: { _tag: "SetRefundAddress", address, at: now },
  ScreenSenders: { _tag: "ScreenSenders", senders: [sender], hold: null, at: now },
  ReleaseRefunds: { _tag: "ReleaseRefunds", by: "key_1", at: now },
  CreditRefund: { _tag: "CreditRefund", amount: usdc(25), at: now },
  BookForeignDeposits: { _tag: "BookForeignDeposits", deposits: [foreignDeposit(1)], at: now },
  OpenRecall: {
    ...{ _tag: "OpenRecall", recallId: "rcl_1", kind: "disputed", reason: "wrong number" },
    at: now
  },
  ReturnRecall: {
    ...{ _tag: "ReturnRecall", recallId: "rcl_1", returned: 5, providerReference: "mtn-9" },
    at: now
  },
  CloseRecall: { _tag: "CloseRecall", recallId: "rcl_1", outcome: "kept", at: now }
}

const { statuses } = PayoutEvent

/**
 * A row per command, a column per state in the order of `statuses`. `-` is InvalidState. `0` is
 * accepted without an event. `none` is RecallNotFound. Anything else names an outcome below.
 *
 *   CREATED AWAITING RECEIVED HOLD INITIATED CONFIRMED SETTLED FAILED REVERSED REVIEW
 */
const grid: { readonly [V in Verb]: string } = {
  OpenFunding: "opened - - - - - - - - -",
  SeeDeposit: "seen seen seen seen seen seen seen seen seen seen",
  DropDeposit: "0 0 0 0 0 0 0 0 0 0",
  FinalizeDeposit:
    "returned counted returned returned returned returned returned returned returned returned",
  CloseFundingWindow: "- expired - - - - - - - -",
  // Only rows of a batch are funded by it, and these payouts are not rows.
  Fund: "- - - - - - - - - -",
  RefuseRecipient: "- refused - - - - - - - -",
  Cancel: "cancelled cancelled - - - - - - - -",
  ClearScreening: "- - requested - - - - - - -",
  Hold: "- - held - - - - - - -",
  Approve: "- - - approved - - - - - -",
  Reject: "- - - reversed - - - - - -",
  Freeze: "- - - frozen - - - - - -",
  // PayoutFrozen.test.ts has the frozen holds that this command needs.
  Unfreeze: "- - - - - - - - - -",
  AcceptTransfer: "- - - - accepted 0 - - - -",
  DeliverTransfer: "- - - - settled settled - - - -",
  RefuseTransfer: "- - - - replacedInitiated replacedConfirmed - - - -",
  ExpireTransfer: "- - - - unknown unknown - - - -",
  PostponeTransfer: "- - - - renewed - - - - -",
  Retry: "- - - - - - - - - repeated",
  Settle: "- - - - - - - - - settled",
  Fail: "- - - - - - - - - failed",
  Reverse: "- - - - - - - - - undone",
  Park: "parked parked parked parked parked parked - - - -",
  SendRefund: "- - - - - - - sent sent -",
  ConfirmRefund: "- - - - - - - - - -",
  DisproveRefund: "- - - - - - - - - -",
  SetRefundAddress:
    "directed directed directed directed directed directed directed directed directed directed",
  ScreenSenders:
    "screened screened screened screened screened screened screened screened screened screened",
  // None of these payouts keeps its refunds back.
  ReleaseRefunds: "- - - - - - - - - -",
  // RefundCredited.test.ts has the payouts whose refunds go to the balance.
  CreditRefund: "- - - - - - - - - -",
  // The payout in CREATED is a row, whose batch books the money.
  BookForeignDeposits: "- booked booked - booked booked booked booked booked booked",
  OpenRecall: "- - - - - - recalled - - -",
  // Recall.test.ts has the recalls that these commands need.
  ReturnRecall: "- - - - - - none - - -",
  CloseRecall: "- - - - - - none - - -"
}

interface Accepted {
  readonly events: ReadonlyArray<Payout.Event>
  /** The next state. `null` if the state stays the same. */
  readonly to: Payout.Status | null
}

const to = (status: Payout.Status | null, ...events: ReadonlyArray<Payout.Event>): Accepted => ({
  events,
  to: status
})

const refund = (amount: number) => event("RefundOpened", now, { amount: usdc(amount) })
const failure = (reason: Payout.FailureReason) => event("PayoutFailed", now, { reason })
const review = (reason: Payout.ReviewReason) => event("ReviewOpened", now, { reason })
const finalized = event("DepositFinalized", now, { deposit: second })
const again = event("TransferRequested", now, {
  ...{ reference: "tr_1", attempt: 1, deadline: at(100) }
})
const replaced = [
  event("TransferRefused", now, { reference: "tr_1", reason: "network_unavailable" }),
  event("TransferRequested", now, { ...next, attempt: 2 })
]

const outcomes: Readonly<Record<string, Accepted>> = {
  "0": to(null),
  opened: to("AWAITING_FUNDS", event("FundingOpened", now, { fundingDeadline: at(70) })),
  seen: to(null, event("DepositSeen", now, { deposit: second })),
  counted: to(null, finalized),
  returned: to(null, finalized, refund(5)),
  expired: to("FAILED", failure("deposit_expired")),
  refused: to("FAILED", failure("invalid_recipient")),
  cancelled: to("FAILED", failure("cancelled")),
  requested: to("PAYOUT_INITIATED", event("TransferRequested", now, { ...next, attempt: 1 })),
  approved: to(
    "PAYOUT_INITIATED",
    event("HoldApproved", now, { by: "key_1" }),
    event("TransferRequested", now, { ...next, attempt: 1 })
  ),
  held: to("COMPLIANCE_HOLD", event("PayoutHeld", now, { reason: "sanctions list" })),
  reversed: to(
    "REVERSED",
    event("PayoutReversed", now, { reason: "compliance_rejected" }),
    refund(25)
  ),
  undone: to("REVERSED", event("PayoutReversed", now, { reason: "unspecified" }), refund(25)),
  frozen: to(
    null,
    event("PayoutFrozen", now, {
      ...{ by: "key_1", reason: "a true match" },
      ...{ held: usdc(25), suspense: 0, due: 0 }
    })
  ),
  accepted: to("PAYOUT_CONFIRMED", event("TransferAccepted", now, { reference: "tr_1" })),
  settled: to("SETTLED", event("PayoutSettled", now, { providerReference: "mtn-9" })),
  replacedInitiated: to("PAYOUT_INITIATED", ...replaced),
  replacedConfirmed: to("PAYOUT_CONFIRMED", ...replaced),
  unknown: to("MANUAL_REVIEW", review("provider_unknown")),
  renewed: to(null, again),
  repeated: to("PAYOUT_INITIATED", again),
  failed: to("FAILED", failure("unspecified"), refund(25)),
  parked: to("MANUAL_REVIEW", review("defect")),
  sent: to(null, event("RefundSent", now, { amount: usdc(25), address, txHash: "0xref" })),
  directed: to(null, event("RefundAddressSet", now, { address })),
  recalled: to(
    null,
    event("RecallOpened", now, { recallId: "rcl_1", kind: "disputed", reason: "wrong number" })
  ),
  booked: to(
    null,
    event("ForeignDepositBooked", now, { transfer: foreignDeposit(1) }),
    event("RefundOpened", now, {
      ...{ amount: 0, asset: { ...assets[0], units: foreignDeposit(1).units } }
    })
  ),
  screened: to(null, event("SendersScreened", now, { senders: [sender], hold: null }))
}

const rows = Object.entries(grid).map(([verb, cells]) => ({
  verb: verb as Verb,
  cells: cells.split(" ")
}))

const cellsOf = (status: Payout.Status) =>
  rows.map(({ cells, verb }) => ({ verb, cell: cells[statuses.indexOf(status)] ?? "missing" }))

describe("The table of a payout's states and commands", () => {
  it("has a cell for each of the ten states and every command", () => {
    expect(statuses).toHaveLength(10)
    expect(rows.map(({ verb }) => verb).sort()).toEqual(Object.keys(commands).sort())
    for (const { cells, verb } of rows) expect(cells, verb).toHaveLength(statuses.length)
    const words = new Set(rows.flatMap(({ cells }) => cells))
    expect([...words].sort()).toEqual(["-", "none", ...Object.keys(outcomes)].sort())
  })

  it("has a history for each state that ends in that state", () => {
    for (const status of statuses) expect(replay(historyTo[status]).status).toBe(status)
  })

  it("lists each command under its own name", () => {
    for (const [verb, command] of Object.entries(commands)) expect(command._tag).toBe(verb)
  })
})

/** Commands about a transfer that does not exist. */
const strangers = [
  { ...commands.AcceptTransfer, reference: "tr_0" },
  { ...commands.DeliverTransfer, reference: "tr_0" },
  { ...commands.RefuseTransfer, reference: "tr_0" },
  { ...commands.ExpireTransfer, reference: "tr_0" },
  { ...commands.PostponeTransfer, reference: "tr_0" }
]

const isPaying = (status: Payout.Status): boolean =>
  status === "PAYOUT_INITIATED" || status === "PAYOUT_CONFIRMED"

/** The reason for a refusal other than the status. The payout in CREATED is a row. */
const causeOf = (verb: Verb) => (verb === "BookForeignDeposits" ? "of_batch" : undefined)

const noRecall = { _tag: "RecallNotFound", id: "rcl_1" } as const

const meet = (status: Payout.Status, { cell, verb }: { verb: Verb; cell: string }): void => {
  const before = given(...historyTo[status])
  const accepted = outcomes[cell]
  if (cell === "none") return void before.when(commands[verb]).rejects(noRecall)
  if (accepted === undefined) {
    expect(cell).toBe("-")
    before.when(commands[verb]).isInvalid(status === "CREATED" ? causeOf(verb) : undefined)
    return
  }
  before
    .when(commands[verb])
    .yields(...accepted.events)
    .is({ status: accepted.to ?? status })
}

/** Like `meet`, with a refund address. One entry has both, or the command is refused. */
const meetDirected = (
  status: Payout.Status,
  { cell, verb }: { verb: Verb; cell: string }
): void => {
  const before = given(...historyTo[status])
  const accepted = outcomes[cell]
  const directed = { ...commands[verb], refundAddress: "0xelse" }
  if (cell === "none") return void before.when(directed).rejects(noRecall)
  if (accepted === undefined) {
    const cause = status === "CREATED" ? causeOf(verb) : undefined
    return void before.when(directed).isInvalid(cause)
  }
  const refundAddress = verb === "SetRefundAddress" ? address : "0xelse"
  before
    .when(directed)
    .yields(event("RefundAddressSet", now, { address: "0xelse" }), ...accepted.events)
    .is({ status: accepted.to ?? status, refundAddress })
}

describe.each([...statuses])("A payout in %s", (status) => {
  it.each(cellsOf(status))("has outcome $cell for $verb", (cell) => meet(status, cell))

  it.each(strangers)("refuses $_tag for another transfer", (command) => {
    const outcome = given(...historyTo[status]).when(command)
    if (isPaying(status)) outcome.rejects({ _tag: "StaleTransfer", reference: "tr_0" })
    else outcome.isInvalid()
  })

  it.each(cellsOf(status))("keeps the refund address that comes with $verb: $cell", (cell) => {
    meetDirected(status, cell)
  })

  it("is unchanged by a rejected command", () => {
    const before = replay(historyTo[status])
    const copy = structuredClone(before)
    for (const command of [...Object.values(commands), ...strangers]) {
      Payout.decide(before, command)
    }
    expect(before).toEqual(copy)
  })
})

describe("The next step of a payout", () => {
  const transfer = { reference: "tr_1", attempt: 1, deadline: at(63) }
  const pendingStep: { readonly [S in Payout.Status]: Payout.Step } = {
    CREATED: { _tag: "Rest", key: "rest" },
    AWAITING_FUNDS: { _tag: "AwaitFunds", key: "funds-in-window", deadline: at(30) },
    STABLECOIN_RECEIVED: { _tag: "Screen", key: "screen" },
    COMPLIANCE_HOLD: { _tag: "AwaitDecision", key: "decision" },
    PAYOUT_INITIATED: {
      _tag: "SubmitTransfer",
      key: "requested/tr_1",
      transfer: { ...transfer, phase: "requested" }
    },
    PAYOUT_CONFIRMED: {
      _tag: "AwaitTransfer",
      key: "accepted/tr_1",
      transfer: { ...transfer, phase: "accepted" }
    },
    SETTLED: { _tag: "Rest", key: "rest" },
    FAILED: { _tag: "Rest", key: "rest" },
    REVERSED: { _tag: "Rest", key: "rest" },
    MANUAL_REVIEW: { _tag: "Rest", key: "rest" }
  }

  it.each([...statuses])("fits its state %s", (status) => {
    expect(Payout.nextStep(replay(historyTo[status]))).toEqual(pendingStep[status])
  })

  it("is Rest for a missing or refused transfer, which no decision can cause", () => {
    const refused = event("TransferRefused", now, { reference: "tr_1", reason: "unspecified" })
    const accepted = event("TransferAccepted", now, { reference: "tr_1" })
    for (const history of [
      [...historyTo.PAYOUT_INITIATED, refused],
      [...historyTo.PAYOUT_CONFIRMED, refused],
      [...historyTo.AWAITING_FUNDS, accepted]
    ]) {
      expect(Payout.nextStep(replay(history))).toEqual({ _tag: "Rest", key: "rest" })
    }
  })

  it("differs in key whenever it differs in kind", () => {
    const steps = statuses.map((status) => pendingStep[status])
    const keys = new Map(steps.map((step) => [step.key, step._tag]))
    for (const step of steps) expect(keys.get(step.key)).toBe(step._tag)
    expect(new Set(steps.map((step) => step._tag)).size).toBe(keys.size)
  })
})

it("A payout's decision about the same state and command is always the same", () => {
  for (const status of statuses) {
    for (const command of Object.values(commands)) {
      const one = Payout.decide(replay(historyTo[status]), command)
      const two = Payout.decide(replay(historyTo[status]), command)
      expect(Result.isSuccess(one)).toBe(Result.isSuccess(two))
      expect(one).toEqual(two)
    }
  }
})
