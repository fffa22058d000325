/**
 * Webhook events of an entry, and a delivery of each for every endpoint that subscribes to it.
 * Events with a name in the registration set are kept in any case: they are the account's event
 * history, whether or not an endpoint exists. An event that can be rebuilt from its entry alone has
 * a body only if an endpoint gets it.
 */
import * as Ids from "../../domain/Ids.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as AsCreated from "./AsCreated.ts"
import * as Collections from "./Collections.ts"
import { markDirty } from "./DirtyRows.ts"
import * as State from "./State.ts"

const record = (
  { seq, state }: State.Fold,
  webhookEvent: WebhookEvent.WebhookEvent | WebhookEvent.UnrenderedEvent,
  phone: string | null
): void => void state.dirty.webhookEvents.push({ seq, state: webhookEvent, phone })

const activeEndpoints = function* (
  { endpoints, endpointsByAccount }: State.State,
  accountId: string
): Generator<Endpoint.Endpoint> {
  for (const id of endpointsByAccount.get(accountId) ?? []) {
    const endpoint = endpoints.get(id)
    if (endpoint?.isActive === true) yield endpoint
  }
}

const deliver = (
  { deliveries, seq, state }: State.Fold,
  endpoint: Endpoint.Endpoint,
  webhookEvent: WebhookEvent.WebhookEvent
): void => {
  const id = Ids.delivery(webhookEvent.id, endpoint.id)
  if (State.hasApplied(state, id, seq)) return
  Collections.put(state, "deliveries", Delivery.created(id, endpoint.id, webhookEvent))
  markDirty(state.dirty.deliveries, id, seq)
  deliveries.push(id)
}

/** Each active endpoint with the names of a transition that it subscribes to. */
const subscriptions = (
  { renderer, state }: State.Fold,
  transition: WebhookEvent.Transition
): ReadonlyArray<readonly [Endpoint.Endpoint, WebhookEvent.Name]> => {
  const pairs: Array<readonly [Endpoint.Endpoint, WebhookEvent.Name]> = []
  for (const endpoint of activeEndpoints(state, transition.payout.accountId)) {
    for (const name of WebhookEvent.select(renderer, transition, endpoint.events))
      pairs.push([endpoint, name])
  }
  return pairs
}

/** Adds the webhook events of a payout's transition, one for each name subscribed to. */
export const addTransition = (fold: State.Fold, transition: WebhookEvent.Transition): void => {
  const { events, renderer } = fold
  const eventsByName = new Map<string, WebhookEvent.WebhookEvent>()
  const eventOf = (name: WebhookEvent.Name): WebhookEvent.WebhookEvent => {
    const existing = eventsByName.get(name.id)
    if (existing !== undefined) return existing
    const webhookEvent = WebhookEvent.make(renderer, transition, name)
    eventsByName.set(name.id, webhookEvent)
    record(fold, webhookEvent, transition.payout.phone)
    return webhookEvent
  }
  const registered = WebhookEvent.registrationName(renderer, transition)
  const subscribers = subscriptions(fold, transition)
  if (registered !== undefined) {
    const isInEntry = transition.previousStatus === null && AsCreated.isSingle(events)
    if (isInEntry && !subscribers.some(([, { id }]) => id === registered.id))
      record(
        fold,
        WebhookEvent.unrendered(renderer, transition, registered),
        transition.payout.phone
      )
    else eventOf(registered)
  }
  for (const [endpoint, name] of subscribers) deliver(fold, endpoint, eventOf(name))
}

/** Adds a webhook event, if there is one. `phone`: the recipient of its payout. */
export const add = (
  fold: State.Fold,
  webhookEvent: WebhookEvent.WebhookEvent | undefined,
  phone: string | null = null
): void => {
  if (webhookEvent === undefined) return
  record(fold, webhookEvent, phone)
  for (const endpoint of activeEndpoints(fold.state, webhookEvent.accountId)) {
    if (WebhookEvent.isSubscribed(endpoint.events, webhookEvent))
      deliver(fold, endpoint, webhookEvent)
  }
}
