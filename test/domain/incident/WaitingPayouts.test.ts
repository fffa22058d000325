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

const customersMax = 2

const groups = (...payouts: ReadonlyArray<Payout>) => {
  const sums = WaitingPayouts.make(usual, now, customersMax)
  for (const payout of payouts) sums.add(payout)
  return sums.groups((id) => `Name of ${id}`)
}

describe("Waiting payouts", () => {
  it("are summed by state, network and provider, with the time of the oldest", () => {
    const [first, second, ...rest] = groups(
      initiated(1_000),
      initiated(3_000),
      initiated(2_000, { network: "AIRTEL_UG" })
    )
    assert.deepStrictEqual(rest, [])
    assert.deepInclude(first, { count: 2, amount: Fixtures.usdc(50), oldest: now - 3_000 })
    assert.deepInclude(second, { network: "AIRTEL_UG", count: 1 })
  })

  it("are late only after the usual time", () => {
    const late = [599_999, 600_000, 600_001].map((age) => groups(initiated(age))[0]?.lateCount)
    assert.deepStrictEqual(late, [0, 0, 1])
  })

  it("include a sum of the late ones", () => {
    const [sum] = groups(initiated(600_001), initiated(1), initiated(700_000))
    assert.deepInclude(sum, { lateCount: 2, lateAmount: Fixtures.usdc(50), count: 3 })
  })

  it("are summed by customer within each group", () => {
    const of = (accountId: string, more: Partial<Payout> = {}) =>
      initiated(1_000, { accountId, ...more })
    const other = { network: "AIRTEL_UG" } as const
    const [first, second] = groups(
      ...[of("acct_a"), of("acct_a"), of("acct_b"), of("acct_b"), of("acct_c")],
      ...[of("acct_a", other), of("acct_d", other), of("acct_d", other)]
    )
    const shown = (one: typeof first) =>
      one?.customers.map(({ accountId, amount, count }) => [accountId, count, amount])
    const whole = (count: number) => [count, Fixtures.usdc(25 * count)]
    assert.deepStrictEqual(shown(first), [
      ["acct_a", ...whole(2)],
      ["acct_b", ...whole(2)]
    ])
    assert.deepStrictEqual(shown(second), [
      ["acct_a", ...whole(1)],
      ["acct_d", ...whole(2)]
    ])
    assert.strictEqual(first?.count, 5, "the sum has those of all customers")
    assert.strictEqual(first?.customers[0]?.name, "Name of acct_a")
  })

  it("need no decision, were stopped by a defect, or are held because there is no list", () => {
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

describe("A selection of waiting payouts", () => {
  const group = { state: "PAYOUT_INITIATED", network: "MTN_UG" } as const

  it("has exactly the payouts that its groups count", () => {
    const late = [initiated(600_001), initiated(1)]
    const other = initiated(1, { network: "AIRTEL_UG" })
    const settled = Fixtures.replay(Fixtures.historyTo.SETTLED)
    const provider = initiated(1).transfer?.provider ?? null
    const selected = (isLateOnly: boolean) =>
      [...late, other, settled].map((payout) =>
        WaitingPayouts.isCounted(
          { groups: [{ ...group, provider }], isLateOnly, usual, now },
          payout
        )
      )
    assert.deepStrictEqual(selected(false), [true, true, false, false])
    assert.deepStrictEqual(selected(true), [true, false, false, false])
    const none = { ...WaitingPayouts.none, usual, now }
    assert.isFalse(WaitingPayouts.isCounted(none, initiated(1)))
  })
})
