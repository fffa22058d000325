/**
 * The partitions that a process runs. Each has an engine, webhook delivery and, in the sandbox, the
 * sender of refunds, over its own log and read model. They share the database, the directory in
 * memory, and the follower of the chain.
 */
import { Context, Effect, Layer, Scope } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as ChainFollower from "../engine/chain/ChainFollower.ts"
import * as Engine from "../engine/Engine.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as Projector from "../engine/Projector.ts"
import { Chain } from "../engine/ports/Chain.ts"
import * as Conditions from "../engine/ports/Conditions.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Nodes from "../engine/ports/Nodes.ts"
import * as OtherNodes from "../engine/ports/OtherNodes.ts"
import * as Collections from "../engine/state/Collections.ts"
import * as State from "../engine/state/State.ts"
import * as SandboxTreasury from "../sandbox/SandboxTreasury.ts"
import * as SandboxWithdrawals from "../sandbox/SandboxWithdrawals.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as AttemptSlots from "../webhooks/AttemptSlots.ts"
import * as Dispatcher from "../webhooks/Dispatcher.ts"
import * as ProcessConditions from "./ProcessConditions.ts"
import * as Storage from "./Storage.ts"

/** Writes the checkpoint at a clean stop, so that the next start has little to replay. */
const checkpointAtStop = Layer.effectDiscard(
  Effect.flatMap(Engine.Engine, ({ deliveries }) =>
    Effect.addFinalizer(() =>
      Effect.ignore(Effect.timeout(deliveries.caughtUp, Limits.readModel.stopMsMax))
    )
  )
)

/** The sender of due refunds and of withdrawals: in the sandbox a simulation, unless it is manual. */
const treasury = ({ refunds, timeScale }: Settings) =>
  refunds === "simulated"
    ? Layer.merge(SandboxTreasury.layer(timeScale), SandboxWithdrawals.layer(timeScale))
    : Layer.empty

/**
 * One partition over its log and read model. A partition that moves to another node writes no
 * checkpoint at its stop. The write would take longer than reading the missing entries there.
 */
const layerOf = (settings: Settings, number: number, engine: typeof Engine.layer) =>
  treasury(settings).pipe(
    Layer.provideMerge(Dispatcher.layer),
    Layer.provideMerge(settings.cluster === undefined ? checkpointAtStop : Layer.empty),
    Layer.provideMerge(engine),
    Layer.provide(Storage.ofPartition(number)),
    // A layer is made once, and each partition has its own.
    Layer.fresh
  )

type EngineDependencies = Exclude<
  Layer.Services<ReturnType<typeof layerOf>>,
  Scope.Scope | Projector.Backlogs | AttemptSlots.AttemptSlots
>

/** The states of the partitions: the first has the directory that the others read. */
const statesOf = (count: number): ReadonlyArray<State.State> => {
  const first = State.make({ count })
  const shared = { count, directory: Collections.directoryOf(first) }
  return Array.from({ length: count }, (_, number) =>
    number === Partition.directory ? first : State.make(shared)
  )
}

/** Creates the starter of this process's engines, and the resources that they share. */
export const starter = Effect.fnUntraced(function* (
  settings: Settings,
  engineOn: typeof Engine.layerOn
) {
  const { partitions: count } = settings
  const shared = yield* Layer.build(Layer.merge(Projector.backlogsLayer, AttemptSlots.layer))
  const source = yield* IdGenerator.IdGenerator
  const context = yield* Effect.context<EngineDependencies>()
  const conditions = yield* ProcessConditions.make
  /** Starts the engine of a partition, which runs until the scope closes. */
  return Effect.fnUntraced(function* (state: State.State, number: number, scope: Scope.Scope) {
    const slot = { number, count }
    const labels = Partition.labelsOf(slot)
    const ids: IdGenerator.Source = count === 1 ? source : { ...source, partition: number }
    const services = yield* Layer.buildWithScope(
      layerOf(settings, number, engineOn(state)),
      scope
    ).pipe(
      Effect.provideService(Partition.Partition, slot),
      Effect.provideService(IdGenerator.IdGenerator, ids),
      Effect.provideService(Conditions.Conditions, conditions),
      Effect.provideContext(shared),
      Effect.provideService(Metrics.CommonLabels, labels),
      Effect.annotateLogs(labels),
      Effect.provideContext(context)
    )
    const running: Partitions.Running = { engine: Context.get(services, Engine.Engine), ids, scope }
    return running
  })
})

/** `Engine` among the services is the directory's. */
export const make = Effect.fnUntraced(function* (
  settings: Settings,
  engineOn: typeof Engine.layerOn
) {
  const start = yield* starter(settings, engineOn)
  // Partitions stop concurrently: each drains its log and writes its checkpoint.
  const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
  const run = (state: State.State, number: number) =>
    Effect.flatMap(Scope.fork(scope), (child) => start(state, number, child))
  const states = statesOf(settings.partitions)
  const running = yield* Effect.forEach(states, run, { concurrency: "unbounded" })
  const [first] = running
  if (first === undefined) throw new Error("There is no partition")
  const partitions = Partitions.make(running)
  yield* Effect.forkScoped(ChainFollower.run(yield* Chain, partitions))
  return Context.make(Partitions.Partitions, partitions).pipe(
    Context.add(Engine.Engine, first.engine),
    Context.add(OtherNodes.OtherNodes, OtherNodes.none),
    Context.add(Nodes.Nodes, yield* Nodes.Nodes)
  )
})

/** Tests pass engines whose states they read. */
export const layer = (settings: Settings, engineOn: typeof Engine.layerOn) =>
  Layer.effectContext(make(settings, engineOn))
