/**
 * Bounds how many effects run at once; an effect that waits too long for its permit is not run. A
 * process that was suspended may get a permit before its timer fires, so the clock is read again.
 */
import { Clock, Effect, Option, Semaphore } from "effect"
import * as Limits from "../config/Limits.ts"

const { permitWaitMsMax } = Limits.providers

/** Runs an effect, or returns `None` and runs nothing. */
export type Bulkhead = <A>(run: Effect.Effect<A>) => Effect.Effect<Option.Option<A>>

export const make = (permits: number): Bulkhead => {
  const semaphore = Semaphore.makeUnsafe(permits)
  return Effect.fnUntraced(function* <A>(run: Effect.Effect<A>) {
    const latest = (yield* Clock.currentTimeMillis) + permitWaitMsMax
    const permit = yield* Effect.timeoutOption(semaphore.takeScoped(1), permitWaitMsMax)
    const isLate = Option.isNone(permit) || (yield* Clock.currentTimeMillis) > latest
    return isLate ? Option.none<A>() : Option.some(yield* run)
  }, Effect.scoped)
}
