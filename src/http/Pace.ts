/**
 * How much of one turn of the event loop goes to requests. A flood arrives as thousands of requests
 * in one turn; taken all at once they would keep everything else waiting, probes first of all. So a
 * turn takes a bounded number, the rest waits for the next ones in order, and probes never wait.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Config from "../Config.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What a supervisor asks: answered from memory, in microseconds. */
const probes: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz"])

export const make = (handler: Handler, nextTurn: (act: () => void) => void): Handler => {
  let waiting: Array<Waiting> = []
  /** The first of those that still wait. */
  let first = 0
  let taken = 0
  let isAwaited = false

  const awaitTurn = (): void => {
    if (isAwaited) return
    isAwaited = true
    nextTurn(begin)
  }

  const begin = (): void => {
    isAwaited = false
    taken = 0
    while (first < waiting.length && taken < Config.http.requestsPerTurnMax) {
      const next = waiting[first]
      first += 1
      // Who left meanwhile is not served.
      if (next === undefined || next.response.destroyed || next.request.socket.destroyed) continue
      taken += 1
      handler(next.request, next.response)
    }
    if (first === waiting.length) {
      waiting = []
      first = 0
    }
    if (taken > 0 || waiting.length > 0) awaitTurn()
  }

  return (request, response) => {
    if (probes.has(request.url)) return handler(request, response)
    const isFull = waiting.length - first >= Config.http.waitingMax
    const mayGo = waiting.length === 0 && taken < Config.http.requestsPerTurnMax
    awaitTurn()
    // More than may wait goes on at once: the pipeline refuses what it has no place for.
    if (!mayGo && !isFull) return void waiting.push({ request, response })
    taken += 1
    handler(request, response)
  }
}
