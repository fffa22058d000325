/** An engine and its dispatcher with ports to the simulated world. */
import { Cause, Context, Effect, Layer, Logger } from "effect"
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
import type * as State from "../../src/engine/state/State.ts"
import * as Dispatcher from "../../src/webhooks/Dispatcher.ts"
import { ofProcess } from "../support/engine.ts"
import type { Host } from "./Host.ts"
import * as SimulatedLog from "./Log.ts"
import { middle } from "./Requests.ts"
import type { Setting } from "./Setting.ts"
import type * as Views from "./Views.ts"

/** The simulated side of every port. Logs and read models are by partition. */
export interface Ports {
  readonly stores: ReadonlyArray<SimulatedLog.Store>
  readonly chain: (host: Host) => Chain.Chain["Service"]
  readonly provider: (host: Host) => Provider.Provider["Service"]
  readonly screening: (host: Host) => Screening.Screening["Service"]
  readonly courier: (host: Host) => WebhookSender.WebhookSender["Service"]
  readonly views: ReadonlyArray<Views.World>
  readonly rules: Policy.Rules
  /** Maximum of drafts that a log queues. More are refused. */
  readonly queueMax: number
}

/** Shared parts of the engines of one process. */
export interface Shared {
  readonly setting: Setting
  readonly ports: Ports
  readonly chain: Chain.Chain["Service"]
  readonly draw: IdGenerator.Source
}

/** An engine of a process, in one partition. */
export interface Seat {
  readonly host: Host
  readonly store: SimulatedLog.Store
  readonly views: Views.World
  readonly draw: IdGenerator.Source
  readonly state: State.State
}

export const layerOf = (
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
    Layer.provide(ofProcess),
    // Layers are memoized, but each partition needs a separate one.
    Layer.fresh
  )
}

/** Reports errors in the program's log as violations, unless a fault caused them. */
export const listen = ({ audit, note }: Setting, process: string) =>
  Logger.make(({ cause, logLevel, message }) => {
    const text = `${String(message)} ${Cause.pretty(cause)}`
    note(() => `${process} logs ${logLevel}: ${text.slice(0, 600)}`)
    if (logLevel !== "Error" && logLevel !== "Fatal") return
    // A refund that the chain has lost causes an alert, as does money that screening holds. Neither
    // is a violation.
    const isTold = /^(Parking|The refund \S+ of \S+ is gone|Money was held)/.test(text)
    const isInjected = text.includes("injected") || isTold
    if (!isInjected) audit.object(`A defect that was not injected: ${text.slice(0, 1_000)}`)
  })
