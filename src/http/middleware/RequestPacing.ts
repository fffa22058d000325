/**
 * How much of one turn of the event loop goes to requests. A flood arrives as thousands of requests
 * in one turn; taken all at once they would keep everything else waiting, probes first of all. So a
 * turn takes a bounded number, the rest waits for the next ones in order, and probes never wait.
 * Reads wait in a line of their own, which has half of each turn: a flood of writes does not delay
 * them, nor they the writes.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Limits from "../../config/Limits.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Probes of a supervisor: answered from memory, in microseconds. */
const probes: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"])

/** A line in order. What was taken from it is not held any longer, also when it is never empty. */
const makeLine = () => {
  let waiting: Array<Waiting | undefined> = []
  /** The first of those that still wait. */
  let first = 0
  return {
    size: () => waiting.length - first,
    push: (one: Waiting) => void waiting.push(one),
    take: (): Waiting | undefined => {
      if (first === waiting.length) return undefined
      const one = waiting[first]
      waiting[first] = undefined
      first += 1
      if (first < Limits.http.waitingMax && first < waiting.length) return one
      waiting = waiting.slice(first)
      first = 0
      return one
    }
  }
}

type Line = ReturnType<typeof makeLine>

/** `connections`: how many were accepted so far. */
export const make = (
  handler: Handler,
  nextTurn: (act: () => void) => void,
  connections: () => number
): Handler => {
  const reads = makeLine()
  const writes = makeLine()
  let taken = 0
  let max: number = Limits.http.requestsPerTurnMax
  let known = connections()
  let isAwaited = false

  const size = (): number => reads.size() + writes.size()

  const awaitTurn = (): void => {
    if (isAwaited) return
    isAwaited = true
    nextTurn(begin)
  }

  const serve = (line: Line, upTo: number): void => {
    while (taken < upTo) {
      const next = line.take()
      if (next === undefined) return
      // Who left meanwhile is not served.
      if (next.response.destroyed || next.request.socket.destroyed) continue
      taken += 1
      handler(next.request, next.response)
    }
  }

  const begin = (): void => {
    isAwaited = false
    taken = 0
    // A turn accepts one connection: where some come, more may wait, and a probe among them.
    const isJoined = connections() !== known
    known = connections()
    max = isJoined ? Limits.http.requestsOfJoinedTurnMax : Limits.http.requestsPerTurnMax
    serve(reads, max / 2)
    serve(writes, max)
    serve(reads, max)
    if (taken > 0 || size() > 0) awaitTurn()
  }

  return (request, response) => {
    if (probes.has(request.url)) return handler(request, response)
    const waiting = size()
    const mayGo = waiting === 0 && taken < max
    awaitTurn()
    // More than may wait continue at once: the pipeline refuses what exceeds its slots.
    if (!mayGo && waiting < Limits.http.waitingMax) {
      return (request.method === "GET" ? reads : writes).push({ request, response })
    }
    taken += 1
    handler(request, response)
  }
}
