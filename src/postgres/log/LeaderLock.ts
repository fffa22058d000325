/**
 * The advisory locks of the leader, one for each partition. A serving process holds them, all in
 * one session, so that a second start waits or refuses instead of displacing the first, and a
 * standby learns when the leader ends. They are not needed for safety: the conditional append keeps
 * a log from two writers (L3).
 */

import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Deferred, Effect, Layer, type Scope } from "effect"
import { SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import * as Limits from "../../config/Limits.ts"
import * as Partition from "../../engine/Partition.ts"
import { LeadershipLost, type LogRefused } from "../../engine/ports/Log.ts"
import * as ServiceState from "../../engine/ServiceState.ts"
import * as ConnectionFailure from "../server/ConnectionFailure.ts"

/**
 * The wait of a start for the locks. `at once` takes no locks, for tools and tests that have the
 * log alone.
 */
export type StartMode = "at once" | "wait a little" | "standby"

export class LeaderLock extends Context.Reference<StartMode>("payouts/postgres/log/LeaderLock", {
  defaultValue: () => "at once" as const
}) {}

/** The lock's first key, "payo" in ASCII; the second is the partition. */
const lockClass = 0x7061796f

/** PostgreSQL ends the session of a stalled process after this time, and releases its lock. */
const timeoutSql = `set idle_session_timeout = ${Limits.leadership.silenceMsMax}`

type Run = (text: string) => Effect.Effect<ReadonlyArray<unknown>, unknown>

/** Releases the locks of a session before the session returns to the pool. */
const release = (run: Run) =>
  run("select pg_advisory_unlock_all(), set_config('idle_session_timeout', '0', false)").pipe(
    Effect.timeoutOption(Limits.leadership.unlockMsMax),
    Effect.ignore
  )

const isHeld = ([row]: ReadonlyArray<unknown>): boolean =>
  (row as { readonly held?: boolean } | undefined)?.held === true

/**
 * Tries to take all locks in a separate session; `undefined` if another process holds one. The
 * order is fixed, so that the process that gets the first lock also gets the others when several
 * try at once.
 */
const tryLocks = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  partitions: ReadonlyArray<number>
) {
  const connection = yield* sql.reserve
  const run = (text: string) => connection.execute(text, [], undefined)
  yield* Effect.addFinalizer(() => release(run))
  for (const partition of partitions) {
    const rows = yield* run(`select pg_try_advisory_lock(${lockClass}, ${partition}) as held`)
    if (!isHeld(rows)) return undefined
  }
  yield* run(timeoutSql)
  return connection
})

/** Sends a statement now and then, so that the session outlives the idle timeout. */
const keep = (connection: Connection) =>
  connection
    .execute("select 1", [], undefined)
    .pipe(Effect.delay(Limits.leadership.pulseMs), Effect.forever)

interface Reports {
  /** Runs after the locks were lost and taken again. */
  readonly checkOwnership: Effect.Effect<void>
  /** Receives the outcome of each attempt: `undefined`, or why the database refused it. */
  readonly report: (failure: string | undefined) => void
}

const reasonOf = (error: unknown): string =>
  SqlError.isSqlError(error) ? ConnectionFailure.explain(error).message : String(error)

/**
 * Holds the locks, and takes them again after a lost connection; `checkOwnership` then checks
 * whether this process still owns its logs.
 */
const holdForever = (
  sql: PgClient.PgClient,
  partitions: ReadonlyArray<number>,
  acquisition: Deferred.Deferred<void>,
  { checkOwnership, report }: Reports
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* tryLocks(sql, partitions)
      report(undefined)
      if (connection === undefined) {
        if (Deferred.isDoneUnsafe(acquisition)) yield* checkOwnership
        return
      }
      // The session may have been lost with its database: ownership is checked before going on.
      if (!(yield* Deferred.succeed(acquisition, undefined))) yield* checkOwnership
      yield* keep(connection)
    })
  ).pipe(
    Effect.catch((error) => {
      report(reasonOf(error))
      return Effect.logDebug("The session of the logs' locks ended", error)
    }),
    Effect.andThen(Effect.sleep(Limits.leadership.pollMs)),
    Effect.forever
  )

const busy = new LeadershipLost({
  message:
    "Another process serves this log. Stop it first, or start this one with --standby to follow it."
})

const refusal = (failure: string | undefined): LeadershipLost =>
  failure === undefined
    ? busy
    : new LeadershipLost({ message: `The lock of the log cannot be taken: ${failure}` })

export interface WhileWaiting {
  /** Runs repeatedly until the locks are free; never interrupted midway. */
  readonly catchUp: Effect.Effect<void, LogRefused>
  /** Runs after the locks were lost: checks that the log is still owned, and still the same. */
  readonly checkOwnership: Effect.Effect<void>
}

/**
 * The session that holds the locks of all partitions of a process, or tries to, once one of the
 * partitions waits for it.
 */
export class Session extends Context.Service<
  Session,
  {
    /** Why the last attempt to take the locks failed; `undefined` if another process holds one. */
    readonly failure: () => string | undefined
    /**
     * Succeeds once the locks of all partitions are held; `checkOwnership` belongs to the scope.
     */
    readonly awaitLocks: (
      checkOwnership: Effect.Effect<void>
    ) => Effect.Effect<void, never, Scope.Scope>
  }
>()("payouts/postgres/log/LeaderLock/Session") {}

/** Holds the locks until the scope closes. */
const makeSession = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  partitions: ReadonlyArray<number>
) {
  const scope = yield* Effect.scope
  const acquisition = yield* Deferred.make<void>()
  const checks = new Set<Effect.Effect<void>>()
  const checkOwnership = Effect.suspend(() => Effect.all([...checks], { discard: true }))
  let failure: string | undefined
  const report = (reason: string | undefined): void => {
    failure = reason
  }
  const begin = yield* Effect.cached(
    Effect.forkIn(holdForever(sql, partitions, acquisition, { checkOwnership, report }), scope)
  )
  return Session.of({
    failure: () => failure,
    awaitLocks: Effect.fnUntraced(function* (check) {
      yield* Effect.acquireRelease(
        Effect.sync(() => checks.add(check)),
        () => Effect.sync(() => checks.delete(check))
      )
      yield* begin
      yield* Deferred.await(acquisition)
    })
  })
})

/** One session for these partitions. */
export const layer = (partitions: ReadonlyArray<number>) =>
  Layer.effect(
    Session,
    Effect.flatMap(PgClient.PgClient, (sql) => makeSession(sql, partitions))
  )

/** Waits for the locks of the session, which holds them until its scope closes. */
export const take = Effect.fn("LeaderLock.take")(function* ({
  catchUp,
  checkOwnership
}: WhileWaiting): Effect.fn.Return<void, LogRefused | LeadershipLost, Scope.Scope | Session> {
  const startMode = yield* LeaderLock
  if (startMode === "at once") return
  const serviceState = yield* ServiceState.ServiceState
  const session = yield* Session
  const locks = session.awaitLocks(checkOwnership)
  const follow = Effect.gen(function* () {
    yield* Effect.sleep(Limits.leadership.waitLoggedMs)
    const failure = session.failure()
    yield* failure === undefined
      ? Effect.logInfo("Another process serves this log; waiting for it to end")
      : Effect.logWarning(`Taking the lock of the log failed: ${failure}`)
    serviceState.enter(startMode === "standby" ? "standby" : "starting")
    yield* catchUp.pipe(
      Effect.uninterruptible,
      Effect.andThen(Effect.sleep(Limits.leadership.pollMs)),
      Effect.forever
    )
  })
  const wait =
    startMode === "standby"
      ? follow
      : Effect.timeoutOrElse(follow, {
          duration: Limits.leadership.waitMsMax,
          orElse: () => Effect.fail(refusal(session.failure()))
        })
  yield* Effect.raceFirst(locks, wait)
})

const unsharedRefusal = new LeadershipLost({
  message:
    "A process without CLUSTER_LISTEN serves this log. Stop it first: one that shares the log " +
    "cannot run next to one that does not."
})

/** Tries to share the first lock with other processes, in a separate session. */
const tryShared = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const connection = yield* sql.reserve
  const run = (text: string) => connection.execute(text, [], undefined)
  yield* Effect.addFinalizer(() => release(run))
  const rows = yield* run(
    `select pg_try_advisory_lock_shared(${lockClass}, ${Partition.directory}) as held`
  )
  if (!isHeld(rows)) return undefined
  yield* run(timeoutSql)
  return connection
})

/**
 * Shares the first lock with other nodes of a cluster until the scope closes. A process that wants
 * the lock exclusively waits or ends. Fails if such a process holds the lock.
 */
export const share = Effect.fn("LeaderLock.share")(function* (sql: PgClient.PgClient) {
  const acquisition = yield* Deferred.make<void, LeadershipLost>()
  const hold = Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* tryShared(sql)
      if (connection === undefined) return
      yield* Deferred.succeed(acquisition, undefined)
      yield* keep(connection)
    })
  ).pipe(
    Effect.catch((error) => Effect.logDebug("The session of the shared lock ended", error)),
    Effect.andThen(Effect.sleep(Limits.leadership.pollMs)),
    Effect.forever
  )
  yield* Effect.forkScoped(hold)
  yield* Deferred.await(acquisition).pipe(
    Effect.timeoutOrElse({
      duration: Limits.leadership.waitMsMax,
      orElse: () => Effect.fail(unsharedRefusal)
    })
  )
})

/** Takes the locks now or fails, and holds them until the scope closes. */
export const takeNow = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  partitions: ReadonlyArray<number>
) {
  const connection = yield* tryLocks(sql, partitions)
  if (connection === undefined) return yield* busy
  yield* Effect.forkScoped(keep(connection))
})
