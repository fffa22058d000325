/**
 * Probes the database repeatedly in a separate session, so that neither a statement of the log nor
 * an exhausted pool delays the probe.
 *
 * The database counts as unresponsive when it has not responded for a while and this process has
 * checked several times since: a process that was suspended itself must not blame the database.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, type Fiber, FiberSet, Layer, type Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import * as Limits from "../../config/Limits.ts"
import * as Port from "../../engine/ports/DatabaseHealth.ts"

interface ProbeState {
  /** When the database responded last, by `performance.now()`, and the number of checks since. */
  answeredAt: number
  checks: number
  isAlive: boolean
}

type Listener = (isAlive: boolean) => void

/** One session that probes until it fails. */
const session = Effect.fnUntraced(
  function* (sql: PgClient.PgClient, onAnswer: () => void) {
    const probeSql = yield* PgClient.makeClient({
      ...sql.config,
      connectTimeout: Limits.databaseHealth.connectMsMax
    })
    while (true) {
      yield* probeSql`select 1`
      onAnswer()
      yield* Effect.sleep(Limits.databaseHealth.pauseMs)
    }
  },
  Effect.scoped,
  Effect.provide(Reactivity.layer),
  (probing) => Effect.ignore(probing)
)

/** Probes the session, and replaces one that failed or does not respond. */
const keep = Effect.fnUntraced(function* (
  state: ProbeState,
  begin: Effect.Effect<Fiber.Fiber<void>>,
  onSilence: () => void
) {
  let fiber = yield* begin
  let startedAt = performance.now()
  while (true) {
    yield* Effect.sleep(Limits.databaseHealth.checkMs)
    state.checks += 1
    const now = performance.now()
    const isChecked = state.checks >= Limits.databaseHealth.checksMin
    if (state.isAlive && isChecked && now - state.answeredAt > Limits.databaseHealth.silentMsMax)
      onSilence()
    // A session without a response yet is connecting, which has a separate bound.
    const hasAnswered = state.answeredAt > startedAt
    const isStuck =
      hasAnswered && isChecked && now - state.answeredAt > Limits.databaseHealth.answerMsMax
    if (fiber.pollUnsafe() === undefined && !isStuck) continue
    // The session may take seconds to end, so nothing waits for it.
    fiber.interruptUnsafe()
    fiber = yield* begin
    startedAt = now
  }
})

const make: Effect.Effect<Port.Source, never, PgClient.PgClient | Scope.Scope> = Effect.gen(
  function* () {
    const sql = yield* PgClient.PgClient
    const scope = yield* Effect.scope
    const run = yield* FiberSet.makeRuntime<never>()
    const state: ProbeState = { answeredAt: performance.now(), checks: 0, isAlive: true }
    const listeners = new Set<Listener>()
    const setAlive = (isAlive: boolean): void => {
      state.isAlive = isAlive
      for (const listener of [...listeners]) listener(isAlive)
    }
    const onAnswer = (): void => {
      state.answeredAt = performance.now()
      state.checks = 0
      if (!state.isAlive) setAlive(true)
    }
    const begin = Effect.forkIn(session(sql, onAnswer), scope)
    yield* Effect.forkScoped(keep(state, begin, () => setAlive(false)))
    const isAlive = () => state.isAlive
    const watch: Port.Source["watch"] = (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
    return { isAlive, watch, guard: Port.guarding({ isAlive, watch }, run) }
  }
)

export const layer: Layer.Layer<never, never, PgClient.PgClient> = Layer.effect(
  Port.DatabaseHealth,
  make
)
