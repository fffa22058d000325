/** The explanation that a customer sees for a payout that cannot continue. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../../src/config/Limits.ts"
import * as CustomerWait from "../../../src/domain/incident/CustomerWait.ts"
import type * as Facts from "../../../src/domain/incident/Facts.ts"
import * as Fixtures from "../../support/fixtures.ts"

const now = Date.UTC(2026, 10, 26, 12)
const since = Date.UTC(2026, 10, 26, 11, 16, 30)

const down: Facts.ProviderTrouble = {
  ...{ provider: "pawapay", network: null, networks: ["MTN_UG"], cause: "failing" },
  ...{ since, nextTryAt: null, isSending: false }
}

const parts = (more: Partial<CustomerWait.Parts> = {}): CustomerWait.Parts => ({
  ...{ providers: [], floats: [], chain: undefined },
  ...more
})

const of = (
  status: keyof typeof Fixtures.historyTo,
  given: CustomerWait.Parts,
  more: object = {}
) =>
  CustomerWait.of(
    { ...Fixtures.replay(Fixtures.historyTo[status]), ...more },
    given,
    Limits.incidents.thresholds,
    now
  )

const transfer = (provider: string) => ({
  transfer: { reference: "r", attempt: 1, phase: "requested", deadline: 0, provider } as const
})

describe("The customer of a payout", () => {
  it("is told that the network is unreachable, since when, and that the money is safe", () => {
    for (const status of ["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"] as const) {
      assert.deepStrictEqual(of(status, parts({ providers: [down] }), transfer("pawapay")), {
        code: "network_unreachable",
        since,
        message:
          "MTN MoMo in Uganda has not been reachable since 11:16 UTC. " +
          "Your money is safe. The service retries automatically."
      })
    }
  })

  it("is told the day if the incident did not begin today", () => {
    const older = { ...down, since: Date.UTC(2026, 10, 25, 23, 59) }
    const wait = of("PAYOUT_INITIATED", parts({ providers: [older] }), transfer("pawapay"))
    assert.include(wait?.message, "since 2026-11-25 23:59 UTC.")
  })

  it("is told nothing about other providers and networks, and about those that still send", () => {
    for (const other of [
      { ...down, provider: "mtn" },
      { ...down, networks: ["MPESA_KE"] as const },
      { ...down, isSending: true }
    ]) {
      const given = parts({ providers: [other] })
      assert.isUndefined(of("PAYOUT_INITIATED", given, transfer("pawapay")))
    }
  })

  it("is told nothing about a low balance in another currency or at another provider", () => {
    for (const float of [
      { provider: "pawapay", currency: "KES", since } as const,
      { provider: "mtn", currency: "UGX", since } as const
    ]) {
      const given = parts({ floats: [float] })
      assert.isUndefined(of("PAYOUT_INITIATED", given, transfer("pawapay")))
    }
  })

  it("is told about a balance that is too low", () => {
    const floats = [{ provider: "pawapay", currency: "UGX", since } as const]
    const wait = of("PAYOUT_INITIATED", parts({ floats }), transfer("pawapay"))
    assert.strictEqual(wait?.code, "provider_balance_low")
  })

  it("is told that deposits are not confirmed while the chain cannot be read", () => {
    const chain: Facts.ChainCondition = {
      ...{ chainId: 1, isReading: true, reportedAt: now, headAt: since, headMovedAt: since },
      ...{ finalAt: since, nodes: [], nodesNeeded: 0, contradiction: null }
    }
    const wait = of("AWAITING_FUNDS", parts({ chain, providers: [down] }))
    assert.strictEqual(wait?.code, "chain_unreachable")
    const onBase = of("AWAITING_FUNDS", parts({ chain: { ...chain, chainId: 8453 } }))
    const because = "have not been confirmed since 11:16 UTC."
    assert.include(wait?.message, `Deposits on Ethereum ${because}`)
    assert.include(onBase?.message, `Deposits on Base ${because}`)
    assert.isUndefined(of("AWAITING_FUNDS", parts({ providers: [down] })))
  })

  it("is told nothing in states that do not wait for a provider or the chain", () => {
    for (const status of ["STABLECOIN_RECEIVED", "COMPLIANCE_HOLD", "SETTLED", "FAILED"] as const) {
      assert.isUndefined(of(status, parts({ providers: [down] }), transfer("pawapay")))
    }
  })
})
