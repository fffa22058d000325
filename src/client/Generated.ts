/**
 * Every type and operation of the API, written from its definition by `npm run generate`: a
 * change here is lost.
 */
import type { Call } from "./Call.ts"
import { type Csv, type CsvFields, form } from "./Csv.ts"
import type { Page } from "./Paging.ts"
import { type CallOptions, path, type Request } from "./Transport.ts"

export type PayoutStatus =
  | "CREATED"
  | "AWAITING_FUNDS"
  | "STABLECOIN_RECEIVED"
  | "COMPLIANCE_HOLD"
  | "PAYOUT_INITIATED"
  | "PAYOUT_CONFIRMED"
  | "SETTLED"
  | "FAILED"
  | "REVERSED"
  | "MANUAL_REVIEW"

export type FailureReason =
  | "insufficient_balance"
  | "invalid_recipient"
  | "recipient_limit"
  | "network_unavailable"
  | "provider_rejected"
  | "compliance_rejected"
  | "deposit_expired"
  | "cancelled"
  | "unspecified"

export type TargetCurrency = "UGX" | "KES" | "NGN" | "GHS" | "TZS"

export type BatchEventRowNetwork =
  | "MTN_UG"
  | "AIRTEL_UG"
  | "MPESA_KE"
  | "AIRTEL_KE"
  | "MTN_GH"
  | "TELECEL_GH"
  | "AIRTELTIGO_GH"
  | "VODACOM_TZ"
  | "TIGO_TZ"
  | "AIRTEL_TZ"
  | "HALOTEL_TZ"
  | "MTN_NG"
  | "AIRTEL_NG"

export type Kind =
  | "provider"
  | "chain"
  | "rates"
  | "screening_lists"
  | "endpoint"
  | "stuck_payouts"
  | "float"
  | "nodes"
  | "database"

export type DeliveryStatus = "pending" | "delivered" | "failed"

export type PayoutFundingStatus = "awaiting" | "detected" | "underpaid" | "funded"

export type RefundStatus = "due" | "held" | "sent" | "confirmed"

export type BatchStatus = "queued" | "processing" | "completed" | "cancelled"

export type BatchFundingStatus =
  | "awaiting"
  | "detected"
  | "underpaid"
  | "funded"
  | "expired"
  | "cancelled"

export type Scope = "full" | "read_only" | "payouts" | "webhooks" | "reports"

export type KycStatus = "PENDING" | "APPROVED" | "REJECTED"

export type NetworkStatus = "operational" | "degraded" | "down"

export type RefundLineReason =
  | "insufficient_balance"
  | "invalid_recipient"
  | "recipient_limit"
  | "network_unavailable"
  | "provider_rejected"
  | "compliance_rejected"
  | "deposit_expired"
  | "cancelled"
  | "unspecified"
  | "rows_failed"
  | "excess_deposit"

export type BulkBatchStatus = "QUEUED" | "PROCESSING" | "COMPLETED" | "CANCELLED"

export type DataReason =
  | "insufficient_balance"
  | "invalid_recipient"
  | "recipient_limit"
  | "network_unavailable"
  | "provider_rejected"
  | "compliance_rejected"
  | "deposit_expired"
  | "cancelled"
  | "unspecified"
  | "rows_failed"
  | "overpaid"

/** Every error */
export interface Problem {
  /** A code for machines; in an attempt, what went wrong */
  readonly error: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** The same as error */
  readonly error_code: string
  /** Names the request in our logs */
  readonly request_id: string
  /** Every field that is wrong */
  readonly errors?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

/** The latest refund, where there is one */
export interface LatestRefund {
  /** The state it is in; as a filter, one state */
  readonly status: "due" | "sent" | "confirmed"
  /** USDC, at most 6 decimals */
  readonly amount_usdc: number
  /** The address that the refund goes to */
  readonly address?: string
  /** The transaction */
  readonly tx_hash?: string
}

export interface BatchEventRow {
  /** The payout */
  readonly payout_id: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** Text of your own, at most 128 characters */
  readonly reference?: string
  /** The state it is in; as a filter, one state */
  readonly status: PayoutStatus
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason
  /** USDC, at most 6 decimals */
  readonly amount_usdc: number
  /** Cost of the margin, part of the amount */
  readonly fee_usdc: number
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** The rate before the margin */
  readonly mid_market_rate: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: BatchEventRowNetwork
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
}

export interface CurrencyTotal {
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Number of rows that are paid in it */
  readonly count: number
  /** USDC, at most 6 decimals */
  readonly amount_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** Cost of the service's margin, USDC; it is part of the source amount */
  readonly fee_usdc: number
}

export interface PayoutSettledData {
  /** The payout */
  readonly payout_id: string
  /** Id of the payout, like payout_id */
  readonly id: string
  /** The state it is in; as a filter, one state */
  readonly status: "SETTLED"
  /** The state before; null at the beginning */
  readonly previous_status: PayoutStatus | null
  /** 1, 2, 3 … for each payout */
  readonly sequence: number
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** The rate before the margin */
  readonly mid_market_rate: number
  /** The margin's cost, a part of the source amount */
  readonly fee_usdc: number
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: BatchEventRowNetwork
  /** The mobile money provider's reference; null until known */
  readonly provider_reference: string | null
  /** Time of delivery; null until then */
  readonly settled_at: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason
  /** Why it failed, was reversed, held or put to review: a code */
  readonly reason?: string
  /** Text of your own, at most 128 characters */
  readonly reference?: string
  /** At most 20 pairs of text, kept and given back */
  readonly metadata?: { readonly [name: string]: string }
  readonly refund?: LatestRefund
  /** Always true: nothing happened */
  readonly test?: true
  /** The webhook endpoint */
  readonly endpoint_id?: string
}

export interface PayoutInitiatedData {
  /** The payout */
  readonly payout_id: string
  /** Id of the payout, like payout_id */
  readonly id: string
  /** The state it is in; as a filter, one state */
  readonly status: "PAYOUT_INITIATED"
  /** The state before; null at the beginning */
  readonly previous_status: PayoutStatus | null
  /** 1, 2, 3 … for each payout */
  readonly sequence: number
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** The rate before the margin */
  readonly mid_market_rate: number
  /** The margin's cost, a part of the source amount */
  readonly fee_usdc: number
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: BatchEventRowNetwork
  /** The mobile money provider's reference; null until known */
  readonly provider_reference: string | null
  /** Time of delivery; null until then */
  readonly settled_at: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason
  /** Why it failed, was reversed, held or put to review: a code */
  readonly reason?: string
  /** Text of your own, at most 128 characters */
  readonly reference?: string
  /** At most 20 pairs of text, kept and given back */
  readonly metadata?: { readonly [name: string]: string }
  readonly refund?: LatestRefund
  /** Always true: nothing happened */
  readonly test?: true
  /** The webhook endpoint */
  readonly endpoint_id?: string
}

export interface PayoutReceivedData {
  /** The payout */
  readonly payout_id: string
  /** Id of the payout, like payout_id */
  readonly id: string
  /** The state it is in; as a filter, one state */
  readonly status: "STABLECOIN_RECEIVED"
  /** The state before; null at the beginning */
  readonly previous_status: PayoutStatus | null
  /** 1, 2, 3 … for each payout */
  readonly sequence: number
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** The rate before the margin */
  readonly mid_market_rate: number
  /** The margin's cost, a part of the source amount */
  readonly fee_usdc: number
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: BatchEventRowNetwork
  /** The mobile money provider's reference; null until known */
  readonly provider_reference: string | null
  /** Time of delivery; null until then */
  readonly settled_at: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason
  /** Why it failed, was reversed, held or put to review: a code */
  readonly reason?: string
  /** Text of your own, at most 128 characters */
  readonly reference?: string
  /** At most 20 pairs of text, kept and given back */
  readonly metadata?: { readonly [name: string]: string }
  readonly refund?: LatestRefund
  /** Always true: nothing happened */
  readonly test?: true
  /** The webhook endpoint */
  readonly endpoint_id?: string
}

export interface PastIncidentList {
  /**
   * When the process that watches for incidents began. Earlier ones are not known. ISO
   * 8601, UTC, milliseconds. `null` while none watches
   */
  readonly watched_since: string | null
  /** The latest end first */
  readonly data: ReadonlyArray<PastIncident>
}

export interface PastIncident {
  /** Unique identifier */
  readonly id: string
  readonly kind: Kind
  readonly severity: "critical" | "warning"
  /** What was wrong, in one sentence */
  readonly title: string
  /** When it began. ISO 8601, UTC, milliseconds */
  readonly since: string
  /** When it was first gone. ISO 8601, UTC, milliseconds */
  readonly ended_at: string
  /** The most payouts that waited at a time; of `endpoint` deliveries */
  readonly waiting_count_max: number
  /** The most USDC of payouts that waited at a time */
  readonly waiting_usdc_max: number
}

export interface IncidentList {
  /** When the facts were read. ISO 8601, UTC, milliseconds */
  readonly checked_at: string
  /** The worst first; empty while nothing is wrong */
  readonly data: ReadonlyArray<Incident>
}

export interface Incident {
  /**
   * Made of its kind and its subject: the same while it lasts, and the same if it comes
   * back
   */
  readonly id: string
  /**
   * `provider`: it is down, or refuses transfers. `chain`: deposits are not credited.
   * `rates`: there is no exchange rate. `screening_lists`: the sanctions list is missing
   * or old. `endpoint`: every attempt to a webhook endpoint fails. `stuck_payouts`:
   * payouts take longer than usual, or a defect stopped them. `float`: our balance at a
   * provider is too small. `nodes`: a node or a partition is missing. `database`: changes
   * cannot be stored
   */
  readonly kind: Kind
  /**
   * `critical`: payouts or requests wait. `warning`: they may soon, or one customer is
   * affected
   */
  readonly severity: "critical" | "warning"
  /** What is wrong, in one sentence */
  readonly title: string
  readonly subject: IncidentSubject
  /** When it began, or was first seen. ISO 8601, UTC, milliseconds */
  readonly since: string
  /** Payouts that wait because of it; of `endpoint` deliveries, among its newest */
  readonly waiting_count: number
  /** USDC of these payouts */
  readonly waiting_usdc: number
  /**
   * Whose payouts they are, the most payouts first: at most 20 customers. `GET
   * /admin/v1/payouts?incident=…` lists these payouts
   */
  readonly customers: ReadonlyArray<IncidentCustomer>
  /**
   * When the service tries the provider again, with one transfer. ISO 8601, UTC,
   * milliseconds. `null` if a try is under way or due, or if nothing is tried
   */
  readonly next_try_at: string | null
  /** The last error, or what was observed */
  readonly cause: string
  /** What a person can do */
  readonly remedy: string
  /** The chapter of the runbook */
  readonly runbook_url: string
}

export interface IncidentCustomer {
  /** The customer's account */
  readonly account_id: string
  readonly account_name: string
  /** Payouts of the customer that wait */
  readonly waiting_count: number
  /** USDC of these payouts */
  readonly waiting_usdc: number
}

export interface IncidentSubject {
  /** The mobile-money provider */
  readonly provider: string | null
  /** Networks that it concerns; empty if none */
  readonly networks: ReadonlyArray<string>
  /** Currencies that it concerns; empty if none */
  readonly currencies: ReadonlyArray<string>
  /** The chain */
  readonly chain_id: number | null
  /** An Ethereum node (`chain`), or a node of the service (`nodes`) */
  readonly node: string | null
  /** Partitions that it concerns; empty if none */
  readonly partitions: ReadonlyArray<number>
  /** The webhook endpoint */
  readonly endpoint_id: string | null
  /** The customer whose endpoint it is */
  readonly account_id: string | null
}

export interface Cluster {
  /** Whether several processes may share the database; without, `nodes` is empty */
  readonly clustered: boolean
  readonly nodes: ReadonlyArray<ClusterNode>
  readonly partitions: {
    readonly total: number
    readonly owned: number
    readonly of: ReadonlyArray<ClusterPartition>
  }
}

export interface ClusterPartition {
  /** From 0, which is the directory's */
  readonly number: number
  /** The node that runs it; null where none that is alive does, and without a cluster */
  readonly owner: string | null
  /** Counts the processes that have written its log; null where it has no owner */
  readonly epoch: number | null
  /** The last entry that the owner has applied */
  readonly seq: number | null
  /**
   * When the owner began to write its log. ISO 8601, UTC, milliseconds; null without a
   * cluster
   */
  readonly since: string | null
}

export interface ClusterNode {
  /** `host:port` of the private traffic between nodes; the node's name */
  readonly address: string
  /** Of the program that it runs */
  readonly version: string
  /** Whether it has written to the database within 3 seconds */
  readonly is_alive: boolean
  /** ISO 8601, UTC, milliseconds */
  readonly started_at: string
  /** When it wrote last. ISO 8601, UTC, milliseconds */
  readonly seen_at: string
  /** The last entry of the directory's log, with accounts and keys, that it shows */
  readonly directory_seq: number
  /** Entries of that log that it does not show yet */
  readonly directory_lag: number
  /**
   * Milliseconds that its clock is ahead of the database's; negative where it is behind
   */
  readonly clock_skew_ms: number
  /** Addresses of live nodes that do not answer it */
  readonly unreached: ReadonlyArray<string>
  /** The numbers of the partitions that it runs */
  readonly partitions: ReadonlyArray<number>
}

/** The only time `key` is shown; a replay of the request has null in its place */
export interface OperatorWithKey {
  /** Unique identifier */
  readonly id: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** The last characters of the key */
  readonly last4: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The person or key that issued it; null: the first start */
  readonly issued_by: string | null
  /**
   * When the key ends by itself: as it was issued, or because it was replaced; null: never
   */
  readonly expires_at: string | null
  /** Addresses and ranges that the key works from; null: from everywhere */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** The API key, shown this once */
  readonly key: string | null
}

export interface Operator {
  /** Unique identifier */
  readonly id: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** The last characters of the key */
  readonly last4: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The person or key that issued it; null: the first start */
  readonly issued_by: string | null
  /**
   * When the key ends by itself: as it was issued, or because it was replaced; null: never
   */
  readonly expires_at: string | null
  /** Addresses and ranges that the key works from; null: from everywhere */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** When it was revoked; null while it works */
  readonly revoked_at: string | null
  /** When the key was last used; null: no use is known */
  readonly last_used_at: string | null
}

export interface AdminDelivery {
  /** Unique identifier */
  readonly id: string
  /** The webhook endpoint */
  readonly endpoint_id: string
  /** The event */
  readonly event_id: string
  /** The event's name */
  readonly event_type: string
  /** The payout */
  readonly payout_id: string | null
  /** Whether it is a requested test */
  readonly test: boolean
  /** The state it is in; as a filter, one state */
  readonly status: DeliveryStatus
  /** The attempts, oldest first */
  readonly attempts: ReadonlyArray<{
    readonly at: string
    readonly status_code: number | null
    readonly latency_ms: number
    readonly error: string | null
    readonly request_headers: { readonly [name: string]: string } | null
    readonly response_headers: { readonly [name: string]: string } | null
    readonly response_body: string | null
  }>
  /** The time of the next attempt; null when there is none */
  readonly next_attempt_at: string | null
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly payload: Event_1
  /** The customer's account */
  readonly account_id: string
  /** Where the endpoint's events are sent; null once it was deleted */
  readonly endpoint_url: string | null
  /**
   * False while the endpoint is disabled: nothing is sent to it then; null once it was
   * deleted
   */
  readonly endpoint_is_active: boolean | null
}

/** What every attempt sends */
export interface Event_1 {
  /** Unique identifier */
  readonly id: string
  /** The event's name */
  readonly type: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: { readonly [name: string]: unknown }
}

export interface AdminPayout {
  /** The payout */
  readonly payout_id: string
  /** The state it is in; as a filter, one state */
  readonly status: PayoutStatus
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** Cost of the service's margin, USDC; it is part of the source amount */
  readonly fee_usdc: number
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly updated_at: string
  /** The quote */
  readonly quote_id: string | null
  /** Time of delivery; null until then */
  readonly settled_at: string | null
  /**
   * Screened; without it a payout is held, unless the provider reports the number's owner
   */
  readonly recipient_name: string | null
  /** The mobile money provider's reference; null until known */
  readonly provider_reference: string | null
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /** A saved recipient; phone, name and network are taken from it where not given */
  readonly beneficiary_id: string | null
  /** Text of your own, at most 128 characters */
  readonly reference: string | null
  /** At most 20 pairs of text, kept and given back */
  readonly metadata: { readonly [name: string]: string }
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason
  /**
   * Why it is held, in review, failed or reversed, as a code: that of its event. Of a
   * payout that the service cannot continue right now: `network_unreachable`,
   * `provider_balance_low` or `chain_unreachable`. It then continues automatically, and no
   * event has this reason
   */
  readonly reason?: string
  /** The reason as a sentence for people, which may change */
  readonly reason_message?: string
  /**
   * Since when the service cannot continue the payout. ISO 8601, UTC, milliseconds. Only
   * with `network_unreachable`, `provider_balance_low` and `chain_unreachable`
   */
  readonly reason_since?: string
  /**
   * `awaiting`, `detected` (not final yet), `underpaid` or `funded`: progress of the
   * deposit
   */
  readonly funding_status: PayoutFundingStatus
  /** Deposits to its address; a row of a batch has none of its own */
  readonly deposits: ReadonlyArray<{
    readonly tx_hash: string
    readonly log_index: number
    readonly block_number: number
    readonly amount_usdc: number
    readonly status: "detected" | "final"
    readonly seen_at: string
    readonly confirmations?: number
  }>
  /** Where the refund goes */
  readonly refund_address?: string
  /** The refund; only where there is one */
  readonly refund?: {
    readonly status: RefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /** Every state it has been in, and when */
  readonly timeline: ReadonlyArray<{
    readonly status: PayoutStatus
    readonly at: string
  }>
  /** The customer's account */
  readonly account_id: string
  /** Addresses that its deposits came from, each once; a simulated deposit has none */
  readonly senders: ReadonlyArray<string>
  /** Why screening held it; null when it did not */
  readonly hold_reason: string | null
  /** Why a manual review is needed; null when none is */
  readonly review_reason: "underpaid" | "provider_unknown" | "defect" | null
  /**
   * Only while its money is frozen: since when, by whom and why, and how much. The
   * customer sees a hold and nothing of the freeze
   */
  readonly frozen?: {
    readonly since: string
    readonly by: string
    readonly reason: string
    readonly amount_usdc: number
  }
  readonly refund_hold: string | null
  /**
   * Those who approved the hold it is in, or was in last: e-mail addresses of people,
   * names of keys
   */
  readonly approvals: ReadonlyArray<string>
  /** How many people must approve the release of a hold, and a `pending_action` */
  readonly approvals_needed: number
  readonly pending_action: PendingAction | null
  /** The last screening; null where there was none */
  readonly screening: {
    readonly verdict: "clear" | "flagged" | "inconclusive"
    readonly lists_version: string
    readonly score: number
    readonly matched_entry: string | null
    readonly matched_subject: string | null
    readonly candidates: ReadonlyArray<{
      readonly matched_entry: string | null
      readonly matched_subject: string
      readonly score: number
      readonly listed: ListedEntry | null
    }>
    readonly registered_name: string | null
    readonly reason: string | null
  } | null
  /** The latest instruction to a provider; null: there was none */
  readonly transfer: {
    readonly reference: string
    readonly attempt: number
    readonly provider: string | null
    readonly phase: "requested" | "accepted" | "refused"
    readonly answer_due_at: string
  } | null
}

export interface ListedEntry {
  /** The entry's number in OFAC's list */
  readonly number: number
  /** Vessels and aircraft match by address only */
  readonly type: "individual" | "entity" | "vessel" | "aircraft"
  /** Codes of the sanctions programs */
  readonly programs: ReadonlyArray<string>
  /** An office or a rank; null where none is listed */
  readonly title: string | null
  /** Dates, years or ranges from the remarks, as published */
  readonly dates_of_birth: ReadonlyArray<string>
  /** Places of birth from the remarks, as published */
  readonly places_of_birth: ReadonlyArray<string>
  /** Nationalities and citizenships from the remarks, as published */
  readonly nationalities: ReadonlyArray<string>
  /** The remarks as published, at most 2,000 characters */
  readonly remarks: string
  /** Other names, as many as have at most 2,000 characters together */
  readonly aliases: ReadonlyArray<string>
  /** OFAC's public page of the entry. The service never requests it */
  readonly url: string
}

/** It happens once as many people as release a hold have given it alike */
export interface PendingAction {
  /** settle, fail, reverse, unfreeze, send_refund or release_refunds */
  readonly action: string
  /** Its parameters: the next person must give the same */
  readonly terms: { readonly [name: string]: string | number | null }
  /** Who gave it */
  readonly approvals: ReadonlyArray<string>
  /** ISO 8601, UTC, milliseconds */
  readonly since: string
}

export interface EarlierDecision {
  /** The act's id in the audit log */
  readonly id: string
  /** ISO 8601, UTC, milliseconds */
  readonly at: string
  readonly actor: {
    readonly id: string
    readonly kind: "person" | "api_key"
    readonly name: string
  }
  /** What was decided; with several approvals each is a decision */
  readonly outcome: "approved" | "rejected" | "frozen" | "unfrozen"
  /** Why; kept in the record */
  readonly reason: string | null
  /** The payout */
  readonly payout_id: string
  /** The customer's account */
  readonly account_id: string
  /**
   * Screened; without it a payout is held, unless the provider reports the number's owner
   */
  readonly recipient_name: string | null
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /**
   * What both payouts have: the phone, the words of the recipient's name, or an entry of
   * the list that sufficed for the hold
   */
  readonly shared: ReadonlyArray<"phone" | "name" | "list_entry">
}

export interface AdminBatch {
  /** Unique identifier */
  readonly id: string
  /** As it was named when it was created; null: it has no name */
  readonly name: string | null
  /** The state it is in; as a filter, one state */
  readonly status: BatchStatus
  /** How many there are in all */
  readonly total: number
  /** Payouts that were delivered */
  readonly completed: number
  /** Payouts that ended without delivery */
  readonly failed: number
  /** Payouts that are not final */
  readonly pending: number
  /** USDC of all rows together */
  readonly total_amount_usdc: number
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
   * `funded`; `expired` once the window is over, `cancelled` after that. A batch with
   * pending payouts can be cancelled while it is `awaiting`
   */
  readonly funding_status: BatchFundingStatus
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** Where the refund goes */
  readonly refund_address?: string
  /** The refund; only where there is one */
  readonly refund?: {
    readonly status: RefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /** The customer's account */
  readonly account_id: string
  /** How many people must approve the release of a hold, and a `pending_action` */
  readonly approvals_needed: number
  readonly pending_action: PendingAction | null
  readonly refund_hold: string | null
  /** Since when it waits for an operator, after repeated defects of the program */
  readonly parked_at?: string
}

/** The only time `key` is shown; a replay of the request has null in its place */
export interface ApiKeyWithSecret {
  /** Unique identifier */
  readonly id: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /**
   * `full`; `read_only`: no writing calls; `payouts`, `webhooks` or `reports`: these
   * alone, and `GET /v1/account`
   */
  readonly scope: Scope
  /** The last characters of the key */
  readonly last4: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /**
   * When the key ends by itself: as it was issued, or because it was replaced; null: never
   */
  readonly expires_at: string | null
  /** Addresses and ranges that the key works from; null: from everywhere */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** The API key, shown this once */
  readonly key: string | null
}

export interface ApiKey {
  /** Unique identifier */
  readonly id: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /**
   * `full`; `read_only`: no writing calls; `payouts`, `webhooks` or `reports`: these
   * alone, and `GET /v1/account`
   */
  readonly scope: Scope
  /** The last characters of the key */
  readonly last4: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /**
   * When the key ends by itself: as it was issued, or because it was replaced; null: never
   */
  readonly expires_at: string | null
  /** Addresses and ranges that the key works from; null: from everywhere */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** When it was revoked; null while it works */
  readonly revoked_at: string | null
  /** When the key was last used; null: no use is known */
  readonly last_used_at: string | null
}

export interface Account {
  /** Unique identifier */
  readonly id: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** The customer's e-mail address */
  readonly email: string
  /**
   * Until it is APPROVED, the account's API keys are refused, and its users can read and
   * manage their team only
   */
  readonly kyc_status: KycStatus
  /** The state it is in; as a filter, one state */
  readonly status: "ACTIVE" | "SUSPENDED"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly updated_at: string
}

export interface AuditLog {
  /** Unique identifier */
  readonly id: string
  /** ISO 8601, UTC, milliseconds */
  readonly at: string
  readonly actor: {
    readonly id: string
    readonly kind: "person" | "api_key"
    readonly name: string
  }
  /** The account whose objects it is about; null: the service's own */
  readonly account_id: string | null
  /** The client address of the request; null where it was not recorded */
  readonly address: string | null
  readonly action: string
  readonly subject_id: string
  readonly changes: { readonly [name: string]: string }
  /** Why; kept in the record */
  readonly reason: string | null
}

export interface Batch {
  /** Unique identifier */
  readonly id: string
  /** As it was named when it was created; null: it has no name */
  readonly name: string | null
  /** The state it is in; as a filter, one state */
  readonly status: BatchStatus
  /** How many there are in all */
  readonly total: number
  /** Payouts that were delivered */
  readonly completed: number
  /** Payouts that ended without delivery */
  readonly failed: number
  /** Payouts that are not final */
  readonly pending: number
  /** USDC of all rows together */
  readonly total_amount_usdc: number
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
   * `funded`; `expired` once the window is over, `cancelled` after that. A batch with
   * pending payouts can be cancelled while it is `awaiting`
   */
  readonly funding_status: BatchFundingStatus
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** Where the refund goes */
  readonly refund_address?: string
  /** The refund; only where there is one */
  readonly refund?: {
    readonly status: RefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
}

export interface Payout {
  /** The payout */
  readonly payout_id: string
  /** The state it is in; as a filter, one state */
  readonly status: PayoutStatus
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** Cost of the service's margin, USDC; it is part of the source amount */
  readonly fee_usdc: number
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly updated_at: string
  /** The quote */
  readonly quote_id: string | null
  /** Time of delivery; null until then */
  readonly settled_at: string | null
  /**
   * Screened; without it a payout is held, unless the provider reports the number's owner
   */
  readonly recipient_name: string | null
  /** The mobile money provider's reference; null until known */
  readonly provider_reference: string | null
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /** A saved recipient; phone, name and network are taken from it where not given */
  readonly beneficiary_id: string | null
  /** Text of your own, at most 128 characters */
  readonly reference: string | null
  /** At most 20 pairs of text, kept and given back */
  readonly metadata: { readonly [name: string]: string }
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason
  /**
   * Why it is held, in review, failed or reversed, as a code: that of its event. Of a
   * payout that the service cannot continue right now: `network_unreachable`,
   * `provider_balance_low` or `chain_unreachable`. It then continues automatically, and no
   * event has this reason
   */
  readonly reason?: string
  /** The reason as a sentence for people, which may change */
  readonly reason_message?: string
  /**
   * Since when the service cannot continue the payout. ISO 8601, UTC, milliseconds. Only
   * with `network_unreachable`, `provider_balance_low` and `chain_unreachable`
   */
  readonly reason_since?: string
  /**
   * `awaiting`, `detected` (not final yet), `underpaid` or `funded`: progress of the
   * deposit
   */
  readonly funding_status: PayoutFundingStatus
  /** Deposits to its address; a row of a batch has none of its own */
  readonly deposits: ReadonlyArray<{
    readonly tx_hash: string
    readonly log_index: number
    readonly block_number: number
    readonly amount_usdc: number
    readonly status: "detected" | "final"
    readonly seen_at: string
    readonly confirmations?: number
  }>
  /** Where the refund goes */
  readonly refund_address?: string
  /** The refund; only where there is one */
  readonly refund?: {
    readonly status: RefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /** Every state it has been in, and when */
  readonly timeline: ReadonlyArray<{
    readonly status: PayoutStatus
    readonly at: string
  }>
}

export interface Rate {
  /** Always USDC */
  readonly source_currency: "USDC"
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** The service's margin, a fraction: 0.01 is 1% */
  readonly spread_percent: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** The networks that pay this currency */
  readonly networks: ReadonlyArray<string>
  /** ISO 8601, UTC, milliseconds */
  readonly updated_at: string
}

export interface Network {
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** The other style of the name */
  readonly slug: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** ISO 3166-1 alpha-2 */
  readonly country: string
  /** What a number of the country begins with, after the plus */
  readonly calling_code: string
  /** How many digits may follow the calling code */
  readonly national_lengths: ReadonlyArray<number>
  /** ISO 4217 */
  readonly currency: TargetCurrency
  /** The state it is in; as a filter, one state */
  readonly status: NetworkStatus
  /** The least that one payout may be, in the recipient's currency */
  readonly min_amount: number
  /** The most that one payout may be, in the recipient's currency */
  readonly max_amount: number
  /** Decimals that the network pays */
  readonly decimals: number
  /**
   * Whether a payout needs `recipient_name`: production refuses one without it where no
   * provider of the network reports the name registered for a number; the sandbox answers
   * with a warning
   */
  readonly recipient_name: "required" | "optional"
}

export interface LoggedRequestWithBodies {
  /** The value of `X-Request-Id` */
  readonly id: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The API key, `key_…`, or the dashboard's user, `usr_…`, that sent it */
  readonly caller_id: string
  /** What the key or the user is called now */
  readonly caller_name: string | null
  /** The address that it came from */
  readonly ip_address: string
  readonly method: string
  /** With its query; searches are masked */
  readonly path: string
  /** Of the answer; 499: the client closed the connection before it */
  readonly status: number
  /** Milliseconds until the answer */
  readonly latency_ms: number
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** Whether it got the answer that its idempotency key had before */
  readonly replayed: boolean
  /** The same as error */
  readonly error_code: string | null
  /** The payout, batch or quote that it names or created */
  readonly subject_id: string | null
  /**
   * Phone numbers, names, metadata and secrets are masked; at most 4,096 characters. Null
   * where there is none
   */
  readonly request_body: string | null
  /**
   * Phone numbers, names, metadata and secrets are masked; at most 4,096 characters. Null
   * where there is none
   */
  readonly response_body: string | null
}

export interface LoggedRequest {
  /** The value of `X-Request-Id` */
  readonly id: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The API key, `key_…`, or the dashboard's user, `usr_…`, that sent it */
  readonly caller_id: string
  /** What the key or the user is called now */
  readonly caller_name: string | null
  /** The address that it came from */
  readonly ip_address: string
  readonly method: string
  /** With its query; searches are masked */
  readonly path: string
  /** Of the answer; 499: the client closed the connection before it */
  readonly status: number
  /** Milliseconds until the answer */
  readonly latency_ms: number
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** Whether it got the answer that its idempotency key had before */
  readonly replayed: boolean
  /** The same as error */
  readonly error_code: string | null
  /** The payout, batch or quote that it names or created */
  readonly subject_id: string | null
}

export interface AuditLine {
  /** Unique identifier */
  readonly id: string
  /** ISO 8601, UTC, milliseconds */
  readonly at: string
  readonly actor_id: string
  /** Only what people did, or only what keys did */
  readonly actor_kind: "person" | "api_key"
  readonly actor_name: string
  /** The account whose objects it is about; `null`: the service's own */
  readonly account_id: string | null
  /** The client address; `null` where none was recorded */
  readonly address: string | null
  readonly action: string
  readonly subject_id: string
  /** Why; kept in the record */
  readonly reason: string | null
  readonly changes: { readonly [name: string]: string }
}

export interface AdminFeeLine {
  /** The customer's account */
  readonly account_id: string
  /** The account's name today */
  readonly account_name: string | null
  /** The day of the settlements in UTC */
  readonly day: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Payouts that settled */
  readonly count: number
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Cost of the margin, part of the source amount */
  readonly fee_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount: number
}

export interface AdminRefundLine {
  /** The customer's account */
  readonly account_id: string
  /** The account's name today */
  readonly account_name: string | null
  /** `null` for the refund of a whole batch */
  readonly payout_id: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /**
   * When an operator recorded the transaction: the refund is in the report of this time
   */
  readonly sent_at: string
  /** When the transaction was proven to be final; `null` until then */
  readonly confirmed_at: string | null
  /** The state it is in; as a filter, one state */
  readonly status: "sent" | "confirmed"
  /** USDC, at most 6 decimals */
  readonly amount_usdc: number
  /** The address that the refund goes to */
  readonly address: string
  /** The transaction */
  readonly tx_hash: string
  /**
   * Why the payout failed or was reversed; `rows_failed` if rows of the batch failed;
   * `excess_deposit` if more arrived than was needed
   */
  readonly reason: RefundLineReason
  /** The payout's reference, or the batch's name */
  readonly reference: string | null
}

export interface AdminSettlement {
  /** The customer's account */
  readonly account_id: string
  /** The account's name today */
  readonly account_name: string | null
  /** The payout */
  readonly payout_id: string
  /** ISO 8601, UTC, milliseconds */
  readonly settled_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Cost of the margin, part of the source amount */
  readonly fee_usdc: number
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /**
   * Screened; without it a payout is held, unless the provider reports the number's owner
   */
  readonly recipient_name: string | null
  /** Text of your own, at most 128 characters */
  readonly reference: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /** The quote */
  readonly quote_id: string | null
  /** The mobile money provider's reference; null until known */
  readonly provider_reference: string | null
  /** Of a row of a batch, its key in the file */
  readonly idempotency_key: string | null
  /** Transactions of its deposits, with spaces between them; null for a batch's row */
  readonly deposit_tx_hashes: string | null
}

export interface FeeLine {
  /** The day of the settlements in UTC */
  readonly day: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Payouts that settled */
  readonly count: number
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Cost of the margin, part of the source amount */
  readonly fee_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount: number
}

export interface RefundLine {
  /** `null` for the refund of a whole batch */
  readonly payout_id: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /**
   * When an operator recorded the transaction: the refund is in the report of this time
   */
  readonly sent_at: string
  /** When the transaction was proven to be final; `null` until then */
  readonly confirmed_at: string | null
  /** The state it is in; as a filter, one state */
  readonly status: "sent" | "confirmed"
  /** USDC, at most 6 decimals */
  readonly amount_usdc: number
  /** The address that the refund goes to */
  readonly address: string
  /** The transaction */
  readonly tx_hash: string
  /**
   * Why the payout failed or was reversed; `rows_failed` if rows of the batch failed;
   * `excess_deposit` if more arrived than was needed
   */
  readonly reason: RefundLineReason
  /** The payout's reference, or the batch's name */
  readonly reference: string | null
}

export interface Settlement {
  /** The payout */
  readonly payout_id: string
  /** ISO 8601, UTC, milliseconds */
  readonly settled_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Cost of the margin, part of the source amount */
  readonly fee_usdc: number
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /**
   * Screened; without it a payout is held, unless the provider reports the number's owner
   */
  readonly recipient_name: string | null
  /** Text of your own, at most 128 characters */
  readonly reference: string | null
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string | null
  /** The quote */
  readonly quote_id: string | null
  /** The mobile money provider's reference; null until known */
  readonly provider_reference: string | null
  /** Of a row of a batch, its key in the file */
  readonly idempotency_key: string | null
  /** Transactions of its deposits, with spaces between them; null for a batch's row */
  readonly deposit_tx_hashes: string | null
}

export interface Delivery {
  /** Unique identifier */
  readonly id: string
  /** The webhook endpoint */
  readonly endpoint_id: string
  /** The event */
  readonly event_id: string
  /** The event's name */
  readonly event_type: string
  /** The payout */
  readonly payout_id: string | null
  /** Whether it is a requested test */
  readonly test: boolean
  /** The state it is in; as a filter, one state */
  readonly status: DeliveryStatus
  /** The attempts, oldest first */
  readonly attempts: ReadonlyArray<{
    readonly at: string
    readonly status_code: number | null
    readonly latency_ms: number
    readonly error: string | null
    readonly request_headers: { readonly [name: string]: string } | null
    readonly response_headers: { readonly [name: string]: string } | null
    readonly response_body: string | null
  }>
  /** The time of the next attempt; null when there is none */
  readonly next_attempt_at: string | null
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly payload: Event_1
}

export interface Event {
  /** Unique identifier */
  readonly id: string
  /** The event's name */
  readonly type: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: { readonly [name: string]: unknown }
}

export interface WebhookEndpointWithSecret {
  /** Unique identifier */
  readonly id: string
  /** Where events are sent: HTTPS with a valid certificate */
  readonly url: string
  /** Names of events; `*` and `payout.*` are wildcards */
  readonly events: ReadonlyArray<string>
  /** Free text */
  readonly description: string | null
  /** Whether it gets events */
  readonly is_active: boolean
  /** Why the service switched it off, where it did */
  readonly disabled_reason?: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** Signs deliveries; shown this once */
  readonly secret: string
}

export interface WebhookEndpoint {
  /** Unique identifier */
  readonly id: string
  /** Where events are sent: HTTPS with a valid certificate */
  readonly url: string
  /** Names of events; `*` and `payout.*` are wildcards */
  readonly events: ReadonlyArray<string>
  /** Free text */
  readonly description: string | null
  /** Whether it gets events */
  readonly is_active: boolean
  /** Why the service switched it off, where it did */
  readonly disabled_reason?: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
}

export interface ValidatedRecipient {
  /** Whether a payout to it would be taken now */
  readonly is_valid: boolean
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** ISO 3166-1 alpha-2 */
  readonly country: string
  /** ISO 4217 */
  readonly currency: TargetCurrency
  readonly network_status: NetworkStatus
  /** The name registered for the number; null where no provider tells it */
  readonly registered_name: string | null
  /**
   * Whether every word of the given name is in the registered one, in any order; null
   * where either is missing
   */
  readonly is_name_match: boolean | null
  readonly problems: ReadonlyArray<{
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

export interface OwnAccount {
  /** Unique identifier */
  readonly id: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** The customer's e-mail address */
  readonly email: string
  readonly environment: "sandbox" | "production"
  /** The state it is in; as a filter, one state */
  readonly status: "ACTIVE" | "SUSPENDED"
  /**
   * Until it is APPROVED, the account's API keys are refused, and its users can read and
   * manage their team only
   */
  readonly kyc_status: KycStatus
  /** The API key of this request; null for a session of the dashboard */
  readonly key: {
    readonly id: string
    readonly name: string
    readonly scope: Scope
    readonly last4: string
    readonly created_at: string
    readonly expires_at: string | null
    readonly allowed_ips: ReadonlyArray<string> | null
  } | null
  readonly limits: {
    readonly requests_per_minute: number
    readonly quotes_per_minute: number
    readonly bulk_requests_per_minute: number
    readonly quote_min_usdc: number
    readonly quote_max_usdc: number
    readonly quote_ttl_seconds: number
    readonly funding_window_seconds: number
    readonly payouts_per_bulk: number
    readonly payouts_per_batch: number
  }
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
}

export interface Beneficiary {
  /** Unique identifier */
  readonly id: string
  /** The owning account */
  readonly customer_id: string
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** A label of your own */
  readonly nickname: string | null
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly updated_at: string
}

export interface BulkBatch {
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string
  /** As it was named when it was created; null: it has no name */
  readonly name: string | null
  /** The state it is in; as a filter, one state */
  readonly status: BulkBatchStatus
  /** How many there are in all */
  readonly total: number
  /** Payouts that were delivered */
  readonly completed: number
  /** Payouts that ended without delivery */
  readonly failed: number
  /** Payouts that are not final */
  readonly pending: number
  /** USDC of all rows together */
  readonly total_amount_usdc: number
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
   * `funded`; `expired` once the window is over, `cancelled` after that. A batch with
   * pending payouts can be cancelled while it is `awaiting`
   */
  readonly funding_status: BatchFundingStatus
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly updated_at: string
  /** Where the refund goes */
  readonly refund_address?: string
  /** The refund; only where there is one */
  readonly refund?: {
    readonly status: RefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /** The payouts, one object each */
  readonly payouts: ReadonlyArray<{
    readonly payout_id: string
    readonly idempotency_key: string | null
    readonly status: PayoutStatus
    readonly recipient_phone: string
    readonly recipient_name: string | null
    readonly amount_usdc: number
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly network: string
    readonly reference: string | null
    readonly failure_reason?: FailureReason
  }>
}

export interface BulkBatchSummary {
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string
  /** As it was named when it was created; null: it has no name */
  readonly name: string | null
  /** The state it is in; as a filter, one state */
  readonly status: BulkBatchStatus
  /** How many there are in all */
  readonly total: number
  /** Payouts that were delivered */
  readonly completed: number
  /** Payouts that ended without delivery */
  readonly failed: number
  /** Payouts that are not final */
  readonly pending: number
  /** USDC of all rows together */
  readonly total_amount_usdc: number
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
   * `funded`; `expired` once the window is over, `cancelled` after that. A batch with
   * pending payouts can be cancelled while it is `awaiting`
   */
  readonly funding_status: BatchFundingStatus
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly updated_at: string
  /** Where the refund goes */
  readonly refund_address?: string
  /** The refund; only where there is one */
  readonly refund?: {
    readonly status: RefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
}

export interface BulkBatchCreated {
  /** The batch or bulk batch it belongs to */
  readonly batch_id: string
  /** As it was named when it was created; null: it has no name */
  readonly name: string | null
  /** How many payouts it has */
  readonly total_count: number
  /** The state it is in; as a filter, one state */
  readonly status: BulkBatchStatus
  /** USDC of all rows together */
  readonly total_amount_usdc: number
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
   * `funded`; `expired` once the window is over, `cancelled` after that. A batch with
   * pending payouts can be cancelled while it is `awaiting`
   */
  readonly funding_status: BatchFundingStatus
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /**
   * Sandbox: what production would refuse. In a batch, one for each kind, with its first
   * row
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

export interface BatchPayout {
  /** The payout */
  readonly payout_id: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key: string | null
  /** The state it is in; as a filter, one state */
  readonly status: PayoutStatus
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /**
   * Screened; without it a payout is held, unless the provider reports the number's owner
   */
  readonly recipient_name: string | null
  /** USDC, at most 6 decimals */
  readonly amount_usdc: number
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** Cost of the service's margin, USDC; it is part of the source amount */
  readonly fee_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** Text of your own, at most 128 characters */
  readonly reference: string | null
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason
  /**
   * Why it is held, in review, failed or reversed, as a code: that of its event. Of a
   * payout that the service cannot continue right now: `network_unreachable`,
   * `provider_balance_low` or `chain_unreachable`. It then continues automatically, and no
   * event has this reason
   */
  readonly reason?: string
  /** The reason as a sentence for people, which may change */
  readonly reason_message?: string
  /**
   * Since when the service cannot continue the payout. ISO 8601, UTC, milliseconds. Only
   * with `network_unreachable`, `provider_balance_low` and `chain_unreachable`
   */
  readonly reason_since?: string
}

export interface BatchCheck {
  /** Whether creation would accept all rows */
  readonly is_valid: boolean
  /** How many there are in all */
  readonly total: number
  /** USDC of all rows together */
  readonly total_amount_usdc: number
  /** Cost of the service's margin, USDC; it is part of the source amount */
  readonly fee_usdc: number
  /**
   * Totals by currency, of the rows that have nothing wrong with them, with the rate of
   * this moment
   */
  readonly currencies: ReadonlyArray<{
    readonly target_currency: TargetCurrency
    readonly count: number
    readonly amount_usdc: number
    readonly target_amount_fiat: number
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly spread_percent: number
    readonly fee_usdc: number
  }>
  /** Totals by network, of the rows that have nothing wrong with them */
  readonly networks: ReadonlyArray<{
    readonly network: string
    readonly target_currency: TargetCurrency
    readonly count: number
    readonly amount_usdc: number
    readonly target_amount_fiat: number
  }>
  /** Every row that has a price, in the order of the file */
  readonly rows: ReadonlyArray<{
    readonly row: number
    readonly recipient_phone: string
    readonly recipient_name: string | null
    readonly network: string
    readonly amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
  }>
  /**
   * Rows that pay the same amount to the same phone as an earlier row: they are allowed
   */
  readonly duplicates: ReadonlyArray<{
    readonly row: number
    readonly same_as_row: number
  }>
  /**
   * Rows that pay the same amount to the same phone as a payout of the account within the
   * last 14 days which was paid or is not over; of several payouts the newest. Creation
   * accepts them
   */
  readonly paid_before: ReadonlyArray<{
    readonly row: number
    readonly payout_id: string
    readonly batch_id: string | null
    readonly status: PayoutStatus
    readonly created_at: string
  }>
  /** What creation would refuse, row by row; empty when it would accept the rows */
  readonly errors: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
  /**
   * Sandbox: what production would refuse. In a batch, one for each kind, with its first
   * row
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
  /**
   * The batch that these very rows became within 24 hours: submitting them again answers
   * with it and pays no recipient twice; null when the rows are new
   */
  readonly batch_id: string | null
}

export interface BatchCreated {
  /** Unique identifier */
  readonly id: string
  /** As it was named when it was created; null: it has no name */
  readonly name: string | null
  /** The state it is in; as a filter, one state */
  readonly status: BatchStatus
  /** How many there are in all */
  readonly total: number
  /** Payouts that were delivered */
  readonly completed: number
  /** Payouts that ended without delivery */
  readonly failed: number
  /** Payouts that are not final */
  readonly pending: number
  /** USDC of all rows together */
  readonly total_amount_usdc: number
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
   * `funded`; `expired` once the window is over, `cancelled` after that. A batch with
   * pending payouts can be cancelled while it is `awaiting`
   */
  readonly funding_status: BatchFundingStatus
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** Where the refund goes */
  readonly refund_address?: string
  /** The refund; only where there is one */
  readonly refund?: {
    readonly status: RefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Sandbox: what production would refuse. In a batch, one for each kind, with its first
   * row
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

export interface PayoutCreated {
  /** The payout */
  readonly payout_id: string
  /** The state it is in; as a filter, one state */
  readonly status: PayoutStatus
  /** The Ethereum address that the exact amount of USDC must be sent to */
  readonly deposit_address: string
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount_fiat: number
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** Cost of the service's margin, USDC; it is part of the source amount */
  readonly fee_usdc: number
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** For people; in a payout and a batch, the exact amount and the address */
  readonly message: string
  /** USDC that arrived and is final */
  readonly amount_received_usdc: number
  /**
   * USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
   * when nothing is due, and for rows of a batch, which is paid for as a whole
   */
  readonly amount_due_usdc: number
  /** Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds */
  readonly funding_expires_at: string
  /** EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia */
  readonly chain_id: number
  /** Contract of USDC on that chain */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due; null when nothing is due */
  readonly payment_uri: string | null
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /**
   * Sandbox: what production would refuse. In a batch, one for each kind, with its first
   * row
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

export interface Quote {
  /** The quote */
  readonly quote_id: string
  /** Always USDC */
  readonly source_currency: "USDC"
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** USDC to convert */
  readonly source_amount: number
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount: number
  /** Units of the target currency per USDC, margin included */
  readonly exchange_rate: number
  /** The service's margin, a fraction: 0.01 is 1% */
  readonly spread_percent: number
  /** Units of the target currency per USDC, before the margin */
  readonly mid_market_rate: number
  /** Cost of the service's margin, USDC; it is part of the source amount */
  readonly fee_usdc: number
  /** The state it is in; as a filter, one state */
  readonly status: "ACTIVE" | "LOCKED" | "USED" | "EXPIRED"
  /** ISO 8601, UTC, milliseconds */
  readonly expires_at: string
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
}

/** A payout was created */
export interface PayoutCreatedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.created"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "CREATED" | "AWAITING_FUNDS"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason?: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A payout waits for funds: it was created, or its batch has started */
export interface PayoutAwaitingFundsEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.awaiting_funds"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "AWAITING_FUNDS"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason?: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A payout is STABLECOIN_RECEIVED */
export interface PayoutFundsReceivedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.funds_received"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly data: PayoutReceivedData
}

/** A payout is STABLECOIN_RECEIVED */
export interface PayoutStablecoinReceivedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.stablecoin_received"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly data: PayoutReceivedData
}

/** A payout is STABLECOIN_RECEIVED */
export interface PayoutProcessingEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.processing"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly data: PayoutReceivedData
}

/** A payout is COMPLIANCE_HOLD */
export interface PayoutComplianceHoldEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.compliance_hold"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "COMPLIANCE_HOLD"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A payout is PAYOUT_INITIATED */
export interface PayoutInitiatedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.initiated"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly data: PayoutInitiatedData
}

/** A payout is PAYOUT_INITIATED */
export interface PayoutPayoutInitiatedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.payout_initiated"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly data: PayoutInitiatedData
}

/** A payout is PAYOUT_CONFIRMED */
export interface PayoutConfirmedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.confirmed"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "PAYOUT_CONFIRMED"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason?: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A payout is SETTLED */
export interface PayoutSettledEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.settled"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly data: PayoutSettledData
}

/** A payout is SETTLED */
export interface PayoutCompletedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.completed"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  readonly data: PayoutSettledData
}

/** A payout is FAILED */
export interface PayoutFailedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.failed"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "FAILED"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason: FailureReason
    readonly reason: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A payout is REVERSED */
export interface PayoutReversedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.reversed"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "REVERSED"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A payout is MANUAL_REVIEW */
export interface PayoutManualReviewEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.manual_review"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "MANUAL_REVIEW"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A refund of a payout that was not paid is confirmed */
export interface PayoutRefundedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "payout.refunded"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "FAILED" | "REVERSED"
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason?: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund: LatestRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A deposit to a payout or a batch is final */
export interface DepositReceivedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "deposit.received"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly deposit_address: string
    readonly amount_usdc: number
    readonly tx_hash: string
    readonly log_index: number
    readonly block_number: number
    readonly amount_received_usdc: number
    readonly amount_due_usdc: number
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A quote's time ended before it was used */
export interface QuoteExpiredEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "quote.expired"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly quote_id: string
    readonly source_currency: "USDC"
    readonly target_currency: TargetCurrency
    readonly source_amount: number
    readonly target_amount: number
    readonly exchange_rate: number
    readonly spread_percent: number
    readonly status: "EXPIRED"
    readonly expires_at: string
    readonly created_at: string
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** One of the account's webhook endpoints was switched off */
export interface WebhookEndpointDisabledEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "webhook.endpoint_disabled"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly test?: true
    readonly endpoint_id: string
    readonly url: string
    readonly reason: string | null
    readonly disabled_at: string
  }
}

/** Money of a payout or a batch is due back */
export interface RefundDueEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "refund.due"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "due"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
    }
    readonly reason: DataReason
    readonly source_amount_usdc: number
    readonly target_amount_fiat?: number
    readonly target_currency?: TargetCurrency
    readonly exchange_rate?: number
    readonly fee_usdc?: number
    readonly currencies?: ReadonlyArray<CurrencyTotal>
    readonly rows?: ReadonlyArray<BatchEventRow>
    readonly status: PayoutStatus | BatchStatus
    readonly idempotency_key?: string | null
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A refund was sent; the chain has not confirmed it yet */
export interface RefundSentEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "refund.sent"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "sent"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
    }
    readonly reason: DataReason
    readonly source_amount_usdc: number
    readonly target_amount_fiat?: number
    readonly target_currency?: TargetCurrency
    readonly exchange_rate?: number
    readonly fee_usdc?: number
    readonly currencies?: ReadonlyArray<CurrencyTotal>
    readonly rows?: ReadonlyArray<BatchEventRow>
    readonly status: PayoutStatus | BatchStatus
    readonly idempotency_key?: string | null
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A refund arrived: it is final on the chain */
export interface RefundConfirmedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "refund.confirmed"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "confirmed"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
    }
    readonly reason: DataReason
    readonly source_amount_usdc: number
    readonly target_amount_fiat?: number
    readonly target_currency?: TargetCurrency
    readonly exchange_rate?: number
    readonly fee_usdc?: number
    readonly currencies?: ReadonlyArray<CurrencyTotal>
    readonly rows?: ReadonlyArray<BatchEventRow>
    readonly status: PayoutStatus | BatchStatus
    readonly idempotency_key?: string | null
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A refund that was said to be sent was not: the amount is due again */
export interface RefundFailedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "refund.failed"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "failed"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
    }
    readonly reason: DataReason
    readonly source_amount_usdc: number
    readonly target_amount_fiat?: number
    readonly target_currency?: TargetCurrency
    readonly exchange_rate?: number
    readonly fee_usdc?: number
    readonly currencies?: ReadonlyArray<CurrencyTotal>
    readonly rows?: ReadonlyArray<BatchEventRow>
    readonly status: PayoutStatus | BatchStatus
    readonly idempotency_key?: string | null
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A batch or bulk batch has all its funds */
export interface BatchFundedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "batch.funded"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly batch_id: string
    readonly id: string
    readonly kind: "batch" | "bulk"
    readonly name?: string
    readonly status: BatchStatus
    readonly total: number
    readonly completed: number
    readonly failed: number
    readonly pending: number
    readonly total_amount_usdc: number
    readonly amount_received_usdc: number
    readonly fee_usdc: number
    readonly currencies: ReadonlyArray<CurrencyTotal>
    readonly rows?: ReadonlyArray<BatchEventRow>
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** All payouts of a batch or bulk batch are final */
export interface BatchCompletedEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "batch.completed"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly batch_id: string
    readonly id: string
    readonly kind: "batch" | "bulk"
    readonly name?: string
    readonly status: "completed"
    readonly total: number
    readonly completed: number
    readonly failed: number
    readonly pending: number
    readonly total_amount_usdc: number
    readonly amount_received_usdc: number
    readonly fee_usdc: number
    readonly currencies: ReadonlyArray<CurrencyTotal>
    readonly rows?: ReadonlyArray<BatchEventRow>
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A batch or bulk batch was cancelled */
export interface BatchCancelledEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "batch.cancelled"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly batch_id: string
    readonly id: string
    readonly kind: "batch" | "bulk"
    readonly name?: string
    readonly status: "cancelled"
    readonly total: number
    readonly completed: number
    readonly failed: number
    readonly pending: number
    readonly total_amount_usdc: number
    readonly amount_received_usdc: number
    readonly fee_usdc: number
    readonly currencies: ReadonlyArray<CurrencyTotal>
    readonly rows?: ReadonlyArray<BatchEventRow>
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/** A test, sent on request */
export interface WebhookTestEvent {
  /** The same in every attempt; for de-duplication */
  readonly id: string
  /** The event's name */
  readonly type: "webhook.test"
  /** ISO 8601, UTC, milliseconds */
  readonly created_at: string
  /** The objects of this page, or the subject of an event */
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: PayoutStatus
    readonly previous_status: PayoutStatus | null
    readonly sequence: number
    readonly source_amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
    readonly exchange_rate: number
    readonly mid_market_rate: number
    readonly fee_usdc: number
    readonly recipient_phone: string
    readonly network: BatchEventRowNetwork
    readonly provider_reference: string | null
    readonly settled_at: string | null
    readonly batch_id: string | null
    readonly idempotency_key: string | null
    readonly failure_reason?: FailureReason
    readonly reason?: string
    readonly reference?: string
    readonly metadata?: { readonly [name: string]: string }
    readonly refund?: LatestRefund
    readonly test: true
    readonly endpoint_id: string
  }
}

export interface CreateQuoteBody {
  /** USDC to send; of a quote at least 0.01, at most 6 decimals */
  readonly source_amount_usdc?: number | null | undefined
  /** Amount that the recipient gets, in the target currency */
  readonly target_amount?: number | null | undefined
  /** UGX, KES, NGN, GHS or TZS */
  readonly target_currency: TargetCurrency
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | undefined
}

export interface ListQuotesQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /**
   * `-created_at`: from the newest, as without it; `created_at`: from the oldest. A
   * `cursor` is of one order
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: "ACTIVE" | "LOCKED" | "USED" | "EXPIRED" | undefined
}

export interface CreateQuotesBody {
  readonly quotes: ReadonlyArray<{
    readonly source_amount_usdc?: number | null | undefined
    readonly target_amount?: number | null | undefined
    readonly target_currency: TargetCurrency
  }>
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | undefined
}

export interface CreateQuotesResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<Quote>
}

export interface CreatePayoutBody {
  /** The quote */
  readonly quote_id: string
  /** A saved recipient: phone, name and network are taken from it where not given */
  readonly beneficiary_id?: string | null | undefined
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly recipient_phone?: string | null | undefined
  /**
   * Screened; without it a payout is held, unless the provider reports the number's owner
   */
  readonly recipient_name?: string | null | undefined
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network?: string | null | undefined
  /** Text of your own, at most 128 characters */
  readonly reference?: string | null | undefined
  /** At most 20 pairs of text, kept and given back */
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /** Where money goes that is due back; can also be set later */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | undefined
}

export interface ListPayoutsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /**
   * `-created_at`: from the newest, as without it; `created_at`: from the oldest. A
   * `cursor` is of one order
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: PayoutStatus | undefined
  /** The batch or bulk batch it belongs to */
  readonly batch_id?: string | undefined
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network?: string | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_to?: string | undefined
  /** Only those with money to go back that is not proven to have gone */
  readonly refund?: "open" | undefined
}

export interface CreateBatchBody {
  /** The payouts, one object each */
  readonly payouts: ReadonlyArray<{
    readonly phone: string
    readonly network: string
    readonly amount_usdc: number
    readonly name?: string | null | undefined
    readonly idempotency_key: string
    readonly reference?: string | null | undefined
  }>
  /** For people; of a beneficiary the full name */
  readonly name?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBatchesQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /**
   * `-created_at`: from the newest, as without it; `created_at`: from the oldest. A
   * `cursor` is of one order
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: BatchStatus | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_to?: string | undefined
  /** Only those with money to go back that is not proven to have gone */
  readonly refund?: "open" | undefined
}

export interface CheckBatchBody {
  /** The payouts, one object each */
  readonly payouts: ReadonlyArray<{
    readonly phone: string
    readonly network: string
    readonly amount_usdc: number
    readonly name?: string | null | undefined
    readonly idempotency_key: string
    readonly reference?: string | null | undefined
  }>
  /** For people; of a beneficiary the full name */
  readonly name?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBatchPayoutsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: PayoutStatus | undefined
  /** `newest`, the default: the last row first; `file`: the first row first */
  readonly order?: "newest" | "file" | undefined
}

export interface CreateBulkPayoutsBody {
  /** The payouts, one object each */
  readonly payouts: ReadonlyArray<{
    readonly quote_id: string
    readonly recipient_phone: string
    readonly recipient_name?: string | null | undefined
    readonly network: string
    readonly idempotency_key: string
    readonly reference?: string | null | undefined
  }>
  /** For people; of a beneficiary the full name */
  readonly name?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBulkPayoutsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /**
   * `-created_at`: from the newest, as without it; `created_at`: from the oldest. A
   * `cursor` is of one order
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: BulkBatchStatus | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_to?: string | undefined
  /** Only those with money to go back that is not proven to have gone */
  readonly refund?: "open" | undefined
}

export interface CreateBeneficiaryBody {
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** A label of your own */
  readonly nickname?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBeneficiariesQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /**
   * `-created_at`: from the newest, as without it; `created_at`: from the oldest; `name`:
   * by name, without regard to letter case and accents; `-name`: the same from the end. A
   * `cursor` is of one order
   */
  readonly sort?: "-created_at" | "created_at" | "name" | "-name" | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network?: string | undefined
}

export interface UpdateBeneficiaryBody {
  /** For people; of a beneficiary the full name */
  readonly name?: string | null | undefined
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly phone?: string | null | undefined
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network?: string | null | undefined
  /** A label of your own */
  readonly nickname?: string | null | undefined
}

export interface DeleteBeneficiaryResult {
  /** Unique identifier */
  readonly id: string
  /** Always true */
  readonly deleted: true
}

export interface ValidateRecipientBody {
  /** The recipient's number, E.164, such as `+256770000001` */
  readonly phone: string
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network: string
  /** For people; of a beneficiary the full name */
  readonly name?: string | null | undefined
}

export interface CreateWebhookEndpointBody {
  /** Where events are sent: HTTPS with a valid certificate */
  readonly url: string
  /** Names of events; `*` and `payout.*` are wildcards */
  readonly events: ReadonlyArray<string>
  /** Free text */
  readonly description?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListWebhookEndpointsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
}

export interface UpdateWebhookEndpointBody {
  /** Where events are sent: HTTPS with a valid certificate */
  readonly url?: string | null | undefined
  /** Names of events; `*` and `payout.*` are wildcards */
  readonly events?: ReadonlyArray<string> | null | undefined
  /** Free text */
  readonly description?: string | null | undefined
  /** Whether it gets events */
  readonly is_active?: boolean | null | undefined
}

export interface DeleteWebhookEndpointResult {
  /** Unique identifier */
  readonly id: string
  /** Always true */
  readonly deleted: true
}

export interface TestWebhookEndpointBody {
  /** The event's name */
  readonly type?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface TestWebhookEndpointResult {
  /** The event */
  readonly event_id: string
  readonly delivery_id: string
  /** Whether the endpoint answered with 200 to 299 */
  readonly delivered: boolean
  /** The endpoint's HTTP status; null where none came */
  readonly status_code: number | null
  /** Milliseconds until the answer */
  readonly latency_ms: number
  /** A code for machines; in an attempt, what went wrong */
  readonly error: string | null
}

export interface RotateWebhookSecretBody {
  readonly overlap_hours?: number | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListEventsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  /** The event's name */
  readonly type?: string | undefined
  /** The payout */
  readonly payout_id?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_to?: string | undefined
  /** An event's id: only what came after it */
  readonly after?: string | undefined
}

export interface ListDeliveriesQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: DeliveryStatus | undefined
  /** The event's name */
  readonly type?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
}

export interface ResendFailedDeliveriesBody {
  /** ISO 8601 */
  readonly since: string
  /** Whether those that wait for their next attempt are sent now, too */
  readonly pending?: boolean | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ResendFailedDeliveriesResult {
  /** How many are sent again */
  readonly resent: number
  /** How many are left for the next call */
  readonly remaining: number
}

export interface ListSettlementsQuery {
  readonly from: string
  readonly to: string
  readonly format?: "json" | "csv" | undefined
  /** Lines of a page, 1 to 1000; without it, the whole report */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface ListSettlementsResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<Settlement>
  /** The sums of the lines in this response */
  readonly totals: {
    readonly count: number
    readonly source_amount_usdc: number
    readonly fee_usdc: number
    readonly target_amounts: ReadonlyArray<{
      readonly currency: TargetCurrency
      readonly amount: number
    }>
  }
  /** Where the next page begins; null: this page is not full, so it is the last */
  readonly next_cursor: string | null
}

export interface ListReportedRefundsQuery {
  readonly from: string
  readonly to: string
  readonly format?: "json" | "csv" | undefined
  /** Lines of a page, 1 to 1000; without it, the whole report */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface ListReportedRefundsResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<RefundLine>
  /** The sums of the lines in this response */
  readonly totals: {
    readonly count: number
    readonly amount_usdc: number
  }
  /** Where the next page begins; null: this page is not full, so it is the last */
  readonly next_cursor: string | null
}

export interface ListFeesQuery {
  readonly from: string
  readonly to: string
  readonly format?: "json" | "csv" | undefined
}

export interface ListFeesResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<FeeLine>
  /** The sums of the lines in this response */
  readonly totals: {
    readonly count: number
    readonly source_amount_usdc: number
    readonly fee_usdc: number
    readonly target_amounts: ReadonlyArray<{
      readonly currency: TargetCurrency
      readonly amount: number
    }>
  }
}

export interface ListAuditReportQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly format?: "json" | "csv" | undefined
  readonly actor_id?: string | undefined
  /** Only what people did, or only what keys did */
  readonly actor_kind?: "person" | "api_key" | undefined
  readonly subject_id?: string | undefined
  readonly action?: string | undefined
}

export interface ListAuditReportResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<AuditLine>
  /** How many lines the response has */
  readonly totals: {
    readonly count: number
  }
}

export interface ListAdminSettlementsQuery {
  readonly from: string
  readonly to: string
  readonly format?: "json" | "csv" | undefined
  /** Lines of a page, 1 to 1000; without it, the whole report */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
}

export interface ListAdminSettlementsResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<AdminSettlement>
  /** The sums of the lines in this response */
  readonly totals: {
    readonly count: number
    readonly source_amount_usdc: number
    readonly fee_usdc: number
    readonly target_amounts: ReadonlyArray<{
      readonly currency: TargetCurrency
      readonly amount: number
    }>
  }
  /** Where the next page begins; null: this page is not full, so it is the last */
  readonly next_cursor: string | null
}

export interface ListAdminReportedRefundsQuery {
  readonly from: string
  readonly to: string
  readonly format?: "json" | "csv" | undefined
  /** Lines of a page, 1 to 1000; without it, the whole report */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
}

export interface ListAdminReportedRefundsResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<AdminRefundLine>
  /** The sums of the lines in this response */
  readonly totals: {
    readonly count: number
    readonly amount_usdc: number
  }
  /** Where the next page begins; null: this page is not full, so it is the last */
  readonly next_cursor: string | null
}

export interface ListAdminFeesQuery {
  readonly from: string
  readonly to: string
  readonly format?: "json" | "csv" | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
}

export interface ListAdminFeesResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<AdminFeeLine>
  /** The sums of the lines in this response */
  readonly totals: {
    readonly count: number
    readonly source_amount_usdc: number
    readonly fee_usdc: number
    readonly target_amounts: ReadonlyArray<{
      readonly currency: TargetCurrency
      readonly amount: number
    }>
  }
}

export interface ListAdminAuditReportQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly format?: "json" | "csv" | undefined
  readonly actor_id?: string | undefined
  /** Only what people did, or only what keys did */
  readonly actor_kind?: "person" | "api_key" | undefined
  readonly subject_id?: string | undefined
  readonly action?: string | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
}

export interface ListAdminAuditReportResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<AuditLine>
  /** How many lines the response has */
  readonly totals: {
    readonly count: number
  }
}

export interface ListRequestsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  readonly caller_id?: string | undefined
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined
  /** The outcome to reach */
  readonly outcome?: "succeeded" | "failed" | undefined
  readonly subject_id?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_to?: string | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
}

export interface SimulatePayoutBody {
  /** The outcome to reach */
  readonly outcome?: "settle" | "fail" | "expire" | "hold" | "review" | "reverse" | null | undefined
  /** Why it failed; only when it did */
  readonly failure_reason?: FailureReason | null | undefined
  /** A deposit to simulate */
  readonly deposit?:
    | {
        readonly amount_usdc: number
      }
    | null
    | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListNetworksResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<Network>
}

export interface ListRatesResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<Rate>
}

export interface SetPayoutRefundAddressBody {
  /** The address that the refund goes to */
  readonly address: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface SetBatchRefundAddressBody {
  /** The address that the refund goes to */
  readonly address: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface SendPayoutRefundBody {
  /** Why; kept in the record */
  readonly reason: string
  /** The transaction */
  readonly tx_hash: string
  /** Where the refund goes */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface SendBatchRefundBody {
  /** Why; kept in the record */
  readonly reason: string
  /** The transaction */
  readonly tx_hash: string
  /** Where the refund goes */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ReleasePayoutRefundBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ReleaseBatchRefundBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListAuditLogsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly actor_id?: string | undefined
  /** Only what people did, or only what keys did */
  readonly actor_kind?: "person" | "api_key" | undefined
  readonly subject_id?: string | undefined
  readonly action?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface AdminListAuditLogsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly actor_id?: string | undefined
  /** Only what people did, or only what keys did */
  readonly actor_kind?: "person" | "api_key" | undefined
  readonly subject_id?: string | undefined
  readonly action?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
}

export interface CreateAccountBody {
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** The customer's e-mail address */
  readonly email: string
  /**
   * Until it is APPROVED, the account's API keys are refused, and its users can read and
   * manage their team only
   */
  readonly kyc_status?: KycStatus | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListAccountsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
  /**
   * Until it is APPROVED, the account's API keys are refused, and its users can read and
   * manage their team only
   */
  readonly kyc_status?: KycStatus | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: "ACTIVE" | "SUSPENDED" | undefined
}

export interface UpdateAccountBody {
  /**
   * Until it is APPROVED, the account's API keys are refused, and its users can read and
   * manage their team only
   */
  readonly kyc_status?: KycStatus | null | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: "ACTIVE" | "SUSPENDED" | null | undefined
  /** For people; of a beneficiary the full name */
  readonly name?: string | null | undefined
  /** Why; kept in the record */
  readonly reason?: string | null | undefined
}

export interface CreateApiKeyBody {
  /** For people; of a beneficiary the full name */
  readonly name: string
  /**
   * `full`; `read_only`: no writing calls; `payouts`, `webhooks` or `reports`: these
   * alone, and `GET /v1/account`
   */
  readonly scope: Scope
  /** ISO 8601; the end of the quote */
  readonly expires_at?: string | null | undefined
  readonly allowed_ips?: ReadonlyArray<string> | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListApiKeysQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
}

export interface RotateApiKeyBody {
  readonly overlap_hours?: number | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface RevokeApiKeyResult {
  /** Unique identifier */
  readonly id: string
  /** Always true */
  readonly deleted: true
}

export interface AdminListPayoutsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /**
   * `-created_at`: from the newest, as without it; `created_at`: from the oldest. A
   * `cursor` is of one order
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: PayoutStatus | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
  /** The batch or bulk batch it belongs to */
  readonly batch_id?: string | undefined
  /** The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case */
  readonly network?: string | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_to?: string | undefined
  /** `true`: only holds whose money is frozen; `false`: all but those */
  readonly frozen?: "true" | "false" | undefined
  readonly incident?: string | undefined
  /**
   * `open`: only those with money to go back that is not proven to have gone; `sent`: only
   * those with a refund that was sent, with its transaction
   */
  readonly refund?: "open" | "sent" | undefined
}

export interface AdminListBatchesQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /**
   * `-created_at`: from the newest, as without it; `created_at`: from the oldest. A
   * `cursor` is of one order
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: BatchStatus | undefined
  /** Words, each by its beginning, in any order and letter case and without accents */
  readonly search?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_from?: string | undefined
  /** ISO 8601, inclusive */
  readonly created_to?: string | undefined
  /**
   * `open`: only those with money to go back that is not proven to have gone; `sent`: only
   * those with a refund that was sent, with its transaction
   */
  readonly refund?: "open" | "sent" | undefined
  /** Only those that wait for an operator, after repeated defects of the program */
  readonly parked?: "true" | undefined
}

export interface ResumeBatchBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface EarlierDecisionsResult {
  /** The objects of this page, or the subject of an event */
  readonly data: ReadonlyArray<EarlierDecision>
}

export interface ApprovePayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Where money goes that is due back because of this decision */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface RejectPayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Where money goes that is due back because of this decision */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface FreezePayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface UnfreezePayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface RetryPayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Where money goes that is due back because of this decision */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface SettlePayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Where money goes that is due back because of this decision */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
  /** The mobile money provider's reference; null until known */
  readonly provider_reference?: string | null | undefined
}

export interface FailPayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Where money goes that is due back because of this decision */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
  /** Also where the provider has no definite answer yet and may still pay */
  readonly override?: boolean | null | undefined
}

export interface ReversePayoutBody {
  /** Why; kept in the record */
  readonly reason: string
  /** Where money goes that is due back because of this decision */
  readonly refund_address?: string | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
  /** Also where the provider has no definite answer yet and may still pay */
  readonly override?: boolean | null | undefined
}

export interface AdminListDeliveriesQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  /** The state it is in; as a filter, one state */
  readonly status?: DeliveryStatus | undefined
  /** The customer's account */
  readonly account_id?: string | undefined
  /** The payout */
  readonly payout_id?: string | undefined
  /** Without deliveries of test events */
  readonly test?: "false" | undefined
}

export interface CreateOperatorBody {
  /** For people; of a beneficiary the full name */
  readonly name: string
  /** ISO 8601; the end of the quote */
  readonly expires_at?: string | null | undefined
  readonly allowed_ips?: ReadonlyArray<string> | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface ListOperatorsQuery {
  /** Objects on a page, 1 to 100; 20 where not given */
  readonly limit?: number | undefined
  /** Objects before this page */
  readonly offset?: number | undefined
}

export interface RotateOperatorBody {
  readonly overlap_hours?: number | null | undefined
  /** Makes a retry safe for 24 hours: 1 to 128 characters of your own */
  readonly idempotency_key?: string | null | undefined
}

export interface RevokeOperatorResult {
  /** Unique identifier */
  readonly id: string
  /** Always true */
  readonly deleted: true
}

/** Every event that a webhook may deliver, distinguished by `type`. */
export type WebhookEvent =
  | PayoutCreatedEvent
  | PayoutAwaitingFundsEvent
  | PayoutFundsReceivedEvent
  | PayoutStablecoinReceivedEvent
  | PayoutProcessingEvent
  | PayoutComplianceHoldEvent
  | PayoutInitiatedEvent
  | PayoutPayoutInitiatedEvent
  | PayoutConfirmedEvent
  | PayoutSettledEvent
  | PayoutCompletedEvent
  | PayoutFailedEvent
  | PayoutReversedEvent
  | PayoutManualReviewEvent
  | PayoutRefundedEvent
  | DepositReceivedEvent
  | QuoteExpiredEvent
  | WebhookEndpointDisabledEvent
  | RefundDueEvent
  | RefundSentEvent
  | RefundConfirmedEvent
  | RefundFailedEvent
  | BatchFundedEvent
  | BatchCompletedEvent
  | BatchCancelledEvent
  | WebhookTestEvent

/** Every operation; a subclass sends it. */
export abstract class Operations {
  protected abstract call<A>(request: Request, options?: CallOptions): Call<A>
  /** Every item of a list, page by page. */
  protected abstract all<A>(
    request: Request,
    idOf: (item: A) => unknown,
    options?: CallOptions
  ): AsyncGenerator<A, void, undefined>

  readonly quotes = {
    /**
     * Lock a rate
     * Exactly one of source_amount_usdc and target_amount. The rate holds until
     * `expires_at`.
     * POST /v1/quotes
     */
    create: (body: CreateQuoteBody, options?: CallOptions) =>
      this.call<Quote>({ method: "POST", path: path`/v1/quotes`, body }, options),
    /**
     * List quotes, newest first
     * Every quote of the account, whatever became of it.
     * GET /v1/quotes
     */
    list: (query?: ListQuotesQuery, options?: CallOptions) =>
      this.call<Page<Quote>>(
        { method: "GET", path: path`/v1/quotes`, query: { ...query } },
        options
      ),
    /**
     * List quotes, newest first
     * Every quote of the account, whatever became of it.
     * GET /v1/quotes, page by page
     */
    all: (query?: ListQuotesQuery, options?: CallOptions) =>
      this.all<Quote>(
        { method: "GET", path: path`/v1/quotes`, query: { ...query } },
        (each) => each.quote_id,
        options
      ),
    /**
     * Lock up to 100 rates at once
     * All or none, in the order given, as one request of the limit of bulk requests: for
     * `POST /v1/payouts/bulk`, which takes as many payouts.
     * POST /v1/quotes/bulk
     */
    bulk: (body: CreateQuotesBody, options?: CallOptions) =>
      this.call<CreateQuotesResult>({ method: "POST", path: path`/v1/quotes/bulk`, body }, options),
    /**
     * Get a quote with its current status
     * ACTIVE until its end, LOCKED by its payout, USED once that is on its way.
     * GET /v1/quotes/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Quote>({ method: "GET", path: path`/v1/quotes/${id}` }, options)
  }

  readonly payouts = {
    /**
     * Create a payout against an ACTIVE quote
     * Answers with the address that the exact USDC amount must be sent to.
     * POST /v1/payouts
     */
    create: (body: CreatePayoutBody, options?: CallOptions) =>
      this.call<PayoutCreated>({ method: "POST", path: path`/v1/payouts`, body }, options),
    /**
     * List payouts, newest first
     * A list read after a write shows that write.
     * GET /v1/payouts
     */
    list: (query?: ListPayoutsQuery, options?: CallOptions) =>
      this.call<Page<Payout>>(
        { method: "GET", path: path`/v1/payouts`, query: { ...query } },
        options
      ),
    /**
     * List payouts, newest first
     * A list read after a write shows that write.
     * GET /v1/payouts, page by page
     */
    all: (query?: ListPayoutsQuery, options?: CallOptions) =>
      this.all<Payout>(
        { method: "GET", path: path`/v1/payouts`, query: { ...query } },
        (each) => each.payout_id,
        options
      ),
    /**
     * Get a payout with its timeline
     * With every state it has been in. SETTLED, FAILED and REVERSED are final.
     * GET /v1/payouts/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Payout>({ method: "GET", path: path`/v1/payouts/${id}` }, options),
    /**
     * Cancel a payout before its funds arrive
     * Possible until funds arrive; the payout ends as FAILED with the reason `cancelled`.
     * POST /v1/payouts/{id}/cancel
     */
    cancel: (id: string, options?: CallOptions) =>
      this.call<Payout>({ method: "POST", path: path`/v1/payouts/${id}/cancel` }, options),
    /**
     * Set the address of a payout's refund
     * It is screened first. It holds for whatever is due back and not sent yet, now or
     * later.
     * POST /v1/payouts/{id}/refund-address
     */
    refundAddress: (id: string, body: SetPayoutRefundAddressBody, options?: CallOptions) =>
      this.call<Payout>(
        { method: "POST", path: path`/v1/payouts/${id}/refund-address`, body },
        options
      ),
    bulk: {
      /**
       * Create up to 100 payouts, each against a quote of its own
       * All are created, or none. One transfer of the total funds them.
       * POST /v1/payouts/bulk
       */
      create: (body: CreateBulkPayoutsBody, options?: CallOptions) =>
        this.call<BulkBatchCreated>(
          { method: "POST", path: path`/v1/payouts/bulk`, body },
          options
        ),
      /**
       * List bulk batches, newest first
       * Newest first.
       * GET /v1/payouts/bulk
       */
      list: (query?: ListBulkPayoutsQuery, options?: CallOptions) =>
        this.call<Page<BulkBatchSummary>>(
          { method: "GET", path: path`/v1/payouts/bulk`, query: { ...query } },
          options
        ),
      /**
       * List bulk batches, newest first
       * Newest first.
       * GET /v1/payouts/bulk, page by page
       */
      all: (query?: ListBulkPayoutsQuery, options?: CallOptions) =>
        this.all<BulkBatchSummary>(
          { method: "GET", path: path`/v1/payouts/bulk`, query: { ...query } },
          (each) => each.batch_id,
          options
        ),
      /**
       * Get a bulk batch with its payouts
       * Counts what is completed, failed and pending, and lists the payouts.
       * GET /v1/payouts/bulk/{batch_id}
       */
      get: (batchId: string, options?: CallOptions) =>
        this.call<BulkBatch>({ method: "GET", path: path`/v1/payouts/bulk/${batchId}` }, options)
    }
  }

  readonly batches = {
    /**
     * Submit up to 1,000 payouts, as JSON or as a CSV file
     * All rows are accepted, or none: every bad row is named. One transfer of the total
     * funds them.
     * POST /v1/batches
     */
    create: (body: CreateBatchBody, options?: CallOptions) =>
      this.call<BatchCreated>({ method: "POST", path: path`/v1/batches`, body }, options),
    /**
     * Submit up to 1,000 payouts, as JSON or as a CSV file
     * All rows are accepted, or none: every bad row is named. One transfer of the total
     * funds them.
     * POST /v1/batches
     */
    submitCsv: (csv: Csv, options?: CallOptions & CsvFields) =>
      this.call<BatchCreated>(
        { method: "POST", path: path`/v1/batches`, body: form(csv, options) },
        options
      ),
    /**
     * List batches, newest first
     * Newest first.
     * GET /v1/batches
     */
    list: (query?: ListBatchesQuery, options?: CallOptions) =>
      this.call<Page<Batch>>(
        { method: "GET", path: path`/v1/batches`, query: { ...query } },
        options
      ),
    /**
     * List batches, newest first
     * Newest first.
     * GET /v1/batches, page by page
     */
    all: (query?: ListBatchesQuery, options?: CallOptions) =>
      this.all<Batch>(
        { method: "GET", path: path`/v1/batches`, query: { ...query } },
        (each) => each.id,
        options
      ),
    /**
     * Check rows before they are submitted, as JSON or as a CSV file
     * Takes what creation takes and creates nothing: says what is wrong with each row, what
     * all would pay at the rates of this moment, and which rows pay the same amount to the
     * same phone as another row or as a payout of the last 14 days.
     * POST /v1/batches/check
     */
    check: (body: CheckBatchBody, options?: CallOptions) =>
      this.call<BatchCheck>({ method: "POST", path: path`/v1/batches/check`, body }, options),
    /**
     * Check rows before they are submitted, as JSON or as a CSV file
     * Takes what creation takes and creates nothing: says what is wrong with each row, what
     * all would pay at the rates of this moment, and which rows pay the same amount to the
     * same phone as another row or as a payout of the last 14 days.
     * POST /v1/batches/check
     */
    checkCsv: (csv: Csv, options?: CallOptions) =>
      this.call<BatchCheck>(
        { method: "POST", path: path`/v1/batches/check`, body: form(csv) },
        options
      ),
    /**
     * Get a batch with its counters
     * Total = completed + failed + pending, at every moment.
     * GET /v1/batches/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Batch>({ method: "GET", path: path`/v1/batches/${id}` }, options),
    /**
     * Cancel a batch before its funds arrive
     * Stops the rows that are not funded yet.
     * POST /v1/batches/{id}/cancel
     */
    cancel: (id: string, options?: CallOptions) =>
      this.call<Batch>({ method: "POST", path: path`/v1/batches/${id}/cancel` }, options),
    /**
     * Set the address of the refund of a batch or bulk batch
     * It is screened first. It holds for whatever is due back and not sent yet, now or
     * later.
     * POST /v1/batches/{id}/refund-address
     */
    refundAddress: (id: string, body: SetBatchRefundAddressBody, options?: CallOptions) =>
      this.call<Batch>(
        { method: "POST", path: path`/v1/batches/${id}/refund-address`, body },
        options
      ),
    payouts: {
      /**
       * List a batch's payouts, the last row first
       * One entry for each row, in the order of their creation.
       * GET /v1/batches/{id}/payouts
       */
      list: (id: string, query?: ListBatchPayoutsQuery, options?: CallOptions) =>
        this.call<Page<BatchPayout>>(
          { method: "GET", path: path`/v1/batches/${id}/payouts`, query: { ...query } },
          options
        ),
      /**
       * List a batch's payouts, the last row first
       * One entry for each row, in the order of their creation.
       * GET /v1/batches/{id}/payouts, page by page
       */
      all: (id: string, query?: ListBatchPayoutsQuery, options?: CallOptions) =>
        this.all<BatchPayout>(
          { method: "GET", path: path`/v1/batches/${id}/payouts`, query: { ...query } },
          (each) => each.payout_id,
          options
        )
    }
  }

  readonly beneficiaries = {
    /**
     * Save a recipient
     * A payout may then name the beneficiary in place of phone, name and network.
     * POST /v1/beneficiaries
     */
    create: (body: CreateBeneficiaryBody, options?: CallOptions) =>
      this.call<Beneficiary>({ method: "POST", path: path`/v1/beneficiaries`, body }, options),
    /**
     * List and search beneficiaries, newest first
     * `search` finds every word by its beginning, in name, phone and nickname, in any order
     * and letter case and without accents; digits anywhere in the phone. An empty one finds
     * all.
     * GET /v1/beneficiaries
     */
    list: (query?: ListBeneficiariesQuery, options?: CallOptions) =>
      this.call<Page<Beneficiary>>(
        { method: "GET", path: path`/v1/beneficiaries`, query: { ...query } },
        options
      ),
    /**
     * List and search beneficiaries, newest first
     * `search` finds every word by its beginning, in name, phone and nickname, in any order
     * and letter case and without accents; digits anywhere in the phone. An empty one finds
     * all.
     * GET /v1/beneficiaries, page by page
     */
    all: (query?: ListBeneficiariesQuery, options?: CallOptions) =>
      this.all<Beneficiary>(
        { method: "GET", path: path`/v1/beneficiaries`, query: { ...query } },
        (each) => each.id,
        options
      ),
    /**
     * Get a beneficiary
     * A saved recipient of this account.
     * GET /v1/beneficiaries/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Beneficiary>({ method: "GET", path: path`/v1/beneficiaries/${id}` }, options),
    /**
     * Change what is given, keep the rest
     * A `nickname` of null takes it away. Payouts made before are not changed.
     * PATCH /v1/beneficiaries/{id}
     */
    update: (id: string, body: UpdateBeneficiaryBody, options?: CallOptions) =>
      this.call<Beneficiary>(
        { method: "PATCH", path: path`/v1/beneficiaries/${id}`, body },
        options
      ),
    /**
     * Delete a beneficiary; payouts made to it are not changed
     * For good. Payouts that were made to it stay as they are.
     * DELETE /v1/beneficiaries/{id}
     */
    delete: (id: string, options?: CallOptions) =>
      this.call<DeleteBeneficiaryResult>(
        { method: "DELETE", path: path`/v1/beneficiaries/${id}` },
        options
      )
  }

  readonly account = {
    /**
     * The account, key, environment and limits of the caller
     * What a request with this key may do, and how often.
     * GET /v1/account
     */
    list: (options?: CallOptions) =>
      this.call<OwnAccount>({ method: "GET", path: path`/v1/account` }, options)
  }

  readonly recipients = {
    /**
     * Check a recipient before paying
     * Whether the number fits the network's country, whether the network is up, and the name
     * registered for the number where a provider tells it. Creates nothing.
     * POST /v1/recipients/validate
     */
    validate: (body: ValidateRecipientBody, options?: CallOptions) =>
      this.call<ValidatedRecipient>(
        { method: "POST", path: path`/v1/recipients/validate`, body },
        options
      )
  }

  readonly webhooks = {
    endpoints: {
      /**
       * Register an endpoint; shows its secret once
       * Events go to the URL from now on, signed with the secret, which is shown this once.
       * POST /v1/webhooks/endpoints
       */
      create: (body: CreateWebhookEndpointBody, options?: CallOptions) =>
        this.call<WebhookEndpointWithSecret>(
          { method: "POST", path: path`/v1/webhooks/endpoints`, body },
          options
        ),
      /**
       * List endpoints, newest first
       * Secrets are not shown.
       * GET /v1/webhooks/endpoints
       */
      list: (query?: ListWebhookEndpointsQuery, options?: CallOptions) =>
        this.call<Page<WebhookEndpoint>>(
          { method: "GET", path: path`/v1/webhooks/endpoints`, query: { ...query } },
          options
        ),
      /**
       * List endpoints, newest first
       * Secrets are not shown.
       * GET /v1/webhooks/endpoints, page by page
       */
      all: (query?: ListWebhookEndpointsQuery, options?: CallOptions) =>
        this.all<WebhookEndpoint>(
          { method: "GET", path: path`/v1/webhooks/endpoints`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Get an endpoint
       * The secret is not shown.
       * GET /v1/webhooks/endpoints/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<WebhookEndpoint>(
          { method: "GET", path: path`/v1/webhooks/endpoints/${id}` },
          options
        ),
      /**
       * Change what is given, keep the rest
       * An endpoint with `is_active` false gets nothing.
       * PUT /v1/webhooks/endpoints/{id}
       */
      update: (id: string, body: UpdateWebhookEndpointBody, options?: CallOptions) =>
        this.call<WebhookEndpoint>(
          { method: "PUT", path: path`/v1/webhooks/endpoints/${id}`, body },
          options
        ),
      /**
       * Delete an endpoint; pending deliveries end
       * Deliveries that were pending end at once.
       * DELETE /v1/webhooks/endpoints/{id}
       */
      delete: (id: string, options?: CallOptions) =>
        this.call<DeleteWebhookEndpointResult>(
          { method: "DELETE", path: path`/v1/webhooks/endpoints/${id}` },
          options
        ),
      /**
       * Send a test event at once and say how it went
       * Sends `webhook.test`, or the event named in `type` as it would be now, with made-up
       * values.
       * POST /v1/webhooks/endpoints/{id}/test
       */
      test: (id: string, body?: TestWebhookEndpointBody, options?: CallOptions) =>
        this.call<TestWebhookEndpointResult>(
          { method: "POST", path: path`/v1/webhooks/endpoints/${id}/test`, body },
          options
        ),
      /**
       * New secret; the old one signs along for 24 hours, or fewer
       * During the overlap `webhook-signature` has the signatures of both secrets, and
       * `X-Service-Signature` is still the old secret's. With `overlap_hours` 0 the old secret
       * ends at once.
       * POST /v1/webhooks/endpoints/{id}/rotate-secret
       */
      rotateSecret: (id: string, body?: RotateWebhookSecretBody, options?: CallOptions) =>
        this.call<WebhookEndpointWithSecret>(
          { method: "POST", path: path`/v1/webhooks/endpoints/${id}/rotate-secret`, body },
          options
        ),
      /**
       * Make all failed deliveries of events since a time again
       * Up to 1,000 a call; `remaining` says how many are left for the next.
       * POST /v1/webhooks/endpoints/{id}/resend-failed
       */
      resendFailed: (id: string, body: ResendFailedDeliveriesBody, options?: CallOptions) =>
        this.call<ResendFailedDeliveriesResult>(
          { method: "POST", path: path`/v1/webhooks/endpoints/${id}/resend-failed`, body },
          options
        ),
      deliveries: {
        /**
         * List an endpoint's deliveries with their attempts, newest first
         * What was sent to the endpoint and how each attempt went; rows of a batch are left out
         * of the payload.
         * GET /v1/webhooks/endpoints/{id}/deliveries
         */
        list: (id: string, query?: ListDeliveriesQuery, options?: CallOptions) =>
          this.call<Page<Delivery>>(
            {
              method: "GET",
              path: path`/v1/webhooks/endpoints/${id}/deliveries`,
              query: { ...query }
            },
            options
          ),
        /**
         * List an endpoint's deliveries with their attempts, newest first
         * What was sent to the endpoint and how each attempt went; rows of a batch are left out
         * of the payload.
         * GET /v1/webhooks/endpoints/{id}/deliveries, page by page
         */
        all: (id: string, query?: ListDeliveriesQuery, options?: CallOptions) =>
          this.all<Delivery>(
            {
              method: "GET",
              path: path`/v1/webhooks/endpoints/${id}/deliveries`,
              query: { ...query }
            },
            (each) => each.id,
            options
          )
      }
    },
    deliveries: {
      /**
       * Get a delivery with its attempts
       * One event to one endpoint.
       * GET /v1/webhooks/deliveries/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<Delivery>({ method: "GET", path: path`/v1/webhooks/deliveries/${id}` }, options),
      /**
       * Make a delivery again, or a pending one now
       * 409 while its endpoint is switched off, and after that was deleted.
       * POST /v1/webhooks/deliveries/{id}/resend
       */
      resend: (id: string, options?: CallOptions) =>
        this.call<Delivery>(
          { method: "POST", path: path`/v1/webhooks/deliveries/${id}/resend` },
          options
        )
    }
  }

  readonly events = {
    /**
     * List events, newest first
     * All events of the registration set, and those of other sets that an endpoint
     * subscribed to. With `after`, the id of an event, those that came after it, oldest
     * first: to follow them without a gap. Events of batches and refunds are shown without
     * `rows`: get the event for them.
     * GET /v1/events
     */
    list: (query?: ListEventsQuery, options?: CallOptions) =>
      this.call<Page<Event>>(
        { method: "GET", path: path`/v1/events`, query: { ...query } },
        options
      ),
    /**
     * List events, newest first
     * All events of the registration set, and those of other sets that an endpoint
     * subscribed to. With `after`, the id of an event, those that came after it, oldest
     * first: to follow them without a gap. Events of batches and refunds are shown without
     * `rows`: get the event for them.
     * GET /v1/events, page by page
     */
    all: (query?: ListEventsQuery, options?: CallOptions) =>
      this.all<Event>(
        { method: "GET", path: path`/v1/events`, query: { ...query } },
        (each) => each.id,
        options
      ),
    /**
     * Get an event
     * The same envelope that is delivered, rows of a batch included.
     * GET /v1/events/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Event>({ method: "GET", path: path`/v1/events/${id}` }, options)
  }

  readonly reports = {
    settlements: {
      /**
       * Settled payouts of a time, one line for each
       * Payouts that settled at `from` or later and before `to`, newest creation first, as
       * JSON or, with `format=csv`, as a file. Without `limit` and `cursor` the answer is the
       * whole report, of any length, sent as it is read; a `to` in the future stands for the
       * moment of the request. A connection that ends before the answer does has sent a part:
       * ask again. An account has 4 such answers at once; more get 503. With `limit` or
       * `cursor` it is one page, of 1000 lines at most; the next begins at `next_cursor`, of a
       * file at the header `X-Next-Cursor`. `totals` are those of the page then; a file has
       * none.
       * GET /v1/reports/settlements
       */
      list: (query: ListSettlementsQuery, options?: CallOptions) =>
        this.call<ListSettlementsResult>(
          { method: "GET", path: path`/v1/reports/settlements`, query: { ...query } },
          options
        )
    },
    refunds: {
      /**
       * Refunds sent in a period, one line for each
       * Refunds that were sent at `from` or later and before `to`: those of payouts, and then
       * those of whole batches, newest creation first, as JSON or, with `format=csv`, as a
       * file. A refund that is confirmed later stays in the period in which it was sent.
       * Without `limit` and `cursor` the answer is the whole report, of any length, sent as it
       * is read; a `to` in the future stands for the moment of the request. A connection that
       * ends before the answer does has sent a part: ask again. An account has 4 such answers
       * at once; more get 503. With `limit` or `cursor` it is one page, which looks at so many
       * payouts and batches with a refund and may have fewer lines; read on until
       * `next_cursor` is null, of a file until there is no header `X-Next-Cursor`. `totals`
       * are those of the page then; a file has none.
       * GET /v1/reports/refunds
       */
      list: (query: ListReportedRefundsQuery, options?: CallOptions) =>
        this.call<ListReportedRefundsResult>(
          { method: "GET", path: path`/v1/reports/refunds`, query: { ...query } },
          options
        )
    },
    fees: {
      /**
       * Fees of a period, by day, network and currency
       * Sums of the payouts that settled at `from` or later and before `to`, by the day in
       * UTC, network and currency, newest day first, as JSON or, with `format=csv`, as a file.
       * A period has at most 366 days. A `to` in the future stands for the moment of the
       * request. The sums equal those of the settlement report of the same period. An account
       * has 4 such answers at once; more get 503.
       * GET /v1/reports/fees
       */
      list: (query: ListFeesQuery, options?: CallOptions) =>
        this.call<ListFeesResult>(
          { method: "GET", path: path`/v1/reports/fees`, query: { ...query } },
          options
        )
    },
    auditLog: {
      /**
       * The audit log of the account, whole
       * Every change by a person or a key, and every sign-in, at `from` or later and before
       * `to`, newest first, as JSON or, with `format=csv`, as a file. Without `from` it begins
       * with the first, without `to` it ends with the request. The answer is whole, of any
       * length, sent as it is read; a connection that ends before the answer does has sent a
       * part: ask again. An account has 4 such answers at once; more get 503.
       * GET /v1/reports/audit-log
       */
      list: (query?: ListAuditReportQuery, options?: CallOptions) =>
        this.call<ListAuditReportResult>(
          { method: "GET", path: path`/v1/reports/audit-log`, query: { ...query } },
          options
        )
    }
  }

  readonly admin = {
    reports: {
      settlements: {
        /**
         * Settled payouts of a period, of one account or of all accounts
         * Payouts that settled at `from` or later and before `to`, newest creation first, as
         * JSON or, with `format=csv`, as a file. Each line has its account. The lines of all
         * accounts come partition by partition, so that only those of one account are in order.
         * Without `limit` and `cursor` the answer is the whole report, of any length, sent as it
         * is read; a `to` in the future stands for the moment of the request. A connection that
         * ends before the answer does has sent a part: ask again. A caller has 4 such answers at
         * once; more get 503. With `limit` or `cursor` it is one page, of 1000 lines at most;
         * the next begins at `next_cursor`, of a file at the header `X-Next-Cursor`. `totals`
         * are those of the page then; a file has none.
         * GET /admin/v1/reports/settlements
         */
        list: (query: ListAdminSettlementsQuery, options?: CallOptions) =>
          this.call<ListAdminSettlementsResult>(
            { method: "GET", path: path`/admin/v1/reports/settlements`, query: { ...query } },
            options
          )
      },
      refunds: {
        /**
         * Refunds sent in a period, of one account or of all accounts
         * Refunds that were sent at `from` or later and before `to`: those of payouts, and then
         * those of whole batches, newest creation first, as JSON or, with `format=csv`, as a
         * file. A refund that is confirmed later stays in the period in which it was sent. Each
         * line has its account. The lines of all accounts come partition by partition, so that
         * only those of one account are in order. Without `limit` and `cursor` the answer is the
         * whole report, of any length, sent as it is read; a `to` in the future stands for the
         * moment of the request. A connection that ends before the answer does has sent a part:
         * ask again. A caller has 4 such answers at once; more get 503. With `limit` or `cursor`
         * it is one page, which looks at so many payouts and batches with a refund and may have
         * fewer lines; read on until `next_cursor` is null, of a file until there is no header
         * `X-Next-Cursor`. `totals` are those of the page then; a file has none.
         * GET /admin/v1/reports/refunds
         */
        list: (query: ListAdminReportedRefundsQuery, options?: CallOptions) =>
          this.call<ListAdminReportedRefundsResult>(
            { method: "GET", path: path`/admin/v1/reports/refunds`, query: { ...query } },
            options
          )
      },
      fees: {
        /**
         * Fees of a period, of one account or of all accounts
         * Sums of the payouts that settled at `from` or later and before `to`, by the day in
         * UTC, network and currency, newest day first, as JSON or, with `format=csv`, as a file.
         * A period has at most 366 days. A `to` in the future stands for the moment of the
         * request. The sums equal those of the settlement report of the same period. Each line
         * has its account. The accounts come one after the other. A caller has 4 such answers at
         * once; more get 503.
         * GET /admin/v1/reports/fees
         */
        list: (query: ListAdminFeesQuery, options?: CallOptions) =>
          this.call<ListAdminFeesResult>(
            { method: "GET", path: path`/admin/v1/reports/fees`, query: { ...query } },
            options
          )
      },
      auditLog: {
        /**
         * The audit log of one account or of all accounts, whole
         * Every change by a person or a key, and every sign-in, at `from` or later and before
         * `to`, newest first, as JSON or, with `format=csv`, as a file. Without `from` it begins
         * with the first, without `to` it ends with the request. The answer is whole, of any
         * length, sent as it is read; a connection that ends before the answer does has sent a
         * part: ask again. `account_id` finds what the account did and what the staff decided
         * about what is its own. A caller has 4 such answers at once; more get 503.
         * GET /admin/v1/reports/audit-log
         */
        list: (query?: ListAdminAuditReportQuery, options?: CallOptions) =>
          this.call<ListAdminAuditReportResult>(
            { method: "GET", path: path`/admin/v1/reports/audit-log`, query: { ...query } },
            options
          )
      }
    },
    payouts: {
      /**
       * Record the transaction that sent a refund
       * The transaction is looked at on the chain: it must send exactly the amount that is due
       * to the refund's address. The refund is `sent` now, and `confirmed` once the
       * transaction is final. It needs as many people as release a hold: until enough have
       * named the same transaction, nothing is recorded but a `pending_action`.
       * POST /admin/v1/payouts/{id}/refund
       */
      refund: (id: string, body: SendPayoutRefundBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/refund`, body },
          options
        ),
      /**
       * Release a refund that is held
       * A refund is `held` when screening flags the sender of the money, gives no answer, or
       * found that an earlier refund went to a listed address. Released, it can be sent.
       * POST /admin/v1/payouts/{id}/release-refund
       */
      releaseRefund: (id: string, body: ReleasePayoutRefundBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/release-refund`, body },
          options
        ),
      /**
       * List payouts of all accounts, newest first
       * Payouts of all accounts: what waits for a person is in COMPLIANCE_HOLD or
       * MANUAL_REVIEW.
       * GET /admin/v1/payouts
       */
      list: (query?: AdminListPayoutsQuery, options?: CallOptions) =>
        this.call<Page<AdminPayout>>(
          { method: "GET", path: path`/admin/v1/payouts`, query: { ...query } },
          options
        ),
      /**
       * List payouts of all accounts, newest first
       * Payouts of all accounts: what waits for a person is in COMPLIANCE_HOLD or
       * MANUAL_REVIEW.
       * GET /admin/v1/payouts, page by page
       */
      all: (query?: AdminListPayoutsQuery, options?: CallOptions) =>
        this.all<AdminPayout>(
          { method: "GET", path: path`/admin/v1/payouts`, query: { ...query } },
          (each) => each.payout_id,
          options
        ),
      /**
       * Get a payout of any account, with why it is held or reviewed
       * A payout of any account, with what an operator must know to decide.
       * GET /admin/v1/payouts/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<AdminPayout>({ method: "GET", path: path`/admin/v1/payouts/${id}` }, options),
      /**
       * Release a compliance hold
       * Releases a payout from COMPLIANCE_HOLD; where two people must approve it, with the
       * second.
       * POST /admin/v1/payouts/{id}/approve
       */
      approve: (id: string, body: ApprovePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/approve`, body },
          options
        ),
      /**
       * Reject a held payout: it is reversed, and a refund opened
       * Ends a payout in COMPLIANCE_HOLD as REVERSED and opens its refund.
       * POST /admin/v1/payouts/{id}/reject
       */
      reject: (id: string, body: RejectPayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/reject`, body },
          options
        ),
      /**
       * Freeze the money of a held payout
       * For property that must be blocked and not given back. The payout stays COMPLIANCE_HOLD
       * and shows `frozen`; its money is in an account of its own, what arrives later joins
       * it, and everything that would move it is 409 INVALID_STATE until it is unfrozen. It
       * moves no money, so one person is enough. Approvals given before are void.
       * POST /admin/v1/payouts/{id}/freeze
       */
      freeze: (id: string, body: FreezePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/freeze`, body },
          options
        ),
      /**
       * Unfreeze a payout: it is a hold again, to approve or reject
       * It needs as many people as release a hold: until enough have sent the same request,
       * with the same parameters, the payout stays as it is and shows a `pending_action`. A
       * request that differs replaces it and starts the count again.
       * POST /admin/v1/payouts/{id}/unfreeze
       */
      unfreeze: (id: string, body: UnfreezePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/unfreeze`, body },
          options
        ),
      /**
       * Try a payout in manual review again
       * Sends a payout in MANUAL_REVIEW on its way again.
       * POST /admin/v1/payouts/{id}/retry
       */
      retry: (id: string, body: RetryPayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/retry`, body },
          options
        ),
      /**
       * Say that a payout in manual review was delivered
       * It needs as many people as release a hold: until enough have sent the same request,
       * with the same parameters, the payout stays as it is and shows a `pending_action`. A
       * request that differs replaces it and starts the count again.
       * POST /admin/v1/payouts/{id}/settle
       */
      settle: (id: string, body: SettlePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/settle`, body },
          options
        ),
      /**
       * Say that a payout in manual review failed: a refund is opened
       * `override` needs as many people as release a hold: until enough have sent the same
       * request, with the same parameters, the payout stays as it is and shows a
       * `pending_action`. A request that differs replaces it and starts the count again.
       * POST /admin/v1/payouts/{id}/fail
       */
      fail: (id: string, body: FailPayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/fail`, body },
          options
        ),
      /**
       * Reverse a payout in manual review: a refund is opened
       * `override` needs as many people as release a hold: until enough have sent the same
       * request, with the same parameters, the payout stays as it is and shows a
       * `pending_action`. A request that differs replaces it and starts the count again.
       * POST /admin/v1/payouts/{id}/reverse
       */
      reverse: (id: string, body: ReversePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/reverse`, body },
          options
        ),
      earlierDecisions: {
        /**
         * List what staff decided about payouts like this one
         * Approvals, rejections and freezes of other held payouts to the same phone, to the same
         * name or with the same list entry. Of all accounts, newest first, at most 10.
         * GET /admin/v1/payouts/{id}/earlier-decisions
         */
        list: (id: string, options?: CallOptions) =>
          this.call<EarlierDecisionsResult>(
            { method: "GET", path: path`/admin/v1/payouts/${id}/earlier-decisions` },
            options
          )
      }
    },
    batches: {
      /**
       * Record the transaction that sent a batch's refund
       * The transaction is looked at on the chain: it must send exactly the amount that is due
       * to the refund's address. The refund is `sent` now, and `confirmed` once the
       * transaction is final. It needs as many people as release a hold: until enough have
       * named the same transaction, nothing is recorded but a `pending_action`.
       * POST /admin/v1/batches/{id}/refund
       */
      refund: (id: string, body: SendBatchRefundBody, options?: CallOptions) =>
        this.call<AdminBatch>(
          { method: "POST", path: path`/admin/v1/batches/${id}/refund`, body },
          options
        ),
      /**
       * Release a batch's refund that is held
       * A refund is `held` when screening flags the sender of the money, gives no answer, or
       * found that an earlier refund went to a listed address. Released, it can be sent.
       * POST /admin/v1/batches/{id}/release-refund
       */
      releaseRefund: (id: string, body: ReleaseBatchRefundBody, options?: CallOptions) =>
        this.call<AdminBatch>(
          { method: "POST", path: path`/admin/v1/batches/${id}/release-refund`, body },
          options
        ),
      /**
       * List batches and bulk batches of all accounts, newest first
       * With `refund=open`, those whose money is to go back.
       * GET /admin/v1/batches
       */
      list: (query?: AdminListBatchesQuery, options?: CallOptions) =>
        this.call<Page<AdminBatch>>(
          { method: "GET", path: path`/admin/v1/batches`, query: { ...query } },
          options
        ),
      /**
       * List batches and bulk batches of all accounts, newest first
       * With `refund=open`, those whose money is to go back.
       * GET /admin/v1/batches, page by page
       */
      all: (query?: AdminListBatchesQuery, options?: CallOptions) =>
        this.all<AdminBatch>(
          { method: "GET", path: path`/admin/v1/batches`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Get a batch or bulk batch of any account
       * A batch or bulk batch of any account; `parked_at` says that it waits for an operator.
       * GET /admin/v1/batches/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<AdminBatch>({ method: "GET", path: path`/admin/v1/batches/${id}` }, options),
      /**
       * Resume a parked batch
       * A batch is parked after repeated defects of the program: its unfunded rows wait.
       * Resume it once the cause is removed; it continues where it stopped. 409 INVALID_STATE
       * if not parked.
       * POST /admin/v1/batches/{id}/resume
       */
      resume: (id: string, body: ResumeBatchBody, options?: CallOptions) =>
        this.call<AdminBatch>(
          { method: "POST", path: path`/admin/v1/batches/${id}/resume`, body },
          options
        )
    },
    auditLogs: {
      /**
       * List what was done, of all accounts
       * Who did what, when and from where: every change by a person or a key, and every
       * sign-in. A key that ends with another act, such as its issuer's removal, is an
       * `api_key.revoked` of its own. `account_id` finds what the account did and what the
       * staff decided about its payouts, batches and deliveries, which the account does not
       * see.
       * GET /admin/v1/audit-logs
       */
      list: (query?: AdminListAuditLogsQuery, options?: CallOptions) =>
        this.call<Page<AuditLog>>(
          { method: "GET", path: path`/admin/v1/audit-logs`, query: { ...query } },
          options
        ),
      /**
       * List what was done, of all accounts
       * Who did what, when and from where: every change by a person or a key, and every
       * sign-in. A key that ends with another act, such as its issuer's removal, is an
       * `api_key.revoked` of its own. `account_id` finds what the account did and what the
       * staff decided about its payouts, batches and deliveries, which the account does not
       * see.
       * GET /admin/v1/audit-logs, page by page
       */
      all: (query?: AdminListAuditLogsQuery, options?: CallOptions) =>
        this.all<AuditLog>(
          { method: "GET", path: path`/admin/v1/audit-logs`, query: { ...query } },
          (each) => each.id,
          options
        )
    },
    accounts: {
      /**
       * Create an account; KYC starts as PENDING
       * Until the account's KYC is APPROVED, its API keys are refused, and its users can read
       * and manage their team only.
       * POST /admin/v1/accounts
       */
      create: (body: CreateAccountBody, options?: CallOptions) =>
        this.call<Account>({ method: "POST", path: path`/admin/v1/accounts`, body }, options),
      /**
       * List accounts, newest first
       * All customers.
       * GET /admin/v1/accounts
       */
      list: (query?: ListAccountsQuery, options?: CallOptions) =>
        this.call<Page<Account>>(
          { method: "GET", path: path`/admin/v1/accounts`, query: { ...query } },
          options
        ),
      /**
       * List accounts, newest first
       * All customers.
       * GET /admin/v1/accounts, page by page
       */
      all: (query?: ListAccountsQuery, options?: CallOptions) =>
        this.all<Account>(
          { method: "GET", path: path`/admin/v1/accounts`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Get an account
       * One customer.
       * GET /admin/v1/accounts/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<Account>({ method: "GET", path: path`/admin/v1/accounts/${id}` }, options),
      /**
       * Change KYC status, status or name
       * A SUSPENDED account is refused with FORBIDDEN from its next request on.
       * PATCH /admin/v1/accounts/{id}
       */
      update: (id: string, body: UpdateAccountBody, options?: CallOptions) =>
        this.call<Account>(
          { method: "PATCH", path: path`/admin/v1/accounts/${id}`, body },
          options
        ),
      apiKeys: {
        /**
         * Issue an API key
         * Several keys of one account may be active. The key itself is shown this once. It ends
         * with the operator's key that issued it, or when the person who issued it may no longer
         * do so.
         * POST /admin/v1/accounts/{id}/api-keys
         */
        create: (id: string, body: CreateApiKeyBody, options?: CallOptions) =>
          this.call<ApiKeyWithSecret>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/api-keys`, body },
            options
          ),
        /**
         * List an account's keys, without secrets
         * Revoked ones included.
         * GET /admin/v1/accounts/{id}/api-keys
         */
        list: (id: string, query?: ListApiKeysQuery, options?: CallOptions) =>
          this.call<Page<ApiKey>>(
            { method: "GET", path: path`/admin/v1/accounts/${id}/api-keys`, query: { ...query } },
            options
          ),
        /**
         * List an account's keys, without secrets
         * Revoked ones included.
         * GET /admin/v1/accounts/{id}/api-keys, page by page
         */
        all: (id: string, query?: ListApiKeysQuery, options?: CallOptions) =>
          this.all<ApiKey>(
            { method: "GET", path: path`/admin/v1/accounts/${id}/api-keys`, query: { ...query } },
            (each) => each.id,
            options
          ),
        /**
         * Issue a successor; this key keeps working for up to 24 hours
         * The new key has the name, scope, allowed addresses and end of the old one, which keeps
         * working for `overlap_hours`: 24 unless the request says less, and 0 ends it at once.
         * POST /admin/v1/accounts/{id}/api-keys/{key_id}/rotate
         */
        rotate: (id: string, keyId: string, body?: RotateApiKeyBody, options?: CallOptions) =>
          this.call<ApiKeyWithSecret>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/api-keys/${keyId}/rotate`, body },
            options
          ),
        /**
         * Revoke a key, from the next request on
         * The key ends with the next request.
         * DELETE /admin/v1/accounts/{id}/api-keys/{key_id}
         */
        delete: (id: string, keyId: string, options?: CallOptions) =>
          this.call<RevokeApiKeyResult>(
            { method: "DELETE", path: path`/admin/v1/accounts/${id}/api-keys/${keyId}` },
            options
          )
      }
    },
    webhookDeliveries: {
      /**
       * List webhook deliveries of all accounts, newest first
       * Deliveries of all accounts.
       * GET /admin/v1/webhook-deliveries
       */
      list: (query?: AdminListDeliveriesQuery, options?: CallOptions) =>
        this.call<Page<AdminDelivery>>(
          { method: "GET", path: path`/admin/v1/webhook-deliveries`, query: { ...query } },
          options
        ),
      /**
       * List webhook deliveries of all accounts, newest first
       * Deliveries of all accounts.
       * GET /admin/v1/webhook-deliveries, page by page
       */
      all: (query?: AdminListDeliveriesQuery, options?: CallOptions) =>
        this.all<AdminDelivery>(
          { method: "GET", path: path`/admin/v1/webhook-deliveries`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Get a webhook delivery of any account
       * One event to one endpoint, with its account and the endpoint's URL.
       * GET /admin/v1/webhook-deliveries/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<AdminDelivery>(
          { method: "GET", path: path`/admin/v1/webhook-deliveries/${id}` },
          options
        ),
      /**
       * Make a delivery of any account again
       * The same bytes again, with a new series of attempts.
       * POST /admin/v1/webhook-deliveries/{id}/resend
       */
      resend: (id: string, options?: CallOptions) =>
        this.call<AdminDelivery>(
          { method: "POST", path: path`/admin/v1/webhook-deliveries/${id}/resend` },
          options
        )
    },
    operators: {
      /**
       * Issue an operator's key
       * Approvals with it count as those of the person at the root of its chain of issue. It
       * ends with the key that issued it, and when that person is removed or may no longer
       * issue keys. A key that expires issues keys that expire with it at the latest, and gets
       * 403 for others and for invitations of staff.
       * POST /admin/v1/operators
       */
      create: (body: CreateOperatorBody, options?: CallOptions) =>
        this.call<OperatorWithKey>(
          { method: "POST", path: path`/admin/v1/operators`, body },
          options
        ),
      /**
       * List operators' keys, newest first
       * Without secrets.
       * GET /admin/v1/operators
       */
      list: (query?: ListOperatorsQuery, options?: CallOptions) =>
        this.call<Page<Operator>>(
          { method: "GET", path: path`/admin/v1/operators`, query: { ...query } },
          options
        ),
      /**
       * List operators' keys, newest first
       * Without secrets.
       * GET /admin/v1/operators, page by page
       */
      all: (query?: ListOperatorsQuery, options?: CallOptions) =>
        this.all<Operator>(
          { method: "GET", path: path`/admin/v1/operators`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Issue an operator key's successor; this key keeps working for up to 24 hours
       * The new key has the name, allowed addresses and end of the old one, and is issued by
       * the sender: approvals with it count as the sender's, and it ends with the sender. The
       * new key takes over the keys and invitations that the old one issued. With
       * `overlap_hours` 0 the old key ends at once with everything that it issued: use that
       * for a key that leaked. A key is replaced once: 409 INVALID_STATE while its successor
       * works. A key that expires gets 403 for one that works longer.
       * POST /admin/v1/operators/{id}/rotate
       */
      rotate: (id: string, body?: RotateOperatorBody, options?: CallOptions) =>
        this.call<OperatorWithKey>(
          { method: "POST", path: path`/admin/v1/operators/${id}/rotate`, body },
          options
        ),
      /**
       * Revoke an operator's key
       * The key ends with the next request, and with it every key, invitation and reset link
       * that it issued, customers' keys among them: see `issued_by` in the list. People who
       * joined stay, and so does the successor of a replaced key. To keep what a key issued,
       * rotate it with an overlap first. The last key that does not expire cannot be revoked.
       * DELETE /admin/v1/operators/{id}
       */
      delete: (id: string, options?: CallOptions) =>
        this.call<RevokeOperatorResult>(
          { method: "DELETE", path: path`/admin/v1/operators/${id}` },
          options
        )
    },
    cluster: {
      /**
       * Nodes and partitions
       * Which processes share the database, which are alive, and which of them runs each
       * partition. Every node answers it, with what all have written about themselves: it is
       * up to a second old.
       * GET /admin/v1/cluster
       */
      list: (options?: CallOptions) =>
        this.call<Cluster>({ method: "GET", path: path`/admin/v1/cluster` }, options)
    },
    incidents: {
      /**
       * What is wrong right now
       * Lists every incident with its cause, what waits because of it, and what a person can
       * do. Every node answers with the facts of all nodes. A node that does not answer is an
       * incident. The answer is at most 2 seconds old.
       * GET /admin/v1/incidents
       */
      list: (options?: CallOptions) =>
        this.call<IncidentList>({ method: "GET", path: path`/admin/v1/incidents` }, options),
      past: {
        /**
         * Incidents that have ended
         * Lists the incidents that ended in the last 7 days, at most 100. The process that runs
         * the first partition keeps them in memory, so a restart forgets them.
         * GET /admin/v1/incidents/past
         */
        list: (options?: CallOptions) =>
          this.call<PastIncidentList>(
            { method: "GET", path: path`/admin/v1/incidents/past` },
            options
          )
      }
    }
  }

  readonly requests = {
    /**
     * List recent requests, newest first
     * Requests of the last seven days, up to 10,000 of an account, about a second after
     * their answers. For debugging alone: of more than 50 a second some are left out.
     * `search` finds a request id, an idempotency key, an error code, a payout, batch or
     * quote, or a part of a path.
     * GET /v1/requests
     */
    list: (query?: ListRequestsQuery, options?: CallOptions) =>
      this.call<Page<LoggedRequest>>(
        { method: "GET", path: path`/v1/requests`, query: { ...query } },
        options
      ),
    /**
     * List recent requests, newest first
     * Requests of the last seven days, up to 10,000 of an account, about a second after
     * their answers. For debugging alone: of more than 50 a second some are left out.
     * `search` finds a request id, an idempotency key, an error code, a payout, batch or
     * quote, or a part of a path.
     * GET /v1/requests, page by page
     */
    all: (query?: ListRequestsQuery, options?: CallOptions) =>
      this.all<LoggedRequest>(
        { method: "GET", path: path`/v1/requests`, query: { ...query } },
        (each) => each.id,
        options
      ),
    /**
     * Get a recent request with its bodies
     * The request that an error's `request_id` names.
     * GET /v1/requests/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<LoggedRequestWithBodies>({ method: "GET", path: path`/v1/requests/${id}` }, options)
  }

  readonly sandbox = {
    payouts: {
      /**
       * Sandbox only: bring a payout to an outcome, or simulate a deposit
       * Either an `outcome`, which takes the payout there at once, or a `deposit` of any
       * amount: too little, too much or too late. `expire` ends the wait for funds before its
       * deadline. From then on the sandbox makes no deposit by itself.
       * POST /v1/sandbox/payouts/{id}/simulate
       */
      simulate: (id: string, body?: SimulatePayoutBody, options?: CallOptions) =>
        this.call<Payout>(
          { method: "POST", path: path`/v1/sandbox/payouts/${id}/simulate`, body },
          options
        )
    }
  }

  readonly networks = {
    /**
     * Supported networks and their current status
     * Limits are per transaction, in the recipient's currency.
     * GET /v1/networks
     */
    list: (options?: CallOptions) =>
      this.call<ListNetworksResult>({ method: "GET", path: path`/v1/networks` }, options)
  }

  readonly rates = {
    /**
     * Current rates, margin included
     * What a quote would lock at this moment.
     * GET /v1/rates
     */
    list: (options?: CallOptions) =>
      this.call<ListRatesResult>({ method: "GET", path: path`/v1/rates` }, options)
  }

  readonly auditLogs = {
    /**
     * List what was done for the account
     * Who did what, when and from where: every change by a person or a key, and every
     * sign-in. A key that ends with another act, such as its issuer's removal, is an
     * `api_key.revoked` of its own.
     * GET /v1/audit-logs
     */
    list: (query?: ListAuditLogsQuery, options?: CallOptions) =>
      this.call<Page<AuditLog>>(
        { method: "GET", path: path`/v1/audit-logs`, query: { ...query } },
        options
      ),
    /**
     * List what was done for the account
     * Who did what, when and from where: every change by a person or a key, and every
     * sign-in. A key that ends with another act, such as its issuer's removal, is an
     * `api_key.revoked` of its own.
     * GET /v1/audit-logs, page by page
     */
    all: (query?: ListAuditLogsQuery, options?: CallOptions) =>
      this.all<AuditLog>(
        { method: "GET", path: path`/v1/audit-logs`, query: { ...query } },
        (each) => each.id,
        options
      )
  }
}
