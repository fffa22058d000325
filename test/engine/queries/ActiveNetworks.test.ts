/** The number of payouts that wait for a provider, counted in memory. */
import { assert, describe, it } from "vitest"
import * as Incident from "../../../src/domain/incident/Incident.ts"
import type { Payout } from "../../../src/domain/payout/PayoutState.ts"
import * as HeldNetworks from "../../../src/engine/queries/ActiveNetworks.ts"
import * as OrderedIds from "../../../src/engine/state/OrderedIds.ts"
import * as Fixtures from "../../support/fixtures.ts"

const stateOf = (all: ReadonlyArray<Payout>) => {
  const payoutsByStatus = new Map<string, OrderedIds.ByAccount>()
  for (const payout of all) {
    OrderedIds.follow(OrderedIds.ofGroup(payoutsByStatus, payout.status), undefined, payout)
  }
  return { payouts: new Map(all.map((payout) => [payout.id, payout])), payoutsByStatus }
}

describe("The payouts of a network that wait for its provider", () => {
  it("are the initiated and confirmed ones, as in an incident of the provider", () => {
    const statuses = ["STABLECOIN_RECEIVED", ...Incident.atProvider, "SETTLED"] as const
    const all = statuses.map((status, at) => ({
      ...Fixtures.replay(Fixtures.historyTo[status]),
      id: `po_${at}`
    }))
    const waiting = HeldNetworks.waiting(stateOf(all) as never)
    assert.deepStrictEqual([...waiting.values()], [2])
  })
})
