/** An engine on scripted adapters, with the dependencies of its partition's use cases. */
import { Clock, Effect, type Layer } from "effect"
import * as Partitions from "../../src/engine/Partitions.ts"
import type * as Policy from "../../src/engine/ports/Policy.ts"
import * as EngineHarness from "./engineHarness.ts"
import * as MemoryLog from "./memoryLog.ts"
import * as MemoryReadModel from "./memoryReadModel.ts"

type Ports = Layer.Success<EngineHarness.ScriptedAdapters["ports"]> | Partitions.Partitions

/** Starts an engine. No deposit arrives unless the script makes it arrive. */
export const begin = Effect.fnUntraced(function* (
  script: Partial<EngineHarness.Script> = {},
  rules: Partial<Policy.Rules> = {}
) {
  const adapters = EngineHarness.make({ arrivals: () => [], ...script }, rules)
  const log = MemoryLog.make()
  const readModel = MemoryReadModel.make(log)
  const engine = yield* EngineHarness.start(adapters, log, readModel)
  // Use cases need nothing of a partition except its engine and ids.
  const running = { engine, ids: adapters.draw } as unknown as Partitions.Running
  const partitions = Partitions.make([running])
  /** The dependencies of a use case, with the partition that runs it. */
  const inPartition = <A extends object, E>(dependencies: Effect.Effect<A, E, Ports>) =>
    Effect.map(dependencies, (found) => ({ ...found, engine, source: adapters.draw })).pipe(
      Effect.provideService(Partitions.Partitions, partitions),
      Effect.provide(adapters.ports)
    )
  /** The tags of the events in the log, without those of its start. */
  const tags = () =>
    log
      .entries()
      .flatMap(({ events }) => events.map(({ _tag }) => _tag))
      .filter((tag) => tag !== "EpochStarted")
  return {
    ...{ adapters, engine, inPartition, log, readModel, tags },
    partition: { engine, source: adapters.draw },
    client: EngineHarness.client(adapters, engine)
  }
})

/** The context of a request at this moment, without an idempotency key. */
export const asks = (by = "key_test") =>
  Effect.map(Clock.currentTimeMillis, (at) => ({ at, by, idempotency: null }))

/** The result of a command that this call executed and did not replay. */
export const done = <A, E>(
  executed: Effect.Effect<
    { readonly _tag: "Done"; readonly result: A } | { readonly _tag: "Replayed" },
    E
  >
): Effect.Effect<A, E> =>
  Effect.flatMap(executed, (outcome) =>
    outcome._tag === "Done" ? Effect.succeed(outcome.result) : Effect.die(new Error("Replayed"))
  )
