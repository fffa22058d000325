/** A funded payout: transfers, holds, manual review and parking. */
import { describe, expect, it } from "vitest"
import type * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Fixtures from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

const { at, createdEvent, deposit, event, exact, historyTo, row, usdc } = Fixtures

const instruction = (n: number, minute: number) => ({
  reference: `tr_${n}`,
  deadline: at(minute + 60)
})
const requested = (n: number, attempt: number, minute: number) =>
  event("TransferRequested", at(minute), { ...instruction(n, minute), attempt })
const accepted = (n: number, minute: number) =>
  event("TransferAccepted", at(minute), { reference: `tr_${n}` })
const refused = (n: number, reason: Payout.FailureReason, minute: number) =>
  event("TransferRefused", at(minute), { reference: `tr_${n}`, reason })
const settled = (providerReference: string | null, minute: number) =>
  event("PayoutSettled", at(minute), { providerReference })
const failed = (reason: Payout.FailureReason, minute: number) =>
  event("PayoutFailed", at(minute), { reason })
const refund = (amount: number, minute: number) =>
  event("RefundOpened", at(minute), { amount: usdc(amount) })
const review = (reason: Payout.ReviewReason, minute: number) =>
  event("ReviewOpened", at(minute), { reason })
const final = (one: typeof exact, minute: number) =>
  event("DepositFinalized", at(minute), { deposit: one })

const refuse = (n: number, minute: number, next: Payout.Instruction | null, attemptsMax = 3) => ({
  ...({ _tag: "RefuseTransfer", reason: "network_unavailable" } as const),
  ...{ reference: `tr_${n}`, next, attemptsMax, at: at(minute) }
})
const accept = (n: number, minute: number) =>
  ({ _tag: "AcceptTransfer", reference: `tr_${n}`, at: at(minute) }) as const
const deliver = (n: number, minute: number) => ({
  ...({ _tag: "DeliverTransfer", reference: `tr_${n}`, at: at(minute) } as const),
  providerReference: "mtn-1"
})
const expire = (n: number, minute: number) =>
  ({ _tag: "ExpireTransfer", reference: `tr_${n}`, at: at(minute) }) as const
const retry = (n: number, minute: number) =>
  ({ _tag: "Retry", instruction: instruction(n, minute), at: at(minute) }) as const

const clear = (n: number, minute: number) =>
  ({ _tag: "ClearScreening", instruction: instruction(n, minute), at: at(minute) }) as const
const received = (minute: number) => event("FundsReceived", at(minute), {})

const initiated = historyTo.PAYOUT_INITIATED
const confirmed = historyTo.PAYOUT_CONFIRMED

const approve = (by: string, n: number, minute: number) => ({
  ...({ _tag: "Approve", instruction: instruction(n, minute), by } as const),
  ...{ approvalsMin: 1, at: at(minute) }
})

describe("A transfer", () => {
  it("is requested under a reference that is logged before the provider gets it", () => {
    given(...historyTo.STABLECOIN_RECEIVED)
      .when({ _tag: "ClearScreening", instruction: instruction(1, 3), at: at(3) })
      .yields(requested(1, 1, 3))
      .is({
        transfer: { reference: "tr_1", attempt: 1, phase: "requested", deadline: at(63) }
      })
      .hasStep("SubmitTransfer", { key: "requested/tr_1" })
  })

  it("is accepted, then delivered", () => {
    given(...initiated)
      .when(accept(1, 4))
      .yields(accepted(1, 4))
      .is({ status: "PAYOUT_CONFIRMED", sequence: 4 })
      .when(accept(1, 5))
      .yields()
      .when(deliver(1, 6))
      .yields(settled("mtn-1", 6))
      .is({ status: "SETTLED", sequence: 5, providerReference: "mtn-1", settledAt: at(6) })
      .hasStep("Rest")
      .when(deliver(1, 7))
      .isInvalid()
  })

  it("may be delivered without having been accepted", () => {
    given(...initiated)
      .when(deliver(1, 4))
      .yields(settled("mtn-1", 4))
      .is({ refunds: [] })
  })

  it("is replaced after a definite refusal, under a new reference and one more attempt", () => {
    given(...initiated)
      .when(refuse(1, 4, instruction(2, 4)))
      .yields(refused(1, "network_unavailable", 4), requested(2, 2, 4))
      .is({
        status: "PAYOUT_INITIATED",
        sequence: 3,
        transfer: { reference: "tr_2", attempt: 2, phase: "requested", deadline: at(64) }
      })
      .hasStep("SubmitTransfer", { key: "requested/tr_2" })
      .when(deliver(1, 5))
      .rejects({ _tag: "StaleTransfer", reference: "tr_1" })
      .when(deliver(2, 6))
      .yields(settled("mtn-1", 6))
  })

  it("stays PAYOUT_CONFIRMED while a replacement is in progress, with one event", () => {
    const again = given(...confirmed)
      .when(refuse(1, 5, instruction(2, 5)))
      .yields(refused(1, "network_unavailable", 5), requested(2, 2, 5))
      .is({ status: "PAYOUT_CONFIRMED" })
      .hasStep("SubmitTransfer")
      .when(accept(2, 6))
      .yields(accepted(2, 6))
      .hasStep("AwaitTransfer", { key: "accepted/tr_2" })
    const confirmations = again.payout.timeline.filter((one) => one.status === "PAYOUT_CONFIRMED")
    expect(confirmations).toHaveLength(1)
  })

  it("fails with a refund when the refusal is final", () => {
    given(...initiated)
      .when(refuse(1, 4, null))
      .yields(refused(1, "network_unavailable", 4), failed("network_unavailable", 4), refund(25, 4))
      .is({ status: "FAILED", failureReason: "network_unavailable" })
  })

  it("fails with a refund when the retries are used up", () => {
    const third = [refused(1, "recipient_limit", 4), requested(2, 2, 4)]
    given(...initiated, ...third)
      .when(refuse(2, 5, instruction(3, 5), 3))
      .yields(refused(2, "network_unavailable", 5), requested(3, 3, 5))
      .when(refuse(3, 6, instruction(4, 6), 3))
      .yields(refused(3, "network_unavailable", 6), failed("network_unavailable", 6), refund(25, 6))
  })

  it("that fails returns only the money that is still held", () => {
    const forty = deposit(1, 40, 1)
    const paid = [event("FundsReceived", at(2), {}), refund(15, 2), requested(1, 1, 3)]
    given(createdEvent, final(forty, 2), ...paid)
      .when(refuse(1, 4, null))
      .yields(refused(1, "network_unavailable", 4), failed("network_unavailable", 4), refund(25, 4))
      .is({ refunds: [{ status: "due", amount: usdc(40), address: null, txHash: null }] })
  })
})

describe("An unknown outcome of a transfer", () => {
  it("causes a manual review, never a failure, and opens no refund", () => {
    for (const history of [initiated, confirmed]) {
      given(...history)
        .when(expire(1, 63))
        .yields(review("provider_unknown", 63))
        .is({ status: "MANUAL_REVIEW", reviewReason: "provider_unknown", refunds: [] })
        .hasStep("Rest")
    }
  })

  it("allows only a retry under the same reference, since nothing was refused", () => {
    const { transfer } = given(...historyTo.MANUAL_REVIEW)
      .when(retry(2, 70))
      .yields(
        event("TransferRequested", at(70), { reference: "tr_1", attempt: 1, deadline: at(130) })
      )
      .is({ status: "PAYOUT_INITIATED", reviewReason: null })
      .hasStep("SubmitTransfer", { key: "requested/tr_1" }).payout
    expect(transfer).toEqual({
      ...{ reference: "tr_1", attempt: 1, phase: "requested", deadline: at(130) }
    })
  })

  it("allows a new reference only when the retried transfer is refused", () => {
    given(...historyTo.MANUAL_REVIEW)
      .when(retry(2, 70))
      .yields(
        event("TransferRequested", at(70), { reference: "tr_1", attempt: 1, deadline: at(130) })
      )
      .when(refuse(1, 71, instruction(3, 71)))
      .yields(refused(1, "network_unavailable", 71), requested(3, 2, 71))
  })

  it("keeps the provider's late results out while an operator decides", () => {
    for (const command of [accept(1, 64), deliver(1, 64), refuse(1, 64, null), expire(1, 64)]) {
      given(...historyTo.MANUAL_REVIEW)
        .when(command)
        .isInvalid()
    }
  })
})

describe("A compliance hold", () => {
  const held = historyTo.COMPLIANCE_HOLD

  it("waits for a decision and names its reason", () => {
    given(...historyTo.STABLECOIN_RECEIVED)
      .when({ _tag: "Hold", reason: "sanctions list", at: at(3) })
      .yields(event("PayoutHeld", at(3), { reason: "sanctions list" }))
      .is({ holdReason: "sanctions list", sequence: 3 })
      .hasStep("AwaitDecision")
  })

  it("can be approved, and the payout is paid as quoted", () => {
    given(...held)
      .when(approve("key_1", 1, 9))
      .yields(event("HoldApproved", at(9), { by: "key_1" }), requested(1, 1, 9))
      .when(deliver(1, 10))
      .yields(settled("mtn-1", 10))
      .is({ sequence: 5, refunds: [] })
  })

  it("can be rejected, which refunds the whole amount without a failure reason", () => {
    given(...held)
      .when({ _tag: "Reject", at: at(9) })
      .yields(event("PayoutReversed", at(9), { reason: "compliance_rejected" }), refund(25, 9))
      .is({ status: "REVERSED", failureReason: null })
  })
})

describe("Manual review", () => {
  const ten = deposit(1, 10, 1)
  const underpaid = [createdEvent, final(ten, 2), review("underpaid", 30)]

  it("cannot pay or settle an unfunded payout", () => {
    given(...underpaid)
      .when(retry(1, 40))
      .isInvalid("not_funded")
    given(...underpaid)
      .when({ _tag: "Settle", providerReference: null, at: at(40) })
      .isInvalid("not_funded")
    given(row, review("defect", 1)).when(retry(1, 40)).isInvalid("not_funded")
  })

  it("of an underpaid payout takes later deposits, and a retry screens the payout", () => {
    const rest = deposit(2, 15, 50)
    given(...underpaid)
      .when({ _tag: "FinalizeDeposit", deposit: rest, at: at(51) })
      .yields(final(rest, 51))
      .is({ status: "MANUAL_REVIEW", refunds: [] })
      .when(retry(1, 52))
      .yields(received(52))
      .is({ status: "STABLECOIN_RECEIVED", reviewReason: null, transfer: null })
      .hasStep("Screen")
      .when(clear(1, 53))
      .yields(requested(1, 1, 53))
      .when(deliver(1, 54))
      .yields(settled("mtn-1", 54))
      .is({ refunds: [] })
  })

  it("returns deposits that arrive after the full amount", () => {
    const rest = deposit(2, 15, 50)
    const more = deposit(3, 1, 51)
    given(...underpaid, final(rest, 51))
      .when({ _tag: "FinalizeDeposit", deposit: more, at: at(52) })
      .yields(final(more, 52), refund(1, 52))
  })

  it.each([
    ["a delivery", [received(52), requested(1, 1, 52)], deliver(1, 53)],
    ["an operator", [], { _tag: "Settle", providerReference: "mtn-1", at: at(53) } as const]
  ])("returns an overpayment at the latest when %s settles the payout", (_, retried, command) => {
    given(...underpaid, final(deposit(2, 20, 50), 51), ...retried)
      .when(command)
      .yields(settled("mtn-1", 53), refund(5, 53))
      .is({ status: "SETTLED" })
  })

  it("may become a hold after a retry, even if there was an earlier hold", () => {
    given(...historyTo.COMPLIANCE_HOLD, review("defect", 9))
      .when(retry(1, 10))
      .yields(received(10))
      .is({ status: "STABLECOIN_RECEIVED", reviewReason: null })
      .when({ _tag: "Hold", reason: "again", at: at(11) })
      .yields(event("PayoutHeld", at(11), { reason: "again" }))
  })

  it("ends with a retry that requests a new transfer if the last one was refused", () => {
    given(...initiated, refused(1, "network_unavailable", 4), review("defect", 5))
      .when(retry(2, 6))
      .yields(requested(2, 2, 6))
      .is({ status: "PAYOUT_INITIATED", reviewReason: null })
  })

  it("can fail or reverse an underpaid payout, which returns its deposits", () => {
    given(...underpaid)
      .when({ _tag: "Fail", reason: "unspecified", at: at(40) })
      .yields(failed("unspecified", 40), refund(10, 40))
    given(...underpaid)
      .when({ _tag: "Reverse", at: at(40) })
      .yields(event("PayoutReversed", at(40), { reason: "unspecified" }), refund(10, 40))
  })

  it("can settle a payout without a provider's reference", () => {
    given(...historyTo.MANUAL_REVIEW)
      .when({ _tag: "Settle", providerReference: null, at: at(70) })
      .yields(settled(null, 70))
      .is({ status: "SETTLED", providerReference: null, settledAt: at(70) })
  })
})

describe("Parking a payout", () => {
  it("keeps a live transfer's reference for the retry", () => {
    given(...initiated)
      .when({ _tag: "Park", at: at(9) })
      .yields(review("defect", 9))
      .when(retry(7, 10))
      .yields(
        event("TransferRequested", at(10), { reference: "tr_1", attempt: 1, deadline: at(70) })
      )
  })

  it("still records deposits, and allows screening once they suffice", () => {
    given(createdEvent)
      .when({ _tag: "Park", at: at(1) })
      .yields(review("defect", 1))
      .when({ _tag: "FinalizeDeposit", deposit: exact, at: at(2) })
      .yields(final(exact, 2))
      .when(retry(1, 3))
      .yields(received(3))
      .hasStep("Screen")
  })

  it("is not done twice", () => {
    given(...initiated, review("defect", 9))
      .when({ _tag: "Park", at: at(10) })
      .isInvalid()
  })
})
