/**
 * The processes: started, killed, stopped gently, frozen, and started beside one that still runs.
 * Each is a realm of its own with the real engine and dispatcher in it, on ports into one world.
 */
import { Cause, Context, Deferred, Effect, Exit, Layer, Logger } from "effect"
import type * as Engine from "../../src/engine/Engine.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Log from "../../src/engine/ports/Log.ts"
import * as Policy from "../../src/engine/ports/Policy.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as Rates from "../../src/engine/ports/Rates.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as Screening from "../../src/engine/ports/Screening.ts"
import * as WebhookSender from "../../src/engine/ports/WebhookSender.ts"
import * as State from "../../src/engine/state/State.ts"
import * as Dispatcher from "../../src/webhooks/Dispatcher.ts"
import { build, type RunningEngine } from "../support/engine.ts"
import type { Host } from "./Host.ts"
import * as SimulatedLog from "./Log.ts"
import { middle } from "./Requests.ts"
import type { Setting } from "./Setting.ts"

/** The world's side of every port. */
export interface Ports {
  readonly store: SimulatedLog.Store
  readonly chain: (host: Host) => Chain.Chain["Service"]
  readonly provider: (host: Host) => Provider.Provider["Service"]
  readonly screening: (host: Host) => Screening.Screening["Service"]
  readonly courier: (host: Host) => WebhookSender.WebhookSender["Service"]
  readonly views: (host: Host) => ReadModel.ReadModel["Service"]
  readonly rules: Policy.Rules
  /** Drafts that a process's log takes at once; more are refused. */
  readonly queueMax: number
}

interface Life extends Host {
  engine: RunningEngine | undefined
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
  /** How many run, serving or not. */
  readonly running: () => number
}

const layerOf = (engineOn: typeof Engine.layerOn, ports: Ports, host: Host, setting: Setting) => {
  const draw: IdGenerator.Source = setting.random.stream(`draw ${host.number}`)
  const rates = {
    middle: () => Effect.sync(() => ({ rate: middle, at: setting.machine.now() }))
  }
  const world = Layer.succeedContext(
    Context.make(Chain.Chain, ports.chain(host)).pipe(
      Context.add(Provider.Provider, ports.provider(host)),
      Context.add(Screening.Screening, ports.screening(host)),
      Context.add(WebhookSender.WebhookSender, ports.courier(host)),
      Context.add(ReadModel.ReadModel, ports.views(host)),
      Context.add(Rates.Rates, rates),
      Context.add(Policy.Policy, ports.rules),
      Context.add(IdGenerator.IdGenerator, draw),
      Context.add(
        Log.Log,
        SimulatedLog.connect({ setting, store: ports.store }, host, draw, ports.queueMax)
      )
    )
  )
  return Dispatcher.layer.pipe(Layer.provideMerge(engineOn(State.make())), Layer.provide(world))
}

/** What the program logs as its own failure is one, unless a fault was behind it. */
const listen = ({ audit, note }: Setting, host: Host) =>
  Logger.make(({ cause, logLevel, message }) => {
    const text = `${String(message)} ${Cause.pretty(cause)}`
    note(() => `process ${host.number} logs ${logLevel}: ${text.slice(0, 600)}`)
    if (logLevel !== "Error" && logLevel !== "Fatal") return
    // An alert names a refund that no node shows any more.
    const isTold = /^(Parking|The refund \S+ of \S+ is gone)/.test(text)
    const isInjected = text.includes("injected") || isTold
    if (!isInjected) audit.object(`A defect that was not injected: ${text.slice(0, 1_000)}`)
  })

export const make = (setting: Setting, ports: Ports): Cluster => {
  const { audit, faults, machine, note } = setting
  const random = setting.random.stream("cluster")
  const lives: Array<Life> = []
  let count = 0

  const isCurrent = ({ epoch }: Pick<Host, "epoch">): boolean => epoch === ports.store.tip().epoch

  const ended = (life: Life): void => {
    note(() => `process ${life.number} is gone`)
    lives.splice(lives.indexOf(life), 1)
    // An older process may still run, and believe that it is the writer.
    machine.world.after(random.int(5, 3_000), () => {
      const isStale = ({ epoch }: Life) => epoch !== 0 && !isCurrent({ epoch })
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
    const life: Life = {
      ...{ number, realm, appliedSeq: 0, epoch: 0, engine: undefined },
      isAlone: () => lives.length === 1,
      stop: () => realm.post(() => Deferred.doneUnsafe(stop, Effect.void))
    }
    logger.push(listen(setting, life))
    lives.push(life)
    note(() => `process ${number} starts`)
    realm.onEnd(() => ended(life))
    const program = Effect.gen(function* () {
      const { engine } = yield* build((layer) => layerOf(layer, ports, life, setting))
      life.engine = engine
      note(() => `process ${number} serves from ${life.appliedSeq}`)
      audit.whole(life)
      yield* Effect.raceFirst(engine.lost, Deferred.await(stop))
    })
    realm.run(Effect.scoped(program), (exit) => {
      if (Exit.isFailure(exit) && !String(exit.cause).includes("LeadershipLost")) {
        audit.object(`A process ended by itself: ${String(exit.cause)}`)
      }
      realm.kill()
    })
  }

  const serving = (): ReadonlyArray<Life> => lives.filter(({ engine }) => engine !== undefined)

  return {
    start,
    current: () => serving().find(isCurrent),
    reach: () => {
      const all = serving()
      if (all.length === 0) return undefined
      const isStray = !faults.hasCeased() && random.chance(0.2)
      return isStray ? random.pick(all) : (all.find(isCurrent) ?? all.at(-1))
    },
    stateOf: (host) => lives.find(({ number }) => number === host.number)?.engine?.state,
    isCurrent,
    count: () => count,
    running: () => lives.length
  }
}
