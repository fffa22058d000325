/**
 * Probes the database repeatedly in a session of its own, so that neither a statement of the log
 * nor an exhausted pool delays the probe.
 *
 * The database counts as unresponsive when it has not answered for a while and this process has
 * looked several times since: a process that was suspended itself must not blame the database.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, type Fiber, FiberSet, Layer, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import * as Limits from "../../config/Limits.ts"
import * as Port from "../../engine/ports/DatabaseHealth.ts"

interface ProbeState {
  /** When it answered last, by `performance.now()`, and how many looks there were since. */
  answeredAt: number
  looks: number
  isAlive: boolean
}

type Listener = (isAlive: boolean) => void

/** One session that probes until it fails. */
const session = Effect.fnUntraced(
  function* (sql: PgClient.PgClient, answered: () => void) {
    const own = yield* PgClient.makeClient({
      ...sql.config,
      connectTimeout: Limits.databaseHealth.connectMsMax
    })
    while (true) {
      yield* own`select 1`
      answered()
      yield* Effect.sleep(Limits.databaseHealth.pauseMs)
    }
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer),
  (probing) => Effect.ignore(probing)
)

/** Probes the session, and replaces one that failed or does not answer. */
const keep = Effect.fnUntraced(function* (
  state: ProbeState,
  begin: Effect.Effect<Fiber.Fiber<void>>,
  died: () => void
) {
  let fiber = yield* begin
  let begunAt = performance.now()
  while (true) {
    yield* Effect.sleep(Limits.databaseHealth.lookMs)
    state.looks += 1
    const now = performance.now()
    const isLookedAt = state.looks >= Limits.databaseHealth.looksMin
    if (state.isAlive && isLookedAt && now - state.answeredAt > Limits.databaseHealth.silentMsMax)
      died()
    // A session without an answer yet is connecting, which has a bound of its own.
    const hasAnswered = state.answeredAt > begunAt
    const isStuck =
      hasAnswered && isLookedAt && now - state.answeredAt > Limits.databaseHealth.answerMsMax
    if (fiber.pollUnsafe() === undefined && !isStuck) continue
    // It may take seconds to end, which is not waited for.
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
    const state: ProbeState = { answeredAt: performance.now(), looks: 0, isAlive: true }
    const listeners = new Set<Listener>()
    const become = (isAlive: boolean): void => {
      state.isAlive = isAlive
      for (const changed of [...listeners]) changed(isAlive)
    }
    const answered = (): void => {
      state.answeredAt = performance.now()
      state.looks = 0
      if (!state.isAlive) become(true)
    }
    const begin = Effect.forkIn(session(sql, answered), scope)
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
