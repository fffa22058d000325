/**
 * The computer of a simulation: one clock and one queue of tasks, without threads and real timers.
 * Its realms are the outside world, which never dies, and one per process. A killed realm is not
 * interrupted. Its tasks, timers and finalizers never run, and no process is notified. Closing a
 * scope could not simulate such a `kill -9`.
 *
 * TestClock would wait for the event loop at each step. With this machine, a run is a synchronous
 * function of its seed, and a thousand times faster.
 */
import { Clock, Context, Duration, Effect, type Exit, Logger, References, Scheduler } from "effect"

export interface Realm {
  readonly name: string
  readonly isAlive: () => boolean
  readonly kill: () => void
  /** Runs a task of the world once the realm is dead. */
  readonly onEnd: (task: () => void) => void
  /** Stops the realm for a while. The world continues, and the realm's timers are late. */
  readonly freeze: (ms: number) => void
  /** Runs a task as soon as possible, after waiting tasks. */
  readonly post: (task: () => void) => void
  /** Runs a task later. Returns its cancellation. */
  readonly after: (ms: number, task: () => void) => () => void
  /** Runs an effect as a fiber of this realm from the next task. Returns its interruption. */
  readonly run: <A, E>(
    effect: Effect.Effect<A, E>,
    done?: (exit: Exit.Exit<A, E>) => void
  ) => () => void
  /** Suspends a fiber of this realm until it is resumed from outside, if it still lives. */
  readonly wait: <A, E = never>(
    register: (resume: (answer: Effect.Effect<A, E>) => void) => void
  ) => Effect.Effect<A, E>
}

export interface Machine {
  readonly now: () => number
  /** Number of tasks that have run. */
  readonly steps: () => number
  readonly world: Realm
  readonly realm: (name: string, logger?: Logger.Logger<unknown, void>) => Realm
  /** Runs one task, or moves time to the next timer. `false` if there is neither. */
  readonly step: () => boolean
  /**
   * Runs `body` with this machine as the only scheduler and clock. `Effect.runSync` would create a
   * scheduler on microtasks, which new queues would keep. `performance.now` is also replaced.
   */
  readonly drive: (body: () => void) => void
  /** Moves the clock while no process runs, as on a sleeping laptop. */
  readonly jump: (ms: number) => void
}

interface Timer {
  readonly at: number
  readonly order: number
  /** The task; `undefined` if it is cancelled. */
  task: (() => void) | undefined
}

/** A binary heap of timers, the earliest first. Equal times are in order of creation. */
const makeTimers = () => {
  const heap: Array<Timer> = []
  let made = 0
  const isBefore = (left: Timer, right: Timer): boolean =>
    left.at < right.at || (left.at === right.at && left.order < right.order)

  const add = (at: number, task: () => void): Timer => {
    const timer: Timer = { at, order: made++, task }
    let index = heap.length
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = heap[parent] as Timer
      if (!isBefore(timer, above)) break
      heap[index] = above
      index = parent
    }
    heap[index] = timer
    return timer
  }

  const take = (): Timer | undefined => {
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let index = 0
    while (true) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) {
        child += 1
      }
      if (!isBefore(heap[child] as Timer, last)) break
      heap[index] = heap[child] as Timer
      index = child
    }
    heap[index] = last
    return first
  }

  return { add, take }
}

const clockOf = (now: () => number, after: Realm["after"]): Clock.Clock => {
  const nanos = (): bigint => BigInt(Math.floor(now())) * 1_000_000n
  return {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => {
      const ms = Duration.toMillis(duration)
      if (ms <= 0) return Effect.yieldNow
      if (!Number.isFinite(ms)) return Effect.never
      return Effect.callback<void>((resume) => {
        const cancel = after(ms, () => resume(Effect.void))
        return Effect.sync(cancel)
      })
    }
  }
}

/** A dispatcher without priorities, which the program does not use. */
const dispatcherOf = (post: Realm["post"]): Scheduler.SchedulerDispatcher => ({
  scheduleTask: post,
  flush: () => {}
})

const schedulerOf = (post: Realm["post"]): Scheduler.Scheduler => {
  const dispatcher = dispatcherOf(post)
  return {
    executionMode: "async",
    shouldYield: (fiber) => fiber.currentOpCount >= 2_048,
    makeDispatcher: () => dispatcher
  }
}

/** The state of a machine. */
interface Computer {
  readonly timers: ReturnType<typeof makeTimers>
  /** Tasks, of which those before `next` have run. */
  ready: Array<() => void>
  next: number
  now: number
  steps: number
  /** Posts tasks to the realm of the running task. */
  posting: Realm["post"]
}

const openComputer = (start: number): Computer => {
  const computer: Computer = {
    timers: makeTimers(),
    ready: [],
    next: 0,
    now: start,
    steps: 0,
    posting: (task) => void computer.ready.push(task)
  }
  return computer
}

const realm =
  (computer: Computer): Machine["realm"] =>
  (name, logger) => {
    let isAlive = true
    let thawsAt = 0
    let held: Array<() => void> | undefined
    const ends: Array<() => void> = []

    const thaw = (): void => {
      const tasks = held ?? []
      held = undefined
      for (const task of tasks) post(task)
    }

    const enter = (task: () => void): void => {
      if (!isAlive) return
      if (computer.now >= thawsAt) {
        computer.posting = post
        return task()
      }
      if (held === undefined) {
        held = []
        computer.timers.add(thawsAt, thaw)
      }
      held.push(task)
    }

    const post = (task: () => void): void => void computer.ready.push(() => enter(task))

    const after: Realm["after"] = (ms, task) => {
      const timer = computer.timers.add(computer.now + Math.max(0, ms), () => enter(task))
      return () => {
        timer.task = undefined
      }
    }

    const context = Context.make(
      Clock.Clock,
      clockOf(() => computer.now, after)
    ).pipe(
      Context.add(Scheduler.Scheduler, schedulerOf(post)),
      Context.add(Logger.CurrentLoggers, new Set(logger === undefined ? [] : [logger])),
      Context.add(References.MinimumLogLevel, "Warn")
    )

    return {
      name,
      isAlive: () => isAlive,
      kill: () => {
        if (!isAlive) return
        isAlive = false
        for (const task of ends.splice(0)) computer.ready.push(task)
      },
      onEnd: (task) => {
        if (isAlive) ends.push(task)
        else computer.ready.push(task)
      },
      freeze: (ms) => {
        thawsAt = Math.max(thawsAt, computer.now + ms)
      },
      post,
      after,
      run: (effect, done) => {
        let interrupt = (): void => {}
        post(() => {
          const fiber = Effect.runForkWith(context)(effect)
          if (done !== undefined) fiber.addObserver(done)
          interrupt = () => fiber.interruptUnsafe()
        })
        return () => post(() => interrupt())
      },
      wait: (register) =>
        Effect.callback((resume) => {
          if (isAlive) register((answer) => post(() => resume(answer)))
        })
    }
  }

const step = (computer: Computer): boolean => {
  const task = computer.ready[computer.next]
  computer.steps += 1
  if (task !== undefined) {
    computer.next += 1
    if (computer.next === computer.ready.length) {
      computer.ready = []
      computer.next = 0
    }
    task()
    return true
  }
  const timer = computer.timers.take()
  if (timer === undefined) return false
  if (timer.task !== undefined) {
    computer.now = Math.max(computer.now, timer.at)
    timer.task()
  }
  return true
}

const drive =
  (computer: Computer): Machine["drive"] =>
  (body) => {
    const { prototype } = Scheduler.MixedScheduler
    const usual = prototype.makeDispatcher
    // The type requires the class's dispatcher, but only these methods are used.
    const ours = () => dispatcherOf(computer.posting)
    prototype.makeDispatcher = ours as typeof usual
    const { now } = performance
    performance.now = () => computer.now
    try {
      body()
    } finally {
      performance.now = now
      prototype.makeDispatcher = usual
    }
  }

const jump =
  (computer: Computer): Machine["jump"] =>
  (ms) => {
    computer.now += ms
  }

export const make = (start: number): Machine => {
  const computer = openComputer(start)
  return {
    drive: drive(computer),
    now: () => computer.now,
    steps: () => computer.steps,
    world: realm(computer)("world"),
    realm: realm(computer),
    step: () => step(computer),
    jump: jump(computer)
  }
}
