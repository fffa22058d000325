/** Look-ups of states by id. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as Stage from "../../support/stage.ts"

describe("L8 A look-up", () => {
  it.effect(
    "reads when it runs, not when it is created, since a lock may be taken in between",
    () =>
      Effect.gen(function* () {
        const { client, engine } = yield* Stage.begin({ arrivals: () => [] })
        const quoteId = EngineHarness.idOf(yield* client.quote("a quote"))
        const made = [engine.quote(quoteId), engine.lockedQuote(quoteId)]
        yield* client.payout(quoteId, "a payout")
        for (const look of made) assert.strictEqual((yield* look)?.lock, "held")
      })
  )
})
