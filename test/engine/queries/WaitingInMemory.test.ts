/** Payouts and batches that wait, counted in memory while the service works. */
import { Effect, Fiber } from "effect"
import { assert, describe, it } from "vitest"
import * as Limits from "../../../src/config/Limits.ts"
import type { Payout } from "../../../src/domain/payout/PayoutState.ts"
import * as WaitingInMemory from "../../../src/engine/queries/WaitingInMemory.ts"
import * as OrderedIds from "../../../src/engine/state/OrderedIds.ts"
import * as Fixtures from "../../support/fixtures.ts"

const now = Fixtures.at(1_000)

const stateOf = (all: ReadonlyArray<Payout>) => {
  const payoutsByStatus = new Map<string, OrderedIds.ByAccount>()
  for (const payout of all) {
    OrderedIds.follow(OrderedIds.ofGroup(payoutsByStatus, payout.status), undefined, payout)
  }
  const payouts = new Map(all.map((payout) => [payout.id, payout]))
  return { accounts: new Map(), batches: new Map(), payouts, payoutsByStatus }
}

const waiting = (status: "AWAITING_FUNDS" | "PAYOUT_INITIATED", count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...Fixtures.replay(Fixtures.historyTo[status]),
    id: `po_${status}_${String(index).padStart(5, "0")}`
  }))

const { payoutsPerTurn } = Limits.incidents

describe("The count of waiting payouts", () => {
  it("is complete, although other work runs in between", async () => {
    const count = 2 * payoutsPerTurn + 1
    const state = stateOf([...waiting("AWAITING_FUNDS", count), ...waiting("PAYOUT_INITIATED", 3)])
    const fiber = Effect.runFork(WaitingInMemory.read(state, {}, now))
    let turns = 0
    while (fiber.pollUnsafe() === undefined) {
      turns += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.isAtLeast(turns, 3)
    const { waiting: groups } = await Effect.runPromise(Fiber.join(fiber))
    assert.deepStrictEqual(
      groups.map((group) => [group.state, group.count]),
      [
        ["AWAITING_FUNDS", count],
        ["PAYOUT_INITIATED", 3]
      ]
    )
  })

  it("leaves out a payout that has another status by its turn", async () => {
    const all = waiting("AWAITING_FUNDS", payoutsPerTurn + 1)
    const state = stateOf(all)
    const fiber = Effect.runFork(WaitingInMemory.read(state, {}, now))
    // The first turn has counted the newest ones.
    const [oldest] = all
    if (oldest === undefined) return assert.fail("There is no payout.")
    state.payouts.set(oldest.id, { ...oldest, status: "PAYOUT_INITIATED" })
    const { waiting: groups } = await Effect.runPromise(Fiber.join(fiber))
    assert.deepStrictEqual(
      groups.map(({ count }) => count),
      [payoutsPerTurn]
    )
  })
})
