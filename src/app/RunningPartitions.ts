/**
 * The partitions that a process runs: for each its engine, webhook delivery and, in the sandbox,
 * the sender of refunds, over a log and a read model of its own. They share the database, the
 * directory in memory, and the follower of the chain.
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
import * as Metrics from "../telemetry/Metrics.ts"
import * as AttemptSlots from "../webhooks/AttemptSlots.ts"
import * as Dispatcher from "../webhooks/Dispatcher.ts"
import * as ProcessConditions from "./ProcessConditions.ts"
import * as Storage from "./Storage.ts"

/** Writes the checkpoint at a clean stop, so that the next start has little to replay. */
const checkpointAtStop = Layer.effectDiscard(
  Effect.flatMap(Engine.Engine, ({ deliveries }) =>
    Effect.addFinalizer(() =>
      Effect.ignore(Effect.timeout(deliveries.shown, Limits.readModel.stopMsMax))
    )
  )
)

/** The sender of due refunds: in the sandbox a simulation, unless it is manual. */
const treasury = ({ refunds, timeScale }: Settings) =>
  refunds === "simulated" ? SandboxTreasury.layer(timeScale) : Layer.empty

/**
 * One partition over its log and read model. One that moves to another process writes no checkpoint
 * at its stop: that would take longer than to read there what the last one lacks.
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

type EngineNeeds = Exclude<
  Layer.Services<ReturnType<typeof layerOf>>,
  Scope.Scope | Projector.Backlogs | AttemptSlots.AttemptSlots
>

/** The states of so many partitions: the first holds the directory that the others read. */
const statesOf = (count: number): ReadonlyArray<State.State> => {
  const first = State.make({ count })
  const shared = { count, directory: Collections.directoryOf(first) }
  return Array.from({ length: count }, (_, number) =>
    number === Partition.directory ? first : State.make(shared)
  )
}

/** What starts engines of this process, and they share. */
export const starter = Effect.fnUntraced(function* (
  settings: Settings,
  engineOn: typeof Engine.layerOn
) {
  const { partitions: count } = settings
  const shared = yield* Layer.build(Layer.merge(Projector.backlogsLayer, AttemptSlots.layer))
  const source = yield* IdGenerator.IdGenerator
  const context = yield* Effect.context<EngineNeeds>()
  const conditions = yield* ProcessConditions.make
  /** Starts the engine of a partition, which runs until the scope closes. */
  return Effect.fnUntraced(function* (state: State.State, number: number, scope: Scope.Scope) {
    const slot = { number, count }
    const labels = Partition.labelsOf(slot)
    const ids: IdGenerator.Source = count === 1 ? source : { ...source, partition: number }
    const built = yield* Layer.buildWithScope(
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
    const running: Partitions.Running = { engine: Context.get(built, Engine.Engine), ids, scope }
    return running
  })
})

/** `Engine` among the services is the directory's. */
export const make = Effect.fnUntraced(function* (
  settings: Settings,
  engineOn: typeof Engine.layerOn
) {
  const start = yield* starter(settings, engineOn)
  // They stop side by side: each drains its log and writes its checkpoint.
  const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
  const run = (state: State.State, number: number) =>
    Effect.flatMap(Scope.fork(scope), (own) => start(state, number, own))
  const states = statesOf(settings.partitions)
  const all = yield* Effect.forEach(states, run, { concurrency: "unbounded" })
  const [first] = all
  if (first === undefined) throw new Error("There is no partition")
  const partitions = Partitions.make(all)
  yield* Effect.forkScoped(ChainFollower.run(yield* Chain, partitions))
  return Context.make(Partitions.Partitions, partitions).pipe(
    Context.add(Engine.Engine, first.engine),
    Context.add(OtherNodes.OtherNodes, OtherNodes.none),
    Context.add(Nodes.Nodes, yield* Nodes.Nodes)
  )
})

/** Tests give engines whose states they read. */
export const layer = (settings: Settings, engineOn: typeof Engine.layerOn) =>
  Layer.effectContext(make(settings, engineOn))
