/** The pauses between attempts while the database is unavailable. */
import { Duration, Effect, Schedule } from "effect"
import * as Limits from "../../config/Limits.ts"

const { retryMsMax, retryMsMin } = Limits.database

/** Retries while the database is unavailable: exponential pauses with a bound, without end. */
export const schedule = Schedule.exponential(retryMsMin, 2).pipe(
  Schedule.modifyDelay(({ duration }) =>
    Effect.succeed(Duration.min(duration, Duration.millis(retryMsMax)))
  )
)
