/**
 * Limits of simultaneous attempts, per endpoint and in all. Endpoints that do not respond have
 * separate slots, so that attempts to the others never wait for them.
 */
import { Context, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import * as ConcurrencyLimiter from "./ssrf/ConcurrencyLimiter.ts"

const { inFlightMax, inFlightPerEndpointMax, silentMax, silentPerEndpointMax } = Limits.webhooks

interface EndpointSlots {
  readonly slots: ConcurrencyLimiter.ConcurrencyLimiter
  /** True if the last attempt had no response. */
  isSilent: boolean
}

interface Slots {
  readonly answering: ConcurrencyLimiter.ConcurrencyLimiter
  readonly silent: ConcurrencyLimiter.ConcurrencyLimiter
  readonly byEndpoint: Map<string, EndpointSlots>
}

const make = (): Slots => ({
  answering: ConcurrencyLimiter.make(inFlightMax - silentMax),
  silent: ConcurrencyLimiter.make(silentMax),
  byEndpoint: new Map()
})

/** The slots of a process, which the dispatchers of its partitions share. */
export class AttemptSlots extends Context.Service<AttemptSlots, Slots>()(
  "payouts/webhooks/AttemptSlots"
) {}

export const layer = Layer.sync(AttemptSlots, make)

const endpointSlots = ({ byEndpoint }: Slots, endpointId: string): EndpointSlots => {
  const existing = byEndpoint.get(endpointId)
  if (existing !== undefined) return existing
  const created = { slots: ConcurrencyLimiter.make(inFlightPerEndpointMax), isSilent: false }
  byEndpoint.set(endpointId, created)
  return created
}

/**
 * Runs an attempt in a slot of its endpoint. Only an attempt that has one takes a slot of the
 * process. An endpoint that does not respond has fewer slots until it responds.
 */
export const within = (
  slots: Slots,
  endpointId: string,
  attempt: Effect.Effect<Delivery.Attempt | undefined>
): Effect.Effect<Delivery.Attempt | undefined> =>
  Effect.suspend(() => {
    const endpoint = endpointSlots(slots, endpointId)
    const resizing = Effect.tap(attempt, (outcome) =>
      Effect.sync(() => {
        endpoint.isSilent = outcome?.statusCode === null
        endpoint.slots.resize(endpoint.isSilent ? silentPerEndpointMax : inFlightPerEndpointMax)
      })
    )
    const cleanUp = Effect.sync(() => {
      if (endpoint.slots.isEmpty()) slots.byEndpoint.delete(endpointId)
    })
    const admitted = Effect.suspend(() =>
      ConcurrencyLimiter.within(endpoint.isSilent ? slots.silent : slots.answering, resizing)
    )
    return Effect.ensuring(ConcurrencyLimiter.within(endpoint.slots, admitted), cleanUp)
  })
