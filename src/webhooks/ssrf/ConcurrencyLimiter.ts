/** Bounds how many run at once, by a number that may change; the others wait in a FIFO line. */
import { Effect } from "effect"

export interface ConcurrencyLimiter {
  /**
   * Calls `start` when there is room, at once if there is. The function it returns leaves the line;
   * after `start` was called it does nothing, and `leave` must be called.
   */
  readonly enter: (start: () => void) => () => void
  /** Makes room: the next one starts in a microtask. */
  readonly leave: () => void
  readonly resize: (max: number) => void
  /** None runs and none waits. */
  readonly isEmpty: () => boolean
}

export const make = (initialMax: number): ConcurrencyLimiter => {
  const line = new Set<() => void>()
  let max = initialMax
  let running = 0

  const admit = (): void => {
    while (running < max) {
      const [start] = line
      if (start === undefined) return
      line.delete(start)
      running += 1
      start()
    }
  }

  return {
    enter: (start) => {
      // A function of its own, so that the same `start` can wait twice.
      const mine = (): void => start()
      line.add(mine)
      admit()
      return () => void line.delete(mine)
    },
    leave: () => {
      running -= 1
      // Later: hundreds that end at once would otherwise start one another recursively.
      if (line.size > 0) queueMicrotask(admit)
    },
    resize: (wanted) => {
      max = wanted
      admit()
    },
    isEmpty: () => running === 0 && line.size === 0
  }
}

/** Runs an effect when there is room. */
export const within = <A, E>(
  limiter: ConcurrencyLimiter,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const entered = Effect.callback<void>((resume) => {
    const leaveLine = limiter.enter(() => resume(Effect.void))
    return Effect.sync(leaveLine)
  })
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(entered), () =>
      Effect.ensuring(restore(effect), Effect.sync(limiter.leave))
    )
  )
}
