/** The float as this process last polled it, or was told by the process that polls. */
import { Context, Effect, Layer } from "effect"
import type * as Float from "../../domain/money/Float.ts"

export class LatestFloat extends Context.Service<
  LatestFloat,
  {
    /** `undefined` before the first poll. */
    readonly latest: () => Float.Snapshot | undefined
    readonly keep: (snapshot: Float.Snapshot) => void
  }
>()("payouts/engine/ports/LatestFloat") {}

/** One for all partitions of a process. */
export const layer = Layer.effect(
  LatestFloat,
  Effect.sync(() => {
    let latest: Float.Snapshot | undefined
    return LatestFloat.of({
      latest: () => latest,
      keep: (snapshot) => {
        latest = snapshot
      }
    })
  })
)
