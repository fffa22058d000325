/**
 * The connections to receivers, origin by origin. A pool of our own, because undici's keeps a
 * request that was given up until its connection attempt ends, and keeps an origin that never
 * connected for ever: a dead receiver would fill the memory. Here whoever gives up takes the
 * connection along, and waits in no line any more.
 */
import { Clock, Effect } from "effect"
import type { Client as Connection } from "undici"
import * as Limits from "../../config/Limits.ts"
import type { Timers } from "../../engine/actor/Timers.ts"
import * as ConcurrencyLimiter from "./ConcurrencyLimiter.ts"

/** A place at an origin: in its line at first, then on a connection. */
export interface Slot {
  /** Gives the place back, once. `isReusable`: the connection has nothing more to say. */
  readonly leave: (isReusable: boolean) => void
}

interface Origin {
  readonly name: string
  readonly idle: Array<Connection>
  readonly gate: ConcurrencyLimiter.ConcurrencyLimiter
  usedAt: number
}

export interface ConnectionBudget {
  /**
   * Calls `start` with a connection, at once or when one is free; `undefined`: there are too many
   * receivers at work, and it is never called.
   */
  readonly enter: (origin: string, start: (connection: Connection) => void) => Slot | undefined
}

// Not awaited: a socket may take its time to close, and nobody is to wait for a stranger.
const destroy = (connection: Connection): void => connection.destroy(null, () => {})

export const make = Effect.fnUntraced(function* (
  timers: Timers,
  open: (origin: string) => Connection
) {
  const clock = yield* Clock.Clock
  const { connectionsPerOriginMax, idleMs, originsMax } = Limits.outgoing
  const origins = new Map<string, Origin>()

  const close = (origin: Origin): void => {
    origins.delete(origin.name)
    origin.idle.splice(0).forEach(destroy)
  }

  /** Forgets an origin that nobody used for a while. */
  const watch = (origin: Origin): void =>
    void timers.at(origin.usedAt + idleMs, () => {
      if (!origin.gate.isEmpty()) origin.usedAt = clock.currentTimeMillisUnsafe()
      if (clock.currentTimeMillisUnsafe() < origin.usedAt + idleMs) return watch(origin)
      close(origin)
    })

  const originOf = (name: string): Origin | undefined => {
    const known = origins.get(name)
    if (known !== undefined) return known
    if (origins.size >= originsMax) return undefined
    const usedAt = clock.currentTimeMillisUnsafe()
    const origin: Origin = {
      name,
      idle: [],
      gate: ConcurrencyLimiter.make(connectionsPerOriginMax),
      usedAt
    }
    origins.set(name, origin)
    watch(origin)
    return origin
  }

  const giveBack = (origin: Origin, connection: Connection, isReusable: boolean): void => {
    origin.usedAt = clock.currentTimeMillisUnsafe()
    if (isReusable) origin.idle.push(connection)
    else destroy(connection)
    origin.gate.leave()
  }

  yield* Effect.addFinalizer(() => Effect.sync(() => [...origins.values()].forEach(close)))

  const result: ConnectionBudget = {
    enter: (name, start) => {
      const origin = originOf(name)
      if (origin === undefined) return undefined
      let connection: Connection | undefined
      const giveUp = origin.gate.enter(() => {
        connection = origin.idle.pop() ?? open(origin.name)
        start(connection)
      })
      return {
        leave: (isReusable) =>
          connection === undefined ? giveUp() : giveBack(origin, connection, isReusable)
      }
    }
  }
  return result
})
