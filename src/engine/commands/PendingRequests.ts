/**
 * Callers that wait for a response, none longer than the time limit. All wait equally long, so one
 * fiber that checks the oldest gives them up: a timer and a race per request would cost more than
 * the request's work. An abandoned request may still be executed; a retry with its idempotency key
 * finds out.
 */
import { Clock, Effect, Latch } from "effect"
import * as Limits from "../../config/Limits.ts"
import { Unavailable } from "../ports/Unavailable.ts"

/** The response to a request whose time limit has passed. */
export const late = Effect.fail(
  new Unavailable({ message: "The outcome takes longer than expected." })
)

/** A request that waits for its response. */
export interface Pending {
  /** The end of its time limit, milliseconds. */
  readonly until: number
  /** True if its time limit has passed or its caller is gone: its response is dropped. */
  isGivenUp: boolean
  /** Ends the wait with a response; `undefined` while the request's own fiber runs. */
  resume: ((answer: Effect.Effect<never, Unavailable>) => void) | undefined
}

export interface PendingRequests {
  /** Starts the time limit of a request. */
  readonly enter: (request: Pending) => void
  readonly leave: (request: Pending) => void
  /** The end of the time limit of a request that enters now, milliseconds. */
  readonly until: () => number
  /**
   * Waits for `resume`. `isGivenUp` returns true if no caller waits any longer: the time limit has
   * passed, or the caller went away.
   */
  readonly wait: <A, E>(
    register: (resume: (answer: Effect.Effect<A, E>) => void, isGivenUp: () => boolean) => void
  ) => Effect.Effect<A, E | Unavailable>
}

/** Waits for `resume` or for the end of the time limit of a request that has entered. */
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
  /** Requests in order of arrival, which is the order of their ends. */
  const requests = new Set<Pending>()
  /** Open while there is a request to check. */
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
