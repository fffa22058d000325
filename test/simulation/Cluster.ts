/**
 * The processes: started, killed, stopped gently, frozen, and started beside one that still runs.
 * Each is a realm of its own with a real engine and dispatcher for each partition in it, on ports
 * into one world.
 */
import { Cause, Context, Deferred, Effect, Exit, Layer, Logger } from "effect"
import * as DepositIntake from "../../src/engine/DepositIntake.ts"
import type * as Engine from "../../src/engine/Engine.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Log from "../../src/engine/ports/Log.ts"
import * as Policy from "../../src/engine/ports/Policy.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as Rates from "../../src/engine/ports/Rates.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as Screening from "../../src/engine/ports/Screening.ts"
import * as WebhookSender from "../../src/engine/ports/WebhookSender.ts"
import type * as State from "../../src/engine/state/State.ts"
import * as Dispatcher from "../../src/webhooks/Dispatcher.ts"
import { build, type RunningEngine } from "../support/engine.ts"
import type { Host } from "./Host.ts"
import * as SimulatedLog from "./Log.ts"
import type { Realm } from "./Machine.ts"
import { middle } from "./Requests.ts"
import type { Setting } from "./Setting.ts"
import { sourcesOf, statesOf } from "./Spread.ts"
import type * as Views from "./Views.ts"

/** The world's side of every port. Logs and read models are by partition. */
export interface Ports {
  readonly stores: ReadonlyArray<SimulatedLog.Store>
  readonly chain: (host: Host) => Chain.Chain["Service"]
  readonly provider: (host: Host) => Provider.Provider["Service"]
  readonly screening: (host: Host) => Screening.Screening["Service"]
  readonly courier: (host: Host) => WebhookSender.WebhookSender["Service"]
  readonly views: ReadonlyArray<Views.World>
  readonly rules: Policy.Rules
  /** Drafts that a process's log takes at once; more are refused. */
  readonly queueMax: number
}

interface Life {
  readonly number: number
  readonly realm: Realm
  /** By partition. */
  readonly hosts: ReadonlyArray<Host>
  /** By partition; `undefined` until all of them serve. */
  engines: ReadonlyArray<RunningEngine> | undefined
  readonly stop: () => void
}

export interface Cluster {
  readonly start: () => void
  /** The latest process that serves. */
  readonly current: () => Life | undefined
  /** A process that answers when a client knocks: the latest, at times an older one. */
  readonly reach: () => Life | undefined
  readonly stateOf: (host: Host) => State.State | undefined
  readonly isCurrent: (host: Host) => boolean
  readonly count: () => number
  /** How often a process that ended left one that was replaced in some of its logs only. */
  readonly splits: () => number
  /** How many run, serving or not. */
  readonly running: () => number
}

/** What the engines of one process share. */
interface Shared {
  readonly setting: Setting
  readonly ports: Ports
  readonly chain: Chain.Chain["Service"]
  readonly draw: IdGenerator.Source
}

/** A process in one of its partitions. */
interface Seat {
  readonly host: Host
  readonly store: SimulatedLog.Store
  readonly views: Views.World
  readonly draw: IdGenerator.Source
  readonly state: State.State
}

const layerOf = (
  engineOn: typeof Engine.layerOn,
  { chain, ports, setting }: Shared,
  { draw, host, state, store, views }: Seat
) => {
  const rates = {
    middle: () => Effect.sync(() => ({ rate: middle, at: setting.machine.now() }))
  }
  const world = Layer.succeedContext(
    Context.make(Chain.Chain, chain).pipe(
      Context.add(Provider.Provider, ports.provider(host)),
      Context.add(Screening.Screening, ports.screening(host)),
      Context.add(WebhookSender.WebhookSender, ports.courier(host)),
      Context.add(ReadModel.ReadModel, views.port(host)),
      Context.add(Rates.Rates, rates),
      Context.add(Policy.Policy, ports.rules),
      Context.add(IdGenerator.IdGenerator, draw),
      Context.add(Log.Log, SimulatedLog.connect({ setting, store }, host, draw, ports.queueMax))
    )
  )
  return Dispatcher.layer.pipe(
    Layer.provideMerge(engineOn(state)),
    Layer.provide(world),
    // A layer is made once, and each partition has its own.
    Layer.fresh
  )
}

const seatsOf = ({ draw, ports, setting }: Shared, hosts: Life["hosts"]): ReadonlyArray<Seat> => {
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
  ports: Ports,
  { hosts, number }: Life
) {
  const [first] = hosts
  if (first === undefined) throw new Error("A process has no partition")
  const draw = setting.random.stream(`draw ${number}`)
  const shared: Shared = { setting, ports, chain: ports.chain(first), draw }
  const { count } = setting.spread
  const followDeposits = DepositIntake.shared(count)
  const run = (seat: Seat) => build((engineOn) => layerOf(engineOn, shared, seat))
  const seats = seatsOf(shared, hosts)
  const [only] = seats
  if (only !== undefined && count === 1) return [(yield* run(only)).engine]
  return yield* Effect.forEach(
    seats,
    (seat) =>
      run(seat).pipe(
        Effect.map(({ engine }) => engine),
        Effect.provideService(Partition.Partition, { number: seat.host.partition, count }),
        Effect.provideService(DepositIntake.Follower, followDeposits)
      ),
    { concurrency: "unbounded" }
  )
})

/** What the program logs as its own failure is one, unless a fault was behind it. */
const listen = ({ audit, note }: Setting, life: Life) =>
  Logger.make(({ cause, logLevel, message }) => {
    const text = `${String(message)} ${Cause.pretty(cause)}`
    note(() => `process ${life.number} logs ${logLevel}: ${text.slice(0, 600)}`)
    if (logLevel !== "Error" && logLevel !== "Fatal") return
    // An alert names a refund that no node shows any more.
    const isTold = /^(Parking|The refund \S+ of \S+ is gone)/.test(text)
    const isInjected = text.includes("injected") || isTold
    if (!isInjected) audit.object(`A defect that was not injected: ${text.slice(0, 1_000)}`)
  })

export const make = (setting: Setting, ports: Ports): Cluster => {
  const { audit, faults, machine, note, spread } = setting
  const random = setting.random.stream("cluster")
  const lives: Array<Life> = []
  const late = setting.random.stream("late starts")
  let count = 0
  let splits = 0

  const isCurrent = ({ epoch, partition }: Host): boolean =>
    epoch === ports.stores[partition]?.tip().epoch

  /** Replaced in a log, and not aware of it. */
  const isStale = ({ hosts }: Life): boolean =>
    hosts.some((host) => host.epoch !== 0 && !isCurrent(host))

  const ended = (life: Life): void => {
    note(() => `process ${life.number} is gone`)
    lives.splice(lives.indexOf(life), 1)
    const isSplit = serving().some(({ hosts }) => hosts.some(isCurrent) && !hosts.every(isCurrent))
    if (isSplit) splits += 1
    // An older process may still run, and believe that it is the writer.
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
    logger.push(listen(setting, life))
    lives.push(life)
    note(() => `process ${number} starts`)
    realm.onEnd(() => ended(life))
    const program = Effect.gen(function* () {
      const engines = yield* buildEngines(setting, ports, life)
      life.engines = engines
      note(() => `process ${number} serves from ${hosts.map(({ appliedSeq }) => appliedSeq)}`)
      for (const host of hosts) audit.whole(host)
      // It runs all of its partitions or none.
      yield* Effect.raceAllFirst([...engines.map(({ lost }) => lost), Deferred.await(stop)])
    })
    realm.run(Effect.scoped(program), (exit) => {
      if (Exit.isFailure(exit) && !String(exit.cause).includes("LeadershipLost")) {
        audit.object(`A process ended by itself: ${String(exit.cause)}`)
      }
      realm.kill()
    })
  }

  /** The writer of all logs. */
  const isWhole = ({ hosts }: Life): boolean => hosts.every(isCurrent)

  const serving = (): ReadonlyArray<Life> => lives.filter(({ engines }) => engines !== undefined)

  return {
    start,
    current: () => serving().find(isWhole),
    reach: () => {
      const all = serving()
      if (all.length === 0) return undefined
      const isStray = !faults.hasCeased() && random.chance(0.2)
      return isStray ? random.pick(all) : (all.find(isWhole) ?? all.at(-1))
    },
    stateOf: ({ number, partition }) =>
      lives.find((life) => life.number === number)?.engines?.[partition]?.state,
    isCurrent,
    count: () => count,
    splits: () => splits,
    running: () => lives.length
  }
}
