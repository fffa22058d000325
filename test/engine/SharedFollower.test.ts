/** One follower of the chain for the engines of several partitions. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Latch, Result } from "effect"
import type * as ChainCursor from "../../src/domain/ChainCursor.ts"
import * as DepositIntake from "../../src/engine/DepositIntake.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as State from "../../src/engine/state/State.ts"
import * as EngineHarness from "../support/engineHarness.ts"

const cursor = (blockNumber: number): ChainCursor.ChainCursor => ({
  ...{ chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: blockNumber * 12_000 }
})

interface Followed {
  readonly from: ChainCursor.ChainCursor | undefined
  readonly listener: Chain.DepositListener
}

/** A chain that reports only what a test makes it report. */
const makeChain = () => {
  const followed = Deferred.makeUnsafe<Followed>()
  const follow: Chain.Chain["Service"]["follow"] = (from, listener) =>
    Effect.andThen(Deferred.succeed(followed, { from, listener }), Effect.never)
  // Nothing else of it is used.
  return { followed, chain: { follow } as unknown as Chain.Chain["Service"] }
}

interface Partition {
  readonly intake: DepositIntake.IntakeContext
  /** A payout of it, and its address. */
  readonly id: string
  readonly address: string
  /** Where its own cursor went. */
  readonly advanced: Array<number>
  readonly given: Array<string>
}

/** A partition whose log is at a block, with one payout. */
const partitionAt = (number: number, block: number | undefined): Partition => {
  const state = State.make()
  const ids = { bytes: (count: number) => new Uint8Array(count), partition: number }
  const id = IdGenerator.id(ids, "po", 1)
  const address = `0x${number}`
  state.addresses.set(address, id)
  const stored = (place: ChainCursor.ChainCursor) =>
    void state.chainCursors.set("chain", { id: "chain", place })
  if (block !== undefined) stored(cursor(block))
  const advanced: Array<number> = []
  const given: Array<string> = []
  const intake: DepositIntake.IntakeContext = {
    ...{ number, state, readModel: { owners: () => Effect.succeed(new Map()) } },
    ready: Latch.makeUnsafe(false),
    give: (to) => Effect.sync(() => void given.push(to)),
    requests: {
      // The only command is the one that advances the cursor.
      executeOwn: ((
        _: number,
        { decide }: { decide: () => Result.Result<{ events: ReadonlyArray<ChainCursor.Advanced> }> }
      ) =>
        Effect.sync(() => {
          const [event] = Result.getOrThrow(decide()).events
          if (event === undefined) return
          stored(event.place)
          advanced.push(event.place.blockNumber)
        })) as never
    }
  }
  return { intake, id, address, advanced, given }
}

/** Three partitions that come in another order than their numbers', on one chain. */
const begin = Effect.fnUntraced(function* (...blocks: ReadonlyArray<number | undefined>) {
  const { chain, followed } = makeChain()
  const partitions = blocks.map((block, number) => partitionAt(number, block))
  const follower = DepositIntake.shared(partitions.length)
  for (const { intake } of partitions.toReversed()) {
    assert.isFalse(Deferred.isDoneUnsafe(followed))
    yield* Effect.forkChild(follower(chain, intake), { startImmediately: true })
  }
  const { from, listener } = yield* Deferred.await(followed)
  return { from, listener, partitions }
})

const seen = (id: string): Chain.Observation => ({
  ...{ _tag: "Seen", deposit: EngineHarness.deposit({ id } as never, 0, 1) }
})

describe("The follower of several partitions", () => {
  it.effect("starts at the lowest cursor, once the last of them is there", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* begin(70, 60, 80)).from?.blockNumber, 60)
      assert.strictEqual((yield* begin(70, undefined, 80)).from?.blockNumber, 70)
      assert.isUndefined((yield* begin(undefined, undefined)).from)
    })
  )

  it.effect("stores the first cursor of a partition that has none before it follows", () =>
    Effect.gen(function* () {
      const { partitions } = yield* begin(70, undefined, 60)
      assert.deepStrictEqual(
        partitions.map(({ advanced }) => advanced),
        [[], [60], []]
      )
    })
  )

  it.effect("finds the owner of an address in whichever it is, and reports to it alone", () =>
    Effect.gen(function* () {
      const { listener, partitions } = yield* begin(1, 1, 1)
      const addresses = partitions.map(({ address }) => address)
      const owners = yield* listener.owners([...addresses, "0xnobody"])
      assert.deepStrictEqual(
        [...owners],
        partitions.map(({ address, id }) => [address, id])
      )
      for (const { address, id } of partitions) {
        assert.deepStrictEqual(
          [...(yield* listener.active([address, "0xnobody"]))],
          [[address, id]]
        )
        yield* listener.report(id, seen(id))
      }
      assert.deepStrictEqual(
        partitions.map(({ given }) => given),
        partitions.map(({ id }) => [id])
      )
    })
  )

  it.effect("awaits nothing for a payout of a partition that left this process", () =>
    Effect.gen(function* () {
      const { listener } = yield* begin(1, 1)
      const ids = { bytes: (count: number) => new Uint8Array(count), partition: 7 }
      assert.isUndefined(listener.awaiting(IdGenerator.id(ids, "po", 1)))
    })
  )

  it.effect("advances the cursor in each, and never back in one that was ahead", () =>
    Effect.gen(function* () {
      const { listener, partitions } = yield* begin(60, 62, undefined)
      for (const block of [61, 62, 63]) yield* listener.advance(cursor(block))
      assert.deepStrictEqual(
        partitions.map(({ advanced }) => advanced),
        [[61, 62, 63], [63], [60, 61, 62, 63]]
      )
    })
  )

  it.effect("makes all of them ready at once", () =>
    Effect.gen(function* () {
      const { listener, partitions } = yield* begin(1, 1)
      const waiting = yield* Effect.forkChild(
        Effect.all(partitions.map(({ intake }) => intake.ready.await))
      )
      yield* listener.ready
      yield* Fiber.join(waiting)
    })
  )
})
