/**
 * A bounded number of keep-alive connections and a bounded queue before them, as clients have them.
 * A server may close an idle connection at the moment in which it is used again, so a request
 * without a response is sent once more over a new connection. All requests are repeatable, by their
 * idempotency key or because they only read.
 */
import * as Wire from "./Wire.ts"

export interface Job {
  readonly request: string
  readonly answered: (answer: Wire.Answer) => void
  /** Called if there is no response, even the second time. */
  readonly failed: () => void
}

export interface Options {
  readonly target: Wire.Target
  readonly connections: number
  /** Requests that may wait for a connection. */
  readonly waitingMax: number
}

export interface Pool {
  /** Accepts a job; `false` if the queue is full. */
  readonly offer: (job: Job) => boolean
  /** The number of requests that were sent a second time. */
  readonly repeated: () => number
  readonly close: () => void
}

interface Slot {
  /** The connection; `undefined` if it is lost or not open yet. */
  wire: Wire.Wire | undefined
  job: Job | undefined
  isRepeated: boolean
}

/** Opens all connections. */
export const open = async ({ connections, target, waitingMax }: Options): Promise<Pool> => {
  const waiting: Array<Job> = []
  const idle: Array<Slot> = []
  let repeated = 0
  let isClosed = false

  const next = (slot: Slot): void => {
    const job = waiting.shift()
    if (job === undefined) idle.push(slot)
    else take(slot, job)
  }

  const lost = (slot: Slot): void => {
    slot.wire = undefined
    const { job } = slot
    if (job === undefined) return
    if (slot.isRepeated) {
      slot.job = undefined
      job.failed()
      return next(slot)
    }
    slot.isRepeated = true
    repeated += 1
    send(slot, job)
  }

  const connect = async (slot: Slot): Promise<Wire.Wire> => {
    const wire = await Wire.connect(target, {
      answered: (answer) => {
        const { job } = slot
        slot.job = undefined
        job?.answered(answer)
        next(slot)
      },
      failed: () => lost(slot)
    })
    slot.wire = wire
    if (isClosed) wire.close()
    return wire
  }

  const send = (slot: Slot, { request }: Job): void => {
    if (slot.wire !== undefined) slot.wire.send(request)
    // A connection that does not open counts as lost.
    else
      connect(slot).then(
        (wire) => wire.send(request),
        () => {}
      )
  }

  const take = (slot: Slot, job: Job): void => {
    slot.job = job
    slot.isRepeated = false
    send(slot, job)
  }

  const slots = Array.from(
    { length: connections },
    (): Slot => ({ wire: undefined, job: undefined, isRepeated: false })
  )
  await Promise.all(slots.map(connect))
  idle.push(...slots)
  return {
    offer: (job) => {
      const free = idle.pop()
      if (free !== undefined) take(free, job)
      else if (waiting.length < waitingMax) waiting.push(job)
      else return false
      return true
    },
    repeated: () => repeated,
    close: () => {
      isClosed = true
      for (const { wire } of slots) wire?.close()
    }
  }
}
