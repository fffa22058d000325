/** An account sees only its own objects. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Ownership from "../../src/usecases/Ownership.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as UseCases from "../support/useCases.ts"

const { accountId, idOf } = EngineHarness
const other = "acct_other"

type Read = Effect.Effect<{ readonly id: string }, unknown>
type Stage = Effect.Success<ReturnType<typeof UseCases.begin>>

/** A kind of object, with an object of the account, its read and the refusal for others. */
interface Case {
  readonly make: (stage: Stage) => Effect.Effect<string, unknown>
  readonly read: (stage: Stage, accountId: string, id: string) => Read
  readonly missing: (id: string) => object
}

const cases: Readonly<Record<string, Case>> = {
  quote: {
    make: ({ client }) => Effect.map(client.quote(), idOf),
    read: ({ engine }, owner, id) => Ownership.quote(engine, owner, id),
    missing: (quoteId) => ({ _tag: "QuoteNotFound", quoteId })
  },
  payout: {
    make: ({ client }) => client.newPayout(),
    read: ({ engine }, owner, id) => Ownership.payout(engine, owner, id),
    missing: (id) => ({ _tag: "PayoutNotFound", id })
  },
  batch: {
    make: ({ client }) => Effect.map(client.batch([10_000_000]), idOf),
    read: ({ engine }, owner, id) => Ownership.batch(engine, owner, id),
    missing: (id) => ({ _tag: "BatchNotFound", id })
  },
  event: {
    make: Effect.fnUntraced(function* ({ adapters, client }) {
      yield* client.endpoint("we_1", ["*"])
      yield* client.newPayout()
      yield* TestClock.adjust("1 second")
      return adapters.received[0]?.eventId ?? assert.fail("no event")
    }),
    read: ({ engine }, owner, id) => Ownership.event(engine, owner, id),
    missing: (id) => ({ _tag: "EventNotFound", id })
  }
}

describe("An account's own object", () => {
  for (const [kind, { make, missing, read }] of Object.entries(cases)) {
    it.effect(`of the kind ${kind} is found, and does not exist for another account`, () =>
      Effect.gen(function* () {
        const stage = yield* UseCases.begin()
        const id = yield* make(stage)
        assert.strictEqual((yield* read(stage, accountId, id)).id, id)
        assert.deepStrictEqual(yield* Effect.flip(read(stage, other, id)), missing(id))
        const none = `${id.slice(0, -4)}ZZZZ`
        assert.deepStrictEqual(yield* Effect.flip(read(stage, accountId, none)), missing(none))
      })
    )
  }

  it.effect("that is a batch does not exist as a batch of the other kind", () =>
    Effect.gen(function* () {
      const { client, engine } = yield* UseCases.begin()
      const batch = idOf(yield* client.batch([10_000_000]))
      const bulk = idOf(yield* client.bulk([idOf(yield* client.quote())]))
      const pairs = [
        [batch, "batch", "bulk"],
        [bulk, "bulk", "batch"]
      ] as const
      for (const [id, kind, otherKind] of pairs) {
        assert.strictEqual((yield* Ownership.batchOfKind(engine, accountId, id, kind)).id, id)
        const missing = { _tag: "BatchNotFound", id }
        const wrong = Ownership.batchOfKind(engine, accountId, id, otherKind)
        assert.deepStrictEqual<unknown>(yield* Effect.flip(wrong), missing)
        const theirs = Ownership.batchOfKind(engine, other, id, kind)
        assert.deepStrictEqual<unknown>(yield* Effect.flip(theirs), missing)
      }
    })
  )
})
