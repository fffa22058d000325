/**
 * The advisory lock of the leader. A serving process holds it, so that a second start waits or
 * refuses instead of displacing the first, and a standby learns when the leader ends. The lock is
 * not needed for safety: the conditional append keeps a log from two writers (L3).
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Deferred, Effect, type Scope } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import * as Limits from "../../config/Limits.ts"
import { LeadershipLost, type LogRefused } from "../../engine/ports/Log.ts"
import * as ServiceState from "../../engine/ServiceState.ts"

/**
 * How a start waits for the lock. `at once`: without the lock, for tools and tests alone with the
 * log.
 */
export type StartMode = "at once" | "wait a little" | "standby"

export class LeaderLock extends Context.Reference<StartMode>("payouts/postgres/LeaderLock", {
  defaultValue: () => "at once" as const
}) {}

/** The lock's first key, "payo" in ASCII; the second is the partition. */
const lockClass = 0x7061796f

/** PostgreSQL ends the session of a stalled process after this time, and releases its lock. */
const timeoutSql = `set idle_session_timeout = ${Limits.turn.silenceMsMax}`

/** Tries to take the lock in a session of its own; `undefined` where another process holds it. */
const tryLock = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  const connection = yield* sql.reserve
  const run = (text: string) => connection.execute(text, [], undefined)
  const rows = yield* run(`select pg_try_advisory_lock(${lockClass}, ${partition}) as held`)
  if ((rows[0] as { readonly held?: boolean } | undefined)?.held !== true) return undefined
  yield* Effect.addFinalizer(() =>
    run("select pg_advisory_unlock_all(), set_config('idle_session_timeout', '0', false)").pipe(
      Effect.timeoutOption(Limits.turn.unlockMsMax),
      Effect.ignore
    )
  )
  yield* run(timeoutSql)
  return connection
})

/** Sends a statement now and then, so that the session outlives the idle timeout. */
const keep = (connection: Connection) =>
  connection
    .execute("select 1", [], undefined)
    .pipe(Effect.delay(Limits.turn.pulseMs), Effect.forever)

/**
 * Holds the lock, and takes it again after a lost connection; `displaced` then checks whether this
 * process still owns the log.
 */
const holdForever = (
  sql: PgClient.PgClient,
  partition: number,
  taken: Deferred.Deferred<void>,
  displaced: Effect.Effect<void>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* tryLock(sql, partition)
      if (connection === undefined) {
        if (Deferred.isDoneUnsafe(taken)) yield* displaced
        return
      }
      // The session may have been lost with its database: ownership is checked before going on.
      if (!(yield* Deferred.succeed(taken, undefined))) yield* displaced
      yield* keep(connection)
    })
  ).pipe(
    Effect.catch((error) => Effect.logDebug("The session of the log's lock ended", error)),
    Effect.andThen(Effect.sleep(Limits.turn.pollMs)),
    Effect.forever
  )

const busy = new LeadershipLost({
  message:
    "Another process serves this log. Stop it first, or start this one with --standby to follow it."
})

export interface WhileWaiting {
  /** Runs repeatedly until the lock is free; never interrupted midway. */
  readonly meanwhile: Effect.Effect<void, LogRefused>
  /** Runs after the lock was lost: checks that the log is still owned, and still the same. */
  readonly displaced: Effect.Effect<void>
}

/** Waits for the lock, and holds it until the scope closes. */
export const take = Effect.fn("LeaderLock.take")(function* (
  sql: PgClient.PgClient,
  partition: number,
  { displaced, meanwhile }: WhileWaiting
): Effect.fn.Return<void, LogRefused | LeadershipLost, Scope.Scope> {
  const startMode = yield* LeaderLock
  if (startMode === "at once") return
  const serviceState = yield* ServiceState.ServiceState
  const taken = yield* Deferred.make<void>()
  yield* Effect.forkScoped(holdForever(sql, partition, taken, displaced))
  const follow = Effect.gen(function* () {
    yield* Effect.sleep(Limits.turn.firstLookMs)
    yield* Effect.logInfo("Another process serves this log; waiting for it to end")
    serviceState.enter(startMode === "standby" ? "standby" : "starting")
    yield* meanwhile.pipe(
      Effect.uninterruptible,
      Effect.andThen(Effect.sleep(Limits.turn.pollMs)),
      Effect.forever
    )
  })
  const patient =
    startMode === "standby"
      ? follow
      : Effect.timeoutOrElse(follow, {
          duration: Limits.turn.waitMsMax,
          orElse: () => Effect.fail(busy)
        })
  yield* Effect.raceFirst(Deferred.await(taken), patient)
})

/** Takes the lock now or fails, and holds it until the scope closes. */
export const takeNow = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  const connection = yield* tryLock(sql, partition)
  if (connection === undefined) return yield* busy
  yield* Effect.forkScoped(keep(connection))
})
