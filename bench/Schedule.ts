/**
 * An open loop, in which work begins at its planned time, whatever the state of earlier work. Every
 * latency counts from the planned time, so a server that stalls is charged for all requests that
 * arrived in the meantime, as its customers would be (no coordinated omission).
 *
 * The unit is a cycle of steps with a fixed gap between their planned times. A step that needs a
 * late response of the previous step is sent as soon as that arrives, and its latency still counts
 * from its planned time. Everything is bounded: a server that is too slow loses requests for which
 * the queue has no place, and requests without a response at the end.
 */
import * as Latency from "./Latency.ts"
import * as Pool from "./Pool.ts"
import type * as Wire from "./Wire.ts"

/** The request of a step, made of the responses so far. */
export type Step = (bodies: ReadonlyArray<string>, index: number) => string

export interface Plan {
  readonly target: Wire.Target
  readonly connections: number
  readonly cyclesPerSecond: number
  readonly seconds: number
  readonly steps: ReadonlyArray<Step>
  readonly gapMs: number
  /** Requests that may wait for a connection. */
  readonly waitingMax: number
  /** Milliseconds for which responses are awaited after the last planned step. */
  readonly graceMs: number
}

export interface Kept {
  /** Requests per second: the planned ones, and the successful ones until the last response. */
  readonly offered: number
  readonly achieved: number
  readonly latency: Latency.Latency
  /** The latencies of steps that were planned for the first second, and for later. */
  readonly first: Latency.Latency
  readonly later: Latency.Latency
  /** The latencies of each second's planned steps. */
  readonly seconds: ReadonlyArray<Latency.Latency>
  /** The latencies of each step, in order. */
  readonly latencies: ReadonlyArray<Latency.Latency>
  /** The number of responses that are not a success. */
  readonly errors: number
  /**
   * The number of requests without a place in the queue or without a response at the end, including
   * a cycle's later steps.
   */
  readonly lost: number
  /** The number of requests that were sent a second time, over a new connection. */
  readonly repeated: number
  /** The number of successes of each step. */
  readonly successes: ReadonlyArray<number>
  /** Milliseconds by which this generator checks its plan too late. */
  readonly generatorLate: Latency.Latency
}

interface Cycle {
  readonly index: number
  readonly bodies: Array<string>
  /** The number of due steps. */
  due: number
}

/** The outcomes of the requests. */
const openBooks = (steps: number, planned: number, plannedSeconds: number, startedAt: number) => {
  const latencies = Array.from({ length: steps }, (): Array<number> => [])
  const seconds = Array.from({ length: Math.ceil(plannedSeconds) }, (): Array<number> => [])
  const successes = latencies.map(() => 0)
  const late: Array<number> = []
  let [errors, wellAnswered, lastAnswerAt] = [0, 0, startedAt]
  const add = (step: number, at: number, plannedAt: number): void => {
    const latency = at - plannedAt
    latencies[step]?.push(latency)
    seconds[Math.floor((plannedAt - startedAt) / 1000)]?.push(latency)
  }
  return {
    answered: (step: number, at: number, plannedAt: number, isSuccess: boolean): void => {
      lastAnswerAt = at
      add(step, at, plannedAt)
      if (!isSuccess) {
        errors += 1
        return
      }
      wellAnswered += 1
      successes[step] = (successes[step] ?? 0) + 1
    },
    /** Records a request without a response, which is at least this slow. */
    unanswered: add,
    looked: (lateMs: number): void => void late.push(lateMs),
    close: (repeated: number): Kept => ({
      offered: planned / plannedSeconds,
      achieved: wellAnswered / Math.max(plannedSeconds, (lastAnswerAt - startedAt) / 1000),
      latency: Latency.of(latencies.flat()),
      first: Latency.of(seconds[0] ?? []),
      later: Latency.of(seconds.slice(1).flat()),
      seconds: seconds.map(Latency.of),
      latencies: latencies.map(Latency.of),
      errors,
      lost: planned - wellAnswered - errors,
      repeated,
      successes,
      generatorLate: Latency.of(late)
    })
  }
}

export const run = async (plan: Plan): Promise<Kept> => {
  const { cyclesPerSecond, gapMs, graceMs, seconds, steps } = plan
  // A run without a cycle would measure nothing.
  const cycles = Math.max(1, Math.floor(cyclesPerSecond * seconds))
  const plannedSeconds = seconds + ((steps.length - 1) * gapMs) / 1000
  const open = new Map<number, Cycle>()
  const nextDue = steps.map(() => 0)
  let done = 0
  let isOver = false
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  /** Ends a cycle, which sends no more requests. */
  const close = ({ index }: Cycle): void => {
    open.delete(index)
    done += 1
    if (done === cycles) finish()
  }

  const ask = (cycle: Cycle): void => {
    const request = steps[cycle.bodies.length]?.(cycle.bodies, cycle.index) ?? ""
    const job: Pool.Job = {
      request,
      answered: (answer) => answered(cycle, answer),
      failed: () => close(cycle)
    }
    if (!pool.offer(job)) close(cycle)
  }

  const answered = (cycle: Cycle, { body, status }: Wire.Answer): void => {
    if (isOver) return
    const now = performance.now()
    const step = cycle.bodies.length
    const isSuccess = status.startsWith("2")
    books.answered(step, now, plannedAt(cycle.index, step), isSuccess)
    if (!isSuccess) return close(cycle)
    cycle.bodies.push(body)
    if (cycle.bodies.length === steps.length) close(cycle)
    else if (cycle.bodies.length < cycle.due) ask(cycle)
  }

  const pool = await Pool.open(plan)
  const startedAt = performance.now() + 100
  const books = openBooks(steps.length, cycles * steps.length, plannedSeconds, startedAt)

  const plannedAt = (cycle: number, step: number): number =>
    startedAt + (cycle / cyclesPerSecond) * 1000 + step * gapMs

  const makeDue = (index: number, step: number): void => {
    const cycle = step === 0 ? { index, bodies: [], due: 0 } : open.get(index)
    if (cycle === undefined) return
    if (step === 0) open.set(index, cycle)
    cycle.due = step + 1
    if (cycle.bodies.length === step) ask(cycle)
  }

  /** Sends all due steps. */
  const tick = (): void => {
    if (isOver) return
    const now = performance.now()
    for (const step of steps.keys()) {
      let index = nextDue[step] ?? 0
      const isDue = index < cycles && plannedAt(index, step) <= now
      if (isDue) books.looked(now - plannedAt(index, step))
      for (; index < cycles && plannedAt(index, step) <= now; index++) makeDue(index, step)
      nextDue[step] = index
    }
    setTimeout(tick, 1)
  }

  tick()
  const endsAt = startedAt + plannedSeconds * 1000 + graceMs
  const timer = setTimeout(finish, endsAt - performance.now())
  await finished
  clearTimeout(timer)
  isOver = true
  const now = performance.now()
  for (const { bodies, index } of open.values()) {
    books.unanswered(bodies.length, now, plannedAt(index, bodies.length))
  }
  pool.close()
  return books.close(pool.repeated())
}
