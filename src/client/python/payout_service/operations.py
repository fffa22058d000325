"""Every type and operation of the API, written from its definition by ``npm run generate``:
a change here is lost.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union

from .paging import pages
from .transport import UNSET, File, Options, Request, Transport, given, segment


PayoutStatus = Literal["CREATED", "AWAITING_FUNDS", "STABLECOIN_RECEIVED", "COMPLIANCE_HOLD", "PAYOUT_INITIATED", "PAYOUT_CONFIRMED", "SETTLED", "FAILED", "REVERSED", "MANUAL_REVIEW"]


TargetCurrency = Literal["UGX", "KES", "NGN", "GHS", "TZS"]


BatchEventRowNetwork = Literal["MTN_UG", "AIRTEL_UG", "MPESA_KE", "AIRTEL_KE", "MTN_GH", "TELECEL_GH", "AIRTELTIGO_GH", "VODACOM_TZ", "TIGO_TZ", "AIRTEL_TZ", "HALOTEL_TZ", "MTN_NG", "AIRTEL_NG"]


FailureReason = Literal["insufficient_balance", "invalid_recipient", "recipient_limit", "network_unavailable", "provider_rejected", "compliance_rejected", "deposit_expired", "cancelled", "unspecified"]


Kind = Literal["provider", "chain", "rates", "screening_lists", "endpoint", "stuck_payouts", "float", "nodes", "database"]


DeliveryStatus = Literal["pending", "delivered", "failed"]


PayoutFundingStatus = Literal["awaiting", "detected", "underpaid", "funded"]


RefundStatus = Literal["due", "held", "sent", "confirmed"]


BatchStatus = Literal["queued", "processing", "completed", "cancelled"]


BatchFundingStatus = Literal["awaiting", "detected", "underpaid", "funded", "expired", "cancelled"]


Scope = Literal["full", "read_only", "payouts", "webhooks", "reports"]


KycStatus = Literal["PENDING", "APPROVED", "REJECTED"]


NetworkStatus = Literal["operational", "degraded", "down"]


RefundLineReason = Literal["insufficient_balance", "invalid_recipient", "recipient_limit", "network_unavailable", "provider_rejected", "compliance_rejected", "deposit_expired", "cancelled", "unspecified", "rows_failed", "excess_deposit"]


BulkBatchStatus = Literal["QUEUED", "PROCESSING", "COMPLETED", "CANCELLED"]


DataReason = Literal["insufficient_balance", "invalid_recipient", "recipient_limit", "network_unavailable", "provider_rejected", "compliance_rejected", "deposit_expired", "cancelled", "unspecified", "rows_failed", "overpaid"]


class _ProblemErrors(TypedDict):
    #: The field's name
    field: str
    #: What is wrong, for machines
    code: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str


class ProblemErrors(_ProblemErrors, total=False):
    #: The row, from 1; a CSV's header is not counted
    row: float


class _Problem(TypedDict):
    #: A code for machines; in an attempt, what went wrong
    error: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: The same as error
    error_code: str
    #: Names the request in our logs
    request_id: str


class Problem(_Problem, total=False):
    """Every error"""

    #: Every field that is wrong
    errors: List["ProblemErrors"]


class _LatestRefund(TypedDict):
    #: The state it is in; as a filter, one state
    status: Literal["due", "sent", "confirmed"]
    #: USDC, at most 6 decimals
    amount_usdc: float


class LatestRefund(_LatestRefund, total=False):
    """The latest refund, where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _BatchEventRow(TypedDict):
    #: The payout
    payout_id: str
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Cost of the margin, part of the amount
    fee_usdc: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str


class BatchEventRow(_BatchEventRow, total=False):
    #: Text of your own, at most 128 characters
    reference: str
    #: Why it failed; only when it did
    failure_reason: "FailureReason"


class CurrencyTotal(TypedDict):
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Number of rows that are paid in it
    count: int
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float


class _PayoutSettledData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["SETTLED"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]


class PayoutSettledData(_PayoutSettledData, total=False):
    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class _PayoutInitiatedData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["PAYOUT_INITIATED"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]


class PayoutInitiatedData(_PayoutInitiatedData, total=False):
    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class _PayoutReceivedData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["STABLECOIN_RECEIVED"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]


class PayoutReceivedData(_PayoutReceivedData, total=False):
    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PastIncidentList(TypedDict):
    #: When the process that watches for incidents began. Earlier ones are not known. ISO 8601,
    #: UTC, milliseconds. `null` while none watches
    watched_since: Optional[str]
    #: The latest end first
    data: List["PastIncident"]


class PastIncident(TypedDict):
    #: Unique identifier
    id: str
    kind: "Kind"
    severity: Literal["critical", "warning"]
    #: What was wrong, in one sentence
    title: str
    #: When it began. ISO 8601, UTC, milliseconds
    since: str
    #: When it was first gone. ISO 8601, UTC, milliseconds
    ended_at: str
    #: The most payouts that waited at a time; of `endpoint` deliveries
    waiting_count_max: float
    #: The most USDC of payouts that waited at a time
    waiting_usdc_max: float


class IncidentList(TypedDict):
    #: When the facts were read. ISO 8601, UTC, milliseconds
    checked_at: str
    #: The worst first; empty while nothing is wrong
    data: List["Incident"]


class Incident(TypedDict):
    #: Made of its kind and its subject: the same while it lasts, and the same if it comes back
    id: str
    #: `provider`: it is down, or refuses transfers. `chain`: deposits are not credited.
    #: `rates`: there is no exchange rate. `screening_lists`: the sanctions list is missing or
    #: old. `endpoint`: every attempt to a webhook endpoint fails. `stuck_payouts`: payouts
    #: take longer than usual, or a defect stopped them. `float`: our balance at a provider is
    #: too small. `nodes`: a node or a partition is missing. `database`: changes cannot be
    #: stored
    kind: "Kind"
    #: `critical`: payouts or requests wait. `warning`: they may soon, or one customer is
    #: affected
    severity: Literal["critical", "warning"]
    #: What is wrong, in one sentence
    title: str
    subject: "IncidentSubject"
    #: When it began, or was first seen. ISO 8601, UTC, milliseconds
    since: str
    #: Payouts that wait because of it; of `endpoint` deliveries, among its newest
    waiting_count: float
    #: USDC of these payouts
    waiting_usdc: float
    #: Whose payouts they are, the most payouts first: at most 20 customers. `GET
    #: /admin/v1/payouts?incident=…` lists these payouts
    customers: List["IncidentCustomer"]
    #: When the service tries the provider again, with one transfer. ISO 8601, UTC,
    #: milliseconds. `null` if a try is under way or due, or if nothing is tried
    next_try_at: Optional[str]
    #: The last error, or what was observed
    cause: str
    #: What a person can do
    remedy: str
    #: The chapter of the runbook
    runbook_url: str


class IncidentCustomer(TypedDict):
    #: The customer's account
    account_id: str
    account_name: str
    #: Payouts of the customer that wait
    waiting_count: float
    #: USDC of these payouts
    waiting_usdc: float


class IncidentSubject(TypedDict):
    #: The mobile-money provider
    provider: Optional[str]
    #: Networks that it concerns; empty if none
    networks: List[str]
    #: Currencies that it concerns; empty if none
    currencies: List[str]
    #: The chain
    chain_id: Optional[float]
    #: An Ethereum node (`chain`), or a node of the service (`nodes`)
    node: Optional[str]
    #: Partitions that it concerns; empty if none
    partitions: List[float]
    #: The webhook endpoint
    endpoint_id: Optional[str]
    #: The customer whose endpoint it is
    account_id: Optional[str]


class ClusterPartitions(TypedDict):
    #: How many the database has
    total: float
    #: How many are run by something now
    owned: float
    #: Each of them, by its number
    of: List["ClusterPartition"]


class Cluster(TypedDict):
    #: Whether several processes may share the database; without, `nodes` is empty
    clustered: bool
    nodes: List["ClusterNode"]
    partitions: "ClusterPartitions"


class ClusterPartition(TypedDict):
    #: From 0, which is the directory's
    number: float
    #: The node that runs it; null where none that is alive does, and without a cluster
    owner: Optional[str]
    #: Counts the processes that have written its log; null where it has no owner
    epoch: Optional[float]
    #: The last entry that the owner has applied
    seq: Optional[float]
    #: When the owner began to write its log. ISO 8601, UTC, milliseconds; null without a
    #: cluster
    since: Optional[str]


class ClusterNode(TypedDict):
    #: `host:port` of the private traffic between nodes; the node's name
    address: str
    #: Of the program that it runs
    version: str
    #: Whether it has written to the database within 3 seconds
    is_alive: bool
    #: ISO 8601, UTC, milliseconds
    started_at: str
    #: When it wrote last. ISO 8601, UTC, milliseconds
    seen_at: str
    #: The last entry of the directory's log, with accounts and keys, that it shows
    directory_seq: float
    #: Entries of that log that it does not show yet
    directory_lag: float
    #: Milliseconds that its clock is ahead of the database's; negative where it is behind
    clock_skew_ms: float
    #: Addresses of live nodes that do not answer it
    unreached: List[str]
    #: The numbers of the partitions that it runs
    partitions: List[float]


class OperatorWithKey(TypedDict):
    """The only time `key` is shown; a replay of the request has null in its place"""

    #: Unique identifier
    id: str
    #: For people; of a beneficiary the full name
    name: str
    #: The last characters of the key
    last4: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The person or key that issued it; null: the first start
    issued_by: Optional[str]
    #: When the key ends by itself: as it was issued, or because it was replaced; null: never
    expires_at: Optional[str]
    #: Addresses and ranges that the key works from; null: from everywhere
    allowed_ips: Optional[List[str]]
    #: The API key, shown this once
    key: Optional[str]


class Operator(TypedDict):
    #: Unique identifier
    id: str
    #: For people; of a beneficiary the full name
    name: str
    #: The last characters of the key
    last4: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The person or key that issued it; null: the first start
    issued_by: Optional[str]
    #: When the key ends by itself: as it was issued, or because it was replaced; null: never
    expires_at: Optional[str]
    #: Addresses and ranges that the key works from; null: from everywhere
    allowed_ips: Optional[List[str]]
    #: When it was revoked; null while it works
    revoked_at: Optional[str]
    #: When the key was last used; null: no use is known
    last_used_at: Optional[str]


class AdminDeliveryAttempts(TypedDict):
    #: ISO 8601, UTC, milliseconds
    at: str
    #: The endpoint's HTTP status; null where none came
    status_code: Optional[float]
    #: Milliseconds until the answer
    latency_ms: float
    #: A code for machines; in an attempt, what went wrong
    error: Optional[str]
    #: What the attempt sent; null where it is not kept any more
    request_headers: Optional[Dict[str, str]]
    #: The first 1,024 characters of what the receiver answered; null without an answer
    response_headers: Optional[Dict[str, str]]
    #: The first 1,024 bytes of the receiver's answer; null without an answer
    response_body: Optional[str]


class AdminDelivery(TypedDict):
    #: Unique identifier
    id: str
    #: The webhook endpoint
    endpoint_id: str
    #: The event
    event_id: str
    #: The event's name
    event_type: str
    #: The payout
    payout_id: Optional[str]
    #: Whether it is a requested test
    test: bool
    #: The state it is in; as a filter, one state
    status: "DeliveryStatus"
    #: The attempts, oldest first
    attempts: List["AdminDeliveryAttempts"]
    #: The time of the next attempt; null when there is none
    next_attempt_at: Optional[str]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    payload: "Event_1"
    #: The customer's account
    account_id: str
    #: Where the endpoint's events are sent; null once it was deleted
    endpoint_url: Optional[str]
    #: False while the endpoint is disabled: nothing is sent to it then; null once it was
    #: deleted
    endpoint_is_active: Optional[bool]


class Event_1(TypedDict):
    """What every attempt sends"""

    #: Unique identifier
    id: str
    #: The event's name
    type: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: Dict[str, Any]


class _AdminPayoutDeposits(TypedDict):
    #: The transaction
    tx_hash: str
    #: The transfer's place among the block's logs
    log_index: float
    #: The block of the transfer
    block_number: float
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: The state it is in; as a filter, one state
    status: Literal["detected", "final"]
    #: When it was first seen: decides whether it is in time
    seen_at: str


class AdminPayoutDeposits(_AdminPayoutDeposits, total=False):
    #: Blocks on top of it and its own, as of the last look
    confirmations: float


class AdminPayoutTimeline(TypedDict):
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: ISO 8601, UTC, milliseconds
    at: str


class AdminPayoutScreeningCandidates(TypedDict):
    #: The list entry that matched best; null where none did
    matched_entry: Optional[str]
    #: The subject that matched: a name, or a sender's address
    matched_subject: str
    #: The highest score of any name, 0 to 1
    score: float
    #: The entry as it was published when it matched; null for an address that only the oracle
    #: names
    listed: Optional["ListedEntry"]


class AdminPayoutScreening(TypedDict):
    #: `clear`, `flagged` or `inconclusive`
    verdict: Literal["clear", "flagged", "inconclusive"]
    #: The version of the sanctions lists; empty where none were available
    lists_version: str
    #: The highest score of any name, 0 to 1
    score: float
    #: The list entry that matched best; null where none did
    matched_entry: Optional[str]
    #: The subject that matched: a name, or a sender's address
    matched_subject: Optional[str]
    #: Every list entry that scores enough for a hold, best first, at most 10
    candidates: List["AdminPayoutScreeningCandidates"]
    #: The name the provider has for the number; null where it does not say
    registered_name: Optional[str]
    #: Why; kept in the record
    reason: Optional[str]


class AdminPayoutTransfer(TypedDict):
    #: Of the instruction, as the provider was given it: at most one is live
    reference: str
    #: How many instructions the payout has had
    attempt: float
    #: null: simulated, or its network had no route
    provider: Optional[str]
    #: The provider's last answer; `requested`: none that is definite
    phase: Literal["requested", "accepted", "refused"]
    #: When an unknown outcome becomes a manual review. ISO 8601, UTC, milliseconds
    answer_due_at: str


class _AdminPayoutRefund(TypedDict):
    #: `held`: it is due, and kept back by a compliance review; `sent`: an operator recorded
    #: the transaction; `confirmed`: the transaction is final
    status: "RefundStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float


class AdminPayoutRefund(_AdminPayoutRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class AdminPayoutFrozen(TypedDict):
    """Only while its money is frozen: since when, by whom and why, and how much. The
    customer sees a hold and nothing of the freeze
    """

    #: ISO 8601, UTC, milliseconds
    since: str
    by: str
    #: Why; kept in the record
    reason: str
    #: USDC, at most 6 decimals
    amount_usdc: float


class _AdminPayout(TypedDict):
    #: The payout
    payout_id: str
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: ISO 8601, UTC, milliseconds
    updated_at: str
    #: The quote
    quote_id: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: A saved recipient; phone, name and network are taken from it where not given
    beneficiary_id: Optional[str]
    #: Text of your own, at most 128 characters
    reference: Optional[str]
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: `awaiting`, `detected` (not final yet), `underpaid` or `funded`: progress of the deposit
    funding_status: "PayoutFundingStatus"
    #: Deposits to its address; a row of a batch has none of its own
    deposits: List["AdminPayoutDeposits"]
    #: Every state it has been in, and when
    timeline: List["AdminPayoutTimeline"]
    #: The customer's account
    account_id: str
    #: Addresses that its deposits came from, each once; a simulated deposit has none
    senders: List[str]
    #: Why screening held it; null when it did not
    hold_reason: Optional[str]
    #: Why a manual review is needed; null when none is
    review_reason: Optional[Literal["underpaid", "provider_unknown", "defect"]]
    refund_hold: Optional[str]
    #: Those who approved the hold it is in, or was in last: e-mail addresses of people, names
    #: of keys
    approvals: List[str]
    #: How many people must approve the release of a hold, and a `pending_action`
    approvals_needed: float
    pending_action: Optional["PendingAction"]
    #: The last screening; null where there was none
    screening: Optional["AdminPayoutScreening"]
    #: The latest instruction to a provider; null: there was none
    transfer: Optional["AdminPayoutTransfer"]


class AdminPayout(_AdminPayout, total=False):
    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it is held, in review, failed or reversed, as a code: that of its event. Of a payout
    #: that the service cannot continue right now: `network_unreachable`,
    #: `provider_balance_low` or `chain_unreachable`. It then continues automatically, and no
    #: event has this reason
    reason: str
    #: The reason as a sentence for people, which may change
    reason_message: str
    #: Since when the service cannot continue the payout. ISO 8601, UTC, milliseconds. Only
    #: with `network_unreachable`, `provider_balance_low` and `chain_unreachable`
    reason_since: str
    #: Where the refund goes
    refund_address: str
    #: The refund; only where there is one
    refund: "AdminPayoutRefund"
    #: Only while its money is frozen: since when, by whom and why, and how much. The customer
    #: sees a hold and nothing of the freeze
    frozen: "AdminPayoutFrozen"


class ListedEntry(TypedDict):
    #: The entry's number in OFAC's list
    number: float
    #: Vessels and aircraft match by address only
    type: Literal["individual", "entity", "vessel", "aircraft"]
    #: Codes of the sanctions programs
    programs: List[str]
    #: An office or a rank; null where none is listed
    title: Optional[str]
    #: Dates, years or ranges from the remarks, as published
    dates_of_birth: List[str]
    #: Places of birth from the remarks, as published
    places_of_birth: List[str]
    #: Nationalities and citizenships from the remarks, as published
    nationalities: List[str]
    #: The remarks as published, at most 2,000 characters
    remarks: str
    #: Other names, as many as have at most 2,000 characters together
    aliases: List[str]
    #: OFAC's public page of the entry. The service never requests it
    url: str


class PendingAction(TypedDict):
    """It happens once as many people as release a hold have given it alike"""

    #: settle, fail, reverse, unfreeze, send_refund or release_refunds
    action: str
    #: Its parameters: the next person must give the same
    terms: Dict[str, Optional[Union[str, float]]]
    #: Who gave it
    approvals: List[str]
    #: ISO 8601, UTC, milliseconds
    since: str


class EarlierDecisionActor(TypedDict):
    #: Unique identifier
    id: str
    kind: Literal["person", "api_key"]
    #: For people; of a beneficiary the full name
    name: str


class EarlierDecision(TypedDict):
    #: The act's id in the audit log
    id: str
    #: ISO 8601, UTC, milliseconds
    at: str
    actor: "EarlierDecisionActor"
    #: What was decided; with several approvals each is a decision
    outcome: Literal["approved", "rejected", "frozen", "unfrozen"]
    #: Why; kept in the record
    reason: Optional[str]
    #: The payout
    payout_id: str
    #: The customer's account
    account_id: str
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: What both payouts have: the phone, the words of the recipient's name, or an entry of the
    #: list that sufficed for the hold
    shared: List[Literal["phone", "name", "list_entry"]]


class _AdminBatchRefund(TypedDict):
    #: `held`: it is due, and kept back by a compliance review; `sent`: an operator recorded
    #: the transaction; `confirmed`: the transaction is final
    status: "RefundStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float


class AdminBatchRefund(_AdminBatchRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _AdminBatch(TypedDict):
    #: Unique identifier
    id: str
    #: As it was named when it was created; null: it has no name
    name: Optional[str]
    #: The state it is in; as a filter, one state
    status: "BatchStatus"
    #: How many there are in all
    total: float
    #: Payouts that were delivered
    completed: float
    #: Payouts that ended without delivery
    failed: float
    #: Payouts that are not final
    pending: float
    #: USDC of all rows together
    total_amount_usdc: float
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
    #: `funded`; `expired` once the window is over, `cancelled` after that. A batch with
    #: pending payouts can be cancelled while it is `awaiting`
    funding_status: "BatchFundingStatus"
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The customer's account
    account_id: str
    #: How many people must approve the release of a hold, and a `pending_action`
    approvals_needed: float
    pending_action: Optional["PendingAction"]
    refund_hold: Optional[str]


class AdminBatch(_AdminBatch, total=False):
    #: Where the refund goes
    refund_address: str
    #: The refund; only where there is one
    refund: "AdminBatchRefund"
    #: Since when it waits for an operator, after repeated defects of the program
    parked_at: str


class ApiKeyWithSecret(TypedDict):
    """The only time `key` is shown; a replay of the request has null in its place"""

    #: Unique identifier
    id: str
    #: For people; of a beneficiary the full name
    name: str
    #: `full`; `read_only`: no writing calls; `payouts`, `webhooks` or `reports`: these alone,
    #: and `GET /v1/account`
    scope: "Scope"
    #: The last characters of the key
    last4: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: When the key ends by itself: as it was issued, or because it was replaced; null: never
    expires_at: Optional[str]
    #: Addresses and ranges that the key works from; null: from everywhere
    allowed_ips: Optional[List[str]]
    #: The API key, shown this once
    key: Optional[str]


class ApiKey(TypedDict):
    #: Unique identifier
    id: str
    #: For people; of a beneficiary the full name
    name: str
    #: `full`; `read_only`: no writing calls; `payouts`, `webhooks` or `reports`: these alone,
    #: and `GET /v1/account`
    scope: "Scope"
    #: The last characters of the key
    last4: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: When the key ends by itself: as it was issued, or because it was replaced; null: never
    expires_at: Optional[str]
    #: Addresses and ranges that the key works from; null: from everywhere
    allowed_ips: Optional[List[str]]
    #: When it was revoked; null while it works
    revoked_at: Optional[str]
    #: When the key was last used; null: no use is known
    last_used_at: Optional[str]


class Account(TypedDict):
    #: Unique identifier
    id: str
    #: For people; of a beneficiary the full name
    name: str
    #: The customer's e-mail address
    email: str
    #: Until it is APPROVED, the account's API keys are refused, and its users can read and
    #: manage their team only
    kyc_status: "KycStatus"
    #: The state it is in; as a filter, one state
    status: Literal["ACTIVE", "SUSPENDED"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: ISO 8601, UTC, milliseconds
    updated_at: str


class AuditLogActor(TypedDict):
    #: Unique identifier
    id: str
    kind: Literal["person", "api_key"]
    #: For people; of a beneficiary the full name
    name: str


class AuditLog(TypedDict):
    #: Unique identifier
    id: str
    #: ISO 8601, UTC, milliseconds
    at: str
    actor: "AuditLogActor"
    #: The account whose objects it is about; null: the service's own
    account_id: Optional[str]
    #: The client address of the request; null where it was not recorded
    address: Optional[str]
    action: str
    subject_id: str
    changes: Dict[str, str]
    #: Why; kept in the record
    reason: Optional[str]


class _BatchRefund(TypedDict):
    #: `held`: it is due, and kept back by a compliance review; `sent`: an operator recorded
    #: the transaction; `confirmed`: the transaction is final
    status: "RefundStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float


class BatchRefund(_BatchRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _Batch(TypedDict):
    #: Unique identifier
    id: str
    #: As it was named when it was created; null: it has no name
    name: Optional[str]
    #: The state it is in; as a filter, one state
    status: "BatchStatus"
    #: How many there are in all
    total: float
    #: Payouts that were delivered
    completed: float
    #: Payouts that ended without delivery
    failed: float
    #: Payouts that are not final
    pending: float
    #: USDC of all rows together
    total_amount_usdc: float
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
    #: `funded`; `expired` once the window is over, `cancelled` after that. A batch with
    #: pending payouts can be cancelled while it is `awaiting`
    funding_status: "BatchFundingStatus"
    #: ISO 8601, UTC, milliseconds
    created_at: str


class Batch(_Batch, total=False):
    #: Where the refund goes
    refund_address: str
    #: The refund; only where there is one
    refund: "BatchRefund"


class _PayoutDeposits(TypedDict):
    #: The transaction
    tx_hash: str
    #: The transfer's place among the block's logs
    log_index: float
    #: The block of the transfer
    block_number: float
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: The state it is in; as a filter, one state
    status: Literal["detected", "final"]
    #: When it was first seen: decides whether it is in time
    seen_at: str


class PayoutDeposits(_PayoutDeposits, total=False):
    #: Blocks on top of it and its own, as of the last look
    confirmations: float


class PayoutTimeline(TypedDict):
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: ISO 8601, UTC, milliseconds
    at: str


class _PayoutRefund(TypedDict):
    #: `held`: it is due, and kept back by a compliance review; `sent`: an operator recorded
    #: the transaction; `confirmed`: the transaction is final
    status: "RefundStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float


class PayoutRefund(_PayoutRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _Payout(TypedDict):
    #: The payout
    payout_id: str
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: ISO 8601, UTC, milliseconds
    updated_at: str
    #: The quote
    quote_id: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: A saved recipient; phone, name and network are taken from it where not given
    beneficiary_id: Optional[str]
    #: Text of your own, at most 128 characters
    reference: Optional[str]
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: `awaiting`, `detected` (not final yet), `underpaid` or `funded`: progress of the deposit
    funding_status: "PayoutFundingStatus"
    #: Deposits to its address; a row of a batch has none of its own
    deposits: List["PayoutDeposits"]
    #: Every state it has been in, and when
    timeline: List["PayoutTimeline"]


class Payout(_Payout, total=False):
    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it is held, in review, failed or reversed, as a code: that of its event. Of a payout
    #: that the service cannot continue right now: `network_unreachable`,
    #: `provider_balance_low` or `chain_unreachable`. It then continues automatically, and no
    #: event has this reason
    reason: str
    #: The reason as a sentence for people, which may change
    reason_message: str
    #: Since when the service cannot continue the payout. ISO 8601, UTC, milliseconds. Only
    #: with `network_unreachable`, `provider_balance_low` and `chain_unreachable`
    reason_since: str
    #: Where the refund goes
    refund_address: str
    #: The refund; only where there is one
    refund: "PayoutRefund"


class Rate(TypedDict):
    #: Always USDC
    source_currency: Literal["USDC"]
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The service's margin, a fraction: 0.01 is 1%
    spread_percent: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: The networks that pay this currency
    networks: List[str]
    #: ISO 8601, UTC, milliseconds
    updated_at: str


class Network(TypedDict):
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: The other style of the name
    slug: str
    #: For people; of a beneficiary the full name
    name: str
    #: ISO 3166-1 alpha-2
    country: str
    #: What a number of the country begins with, after the plus
    calling_code: str
    #: How many digits may follow the calling code
    national_lengths: List[float]
    #: ISO 4217
    currency: "TargetCurrency"
    #: The state it is in; as a filter, one state
    status: "NetworkStatus"
    #: The least that one payout may be, in the recipient's currency
    min_amount: float
    #: The most that one payout may be, in the recipient's currency
    max_amount: float
    #: Decimals that the network pays
    decimals: float
    #: Whether a payout needs `recipient_name`: production refuses one without it where no
    #: provider of the network reports the name registered for a number; the sandbox answers
    #: with a warning
    recipient_name: Literal["required", "optional"]


class LoggedRequestWithBodies(TypedDict):
    #: The value of `X-Request-Id`
    id: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The API key, `key_…`, or the dashboard's user, `usr_…`, that sent it
    caller_id: str
    #: What the key or the user is called now
    caller_name: Optional[str]
    #: The address that it came from
    ip_address: str
    method: str
    #: With its query; searches are masked
    path: str
    #: Of the answer; 499: the client closed the connection before it
    status: float
    #: Milliseconds until the answer
    latency_ms: float
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Whether it got the answer that its idempotency key had before
    replayed: bool
    #: The same as error
    error_code: Optional[str]
    #: The payout, batch or quote that it names or created
    subject_id: Optional[str]
    #: Phone numbers, names, metadata and secrets are masked; at most 4,096 characters. Null
    #: where there is none
    request_body: Optional[str]
    #: Phone numbers, names, metadata and secrets are masked; at most 4,096 characters. Null
    #: where there is none
    response_body: Optional[str]


class LoggedRequest(TypedDict):
    #: The value of `X-Request-Id`
    id: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The API key, `key_…`, or the dashboard's user, `usr_…`, that sent it
    caller_id: str
    #: What the key or the user is called now
    caller_name: Optional[str]
    #: The address that it came from
    ip_address: str
    method: str
    #: With its query; searches are masked
    path: str
    #: Of the answer; 499: the client closed the connection before it
    status: float
    #: Milliseconds until the answer
    latency_ms: float
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Whether it got the answer that its idempotency key had before
    replayed: bool
    #: The same as error
    error_code: Optional[str]
    #: The payout, batch or quote that it names or created
    subject_id: Optional[str]


class AuditLine(TypedDict):
    #: Unique identifier
    id: str
    #: ISO 8601, UTC, milliseconds
    at: str
    actor_id: str
    #: Only what people did, or only what keys did
    actor_kind: Literal["person", "api_key"]
    actor_name: str
    #: The account whose objects it is about; `null`: the service's own
    account_id: Optional[str]
    #: The client address; `null` where none was recorded
    address: Optional[str]
    action: str
    subject_id: str
    #: Why; kept in the record
    reason: Optional[str]
    changes: Dict[str, str]


class AdminFeeLine(TypedDict):
    #: The customer's account
    account_id: str
    #: The account's name today
    account_name: Optional[str]
    #: The day of the settlements in UTC
    day: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Payouts that settled
    count: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount: float


class AdminRefundLine(TypedDict):
    #: The customer's account
    account_id: str
    #: The account's name today
    account_name: Optional[str]
    #: `null` for the refund of a whole batch
    payout_id: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: When an operator recorded the transaction: the refund is in the report of this time
    sent_at: str
    #: When the transaction was proven to be final; `null` until then
    confirmed_at: Optional[str]
    #: The state it is in; as a filter, one state
    status: Literal["sent", "confirmed"]
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str
    #: Why the payout failed or was reversed; `rows_failed` if rows of the batch failed;
    #: `excess_deposit` if more arrived than was needed
    reason: "RefundLineReason"
    #: The payout's reference, or the batch's name
    reference: Optional[str]


class AdminSettlement(TypedDict):
    #: The customer's account
    account_id: str
    #: The account's name today
    account_name: Optional[str]
    #: The payout
    payout_id: str
    #: ISO 8601, UTC, milliseconds
    settled_at: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Amount that the recipient gets, in the target currency
    target_amount: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: Text of your own, at most 128 characters
    reference: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: The quote
    quote_id: Optional[str]
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Of a row of a batch, its key in the file
    idempotency_key: Optional[str]
    #: Transactions of its deposits, with spaces between them; null for a batch's row
    deposit_tx_hashes: Optional[str]


class FeeLine(TypedDict):
    #: The day of the settlements in UTC
    day: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Payouts that settled
    count: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount: float


class RefundLine(TypedDict):
    #: `null` for the refund of a whole batch
    payout_id: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: When an operator recorded the transaction: the refund is in the report of this time
    sent_at: str
    #: When the transaction was proven to be final; `null` until then
    confirmed_at: Optional[str]
    #: The state it is in; as a filter, one state
    status: Literal["sent", "confirmed"]
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str
    #: Why the payout failed or was reversed; `rows_failed` if rows of the batch failed;
    #: `excess_deposit` if more arrived than was needed
    reason: "RefundLineReason"
    #: The payout's reference, or the batch's name
    reference: Optional[str]


class Settlement(TypedDict):
    #: The payout
    payout_id: str
    #: ISO 8601, UTC, milliseconds
    settled_at: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Amount that the recipient gets, in the target currency
    target_amount: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: Text of your own, at most 128 characters
    reference: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: The quote
    quote_id: Optional[str]
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Of a row of a batch, its key in the file
    idempotency_key: Optional[str]
    #: Transactions of its deposits, with spaces between them; null for a batch's row
    deposit_tx_hashes: Optional[str]


class DeliveryAttempts(TypedDict):
    #: ISO 8601, UTC, milliseconds
    at: str
    #: The endpoint's HTTP status; null where none came
    status_code: Optional[float]
    #: Milliseconds until the answer
    latency_ms: float
    #: A code for machines; in an attempt, what went wrong
    error: Optional[str]
    #: What the attempt sent; null where it is not kept any more
    request_headers: Optional[Dict[str, str]]
    #: The first 1,024 characters of what the receiver answered; null without an answer
    response_headers: Optional[Dict[str, str]]
    #: The first 1,024 bytes of the receiver's answer; null without an answer
    response_body: Optional[str]


class Delivery(TypedDict):
    #: Unique identifier
    id: str
    #: The webhook endpoint
    endpoint_id: str
    #: The event
    event_id: str
    #: The event's name
    event_type: str
    #: The payout
    payout_id: Optional[str]
    #: Whether it is a requested test
    test: bool
    #: The state it is in; as a filter, one state
    status: "DeliveryStatus"
    #: The attempts, oldest first
    attempts: List["DeliveryAttempts"]
    #: The time of the next attempt; null when there is none
    next_attempt_at: Optional[str]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    payload: "Event_1"


class Event(TypedDict):
    #: Unique identifier
    id: str
    #: The event's name
    type: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: Dict[str, Any]


class _WebhookEndpointWithSecret(TypedDict):
    #: Unique identifier
    id: str
    #: Where events are sent: HTTPS with a valid certificate
    url: str
    #: Names of events; `*` and `payout.*` are wildcards
    events: List[str]
    #: Free text
    description: Optional[str]
    #: Whether it gets events
    is_active: bool
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: Signs deliveries; shown this once
    secret: str


class WebhookEndpointWithSecret(_WebhookEndpointWithSecret, total=False):
    #: Why the service switched it off, where it did
    disabled_reason: str


class _WebhookEndpoint(TypedDict):
    #: Unique identifier
    id: str
    #: Where events are sent: HTTPS with a valid certificate
    url: str
    #: Names of events; `*` and `payout.*` are wildcards
    events: List[str]
    #: Free text
    description: Optional[str]
    #: Whether it gets events
    is_active: bool
    #: ISO 8601, UTC, milliseconds
    created_at: str


class WebhookEndpoint(_WebhookEndpoint, total=False):
    #: Why the service switched it off, where it did
    disabled_reason: str


class ValidatedRecipientProblems(TypedDict):
    #: The field's name
    field: str
    #: What is wrong, for machines
    code: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str


class ValidatedRecipient(TypedDict):
    #: Whether a payout to it would be taken now
    is_valid: bool
    #: The recipient's number, E.164, such as `+256770000001`
    phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: For people; of a beneficiary the full name
    name: str
    #: ISO 3166-1 alpha-2
    country: str
    #: ISO 4217
    currency: "TargetCurrency"
    network_status: "NetworkStatus"
    #: The name registered for the number; null where no provider tells it
    registered_name: Optional[str]
    #: Whether every word of the given name is in the registered one, in any order; null where
    #: either is missing
    is_name_match: Optional[bool]
    problems: List["ValidatedRecipientProblems"]


class OwnAccountKey(TypedDict):
    #: Unique identifier
    id: str
    #: For people; of a beneficiary the full name
    name: str
    #: `full`; `read_only`: no writing calls; `payouts`, `webhooks` or `reports`: these alone,
    #: and `GET /v1/account`
    scope: "Scope"
    #: The last characters of the key
    last4: str
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: When the key ends by itself: as it was issued, or because it was replaced; null: never
    expires_at: Optional[str]
    #: Addresses and ranges that the key works from; null: from everywhere
    allowed_ips: Optional[List[str]]


class OwnAccountLimits(TypedDict):
    requests_per_minute: float
    quotes_per_minute: float
    bulk_requests_per_minute: float
    quote_min_usdc: float
    quote_max_usdc: float
    quote_ttl_seconds: float
    funding_window_seconds: float
    payouts_per_bulk: float
    payouts_per_batch: float


class OwnAccount(TypedDict):
    #: Unique identifier
    id: str
    #: For people; of a beneficiary the full name
    name: str
    #: The customer's e-mail address
    email: str
    environment: Literal["sandbox", "production"]
    #: The state it is in; as a filter, one state
    status: Literal["ACTIVE", "SUSPENDED"]
    #: Until it is APPROVED, the account's API keys are refused, and its users can read and
    #: manage their team only
    kyc_status: "KycStatus"
    #: The API key of this request; null for a session of the dashboard
    key: Optional["OwnAccountKey"]
    limits: "OwnAccountLimits"
    #: ISO 8601, UTC, milliseconds
    created_at: str


class Beneficiary(TypedDict):
    #: Unique identifier
    id: str
    #: The owning account
    customer_id: str
    #: For people; of a beneficiary the full name
    name: str
    #: The recipient's number, E.164, such as `+256770000001`
    phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: A label of your own
    nickname: Optional[str]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: ISO 8601, UTC, milliseconds
    updated_at: str


class _BulkBatchPayouts(TypedDict):
    #: The payout
    payout_id: str
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: Text of your own, at most 128 characters
    reference: Optional[str]


class BulkBatchPayouts(_BulkBatchPayouts, total=False):
    #: Why it failed; only when it did
    failure_reason: "FailureReason"


class _BulkBatchRefund(TypedDict):
    #: `held`: it is due, and kept back by a compliance review; `sent`: an operator recorded
    #: the transaction; `confirmed`: the transaction is final
    status: "RefundStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float


class BulkBatchRefund(_BulkBatchRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _BulkBatch(TypedDict):
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: As it was named when it was created; null: it has no name
    name: Optional[str]
    #: The state it is in; as a filter, one state
    status: "BulkBatchStatus"
    #: How many there are in all
    total: float
    #: Payouts that were delivered
    completed: float
    #: Payouts that ended without delivery
    failed: float
    #: Payouts that are not final
    pending: float
    #: USDC of all rows together
    total_amount_usdc: float
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
    #: `funded`; `expired` once the window is over, `cancelled` after that. A batch with
    #: pending payouts can be cancelled while it is `awaiting`
    funding_status: "BatchFundingStatus"
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: ISO 8601, UTC, milliseconds
    updated_at: str
    #: The payouts, one object each
    payouts: List["BulkBatchPayouts"]


class BulkBatch(_BulkBatch, total=False):
    #: Where the refund goes
    refund_address: str
    #: The refund; only where there is one
    refund: "BulkBatchRefund"


class _BulkBatchSummaryRefund(TypedDict):
    #: `held`: it is due, and kept back by a compliance review; `sent`: an operator recorded
    #: the transaction; `confirmed`: the transaction is final
    status: "RefundStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float


class BulkBatchSummaryRefund(_BulkBatchSummaryRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _BulkBatchSummary(TypedDict):
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: As it was named when it was created; null: it has no name
    name: Optional[str]
    #: The state it is in; as a filter, one state
    status: "BulkBatchStatus"
    #: How many there are in all
    total: float
    #: Payouts that were delivered
    completed: float
    #: Payouts that ended without delivery
    failed: float
    #: Payouts that are not final
    pending: float
    #: USDC of all rows together
    total_amount_usdc: float
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
    #: `funded`; `expired` once the window is over, `cancelled` after that. A batch with
    #: pending payouts can be cancelled while it is `awaiting`
    funding_status: "BatchFundingStatus"
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: ISO 8601, UTC, milliseconds
    updated_at: str


class BulkBatchSummary(_BulkBatchSummary, total=False):
    #: Where the refund goes
    refund_address: str
    #: The refund; only where there is one
    refund: "BulkBatchSummaryRefund"


class _BulkBatchCreatedWarnings(TypedDict):
    #: The field's name
    field: str
    #: What is wrong, for machines
    code: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str


class BulkBatchCreatedWarnings(_BulkBatchCreatedWarnings, total=False):
    #: The row, from 1; a CSV's header is not counted
    row: float


class _BulkBatchCreated(TypedDict):
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: As it was named when it was created; null: it has no name
    name: Optional[str]
    #: How many payouts it has
    total_count: float
    #: The state it is in; as a filter, one state
    status: "BulkBatchStatus"
    #: USDC of all rows together
    total_amount_usdc: float
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
    #: `funded`; `expired` once the window is over, `cancelled` after that. A batch with
    #: pending payouts can be cancelled while it is `awaiting`
    funding_status: "BatchFundingStatus"
    #: ISO 8601, UTC, milliseconds
    created_at: str


class BulkBatchCreated(_BulkBatchCreated, total=False):
    #: Sandbox: what production would refuse. In a batch, one for each kind, with its first row
    warnings: List["BulkBatchCreatedWarnings"]


class _BatchPayout(TypedDict):
    #: The payout
    payout_id: str
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: Text of your own, at most 128 characters
    reference: Optional[str]


class BatchPayout(_BatchPayout, total=False):
    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it is held, in review, failed or reversed, as a code: that of its event. Of a payout
    #: that the service cannot continue right now: `network_unreachable`,
    #: `provider_balance_low` or `chain_unreachable`. It then continues automatically, and no
    #: event has this reason
    reason: str
    #: The reason as a sentence for people, which may change
    reason_message: str
    #: Since when the service cannot continue the payout. ISO 8601, UTC, milliseconds. Only
    #: with `network_unreachable`, `provider_balance_low` and `chain_unreachable`
    reason_since: str


class BatchCheckCurrencies(TypedDict):
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: How many rows
    count: float
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: The service's margin, a fraction: 0.01 is 1%
    spread_percent: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float


class BatchCheckNetworks(TypedDict):
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: How many rows
    count: float
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float


class BatchCheckRows(TypedDict):
    #: The row, from 1; a CSV's header is not counted
    row: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"


class BatchCheckDuplicates(TypedDict):
    #: The row, from 1; a CSV's header is not counted
    row: float
    #: The first row with the same phone and amount
    same_as_row: float


class BatchCheckPaidBefore(TypedDict):
    #: The row, from 1; a CSV's header is not counted
    row: float
    #: The payout
    payout_id: str
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: ISO 8601, UTC, milliseconds
    created_at: str


class _BatchCheckErrors(TypedDict):
    #: The field's name
    field: str
    #: What is wrong, for machines
    code: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str


class BatchCheckErrors(_BatchCheckErrors, total=False):
    #: The row, from 1; a CSV's header is not counted
    row: float


class _BatchCheckWarnings(TypedDict):
    #: The field's name
    field: str
    #: What is wrong, for machines
    code: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str


class BatchCheckWarnings(_BatchCheckWarnings, total=False):
    #: The row, from 1; a CSV's header is not counted
    row: float


class _BatchCheck(TypedDict):
    #: Whether creation would accept all rows
    is_valid: bool
    #: How many there are in all
    total: float
    #: USDC of all rows together
    total_amount_usdc: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float
    #: Totals by currency, of the rows that have nothing wrong with them, with the rate of this
    #: moment
    currencies: List["BatchCheckCurrencies"]
    #: Totals by network, of the rows that have nothing wrong with them
    networks: List["BatchCheckNetworks"]
    #: Every row that has a price, in the order of the file
    rows: List["BatchCheckRows"]
    #: Rows that pay the same amount to the same phone as an earlier row: they are allowed
    duplicates: List["BatchCheckDuplicates"]
    #: Rows that pay the same amount to the same phone as a payout of the account within the
    #: last 14 days which was paid or is not over; of several payouts the newest. Creation
    #: accepts them
    paid_before: List["BatchCheckPaidBefore"]
    #: What creation would refuse, row by row; empty when it would accept the rows
    errors: List["BatchCheckErrors"]
    #: The batch that these very rows became within 24 hours: submitting them again answers
    #: with it and pays no recipient twice; null when the rows are new
    batch_id: Optional[str]


class BatchCheck(_BatchCheck, total=False):
    #: Sandbox: what production would refuse. In a batch, one for each kind, with its first row
    warnings: List["BatchCheckWarnings"]


class _BatchCreatedRefund(TypedDict):
    #: `held`: it is due, and kept back by a compliance review; `sent`: an operator recorded
    #: the transaction; `confirmed`: the transaction is final
    status: "RefundStatus"
    #: USDC, at most 6 decimals
    amount_usdc: float


class BatchCreatedRefund(_BatchCreatedRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _BatchCreatedWarnings(TypedDict):
    #: The field's name
    field: str
    #: What is wrong, for machines
    code: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str


class BatchCreatedWarnings(_BatchCreatedWarnings, total=False):
    #: The row, from 1; a CSV's header is not counted
    row: float


class _BatchCreated(TypedDict):
    #: Unique identifier
    id: str
    #: As it was named when it was created; null: it has no name
    name: Optional[str]
    #: The state it is in; as a filter, one state
    status: "BatchStatus"
    #: How many there are in all
    total: float
    #: Payouts that were delivered
    completed: float
    #: Payouts that ended without delivery
    failed: float
    #: Payouts that are not final
    pending: float
    #: USDC of all rows together
    total_amount_usdc: float
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: Progress of the deposit: `awaiting`, `detected` (not final yet), `underpaid` or
    #: `funded`; `expired` once the window is over, `cancelled` after that. A batch with
    #: pending payouts can be cancelled while it is `awaiting`
    funding_status: "BatchFundingStatus"
    #: ISO 8601, UTC, milliseconds
    created_at: str


class BatchCreated(_BatchCreated, total=False):
    #: Where the refund goes
    refund_address: str
    #: The refund; only where there is one
    refund: "BatchCreatedRefund"
    #: Sandbox: what production would refuse. In a batch, one for each kind, with its first row
    warnings: List["BatchCreatedWarnings"]


class _PayoutCreatedWarnings(TypedDict):
    #: The field's name
    field: str
    #: What is wrong, for machines
    code: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str


class PayoutCreatedWarnings(_PayoutCreatedWarnings, total=False):
    #: The row, from 1; a CSV's header is not counted
    row: float


class _PayoutCreated(TypedDict):
    #: The payout
    payout_id: str
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: For people; in a payout and a batch, the exact amount and the address
    message: str
    #: USDC that arrived and is final
    amount_received_usdc: float
    #: USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0
    #: when nothing is due, and for rows of a batch, which is paid for as a whole
    amount_due_usdc: float
    #: Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds
    funding_expires_at: str
    #: EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia
    chain_id: float
    #: Contract of USDC on that chain
    token_address: str
    #: Payment link (EIP-681) for the amount due; null when nothing is due
    payment_uri: Optional[str]
    #: ISO 8601, UTC, milliseconds
    created_at: str


class PayoutCreated(_PayoutCreated, total=False):
    #: Sandbox: what production would refuse. In a batch, one for each kind, with its first row
    warnings: List["PayoutCreatedWarnings"]


class Quote(TypedDict):
    #: The quote
    quote_id: str
    #: Always USDC
    source_currency: Literal["USDC"]
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: USDC to convert
    source_amount: float
    #: Amount that the recipient gets, in the target currency
    target_amount: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The service's margin, a fraction: 0.01 is 1%
    spread_percent: float
    #: Units of the target currency per USDC, before the margin
    mid_market_rate: float
    #: Cost of the service's margin, USDC; it is part of the source amount
    fee_usdc: float
    #: The state it is in; as a filter, one state
    status: Literal["ACTIVE", "LOCKED", "USED", "EXPIRED"]
    #: ISO 8601, UTC, milliseconds
    expires_at: str
    #: ISO 8601, UTC, milliseconds
    created_at: str


class _PayoutCreatedEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["CREATED", "AWAITING_FUNDS"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]


class PayoutCreatedEventData(_PayoutCreatedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutCreatedEvent(TypedDict):
    """A payout was created"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.created"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutCreatedEventData"


class _PayoutAwaitingFundsEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["AWAITING_FUNDS"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]


class PayoutAwaitingFundsEventData(_PayoutAwaitingFundsEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutAwaitingFundsEvent(TypedDict):
    """A payout waits for funds: it was created, or its batch has started"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.awaiting_funds"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutAwaitingFundsEventData"


class PayoutFundsReceivedEvent(TypedDict):
    """A payout is STABLECOIN_RECEIVED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.funds_received"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    data: "PayoutReceivedData"


class PayoutStablecoinReceivedEvent(TypedDict):
    """A payout is STABLECOIN_RECEIVED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.stablecoin_received"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    data: "PayoutReceivedData"


class PayoutProcessingEvent(TypedDict):
    """A payout is STABLECOIN_RECEIVED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.processing"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    data: "PayoutReceivedData"


class _PayoutComplianceHoldEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["COMPLIANCE_HOLD"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Why it failed, was reversed, held or put to review: a code
    reason: str


class PayoutComplianceHoldEventData(_PayoutComplianceHoldEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutComplianceHoldEvent(TypedDict):
    """A payout is COMPLIANCE_HOLD"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.compliance_hold"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutComplianceHoldEventData"


class PayoutInitiatedEvent(TypedDict):
    """A payout is PAYOUT_INITIATED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.initiated"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    data: "PayoutInitiatedData"


class PayoutPayoutInitiatedEvent(TypedDict):
    """A payout is PAYOUT_INITIATED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.payout_initiated"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    data: "PayoutInitiatedData"


class _PayoutConfirmedEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["PAYOUT_CONFIRMED"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]


class PayoutConfirmedEventData(_PayoutConfirmedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutConfirmedEvent(TypedDict):
    """A payout is PAYOUT_CONFIRMED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.confirmed"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutConfirmedEventData"


class PayoutSettledEvent(TypedDict):
    """A payout is SETTLED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.settled"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    data: "PayoutSettledData"


class PayoutCompletedEvent(TypedDict):
    """A payout is SETTLED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.completed"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    data: "PayoutSettledData"


class _PayoutFailedEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["FAILED"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str


class PayoutFailedEventData(_PayoutFailedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutFailedEvent(TypedDict):
    """A payout is FAILED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.failed"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutFailedEventData"


class _PayoutReversedEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["REVERSED"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Why it failed, was reversed, held or put to review: a code
    reason: str


class PayoutReversedEventData(_PayoutReversedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutReversedEvent(TypedDict):
    """A payout is REVERSED"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.reversed"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutReversedEventData"


class _PayoutManualReviewEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["MANUAL_REVIEW"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Why it failed, was reversed, held or put to review: a code
    reason: str


class PayoutManualReviewEventData(_PayoutManualReviewEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutManualReviewEvent(TypedDict):
    """A payout is MANUAL_REVIEW"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.manual_review"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutManualReviewEventData"


class _PayoutRefundedEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: Literal["FAILED", "REVERSED"]
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    refund: "LatestRefund"


class PayoutRefundedEventData(_PayoutRefundedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class PayoutRefundedEvent(TypedDict):
    """A refund of a payout that was not paid is confirmed"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["payout.refunded"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "PayoutRefundedEventData"


class _DepositReceivedEventData(TypedDict):
    #: The Ethereum address that the exact amount of USDC must be sent to
    deposit_address: str
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: The transaction
    tx_hash: str
    #: The transfer's place among the block's logs
    log_index: int
    #: The block of the transfer
    block_number: int
    #: All that is final, this deposit included
    amount_received_usdc: float
    #: What is still to be sent; 0 where nothing is
    amount_due_usdc: float


class DepositReceivedEventData(_DepositReceivedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: The payout
    payout_id: str
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class DepositReceivedEvent(TypedDict):
    """A deposit to a payout or a batch is final"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["deposit.received"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "DepositReceivedEventData"


class _QuoteExpiredEventData(TypedDict):
    #: The quote
    quote_id: str
    #: Always USDC
    source_currency: Literal["USDC"]
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: USDC to convert
    source_amount: float
    #: Amount that the recipient gets, in the target currency
    target_amount: float
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The service's margin, a fraction: 0.01 is 1%
    spread_percent: float
    #: The state it is in; as a filter, one state
    status: Literal["EXPIRED"]
    #: ISO 8601, UTC, milliseconds
    expires_at: str
    #: ISO 8601, UTC, milliseconds
    created_at: str


class QuoteExpiredEventData(_QuoteExpiredEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class QuoteExpiredEvent(TypedDict):
    """A quote's time ended before it was used"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["quote.expired"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "QuoteExpiredEventData"


class _WebhookEndpointDisabledEventData(TypedDict):
    #: The webhook endpoint
    endpoint_id: str
    #: Where events are sent: HTTPS with a valid certificate
    url: str
    #: Why; kept in the record
    reason: Optional[str]
    #: ISO 8601, UTC, milliseconds
    disabled_at: str


class WebhookEndpointDisabledEventData(_WebhookEndpointDisabledEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Always true: nothing happened
    test: Literal[True]


class WebhookEndpointDisabledEvent(TypedDict):
    """One of the account's webhook endpoints was switched off"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["webhook.endpoint_disabled"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "WebhookEndpointDisabledEventData"


class _RefundDueEventDataRefund(TypedDict):
    #: The state it is in; as a filter, one state
    status: Literal["due"]
    #: USDC, at most 6 decimals
    amount_usdc: float


class RefundDueEventDataRefund(_RefundDueEventDataRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _RefundDueEventData(TypedDict):
    #: The refund; only where there is one
    refund: "RefundDueEventDataRefund"
    #: Why money goes back. A payout's failure; `rows_failed`: rows of a batch failed before
    #: they were funded; `overpaid`: more arrived than was needed, or arrived again
    reason: "DataReason"
    #: Of the payout, or of all rows of the batch
    source_amount_usdc: float
    #: The state it is in; as a filter, one state
    status: Union["PayoutStatus", "BatchStatus"]


class RefundDueEventData(_RefundDueEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: The payout
    payout_id: str
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: Of a payout
    target_amount_fiat: float
    #: Of a payout
    target_currency: "TargetCurrency"
    #: Of a payout
    exchange_rate: float
    #: Cost of the margin, summed over all rows
    fee_usdc: float
    #: Sums of all rows by currency
    currencies: List["CurrencyTotal"]
    #: Of a batch: the rows that it did not fund, whose money is in this refund. Absent in
    #: lists of events and deliveries; also where the money came after the refunds of the batch
    #: were over
    rows: List["BatchEventRow"]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class RefundDueEvent(TypedDict):
    """Money of a payout or a batch is due back"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["refund.due"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "RefundDueEventData"


class _RefundSentEventDataRefund(TypedDict):
    #: The state it is in; as a filter, one state
    status: Literal["sent"]
    #: USDC, at most 6 decimals
    amount_usdc: float


class RefundSentEventDataRefund(_RefundSentEventDataRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _RefundSentEventData(TypedDict):
    #: The refund; only where there is one
    refund: "RefundSentEventDataRefund"
    #: Why money goes back. A payout's failure; `rows_failed`: rows of a batch failed before
    #: they were funded; `overpaid`: more arrived than was needed, or arrived again
    reason: "DataReason"
    #: Of the payout, or of all rows of the batch
    source_amount_usdc: float
    #: The state it is in; as a filter, one state
    status: Union["PayoutStatus", "BatchStatus"]


class RefundSentEventData(_RefundSentEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: The payout
    payout_id: str
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: Of a payout
    target_amount_fiat: float
    #: Of a payout
    target_currency: "TargetCurrency"
    #: Of a payout
    exchange_rate: float
    #: Cost of the margin, summed over all rows
    fee_usdc: float
    #: Sums of all rows by currency
    currencies: List["CurrencyTotal"]
    #: Of a batch: the rows that it did not fund, whose money is in this refund. Absent in
    #: lists of events and deliveries; also where the money came after the refunds of the batch
    #: were over
    rows: List["BatchEventRow"]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class RefundSentEvent(TypedDict):
    """A refund was sent; the chain has not confirmed it yet"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["refund.sent"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "RefundSentEventData"


class _RefundConfirmedEventDataRefund(TypedDict):
    #: The state it is in; as a filter, one state
    status: Literal["confirmed"]
    #: USDC, at most 6 decimals
    amount_usdc: float


class RefundConfirmedEventDataRefund(_RefundConfirmedEventDataRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _RefundConfirmedEventData(TypedDict):
    #: The refund; only where there is one
    refund: "RefundConfirmedEventDataRefund"
    #: Why money goes back. A payout's failure; `rows_failed`: rows of a batch failed before
    #: they were funded; `overpaid`: more arrived than was needed, or arrived again
    reason: "DataReason"
    #: Of the payout, or of all rows of the batch
    source_amount_usdc: float
    #: The state it is in; as a filter, one state
    status: Union["PayoutStatus", "BatchStatus"]


class RefundConfirmedEventData(_RefundConfirmedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: The payout
    payout_id: str
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: Of a payout
    target_amount_fiat: float
    #: Of a payout
    target_currency: "TargetCurrency"
    #: Of a payout
    exchange_rate: float
    #: Cost of the margin, summed over all rows
    fee_usdc: float
    #: Sums of all rows by currency
    currencies: List["CurrencyTotal"]
    #: Of a batch: the rows that it did not fund, whose money is in this refund. Absent in
    #: lists of events and deliveries; also where the money came after the refunds of the batch
    #: were over
    rows: List["BatchEventRow"]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class RefundConfirmedEvent(TypedDict):
    """A refund arrived: it is final on the chain"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["refund.confirmed"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "RefundConfirmedEventData"


class _RefundFailedEventDataRefund(TypedDict):
    #: The state it is in; as a filter, one state
    status: Literal["failed"]
    #: USDC, at most 6 decimals
    amount_usdc: float


class RefundFailedEventDataRefund(_RefundFailedEventDataRefund, total=False):
    """The refund; only where there is one"""

    #: The address that the refund goes to
    address: str
    #: The transaction
    tx_hash: str


class _RefundFailedEventData(TypedDict):
    #: The refund; only where there is one
    refund: "RefundFailedEventDataRefund"
    #: Why money goes back. A payout's failure; `rows_failed`: rows of a batch failed before
    #: they were funded; `overpaid`: more arrived than was needed, or arrived again
    reason: "DataReason"
    #: Of the payout, or of all rows of the batch
    source_amount_usdc: float
    #: The state it is in; as a filter, one state
    status: Union["PayoutStatus", "BatchStatus"]


class RefundFailedEventData(_RefundFailedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: The payout
    payout_id: str
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: Of a payout
    target_amount_fiat: float
    #: Of a payout
    target_currency: "TargetCurrency"
    #: Of a payout
    exchange_rate: float
    #: Cost of the margin, summed over all rows
    fee_usdc: float
    #: Sums of all rows by currency
    currencies: List["CurrencyTotal"]
    #: Of a batch: the rows that it did not fund, whose money is in this refund. Absent in
    #: lists of events and deliveries; also where the money came after the refunds of the batch
    #: were over
    rows: List["BatchEventRow"]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class RefundFailedEvent(TypedDict):
    """A refund that was said to be sent was not: the amount is due again"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["refund.failed"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "RefundFailedEventData"


class _BatchFundedEventData(TypedDict):
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: The same as batch_id
    id: str
    #: Of which of the two families
    kind: Literal["batch", "bulk"]
    #: The state it is in; as a filter, one state
    status: "BatchStatus"
    #: How many there are in all
    total: int
    #: Payouts that were delivered
    completed: int
    #: Payouts that ended without delivery
    failed: int
    #: Payouts that are not final
    pending: int
    #: USDC of all rows together
    total_amount_usdc: float
    amount_received_usdc: float
    #: Cost of the margin, summed over all rows
    fee_usdc: float
    #: Sums of all rows by currency
    currencies: List["CurrencyTotal"]


class BatchFundedEventData(_BatchFundedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: As it was named; absent where it has no name
    name: str
    #: Every row as it is at this moment, in the order of the file. Absent in lists of events
    #: and deliveries
    rows: List["BatchEventRow"]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class BatchFundedEvent(TypedDict):
    """A batch or bulk batch has all its funds"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["batch.funded"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "BatchFundedEventData"


class _BatchCompletedEventData(TypedDict):
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: The same as batch_id
    id: str
    #: Of which of the two families
    kind: Literal["batch", "bulk"]
    #: The state it is in; as a filter, one state
    status: Literal["completed"]
    #: How many there are in all
    total: int
    #: Payouts that were delivered
    completed: int
    #: Payouts that ended without delivery
    failed: int
    #: Payouts that are not final
    pending: int
    #: USDC of all rows together
    total_amount_usdc: float
    amount_received_usdc: float
    #: Cost of the margin, summed over all rows
    fee_usdc: float
    #: Sums of all rows by currency
    currencies: List["CurrencyTotal"]


class BatchCompletedEventData(_BatchCompletedEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: As it was named; absent where it has no name
    name: str
    #: Every row as it is at this moment, in the order of the file. Absent in lists of events
    #: and deliveries
    rows: List["BatchEventRow"]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class BatchCompletedEvent(TypedDict):
    """All payouts of a batch or bulk batch are final"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["batch.completed"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "BatchCompletedEventData"


class _BatchCancelledEventData(TypedDict):
    #: The batch or bulk batch it belongs to
    batch_id: str
    #: The same as batch_id
    id: str
    #: Of which of the two families
    kind: Literal["batch", "bulk"]
    #: The state it is in; as a filter, one state
    status: Literal["cancelled"]
    #: How many there are in all
    total: int
    #: Payouts that were delivered
    completed: int
    #: Payouts that ended without delivery
    failed: int
    #: Payouts that are not final
    pending: int
    #: USDC of all rows together
    total_amount_usdc: float
    amount_received_usdc: float
    #: Cost of the margin, summed over all rows
    fee_usdc: float
    #: Sums of all rows by currency
    currencies: List["CurrencyTotal"]


class BatchCancelledEventData(_BatchCancelledEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: As it was named; absent where it has no name
    name: str
    #: Every row as it is at this moment, in the order of the file. Absent in lists of events
    #: and deliveries
    rows: List["BatchEventRow"]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class BatchCancelledEvent(TypedDict):
    """A batch or bulk batch was cancelled"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["batch.cancelled"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "BatchCancelledEventData"


class _WebhookTestEventData(TypedDict):
    #: The payout
    payout_id: str
    #: Id of the payout, like payout_id
    id: str
    #: The state it is in; as a filter, one state
    status: "PayoutStatus"
    #: The state before; null at the beginning
    previous_status: Optional["PayoutStatus"]
    #: 1, 2, 3 … for each payout
    sequence: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency
    target_amount_fiat: float
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, margin included
    exchange_rate: float
    #: The rate before the margin
    mid_market_rate: float
    #: The margin's cost, a part of the source amount
    fee_usdc: float
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: "BatchEventRowNetwork"
    #: The mobile money provider's reference; null until known
    provider_reference: Optional[str]
    #: Time of delivery; null until then
    settled_at: Optional[str]
    #: The batch or bulk batch it belongs to
    batch_id: Optional[str]
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: Optional[str]
    #: Always true: nothing happened
    test: Literal[True]
    #: The webhook endpoint
    endpoint_id: str


class WebhookTestEventData(_WebhookTestEventData, total=False):
    """The objects of this page, or the subject of an event"""

    #: Why it failed; only when it did
    failure_reason: "FailureReason"
    #: Why it failed, was reversed, held or put to review: a code
    reason: str
    #: Text of your own, at most 128 characters
    reference: str
    #: At most 20 pairs of text, kept and given back
    metadata: Dict[str, str]
    refund: "LatestRefund"


class WebhookTestEvent(TypedDict):
    """A test, sent on request"""

    #: The same in every attempt; for de-duplication
    id: str
    #: The event's name
    type: Literal["webhook.test"]
    #: ISO 8601, UTC, milliseconds
    created_at: str
    #: The objects of this page, or the subject of an event
    data: "WebhookTestEventData"


class ListQuotesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Quote"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class CreateQuotesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Quote"]


class _CreateQuotesQuotes(TypedDict):
    #: UGX, KES, NGN, GHS or TZS
    target_currency: "TargetCurrency"


class CreateQuotesQuotes(_CreateQuotesQuotes, total=False):
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: Optional[float]
    #: Amount that the recipient gets, in the target currency
    target_amount: Optional[float]


class ListPayoutsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Payout"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class _CreateBatchPayouts(TypedDict):
    #: The recipient's number, E.164, such as `+256770000001`
    phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: str


class CreateBatchPayouts(_CreateBatchPayouts, total=False):
    #: For people; of a beneficiary the full name
    name: Optional[str]
    #: Text of your own, at most 128 characters
    reference: Optional[str]


class ListBatchesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Batch"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class _CheckBatchPayouts(TypedDict):
    #: The recipient's number, E.164, such as `+256770000001`
    phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: USDC, at most 6 decimals
    amount_usdc: float
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: str


class CheckBatchPayouts(_CheckBatchPayouts, total=False):
    #: For people; of a beneficiary the full name
    name: Optional[str]
    #: Text of your own, at most 128 characters
    reference: Optional[str]


class ListBatchPayoutsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["BatchPayout"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class _CreateBulkPayoutsPayouts(TypedDict):
    #: The quote
    quote_id: str
    #: The recipient's number, E.164, such as `+256770000001`
    recipient_phone: str
    #: The mobile money network: `MTN_UG` or `mtn_uganda` style, any letter case
    network: str
    #: Makes a retry safe for 24 hours: 1 to 128 characters of your own
    idempotency_key: str


class CreateBulkPayoutsPayouts(_CreateBulkPayoutsPayouts, total=False):
    #: Screened; without it a payout is held, unless the provider reports the number's owner
    recipient_name: Optional[str]
    #: Text of your own, at most 128 characters
    reference: Optional[str]


class ListBulkPayoutsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["BulkBatchSummary"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class ListBeneficiariesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Beneficiary"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class DeleteBeneficiaryResult(TypedDict):
    #: Unique identifier
    id: str
    #: Always true
    deleted: Literal[True]


class ListWebhookEndpointsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["WebhookEndpoint"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class DeleteWebhookEndpointResult(TypedDict):
    #: Unique identifier
    id: str
    #: Always true
    deleted: Literal[True]


class TestWebhookEndpointResult(TypedDict):
    #: The event
    event_id: str
    delivery_id: str
    #: Whether the endpoint answered with 200 to 299
    delivered: bool
    #: The endpoint's HTTP status; null where none came
    status_code: Optional[float]
    #: Milliseconds until the answer
    latency_ms: float
    #: A code for machines; in an attempt, what went wrong
    error: Optional[str]


class ListEventsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Event"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class ListDeliveriesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Delivery"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class ResendFailedDeliveriesResult(TypedDict):
    #: How many are sent again
    resent: float
    #: How many are left for the next call
    remaining: float


class ListSettlementsResultTotalsTargetAmounts(TypedDict):
    #: ISO 4217
    currency: "TargetCurrency"
    amount: float


class ListSettlementsResultTotals(TypedDict):
    """The sums of the lines in this response"""

    #: Payouts that settled
    count: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: What recipients got, by currency
    target_amounts: List["ListSettlementsResultTotalsTargetAmounts"]


class ListSettlementsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Settlement"]
    #: The sums of the lines in this response
    totals: "ListSettlementsResultTotals"
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class ListReportedRefundsResultTotals(TypedDict):
    """The sums of the lines in this response"""

    #: Refunds
    count: int
    #: USDC, at most 6 decimals
    amount_usdc: float


class ListReportedRefundsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["RefundLine"]
    #: The sums of the lines in this response
    totals: "ListReportedRefundsResultTotals"
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class ListFeesResultTotalsTargetAmounts(TypedDict):
    #: ISO 4217
    currency: "TargetCurrency"
    amount: float


class ListFeesResultTotals(TypedDict):
    """The sums of the lines in this response"""

    #: Payouts that settled
    count: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: What recipients got, by currency
    target_amounts: List["ListFeesResultTotalsTargetAmounts"]


class ListFeesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["FeeLine"]
    #: The sums of the lines in this response
    totals: "ListFeesResultTotals"


class ListAuditReportResultTotals(TypedDict):
    """How many lines the response has"""

    #: Acts
    count: int


class ListAuditReportResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AuditLine"]
    #: How many lines the response has
    totals: "ListAuditReportResultTotals"


class ListAdminSettlementsResultTotalsTargetAmounts(TypedDict):
    #: ISO 4217
    currency: "TargetCurrency"
    amount: float


class ListAdminSettlementsResultTotals(TypedDict):
    """The sums of the lines in this response"""

    #: Payouts that settled
    count: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: What recipients got, by currency
    target_amounts: List["ListAdminSettlementsResultTotalsTargetAmounts"]


class ListAdminSettlementsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AdminSettlement"]
    #: The sums of the lines in this response
    totals: "ListAdminSettlementsResultTotals"
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class ListAdminReportedRefundsResultTotals(TypedDict):
    """The sums of the lines in this response"""

    #: Refunds
    count: int
    #: USDC, at most 6 decimals
    amount_usdc: float


class ListAdminReportedRefundsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AdminRefundLine"]
    #: The sums of the lines in this response
    totals: "ListAdminReportedRefundsResultTotals"
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class ListAdminFeesResultTotalsTargetAmounts(TypedDict):
    #: ISO 4217
    currency: "TargetCurrency"
    amount: float


class ListAdminFeesResultTotals(TypedDict):
    """The sums of the lines in this response"""

    #: Payouts that settled
    count: int
    #: USDC to send; of a quote at least 0.01, at most 6 decimals
    source_amount_usdc: float
    #: Cost of the margin, part of the source amount
    fee_usdc: float
    #: What recipients got, by currency
    target_amounts: List["ListAdminFeesResultTotalsTargetAmounts"]


class ListAdminFeesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AdminFeeLine"]
    #: The sums of the lines in this response
    totals: "ListAdminFeesResultTotals"


class ListAdminAuditReportResultTotals(TypedDict):
    """How many lines the response has"""

    #: Acts
    count: int


class ListAdminAuditReportResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AuditLine"]
    #: How many lines the response has
    totals: "ListAdminAuditReportResultTotals"


class ListRequestsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["LoggedRequest"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class SimulatePayoutDeposit(TypedDict):
    #: USDC, at most 6 decimals
    amount_usdc: float


class ListNetworksResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Network"]


class ListRatesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Rate"]


class ListAuditLogsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AuditLog"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class AdminListAuditLogsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AuditLog"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class ListAccountsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Account"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class ListApiKeysResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["ApiKey"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class RevokeApiKeyResult(TypedDict):
    #: Unique identifier
    id: str
    #: Always true
    deleted: Literal[True]


class AdminListPayoutsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AdminPayout"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class AdminListBatchesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AdminBatch"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class EarlierDecisionsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["EarlierDecision"]


class AdminListDeliveriesResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["AdminDelivery"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float
    #: Where the next page begins; null: this page is not full, so it is the last
    next_cursor: Optional[str]


class ListOperatorsResult(TypedDict):
    #: The objects of this page, or the subject of an event
    data: List["Operator"]
    #: How many there are in all
    total: float
    #: Objects on a page, 1 to 100; 20 where not given
    limit: float
    #: Objects before this page
    offset: float


class RevokeOperatorResult(TypedDict):
    #: Unique identifier
    id: str
    #: Always true
    deleted: Literal[True]


#: Every event that a webhook may deliver.
WebhookEvent = Union[PayoutCreatedEvent, PayoutAwaitingFundsEvent, PayoutFundsReceivedEvent, PayoutStablecoinReceivedEvent, PayoutProcessingEvent, PayoutComplianceHoldEvent, PayoutInitiatedEvent, PayoutPayoutInitiatedEvent, PayoutConfirmedEvent, PayoutSettledEvent, PayoutCompletedEvent, PayoutFailedEvent, PayoutReversedEvent, PayoutManualReviewEvent, PayoutRefundedEvent, DepositReceivedEvent, QuoteExpiredEvent, WebhookEndpointDisabledEvent, RefundDueEvent, RefundSentEvent, RefundConfirmedEvent, RefundFailedEvent, BatchFundedEvent, BatchCompletedEvent, BatchCancelledEvent, WebhookTestEvent]


class _Quotes:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        target_currency: "TargetCurrency",
        source_amount_usdc: Optional[float] = UNSET,
        target_amount: Optional[float] = UNSET,
        idempotency_key: str = UNSET,
        options: Optional[Options] = None,
    ) -> "Quote":
        """Lock a rate
        Exactly one of source_amount_usdc and target_amount. The rate holds until
        `expires_at`.
        POST /v1/quotes
        """
        request = Request("POST", "/v1/quotes", body=given(
            source_amount_usdc=source_amount_usdc,
            target_amount=target_amount,
            target_currency=target_currency,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: Literal["ACTIVE", "LOCKED", "USED", "EXPIRED"] = UNSET,
        options: Optional[Options] = None,
    ) -> "ListQuotesResult":
        """List quotes, newest first
        Every quote of the account, whatever became of it.
        GET /v1/quotes
        """
        request = Request("GET", "/v1/quotes", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: Literal["ACTIVE", "LOCKED", "USED", "EXPIRED"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Quote"]:
        """List quotes, newest first
        Every quote of the account, whatever became of it.
        GET /v1/quotes, page by page
        """
        request = Request("GET", "/v1/quotes", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
        ))
        return pages(self._transport, request, "quote_id", options)

    def bulk(
        self,
        *,
        quotes: List["CreateQuotesQuotes"],
        idempotency_key: str = UNSET,
        options: Optional[Options] = None,
    ) -> "CreateQuotesResult":
        """Lock up to 100 rates at once
        All or none, in the order given, as one request of the limit of bulk requests:
        for `POST /v1/payouts/bulk`, which takes as many payouts.
        POST /v1/quotes/bulk
        """
        request = Request("POST", "/v1/quotes/bulk", body=given(quotes=quotes, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Quote":
        """Get a quote with its current status
        ACTIVE until its end, LOCKED by its payout, USED once that is on its way.
        GET /v1/quotes/{id}
        """
        request = Request("GET", f"/v1/quotes/{segment(id)}")
        return self._transport.send(request, options)


class _PayoutsBulk:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        payouts: List["CreateBulkPayoutsPayouts"],
        name: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "BulkBatchCreated":
        """Create up to 100 payouts, each against a quote of its own
        All are created, or none. One transfer of the total funds them.
        POST /v1/payouts/bulk
        """
        request = Request("POST", "/v1/payouts/bulk", body=given(
            payouts=payouts,
            name=name,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "BulkBatchStatus" = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> "ListBulkPayoutsResult":
        """List bulk batches, newest first
        Newest first.
        GET /v1/payouts/bulk
        """
        request = Request("GET", "/v1/payouts/bulk", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "BulkBatchStatus" = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["BulkBatchSummary"]:
        """List bulk batches, newest first
        Newest first.
        GET /v1/payouts/bulk, page by page
        """
        request = Request("GET", "/v1/payouts/bulk", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
        ))
        return pages(self._transport, request, "batch_id", options)

    def get(
        self,
        batch_id: str,
        *,
        options: Optional[Options] = None,
    ) -> "BulkBatch":
        """Get a bulk batch with its payouts
        Counts what is completed, failed and pending, and lists the payouts.
        GET /v1/payouts/bulk/{batch_id}
        """
        request = Request("GET", f"/v1/payouts/bulk/{segment(batch_id)}")
        return self._transport.send(request, options)


class _Payouts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.bulk = _PayoutsBulk(transport)

    def create(
        self,
        *,
        quote_id: str,
        beneficiary_id: Optional[str] = UNSET,
        recipient_phone: Optional[str] = UNSET,
        recipient_name: Optional[str] = UNSET,
        network: Optional[str] = UNSET,
        reference: Optional[str] = UNSET,
        metadata: Optional[Dict[str, str]] = UNSET,
        refund_address: Optional[str] = UNSET,
        idempotency_key: str = UNSET,
        options: Optional[Options] = None,
    ) -> "PayoutCreated":
        """Create a payout against an ACTIVE quote
        Answers with the address that the exact USDC amount must be sent to.
        POST /v1/payouts
        """
        request = Request("POST", "/v1/payouts", body=given(
            quote_id=quote_id,
            beneficiary_id=beneficiary_id,
            recipient_phone=recipient_phone,
            recipient_name=recipient_name,
            network=network,
            reference=reference,
            metadata=metadata,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "PayoutStatus" = UNSET,
        batch_id: str = UNSET,
        network: str = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> "ListPayoutsResult":
        """List payouts, newest first
        A list read after a write shows that write.
        GET /v1/payouts
        """
        request = Request("GET", "/v1/payouts", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            batch_id=batch_id,
            network=network,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "PayoutStatus" = UNSET,
        batch_id: str = UNSET,
        network: str = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Payout"]:
        """List payouts, newest first
        A list read after a write shows that write.
        GET /v1/payouts, page by page
        """
        request = Request("GET", "/v1/payouts", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            batch_id=batch_id,
            network=network,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
        ))
        return pages(self._transport, request, "payout_id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Payout":
        """Get a payout with its timeline
        With every state it has been in. SETTLED, FAILED and REVERSED are final.
        GET /v1/payouts/{id}
        """
        request = Request("GET", f"/v1/payouts/{segment(id)}")
        return self._transport.send(request, options)

    def cancel(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Payout":
        """Cancel a payout before its funds arrive
        Possible until funds arrive; the payout ends as FAILED with the reason
        `cancelled`.
        POST /v1/payouts/{id}/cancel
        """
        request = Request("POST", f"/v1/payouts/{segment(id)}/cancel")
        return self._transport.send(request, options)

    def refund_address(
        self,
        id: str,
        *,
        address: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Payout":
        """Set the address of a payout's refund
        It is screened first. It holds for whatever is due back and not sent yet, now or
        later.
        POST /v1/payouts/{id}/refund-address
        """
        request = Request("POST", f"/v1/payouts/{segment(id)}/refund-address", body=given(address=address, idempotency_key=idempotency_key))
        return self._transport.send(request, options)


class _BatchesPayouts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        status: "PayoutStatus" = UNSET,
        order: Literal["newest", "file"] = UNSET,
        options: Optional[Options] = None,
    ) -> "ListBatchPayoutsResult":
        """List a batch's payouts, the last row first
        One entry for each row, in the order of their creation.
        GET /v1/batches/{id}/payouts
        """
        request = Request("GET", f"/v1/batches/{segment(id)}/payouts", query=given(
            limit=limit,
            offset=offset,
            status=status,
            order=order,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        status: "PayoutStatus" = UNSET,
        order: Literal["newest", "file"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["BatchPayout"]:
        """List a batch's payouts, the last row first
        One entry for each row, in the order of their creation.
        GET /v1/batches/{id}/payouts, page by page
        """
        request = Request("GET", f"/v1/batches/{segment(id)}/payouts", query=given(
            limit=limit,
            offset=offset,
            status=status,
            order=order,
        ))
        return pages(self._transport, request, "payout_id", options)


class _Batches:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.payouts = _BatchesPayouts(transport)

    def create(
        self,
        *,
        payouts: List["CreateBatchPayouts"],
        name: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "BatchCreated":
        """Submit up to 1,000 payouts, as JSON or as a CSV file
        All rows are accepted, or none: every bad row is named. One transfer of the
        total funds them.
        POST /v1/batches
        """
        request = Request("POST", "/v1/batches", body=given(
            payouts=payouts,
            name=name,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def submit_csv(
        self,
        csv: Union[str, bytes],
        *,
        name: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> "BatchCreated":
        """Submit up to 1,000 payouts, as JSON or as a CSV file
        All rows are accepted, or none: every bad row is named. One transfer of the
        total funds them.
        POST /v1/batches
        """
        request = Request("POST", "/v1/batches", body=File(csv.encode() if isinstance(csv, str) else csv, name))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "BatchStatus" = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> "ListBatchesResult":
        """List batches, newest first
        Newest first.
        GET /v1/batches
        """
        request = Request("GET", "/v1/batches", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "BatchStatus" = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Batch"]:
        """List batches, newest first
        Newest first.
        GET /v1/batches, page by page
        """
        request = Request("GET", "/v1/batches", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
        ))
        return pages(self._transport, request, "id", options)

    def check(
        self,
        *,
        payouts: List["CheckBatchPayouts"],
        name: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "BatchCheck":
        """Check rows before they are submitted, as JSON or as a CSV file
        Takes what creation takes and creates nothing: says what is wrong with each row,
        what all would pay at the rates of this moment, and which rows pay the same
        amount to the same phone as another row or as a payout of the last 14 days.
        POST /v1/batches/check
        """
        request = Request("POST", "/v1/batches/check", body=given(
            payouts=payouts,
            name=name,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def check_csv(
        self,
        csv: Union[str, bytes],
        *,
        options: Optional[Options] = None,
    ) -> "BatchCheck":
        """Check rows before they are submitted, as JSON or as a CSV file
        Takes what creation takes and creates nothing: says what is wrong with each row,
        what all would pay at the rates of this moment, and which rows pay the same
        amount to the same phone as another row or as a payout of the last 14 days.
        POST /v1/batches/check
        """
        request = Request("POST", "/v1/batches/check", body=File(csv.encode() if isinstance(csv, str) else csv))
        return self._transport.send(request, options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Batch":
        """Get a batch with its counters
        Total = completed + failed + pending, at every moment.
        GET /v1/batches/{id}
        """
        request = Request("GET", f"/v1/batches/{segment(id)}")
        return self._transport.send(request, options)

    def cancel(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Batch":
        """Cancel a batch before its funds arrive
        Stops the rows that are not funded yet.
        POST /v1/batches/{id}/cancel
        """
        request = Request("POST", f"/v1/batches/{segment(id)}/cancel")
        return self._transport.send(request, options)

    def refund_address(
        self,
        id: str,
        *,
        address: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Batch":
        """Set the address of the refund of a batch or bulk batch
        It is screened first. It holds for whatever is due back and not sent yet, now or
        later.
        POST /v1/batches/{id}/refund-address
        """
        request = Request("POST", f"/v1/batches/{segment(id)}/refund-address", body=given(address=address, idempotency_key=idempotency_key))
        return self._transport.send(request, options)


class _Beneficiaries:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        phone: str,
        network: str,
        nickname: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Beneficiary":
        """Save a recipient
        A payout may then name the beneficiary in place of phone, name and network.
        POST /v1/beneficiaries
        """
        request = Request("POST", "/v1/beneficiaries", body=given(
            name=name,
            phone=phone,
            network=network,
            nickname=nickname,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at", "name", "-name"] = UNSET,
        search: str = UNSET,
        network: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListBeneficiariesResult":
        """List and search beneficiaries, newest first
        `search` finds every word by its beginning, in name, phone and nickname, in any
        order and letter case and without accents; digits anywhere in the phone. An
        empty one finds all.
        GET /v1/beneficiaries
        """
        request = Request("GET", "/v1/beneficiaries", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            search=search,
            network=network,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at", "name", "-name"] = UNSET,
        search: str = UNSET,
        network: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Beneficiary"]:
        """List and search beneficiaries, newest first
        `search` finds every word by its beginning, in name, phone and nickname, in any
        order and letter case and without accents; digits anywhere in the phone. An
        empty one finds all.
        GET /v1/beneficiaries, page by page
        """
        request = Request("GET", "/v1/beneficiaries", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            search=search,
            network=network,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Beneficiary":
        """Get a beneficiary
        A saved recipient of this account.
        GET /v1/beneficiaries/{id}
        """
        request = Request("GET", f"/v1/beneficiaries/{segment(id)}")
        return self._transport.send(request, options)

    def update(
        self,
        id: str,
        *,
        name: Optional[str] = UNSET,
        phone: Optional[str] = UNSET,
        network: Optional[str] = UNSET,
        nickname: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Beneficiary":
        """Change what is given, keep the rest
        A `nickname` of null takes it away. Payouts made before are not changed.
        PATCH /v1/beneficiaries/{id}
        """
        request = Request("PATCH", f"/v1/beneficiaries/{segment(id)}", body=given(
            name=name,
            phone=phone,
            network=network,
            nickname=nickname,
        ))
        return self._transport.send(request, options)

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "DeleteBeneficiaryResult":
        """Delete a beneficiary; payouts made to it are not changed
        For good. Payouts that were made to it stay as they are.
        DELETE /v1/beneficiaries/{id}
        """
        request = Request("DELETE", f"/v1/beneficiaries/{segment(id)}")
        return self._transport.send(request, options)


class _Account:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "OwnAccount":
        """The account, key, environment and limits of the caller
        What a request with this key may do, and how often.
        GET /v1/account
        """
        request = Request("GET", "/v1/account")
        return self._transport.send(request, options)


class _Recipients:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def validate(
        self,
        *,
        phone: str,
        network: str,
        name: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "ValidatedRecipient":
        """Check a recipient before paying
        Whether the number fits the network's country, whether the network is up, and
        the name registered for the number where a provider tells it. Creates nothing.
        POST /v1/recipients/validate
        """
        request = Request("POST", "/v1/recipients/validate", body=given(phone=phone, network=network, name=name))
        return self._transport.send(request, options)


class _WebhooksEndpointsDeliveries:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "DeliveryStatus" = UNSET,
        type: str = UNSET,
        created_from: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListDeliveriesResult":
        """List an endpoint's deliveries with their attempts, newest first
        What was sent to the endpoint and how each attempt went; rows of a batch are
        left out of the payload.
        GET /v1/webhooks/endpoints/{id}/deliveries
        """
        request = Request("GET", f"/v1/webhooks/endpoints/{segment(id)}/deliveries", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            type=type,
            created_from=created_from,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "DeliveryStatus" = UNSET,
        type: str = UNSET,
        created_from: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Delivery"]:
        """List an endpoint's deliveries with their attempts, newest first
        What was sent to the endpoint and how each attempt went; rows of a batch are
        left out of the payload.
        GET /v1/webhooks/endpoints/{id}/deliveries, page by page
        """
        request = Request("GET", f"/v1/webhooks/endpoints/{segment(id)}/deliveries", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            type=type,
            created_from=created_from,
        ))
        return pages(self._transport, request, "id", options)


class _WebhooksEndpoints:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.deliveries = _WebhooksEndpointsDeliveries(transport)

    def create(
        self,
        *,
        url: str,
        events: List[str],
        description: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "WebhookEndpointWithSecret":
        """Register an endpoint; shows its secret once
        Events go to the URL from now on, signed with the secret, which is shown this
        once.
        POST /v1/webhooks/endpoints
        """
        request = Request("POST", "/v1/webhooks/endpoints", body=given(
            url=url,
            events=events,
            description=description,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        options: Optional[Options] = None,
    ) -> "ListWebhookEndpointsResult":
        """List endpoints, newest first
        Secrets are not shown.
        GET /v1/webhooks/endpoints
        """
        request = Request("GET", "/v1/webhooks/endpoints", query=given(limit=limit, offset=offset))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["WebhookEndpoint"]:
        """List endpoints, newest first
        Secrets are not shown.
        GET /v1/webhooks/endpoints, page by page
        """
        request = Request("GET", "/v1/webhooks/endpoints", query=given(limit=limit, offset=offset))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "WebhookEndpoint":
        """Get an endpoint
        The secret is not shown.
        GET /v1/webhooks/endpoints/{id}
        """
        request = Request("GET", f"/v1/webhooks/endpoints/{segment(id)}")
        return self._transport.send(request, options)

    def update(
        self,
        id: str,
        *,
        url: Optional[str] = UNSET,
        events: Optional[List[str]] = UNSET,
        description: Optional[str] = UNSET,
        is_active: Optional[bool] = UNSET,
        options: Optional[Options] = None,
    ) -> "WebhookEndpoint":
        """Change what is given, keep the rest
        An endpoint with `is_active` false gets nothing.
        PUT /v1/webhooks/endpoints/{id}
        """
        request = Request("PUT", f"/v1/webhooks/endpoints/{segment(id)}", body=given(
            url=url,
            events=events,
            description=description,
            is_active=is_active,
        ))
        return self._transport.send(request, options)

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "DeleteWebhookEndpointResult":
        """Delete an endpoint; pending deliveries end
        Deliveries that were pending end at once.
        DELETE /v1/webhooks/endpoints/{id}
        """
        request = Request("DELETE", f"/v1/webhooks/endpoints/{segment(id)}")
        return self._transport.send(request, options)

    def test(
        self,
        id: str,
        *,
        type: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "TestWebhookEndpointResult":
        """Send a test event at once and say how it went
        Sends `webhook.test`, or the event named in `type` as it would be now, with
        made-up values.
        POST /v1/webhooks/endpoints/{id}/test
        """
        request = Request("POST", f"/v1/webhooks/endpoints/{segment(id)}/test", body=given(type=type, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def rotate_secret(
        self,
        id: str,
        *,
        overlap_hours: Optional[float] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "WebhookEndpointWithSecret":
        """New secret; the old one signs along for 24 hours, or fewer
        During the overlap `webhook-signature` has the signatures of both secrets, and
        `X-Service-Signature` is still the old secret's. With `overlap_hours` 0 the old
        secret ends at once.
        POST /v1/webhooks/endpoints/{id}/rotate-secret
        """
        request = Request("POST", f"/v1/webhooks/endpoints/{segment(id)}/rotate-secret", body=given(
            overlap_hours=overlap_hours,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def resend_failed(
        self,
        id: str,
        *,
        since: str,
        pending: bool = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "ResendFailedDeliveriesResult":
        """Make all failed deliveries of events since a time again
        Up to 1,000 a call; `remaining` says how many are left for the next.
        POST /v1/webhooks/endpoints/{id}/resend-failed
        """
        request = Request("POST", f"/v1/webhooks/endpoints/{segment(id)}/resend-failed", body=given(
            since=since,
            pending=pending,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _WebhooksDeliveries:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Delivery":
        """Get a delivery with its attempts
        One event to one endpoint.
        GET /v1/webhooks/deliveries/{id}
        """
        request = Request("GET", f"/v1/webhooks/deliveries/{segment(id)}")
        return self._transport.send(request, options)

    def resend(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Delivery":
        """Make a delivery again, or a pending one now
        409 while its endpoint is switched off, and after that was deleted.
        POST /v1/webhooks/deliveries/{id}/resend
        """
        request = Request("POST", f"/v1/webhooks/deliveries/{segment(id)}/resend")
        return self._transport.send(request, options)


class _Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.endpoints = _WebhooksEndpoints(transport)
        self.deliveries = _WebhooksDeliveries(transport)


class _Events:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        type: str = UNSET,
        payout_id: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        after: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListEventsResult":
        """List events, newest first
        All events of the registration set, and those of other sets that an endpoint
        subscribed to. With `after`, the id of an event, those that came after it,
        oldest first: to follow them without a gap. Events of batches and refunds are
        shown without `rows`: get the event for them.
        GET /v1/events
        """
        request = Request("GET", "/v1/events", query=given(
            limit=limit,
            offset=offset,
            type=type,
            payout_id=payout_id,
            created_from=created_from,
            created_to=created_to,
            after=after,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        type: str = UNSET,
        payout_id: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        after: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Event"]:
        """List events, newest first
        All events of the registration set, and those of other sets that an endpoint
        subscribed to. With `after`, the id of an event, those that came after it,
        oldest first: to follow them without a gap. Events of batches and refunds are
        shown without `rows`: get the event for them.
        GET /v1/events, page by page
        """
        request = Request("GET", "/v1/events", query=given(
            limit=limit,
            offset=offset,
            type=type,
            payout_id=payout_id,
            created_from=created_from,
            created_to=created_to,
            after=after,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Event":
        """Get an event
        The same envelope that is delivered, rows of a batch included.
        GET /v1/events/{id}
        """
        request = Request("GET", f"/v1/events/{segment(id)}")
        return self._transport.send(request, options)


class _ReportsSettlements:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["json", "csv"] = UNSET,
        limit: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListSettlementsResult":
        """Settled payouts of a time, one line for each
        Payouts that settled at `from` or later and before `to`, newest creation first,
        as JSON or, with `format=csv`, as a file. Without `limit` and `cursor` the
        answer is the whole report, of any length, sent as it is read; a `to` in the
        future stands for the moment of the request. A connection that ends before the
        answer does has sent a part: ask again. An account has 4 such answers at once;
        more get 503. With `limit` or `cursor` it is one page, of 1000 lines at most;
        the next begins at `next_cursor`, of a file at the header `X-Next-Cursor`.
        `totals` are those of the page then; a file has none.
        GET /v1/reports/settlements
        """
        request = Request("GET", "/v1/reports/settlements", query=given(
            from_=from_,
            to=to,
            format=format,
            limit=limit,
            cursor=cursor,
        ))
        return self._transport.send(request, options)


class _ReportsRefunds:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["json", "csv"] = UNSET,
        limit: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListReportedRefundsResult":
        """Refunds sent in a period, one line for each
        Refunds that were sent at `from` or later and before `to`: those of payouts, and
        then those of whole batches, newest creation first, as JSON or, with
        `format=csv`, as a file. A refund that is confirmed later stays in the period in
        which it was sent. Without `limit` and `cursor` the answer is the whole report,
        of any length, sent as it is read; a `to` in the future stands for the moment of
        the request. A connection that ends before the answer does has sent a part: ask
        again. An account has 4 such answers at once; more get 503. With `limit` or
        `cursor` it is one page, which looks at so many payouts and batches with a
        refund and may have fewer lines; read on until `next_cursor` is null, of a file
        until there is no header `X-Next-Cursor`. `totals` are those of the page then; a
        file has none.
        GET /v1/reports/refunds
        """
        request = Request("GET", "/v1/reports/refunds", query=given(
            from_=from_,
            to=to,
            format=format,
            limit=limit,
            cursor=cursor,
        ))
        return self._transport.send(request, options)


class _ReportsFees:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["json", "csv"] = UNSET,
        options: Optional[Options] = None,
    ) -> "ListFeesResult":
        """Fees of a period, by day, network and currency
        Sums of the payouts that settled at `from` or later and before `to`, by the day
        in UTC, network and currency, newest day first, as JSON or, with `format=csv`,
        as a file. A period has at most 366 days. A `to` in the future stands for the
        moment of the request. The sums equal those of the settlement report of the same
        period. An account has 4 such answers at once; more get 503.
        GET /v1/reports/fees
        """
        request = Request("GET", "/v1/reports/fees", query=given(from_=from_, to=to, format=format))
        return self._transport.send(request, options)


class _ReportsAuditLog:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        format: Literal["json", "csv"] = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAuditReportResult":
        """The audit log of the account, whole
        Every change by a person or a key, and every sign-in, at `from` or later and
        before `to`, newest first, as JSON or, with `format=csv`, as a file. Without
        `from` it begins with the first, without `to` it ends with the request. The
        answer is whole, of any length, sent as it is read; a connection that ends
        before the answer does has sent a part: ask again. An account has 4 such answers
        at once; more get 503.
        GET /v1/reports/audit-log
        """
        request = Request("GET", "/v1/reports/audit-log", query=given(
            from_=from_,
            to=to,
            format=format,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
        ))
        return self._transport.send(request, options)


class _Reports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.settlements = _ReportsSettlements(transport)
        self.refunds = _ReportsRefunds(transport)
        self.fees = _ReportsFees(transport)
        self.audit_log = _ReportsAuditLog(transport)


class _AdminReportsSettlements:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["json", "csv"] = UNSET,
        limit: float = UNSET,
        cursor: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminSettlementsResult":
        """Settled payouts of a period, of one account or of all accounts
        Payouts that settled at `from` or later and before `to`, newest creation first,
        as JSON or, with `format=csv`, as a file. Each line has its account. The lines
        of all accounts come partition by partition, so that only those of one account
        are in order. Without `limit` and `cursor` the answer is the whole report, of
        any length, sent as it is read; a `to` in the future stands for the moment of
        the request. A connection that ends before the answer does has sent a part: ask
        again. A caller has 4 such answers at once; more get 503. With `limit` or
        `cursor` it is one page, of 1000 lines at most; the next begins at
        `next_cursor`, of a file at the header `X-Next-Cursor`. `totals` are those of
        the page then; a file has none.
        GET /admin/v1/reports/settlements
        """
        request = Request("GET", "/admin/v1/reports/settlements", query=given(
            from_=from_,
            to=to,
            format=format,
            limit=limit,
            cursor=cursor,
            account_id=account_id,
        ))
        return self._transport.send(request, options)


class _AdminReportsRefunds:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["json", "csv"] = UNSET,
        limit: float = UNSET,
        cursor: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminReportedRefundsResult":
        """Refunds sent in a period, of one account or of all accounts
        Refunds that were sent at `from` or later and before `to`: those of payouts, and
        then those of whole batches, newest creation first, as JSON or, with
        `format=csv`, as a file. A refund that is confirmed later stays in the period in
        which it was sent. Each line has its account. The lines of all accounts come
        partition by partition, so that only those of one account are in order. Without
        `limit` and `cursor` the answer is the whole report, of any length, sent as it
        is read; a `to` in the future stands for the moment of the request. A connection
        that ends before the answer does has sent a part: ask again. A caller has 4 such
        answers at once; more get 503. With `limit` or `cursor` it is one page, which
        looks at so many payouts and batches with a refund and may have fewer lines;
        read on until `next_cursor` is null, of a file until there is no header
        `X-Next-Cursor`. `totals` are those of the page then; a file has none.
        GET /admin/v1/reports/refunds
        """
        request = Request("GET", "/admin/v1/reports/refunds", query=given(
            from_=from_,
            to=to,
            format=format,
            limit=limit,
            cursor=cursor,
            account_id=account_id,
        ))
        return self._transport.send(request, options)


class _AdminReportsFees:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["json", "csv"] = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminFeesResult":
        """Fees of a period, of one account or of all accounts
        Sums of the payouts that settled at `from` or later and before `to`, by the day
        in UTC, network and currency, newest day first, as JSON or, with `format=csv`,
        as a file. A period has at most 366 days. A `to` in the future stands for the
        moment of the request. The sums equal those of the settlement report of the same
        period. Each line has its account. The accounts come one after the other. A
        caller has 4 such answers at once; more get 503.
        GET /admin/v1/reports/fees
        """
        request = Request("GET", "/admin/v1/reports/fees", query=given(
            from_=from_,
            to=to,
            format=format,
            account_id=account_id,
        ))
        return self._transport.send(request, options)


class _AdminReportsAuditLog:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        format: Literal["json", "csv"] = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminAuditReportResult":
        """The audit log of one account or of all accounts, whole
        Every change by a person or a key, and every sign-in, at `from` or later and
        before `to`, newest first, as JSON or, with `format=csv`, as a file. Without
        `from` it begins with the first, without `to` it ends with the request. The
        answer is whole, of any length, sent as it is read; a connection that ends
        before the answer does has sent a part: ask again. `account_id` finds what the
        account did and what the staff decided about what is its own. A caller has 4
        such answers at once; more get 503.
        GET /admin/v1/reports/audit-log
        """
        request = Request("GET", "/admin/v1/reports/audit-log", query=given(
            from_=from_,
            to=to,
            format=format,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            account_id=account_id,
        ))
        return self._transport.send(request, options)


class _AdminReports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.settlements = _AdminReportsSettlements(transport)
        self.refunds = _AdminReportsRefunds(transport)
        self.fees = _AdminReportsFees(transport)
        self.audit_log = _AdminReportsAuditLog(transport)


class _AdminPayoutsEarlierDecisions:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "EarlierDecisionsResult":
        """List what staff decided about payouts like this one
        Approvals, rejections and freezes of other held payouts to the same phone, to
        the same name or with the same list entry. Of all accounts, newest first, at
        most 10.
        GET /admin/v1/payouts/{id}/earlier-decisions
        """
        request = Request("GET", f"/admin/v1/payouts/{segment(id)}/earlier-decisions")
        return self._transport.send(request, options)


class _AdminPayouts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.earlier_decisions = _AdminPayoutsEarlierDecisions(transport)

    def refund(
        self,
        id: str,
        *,
        reason: str,
        tx_hash: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Record the transaction that sent a refund
        The transaction is looked at on the chain: it must send exactly the amount that
        is due to the refund's address. The refund is `sent` now, and `confirmed` once
        the transaction is final. It needs as many people as release a hold: until
        enough have named the same transaction, nothing is recorded but a
        `pending_action`.
        POST /admin/v1/payouts/{id}/refund
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/refund", body=given(
            reason=reason,
            tx_hash=tx_hash,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def release_refund(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Release a refund that is held
        A refund is `held` when screening flags the sender of the money, gives no
        answer, or found that an earlier refund went to a listed address. Released, it
        can be sent.
        POST /admin/v1/payouts/{id}/release-refund
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/release-refund", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "PayoutStatus" = UNSET,
        account_id: str = UNSET,
        batch_id: str = UNSET,
        network: str = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        frozen: Literal["true", "false"] = UNSET,
        incident: str = UNSET,
        refund: Literal["open", "sent"] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminListPayoutsResult":
        """List payouts of all accounts, newest first
        Payouts of all accounts: what waits for a person is in COMPLIANCE_HOLD or
        MANUAL_REVIEW.
        GET /admin/v1/payouts
        """
        request = Request("GET", "/admin/v1/payouts", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            account_id=account_id,
            batch_id=batch_id,
            network=network,
            search=search,
            created_from=created_from,
            created_to=created_to,
            frozen=frozen,
            incident=incident,
            refund=refund,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        status: "PayoutStatus" = UNSET,
        account_id: str = UNSET,
        batch_id: str = UNSET,
        network: str = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        frozen: Literal["true", "false"] = UNSET,
        incident: str = UNSET,
        refund: Literal["open", "sent"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["AdminPayout"]:
        """List payouts of all accounts, newest first
        Payouts of all accounts: what waits for a person is in COMPLIANCE_HOLD or
        MANUAL_REVIEW.
        GET /admin/v1/payouts, page by page
        """
        request = Request("GET", "/admin/v1/payouts", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            status=status,
            account_id=account_id,
            batch_id=batch_id,
            network=network,
            search=search,
            created_from=created_from,
            created_to=created_to,
            frozen=frozen,
            incident=incident,
            refund=refund,
        ))
        return pages(self._transport, request, "payout_id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Get a payout of any account, with why it is held or reviewed
        A payout of any account, with what an operator must know to decide.
        GET /admin/v1/payouts/{id}
        """
        request = Request("GET", f"/admin/v1/payouts/{segment(id)}")
        return self._transport.send(request, options)

    def approve(
        self,
        id: str,
        *,
        reason: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Release a compliance hold
        Releases a payout from COMPLIANCE_HOLD; where two people must approve it, with
        the second.
        POST /admin/v1/payouts/{id}/approve
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/approve", body=given(
            reason=reason,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def reject(
        self,
        id: str,
        *,
        reason: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Reject a held payout: it is reversed, and a refund opened
        Ends a payout in COMPLIANCE_HOLD as REVERSED and opens its refund.
        POST /admin/v1/payouts/{id}/reject
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/reject", body=given(
            reason=reason,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def freeze(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Freeze the money of a held payout
        For property that must be blocked and not given back. The payout stays
        COMPLIANCE_HOLD and shows `frozen`; its money is in an account of its own, what
        arrives later joins it, and everything that would move it is 409 INVALID_STATE
        until it is unfrozen. It moves no money, so one person is enough. Approvals
        given before are void.
        POST /admin/v1/payouts/{id}/freeze
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/freeze", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def unfreeze(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Unfreeze a payout: it is a hold again, to approve or reject
        It needs as many people as release a hold: until enough have sent the same
        request, with the same parameters, the payout stays as it is and shows a
        `pending_action`. A request that differs replaces it and starts the count again.
        POST /admin/v1/payouts/{id}/unfreeze
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/unfreeze", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def retry(
        self,
        id: str,
        *,
        reason: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Try a payout in manual review again
        Sends a payout in MANUAL_REVIEW on its way again.
        POST /admin/v1/payouts/{id}/retry
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/retry", body=given(
            reason=reason,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def settle(
        self,
        id: str,
        *,
        reason: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        provider_reference: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Say that a payout in manual review was delivered
        It needs as many people as release a hold: until enough have sent the same
        request, with the same parameters, the payout stays as it is and shows a
        `pending_action`. A request that differs replaces it and starts the count again.
        POST /admin/v1/payouts/{id}/settle
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/settle", body=given(
            reason=reason,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
            provider_reference=provider_reference,
        ))
        return self._transport.send(request, options)

    def fail(
        self,
        id: str,
        *,
        reason: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        override: Optional[bool] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Say that a payout in manual review failed: a refund is opened
        `override` needs as many people as release a hold: until enough have sent the
        same request, with the same parameters, the payout stays as it is and shows a
        `pending_action`. A request that differs replaces it and starts the count again.
        POST /admin/v1/payouts/{id}/fail
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/fail", body=given(
            reason=reason,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
            override=override,
        ))
        return self._transport.send(request, options)

    def reverse(
        self,
        id: str,
        *,
        reason: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        override: Optional[bool] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Reverse a payout in manual review: a refund is opened
        `override` needs as many people as release a hold: until enough have sent the
        same request, with the same parameters, the payout stays as it is and shows a
        `pending_action`. A request that differs replaces it and starts the count again.
        POST /admin/v1/payouts/{id}/reverse
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/reverse", body=given(
            reason=reason,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
            override=override,
        ))
        return self._transport.send(request, options)


class _AdminBatches:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def refund(
        self,
        id: str,
        *,
        reason: str,
        tx_hash: str,
        refund_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminBatch":
        """Record the transaction that sent a batch's refund
        The transaction is looked at on the chain: it must send exactly the amount that
        is due to the refund's address. The refund is `sent` now, and `confirmed` once
        the transaction is final. It needs as many people as release a hold: until
        enough have named the same transaction, nothing is recorded but a
        `pending_action`.
        POST /admin/v1/batches/{id}/refund
        """
        request = Request("POST", f"/admin/v1/batches/{segment(id)}/refund", body=given(
            reason=reason,
            tx_hash=tx_hash,
            refund_address=refund_address,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def release_refund(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminBatch":
        """Release a batch's refund that is held
        A refund is `held` when screening flags the sender of the money, gives no
        answer, or found that an earlier refund went to a listed address. Released, it
        can be sent.
        POST /admin/v1/batches/{id}/release-refund
        """
        request = Request("POST", f"/admin/v1/batches/{segment(id)}/release-refund", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        account_id: str = UNSET,
        status: "BatchStatus" = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open", "sent"] = UNSET,
        parked: Literal["true"] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminListBatchesResult":
        """List batches and bulk batches of all accounts, newest first
        With `refund=open`, those whose money is to go back.
        GET /admin/v1/batches
        """
        request = Request("GET", "/admin/v1/batches", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            account_id=account_id,
            status=status,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
            parked=parked,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        sort: Literal["-created_at", "created_at"] = UNSET,
        account_id: str = UNSET,
        status: "BatchStatus" = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        refund: Literal["open", "sent"] = UNSET,
        parked: Literal["true"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["AdminBatch"]:
        """List batches and bulk batches of all accounts, newest first
        With `refund=open`, those whose money is to go back.
        GET /admin/v1/batches, page by page
        """
        request = Request("GET", "/admin/v1/batches", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            sort=sort,
            account_id=account_id,
            status=status,
            search=search,
            created_from=created_from,
            created_to=created_to,
            refund=refund,
            parked=parked,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "AdminBatch":
        """Get a batch or bulk batch of any account
        A batch or bulk batch of any account; `parked_at` says that it waits for an
        operator.
        GET /admin/v1/batches/{id}
        """
        request = Request("GET", f"/admin/v1/batches/{segment(id)}")
        return self._transport.send(request, options)

    def resume(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminBatch":
        """Resume a parked batch
        A batch is parked after repeated defects of the program: its unfunded rows wait.
        Resume it once the cause is removed; it continues where it stopped. 409
        INVALID_STATE if not parked.
        POST /admin/v1/batches/{id}/resume
        """
        request = Request("POST", f"/admin/v1/batches/{segment(id)}/resume", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)


class _AdminAuditLogs:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        from_: str = UNSET,
        to: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminListAuditLogsResult":
        """List what was done, of all accounts
        Who did what, when and from where: every change by a person or a key, and every
        sign-in. A key that ends with another act, such as its issuer's removal, is an
        `api_key.revoked` of its own. `account_id` finds what the account did and what
        the staff decided about its payouts, batches and deliveries, which the account
        does not see.
        GET /admin/v1/audit-logs
        """
        request = Request("GET", "/admin/v1/audit-logs", query=given(
            limit=limit,
            offset=offset,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            from_=from_,
            to=to,
            account_id=account_id,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        from_: str = UNSET,
        to: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["AuditLog"]:
        """List what was done, of all accounts
        Who did what, when and from where: every change by a person or a key, and every
        sign-in. A key that ends with another act, such as its issuer's removal, is an
        `api_key.revoked` of its own. `account_id` finds what the account did and what
        the staff decided about its payouts, batches and deliveries, which the account
        does not see.
        GET /admin/v1/audit-logs, page by page
        """
        request = Request("GET", "/admin/v1/audit-logs", query=given(
            limit=limit,
            offset=offset,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            from_=from_,
            to=to,
            account_id=account_id,
        ))
        return pages(self._transport, request, "id", options)


class _AdminAccountsApiKeys:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str,
        *,
        name: str,
        scope: "Scope",
        expires_at: Optional[str] = UNSET,
        allowed_ips: Optional[List[str]] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "ApiKeyWithSecret":
        """Issue an API key
        Several keys of one account may be active. The key itself is shown this once. It
        ends with the operator's key that issued it, or when the person who issued it
        may no longer do so.
        POST /admin/v1/accounts/{id}/api-keys
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/api-keys", body=given(
            name=name,
            scope=scope,
            expires_at=expires_at,
            allowed_ips=allowed_ips,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        options: Optional[Options] = None,
    ) -> "ListApiKeysResult":
        """List an account's keys, without secrets
        Revoked ones included.
        GET /admin/v1/accounts/{id}/api-keys
        """
        request = Request("GET", f"/admin/v1/accounts/{segment(id)}/api-keys", query=given(limit=limit, offset=offset))
        return self._transport.send(request, options)

    def all(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["ApiKey"]:
        """List an account's keys, without secrets
        Revoked ones included.
        GET /admin/v1/accounts/{id}/api-keys, page by page
        """
        request = Request("GET", f"/admin/v1/accounts/{segment(id)}/api-keys", query=given(limit=limit, offset=offset))
        return pages(self._transport, request, "id", options)

    def rotate(
        self,
        id: str,
        key_id: str,
        *,
        overlap_hours: Optional[float] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "ApiKeyWithSecret":
        """Issue a successor; this key keeps working for up to 24 hours
        The new key has the name, scope, allowed addresses and end of the old one, which
        keeps working for `overlap_hours`: 24 unless the request says less, and 0 ends
        it at once.
        POST /admin/v1/accounts/{id}/api-keys/{key_id}/rotate
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/api-keys/{segment(key_id)}/rotate", body=given(
            overlap_hours=overlap_hours,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def delete(
        self,
        id: str,
        key_id: str,
        *,
        options: Optional[Options] = None,
    ) -> "RevokeApiKeyResult":
        """Revoke a key, from the next request on
        The key ends with the next request.
        DELETE /admin/v1/accounts/{id}/api-keys/{key_id}
        """
        request = Request("DELETE", f"/admin/v1/accounts/{segment(id)}/api-keys/{segment(key_id)}")
        return self._transport.send(request, options)


class _AdminAccounts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.api_keys = _AdminAccountsApiKeys(transport)

    def create(
        self,
        *,
        name: str,
        email: str,
        kyc_status: Optional["KycStatus"] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Account":
        """Create an account; KYC starts as PENDING
        Until the account's KYC is APPROVED, its API keys are refused, and its users can
        read and manage their team only.
        POST /admin/v1/accounts
        """
        request = Request("POST", "/admin/v1/accounts", body=given(
            name=name,
            email=email,
            kyc_status=kyc_status,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        search: str = UNSET,
        kyc_status: "KycStatus" = UNSET,
        status: Literal["ACTIVE", "SUSPENDED"] = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAccountsResult":
        """List accounts, newest first
        All customers.
        GET /admin/v1/accounts
        """
        request = Request("GET", "/admin/v1/accounts", query=given(
            limit=limit,
            offset=offset,
            search=search,
            kyc_status=kyc_status,
            status=status,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        search: str = UNSET,
        kyc_status: "KycStatus" = UNSET,
        status: Literal["ACTIVE", "SUSPENDED"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Account"]:
        """List accounts, newest first
        All customers.
        GET /admin/v1/accounts, page by page
        """
        request = Request("GET", "/admin/v1/accounts", query=given(
            limit=limit,
            offset=offset,
            search=search,
            kyc_status=kyc_status,
            status=status,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Account":
        """Get an account
        One customer.
        GET /admin/v1/accounts/{id}
        """
        request = Request("GET", f"/admin/v1/accounts/{segment(id)}")
        return self._transport.send(request, options)

    def update(
        self,
        id: str,
        *,
        kyc_status: Optional["KycStatus"] = UNSET,
        status: Optional[Literal["ACTIVE", "SUSPENDED"]] = UNSET,
        name: Optional[str] = UNSET,
        reason: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Account":
        """Change KYC status, status or name
        A SUSPENDED account is refused with FORBIDDEN from its next request on.
        PATCH /admin/v1/accounts/{id}
        """
        request = Request("PATCH", f"/admin/v1/accounts/{segment(id)}", body=given(
            kyc_status=kyc_status,
            status=status,
            name=name,
            reason=reason,
        ))
        return self._transport.send(request, options)


class _AdminWebhookDeliveries:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "DeliveryStatus" = UNSET,
        account_id: str = UNSET,
        payout_id: str = UNSET,
        test: Literal["false"] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminListDeliveriesResult":
        """List webhook deliveries of all accounts, newest first
        Deliveries of all accounts.
        GET /admin/v1/webhook-deliveries
        """
        request = Request("GET", "/admin/v1/webhook-deliveries", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            account_id=account_id,
            payout_id=payout_id,
            test=test,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "DeliveryStatus" = UNSET,
        account_id: str = UNSET,
        payout_id: str = UNSET,
        test: Literal["false"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["AdminDelivery"]:
        """List webhook deliveries of all accounts, newest first
        Deliveries of all accounts.
        GET /admin/v1/webhook-deliveries, page by page
        """
        request = Request("GET", "/admin/v1/webhook-deliveries", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            account_id=account_id,
            payout_id=payout_id,
            test=test,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "AdminDelivery":
        """Get a webhook delivery of any account
        One event to one endpoint, with its account and the endpoint's URL.
        GET /admin/v1/webhook-deliveries/{id}
        """
        request = Request("GET", f"/admin/v1/webhook-deliveries/{segment(id)}")
        return self._transport.send(request, options)

    def resend(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "AdminDelivery":
        """Make a delivery of any account again
        The same bytes again, with a new series of attempts.
        POST /admin/v1/webhook-deliveries/{id}/resend
        """
        request = Request("POST", f"/admin/v1/webhook-deliveries/{segment(id)}/resend")
        return self._transport.send(request, options)


class _AdminOperators:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        expires_at: Optional[str] = UNSET,
        allowed_ips: Optional[List[str]] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "OperatorWithKey":
        """Issue an operator's key
        Approvals with it count as those of the person at the root of its chain of
        issue. It ends with the key that issued it, and when that person is removed or
        may no longer issue keys. A key that expires issues keys that expire with it at
        the latest, and gets 403 for others and for invitations of staff.
        POST /admin/v1/operators
        """
        request = Request("POST", "/admin/v1/operators", body=given(
            name=name,
            expires_at=expires_at,
            allowed_ips=allowed_ips,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        options: Optional[Options] = None,
    ) -> "ListOperatorsResult":
        """List operators' keys, newest first
        Without secrets.
        GET /admin/v1/operators
        """
        request = Request("GET", "/admin/v1/operators", query=given(limit=limit, offset=offset))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Operator"]:
        """List operators' keys, newest first
        Without secrets.
        GET /admin/v1/operators, page by page
        """
        request = Request("GET", "/admin/v1/operators", query=given(limit=limit, offset=offset))
        return pages(self._transport, request, "id", options)

    def rotate(
        self,
        id: str,
        *,
        overlap_hours: Optional[float] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "OperatorWithKey":
        """Issue an operator key's successor; this key keeps working for up to 24 hours
        The new key has the name, allowed addresses and end of the old one, and is
        issued by the sender: approvals with it count as the sender's, and it ends with
        the sender. The new key takes over the keys and invitations that the old one
        issued. With `overlap_hours` 0 the old key ends at once with everything that it
        issued: use that for a key that leaked. A key is replaced once: 409
        INVALID_STATE while its successor works. A key that expires gets 403 for one
        that works longer.
        POST /admin/v1/operators/{id}/rotate
        """
        request = Request("POST", f"/admin/v1/operators/{segment(id)}/rotate", body=given(
            overlap_hours=overlap_hours,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "RevokeOperatorResult":
        """Revoke an operator's key
        The key ends with the next request, and with it every key, invitation and reset
        link that it issued, customers' keys among them: see `issued_by` in the list.
        People who joined stay, and so does the successor of a replaced key. To keep
        what a key issued, rotate it with an overlap first. The last key that does not
        expire cannot be revoked.
        DELETE /admin/v1/operators/{id}
        """
        request = Request("DELETE", f"/admin/v1/operators/{segment(id)}")
        return self._transport.send(request, options)


class _AdminCluster:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "Cluster":
        """Nodes and partitions
        Which processes share the database, which are alive, and which of them runs each
        partition. Every node answers it, with what all have written about themselves:
        it is up to a second old.
        GET /admin/v1/cluster
        """
        request = Request("GET", "/admin/v1/cluster")
        return self._transport.send(request, options)


class _AdminIncidentsPast:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "PastIncidentList":
        """Incidents that have ended
        Lists the incidents that ended in the last 7 days, at most 100. The process that
        runs the first partition keeps them in memory, so a restart forgets them.
        GET /admin/v1/incidents/past
        """
        request = Request("GET", "/admin/v1/incidents/past")
        return self._transport.send(request, options)


class _AdminIncidents:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.past = _AdminIncidentsPast(transport)

    def list(self, *, options: Optional[Options] = None) -> "IncidentList":
        """What is wrong right now
        Lists every incident with its cause, what waits because of it, and what a person
        can do. Every node answers with the facts of all nodes. A node that does not
        answer is an incident. The answer is at most 2 seconds old.
        GET /admin/v1/incidents
        """
        request = Request("GET", "/admin/v1/incidents")
        return self._transport.send(request, options)


class _Admin:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.reports = _AdminReports(transport)
        self.payouts = _AdminPayouts(transport)
        self.batches = _AdminBatches(transport)
        self.audit_logs = _AdminAuditLogs(transport)
        self.accounts = _AdminAccounts(transport)
        self.webhook_deliveries = _AdminWebhookDeliveries(transport)
        self.operators = _AdminOperators(transport)
        self.cluster = _AdminCluster(transport)
        self.incidents = _AdminIncidents(transport)


class _Requests:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        caller_id: str = UNSET,
        method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = UNSET,
        outcome: Literal["succeeded", "failed"] = UNSET,
        subject_id: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        search: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListRequestsResult":
        """List recent requests, newest first
        Requests of the last seven days, up to 10,000 of an account, about a second
        after their answers. For debugging alone: of more than 50 a second some are left
        out. `search` finds a request id, an idempotency key, an error code, a payout,
        batch or quote, or a part of a path.
        GET /v1/requests
        """
        request = Request("GET", "/v1/requests", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            caller_id=caller_id,
            method=method,
            outcome=outcome,
            subject_id=subject_id,
            created_from=created_from,
            created_to=created_to,
            search=search,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        caller_id: str = UNSET,
        method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = UNSET,
        outcome: Literal["succeeded", "failed"] = UNSET,
        subject_id: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        search: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["LoggedRequest"]:
        """List recent requests, newest first
        Requests of the last seven days, up to 10,000 of an account, about a second
        after their answers. For debugging alone: of more than 50 a second some are left
        out. `search` finds a request id, an idempotency key, an error code, a payout,
        batch or quote, or a part of a path.
        GET /v1/requests, page by page
        """
        request = Request("GET", "/v1/requests", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            caller_id=caller_id,
            method=method,
            outcome=outcome,
            subject_id=subject_id,
            created_from=created_from,
            created_to=created_to,
            search=search,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "LoggedRequestWithBodies":
        """Get a recent request with its bodies
        The request that an error's `request_id` names.
        GET /v1/requests/{id}
        """
        request = Request("GET", f"/v1/requests/{segment(id)}")
        return self._transport.send(request, options)


class _SandboxPayouts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def simulate(
        self,
        id: str,
        *,
        outcome: Optional[Literal["settle", "fail", "expire", "hold", "review", "reverse"]] = UNSET,
        failure_reason: Optional["FailureReason"] = UNSET,
        deposit: Optional["SimulatePayoutDeposit"] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Payout":
        """Sandbox only: bring a payout to an outcome, or simulate a deposit
        Either an `outcome`, which takes the payout there at once, or a `deposit` of any
        amount: too little, too much or too late. `expire` ends the wait for funds
        before its deadline. From then on the sandbox makes no deposit by itself.
        POST /v1/sandbox/payouts/{id}/simulate
        """
        request = Request("POST", f"/v1/sandbox/payouts/{segment(id)}/simulate", body=given(
            outcome=outcome,
            failure_reason=failure_reason,
            deposit=deposit,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _Sandbox:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.payouts = _SandboxPayouts(transport)


class _Networks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "ListNetworksResult":
        """Supported networks and their current status
        Limits are per transaction, in the recipient's currency.
        GET /v1/networks
        """
        request = Request("GET", "/v1/networks")
        return self._transport.send(request, options)


class _Rates:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "ListRatesResult":
        """Current rates, margin included
        What a quote would lock at this moment.
        GET /v1/rates
        """
        request = Request("GET", "/v1/rates")
        return self._transport.send(request, options)


class _AuditLogs:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        from_: str = UNSET,
        to: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAuditLogsResult":
        """List what was done for the account
        Who did what, when and from where: every change by a person or a key, and every
        sign-in. A key that ends with another act, such as its issuer's removal, is an
        `api_key.revoked` of its own.
        GET /v1/audit-logs
        """
        request = Request("GET", "/v1/audit-logs", query=given(
            limit=limit,
            offset=offset,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            from_=from_,
            to=to,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        from_: str = UNSET,
        to: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["AuditLog"]:
        """List what was done for the account
        Who did what, when and from where: every change by a person or a key, and every
        sign-in. A key that ends with another act, such as its issuer's removal, is an
        `api_key.revoked` of its own.
        GET /v1/audit-logs, page by page
        """
        request = Request("GET", "/v1/audit-logs", query=given(
            limit=limit,
            offset=offset,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            from_=from_,
            to=to,
        ))
        return pages(self._transport, request, "id", options)


class Operations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.quotes = _Quotes(transport)
        self.payouts = _Payouts(transport)
        self.batches = _Batches(transport)
        self.beneficiaries = _Beneficiaries(transport)
        self.account = _Account(transport)
        self.recipients = _Recipients(transport)
        self.webhooks = _Webhooks(transport)
        self.events = _Events(transport)
        self.reports = _Reports(transport)
        self.admin = _Admin(transport)
        self.requests = _Requests(transport)
        self.sandbox = _Sandbox(transport)
        self.networks = _Networks(transport)
        self.rates = _Rates(transport)
        self.audit_logs = _AuditLogs(transport)
