/**
 * The data exchanged between memory and the read model: rows of each kind of state, and the changes
 * that the read model does not have yet.
 */
import type * as Account from "../../domain/account/Account.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as User from "../../domain/account/User.ts"
import type * as Beneficiary from "../../domain/Beneficiary.ts"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Booking from "../../domain/books/Booking.ts"
import type * as Break from "../../domain/books/Break.ts"
import type * as DailyTotals from "../../domain/books/DailyTotals.ts"
import type * as Period from "../../domain/books/Period.ts"
import type * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import type * as WebhookEvent from "../../domain/webhook/WebhookEvent.ts"
import type * as Entry from "./Entry.ts"

/** The state of each collection. */
export interface Kinds {
  readonly accounts: Account.Account
  readonly keys: ApiKey.ApiKey
  readonly people: User.User
  readonly invitations: User.Invitation
  readonly endpoints: Endpoint.Endpoint
  readonly chainCursors: ChainCursor.Stored
  readonly quotes: Quote.Quote
  readonly payouts: Payout.Payout
  readonly batches: Batch.Batch
  /** The balances of accounts that have one. */
  readonly balances: Balance.Balance
  /** Withdrawals from balances. */
  readonly withdrawals: Withdrawal.Withdrawal
  /** Requests and holds about the data of recipients. */
  readonly recipients: RecipientData.RecipientData
  /** Operators' bookings, in the directory's partition alone. */
  readonly bookings: Booking.Booking
  readonly periods: Period.Period
  /** Runs of the reconciliation. */
  readonly reconciliations: ReconciliationRun.Run
  /** Differences that a run found. */
  readonly breaks: Break.Break
  readonly beneficiaries: Beneficiary.Beneficiary
  readonly deliveries: Delivery.Delivery
}

export type Name = keyof Kinds

/** Collections whose rows are archived when they are finished. */
export type ArchivedName = "quotes" | "payouts" | "batches" | "withdrawals" | "bookings"

/** Restricted personal data of a state, in which the data reads `restricted`. */
export interface Withheld<A> {
  /** The phone numbers of the restricted recipients, E.164. */
  readonly phones: ReadonlyArray<string>
  /** Puts the data back into a state. A method, so that states of all kinds can be passed. */
  readonly reveal: { of(state: A): A }["of"]
}

/** A state, and the `seq` of the last entry that changed it. */
export interface Versioned<A> {
  readonly seq: number
  readonly state: A
  /** Absent for most states. */
  readonly withheld?: Withheld<A> | undefined
  /**
   * True if the entry at `seq` created the state and is enough to rebuild it (AsCreated.ts): no
   * table has to store it.
   */
  readonly isAsCreated?: boolean
}

export type Rows = { readonly [K in Name]: ReadonlyArray<Versioned<Kinds[K]>> }

/** Rows of some collections, as the read model returns them. */
export type LoadedRows = Partial<Rows>

/** The position of an act in the log, and its search keys. */
export interface ActLocation {
  readonly seq: number
  readonly at: number
  readonly actorId: string
  /** The account it concerns; `""` for the service itself. */
  readonly accountId: string
  readonly action: string
  readonly subjectId: string
  /**
   * The account whose payout, batch, quote or delivery a staff decision is about. `accountId` alone
   * decides who sees the row.
   */
  readonly aboutAccountId?: string
}

/** One account's row of the audit log. */
export interface AuditRow extends ActLocation {
  /** Keys revoked by the same entry, other than the subject: each is an act `api_key.revoked`. */
  readonly endedKeys: ReadonlyArray<string>
}

/** An act in full, read from its entry. */
export interface Act extends ActLocation {
  readonly id: string
  readonly from: string | null
  readonly reason: string | null
  readonly changes: Readonly<Record<string, string>>
}

/** A reply, when it was given, and the events that it follows from, if it has no body. */
export interface KeptReply extends Entry.Reply {
  readonly at: number
  readonly events: ReadonlyArray<Entry.Event>
}

/** A webhook event, and the recipient of its payout (E.164); `null` if it is of no payout. */
export interface RecordedEvent
  extends Versioned<WebhookEvent.WebhookEvent | WebhookEvent.UnrenderedEvent> {
  readonly phone: string | null
}

/** A recipient whose data was restricted or erased: no search may find the payouts until then. */
export interface HiddenRecipient {
  readonly seq: number
  readonly accountId: string
  readonly phone: string
  /** Milliseconds. */
  readonly at: number
}

/** A movement of a balance, and its entry. */
export interface RecordedMovement extends Balance.Movement {
  readonly seq: number
}

/** All changes up to an entry, each state once. */
export interface Changes extends Rows {
  /** The last entry that the read model contains after these changes. */
  readonly seq: number
  /** Ids of rows that were finished and are active again: their archived rows are deleted. */
  readonly reopened: { readonly [K in ArchivedName]: ReadonlyArray<string> }
  /** Deleted endpoints and invitations. */
  readonly registryDeleted: ReadonlyArray<string>
  readonly beneficiariesDeleted: ReadonlyArray<string>
  /** Bodies of unrendered events are not stored; they are made from the entry. */
  readonly webhookEvents: ReadonlyArray<RecordedEvent>
  readonly auditRows: ReadonlyArray<AuditRow>
  readonly hiddenRecipients: ReadonlyArray<HiddenRecipient>
  readonly movements: ReadonlyArray<RecordedMovement>
  /** The postings of the entries, by entry: the tables add those that they do not have. */
  readonly postings: ReadonlyArray<DailyTotals.Dated>
  readonly replies: ReadonlyArray<{
    readonly key: string
    readonly seq: number
    readonly at: number
  }>
}
