/**
 * Who hears of what: notices for what happened, and a delivery of each for every endpoint that
 * subscribed to it. What has a name in the registration set is kept in any case: it is the
 * account's history of events, whether someone listens or not.
 */

import * as Ids from "../../domain/Ids.ts"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import * as DirtyRows from "./DirtyRows.ts"
import type { Fold, State } from "./State.ts"

const keep = (core: State, notice: WebhookEvent.WebhookEvent, seq: number): void =>
  void core.dirty.webhookEvents.push({ seq, state: notice })

const listeners = function* (core: State, accountId: string): Generator<Endpoint.Endpoint> {
  for (const id of core.endpointsByAccount.get(accountId) ?? []) {
    const endpoint = core.endpoints.get(id)
    if (endpoint?.isActive === true) yield endpoint
  }
}

const deliver = (
  core: State,
  endpoint: Endpoint.Endpoint,
  notice: WebhookEvent.WebhookEvent,
  { deliveries, seq }: Fold
): void => {
  const id = Ids.delivery(notice.id, endpoint.id)
  // It came from a read model that had this entry in it already.
  if (seq <= (core.aheadOfReadModel.get(id) ?? 0)) return
  core.deliveries.set(id, Delivery.created(id, endpoint.id, notice))
  DirtyRows.markDirty(core.dirty.deliveries, id, seq)
  deliveries.push(id)
}

/** Tells of a payout's transition, under each name that someone subscribed to. */
export const transition = (core: State, happened: WebhookEvent.Transition, folding: Fold): void => {
  const { renderer, seq } = folding
  const notices = new Map<string, WebhookEvent.WebhookEvent>()
  const noticeOf = (name: WebhookEvent.Name): WebhookEvent.WebhookEvent => {
    const known = notices.get(name.id)
    if (known !== undefined) return known
    const notice = WebhookEvent.make(renderer, happened, name)
    notices.set(name.id, notice)
    keep(core, notice, seq)
    return notice
  }
  const kept = WebhookEvent.registrationName(renderer, happened)
  if (kept !== undefined) noticeOf(kept)
  for (const endpoint of listeners(core, happened.payout.accountId)) {
    for (const name of WebhookEvent.select(renderer, happened, endpoint.events)) {
      deliver(core, endpoint, noticeOf(name), folding)
    }
  }
}

/** Tells of what has one name only. */
export const tell = (core: State, notice: WebhookEvent.WebhookEvent, folding: Fold): void => {
  keep(core, notice, folding.seq)
  for (const endpoint of listeners(core, notice.accountId)) {
    if (WebhookEvent.isSubscribed(endpoint.events, notice)) deliver(core, endpoint, notice, folding)
  }
}
