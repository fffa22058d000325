/**
 * The log in PostgreSQL: adaptive group commit. Whatever waits when the last statement returns goes
 * into the next one, which goes out before the last one's callers are answered; there is no timer,
 * and never more than one in flight. While the outcome of a statement is unknown nothing else is
 * written and nothing is answered (L4).
 *
 * It must never settle an append that is not durable, and never retry one with a new `seq`.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Clock, Deferred, Effect, Fiber, Latch, Layer, type Scope } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Failpoint from "../../engine/Failpoint.ts"
import * as DatabaseHealth from "../../engine/ports/DatabaseHealth.ts"
import * as Entry from "../../engine/ports/Entry.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Log from "../../engine/ports/Log.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as Append from "./Append.ts"
import * as LeaderLock from "./LeaderLock.ts"
import * as Replay from "./Replay.ts"
import * as Scrub from "./Scrub.ts"

interface Pending {
  readonly draft: Entry.Draft
  readonly body: string
  readonly settled: Log.Settled
  /** When it was handed in, by `performance.now()`. */
  readonly since: number
}

/** A batch under way; never more than one. */
interface Sent {
  readonly pending: ReadonlyArray<Pending>
  readonly batch: Append.Batch
  readonly fiber: Fiber.Fiber<Exclude<Append.Verdict, "unknown" | "absent">>
}

const immediately = { startImmediately: true } as const

/** Why a writer stops at once. */
const reasons = {
  lost: "Another process took the log over; this one stops.",
  rewound:
    "The database lacks entries that were acknowledged: it was replaced by an older copy. " +
    "Nothing is written to it; bring the whole log back."
}

/** Drafts that wait for the next statement, in order. Bounded (L10). */
const makeQueue = Effect.gen(function* () {
  const work = yield* Latch.make(false)
  let waiting: Array<Pending> = []

  return {
    /** `false`: full, nothing was queued. */
    offer: (pending: Pending): boolean => {
      if (waiting.length >= Limits.log.queueMax) return false
      waiting.push(pending)
      Latch.openUnsafe(work)
      return true
    },
    /** As much as one statement may hold; waits while there is nothing. */
    take: Effect.gen(function* () {
      if (waiting.length === 0) {
        Latch.closeUnsafe(work)
        yield* Latch.await(work)
      }
      let chars = 0
      let count = 0
      while (count < waiting.length && count < Limits.log.batchEntriesMax) {
        chars += waiting[count]?.body.length ?? 0
        if (count > 0 && chars > Limits.log.batchCharsMax) break
        count += 1
      }
      return waiting.splice(0, count)
    }),
    /** Drafts that were never sent: certainly not written, and their callers may know it. */
    refuseAll: Effect.sync(() => {
      const refused = waiting
      waiting = []
      for (const { settled } of refused) settled(false)
    }),
    isEmpty: () => waiting.length === 0,
    size: () => waiting.length
  }
})

const appendSeconds = {
  name: "payout_log_append_seconds",
  description: "From an entry's being handed in until it is durable and folded in"
}
const batchEntries = {
  name: "payout_log_batch_entries",
  description: "Entries of one statement",
  bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
}
const queued = {
  name: "payout_log_queue_entries",
  description: "Entries that wait for the next statement; with 8,192 more are refused"
}

/** Tells of what each payout and batch had written. */
const told = (tell: Tracing.Tell, pending: ReadonlyArray<Pending>, first: number): void => {
  const to = Tracing.now()
  pending.forEach(({ draft, since }, index) => {
    for (const subject of Entry.subjectsOf(draft.events)) {
      const from = performance.timeOrigin + since
      const entries = pending.length
      const attributes = { ...Tracing.naming(subject), seq: first + index, entries }
      tell({ name: "log append", kind: "client", subject, from, to, attributes })
    }
  })
}

/** What operators see of the appender. */
const makeGauges = Effect.fnUntraced(function* (queue: { readonly size: () => number }) {
  const meter = yield* Metrics.make
  const tell = yield* Tracing.Trace
  meter.gauge(queued, queue.size)
  const took = meter.histogram(appendSeconds)
  const entries = meter.histogram(batchEntries)
  return {
    refused: meter.counter(Metrics.refused, { queue: "log" }),
    durable: (pending: ReadonlyArray<Pending>, first: number): void => {
      const now = performance.now()
      entries.observe(pending.length)
      for (const { since } of pending) took.observe((now - since) / 1000)
      if (tell !== undefined) told(tell, pending, first)
    }
  }
})

/** The log of one partition. Its scope must outlive whoever appends. */
const make = Effect.fnUntraced(function* (partition: number) {
  const sql = yield* PgClient.PgClient
  const draw = yield* IdGenerator.IdGenerator
  const reach = yield* Failpoint.Failpoint
  const lost = yield* Deferred.make<never, Log.LeadershipLost | Log.LogRefused>()
  const writable = yield* Latch.make(false)
  const queue = yield* makeQueue
  const gauges = yield* makeGauges(queue)
  const pulse = yield* DatabaseHealth.DatabaseHealth
  let tip: Replay.Tip = Replay.start
  let isWriting = false
  /** Appends are taken: while it serves, the last outcome is certain, and the database answers. */
  const state = { isServing: false, isCertain: true, isAlive: pulse.isAlive() }
  let reader: Log.Reader = {
    warm: Effect.succeed(0),
    restore: Effect.succeed(0),
    follow: () => Effect.void,
    apply: () => {}
  }

  const show = (change: Partial<typeof state>): void => {
    Object.assign(state, change)
    if (state.isServing && state.isCertain && state.isAlive) Latch.openUnsafe(writable)
    else Latch.closeUnsafe(writable)
  }

  /** Ends when the verdict is certain: with the database's answer, or with this process. */
  const write = Effect.fnUntraced(function* (batch: Append.Batch) {
    reach("append: before the statement")
    let verdict = yield* Append.attempt(sql, batch)
    let pauseMs: number = Limits.log.resolvePauseMsMin
    while (verdict === "unknown" || verdict === "absent") {
      show({ isCertain: false })
      yield* queue.refuseAll
      yield* Effect.sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, Limits.log.resolvePauseMsMax)
      verdict = yield* Append.attempt(sql, batch)
    }
    reach("append: after the statement")
    return verdict
  })

  /** Durable: the tip moves, the core learns of it, and only then is anyone answered (L1). */
  const give = (batch: Append.Batch, pending: ReadonlyArray<Pending>): void => {
    const { epoch, first, hashes } = batch
    pending.forEach(({ draft }, index) => {
      tip = { seq: first + index, epoch, hash: hashes[index] ?? tip.hash }
      reader.apply({ ...draft, seq: tip.seq, epoch })
    })
    reach("append: applied")
    gauges.durable(pending, first)
    for (const { settled } of pending) settled(true)
    reach("append: settled")
  }

  /** Someone else's entry stands where this batch would have: it was certainly not written. */
  const stop = Effect.fnUntraced(function* (
    verdict: "lost" | "rewound",
    pending: ReadonlyArray<Pending>
  ) {
    show({ isServing: false })
    yield* queue.refuseAll
    for (const { settled } of pending) settled(false)
    return yield* Deferred.fail(lost, new Log.LeadershipLost({ message: reasons[verdict] }))
  })

  /** Begins to write what waits behind a tip. */
  const send = Effect.fnUntraced(function* (pending: ReadonlyArray<Pending>, after: Replay.Tip) {
    const bodies = pending.map(({ body }) => body)
    const batch = Append.batch(partition, after, bodies)
    return { pending, batch, fiber: yield* Effect.forkChild(write(batch), immediately) }
  })

  const appendForever = Effect.gen(function* () {
    while (true) {
      let sent: Sent | undefined = yield* send(yield* queue.take, tip)
      isWriting = true
      while (sent !== undefined) {
        const { batch, fiber, pending }: Sent = sent
        const verdict = yield* Fiber.join(fiber)
        if (verdict !== "durable") return yield* stop(verdict, pending)
        if (!state.isCertain) show({ isCertain: true })
        // What waits goes out first: the database works on it while this batch is folded in.
        sent = queue.isEmpty() ? undefined : yield* send(yield* queue.take, Append.tipOf(batch))
        give(batch, pending)
      }
      isWriting = false
    }
  }).pipe(
    // A core that cannot take a durable entry is a broken core: the process must not go on with it.
    Effect.onError((cause) =>
      Effect.suspend(() => {
        show({ isServing: false })
        return Deferred.failCause(lost, cause)
      })
    )
  )

  /** Gives the reader what others wrote. */
  const follow = Effect.gen(function* () {
    tip = yield* Replay.run(sql, partition, tip, reader.follow)
  })

  /** Becomes the writer: follows to the end, then claims the next place for a new epoch. */
  const takeOver = Effect.gen(function* () {
    for (let tries = 0; tries < Limits.log.takeoverAttemptsMax; tries++) {
      yield* follow
      const at = yield* Clock.currentTimeMillis
      const event = { _tag: "EpochStarted", at, writer: IdGenerator.reference(draw) } as const
      const draft = { v: Entry.version, at, by: "engine", events: [event], reply: null } as const
      const body = JSON.stringify(draft)
      const batch = Append.batch(partition, { ...tip, epoch: tip.epoch + 1 }, [body])
      reach("takeover: before the epoch")
      const verdict = yield* write(batch)
      if (verdict === "rewound") {
        return yield* new Log.LeadershipLost({ message: reasons.rewound })
      }
      if (verdict !== "durable") continue
      reach("takeover: after the epoch")
      return give(batch, [{ draft, body, settled: () => {}, since: performance.now() }])
    }
    const message = "Other processes keep taking the log over; start one at a time."
    return yield* new Log.LeadershipLost({ message })
  })

  /** Whether the log is still ours is known by writing to it. */
  const displaced = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    append({ v: Entry.version, at, by: "engine", events: [], reply: null }, () => {})
  })

  const drain = Effect.gen(function* () {
    show({ isServing: false })
    while (isWriting || !queue.isEmpty()) yield* Effect.sleep(Limits.log.drainPollMs)
  }).pipe(Effect.timeoutOption(Limits.log.drainMsMax))

  const open = Effect.fn("PostgresLog.open")(function* (
    into: Log.Reader
  ): Effect.fn.Return<void, Log.LogRefused | Log.LeadershipLost, Scope.Scope> {
    reader = into
    const known = yield* reader.warm
    if (known !== undefined) tip = yield* Replay.after(sql, partition, known)
    const meanwhile = known === undefined ? Effect.void : follow
    yield* meanwhile
    yield* LeaderLock.take(sql, partition, { meanwhile, displaced })
    // Only who has the turn may begin from nothing: another one may still be writing the fold.
    if (known === undefined) tip = yield* Replay.after(sql, partition, yield* reader.restore)
    yield* takeOver
    yield* Scrub.run(sql, partition, known ?? 0).pipe(
      Effect.catch((refused) => Deferred.fail(lost, refused)),
      Effect.forkScoped
    )
    const fiber = yield* Effect.forkScoped(appendForever)
    show({ isServing: true, isCertain: true, isAlive: pulse.isAlive() })
    const unwatch = pulse.watch((isAlive) => {
      show({ isAlive })
      // What was never sent is certainly not written; the batch in flight is read back.
      if (!isAlive) Effect.runSync(queue.refuseAll)
    })
    yield* Effect.addFinalizer(() => Effect.sync(unwatch))
    yield* Effect.addFinalizer(() => (fiber.pollUnsafe() === undefined ? drain : Effect.void))
  })

  const append = (draft: Entry.Draft, settled: Log.Settled): void => {
    const pending = { draft, body: JSON.stringify(draft), settled, since: performance.now() }
    if (!Latch.isOpen(writable)) return settled(false)
    if (queue.offer(pending)) return
    gauges.refused.count += 1
    settled(false)
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
