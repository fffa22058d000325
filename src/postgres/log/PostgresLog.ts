/**
 * The log in PostgreSQL: adaptive group commit. Every draft that waits when a statement returns
 * goes into the next one, which is sent before the callers of the last one get responses; there is
 * no timer, and never more than one statement in flight. While a statement's outcome is unknown,
 * nothing else is written or acknowledged (L4).
 *
 * It must never settle an append that is not durable, and never retry one with a new `seq`.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Clock, Deferred, Effect, Fiber, Latch, Layer, type Scope } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Partition from "../../engine/Partition.ts"
import * as DatabaseHealth from "../../engine/ports/DatabaseHealth.ts"
import * as DataSubjects from "../../engine/ports/DataSubjects.ts"
import * as Entry from "../../engine/ports/Entry.ts"
import * as Failpoint from "../../engine/ports/Failpoint.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Log from "../../engine/ports/Log.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as Turns from "../../telemetry/Turns.ts"
import * as PersonKeys from "../sealing/PersonKeys.ts"
import * as SealedEntry from "../sealing/SealedEntry.ts"
import * as Append from "./Append.ts"
import * as LeaderLock from "./LeaderLock.ts"
import * as Replay from "./Replay.ts"
import * as Scrub from "./Scrub.ts"

interface Pending {
  readonly draft: Entry.Draft
  readonly sealed: SealedEntry.SealedDraft
  readonly settled: Log.OnSettled
  /** When the draft was queued, by `performance.now()`. */
  readonly since: number
}

/** A batch in flight; never more than one. */
interface InFlight {
  readonly pending: ReadonlyArray<Pending>
  readonly batch: Append.Batch
  readonly fiber: Fiber.Fiber<Exclude<Append.Verdict, "unknown" | "absent">>
}

const immediately = { startImmediately: true } as const

/** The reason why a writer stops at once. */
const stopReasons = {
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
    /** Returns `false` if the queue is full and the draft was not queued. */
    offer: (pending: Pending): boolean => {
      if (waiting.length >= Limits.log.queueMax) return false
      waiting.push(pending)
      Latch.openUnsafe(work)
      return true
    },
    /** Takes the drafts of one statement, as many as it may hold; waits if there are none. */
    take: Effect.gen(function* () {
      if (waiting.length === 0) {
        Latch.closeUnsafe(work)
        yield* Latch.await(work)
      }
      let chars = 0
      let count = 0
      while (count < waiting.length && count < Limits.log.batchEntriesMax) {
        chars += SealedEntry.lengthOf(waiting[count]?.sealed)
        if (count > 0 && chars > Limits.log.batchCharsMax) break
        count += 1
      }
      return waiting.splice(0, count)
    }),
    /** Settles drafts that were never sent as certainly not written. */
    refuseAll: Effect.sync(() => {
      const drafts = waiting
      waiting = []
      for (const { settled } of drafts) settled(false)
    }),
    waiting: (): ReadonlyArray<Pending> => waiting,
    isEmpty: () => waiting.length === 0,
    size: () => waiting.length
  }
})

const appendSeconds = {
  name: "payout_log_append_seconds",
  description: "From an entry's being queued until it is durable and applied"
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

/** Records a span of each payout and batch in a part of the `entries` of a durable statement. */
const recordSpans = (
  record: Tracing.Export,
  pending: ReadonlyArray<Pending>,
  first: number,
  entries: number
): void => {
  const to = Tracing.now()
  pending.forEach(({ draft, since }, index) => {
    for (const subject of Entry.subjectsOf(draft.events)) {
      const from = performance.timeOrigin + since
      const attributes = { ...Tracing.naming(subject), seq: first + index, entries }
      record({ name: "log append", kind: "client", subject, from, to, attributes })
    }
  })
}

const makeTelemetry = Effect.fnUntraced(function* (queue: { readonly size: () => number }) {
  const meter = yield* Metrics.make
  const record = yield* Tracing.Trace
  meter.gauge(queued, queue.size)
  const durations = meter.histogram(appendSeconds)
  const entries = meter.histogram(batchEntries)
  return {
    refused: meter.counter(Metrics.refused, { queue: "log" }),
    sent: (count: number): void => entries.observe(count),
    durable: (applied: ReadonlyArray<Pending>, first: number, count: number): void => {
      const now = performance.now()
      for (const { since } of applied) durations.observe((now - since) / 1000)
      if (record !== undefined) recordSpans(record, applied, first, count)
    }
  }
})

/** The appender of one partition. */
interface Appender {
  readonly sql: PgClient.PgClient
  readonly people: PersonKeys.PersonKeys["Service"]
  readonly partition: number
  readonly locks: LeaderLock.Session["Service"]
  readonly ids: IdGenerator.Source
  readonly reach: (point: Failpoint.Point) => void
  readonly health: DatabaseHealth.Source
  readonly queue: Effect.Success<typeof makeQueue>
  readonly telemetry: Effect.Success<ReturnType<typeof makeTelemetry>>
  readonly lost: Deferred.Deferred<never, Log.LeadershipLost | Log.LogRefused>
  /** Open while appends are accepted. */
  readonly writable: Latch.Latch
  /**
   * Appends are accepted while the writer serves, the last outcome is certain, and the database
   * responds.
   */
  readonly conditions: { isServing: boolean; isCertain: boolean; isAlive: boolean }
  reader: Log.Reader
  /** The last entry that is durable and applied. */
  tip: Replay.Tip
  /** Batches that were sent and are not applied yet, in order. */
  readonly unapplied: Array<ReadonlyArray<Pending>>
  isWriting: boolean
}

const noReader: Log.Reader = {
  loadActive: Effect.succeed(0),
  restore: Effect.succeed(0),
  follow: () => Effect.void,
  people: DataSubjects.none,
  apply: () => {}
}

const setConditions = (
  { conditions, writable }: Appender,
  change: Partial<Appender["conditions"]>
): void => {
  Object.assign(conditions, change)
  const { isAlive, isCertain, isServing } = conditions
  if (isServing && isCertain && isAlive) Latch.openUnsafe(writable)
  else Latch.closeUnsafe(writable)
}

/** Writes a batch; returns when the verdict is certain. */
const write = Effect.fnUntraced(function* (appender: Appender, batch: Append.Batch) {
  const { queue, reach, sql } = appender
  reach("append: before the statement")
  let verdict = yield* Append.attempt(sql, batch)
  let pauseMs: number = Limits.log.resolvePauseMsMin
  while (verdict === "unknown" || verdict === "absent") {
    setConditions(appender, { isCertain: false })
    yield* queue.refuseAll
    yield* Effect.sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 2, Limits.log.resolvePauseMsMax)
    verdict = yield* Append.attempt(sql, batch)
  }
  reach("append: after the statement")
  return verdict
})

/** Applies the entries from `start` that fit into one turn of the event loop. */
const applySlice = (
  appender: Appender,
  { epoch, first, hashes }: Append.Batch,
  pending: ReadonlyArray<Pending>,
  start: number
): void => {
  const { reach, reader, telemetry, unapplied } = appender
  const { answeredAtOnce } = Limits.log
  const slice =
    pending.length <= answeredAtOnce ? pending : pending.slice(start, start + answeredAtOnce)
  slice.forEach(({ draft }, index) => {
    const seq = first + start + index
    appender.tip = { seq, epoch, hash: hashes[start + index] ?? appender.tip.hash }
    SealedEntry.follow(appender.people, draft)
    reader.apply({ ...draft, seq, epoch })
  })
  reach("append: applied")
  const isLast = start + slice.length === pending.length
  if (isLast && unapplied[0] === pending) unapplied.shift()
  telemetry.durable(slice, first + start, pending.length)
  for (const { settled } of slice) settled(true)
  reach("append: settled")
}

/** Applies the slices of a large batch after its first. */
const applyRest = Effect.fnUntraced(function* (
  appender: Appender,
  batch: Append.Batch,
  pending: ReadonlyArray<Pending>
) {
  const { answeredAtOnce } = Limits.log
  for (let start = answeredAtOnce; start < pending.length; start += answeredAtOnce) {
    yield* Effect.yieldNow
    applySlice(appender, batch, pending, start)
  }
}, Effect.uninterruptible)

/**
 * Applies a durable batch: the tip moves, the entries are folded in, then callers get responses
 * (L1). A large batch is applied in slices, with other turns of the event loop between them; a stop
 * does not cut them short. The first slice is applied without an effect, because most batches are
 * no larger.
 */
const applyDurable = (
  appender: Appender,
  batch: Append.Batch,
  pending: ReadonlyArray<Pending>
): Effect.Effect<void> => {
  appender.telemetry.sent(pending.length)
  PersonKeys.stored(batch.keys)
  applySlice(appender, batch, pending, 0)
  return pending.length <= Limits.log.answeredAtOnce
    ? Effect.void
    : applyRest(appender, batch, pending)
}

/** Stops after a batch that was certainly not written, because another entry has its position. */
const stop = Effect.fnUntraced(function* (
  appender: Appender,
  verdict: "lost" | "rewound",
  pending: ReadonlyArray<Pending>
) {
  setConditions(appender, { isServing: false })
  yield* appender.queue.refuseAll
  for (const { settled } of pending) settled(false)
  yield* Deferred.fail(appender.lost, new Log.LeadershipLost({ message: stopReasons[verdict] }))
})

/** Sends the waiting drafts after a tip. */
const send = Effect.fnUntraced(function* (appender: Appender, after: Replay.Tip) {
  const pending = yield* appender.queue.take
  const entries = pending.map(({ sealed }) => sealed)
  const batch = Turns.during("log", () => Append.batch(appender.partition, after, entries))
  const fiber = yield* Effect.forkChild(write(appender, batch), immediately)
  appender.unapplied.push(pending)
  return { pending, batch, fiber }
})

/** Sends batches until the queue is empty; returns `false` if the log was lost. */
const appendWaiting = Effect.fnUntraced(function* (appender: Appender) {
  let sent: InFlight | undefined = yield* send(appender, appender.tip)
  appender.isWriting = true
  while (sent !== undefined) {
    const { batch, fiber, pending }: InFlight = sent
    const verdict = yield* Fiber.join(fiber)
    if (verdict !== "durable") {
      yield* stop(appender, verdict, pending)
      return false
    }
    if (!appender.conditions.isCertain) setConditions(appender, { isCertain: true })
    // The next batch is sent first: the database works on it while this one is folded in. A small
    // batch is applied before that, so that its callers can queue more drafts. Otherwise
    // small and large batches alternate for ever.
    const isSmall = appender.queue.size() * 2 < pending.length
    if (isSmall) yield* applyDurable(appender, batch, pending)
    sent = appender.queue.isEmpty() ? undefined : yield* send(appender, Append.tipOf(batch))
    if (!isSmall) yield* applyDurable(appender, batch, pending)
  }
  appender.isWriting = false
  return true
})

const appendForever = Effect.fnUntraced(
  function* (appender: Appender) {
    while (yield* appendWaiting(appender)) {}
  },
  // State that cannot take a durable entry is broken: the process must not go on with it.
  (appending, appender) =>
    Effect.onError(appending, (cause) =>
      Effect.suspend(() => {
        setConditions(appender, { isServing: false })
        return Deferred.failCause(appender.lost, cause)
      })
    ),
  // A drain that has begun need not wait for drafts that are never written.
  (appending, appender) =>
    Effect.ensuring(
      appending,
      Effect.sync(() => {
        appender.isWriting = false
      })
    )
)

/** Passes entries of other writers to the reader. */
const follow = Effect.fnUntraced(function* (appender: Appender) {
  const { partition, reader, tip } = appender
  appender.tip = yield* Replay.run(appender, partition, tip, reader.follow)
})

/** Takes the log over: follows it to its end, then claims the next position for a new epoch. */
const takeOver = Effect.fnUntraced(function* (appender: Appender) {
  const { ids, partition, reach } = appender
  for (let tries = 0; tries < Limits.log.takeoverAttemptsMax; tries++) {
    yield* follow(appender)
    const { tip } = appender
    const at = yield* Clock.currentTimeMillis
    const event = { _tag: "EpochStarted", at, writer: IdGenerator.reference(ids) } as const
    const draft = { v: Entry.version, at, by: "engine", events: [event], reply: null } as const
    const sealed = sealedDraft(appender, draft)
    const batch = Append.batch(partition, { ...tip, epoch: tip.epoch + 1 }, [sealed])
    reach("takeover: before the epoch")
    const verdict = yield* write(appender, batch)
    if (verdict === "rewound")
      return yield* new Log.LeadershipLost({ message: stopReasons.rewound })
    if (verdict !== "durable") continue
    reach("takeover: after the epoch")
    const pending = { draft, sealed, settled: () => {}, since: performance.now() }
    return yield* applyDurable(appender, batch, [pending])
  }
  const message = "Other processes keep taking the log over; start one at a time."
  return yield* new Log.LeadershipLost({ message })
})

/** Seals a draft for this partition. The same text is hashed and stored. */
const sealedDraft = ({ partition, people, reader }: Appender, draft: Entry.Draft) =>
  SealedEntry.seal(people, reader.people, partition, draft)

/** The keys that seal drafts which are not applied yet. */
const unsettledKeys = ({ queue, unapplied }: Appender): ReadonlyArray<PersonKeys.PersonKey> =>
  [...unapplied, queue.waiting()].flatMap((batch) => batch.flatMap(({ sealed }) => sealed.keys))

/** True if a draft that is not applied yet is sealed with one of these keys. */
const isSealing = (appender: Appender, ids: ReadonlyArray<Uint8Array>): boolean => {
  const names = new Set(ids.map(PersonKeys.nameOf))
  return unsettledKeys(appender).some(({ id }) => names.has(PersonKeys.nameOf(id)))
}

/**
 * Lets nothing more be sealed with keys of drafts without an outcome. If they are stored, another
 * writer may destroy them.
 */
const retireUnsettled = (appender: Appender): void =>
  appender.people.retire(unsettledKeys(appender).map(({ id }) => id))

const append = (appender: Appender, draft: Entry.Draft, settled: Log.OnSettled): void => {
  if (!Latch.isOpen(appender.writable)) return settled(false)
  const endedKeys = SealedEntry.endedKeysOf(draft)
  // The decision did not know the draft, whose data would be unreadable.
  if (endedKeys.length > 0 && isSealing(appender, endedKeys)) return settled(false)
  const sealed = sealedDraft(appender, draft)
  if (appender.queue.offer({ draft, sealed, settled, since: performance.now() })) {
    // A later draft is sealed before this one is durable.
    if (endedKeys.length > 0) appender.people.retire(endedKeys)
    return
  }
  appender.telemetry.refused.count += 1
  settled(false)
}

/** After the leader lock was lost, an append shows whether this process still owns the log. */
const checkOwnership = (appender: Appender) =>
  Effect.map(Clock.currentTimeMillis, (at) =>
    append(appender, { v: Entry.version, at, by: "engine", events: [], reply: null }, () => {})
  )

/** Accepts no more appends, and waits until the queued ones are written. */
const drain = Effect.fnUntraced(function* (appender: Appender) {
  setConditions(appender, { isServing: false })
  while (appender.isWriting || !appender.queue.isEmpty()) {
    yield* Effect.sleep(Limits.log.drainPollMs)
  }
}, Effect.timeoutOption(Limits.log.drainMsMax))

/** Appends until the scope closes; stops accepting while the database does not respond. */
const serve = Effect.fnUntraced(function* (appender: Appender) {
  const { health, queue } = appender
  const fiber = yield* Effect.forkScoped(appendForever(appender))
  setConditions(appender, { isServing: true, isCertain: true, isAlive: health.isAlive() })
  const unwatch = health.watch((isAlive) => {
    setConditions(appender, { isAlive })
    // Drafts that were never sent are certainly not written; the batch in flight is read back.
    if (!isAlive) Effect.runSync(queue.refuseAll)
  })
  yield* Effect.addFinalizer(() => Effect.sync(unwatch))
  yield* Effect.addFinalizer(() =>
    fiber.pollUnsafe() === undefined ? drain(appender) : Effect.void
  )
})

const open = Effect.fn("PostgresLog.open")(function* (
  appender: Appender,
  reader: Log.Reader
): Effect.fn.Return<void, Log.LogRefused | Log.LeadershipLost, Scope.Scope> {
  const { locks, lost, people, partition, sql } = appender
  appender.reader = reader
  people.forgetStored()
  yield* Effect.addFinalizer(() => Effect.sync(() => retireUnsettled(appender)))
  const loadedSeq = yield* reader.loadActive
  if (loadedSeq !== undefined) appender.tip = yield* Replay.after(sql, partition, loadedSeq)
  const catchUp = loadedSeq === undefined ? Effect.void : follow(appender)
  yield* catchUp
  const ownership = checkOwnership(appender)
  yield* LeaderLock.take({ catchUp, checkOwnership: ownership }).pipe(
    Effect.provideService(LeaderLock.Session, locks)
  )
  // Only the lock's holder may rebuild: another process may still be writing the read model.
  if (loadedSeq === undefined) {
    appender.tip = yield* Replay.after(sql, partition, yield* reader.restore)
  }
  yield* takeOver(appender)
  const { entries, pauseMs } = Limits.scrub
  const { count } = yield* Partition.Partition
  // All partitions are proven at the same time, together at the pace of one.
  yield* Scrub.run(sql, partition, loadedSeq ?? 0, { entries, pauseMs: pauseMs * count }).pipe(
    Effect.catch((refused) => Deferred.fail(lost, refused)),
    Effect.forkScoped
  )
  yield* serve(appender)
})

/** The log of one partition. Its scope must outlive every caller of `append`. */
const make = Effect.fnUntraced(function* (partition: number) {
  const queue = yield* makeQueue
  const health = yield* DatabaseHealth.DatabaseHealth
  const appender: Appender = {
    sql: yield* PgClient.PgClient,
    people: yield* PersonKeys.PersonKeys,
    partition,
    locks: yield* LeaderLock.Session,
    ids: yield* IdGenerator.IdGenerator,
    reach: yield* Failpoint.Failpoint,
    health,
    queue,
    telemetry: yield* makeTelemetry(queue),
    lost: yield* Deferred.make<never, Log.LeadershipLost | Log.LogRefused>(),
    writable: yield* Latch.make(false),
    conditions: { isServing: false, isCertain: true, isAlive: health.isAlive() },
    reader: noReader,
    tip: Replay.start,
    unapplied: [],
    isWriting: false
  }
  return Log.Log.of({
    open: (reader) => open(appender, reader),
    append: (draft, settled) => append(appender, draft, settled),
    isWritable: () => Latch.isOpen(appender.writable),
    awaitWritable: Latch.await(appender.writable),
    lost: Deferred.await(appender.lost),
    tip: () => ({ seq: appender.tip.seq, epoch: appender.tip.epoch })
  })
})

export const layer = (
  partition: number
): Layer.Layer<Log.Log, never, PgClient.PgClient | PersonKeys.PersonKeys | LeaderLock.Session> =>
  Layer.effect(Log.Log, make(partition))
