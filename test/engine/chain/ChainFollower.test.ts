/** One follower of the chain for the engines of several partitions. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../../src/config/Limits.ts"
import type * as ChainCursor from "../../../src/domain/ChainCursor.ts"
import * as Ids from "../../../src/domain/Ids.ts"
import * as ChainFollower from "../../../src/engine/chain/ChainFollower.ts"
import * as ChainProgress from "../../../src/engine/chain/ChainProgress.ts"
import type * as DepositIntake from "../../../src/engine/chain/DepositIntake.ts"
import type * as Chain from "../../../src/engine/ports/Chain.ts"
import * as IdGenerator from "../../../src/engine/ports/IdGenerator.ts"
import { Unavailable } from "../../../src/engine/ports/Unavailable.ts"
import * as State from "../../../src/engine/state/State.ts"
import { silent } from "../../http/suite.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import { quietArrivals, quietChain } from "../../support/quiet.ts"

const cursor = (blockNumber: number): ChainCursor.ChainCursor => ({
  ...{ chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: blockNumber * 12_000 }
})

interface Followed {
  readonly from: ChainCursor.ChainCursor
  readonly listener: Chain.DepositListener
}

/** A chain that reports only what a test makes it report. */
const makeChain = () => {
  const followed = Deferred.makeUnsafe<Followed>()
  const follow: Chain.Blocks["follow"] = (from, listener) =>
    Effect.andThen(Deferred.succeed(followed, { from, listener }), Effect.never)
  const deposits: Chain.Blocks = { _tag: "Blocks", first: Effect.never, follow }
  return { followed, chain: { ...quietChain, chainId: 1, deposits } }
}

interface Partition {
  readonly intake: DepositIntake.Intake
  /** The partition's payout. `address` is the payout's deposit address. */
  readonly id: string
  readonly address: string
  /** Blocks to which the partition's cursor advanced. */
  readonly advanced: Array<number>
  readonly given: Array<string>
  /** The number of further failures of the partition's log. */
  failures: number
}

/** A partition whose log is at a block, with one payout. */
const partitionAt = Effect.fnUntraced(function* (number: number, block: number) {
  const state = State.make()
  const ids = { bytes: (count: number) => new Uint8Array(count), partition: number }
  const id = IdGenerator.id(ids, "po", 1)
  const address = `0x${number}`
  state.addresses.set(address, id)
  const stored = (cursor: ChainCursor.ChainCursor) =>
    void state.chainCursors.set("chain", { id: "chain", cursor })
  stored(cursor(block))
  const advanced: Array<number> = []
  const given: Array<string> = []
  const partition: Partition = {
    ...{ id, address, advanced, given, failures: 0 },
    intake: {
      ...{ state, readModel: { owners: () => Effect.succeed(new Map()) } },
      progress: yield* ChainProgress.make,
      give: (to) =>
        Effect.suspend(() => {
          partition.failures -= 1
          if (partition.failures >= 0) return new Unavailable({ message: "injected: no log" })
          given.push(to)
          return Effect.void
        }),
      requests: {
        // The only command is the one that advances the cursor.
        executeOwn: ((
          _: number,
          {
            decide
          }: { decide: () => Result.Result<{ events: ReadonlyArray<ChainCursor.Advanced> }> }
        ) =>
          Effect.sync(() => {
            const [event] = Result.getOrThrow(decide()).events
            if (event === undefined) return
            stored(event.cursor)
            advanced.push(event.cursor.blockNumber)
          })) as never
      }
    }
  }
  return partition
})

/** All partitions of a service in this process. */
const partitionsOf = (all: ReadonlyArray<Partition>): ChainFollower.Partitions => {
  const engineOf = (number: number) => {
    const one = all[number]
    return one && { deposits: one.intake }
  }
  return {
    ...{ count: all.length, isShared: false, ofId: Ids.partitionOf },
    at: (number) => {
      const engine = engineOf(number)
      return engine && { engine }
    },
    whileRunning: (_, effect) => effect,
    call: ({ run }, number, argument) => {
      const engine = engineOf(number)
      return engine === undefined ? Effect.die("There is none") : run(engine, argument)
    }
  }
}

/** The engines of partitions at these blocks, and a follower of a chain for all of them. */
const begin = Effect.fnUntraced(function* (...blocks: ReadonlyArray<number>) {
  const { chain, followed } = makeChain()
  const partitions = yield* Effect.forEach(blocks, (block, number) => partitionAt(number, block))
  yield* Effect.forkScoped(ChainFollower.run(chain, partitionsOf(partitions)))
  const { from, listener } = yield* Deferred.await(followed)
  return { from, listener, partitions }
})

const seen = (id: string): Chain.Observation => ({
  ...{ _tag: "Seen", deposit: EngineHarness.deposit({ id } as never, 0, 1) }
})

describe("The follower of several partitions", () => {
  it.effect("starts at the lowest cursor", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* begin(70, 60, 80)).from.blockNumber, 60)
    })
  )

  it.effect("finds the partition of an address, and reports only to it", () =>
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

  it.effect("advances the cursor of each, but never back if one was ahead", () =>
    Effect.gen(function* () {
      const { listener, partitions } = yield* begin(60, 62, 59)
      for (const block of [61, 62, 63]) yield* listener.advance(cursor(block))
      assert.deepStrictEqual(
        partitions.map(({ advanced }) => advanced),
        [[61, 62, 63], [63], [61, 62, 63]]
      )
    })
  )

  it.effect("waits for the log of each engine in its process, and skips no engine", () =>
    Effect.gen(function* () {
      const { listener, partitions } = yield* begin(1, 1)
      const [first] = partitions
      if (first === undefined) return assert.fail("There is no partition")
      first.failures = 5
      const reported = yield* Effect.forkChild(listener.report(first.id, seen(first.id)))
      yield* TestClock.adjust(Limits.follower.callMsMax)
      yield* EngineHarness.advanceUntil(() => reported.pollUnsafe() !== undefined)
      assert.deepStrictEqual(first.given, [first.id])
      assert.isBelow(first.failures, 0)
      yield* listener.advance(cursor(2))
      assert.deepStrictEqual(first.advanced, [2])
    }).pipe(Effect.provide(silent))
  )
})

describe("The follower of a simulated chain", () => {
  it.effect("L8 neither responds nor reports for a partition that left this process", () =>
    Effect.gen(function* () {
      const listening = Deferred.makeUnsafe<Chain.ArrivalListener>()
      const deposits: Chain.Simulation = {
        ...{ _tag: "Simulation", ...quietArrivals },
        follow: (listener) => Effect.andThen(Deferred.succeed(listening, listener), Effect.never)
      }
      const partitions = [yield* partitionAt(0, 1)]
      const chain = { ...quietChain, deposits }
      yield* Effect.forkScoped(ChainFollower.run(chain, partitionsOf(partitions)))
      const { awaiting, report } = yield* Deferred.await(listening)
      const ids = { bytes: (count: number) => new Uint8Array(count), partition: 7 }
      const id = IdGenerator.id(ids, "po", 1)
      const answer = yield* Effect.forkChild(awaiting(id), { startImmediately: true })
      const reported = yield* Effect.forkChild(report(id, seen(id)), { startImmediately: true })
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(answer.pollUnsafe())
      assert.isUndefined(reported.pollUnsafe())
      assert.deepStrictEqual(partitions[0]?.given, [])
    })
  )
})
