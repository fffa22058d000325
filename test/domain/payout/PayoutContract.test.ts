/** The documented transitions of a payout, each with its cause and refund. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Fixtures from "../../support/fixtures.ts"

const { at, createdEvent, deposit, event, exact, historyTo, replay, row } = Fixtures

type Status = Payout.Status

interface Row {
  readonly from: Status
  readonly by: string
  readonly to: Status
  readonly command: Payout.Command
  /** The history before the command, if it is not the shortest one to `from`. */
  readonly history?: ReadonlyArray<Payout.Event>
  readonly failureReason?: Payout.FailureReason
  readonly reviewReason?: Payout.ReviewReason
  /** USDC that must be refunded afterwards. */
  readonly refund?: number
}

const now = at(40)
const instruction = { reference: "tr_9", deadline: at(100) }
const live = { reference: "tr_1", at: now }
const refusal = { ...live, _tag: "RefuseTransfer", reason: "recipient_limit" } as const

const ten = event("DepositFinalized", at(2), { deposit: deposit(1, 10, 1) })
const late = deposit(1, 25, 31)
const expired = event("PayoutFailed", at(30), { reason: "deposit_expired" })

const beforeTransfer: ReadonlyArray<Row> = [
  {
    ...{ from: "CREATED", by: "the batch starts", to: "AWAITING_FUNDS" },
    command: { _tag: "OpenFunding", fundingDeadline: at(70), at: now }
  },
  {
    ...{ from: "CREATED", by: "cancel", to: "FAILED", failureReason: "cancelled" },
    command: { _tag: "Cancel", at: now }
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "cancel", to: "FAILED", failureReason: "cancelled" },
    command: { _tag: "Cancel", at: at(1) }
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "the exact amount, final", to: "STABLECOIN_RECEIVED" },
    command: { _tag: "FinalizeDeposit", deposit: exact, at: at(2) }
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "split deposits, final", to: "STABLECOIN_RECEIVED" },
    history: [createdEvent, ten],
    command: { _tag: "FinalizeDeposit", deposit: deposit(2, 15, 2), at: at(3) }
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "more than the amount", to: "STABLECOIN_RECEIVED" },
    command: { _tag: "FinalizeDeposit", deposit: deposit(1, 26, 1), at: at(2) },
    refund: 1
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "a deposit first seen too late", to: "AWAITING_FUNDS" },
    command: { _tag: "FinalizeDeposit", deposit: late, at: now },
    refund: 25
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "window over, nothing seen", to: "FAILED" },
    command: { _tag: "CloseFundingWindow", at: now },
    failureReason: "deposit_expired"
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "window over, too little", to: "MANUAL_REVIEW" },
    history: [createdEvent, ten],
    command: { _tag: "CloseFundingWindow", at: now },
    reviewReason: "underpaid"
  },
  {
    ...{ from: "AWAITING_FUNDS", by: "its batch is funded", to: "STABLECOIN_RECEIVED" },
    history: [row, event("FundingOpened", at(1), { fundingDeadline: at(31) })],
    command: { _tag: "Fund", at: at(2) }
  },
  {
    ...{ from: "STABLECOIN_RECEIVED", by: "screening clear", to: "PAYOUT_INITIATED" },
    command: { _tag: "ClearScreening", instruction, at: now }
  },
  {
    ...{ from: "STABLECOIN_RECEIVED", by: "screening flags", to: "COMPLIANCE_HOLD" },
    command: { _tag: "Hold", reason: "sanctions list", at: now }
  },
  {
    ...{ from: "COMPLIANCE_HOLD", by: "operator approves", to: "PAYOUT_INITIATED" },
    command: { _tag: "Approve", instruction, by: "key_1", approvalsMin: 1, at: now }
  },
  {
    ...{ from: "COMPLIANCE_HOLD", by: "operator rejects", to: "REVERSED", refund: 25 },
    command: { _tag: "Reject", at: now }
  }
]

/** Rows for both states in which a transfer is under way. */
const ofTransfer = (["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"] as const).flatMap(
  (from): ReadonlyArray<Row> => [
    {
      ...{ from, by: "provider delivered", to: "SETTLED" },
      command: { _tag: "DeliverTransfer", providerReference: "mtn-1", ...live }
    },
    {
      ...{ from, by: "provider refused for good", to: "FAILED", refund: 25 },
      command: { ...refusal, next: null, attemptsMax: 3 },
      failureReason: "recipient_limit"
    },
    {
      ...{ from, by: "retries used up", to: "FAILED", refund: 25 },
      command: { ...refusal, next: instruction, attemptsMax: 1 },
      failureReason: "recipient_limit"
    },
    {
      ...{ from, by: "unknown for too long", to: "MANUAL_REVIEW" },
      command: { _tag: "ExpireTransfer", ...live },
      reviewReason: "provider_unknown"
    }
  ]
)

const theRest: ReadonlyArray<Row> = [
  {
    ...{ from: "PAYOUT_INITIATED", by: "provider accepts", to: "PAYOUT_CONFIRMED" },
    command: { _tag: "AcceptTransfer", ...live }
  },
  {
    ...{ from: "MANUAL_REVIEW", by: "operator: retry", to: "PAYOUT_INITIATED" },
    command: { _tag: "Retry", instruction, at: now }
  },
  {
    ...{ from: "MANUAL_REVIEW", by: "operator: retry, never cleared", to: "STABLECOIN_RECEIVED" },
    history: [...historyTo.STABLECOIN_RECEIVED, event("ReviewOpened", at(3), { reason: "defect" })],
    command: { _tag: "Retry", instruction, at: now }
  },
  {
    ...{ from: "MANUAL_REVIEW", by: "operator: settle", to: "SETTLED" },
    command: { _tag: "Settle", providerReference: "mtn-1", at: now }
  },
  {
    ...{ from: "MANUAL_REVIEW", by: "operator: fail", to: "FAILED", refund: 25 },
    command: { _tag: "Fail", reason: "unspecified", at: now },
    failureReason: "unspecified"
  },
  {
    ...{ from: "MANUAL_REVIEW", by: "operator: reverse", to: "REVERSED", refund: 25 },
    command: { _tag: "Reverse", at: now }
  }
]

const after = ({ command, from, history = historyTo[from] }: Row): Payout.Payout => {
  const before = replay(history)
  expect(before.status).toBe(from)
  const decision = Payout.decide(before, command)
  return Result.getOrThrow(decision).reduce(Payout.evolve, before)
}

describe("A payout", () => {
  it("begins in AWAITING_FUNDS, or in CREATED if it is a row of a waiting batch", () => {
    expect(Payout.created(createdEvent)).toMatchObject({ status: "AWAITING_FUNDS", sequence: 1 })
    expect(Payout.created(row)).toMatchObject({ status: "CREATED", sequence: 1 })
  })

  it("starts with exactly the fields of its first event", () => {
    const { _tag, at: createdAt, ...facts } = createdEvent
    expect(Payout.created({ ...createdEvent, refundAddress: "0xback" }).refundAddress).toBe(
      "0xback"
    )
    expect(Payout.created(createdEvent)).toStrictEqual({
      ...facts,
      ...{ sequence: 1, createdAt, windowClosed: false, allocated: 0 },
      ...{ deposits: [], refunds: [], refundAddress: null, screening: null, approvals: [] },
      ...{ timeline: [{ status: "AWAITING_FUNDS", at: createdAt }], transfer: null },
      ...{ providerReference: null, settledAt: null, failureReason: null },
      ...{ holdReason: null, reviewReason: null },
      ...{ updatedAt: createdAt, suspense: null, refundHold: null }
    })
  })

  it.each([...beforeTransfer, ...ofTransfer, ...theRest])("goes from $from to $to: $by", (line) => {
    const payout = after(line)
    expect(payout.status).toBe(line.to)
    expect(payout.failureReason).toBe(line.failureReason ?? null)
    if (line.reviewReason !== undefined) expect(payout.reviewReason).toBe(line.reviewReason)
    const due = line.refund === undefined ? [] : [Fixtures.usdc(line.refund)]
    expect(payout.refunds.map(({ amount }) => amount)).toEqual(due)
    expect(payout.refunds.every(({ status }) => status === "due")).toBe(true)
  })

  it.each([
    ["a deposit after the window", [createdEvent, expired], late],
    ["a second deposit", historyTo.PAYOUT_INITIATED, deposit(2, 3, 20)],
    ["a second deposit after the end", historyTo.SETTLED, deposit(2, 3, 41)]
  ])("refunds %s and keeps its status", (_, history, extra) => {
    const before = replay(history)
    const decision = Payout.decide(before, { _tag: "FinalizeDeposit", deposit: extra, at: now })
    const payout = Result.getOrThrow(decision).reduce(Payout.evolve, before)
    expect(payout.status).toBe(before.status)
    expect(payout.refunds).toEqual([
      { status: "due", amount: extra.amount, address: null, txHash: null }
    ])
  })

  it.each(["SETTLED", "FAILED", "REVERSED"] as const)(
    "never leaves the final state %s",
    (status) => {
      const before = replay(historyTo[status])
      const commands = [...beforeTransfer, ...ofTransfer, ...theRest].map((one) => one.command)
      for (const command of [...commands, { _tag: "Park", at: now } as const]) {
        const decision = Payout.decide(before, command)
        const events = Result.isSuccess(decision) ? decision.success : []
        expect(events.reduce(Payout.evolve, before).status, command._tag).toBe(status)
      }
    }
  )
})

it("A payout's timeline has every state with its time", () => {
  const { timeline } = replay(historyTo.SETTLED)
  expect(timeline).toEqual([
    { status: "AWAITING_FUNDS", at: at(0) },
    { status: "STABLECOIN_RECEIVED", at: at(2) },
    { status: "PAYOUT_INITIATED", at: at(3) },
    { status: "PAYOUT_CONFIRMED", at: at(4) },
    { status: "SETTLED", at: at(5) }
  ])
})
