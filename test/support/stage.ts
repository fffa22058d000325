/** A world whose read model outlives its engine, so that the next engine goes on with it. */
import { Effect, Exit, Scope } from "effect"
import * as MemoryLog from "./memoryLog.ts"
import * as MemoryViews from "./memoryViews.ts"
import * as World from "./world.ts"

export const begin = Effect.fnUntraced(function* (script: Partial<World.Script> = {}) {
  const world = World.make(script)
  const log = MemoryLog.make()
  const views = MemoryViews.make(log)
  const scope = yield* Scope.make()
  const engine = yield* Scope.provide(World.start(world, log, views), scope)
  const stop = Scope.close(scope, Exit.void)
  return { world, log, views, engine, stop, client: World.client(world, engine) }
})

export type Stage = Effect.Success<ReturnType<typeof begin>>

/** Another process on the same log and views. */
export const restart = Effect.fnUntraced(function* ({ log, stop, views, world }: Stage) {
  yield* stop
  const next = MemoryLog.make(log.entries())
  views.turnTo(next)
  const engine = yield* World.start(world, next, views)
  return { log: next, engine, client: World.client(world, engine) }
})
