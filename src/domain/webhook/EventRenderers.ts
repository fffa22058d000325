/**
 * Which renderer wrote the events of an entry: the entry's version says so. Renderers are kept for
 * ever. Whoever wants events to say something else raises the version of entries, adds a renderer
 * for it, and leaves the earlier ones as they are: their bytes are held by golden tests.
 */

import * as EventRendererV4 from "./EventRendererV4.ts"
import * as EventRendererV5 from "./EventRendererV5.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

/** The renderer for entries of a version. */
export type RendererOf = (version: number) => WebhookEvent.Renderer

export const rendererOf: RendererOf = (version) =>
  version <= 4 ? EventRendererV4.renderer : EventRendererV5.renderer

/** Of what is told from now on. */
export const current = EventRendererV5.renderer

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
