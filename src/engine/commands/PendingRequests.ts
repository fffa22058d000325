/**
 * Callers that wait for an answer, none longer than the bound. All wait equally long, so one fiber
 * that looks at the oldest gives them up: a timer and a race per request would cost more than the
 * request's own work. What was given up may still happen; the idempotency key finds out.
 */
import { Clock, Effect, Latch } from "effect"
import * as Limits from "../../config/Limits.ts"
import { Unavailable } from "../ports/Unavailable.ts"

/** The answer to a request whose bound is over. */
export const late = Effect.fail(
  new Unavailable({ message: "The outcome takes longer than expected." })
)

/** A request that waits to be answered. */
export interface Pending {
  /** When its bound is over, milliseconds. */
  readonly until: number
  /** Its bound is over or its caller is gone: its answer is dropped. */
  isGivenUp: boolean
  /** Ends what it waits for with an answer; `undefined` while its own fiber runs. */
  resume: ((answer: Effect.Effect<never, Unavailable>) => void) | undefined
}

export interface PendingRequests {
  /** From now on the bound of a request counts. */
  readonly enter: (request: Pending) => void
  readonly leave: (request: Pending) => void
  /** When the bound of a request that enters now is over, milliseconds. */
  readonly until: () => number
  /**
   * Waits for `resume`. `isGivenUp`: no caller waits any more: the bound is over, or the
   * caller went away.
   */
  readonly wait: <A, E>(
    register: (resume: (answer: Effect.Effect<A, E>) => void, isGivenUp: () => boolean) => void
  ) => Effect.Effect<A, E | Unavailable>
}

/** Waits for `resume` or for the end of the bound of a request that has entered. */
export const waitFor = <A, E>(
  request: Pending,
  register: (resume: (answer: Effect.Effect<A, E>) => void) => void
): Effect.Effect<A, E | Unavailable> =>
  Effect.callback<A, E | Unavailable>((resume) => {
    request.resume = resume
    register((answer) => {
      request.resume = undefined
      resume(answer)
    })
  })

export const make = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  /** In order of arrival, and so of their ends. */
  const requests = new Set<Pending>()
  /** Open while there is one to check. */
  const isAnyPending = yield* Latch.make(false)

  const sweep = Effect.sync(() => {
    const now = clock.currentTimeMillisUnsafe()
    for (const request of requests) {
      if (request.until > now) return
      requests.delete(request)
      request.isGivenUp = true
      request.resume?.(late)
    }
    Latch.closeUnsafe(isAnyPending)
  })

  yield* Latch.await(isAnyPending).pipe(
    Effect.andThen(Effect.sleep(Limits.engine.sweepMs)),
    Effect.andThen(sweep),
    Effect.forever,
    Effect.forkScoped
  )

  const enter = (request: Pending): void => {
    requests.add(request)
    Latch.openUnsafe(isAnyPending)
  }

  const leave = (request: Pending): void => void requests.delete(request)

  const until = (): number => clock.currentTimeMillisUnsafe() + Limits.engine.requestMsMax

  const wait: PendingRequests["wait"] = (register) =>
    Effect.suspend(() => {
      const request: Pending = { until: until(), isGivenUp: false, resume: undefined }
      enter(request)
      return Effect.ensuring(
        waitFor(request, (resume) => register(resume, () => request.isGivenUp)),
        Effect.sync(() => {
          request.isGivenUp = true
          leave(request)
        })
      )
    })

  const pending: PendingRequests = { enter, leave, until, wait }
  return pending
})
