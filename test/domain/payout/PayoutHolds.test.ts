/** Decisions on a payout: screening evidence, holds and their approvers. */
import { describe, it } from "vitest"
import * as Fixtures from "../../support/fixtures.ts"
import { given } from "../../support/given.ts"

const { at, event, evidence, historyTo } = Fixtures

const instruction = { reference: "tr_1", deadline: at(69) }
const requested = event("TransferRequested", at(9), { ...instruction, attempt: 1 })
const approved = (by: string) => event("HoldApproved", at(9), { by })
const approve = (by: string, approvalsMin: number) =>
  ({ _tag: "Approve", instruction, by, approvalsMin, at: at(9) }) as const

const held = historyTo.COMPLIANCE_HOLD

describe("A hold that two users must release", () => {
  it("stays after the first approval, and is released by the second", () => {
    given(...held)
      .when(approve("key_1", 2))
      .yields(approved("key_1"))
      .is({ status: "COMPLIANCE_HOLD", sequence: 3, approvals: ["key_1"], transfer: null })
      .hasStep("AwaitDecision", { key: "decision" })
      .when(approve("key_2", 2))
      .yields(approved("key_2"), requested)
      .is({ status: "PAYOUT_INITIATED", approvals: ["key_1", "key_2"] })
  })

  it("counts a user once", () => {
    given(...held)
      .when(approve("key_1", 2))
      .yields(approved("key_1"))
      .when(approve("key_1", 2))
      .yields()
      .is({ status: "COMPLIANCE_HOLD", approvals: ["key_1"] })
  })

  it("counts only approvers who may still approve", () => {
    const mayApprove = (name: string) => name !== "key_1"
    given(...held, approved("key_1"))
      .when({ ...approve("key_2", 2), mayApprove })
      .yields(approved("key_2"))
      .is({ status: "COMPLIANCE_HOLD" })
      .when({ ...approve("key_3", 2), mayApprove })
      .yields(approved("key_3"), requested)
  })

  it("may still be rejected by one user", () => {
    given(...held, approved("key_1"))
      .when({ _tag: "Reject", at: at(10) })
      .yields(
        event("PayoutReversed", at(10), { reason: "compliance_rejected" }),
        event("RefundOpened", at(10), { amount: Fixtures.usdc(25) })
      )
      .when(approve("key_2", 2))
      .isInvalid()
  })

  it("does not count approvals of an earlier hold", () => {
    given(...held, approved("key_1"), event("ReviewOpened", at(9), { reason: "defect" }))
      .when({ _tag: "Retry", instruction, at: at(9) })
      .yields(event("FundsReceived", at(9), {}))
      .when({ _tag: "Hold", reason: "another list", at: at(9) })
      .yields(event("PayoutHeld", at(9), { reason: "another list" }))
      .is({ approvals: [], holdReason: "another list" })
      .when(approve("key_2", 2))
      .yields(approved("key_2"))
      .is({ status: "COMPLIANCE_HOLD" })
  })
})

describe("The evidence of a screening", () => {
  const screened = (found: typeof evidence) => event("PayoutScreened", at(9), { evidence: found })
  const flagged = { ...evidence, verdict: "flagged", score: 0.97, entry: "12 Amina" } as const

  it("is in the log next to the transfer that it allowed", () => {
    given(...historyTo.STABLECOIN_RECEIVED)
      .when({ _tag: "ClearScreening", instruction, evidence, at: at(9) })
      .yields(screened(evidence), requested)
      .is({ status: "PAYOUT_INITIATED", screening: evidence })
  })

  it("is in the log next to the hold, and the payout shows the latest", () => {
    given(...historyTo.STABLECOIN_RECEIVED, screened(evidence))
      .when({ _tag: "Hold", reason: "a list", evidence: flagged, at: at(9) })
      .yields(screened(flagged), event("PayoutHeld", at(9), { reason: "a list" }))
      .is({ status: "COMPLIANCE_HOLD", screening: flagged, sequence: 3 })
  })

  it("is absent if no real list was searched", () => {
    given(...historyTo.STABLECOIN_RECEIVED)
      .when({ _tag: "ClearScreening", instruction, at: at(9) })
      .yields(requested)
      .is({ screening: null })
  })
})

describe("A transfer that waits for its provider", () => {
  const to = { ...instruction, provider: "mtn" }
  const first = event("TransferRequested", at(3), { ...to, attempt: 1, deadline: at(63) })
  const initiated = [...historyTo.STABLECOIN_RECEIVED, first]
  const postpone = {
    ...({ _tag: "PostponeTransfer", reference: "tr_1" } as const),
    ...{ deadline: at(123), at: at(63) }
  }
  const later = { ...first, at: at(63), deadline: at(123) }
  const transfer = { reference: "tr_1", attempt: 1, phase: "requested", provider: "mtn" } as const

  it("gets only more time, with the same reference, provider and attempt", () => {
    given(...initiated)
      .is({ transfer: { ...transfer, deadline: at(63) } })
      .hasStep("SubmitTransfer", { key: "requested/tr_1" })
      .when(postpone)
      .yields(later)
      .is({ status: "PAYOUT_INITIATED", sequence: 3, transfer: { ...transfer, deadline: at(123) } })
      .hasStep("SubmitTransfer", { key: "requested/tr_1" })
  })

  it("keeps its provider when an operator retries it, because it was not refused", () => {
    const instruction = { reference: "tr_2", deadline: at(200), provider: "pawapay" }
    given(...initiated, event("ReviewOpened", at(63), { reason: "provider_unknown" }))
      .when({ _tag: "Retry", instruction, at: at(140) })
      .yields({ ...first, at: at(140), deadline: at(200) })
      .is({ transfer: { ...transfer, deadline: at(200) } })
  })

  it("may go to another provider once it is refused", () => {
    const next = { reference: "tr_2", deadline: at(70), provider: "pawapay" }
    given(...initiated)
      .when({
        ...({ _tag: "RefuseTransfer", reference: "tr_1", reason: "network_unavailable" } as const),
        ...{ next, attemptsMax: 3, at: at(10) }
      })
      .yields(
        event("TransferRefused", at(10), { reference: "tr_1", reason: "network_unavailable" }),
        event("TransferRequested", at(10), { ...next, attempt: 2 })
      )
      .is({ transfer: { ...next, attempt: 2, phase: "requested" } })
  })

  it("is not postponed once it is accepted, in review or replaced", () => {
    const accepted = event("TransferAccepted", at(4), { reference: "tr_1" })
    given(...initiated, accepted)
      .when(postpone)
      .isInvalid()
    given(...initiated, event("ReviewOpened", at(63), { reason: "provider_unknown" }))
      .when(postpone)
      .isInvalid()
    given(...initiated)
      .when({ ...postpone, reference: "tr_0" })
      .rejects({ _tag: "StaleTransfer", reference: "tr_0" })
  })

  it("is postponed if it replaces an accepted transfer that was refused later", () => {
    const second = { ...instruction, reference: "tr_2", attempt: 2, deadline: at(64) }
    const replaced = [
      event("TransferRefused", at(4), { reference: "tr_1", reason: "network_unavailable" }),
      event("TransferRequested", at(4), second)
    ]
    given(...historyTo.PAYOUT_CONFIRMED, ...replaced)
      .when({ ...postpone, reference: "tr_2" })
      .yields(event("TransferRequested", at(63), { ...second, deadline: at(123) }))
      .is({ status: "PAYOUT_CONFIRMED" })
  })
})
