/**
 * Work on many rows at once, in slices: a generator that stops behind each. Requests are served
 * between two of them, so no turn of the event loop is as long as the whole (L10).
 */
import { Effect } from "effect"

export type Slices = Generator<void, void>

/** Runs each slice in a turn of its own. */
export const run = Effect.fnUntraced(function* (slices: Slices): Effect.fn.Return<void> {
  for (const _ of slices) yield* Effect.yieldNow
})
