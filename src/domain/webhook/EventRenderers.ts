/**
 * The renderer of the events of an entry, by the entry's version. To change what events contain,
 * raise the version of entries and add a renderer for it. The earlier ones stay as they are, for
 * ever: golden tests hold their bytes, and bodies that no table stores are rendered when they are
 * read (state/AsCreated.ts).
 */
import * as EventRendererV4 from "./EventRendererV4.ts"
import * as EventRendererV5 from "./EventRendererV5.ts"
import * as EventRendererV6 from "./EventRendererV6.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

/** The renderer for entries of a version. */
export type RendererOf = (version: number) => WebhookEvent.Renderer

export const rendererOf: RendererOf = (version) => {
  if (version <= 4) return EventRendererV4.renderer
  return version === 5 ? EventRendererV5.renderer : EventRendererV6.renderer
}

/** The renderer of new entries. */
export const current = EventRendererV6.renderer

/** Names of events that are not a payout's transition. */
const others = [
  "deposit.received",
  "quote.expired",
  "webhook.endpoint_disabled",
  "refund.due",
  "refund.sent",
  "refund.confirmed",
  "refund.failed",
  "batch.funded",
  "batch.completed",
  "batch.cancelled"
] as const

/** Every name an endpoint may subscribe to. */
export const known: ReadonlyArray<string> = [
  "*",
  "payout.*",
  ...new Set(
    Object.values(EventRendererV5.names).flatMap((set) => set.filter((name) => name !== null))
  ),
  ...others
]

/** All names of events, without wildcards. */
export const types: ReadonlyArray<string> = known.filter((name) => !name.includes("*"))
