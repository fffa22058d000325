/**
 * Whose turn it is to write. A process that serves holds an advisory lock, so a second start waits
 * or refuses instead of pushing the first one out, and a standby learns when the first is gone. The
 * lock is politeness, not safety: what keeps a log from two writers is the conditional append (L3).
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Deferred, Effect, type Scope } from "effect"
import type { Connection } from "effect/sql/SqlConnection"
import * as Limits from "../../config/Limits.ts"
import { LeadershipLost, type LogRefused } from "../../engine/ports/Log.ts"
import * as ServiceState from "../../engine/ServiceState.ts"

/** `at once`: take the log without asking, as tools and tests do that are alone with it. */
export type StartMode = "at once" | "wait a little" | "standby"

export class LeaderLock extends Context.Reference<StartMode>("payouts/postgres/Turn", {
  defaultValue: () => "at once" as const
}) {}

/**
 * "payout" in ASCII, without its last letter: this lock's first half. The second: the partition.
 */
const lockClass = 0x7061796f

/** PostgreSQL ends the session of a process that stands still for so long, and the lock with it. */
const timeoutSql = `set idle_session_timeout = ${Limits.turn.silenceMsMax}`

/** Tries to get the lock in a session of its own; `undefined`: someone else has it. */
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

/** Speaks now and then, so that the session lives as long as this process does something. */
const keep = (connection: Connection) =>
  connection
    .execute("select 1", [], undefined)
    .pipe(Effect.delay(Limits.turn.pulseMs), Effect.forever)

/**
 * Holds the lock. One that was lost with its connection is taken again; if somebody else has it by
 * now, `displaced` finds out whether the log is still ours.
 */
const holdForever = (
  sql: PgClient.PgClient,
  partition: number,
  mine: Deferred.Deferred<void>,
  displaced: Effect.Effect<void>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* tryLock(sql, partition)
      if (connection === undefined) {
        if (Deferred.isDoneUnsafe(mine)) yield* displaced
        return
      }
      // A session that was lost may have been lost with its database: look before going on.
      if (!(yield* Deferred.succeed(mine, undefined))) yield* displaced
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

export interface LeaderLocks {
  /** Runs again and again until the turn comes; never broken off in the middle. */
  readonly meanwhile: Effect.Effect<void, LogRefused>
  /** Runs when the lock that was ours was lost: is the log still ours, and still the same? */
  readonly displaced: Effect.Effect<void>
}

/** Waits for the turn, and keeps it until the scope closes. */
export const take = Effect.fn("Turn.take")(function* (
  sql: PgClient.PgClient,
  partition: number,
  { displaced, meanwhile }: LeaderLocks
): Effect.fn.Return<void, LogRefused | LeadershipLost, Scope.Scope> {
  const manner = yield* LeaderLock
  if (manner === "at once") return
  const phase = yield* ServiceState.ServiceState
  const mine = yield* Deferred.make<void>()
  yield* Effect.forkScoped(holdForever(sql, partition, mine, displaced))
  const follow = Effect.gen(function* () {
    yield* Effect.sleep(Limits.turn.firstLookMs)
    yield* Effect.logInfo("Another process serves this log; waiting for it to end")
    phase.enter(manner === "standby" ? "standby" : "starting")
    yield* meanwhile.pipe(
      Effect.uninterruptible,
      Effect.andThen(Effect.sleep(Limits.turn.pollMs)),
      Effect.forever
    )
  })
  const patient =
    manner === "standby"
      ? follow
      : Effect.timeoutOrElse(follow, {
          duration: Limits.turn.waitMsMax,
          orElse: () => Effect.fail(busy)
        })
  yield* Effect.raceFirst(Deferred.await(mine), patient)
})

/** Takes the turn now or not at all, and keeps it until the scope closes. */
export const takeNow = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  const connection = yield* tryLock(sql, partition)
  if (connection === undefined) return yield* busy
  yield* Effect.forkScoped(keep(connection))
})
