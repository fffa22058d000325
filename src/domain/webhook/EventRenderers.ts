/**
 * The renderer of the events of an entry, by the entry's version. To change what events contain,
 * raise the version of entries, add a renderer for it and let `rendererOf` choose by the version.
 * The others stay as they are: recorded logs hold their bytes, and bodies that no table stores are
 * rendered when they are read (state/AsCreated.ts).
 */
import * as EventRendererV1 from "./EventRendererV1.ts"
import type * as WebhookEvent from "./WebhookEvent.ts"

/** The renderer for entries of a version: there is one so far. */
export const rendererOf = (_version: number): WebhookEvent.Renderer => EventRendererV1.renderer

/** The renderer of new entries. */
export const current = EventRendererV1.renderer

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
    Object.values(EventRendererV1.names).flatMap((set) => set.filter((name) => name !== null))
  ),
  ...others
]

/** All names of events, without wildcards. */
export const types: ReadonlyArray<string> = known.filter((name) => !name.includes("*"))
