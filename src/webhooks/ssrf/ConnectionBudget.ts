/**
 * The connections to endpoints: a limited number per origin, idle ones kept for a while. undici's
 * own pool keeps an abandoned request until its connection attempt ends, and an origin that never
 * connected forever: a dead endpoint would fill the memory. Here an abandoned attempt closes its
 * connection, or leaves the queue.
 */
import { Clock, Effect } from "effect"
import type { Client as Connection } from "undici"
import * as Limits from "../../config/Limits.ts"
import type { Timers } from "../../engine/actor/Timers.ts"
import * as ConcurrencyLimiter from "./ConcurrencyLimiter.ts"

/** An attempt at an origin: in its queue at first, then on a connection. */
export interface Slot {
  /** Gives the slot back; called once. `isReusable` is true if the response was read to its end. */
  readonly leave: (isReusable: boolean) => void
}

interface Origin {
  readonly name: string
  readonly idle: Array<Connection>
  readonly slots: ConcurrencyLimiter.ConcurrencyLimiter
  usedAt: number
}

export interface ConnectionBudget {
  /**
   * Calls `start` with a connection, at once or when one is free. Returns `undefined` if there are
   * too many origins; `start` is then never called.
   */
  readonly enter: (origin: string, start: (connection: Connection) => void) => Slot | undefined
}

// The close is not awaited, because the endpoint decides how long it takes.
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

  /** Drops an origin that was unused for `idleMs`. */
  const dropWhenIdle = (origin: Origin): void =>
    void timers.at(origin.usedAt + idleMs, () => {
      if (!origin.slots.isEmpty()) origin.usedAt = clock.currentTimeMillisUnsafe()
      if (clock.currentTimeMillisUnsafe() < origin.usedAt + idleMs) return dropWhenIdle(origin)
      close(origin)
    })

  const originOf = (name: string): Origin | undefined => {
    const existing = origins.get(name)
    if (existing !== undefined) return existing
    if (origins.size >= originsMax) return undefined
    const usedAt = clock.currentTimeMillisUnsafe()
    const origin: Origin = {
      name,
      idle: [],
      slots: ConcurrencyLimiter.make(connectionsPerOriginMax),
      usedAt
    }
    origins.set(name, origin)
    dropWhenIdle(origin)
    return origin
  }

  const giveBack = (origin: Origin, connection: Connection, isReusable: boolean): void => {
    origin.usedAt = clock.currentTimeMillisUnsafe()
    if (isReusable) origin.idle.push(connection)
    else destroy(connection)
    origin.slots.leave()
  }

  yield* Effect.addFinalizer(() => Effect.sync(() => [...origins.values()].forEach(close)))

  const budget: ConnectionBudget = {
    enter: (name, start) => {
      const origin = originOf(name)
      if (origin === undefined) return undefined
      let connection: Connection | undefined
      const leaveQueue = origin.slots.enter(() => {
        connection = origin.idle.pop() ?? open(origin.name)
        start(connection)
      })
      return {
        leave: (isReusable) =>
          connection === undefined ? leaveQueue() : giveBack(origin, connection, isReusable)
      }
    }
  }
  return budget
})
