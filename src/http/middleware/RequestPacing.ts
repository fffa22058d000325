/**
 * Bounds the requests that one turn of the event loop takes. A flood arrives as thousands of
 * requests in one turn, which would keep everything else waiting, probes above all. The rest waits
 * for the next turns in order, and probes never wait. Reads have a separate line with half of each
 * turn, so that floods of reads and writes do not delay each other.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Limits from "../../config/Limits.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface WaitingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Probes of a supervisor: answered from memory, in microseconds. */
const probes: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"])

/** A line in order. It releases each item that is taken, even if it is never empty. */
const makeLine = () => {
  let waiting: Array<WaitingRequest | undefined> = []
  /** Index of the first request that still waits. */
  let first = 0
  return {
    size: () => waiting.length - first,
    push: (item: WaitingRequest) => void waiting.push(item),
    take: (): WaitingRequest | undefined => {
      if (first === waiting.length) return undefined
      const item = waiting[first]
      waiting[first] = undefined
      first += 1
      if (first < Limits.http.waitingMax && first < waiting.length) return item
      waiting = waiting.slice(first)
      first = 0
      return item
    }
  }
}

type Line = ReturnType<typeof makeLine>

/** `connections` returns the number of connections accepted so far. */
export const make = (
  handler: Handler,
  nextTurn: (act: () => void) => void,
  connections: () => number
): Handler => {
  const reads = makeLine()
  const writes = makeLine()
  let taken = 0
  let max: number = Limits.http.requestsPerTurnMax
  let connectionsBefore = connections()
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
      // A client that has left is not served.
      if (next.response.destroyed || next.request.socket.destroyed) continue
      taken += 1
      handler(next.request, next.response)
    }
  }

  const begin = (): void => {
    isAwaited = false
    taken = 0
    // A turn accepts one connection. If some arrive, more may wait, with a probe among them.
    const hasNewConnections = connections() !== connectionsBefore
    connectionsBefore = connections()
    max = hasNewConnections ? Limits.http.requestsOfAcceptTurnMax : Limits.http.requestsPerTurnMax
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
    // Requests above the waiting limit continue at once: the pipeline refuses those without a slot.
    if (!mayGo && waiting < Limits.http.waitingMax) {
      return (request.method === "GET" ? reads : writes).push({ request, response })
    }
    taken += 1
    handler(request, response)
  }
}
