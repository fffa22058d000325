/**
 * The renderer of the events of an entry, by the entry's version. To change the contents of events,
 * raise the version of entries, add a renderer for it and let `rendererOf` choose by the version.
 * Never change the other renderers. Recorded logs contain their bytes, and bodies that no table
 * stores are rendered when they are read (state/AsCreated.ts).
 */
import * as EventRendererV1 from "./EventRendererV1.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

/** The renderer for entries of a version. There is one so far. */
export const rendererOf = (_version: number): WebhookEvent.Renderer => EventRendererV1.renderer

/** The renderer of new entries. */
export const current = EventRendererV1.renderer

/** Names of the events other than payout transitions. */
const otherTypes = [
  "deposit.received",
  "quote.expired",
  "balance.credited",
  "balance.low",
  "withdrawal.requested",
  "withdrawal.held",
  "withdrawal.approved",
  "withdrawal.sent",
  "withdrawal.completed",
  "withdrawal.cancelled",
  "withdrawal.rejected",
  "withdrawal.address_added",
  "webhook.endpoint_disabled",
  "refund.due",
  "refund.sent",
  "refund.confirmed",
  "refund.credited",
  "refund.failed",
  "batch.funded",
  "batch.completed",
  "batch.cancelled"
] as const

/** Every name that an endpoint may subscribe to, wildcards included. */
export const subscribableNames: ReadonlyArray<string> = [
  "*",
  "payout.*",
  ...new Set(
    Object.values(EventRendererV1.names).flatMap((set) => set.filter((name) => name !== null))
  ),
  ...otherTypes
]

/** All event names, without wildcards. */
export const types: ReadonlyArray<string> = subscribableNames.filter((name) => !name.includes("*"))
