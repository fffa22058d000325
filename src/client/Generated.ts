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

export type RecallKind = "returned" | "recalled" | "disputed"

export type RecallStatus = "open" | "returned" | "closed"

export type RecallOutcome = "returned" | "kept" | "written_off"

export type IncidentKind =
  | "provider"
  | "chain"
  | "rates"
  | "screening_lists"
  | "endpoint"
  | "stuck_payouts"
  | "float"
  | "float_short"
  | "float_low"
  | "float_unknown"
  | "nodes"
  | "database"

export type BreakKind =
  | "books_do_not_balance"
  | "refund_transaction_shared"
  | "deposit_not_on_chain"
  | "deposit_not_in_log"
  | "deposit_differs"
  | "refund_not_on_chain"
  | "usdc_short"
  | "float_differs"
  | "foreign_deposit_not_in_log"
  | "foreign_short"
  | "settled_not_delivered"
  | "delivered_not_settled"
  | "unknown_at_provider"
  | "statement_transfer_unknown"
  | "statement_line_missing"
  | "statement_paid_not_settled"
  | "statement_settled_not_paid"
  | "statement_paid_twice"
  | "statement_amount_differs"

export type ReconciliationOutcome = "clean" | "differences" | "incomplete"

export type DebitAccount =
  | "deposits"
  | "customers"
  | "balances"
  | "suspense"
  | "refunds_due"
  | "frozen"
  | "refunds_sent"
  | "third_parties"
  | "conversion"
  | "provider_float"
  | "treasury_fiat"
  | "in_transit"
  | "spread_income"
  | "fx_result"
  | "provider_fees"
  | "gas"
  | "write_offs"

export type PayoutFundingStatus = "awaiting" | "detected" | "underpaid" | "funded"

export type ForeignRefundStatus = "due" | "held" | "sent" | "confirmed" | "credited"

export type ReviewReason = "underpaid" | "provider_unknown" | "defect"

export type Verdict = "clear" | "flagged" | "inconclusive"

export type Phase = "requested" | "accepted" | "refused"

export type DeliveryStatus = "pending" | "delivered" | "failed"

export type FormerNumberStatus = "kept" | "requested" | "restricted" | "erased"

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

export type Reason =
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
  | "returned"
  | "foreign_deposit"

export type WithdrawalStatus =
  | "requested"
  | "held"
  | "approved"
  | "sent"
  | "completed"
  | "cancelled"
  | "rejected"

export type BulkBatchStatus = "QUEUED" | "PROCESSING" | "COMPLETED" | "CANCELLED"

/** Body of every error. */
export interface Problem {
  /** Error code, for programs. */
  readonly error: string
  /** Text for people, which may change. Programs use the codes. */
  readonly message: string
  /** Copy of `error`. */
  readonly error_code: string
  /** Id of the request, as in `X-Request-Id`. Support finds the request by it. */
  readonly request_id: string
  /**
   * URL of the page that explains the error and what to do. Relative if neither
   * `PUBLIC_URL` nor a valid `Host` is known.
   */
  readonly doc_url: string
  /** All invalid fields. Present only with `VALIDATION_ERROR`. */
  readonly errors?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
  readonly needed_usdc?: number
  readonly available_usdc?: number
}

/** Latest refund of the payout. */
export interface LatestRefund {
  /** Current status. */
  readonly status: "due" | "sent" | "confirmed" | "credited"
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Ethereum address that the refund goes to. */
  readonly address?: string
  /** Hash of the transaction. */
  readonly tx_hash?: string
}

export interface BatchEventRow {
  /** Id of the payout. */
  readonly payout_id: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Your own text, at most 128 characters. */
  readonly reference?: string
  /** Current status. */
  readonly status: PayoutStatus
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Part of the amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: BatchEventRowNetwork
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
}

export interface CurrencyTotal {
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Number of rows with this currency. */
  readonly count: number
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
}

/** Recall of a settled payout. */
export interface PayoutRecall {
  readonly recall_id: string
  /**
   * `returned` if the provider gave the money back, `recalled` if you or the recipient
   * asked for it, `disputed` for a claim of a wrong number or of fraud.
   */
  readonly kind: RecallKind
  /**
   * `open` while support works on the recall, `returned` once the provider has returned
   * money, `closed` at the end.
   */
  readonly status: RecallStatus
  readonly opened_at: string
  /** Amount that the provider returned, in the target currency. */
  readonly returned_amount_fiat?: number
  /**
   * Part of the source amount that the returned amount stands for, the fee included. It is
   * refunded.
   */
  readonly returned_amount_usdc?: number
  /** The provider's reference of the return. */
  readonly provider_reference?: string
  readonly returned_at?: string
  /**
   * `returned` if money came back, `kept` if the recipient keeps it, `written_off` if it
   * did not come back. Present only if the recall is closed.
   */
  readonly outcome?: RecallOutcome
  readonly closed_at?: string
}

/** Refund that is final on its chain. */
export interface ConfirmedRefund {
  /** Current status. */
  readonly status: "confirmed"
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Ethereum address that the refund goes to. */
  readonly address?: string
  /** Hash of the transaction. */
  readonly tx_hash?: string
  /**
   * EIP-155 id of the refund's chain. Present only if the money arrived on another chain
   * or in another token. Then `amount_usdc` is 0.
   */
  readonly chain_id?: number
  /** Address of the refund's token. Present only with `chain_id`. */
  readonly token_address?: string
  /** Amount in whole tokens, as a decimal. Present only with `chain_id`. */
  readonly token_amount?: string
}

export interface PayoutSettledData {
  /** Id of the payout. */
  readonly payout_id: string
  /** Copy of `payout_id`. */
  readonly id: string
  /** Current status. */
  readonly status: "SETTLED"
  /** Status before the change. `null` for the first status. */
  readonly previous_status: PayoutStatus | null
  /**
   * Position of the event among the events of its payout, from 1. Ignore an event whose
   * `sequence` is below the last one that you processed for the payout.
   */
  readonly sequence: number
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: BatchEventRowNetwork
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /** Time of delivery. `null` until then. */
  readonly settled_at: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /** Code of the reason why the payout is held, in review, failed or reversed. */
  readonly reason?: string
  /** Your own text, at most 128 characters. */
  readonly reference?: string
  /** Your own pairs of text, at most 20. They are stored and returned unchanged. */
  readonly metadata?: { readonly [name: string]: string }
  readonly refund?: LatestRefund
  /** Always `true`. The event is a test, and nothing has happened. */
  readonly test?: true
  /** Id of the webhook endpoint. */
  readonly endpoint_id?: string
}

export interface PayoutInitiatedData {
  /** Id of the payout. */
  readonly payout_id: string
  /** Copy of `payout_id`. */
  readonly id: string
  /** Current status. */
  readonly status: "PAYOUT_INITIATED"
  /** Status before the change. `null` for the first status. */
  readonly previous_status: PayoutStatus | null
  /**
   * Position of the event among the events of its payout, from 1. Ignore an event whose
   * `sequence` is below the last one that you processed for the payout.
   */
  readonly sequence: number
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: BatchEventRowNetwork
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /** Time of delivery. `null` until then. */
  readonly settled_at: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /** Code of the reason why the payout is held, in review, failed or reversed. */
  readonly reason?: string
  /** Your own text, at most 128 characters. */
  readonly reference?: string
  /** Your own pairs of text, at most 20. They are stored and returned unchanged. */
  readonly metadata?: { readonly [name: string]: string }
  readonly refund?: LatestRefund
  /** Always `true`. The event is a test, and nothing has happened. */
  readonly test?: true
  /** Id of the webhook endpoint. */
  readonly endpoint_id?: string
}

export interface PayoutReceivedData {
  /** Id of the payout. */
  readonly payout_id: string
  /** Copy of `payout_id`. */
  readonly id: string
  /** Current status. */
  readonly status: "STABLECOIN_RECEIVED"
  /** Status before the change. `null` for the first status. */
  readonly previous_status: PayoutStatus | null
  /**
   * Position of the event among the events of its payout, from 1. Ignore an event whose
   * `sequence` is below the last one that you processed for the payout.
   */
  readonly sequence: number
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: BatchEventRowNetwork
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /** Time of delivery. `null` until then. */
  readonly settled_at: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /** Code of the reason why the payout is held, in review, failed or reversed. */
  readonly reason?: string
  /** Your own text, at most 128 characters. */
  readonly reference?: string
  /** Your own pairs of text, at most 20. They are stored and returned unchanged. */
  readonly metadata?: { readonly [name: string]: string }
  readonly refund?: LatestRefund
  /** Always `true`. The event is a test, and nothing has happened. */
  readonly test?: true
  /** Id of the webhook endpoint. */
  readonly endpoint_id?: string
}

export interface Float {
  /** Time of the last poll. ISO 8601 in UTC. `null` before the first one. */
  readonly polled_at: string | null
  /**
   * `FLOAT_POLICY`. `refuse`: new quotes and batches that the float cannot cover are
   * refused. `warn`: only incidents open.
   */
  readonly policy: "warn" | "refuse"
  /** One element per provider and currency, in alphabetical order. */
  readonly data: ReadonlyArray<FloatLevel>
}

export interface FloatLevel {
  /** Mobile money provider. */
  readonly provider: string
  /** Currency code, ISO 4217. */
  readonly currency: TargetCurrency
  /**
   * State of the float. `ok`: the cover is at least the threshold. `low`: the cover is
   * below the threshold. `short`: funded payouts need more than the balance. `unknown`:
   * the provider did not report the balance, or a partition did not report its payouts.
   */
  readonly state: "ok" | "low" | "short" | "unknown"
  /**
   * Balance that the provider reports, in the currency. `null` if the last request failed
   * or the provider reports none.
   */
  readonly balance: number | null
  /**
   * Time of the last reported balance. ISO 8601 in UTC. `null` if this process has had
   * none.
   */
  readonly balance_at: string | null
  /**
   * Time since which the state is `unknown`. ISO 8601 in UTC. `null` in every other state.
   */
  readonly unknown_since: string | null
  /**
   * Amount of payouts that are funded and neither paid nor ended, in the currency. A
   * payout without a transfer counts at the first provider of its network. Frozen payouts
   * do not count. `null` if a partition did not report its payouts.
   */
  readonly committed: number | null
  /**
   * `balance` less `committed`. Negative if the balance does not suffice. `null` if either
   * is unknown.
   */
  readonly cover: number | null
  /**
   * Hours until nothing is left of `cover`, at the pace of the last 24 hours, with one
   * decimal. `null` if the cover is unknown or negative, nothing was paid, or payouts have
   * been counted for less than an hour. A restart begins the count again.
   */
  readonly hours_left: number | null
  /**
   * Cover below which an incident opens, from `FLOAT_THRESHOLDS`. `null` if none is set.
   */
  readonly threshold: number | null
}

export interface PastIncidentList {
  /**
   * Time since which incidents are recorded. Earlier ones are not known. ISO 8601 in UTC.
   * `null` while no process records them.
   */
  readonly watched_since: string | null
  /** Incidents, the one that ended last first. */
  readonly data: ReadonlyArray<PastIncident>
}

export interface PastIncident {
  /** Unique id of the object. */
  readonly id: string
  /**
   * Kind of the incident. `provider`: a provider is down or refuses transfers. `chain`:
   * deposits are not credited. `rates`: there is no exchange rate. `screening_lists`: the
   * sanctions list is missing or old. `endpoint`: every attempt to a webhook endpoint
   * fails. `stuck_payouts`: payouts take longer than usual, or a defect stopped them.
   * `float`: our balance at a provider is too small, and it refused a payout.
   * `float_short`: funded payouts need more than our balance at a provider. `float_low`:
   * the cover of the float is below its threshold. `float_unknown`: our balance at a
   * provider has not been known for a quarter of an hour. `nodes`: a node or a partition
   * is missing. `database`: changes cannot be stored.
   */
  readonly kind: IncidentKind
  /**
   * Severity of the incident. `critical`: payouts or requests wait. `warning`: they may
   * wait soon, or one customer is affected.
   */
  readonly severity: "critical" | "warning"
  /** Title in one sentence. */
  readonly title: string
  /** Time at which the incident began. ISO 8601 in UTC. */
  readonly since: string
  /** Time at which the incident had ended. ISO 8601 in UTC. */
  readonly ended_at: string
  /** Largest number of payouts that waited at a time. For `endpoint`, of deliveries. */
  readonly waiting_count_max: number
  /** Largest amount of payouts that waited at a time, in USDC. */
  readonly waiting_usdc_max: number
}

export interface IncidentList {
  /** Time at which the facts were read. ISO 8601 in UTC. */
  readonly checked_at: string
  /** Incidents, the worst first. Empty while nothing is wrong. */
  readonly data: ReadonlyArray<Incident>
}

export interface Incident {
  /**
   * Id made of the kind and the subject. It stays the same while the incident lasts and if
   * it returns.
   */
  readonly id: string
  /**
   * Kind of the incident. `provider`: a provider is down or refuses transfers. `chain`:
   * deposits are not credited. `rates`: there is no exchange rate. `screening_lists`: the
   * sanctions list is missing or old. `endpoint`: every attempt to a webhook endpoint
   * fails. `stuck_payouts`: payouts take longer than usual, or a defect stopped them.
   * `float`: our balance at a provider is too small, and it refused a payout.
   * `float_short`: funded payouts need more than our balance at a provider. `float_low`:
   * the cover of the float is below its threshold. `float_unknown`: our balance at a
   * provider has not been known for a quarter of an hour. `nodes`: a node or a partition
   * is missing. `database`: changes cannot be stored.
   */
  readonly kind: IncidentKind
  /**
   * Severity of the incident. `critical`: payouts or requests wait. `warning`: they may
   * wait soon, or one customer is affected.
   */
  readonly severity: "critical" | "warning"
  /** Title in one sentence. */
  readonly title: string
  readonly subject: IncidentSubject
  /** Time at which the incident began or was first seen. ISO 8601 in UTC. */
  readonly since: string
  /**
   * Number of payouts that wait because of the incident. For `endpoint`, number of waiting
   * deliveries among the newest.
   */
  readonly waiting_count: number
  /** Amount of these payouts, in USDC. */
  readonly waiting_usdc: number
  /**
   * Customers whose payouts wait, the one with the most payouts first, at most 20. `GET
   * /admin/v1/payouts?incident=…` returns these payouts.
   */
  readonly customers: ReadonlyArray<IncidentCustomer>
  /**
   * Time at which the service tries the provider again with one transfer. ISO 8601 in UTC.
   * `null` if an attempt is running or due, or if there is nothing to try.
   */
  readonly next_try_at: string | null
  /** Last error or observation. */
  readonly cause: string
  /** Steps that a person can take. */
  readonly remedy: string
  /** URL of the runbook's entry. */
  readonly runbook_url: string
}

export interface IncidentCustomer {
  /** Id of the customer's account. */
  readonly account_id: string
  /** Current name of the account. */
  readonly account_name: string
  /** Number of the customer's payouts that wait. */
  readonly waiting_count: number
  /** Amount of these payouts, in USDC. */
  readonly waiting_usdc: number
}

export interface IncidentSubject {
  /** Mobile money provider. `null` if the incident concerns none. */
  readonly provider: string | null
  /** Networks that the incident concerns. Empty if none. */
  readonly networks: ReadonlyArray<string>
  /** Currencies that the incident concerns. Empty if none. */
  readonly currencies: ReadonlyArray<string>
  /** Id of the chain. `null` if the incident concerns none. */
  readonly chain_id: number | null
  /**
   * Ethereum node (`chain`) or node of the service (`nodes`). `null` if the incident
   * concerns none.
   */
  readonly node: string | null
  /** Partitions that the incident concerns. Empty if none. */
  readonly partitions: ReadonlyArray<number>
  /** Id of the webhook endpoint. `null` if the incident concerns none. */
  readonly endpoint_id: string | null
  /** Id of the endpoint's account. `null` if the incident concerns no endpoint. */
  readonly account_id: string | null
}

export interface Cluster {
  /** `true` if several processes can share the database. */
  readonly clustered: boolean
  /** Nodes that share the database. Empty without a cluster. */
  readonly nodes: ReadonlyArray<ClusterNode>
  /** Partitions of the database. */
  readonly partitions: {
    readonly total: number
    readonly owned: number
    readonly of: ReadonlyArray<ClusterPartition>
  }
}

export interface ClusterPartition {
  /** Number of the partition. 0 is the directory. */
  readonly number: number
  /** Node that runs the partition. `null` if no live node does, or without a cluster. */
  readonly owner: string | null
  /**
   * Number of processes that have written the partition's log so far. `null` without an
   * owner.
   */
  readonly epoch: number | null
  /** Latest entry that the owner has applied. `null` without an owner. */
  readonly seq: number | null
  /**
   * Time at which the owner began to write the log. ISO 8601 in UTC. `null` without a
   * cluster.
   */
  readonly since: string | null
}

export interface ClusterNode {
  /** Name of the node, which is `host:port` of its private traffic with other nodes. */
  readonly address: string
  /** Version of the service that the node runs. */
  readonly version: string
  /** `true` if the node has written to the database in the last 3 seconds. */
  readonly is_alive: boolean
  /** Time at which the node started. ISO 8601 in UTC. */
  readonly started_at: string
  /** Time of the node's last write. ISO 8601 in UTC. */
  readonly seen_at: string
  /**
   * Latest entry of the directory's log (accounts and keys) that the node has applied.
   */
  readonly directory_seq: number
  /** Number of directory entries that the node has not applied yet. */
  readonly directory_lag: number
  /**
   * Milliseconds by which the node's clock is ahead of the database's. Negative if it is
   * behind.
   */
  readonly clock_skew_ms: number
  /** Addresses of live nodes that do not respond to this node. */
  readonly unreached: ReadonlyArray<string>
  /** Numbers of the partitions that the node runs. */
  readonly partitions: ReadonlyArray<number>
}

export interface Break {
  /** Unique id of the object. */
  readonly id: string
  /** `closed`: people explained it. `resolved`: a later comparison did not find it. */
  readonly status: "open" | "closed" | "resolved"
  /** Kind of the difference. Kinds with `statement_` come from statement files. */
  readonly kind: BreakKind
  /** `books`, `chain`, or the name of a provider. */
  readonly source: string
  /** Id of the payout, batch or balance. `null` if the difference is about none. */
  readonly subject_id: string | null
  /** The transfer, transaction or account. */
  readonly reference: string
  /** Both sides in words. */
  readonly detail: string
  /** Currency. `null` if no amounts differ. */
  readonly currency: string | null
  /** Amount in the books, as a decimal. `null` if no amounts differ. */
  readonly books_amount: string | null
  /** Amount on the other side, as a decimal. `null` if no amounts differ. */
  readonly reported_amount: string | null
  readonly first_seen_at: string
  /** Time of the last comparison with it. */
  readonly last_seen_at: string
  /** Id of the reconciliation that last found it. */
  readonly last_found_by: string
  /** Whole days since it was first seen, up to its end. */
  readonly age_days: number
  /** E-mail address of the owner. `null` if it has none. */
  readonly owner: string | null
  readonly comments: ReadonlyArray<BreakComment>
  /** Reason for closing it. `null` if it has none. */
  readonly reason: string | null
  /** Evidence of the reason. `null` without a reason. */
  readonly evidence: string | null
  /** Users (e-mail addresses) and keys (names) that approved closing it. */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must approve closing it. */
  readonly approvals_needed: number
  /** Time at which it was closed or resolved. `null` if it is open. */
  readonly ended_at: string | null
}

export interface BreakComment {
  /** Time in ISO 8601, in UTC. */
  readonly at: string
  /** User (e-mail address) or key (name). */
  readonly by: string
  readonly text: string
}

export interface Reconciliation {
  /** Unique id of the object. */
  readonly id: string
  /** Day in UTC, YYYY-MM-DD. The last day of a statement file. */
  readonly day: string
  /** Statement file that was compared. `null` if a day was compared. */
  readonly statement: StatementFile | null
  /** Current status. */
  readonly status: "running" | "finished"
  /**
   * `clean`: all sources were compared and agree. `incomplete`: a source could not be
   * read, so more may differ. `null` while it runs.
   */
  readonly outcome: ReconciliationOutcome | null
  /** User (e-mail address) or key (name). `engine` for the nightly run. */
  readonly started_by: string
  /** Time at which the node started. ISO 8601 in UTC. */
  readonly started_at: string
  /** End of the comparison. `null` while it runs. */
  readonly finished_at: string | null
  /** Number of differences. */
  readonly differences_total: number
  /** Numbers of objects that were compared. */
  readonly compared: {
    readonly payouts: number
    readonly batches: number
    readonly deposits: number
    readonly refunds: number
    readonly transfers: number
  }
  /** Parts that were not compared. */
  readonly gaps: ReadonlyArray<ReconciliationGap>
  /** Balances by source, and fees of a statement. */
  readonly figures: ReadonlyArray<ReconciliationFigure>
  /** Other chains that were not compared, because no Ethereum node is configured. */
  readonly chains_without_nodes: ReadonlyArray<string>
  /** The first 200 differences. All of them are breaks. */
  readonly differences: ReadonlyArray<Difference>
}

export interface Difference {
  /** Kind of the difference. Kinds with `statement_` come from statement files. */
  readonly kind: BreakKind
  /** `books`, `chain`, or the name of a provider. */
  readonly source: string
  /** Id of the payout, batch or balance. `null` if the difference is about none. */
  readonly subject_id: string | null
  /** The transfer, transaction or account. */
  readonly reference: string
  /** Both sides in words. */
  readonly detail: string
  /** Currency. `null` if no amounts differ. */
  readonly currency: string | null
  /** Amount in the books, as a decimal. `null` if no amounts differ. */
  readonly books_amount: string | null
  /** Amount on the other side, as a decimal. `null` if no amounts differ. */
  readonly reported_amount: string | null
}

export interface ReconciliationFigure {
  /** `books`, `chain`, or the name of a provider. */
  readonly source: string
  /** Account of the chart. */
  readonly account: string
  /** Currency code, ISO 4217. */
  readonly currency: string
  /** Balance in the books, as a decimal. `null` if the source alone has the figure. */
  readonly books_amount: string | null
  /** Balance at the source, as a decimal. `null` if it reported none. */
  readonly reported_amount: string | null
}

export interface ReconciliationGap {
  /** `log`, `chain`, or the name of a provider. */
  readonly source: string
  /** The reason why it was not compared. */
  readonly reason: string
}

export interface StatementFile {
  readonly provider: string
  /** Name of the file. */
  readonly name: string
  /** SHA-256 of the file in UTF-8. */
  readonly sha256: string
  /** Start of the statement's first day. */
  readonly from: string
  /** End of the statement's last day, or its last line if that day had not ended. */
  readonly to: string
  /** Lines about payouts. */
  readonly lines: number
}

export interface ReconciliationSummary {
  /** Unique id of the object. */
  readonly id: string
  /** Day in UTC, YYYY-MM-DD. The last day of a statement file. */
  readonly day: string
  /** Statement file that was compared. `null` if a day was compared. */
  readonly statement: StatementFile | null
  /** Current status. */
  readonly status: "running" | "finished"
  /**
   * `clean`: all sources were compared and agree. `incomplete`: a source could not be
   * read, so more may differ. `null` while it runs.
   */
  readonly outcome: ReconciliationOutcome | null
  /** User (e-mail address) or key (name). `engine` for the nightly run. */
  readonly started_by: string
  /** Time at which the node started. ISO 8601 in UTC. */
  readonly started_at: string
  /** End of the comparison. `null` while it runs. */
  readonly finished_at: string | null
  /** Number of differences. */
  readonly differences_total: number
  /** Numbers of objects that were compared. */
  readonly compared: {
    readonly payouts: number
    readonly batches: number
    readonly deposits: number
    readonly refunds: number
    readonly transfers: number
  }
  /** Parts that were not compared. */
  readonly gaps: ReadonlyArray<ReconciliationGap>
}

export interface StatementColumns {
  /** Character between two cells. Default is a comma. */
  readonly delimiter?: "," | ";" | "\t" | "|" | null
  /** Column of the id that the service gave. */
  readonly reference: string
  /**
   * Meaning of `reference`. `transfer`, the default: the reference of a transfer.
   * `payout`: the id of a payout.
   */
  readonly identifies?: "transfer" | "payout" | null
  /** Column of the provider's id. Default is none. */
  readonly provider_reference?: string | null
  /** Column of the amount. Its sign is ignored. */
  readonly amount: string
  /**
   * Column of the fee that the provider charged for the line's payout. Default is none.
   */
  readonly fee?: string | null
  /** Character before the decimals. Default is a point. */
  readonly decimal_separator?: "." | "," | null
  /** Column of the ISO 4217 code of the currency. */
  readonly currency: string
  /** Column that tells payouts from other lines. Default is none. */
  readonly type?: {
    readonly column: string
    readonly payouts: ReadonlyArray<string>
  } | null
  /** Column of the status, or of a type that serves as one. */
  readonly status: string
  /**
   * Outcome of each value of the status column, in any letter case. `fee`: the line is a
   * fee. `ignored`: the line is about no payout and no fee. At most 100 values.
   */
  readonly outcomes: {
    readonly [name: string]: "paid" | "failed" | "returned" | "pending" | "fee" | "ignored"
  }
  /** Column of the time. */
  readonly time: string
  /** `iso`, the default, or a pattern such as `DD/MM/YYYY HH:mm:ss`. */
  readonly time_format?: string | null
  /**
   * Offset of the provider's days, and of times without an offset. Default is `+00:00`.
   */
  readonly utc_offset?: string | null
}

export interface BookPeriod {
  /** Month, YYYY-MM. */
  readonly month: string
  /** `open` until enough people have closed the month. */
  readonly status: "open" | "closed"
  /** Time of the closing. `null` if the month is open. */
  readonly closed_at: string | null
  /** SHA-256 of the closing totals. `null` if the month is open. */
  readonly hash: string | null
  /** Totals at the end of the month, as it was closed. Empty if the month is open. */
  readonly totals: ReadonlyArray<PeriodTotal>
  /** Users (e-mail addresses) and keys (names) that approved it, the first one first. */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must approve it. */
  readonly approvals_needed: number
}

export interface PeriodTotal {
  /** Account of the chart. */
  readonly account: string
  /** Currency, as in the trial balance. */
  readonly currency: string
  /** Debits since the first day, as a decimal. */
  readonly debit: string
  /** Credits since the first day, as a decimal. */
  readonly credit: string
}

export interface CheckedPeriod {
  /** Month, YYYY-MM. */
  readonly month: string
  /** `open` until enough people have closed the month. */
  readonly status: "open" | "closed"
  /** Time of the closing. `null` if the month is open. */
  readonly closed_at: string | null
  /** SHA-256 of the closing totals. `null` if the month is open. */
  readonly hash: string | null
  /** Totals at the end of the month, as it was closed. Empty if the month is open. */
  readonly totals: ReadonlyArray<PeriodTotal>
  /** Users (e-mail addresses) and keys (names) that approved it, the first one first. */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must approve it. */
  readonly approvals_needed: number
  /** False if the totals of the closed month are not those of its closing. */
  readonly agrees: boolean
  /** Balances that changed since the closing. Empty if `agrees` is true. */
  readonly changes: ReadonlyArray<PeriodChange>
}

export interface PeriodChange {
  /** Account of the chart. */
  readonly account: string
  /** Currency, as in the trial balance. */
  readonly currency: string
  /** Balance at the closing, as a decimal. A credit balance is negative. */
  readonly closed_balance: string
  /** Balance now, as a decimal. */
  readonly current_balance: string
}

export interface Booking {
  /** Unique id of the object. */
  readonly id: string
  /** `proposed` until enough people have approved it, then `booked`. */
  readonly status: "proposed" | "booked" | "withdrawn"
  /**
   * `top_up` moves money to a provider, `usdc_sale` sells USDC for money in the bank,
   * `provider_fee`, `gas` and `write_off` are expenses, and `correction` moves an amount
   * between any two accounts that operators may book.
   */
  readonly kind: "top_up" | "usdc_sale" | "provider_fee" | "gas" | "write_off" | "correction"
  /** Currency of `amount`. */
  readonly currency: "USDC" | "UGX" | "KES" | "NGN" | "GHS" | "TZS"
  /** Amount that the booking moves. */
  readonly amount: number
  /** Day of the payment at the bank or provider, YYYY-MM-DD. */
  readonly value_date: string
  /** Reference of the bank or provider. */
  readonly reference: string
  /** Reason and evidence of the booking. */
  readonly reason: string
  /** Provider. `null` if the booking names none. */
  readonly provider: string | null
  /** Payout that the booking is about. `null` if the booking names none. */
  readonly payout_id: string | null
  /** Account that gets the amount. */
  readonly debit_account: DebitAccount
  /** Account that gives the amount. */
  readonly credit_account: DebitAccount
  /** USDC that was sold. `null` unless `kind` is `usdc_sale`. */
  readonly sold_usdc: number | null
  /** Realised result of the sale. `null` unless `kind` is `usdc_sale`. */
  readonly fx_result: number | null
  /** Users (e-mail addresses) and keys (names) that approved it, the first one first. */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must approve it. */
  readonly approvals_needed: number
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time that dates the booking in the books. `null` until it is booked. */
  readonly booked_at: string | null
}

export interface PositionLine {
  /**
   * `owed` to customers, `held` on chain and at providers, or the service's `own` money.
   */
  readonly section: "owed" | "held" | "own"
  /** Account of the chart. */
  readonly account: string
  /**
   * `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
   * smallest units.
   */
  readonly currency: string
  /** Balance if debits exceed credits, otherwise 0. Decimal, exact at any size. */
  readonly debit_balance: string
  /** Balance if credits exceed debits, otherwise 0. Decimal, exact at any size. */
  readonly credit_balance: string
}

export interface BookStatementLine {
  /** Day in UTC, YYYY-MM-DD. */
  readonly date: string
  /** Sum of the debits. Decimal, exact at any size. */
  readonly debit: string
  /** Sum of the credits. Decimal, exact at any size. */
  readonly credit: string
  /** Balance if debits exceed credits, otherwise 0. Decimal, exact at any size. */
  readonly debit_balance: string
  /** Balance if credits exceed debits, otherwise 0. Decimal, exact at any size. */
  readonly credit_balance: string
}

export interface TrialBalanceLine {
  /** Account of the chart. */
  readonly account: string
  /** Kind of the account. `clearing` has the two sides of an exchange. */
  readonly kind: "asset" | "liability" | "income" | "expense" | "clearing"
  /** Owner of the money. */
  readonly money: "customers" | "own"
  /**
   * `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
   * smallest units.
   */
  readonly currency: string
  /** Sum of the debits. Decimal, exact at any size. */
  readonly debit: string
  /** Sum of the credits. Decimal, exact at any size. */
  readonly credit: string
  /** Balance if debits exceed credits, otherwise 0. Decimal, exact at any size. */
  readonly debit_balance: string
  /** Balance if credits exceed debits, otherwise 0. Decimal, exact at any size. */
  readonly credit_balance: string
}

/**
 * Action that waits for more approvals. It takes effect once as many people as release a
 * hold have requested it with the same parameters.
 */
export interface PendingAction {
  /**
   * Name of the action: `settle`, `fail`, `reverse`, `unfreeze`, `send_refund`,
   * `release_refunds`, `return_recall`, `close_recall`, `release_hold`, `correct`,
   * `activate_address`, `approve_withdrawal` or `reject_withdrawal`.
   */
  readonly action: string
  /** Parameters of the action. The next approver must send the same ones. */
  readonly terms: { readonly [name: string]: string | number | null }
  /** Users (e-mail addresses) and keys (names) that requested the action. */
  readonly approvals: ReadonlyArray<string>
  /** Time of the beginning. ISO 8601 in UTC. */
  readonly since: string
}

export interface WithdrawalAddress {
  /** Unique id of the object. */
  readonly id: string
  /** Name that you gave the address. */
  readonly name: string
  /** Ethereum address that withdrawals go to. */
  readonly address: string
  /** True if withdrawals can use the address now. */
  readonly is_usable: boolean
  /** Time from which withdrawals can use the address. */
  readonly usable_from: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
}

export interface AdminBalance {
  /** USDC that can pay for payouts now. */
  readonly available_usdc: number
  /** USDC that left the balance for payouts and withdrawals that have not ended. */
  readonly reserved_usdc: number
  /** USDC of deposits that are not final yet, or whose sender is being screened. */
  readonly pending_usdc: number
  /** USDC of deposits that a compliance review holds. */
  readonly held_usdc: number
  /** Amount below which the balance is low. `null` if none is set. */
  readonly low_threshold_usdc: number | null
  /**
   * Destination of refunds of payouts and batches that a deposit funds. `refund` if
   * operators send them to a refund address, `balance` if they become part of the balance.
   */
  readonly excess: "refund" | "balance"
  /** True if less than the threshold is available. */
  readonly is_low: boolean
  /**
   * Address for deposits to the balance. It never changes, and takes any amount at any
   * time.
   */
  readonly deposit_address: string
  readonly chain_id: number
  readonly token_address: string
  /** Payment link (EIP-681) to the address, without an amount. */
  readonly payment_uri: string
  /** The instruction to deposit in one sentence. */
  readonly message: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
  /** Held deposits, by their senders. */
  readonly held: ReadonlyArray<{
    readonly sender: string
    readonly amount_usdc: number
    readonly reason: string
    readonly since: string
  }>
  /** Number of people who must approve the release of a hold or a `pending_action`. */
  readonly approvals_needed: number
  /** Action that waits for more approvals. `null` if there is none. */
  readonly pending_action: PendingAction | null
}

export interface RecipientExport {
  /** State of the recipient's data. `null` if no request changed it. */
  readonly record: RecipientRecord | null
  readonly beneficiaries: ReadonlyArray<Beneficiary>
  /**
   * Phone numbers that these beneficiaries had before. Their data is not in this export.
   * Export each number.
   */
  readonly former_numbers: ReadonlyArray<string>
  /** Payouts to the recipient, newest first, at most 50. Rows of batches are payouts. */
  readonly payouts: ReadonlyArray<ExportedPayout>
  /** Cursor of the next page. `null` if this is the last page. */
  readonly next_cursor: string | null
}

/** A payout, with reasons of staff, webhook deliveries and logged requests. */
export interface ExportedPayout {
  /** Id of the payout. */
  readonly payout_id: string
  /** Current status. */
  readonly status: PayoutStatus
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
  /** Id of the quote. */
  readonly quote_id: string | null
  /** Time of delivery. `null` until then. */
  readonly settled_at: string | null
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name: string | null
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /** Id of the saved recipient. */
  readonly beneficiary_id: string | null
  /** Your own text, at most 128 characters. */
  readonly reference: string | null
  /** Your own pairs of text, at most 20. They are stored and returned unchanged. */
  readonly metadata: { readonly [name: string]: string }
  readonly recipient_details?: RecipientDetails
  /** Code of the reason for the payment, such as `family_support`. */
  readonly purpose?: string
  /** Code of the source of the money, such as `salary`. */
  readonly source_of_funds?: string
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /**
   * Code of the reason why the payout is held, in review, failed or reversed, as in its
   * event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
   * the service cannot continue the payout now. It continues automatically, and no event
   * has these reasons.
   */
  readonly reason?: string
  /** The reason as a sentence for people. The text can change. */
  readonly reason_message?: string
  /**
   * Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
   * with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
   */
  readonly reason_since?: string
  /** Progress of the deposit. A `detected` deposit is not final yet. */
  readonly funding_status: PayoutFundingStatus
  /**
   * Deposits to the payout's address. Empty for a row of a batch, whose deposits are the
   * batch's.
   */
  readonly deposits: ReadonlyArray<{
    readonly tx_hash: string
    readonly log_index: number
    readonly block_number: number
    readonly amount_usdc: number
    readonly status: "detected" | "final"
    readonly seen_at: string
    readonly confirmations?: number
  }>
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
  /**
   * Recalls of the payout after it settled, oldest first. Present only if there are any.
   */
  readonly recalls?: ReadonlyArray<AdminRecall>
  /** All statuses of the payout with their times. */
  readonly timeline: ReadonlyArray<{
    readonly status: PayoutStatus
    readonly at: string
  }>
  /** Id of the customer's account. */
  readonly account_id: string
  /** Addresses that the deposits came from, each once. A simulated deposit has none. */
  readonly senders: ReadonlyArray<string>
  /**
   * Deposits that arrived on another chain or in another token, and that an operator
   * booked. Present only if there is one.
   */
  readonly foreign_deposits?: ReadonlyArray<ForeignDeposit>
  /** Code of the reason for the compliance hold. `null` if there was no hold. */
  readonly hold_reason: string | null
  /** Code of the reason for the manual review. `null` if there was none. */
  readonly review_reason: ReviewReason | null
  /**
   * Time, author, reason and amount of the freeze. Present only while the money is frozen.
   * The customer sees a hold and not the freeze.
   */
  readonly frozen?: {
    readonly since: string
    readonly by: string
    readonly reason: string
    readonly amount_usdc: number
    readonly foreign_amounts?: ReadonlyArray<ForeignAmount>
  }
  /** Reason why the refund is withheld. `null` if it is not. */
  readonly refund_hold: string | null
  /** Users (e-mail addresses) and keys (names) that approved the latest hold. */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must approve the release of a hold or a `pending_action`. */
  readonly approvals_needed: number
  /** Action that waits for more approvals. `null` if there is none. */
  readonly pending_action: PendingAction | null
  /** Latest screening. `null` if there was none. */
  readonly screening: {
    readonly verdict: Verdict
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
  /** Latest instruction to a provider. `null` if there was none. */
  readonly transfer: {
    readonly reference: string
    readonly attempt: number
    readonly provider: string | null
    readonly phase: Phase
    readonly answer_due_at: string
  } | null
  /** Reasons that were given for actions on the payout, at most the newest 100. */
  readonly notes: ReadonlyArray<PayoutNote>
  /**
   * Webhook deliveries about the payout and about its batch, newest first. At most 100 of
   * each.
   */
  readonly webhooks: ReadonlyArray<ExportedWebhook>
  /** Requests of the last seven days about the payout, newest first. At most 10. */
  readonly requests: ReadonlyArray<ExportedRequest>
}

/** Request about the payout, as the request log has it. */
export interface ExportedRequest {
  /** Id of the request, as in `X-Request-Id`. */
  readonly id: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** HTTP method of the request. */
  readonly method: string
  readonly path: string
  /** HTTP status of the response. */
  readonly status: number
  /** Masked body of the request. `null` if there is none. */
  readonly request_body: string | null
  /** Masked body of the response. `null` if there is none. */
  readonly response_body: string | null
}

/** Delivery of an event to a webhook endpoint, without the event's body. */
export interface ExportedWebhook {
  /** Id of the event. */
  readonly event_id: string
  /** Name of the event. */
  readonly type: string
  /** Time of the event. ISO 8601 in UTC. */
  readonly created_at: string
  /** Id of the webhook endpoint. */
  readonly endpoint_id: string
  /** Host of the endpoint's URL. `null` if the endpoint was deleted. */
  readonly endpoint_host: string | null
  /** Status of the delivery. */
  readonly status: DeliveryStatus
}

export interface PayoutNote {
  /** Id of the entry in the audit log. */
  readonly id: string
  /** Time in ISO 8601, in UTC. */
  readonly at: string
  /** Name of the action, such as `api_key.created`. */
  readonly action: string
  /** User (e-mail address) or key (name) that acted. */
  readonly by: string
  /** Reason that was given for the action. */
  readonly reason: string
}

export interface ListedEntry {
  /** Number of the entry in OFAC's list. */
  readonly number: number
  /** Kind of the entry. Vessels and aircraft match by address only. */
  readonly type: "individual" | "entity" | "vessel" | "aircraft"
  /** Codes of the sanctions programs. */
  readonly programs: ReadonlyArray<string>
  /** Office or rank of the person. `null` if none is listed. */
  readonly title: string | null
  /** Dates, years or ranges of birth from the remarks, as published. */
  readonly dates_of_birth: ReadonlyArray<string>
  /** Places of birth from the remarks, as published. */
  readonly places_of_birth: ReadonlyArray<string>
  /** Nationalities and citizenships from the remarks, as published. */
  readonly nationalities: ReadonlyArray<string>
  /** Remarks as published, at most 2,000 characters. */
  readonly remarks: string
  /** Other names, with at most 2,000 characters in total. */
  readonly aliases: ReadonlyArray<string>
  /** URL of OFAC's public page of the entry. The service never requests it. */
  readonly url: string
}

export interface ForeignAmount {
  /** EIP-155 id of the chain. */
  readonly chain_id: number
  /** Name of the chain, such as Base. */
  readonly chain: string
  /** Address of the token, in lower case. */
  readonly token_address: string
  /** Amount in whole tokens, as a decimal. */
  readonly token_amount: string
}

export interface ForeignDeposit {
  /** EIP-155 id of the chain. */
  readonly chain_id: number
  /** Name of the chain, such as Base. */
  readonly chain: string
  /** Address of the token, in lower case. */
  readonly token_address: string
  /** Amount in whole tokens, as a decimal. */
  readonly token_amount: string
  /** Hash of the transaction. */
  readonly tx_hash: string
  /** Position of the transfer among the block's log entries. */
  readonly log_index: number
  /** Address that the deposit came from. */
  readonly from: string
  /** `true` after the sender was screened. */
  readonly is_screened: boolean
}

export interface AdminRecall {
  /** Id of the recall. */
  readonly recall_id: string
  /**
   * Kind of the recall. `returned`: the provider gave the money back. `recalled`: the
   * customer or the recipient asked for it. `disputed`: a claim of a wrong number or of
   * fraud.
   */
  readonly kind: RecallKind
  /**
   * Progress of the recall. `open`: support works on it. `returned`: the provider has
   * returned money. `closed`: it has an `outcome`.
   */
  readonly status: RecallStatus
  readonly opened_at: string
  /**
   * Amount that the provider returned, in the target currency. Present only after a
   * return.
   */
  readonly returned_amount_fiat?: number
  /**
   * Share of the source amount that the returned amount stands for, the fee included. It
   * is refunded. Present only after a return.
   */
  readonly returned_amount_usdc?: number
  /** The provider's reference of the return. Present only after a return. */
  readonly provider_reference?: string
  readonly returned_at?: string
  /**
   * Outcome of the recall. `returned`: money came back. `kept`: the recipient keeps it.
   * `written_off`: it did not come back, and the service stops asking for it. Present only
   * if the recall is closed.
   */
  readonly outcome?: RecallOutcome
  readonly closed_at?: string
  /** Reason that staff gave for the recall. */
  readonly reason: string
  /** Evidence that staff gave. Present only if there is some. */
  readonly evidence?: string
}

export interface ForeignRefund {
  /**
   * Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance
   * review withholds the refund. `sent`: an operator recorded the transaction.
   * `confirmed`: the transaction is final. `credited`: the refund is part of the balance.
   */
  readonly status: ForeignRefundStatus
  /** EIP-155 id of the chain. */
  readonly chain_id: number
  /** Name of the chain, such as Base. */
  readonly chain: string
  /** Address of the token, in lower case. */
  readonly token_address: string
  /** Amount in whole tokens, as a decimal. */
  readonly token_amount: string
  /** Ethereum address that the refund goes to. */
  readonly address?: string
  /** Hash of the transaction. */
  readonly tx_hash?: string
}

/**
 * More facts about the recipient, for compliance. The service stores them encrypted and
 * sends them in no event.
 */
export interface RecipientDetails {
  /** Given names, as in the identity document. */
  readonly given_name?: string
  /** Family name, as in the identity document. */
  readonly family_name?: string
  /** Date of birth, YYYY-MM-DD, from 1900-01-01 to today. */
  readonly birth_date?: string
  /** Country of residence, ISO 3166-1 alpha-2, such as `UG`. */
  readonly country?: string
  readonly address?: PostalAddress
}

/** Postal address. */
export interface PostalAddress {
  /** Street and number, or the place in words. */
  readonly line1?: string
  /** Building, floor or apartment. */
  readonly line2?: string
  /** Town or village. */
  readonly city?: string
  /** Postal code. */
  readonly postal_code?: string
  /** Country of the address, ISO 3166-1 alpha-2, such as `UG`. */
  readonly country?: string
}

export interface Beneficiary {
  /** Unique id of the object. */
  readonly id: string
  /** Id of the account that saved the beneficiary. */
  readonly customer_id: string
  /** Full name of the recipient. */
  readonly name: string
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Your own short name of the recipient. */
  readonly nickname: string | null
  readonly details?: RecipientDetails
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
}

export interface RecipientRecord {
  /** Unique id of the object. */
  readonly id: string
  /** Phone number of the recipient. Reads `restricted` for restricted data. */
  readonly phone: string
  /**
   * `requested` until enough people have requested the erasure, `restricted` until
   * `erased_at`, and `erased` afterwards. `kept` if only a legal hold was set or ended.
   */
  readonly status: FormerNumberStatus
  /** Time of the erasure, which is in the future for restricted data. `null` if none. */
  readonly erased_at: string | null
  /** Legal hold that prevents an erasure. `null` if none is set. */
  readonly legal_hold: LegalHold | null
  /**
   * Users (e-mail addresses) and keys (names) that requested the erasure, while it waits
   * for more people.
   */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must request an erasure. */
  readonly approvals_needed: number
}

export interface LegalHold {
  /** Time of the beginning. ISO 8601 in UTC. */
  readonly since: string
  /** User (e-mail address) or key (name) that set it. */
  readonly by: string
  /** Reason that staff gave for the hold. */
  readonly reason: string
}

export interface RecipientData {
  /**
   * `requested` until enough people have requested the erasure, `restricted` until
   * `erased_at`, and `erased` afterwards. `kept` if only a legal hold was set or ended.
   */
  readonly status: FormerNumberStatus
  /** Time of the erasure, which is in the future for restricted data. `null` if none. */
  readonly erased_at: string | null
  /** Legal hold that prevents an erasure. `null` if none is set. */
  readonly legal_hold: LegalHold | null
  /**
   * Users (e-mail addresses) and keys (names) that requested the erasure, while it waits
   * for more people.
   */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must request an erasure. */
  readonly approvals_needed: number
}

export interface RecipientErasure {
  /**
   * `requested` until enough people have requested the erasure, `restricted` until
   * `erased_at`, and `erased` afterwards. `kept` if only a legal hold was set or ended.
   */
  readonly status: FormerNumberStatus
  /** Time of the erasure, which is in the future for restricted data. `null` if none. */
  readonly erased_at: string | null
  /** Legal hold that prevents an erasure. `null` if none is set. */
  readonly legal_hold: LegalHold | null
  /**
   * Users (e-mail addresses) and keys (names) that requested the erasure, while it waits
   * for more people.
   */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must request an erasure. */
  readonly approvals_needed: number
  /**
   * Former phone numbers of the recipient's beneficiaries, with the state of their data.
   * Newest first.
   */
  readonly former_numbers: ReadonlyArray<FormerNumber>
}

export interface FormerNumber {
  /** Id of the recipient in the audit log. `null` if the data stays. */
  readonly id: string | null
  /**
   * `kept` if another beneficiary has the number now. Its data stays, because it may be
   * about another person. The other values are those of the response.
   */
  readonly status: FormerNumberStatus
  /** Time of the erasure, which is in the future for restricted data. `null` if none. */
  readonly erased_at: string | null
  /** Beneficiary that has the number now. `null` unless `status` is `kept`. */
  readonly beneficiary_id: string | null
}

/** Only this response contains `key`. A replay of the request has `null` instead. */
export interface OperatorWithKey {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the key. */
  readonly name: string
  /** Last four characters of the key. */
  readonly last4: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /**
   * User or key that issued the key. `null` if the first start of the service created it.
   */
  readonly issued_by: string | null
  /** Time at which the key expires. `null` if it never expires. */
  readonly expires_at: string | null
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** The API key itself, which is shown only in this response. */
  readonly key: string | null
}

export interface Operator {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the key. */
  readonly name: string
  /** Last four characters of the key. */
  readonly last4: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /**
   * User or key that issued the key. `null` if the first start of the service created it.
   */
  readonly issued_by: string | null
  /** Time at which the key expires. `null` if it never expires. */
  readonly expires_at: string | null
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** Time of the revocation. `null` while the key works. */
  readonly revoked_at: string | null
  /** Time of the last request with the key. `null` if none is known. */
  readonly last_used_at: string | null
}

export interface AdminDelivery {
  /** Unique id of the object. */
  readonly id: string
  /** Id of the webhook endpoint. */
  readonly endpoint_id: string
  /** Id of the event. */
  readonly event_id: string
  /** Name of the event. */
  readonly event_type: string
  /** Id of the payout. */
  readonly payout_id: string | null
  /** `true` if the delivery is a test that you requested. */
  readonly test: boolean
  /** Current status. */
  readonly status: DeliveryStatus
  /** All attempts to deliver the event, oldest first. */
  readonly attempts: ReadonlyArray<{
    readonly at: string
    readonly status_code: number | null
    readonly latency_ms: number
    readonly error: string | null
    readonly request_headers: { readonly [name: string]: string } | null
    readonly response_headers: { readonly [name: string]: string } | null
    readonly response_body: string | null
  }>
  /** Time of the next attempt. `null` if none is planned. */
  readonly next_attempt_at: string | null
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly payload: Event_1
  /** Id of the customer's account. */
  readonly account_id: string
  /** URL of the endpoint. `null` if the endpoint was deleted. */
  readonly endpoint_url: string | null
  /** `true` if events are sent to the endpoint. `null` if the endpoint was deleted. */
  readonly endpoint_is_active: boolean | null
}

/** Body that every attempt sends. */
export interface Event_1 {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the event. */
  readonly type: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Object that the event is about, in the form that the event's name defines. */
  readonly data: { readonly [name: string]: unknown }
}

export interface AdminPayout {
  /** Id of the payout. */
  readonly payout_id: string
  /** Current status. */
  readonly status: PayoutStatus
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
  /** Id of the quote. */
  readonly quote_id: string | null
  /** Time of delivery. `null` until then. */
  readonly settled_at: string | null
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name: string | null
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /** Id of the saved recipient. */
  readonly beneficiary_id: string | null
  /** Your own text, at most 128 characters. */
  readonly reference: string | null
  /** Your own pairs of text, at most 20. They are stored and returned unchanged. */
  readonly metadata: { readonly [name: string]: string }
  readonly recipient_details?: RecipientDetails
  /** Code of the reason for the payment, such as `family_support`. */
  readonly purpose?: string
  /** Code of the source of the money, such as `salary`. */
  readonly source_of_funds?: string
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /**
   * Code of the reason why the payout is held, in review, failed or reversed, as in its
   * event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
   * the service cannot continue the payout now. It continues automatically, and no event
   * has these reasons.
   */
  readonly reason?: string
  /** The reason as a sentence for people. The text can change. */
  readonly reason_message?: string
  /**
   * Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
   * with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
   */
  readonly reason_since?: string
  /** Progress of the deposit. A `detected` deposit is not final yet. */
  readonly funding_status: PayoutFundingStatus
  /**
   * Deposits to the payout's address. Empty for a row of a batch, whose deposits are the
   * batch's.
   */
  readonly deposits: ReadonlyArray<{
    readonly tx_hash: string
    readonly log_index: number
    readonly block_number: number
    readonly amount_usdc: number
    readonly status: "detected" | "final"
    readonly seen_at: string
    readonly confirmations?: number
  }>
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
  /**
   * Recalls of the payout after it settled, oldest first. Present only if there are any.
   */
  readonly recalls?: ReadonlyArray<AdminRecall>
  /** All statuses of the payout with their times. */
  readonly timeline: ReadonlyArray<{
    readonly status: PayoutStatus
    readonly at: string
  }>
  /** Id of the customer's account. */
  readonly account_id: string
  /** Addresses that the deposits came from, each once. A simulated deposit has none. */
  readonly senders: ReadonlyArray<string>
  /**
   * Deposits that arrived on another chain or in another token, and that an operator
   * booked. Present only if there is one.
   */
  readonly foreign_deposits?: ReadonlyArray<ForeignDeposit>
  /** Code of the reason for the compliance hold. `null` if there was no hold. */
  readonly hold_reason: string | null
  /** Code of the reason for the manual review. `null` if there was none. */
  readonly review_reason: ReviewReason | null
  /**
   * Time, author, reason and amount of the freeze. Present only while the money is frozen.
   * The customer sees a hold and not the freeze.
   */
  readonly frozen?: {
    readonly since: string
    readonly by: string
    readonly reason: string
    readonly amount_usdc: number
    readonly foreign_amounts?: ReadonlyArray<ForeignAmount>
  }
  /** Reason why the refund is withheld. `null` if it is not. */
  readonly refund_hold: string | null
  /** Users (e-mail addresses) and keys (names) that approved the latest hold. */
  readonly approvals: ReadonlyArray<string>
  /** Number of people who must approve the release of a hold or a `pending_action`. */
  readonly approvals_needed: number
  /** Action that waits for more approvals. `null` if there is none. */
  readonly pending_action: PendingAction | null
  /** Latest screening. `null` if there was none. */
  readonly screening: {
    readonly verdict: Verdict
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
  /** Latest instruction to a provider. `null` if there was none. */
  readonly transfer: {
    readonly reference: string
    readonly attempt: number
    readonly provider: string | null
    readonly phase: Phase
    readonly answer_due_at: string
  } | null
}

export interface EarlierDecision {
  /** Id of the entry in the audit log. */
  readonly id: string
  /** Time in ISO 8601, in UTC. */
  readonly at: string
  /** The user or key that acted, under its current name. */
  readonly actor: {
    readonly id: string
    readonly kind: "person" | "api_key"
    readonly name: string
  }
  /** Decision. If several people approved, each approval is a decision. */
  readonly outcome: "approved" | "rejected" | "frozen" | "unfrozen"
  /** Reason that staff gave. */
  readonly reason: string | null
  /** Id of the payout. */
  readonly payout_id: string
  /** Id of the customer's account. */
  readonly account_id: string
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name: string | null
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /**
   * Facts that both payouts share, such as the same phone, the same words in the
   * recipient's name, or a list entry that suffices for a hold.
   */
  readonly shared: ReadonlyArray<"phone" | "name" | "list_entry">
}

export interface AdminBatch {
  /** Unique id of the object. */
  readonly id: string
  /** Name that the batch was created with. `null` if it has none. */
  readonly name: string | null
  /** Current status. */
  readonly status: BatchStatus
  /** Number of objects in the whole list. */
  readonly total: number
  /** Number of payouts that were delivered. */
  readonly completed: number
  /** Number of payouts that ended without delivery. */
  readonly failed: number
  /** Number of payouts that are not finished. */
  readonly pending: number
  /** Sum of all rows, in USDC. */
  readonly total_amount_usdc: number
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired`
   * if the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
   * `awaiting` batch with pending payouts can be cancelled.
   */
  readonly funding_status: BatchFundingStatus
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
  /** Id of the customer's account. */
  readonly account_id: string
  /**
   * Deposits that arrived on another chain or in another token, and that an operator
   * booked. Present only if there is one.
   */
  readonly foreign_deposits?: ReadonlyArray<ForeignDeposit>
  /** Number of people who must approve the release of a hold or a `pending_action`. */
  readonly approvals_needed: number
  /** Action that waits for more approvals. `null` if there is none. */
  readonly pending_action: PendingAction | null
  /** Reason why the refund is withheld. `null` if it is not. */
  readonly refund_hold: string | null
  /**
   * Time at which the batch was parked after repeated defects of the service. It continues
   * after an operator resumes it.
   */
  readonly parked_at?: string
}

/** Only this response contains `key`. A replay of the request has `null` instead. */
export interface ApiKeyWithSecret {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the key. */
  readonly name: string
  /**
   * Permissions of the key. `full` allows everything, `read_only` all reads. `payouts`,
   * `webhooks` and `reports` allow only that area and `GET /v1/account`.
   */
  readonly scope: Scope
  /** Last four characters of the key. */
  readonly last4: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time at which the key expires. `null` if it never expires. */
  readonly expires_at: string | null
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** The API key itself, which is shown only in this response. */
  readonly key: string | null
}

export interface ApiKey {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the key. */
  readonly name: string
  /**
   * Permissions of the key. `full` allows everything, `read_only` all reads. `payouts`,
   * `webhooks` and `reports` allow only that area and `GET /v1/account`.
   */
  readonly scope: Scope
  /** Last four characters of the key. */
  readonly last4: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time at which the key expires. `null` if it never expires. */
  readonly expires_at: string | null
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips: ReadonlyArray<string> | null
  /** Time of the revocation. `null` while the key works. */
  readonly revoked_at: string | null
  /** Time of the last request with the key. `null` if none is known. */
  readonly last_used_at: string | null
}

export interface Account {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the account. */
  readonly name: string
  /** E-mail address of the customer. */
  readonly email: string
  /**
   * Progress of the identity check. Unless it is `APPROVED`, API keys are refused, and
   * users can only read and manage their team.
   */
  readonly kyc_status: KycStatus
  /** Current status. */
  readonly status: "ACTIVE" | "SUSPENDED"
  readonly originator?: Originator
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
}

/**
 * The person or business on whose behalf the account pays, as staff verified it. Absent
 * until staff set it.
 */
export interface Originator {
  /** `person` or `business`. */
  readonly type: "person" | "business"
  /** Full name of the person, or registered name of the business. */
  readonly name: string
  /** Date of birth, YYYY-MM-DD. Only a person has one. */
  readonly birth_date?: string
  /** Number in the public register. Only a business has one. */
  readonly registration_number?: string
  /** Country of residence or registration, ISO 3166-1 alpha-2, such as `UG`. */
  readonly country?: string
  readonly address?: PostalAddress
}

export interface OriginatorInput {
  /** `person` or `business`. */
  readonly type: "person" | "business"
  /** Full name of the person, or registered name of the business. */
  readonly name: string
  /** Date of birth, YYYY-MM-DD. Only a person has one. */
  readonly birth_date?: string | null
  /** Number in the public register. Only a business has one. */
  readonly registration_number?: string | null
  /** Country of residence or registration, ISO 3166-1 alpha-2, such as `UG`. */
  readonly country?: string | null
  /** Postal address. */
  readonly address?: PostalAddressInput | null
}

export interface PostalAddressInput {
  /** Street and number, or the place in words. */
  readonly line1?: string | null
  /** Building, floor or apartment. */
  readonly line2?: string | null
  /** Town or village. */
  readonly city?: string | null
  /** Postal code. */
  readonly postal_code?: string | null
  /** Country of the address, ISO 3166-1 alpha-2, such as `UG`. */
  readonly country?: string | null
}

export interface AuditLog {
  /** Unique id of the object. */
  readonly id: string
  /** Time of the change. ISO 8601 in UTC. */
  readonly at: string
  /** The user or key that acted, under its current name. */
  readonly actor: {
    readonly id: string
    readonly kind: "person" | "api_key"
    readonly name: string
  }
  /** Id of the account whose objects were changed. `null` for objects of the service. */
  readonly account_id: string | null
  /** Network address of the client. `null` if it was not recorded. */
  readonly address: string | null
  /** Name of the action, such as `api_key.created`. */
  readonly action: string
  /** Id of the object that was changed. `null` if there is none. */
  readonly subject_id: string
  /** Changed fields with their new values. */
  readonly changes: { readonly [name: string]: string }
  /** Reason that the user or key gave. `null` if none was given. */
  readonly reason: string | null
}

export interface Batch {
  /** Unique id of the object. */
  readonly id: string
  /** Name that the batch was created with. `null` if it has none. */
  readonly name: string | null
  /** Current status. */
  readonly status: BatchStatus
  /** Number of objects in the whole list. */
  readonly total: number
  /** Number of payouts that were delivered. */
  readonly completed: number
  /** Number of payouts that ended without delivery. */
  readonly failed: number
  /** Number of payouts that are not finished. */
  readonly pending: number
  /** Sum of all rows, in USDC. */
  readonly total_amount_usdc: number
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired`
   * if the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
   * `awaiting` batch with pending payouts can be cancelled.
   */
  readonly funding_status: BatchFundingStatus
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
}

export interface Payout {
  /** Id of the payout. */
  readonly payout_id: string
  /** Current status. */
  readonly status: PayoutStatus
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
  /** Id of the quote. */
  readonly quote_id: string | null
  /** Time of delivery. `null` until then. */
  readonly settled_at: string | null
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name: string | null
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /** Id of the saved recipient. */
  readonly beneficiary_id: string | null
  /** Your own text, at most 128 characters. */
  readonly reference: string | null
  /** Your own pairs of text, at most 20. They are stored and returned unchanged. */
  readonly metadata: { readonly [name: string]: string }
  readonly recipient_details?: RecipientDetails
  /** Code of the reason for the payment, such as `family_support`. */
  readonly purpose?: string
  /** Code of the source of the money, such as `salary`. */
  readonly source_of_funds?: string
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /**
   * Code of the reason why the payout is held, in review, failed or reversed, as in its
   * event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
   * the service cannot continue the payout now. It continues automatically, and no event
   * has these reasons.
   */
  readonly reason?: string
  /** The reason as a sentence for people. The text can change. */
  readonly reason_message?: string
  /**
   * Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
   * with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
   */
  readonly reason_since?: string
  /** Progress of the deposit. A `detected` deposit is not final yet. */
  readonly funding_status: PayoutFundingStatus
  /**
   * Deposits to the payout's address. Empty for a row of a batch, whose deposits are the
   * batch's.
   */
  readonly deposits: ReadonlyArray<{
    readonly tx_hash: string
    readonly log_index: number
    readonly block_number: number
    readonly amount_usdc: number
    readonly status: "detected" | "final"
    readonly seen_at: string
    readonly confirmations?: number
  }>
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
  /**
   * Recalls of the payout after it settled, oldest first. Present only if there are any.
   */
  readonly recalls?: ReadonlyArray<Recall>
  /** All statuses of the payout with their times. */
  readonly timeline: ReadonlyArray<{
    readonly status: PayoutStatus
    readonly at: string
  }>
}

export interface Recall {
  /** Id of the recall. */
  readonly recall_id: string
  /**
   * Kind of the recall. `returned`: the provider gave the money back. `recalled`: the
   * customer or the recipient asked for it. `disputed`: a claim of a wrong number or of
   * fraud.
   */
  readonly kind: RecallKind
  /**
   * Progress of the recall. `open`: support works on it. `returned`: the provider has
   * returned money. `closed`: it has an `outcome`.
   */
  readonly status: RecallStatus
  readonly opened_at: string
  /**
   * Amount that the provider returned, in the target currency. Present only after a
   * return.
   */
  readonly returned_amount_fiat?: number
  /**
   * Share of the source amount that the returned amount stands for, the fee included. It
   * is refunded. Present only after a return.
   */
  readonly returned_amount_usdc?: number
  /** The provider's reference of the return. Present only after a return. */
  readonly provider_reference?: string
  readonly returned_at?: string
  /**
   * Outcome of the recall. `returned`: money came back. `kept`: the recipient keeps it.
   * `written_off`: it did not come back, and the service stops asking for it. Present only
   * if the recall is closed.
   */
  readonly outcome?: RecallOutcome
  readonly closed_at?: string
}

export interface Rate {
  /** Always `USDC`. */
  readonly source_currency: "USDC"
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Spread of the rate as a fraction, such as 0.01 for 1%. */
  readonly spread_percent: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Networks that pay this currency. */
  readonly networks: ReadonlyArray<string>
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
}

export interface Network {
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Long form of the network's name, such as `mtn_uganda`. */
  readonly slug: string
  /** Name of the network. */
  readonly name: string
  /** Country code, ISO 3166-1 alpha-2. */
  readonly country: string
  /** Digits after the plus sign that all numbers of the country begin with. */
  readonly calling_code: string
  /** Valid numbers of digits after the calling code. */
  readonly national_lengths: ReadonlyArray<number>
  /** Currency code, ISO 4217. */
  readonly currency: TargetCurrency
  /** Current status. */
  readonly status: NetworkStatus
  /** Smallest amount of one payout, in the recipient's currency. */
  readonly min_amount: number
  /** Largest amount of one payout, in the recipient's currency. */
  readonly max_amount: number
  /** Number of decimals that the network pays. */
  readonly decimals: number
  /**
   * `required` or `optional`. If it is `required`, production refuses a payout without it,
   * and the sandbox returns a warning.
   */
  readonly recipient_name: "required" | "optional"
}

export interface Balance {
  /** USDC that can pay for payouts now. */
  readonly available_usdc: number
  /** USDC that left the balance for payouts and withdrawals that have not ended. */
  readonly reserved_usdc: number
  /** USDC of deposits that are not final yet, or whose sender is being screened. */
  readonly pending_usdc: number
  /** USDC of deposits that a compliance review holds. */
  readonly held_usdc: number
  /** Amount below which the balance is low. `null` if none is set. */
  readonly low_threshold_usdc: number | null
  /**
   * Destination of refunds of payouts and batches that a deposit funds. `refund` if
   * operators send them to a refund address, `balance` if they become part of the balance.
   */
  readonly excess: "refund" | "balance"
  /** True if less than the threshold is available. */
  readonly is_low: boolean
  /**
   * Address for deposits to the balance. It never changes, and takes any amount at any
   * time.
   */
  readonly deposit_address: string
  readonly chain_id: number
  readonly token_address: string
  /** Payment link (EIP-681) to the address, without an amount. */
  readonly payment_uri: string
  /** The instruction to deposit in one sentence. */
  readonly message: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
}

export interface LoggedRequestWithBodies {
  /** Id of the request, as in `X-Request-Id`. */
  readonly id: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Id of the API key (`key_…`) or dashboard user (`usr_…`) that sent the request. */
  readonly caller_id: string
  /** Current name of the key or user. */
  readonly caller_name: string | null
  /** Network address of the client. */
  readonly ip_address: string
  /** HTTP method of the request. */
  readonly method: string
  /** Path with its query. Search texts are masked. */
  readonly path: string
  /**
   * HTTP status of the response. 499 if the client closed the connection before the
   * response.
   */
  readonly status: number
  /** Milliseconds until the response. */
  readonly latency_ms: number
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /**
   * `true` if the response is a replay of the first response to this idempotency key.
   */
  readonly replayed: boolean
  /** Copy of `error`. */
  readonly error_code: string | null
  /**
   * Id of the payout, batch or quote in the request or response. `null` if there is none.
   */
  readonly subject_id: string | null
  /**
   * Body, at most 4,096 characters. Phone numbers, names, details of people, metadata and
   * secrets are masked. `null` if there is none.
   */
  readonly request_body: string | null
  /**
   * Body, at most 4,096 characters. Phone numbers, names, details of people, metadata and
   * secrets are masked. `null` if there is none.
   */
  readonly response_body: string | null
}

export interface LoggedRequest {
  /** Id of the request, as in `X-Request-Id`. */
  readonly id: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Id of the API key (`key_…`) or dashboard user (`usr_…`) that sent the request. */
  readonly caller_id: string
  /** Current name of the key or user. */
  readonly caller_name: string | null
  /** Network address of the client. */
  readonly ip_address: string
  /** HTTP method of the request. */
  readonly method: string
  /** Path with its query. Search texts are masked. */
  readonly path: string
  /**
   * HTTP status of the response. 499 if the client closed the connection before the
   * response.
   */
  readonly status: number
  /** Milliseconds until the response. */
  readonly latency_ms: number
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /**
   * `true` if the response is a replay of the first response to this idempotency key.
   */
  readonly replayed: boolean
  /** Copy of `error`. */
  readonly error_code: string | null
  /**
   * Id of the payout, batch or quote in the request or response. `null` if there is none.
   */
  readonly subject_id: string | null
}

export interface AuditLine {
  /** Unique id of the object. */
  readonly id: string
  /** Time in ISO 8601, in UTC. */
  readonly at: string
  /** Id of the user or key that acted. */
  readonly actor_id: string
  /** `person` for a user, `api_key` for a key. */
  readonly actor_kind: "person" | "api_key"
  /** Current name of the user or key that acted. */
  readonly actor_name: string
  /** Id of the account whose objects were changed. `null` for objects of the service. */
  readonly account_id: string | null
  /** Network address of the client. `null` if it was not recorded. */
  readonly address: string | null
  /** Name of the action, such as `api_key.created`. */
  readonly action: string
  /** Id of the object that was changed. `null` if there is none. */
  readonly subject_id: string
  /** Reason in words or as a code. */
  readonly reason: string | null
  /** Changed fields with their new values. */
  readonly changes: { readonly [name: string]: string }
}

export interface ProfitLine {
  /** Id of the customer's account. */
  readonly account_id: string
  /** Current name of the account. */
  readonly account_name: string | null
  /** Id of the payout. */
  readonly payout_id: string
  /** Time of delivery. `null` until then. */
  readonly settled_at: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount: number
  /** USDC that the customer paid. */
  readonly source_amount_usdc: number
  /**
   * Part of the source amount that the spread costs, in USDC. It is the spread income.
   */
  readonly fee_usdc: number
  /** Source amount less the fee, which is for sale. */
  readonly converted_usdc: number
  /** Part of the converted USDC that sales have taken, first in first out. */
  readonly sold_usdc: number
  /**
   * Part of the converted USDC that returns of recalls have taken, first in first out. It
   * has no result.
   */
  readonly returned_usdc: number
  /**
   * Share of the payout in the realised results of sales, in the target currency. Negative
   * for a loss. `null` while nothing is sold.
   */
  readonly fx_result: number | null
  /**
   * Provider fees of bookings that name the payout, in the target currency. `null` if
   * there is no such booking.
   */
  readonly provider_fee: number | null
  /**
   * Gas of bookings that name the payout, in the target currency. `null` if there is no
   * such booking.
   */
  readonly gas: number | null
}

export interface AdminFeeLine {
  /** Id of the customer's account. */
  readonly account_id: string
  /** Current name of the account. */
  readonly account_name: string | null
  /** Day of the settlements in UTC. */
  readonly day: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Number of settled payouts. */
  readonly count: number
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount: number
}

export interface AdminRefundLine {
  /** Id of the customer's account. */
  readonly account_id: string
  /** Current name of the account. */
  readonly account_name: string | null
  /** Id of the payout. `null` for the refund of a whole batch. */
  readonly payout_id: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /**
   * Time at which an operator recorded the transaction. It decides which period the refund
   * is in.
   */
  readonly sent_at: string
  /** Time at which the transaction was proven final. `null` until then. */
  readonly confirmed_at: string | null
  /** Current status. */
  readonly status: "sent" | "confirmed"
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Ethereum address that the refund goes to. */
  readonly address: string
  /** Hash of the transaction. */
  readonly tx_hash: string
  /**
   * Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
   * failed, `overpaid` if more than the amount due arrived, `returned` if the provider
   * returned the money of a settled payout, or `foreign_deposit` if the money arrived on
   * another chain or in another token.
   */
  readonly reason: Reason
  /** Reference of the payout, or name of the batch. */
  readonly reference: string | null
  /**
   * EIP-155 id of the chain of a refund of a foreign deposit, whose `amount_usdc` is 0.
   * `null` for a refund in USDC of the service's own chain.
   */
  readonly chain_id: number | null
  /** Name of that chain, such as Base. */
  readonly chain: string | null
  /** Address of the token on that chain. */
  readonly token_address: string | null
  /** Amount in whole tokens, as a decimal. */
  readonly token_amount: string | null
}

export interface AdminSettlement {
  /** Id of the customer's account. */
  readonly account_id: string
  /** Current name of the account. */
  readonly account_name: string | null
  /** Id of the payout. */
  readonly payout_id: string
  /** Time of delivery. `null` until then. */
  readonly settled_at: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name: string | null
  /** Your own text, at most 128 characters. */
  readonly reference: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /** Id of the quote. */
  readonly quote_id: string | null
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /** Idempotency key of the payout, or of its row in the batch. */
  readonly idempotency_key: string | null
  /**
   * Hashes of the deposits' transactions, separated by spaces. `null` for a row of a
   * batch.
   */
  readonly deposit_tx_hashes: string | null
}

export interface FeeLine {
  /** Day of the settlements in UTC. */
  readonly day: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Number of settled payouts. */
  readonly count: number
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount: number
}

export interface RefundLine {
  /** Id of the payout. `null` for the refund of a whole batch. */
  readonly payout_id: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /**
   * Time at which an operator recorded the transaction. It decides which period the refund
   * is in.
   */
  readonly sent_at: string
  /** Time at which the transaction was proven final. `null` until then. */
  readonly confirmed_at: string | null
  /** Current status. */
  readonly status: "sent" | "confirmed"
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Ethereum address that the refund goes to. */
  readonly address: string
  /** Hash of the transaction. */
  readonly tx_hash: string
  /**
   * Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
   * failed, `overpaid` if more than the amount due arrived, `returned` if the provider
   * returned the money of a settled payout, or `foreign_deposit` if the money arrived on
   * another chain or in another token.
   */
  readonly reason: Reason
  /** Reference of the payout, or name of the batch. */
  readonly reference: string | null
  /**
   * EIP-155 id of the chain of a refund of a foreign deposit, whose `amount_usdc` is 0.
   * `null` for a refund in USDC of the service's own chain.
   */
  readonly chain_id: number | null
  /** Name of that chain, such as Base. */
  readonly chain: string | null
  /** Address of the token on that chain. */
  readonly token_address: string | null
  /** Amount in whole tokens, as a decimal. */
  readonly token_amount: string | null
}

export interface Settlement {
  /** Id of the payout. */
  readonly payout_id: string
  /** Time of delivery. `null` until then. */
  readonly settled_at: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name: string | null
  /** Your own text, at most 128 characters. */
  readonly reference: string | null
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string | null
  /** Id of the quote. */
  readonly quote_id: string | null
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference: string | null
  /** Idempotency key of the payout, or of its row in the batch. */
  readonly idempotency_key: string | null
  /**
   * Hashes of the deposits' transactions, separated by spaces. `null` for a row of a
   * batch.
   */
  readonly deposit_tx_hashes: string | null
}

export interface Delivery {
  /** Unique id of the object. */
  readonly id: string
  /** Id of the webhook endpoint. */
  readonly endpoint_id: string
  /** Id of the event. */
  readonly event_id: string
  /** Name of the event. */
  readonly event_type: string
  /** Id of the payout. */
  readonly payout_id: string | null
  /** `true` if the delivery is a test that you requested. */
  readonly test: boolean
  /** Current status. */
  readonly status: DeliveryStatus
  /** All attempts to deliver the event, oldest first. */
  readonly attempts: ReadonlyArray<{
    readonly at: string
    readonly status_code: number | null
    readonly latency_ms: number
    readonly error: string | null
    readonly request_headers: { readonly [name: string]: string } | null
    readonly response_headers: { readonly [name: string]: string } | null
    readonly response_body: string | null
  }>
  /** Time of the next attempt. `null` if none is planned. */
  readonly next_attempt_at: string | null
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly payload: Event_1
}

export interface Event {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the event. */
  readonly type: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Object that the event is about, in the form that the event's name defines. */
  readonly data: { readonly [name: string]: unknown }
}

export interface WebhookEndpointWithSecret {
  /** Unique id of the object. */
  readonly id: string
  /** URL that events are sent to. It needs HTTPS and a valid certificate. */
  readonly url: string
  /** Event names. `*` stands for all events and `payout.*` for all events of payouts. */
  readonly events: ReadonlyArray<string>
  /** Your own text about the webhook endpoint. `null` if there is none. */
  readonly description: string | null
  /** `true` if events are sent to the webhook endpoint. */
  readonly is_active: boolean
  /** Reason why the service disabled the endpoint. Present only if it did. */
  readonly disabled_reason?: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Signing secret, which is shown only in this response. */
  readonly secret: string
}

export interface WebhookEndpoint {
  /** Unique id of the object. */
  readonly id: string
  /** URL that events are sent to. It needs HTTPS and a valid certificate. */
  readonly url: string
  /** Event names. `*` stands for all events and `payout.*` for all events of payouts. */
  readonly events: ReadonlyArray<string>
  /** Your own text about the webhook endpoint. `null` if there is none. */
  readonly description: string | null
  /** `true` if events are sent to the webhook endpoint. */
  readonly is_active: boolean
  /** Reason why the service disabled the endpoint. Present only if it did. */
  readonly disabled_reason?: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
}

export interface ValidatedRecipient {
  /** `true` if a payout to this recipient would be accepted now. */
  readonly is_valid: boolean
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Name of the network. */
  readonly name: string
  /** Country code, ISO 3166-1 alpha-2. */
  readonly country: string
  /** Currency code, ISO 4217. */
  readonly currency: TargetCurrency
  /** Current state of the network. */
  readonly network_status: NetworkStatus
  /** Name registered for the number. `null` if no provider reports it. */
  readonly registered_name: string | null
  /**
   * `true` if all words of the given name are in the registered name, in any order. `null`
   * if either name is missing.
   */
  readonly is_name_match: boolean | null
  /**
   * Reasons why a payout to this recipient would be refused now. Empty if it would be
   * accepted.
   */
  readonly problems: ReadonlyArray<{
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

export interface OwnAccount {
  /** Unique id of the object. */
  readonly id: string
  /** Name of the account. */
  readonly name: string
  /** E-mail address of the customer. */
  readonly email: string
  /** Environment of this service and its keys. */
  readonly environment: "sandbox" | "production"
  /** Current status. */
  readonly status: "ACTIVE" | "SUSPENDED"
  /**
   * Progress of the identity check. Unless it is `APPROVED`, API keys are refused, and
   * users can only read and manage their team.
   */
  readonly kyc_status: KycStatus
  readonly originator?: Originator
  /** API key of this request. `null` for a dashboard session. */
  readonly key: {
    readonly id: string
    readonly name: string
    readonly scope: Scope
    readonly last4: string
    readonly created_at: string
    readonly expires_at: string | null
    readonly allowed_ips: ReadonlyArray<string> | null
  } | null
  /** Limits of this account. */
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
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
}

export interface AdminWithdrawal {
  /** Unique id of the object. */
  readonly id: string
  /**
   * `requested` and `held` wait for a decision of staff, `approved` for the transaction,
   * and `sent` until the transaction is final. `completed`, `cancelled` and `rejected` are
   * final.
   */
  readonly status: WithdrawalStatus
  /** Amount in USDC. */
  readonly amount_usdc: number
  readonly address_id: string
  /** Address that the money goes to. */
  readonly address: string
  /** Your reference. `null` if you gave none. */
  readonly reference: string | null
  /** Transaction that sent the money. `null` until it was sent. */
  readonly tx_hash: string | null
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly sent_at: string | null
  readonly completed_at: string | null
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
  /** Id of the customer's account. */
  readonly account_id: string
  /** Reason why screening flagged the address. `null` if it did not. */
  readonly hold_reason: string | null
  /** Number of people who must approve the release of a hold or a `pending_action`. */
  readonly approvals_needed: number
  /** Action that waits for more approvals. `null` if there is none. */
  readonly pending_action: PendingAction | null
}

export interface Withdrawal {
  /** Unique id of the object. */
  readonly id: string
  /**
   * `requested` and `held` wait for a decision of staff, `approved` for the transaction,
   * and `sent` until the transaction is final. `completed`, `cancelled` and `rejected` are
   * final.
   */
  readonly status: WithdrawalStatus
  /** Amount in USDC. */
  readonly amount_usdc: number
  readonly address_id: string
  /** Address that the money goes to. */
  readonly address: string
  /** Your reference. `null` if you gave none. */
  readonly reference: string | null
  /** Transaction that sent the money. `null` until it was sent. */
  readonly tx_hash: string | null
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly sent_at: string | null
  readonly completed_at: string | null
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
}

export interface BalanceStatement {
  /** Id of the customer's account. */
  readonly account_id: string
  /** Current name of the account. */
  readonly account_name: string
  /** Currency of all amounts. */
  readonly currency: "USDC"
  /** First day in UTC, YYYY-MM-DD. */
  readonly from: string
  /** Last day in UTC, YYYY-MM-DD. */
  readonly to: string
  /**
   * True once the period has ended. Later statements of the period have the same movements
   * and balances.
   */
  readonly is_complete: boolean
  /** Time of the request. */
  readonly generated_at: string
  /** The balance before the first day. */
  readonly opening_balance_usdc: number
  /** The balance at the end of the last day, or now if the period has not ended. */
  readonly closing_balance_usdc: number
  /** Movements that added to the balance. */
  readonly credits: {
    readonly count: number
    readonly amount_usdc: number
  }
  /** Movements that left the balance. */
  readonly debits: {
    readonly count: number
    readonly amount_usdc: number
  }
  /** Movements of the period, oldest first. */
  readonly movements: ReadonlyArray<BalanceMovement>
}

export interface BalanceMovement {
  /** Id of the movement. Ids of one balance sort by time. */
  readonly id: string
  /**
   * `deposit` for USDC that arrived, `release` for deposits that were held, `payout` and
   * `batch` for the price of one, `withdrawal` for USDC that goes to your address,
   * `return` for money of payouts that failed or were reversed, and of withdrawals that
   * were not sent, `correction` for an amount that operators added or took because of a
   * mistake.
   */
  readonly type: "deposit" | "release" | "payout" | "batch" | "withdrawal" | "return" | "correction"
  /** Amount in USDC. It is negative if it left the balance. */
  readonly amount_usdc: number
  /** The balance after the movement. */
  readonly balance_after_usdc: number
  /** Id of the payout. */
  readonly payout_id?: string
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id?: string
  readonly withdrawal_id?: string
  /** Id of the correction. Our support can explain it. */
  readonly correction_id?: string
  /** Transaction of the deposit. */
  readonly tx_hash?: string
  /** Address that the released deposits came from. */
  readonly from_address?: string
  /** Time in ISO 8601, in UTC. */
  readonly at: string
}

export interface RecipientDetailsInput {
  /** Given names, as in the identity document. */
  readonly given_name?: string | null
  /** Family name, as in the identity document. */
  readonly family_name?: string | null
  /** Date of birth, YYYY-MM-DD, from 1900-01-01 to today. */
  readonly birth_date?: string | null
  /** Country of residence, ISO 3166-1 alpha-2, such as `UG`. */
  readonly country?: string | null
  /** Postal address. */
  readonly address?: PostalAddressInput | null
}

export interface BulkBatch {
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string
  /** Name that the batch was created with. `null` if it has none. */
  readonly name: string | null
  /** Current status. */
  readonly status: BulkBatchStatus
  /** Number of objects in the whole list. */
  readonly total: number
  /** Number of payouts that were delivered. */
  readonly completed: number
  /** Number of payouts that ended without delivery. */
  readonly failed: number
  /** Number of payouts that are not finished. */
  readonly pending: number
  /** Sum of all rows, in USDC. */
  readonly total_amount_usdc: number
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired`
   * if the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
   * `awaiting` batch with pending payouts can be cancelled.
   */
  readonly funding_status: BatchFundingStatus
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
  /** Payouts, one object each. */
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
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string
  /** Name that the batch was created with. `null` if it has none. */
  readonly name: string | null
  /** Current status. */
  readonly status: BulkBatchStatus
  /** Number of objects in the whole list. */
  readonly total: number
  /** Number of payouts that were delivered. */
  readonly completed: number
  /** Number of payouts that ended without delivery. */
  readonly failed: number
  /** Number of payouts that are not finished. */
  readonly pending: number
  /** Sum of all rows, in USDC. */
  readonly total_amount_usdc: number
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired`
   * if the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
   * `awaiting` batch with pending payouts can be cancelled.
   */
  readonly funding_status: BatchFundingStatus
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updated_at: string
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
}

export interface BulkBatchCreated {
  /** Id of the batch or bulk batch that the payout belongs to. */
  readonly batch_id: string
  /** Name that the batch was created with. `null` if it has none. */
  readonly name: string | null
  /** Number of payouts in the batch. */
  readonly total_count: number
  /** Current status. */
  readonly status: BulkBatchStatus
  /** Sum of all rows, in USDC. */
  readonly total_amount_usdc: number
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired`
   * if the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
   * `awaiting` batch with pending payouts can be cancelled.
   */
  readonly funding_status: BatchFundingStatus
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /**
   * Faults that production would refuse. Only the sandbox returns warnings. A batch has
   * one warning per kind of fault, with the first row.
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

/**
 * Code of the source of the money, such as `salary`. `salary`: Salary or wage.
 * `business_revenue`: Revenue of a business. `savings`: Savings. `investment`: Income
 * from an investment or from the sale of one. `property`: Rent, or the sale of property.
 * `loan`: Loan. `pension`: Pension or social benefit. `gift`: Gift. `inheritance`:
 * Inheritance. `grant`: Grant, or donations to a charity. `other`: Any other source.
 */
export type SourceOfFunds =
  | "salary"
  | "business_revenue"
  | "savings"
  | "investment"
  | "property"
  | "loan"
  | "pension"
  | "gift"
  | "inheritance"
  | "grant"
  | "other"

/**
 * Code of the reason for the payment, such as `family_support`. `family_support`: Living
 * costs of a relative. `gift`: Gift to a person. `education`: School or university fees
 * and materials. `medical`: Treatment, medicine or health insurance. `rent`: Rent, or
 * costs of a home. `property`: Purchase or construction of land or a building.
 * `savings`: Savings of the recipient or sender. `investment`: Investment in a business
 * or in securities. `loan`: Payment or repayment of a loan. `salary`: Salary, wage or
 * pension. `contractor`: Fee of a freelancer or contractor. `supplier_payment`: Invoice
 * for goods or services. `tax`: Tax, duty or fee of an authority. `insurance`: Insurance
 * premium or claim. `travel`: Travel and accommodation. `donation`: Donation to a
 * charity, or aid from one. `refund`: Refund to a customer. `other`: Any other purpose.
 */
export type Purpose =
  | "family_support"
  | "gift"
  | "education"
  | "medical"
  | "rent"
  | "property"
  | "savings"
  | "investment"
  | "loan"
  | "salary"
  | "contractor"
  | "supplier_payment"
  | "tax"
  | "insurance"
  | "travel"
  | "donation"
  | "refund"
  | "other"

export interface BatchPayout {
  /** Id of the payout. */
  readonly payout_id: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key: string | null
  /** Current status. */
  readonly status: PayoutStatus
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name: string | null
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Your own text, at most 128 characters. */
  readonly reference: string | null
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason
  /**
   * Code of the reason why the payout is held, in review, failed or reversed, as in its
   * event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
   * the service cannot continue the payout now. It continues automatically, and no event
   * has these reasons.
   */
  readonly reason?: string
  /** The reason as a sentence for people. The text can change. */
  readonly reason_message?: string
  /**
   * Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
   * with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
   */
  readonly reason_since?: string
}

export interface BatchCheck {
  /** `true` if creation would accept all rows. */
  readonly is_valid: boolean
  /** Number of objects in the whole list. */
  readonly total: number
  /** Sum of all rows, in USDC. */
  readonly total_amount_usdc: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Totals by currency, at current rates. Invalid rows are left out. */
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
  /** Totals of the valid rows by network. */
  readonly networks: ReadonlyArray<{
    readonly network: string
    readonly target_currency: TargetCurrency
    readonly count: number
    readonly amount_usdc: number
    readonly target_amount_fiat: number
  }>
  /** Valid rows in the order of the file, with their amounts. */
  readonly rows: ReadonlyArray<{
    readonly row: number
    readonly recipient_phone: string
    readonly recipient_name: string | null
    readonly network: string
    readonly amount_usdc: number
    readonly target_amount_fiat: number
    readonly target_currency: TargetCurrency
  }>
  /** Rows with the same phone and amount as an earlier row. Creation accepts them. */
  readonly duplicates: ReadonlyArray<{
    readonly row: number
    readonly same_as_row: number
  }>
  /**
   * Rows that repeat the amount and phone of a payout from the last 14 days that was paid
   * or is not finished. If there are several such payouts, the newest is shown. Creation
   * accepts these rows.
   */
  readonly paid_before: ReadonlyArray<{
    readonly row: number
    readonly payout_id: string
    readonly batch_id: string | null
    readonly status: PayoutStatus
    readonly created_at: string
  }>
  /** Problems that creation would refuse, by row. Empty if it would accept all rows. */
  readonly errors: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
  /**
   * Faults that production would refuse. Only the sandbox returns warnings. A batch has
   * one warning per kind of fault, with the first row.
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
  /**
   * Id of the batch that was created from the same rows in the last 24 hours. A new
   * request with these rows returns that batch and pays no one twice. `null` if the rows
   * are new.
   */
  readonly batch_id: string | null
}

export interface BatchCreated {
  /** Unique id of the object. */
  readonly id: string
  /** Name that the batch was created with. `null` if it has none. */
  readonly name: string | null
  /** Current status. */
  readonly status: BatchStatus
  /** Number of objects in the whole list. */
  readonly total: number
  /** Number of payouts that were delivered. */
  readonly completed: number
  /** Number of payouts that ended without delivery. */
  readonly failed: number
  /** Number of payouts that are not finished. */
  readonly pending: number
  /** Sum of all rows, in USDC. */
  readonly total_amount_usdc: number
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /**
   * Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired`
   * if the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
   * `awaiting` batch with pending payouts can be cancelled.
   */
  readonly funding_status: BatchFundingStatus
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string
  /** Latest refund. Present only if there is one. */
  readonly refund?: {
    readonly status: ForeignRefundStatus
    readonly amount_usdc: number
    readonly address?: string
    readonly tx_hash?: string
  }
  /**
   * Refunds of money that arrived on another chain or in another token. Each is sent on
   * that chain and in that token. Present only if there is one.
   */
  readonly foreign_refunds?: ReadonlyArray<ForeignRefund>
  /**
   * Faults that production would refuse. Only the sandbox returns warnings. A batch has
   * one warning per kind of fault, with the first row.
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

export interface PayoutCreated {
  /** Id of the payout. */
  readonly payout_id: string
  /** Current status. */
  readonly status: PayoutStatus
  /** Address to send the exact amount of USDC to, on the chain of `chain_id`. */
  readonly deposit_address: string
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount_fiat: number
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone: string
  /** Mobile money network, such as `MTN_UG`. */
  readonly network: string
  /** Instruction for the deposit, with the exact amount and the address. */
  readonly message: string
  /** USDC that arrived and is final. */
  readonly amount_received_usdc: number
  /**
   * USDC that you still have to send. A detected deposit counts as sent before it is
   * final. 0 for a row of a batch, which is funded as a whole.
   */
  readonly amount_due_usdc: number
  /** Time by which the deposit must be seen on the chain. ISO 8601 in UTC. */
  readonly funding_expires_at: string
  /**
   * EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
   * 11155111, which is Ethereum's test network Sepolia.
   */
  readonly chain_id: number
  /** Address of the USDC contract on the chain. */
  readonly token_address: string
  /** Payment link (EIP-681) for the amount due. `null` if nothing is due. */
  readonly payment_uri: string | null
  /** `balance` if the account's balance pays. Absent if a deposit does. */
  readonly funding?: "balance"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  /**
   * Faults that production would refuse. Only the sandbox returns warnings. A batch has
   * one warning per kind of fault, with the first row.
   */
  readonly warnings?: ReadonlyArray<{
    readonly row?: number
    readonly field: string
    readonly code: string
    readonly message: string
  }>
}

export interface Quote {
  /** Id of the quote. */
  readonly quote_id: string
  /** Always `USDC`. */
  readonly source_currency: "USDC"
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /** USDC to convert. */
  readonly source_amount: number
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount: number
  /** Units of the target currency per USDC, after the spread. */
  readonly exchange_rate: number
  /** Spread of the rate as a fraction, such as 0.01 for 1%. */
  readonly spread_percent: number
  /** Units of the target currency per USDC, before the spread. */
  readonly mid_market_rate: number
  /** Part of the source amount that the spread costs, in USDC. */
  readonly fee_usdc: number
  /** Current status. */
  readonly status: "ACTIVE" | "LOCKED" | "USED" | "EXPIRED"
  /** Time of expiry. ISO 8601 in UTC. */
  readonly expires_at: string
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
}

/** The payout was created. */
export interface PayoutCreatedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.created"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/**
 * The payout awaits funds. It was created, or the batch that it belongs to has started.
 */
export interface PayoutAwaitingFundsEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.awaiting_funds"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** The payout is funded (`STABLECOIN_RECEIVED`). */
export interface PayoutFundsReceivedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.funds_received"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: PayoutReceivedData
}

/** The payout is funded (`STABLECOIN_RECEIVED`). */
export interface PayoutStablecoinReceivedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.stablecoin_received"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: PayoutReceivedData
}

/** The payout is funded (`STABLECOIN_RECEIVED`). */
export interface PayoutProcessingEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.processing"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: PayoutReceivedData
}

/** Screening holds the payout for a review (`COMPLIANCE_HOLD`). */
export interface PayoutComplianceHoldEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.compliance_hold"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** The payout was sent to the provider (`PAYOUT_INITIATED`). */
export interface PayoutInitiatedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.initiated"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: PayoutInitiatedData
}

/** The payout was sent to the provider (`PAYOUT_INITIATED`). */
export interface PayoutPayoutInitiatedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.payout_initiated"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: PayoutInitiatedData
}

/** The provider accepted the payout (`PAYOUT_CONFIRMED`). */
export interface PayoutConfirmedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.confirmed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** The recipient has the money (`SETTLED`). This status is final. */
export interface PayoutSettledEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.settled"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: PayoutSettledData
}

/** The recipient has the money (`SETTLED`). This status is final. */
export interface PayoutCompletedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.completed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: PayoutSettledData
}

/**
 * The payout failed (`FAILED`). This status is final, and received money is refunded.
 */
export interface PayoutFailedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.failed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/**
 * The payout was reversed (`REVERSED`). This status is final, and the money is refunded.
 */
export interface PayoutReversedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.reversed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** Staff must decide how the payout continues (`MANUAL_REVIEW`). */
export interface PayoutManualReviewEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.manual_review"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** A refund of a failed or reversed payout is final on its chain. */
export interface PayoutRefundedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.refunded"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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
    readonly refund: ConfirmedRefund
    readonly test?: true
    readonly endpoint_id?: string
  }
}

/**
 * A recall of a settled payout was opened, got money back or was closed. The payout
 * stays `SETTLED`.
 */
export interface PayoutRecalledEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "payout.recalled"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly payout_id: string
    readonly id: string
    readonly status: "SETTLED"
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
    readonly recall: PayoutRecall
  }
}

/** A deposit to a payout or batch is final on the chain. */
export interface DepositReceivedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "deposit.received"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** A quote expired before it was used. */
export interface QuoteExpiredEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "quote.expired"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** A deposit became part of the account's balance. */
export interface BalanceCreditedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "balance.credited"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly movement_id: string
    readonly amount_usdc: number
    readonly available_usdc: number
    readonly tx_hash: string | null
  }
}

/** The account's balance fell below its threshold. */
export interface BalanceLowEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "balance.low"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly available_usdc: number
    readonly low_threshold_usdc: number
  }
}

/** A withdrawal was requested. Its amount left the balance. */
export interface WithdrawalRequestedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.requested"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly withdrawal_id: string
    readonly amount_usdc: number
    readonly address_id: string
    readonly address: string
    readonly reference: string | null
    readonly tx_hash: string | null
    readonly created_at: string
    readonly status: "requested"
  }
}

/** A compliance review holds a withdrawal. */
export interface WithdrawalHeldEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.held"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly withdrawal_id: string
    readonly amount_usdc: number
    readonly address_id: string
    readonly address: string
    readonly reference: string | null
    readonly tx_hash: string | null
    readonly created_at: string
    readonly status: "held"
  }
}

/**
 * Staff approved a withdrawal, or a recorded transaction turned out not to be sent.
 */
export interface WithdrawalApprovedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.approved"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly withdrawal_id: string
    readonly amount_usdc: number
    readonly address_id: string
    readonly address: string
    readonly reference: string | null
    readonly tx_hash: string | null
    readonly created_at: string
    readonly status: "approved"
  }
}

/** A withdrawal was sent. The chain has not confirmed it yet. */
export interface WithdrawalSentEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.sent"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly withdrawal_id: string
    readonly amount_usdc: number
    readonly address_id: string
    readonly address: string
    readonly reference: string | null
    readonly tx_hash: string | null
    readonly created_at: string
    readonly status: "sent"
  }
}

/** A withdrawal is final on the chain. */
export interface WithdrawalCompletedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.completed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly withdrawal_id: string
    readonly amount_usdc: number
    readonly address_id: string
    readonly address: string
    readonly reference: string | null
    readonly tx_hash: string | null
    readonly created_at: string
    readonly status: "completed"
  }
}

/** A withdrawal was cancelled. Its amount is in the balance again. */
export interface WithdrawalCancelledEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.cancelled"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly withdrawal_id: string
    readonly amount_usdc: number
    readonly address_id: string
    readonly address: string
    readonly reference: string | null
    readonly tx_hash: string | null
    readonly created_at: string
    readonly status: "cancelled"
  }
}

/** Staff rejected a withdrawal. Its amount is in the balance again. */
export interface WithdrawalRejectedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.rejected"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly withdrawal_id: string
    readonly amount_usdc: number
    readonly address_id: string
    readonly address: string
    readonly reference: string | null
    readonly tx_hash: string | null
    readonly created_at: string
    readonly status: "rejected"
  }
}

/** An address for withdrawals was added. Remove it at once if it is not yours. */
export interface WithdrawalAddressAddedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "withdrawal.address_added"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id?: string
    readonly address_id: string
    readonly address: string
    readonly name: string
    readonly usable_from: string
  }
}

/** The service disabled a webhook endpoint of the account. */
export interface WebhookEndpointDisabledEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "webhook.endpoint_disabled"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly test?: true
    readonly endpoint_id: string
    readonly url: string
    readonly reason: string | null
    readonly disabled_at: string
  }
}

/** Money of a payout or batch is due as a refund. */
export interface RefundDueEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "refund.due"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "due"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
      readonly chain_id?: number
      readonly token_address?: string
      readonly token_amount?: string
    }
    readonly reason: Reason
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

/** A refund was sent. The chain has not confirmed it yet. */
export interface RefundSentEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "refund.sent"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "sent"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
      readonly chain_id?: number
      readonly token_address?: string
      readonly token_amount?: string
    }
    readonly reason: Reason
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

/** A refund is final on the chain. */
export interface RefundConfirmedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "refund.confirmed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "confirmed"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
      readonly chain_id?: number
      readonly token_address?: string
      readonly token_amount?: string
    }
    readonly reason: Reason
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

/**
 * A refund is part of the account's balance, because the account wants refunds there.
 */
export interface RefundCreditedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "refund.credited"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "credited"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
      readonly chain_id?: number
      readonly token_address?: string
      readonly token_amount?: string
    }
    readonly reason: Reason
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

/** A recorded refund turned out not to be sent. Its amount is due again. */
export interface RefundFailedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "refund.failed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
  readonly data: {
    readonly payout_id?: string
    readonly batch_id?: string
    readonly refund: {
      readonly status: "failed"
      readonly amount_usdc: number
      readonly address?: string
      readonly tx_hash?: string
      readonly chain_id?: number
      readonly token_address?: string
      readonly token_amount?: string
    }
    readonly reason: Reason
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

/** A batch or bulk batch is fully funded. */
export interface BatchFundedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "batch.funded"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** All payouts of a batch or bulk batch are finished. */
export interface BatchCompletedEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "batch.completed"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** A batch or bulk batch was cancelled. */
export interface BatchCancelledEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "batch.cancelled"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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

/** You requested a test event. */
export interface WebhookTestEvent {
  /**
   * Id of the event. It is the same in every attempt and resend, so use it to skip
   * duplicates.
   */
  readonly id: string
  /** Name of the event. */
  readonly type: "webhook.test"
  /** Time of creation. ISO 8601 in UTC. */
  readonly created_at: string
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
  /** Amount in USDC, with at most 6 decimals. A quote needs at least 0.01. */
  readonly source_amount_usdc?: number | null | undefined
  /** Amount that the recipient gets, in the target currency. */
  readonly target_amount?: number | null | undefined
  /** Currency that the recipient gets: UGX, KES, NGN, GHS or TZS. */
  readonly target_currency: TargetCurrency
  /**
   * Your own key for this request, 1 to 128 characters. A retry with the same key and
   * parameters takes effect once. Keys are remembered for 24 hours. The header
   * `Idempotency-Key` can carry the key instead.
   */
  readonly idempotency_key?: string | undefined
}

export interface ListQuotesQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * `-created_at`, the default, starts with the newest. `created_at` starts with the
   * oldest. Send the same `sort` with each `cursor`.
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** Returns only objects with this status. */
  readonly status?: "ACTIVE" | "LOCKED" | "USED" | "EXPIRED" | undefined
}

export interface CreateQuotesBody {
  /** Quotes to create, at most 100. */
  readonly quotes: ReadonlyArray<{
    readonly source_amount_usdc?: number | null | undefined
    readonly target_amount?: number | null | undefined
    readonly target_currency: TargetCurrency
  }>
  /**
   * Your own key for this request, 1 to 128 characters. A retry with the same key and
   * parameters takes effect once. Keys are remembered for 24 hours. The header
   * `Idempotency-Key` can carry the key instead.
   */
  readonly idempotency_key?: string | undefined
}

export interface CreateQuotesResult {
  readonly data: ReadonlyArray<Quote>
}

export interface CreatePayoutBody {
  /** Id of the quote. */
  readonly quote_id: string
  /**
   * Id of a saved recipient. The payout takes the phone, name, network and details from it
   * that the request does not contain.
   */
  readonly beneficiary_id?: string | null | undefined
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly recipient_phone?: string | null | undefined
  /**
   * Full name of the recipient, for screening. Production refuses a payout without it if
   * the network shows `recipient_name` as `required`. On other networks, the payout is
   * held if the provider reports no name.
   */
  readonly recipient_name?: string | null | undefined
  /** Mobile money network, such as `MTN_UG`. */
  readonly network?: string | null | undefined
  /** Your own text, at most 128 characters. */
  readonly reference?: string | null | undefined
  /** Your own pairs of text, at most 20. They are stored and returned unchanged. */
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /**
   * More facts about the recipient, for compliance. The service stores them encrypted and
   * sends them in no event.
   */
  readonly recipient_details?: RecipientDetailsInput | null | undefined
  /** Code of the reason for the payment, such as `family_support`. */
  readonly purpose?: Purpose | null | undefined
  /** Code of the source of the money, such as `salary`. */
  readonly source_of_funds?: SourceOfFunds | null | undefined
  /** Ethereum address that refunds go to. You can set it later. */
  readonly refund_address?: string | null | undefined
  /**
   * `balance` pays from the account's balance at once. Default is `deposit`, a transfer to
   * the `deposit_address` of the response.
   */
  readonly funding?: "deposit" | "balance" | null | undefined
  /**
   * Your own key for this request, 1 to 128 characters. A retry with the same key and
   * parameters takes effect once. Keys are remembered for 24 hours. The header
   * `Idempotency-Key` can carry the key instead.
   */
  readonly idempotency_key?: string | undefined
}

export interface ListPayoutsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * `-created_at`, the default, starts with the newest. `created_at` starts with the
   * oldest. Send the same `sort` with each `cursor`.
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** Returns only objects with this status. */
  readonly status?: PayoutStatus | undefined
  /** Returns only payouts of this batch or bulk batch. */
  readonly batch_id?: string | undefined
  /** Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case. */
  readonly network?: string | undefined
  /**
   * Finds a payout by its id, quote, idempotency key, deposit address, provider reference
   * or transaction hash. Among the newest 10,000 payouts, the text can also contain words
   * of the recipient's name, the phone and the reference. A word is found by its
   * beginning, in any order and letter case, and without accents. Digits are found
   * anywhere in a phone number. Empty text finds all.
   */
  readonly search?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
  /** `open` returns only objects with a refund that is not confirmed yet. */
  readonly refund?: "open" | undefined
}

export interface CreateBatchBody {
  /** Payouts, one object each. */
  readonly payouts: ReadonlyArray<{
    readonly phone: string
    readonly network: string
    readonly amount_usdc: number
    readonly name?: string | null | undefined
    readonly idempotency_key: string
    readonly reference?: string | null | undefined
    readonly recipient_details?: RecipientDetailsInput | null | undefined
    readonly purpose?: Purpose | null | undefined
    readonly source_of_funds?: SourceOfFunds | null | undefined
  }>
  /** Name for people. */
  readonly name?: string | null | undefined
  /**
   * `balance` pays from the account's balance at once. Default is `deposit`, a transfer to
   * the `deposit_address` of the response.
   */
  readonly funding?: "deposit" | "balance" | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBatchesQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * `-created_at`, the default, starts with the newest. `created_at` starts with the
   * oldest. Send the same `sort` with each `cursor`.
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** Returns only objects with this status. */
  readonly status?: BatchStatus | undefined
  /**
   * Finds words of the batch name among the newest 10,000 batches. A word is found by its
   * beginning, in any order and letter case, and without accents. Empty text finds all.
   */
  readonly search?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
  /** `open` returns only objects with a refund that is not confirmed yet. */
  readonly refund?: "open" | undefined
}

export interface CheckBatchBody {
  /** Payouts, one object each. */
  readonly payouts: ReadonlyArray<{
    readonly phone: string
    readonly network: string
    readonly amount_usdc: number
    readonly name?: string | null | undefined
    readonly idempotency_key: string
    readonly reference?: string | null | undefined
    readonly recipient_details?: RecipientDetailsInput | null | undefined
    readonly purpose?: Purpose | null | undefined
    readonly source_of_funds?: SourceOfFunds | null | undefined
  }>
  /** Name for people. */
  readonly name?: string | null | undefined
  /**
   * `balance` pays from the account's balance at once. Default is `deposit`, a transfer to
   * the `deposit_address` of the response.
   */
  readonly funding?: "deposit" | "balance" | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBatchPayoutsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /** Returns only objects with this status. */
  readonly status?: PayoutStatus | undefined
  /** `newest`, the default, starts with the last row. `file` starts with the first. */
  readonly order?: "newest" | "file" | undefined
}

export interface CreateBulkPayoutsBody {
  /** Payouts, one object each. */
  readonly payouts: ReadonlyArray<{
    readonly quote_id: string
    readonly recipient_phone: string
    readonly recipient_name?: string | null | undefined
    readonly network: string
    readonly idempotency_key: string
    readonly reference?: string | null | undefined
    readonly recipient_details?: RecipientDetailsInput | null | undefined
    readonly purpose?: Purpose | null | undefined
    readonly source_of_funds?: SourceOfFunds | null | undefined
  }>
  /** Name for people. */
  readonly name?: string | null | undefined
  /**
   * `balance` pays from the account's balance at once. Default is `deposit`, a transfer to
   * the `deposit_address` of the response.
   */
  readonly funding?: "deposit" | "balance" | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBulkPayoutsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * `-created_at`, the default, starts with the newest. `created_at` starts with the
   * oldest. Send the same `sort` with each `cursor`.
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** Returns only objects with this status. */
  readonly status?: BulkBatchStatus | undefined
  /**
   * Finds words of the batch name among the newest 10,000 batches. A word is found by its
   * beginning, in any order and letter case, and without accents. Empty text finds all.
   */
  readonly search?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
  /** `open` returns only objects with a refund that is not confirmed yet. */
  readonly refund?: "open" | undefined
}

export interface CreateBeneficiaryBody {
  /** Full name of the recipient. */
  readonly name: string
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly phone: string
  /** Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case. */
  readonly network: string
  /** Your own short name of the recipient. */
  readonly nickname?: string | null | undefined
  /**
   * More facts about the recipient, for compliance. The service stores them encrypted and
   * sends them in no event.
   */
  readonly details?: RecipientDetailsInput | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBeneficiariesQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * `-created_at`, the default, starts with the newest. `created_at` starts with the
   * oldest. `name` sorts by name, without regard to letter case and accents. `-name` sorts
   * by name from the end. Send the same `sort` with each `cursor`.
   */
  readonly sort?: "-created_at" | "created_at" | "name" | "-name" | undefined
  /**
   * Returns only objects that contain all these words. A word is found by its beginning,
   * in any order and letter case, and without accents.
   */
  readonly search?: string | undefined
  /** Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case. */
  readonly network?: string | undefined
}

export interface UpdateBeneficiaryBody {
  /** Name for people. */
  readonly name?: string | null | undefined
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly phone?: string | null | undefined
  /** Mobile money network, such as `MTN_UG`. */
  readonly network?: string | null | undefined
  /** Your own short name of the recipient. */
  readonly nickname?: string | null | undefined
  /**
   * More facts about the recipient, for compliance. The service stores them encrypted and
   * sends them in no event.
   */
  readonly details?: RecipientDetailsInput | null | undefined
}

export interface DeleteBeneficiaryResult {
  /** Unique id of the object. */
  readonly id: string
  /** Always `true`. */
  readonly deleted: true
}

export interface UpdateBalanceBody {
  readonly low_threshold_usdc?: number | null | undefined
  readonly excess?: "refund" | "balance" | undefined
}

export interface ListBalanceMovementsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
}

export interface GetBalanceStatementQuery {
  /** First day in UTC, YYYY-MM-DD. */
  readonly from: string
  /** Last day in UTC, YYYY-MM-DD. */
  readonly to: string
}

export interface GetBalanceStatementFileQuery {
  /** First day in UTC, YYYY-MM-DD. */
  readonly from: string
  /** Last day in UTC, YYYY-MM-DD. */
  readonly to: string
  /** Format of the file. */
  readonly format: "csv" | "camt053"
}

export interface AddWithdrawalAddressBody {
  /** Name for people. */
  readonly name: string
  /** Ethereum address that the refund goes to. */
  readonly address: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListWithdrawalAddressesResult {
  readonly data: ReadonlyArray<WithdrawalAddress>
}

export interface CreateWithdrawalBody {
  /** Amount in USDC, at least 1, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Id of the withdrawal address. */
  readonly address_id: string
  /** Your reference of the withdrawal, for your own books. */
  readonly reference?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListWithdrawalsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only objects with this status. */
  readonly status?: WithdrawalStatus | undefined
}

export interface RemoveWithdrawalAddressResult {
  /** Unique id of the object. */
  readonly id: string
  /** Always `true`. */
  readonly deleted: true
}

export interface AdminListWithdrawalsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only objects with this status. */
  readonly status?: WithdrawalStatus | undefined
  /** Returns only objects of this account. */
  readonly account_id?: string | undefined
}

export interface ApproveWithdrawalBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface RejectWithdrawalBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface SendWithdrawalBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Hash of the transaction. */
  readonly tx_hash: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ValidateRecipientBody {
  /** Phone number of the recipient in E.164 form, such as `+256770000001`. */
  readonly phone: string
  /** Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case. */
  readonly network: string
  /** Name for people. */
  readonly name?: string | null | undefined
}

export interface CreateWebhookEndpointBody {
  /** URL that events are sent to. It needs HTTPS and a valid certificate. */
  readonly url: string
  /** Event names. `*` stands for all events and `payout.*` for all events of payouts. */
  readonly events: ReadonlyArray<string>
  /** Your own text about the webhook endpoint. `null` if there is none. */
  readonly description?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListWebhookEndpointsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
}

export interface UpdateWebhookEndpointBody {
  /** URL that events are sent to. It needs HTTPS and a valid certificate. */
  readonly url?: string | null | undefined
  /** Event names. `*` stands for all events and `payout.*` for all events of payouts. */
  readonly events?: ReadonlyArray<string> | null | undefined
  /** Your own text about the webhook endpoint. `null` if there is none. */
  readonly description?: string | null | undefined
  /** `true` if events are sent to the webhook endpoint. */
  readonly is_active?: boolean | null | undefined
}

export interface DeleteWebhookEndpointResult {
  /** Unique id of the object. */
  readonly id: string
  /** Always `true`. */
  readonly deleted: true
}

export interface TestWebhookEndpointBody {
  /** Name of the event. */
  readonly type?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface TestWebhookEndpointResult {
  /** Id of the event. */
  readonly event_id: string
  /** Id of the delivery. */
  readonly delivery_id: string
  /** `true` if the webhook endpoint returned a status from 200 to 299. */
  readonly delivered: boolean
  /** HTTP status of the webhook endpoint's response. `null` without a response. */
  readonly status_code: number | null
  /** Milliseconds until the response. */
  readonly latency_ms: number
  /** Description of the fault. `null` if the attempt succeeded. */
  readonly error: string | null
}

export interface RotateWebhookSecretBody {
  /**
   * Hours for which the old key or secret keeps working, from 0 to 24. The default is 24.
   * With 0 it stops at once.
   */
  readonly overlap_hours?: number | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListEventsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /** Returns only objects with this event name. */
  readonly type?: string | undefined
  /** Returns only objects of this payout. */
  readonly payout_id?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
  /** Id of an event. Returns only later events, oldest first. */
  readonly after?: string | undefined
}

export interface ListDeliveriesQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only objects with this status. */
  readonly status?: DeliveryStatus | undefined
  /** Returns only objects with this event name. */
  readonly type?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
}

export interface ResendFailedDeliveriesBody {
  /** Time of the beginning. ISO 8601 in UTC. */
  readonly since: string
  /** `true` to send deliveries now that wait for their next attempt. */
  readonly pending?: boolean | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ResendFailedDeliveriesResult {
  /** Number of deliveries that are resent. */
  readonly resent: number
  /** Number of failed deliveries that are left for the next request. */
  readonly remaining: number
}

export interface ListSettlementsQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
}

export interface ListSettlementsFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListSettlementsResult {
  readonly data: ReadonlyArray<Settlement>
  /** Sums of the lines in this response. */
  readonly totals: {
    readonly count: number
    readonly source_amount_usdc: number
    readonly fee_usdc: number
    readonly target_amounts: ReadonlyArray<{
      readonly currency: TargetCurrency
      readonly amount: number
    }>
  }
  /** Cursor of the next page. `null` if this is the last page. */
  readonly next_cursor: string | null
}

export interface ListReportedRefundsQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
}

export interface ListReportedRefundsFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListReportedRefundsResult {
  readonly data: ReadonlyArray<RefundLine>
  /** Sums of the lines in this response. */
  readonly totals: {
    readonly count: number
    readonly amount_usdc: number
    readonly foreign_amounts: ReadonlyArray<ForeignAmount>
  }
  /** Cursor of the next page. `null` if this is the last page. */
  readonly next_cursor: string | null
}

export interface ListFeesQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
}

export interface ListFeesFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListFeesResult {
  readonly data: ReadonlyArray<FeeLine>
  /** Sums of the lines in this response. */
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
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from?: string | undefined
  /** Last moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly to?: string | undefined
  /** Returns only entries of this user or key. */
  readonly actor_id?: string | undefined
  /** Returns only what users did (`person`) or what keys did (`api_key`). */
  readonly actor_kind?: "person" | "api_key" | undefined
  /** Returns only entries about this object. */
  readonly subject_id?: string | undefined
  /** Returns only entries with this action. */
  readonly action?: string | undefined
}

export interface ListAuditReportFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from?: string | undefined
  /** Last moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly to?: string | undefined
  /** Returns only entries of this user or key. */
  readonly actor_id?: string | undefined
  /** Returns only what users did (`person`) or what keys did (`api_key`). */
  readonly actor_kind?: "person" | "api_key" | undefined
  /** Returns only entries about this object. */
  readonly subject_id?: string | undefined
  /** Returns only entries with this action. */
  readonly action?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListAuditReportResult {
  readonly data: ReadonlyArray<AuditLine>
  /** Number of lines in this response. */
  readonly totals: {
    readonly count: number
  }
}

export interface ListAdminSettlementsQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
}

export interface ListAdminSettlementsFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListAdminSettlementsResult {
  readonly data: ReadonlyArray<AdminSettlement>
  /** Sums of the lines in this response. */
  readonly totals: {
    readonly count: number
    readonly source_amount_usdc: number
    readonly fee_usdc: number
    readonly target_amounts: ReadonlyArray<{
      readonly currency: TargetCurrency
      readonly amount: number
    }>
  }
  /** Cursor of the next page. `null` if this is the last page. */
  readonly next_cursor: string | null
}

export interface ListAdminReportedRefundsQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
}

export interface ListAdminReportedRefundsFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /**
   * Number of lines per page, from 1 to 1000. Without it the response is the whole report.
   */
  readonly limit?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListAdminReportedRefundsResult {
  readonly data: ReadonlyArray<AdminRefundLine>
  /** Sums of the lines in this response. */
  readonly totals: {
    readonly count: number
    readonly amount_usdc: number
    readonly foreign_amounts: ReadonlyArray<ForeignAmount>
  }
  /** Cursor of the next page. `null` if this is the last page. */
  readonly next_cursor: string | null
}

export interface ListAdminFeesQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
}

export interface ListAdminFeesFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListAdminFeesResult {
  readonly data: ReadonlyArray<AdminFeeLine>
  /** Sums of the lines in this response. */
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

export interface ListAdminProfitQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
}

export interface ListAdminProfitFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from: string
  /** End of the period, exclusive. ISO 8601; a time without zone is UTC. */
  readonly to: string
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListAdminProfitResult {
  readonly data: ReadonlyArray<ProfitLine>
  /** Sums of the lines in this response. */
  readonly totals: {
    readonly count: number
    readonly source_amount_usdc: number
    readonly fee_usdc: number
    readonly converted_usdc: number
    readonly sold_usdc: number
    readonly returned_usdc: number
    readonly currencies: ReadonlyArray<{
      readonly currency: TargetCurrency
      readonly target_amount: number
      readonly fx_result: number
      readonly provider_fee: number
      readonly gas: number
    }>
  }
  /**
   * Parts of sales and returns of all time that exceed the USDC of all settled payouts, of
   * every account. Later payouts of the currency take them. Empty in the usual case.
   */
  readonly unassigned: ReadonlyArray<{
    readonly currency: TargetCurrency
    readonly sold_usdc: number
    readonly returned_usdc: number
    readonly fx_result: number | null
  }>
}

export interface ListAdminAuditReportQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from?: string | undefined
  /** Last moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly to?: string | undefined
  /** Returns only entries of this user or key. */
  readonly actor_id?: string | undefined
  /** Returns only what users did (`person`) or what keys did (`api_key`). */
  readonly actor_kind?: "person" | "api_key" | undefined
  /** Returns only entries about this object. */
  readonly subject_id?: string | undefined
  /** Returns only entries with this action. */
  readonly action?: string | undefined
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
}

export interface ListAdminAuditReportFileQuery {
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from?: string | undefined
  /** Last moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly to?: string | undefined
  /** Returns only entries of this user or key. */
  readonly actor_id?: string | undefined
  /** Returns only what users did (`person`) or what keys did (`api_key`). */
  readonly actor_kind?: "person" | "api_key" | undefined
  /** Returns only entries about this object. */
  readonly subject_id?: string | undefined
  /** Returns only entries with this action. */
  readonly action?: string | undefined
  /** Returns only lines of this account. Without it the report covers all accounts. */
  readonly account_id?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface ListAdminAuditReportResult {
  readonly data: ReadonlyArray<AuditLine>
  /** Number of lines in this response. */
  readonly totals: {
    readonly count: number
  }
}

export interface ListRequestsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only requests of this API key or dashboard user. */
  readonly caller_id?: string | undefined
  /** Returns only requests with this HTTP method. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined
  /** Returns only requests that succeeded (status below 400) or failed. */
  readonly outcome?: "succeeded" | "failed" | undefined
  /** Returns only entries about this object. */
  readonly subject_id?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
  /**
   * Finds requests by their id, idempotency key, error code or object's id, or by a part
   * of the path.
   */
  readonly search?: string | undefined
}

export interface SimulatePayoutBody {
  /** Outcome of the payout. */
  readonly outcome?:
    | "settle"
    | "fail"
    | "expire"
    | "hold"
    | "review"
    | "reverse"
    | "return"
    | null
    | undefined
  /** Code of the failure. Present only if the payout failed. */
  readonly failure_reason?: FailureReason | null | undefined
  /** Deposit to simulate. */
  readonly deposit?:
    | {
        readonly amount_usdc: number
      }
    | null
    | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface SimulateBalanceDepositBody {
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListNetworksResult {
  readonly data: ReadonlyArray<Network>
}

export interface ListRatesResult {
  readonly data: ReadonlyArray<Rate>
}

export interface SetPayoutRefundAddressBody {
  /** Ethereum address that the refund goes to. */
  readonly address: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface SetBatchRefundAddressBody {
  /** Ethereum address that the refund goes to. */
  readonly address: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface SendPayoutRefundBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Hash of the transaction. */
  readonly tx_hash: string
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string | null | undefined
  /**
   * EIP-155 id of the chain. Only for a refund in `foreign_refunds`. Default: the
   * service's own chain.
   */
  readonly chain_id?: number | null | undefined
  /**
   * Address of the token. Only for a refund in `foreign_refunds`. Default: USDC on the
   * chain.
   */
  readonly token_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface SendBatchRefundBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Hash of the transaction. */
  readonly tx_hash: string
  /** Ethereum address that refunds go to. */
  readonly refund_address?: string | null | undefined
  /**
   * EIP-155 id of the chain. Only for a refund in `foreign_refunds`. Default: the
   * service's own chain.
   */
  readonly chain_id?: number | null | undefined
  /**
   * Address of the token. Only for a refund in `foreign_refunds`. Default: USDC on the
   * chain.
   */
  readonly token_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ReleasePayoutRefundBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ReleaseBatchRefundBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface BookPayoutForeignDepositsBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** EIP-155 id of the chain. Names what arrived. Default: the service's own chain. */
  readonly chain_id?: number | null | undefined
  /** Address of the token. Names what arrived. Default: USDC on the chain. */
  readonly token_address?: string | null | undefined
  readonly tx_hashes: ReadonlyArray<string>
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface BookBatchForeignDepositsBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** EIP-155 id of the chain. Names what arrived. Default: the service's own chain. */
  readonly chain_id?: number | null | undefined
  /** Address of the token. Names what arrived. Default: USDC on the chain. */
  readonly token_address?: string | null | undefined
  readonly tx_hashes: ReadonlyArray<string>
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface OpenRecallBody {
  /**
   * Kind of the recall. `returned`: the provider gave the money back. `recalled`: the
   * customer or the recipient asked for it. `disputed`: a claim of a wrong number or of
   * fraud.
   */
  readonly kind: RecallKind
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Evidence, such as the message of the provider or of the recipient. Only staff see it,
   * and it is erased with the recipient's data.
   */
  readonly evidence?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ReturnRecallBody {
  /**
   * Amount that came back, in the target currency. At most the target amount, less earlier
   * returns.
   */
  readonly amount: number
  /** The provider's reference of the return. */
  readonly provider_reference: string
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface CloseRecallBody {
  /**
   * Outcome of the recall. `returned`: money came back. `kept`: the recipient keeps it.
   * `written_off`: it did not come back, and the service stops asking for it.
   */
  readonly outcome: RecallOutcome
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListAuditLogsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /** Returns only entries of this user or key. */
  readonly actor_id?: string | undefined
  /** Returns only what users did (`person`) or what keys did (`api_key`). */
  readonly actor_kind?: "person" | "api_key" | undefined
  /** Returns only entries about this object. */
  readonly subject_id?: string | undefined
  /** Returns only entries with this action. */
  readonly action?: string | undefined
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from?: string | undefined
  /** Last moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly to?: string | undefined
}

export interface AdminListAuditLogsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /** Returns only entries of this user or key. */
  readonly actor_id?: string | undefined
  /** Returns only what users did (`person`) or what keys did (`api_key`). */
  readonly actor_kind?: "person" | "api_key" | undefined
  /** Returns only entries about this object. */
  readonly subject_id?: string | undefined
  /** Returns only entries with this action. */
  readonly action?: string | undefined
  /** First moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly from?: string | undefined
  /** Last moment of the period, inclusive. ISO 8601; a time without zone is UTC. */
  readonly to?: string | undefined
  /** Returns only objects of this account. */
  readonly account_id?: string | undefined
}

export interface CreateAccountBody {
  /** Name for people. */
  readonly name: string
  /** E-mail address of the customer. */
  readonly email: string
  /**
   * Progress of the identity check. Unless it is `APPROVED`, API keys are refused, and
   * users can only read and manage their team.
   */
  readonly kyc_status?: KycStatus | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListAccountsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /** Finds words of the id, name or e-mail address, in any order and letter case. */
  readonly search?: string | undefined
  /** Returns only accounts with this KYC status. */
  readonly kyc_status?: KycStatus | undefined
  /** Returns only objects with this status. */
  readonly status?: "ACTIVE" | "SUSPENDED" | undefined
}

export interface UpdateAccountBody {
  /**
   * Progress of the identity check. Unless it is `APPROVED`, API keys are refused, and
   * users can only read and manage their team.
   */
  readonly kyc_status?: KycStatus | null | undefined
  /** Current status. */
  readonly status?: "ACTIVE" | "SUSPENDED" | null | undefined
  /** Name for people. */
  readonly name?: string | null | undefined
  /**
   * The person or business on whose behalf the account pays, as staff verified it. Absent
   * until staff set it.
   */
  readonly originator?: OriginatorInput | null | undefined
  /** Reason in words or as a code. */
  readonly reason?: string | null | undefined
}

export interface CreateApiKeyBody {
  /** Name for people. */
  readonly name: string
  /**
   * Permissions of the key. `full` allows everything, `read_only` all reads. `payouts`,
   * `webhooks` and `reports` allow only that area and `GET /v1/account`.
   */
  readonly scope: Scope
  /** Time of expiry. ISO 8601 in UTC. */
  readonly expires_at?: string | null | undefined
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips?: ReadonlyArray<string> | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListApiKeysQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
}

export interface RotateApiKeyBody {
  /**
   * Hours for which the old key or secret keeps working, from 0 to 24. The default is 24.
   * With 0 it stops at once.
   */
  readonly overlap_hours?: number | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface RevokeApiKeyResult {
  /** Unique id of the object. */
  readonly id: string
  /** Always `true`. */
  readonly deleted: true
}

export interface AdminListPayoutsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * `-created_at`, the default, starts with the newest. `created_at` starts with the
   * oldest. Send the same `sort` with each `cursor`.
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** Returns only objects with this status. */
  readonly status?: PayoutStatus | undefined
  /** Returns only objects of this account. */
  readonly account_id?: string | undefined
  /** Returns only payouts of this batch or bulk batch. */
  readonly batch_id?: string | undefined
  /** Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case. */
  readonly network?: string | undefined
  /**
   * Finds a payout by its id, quote, idempotency key, deposit address, provider reference
   * or transaction hash. Among the newest 10,000 payouts, the text can also contain words
   * of the recipient's name, the phone and the reference. A word is found by its
   * beginning, in any order and letter case, and without accents. Digits are found
   * anywhere in a phone number. Empty text finds all.
   */
  readonly search?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
  /** `true` returns only payouts whose money is frozen, `false` all others. */
  readonly frozen?: "true" | "false" | undefined
  /**
   * Id of an incident. Returns only the payouts that it counts in `waiting_count`, and
   * none once it has ended.
   */
  readonly incident?: string | undefined
  /**
   * `open` returns only objects with a refund that is neither confirmed nor credited.
   * `sent` returns only objects with a refund that was sent.
   */
  readonly refund?: "open" | "sent" | undefined
  /** `open` returns only payouts with a recall that is not closed. */
  readonly recall?: "open" | undefined
}

export interface AdminListBatchesQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /**
   * `-created_at`, the default, starts with the newest. `created_at` starts with the
   * oldest. Send the same `sort` with each `cursor`.
   */
  readonly sort?: "-created_at" | "created_at" | undefined
  /** Returns only objects of this account. */
  readonly account_id?: string | undefined
  /** Returns only objects with this status. */
  readonly status?: BatchStatus | undefined
  /**
   * Finds words of the batch name among the newest 10,000 batches. A word is found by its
   * beginning, in any order and letter case, and without accents. Empty text finds all.
   */
  readonly search?: string | undefined
  /**
   * Returns only objects created at this time or later. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_from?: string | undefined
  /**
   * Returns only objects created at this time or earlier. ISO 8601; a time without zone is
   * UTC.
   */
  readonly created_to?: string | undefined
  /**
   * `open` returns only objects with a refund that is neither confirmed nor credited.
   * `sent` returns only objects with a refund that was sent.
   */
  readonly refund?: "open" | "sent" | undefined
  /** Returns only parked batches, which wait for an operator. */
  readonly parked?: "true" | undefined
}

export interface ResumeBatchBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface EarlierDecisionsResult {
  readonly data: ReadonlyArray<EarlierDecision>
}

export interface ApprovePayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Ethereum address for the refund that this decision opens. */
  readonly refund_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface RejectPayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Ethereum address for the refund that this decision opens. */
  readonly refund_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface FreezePayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface UnfreezePayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface RetryPayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Ethereum address for the refund that this decision opens. */
  readonly refund_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface SettlePayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Ethereum address for the refund that this decision opens. */
  readonly refund_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
  /** Reference of the mobile money provider. `null` until it is known. */
  readonly provider_reference?: string | null | undefined
}

export interface FailPayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Ethereum address for the refund that this decision opens. */
  readonly refund_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
  /**
   * `true` to end the payout even if the provider has no definite result yet and may still
   * pay.
   */
  readonly override?: boolean | null | undefined
}

export interface ReversePayoutBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Ethereum address for the refund that this decision opens. */
  readonly refund_address?: string | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
  /**
   * `true` to end the payout even if the provider has no definite result yet and may still
   * pay.
   */
  readonly override?: boolean | null | undefined
}

export interface AdminListDeliveriesQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Returns only objects with this status. */
  readonly status?: DeliveryStatus | undefined
  /** Returns only objects of this account. */
  readonly account_id?: string | undefined
  /** Returns only objects of this payout. */
  readonly payout_id?: string | undefined
  /** `false` leaves out deliveries of test events. */
  readonly test?: "false" | undefined
}

export interface CreateOperatorBody {
  /** Name for people. */
  readonly name: string
  /** Time of expiry. ISO 8601 in UTC. */
  readonly expires_at?: string | null | undefined
  /**
   * Addresses and ranges (CIDR) from which the key works. `null` if it works from
   * everywhere.
   */
  readonly allowed_ips?: ReadonlyArray<string> | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListOperatorsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
}

export interface RotateOperatorBody {
  /**
   * Hours for which the old key or secret keeps working, from 0 to 24. The default is 24.
   * With 0 it stops at once.
   */
  readonly overlap_hours?: number | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface RevokeOperatorResult {
  /** Unique id of the object. */
  readonly id: string
  /** Always `true`. */
  readonly deleted: true
}

export interface ListRecipientsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
}

export interface EraseRecipientBody {
  /**
   * Phone number of the recipient in E.164 form. Required, unless `beneficiary_id` is
   * given.
   */
  readonly phone?: string | null | undefined
  /** Id of a beneficiary of the account, whose phone number names the recipient. */
  readonly beneficiary_id?: string | null | undefined
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface HoldRecipientDataBody {
  /**
   * Phone number of the recipient in E.164 form. Required, unless `beneficiary_id` is
   * given.
   */
  readonly phone?: string | null | undefined
  /** Id of a beneficiary of the account, whose phone number names the recipient. */
  readonly beneficiary_id?: string | null | undefined
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ReleaseRecipientDataBody {
  /**
   * Phone number of the recipient in E.164 form. Required, unless `beneficiary_id` is
   * given.
   */
  readonly phone?: string | null | undefined
  /** Id of a beneficiary of the account, whose phone number names the recipient. */
  readonly beneficiary_id?: string | null | undefined
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ExportRecipientBody {
  /**
   * Phone number of the recipient in E.164 form. Required, unless `beneficiary_id` is
   * given.
   */
  readonly phone?: string | null | undefined
  /** Id of a beneficiary of the account, whose phone number names the recipient. */
  readonly beneficiary_id?: string | null | undefined
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Value of `next_cursor` in the response with the previous page. */
  readonly cursor?: string | null | undefined
}

export interface ReleaseBalanceHoldBody {
  /** Address that the deposits came from. */
  readonly sender: string
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface CorrectBalanceBody {
  /** `credit` adds to the balance, and `debit` takes from it. */
  readonly direction: "credit" | "debit"
  /** Amount in USDC, with at most 6 decimals. */
  readonly amount_usdc: number
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListAccountWithdrawalAddressesResult {
  readonly data: ReadonlyArray<WithdrawalAddress>
  /** Number of people who must approve the release of a hold or a `pending_action`. */
  readonly approvals_needed: number
  /** Action that waits for more approvals. `null` if there is none. */
  readonly pending_action: PendingAction | null
}

export interface ActivateWithdrawalAddressBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ActivateWithdrawalAddressResult {
  readonly data: ReadonlyArray<WithdrawalAddress>
  /** Number of people who must approve the release of a hold or a `pending_action`. */
  readonly approvals_needed: number
  /** Action that waits for more approvals. `null` if there is none. */
  readonly pending_action: PendingAction | null
}

export interface GetTrialBalanceQuery {
  /** Day in UTC, YYYY-MM-DD, at whose end the report is. Default: today. */
  readonly date?: string | undefined
}

export interface GetTrialBalanceFileQuery {
  /** Day in UTC, YYYY-MM-DD, at whose end the report is. Default: today. */
  readonly date?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface GetTrialBalanceResult {
  /** Day in UTC, YYYY-MM-DD. */
  readonly date: string
  readonly data: ReadonlyArray<TrialBalanceLine>
  /** Currencies whose debits and credits differ. */
  readonly differences: ReadonlyArray<{
    readonly currency: string
    readonly amount: string
  }>
}

export interface GetBookStatementQuery {
  /** Account of the chart. */
  readonly account: DebitAccount
  /** Currency, as in the trial balance. */
  readonly currency: string
  /** First day in UTC, YYYY-MM-DD. */
  readonly from: string
  /** Last day in UTC, YYYY-MM-DD. */
  readonly to: string
}

export interface GetBookStatementFileQuery {
  /** Account of the chart. */
  readonly account: DebitAccount
  /** Currency, as in the trial balance. */
  readonly currency: string
  /** First day in UTC, YYYY-MM-DD. */
  readonly from: string
  /** Last day in UTC, YYYY-MM-DD. */
  readonly to: string
  /** Format of the file. */
  readonly format: "csv"
}

export interface GetBookStatementResult {
  /** Account of the chart. */
  readonly account: string
  /**
   * `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
   * smallest units.
   */
  readonly currency: string
  /** Day in UTC, YYYY-MM-DD. */
  readonly from: string
  /** Day in UTC, YYYY-MM-DD. */
  readonly to: string
  /** Sums and balance before the first day. */
  readonly opening: {
    readonly debit: string
    readonly credit: string
    readonly debit_balance: string
    readonly credit_balance: string
  }
  readonly data: ReadonlyArray<BookStatementLine>
  /** Sums and balance at the end of the last day. */
  readonly closing: {
    readonly debit: string
    readonly credit: string
    readonly debit_balance: string
    readonly credit_balance: string
  }
}

export interface GetBookPositionQuery {
  /** Day in UTC, YYYY-MM-DD, at whose end the report is. Default: today. */
  readonly date?: string | undefined
}

export interface GetBookPositionFileQuery {
  /** Day in UTC, YYYY-MM-DD, at whose end the report is. Default: today. */
  readonly date?: string | undefined
  /** Format of the file. */
  readonly format: "csv"
}

export interface GetBookPositionResult {
  /** Day in UTC, YYYY-MM-DD. */
  readonly date: string
  readonly data: ReadonlyArray<PositionLine>
  readonly totals: ReadonlyArray<{
    readonly currency: string
    readonly owed: string
    readonly held: string
  }>
}

export interface ListBookingsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
}

export interface CreateBookingBody {
  /**
   * `top_up` moves money to a provider, `usdc_sale` sells USDC for money in the bank,
   * `provider_fee`, `gas` and `write_off` are expenses, and `correction` moves an amount
   * between any two accounts that operators may book.
   */
  readonly kind: "top_up" | "usdc_sale" | "provider_fee" | "gas" | "write_off" | "correction"
  /** Currency of `amount`. */
  readonly currency: "USDC" | "UGX" | "KES" | "NGN" | "GHS" | "TZS"
  /** Amount that the booking moves. */
  readonly amount: number
  /**
   * Day of the payment at the bank or provider, YYYY-MM-DD. It must be in an open month.
   */
  readonly value_date: string
  /** Reference of the bank or provider. */
  readonly reference: string
  /** Reason and evidence of the booking. */
  readonly reason: string
  /** Provider whose float or fee the booking is about. */
  readonly provider?: "sandbox" | "mtn" | "pawapay" | null | undefined
  /**
   * Payout that a `provider_fee`, `gas`, `write_off` or `correction` is about. `currency`
   * must be that of the payout, or `USDC`.
   */
  readonly payout_id?: string | null | undefined
  /** Account that gets the amount. Needed only for a `correction`. */
  readonly debit_account?: DebitAccount | null | undefined
  /**
   * Account that gives the amount. Needed for a `top_up` (`treasury_fiat` or
   * `in_transit`), a `write_off` and a `correction`.
   */
  readonly credit_account?: DebitAccount | null | undefined
  /** USDC that a `usdc_sale` sold for `amount`. */
  readonly sold_usdc?: number | null | undefined
  /**
   * Realised result of a `usdc_sale` in its currency: `amount` less the cost of the USDC.
   * Negative for a loss.
   */
  readonly fx_result?: number | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ApproveBookingBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface WithdrawBookingBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBookPeriodsResult {
  readonly data: ReadonlyArray<CheckedPeriod>
}

export interface CloseBookPeriodBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface CreateReconciliationBody {
  /** Day in UTC, YYYY-MM-DD. */
  readonly day: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListReconciliationsQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** Day in UTC, YYYY-MM-DD. */
  readonly day?: string | undefined
}

export interface ImportStatementBody {
  /** Provider that made the file. */
  readonly provider: "sandbox" | "mtn" | "pawapay"
  /** Name of the file. */
  readonly name: string
  /**
   * CSV text with a header. At most 1,000,000 characters, 31 days and 5,000 lines about
   * payouts.
   */
  readonly content: string
  /**
   * Description of the columns. Default is the provider's own, for `pawapay` and `mtn`.
   */
  readonly columns?: StatementColumns | null | undefined
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface ListBreaksQuery {
  /** Number of objects per page, from 1 to 100. The default is 20. */
  readonly limit?: number | undefined
  /** Number of objects to skip. The default is 0. */
  readonly offset?: number | undefined
  /**
   * The `next_cursor` of the previous page. New objects do not shift the pages. `offset`
   * counts from the cursor.
   */
  readonly cursor?: string | undefined
  /** `closed`: people explained it. `resolved`: a later comparison did not find it. */
  readonly status?: "open" | "closed" | "resolved" | undefined
  readonly kind?: BreakKind | undefined
  /** E-mail address of the owner, or `none`. */
  readonly owner?: string | undefined
  /** Whole days since it was first seen. */
  readonly age_days_min?: number | undefined
}

export interface AssignBreakBody {
  /** E-mail address of a member of the staff. `null` takes the owner away. */
  readonly owner: string | null
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface CommentBreakBody {
  /** The comment. */
  readonly text: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
}

export interface CloseBreakBody {
  /** Your reason, which is kept in the audit log. */
  readonly reason: string
  /** Reference of the document that proves the reason. */
  readonly evidence: string
  /**
   * Your own key of the request that created the object. Keys are remembered for 24 hours.
   */
  readonly idempotency_key?: string | null | undefined
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
  | PayoutRecalledEvent
  | DepositReceivedEvent
  | QuoteExpiredEvent
  | BalanceCreditedEvent
  | BalanceLowEvent
  | WithdrawalRequestedEvent
  | WithdrawalHeldEvent
  | WithdrawalApprovedEvent
  | WithdrawalSentEvent
  | WithdrawalCompletedEvent
  | WithdrawalCancelledEvent
  | WithdrawalRejectedEvent
  | WithdrawalAddressAddedEvent
  | WebhookEndpointDisabledEvent
  | RefundDueEvent
  | RefundSentEvent
  | RefundConfirmedEvent
  | RefundCreditedEvent
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
     * Locks the current rate until `expires_at`. Send either `source_amount_usdc` or
     * `target_amount`.
     * POST /v1/quotes
     */
    create: (body: CreateQuoteBody, options?: CallOptions) =>
      this.call<Quote>({ method: "POST", path: path`/v1/quotes`, body }, options),
    /**
     * List quotes, newest first
     * Returns the quotes of the account in every status.
     * GET /v1/quotes
     */
    list: (query?: ListQuotesQuery, options?: CallOptions) =>
      this.call<Page<Quote>>(
        { method: "GET", path: path`/v1/quotes`, query: { ...query } },
        options
      ),
    /**
     * List quotes, newest first
     * Returns the quotes of the account in every status.
     * GET /v1/quotes, page by page
     */
    all: (query?: ListQuotesQuery, options?: CallOptions) =>
      this.all<Quote>(
        { method: "GET", path: path`/v1/quotes`, query: { ...query } },
        (each) => each.quote_id,
        options
      ),
    /**
     * Lock up to 100 rates
     * Locks one rate per item, or none if an item is invalid. Quotes are returned in the
     * order of the request. The request counts once against the bulk limit. Use the quotes
     * with `POST /v1/payouts/bulk`.
     * POST /v1/quotes/bulk
     */
    bulk: (body: CreateQuotesBody, options?: CallOptions) =>
      this.call<CreateQuotesResult>({ method: "POST", path: path`/v1/quotes/bulk`, body }, options),
    /**
     * Get a quote
     * Returns one quote. It is `ACTIVE` until it expires, `LOCKED` once a payout is created
     * with it, and `USED` once the money of that payout is on its way.
     * GET /v1/quotes/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Quote>({ method: "GET", path: path`/v1/quotes/${id}` }, options)
  }

  readonly payouts = {
    /**
     * Create a payout
     * Creates a payout with an `ACTIVE` quote. The response contains the address to send the
     * exact amount of USDC to. With `funding` `balance` the payout is funded at once.
     * POST /v1/payouts
     */
    create: (body: CreatePayoutBody, options?: CallOptions) =>
      this.call<PayoutCreated>({ method: "POST", path: path`/v1/payouts`, body }, options),
    /**
     * List payouts, newest first
     * Returns the payouts of the account. The list includes every change that was
     * acknowledged before the request.
     * GET /v1/payouts
     */
    list: (query?: ListPayoutsQuery, options?: CallOptions) =>
      this.call<Page<Payout>>(
        { method: "GET", path: path`/v1/payouts`, query: { ...query } },
        options
      ),
    /**
     * List payouts, newest first
     * Returns the payouts of the account. The list includes every change that was
     * acknowledged before the request.
     * GET /v1/payouts, page by page
     */
    all: (query?: ListPayoutsQuery, options?: CallOptions) =>
      this.all<Payout>(
        { method: "GET", path: path`/v1/payouts`, query: { ...query } },
        (each) => each.payout_id,
        options
      ),
    /**
     * Get a payout
     * Returns one payout with all its statuses. `SETTLED`, `FAILED` and `REVERSED` are
     * final.
     * GET /v1/payouts/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Payout>({ method: "GET", path: path`/v1/payouts/${id}` }, options),
    /**
     * Cancel a payout before its funds arrive
     * Cancels a payout that is not funded yet. The payout becomes `FAILED` with the reason
     * `cancelled`.
     * POST /v1/payouts/{id}/cancel
     */
    cancel: (id: string, options?: CallOptions) =>
      this.call<Payout>({ method: "POST", path: path`/v1/payouts/${id}/cancel` }, options),
    /**
     * Set the refund address of a payout
     * Sets the address that all unsent refunds go to, later ones included. The service
     * screens the address first.
     * POST /v1/payouts/{id}/refund-address
     */
    refundAddress: (id: string, body: SetPayoutRefundAddressBody, options?: CallOptions) =>
      this.call<Payout>(
        { method: "POST", path: path`/v1/payouts/${id}/refund-address`, body },
        options
      ),
    bulk: {
      /**
       * Create up to 100 payouts with quotes
       * Creates one payout per quote. One transfer of the total amount pays for all of them.
       * If an item is invalid, no payout is created.
       * POST /v1/payouts/bulk
       */
      create: (body: CreateBulkPayoutsBody, options?: CallOptions) =>
        this.call<BulkBatchCreated>(
          { method: "POST", path: path`/v1/payouts/bulk`, body },
          options
        ),
      /**
       * List bulk batches, newest first
       * Returns the bulk batches of the account.
       * GET /v1/payouts/bulk
       */
      list: (query?: ListBulkPayoutsQuery, options?: CallOptions) =>
        this.call<Page<BulkBatchSummary>>(
          { method: "GET", path: path`/v1/payouts/bulk`, query: { ...query } },
          options
        ),
      /**
       * List bulk batches, newest first
       * Returns the bulk batches of the account.
       * GET /v1/payouts/bulk, page by page
       */
      all: (query?: ListBulkPayoutsQuery, options?: CallOptions) =>
        this.all<BulkBatchSummary>(
          { method: "GET", path: path`/v1/payouts/bulk`, query: { ...query } },
          (each) => each.batch_id,
          options
        ),
      /**
       * Get a bulk batch
       * Returns one bulk batch with its counters and its payouts.
       * GET /v1/payouts/bulk/{batch_id}
       */
      get: (batchId: string, options?: CallOptions) =>
        this.call<BulkBatch>({ method: "GET", path: path`/v1/payouts/bulk/${batchId}` }, options)
    }
  }

  readonly batches = {
    /**
     * Create a batch
     * Creates up to 1,000 payouts from JSON rows or a CSV file. One transfer of the total
     * amount pays for all of them. If a row is invalid, no payout is created, and the error
     * lists all invalid rows.
     * POST /v1/batches
     */
    create: (body: CreateBatchBody, options?: CallOptions) =>
      this.call<BatchCreated>({ method: "POST", path: path`/v1/batches`, body }, options),
    /**
     * Create a batch
     * Creates up to 1,000 payouts from JSON rows or a CSV file. One transfer of the total
     * amount pays for all of them. If a row is invalid, no payout is created, and the error
     * lists all invalid rows.
     * POST /v1/batches
     */
    submitCsv: (csv: Csv, options?: CallOptions & CsvFields) =>
      this.call<BatchCreated>(
        { method: "POST", path: path`/v1/batches`, body: form(csv, options) },
        options
      ),
    /**
     * List batches, newest first
     * Returns the batches of the account.
     * GET /v1/batches
     */
    list: (query?: ListBatchesQuery, options?: CallOptions) =>
      this.call<Page<Batch>>(
        { method: "GET", path: path`/v1/batches`, query: { ...query } },
        options
      ),
    /**
     * List batches, newest first
     * Returns the batches of the account.
     * GET /v1/batches, page by page
     */
    all: (query?: ListBatchesQuery, options?: CallOptions) =>
      this.all<Batch>(
        { method: "GET", path: path`/v1/batches`, query: { ...query } },
        (each) => each.id,
        options
      ),
    /**
     * Check the rows of a batch
     * Checks the rows of a batch without creating anything. The response lists invalid rows,
     * totals at current rates, and rows that repeat the amount and phone of another row or
     * of a payout from the last 14 days.
     * POST /v1/batches/check
     */
    check: (body: CheckBatchBody, options?: CallOptions) =>
      this.call<BatchCheck>({ method: "POST", path: path`/v1/batches/check`, body }, options),
    /**
     * Check the rows of a batch
     * Checks the rows of a batch without creating anything. The response lists invalid rows,
     * totals at current rates, and rows that repeat the amount and phone of another row or
     * of a payout from the last 14 days.
     * POST /v1/batches/check
     */
    checkCsv: (csv: Csv, options?: CallOptions) =>
      this.call<BatchCheck>(
        { method: "POST", path: path`/v1/batches/check`, body: form(csv) },
        options
      ),
    /**
     * Get a batch
     * Returns one batch with its counters, where `total` = `completed` + `failed` +
     * `pending`.
     * GET /v1/batches/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Batch>({ method: "GET", path: path`/v1/batches/${id}` }, options),
    /**
     * Cancel a batch before its funds arrive
     * Cancels a batch that is not funded yet. All its payouts become `FAILED`.
     * POST /v1/batches/{id}/cancel
     */
    cancel: (id: string, options?: CallOptions) =>
      this.call<Batch>({ method: "POST", path: path`/v1/batches/${id}/cancel` }, options),
    /**
     * Set the refund address of a batch
     * Sets the address that all unsent refunds go to, later ones included. The service
     * screens the address first.
     * POST /v1/batches/{id}/refund-address
     */
    refundAddress: (id: string, body: SetBatchRefundAddressBody, options?: CallOptions) =>
      this.call<Batch>(
        { method: "POST", path: path`/v1/batches/${id}/refund-address`, body },
        options
      ),
    payouts: {
      /**
       * List the payouts of a batch
       * Returns one payout per row, the last row first unless `order` is `file`.
       * GET /v1/batches/{id}/payouts
       */
      list: (id: string, query?: ListBatchPayoutsQuery, options?: CallOptions) =>
        this.call<Page<BatchPayout>>(
          { method: "GET", path: path`/v1/batches/${id}/payouts`, query: { ...query } },
          options
        ),
      /**
       * List the payouts of a batch
       * Returns one payout per row, the last row first unless `order` is `file`.
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
     * Saves a recipient, whose id can replace phone, name and network in a payout.
     * POST /v1/beneficiaries
     */
    create: (body: CreateBeneficiaryBody, options?: CallOptions) =>
      this.call<Beneficiary>({ method: "POST", path: path`/v1/beneficiaries`, body }, options),
    /**
     * List beneficiaries, newest first
     * Returns the beneficiaries of the account. `search` finds words of the name, phone and
     * nickname.
     * GET /v1/beneficiaries
     */
    list: (query?: ListBeneficiariesQuery, options?: CallOptions) =>
      this.call<Page<Beneficiary>>(
        { method: "GET", path: path`/v1/beneficiaries`, query: { ...query } },
        options
      ),
    /**
     * List beneficiaries, newest first
     * Returns the beneficiaries of the account. `search` finds words of the name, phone and
     * nickname.
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
     * Returns one beneficiary of the account.
     * GET /v1/beneficiaries/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Beneficiary>({ method: "GET", path: path`/v1/beneficiaries/${id}` }, options),
    /**
     * Update a beneficiary
     * Changes the fields that the request contains. A `nickname` or `details` of `null`
     * removes them. New `details` replace all earlier ones. Existing payouts do not change.
     * PATCH /v1/beneficiaries/{id}
     */
    update: (id: string, body: UpdateBeneficiaryBody, options?: CallOptions) =>
      this.call<Beneficiary>(
        { method: "PATCH", path: path`/v1/beneficiaries/${id}`, body },
        options
      ),
    /**
     * Delete a beneficiary
     * Deletes a beneficiary permanently. If the recipient was never paid, the deletion also
     * erases the recipient's personal data, which then reads `erased` in payouts that
     * failed. Data that another beneficiary, an unfinished payout or a law needs stays, and
     * so does the data of a reversed payout. Former phone numbers of the beneficiary follow
     * the same rule. Payouts that paid the recipient do not change.
     * DELETE /v1/beneficiaries/{id}
     */
    delete: (id: string, options?: CallOptions) =>
      this.call<DeleteBeneficiaryResult>(
        { method: "DELETE", path: path`/v1/beneficiaries/${id}` },
        options
      )
  }

  readonly balance = {
    /**
     * Get the balance
     * Returns the account's balance and the address for deposits to it. USDC that is final
     * there pays for payouts without a wait.
     * GET /v1/balance
     */
    get: (options?: CallOptions) =>
      this.call<Balance>({ method: "GET", path: path`/v1/balance` }, options),
    /**
     * Update the settings of the balance
     * Changes the fields that the request contains. `low_threshold_usdc` is the amount below
     * which the balance is low, and `null` removes it. With `excess: "balance"`, excess,
     * late and returned money of payouts and batches that are created afterwards becomes
     * part of the balance, once its senders are screened. A payout with a refund address
     * still has its refunds there.
     * PATCH /v1/balance
     */
    update: (body: UpdateBalanceBody, options?: CallOptions) =>
      this.call<Balance>({ method: "PATCH", path: path`/v1/balance`, body }, options),
    movements: {
      /**
       * List the movements of the balance, newest first
       * Returns every change of the balance, with the balance after it. Read from the oldest,
       * the amounts add up to each balance.
       * GET /v1/balance/movements
       */
      list: (query?: ListBalanceMovementsQuery, options?: CallOptions) =>
        this.call<Page<BalanceMovement>>(
          { method: "GET", path: path`/v1/balance/movements`, query: { ...query } },
          options
        ),
      /**
       * List the movements of the balance, newest first
       * Returns every change of the balance, with the balance after it. Read from the oldest,
       * the amounts add up to each balance.
       * GET /v1/balance/movements, page by page
       */
      all: (query?: ListBalanceMovementsQuery, options?: CallOptions) =>
        this.all<BalanceMovement>(
          { method: "GET", path: path`/v1/balance/movements`, query: { ...query } },
          (each) => each.id,
          options
        )
    },
    statement: {
      /**
       * Get a statement of the balance
       * Returns the movements of a period between the opening and the closing balance, oldest
       * first. A period has at most 366 days, both `from` and `to` included. A period that has
       * not ended has `is_complete: false`. A CSV file then ends with `interim_balance`, and
       * camt.053 has the balance `ITBD`. `format=camt053` is ISO 20022 camt.053.001.08. USDC
       * has no ISO 4217 code, so its amounts have the currency code USD. The schema allows
       * five decimals: balances are cut off after the fifth, entries are the differences
       * between them, and `Qty` has each exact amount. The response can be of any length and
       * is sent while it is read. If the connection ends early, the statement is incomplete.
       * Request it again. At most 4 statements and reports of an account are sent at a time.
       * Further requests get 503.
       * GET /v1/balance/statement
       */
      get: (query: GetBalanceStatementQuery, options?: CallOptions) =>
        this.call<BalanceStatement>(
          { method: "GET", path: path`/v1/balance/statement`, query: { ...query } },
          options
        ),
      /**
       * Get a statement of the balance
       * GET /v1/balance/statement, as text
       */
      file: (query: GetBalanceStatementFileQuery, options?: CallOptions) =>
        this.call<string>(
          { method: "GET", path: path`/v1/balance/statement`, query: { ...query }, isText: true },
          options
        )
    },
    addresses: {
      /**
       * Add a withdrawal address
       * Adds an address that withdrawals can go to, after the service has screened it. An
       * address waits for a day before its first use. A balance has at most 20 addresses. A
       * second request for one address returns it unchanged.
       * POST /v1/balance/addresses
       */
      create: (body: AddWithdrawalAddressBody, options?: CallOptions) =>
        this.call<WithdrawalAddress>(
          { method: "POST", path: path`/v1/balance/addresses`, body },
          options
        ),
      /**
       * List withdrawal addresses, oldest first
       * Returns all addresses that withdrawals can go to.
       * GET /v1/balance/addresses
       */
      list: (options?: CallOptions) =>
        this.call<ListWithdrawalAddressesResult>(
          { method: "GET", path: path`/v1/balance/addresses` },
          options
        ),
      /**
       * Remove a withdrawal address
       * Removes an address. Withdrawals that were requested before still go there, unless you
       * cancel them.
       * DELETE /v1/balance/addresses/{id}
       */
      delete: (id: string, options?: CallOptions) =>
        this.call<RemoveWithdrawalAddressResult>(
          { method: "DELETE", path: path`/v1/balance/addresses/${id}` },
          options
        )
    },
    withdrawals: {
      /**
       * Request a withdrawal
       * Takes an amount from the balance, to be sent to one of your withdrawal addresses.
       * Staff approve each withdrawal before it is sent. If it is cancelled or rejected, the
       * amount returns to the balance. At most 20 withdrawals can be open.
       * POST /v1/balance/withdrawals
       */
      create: (body: CreateWithdrawalBody, options?: CallOptions) =>
        this.call<Withdrawal>(
          { method: "POST", path: path`/v1/balance/withdrawals`, body },
          options
        ),
      /**
       * List withdrawals, newest first
       * Returns the withdrawals of the account.
       * GET /v1/balance/withdrawals
       */
      list: (query?: ListWithdrawalsQuery, options?: CallOptions) =>
        this.call<Page<Withdrawal>>(
          { method: "GET", path: path`/v1/balance/withdrawals`, query: { ...query } },
          options
        ),
      /**
       * List withdrawals, newest first
       * Returns the withdrawals of the account.
       * GET /v1/balance/withdrawals, page by page
       */
      all: (query?: ListWithdrawalsQuery, options?: CallOptions) =>
        this.all<Withdrawal>(
          { method: "GET", path: path`/v1/balance/withdrawals`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Get a withdrawal
       * Returns one withdrawal of the account.
       * GET /v1/balance/withdrawals/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<Withdrawal>(
          { method: "GET", path: path`/v1/balance/withdrawals/${id}` },
          options
        ),
      /**
       * Cancel a withdrawal
       * Cancels a withdrawal that staff have not approved yet. Its amount is in the balance at
       * once.
       * POST /v1/balance/withdrawals/{id}/cancel
       */
      cancel: (id: string, options?: CallOptions) =>
        this.call<Withdrawal>(
          { method: "POST", path: path`/v1/balance/withdrawals/${id}/cancel` },
          options
        )
    }
  }

  readonly admin = {
    withdrawals: {
      /**
       * List withdrawals of all accounts, newest first
       * Returns the withdrawals of all accounts. Withdrawals that need a decision are
       * `requested` or `held`. Operators send those that are `approved`.
       * GET /admin/v1/withdrawals
       */
      list: (query?: AdminListWithdrawalsQuery, options?: CallOptions) =>
        this.call<Page<AdminWithdrawal>>(
          { method: "GET", path: path`/admin/v1/withdrawals`, query: { ...query } },
          options
        ),
      /**
       * List withdrawals of all accounts, newest first
       * Returns the withdrawals of all accounts. Withdrawals that need a decision are
       * `requested` or `held`. Operators send those that are `approved`.
       * GET /admin/v1/withdrawals, page by page
       */
      all: (query?: AdminListWithdrawalsQuery, options?: CallOptions) =>
        this.all<AdminWithdrawal>(
          { method: "GET", path: path`/admin/v1/withdrawals`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Approve a withdrawal
       * Screens the address again, and approves the withdrawal if the address is clear. A
       * flagged address makes it `held`. If `HOLD_APPROVALS` is above 1, that many people must
       * send the same request. Until then, the request only adds to a `pending_action`.
       * POST /admin/v1/withdrawals/{id}/approve
       */
      approve: (id: string, body: ApproveWithdrawalBody, options?: CallOptions) =>
        this.call<AdminWithdrawal>(
          { method: "POST", path: path`/admin/v1/withdrawals/${id}/approve`, body },
          options
        ),
      /**
       * Reject a withdrawal
       * Rejects a withdrawal and returns its amount to the balance. Reject an approved
       * withdrawal only if nobody has sent it. If `HOLD_APPROVALS` is above 1, that many
       * people must send the same request. Until then, the request only adds to a
       * `pending_action`.
       * POST /admin/v1/withdrawals/{id}/reject
       */
      reject: (id: string, body: RejectWithdrawalBody, options?: CallOptions) =>
        this.call<AdminWithdrawal>(
          { method: "POST", path: path`/admin/v1/withdrawals/${id}/reject`, body },
          options
        ),
      /**
       * Record the transaction of a withdrawal
       * Records the transaction of an approved withdrawal, after checking on the chain that it
       * sends exactly the amount to the address. The withdrawal becomes `sent`, and
       * `completed` once the transaction is final.
       * POST /admin/v1/withdrawals/{id}/sent
       */
      sent: (id: string, body: SendWithdrawalBody, options?: CallOptions) =>
        this.call<AdminWithdrawal>(
          { method: "POST", path: path`/admin/v1/withdrawals/${id}/sent`, body },
          options
        )
    },
    reports: {
      settlements: {
        /**
         * Report settled payouts of all accounts
         * Returns one line per payout that settled in the period, the newest payout first. Each
         * line names its account. Lines of one account are in order, and lines of different
         * accounts are not. Without `limit` and `cursor` the response is the whole report, of
         * any length, sent while it is read. A `to` in the future means now. If the connection
         * ends early, the report is incomplete. Request it again. At most 4 whole reports of a
         * caller are sent at a time. Further requests get 503. With `limit` or `cursor` the
         * response is one page of at most 1000 lines, and `totals` are the sums of the page.
         * Send `next_cursor`, or the header `X-Next-Cursor` of a file, for the next page. A file
         * has no totals.
         * GET /admin/v1/reports/settlements
         */
        list: (query: ListAdminSettlementsQuery, options?: CallOptions) =>
          this.call<ListAdminSettlementsResult>(
            { method: "GET", path: path`/admin/v1/reports/settlements`, query: { ...query } },
            options
          ),
        /**
         * Report settled payouts of all accounts
         * GET /admin/v1/reports/settlements, as text
         */
        file: (query: ListAdminSettlementsFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/reports/settlements`,
              query: { ...query },
              isText: true
            },
            options
          )
      },
      refunds: {
        /**
         * Report sent refunds of all accounts
         * Returns one line per refund that was sent in the period. Refunds of payouts come
         * first, then refunds of whole batches, each with the newest first. A refund that is
         * confirmed later stays in the period in which it was sent. Refunds on other chains name
         * their chain and token, and amounts of two chains are never added. Each line names its
         * account. Lines of one account are in order, and lines of different accounts are not.
         * Without `limit` and `cursor` the response is the whole report, of any length, sent
         * while it is read. A `to` in the future means now. If the connection ends early, the
         * report is incomplete. Request it again. At most 4 whole reports of a caller are sent
         * at a time. Further requests get 503. With `limit` or `cursor` the response is one
         * page, which can have fewer lines than `limit`, and `totals` are the sums of the page.
         * Continue until `next_cursor` is `null`, or until a file has no header `X-Next-Cursor`.
         * A file has no totals.
         * GET /admin/v1/reports/refunds
         */
        list: (query: ListAdminReportedRefundsQuery, options?: CallOptions) =>
          this.call<ListAdminReportedRefundsResult>(
            { method: "GET", path: path`/admin/v1/reports/refunds`, query: { ...query } },
            options
          ),
        /**
         * Report sent refunds of all accounts
         * GET /admin/v1/reports/refunds, as text
         */
        file: (query: ListAdminReportedRefundsFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/reports/refunds`,
              query: { ...query },
              isText: true
            },
            options
          )
      },
      fees: {
        /**
         * Report fees of all accounts
         * Returns the sums of the payouts that settled in the period, by day (UTC), network and
         * currency, the newest day first. They equal the sums of the settlement report for the
         * same period. A period has at most 366 days. A `to` in the future means now. Each line
         * names its account, and the lines of an account are together. At most 4 whole reports
         * of a caller are sent at a time. Further requests get 503.
         * GET /admin/v1/reports/fees
         */
        list: (query: ListAdminFeesQuery, options?: CallOptions) =>
          this.call<ListAdminFeesResult>(
            { method: "GET", path: path`/admin/v1/reports/fees`, query: { ...query } },
            options
          ),
        /**
         * Report fees of all accounts
         * GET /admin/v1/reports/fees, as text
         */
        file: (query: ListAdminFeesFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/reports/fees`,
              query: { ...query },
              isText: true
            },
            options
          )
      },
      profit: {
        /**
         * Report fees, realised results and costs by payout
         * Returns one line per payout that settled in the period, the oldest settlement first.
         * Sales of USDC and returns of recalls take the converted USDC of payouts of their
         * currency, first in first out. The payouts of a sale share its result in proportion to
         * their USDC, and the shares sum to it. Sales, returns and bookings count until now, so
         * a line of an earlier period gets its result when its USDC is sold. The report reads
         * all settled payouts. A period has at most 100000 payouts. A `to` in the future means
         * now. A file has no totals. If the connection ends early, the report is incomplete.
         * Request it again.
         * GET /admin/v1/reports/profit
         */
        list: (query: ListAdminProfitQuery, options?: CallOptions) =>
          this.call<ListAdminProfitResult>(
            { method: "GET", path: path`/admin/v1/reports/profit`, query: { ...query } },
            options
          ),
        /**
         * Report fees, realised results and costs by payout
         * GET /admin/v1/reports/profit, as text
         */
        file: (query: ListAdminProfitFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/reports/profit`,
              query: { ...query },
              isText: true
            },
            options
          )
      },
      auditLog: {
        /**
         * Export the audit log of all accounts
         * Returns every change by a user or a key and every sign-in of the period, newest first.
         * Without `from` the report starts with the first entry, without `to` it ends with the
         * latest. The response can be of any length and is sent while it is read. If the
         * connection ends early, the report is incomplete. Request it again. With `account_id`
         * it contains what the account did and what staff decided about its objects. At most 4
         * whole reports of a caller are sent at a time. Further requests get 503.
         * GET /admin/v1/reports/audit-log
         */
        list: (query?: ListAdminAuditReportQuery, options?: CallOptions) =>
          this.call<ListAdminAuditReportResult>(
            { method: "GET", path: path`/admin/v1/reports/audit-log`, query: { ...query } },
            options
          ),
        /**
         * Export the audit log of all accounts
         * GET /admin/v1/reports/audit-log, as text
         */
        file: (query: ListAdminAuditReportFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/reports/audit-log`,
              query: { ...query },
              isText: true
            },
            options
          )
      }
    },
    payouts: {
      /**
       * Record the refund of a payout
       * Records the transaction of a refund, after checking on the chain that it sends exactly
       * the amount due to the refund address. The refund becomes `sent`, and `confirmed` once
       * the transaction is final. If `HOLD_APPROVALS` is above 1, that many people must record
       * the same transaction. Until then, the request only adds to a `pending_action`.
       * POST /admin/v1/payouts/{id}/refund
       */
      refund: (id: string, body: SendPayoutRefundBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/refund`, body },
          options
        ),
      /**
       * Release the refund of a payout
       * Releases a `held` refund, so that it can be sent. A refund is held if screening flags
       * the sender of the money or has no result, or if an earlier refund went to a listed
       * address.
       * POST /admin/v1/payouts/{id}/release-refund
       */
      releaseRefund: (id: string, body: ReleasePayoutRefundBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/release-refund`, body },
          options
        ),
      /**
       * Book foreign deposits of a payout
       * Books money that arrived at the deposit address on another chain, or in another token.
       * The service reads the transactions from its nodes of that chain (`RESCUE_RPC_URLS`),
       * and books them once they are final. It opens a refund in the same token, and screens
       * the senders. `payout-service chain rescue` uses this operation. A repeated request
       * books nothing twice.
       * POST /admin/v1/payouts/{id}/foreign-deposits
       */
      foreignDeposits: (id: string, body: BookPayoutForeignDepositsBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/foreign-deposits`, body },
          options
        ),
      /**
       * List payouts of all accounts, newest first
       * Returns the payouts of all accounts. Payouts that need a decision are in
       * `COMPLIANCE_HOLD` or `MANUAL_REVIEW`.
       * GET /admin/v1/payouts
       */
      list: (query?: AdminListPayoutsQuery, options?: CallOptions) =>
        this.call<Page<AdminPayout>>(
          { method: "GET", path: path`/admin/v1/payouts`, query: { ...query } },
          options
        ),
      /**
       * List payouts of all accounts, newest first
       * Returns the payouts of all accounts. Payouts that need a decision are in
       * `COMPLIANCE_HOLD` or `MANUAL_REVIEW`.
       * GET /admin/v1/payouts, page by page
       */
      all: (query?: AdminListPayoutsQuery, options?: CallOptions) =>
        this.all<AdminPayout>(
          { method: "GET", path: path`/admin/v1/payouts`, query: { ...query } },
          (each) => each.payout_id,
          options
        ),
      /**
       * Get a payout of any account
       * Returns one payout with everything that an operator needs to decide on it.
       * GET /admin/v1/payouts/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<AdminPayout>({ method: "GET", path: path`/admin/v1/payouts/${id}` }, options),
      /**
       * Release a compliance hold
       * Approves the release of a payout in `COMPLIANCE_HOLD`. The payout continues once
       * enough people have approved it.
       * POST /admin/v1/payouts/{id}/approve
       */
      approve: (id: string, body: ApprovePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/approve`, body },
          options
        ),
      /**
       * Reject a held payout
       * Ends a payout in `COMPLIANCE_HOLD` as `REVERSED` and opens its refund.
       * POST /admin/v1/payouts/{id}/reject
       */
      reject: (id: string, body: RejectPayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/reject`, body },
          options
        ),
      /**
       * Freeze the money of a held payout
       * Freezes money that must neither be paid out nor refunded. The payout stays in
       * `COMPLIANCE_HOLD` and shows `frozen`. Later deposits are frozen with it, and every
       * request that would move the money returns 409. One person is enough, because no money
       * moves. Earlier approvals become void.
       * POST /admin/v1/payouts/{id}/freeze
       */
      freeze: (id: string, body: FreezePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/freeze`, body },
          options
        ),
      /**
       * Unfreeze the money of a held payout
       * Makes the payout a normal hold again, which can be approved or rejected. If
       * `HOLD_APPROVALS` is above 1, that many people must send the same request with the same
       * parameters. Until then, the payout stays as it is and shows a `pending_action`. A
       * different request replaces it and starts the count again.
       * POST /admin/v1/payouts/{id}/unfreeze
       */
      unfreeze: (id: string, body: UnfreezePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/unfreeze`, body },
          options
        ),
      /**
       * Retry a payout in manual review
       * Sends a payout in `MANUAL_REVIEW` to the provider again.
       * POST /admin/v1/payouts/{id}/retry
       */
      retry: (id: string, body: RetryPayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/retry`, body },
          options
        ),
      /**
       * Mark a reviewed payout as settled
       * Ends a payout in `MANUAL_REVIEW` as `SETTLED`. If `HOLD_APPROVALS` is above 1, that
       * many people must send the same request with the same parameters. Until then, the
       * payout stays as it is and shows a `pending_action`. A different request replaces it
       * and starts the count again.
       * POST /admin/v1/payouts/{id}/settle
       */
      settle: (id: string, body: SettlePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/settle`, body },
          options
        ),
      /**
       * Mark a reviewed payout as failed
       * Ends a payout in `MANUAL_REVIEW` as `FAILED` and opens its refund. With `override`, if
       * `HOLD_APPROVALS` is above 1, that many people must send the same request with the same
       * parameters. Until then, the payout stays as it is and shows a `pending_action`. A
       * different request replaces it and starts the count again.
       * POST /admin/v1/payouts/{id}/fail
       */
      fail: (id: string, body: FailPayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/fail`, body },
          options
        ),
      /**
       * Reverse a payout in manual review
       * Ends a payout in `MANUAL_REVIEW` as `REVERSED` and opens its refund. With `override`,
       * if `HOLD_APPROVALS` is above 1, that many people must send the same request with the
       * same parameters. Until then, the payout stays as it is and shows a `pending_action`. A
       * different request replaces it and starts the count again.
       * POST /admin/v1/payouts/{id}/reverse
       */
      reverse: (id: string, body: ReversePayoutBody, options?: CallOptions) =>
        this.call<AdminPayout>(
          { method: "POST", path: path`/admin/v1/payouts/${id}/reverse`, body },
          options
        ),
      recalls: {
        /**
         * Open a recall of a settled payout
         * Opens a recall of a `SETTLED` payout, whose status stays. A payout has one open recall
         * at a time, and at most 10 in all. The customer gets `payout.recalled`, without
         * `reason` and `evidence`.
         * POST /admin/v1/payouts/{id}/recalls
         */
        create: (id: string, body: OpenRecallBody, options?: CallOptions) =>
          this.call<AdminPayout>(
            { method: "POST", path: path`/admin/v1/payouts/${id}/recalls`, body },
            options
          ),
        /**
         * Record the money that the provider returned
         * Records money that the provider returned to the service's balance there, once per
         * recall. Its share of the source amount, rounded down, becomes a due refund of the
         * payout. If the whole target amount came back, that is the source amount with the fee.
         * If `HOLD_APPROVALS` is above 1, that many people must send the same request. Until
         * then, the request only adds to a `pending_action`.
         * POST /admin/v1/payouts/{id}/recalls/{recall_id}/return
         */
        return: (id: string, recallId: string, body: ReturnRecallBody, options?: CallOptions) =>
          this.call<AdminPayout>(
            {
              method: "POST",
              path: path`/admin/v1/payouts/${id}/recalls/${recallId}/return`,
              body
            },
            options
          ),
        /**
         * Close a recall
         * Ends a recall. `returned` is for a recall whose provider returned money, `kept` and
         * `written_off` are for the others. No money moves. If `HOLD_APPROVALS` is above 1, that
         * many people must send the same request. Until then, the request only adds to a
         * `pending_action`.
         * POST /admin/v1/payouts/{id}/recalls/{recall_id}/close
         */
        close: (id: string, recallId: string, body: CloseRecallBody, options?: CallOptions) =>
          this.call<AdminPayout>(
            { method: "POST", path: path`/admin/v1/payouts/${id}/recalls/${recallId}/close`, body },
            options
          )
      },
      earlierDecisions: {
        /**
         * List earlier decisions on similar payouts
         * Returns approvals, rejections and freezes of other payouts to the same phone, to the
         * same name or with the same list entry. They are of all accounts, newest first, at most
         * 10.
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
       * Record the refund of a batch
       * Records the transaction of a refund, after checking on the chain that it sends exactly
       * the amount due to the refund address. The refund becomes `sent`, and `confirmed` once
       * the transaction is final. If `HOLD_APPROVALS` is above 1, that many people must record
       * the same transaction. Until then, the request only adds to a `pending_action`.
       * POST /admin/v1/batches/{id}/refund
       */
      refund: (id: string, body: SendBatchRefundBody, options?: CallOptions) =>
        this.call<AdminBatch>(
          { method: "POST", path: path`/admin/v1/batches/${id}/refund`, body },
          options
        ),
      /**
       * Release the refund of a batch
       * Releases a `held` refund, so that it can be sent. A refund is held if screening flags
       * the sender of the money or has no result, or if an earlier refund went to a listed
       * address.
       * POST /admin/v1/batches/{id}/release-refund
       */
      releaseRefund: (id: string, body: ReleaseBatchRefundBody, options?: CallOptions) =>
        this.call<AdminBatch>(
          { method: "POST", path: path`/admin/v1/batches/${id}/release-refund`, body },
          options
        ),
      /**
       * Book foreign deposits of a batch
       * Books money that arrived at the deposit address on another chain, or in another token.
       * The service reads the transactions from its nodes of that chain (`RESCUE_RPC_URLS`),
       * and books them once they are final. It opens a refund in the same token, and screens
       * the senders. `payout-service chain rescue` uses this operation. A repeated request
       * books nothing twice.
       * POST /admin/v1/batches/{id}/foreign-deposits
       */
      foreignDeposits: (id: string, body: BookBatchForeignDepositsBody, options?: CallOptions) =>
        this.call<AdminBatch>(
          { method: "POST", path: path`/admin/v1/batches/${id}/foreign-deposits`, body },
          options
        ),
      /**
       * List batches and bulk batches of all accounts, newest first
       * Returns the batches and bulk batches of all accounts.
       * GET /admin/v1/batches
       */
      list: (query?: AdminListBatchesQuery, options?: CallOptions) =>
        this.call<Page<AdminBatch>>(
          { method: "GET", path: path`/admin/v1/batches`, query: { ...query } },
          options
        ),
      /**
       * List batches and bulk batches of all accounts, newest first
       * Returns the batches and bulk batches of all accounts.
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
       * Returns one batch or bulk batch. If it has a `parked_at`, it waits for an operator.
       * GET /admin/v1/batches/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<AdminBatch>({ method: "GET", path: path`/admin/v1/batches/${id}` }, options),
      /**
       * Resume a parked batch
       * Continues a batch that was parked after repeated defects of the service. Its unfunded
       * rows wait until then. Remove the cause first. Returns 409 if the batch is not parked.
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
       * List the audit log of all accounts, newest first
       * Returns every change by a user or a key and every sign-in. A key that ends because of
       * another change, such as the removal of its issuer, has a separate `api_key.revoked`
       * entry. With `account_id` the list also contains what staff decided about the account's
       * payouts, batches and deliveries, which the account does not see.
       * GET /admin/v1/audit-logs
       */
      list: (query?: AdminListAuditLogsQuery, options?: CallOptions) =>
        this.call<Page<AuditLog>>(
          { method: "GET", path: path`/admin/v1/audit-logs`, query: { ...query } },
          options
        ),
      /**
       * List the audit log of all accounts, newest first
       * Returns every change by a user or a key and every sign-in. A key that ends because of
       * another change, such as the removal of its issuer, has a separate `api_key.revoked`
       * entry. With `account_id` the list also contains what staff decided about the account's
       * payouts, batches and deliveries, which the account does not see.
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
       * Create an account
       * Creates a customer's account, whose KYC starts as `PENDING` unless the request says
       * otherwise. Until it is `APPROVED`, API keys are refused, and users can only read and
       * manage their team.
       * POST /admin/v1/accounts
       */
      create: (body: CreateAccountBody, options?: CallOptions) =>
        this.call<Account>({ method: "POST", path: path`/admin/v1/accounts`, body }, options),
      /**
       * List accounts, newest first
       * Returns the accounts of all customers.
       * GET /admin/v1/accounts
       */
      list: (query?: ListAccountsQuery, options?: CallOptions) =>
        this.call<Page<Account>>(
          { method: "GET", path: path`/admin/v1/accounts`, query: { ...query } },
          options
        ),
      /**
       * List accounts, newest first
       * Returns the accounts of all customers.
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
       * Returns the account of one customer.
       * GET /admin/v1/accounts/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<Account>({ method: "GET", path: path`/admin/v1/accounts/${id}` }, options),
      /**
       * Update an account
       * Changes the fields that the request contains. All later requests of a `SUSPENDED`
       * account are refused with `FORBIDDEN`. A new `originator` replaces the earlier one, and
       * `null` removes it.
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
         * Issues a key for the account, which can have several. Only this response contains the
         * key itself. The key expires with the operator's key that issued it, or when the user
         * who issued it loses the permission to do so.
         * POST /admin/v1/accounts/{id}/api-keys
         */
        create: (id: string, body: CreateApiKeyBody, options?: CallOptions) =>
          this.call<ApiKeyWithSecret>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/api-keys`, body },
            options
          ),
        /**
         * List API keys, newest first
         * Returns the keys of the account, revoked ones included, without the keys themselves.
         * GET /admin/v1/accounts/{id}/api-keys
         */
        list: (id: string, query?: ListApiKeysQuery, options?: CallOptions) =>
          this.call<Page<ApiKey>>(
            { method: "GET", path: path`/admin/v1/accounts/${id}/api-keys`, query: { ...query } },
            options
          ),
        /**
         * List API keys, newest first
         * Returns the keys of the account, revoked ones included, without the keys themselves.
         * GET /admin/v1/accounts/{id}/api-keys, page by page
         */
        all: (id: string, query?: ListApiKeysQuery, options?: CallOptions) =>
          this.all<ApiKey>(
            { method: "GET", path: path`/admin/v1/accounts/${id}/api-keys`, query: { ...query } },
            (each) => each.id,
            options
          ),
        /**
         * Rotate an API key
         * Issues a new key with the name, scope, allowed addresses and expiry of the old one.
         * The old key expires after `overlap_hours`.
         * POST /admin/v1/accounts/{id}/api-keys/{key_id}/rotate
         */
        rotate: (id: string, keyId: string, body?: RotateApiKeyBody, options?: CallOptions) =>
          this.call<ApiKeyWithSecret>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/api-keys/${keyId}/rotate`, body },
            options
          ),
        /**
         * Revoke an API key
         * Revokes a key. All later requests with it are refused.
         * DELETE /admin/v1/accounts/{id}/api-keys/{key_id}
         */
        delete: (id: string, keyId: string, options?: CallOptions) =>
          this.call<RevokeApiKeyResult>(
            { method: "DELETE", path: path`/admin/v1/accounts/${id}/api-keys/${keyId}` },
            options
          )
      },
      recipients: {
        /**
         * List recipients with requests about their data, newest first
         * Returns the recipients of the account whose erasure waits for more people, whose data
         * is restricted, or whose data has a legal hold. Other recipients and erased ones are
         * not listed.
         * GET /admin/v1/accounts/{id}/recipients
         */
        list: (id: string, query?: ListRecipientsQuery, options?: CallOptions) =>
          this.call<Page<RecipientRecord>>(
            { method: "GET", path: path`/admin/v1/accounts/${id}/recipients`, query: { ...query } },
            options
          ),
        /**
         * List recipients with requests about their data, newest first
         * Returns the recipients of the account whose erasure waits for more people, whose data
         * is restricted, or whose data has a legal hold. Other recipients and erased ones are
         * not listed.
         * GET /admin/v1/accounts/{id}/recipients, page by page
         */
        all: (id: string, query?: ListRecipientsQuery, options?: CallOptions) =>
          this.all<RecipientRecord>(
            { method: "GET", path: path`/admin/v1/accounts/${id}/recipients`, query: { ...query } },
            (each) => each.id,
            options
          ),
        /**
         * Erase a recipient's personal data
         * Erases the name, phone number and all other personal data of one recipient of the
         * account, and deletes beneficiaries with the phone number. The data of former numbers
         * of these beneficiaries is erased with it. The data reads `erased` afterwards. While a
         * law demands the data of a paid recipient (`RETENTION_YEARS`), the data is restricted
         * instead. It reads `restricted` and is found by no search until its erasure. With
         * `HOLD_APPROVALS` above 1, several people must request the erasure.
         * POST /admin/v1/accounts/{id}/recipients/erase
         */
        erase: (id: string, body: EraseRecipientBody, options?: CallOptions) =>
          this.call<RecipientErasure>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/recipients/erase`, body },
            options
          ),
        /**
         * Set a legal hold on a recipient's data
         * Prevents every erasure of the recipient's personal data, also one whose date comes,
         * until the hold is released.
         * POST /admin/v1/accounts/{id}/recipients/hold-data
         */
        holdData: (id: string, body: HoldRecipientDataBody, options?: CallOptions) =>
          this.call<RecipientData>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/recipients/hold-data`, body },
            options
          ),
        /**
         * End a legal hold on a recipient's data
         * Ends the hold. Restricted data whose date has come is erased within a day.
         * POST /admin/v1/accounts/{id}/recipients/release-data
         */
        releaseData: (id: string, body: ReleaseRecipientDataBody, options?: CallOptions) =>
          this.call<RecipientData>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/recipients/release-data`, body },
            options
          ),
        /**
         * Export a recipient's data
         * Returns all data about one recipient of the account, for a request by the person or an
         * authority. It includes webhook deliveries and logged requests about the payouts. The
         * export shows restricted data and is recorded in the audit log. The response is not
         * kept for retries. Erased data is not in it.
         * POST /admin/v1/accounts/{id}/recipients/export
         */
        export: (id: string, body: ExportRecipientBody, options?: CallOptions) =>
          this.call<RecipientExport>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/recipients/export`, body },
            options
          )
      },
      balance: {
        /**
         * Get the balance of an account
         * Returns the balance of an account, with the deposits that screening holds.
         * GET /admin/v1/accounts/{id}/balance
         */
        get: (id: string, options?: CallOptions) =>
          this.call<AdminBalance>(
            { method: "GET", path: path`/admin/v1/accounts/${id}/balance` },
            options
          ),
        /**
         * Release held deposits of a balance
         * Adds the held deposits of one sender to the balance. With `HOLD_APPROVALS` above 1,
         * several people must release the same amount.
         * POST /admin/v1/accounts/{id}/balance/release
         */
        release: (id: string, body: ReleaseBalanceHoldBody, options?: CallOptions) =>
          this.call<AdminBalance>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/balance/release`, body },
            options
          ),
        /**
         * Correct a balance
         * Adds an amount to the balance, or takes one, because money was credited or taken by
         * mistake. The other side is in the account `write_offs` of the books. With
         * `HOLD_APPROVALS` above 1, several people must correct by the same amount.
         * POST /admin/v1/accounts/{id}/balance/correct
         */
        correct: (id: string, body: CorrectBalanceBody, options?: CallOptions) =>
          this.call<AdminBalance>(
            { method: "POST", path: path`/admin/v1/accounts/${id}/balance/correct`, body },
            options
          ),
        addresses: {
          /**
           * List the withdrawal addresses of an account
           * Returns the addresses that withdrawals of an account can go to.
           * GET /admin/v1/accounts/{id}/balance/addresses
           */
          list: (id: string, options?: CallOptions) =>
            this.call<ListAccountWithdrawalAddressesResult>(
              { method: "GET", path: path`/admin/v1/accounts/${id}/balance/addresses` },
              options
            ),
          /**
           * End the wait for a withdrawal address
           * Makes a new address usable now, before its day has passed. If `HOLD_APPROVALS` is
           * above 1, that many people must send the same request. Until then, the request only
           * adds to a `pending_action`.
           * POST /admin/v1/accounts/{id}/balance/addresses/{address_id}/activate
           */
          activate: (
            id: string,
            addressId: string,
            body: ActivateWithdrawalAddressBody,
            options?: CallOptions
          ) =>
            this.call<ActivateWithdrawalAddressResult>(
              {
                method: "POST",
                path: path`/admin/v1/accounts/${id}/balance/addresses/${addressId}/activate`,
                body
              },
              options
            )
        }
      }
    },
    webhookDeliveries: {
      /**
       * List webhook deliveries of all accounts, newest first
       * Returns the deliveries of all accounts.
       * GET /admin/v1/webhook-deliveries
       */
      list: (query?: AdminListDeliveriesQuery, options?: CallOptions) =>
        this.call<Page<AdminDelivery>>(
          { method: "GET", path: path`/admin/v1/webhook-deliveries`, query: { ...query } },
          options
        ),
      /**
       * List webhook deliveries of all accounts, newest first
       * Returns the deliveries of all accounts.
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
       * Returns one delivery with its account and the endpoint's URL.
       * GET /admin/v1/webhook-deliveries/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<AdminDelivery>(
          { method: "GET", path: path`/admin/v1/webhook-deliveries/${id}` },
          options
        ),
      /**
       * Resend a delivery of any account
       * Sends the same bytes again, with a new series of attempts.
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
       * Issues a key for a program of the staff. An approval with the key counts as one by the
       * user who issued it, directly or through other keys. The key ends with the key that
       * issued it, and when that user is removed or loses the permission to issue keys. A key
       * that expires cannot issue keys that expire later, and cannot invite staff.
       * POST /admin/v1/operators
       */
      create: (body: CreateOperatorBody, options?: CallOptions) =>
        this.call<OperatorWithKey>(
          { method: "POST", path: path`/admin/v1/operators`, body },
          options
        ),
      /**
       * List operators' keys, newest first
       * Returns the operators' keys, without the keys themselves.
       * GET /admin/v1/operators
       */
      list: (query?: ListOperatorsQuery, options?: CallOptions) =>
        this.call<Page<Operator>>(
          { method: "GET", path: path`/admin/v1/operators`, query: { ...query } },
          options
        ),
      /**
       * List operators' keys, newest first
       * Returns the operators' keys, without the keys themselves.
       * GET /admin/v1/operators, page by page
       */
      all: (query?: ListOperatorsQuery, options?: CallOptions) =>
        this.all<Operator>(
          { method: "GET", path: path`/admin/v1/operators`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Rotate an operator's key
       * Issues a new key with the name, allowed addresses and expiry of the old one. The
       * sender is its issuer, so approvals with it count as the sender's, and it ends with the
       * sender. The new key takes over the keys and invitations that the old one issued. If
       * the old key leaked, send `overlap_hours` 0. The old key and everything that it issued
       * then end at once. Returns 409 if the key already has a successor that works.
       * POST /admin/v1/operators/{id}/rotate
       */
      rotate: (id: string, body?: RotateOperatorBody, options?: CallOptions) =>
        this.call<OperatorWithKey>(
          { method: "POST", path: path`/admin/v1/operators/${id}/rotate`, body },
          options
        ),
      /**
       * Revoke an operator's key
       * Revokes a key and every key, invitation and reset link that it issued, customers' keys
       * included. Users who have joined stay, and so does the key's successor. To keep what a
       * key issued, rotate it with an overlap first. The last key that does not expire cannot
       * be revoked.
       * DELETE /admin/v1/operators/{id}
       */
      delete: (id: string, options?: CallOptions) =>
        this.call<RevokeOperatorResult>(
          { method: "DELETE", path: path`/admin/v1/operators/${id}` },
          options
        )
    },
    books: {
      trialBalance: {
        /**
         * Report the trial balance
         * Returns the debits, credits and balance of every account and currency at the end of a
         * day. Debits and credits of each currency are equal, and `differences` is empty.
         * GET /admin/v1/books/trial-balance
         */
        list: (query?: GetTrialBalanceQuery, options?: CallOptions) =>
          this.call<GetTrialBalanceResult>(
            { method: "GET", path: path`/admin/v1/books/trial-balance`, query: { ...query } },
            options
          ),
        /**
         * Report the trial balance
         * GET /admin/v1/books/trial-balance, as text
         */
        file: (query: GetTrialBalanceFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/books/trial-balance`,
              query: { ...query },
              isText: true
            },
            options
          )
      },
      statement: {
        /**
         * Report an account's statement
         * Returns the movements of an account in one currency, day by day, between the opening
         * and the closing balance. A statement has at most 366 days.
         * GET /admin/v1/books/statement
         */
        list: (query: GetBookStatementQuery, options?: CallOptions) =>
          this.call<GetBookStatementResult>(
            { method: "GET", path: path`/admin/v1/books/statement`, query: { ...query } },
            options
          ),
        /**
         * Report an account's statement
         * GET /admin/v1/books/statement, as text
         */
        file: (query: GetBookStatementFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/books/statement`,
              query: { ...query },
              isText: true
            },
            options
          )
      },
      position: {
        /**
         * Report the money owed and held
         * Returns the balances of all accounts at the end of a day in three sections: money owed
         * to customers, money held on chain and at providers, and the service's own money.
         * GET /admin/v1/books/position
         */
        list: (query?: GetBookPositionQuery, options?: CallOptions) =>
          this.call<GetBookPositionResult>(
            { method: "GET", path: path`/admin/v1/books/position`, query: { ...query } },
            options
          ),
        /**
         * Report the money owed and held
         * GET /admin/v1/books/position, as text
         */
        file: (query: GetBookPositionFileQuery, options?: CallOptions) =>
          this.call<string>(
            {
              method: "GET",
              path: path`/admin/v1/books/position`,
              query: { ...query },
              isText: true
            },
            options
          )
      },
      bookings: {
        /**
         * List bookings of operators, newest first
         * Returns the bookings of money that moves outside the service, such as top-ups and bank
         * fees. Entries of payouts and batches are not bookings.
         * GET /admin/v1/books/bookings
         */
        list: (query?: ListBookingsQuery, options?: CallOptions) =>
          this.call<Page<Booking>>(
            { method: "GET", path: path`/admin/v1/books/bookings`, query: { ...query } },
            options
          ),
        /**
         * List bookings of operators, newest first
         * Returns the bookings of money that moves outside the service, such as top-ups and bank
         * fees. Entries of payouts and batches are not bookings.
         * GET /admin/v1/books/bookings, page by page
         */
        all: (query?: ListBookingsQuery, options?: CallOptions) =>
          this.all<Booking>(
            { method: "GET", path: path`/admin/v1/books/bookings`, query: { ...query } },
            (each) => each.id,
            options
          ),
        /**
         * Propose a booking
         * Proposes an entry in the books for money that moved outside the service. With
         * `HOLD_APPROVALS` above 1, other people approve it before it takes effect. The books
         * date it by the time of the last approval. A value date in a closed month is refused.
         * The error names the first open day.
         * POST /admin/v1/books/bookings
         */
        create: (body: CreateBookingBody, options?: CallOptions) =>
          this.call<Booking>(
            { method: "POST", path: path`/admin/v1/books/bookings`, body },
            options
          ),
        /**
         * Approve a booking
         * Approves a proposed booking. It takes effect when enough people have approved it. The
         * person who proposed it counts as the first.
         * POST /admin/v1/books/bookings/{id}/approve
         */
        approve: (id: string, body: ApproveBookingBody, options?: CallOptions) =>
          this.call<Booking>(
            { method: "POST", path: path`/admin/v1/books/bookings/${id}/approve`, body },
            options
          ),
        /**
         * Withdraw a booking
         * Withdraws a proposed booking. A booking in the books stays. Book a `correction`
         * instead.
         * POST /admin/v1/books/bookings/{id}/withdraw
         */
        withdraw: (id: string, body: WithdrawBookingBody, options?: CallOptions) =>
          this.call<Booking>(
            { method: "POST", path: path`/admin/v1/books/bookings/${id}/withdraw`, body },
            options
          )
      }
    },
    periods: {
      /**
       * List the months of the books, newest first
       * Returns every month that is closed or about to be closed. The totals of each closed
       * month are computed again and compared with those of its closing.
       * GET /admin/v1/periods
       */
      list: (options?: CallOptions) =>
        this.call<ListBookPeriodsResult>({ method: "GET", path: path`/admin/v1/periods` }, options),
      /**
       * Close a month of the books
       * Keeps the trial balance at the end of the month and refuses later bookings with a
       * value date in it. A month can be closed 1 hour after its end, and after all earlier
       * months. With `HOLD_APPROVALS` above 1, several people must close it. A closed month
       * cannot be opened again.
       * POST /admin/v1/periods/{month}/close
       */
      close: (month: string, body: CloseBookPeriodBody, options?: CallOptions) =>
        this.call<BookPeriod>(
          { method: "POST", path: path`/admin/v1/periods/${month}/close`, body },
          options
        )
    },
    reconciliations: {
      /**
       * Start a reconciliation
       * Starts a comparison for a day, which can take minutes. Poll the reconciliation until
       * its status is `finished`. A day can be compared from 1 hour after its end. The books
       * of the whole log are compared, and the deposits, refunds and transfers of the day and
       * later. Transfers with open breaks are compared again.
       * POST /admin/v1/reconciliations
       */
      create: (body: CreateReconciliationBody, options?: CallOptions) =>
        this.call<Reconciliation>(
          { method: "POST", path: path`/admin/v1/reconciliations`, body },
          options
        ),
      /**
       * List reconciliations, newest first
       * Returns the kept comparisons of the log with the chain, the providers and their
       * statement files. The service compares each day in UTC in the night after it.
       * GET /admin/v1/reconciliations
       */
      list: (query?: ListReconciliationsQuery, options?: CallOptions) =>
        this.call<Page<ReconciliationSummary>>(
          { method: "GET", path: path`/admin/v1/reconciliations`, query: { ...query } },
          options
        ),
      /**
       * List reconciliations, newest first
       * Returns the kept comparisons of the log with the chain, the providers and their
       * statement files. The service compares each day in UTC in the night after it.
       * GET /admin/v1/reconciliations, page by page
       */
      all: (query?: ListReconciliationsQuery, options?: CallOptions) =>
        this.all<ReconciliationSummary>(
          { method: "GET", path: path`/admin/v1/reconciliations`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Import a statement file
       * Compares a provider's statement file with the books, and keeps the result as a
       * reconciliation. Poll the reconciliation until its status is `finished`. Every
       * difference becomes a break. A line that cannot be read refuses the whole file, and the
       * error names the line and the column. Import whole days: a settled transfer of these
       * days without a line is a difference.
       * POST /admin/v1/reconciliations/statements
       */
      statements: (body: ImportStatementBody, options?: CallOptions) =>
        this.call<Reconciliation>(
          { method: "POST", path: path`/admin/v1/reconciliations/statements`, body },
          options
        ),
      /**
       * Retrieve a reconciliation
       * Returns a reconciliation as it was found. Later payments and decisions do not change
       * it.
       * GET /admin/v1/reconciliations/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<Reconciliation>(
          { method: "GET", path: path`/admin/v1/reconciliations/${id}` },
          options
        )
    },
    breaks: {
      /**
       * List breaks, newest first
       * Returns the differences that reconciliations found. A break that ended more than 400
       * days ago is only in the log.
       * GET /admin/v1/breaks
       */
      list: (query?: ListBreaksQuery, options?: CallOptions) =>
        this.call<Page<Break>>(
          { method: "GET", path: path`/admin/v1/breaks`, query: { ...query } },
          options
        ),
      /**
       * List breaks, newest first
       * Returns the differences that reconciliations found. A break that ended more than 400
       * days ago is only in the log.
       * GET /admin/v1/breaks, page by page
       */
      all: (query?: ListBreaksQuery, options?: CallOptions) =>
        this.all<Break>(
          { method: "GET", path: path`/admin/v1/breaks`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Get a break
       * Returns one break, with its comments and the people who approved its end.
       * GET /admin/v1/breaks/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<Break>({ method: "GET", path: path`/admin/v1/breaks/${id}` }, options),
      /**
       * Assign a break
       * Makes a member of the staff the owner of an open break.
       * POST /admin/v1/breaks/{id}/assign
       */
      assign: (id: string, body: AssignBreakBody, options?: CallOptions) =>
        this.call<Break>(
          { method: "POST", path: path`/admin/v1/breaks/${id}/assign`, body },
          options
        ),
      /**
       * Comment on a break
       * Adds a comment, at most 50 per break. An ended break takes one too.
       * POST /admin/v1/breaks/{id}/comments
       */
      comments: (id: string, body: CommentBreakBody, options?: CallOptions) =>
        this.call<Break>(
          { method: "POST", path: path`/admin/v1/breaks/${id}/comments`, body },
          options
        ),
      /**
       * Close a break
       * Closes an open break with a reason and evidence. With `HOLD_APPROVALS` above 1, it is
       * closed when enough people have closed it. The reason and evidence of the first person
       * stay. Other amounts take the approvals away.
       * POST /admin/v1/breaks/{id}/close
       */
      close: (id: string, body: CloseBreakBody, options?: CallOptions) =>
        this.call<Break>(
          { method: "POST", path: path`/admin/v1/breaks/${id}/close`, body },
          options
        )
    },
    cluster: {
      /**
       * Get the cluster
       * Returns the nodes that share the database, and the node that runs each partition.
       * Every node responds with facts of all nodes, which are at most a second old.
       * GET /admin/v1/cluster
       */
      get: (options?: CallOptions) =>
        this.call<Cluster>({ method: "GET", path: path`/admin/v1/cluster` }, options)
    },
    incidents: {
      /**
       * List current incidents
       * Returns every incident with its cause, the payouts that wait, and the steps to take.
       * Every node responds with facts of all nodes, which are at most 2 seconds old. A node
       * that does not respond is an incident.
       * GET /admin/v1/incidents
       */
      list: (options?: CallOptions) =>
        this.call<IncidentList>({ method: "GET", path: path`/admin/v1/incidents` }, options),
      past: {
        /**
         * List past incidents
         * Returns the incidents that ended in the last 7 days, at most 100. The process of
         * partition 0 keeps them in memory, so a restart of that process forgets them.
         * GET /admin/v1/incidents/past
         */
        list: (options?: CallOptions) =>
          this.call<PastIncidentList>(
            { method: "GET", path: path`/admin/v1/incidents/past` },
            options
          )
      }
    },
    float: {
      /**
       * Get the float
       * Returns our balance at each mobile money provider in each currency, and what funded
       * payouts will still take from it. The figures are polled every 60 seconds. A provider
       * that does not respond is `unknown`, and its last balance is not used.
       * GET /admin/v1/float
       */
      list: (options?: CallOptions) =>
        this.call<Float>({ method: "GET", path: path`/admin/v1/float` }, options)
    }
  }

  readonly account = {
    /**
     * Get your account
     * Returns the account of the API key, with the key's permissions and the account's
     * limits. Only `full` keys and owners see the `originator`.
     * GET /v1/account
     */
    get: (options?: CallOptions) =>
      this.call<OwnAccount>({ method: "GET", path: path`/v1/account` }, options)
  }

  readonly recipients = {
    /**
     * Check a recipient
     * Checks whether a payout to this recipient would be accepted now, without creating one.
     * The response contains the name registered for the number, if a provider reports it.
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
       * Create a webhook endpoint
       * Creates an endpoint that receives events from now on. Only this response contains the
       * secret that signs them.
       * POST /v1/webhooks/endpoints
       */
      create: (body: CreateWebhookEndpointBody, options?: CallOptions) =>
        this.call<WebhookEndpointWithSecret>(
          { method: "POST", path: path`/v1/webhooks/endpoints`, body },
          options
        ),
      /**
       * List webhook endpoints, newest first
       * Returns the webhook endpoints of the account, without secrets.
       * GET /v1/webhooks/endpoints
       */
      list: (query?: ListWebhookEndpointsQuery, options?: CallOptions) =>
        this.call<Page<WebhookEndpoint>>(
          { method: "GET", path: path`/v1/webhooks/endpoints`, query: { ...query } },
          options
        ),
      /**
       * List webhook endpoints, newest first
       * Returns the webhook endpoints of the account, without secrets.
       * GET /v1/webhooks/endpoints, page by page
       */
      all: (query?: ListWebhookEndpointsQuery, options?: CallOptions) =>
        this.all<WebhookEndpoint>(
          { method: "GET", path: path`/v1/webhooks/endpoints`, query: { ...query } },
          (each) => each.id,
          options
        ),
      /**
       * Get a webhook endpoint
       * Returns one webhook endpoint, without its secret.
       * GET /v1/webhooks/endpoints/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<WebhookEndpoint>(
          { method: "GET", path: path`/v1/webhooks/endpoints/${id}` },
          options
        ),
      /**
       * Update a webhook endpoint
       * Changes the fields that the request contains. While `is_active` is `false`, no events
       * are sent to the endpoint.
       * PUT /v1/webhooks/endpoints/{id}
       */
      update: (id: string, body: UpdateWebhookEndpointBody, options?: CallOptions) =>
        this.call<WebhookEndpoint>(
          { method: "PUT", path: path`/v1/webhooks/endpoints/${id}`, body },
          options
        ),
      /**
       * Delete a webhook endpoint
       * Deletes an endpoint permanently. Its pending deliveries are not attempted again.
       * DELETE /v1/webhooks/endpoints/{id}
       */
      delete: (id: string, options?: CallOptions) =>
        this.call<DeleteWebhookEndpointResult>(
          { method: "DELETE", path: path`/v1/webhooks/endpoints/${id}` },
          options
        ),
      /**
       * Send a test event
       * Sends `webhook.test`, or the event in `type`, with made-up values, and returns the
       * result of the attempt.
       * POST /v1/webhooks/endpoints/{id}/test
       */
      test: (id: string, body?: TestWebhookEndpointBody, options?: CallOptions) =>
        this.call<TestWebhookEndpointResult>(
          { method: "POST", path: path`/v1/webhooks/endpoints/${id}/test`, body },
          options
        ),
      /**
       * Rotate a signing secret
       * Creates a new signing secret. The old one expires after `overlap_hours`. Until then
       * `webhook-signature` contains a signature of each secret, and `X-Service-Signature`
       * uses the old one.
       * POST /v1/webhooks/endpoints/{id}/rotate-secret
       */
      rotateSecret: (id: string, body?: RotateWebhookSecretBody, options?: CallOptions) =>
        this.call<WebhookEndpointWithSecret>(
          { method: "POST", path: path`/v1/webhooks/endpoints/${id}/rotate-secret`, body },
          options
        ),
      /**
       * Resend failed deliveries
       * Resends the failed deliveries of all events since a time, up to 1,000 per request.
       * Send the request again while `remaining` is above 0.
       * POST /v1/webhooks/endpoints/{id}/resend-failed
       */
      resendFailed: (id: string, body: ResendFailedDeliveriesBody, options?: CallOptions) =>
        this.call<ResendFailedDeliveriesResult>(
          { method: "POST", path: path`/v1/webhooks/endpoints/${id}/resend-failed`, body },
          options
        ),
      deliveries: {
        /**
         * List deliveries of an endpoint, newest first
         * Returns what was sent to the endpoint, and the result of each attempt. Payloads have
         * no `rows` here.
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
         * List deliveries of an endpoint, newest first
         * Returns what was sent to the endpoint, and the result of each attempt. Payloads have
         * no `rows` here.
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
       * Get a delivery
       * Returns one delivery of one event to one endpoint, with all attempts.
       * GET /v1/webhooks/deliveries/{id}
       */
      get: (id: string, options?: CallOptions) =>
        this.call<Delivery>({ method: "GET", path: path`/v1/webhooks/deliveries/${id}` }, options),
      /**
       * Resend a delivery
       * Sends the same event to the same endpoint again. A pending delivery is attempted at
       * once. Returns 409 if the endpoint is disabled or was deleted.
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
     * Returns the events of the account, whether they were delivered or not. To follow
     * events without a gap, send the id of the last one as `after`. Events of batches and
     * refunds have no `rows` here. Get the event to read them.
     * GET /v1/events
     */
    list: (query?: ListEventsQuery, options?: CallOptions) =>
      this.call<Page<Event>>(
        { method: "GET", path: path`/v1/events`, query: { ...query } },
        options
      ),
    /**
     * List events, newest first
     * Returns the events of the account, whether they were delivered or not. To follow
     * events without a gap, send the id of the last one as `after`. Events of batches and
     * refunds have no `rows` here. Get the event to read them.
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
     * Returns one event exactly as it is delivered, with the rows of a batch.
     * GET /v1/events/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<Event>({ method: "GET", path: path`/v1/events/${id}` }, options)
  }

  readonly reports = {
    settlements: {
      /**
       * Report settled payouts
       * Returns one line per payout that settled in the period, the newest payout first.
       * Without `limit` and `cursor` the response is the whole report, of any length, sent
       * while it is read. A `to` in the future means now. If the connection ends early, the
       * report is incomplete. Request it again. At most 4 whole reports of an account are sent
       * at a time. Further requests get 503. With `limit` or `cursor` the response is one page
       * of at most 1000 lines, and `totals` are the sums of the page. Send `next_cursor`, or
       * the header `X-Next-Cursor` of a file, for the next page. A file has no totals.
       * GET /v1/reports/settlements
       */
      list: (query: ListSettlementsQuery, options?: CallOptions) =>
        this.call<ListSettlementsResult>(
          { method: "GET", path: path`/v1/reports/settlements`, query: { ...query } },
          options
        ),
      /**
       * Report settled payouts
       * GET /v1/reports/settlements, as text
       */
      file: (query: ListSettlementsFileQuery, options?: CallOptions) =>
        this.call<string>(
          { method: "GET", path: path`/v1/reports/settlements`, query: { ...query }, isText: true },
          options
        )
    },
    refunds: {
      /**
       * Report sent refunds
       * Returns one line per refund that was sent in the period. Refunds of payouts come
       * first, then refunds of whole batches, each with the newest first. A refund that is
       * confirmed later stays in the period in which it was sent. Refunds on other chains name
       * their chain and token, and amounts of two chains are never added. Without `limit` and
       * `cursor` the response is the whole report, of any length, sent while it is read. A
       * `to` in the future means now. If the connection ends early, the report is incomplete.
       * Request it again. At most 4 whole reports of an account are sent at a time. Further
       * requests get 503. With `limit` or `cursor` the response is one page, which can have
       * fewer lines than `limit`, and `totals` are the sums of the page. Continue until
       * `next_cursor` is `null`, or until a file has no header `X-Next-Cursor`. A file has no
       * totals.
       * GET /v1/reports/refunds
       */
      list: (query: ListReportedRefundsQuery, options?: CallOptions) =>
        this.call<ListReportedRefundsResult>(
          { method: "GET", path: path`/v1/reports/refunds`, query: { ...query } },
          options
        ),
      /**
       * Report sent refunds
       * GET /v1/reports/refunds, as text
       */
      file: (query: ListReportedRefundsFileQuery, options?: CallOptions) =>
        this.call<string>(
          { method: "GET", path: path`/v1/reports/refunds`, query: { ...query }, isText: true },
          options
        )
    },
    fees: {
      /**
       * Report fees by day, network and currency
       * Returns the sums of the payouts that settled in the period, by day (UTC), network and
       * currency, the newest day first. They equal the sums of the settlement report for the
       * same period. A period has at most 366 days. A `to` in the future means now. At most 4
       * whole reports of an account are sent at a time. Further requests get 503.
       * GET /v1/reports/fees
       */
      list: (query: ListFeesQuery, options?: CallOptions) =>
        this.call<ListFeesResult>(
          { method: "GET", path: path`/v1/reports/fees`, query: { ...query } },
          options
        ),
      /**
       * Report fees by day, network and currency
       * GET /v1/reports/fees, as text
       */
      file: (query: ListFeesFileQuery, options?: CallOptions) =>
        this.call<string>(
          { method: "GET", path: path`/v1/reports/fees`, query: { ...query }, isText: true },
          options
        )
    },
    auditLog: {
      /**
       * Export the audit log
       * Returns every change by a user or a key and every sign-in of the period, newest first.
       * Without `from` the report starts with the first entry, without `to` it ends with the
       * latest. The response can be of any length and is sent while it is read. If the
       * connection ends early, the report is incomplete. Request it again. At most 4 whole
       * reports of an account are sent at a time. Further requests get 503.
       * GET /v1/reports/audit-log
       */
      list: (query?: ListAuditReportQuery, options?: CallOptions) =>
        this.call<ListAuditReportResult>(
          { method: "GET", path: path`/v1/reports/audit-log`, query: { ...query } },
          options
        ),
      /**
       * Export the audit log
       * GET /v1/reports/audit-log, as text
       */
      file: (query: ListAuditReportFileQuery, options?: CallOptions) =>
        this.call<string>(
          { method: "GET", path: path`/v1/reports/audit-log`, query: { ...query }, isText: true },
          options
        )
    }
  }

  readonly requests = {
    /**
     * List recent requests, newest first
     * Returns requests of the last seven days, at most 10,000 per account, for debugging. A
     * request appears about a second after its response. Above 50 requests per second, some
     * are left out.
     * GET /v1/requests
     */
    list: (query?: ListRequestsQuery, options?: CallOptions) =>
      this.call<Page<LoggedRequest>>(
        { method: "GET", path: path`/v1/requests`, query: { ...query } },
        options
      ),
    /**
     * List recent requests, newest first
     * Returns requests of the last seven days, at most 10,000 per account, for debugging. A
     * request appears about a second after its response. Above 50 requests per second, some
     * are left out.
     * GET /v1/requests, page by page
     */
    all: (query?: ListRequestsQuery, options?: CallOptions) =>
      this.all<LoggedRequest>(
        { method: "GET", path: path`/v1/requests`, query: { ...query } },
        (each) => each.id,
        options
      ),
    /**
     * Get a recent request
     * Returns one request with its bodies. Use the `request_id` of an error.
     * GET /v1/requests/{id}
     */
    get: (id: string, options?: CallOptions) =>
      this.call<LoggedRequestWithBodies>({ method: "GET", path: path`/v1/requests/${id}` }, options)
  }

  readonly sandbox = {
    payouts: {
      /**
       * Simulate an outcome or a deposit
       * Brings a payout to an `outcome` at once, or simulates a `deposit` of any amount.
       * `expire` ends the wait for funds before its deadline. After this request the sandbox
       * simulates no other deposit for the payout.
       * POST /v1/sandbox/payouts/{id}/simulate
       */
      simulate: (id: string, body?: SimulatePayoutBody, options?: CallOptions) =>
        this.call<Payout>(
          { method: "POST", path: path`/v1/sandbox/payouts/${id}/simulate`, body },
          options
        )
    },
    balance: {
      /**
       * Simulate a deposit to the balance
       * Adds an amount to the balance at once, as a final deposit does.
       * POST /v1/sandbox/balance/deposit
       */
      deposit: (body: SimulateBalanceDepositBody, options?: CallOptions) =>
        this.call<Balance>(
          { method: "POST", path: path`/v1/sandbox/balance/deposit`, body },
          options
        )
    }
  }

  readonly networks = {
    /**
     * List networks
     * Returns all supported networks with their limits and current status.
     * GET /v1/networks
     */
    list: (options?: CallOptions) =>
      this.call<ListNetworksResult>({ method: "GET", path: path`/v1/networks` }, options)
  }

  readonly rates = {
    /**
     * List current rates
     * Returns the rates that a quote would lock now, after the spread.
     * GET /v1/rates
     */
    list: (options?: CallOptions) =>
      this.call<ListRatesResult>({ method: "GET", path: path`/v1/rates` }, options)
  }

  readonly auditLogs = {
    /**
     * List the audit log, newest first
     * Returns every change by a user or a key and every sign-in. A key that ends because of
     * another change, such as the removal of its issuer, has a separate `api_key.revoked`
     * entry.
     * GET /v1/audit-logs
     */
    list: (query?: ListAuditLogsQuery, options?: CallOptions) =>
      this.call<Page<AuditLog>>(
        { method: "GET", path: path`/v1/audit-logs`, query: { ...query } },
        options
      ),
    /**
     * List the audit log, newest first
     * Returns every change by a user or a key and every sign-in. A key that ends because of
     * another change, such as the removal of its issuer, has a separate `api_key.revoked`
     * entry.
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
