/**
 * Named points where a crash is most critical. The program does nothing there; a test provides a
 * function that ends the process, so that a crash at each of them is tested.
 */
import { Context } from "effect"

export const points = [
  /** A writer is about to claim the log with a new epoch; it has done so. */
  "takeover: before the epoch",
  "takeover: after the epoch",
  /** An append: not yet sent, durable and unknown to anyone, applied, its callers answered. */
  "append: before the statement",
  "append: after the statement",
  "append: applied",
  "append: settled",
  /** A request to a provider is about to be sent; its response has arrived. */
  "transfer: before the question",
  "transfer: after the answer",
  /** Replay at start: each entry. */
  "replay: entry",
  /** The read model: state loaded at start; a write about to begin, done. */
  "restore: done",
  "project: before the write",
  "project: after the write"
] as const
export type Point = (typeof points)[number]

export class Failpoint extends Context.Reference<(point: Point) => void>(
  "payouts/engine/ports/Failpoint",
  { defaultValue: () => () => {} }
) {}
