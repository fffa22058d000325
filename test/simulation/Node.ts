/** One of several processes, with its partitions and its copy of the directory. */
import { Deferred, Effect, Exit, Fiber, type Scope } from "effect"
import type * as DirectoryReplica from "../../src/engine/DirectoryReplica.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Collections from "../../src/engine/state/Collections.ts"
import * as State from "../../src/engine/state/State.ts"
import { build, type RunningEngine } from "../support/engine.ts"
import type { Follower } from "./DirectoryFollower.ts"
import * as Engines from "./Engines.ts"
import type { Host } from "./Host.ts"
import type { Realm } from "./Machine.ts"
import type { Setting } from "./Setting.ts"
import { sourcesOf } from "./Spread.ts"

/** Parts of a node that has joined. */
interface Joined {
  readonly replica: Effect.Success<ReturnType<typeof DirectoryReplica.make>>
}

export interface Node {
  readonly number: number
  readonly realm: Realm
  readonly seats: Map<number, Seat>
  readonly follower: Follower
  joined: Joined | undefined
  /** The last entry of the directory's log that the node reports as shown. */
  followed: number
  isStopping: boolean
  frozenFrom: number
  frozenUntil: number
  readonly stop: () => void
}

/** A partition in a node, from the start of its engine to the end of its scope. */
export interface Seat {
  readonly host: Host
  /** `undefined` before the engine serves and while it ends. */
  running: { readonly engine: RunningEngine; readonly scope: Scope.Scope } | undefined
  /** Ends the engine. */
  readonly leave: () => void
  readonly left: Array<() => void>
}

/** Parts of a seat's engine. */
export interface Sitting {
  readonly setting: Setting
  readonly ports: Engines.Ports
  readonly node: Node
  readonly joined: Joined
  /** True if this is the only engine of its partition in all nodes. */
  readonly isAlone: (host: Host) => boolean
}

/** The state of an engine. Only the directory's has accounts, and others read the node's copy. */
const stateOf = ({ joined, setting }: Sitting, partition: number): State.State => {
  const { count } = setting.spread
  const directory = Collections.directoryOf(joined.replica.state)
  return State.make(partition === Partition.directory ? { count } : { count, directory })
}

/** Runs an engine until the log is lost. */
const program = Effect.fnUntraced(function* (sitting: Sitting, seat: Seat) {
  const { ports, setting } = sitting
  const { host } = seat
  const { count } = setting.spread
  const [store, views] = [ports.stores[host.partition], ports.views[host.partition]]
  if (store === undefined || views === undefined) throw new Error("There is no such partition")
  const draw = setting.random.stream(`draw ${host.number}`)
  const shared: Engines.Shared = { setting, ports, chain: ports.chain(host), draw }
  const own = sourcesOf(draw, setting.spread)(host.partition)
  const parts = { host, store, views, draw: own, state: stateOf(sitting, host.partition) }
  const { engine } = yield* build((engineOn) => Engines.layerOf(engineOn, shared, parts)).pipe(
    Effect.provideService(Partition.Partition, { number: host.partition, count })
  )
  const scope = yield* Effect.scope
  seat.running = { engine, scope }
  setting.note(() => `process ${sitting.node.number} serves partition ${host.partition}`)
  setting.audit.whole(host)
  yield* engine.lost.pipe(
    Effect.ensuring(
      Effect.sync(() => {
        seat.running = undefined
      })
    )
  )
})

/** The end of a seat. */
export interface Ends {
  /** True if another process has the log. */
  readonly isLost: boolean
}

/** Starts the engine of a partition. `over` runs after its scope is closed. */
export const sit = (
  sitting: Sitting,
  number: number,
  partition: number,
  over: (seat: Seat, ends: Ends) => void
): Seat => {
  const { node, setting } = sitting
  const { realm, seats } = node
  const leave = Deferred.makeUnsafe<void>()
  const host: Host = {
    ...{ number, partition, realm, appliedSeq: 0, epoch: 0 },
    isAlone: () => sitting.isAlone(host),
    others: () => [...seats.values()].map((seat) => seat.host).filter((other) => other !== host)
  }
  const seat: Seat = {
    ...{ host, running: undefined, left: [] },
    leave: () => realm.post(() => Deferred.doneUnsafe(leave, Effect.void))
  }
  seats.set(partition, seat)
  const run = Effect.raceFirst(program(sitting, seat), Deferred.await(leave))
  realm.run(Effect.scoped(run), (exit) => {
    const isLost = Exit.isFailure(exit) && String(exit.cause).includes("LeadershipLost")
    if (Exit.isFailure(exit) && !isLost) {
      setting.audit.object(`A partition ended early: ${String(exit.cause)}`)
    }
    setting.note(() => `process ${node.number} left partition ${partition}`)
    seats.delete(partition)
    for (const task of seat.left.splice(0)) task()
    over(seat, { isLost })
  })
  return seat
}

/** Runs an effect while a partition runs here. Fails with `moved` if the partition ends first. */
export const whileRunning = <A, E>(
  seat: Seat | undefined,
  effect: (engine: RunningEngine) => Effect.Effect<A, E>
): Effect.Effect<Exit.Exit<A, E> | "moved"> =>
  Effect.suspend(() => {
    const running = seat?.running
    if (running === undefined) return Effect.succeed("moved" as const)
    const { engine, scope } = running
    return Effect.flatMap(Effect.forkIn(effect(engine), scope), (fiber) =>
      Fiber.await(fiber).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(fiber)),
        Effect.map((exit) => {
          const hasMoved = Exit.hasInterrupts(exit) && scope.state._tag === "Closed"
          return hasMoved ? ("moved" as const) : exit
        })
      )
    )
  })
