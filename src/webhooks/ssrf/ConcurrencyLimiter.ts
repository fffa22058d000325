/**
 * Limits how many tasks run at once, by a number that may change; the others wait in a FIFO queue.
 */
import { Effect } from "effect"

export interface ConcurrencyLimiter {
  /**
   * Calls `start` when there is room, at once if there is. The returned function leaves the queue.
   * After `start` was called that function does nothing, and `leave` must be called.
   */
  readonly enter: (start: () => void) => () => void
  /** Makes room: the next task starts in a microtask. */
  readonly leave: () => void
  readonly resize: (max: number) => void
  /** True if no task runs or waits. */
  readonly isEmpty: () => boolean
}

export const make = (initialMax: number): ConcurrencyLimiter => {
  const queue = new Set<() => void>()
  let max = initialMax
  let running = 0

  const admit = (): void => {
    while (running < max) {
      const [start] = queue
      if (start === undefined) return
      queue.delete(start)
      running += 1
      start()
    }
  }

  return {
    enter: (start) => {
      // A separate function, so that one `start` can wait twice.
      const waiter = (): void => start()
      queue.add(waiter)
      admit()
      return () => void queue.delete(waiter)
    },
    leave: () => {
      running -= 1
      // Deferred: hundreds of tasks that end at once would otherwise start one another recursively.
      if (queue.size > 0) queueMicrotask(admit)
    },
    resize: (newMax) => {
      max = newMax
      admit()
    },
    isEmpty: () => running === 0 && queue.size === 0
  }
}

/** Runs an effect when there is room. */
export const within = <A, E>(
  limiter: ConcurrencyLimiter,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const entry = Effect.callback<void>((resume) => {
    const leaveQueue = limiter.enter(() => resume(Effect.void))
    return Effect.sync(leaveQueue)
  })
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(entry), () =>
      Effect.ensuring(restore(effect), Effect.sync(limiter.leave))
    )
  )
}
