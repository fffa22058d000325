/**
 * Several processes in one test. Each partition has a real engine in some process, or in none for a
 * while. Followers of a chain in memory reach the engines only by procedures, whose arguments and
 * results are converted to JSON and back.
 */
import { createHash } from "node:crypto"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as ChainFollower from "../../src/engine/chain/ChainFollower.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import type { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as Directory from "../../src/engine/queries/Directory.ts"
import * as State from "../../src/engine/state/State.ts"
import * as Node from "../../src/ethereum/rpc/Node.ts"
import * as Watcher from "../../src/ethereum/watcher/Watcher.ts"
import * as WatcherState from "../../src/ethereum/watcher/WatcherState.ts"
import { build, type RunningEngine } from "../support/engine.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import * as FakeChain from "../support/fakeChain.ts"
import * as MemoryLog from "../support/memoryLog.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"
import { quietChain } from "../support/quiet.ts"

const { chainId, usdc } = FakeChain
const options = { chainId, usdc, finality: "finalized", pollMs: 1_000 } as const

/** A partition, whose log and tables outlive its engines. */
interface Part {
  readonly number: number
  log: MemoryLog.MemoryLog
  readonly views: MemoryReadModel.MemoryReadModel
  /** The engine that calls reach. `undefined` if the partition has no owner. */
  engine: RunningEngine | undefined
}

/** Changes that a test makes to a follower's calls. */
interface Meddling {
  /** Called before a call looks for its owner. */
  readonly before?: (name: string, number: number) => void
  /** Changes a call and its result. */
  readonly around?: <A>(
    name: string,
    answer: Effect.Effect<A, Unavailable>
  ) => Effect.Effect<A, Unavailable>
}

const wire = <A>(value: A): A => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

/** A hexadecimal address for a payout, as on a real chain. */
const addressOf = (id: string): string =>
  `0x${createHash("sha1").update(`0x${id}`.toLowerCase()).digest("hex")}`

/** The chain of one process. `names` maps addresses on the chain to those in engines. */
const chainOfProcess = (chain: FakeChain.FakeChain, names: ReadonlyMap<string, string>) => {
  const nodes = Node.makeAll(chain.client, chain.urls, options)
  const state = WatcherState.make(nodes, options)
  const named =
    (look: Chain.DepositListener["owners"]): Chain.DepositListener["owners"] =>
    (addresses) =>
      Effect.map(
        look(addresses.map((address) => names.get(address) ?? address)),
        (found) => new Map(Array.from(found.values(), (id) => [addressOf(id), id]))
      )
  return Chain.Chain.of({
    ...{ ...quietChain, chainId },
    head: () => WatcherState.headOf(state),
    deposits: {
      _tag: "Blocks",
      first: Watcher.first(state),
      follow: (from, { active, owners, ...listener }) =>
        Watcher.follow(state, from, {
          ...{ ...listener, active: named(active), owners: named(owners) }
        })
    }
  })
}

interface Parted {
  readonly adapters: EngineHarness.ScriptedAdapters
  readonly chainOf: () => Chain.Chain["Service"]
  readonly count: number
  readonly partOf: (number: number) => Part
}

/** Starts the engine of a partition in a new process, which runs until it is stopped. */
const startEngine = Effect.fnUntraced(function* (
  { adapters, chainOf, count, partOf }: Parted,
  number: number
) {
  const part = partOf(number)
  part.log = MemoryLog.make(part.log.entries())
  part.views.setLog(part.log)
  const scope = yield* Scope.make()
  const ids = count === 1 ? adapters.draw : { ...adapters.draw, partition: number }
  const { engine } = yield* build((engineOn) =>
    engineOn(State.make()).pipe(
      Layer.provide(Layer.succeed(Chain.Chain, chainOf())),
      Layer.provide(part.log.layer),
      Layer.provide(part.views.layer),
      Layer.provide(Layer.succeed(Partition.Partition, { number, count })),
      Layer.provide(Layer.succeed(IdGenerator.IdGenerator, ids)),
      Layer.provide(adapters.ports)
    )
  ).pipe(Scope.provide(scope))
  part.engine = engine
  const stop = Effect.suspend(() => {
    if (part.engine === engine) part.engine = undefined
    return Scope.close(scope, Exit.void)
  })
  yield* Effect.addFinalizer(() => stop)
  return { engine, stop, client: EngineHarness.client({ ...adapters, draw: ids }, engine) }
})

export const make = Effect.fnUntraced(function* (count: number) {
  const chain = FakeChain.make(2)
  yield* TestClock.setTime((chain.blocks()[0]?.timestamp ?? 0) * 1000)
  const adapters = EngineHarness.make({ chainId, arrivals: () => [] })
  const names = new Map<string, string>()
  const parts = Array.from({ length: count }, (_, number): Part => {
    const log = MemoryLog.make()
    return { number, log, views: MemoryReadModel.make(log), engine: undefined }
  })
  const partOf = (number: number): Part => {
    const part = parts[number]
    if (part === undefined) throw new Error(`There is no partition ${number}`)
    return part
  }

  const chainOf = () => chainOfProcess(chain, names)
  const { ofId } = Partitions.partitionLookups(count, Directory.make(State.make()))
  const parted: Parted = { adapters, chainOf, count, partOf }

  const world = {
    chain,
    adapters,
    start: (number: number) => startEngine(parted, number),
    log: (number: number) => partOf(number).log,
    /** Sets the engine that a partition's calls reach. */
    setOwner: (number: number, engine: RunningEngine | undefined) => {
      partOf(number).engine = engine
    },
    /** A payout in the fold of a partition's log. */
    payout: (number: number, id: string) => EngineHarness.fold(partOf(number).log).payouts.get(id),
    cursor: (number: number) =>
      [...EngineHarness.fold(partOf(number).log).chainCursors.values()][0]?.cursor.blockNumber,
    /** A transfer to a payout's address. */
    pay: (id: string, value = 25_000_000n): FakeChain.Sent => {
      names.set(addressOf(id), `0x${id}`.toLowerCase())
      const txHash = `0x${createHash("sha256").update(id).digest("hex")}`
      return { txHash, from: `0x${"0b".repeat(20)}`, to: addressOf(id), value }
    },
    /** Starts a follower in a new process. `kill` ends it. */
    follow: Effect.fnUntraced(function* ({ before, around }: Meddling = {}) {
      const call: ChainFollower.Partitions["call"] = (procedure, number, argument) =>
        Effect.suspend(() => {
          const { name, run } = procedure
          before?.(name, number)
          const { engine } = partOf(number)
          // A cluster waits for an owner until its caller gives up.
          if (engine === undefined) return Effect.never
          const answer = Effect.map(run(engine, wire(argument)), wire)
          return around === undefined ? answer : around(name, answer)
        })
      const partitions: ChainFollower.Partitions = {
        ...{ call, count, ofId, isShared: true, at: () => undefined },
        whileRunning: () => Partitions.moved
      }
      const fiber = yield* Effect.forkChild(ChainFollower.run(chainOf(), partitions))
      return { kill: Fiber.interrupt(fiber) }
    })
  }
  return world
})

export type World = Effect.Success<ReturnType<typeof make>>
