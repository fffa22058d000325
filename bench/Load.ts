/**
 * A closed loop, in which each connection sends its next request after the last response. It finds
 * the capacity of a server. `Schedule.ts` measures latencies under a given load.
 */
import * as Latency from "./Latency.ts"
import * as Wire from "./Wire.ts"

export type Target = Wire.Target

export interface Measured {
  readonly requests: number
  readonly seconds: number
  readonly perSecond: number
  readonly latency: Latency.Latency
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** The next request of a connection, after a response or at first; `undefined` if it is done. */
export type Next = (answer: Wire.Answer | undefined) => string | undefined

export interface Loop {
  readonly target: Target
  readonly connections: number
  /** Called once per connection. */
  readonly script: () => Next
}

export const loop = async ({ connections, script, target }: Loop): Promise<Measured> => {
  const latencies: Array<number> = []
  const statuses: Record<string, number> = {}

  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = script()
      let sentAt = 0
      const advance = (wire: Wire.Wire, answer?: Wire.Answer): void => {
        const request = next(answer)
        if (request !== undefined) {
          sentAt = performance.now()
          return wire.send(request)
        }
        wire.close()
        resolve()
      }
      const opened = Wire.connect(target, {
        answered: (answer) => {
          latencies.push(performance.now() - sentAt)
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          advance(mine, answer)
        },
        failed: reject
      })
      let mine: Wire.Wire
      opened.then((wire) => {
        mine = wire
        advance(wire)
      }, reject)
    })

  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - startedAt) / 1000
  const requests = latencies.length
  const latency = Latency.of(latencies)
  return { requests, seconds, perSecond: requests / seconds, latency, statuses }
}

export interface Run {
  readonly target: Target
  readonly connections: number
  /** The raw bytes of each request. */
  readonly requests: ReadonlyArray<string>
  /** Called with each response's body, in order of arrival. */
  readonly take?: (body: string) => void
}

/** Sends the given requests once each, over at most one connection per request. */
export const run = ({ connections, requests, take, target }: Run): Promise<Measured> => {
  let sent = 0
  const script = (): Next => (answer) => {
    if (answer !== undefined) take?.(answer.body)
    return requests[sent++]
  }
  return loop({ target, connections: Math.min(connections, requests.length), script })
}

/** Returns the measurement, and ends the bench if any response has another status. */
export const ensure = (measured: Measured, ...expected: ReadonlyArray<string>): Measured => {
  const good = expected.reduce((sum, status) => sum + (measured.statuses[status] ?? 0), 0)
  if (good === measured.requests) return measured
  const counts = JSON.stringify(measured.statuses)
  throw new Error(`Not every request was answered ${expected.join(" or ")}: ${counts}`)
}
