/**
 * All timers: one heap in order of their moments, and one fiber that sleeps until the first. A
 * sleeping fiber per wait would weigh twenty times as much, and all would wake at once.
 */
import { Clock, Effect, Latch, type Scope } from "effect"
import * as Limits from "../../config/Limits.ts"

/** A wait, as its owner holds it. */
export interface Timer {
  /** Milliseconds. */
  readonly at: number
  readonly run: () => void
  /** Where it stands in the heap, or -1: it stands there no more. */
  place: number
}

export interface Timers {
  /** Calls once, at its moment or soon after. Never calls when it was cancelled. */
  readonly set: (timer: Timer) => void
  /** The same for a function. */
  readonly at: (moment: number, run: () => void) => Timer
  readonly cancel: (timer: Timer) => void
  readonly size: () => number
}

/** A heap whose entries hold their position, so that a cancelled one leaves at once. */
const makeHeap = () => {
  const heap: Array<Timer> = []

  const put = (timer: Timer, place: number): void => {
    heap[place] = timer
    timer.place = place
  }

  const rise = (timer: Timer, from: number): void => {
    let place = from
    while (place > 0) {
      const above = (place - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || parent.at <= timer.at) break
      put(parent, place)
      place = above
    }
    put(timer, place)
  }

  const sink = (timer: Timer, from: number): void => {
    let place = from
    while (true) {
      const left = heap[2 * place + 1]
      const right = heap[2 * place + 2]
      const first = right !== undefined && left !== undefined && right.at < left.at ? right : left
      if (first === undefined || first.at >= timer.at) break
      const below = first.place
      put(first, place)
      place = below
    }
    put(timer, place)
  }

  return {
    first: (): Timer | undefined => heap[0],
    size: () => heap.length,
    add: (timer: Timer): void => rise(timer, heap.length),
    remove: (timer: Timer): void => {
      const { place } = timer
      const last = heap.pop()
      timer.place = -1
      if (last === undefined || last === timer) return
      const above = heap[(place - 1) >> 1]
      if (place > 0 && above !== undefined && above.at > last.at) rise(last, place)
      else sink(last, place)
    }
  }
}

export const make: Effect.Effect<Timers, never, Scope.Scope> = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const heap = makeHeap()
  /** Open when the moment that is slept for is no longer the first. */
  const earlier = yield* Latch.make(false)

  /** Calls what is due, some at a time. */
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
    if (timer.place === 0) Latch.openUnsafe(earlier)
  }

  return {
    set,
    at: (moment, run) => {
      const timer = { at: moment, run, place: -1 }
      set(timer)
      return timer
    },
    cancel: (timer) => {
      if (timer.place >= 0) heap.remove(timer)
    },
    size: heap.size
  }
})

/** Sleeps until a moment in milliseconds, if it has not passed. */
export const sleepUntil = (at: number): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    at > now ? Effect.sleep(at - now) : Effect.void
  )
