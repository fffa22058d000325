/**
 * The log in PostgreSQL: adaptive group commit, one multi-row statement in flight, each conditional
 * on the entry before (L3). While the outcome of a statement is unknown nothing else is written and
 * nothing is answered; the fixed `seq` makes the question answerable (L4).
 *
 * It must never settle an append that is not durable, and never retry one with a new `seq`.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Deferred, Effect, Latch, Layer, type Scope } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Config from "../Config.ts"
import * as Draw from "../engine/Draw.ts"
import * as Entry from "../engine/Entry.ts"
import * as Log from "../engine/Log.ts"
import * as Replay from "./Replay.ts"
import * as Row from "./Row.ts"

interface Pending {
  readonly draft: Entry.Draft
  readonly body: string
  readonly settled: Log.Settled
}

/** A batch with its fixed places in the log. */
interface Batch {
  readonly pending: ReadonlyArray<Pending>
  readonly first: number
  readonly previous: Uint8Array
  readonly hashes: ReadonlyArray<Uint8Array>
}

type Verdict = "durable" | "absent" | "lost"

const insertSql = `
  with written as (
    insert into log (partition, seq, epoch, hash, body)
    select $1, $2 + place - 1, $3, hash, body
    from unnest($5::bytea[], $6::text[]) with ordinality as entry (hash, body, place)
    where $2 = 1 or exists (
      select 1 from log where partition = $1 and seq = $2 - 1 and hash = $4
    )
    on conflict (partition, seq) do nothing
    returning 1
  )
  select count(*)::int as written from written`

const tailSql = `
  select seq, epoch, hash, body from log
  where partition = $1 and seq >= $2 order by seq limit 1`

/** Appends for one partition. The layer's scope must outlive whoever appends. */
const make = Effect.fnUntraced(function* (partition: number) {
  const sql = yield* PgClient.PgClient
  const draw = yield* Draw.Draw
  const lost = yield* Deferred.make<never, Log.LeadershipLost>()
  const work = yield* Latch.make(false)
  const writable = yield* Latch.make(false)
  let tip: Replay.Tip = Replay.start
  let queue: Array<Pending> = []
  let apply: (entry: Entry.Entry) => void = () => {}

  const place = (seq: number) => ({ partition, seq, epoch: tip.epoch })

  const prepare = (pending: ReadonlyArray<Pending>): Batch => {
    const first = tip.seq + 1
    let previous = tip.hash
    const hashes = pending.map(({ body }, index) => {
      previous = Row.hash(previous, place(first + index), body)
      return previous
    })
    return { pending, first, previous: tip.hash, hashes }
  }

  /** The whole batch or nothing: how many rows were written. */
  const insert = (batch: Batch): Effect.Effect<number, SqlError> =>
    sql
      .unsafe<{ readonly written: number }>(insertSql, [
        partition,
        BigInt(batch.first),
        tip.epoch,
        batch.previous,
        batch.hashes,
        batch.pending.map(({ body }) => body)
      ])
      .pipe(Effect.map((rows) => rows[0]?.written ?? 0))

  /** What the log says of a batch whose statement gave no clear answer. */
  const lookUp = (batch: Batch): Effect.Effect<Verdict, SqlError> =>
    Effect.gen(function* () {
      const rows = yield* sql.unsafe(tailSql, [partition, BigInt(batch.first - 1)])
      const before = batch.first === 1 ? undefined : yield* Replay.decodeRow(rows[0])
      if (before !== undefined && !Row.sameHash(before.hash, batch.previous)) return "lost"
      const firstRows = yield* sql.unsafe(tailSql, [partition, BigInt(batch.first)])
      if (firstRows[0] === undefined) return "absent"
      const first = yield* Replay.decodeRow(firstRows[0])
      const mine = batch.hashes[0]
      return mine !== undefined && Row.sameHash(first.hash, mine) ? "durable" : "lost"
    }).pipe(Effect.catchTag("LogRefused", () => Effect.succeed<Verdict>("lost")))

  const bounded = <A>(statement: Effect.Effect<A, SqlError>) =>
    statement.pipe(Effect.timeout(Config.log.statementMsMax))

  /** One try to write: `durable` and `lost` are certain, `absent` is not yet. */
  const attempt = (batch: Batch): Effect.Effect<Verdict | "unknown"> =>
    bounded(insert(batch)).pipe(
      Effect.flatMap((written) =>
        written === batch.pending.length
          ? Effect.succeed<Verdict>("durable")
          : bounded(lookUp(batch))
      ),
      Effect.catch((error) =>
        Effect.logWarning("The outcome of an append is unknown; looking it up", error).pipe(
          Effect.as("unknown" as const)
        )
      )
    )

  /** Drafts that were never sent: certainly not written, and their callers may know it. */
  const refuseQueued = Effect.sync(() => {
    const refused = queue
    queue = []
    for (const { settled } of refused) settled(false)
  })

  /**
   * Writes a batch at its fixed place until the answer is certain. The same rows may be sent again:
   * they conflict with themselves if an earlier statement did land. It ends when the database
   * answers.
   */
  const write = Effect.fnUntraced(function* (batch: Batch) {
    let verdict = yield* attempt(batch)
    let pauseMs: number = Config.log.resolvePauseMsMin
    while (verdict === "unknown" || verdict === "absent") {
      yield* Latch.close(writable)
      yield* refuseQueued
      yield* Effect.sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, Config.log.resolvePauseMsMax)
      verdict = yield* attempt(batch)
    }
    return verdict
  })

  const give = (batch: Batch): void => {
    batch.pending.forEach(({ draft }, index) => {
      const seq = batch.first + index
      tip = { seq, epoch: tip.epoch, hash: batch.hashes[index] ?? tip.hash }
      apply({ ...draft, seq, epoch: tip.epoch })
    })
    for (const { settled } of batch.pending) settled(true)
  }

  const takeBatch = (): ReadonlyArray<Pending> => {
    let chars = 0
    let count = 0
    while (count < queue.length && count < Config.log.batchEntriesMax) {
      chars += queue[count]?.body.length ?? 0
      if (count > 0 && chars > Config.log.batchCharsMax) break
      count += 1
    }
    return queue.splice(0, count)
  }

  /** Someone else's entry stands where this batch would have: it was certainly not written. */
  const leadershipLost = Effect.fnUntraced(function* (batch: Batch) {
    yield* Latch.close(writable)
    yield* refuseQueued
    for (const { settled } of batch.pending) settled(false)
    const message = "Another process took the log over; this one stops."
    return yield* Deferred.fail(lost, new Log.LeadershipLost({ message }))
  })

  const appendForever = Effect.gen(function* () {
    while (true) {
      if (queue.length === 0) {
        Latch.closeUnsafe(work)
        yield* Latch.await(work)
      }
      const batch = prepare(takeBatch())
      if ((yield* write(batch)) === "lost") return yield* leadershipLost(batch)
      yield* Latch.open(writable)
      give(batch)
    }
  }).pipe(
    // A core that cannot take a durable entry is a broken core: the process must not go on with it.
    Effect.onError((cause) =>
      Effect.andThen(Latch.close(writable), Deferred.failCause(lost, cause))
    )
  )

  /** Becomes the writer: replays what is new, then claims the next place for a new epoch. */
  const takeOver = Effect.fnUntraced(function* () {
    for (let tries = 0; tries < Config.log.takeoverAttemptsMax; tries++) {
      tip = yield* Replay.run(sql, partition, tip, apply)
      tip = { ...tip, epoch: tip.epoch + 1 }
      const at = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      const draft: Entry.Draft = {
        v: Entry.version,
        at,
        by: "engine",
        events: [{ _tag: "EpochStarted", at, writer: Draw.reference(draw) }],
        reply: null
      }
      const batch = prepare([{ draft, body: JSON.stringify(draft), settled: () => {} }])
      if ((yield* write(batch)) === "durable") return give(batch)
      tip = { ...tip, epoch: tip.epoch - 1 }
    }
    const message = "Other processes keep taking the log over; start one at a time."
    return yield* new Log.LeadershipLost({ message })
  })

  const drain = Effect.gen(function* () {
    yield* Latch.close(writable)
    if (queue.length > 0) yield* Effect.logInfo("Writing the last entries")
    while (queue.length > 0) yield* Effect.sleep(10)
  }).pipe(Effect.timeoutOption(Config.log.drainMsMax))

  const open = Effect.fn("PostgresLog.open")(function* (
    into: (entry: Entry.Entry) => void
  ): Effect.fn.Return<void, Log.LogRefused | Log.LeadershipLost, Scope.Scope> {
    apply = into
    yield* takeOver()
    const fiber = yield* Effect.forkScoped(appendForever)
    yield* Latch.open(writable)
    yield* Effect.addFinalizer(() => (fiber.pollUnsafe() === undefined ? drain : Effect.void))
  })

  const append = (draft: Entry.Draft, settled: Log.Settled): void => {
    if (!Latch.isOpen(writable) || queue.length >= Config.log.queueMax) {
      settled(false)
      return
    }
    queue.push({ draft, body: JSON.stringify(draft), settled })
    Latch.openUnsafe(work)
  }

  return Log.Log.of({
    open,
    append,
    isWritable: () => Latch.isOpen(writable),
    awaitWritable: Latch.await(writable),
    lost: Deferred.await(lost),
    tip: () => ({ seq: tip.seq, epoch: tip.epoch })
  })
})

export const layer = (partition: number): Layer.Layer<Log.Log, never, PgClient.PgClient> =>
  Layer.effect(Log.Log, make(partition))
