/**
 * The processes of a run with one process at a time. They are started, killed, stopped gently,
 * frozen, and started next to one that still runs. Each is a separate realm with a real engine and
 * dispatcher for each partition, and with ports to one world.
 */
import { Deferred, Effect, Exit, Logger } from "effect"
import * as ChainFollower from "../../src/engine/chain/ChainFollower.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import { build, type RunningEngine } from "../support/engine.ts"
import type { Door, Processes } from "./Door.ts"
import * as Engines from "./Engines.ts"
import type { Host } from "./Host.ts"
import type { Realm } from "./Machine.ts"
import type { Called } from "./Requests.ts"
import type { Setting } from "./Setting.ts"
import { sourcesOf, statesOf } from "./Spread.ts"

interface Life {
  readonly number: number
  readonly realm: Realm
  /** Hosts by partition. */
  readonly hosts: ReadonlyArray<Host>
  /** Engines by partition. `undefined` until all of them serve. */
  engines: ReadonlyArray<RunningEngine> | undefined
  readonly stop: () => void
}

export interface Cluster extends Processes {
  /** The latest process that serves. */
  readonly current: () => Life | undefined
}

const seatsOf = (
  { draw, ports, setting }: Engines.Shared,
  hosts: Life["hosts"]
): ReadonlyArray<Engines.Seat> => {
  const drawFor = sourcesOf(draw, setting.spread)
  return statesOf(setting.spread.count).flatMap((state, number) => {
    const [host, store, views] = [hosts[number], ports.stores[number], ports.views[number]]
    if (host === undefined || store === undefined || views === undefined) return []
    return [{ host, store, views, draw: drawFor(number), state }]
  })
}

/** The engines of a process, as `RunningPartitions` makes them. */
const buildEngines = Effect.fnUntraced(function* (
  setting: Setting,
  ports: Engines.Ports,
  { hosts, number }: Life
) {
  const [first] = hosts
  if (first === undefined) throw new Error("A process has no partition")
  const draw = setting.random.stream(`draw ${number}`)
  const shared: Engines.Shared = { setting, ports, chain: ports.chain(first), draw }
  const { count } = setting.spread
  const run = (seat: Engines.Seat) => build((engineOn) => Engines.layerOf(engineOn, shared, seat))
  const engines = yield* Effect.forEach(
    seatsOf(shared, hosts),
    (seat) =>
      run(seat).pipe(
        Effect.map(({ engine }) => engine),
        Effect.provideService(Partition.Partition, { number: seat.host.partition, count })
      ),
    { concurrency: "unbounded" }
  )
  const scope = yield* Effect.scope
  const partitions = Partitions.make(engines.map((engine) => ({ engine, ids: draw, scope })))
  yield* Effect.forkScoped(ChainFollower.run(shared.chain, partitions))
  return engines
})

/** A process in one of its partitions, once it serves. */
const placeIn = ({ engines, hosts }: Life, partition: number) => {
  const [host, engine] = [hosts[partition], engines?.[partition]]
  return host === undefined || engine === undefined ? undefined : { host, engine }
}

/** Calls of the process to its own partitions. */
const callIn =
  (life: Life): Called =>
  ({ run }, partition, argument) => {
    const engine = life.engines?.[partition]
    return engine === undefined
      ? Effect.die(new Error("A partition is missing"))
      : run(engine, argument)
  }

const doorOf = (now: () => number, life: Life): Door => ({
  realm: life.realm,
  enter: (wish, judge, end) => {
    const ask = wish({ at: now() })
    const place = placeIn(life, ask.partition)
    if (place === undefined) return undefined
    const effect = ask.effect(place.engine, callIn(life))
    return life.realm.run(effect, (exit) => end(judge(place.host, ask, exit)))
  }
})

export const make = (setting: Setting, ports: Engines.Ports): Cluster => {
  const { audit, faults, machine, note, spread } = setting
  const random = setting.random.stream("cluster")
  const lives: Array<Life> = []
  const late = setting.random.stream("late starts")
  let count = 0
  let splits = 0

  const isCurrent = ({ epoch, partition }: Host): boolean =>
    epoch === ports.stores[partition]?.tip().epoch

  /** True if the process was replaced in a log and has not noticed it. */
  const isStale = ({ hosts }: Life): boolean =>
    hosts.some((host) => host.epoch !== 0 && !isCurrent(host))

  const ended = (life: Life): void => {
    note(() => `process ${life.number} is gone`)
    lives.splice(lives.indexOf(life), 1)
    const isSplit = serving().some(({ hosts }) => hosts.some(isCurrent) && !hosts.every(isCurrent))
    if (isSplit) splits += 1
    // An older process may still run as if it were the writer.
    const afterMs = random.int(5, 3_000) + (isSplit ? late.int(0, 60_000) : 0)
    machine.world.after(afterMs, () => {
      if (lives.every(isStale)) start()
    })
  }

  const start = (): void => {
    const number = ++count
    const stop = Deferred.makeUnsafe<void>()
    const logger: Array<Logger.Logger<unknown, void>> = []
    const realm = machine.realm(
      `process ${number}`,
      Logger.make((options) => logger[0]?.log(options))
    )
    const hosts: ReadonlyArray<Host> = spread.numbers.map((partition) => ({
      ...{ number, partition, realm, appliedSeq: 0, epoch: 0 },
      isAlone: () => lives.length === 1,
      others: () => hosts.filter((other) => other.partition !== partition)
    }))
    const life: Life = {
      ...{ number, realm, hosts, engines: undefined },
      stop: () => realm.post(() => Deferred.doneUnsafe(stop, Effect.void))
    }
    logger.push(Engines.listen(setting, `process ${number}`))
    lives.push(life)
    note(() => `process ${number} starts`)
    realm.onEnd(() => ended(life))
    const program = Effect.gen(function* () {
      const engines = yield* buildEngines(setting, ports, life)
      life.engines = engines
      note(() => `process ${number} serves from ${hosts.map(({ appliedSeq }) => appliedSeq)}`)
      for (const host of hosts) audit.whole(host)
      // A process runs all of its partitions or none.
      yield* Effect.raceAllFirst([...engines.map(({ lost }) => lost), Deferred.await(stop)])
    })
    realm.run(Effect.scoped(program), (exit) => {
      if (Exit.isFailure(exit) && !String(exit.cause).includes("LeadershipLost")) {
        audit.object(`A process ended early: ${String(exit.cause)}`)
      }
      realm.kill()
    })
  }

  /** True if the process is the writer of all logs. */
  const isWhole = ({ hosts }: Life): boolean => hosts.every(isCurrent)

  const serving = (): ReadonlyArray<Life> => lives.filter(({ engines }) => engines !== undefined)

  const current = () => serving().find(isWhole)

  return {
    start,
    current,
    isServing: () => current() !== undefined,
    writer: (partition) => {
      const life = current()
      return life && placeIn(life, partition)
    },
    reach: () => {
      const all = serving()
      if (all.length === 0) return undefined
      const isStray = !faults.hasCeased() && random.chance(0.2)
      const life = isStray ? random.pick(all) : (all.find(isWhole) ?? all.at(-1))
      return life && doorOf(machine.now, life)
    },
    stateOf: ({ number, partition }) =>
      lives.find((life) => life.number === number)?.engines?.[partition]?.state,
    isCurrent,
    count: () => count,
    splits: () => splits,
    running: () => lives.length
  }
}
