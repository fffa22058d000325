/** Loading of finished objects from the tables for a command. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Reload from "../../../src/engine/commands/Reload.ts"
import * as Eviction from "../../../src/engine/state/Eviction.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as Stage from "../../support/stage.ts"

/** A payout as in the tables, with the number of its last entry. */
const row = Effect.gen(function* () {
  const { client, log } = yield* Stage.begin({ arrivals: () => [] })
  const quote = EngineHarness.idOf(yield* client.quote("a quote"))
  const id = EngineHarness.idOf(yield* client.payout(quote, "a payout"))
  const entries = log.entries()
  const state = State.make()
  for (const entry of entries) Fold.apply(state, entry)
  const payout = state.payouts.get(id)
  assert.isDefined(payout)
  return { seq: state.dirty.payouts.get(id) ?? 0, state: payout }
})

describe("L3 A command about an object that left memory", () => {
  it.effect("loads a row that is not newer than its process", () =>
    Effect.gen(function* () {
      const payout = yield* row
      const state = State.make()
      state.seq = payout.seq
      yield* Reload.load(state, Effect.succeed({ payouts: [payout] }))
      assert.deepStrictEqual(state.payouts.get(payout.state.id), payout.state)
    })
  )

  it.effect("keeps the state that another command loaded and changed during the read", () =>
    Effect.gen(function* () {
      const { seq, state: payout } = yield* row
      const state = State.make()
      state.seq = seq
      const changed = { ...payout, reference: "changed" }
      const read = Effect.sync(() => {
        Eviction.hydrate(state, { payouts: [{ seq, state: changed }] })
        return { payouts: [{ seq, state: payout }] }
      })
      yield* Reload.load(state, read)
      assert.deepStrictEqual(state.payouts.get(payout.id), changed)
    })
  )

  it.effect("is refused if a later writer wrote the row, since its process is deposed", () =>
    Effect.gen(function* () {
      const payout = yield* row
      const state = State.make()
      state.seq = payout.seq - 1
      const refused = yield* Effect.flip(Reload.load(state, Effect.succeed({ payouts: [payout] })))
      assert.strictEqual(refused._tag, "Unavailable")
      assert.isEmpty([...state.payouts.keys()])
    })
  )
})
