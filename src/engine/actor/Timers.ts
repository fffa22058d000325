/**
 * All timers: one heap in order of their moments, and one fiber that sleeps until the first. A
 * sleeping fiber per wait would need twenty times the memory, and all would wake at once.
 */
import { Clock, Effect, Latch, type Scope } from "effect"
import * as Limits from "../../config/Limits.ts"

/** A wait, as its owner keeps it. */
export interface Timer {
  /** Milliseconds. */
  readonly at: number
  readonly run: () => void
  /** The index in the heap; -1 if the timer is not in it. */
  position: number
}

export interface Timers {
  /** Calls `run` once, at its moment or soon afterwards. Never calls it after a cancellation. */
  readonly set: (timer: Timer) => void
  /** Sets a timer that calls a function. */
  readonly at: (moment: number, run: () => void) => Timer
  readonly cancel: (timer: Timer) => void
  readonly size: () => number
}

/** A heap whose entries know their index, so that a cancelled one is removed at once. */
const makeHeap = () => {
  const heap: Array<Timer> = []

  const put = (timer: Timer, position: number): void => {
    heap[position] = timer
    timer.position = position
  }

  const rise = (timer: Timer, from: number): void => {
    let position = from
    while (position > 0) {
      const above = (position - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || parent.at <= timer.at) break
      put(parent, position)
      position = above
    }
    put(timer, position)
  }

  const sink = (timer: Timer, from: number): void => {
    let position = from
    while (true) {
      const left = heap[2 * position + 1]
      const right = heap[2 * position + 2]
      const first = right !== undefined && left !== undefined && right.at < left.at ? right : left
      if (first === undefined || first.at >= timer.at) break
      const below = first.position
      put(first, position)
      position = below
    }
    put(timer, position)
  }

  return {
    first: (): Timer | undefined => heap[0],
    size: () => heap.length,
    add: (timer: Timer): void => rise(timer, heap.length),
    remove: (timer: Timer): void => {
      const { position } = timer
      const last = heap.pop()
      timer.position = -1
      if (last === undefined || last === timer) return
      const above = heap[(position - 1) >> 1]
      if (position > 0 && above !== undefined && above.at > last.at) rise(last, position)
      else sink(last, position)
    }
  }
}

export const make: Effect.Effect<Timers, never, Scope.Scope> = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const heap = makeHeap()
  /** Open when the fiber sleeps until a moment that is no longer the first. */
  const earlier = yield* Latch.make(false)

  /** Runs the due timers, some at a time. */
  const fire = Effect.gen(function* () {
    while (true) {
      for (let count = 0; count < Limits.engine.timersAtOnce; count++) {
        const timer = heap.first()
        if (timer === undefined || timer.at > clock.currentTimeMillisUnsafe()) return
        heap.remove(timer)
        timer.run()
      }
      yield* Effect.yieldNow
    }
  })

  const wait = Effect.suspend(() => {
    Latch.closeUnsafe(earlier)
    const first = heap.first()
    if (first === undefined) return Latch.await(earlier)
    const sleepMs = Math.min(first.at - clock.currentTimeMillisUnsafe(), Limits.engine.sleepMsMax)
    return sleepMs <= 0
      ? Effect.void
      : Effect.raceFirst(Effect.sleep(sleepMs), Latch.await(earlier))
  })

  yield* wait.pipe(Effect.andThen(fire), Effect.forever, Effect.forkScoped)

  const set = (timer: Timer): void => {
    heap.add(timer)
    if (timer.position === 0) Latch.openUnsafe(earlier)
  }

  return {
    set,
    at: (moment, run) => {
      const timer = { at: moment, run, position: -1 }
      set(timer)
      return timer
    },
    cancel: (timer) => {
      if (timer.position >= 0) heap.remove(timer)
    },
    size: heap.size
  }
})

/** Sleeps until a moment in milliseconds, if it has not passed. */
export const sleepUntil = (at: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    at > now ? Effect.sleep(at - now) : Effect.void
  )
