/**
 * How many attempts are under way at once: so many to one endpoint, and so many to all. Endpoints
 * that do not answer have slots of their own, so that attempts to the others never wait for them.
 */
import { Context, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Delivery from "../domain/webhook/Delivery.ts"
import * as ConcurrencyLimiter from "./ssrf/ConcurrencyLimiter.ts"

const { inFlightMax, inFlightPerEndpointMax, silentMax, silentPerEndpointMax } = Limits.webhooks

interface EndpointSlots {
  readonly slots: ConcurrencyLimiter.ConcurrencyLimiter
  /** Its last attempt had no answer. */
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
  const known = byEndpoint.get(endpointId)
  if (known !== undefined) return known
  const made = { slots: ConcurrencyLimiter.make(inFlightPerEndpointMax), isSilent: false }
  byEndpoint.set(endpointId, made)
  return made
}

/**
 * Runs an attempt in a slot of its endpoint. Only an attempt that holds one takes a slot of all;
 * an endpoint that does not answer has fewer of its own until it answers.
 */
export const within = (
  all: Slots,
  endpointId: string,
  attempt: Effect.Effect<Delivery.Attempt | undefined>
): Effect.Effect<Delivery.Attempt | undefined> =>
  Effect.suspend(() => {
    const own = endpointSlots(all, endpointId)
    const resized = Effect.tap(attempt, (outcome) =>
      Effect.sync(() => {
        own.isSilent = outcome?.statusCode === null
        own.slots.resize(own.isSilent ? silentPerEndpointMax : inFlightPerEndpointMax)
      })
    )
    const ended = Effect.sync(() => {
      if (own.slots.isEmpty()) all.byEndpoint.delete(endpointId)
    })
    const admitted = Effect.suspend(() =>
      ConcurrencyLimiter.within(own.isSilent ? all.silent : all.answering, resized)
    )
    return Effect.ensuring(ConcurrencyLimiter.within(own.slots, admitted), ended)
  })
