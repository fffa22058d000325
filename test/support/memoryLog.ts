/**
 * The log's port in memory, with the contract of the real one. All waiting appends are written
 * together, applied in order, then settled. A refused append was certainly not written. Every draft
 * passes through its JSON and its schema, so a new engine replays the same entries as from a
 * database. A test holds appends, refuses them, makes the log unavailable, or kills the writer at
 * an entry.
 */
import { Clock, Deferred, Effect, Latch, Layer } from "effect"
import * as Entry from "../../src/engine/ports/Entry.ts"
import * as Log from "../../src/engine/ports/Log.ts"

interface Pending {
  readonly draft: Entry.Draft
  readonly body: string
  readonly settled: Log.OnSettled
}

/**
 * The entry at which the writer dies: before the entry is durable (`lost`), or after that and
 * before it is applied (`unseen`).
 */
export interface Death {
  readonly seq: number
  readonly entry: "lost" | "unseen"
}

export interface MemoryLog {
  readonly layer: Layer.Layer<Log.Log>
  /** The durable entries. */
  readonly entries: () => ReadonlyArray<Entry.Entry>
  /** The number of accepted appends that are not settled. */
  readonly waiting: () => number
  /** The number of attempts to append, accepted or refused. */
  readonly attempts: () => number
  /** Accepts appends and writes only the next `count` of them. */
  readonly hold: (count?: number) => void
  /** Ends a hold. */
  readonly release: () => void
  /** Settles waiting appends with `false`. The log stays writable. */
  readonly refuseWaiting: () => void
  /** While true, appends are refused although the log is writable, as with a full queue. */
  readonly setFull: (isFull: boolean) => void
  /**
   * Makes the log unavailable, as without a database: waiting appends are refused, and it is not
   * writable.
   */
  readonly goAway: () => void
  readonly comeBack: () => void
  /** Completes when the writer is dead. */
  readonly died: Effect.Effect<void>
  readonly isDead: () => boolean
}

interface Writer {
  readonly death: Death | undefined
  readonly stored: Array<Entry.Entry>
  /** Open while the appender has something to write. */
  readonly work: Latch.Latch
  readonly writable: Latch.Latch
  readonly died: Deferred.Deferred<void>
  epoch: number
  queue: Array<Pending>
  inFlight: number
  /** Entries that the appender may still write. */
  permits: number
  attempts: number
  isFull: boolean
  isDead: boolean
  reader: Log.Reader | undefined
}

const store = Effect.fnUntraced(function* (writer: Writer, { body, draft }: Pending) {
  const read = yield* Effect.orDie(Effect.fromResult(Entry.decode(body)))
  const position = { seq: writer.stored.length + 1, epoch: writer.epoch }
  writer.stored.push({ ...read, ...position })
  return { ...draft, ...position }
})

const write = Effect.fnUntraced(function* (writer: Writer, batch: ReadonlyArray<Pending>) {
  const { death, stored } = writer
  const written: Array<Pending> = []
  for (const pending of batch) {
    writer.isDead = stored.length + 1 === death?.seq
    if (writer.isDead && death?.entry === "lost") break
    const entry = yield* store(writer, pending)
    if (writer.isDead) break
    writer.reader?.apply(entry)
    written.push(pending)
  }
  writer.inFlight = 0
  for (const { settled } of written) settled(true)
  if (!writer.isDead) return
  yield* Deferred.succeed(writer.died, undefined)
  return yield* Effect.never
})

const appendForever = Effect.fnUntraced(function* (writer: Writer) {
  while (true) {
    if (writer.queue.length === 0 || writer.permits === 0) {
      Latch.closeUnsafe(writer.work)
      yield* Latch.await(writer.work)
    }
    const batch = writer.queue.splice(0, writer.permits)
    writer.permits -= batch.length
    writer.inFlight = batch.length
    // A statement takes a moment, so appends that arrive during it are in the next one.
    yield* Effect.yieldNow
    yield* write(writer, batch)
  }
})

const refuseWaiting = (writer: Writer): void => {
  const refused = writer.queue
  writer.queue = []
  for (const { settled } of refused) settled(false)
}

const permit = (writer: Writer, count: number): void => {
  writer.permits = count
  if (count > 0 && writer.queue.length > 0) Latch.openUnsafe(writer.work)
}

const open = Effect.fnUntraced(function* (writer: Writer, into: Log.Reader) {
  writer.reader = into
  const known = (yield* into.loadActive) ?? (yield* into.restore)
  yield* into.follow(writer.stored.slice(known))
  writer.epoch += 1
  const at = yield* Clock.currentTimeMillis
  const events = [{ _tag: "EpochStarted", at, writer: `writer ${writer.epoch}` }] as const
  const draft: Entry.Draft = { v: Entry.version, at, by: "engine", events, reply: null }
  into.apply(yield* store(writer, { draft, body: JSON.stringify(draft), settled: () => {} }))
  yield* Effect.forkScoped(appendForever(writer))
  yield* Latch.open(writer.writable)
})

const append = (writer: Writer, draft: Entry.Draft, settled: Log.OnSettled): void => {
  writer.attempts += 1
  if (writer.isFull || !Latch.isOpen(writer.writable)) return settled(false)
  writer.queue.push({ draft, body: JSON.stringify(draft), settled })
  if (writer.permits > 0) Latch.openUnsafe(writer.work)
}

/** Makes a new writer after the entries of earlier ones. */
export const make = (earlier: ReadonlyArray<Entry.Entry> = [], death?: Death): MemoryLog => {
  const writer: Writer = {
    ...{ death, stored: [...earlier], epoch: earlier.at(-1)?.epoch ?? 0 },
    ...{ work: Latch.makeUnsafe(false), writable: Latch.makeUnsafe(false) },
    ...{ died: Deferred.makeUnsafe<void>(), isDead: false, isFull: false, reader: undefined },
    ...{ queue: [], inFlight: 0, permits: Number.POSITIVE_INFINITY, attempts: 0 }
  }
  const { died, stored, writable } = writer
  const log = Log.Log.of({
    open: (into) => open(writer, into),
    append: (draft, settled) => append(writer, draft, settled),
    isWritable: () => Latch.isOpen(writable),
    awaitWritable: Latch.await(writable),
    lost: Effect.never,
    tip: () => ({ seq: stored.length, epoch: writer.epoch })
  })
  return {
    layer: Layer.succeed(Log.Log, log),
    entries: () => stored,
    waiting: () => writer.queue.length + writer.inFlight,
    attempts: () => writer.attempts,
    hold: (count = 0) => permit(writer, count),
    release: () => permit(writer, Number.POSITIVE_INFINITY),
    refuseWaiting: () => refuseWaiting(writer),
    setFull: (isFull) => {
      writer.isFull = isFull
    },
    goAway: () => {
      Latch.closeUnsafe(writable)
      refuseWaiting(writer)
    },
    comeBack: () => void Latch.openUnsafe(writable),
    died: Deferred.await(died),
    isDead: () => writer.isDead
  }
}
