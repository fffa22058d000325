/**
 * The log and its database. The store outlives every process, and accepts an append only after the
 * expected entry (L3). A statement may arrive after its sender died. The port keeps the contract of
 * the real one. One statement is in flight, and an unknown outcome is looked up until it is certain
 * (L4). Durable entries are applied in order before any response (L1).
 */
import { Deferred, Effect, Latch, Result } from "effect"
import * as Entry from "../../src/engine/ports/Entry.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Log from "../../src/engine/ports/Log.ts"
import * as BadDecisions from "./BadDecisions.ts"
import type { Host } from "./Host.ts"
import { hashOf, type Row } from "./LogRow.ts"
import { crash, type Setting } from "./Setting.ts"

interface Pending {
  readonly draft: Entry.Draft
  readonly body: string
  readonly settled: Log.OnSettled
}

interface Batch {
  readonly previous: string
  readonly rows: ReadonlyArray<Row>
}

type Verdict = "durable" | "lost" | "unknown"

interface Tip extends Log.Tip {
  readonly hash: string
}

const nowhere: Tip = { seq: 0, epoch: 0, hash: "" }

/** Entries per page of a reader. Few, so that there are many boundaries. */
const pageEntries = 16

const batchOf = (tip: Tip, bodies: ReadonlyArray<string>): Batch => {
  let previous = tip.hash
  const rows = bodies.map((body, index) => {
    const seq = tip.seq + 1 + index
    previous = hashOf(previous, seq, tip.epoch, body)
    return { seq, epoch: tip.epoch, hash: previous, body }
  })
  return { previous: tip.hash, rows }
}

export interface Store {
  /** The rows after a position, decoded as by a reader. */
  readonly read: (afterSeq: number) => ReadonlyArray<readonly [Row, Entry.Entry]>
  readonly write: (batch: Batch) => Verdict
  readonly tip: () => Tip
  readonly place: (seq: number) => Tip
  readonly entries: () => ReadonlyArray<Entry.Entry>
  /** Executes nothing for a while. */
  readonly goAway: (ms: number) => void
  readonly isAway: () => boolean
}

const decode = (body: string): Entry.Draft => Result.getOrThrow(Entry.decode(body))

/** A row as a replay reads it that forgets what payouts took from a balance. */
const withoutAllocations = ([row, entry]: readonly [Row, Entry.Entry]) =>
  [row, { ...entry, events: entry.events.filter(({ _tag }) => _tag !== "FundsAllocated") }] as const

/** The store of one partition's log. */
export const makeStore = (
  { audit, breach, machine }: Setting,
  partition: number,
  heard: (entry: Entry.Entry) => void
): Store => {
  const rows: Array<readonly [Row, Entry.Entry]> = []
  const tip = (): Tip => rows.at(-1)?.[0] ?? nowhere
  let backAt = 0
  let lostOne = false

  const tamper = (body: string): string =>
    breach === "log changes an amount" ? body.replace(/("amount":\d+)(\d)/, "$1$20") : body

  const write = ({ previous, rows: written }: Batch): Verdict => {
    const [first] = written
    const last = tip()
    if (first === undefined) return "durable"
    const found = rows[first.seq - 1]?.[0]
    if (found?.hash === first.hash) return "durable"
    const isOpen = breach === "log lets a second writer in"
    if (!isOpen && (found !== undefined || last.seq !== first.seq - 1 || last.hash !== previous)) {
      return "lost"
    }
    for (const row of written) {
      const stored = { ...row, body: tamper(row.body) }
      const entry = { ...decode(stored.body), seq: row.seq, epoch: row.epoch }
      rows.push([stored, entry])
      audit.durable(partition, stored, entry)
      heard(entry)
    }
    return "durable"
  }

  const read: Store["read"] = (afterSeq) => {
    // With this breach, one restart finds a log without its last entries.
    if (breach === "log loses an acknowledged entry" && !lostOne && rows.length > 20) {
      lostOne = true
      rows.pop()
    }
    const wanted = rows.slice(afterSeq)
    if (breach === "engine forgets what a balance paid") return wanted.map(withoutAllocations)
    return breach === "engine forgets answers"
      ? wanted.map(([row, entry]) => [row, { ...entry, reply: null }] as const)
      : wanted
  }

  return {
    read,
    write,
    tip,
    entries: () => rows.map(([, entry]) => entry),
    place: (seq) => rows[seq - 1]?.[0] ?? nowhere,
    goAway: (ms) => {
      backAt = Math.max(backAt, machine.now() + ms)
    },
    isAway: () => machine.now() < backAt
  }
}

const isCursor = ({ body }: Row): boolean => body.includes(`"_tag":"ChainReached"`)

/** Kills a process while one log has a block of the chain and another lacks it. */
const endsBetweenCursors = (setting: Setting, host: Host, { rows }: Batch): boolean =>
  rows.some(isCursor) &&
  setting.audit.places.areApart() &&
  crash(setting, host, "crash: between two cursors", 0.1)

/** Sends a statement to the store, and its result back. */
const makeStatement = (setting: Setting, store: Store, host: Host) => {
  const { faults, machine, spread } = setting
  const random = setting.random.stream(spread.named(`log of ${host.number}`, host.partition))
  const { world } = machine

  const latency = (): number =>
    faults.strikes("log: slow statement", 0.02) ? random.int(100, 4_000) : random.int(0, 4)

  const answer = (verdict: Verdict, done: (verdict: Verdict) => void): void => {
    if (faults.strikes("log: answer lost", 0.01)) {
      host.realm.after(random.int(10, 10_000), () => done("unknown"))
    } else host.realm.after(random.int(0, 2), () => done(verdict))
  }

  const isLost = (): boolean => {
    if (faults.strikes("log: away", 0.002)) store.goAway(random.int(100, 60_000))
    return store.isAway() || faults.strikes("log: statement lost", 0.01)
  }

  return (batch: Batch, done: (verdict: Verdict) => void): void => {
    world.after(latency(), () => {
      if (isLost()) {
        host.realm.after(random.int(10, 10_000), () => done("unknown"))
        return
      }
      if (crash(setting, host, "crash: append lost", 0.006)) return
      const verdict = store.write(batch)
      if (crash(setting, host, "crash: append unseen", 0.006)) return
      if (endsBetweenCursors(setting, host, batch)) return
      answer(verdict, done)
    })
  }
}

/** Applies durable entries, then responds. The process may die between any two of these steps. */
const makeGive = (setting: Setting, host: Host, { apply }: Log.Reader) => {
  const twice = setting.breach === "log applies an entry twice"
  return (batch: Batch, pending: ReadonlyArray<Pending>): void => {
    pending.forEach(({ draft }, index) => {
      const row = batch.rows[index]
      if (row === undefined) return
      const entry = { ...draft, seq: row.seq, epoch: row.epoch }
      apply(entry)
      if (twice && draft.events.some(({ _tag }) => _tag === "DeliveryAttempted")) apply(entry)
      host.appliedSeq = row.seq
      setting.audit.proven(host, entry.at)
      setting.audit.applied(host, entry)
    })
    if (crash(setting, host, "crash: applied, not answered", 0.004)) return
    for (const { settled } of pending) {
      settled(true)
      if (crash(setting, host, "crash: half answered", 0.002)) return
    }
  }
}

/** Parts that a process needs for taking over the log. */
interface Takeover {
  readonly setting: Setting
  readonly store: Store
  readonly host: Host
  readonly draw: IdGenerator.Source
  readonly write: (batch: Batch, done: (verdict: Verdict) => void) => void
}

/** Fills the reader's state. Returns its last entry. */
const load = Effect.fnUntraced(function* ({ host, store }: Takeover, reader: Log.Reader) {
  let known = host.isAlone() ? yield* reader.restore : yield* reader.loadActive
  while (known === undefined) {
    yield* Effect.sleep(500)
    if (host.isAlone()) known = yield* reader.restore
  }
  host.appliedSeq = known
  return known === 0 ? nowhere : store.place(known)
})

/** Replays new entries page by page. Returns the new tip. */
const replay = Effect.fnUntraced(function* (
  { host, setting, store }: Takeover,
  reader: Log.Reader,
  from: Tip
) {
  let tip = from
  const found = store.read(tip.seq)
  for (let at = 0; at < found.length; at += pageEntries) {
    const page = found.slice(at, at + pageEntries)
    yield* reader.follow(page.map(([, entry]) => entry))
    tip = page.at(-1)?.[0] ?? tip
    host.appliedSeq = tip.seq
    if (crash(setting, host, "crash: in replay", 0.01)) return yield* Effect.never
  }
  return tip
})

/** Claims the next entry for a new epoch. `undefined` if another process was first. */
const claim = Effect.fnUntraced(function* (
  { draw, host, setting, write }: Takeover,
  reader: Log.Reader,
  tip: Tip
) {
  const at = setting.machine.now()
  const events = [{ _tag: "EpochStarted", at, writer: IdGenerator.reference(draw) }] as const
  const draft: Entry.Draft = { v: Entry.version, at, by: "engine", events, reply: null }
  const batch = batchOf({ ...tip, epoch: tip.epoch + 1 }, [JSON.stringify(draft)])
  const verdict = yield* host.realm.wait<Verdict>((resume) =>
    write(batch, (certain) => resume(Effect.succeed(certain)))
  )
  const [row] = batch.rows
  if (verdict !== "durable" || row === undefined) return undefined
  reader.apply({ ...draft, seq: row.seq, epoch: row.epoch })
  setting.audit.proven(host, draft.at)
  host.appliedSeq = row.seq
  host.epoch = row.epoch
  // The earlier process continues until its next write to this log.
  const isPartial = host.others().some(({ epoch }) => epoch === 0)
  if (isPartial && crash(setting, host, "crash: between two logs", 0.05)) return yield* Effect.never
  return row as Tip
})

/** Replays new entries, then claims the next one, until it succeeds. */
const takeOver = Effect.fnUntraced(function* (takeover: Takeover, reader: Log.Reader) {
  const { setting, store } = takeover
  let tip = yield* load(takeover, reader)
  while (true) {
    yield* Effect.sleep(1)
    if (store.isAway() || setting.faults.strikes("log: read fails", 0.05)) {
      yield* Effect.sleep(500)
      continue
    }
    tip = yield* replay(takeover, reader, tip)
    const claimed = yield* claim(takeover, reader, tip)
    if (claimed !== undefined) return claimed
  }
})

/** The log port of one process. */
export const connect = (
  { setting, store }: { readonly setting: Setting; readonly store: Store },
  host: Host,
  draw: IdGenerator.Source,
  queueMax: number
): Log.Log["Service"] => {
  const { breach, faults } = setting
  const { realm } = host
  const writable = Latch.makeUnsafe(false)
  const lost = Deferred.makeUnsafe<never, Log.LeadershipLost>()
  const attempt = makeStatement(setting, store, host)
  let queue: Array<Pending> = []
  let isWriting = false
  let tip = nowhere
  let give: ReturnType<typeof makeGive> = () => {}

  const refuseAll = (): void => {
    const refused = queue
    queue = []
    for (const { settled } of refused) settled(false)
  }

  /** Runs until the verdict is certain or the process ends. */
  const write = (batch: Batch, done: (verdict: Verdict) => void, pauseMs = 50): void =>
    attempt(batch, (verdict) => {
      if (verdict !== "unknown") return done(verdict)
      Latch.closeUnsafe(writable)
      refuseAll()
      realm.after(pauseMs, () => write(batch, done, Math.min(pauseMs * 2, 2_000)))
    })

  const stop = (pending: ReadonlyArray<Pending>): void => {
    Latch.closeUnsafe(writable)
    refuseAll()
    for (const { settled } of pending) settled(false)
    const error = new Log.LeadershipLost({ message: "Another process took the log over." })
    Deferred.doneUnsafe(lost, Effect.fail(error))
  }

  const pump = (): void => {
    if (isWriting || queue.length === 0) return
    isWriting = true
    const pending = queue
    queue = []
    const batch = batchOf(
      tip,
      pending.map(({ body }) => body)
    )
    write(batch, (verdict) => {
      if (verdict !== "durable") return stop(pending)
      tip = (batch.rows.at(-1) ?? tip) as Tip
      Latch.openUnsafe(writable)
      give(batch, pending)
      isWriting = false
      if (realm.isAlive()) pump()
    })
  }

  const drain = Effect.gen(function* () {
    Latch.closeUnsafe(writable)
    while (isWriting || queue.length > 0) yield* Effect.sleep(10)
  }).pipe(Effect.timeoutOption(8_000))

  const open = Effect.fnUntraced(function* (reader: Log.Reader) {
    give = makeGive(setting, host, reader)
    tip = yield* takeOver({ setting, store, host, draw, write }, reader)
    Latch.openUnsafe(writable)
    yield* Effect.addFinalizer(() => drain)
  })

  const append: Log.Log["Service"]["append"] = (decided, settled) => {
    if (!realm.isAlive()) return
    const draft = BadDecisions.of(breach, decided)
    const isFull = queue.length >= queueMax || faults.strikes("log: queue full", 0.005)
    if (!Latch.isOpen(writable) || isFull) return settled(false)
    if (breach === "log answers before it writes" && draft.reply !== null) {
      settled(true)
      queue.push({ draft, body: JSON.stringify(draft), settled: () => {} })
    } else queue.push({ draft, body: JSON.stringify(draft), settled })
    realm.post(pump)
  }

  return {
    open,
    append,
    isWritable: () => Latch.isOpen(writable),
    awaitWritable: Latch.await(writable),
    lost: Deferred.await(lost),
    tip: () => ({ seq: tip.seq, epoch: tip.epoch })
  }
}
