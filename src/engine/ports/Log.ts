/**
 * The port to the log of a partition, the only truth (L2). An append is settled when it is durable
 * or certainly was not written; never in between (L4).
 */
import { Context, Effect, Schema, type Scope } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { Draft, Entry } from "./Entry.ts"

/** Another process took the log over. This one must stop at once (L3). */
export class LeadershipLost extends Schema.TaggedError<LeadershipLost>()("LeadershipLost", {
  message: Schema.String
}) {}

/** The log cannot be trusted or read by this program. Starting would mean guessing. */
export class LogRefused extends Schema.TaggedError<LogRefused>()("LogRefused", {
  message: Schema.String
}) {}

/** Folds the log into a state. */
export interface Reader {
  /**
   * Loads the state, or empties the read model where it cannot be used; returns the last entry in
   * it. Only for a process that holds the leader lock.
   */
  readonly restore: Effect.Effect<number, LogRefused>
  /** Loads the state, for a standby; `undefined` where the read model cannot be used. */
  readonly loadActive: Effect.Effect<number | undefined, LogRefused>
  /** Applies durable entries in order, at recovery and while standing by. */
  readonly follow: (entries: ReadonlyArray<Entry>) => Effect.Effect<void>
  /** Applies an entry of this writer when it is durable. */
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
     * Takes the log over: passes the reader the entries it does not have, starts a new epoch, and
     * from then on applies each durable entry before its append is settled. Called once.
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
>()("payouts/engine/ports/Log") {}

/** Appends a draft; whether it became durable. `false`: it certainly was not written. */
export const commit = (log: Log["Service"], draft: Draft): Effect.Effect<boolean> =>
  Effect.callback((resume) => log.append(draft, (durable) => resume(Effect.succeed(durable))))

/**
 * Waits until a refused append may be tried again. The pause is for a log whose queue is full,
 * which stays writable.
 */
export const untilWritable = (log: Log["Service"]): Effect.Effect<void> =>
  Effect.andThen(Effect.sleep(Limits.engine.restartPauseMs), log.awaitWritable)

/** What runs around each append. */
export interface Hooks {
  /** Runs before a draft is queued; throws where it must not be written. */
  readonly check: (draft: Draft) => void
  /** Runs when an entry of this writer is durable, before it is applied. */
  readonly durable: (entry: Entry) => void
}

/** The log with hooks around its appends. */
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
