/** The pauses between attempts while the database is unavailable. */
import { Duration, Effect, Schedule } from "effect"
import * as Limits from "../../config/Limits.ts"

const { retryMsMax, retryMsMin } = Limits.database

/** Exponential pauses with an upper bound, repeated without end. */
export const schedule = Schedule.exponential(retryMsMin, 2).pipe(
  Schedule.modifyDelay(({ duration }) =>
    Effect.succeed(Duration.min(duration, Duration.millis(retryMsMax)))
  )
)
