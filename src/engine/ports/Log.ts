/**
 * The port to the log of a partition, the only truth (L2). An append is settled when it is durable
 * or certainly was not written; never in between (L4).
 */
import { Context, Effect, Schema, type Scope } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { DataSubjects } from "./DataSubjects.ts"
import type { Draft, Entry } from "./Entry.ts"

/** Another process took the log over. This one must stop at once (L3). */
export class LeadershipLost extends Schema.TaggedError<LeadershipLost>()("LeadershipLost", {
  message: Schema.String
}) {}

/** The log cannot be trusted or read by this program. Starting would mean guessing. */
export class LogRefused extends Schema.TaggedError<LogRefused>()("LogRefused", {
  message: Schema.String
}) {}

/** A fold of the log into a state. */
export interface Reader {
  /**
   * Loads the state, or empties the read model if it cannot be used. Returns the state's last
   * entry. Only for a process that holds the leader lock.
   */
  readonly restore: Effect.Effect<number, LogRefused>
  /** Loads the state, for a standby; `undefined` if the read model cannot be used. */
  readonly loadActive: Effect.Effect<number | undefined, LogRefused>
  /** Applies durable entries in order, at recovery and during standby. */
  readonly follow: (entries: ReadonlyArray<Entry>) => Effect.Effect<void>
  /** The people of drafts, under whose keys the log seals personal data. */
  readonly people: DataSubjects
  /** Applies an entry of this writer when it is durable. */
  readonly apply: (entry: Entry) => void
}

/**
 * Called once per append: with `true` if it is durable and applied, with `false` if it certainly
 * was not written.
 */
export type OnSettled = (durable: boolean) => void

export interface Tip {
  readonly seq: number
  readonly epoch: number
}

export class Log extends Context.Service<
  Log,
  {
    /**
     * Takes the log over: passes the reader the missing entries and starts a new epoch. From then
     * on it applies each durable entry before its append is settled. Called once.
     */
    readonly open: (reader: Reader) => Effect.Effect<void, LogRefused | LeadershipLost, Scope.Scope>
    /**
     * Queues a draft. Never blocks; a full queue settles with `false`. The engine's own log throws
     * for a draft that does not conserve money, before it is queued.
     */
    readonly append: (draft: Draft, settled: OnSettled) => void
    /** True if an append can be taken now. */
    readonly isWritable: () => boolean
    /** Waits until appends are taken again. */
    readonly awaitWritable: Effect.Effect<void>
    /** Fails when another writer took over, or when the log is found to be corrupt. */
    readonly lost: Effect.Effect<never, LeadershipLost | LogRefused>
    readonly tip: () => Tip
  }
>()("payouts/engine/ports/Log") {}

/**
 * Appends a draft, and returns whether it became durable. `false` if it certainly was not written.
 */
export const commit = (log: Log["Service"], draft: Draft): Effect.Effect<boolean> =>
  Effect.callback((resume) => log.append(draft, (durable) => resume(Effect.succeed(durable))))

/**
 * Waits until a refused append may be retried. The pause is for a log whose queue is full, which
 * stays writable.
 */
export const untilWritable = (log: Log["Service"]): Effect.Effect<void> =>
  Effect.andThen(Effect.sleep(Limits.engine.restartPauseMs), log.awaitWritable)

/** Functions that run around each append. */
export interface Hooks {
  /** Runs before a draft is queued. Throws if the draft must not be written. */
  readonly check: (draft: Draft) => void
  /** Runs when an entry of this writer is durable, before it is applied. */
  readonly durable: (entry: Entry) => void
}

export const withHooks = (log: Log["Service"], { check, durable }: Hooks): Log["Service"] => ({
  ...log,
  append: (draft, settled) => {
    check(draft)
    log.append(draft, settled)
  },
  open: (reader) =>
    log.open({
      ...reader,
      apply: (entry) => {
        durable(entry)
        reader.apply(entry)
      }
    })
})
