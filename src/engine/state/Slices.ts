/**
 * Work on many rows, in slices: a generator that stops after each. Requests are served between two
 * of them, so no turn of the event loop is as long as the whole work (L10).
 */
import { Effect } from "effect"
import * as Turns from "../../telemetry/Turns.ts"

export type Slices = Generator<void, void>

/** Runs each slice in a separate turn of the event loop. */
export const run = Effect.fnUntraced(function* (slices: Slices): Effect.fn.Return<void> {
  const next = () => slices.next()
  while (Turns.during("memory", next).done !== true) yield* Effect.yieldNow
})
