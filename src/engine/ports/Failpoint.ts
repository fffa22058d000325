/**
 * Named points where a crash is most critical. The program does nothing there. A test provides a
 * function that ends the process, and so tests a crash at each of them.
 */
import { Context } from "effect"

export const points = [
  /** A writer takes the log over with a new epoch. */
  "takeover: before the epoch",
  "takeover: after the epoch",
  /**
   * An append: before it is sent, once it is durable but unknown to anyone, once it is applied, and
   * once its callers have the result.
   */
  "append: before the statement",
  "append: after the statement",
  "append: applied",
  "append: settled",
  /** A request to a provider, and its response. */
  "transfer: before the question",
  "transfer: after the answer",
  /** Each entry that is replayed at start. */
  "replay: entry",
  /** The read model: after the state was loaded at start, and around each write. */
  "restore: done",
  "project: before the write",
  "project: after the write"
] as const
export type Point = (typeof points)[number]

export class Failpoint extends Context.Reference<(point: Point) => void>(
  "payouts/engine/ports/Failpoint",
  { defaultValue: () => () => {} }
) {}
