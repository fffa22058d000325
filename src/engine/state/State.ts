/**
 * The engine's state in memory: collections with their indexes, the changes that the read model
 * does not have yet, and the last entry applied. Active objects are in it. Finished objects leave
 * it and are loaded again when needed (Eviction.ts), so memory grows with active payouts and not
 * with history (L10).
 *
 * Fold.ts changes the state, entry by entry, after an entry is durable (L1). Eviction.ts moves rows
 * between it and the read model.
 */
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as Entry from "../ports/Entry.ts"
import type * as Rows from "../ports/Rows.ts"
import * as Collections from "./Collections.ts"
import * as DirtyRows from "./DirtyRows.ts"
import * as IdempotencyFilter from "./IdempotencyFilter.ts"

/** Milliseconds that a reply is kept for retries with the same idempotency key. */
export const replyMsMax = 24 * 60 * 60 * 1000

export type KeptReply = Rows.KeptReply

export interface State extends Collections.Collections {
  /** Replies that the read model does not have yet, by scope and key. */
  readonly replies: Map<string, KeptReply>
  /** The idempotency keys of one day. */
  readonly idempotencyFilter: IdempotencyFilter.IdempotencyFilter
  /** The changes that the read model does not have yet. */
  readonly dirty: DirtyRows.DirtyRows
  /** Rows loaded from a read model that is ahead of `seq`, each with the last entry in it. */
  readonly aheadOfReadModel: Map<string, number>
  /**
   * Restricted data of rows that were loaded again, by the row's id. Whatever is made from such a
   * row reads `restricted`, and the tables keep the data.
   */
  readonly withheld: Map<string, Rows.Withheld<unknown>>
  /** The last entry applied. */
  seq: number
}

/** Resources that the states of several partitions in one process share. */
interface SharedState {
  /** Accounts, keys and users, which the log of another partition changes. */
  readonly directory?: Collections.Directory
  /** The number of states that divide the memory of the idempotency filter. */
  readonly count: number
}

export const make = ({ count, directory }: SharedState = { count: 1 }): State => ({
  ...Collections.make(),
  ...directory,
  replies: new Map(),
  idempotencyFilter: IdempotencyFilter.make(replyMsMax, count),
  dirty: DirtyRows.make(),
  aheadOfReadModel: new Map(),
  withheld: new Map(),
  seq: 0
})

/** Objects whose work must start or resume because of an entry. */
export interface Consequences {
  /** Created payouts. */
  readonly payouts: Array<string>
  /** Batches that were created, or whose next step changed with one of their rows. */
  readonly batches: Array<string>
  /** Balances whose next step changed. */
  readonly balances: Array<string>
  /** Withdrawals whose next step changed. */
  readonly withdrawals: Array<string>
  /** Deliveries that were created or have to be resent. */
  readonly deliveries: Array<string>
}

/** An entry while it is applied to a state. */
export interface Fold extends Consequences {
  readonly state: State
  /** The entry's author. */
  readonly by: string
  readonly seq: number
  /** The time of the entry, milliseconds. */
  readonly at: number
  readonly events: ReadonlyArray<Entry.Event>
  /** Renders the webhook events of this entry. */
  readonly renderer: WebhookEvent.Renderer
}

export const replyKey = (scope: string, key: string): string => `${scope}\n${key}`

/**
 * True if a row already contains an entry, because it was loaded from a read model that has this
 * entry.
 */
export const hasApplied = ({ aheadOfReadModel }: State, id: string, seq: number): boolean =>
  seq <= (aheadOfReadModel.get(id) ?? 0)
