/** So many at once; the others wait in line, first come, first served. */
import { Effect } from "effect"

export interface ConcurrencyLimiter {
  /**
   * Calls `start` when there is room, at once if there is. What it returns gives up a place in
   * line; once `start` was called it does nothing, and `leave` is due.
   */
  readonly enter: (start: () => void) => () => void
  /** Makes room: the next one comes in a moment later. */
  readonly leave: () => void
  readonly resize: (max: number) => void
  /** Nobody is inside and nobody waits. */
  readonly isEmpty: () => boolean
}

export const make = (initialMax: number): ConcurrencyLimiter => {
  const line = new Set<() => void>()
  let max = initialMax
  let inside = 0

  const admit = (): void => {
    while (inside < max) {
      const [start] = line
      if (start === undefined) return
      line.delete(start)
      inside += 1
      start()
    }
  }

  return {
    enter: (start) => {
      // Everyone has a place of their own in line, also who comes twice with the same `start`.
      const mine = (): void => start()
      line.add(mine)
      admit()
      return () => void line.delete(mine)
    },
    leave: () => {
      inside -= 1
      // Later, as hundreds who are done at once would otherwise let each other in, stack upon stack.
      if (line.size > 0) queueMicrotask(admit)
    },
    resize: (wanted) => {
      max = wanted
      admit()
    },
    isEmpty: () => inside === 0 && line.size === 0
  }
}

/** Runs an effect inside. */
export const within = <A, E>(
  gate: ConcurrencyLimiter,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const entered = Effect.callback<void>((resume) => {
    const giveUp = gate.enter(() => resume(Effect.void))
    return Effect.sync(giveUp)
  })
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(restore(entered), () =>
      Effect.ensuring(restore(effect), Effect.sync(gate.leave))
    )
  )
}
