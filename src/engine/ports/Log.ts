/**
 * The port to the write-ahead log: the only truth (L2). An append is answered when it is durable,
 * or when it certainly was not written; never in between (L4).
 */
import { Context, type Effect, Schema, type Scope } from "effect"
import type { Draft, Entry } from "./Entry.ts"

/** Another process took the log over. This one must stop at once (L3). */
export class LeadershipLost extends Schema.TaggedError<LeadershipLost>()("LeadershipLost", {
  message: Schema.String
}) {}

/** The log cannot be trusted or read by this program. Starting would mean guessing. */
export class LogRefused extends Schema.TaggedError<LogRefused>()("LogRefused", {
  message: Schema.String
}) {}

/** Who folds the log. */
export interface Reader {
  /**
   * Makes the fold ready to go on from some entry, and says which was the last it knows; begins
   * from nothing where it must. For who is alone with the log.
   */
  readonly restore: Effect.Effect<number, LogRefused>
  /** The same, for who only looks on; nothing where it would have to begin from nothing. */
  readonly loadActive: Effect.Effect<number | undefined, LogRefused>
  /** Takes durable entries in order, as they are read: at recovery, and while standing by. */
  readonly follow: (entries: ReadonlyArray<Entry>) => Effect.Effect<void>
  /** Takes an entry of this writer the moment it is durable. */
  readonly apply: (entry: Entry) => void
}

/** Called once per append: `true`, durable and applied; `false`, certainly not written. */
export type Settled = (durable: boolean) => void

export interface Tip {
  readonly seq: number
  readonly epoch: number
}

export class Log extends Context.Service<
  Log,
  {
    /**
     * Takes the log over: gives the reader what it does not know, starts a new epoch, and from then
     * on applies each durable entry before its append is settled. Called once.
     */
    readonly open: (reader: Reader) => Effect.Effect<void, LogRefused | LeadershipLost, Scope.Scope>
    /**
     * Queues a draft. Never blocks; a full queue settles with `false`. The engine's own log throws
     * for a draft that does not conserve money, before it is queued.
     */
    readonly append: (draft: Draft, settled: Settled) => void
    /** Whether an append can be taken now. */
    readonly isWritable: () => boolean
    /** Waits until appends are taken again. */
    readonly awaitWritable: Effect.Effect<void>
    /** Fails when another writer took over, or when the log turns out to be corrupt. */
    readonly lost: Effect.Effect<never, LeadershipLost | LogRefused>
    readonly tip: () => Tip
  }
>()("payouts/engine/Log") {}
