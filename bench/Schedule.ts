/**
 * An open loop: work begins when it is planned, whatever became of the work before, and every
 * latency counts from the planned time. So a server that stalls is charged for all that came
 * meanwhile, as its customers would (no coordinated omission).
 *
 * The unit is a cycle of steps with a fixed gap between their planned times. A step that needs the
 * answer of the one before it, when that is late, is sent as soon as it is there, and its latency
 * counts from its planned time all the same. Everything is bounded: a server that cannot follow
 * loses what finds no place in the queue, and what it has not answered at the end.
 */
import * as Latency from "./Latency.ts"
import * as Wire from "./Wire.ts"

/** The request of a step, made of the answers so far. */
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
  /** How long after the last planned step answers are waited for. */
  readonly graceMs: number
}

export interface Kept {
  /** Requests per second: planned, and well answered until the last answer. */
  readonly offered: number
  readonly achieved: number
  readonly latency: Latency.Latency
  /** Per step, in order. */
  readonly latencies: ReadonlyArray<Latency.Latency>
  /** Answered with something else than success. */
  readonly errors: number
  /** Found no place in the queue, or had no answer at the end; a cycle's later steps too. */
  readonly lost: number
  /** Successes of each step. */
  readonly successes: ReadonlyArray<number>
  /** How late this generator looks at its plan, milliseconds. */
  readonly generatorLate: Latency.Latency
}

interface Cycle {
  readonly index: number
  readonly bodies: Array<string>
  /** Steps whose time has come. */
  due: number
}

/** A step of a cycle: it is the one after the answers so far. */
interface Job {
  readonly cycle: Cycle
  readonly request: string
}

/** A bounded number of connections, and a bounded queue before them. */
const openConnections = async (
  { connections, target, waitingMax }: Plan,
  answered: (cycle: Cycle, answer: Wire.Answer) => void,
  failed: (cycle: Cycle) => void
) => {
  const waiting: Array<Job> = []
  const idle: Array<(job: Job) => void> = []

  const connect = async (): Promise<Wire.Wire> => {
    let cycle: Cycle | undefined
    const take = (job: Job): void => {
      cycle = job.cycle
      wire.send(job.request)
    }
    const wire: Wire.Wire = await Wire.connect(target, {
      answered: (answer) => {
        const asked = cycle
        cycle = undefined
        if (asked !== undefined) answered(asked, answer)
        const next = waiting.shift()
        if (next === undefined) idle.push(take)
        else take(next)
      },
      failed: () => {
        if (cycle !== undefined) failed(cycle)
      }
    })
    idle.push(take)
    return wire
  }

  const wires = await Promise.all(Array.from({ length: connections }, connect))
  return {
    /** `false`: there is no place for it. */
    offer: (job: Job): boolean => {
      const free = idle.pop()
      if (free !== undefined) free(job)
      else if (waiting.length < waitingMax) waiting.push(job)
      else return false
      return true
    },
    close: (): void => {
      for (const wire of wires) wire.close()
    }
  }
}

/** What became of the requests. */
const openBooks = (steps: number, planned: number, plannedSeconds: number, startedAt: number) => {
  const latencies = Array.from({ length: steps }, (): Array<number> => [])
  const successes = latencies.map(() => 0)
  const late: Array<number> = []
  let [errors, wellAnswered, lastAnswerAt] = [0, 0, startedAt]
  return {
    answered: (step: number, at: number, latency: number, isSuccess: boolean): void => {
      lastAnswerAt = at
      latencies[step]?.push(latency)
      if (!isSuccess) {
        errors += 1
        return
      }
      wellAnswered += 1
      successes[step] = (successes[step] ?? 0) + 1
    },
    /** Not answered so far: at least this slow. */
    unanswered: (step: number, latency: number): void => void latencies[step]?.push(latency),
    looked: (lateMs: number): void => void late.push(lateMs),
    close: (): Kept => ({
      offered: planned / plannedSeconds,
      achieved: wellAnswered / Math.max(plannedSeconds, (lastAnswerAt - startedAt) / 1000),
      latency: Latency.of(latencies.flat()),
      latencies: latencies.map(Latency.of),
      errors,
      lost: planned - wellAnswered - errors,
      successes,
      generatorLate: Latency.of(late)
    })
  }
}

export const run = async (plan: Plan): Promise<Kept> => {
  const { cyclesPerSecond, gapMs, graceMs, seconds, steps } = plan
  // A run without any would measure nothing.
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

  /** The cycle asks no more. */
  const close = ({ index }: Cycle): void => {
    open.delete(index)
    done += 1
    if (done === cycles) finish()
  }

  const ask = (cycle: Cycle): void => {
    const request = steps[cycle.bodies.length]?.(cycle.bodies, cycle.index) ?? ""
    if (!connections.offer({ cycle, request })) close(cycle)
  }

  const answered = (cycle: Cycle, { body, status }: Wire.Answer): void => {
    if (isOver) return
    const now = performance.now()
    const step = cycle.bodies.length
    const isSuccess = status.startsWith("2")
    books.answered(step, now, now - plannedAt(cycle.index, step), isSuccess)
    if (!isSuccess) return close(cycle)
    cycle.bodies.push(body)
    if (cycle.bodies.length === steps.length) close(cycle)
    else if (cycle.bodies.length < cycle.due) ask(cycle)
  }

  const connections = await openConnections(plan, answered, close)
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

  /** Hands out all whose time has come. */
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
    books.unanswered(bodies.length, now - plannedAt(index, bodies.length))
  }
  connections.close()
  return books.close()
}
