/**
 * Asks the database for nothing, again and again, in a session of its own: no statement of the log
 * and no read can stand before the question, and a pool that is used up cannot hide the answer.
 *
 * The database counts as silent when it has not answered for a while and this process has looked
 * several times since: one that stood still itself must not blame the database.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, type Fiber, FiberSet, Layer, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import * as Limits from "../../config/Limits.ts"
import * as Port from "../../engine/ports/DatabaseHealth.ts"

interface State {
  /** When it answered last, by `performance.now()`, and how often it was looked at since. */
  heardAt: number
  looks: number
  isAlive: boolean
}

type Listener = (isAlive: boolean) => void

/** One session that asks until it fails. */
const session = (sql: PgClient.PgClient, heard: () => void) =>
  Effect.scoped(
    Effect.gen(function* () {
      const own = yield* PgClient.makeClient({
        ...sql.config,
        connectTimeout: Limits.pulse.connectMsMax
      })
      while (true) {
        yield* own`select 1`
        heard()
        yield* Effect.sleep(Limits.pulse.pauseMs)
      }
    })
  ).pipe(Effect.provide(Reactivity.layer), Effect.ignore)

/** Looks, and replaces a session that failed or says nothing. */
const keep = Effect.fnUntraced(function* (
  state: State,
  begin: Effect.Effect<Fiber.Fiber<void>>,
  died: () => void
) {
  let fiber = yield* begin
  let begunAt = performance.now()
  while (true) {
    yield* Effect.sleep(Limits.pulse.lookMs)
    state.looks += 1
    const now = performance.now()
    const isLookedAt = state.looks >= Limits.pulse.looksMin
    if (state.isAlive && isLookedAt && now - state.heardAt > Limits.pulse.silentMsMax) died()
    // A session that never spoke is connecting, which has a bound of its own.
    const hasSpoken = state.heardAt > begunAt
    const isStuck = hasSpoken && isLookedAt && now - state.heardAt > Limits.pulse.answerMsMax
    if (fiber.pollUnsafe() === undefined && !isStuck) continue
    // It may take seconds to end, and nobody waits for that.
    fiber.interruptUnsafe()
    fiber = yield* begin
    begunAt = now
  }
})

const make: Effect.Effect<Port.Source, never, PgClient.PgClient | Scope.Scope> = Effect.gen(
  function* () {
    const sql = yield* PgClient.PgClient
    const scope = yield* Effect.scope
    const run = yield* FiberSet.makeRuntime<never>()
    const state: State = { heardAt: performance.now(), looks: 0, isAlive: true }
    const listeners = new Set<Listener>()
    const become = (isAlive: boolean): void => {
      state.isAlive = isAlive
      for (const changed of [...listeners]) changed(isAlive)
    }
    const heard = (): void => {
      state.heardAt = performance.now()
      state.looks = 0
      if (!state.isAlive) become(true)
    }
    const begin = Effect.forkIn(session(sql, heard), scope)
    yield* Effect.forkScoped(keep(state, begin, () => become(false)))
    const isAlive = () => state.isAlive
    const watch: Port.Source["watch"] = (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    }
    return { isAlive, watch, guard: Port.guarding({ isAlive, watch }, run) }
  }
)

export const layer: Layer.Layer<never, never, PgClient.PgClient> = Layer.effect(
  Port.DatabaseHealth,
  make
)
