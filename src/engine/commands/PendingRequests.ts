/**
 * Callers that wait for an answer, none longer than the bound. All wait equally long, so one fiber
 * that looks at the oldest gives them up: a timer and a race per request would cost more than the
 * request's own work. What was given up may still happen; the idempotency key finds out.
 */
import { Clock, Effect, Latch } from "effect"
import * as Limits from "../../config/Limits.ts"
import { Unavailable } from "../ports/Unavailable.ts"

const late = Effect.fail(new Unavailable({ message: "The outcome takes longer than expected." }))

export interface PendingRequests {
  /**
   * Waits for `resume`. `isGivenUp` says whether anyone still does: the bound is over, or the
   * caller went away.
   */
  readonly wait: <A, E>(
    register: (resume: (answer: Effect.Effect<A, E>) => void, isGivenUp: () => boolean) => void
  ) => Effect.Effect<A, E | Unavailable>
}

interface Waiter {
  readonly until: number
  readonly giveUp: () => void
}

export const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  /** In order of arrival, and so of their ends. */
  const waiters = new Set<Waiter>()
  /** Open while there is someone to look at. */
  const anyone = yield* Latch.make(false)

  const sweep = Effect.sync(() => {
    const now = clock.currentTimeMillisUnsafe()
    for (const waiter of waiters) {
      if (waiter.until > now) return
      waiters.delete(waiter)
      waiter.giveUp()
    }
    Latch.closeUnsafe(anyone)
  })

  yield* Latch.await(anyone).pipe(
    Effect.andThen(Effect.sleep(Limits.engine.sweepMs)),
    Effect.andThen(sweep),
    Effect.forever,
    Effect.forkScoped
  )

  const wait: PendingRequests["wait"] = <A, E>(register: Parameters<typeof wait<A, E>>[0]) =>
    Effect.callback<A, E | Unavailable>((resume) => {
      let isGivenUp = false
      const waiter = {
        until: clock.currentTimeMillisUnsafe() + Limits.engine.requestMsMax,
        giveUp: () => {
          isGivenUp = true
          resume(late)
        }
      }
      waiters.add(waiter)
      Latch.openUnsafe(anyone)
      register(
        (answer) => {
          waiters.delete(waiter)
          resume(answer)
        },
        () => isGivenUp
      )
      return Effect.sync(() => {
        waiters.delete(waiter)
        isGivenUp = true
      })
    })

  return { wait }
})
