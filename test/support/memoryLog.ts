/**
 * The log's port in memory, with the contract of the real one: everything that waits is written
 * together, applied in order, then settled; a refused append was certainly not written. Every draft
 * passes through its JSON and its schema, so what a new engine replays is what a database would
 * give. A test holds appends, refuses them, takes the log away, or kills the writer at an entry.
 */
import { Clock, Deferred, Effect, Latch, Layer } from "effect"
import * as Entry from "../../src/engine/ports/Entry.ts"
import * as Log from "../../src/engine/ports/Log.ts"

interface Pending {
  readonly draft: Entry.Draft
  readonly body: string
  readonly settled: Log.Settled
}

/**
 * The writer dies at an entry: `lost`, before it is durable; `unseen`, after, but unknown to
 * anyone.
 */
export interface Death {
  readonly seq: number
  readonly entry: "lost" | "unseen"
}

export interface MemoryLog {
  readonly layer: Layer.Layer<Log.Log>
  /** What is durable, as a reader finds it. */
  readonly entries: () => ReadonlyArray<Entry.Entry>
  /** Appends that were taken and are not settled. */
  readonly waiting: () => number
  /** How often anyone tried to append, taken or not. */
  readonly attempts: () => number
  /** Takes appends and writes nothing, but for the next `count`. */
  readonly hold: (count?: number) => void
  /** Writes everything again. */
  readonly release: () => void
  /** Settles what waits with `false`; the log stays writable. */
  readonly refuseWaiting: () => void
  /** While true, appends are refused at once although the log is writable: its queue is full. */
  readonly setFull: (isFull: boolean) => void
  /** The database is away: what waits is refused, and nothing is writable. */
  readonly goAway: () => void
  readonly comeBack: () => void
  /** Done when the writer met its death. */
  readonly died: Effect.Effect<void>
  readonly isDead: () => boolean
}

/** A new writer on what an earlier one left. */
export const make = (earlier: ReadonlyArray<Entry.Entry> = [], death?: Death): MemoryLog => {
  const stored = [...earlier]
  const work = Latch.makeUnsafe(false)
  const writable = Latch.makeUnsafe(false)
  const died = Deferred.makeUnsafe<void>()
  let epoch = earlier.at(-1)?.epoch ?? 0
  let queue: Array<Pending> = []
  let inFlight = 0
  let permits = Number.POSITIVE_INFINITY
  let attempts = 0
  let isFull = false
  let isDead = false
  let reader: Log.Reader | undefined

  const store = Effect.fnUntraced(function* ({ body, draft }: Pending) {
    const read = yield* Effect.orDie(Effect.fromResult(Entry.decode(body)))
    const place = { seq: stored.length + 1, epoch }
    stored.push({ ...read, ...place })
    return { ...draft, ...place }
  })

  const write = Effect.fnUntraced(function* (batch: ReadonlyArray<Pending>) {
    const written: Array<Pending> = []
    for (const pending of batch) {
      isDead = stored.length + 1 === death?.seq
      if (isDead && death?.entry === "lost") break
      const entry = yield* store(pending)
      if (isDead) break
      reader?.apply(entry)
      written.push(pending)
    }
    inFlight = 0
    for (const { settled } of written) settled(true)
    if (!isDead) return
    yield* Deferred.succeed(died, undefined)
    return yield* Effect.never
  })

  const appendForever = Effect.gen(function* () {
    while (true) {
      if (queue.length === 0 || permits === 0) {
        Latch.closeUnsafe(work)
        yield* Latch.await(work)
      }
      const batch = queue.splice(0, permits)
      permits -= batch.length
      inFlight = batch.length
      // A statement takes its time; whatever comes meanwhile is in the next one.
      yield* Effect.yieldNow
      yield* write(batch)
    }
  })

  const refuseWaiting = (): void => {
    const refused = queue
    queue = []
    for (const { settled } of refused) settled(false)
  }

  const layer = Layer.succeed(
    Log.Log,
    Log.Log.of({
      open: Effect.fnUntraced(function* (into) {
        reader = into
        const known = (yield* into.loadActive) ?? (yield* into.restore)
        yield* into.follow(stored.slice(known))
        epoch += 1
        const at = yield* Clock.currentTimeMillis
        const events = [{ _tag: "EpochStarted", at, writer: `writer ${epoch}` }] as const
        const draft: Entry.Draft = { v: Entry.version, at, by: "engine", events, reply: null }
        into.apply(yield* store({ draft, body: JSON.stringify(draft), settled: () => {} }))
        yield* Effect.forkScoped(appendForever)
        yield* Latch.open(writable)
      }),
      append: (draft, settled) => {
        attempts += 1
        if (isFull || !Latch.isOpen(writable)) return settled(false)
        queue.push({ draft, body: JSON.stringify(draft), settled })
        if (permits > 0) Latch.openUnsafe(work)
      },
      isWritable: () => Latch.isOpen(writable),
      awaitWritable: Latch.await(writable),
      lost: Effect.never,
      tip: () => ({ seq: stored.length, epoch })
    })
  )

  const pass = (count: number): void => {
    permits = count
    if (permits > 0 && queue.length > 0) Latch.openUnsafe(work)
  }

  return {
    layer,
    entries: () => stored,
    waiting: () => queue.length + inFlight,
    attempts: () => attempts,
    hold: (count = 0) => pass(count),
    release: () => pass(Number.POSITIVE_INFINITY),
    refuseWaiting,
    setFull: (full) => {
      isFull = full
    },
    goAway: () => {
      Latch.closeUnsafe(writable)
      refuseWaiting()
    },
    comeBack: () => void Latch.openUnsafe(writable),
    died: Deferred.await(died),
    isDead: () => isDead
  }
}
