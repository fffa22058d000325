/** Sums of payouts that wait for something other than their customer. */
import { assert, describe, it } from "vitest"
import * as WaitingPayouts from "../../../src/domain/incident/WaitingPayouts.ts"
import type { Payout } from "../../../src/domain/payout/PayoutState.ts"
import * as Fixtures from "../../support/fixtures.ts"

const now = Fixtures.at(1_000)
const usual = { PAYOUT_INITIATED: 600_000 }

const initiated = (ageMs: number, more: Partial<Payout> = {}): Payout => {
  const payout = Fixtures.replay(Fixtures.historyTo.PAYOUT_INITIATED)
  const timeline = [{ status: "PAYOUT_INITIATED" as const, at: now - ageMs }]
  return { ...payout, timeline, ...more }
}

const groups = (...payouts: ReadonlyArray<Payout>) => {
  const sums = WaitingPayouts.make(usual, now)
  for (const payout of payouts) sums.add(payout)
  return sums.groups()
}

describe("Waiting payouts", () => {
  it("add up by state, network and provider, with the oldest", () => {
    const [first, second, ...rest] = groups(
      initiated(1_000),
      initiated(3_000),
      initiated(2_000, { network: "AIRTEL_UG" })
    )
    assert.deepStrictEqual(rest, [])
    assert.deepInclude(first, { count: 2, amount: Fixtures.usdc(50), oldest: now - 3_000 })
    assert.deepInclude(second, { network: "AIRTEL_UG", count: 1 })
  })

  it("are late beyond the usual time alone", () => {
    const late = [599_999, 600_000, 600_001].map((age) => groups(initiated(age))[0]?.lateCount)
    assert.deepStrictEqual(late, [0, 0, 1])
  })

  it("add up what is late of them", () => {
    const [sum] = groups(initiated(600_001), initiated(1), initiated(700_000))
    assert.deepInclude(sum, { lateCount: 2, lateAmount: Fixtures.usdc(50), count: 3 })
  })

  it("are those of a state that waits for no person, those of a defect, and holds without a list", () => {
    const of = (status: keyof typeof Fixtures.historyTo, more: Partial<Payout> = {}) =>
      WaitingPayouts.stateOf({ ...Fixtures.replay(Fixtures.historyTo[status]), ...more })
    assert.strictEqual(of("AWAITING_FUNDS"), "AWAITING_FUNDS")
    assert.strictEqual(of("PAYOUT_CONFIRMED"), "PAYOUT_CONFIRMED")
    assert.isUndefined(of("SETTLED"))
    assert.isUndefined(of("COMPLIANCE_HOLD"))
    const unscreened = { ...Fixtures.evidence, verdict: "inconclusive" as const, lists: "" }
    assert.strictEqual(of("COMPLIANCE_HOLD", { screening: unscreened }), "UNSCREENED")
    assert.isUndefined(of("MANUAL_REVIEW", { reviewReason: "provider_unknown" }))
    assert.strictEqual(of("MANUAL_REVIEW", { reviewReason: "defect" }), "PARKED")
  })
})
