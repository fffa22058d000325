/**
 * The port to the request log of accounts. It is for debugging alone: no operation depends on it,
 * and requests may be missing.
 */
import { Context, Effect } from "effect"
import type { Page } from "./ReadModel.ts"
import type { Unavailable } from "./Unavailable.ts"

/** A request and its response, with phone numbers and names masked. */
export interface Entry {
  /** The value of `X-Request-Id`. */
  readonly id: string
  readonly accountId: string
  /** When the head of the request arrived, milliseconds. */
  readonly at: number
  /** The API key or the user that sent the request. */
  readonly callerId: string
  /** The client's address, behind trusted proxies. */
  readonly ipAddress: string
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly status: number
  readonly latencyMs: number
  readonly idempotencyKey: string | null
  /** True if the response repeats an earlier one with the same idempotency key. */
  readonly isReplay: boolean
  readonly errorCode: string | null
  /** The payout, batch or quote that the request names or created. */
  readonly subjectId: string | null
  readonly requestBody: string | null
  readonly responseBody: string | null
}

export interface Filter {
  readonly accountId: string
  readonly callerId?: string | undefined
  readonly method?: string | undefined
  readonly outcome?: "succeeded" | "failed" | undefined
  readonly subjectId?: string | undefined
  /** Milliseconds, both inclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** An id, an idempotency key, an error code, or a part of a path. */
  readonly search?: string | undefined
}

export interface Store {
  readonly write: (entries: ReadonlyArray<Entry>) => Effect.Effect<void, Unavailable>
  /** Newest first; without bodies. */
  readonly list: (
    filter: Filter,
    page: Page
  ) => Effect.Effect<{ readonly items: ReadonlyArray<Entry>; readonly total: number }, Unavailable>
  readonly get: (accountId: string, id: string) => Effect.Effect<Entry | undefined, Unavailable>
  /** The newest requests about each of these subjects, with bodies; at most `max` of each. */
  readonly about: (
    accountId: string,
    subjectIds: ReadonlyArray<string>,
    max: number
  ) => Effect.Effect<ReadonlyArray<Entry>, Unavailable>
  /** Deletes the requests of a caller. */
  readonly deleteOf: (callerId: string) => Effect.Effect<void, Unavailable>
  /**
   * Deletes requests that are too old, and those above an account's maximum. `now` is in
   * milliseconds.
   */
  readonly prune: (
    accountIds: ReadonlyArray<string>,
    now: number
  ) => Effect.Effect<void, Unavailable>
}

const none: Store = {
  write: () => Effect.void,
  list: () => Effect.succeed({ items: [], total: 0 }),
  get: () => Effect.undefined,
  about: () => Effect.succeed([]),
  deleteOf: () => Effect.void,
  prune: () => Effect.void
}

/** The default keeps nothing. */
export class RequestStore extends Context.Reference<Store>("payouts/engine/ports/RequestStore", {
  defaultValue: () => none
}) {}
