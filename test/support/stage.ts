/** Adapters and a read model that outlive their engine, so that the next engine continues. */
import { Effect, Exit, Scope } from "effect"
import * as EngineHarness from "./engineHarness.ts"
import * as MemoryLog from "./memoryLog.ts"
import * as MemoryReadModel from "./memoryReadModel.ts"

export const begin = Effect.fnUntraced(function* (script: Partial<EngineHarness.Script> = {}) {
  const adapters = EngineHarness.make(script)
  const log = MemoryLog.make()
  const views = MemoryReadModel.make(log)
  const scope = yield* Scope.make()
  const engine = yield* Scope.provide(EngineHarness.start(adapters, log, views), scope)
  const stop = Scope.close(scope, Exit.void)
  return { adapters, log, views, engine, stop, client: EngineHarness.client(adapters, engine) }
})

export type Stage = Effect.Success<ReturnType<typeof begin>>

/** Starts another engine on the same log and views. */
export const restart = Effect.fnUntraced(function* ({ log, stop, views, adapters }: Stage) {
  yield* stop
  const next = MemoryLog.make(log.entries())
  views.setLog(next)
  const engine = yield* EngineHarness.start(adapters, next, views)
  return { log: next, engine, client: EngineHarness.client(adapters, engine) }
})
