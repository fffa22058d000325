/** The reason for a payout's wait, as its partition's process observes it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as Facts from "../../src/domain/incident/Facts.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as PayoutWait from "../../src/usecases/PayoutWait.ts"
import { createdEvent, historyTo, replay } from "../support/fixtures.ts"

const { followerSilentMs } = Limits.incidents.thresholds

const nothing: Facts.ProcessFacts = {
  ...{ providers: [], floats: [], chain: null, rates: [], list: null, float: null }
}

/** A chain that was last read at time 0. */
const chain: Facts.ChainCondition = {
  ...{ chainId: 1, isReading: true, reportedAt: 0, headAt: null, headMovedAt: null, finalAt: null },
  ...{ nodes: [], nodesNeeded: 1, contradiction: null }
}

const down: Facts.ProviderTrouble = {
  ...{ provider: "mtn", network: null, networks: [createdEvent.network], cause: "failing" },
  ...{ since: 0, nextTryAt: null, isSending: false }
}

const begin = Effect.map(PayoutWait.make, (of) => {
  let reads = 0
  /** The code for the wait of a payout in a status under these facts. */
  const codeOf = (status: Payout.Status, facts: Partial<Facts.ProcessFacts>) => {
    const conditions = () => {
      reads += 1
      return { ...nothing, ...facts }
    }
    return of({ conditions }, replay(historyTo[status]))?.code
  }
  return { codeOf, reads: () => reads }
})

describe("The cause of a payout's wait", () => {
  it.effect("is Ethereum if the chain was not read for followerSilentMs", () =>
    Effect.gen(function* () {
      const { codeOf } = yield* begin
      yield* TestClock.adjust(followerSilentMs)
      assert.isUndefined(codeOf("AWAITING_FUNDS", { chain }))
      yield* TestClock.adjust(1)
      assert.strictEqual(codeOf("AWAITING_FUNDS", { chain }), "chain_unreachable")
      assert.strictEqual(codeOf("CREATED", { chain }), "chain_unreachable")
      assert.isUndefined(codeOf("PAYOUT_INITIATED", { chain }))
    })
  )

  it.effect("is its network or its provider's balance if it is at a provider", () =>
    Effect.gen(function* () {
      const { codeOf } = yield* begin
      const providers = [down]
      const floats = [{ provider: "mtn", currency: createdEvent.currency, since: 0 }]
      assert.strictEqual(codeOf("PAYOUT_INITIATED", { providers }), "network_unreachable")
      assert.strictEqual(codeOf("PAYOUT_CONFIRMED", { floats }), "provider_balance_low")
      assert.isUndefined(codeOf("AWAITING_FUNDS", { providers, floats }))
    })
  )

  it.effect("is none if the chain is simulated and there is no incident", () =>
    Effect.gen(function* () {
      const { codeOf, reads } = yield* begin
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(codeOf("AWAITING_FUNDS", {}))
      assert.isUndefined(codeOf("PAYOUT_INITIATED", {}))
      assert.strictEqual(reads(), 2)
    })
  )

  it.effect("is none in other states, for which no conditions are read", () =>
    Effect.gen(function* () {
      const { codeOf, reads } = yield* begin
      const floats = [{ provider: "mtn", currency: createdEvent.currency, since: 0 }]
      for (const status of ["COMPLIANCE_HOLD", "MANUAL_REVIEW", "SETTLED", "FAILED"] as const) {
        assert.isUndefined(codeOf(status, { providers: [down], floats, chain }), status)
      }
      assert.strictEqual(reads(), 0)
    })
  )
})
