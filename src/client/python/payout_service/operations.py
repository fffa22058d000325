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


RecallKind = Literal["returned", "recalled", "disputed"]


RecallStatus = Literal["open", "returned", "closed"]


RecallOutcome = Literal["returned", "kept", "written_off"]


IncidentKind = Literal["provider", "chain", "rates", "screening_lists", "endpoint", "stuck_payouts", "float", "float_short", "float_low", "float_unknown", "nodes", "database"]


BreakKind = Literal["books_do_not_balance", "refund_transaction_shared", "deposit_not_on_chain", "deposit_not_in_log", "deposit_differs", "refund_not_on_chain", "usdc_short", "float_differs", "foreign_deposit_not_in_log", "foreign_short", "settled_not_delivered", "delivered_not_settled", "unknown_at_provider", "statement_transfer_unknown", "statement_line_missing", "statement_paid_not_settled", "statement_settled_not_paid", "statement_paid_twice", "statement_amount_differs"]


ReconciliationOutcome = Literal["clean", "differences", "incomplete"]


DebitAccount = Literal["deposits", "customers", "balances", "suspense", "refunds_due", "frozen", "refunds_sent", "third_parties", "conversion", "provider_float", "treasury_fiat", "in_transit", "spread_income", "fx_result", "provider_fees", "gas", "write_offs"]


PayoutFundingStatus = Literal["awaiting", "detected", "underpaid", "funded"]


ReviewReason = Literal["underpaid", "provider_unknown", "defect"]


Verdict = Literal["clear", "flagged", "inconclusive"]


Phase = Literal["requested", "accepted", "refused"]


ForeignRefundStatus = Literal["due", "held", "sent", "confirmed", "credited"]


DeliveryStatus = Literal["pending", "delivered", "failed"]


FormerNumberStatus = Literal["kept", "requested", "restricted", "erased"]


BatchStatus = Literal["queued", "processing", "completed", "cancelled"]


BatchFundingStatus = Literal["awaiting", "detected", "underpaid", "funded", "expired", "cancelled"]


Scope = Literal["full", "read_only", "payouts", "webhooks", "reports"]


KycStatus = Literal["PENDING", "APPROVED", "REJECTED"]


NetworkStatus = Literal["operational", "degraded", "down"]


Reason = Literal["insufficient_balance", "invalid_recipient", "recipient_limit", "network_unavailable", "provider_rejected", "compliance_rejected", "deposit_expired", "cancelled", "unspecified", "rows_failed", "overpaid", "returned", "foreign_deposit"]


WithdrawalStatus = Literal["requested", "held", "approved", "sent", "completed", "cancelled", "rejected"]


BulkBatchStatus = Literal["QUEUED", "PROCESSING", "COMPLETED", "CANCELLED"]


class _ProblemErrors(TypedDict):
    #: Name of the invalid field.
    field: str
    #: Code of the problem, for programs.
    code: str
    #: Text for people, which may change. Programs use the codes.
    message: str


class ProblemErrors(_ProblemErrors, total=False):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float


class _Problem(TypedDict):
    #: Error code, for programs.
    error: str
    #: Text for people, which may change. Programs use the codes.
    message: str
    #: Copy of `error`.
    error_code: str
    #: Id of the request, as in `X-Request-Id`. Support finds the request by it.
    request_id: str
    #: URL of the page that explains the error and what to do. Relative if neither `PUBLIC_URL`
    #: nor a valid `Host` is known.
    doc_url: str


class Problem(_Problem, total=False):
    """Body of every error."""

    #: All invalid fields. Present only with `VALIDATION_ERROR`.
    errors: List["ProblemErrors"]
    needed_usdc: float
    available_usdc: float


class _LatestRefund(TypedDict):
    #: Current status.
    status: Literal["due", "sent", "confirmed", "credited"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class LatestRefund(_LatestRefund, total=False):
    """Latest refund of the payout."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _BatchEventRow(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Current status.
    status: "PayoutStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Part of the amount that the spread costs, in USDC.
    fee_usdc: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str


class BatchEventRow(_BatchEventRow, total=False):
    #: Your own text, at most 128 characters.
    reference: str
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"


class CurrencyTotal(TypedDict):
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Number of rows with this currency.
    count: int
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float


class _PayoutRecall(TypedDict):
    recall_id: str
    #: `returned` if the provider gave the money back, `recalled` if you or the recipient asked
    #: for it, `disputed` for a claim of a wrong number or of fraud.
    kind: "RecallKind"
    #: `open` while support works on the recall, `returned` once the provider has returned
    #: money, `closed` at the end.
    status: "RecallStatus"
    opened_at: str


class PayoutRecall(_PayoutRecall, total=False):
    """Recall of a settled payout."""

    #: Amount that the provider returned, in the target currency.
    returned_amount_fiat: float
    #: Part of the source amount that the returned amount stands for, the fee included. It is
    #: refunded.
    returned_amount_usdc: float
    #: The provider's reference of the return.
    provider_reference: str
    returned_at: str
    #: `returned` if money came back, `kept` if the recipient keeps it, `written_off` if it did
    #: not come back. Present only if the recall is closed.
    outcome: "RecallOutcome"
    closed_at: str


class _ConfirmedRefund(TypedDict):
    #: Current status.
    status: Literal["confirmed"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class ConfirmedRefund(_ConfirmedRefund, total=False):
    """Refund that is final on its chain."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: EIP-155 id of the refund's chain. Present only if the money arrived on another chain or
    #: in another token. Then `amount_usdc` is 0.
    chain_id: float
    #: Address of the refund's token. Present only with `chain_id`.
    token_address: str
    #: Amount in whole tokens, as a decimal. Present only with `chain_id`.
    token_amount: str


class _PayoutSettledData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["SETTLED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]


class PayoutSettledData(_PayoutSettledData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class _PayoutInitiatedData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["PAYOUT_INITIATED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]


class PayoutInitiatedData(_PayoutInitiatedData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class _PayoutReceivedData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["STABLECOIN_RECEIVED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]


class PayoutReceivedData(_PayoutReceivedData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class Float(TypedDict):
    #: Time of the last poll. ISO 8601 in UTC. `null` before the first one.
    polled_at: Optional[str]
    #: `FLOAT_POLICY`. `refuse`: new quotes and batches that the float cannot cover are
    #: refused. `warn`: only incidents open.
    policy: Literal["warn", "refuse"]
    #: One element per provider and currency, in alphabetical order.
    data: List["FloatLevel"]


class FloatLevel(TypedDict):
    #: Mobile money provider.
    provider: str
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: State of the float. `ok`: the cover is at least the threshold. `low`: the cover is below
    #: the threshold. `short`: funded payouts need more than the balance. `unknown`: the
    #: provider did not report the balance, or a partition did not report its payouts.
    state: Literal["ok", "low", "short", "unknown"]
    #: Balance that the provider reports, in the currency. `null` if the last request failed or
    #: the provider reports none.
    balance: Optional[float]
    #: Time of the last reported balance. ISO 8601 in UTC. `null` if this process has had none.
    balance_at: Optional[str]
    #: Time since which the state is `unknown`. ISO 8601 in UTC. `null` in every other state.
    unknown_since: Optional[str]
    #: Amount of payouts that are funded and neither paid nor ended, in the currency. A payout
    #: without a transfer counts at the first provider of its network. Frozen payouts do not
    #: count. `null` if a partition did not report its payouts.
    committed: Optional[float]
    #: `balance` less `committed`. Negative if the balance does not suffice. `null` if either
    #: is unknown.
    cover: Optional[float]
    #: Hours until nothing is left of `cover`, at the pace of the last 24 hours, with one
    #: decimal. `null` if the cover is unknown or negative, nothing was paid, or payouts have
    #: been counted for less than an hour. A restart begins the count again.
    hours_left: Optional[float]
    #: Cover below which an incident opens, from `FLOAT_THRESHOLDS`. `null` if none is set.
    threshold: Optional[float]


class PastIncidentList(TypedDict):
    #: Time since which incidents are recorded. Earlier ones are not known. ISO 8601 in UTC.
    #: `null` while no process records them.
    watched_since: Optional[str]
    #: Incidents, the one that ended last first.
    data: List["PastIncident"]


class PastIncident(TypedDict):
    #: Unique id of the object.
    id: str
    #: Kind of the incident. `provider`: a provider is down or refuses transfers. `chain`:
    #: deposits are not credited. `rates`: there is no exchange rate. `screening_lists`: the
    #: sanctions list is missing or old. `endpoint`: every attempt to a webhook endpoint fails.
    #: `stuck_payouts`: payouts take longer than usual, or a defect stopped them. `float`: our
    #: balance at a provider is too small, and it refused a payout. `float_short`: funded
    #: payouts need more than our balance at a provider. `float_low`: the cover of the float is
    #: below its threshold. `float_unknown`: our balance at a provider has not been known for a
    #: quarter of an hour. `nodes`: a node or a partition is missing. `database`: changes
    #: cannot be stored.
    kind: "IncidentKind"
    #: Severity of the incident. `critical`: payouts or requests wait. `warning`: they may wait
    #: soon, or one customer is affected.
    severity: Literal["critical", "warning"]
    #: Title in one sentence.
    title: str
    #: Time at which the incident began. ISO 8601 in UTC.
    since: str
    #: Time at which the incident had ended. ISO 8601 in UTC.
    ended_at: str
    #: Largest number of payouts that waited at a time. For `endpoint`, of deliveries.
    waiting_count_max: float
    #: Largest amount of payouts that waited at a time, in USDC.
    waiting_usdc_max: float


class IncidentList(TypedDict):
    #: Time at which the facts were read. ISO 8601 in UTC.
    checked_at: str
    #: Incidents, the worst first. Empty while nothing is wrong.
    data: List["Incident"]


class Incident(TypedDict):
    #: Id made of the kind and the subject. It stays the same while the incident lasts and if
    #: it returns.
    id: str
    #: Kind of the incident. `provider`: a provider is down or refuses transfers. `chain`:
    #: deposits are not credited. `rates`: there is no exchange rate. `screening_lists`: the
    #: sanctions list is missing or old. `endpoint`: every attempt to a webhook endpoint fails.
    #: `stuck_payouts`: payouts take longer than usual, or a defect stopped them. `float`: our
    #: balance at a provider is too small, and it refused a payout. `float_short`: funded
    #: payouts need more than our balance at a provider. `float_low`: the cover of the float is
    #: below its threshold. `float_unknown`: our balance at a provider has not been known for a
    #: quarter of an hour. `nodes`: a node or a partition is missing. `database`: changes
    #: cannot be stored.
    kind: "IncidentKind"
    #: Severity of the incident. `critical`: payouts or requests wait. `warning`: they may wait
    #: soon, or one customer is affected.
    severity: Literal["critical", "warning"]
    #: Title in one sentence.
    title: str
    subject: "IncidentSubject"
    #: Time at which the incident began or was first seen. ISO 8601 in UTC.
    since: str
    #: Number of payouts that wait because of the incident. For `endpoint`, number of waiting
    #: deliveries among the newest.
    waiting_count: float
    #: Amount of these payouts, in USDC.
    waiting_usdc: float
    #: Customers whose payouts wait, the one with the most payouts first, at most 20. `GET
    #: /admin/v1/payouts?incident=…` returns these payouts.
    customers: List["IncidentCustomer"]
    #: Time at which the service tries the provider again with one transfer. ISO 8601 in UTC.
    #: `null` if an attempt is running or due, or if there is nothing to try.
    next_try_at: Optional[str]
    #: Last error or observation.
    cause: str
    #: Steps that a person can take.
    remedy: str
    #: URL of the runbook's entry.
    runbook_url: str


class IncidentCustomer(TypedDict):
    #: Id of the customer's account.
    account_id: str
    #: Current name of the account.
    account_name: str
    #: Number of the customer's payouts that wait.
    waiting_count: float
    #: Amount of these payouts, in USDC.
    waiting_usdc: float


class IncidentSubject(TypedDict):
    #: Mobile money provider. `null` if the incident concerns none.
    provider: Optional[str]
    #: Networks that the incident concerns. Empty if none.
    networks: List[str]
    #: Currencies that the incident concerns. Empty if none.
    currencies: List[str]
    #: Id of the chain. `null` if the incident concerns none.
    chain_id: Optional[float]
    #: Ethereum node (`chain`) or node of the service (`nodes`). `null` if the incident
    #: concerns none.
    node: Optional[str]
    #: Partitions that the incident concerns. Empty if none.
    partitions: List[float]
    #: Id of the webhook endpoint. `null` if the incident concerns none.
    endpoint_id: Optional[str]
    #: Id of the endpoint's account. `null` if the incident concerns no endpoint.
    account_id: Optional[str]


class ClusterPartitions(TypedDict):
    """Partitions of the database."""

    #: Number of partitions in the database.
    total: float
    #: Number of partitions that a process runs now.
    owned: float
    #: All partitions, by number.
    of: List["ClusterPartition"]


class Cluster(TypedDict):
    #: `true` if several processes can share the database.
    clustered: bool
    #: Nodes that share the database. Empty without a cluster.
    nodes: List["ClusterNode"]
    #: Partitions of the database.
    partitions: "ClusterPartitions"


class ClusterPartition(TypedDict):
    #: Number of the partition. 0 is the directory.
    number: float
    #: Node that runs the partition. `null` if no live node does, or without a cluster.
    owner: Optional[str]
    #: Number of processes that have written the partition's log so far. `null` without an
    #: owner.
    epoch: Optional[float]
    #: Latest entry that the owner has applied. `null` without an owner.
    seq: Optional[float]
    #: Time at which the owner began to write the log. ISO 8601 in UTC. `null` without a
    #: cluster.
    since: Optional[str]


class ClusterNode(TypedDict):
    #: Name of the node, which is `host:port` of its private traffic with other nodes.
    address: str
    #: Version of the service that the node runs.
    version: str
    #: `true` if the node has written to the database in the last 3 seconds.
    is_alive: bool
    #: Time at which the node started. ISO 8601 in UTC.
    started_at: str
    #: Time of the node's last write. ISO 8601 in UTC.
    seen_at: str
    #: Latest entry of the directory's log (accounts and keys) that the node has applied.
    directory_seq: float
    #: Number of directory entries that the node has not applied yet.
    directory_lag: float
    #: Milliseconds by which the node's clock is ahead of the database's. Negative if it is
    #: behind.
    clock_skew_ms: float
    #: Addresses of live nodes that do not respond to this node.
    unreached: List[str]
    #: Numbers of the partitions that the node runs.
    partitions: List[float]


class Break(TypedDict):
    #: Unique id of the object.
    id: str
    #: `closed`: people explained it. `resolved`: a later comparison did not find it.
    status: Literal["open", "closed", "resolved"]
    #: Kind of the difference. Kinds with `statement_` come from statement files.
    kind: "BreakKind"
    #: `books`, `chain`, or the name of a provider.
    source: str
    #: Id of the payout, batch or balance. `null` if the difference is about none.
    subject_id: Optional[str]
    #: The transfer, transaction or account.
    reference: str
    #: Both sides in words.
    detail: str
    #: Currency. `null` if no amounts differ.
    currency: Optional[str]
    #: Amount in the books, as a decimal. `null` if no amounts differ.
    books_amount: Optional[str]
    #: Amount on the other side, as a decimal. `null` if no amounts differ.
    reported_amount: Optional[str]
    first_seen_at: str
    #: Time of the last comparison with it.
    last_seen_at: str
    #: Id of the reconciliation that last found it.
    last_found_by: str
    #: Whole days since it was first seen, up to its end.
    age_days: float
    #: E-mail address of the owner. `null` if it has none.
    owner: Optional[str]
    comments: List["BreakComment"]
    #: Reason for closing it. `null` if it has none.
    reason: Optional[str]
    #: Evidence of the reason. `null` without a reason.
    evidence: Optional[str]
    #: Users (e-mail addresses) and keys (names) that approved closing it.
    approvals: List[str]
    #: Number of people who must approve closing it.
    approvals_needed: float
    #: Time at which it was closed or resolved. `null` if it is open.
    ended_at: Optional[str]


class BreakComment(TypedDict):
    #: Time in ISO 8601, in UTC.
    at: str
    #: User (e-mail address) or key (name).
    by: str
    text: str


class ReconciliationCompared(TypedDict):
    """Numbers of objects that were compared."""

    #: Payouts in the books.
    payouts: float
    #: Batches in the books.
    batches: float
    #: Deposits on the chain.
    deposits: float
    #: Refunds on the chain.
    refunds: float
    #: Transfers at providers.
    transfers: float


class Reconciliation(TypedDict):
    #: Unique id of the object.
    id: str
    #: Day in UTC, YYYY-MM-DD. The last day of a statement file.
    day: str
    #: Statement file that was compared. `null` if a day was compared.
    statement: Optional["StatementFile"]
    #: Current status.
    status: Literal["running", "finished"]
    #: `clean`: all sources were compared and agree. `incomplete`: a source could not be read,
    #: so more may differ. `null` while it runs.
    outcome: Optional["ReconciliationOutcome"]
    #: User (e-mail address) or key (name). `engine` for the nightly run.
    started_by: str
    #: Time at which the node started. ISO 8601 in UTC.
    started_at: str
    #: End of the comparison. `null` while it runs.
    finished_at: Optional[str]
    #: Number of differences.
    differences_total: float
    #: Numbers of objects that were compared.
    compared: "ReconciliationCompared"
    #: Parts that were not compared.
    gaps: List["ReconciliationGap"]
    #: Balances by source, and fees of a statement.
    figures: List["ReconciliationFigure"]
    #: Other chains that were not compared, because no Ethereum node is configured.
    chains_without_nodes: List[str]
    #: The first 200 differences. All of them are breaks.
    differences: List["Difference"]


class Difference(TypedDict):
    #: Kind of the difference. Kinds with `statement_` come from statement files.
    kind: "BreakKind"
    #: `books`, `chain`, or the name of a provider.
    source: str
    #: Id of the payout, batch or balance. `null` if the difference is about none.
    subject_id: Optional[str]
    #: The transfer, transaction or account.
    reference: str
    #: Both sides in words.
    detail: str
    #: Currency. `null` if no amounts differ.
    currency: Optional[str]
    #: Amount in the books, as a decimal. `null` if no amounts differ.
    books_amount: Optional[str]
    #: Amount on the other side, as a decimal. `null` if no amounts differ.
    reported_amount: Optional[str]


class ReconciliationFigure(TypedDict):
    #: `books`, `chain`, or the name of a provider.
    source: str
    #: Account of the chart.
    account: str
    #: Currency code, ISO 4217.
    currency: str
    #: Balance in the books, as a decimal. `null` if the source alone has the figure.
    books_amount: Optional[str]
    #: Balance at the source, as a decimal. `null` if it reported none.
    reported_amount: Optional[str]


class ReconciliationGap(TypedDict):
    #: `log`, `chain`, or the name of a provider.
    source: str
    #: The reason why it was not compared.
    reason: str


class StatementFile(TypedDict):
    provider: str
    #: Name of the file.
    name: str
    #: SHA-256 of the file in UTF-8.
    sha256: str
    #: End of the statement's last day, or its last line if that day had not ended.
    to: str
    #: Lines about payouts.
    lines: float


class ReconciliationSummaryCompared(TypedDict):
    """Numbers of objects that were compared."""

    #: Payouts in the books.
    payouts: float
    #: Batches in the books.
    batches: float
    #: Deposits on the chain.
    deposits: float
    #: Refunds on the chain.
    refunds: float
    #: Transfers at providers.
    transfers: float


class ReconciliationSummary(TypedDict):
    #: Unique id of the object.
    id: str
    #: Day in UTC, YYYY-MM-DD. The last day of a statement file.
    day: str
    #: Statement file that was compared. `null` if a day was compared.
    statement: Optional["StatementFile"]
    #: Current status.
    status: Literal["running", "finished"]
    #: `clean`: all sources were compared and agree. `incomplete`: a source could not be read,
    #: so more may differ. `null` while it runs.
    outcome: Optional["ReconciliationOutcome"]
    #: User (e-mail address) or key (name). `engine` for the nightly run.
    started_by: str
    #: Time at which the node started. ISO 8601 in UTC.
    started_at: str
    #: End of the comparison. `null` while it runs.
    finished_at: Optional[str]
    #: Number of differences.
    differences_total: float
    #: Numbers of objects that were compared.
    compared: "ReconciliationSummaryCompared"
    #: Parts that were not compared.
    gaps: List["ReconciliationGap"]


class StatementColumnsType(TypedDict):
    #: Column of the type.
    column: str
    #: Types of payouts, in any letter case. Lines of other types are ignored.
    payouts: List[str]


class _StatementColumns(TypedDict):
    #: Column of the id that the service gave.
    reference: str
    #: Column of the amount. Its sign is ignored.
    amount: str
    #: Column of the ISO 4217 code of the currency.
    currency: str
    #: Column of the status, or of a type that serves as one.
    status: str
    #: Outcome of each value of the status column, in any letter case. `fee`: the line is a
    #: fee. `ignored`: the line is about no payout and no fee. At most 100 values.
    outcomes: Dict[str, Literal["paid", "failed", "returned", "pending", "fee", "ignored"]]
    #: Column of the time.
    time: str


class StatementColumns(_StatementColumns, total=False):
    #: Character between two cells. Default is a comma.
    delimiter: Optional[Literal[",", ";", "\t", "|"]]
    #: Meaning of `reference`. `transfer`, the default: the reference of a transfer. `payout`:
    #: the id of a payout.
    identifies: Optional[Literal["transfer", "payout"]]
    #: Column of the provider's id. Default is none.
    provider_reference: Optional[str]
    #: Column of the fee that the provider charged for the line's payout. Default is none.
    fee: Optional[str]
    #: Character before the decimals. Default is a point.
    decimal_separator: Optional[Literal[".", ","]]
    #: Column that tells payouts from other lines. Default is none.
    type: Optional["StatementColumnsType"]
    #: `iso`, the default, or a pattern such as `DD/MM/YYYY HH:mm:ss`.
    time_format: Optional[str]
    #: Offset of the provider's days, and of times without an offset. Default is `+00:00`.
    utc_offset: Optional[str]


class BookPeriod(TypedDict):
    #: Month, YYYY-MM.
    month: str
    #: `open` until enough people have closed the month.
    status: Literal["open", "closed"]
    #: Time of the closing. `null` if the month is open.
    closed_at: Optional[str]
    #: SHA-256 of the closing totals. `null` if the month is open.
    hash: Optional[str]
    #: Totals at the end of the month, as it was closed. Empty if the month is open.
    totals: List["PeriodTotal"]
    #: Users (e-mail addresses) and keys (names) that approved it, the first one first.
    approvals: List[str]
    #: Number of people who must approve it.
    approvals_needed: float


class PeriodTotal(TypedDict):
    #: Account of the chart.
    account: str
    #: Currency, as in the trial balance.
    currency: str
    #: Debits since the first day, as a decimal.
    debit: str
    #: Credits since the first day, as a decimal.
    credit: str


class CheckedPeriod(TypedDict):
    #: Month, YYYY-MM.
    month: str
    #: `open` until enough people have closed the month.
    status: Literal["open", "closed"]
    #: Time of the closing. `null` if the month is open.
    closed_at: Optional[str]
    #: SHA-256 of the closing totals. `null` if the month is open.
    hash: Optional[str]
    #: Totals at the end of the month, as it was closed. Empty if the month is open.
    totals: List["PeriodTotal"]
    #: Users (e-mail addresses) and keys (names) that approved it, the first one first.
    approvals: List[str]
    #: Number of people who must approve it.
    approvals_needed: float
    #: False if the totals of the closed month are not those of its closing.
    agrees: bool
    #: Balances that changed since the closing. Empty if `agrees` is true.
    changes: List["PeriodChange"]


class PeriodChange(TypedDict):
    #: Account of the chart.
    account: str
    #: Currency, as in the trial balance.
    currency: str
    #: Balance at the closing, as a decimal. A credit balance is negative.
    closed_balance: str
    #: Balance now, as a decimal.
    current_balance: str


class Booking(TypedDict):
    #: Unique id of the object.
    id: str
    #: `proposed` until enough people have approved it, then `booked`.
    status: Literal["proposed", "booked", "withdrawn"]
    #: `top_up` moves money to a provider, `usdc_sale` sells USDC for money in the bank,
    #: `provider_fee`, `gas` and `write_off` are expenses, and `correction` moves an amount
    #: between any two accounts that operators may book.
    kind: Literal["top_up", "usdc_sale", "provider_fee", "gas", "write_off", "correction"]
    #: Currency of `amount`.
    currency: Literal["USDC", "UGX", "KES", "NGN", "GHS", "TZS"]
    #: Amount that the booking moves.
    amount: float
    #: Day of the payment at the bank or provider, YYYY-MM-DD.
    value_date: str
    #: Reference of the bank or provider.
    reference: str
    #: Reason and evidence of the booking.
    reason: str
    #: Provider. `null` if the booking names none.
    provider: Optional[str]
    #: Payout that the booking is about. `null` if the booking names none.
    payout_id: Optional[str]
    #: Account that gets the amount.
    debit_account: "DebitAccount"
    #: Account that gives the amount.
    credit_account: "DebitAccount"
    #: USDC that was sold. `null` unless `kind` is `usdc_sale`.
    sold_usdc: Optional[float]
    #: Realised result of the sale. `null` unless `kind` is `usdc_sale`.
    fx_result: Optional[float]
    #: Users (e-mail addresses) and keys (names) that approved it, the first one first.
    approvals: List[str]
    #: Number of people who must approve it.
    approvals_needed: float
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time that dates the booking in the books. `null` until it is booked.
    booked_at: Optional[str]


class PositionLine(TypedDict):
    #: `owed` to customers, `held` on chain and at providers, or the service's `own` money.
    section: Literal["owed", "held", "own"]
    #: Account of the chart.
    account: str
    #: `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
    #: smallest units.
    currency: str
    #: Balance if debits exceed credits, otherwise 0. Decimal, exact at any size.
    debit_balance: str
    #: Balance if credits exceed debits, otherwise 0. Decimal, exact at any size.
    credit_balance: str


class BookStatementLine(TypedDict):
    #: Day in UTC, YYYY-MM-DD.
    date: str
    #: Sum of the debits. Decimal, exact at any size.
    debit: str
    #: Sum of the credits. Decimal, exact at any size.
    credit: str
    #: Balance if debits exceed credits, otherwise 0. Decimal, exact at any size.
    debit_balance: str
    #: Balance if credits exceed debits, otherwise 0. Decimal, exact at any size.
    credit_balance: str


class TrialBalanceLine(TypedDict):
    #: Account of the chart.
    account: str
    #: Kind of the account. `clearing` has the two sides of an exchange.
    kind: Literal["asset", "liability", "income", "expense", "clearing"]
    #: Owner of the money.
    money: Literal["customers", "own"]
    #: `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
    #: smallest units.
    currency: str
    #: Sum of the debits. Decimal, exact at any size.
    debit: str
    #: Sum of the credits. Decimal, exact at any size.
    credit: str
    #: Balance if debits exceed credits, otherwise 0. Decimal, exact at any size.
    debit_balance: str
    #: Balance if credits exceed debits, otherwise 0. Decimal, exact at any size.
    credit_balance: str


class PendingAction(TypedDict):
    """Action that waits for more approvals. It takes effect once as many people as release
    a hold have requested it with the same parameters.
    """

    #: Name of the action: `settle`, `fail`, `reverse`, `unfreeze`, `send_refund`,
    #: `release_refunds`, `return_recall`, `close_recall`, `release_hold`, `correct`,
    #: `activate_address`, `approve_withdrawal` or `reject_withdrawal`.
    action: str
    #: Parameters of the action. The next approver must send the same ones.
    terms: Dict[str, Optional[Union[str, float]]]
    #: Users (e-mail addresses) and keys (names) that requested the action.
    approvals: List[str]
    #: Time of the beginning. ISO 8601 in UTC.
    since: str


class WithdrawalAddress(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name that you gave the address.
    name: str
    #: Ethereum address that withdrawals go to.
    address: str
    #: True if withdrawals can use the address now.
    is_usable: bool
    #: Time from which withdrawals can use the address.
    usable_from: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class AdminBalanceHeld(TypedDict):
    #: Address that the deposits came from.
    sender: str
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Reason that screening gave.
    reason: str
    #: Time of the beginning. ISO 8601 in UTC.
    since: str


class AdminBalance(TypedDict):
    #: USDC that can pay for payouts now.
    available_usdc: float
    #: USDC that left the balance for payouts and withdrawals that have not ended.
    reserved_usdc: float
    #: USDC of deposits that are not final yet, or whose sender is being screened.
    pending_usdc: float
    #: USDC of deposits that a compliance review holds.
    held_usdc: float
    #: Amount below which the balance is low. `null` if none is set.
    low_threshold_usdc: Optional[float]
    #: Destination of refunds of payouts and batches that a deposit funds. `refund` if
    #: operators send them to a refund address, `balance` if they become part of the balance.
    excess: Literal["refund", "balance"]
    #: True if less than the threshold is available.
    is_low: bool
    #: Address for deposits to the balance. It never changes, and takes any amount at any time.
    deposit_address: str
    chain_id: float
    token_address: str
    #: Payment link (EIP-681) to the address, without an amount.
    payment_uri: str
    #: The instruction to deposit in one sentence.
    message: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str
    #: Held deposits, by their senders.
    held: List["AdminBalanceHeld"]
    #: Number of people who must approve the release of a hold or a `pending_action`.
    approvals_needed: float
    #: Action that waits for more approvals. `null` if there is none.
    pending_action: Optional["PendingAction"]


class RecipientExport(TypedDict):
    #: State of the recipient's data. `null` if no request changed it.
    record: Optional["RecipientRecord"]
    beneficiaries: List["Beneficiary"]
    #: Phone numbers that these beneficiaries had before. Their data is not in this export.
    #: Export each number.
    former_numbers: List[str]
    #: Payouts to the recipient, newest first, at most 50. Rows of batches are payouts.
    payouts: List["ExportedPayout"]
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class _ExportedPayoutDeposits(TypedDict):
    #: Hash of the transaction.
    tx_hash: str
    #: Position of the transfer among the block's log entries.
    log_index: float
    #: Number of the block that contains the transfer.
    block_number: float
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Current status.
    status: Literal["detected", "final"]
    #: Time at which the deposit was first seen. It decides whether the deposit is in time.
    seen_at: str


class ExportedPayoutDeposits(_ExportedPayoutDeposits, total=False):
    #: Number of blocks since the deposit, its own included, at the last check.
    confirmations: float


class ExportedPayoutTimeline(TypedDict):
    #: Current status.
    status: "PayoutStatus"
    #: Time in ISO 8601, in UTC.
    at: str


class ExportedPayoutScreeningCandidates(TypedDict):
    #: List entry that matched best. `null` if none matched.
    matched_entry: Optional[str]
    #: Name or sender address that matched. `null` if none matched.
    matched_subject: str
    #: Highest score of any name, from 0 to 1.
    score: float
    #: List entry as it was published when it matched. `null` for an address that only the
    #: sanctions oracle lists.
    listed: Optional["ListedEntry"]


class ExportedPayoutScreening(TypedDict):
    #: Result of the screening. `inconclusive` means that a list or a name was not available.
    verdict: "Verdict"
    #: Version of the sanctions lists. Empty if none were available.
    lists_version: str
    #: Highest score of any name, from 0 to 1.
    score: float
    #: List entry that matched best. `null` if none matched.
    matched_entry: Optional[str]
    #: Name or sender address that matched. `null` if none matched.
    matched_subject: Optional[str]
    #: List entries whose scores suffice for a hold, best first, at most 10.
    candidates: List["ExportedPayoutScreeningCandidates"]
    #: Name that the provider has for the number. `null` if the provider reports none.
    registered_name: Optional[str]
    #: Reason of the verdict. `null` if it is `clear`.
    reason: Optional[str]


class ExportedPayoutTransfer(TypedDict):
    #: Reference of the instruction, as the provider received it. A payout has at most one live
    #: instruction.
    reference: str
    #: Number of instructions that the payout has had.
    attempt: float
    #: Provider of the instruction. `null` if it is simulated, or if the network had no
    #: provider.
    provider: Optional[str]
    #: Latest response of the provider. `requested` means that there is no definite response
    #: yet.
    phase: "Phase"
    #: Time at which an unknown outcome becomes a manual review. ISO 8601 in UTC.
    answer_due_at: str


class _ExportedPayoutRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class ExportedPayoutRefund(_ExportedPayoutRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _ExportedPayoutFrozen(TypedDict):
    #: Time of the beginning. ISO 8601 in UTC.
    since: str
    #: Name of the user or key that froze the money.
    by: str
    #: Reason that staff gave for the freeze.
    reason: str
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class ExportedPayoutFrozen(_ExportedPayoutFrozen, total=False):
    """Time, author, reason and amount of the freeze. Present only while the money is
    frozen. The customer sees a hold and not the freeze.
    """

    #: Frozen money on other chains or in other tokens. Present only if there is some.
    foreign_amounts: List["ForeignAmount"]


class _ExportedPayout(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Current status.
    status: "PayoutStatus"
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str
    #: Id of the quote.
    quote_id: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Id of the saved recipient.
    beneficiary_id: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Progress of the deposit. A `detected` deposit is not final yet.
    funding_status: "PayoutFundingStatus"
    #: Deposits to the payout's address. Empty for a row of a batch, whose deposits are the
    #: batch's.
    deposits: List["ExportedPayoutDeposits"]
    #: All statuses of the payout with their times.
    timeline: List["ExportedPayoutTimeline"]
    #: Id of the customer's account.
    account_id: str
    #: Addresses that the deposits came from, each once. A simulated deposit has none.
    senders: List[str]
    #: Code of the reason for the compliance hold. `null` if there was no hold.
    hold_reason: Optional[str]
    #: Code of the reason for the manual review. `null` if there was none.
    review_reason: Optional["ReviewReason"]
    #: Reason why the refund is withheld. `null` if it is not.
    refund_hold: Optional[str]
    #: Users (e-mail addresses) and keys (names) that approved the latest hold.
    approvals: List[str]
    #: Number of people who must approve the release of a hold or a `pending_action`.
    approvals_needed: float
    #: Action that waits for more approvals. `null` if there is none.
    pending_action: Optional["PendingAction"]
    #: Latest screening. `null` if there was none.
    screening: Optional["ExportedPayoutScreening"]
    #: Latest instruction to a provider. `null` if there was none.
    transfer: Optional["ExportedPayoutTransfer"]
    #: Reasons that were given for actions on the payout, at most the newest 100.
    notes: List["PayoutNote"]
    #: Webhook deliveries about the payout and about its batch, newest first. At most 100 of
    #: each.
    webhooks: List["ExportedWebhook"]
    #: Requests of the last seven days about the payout, newest first. At most 10.
    requests: List["ExportedRequest"]


class ExportedPayout(_ExportedPayout, total=False):
    """A payout, with reasons of staff, webhook deliveries and logged requests."""

    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    recipient_details: "RecipientDetails"
    #: Code of the reason for the payment, such as `family_support`.
    purpose: str
    #: Code of the source of the money, such as `salary`.
    source_of_funds: str
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed, as in its
    #: event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
    #: the service cannot continue the payout now. It continues automatically, and no event has
    #: these reasons.
    reason: str
    #: The reason as a sentence for people. The text can change.
    reason_message: str
    #: Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
    #: with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
    reason_since: str
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "ExportedPayoutRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]
    #: Recalls of the payout after it settled, oldest first. Present only if there are any.
    recalls: List["AdminRecall"]
    #: Deposits that arrived on another chain or in another token, and that an operator booked.
    #: Present only if there is one.
    foreign_deposits: List["ForeignDeposit"]
    #: Time, author, reason and amount of the freeze. Present only while the money is frozen.
    #: The customer sees a hold and not the freeze.
    frozen: "ExportedPayoutFrozen"


class ExportedRequest(TypedDict):
    """Request about the payout, as the request log has it."""

    #: Id of the request, as in `X-Request-Id`.
    id: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: HTTP method of the request.
    method: str
    path: str
    #: HTTP status of the response.
    status: float
    #: Masked body of the request. `null` if there is none.
    request_body: Optional[str]
    #: Masked body of the response. `null` if there is none.
    response_body: Optional[str]


class ExportedWebhook(TypedDict):
    """Delivery of an event to a webhook endpoint, without the event's body."""

    #: Id of the event.
    event_id: str
    #: Name of the event.
    type: str
    #: Time of the event. ISO 8601 in UTC.
    created_at: str
    #: Id of the webhook endpoint.
    endpoint_id: str
    #: Host of the endpoint's URL. `null` if the endpoint was deleted.
    endpoint_host: Optional[str]
    #: Status of the delivery.
    status: "DeliveryStatus"


class PayoutNote(TypedDict):
    #: Id of the entry in the audit log.
    id: str
    #: Time in ISO 8601, in UTC.
    at: str
    #: Name of the action, such as `api_key.created`.
    action: str
    #: User (e-mail address) or key (name) that acted.
    by: str
    #: Reason that was given for the action.
    reason: str


class ListedEntry(TypedDict):
    #: Number of the entry in OFAC's list.
    number: float
    #: Kind of the entry. Vessels and aircraft match by address only.
    type: Literal["individual", "entity", "vessel", "aircraft"]
    #: Codes of the sanctions programs.
    programs: List[str]
    #: Office or rank of the person. `null` if none is listed.
    title: Optional[str]
    #: Dates, years or ranges of birth from the remarks, as published.
    dates_of_birth: List[str]
    #: Places of birth from the remarks, as published.
    places_of_birth: List[str]
    #: Nationalities and citizenships from the remarks, as published.
    nationalities: List[str]
    #: Remarks as published, at most 2,000 characters.
    remarks: str
    #: Other names, with at most 2,000 characters in total.
    aliases: List[str]
    #: URL of OFAC's public page of the entry. The service never requests it.
    url: str


class ForeignAmount(TypedDict):
    #: EIP-155 id of the chain.
    chain_id: float
    #: Name of the chain, such as Base.
    chain: str
    #: Address of the token, in lower case.
    token_address: str
    #: Amount in whole tokens, as a decimal.
    token_amount: str


class ForeignDeposit(TypedDict):
    #: EIP-155 id of the chain.
    chain_id: float
    #: Name of the chain, such as Base.
    chain: str
    #: Address of the token, in lower case.
    token_address: str
    #: Amount in whole tokens, as a decimal.
    token_amount: str
    #: Hash of the transaction.
    tx_hash: str
    #: Position of the transfer among the block's log entries.
    log_index: float
    #: `true` after the sender was screened.
    is_screened: bool


class _AdminRecall(TypedDict):
    #: Id of the recall.
    recall_id: str
    #: Kind of the recall. `returned`: the provider gave the money back. `recalled`: the
    #: customer or the recipient asked for it. `disputed`: a claim of a wrong number or of
    #: fraud.
    kind: "RecallKind"
    #: Progress of the recall. `open`: support works on it. `returned`: the provider has
    #: returned money. `closed`: it has an `outcome`.
    status: "RecallStatus"
    opened_at: str
    #: Reason that staff gave for the recall.
    reason: str


class AdminRecall(_AdminRecall, total=False):
    #: Amount that the provider returned, in the target currency. Present only after a return.
    returned_amount_fiat: float
    #: Share of the source amount that the returned amount stands for, the fee included. It is
    #: refunded. Present only after a return.
    returned_amount_usdc: float
    #: The provider's reference of the return. Present only after a return.
    provider_reference: str
    returned_at: str
    #: Outcome of the recall. `returned`: money came back. `kept`: the recipient keeps it.
    #: `written_off`: it did not come back, and the service stops asking for it. Present only
    #: if the recall is closed.
    outcome: "RecallOutcome"
    closed_at: str
    #: Evidence that staff gave. Present only if there is some.
    evidence: str


class _ForeignRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: EIP-155 id of the chain.
    chain_id: float
    #: Name of the chain, such as Base.
    chain: str
    #: Address of the token, in lower case.
    token_address: str
    #: Amount in whole tokens, as a decimal.
    token_amount: str


class ForeignRefund(_ForeignRefund, total=False):
    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class RecipientDetails(TypedDict, total=False):
    """More facts about the recipient, for compliance. The service stores them encrypted
    and sends them in no event.
    """

    #: Given names, as in the identity document.
    given_name: str
    #: Family name, as in the identity document.
    family_name: str
    #: Date of birth, YYYY-MM-DD, from 1900-01-01 to today.
    birth_date: str
    #: Country of residence, ISO 3166-1 alpha-2, such as `UG`.
    country: str
    address: "PostalAddress"


class PostalAddress(TypedDict, total=False):
    """Postal address."""

    #: Street and number, or the place in words.
    line1: str
    #: Building, floor or apartment.
    line2: str
    #: Town or village.
    city: str
    #: Postal code.
    postal_code: str
    #: Country of the address, ISO 3166-1 alpha-2, such as `UG`.
    country: str


class _Beneficiary(TypedDict):
    #: Unique id of the object.
    id: str
    #: Id of the account that saved the beneficiary.
    customer_id: str
    #: Full name of the recipient.
    name: str
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Your own short name of the recipient.
    nickname: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str


class Beneficiary(_Beneficiary, total=False):
    details: "RecipientDetails"


class RecipientRecord(TypedDict):
    #: Unique id of the object.
    id: str
    #: Phone number of the recipient. Reads `restricted` for restricted data.
    phone: str
    #: `requested` until enough people have requested the erasure, `restricted` until
    #: `erased_at`, and `erased` afterwards. `kept` if only a legal hold was set or ended.
    status: "FormerNumberStatus"
    #: Time of the erasure, which is in the future for restricted data. `null` if none.
    erased_at: Optional[str]
    #: Legal hold that prevents an erasure. `null` if none is set.
    legal_hold: Optional["LegalHold"]
    #: Users (e-mail addresses) and keys (names) that requested the erasure, while it waits for
    #: more people.
    approvals: List[str]
    #: Number of people who must request an erasure.
    approvals_needed: float


class LegalHold(TypedDict):
    #: Time of the beginning. ISO 8601 in UTC.
    since: str
    #: User (e-mail address) or key (name) that set it.
    by: str
    #: Reason that staff gave for the hold.
    reason: str


class RecipientData(TypedDict):
    #: `requested` until enough people have requested the erasure, `restricted` until
    #: `erased_at`, and `erased` afterwards. `kept` if only a legal hold was set or ended.
    status: "FormerNumberStatus"
    #: Time of the erasure, which is in the future for restricted data. `null` if none.
    erased_at: Optional[str]
    #: Legal hold that prevents an erasure. `null` if none is set.
    legal_hold: Optional["LegalHold"]
    #: Users (e-mail addresses) and keys (names) that requested the erasure, while it waits for
    #: more people.
    approvals: List[str]
    #: Number of people who must request an erasure.
    approvals_needed: float


class RecipientErasure(TypedDict):
    #: `requested` until enough people have requested the erasure, `restricted` until
    #: `erased_at`, and `erased` afterwards. `kept` if only a legal hold was set or ended.
    status: "FormerNumberStatus"
    #: Time of the erasure, which is in the future for restricted data. `null` if none.
    erased_at: Optional[str]
    #: Legal hold that prevents an erasure. `null` if none is set.
    legal_hold: Optional["LegalHold"]
    #: Users (e-mail addresses) and keys (names) that requested the erasure, while it waits for
    #: more people.
    approvals: List[str]
    #: Number of people who must request an erasure.
    approvals_needed: float
    #: Former phone numbers of the recipient's beneficiaries, with the state of their data.
    #: Newest first.
    former_numbers: List["FormerNumber"]


class FormerNumber(TypedDict):
    #: Id of the recipient in the audit log. `null` if the data stays.
    id: Optional[str]
    #: `kept` if another beneficiary has the number now. Its data stays, because it may be
    #: about another person. The other values are those of the response.
    status: "FormerNumberStatus"
    #: Time of the erasure, which is in the future for restricted data. `null` if none.
    erased_at: Optional[str]
    #: Beneficiary that has the number now. `null` unless `status` is `kept`.
    beneficiary_id: Optional[str]


class OperatorWithKey(TypedDict):
    """Only this response contains `key`. A replay of the request has `null` instead."""

    #: Unique id of the object.
    id: str
    #: Name of the key.
    name: str
    #: Last four characters of the key.
    last4: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: User or key that issued the key. `null` if the first start of the service created it.
    issued_by: Optional[str]
    #: Time at which the key expires. `null` if it never expires.
    expires_at: Optional[str]
    #: Addresses and ranges (CIDR) from which the key works. `null` if it works from
    #: everywhere.
    allowed_ips: Optional[List[str]]
    #: The API key itself, which is shown only in this response.
    key: Optional[str]


class Operator(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name of the key.
    name: str
    #: Last four characters of the key.
    last4: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: User or key that issued the key. `null` if the first start of the service created it.
    issued_by: Optional[str]
    #: Time at which the key expires. `null` if it never expires.
    expires_at: Optional[str]
    #: Addresses and ranges (CIDR) from which the key works. `null` if it works from
    #: everywhere.
    allowed_ips: Optional[List[str]]
    #: Time of the revocation. `null` while the key works.
    revoked_at: Optional[str]
    #: Time of the last request with the key. `null` if none is known.
    last_used_at: Optional[str]


class AdminDeliveryAttempts(TypedDict):
    #: Time of the attempt. ISO 8601 in UTC.
    at: str
    #: HTTP status of the webhook endpoint's response. `null` without a response.
    status_code: Optional[float]
    #: Milliseconds until the response.
    latency_ms: float
    #: Description of the fault. `null` if the attempt succeeded.
    error: Optional[str]
    #: Headers that the attempt sent. `null` if they are no longer stored.
    request_headers: Optional[Dict[str, str]]
    #: First 1,024 characters of the response headers. `null` without a response.
    response_headers: Optional[Dict[str, str]]
    #: First 1,024 bytes of the response. `null` without a response.
    response_body: Optional[str]


class AdminDelivery(TypedDict):
    #: Unique id of the object.
    id: str
    #: Id of the webhook endpoint.
    endpoint_id: str
    #: Id of the event.
    event_id: str
    #: Name of the event.
    event_type: str
    #: Id of the payout.
    payout_id: Optional[str]
    #: `true` if the delivery is a test that you requested.
    test: bool
    #: Current status.
    status: "DeliveryStatus"
    #: All attempts to deliver the event, oldest first.
    attempts: List["AdminDeliveryAttempts"]
    #: Time of the next attempt. `null` if none is planned.
    next_attempt_at: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    payload: "Event_1"
    #: Id of the customer's account.
    account_id: str
    #: URL of the endpoint. `null` if the endpoint was deleted.
    endpoint_url: Optional[str]
    #: `true` if events are sent to the endpoint. `null` if the endpoint was deleted.
    endpoint_is_active: Optional[bool]


class Event_1(TypedDict):
    """Body that every attempt sends."""

    #: Unique id of the object.
    id: str
    #: Name of the event.
    type: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Object that the event is about, in the form that the event's name defines.
    data: Dict[str, Any]


class _AdminPayoutDeposits(TypedDict):
    #: Hash of the transaction.
    tx_hash: str
    #: Position of the transfer among the block's log entries.
    log_index: float
    #: Number of the block that contains the transfer.
    block_number: float
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Current status.
    status: Literal["detected", "final"]
    #: Time at which the deposit was first seen. It decides whether the deposit is in time.
    seen_at: str


class AdminPayoutDeposits(_AdminPayoutDeposits, total=False):
    #: Number of blocks since the deposit, its own included, at the last check.
    confirmations: float


class AdminPayoutTimeline(TypedDict):
    #: Current status.
    status: "PayoutStatus"
    #: Time in ISO 8601, in UTC.
    at: str


class AdminPayoutScreeningCandidates(TypedDict):
    #: List entry that matched best. `null` if none matched.
    matched_entry: Optional[str]
    #: Name or sender address that matched. `null` if none matched.
    matched_subject: str
    #: Highest score of any name, from 0 to 1.
    score: float
    #: List entry as it was published when it matched. `null` for an address that only the
    #: sanctions oracle lists.
    listed: Optional["ListedEntry"]


class AdminPayoutScreening(TypedDict):
    #: Result of the screening. `inconclusive` means that a list or a name was not available.
    verdict: "Verdict"
    #: Version of the sanctions lists. Empty if none were available.
    lists_version: str
    #: Highest score of any name, from 0 to 1.
    score: float
    #: List entry that matched best. `null` if none matched.
    matched_entry: Optional[str]
    #: Name or sender address that matched. `null` if none matched.
    matched_subject: Optional[str]
    #: List entries whose scores suffice for a hold, best first, at most 10.
    candidates: List["AdminPayoutScreeningCandidates"]
    #: Name that the provider has for the number. `null` if the provider reports none.
    registered_name: Optional[str]
    #: Reason of the verdict. `null` if it is `clear`.
    reason: Optional[str]


class AdminPayoutTransfer(TypedDict):
    #: Reference of the instruction, as the provider received it. A payout has at most one live
    #: instruction.
    reference: str
    #: Number of instructions that the payout has had.
    attempt: float
    #: Provider of the instruction. `null` if it is simulated, or if the network had no
    #: provider.
    provider: Optional[str]
    #: Latest response of the provider. `requested` means that there is no definite response
    #: yet.
    phase: "Phase"
    #: Time at which an unknown outcome becomes a manual review. ISO 8601 in UTC.
    answer_due_at: str


class _AdminPayoutRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class AdminPayoutRefund(_AdminPayoutRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _AdminPayoutFrozen(TypedDict):
    #: Time of the beginning. ISO 8601 in UTC.
    since: str
    #: Name of the user or key that froze the money.
    by: str
    #: Reason that staff gave for the freeze.
    reason: str
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class AdminPayoutFrozen(_AdminPayoutFrozen, total=False):
    """Time, author, reason and amount of the freeze. Present only while the money is
    frozen. The customer sees a hold and not the freeze.
    """

    #: Frozen money on other chains or in other tokens. Present only if there is some.
    foreign_amounts: List["ForeignAmount"]


class _AdminPayout(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Current status.
    status: "PayoutStatus"
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str
    #: Id of the quote.
    quote_id: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Id of the saved recipient.
    beneficiary_id: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Progress of the deposit. A `detected` deposit is not final yet.
    funding_status: "PayoutFundingStatus"
    #: Deposits to the payout's address. Empty for a row of a batch, whose deposits are the
    #: batch's.
    deposits: List["AdminPayoutDeposits"]
    #: All statuses of the payout with their times.
    timeline: List["AdminPayoutTimeline"]
    #: Id of the customer's account.
    account_id: str
    #: Addresses that the deposits came from, each once. A simulated deposit has none.
    senders: List[str]
    #: Code of the reason for the compliance hold. `null` if there was no hold.
    hold_reason: Optional[str]
    #: Code of the reason for the manual review. `null` if there was none.
    review_reason: Optional["ReviewReason"]
    #: Reason why the refund is withheld. `null` if it is not.
    refund_hold: Optional[str]
    #: Users (e-mail addresses) and keys (names) that approved the latest hold.
    approvals: List[str]
    #: Number of people who must approve the release of a hold or a `pending_action`.
    approvals_needed: float
    #: Action that waits for more approvals. `null` if there is none.
    pending_action: Optional["PendingAction"]
    #: Latest screening. `null` if there was none.
    screening: Optional["AdminPayoutScreening"]
    #: Latest instruction to a provider. `null` if there was none.
    transfer: Optional["AdminPayoutTransfer"]


class AdminPayout(_AdminPayout, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    recipient_details: "RecipientDetails"
    #: Code of the reason for the payment, such as `family_support`.
    purpose: str
    #: Code of the source of the money, such as `salary`.
    source_of_funds: str
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed, as in its
    #: event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
    #: the service cannot continue the payout now. It continues automatically, and no event has
    #: these reasons.
    reason: str
    #: The reason as a sentence for people. The text can change.
    reason_message: str
    #: Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
    #: with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
    reason_since: str
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "AdminPayoutRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]
    #: Recalls of the payout after it settled, oldest first. Present only if there are any.
    recalls: List["AdminRecall"]
    #: Deposits that arrived on another chain or in another token, and that an operator booked.
    #: Present only if there is one.
    foreign_deposits: List["ForeignDeposit"]
    #: Time, author, reason and amount of the freeze. Present only while the money is frozen.
    #: The customer sees a hold and not the freeze.
    frozen: "AdminPayoutFrozen"


class EarlierDecisionActor(TypedDict):
    """The user or key that acted, under its current name."""

    #: Unique id of the object.
    id: str
    #: `person` for a user, `api_key` for a key.
    kind: Literal["person", "api_key"]
    #: Name for people.
    name: str


class EarlierDecision(TypedDict):
    #: Id of the entry in the audit log.
    id: str
    #: Time in ISO 8601, in UTC.
    at: str
    #: The user or key that acted, under its current name.
    actor: "EarlierDecisionActor"
    #: Decision. If several people approved, each approval is a decision.
    outcome: Literal["approved", "rejected", "frozen", "unfrozen"]
    #: Reason that staff gave.
    reason: Optional[str]
    #: Id of the payout.
    payout_id: str
    #: Id of the customer's account.
    account_id: str
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Facts that both payouts share, such as the same phone, the same words in the recipient's
    #: name, or a list entry that suffices for a hold.
    shared: List[Literal["phone", "name", "list_entry"]]


class _AdminBatchRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class AdminBatchRefund(_AdminBatchRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _AdminBatch(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name that the batch was created with. `null` if it has none.
    name: Optional[str]
    #: Current status.
    status: "BatchStatus"
    #: Number of objects in the whole list.
    total: float
    #: Number of payouts that were delivered.
    completed: float
    #: Number of payouts that ended without delivery.
    failed: float
    #: Number of payouts that are not finished.
    pending: float
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired` if
    #: the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
    #: `awaiting` batch with pending payouts can be cancelled.
    funding_status: "BatchFundingStatus"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Id of the customer's account.
    account_id: str
    #: Number of people who must approve the release of a hold or a `pending_action`.
    approvals_needed: float
    #: Action that waits for more approvals. `null` if there is none.
    pending_action: Optional["PendingAction"]
    #: Reason why the refund is withheld. `null` if it is not.
    refund_hold: Optional[str]


class AdminBatch(_AdminBatch, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "AdminBatchRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]
    #: Deposits that arrived on another chain or in another token, and that an operator booked.
    #: Present only if there is one.
    foreign_deposits: List["ForeignDeposit"]
    #: Time at which the batch was parked after repeated defects of the service. It continues
    #: after an operator resumes it.
    parked_at: str


class ApiKeyWithSecret(TypedDict):
    """Only this response contains `key`. A replay of the request has `null` instead."""

    #: Unique id of the object.
    id: str
    #: Name of the key.
    name: str
    #: Permissions of the key. `full` allows everything, `read_only` all reads. `payouts`,
    #: `webhooks` and `reports` allow only that area and `GET /v1/account`.
    scope: "Scope"
    #: Last four characters of the key.
    last4: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time at which the key expires. `null` if it never expires.
    expires_at: Optional[str]
    #: Addresses and ranges (CIDR) from which the key works. `null` if it works from
    #: everywhere.
    allowed_ips: Optional[List[str]]
    #: The API key itself, which is shown only in this response.
    key: Optional[str]


class ApiKey(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name of the key.
    name: str
    #: Permissions of the key. `full` allows everything, `read_only` all reads. `payouts`,
    #: `webhooks` and `reports` allow only that area and `GET /v1/account`.
    scope: "Scope"
    #: Last four characters of the key.
    last4: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time at which the key expires. `null` if it never expires.
    expires_at: Optional[str]
    #: Addresses and ranges (CIDR) from which the key works. `null` if it works from
    #: everywhere.
    allowed_ips: Optional[List[str]]
    #: Time of the revocation. `null` while the key works.
    revoked_at: Optional[str]
    #: Time of the last request with the key. `null` if none is known.
    last_used_at: Optional[str]


class _Account(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name of the account.
    name: str
    #: E-mail address of the customer.
    email: str
    #: Progress of the identity check. Unless it is `APPROVED`, API keys are refused, and users
    #: can only read and manage their team.
    kyc_status: "KycStatus"
    #: Current status.
    status: Literal["ACTIVE", "SUSPENDED"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str


class Account(_Account, total=False):
    originator: "Originator"


class _Originator(TypedDict):
    #: `person` or `business`.
    type: Literal["person", "business"]
    #: Full name of the person, or registered name of the business.
    name: str


class Originator(_Originator, total=False):
    """The person or business on whose behalf the account pays, as staff verified it.
    Absent until staff set it.
    """

    #: Date of birth, YYYY-MM-DD. Only a person has one.
    birth_date: str
    #: Number in the public register. Only a business has one.
    registration_number: str
    #: Country of residence or registration, ISO 3166-1 alpha-2, such as `UG`.
    country: str
    address: "PostalAddress"


class _OriginatorInput(TypedDict):
    #: `person` or `business`.
    type: Literal["person", "business"]
    #: Full name of the person, or registered name of the business.
    name: str


class OriginatorInput(_OriginatorInput, total=False):
    #: Date of birth, YYYY-MM-DD. Only a person has one.
    birth_date: Optional[str]
    #: Number in the public register. Only a business has one.
    registration_number: Optional[str]
    #: Country of residence or registration, ISO 3166-1 alpha-2, such as `UG`.
    country: Optional[str]
    #: Postal address.
    address: Optional["PostalAddressInput"]


class PostalAddressInput(TypedDict, total=False):
    #: Street and number, or the place in words.
    line1: Optional[str]
    #: Building, floor or apartment.
    line2: Optional[str]
    #: Town or village.
    city: Optional[str]
    #: Postal code.
    postal_code: Optional[str]
    #: Country of the address, ISO 3166-1 alpha-2, such as `UG`.
    country: Optional[str]


class AuditLogActor(TypedDict):
    """The user or key that acted, under its current name."""

    #: Unique id of the object.
    id: str
    #: `person` for a user, `api_key` for a key.
    kind: Literal["person", "api_key"]
    #: Name for people.
    name: str


class AuditLog(TypedDict):
    #: Unique id of the object.
    id: str
    #: Time of the change. ISO 8601 in UTC.
    at: str
    #: The user or key that acted, under its current name.
    actor: "AuditLogActor"
    #: Id of the account whose objects were changed. `null` for objects of the service.
    account_id: Optional[str]
    #: Network address of the client. `null` if it was not recorded.
    address: Optional[str]
    #: Name of the action, such as `api_key.created`.
    action: str
    #: Id of the object that was changed. `null` if there is none.
    subject_id: str
    #: Changed fields with their new values.
    changes: Dict[str, str]
    #: Reason that the user or key gave. `null` if none was given.
    reason: Optional[str]


class _BatchRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class BatchRefund(_BatchRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _Batch(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name that the batch was created with. `null` if it has none.
    name: Optional[str]
    #: Current status.
    status: "BatchStatus"
    #: Number of objects in the whole list.
    total: float
    #: Number of payouts that were delivered.
    completed: float
    #: Number of payouts that ended without delivery.
    failed: float
    #: Number of payouts that are not finished.
    pending: float
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired` if
    #: the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
    #: `awaiting` batch with pending payouts can be cancelled.
    funding_status: "BatchFundingStatus"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class Batch(_Batch, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "BatchRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]


class _PayoutDeposits(TypedDict):
    #: Hash of the transaction.
    tx_hash: str
    #: Position of the transfer among the block's log entries.
    log_index: float
    #: Number of the block that contains the transfer.
    block_number: float
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Current status.
    status: Literal["detected", "final"]
    #: Time at which the deposit was first seen. It decides whether the deposit is in time.
    seen_at: str


class PayoutDeposits(_PayoutDeposits, total=False):
    #: Number of blocks since the deposit, its own included, at the last check.
    confirmations: float


class PayoutTimeline(TypedDict):
    #: Current status.
    status: "PayoutStatus"
    #: Time in ISO 8601, in UTC.
    at: str


class _PayoutRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class PayoutRefund(_PayoutRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _Payout(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Current status.
    status: "PayoutStatus"
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str
    #: Id of the quote.
    quote_id: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Id of the saved recipient.
    beneficiary_id: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Progress of the deposit. A `detected` deposit is not final yet.
    funding_status: "PayoutFundingStatus"
    #: Deposits to the payout's address. Empty for a row of a batch, whose deposits are the
    #: batch's.
    deposits: List["PayoutDeposits"]
    #: All statuses of the payout with their times.
    timeline: List["PayoutTimeline"]


class Payout(_Payout, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    recipient_details: "RecipientDetails"
    #: Code of the reason for the payment, such as `family_support`.
    purpose: str
    #: Code of the source of the money, such as `salary`.
    source_of_funds: str
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed, as in its
    #: event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
    #: the service cannot continue the payout now. It continues automatically, and no event has
    #: these reasons.
    reason: str
    #: The reason as a sentence for people. The text can change.
    reason_message: str
    #: Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
    #: with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
    reason_since: str
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "PayoutRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]
    #: Recalls of the payout after it settled, oldest first. Present only if there are any.
    recalls: List["Recall"]


class _Recall(TypedDict):
    #: Id of the recall.
    recall_id: str
    #: Kind of the recall. `returned`: the provider gave the money back. `recalled`: the
    #: customer or the recipient asked for it. `disputed`: a claim of a wrong number or of
    #: fraud.
    kind: "RecallKind"
    #: Progress of the recall. `open`: support works on it. `returned`: the provider has
    #: returned money. `closed`: it has an `outcome`.
    status: "RecallStatus"
    opened_at: str


class Recall(_Recall, total=False):
    #: Amount that the provider returned, in the target currency. Present only after a return.
    returned_amount_fiat: float
    #: Share of the source amount that the returned amount stands for, the fee included. It is
    #: refunded. Present only after a return.
    returned_amount_usdc: float
    #: The provider's reference of the return. Present only after a return.
    provider_reference: str
    returned_at: str
    #: Outcome of the recall. `returned`: money came back. `kept`: the recipient keeps it.
    #: `written_off`: it did not come back, and the service stops asking for it. Present only
    #: if the recall is closed.
    outcome: "RecallOutcome"
    closed_at: str


class Rate(TypedDict):
    #: Always `USDC`.
    source_currency: Literal["USDC"]
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Spread of the rate as a fraction, such as 0.01 for 1%.
    spread_percent: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Networks that pay this currency.
    networks: List[str]
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str


class Network(TypedDict):
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Long form of the network's name, such as `mtn_uganda`.
    slug: str
    #: Name of the network.
    name: str
    #: Country code, ISO 3166-1 alpha-2.
    country: str
    #: Digits after the plus sign that all numbers of the country begin with.
    calling_code: str
    #: Valid numbers of digits after the calling code.
    national_lengths: List[float]
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: Current status.
    status: "NetworkStatus"
    #: Smallest amount of one payout, in the recipient's currency.
    min_amount: float
    #: Largest amount of one payout, in the recipient's currency.
    max_amount: float
    #: Number of decimals that the network pays.
    decimals: float
    #: `required` or `optional`. If it is `required`, production refuses a payout without it,
    #: and the sandbox returns a warning.
    recipient_name: Literal["required", "optional"]


class Balance(TypedDict):
    #: USDC that can pay for payouts now.
    available_usdc: float
    #: USDC that left the balance for payouts and withdrawals that have not ended.
    reserved_usdc: float
    #: USDC of deposits that are not final yet, or whose sender is being screened.
    pending_usdc: float
    #: USDC of deposits that a compliance review holds.
    held_usdc: float
    #: Amount below which the balance is low. `null` if none is set.
    low_threshold_usdc: Optional[float]
    #: Destination of refunds of payouts and batches that a deposit funds. `refund` if
    #: operators send them to a refund address, `balance` if they become part of the balance.
    excess: Literal["refund", "balance"]
    #: True if less than the threshold is available.
    is_low: bool
    #: Address for deposits to the balance. It never changes, and takes any amount at any time.
    deposit_address: str
    chain_id: float
    token_address: str
    #: Payment link (EIP-681) to the address, without an amount.
    payment_uri: str
    #: The instruction to deposit in one sentence.
    message: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str


class LoggedRequestWithBodies(TypedDict):
    #: Id of the request, as in `X-Request-Id`.
    id: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Id of the API key (`key_…`) or dashboard user (`usr_…`) that sent the request.
    caller_id: str
    #: Current name of the key or user.
    caller_name: Optional[str]
    #: Network address of the client.
    ip_address: str
    #: HTTP method of the request.
    method: str
    #: Path with its query. Search texts are masked.
    path: str
    #: HTTP status of the response. 499 if the client closed the connection before the
    #: response.
    status: float
    #: Milliseconds until the response.
    latency_ms: float
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: `true` if the response is a replay of the first response to this idempotency key.
    replayed: bool
    #: Copy of `error`.
    error_code: Optional[str]
    #: Id of the payout, batch or quote in the request or response. `null` if there is none.
    subject_id: Optional[str]
    #: Body, at most 4,096 characters. Phone numbers, names, details of people, metadata and
    #: secrets are masked. `null` if there is none.
    request_body: Optional[str]
    #: Body, at most 4,096 characters. Phone numbers, names, details of people, metadata and
    #: secrets are masked. `null` if there is none.
    response_body: Optional[str]


class LoggedRequest(TypedDict):
    #: Id of the request, as in `X-Request-Id`.
    id: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Id of the API key (`key_…`) or dashboard user (`usr_…`) that sent the request.
    caller_id: str
    #: Current name of the key or user.
    caller_name: Optional[str]
    #: Network address of the client.
    ip_address: str
    #: HTTP method of the request.
    method: str
    #: Path with its query. Search texts are masked.
    path: str
    #: HTTP status of the response. 499 if the client closed the connection before the
    #: response.
    status: float
    #: Milliseconds until the response.
    latency_ms: float
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: `true` if the response is a replay of the first response to this idempotency key.
    replayed: bool
    #: Copy of `error`.
    error_code: Optional[str]
    #: Id of the payout, batch or quote in the request or response. `null` if there is none.
    subject_id: Optional[str]


class AuditLine(TypedDict):
    #: Unique id of the object.
    id: str
    #: Time in ISO 8601, in UTC.
    at: str
    #: Id of the user or key that acted.
    actor_id: str
    #: `person` for a user, `api_key` for a key.
    actor_kind: Literal["person", "api_key"]
    #: Current name of the user or key that acted.
    actor_name: str
    #: Id of the account whose objects were changed. `null` for objects of the service.
    account_id: Optional[str]
    #: Network address of the client. `null` if it was not recorded.
    address: Optional[str]
    #: Name of the action, such as `api_key.created`.
    action: str
    #: Id of the object that was changed. `null` if there is none.
    subject_id: str
    #: Reason in words or as a code.
    reason: Optional[str]
    #: Changed fields with their new values.
    changes: Dict[str, str]


class ProfitLine(TypedDict):
    #: Id of the customer's account.
    account_id: str
    #: Current name of the account.
    account_name: Optional[str]
    #: Id of the payout.
    payout_id: str
    #: Time of delivery. `null` until then.
    settled_at: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Amount that the recipient gets, in the target currency.
    target_amount: float
    #: USDC that the customer paid.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC. It is the spread income.
    fee_usdc: float
    #: Source amount less the fee, which is for sale.
    converted_usdc: float
    #: Part of the converted USDC that sales have taken, first in first out.
    sold_usdc: float
    #: Part of the converted USDC that returns of recalls have taken, first in first out. It
    #: has no result.
    returned_usdc: float
    #: Share of the payout in the realised results of sales, in the target currency. Negative
    #: for a loss. `null` while nothing is sold.
    fx_result: Optional[float]
    #: Provider fees of bookings that name the payout, in the target currency. `null` if there
    #: is no such booking.
    provider_fee: Optional[float]
    #: Gas of bookings that name the payout, in the target currency. `null` if there is no such
    #: booking.
    gas: Optional[float]


class AdminFeeLine(TypedDict):
    #: Id of the customer's account.
    account_id: str
    #: Current name of the account.
    account_name: Optional[str]
    #: Day of the settlements in UTC.
    day: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Number of settled payouts.
    count: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount: float


class AdminRefundLine(TypedDict):
    #: Id of the customer's account.
    account_id: str
    #: Current name of the account.
    account_name: Optional[str]
    #: Id of the payout. `null` for the refund of a whole batch.
    payout_id: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Time at which an operator recorded the transaction. It decides which period the refund
    #: is in.
    sent_at: str
    #: Time at which the transaction was proven final. `null` until then.
    confirmed_at: Optional[str]
    #: Current status.
    status: Literal["sent", "confirmed"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
    #: failed, `overpaid` if more than the amount due arrived, `returned` if the provider
    #: returned the money of a settled payout, or `foreign_deposit` if the money arrived on
    #: another chain or in another token.
    reason: "Reason"
    #: Reference of the payout, or name of the batch.
    reference: Optional[str]
    #: EIP-155 id of the chain of a refund of a foreign deposit, whose `amount_usdc` is 0.
    #: `null` for a refund in USDC of the service's own chain.
    chain_id: Optional[float]
    #: Name of that chain, such as Base.
    chain: Optional[str]
    #: Address of the token on that chain.
    token_address: Optional[str]
    #: Amount in whole tokens, as a decimal.
    token_amount: Optional[str]


class AdminSettlement(TypedDict):
    #: Id of the customer's account.
    account_id: str
    #: Current name of the account.
    account_name: Optional[str]
    #: Id of the payout.
    payout_id: str
    #: Time of delivery. `null` until then.
    settled_at: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Amount that the recipient gets, in the target currency.
    target_amount: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Id of the quote.
    quote_id: Optional[str]
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Idempotency key of the payout, or of its row in the batch.
    idempotency_key: Optional[str]
    #: Hashes of the deposits' transactions, separated by spaces. `null` for a row of a batch.
    deposit_tx_hashes: Optional[str]


class FeeLine(TypedDict):
    #: Day of the settlements in UTC.
    day: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Number of settled payouts.
    count: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount: float


class RefundLine(TypedDict):
    #: Id of the payout. `null` for the refund of a whole batch.
    payout_id: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Time at which an operator recorded the transaction. It decides which period the refund
    #: is in.
    sent_at: str
    #: Time at which the transaction was proven final. `null` until then.
    confirmed_at: Optional[str]
    #: Current status.
    status: Literal["sent", "confirmed"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
    #: failed, `overpaid` if more than the amount due arrived, `returned` if the provider
    #: returned the money of a settled payout, or `foreign_deposit` if the money arrived on
    #: another chain or in another token.
    reason: "Reason"
    #: Reference of the payout, or name of the batch.
    reference: Optional[str]
    #: EIP-155 id of the chain of a refund of a foreign deposit, whose `amount_usdc` is 0.
    #: `null` for a refund in USDC of the service's own chain.
    chain_id: Optional[float]
    #: Name of that chain, such as Base.
    chain: Optional[str]
    #: Address of the token on that chain.
    token_address: Optional[str]
    #: Amount in whole tokens, as a decimal.
    token_amount: Optional[str]


class Settlement(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Time of delivery. `null` until then.
    settled_at: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Amount that the recipient gets, in the target currency.
    target_amount: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Id of the quote.
    quote_id: Optional[str]
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Idempotency key of the payout, or of its row in the batch.
    idempotency_key: Optional[str]
    #: Hashes of the deposits' transactions, separated by spaces. `null` for a row of a batch.
    deposit_tx_hashes: Optional[str]


class DeliveryAttempts(TypedDict):
    #: Time of the attempt. ISO 8601 in UTC.
    at: str
    #: HTTP status of the webhook endpoint's response. `null` without a response.
    status_code: Optional[float]
    #: Milliseconds until the response.
    latency_ms: float
    #: Description of the fault. `null` if the attempt succeeded.
    error: Optional[str]
    #: Headers that the attempt sent. `null` if they are no longer stored.
    request_headers: Optional[Dict[str, str]]
    #: First 1,024 characters of the response headers. `null` without a response.
    response_headers: Optional[Dict[str, str]]
    #: First 1,024 bytes of the response. `null` without a response.
    response_body: Optional[str]


class Delivery(TypedDict):
    #: Unique id of the object.
    id: str
    #: Id of the webhook endpoint.
    endpoint_id: str
    #: Id of the event.
    event_id: str
    #: Name of the event.
    event_type: str
    #: Id of the payout.
    payout_id: Optional[str]
    #: `true` if the delivery is a test that you requested.
    test: bool
    #: Current status.
    status: "DeliveryStatus"
    #: All attempts to deliver the event, oldest first.
    attempts: List["DeliveryAttempts"]
    #: Time of the next attempt. `null` if none is planned.
    next_attempt_at: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    payload: "Event_1"


class Event(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name of the event.
    type: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Object that the event is about, in the form that the event's name defines.
    data: Dict[str, Any]


class _WebhookEndpointWithSecret(TypedDict):
    #: Unique id of the object.
    id: str
    #: URL that events are sent to. It needs HTTPS and a valid certificate.
    url: str
    #: Event names. `*` stands for all events and `payout.*` for all events of payouts.
    events: List[str]
    #: Your own text about the webhook endpoint. `null` if there is none.
    description: Optional[str]
    #: `true` if events are sent to the webhook endpoint.
    is_active: bool
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Signing secret, which is shown only in this response.
    secret: str


class WebhookEndpointWithSecret(_WebhookEndpointWithSecret, total=False):
    #: Reason why the service disabled the endpoint. Present only if it did.
    disabled_reason: str


class _WebhookEndpoint(TypedDict):
    #: Unique id of the object.
    id: str
    #: URL that events are sent to. It needs HTTPS and a valid certificate.
    url: str
    #: Event names. `*` stands for all events and `payout.*` for all events of payouts.
    events: List[str]
    #: Your own text about the webhook endpoint. `null` if there is none.
    description: Optional[str]
    #: `true` if events are sent to the webhook endpoint.
    is_active: bool
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class WebhookEndpoint(_WebhookEndpoint, total=False):
    #: Reason why the service disabled the endpoint. Present only if it did.
    disabled_reason: str


class ValidatedRecipientProblems(TypedDict):
    #: Name of the invalid field.
    field: str
    #: Code of the problem, for programs.
    code: str
    #: Text for people, which may change. Programs use the codes.
    message: str


class ValidatedRecipient(TypedDict):
    #: `true` if a payout to this recipient would be accepted now.
    is_valid: bool
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Name of the network.
    name: str
    #: Country code, ISO 3166-1 alpha-2.
    country: str
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: Current state of the network.
    network_status: "NetworkStatus"
    #: Name registered for the number. `null` if no provider reports it.
    registered_name: Optional[str]
    #: `true` if all words of the given name are in the registered name, in any order. `null`
    #: if either name is missing.
    is_name_match: Optional[bool]
    #: Reasons why a payout to this recipient would be refused now. Empty if it would be
    #: accepted.
    problems: List["ValidatedRecipientProblems"]


class OwnAccountKey(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name of the key.
    name: str
    #: Permissions of the key. `full` allows everything, `read_only` all reads. `payouts`,
    #: `webhooks` and `reports` allow only that area and `GET /v1/account`.
    scope: "Scope"
    #: Last four characters of the key.
    last4: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time at which the key expires. `null` if it never expires.
    expires_at: Optional[str]
    #: Addresses and ranges (CIDR) from which the key works. `null` if it works from
    #: everywhere.
    allowed_ips: Optional[List[str]]


class OwnAccountLimits(TypedDict):
    """Limits of this account."""

    #: Number of other requests allowed per minute.
    requests_per_minute: float
    #: Number of quotes allowed per minute.
    quotes_per_minute: float
    #: Number of bulk requests allowed per minute.
    bulk_requests_per_minute: float
    #: Smallest amount of a quote, in USDC.
    quote_min_usdc: float
    #: Largest amount of a quote, in USDC.
    quote_max_usdc: float
    #: Seconds for which a quote is valid.
    quote_ttl_seconds: float
    #: Seconds after creation within which a deposit must be seen.
    funding_window_seconds: float
    #: Largest number of payouts in a bulk batch.
    payouts_per_bulk: float
    #: Largest number of rows in a batch.
    payouts_per_batch: float


class _OwnAccount(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name of the account.
    name: str
    #: E-mail address of the customer.
    email: str
    #: Environment of this service and its keys.
    environment: Literal["sandbox", "production"]
    #: Current status.
    status: Literal["ACTIVE", "SUSPENDED"]
    #: Progress of the identity check. Unless it is `APPROVED`, API keys are refused, and users
    #: can only read and manage their team.
    kyc_status: "KycStatus"
    #: API key of this request. `null` for a dashboard session.
    key: Optional["OwnAccountKey"]
    #: Limits of this account.
    limits: "OwnAccountLimits"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class OwnAccount(_OwnAccount, total=False):
    originator: "Originator"


class AdminWithdrawal(TypedDict):
    #: Unique id of the object.
    id: str
    #: `requested` and `held` wait for a decision of staff, `approved` for the transaction, and
    #: `sent` until the transaction is final. `completed`, `cancelled` and `rejected` are
    #: final.
    status: "WithdrawalStatus"
    #: Amount in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference. `null` if you gave none.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    sent_at: Optional[str]
    completed_at: Optional[str]
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str
    #: Id of the customer's account.
    account_id: str
    #: Reason why screening flagged the address. `null` if it did not.
    hold_reason: Optional[str]
    #: Number of people who must approve the release of a hold or a `pending_action`.
    approvals_needed: float
    #: Action that waits for more approvals. `null` if there is none.
    pending_action: Optional["PendingAction"]


class Withdrawal(TypedDict):
    #: Unique id of the object.
    id: str
    #: `requested` and `held` wait for a decision of staff, `approved` for the transaction, and
    #: `sent` until the transaction is final. `completed`, `cancelled` and `rejected` are
    #: final.
    status: "WithdrawalStatus"
    #: Amount in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference. `null` if you gave none.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    sent_at: Optional[str]
    completed_at: Optional[str]
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str


class BalanceStatementCredits(TypedDict):
    """Movements that added to the balance."""

    #: Number of movements.
    count: int
    #: Sum of their amounts in USDC, without a sign.
    amount_usdc: float


class BalanceStatementDebits(TypedDict):
    """Movements that left the balance."""

    #: Number of movements.
    count: int
    #: Sum of their amounts in USDC, without a sign.
    amount_usdc: float


class BalanceStatement(TypedDict):
    #: Id of the customer's account.
    account_id: str
    #: Current name of the account.
    account_name: str
    #: Currency of all amounts.
    currency: Literal["USDC"]
    #: Last day in UTC, YYYY-MM-DD.
    to: str
    #: True once the period has ended. Later statements of the period have the same movements
    #: and balances.
    is_complete: bool
    #: Time of the request.
    generated_at: str
    #: The balance before the first day.
    opening_balance_usdc: float
    #: The balance at the end of the last day, or now if the period has not ended.
    closing_balance_usdc: float
    #: Movements that added to the balance.
    credits: "BalanceStatementCredits"
    #: Movements that left the balance.
    debits: "BalanceStatementDebits"
    #: Movements of the period, oldest first.
    movements: List["BalanceMovement"]


class _BalanceMovement(TypedDict):
    #: Id of the movement. Ids of one balance sort by time.
    id: str
    #: `deposit` for USDC that arrived, `release` for deposits that were held, `payout` and
    #: `batch` for the price of one, `withdrawal` for USDC that goes to your address, `return`
    #: for money of payouts that failed or were reversed, and of withdrawals that were not
    #: sent, `correction` for an amount that operators added or took because of a mistake.
    type: Literal["deposit", "release", "payout", "batch", "withdrawal", "return", "correction"]
    #: Amount in USDC. It is negative if it left the balance.
    amount_usdc: float
    #: The balance after the movement.
    balance_after_usdc: float
    #: Time in ISO 8601, in UTC.
    at: str


class BalanceMovement(_BalanceMovement, total=False):
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    withdrawal_id: str
    #: Id of the correction. Our support can explain it.
    correction_id: str
    #: Transaction of the deposit.
    tx_hash: str
    #: Address that the released deposits came from.
    from_address: str


class RecipientDetailsInput(TypedDict, total=False):
    #: Given names, as in the identity document.
    given_name: Optional[str]
    #: Family name, as in the identity document.
    family_name: Optional[str]
    #: Date of birth, YYYY-MM-DD, from 1900-01-01 to today.
    birth_date: Optional[str]
    #: Country of residence, ISO 3166-1 alpha-2, such as `UG`.
    country: Optional[str]
    #: Postal address.
    address: Optional["PostalAddressInput"]


class _BulkBatchPayouts(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Current status.
    status: "PayoutStatus"
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Your own text, at most 128 characters.
    reference: Optional[str]


class BulkBatchPayouts(_BulkBatchPayouts, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"


class _BulkBatchRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class BulkBatchRefund(_BulkBatchRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _BulkBatch(TypedDict):
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Name that the batch was created with. `null` if it has none.
    name: Optional[str]
    #: Current status.
    status: "BulkBatchStatus"
    #: Number of objects in the whole list.
    total: float
    #: Number of payouts that were delivered.
    completed: float
    #: Number of payouts that ended without delivery.
    failed: float
    #: Number of payouts that are not finished.
    pending: float
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired` if
    #: the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
    #: `awaiting` batch with pending payouts can be cancelled.
    funding_status: "BatchFundingStatus"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str
    #: Payouts, one object each.
    payouts: List["BulkBatchPayouts"]


class BulkBatch(_BulkBatch, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "BulkBatchRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]


class _BulkBatchSummaryRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class BulkBatchSummaryRefund(_BulkBatchSummaryRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _BulkBatchSummary(TypedDict):
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Name that the batch was created with. `null` if it has none.
    name: Optional[str]
    #: Current status.
    status: "BulkBatchStatus"
    #: Number of objects in the whole list.
    total: float
    #: Number of payouts that were delivered.
    completed: float
    #: Number of payouts that ended without delivery.
    failed: float
    #: Number of payouts that are not finished.
    pending: float
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired` if
    #: the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
    #: `awaiting` batch with pending payouts can be cancelled.
    funding_status: "BatchFundingStatus"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Time of the last change, ISO 8601 in UTC.
    updated_at: str


class BulkBatchSummary(_BulkBatchSummary, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "BulkBatchSummaryRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]


class _BulkBatchCreatedWarnings(TypedDict):
    #: Name of the invalid field.
    field: str
    #: Code of the problem, for programs.
    code: str
    #: Text for people, which may change. Programs use the codes.
    message: str


class BulkBatchCreatedWarnings(_BulkBatchCreatedWarnings, total=False):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float


class _BulkBatchCreated(TypedDict):
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Name that the batch was created with. `null` if it has none.
    name: Optional[str]
    #: Number of payouts in the batch.
    total_count: float
    #: Current status.
    status: "BulkBatchStatus"
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired` if
    #: the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
    #: `awaiting` batch with pending payouts can be cancelled.
    funding_status: "BatchFundingStatus"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class BulkBatchCreated(_BulkBatchCreated, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    #: Faults that production would refuse. Only the sandbox returns warnings. A batch has one
    #: warning per kind of fault, with the first row.
    warnings: List["BulkBatchCreatedWarnings"]


SourceOfFunds = Literal["salary", "business_revenue", "savings", "investment", "property", "loan", "pension", "gift", "inheritance", "grant", "other"]


Purpose = Literal["family_support", "gift", "education", "medical", "rent", "property", "savings", "investment", "loan", "salary", "contractor", "supplier_payment", "tax", "insurance", "travel", "donation", "refund", "other"]


class _BatchPayout(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Current status.
    status: "PayoutStatus"
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Your own text, at most 128 characters.
    reference: Optional[str]


class BatchPayout(_BatchPayout, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed, as in its
    #: event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean that
    #: the service cannot continue the payout now. It continues automatically, and no event has
    #: these reasons.
    reason: str
    #: The reason as a sentence for people. The text can change.
    reason_message: str
    #: Time since which the service cannot continue the payout. ISO 8601 in UTC. Present only
    #: with `network_unreachable`, `provider_balance_low` and `chain_unreachable`.
    reason_since: str


class BatchCheckCurrencies(TypedDict):
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Number of rows.
    count: float
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Spread of the rate as a fraction, such as 0.01 for 1%.
    spread_percent: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float


class BatchCheckNetworks(TypedDict):
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Number of rows.
    count: float
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float


class BatchCheckRows(TypedDict):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"


class BatchCheckDuplicates(TypedDict):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float
    #: Number of the first row with the same phone and amount.
    same_as_row: float


class BatchCheckPaidBefore(TypedDict):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Current status.
    status: "PayoutStatus"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class _BatchCheckErrors(TypedDict):
    #: Name of the invalid field.
    field: str
    #: Code of the problem, for programs.
    code: str
    #: Text for people, which may change. Programs use the codes.
    message: str


class BatchCheckErrors(_BatchCheckErrors, total=False):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float


class _BatchCheckWarnings(TypedDict):
    #: Name of the invalid field.
    field: str
    #: Code of the problem, for programs.
    code: str
    #: Text for people, which may change. Programs use the codes.
    message: str


class BatchCheckWarnings(_BatchCheckWarnings, total=False):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float


class _BatchCheck(TypedDict):
    #: `true` if creation would accept all rows.
    is_valid: bool
    #: Number of objects in the whole list.
    total: float
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Totals by currency, at current rates. Invalid rows are left out.
    currencies: List["BatchCheckCurrencies"]
    #: Totals of the valid rows by network.
    networks: List["BatchCheckNetworks"]
    #: Valid rows in the order of the file, with their amounts.
    rows: List["BatchCheckRows"]
    #: Rows with the same phone and amount as an earlier row. Creation accepts them.
    duplicates: List["BatchCheckDuplicates"]
    #: Rows that repeat the amount and phone of a payout from the last 14 days that was paid or
    #: is not finished. If there are several such payouts, the newest is shown. Creation
    #: accepts these rows.
    paid_before: List["BatchCheckPaidBefore"]
    #: Problems that creation would refuse, by row. Empty if it would accept all rows.
    errors: List["BatchCheckErrors"]
    #: Id of the batch that was created from the same rows in the last 24 hours. A new request
    #: with these rows returns that batch and pays no one twice. `null` if the rows are new.
    batch_id: Optional[str]


class BatchCheck(_BatchCheck, total=False):
    #: Faults that production would refuse. Only the sandbox returns warnings. A batch has one
    #: warning per kind of fault, with the first row.
    warnings: List["BatchCheckWarnings"]


class _BatchCreatedRefund(TypedDict):
    #: Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance review
    #: withholds the refund. `sent`: an operator recorded the transaction. `confirmed`: the
    #: transaction is final. `credited`: the refund is part of the balance.
    status: "ForeignRefundStatus"
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class BatchCreatedRefund(_BatchCreatedRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str


class _BatchCreatedWarnings(TypedDict):
    #: Name of the invalid field.
    field: str
    #: Code of the problem, for programs.
    code: str
    #: Text for people, which may change. Programs use the codes.
    message: str


class BatchCreatedWarnings(_BatchCreatedWarnings, total=False):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float


class _BatchCreated(TypedDict):
    #: Unique id of the object.
    id: str
    #: Name that the batch was created with. `null` if it has none.
    name: Optional[str]
    #: Current status.
    status: "BatchStatus"
    #: Number of objects in the whole list.
    total: float
    #: Number of payouts that were delivered.
    completed: float
    #: Number of payouts that ended without delivery.
    failed: float
    #: Number of payouts that are not finished.
    pending: float
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Progress of the deposit. A `detected` deposit is not final yet. A batch is `expired` if
    #: the funds did not arrive in time, and `cancelled` if it was cancelled. Only an
    #: `awaiting` batch with pending payouts can be cancelled.
    funding_status: "BatchFundingStatus"
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class BatchCreated(_BatchCreated, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    #: Ethereum address that refunds go to.
    refund_address: str
    #: Latest refund. Present only if there is one.
    refund: "BatchCreatedRefund"
    #: Refunds of money that arrived on another chain or in another token. Each is sent on that
    #: chain and in that token. Present only if there is one.
    foreign_refunds: List["ForeignRefund"]
    #: Faults that production would refuse. Only the sandbox returns warnings. A batch has one
    #: warning per kind of fault, with the first row.
    warnings: List["BatchCreatedWarnings"]


class _PayoutCreatedWarnings(TypedDict):
    #: Name of the invalid field.
    field: str
    #: Code of the problem, for programs.
    code: str
    #: Text for people, which may change. Programs use the codes.
    message: str


class PayoutCreatedWarnings(_PayoutCreatedWarnings, total=False):
    #: Number of the row, from 1. The header of a CSV file is not counted.
    row: float


class _PayoutCreated(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Current status.
    status: "PayoutStatus"
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: str
    #: Instruction for the deposit, with the exact amount and the address.
    message: str
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: USDC that you still have to send. A detected deposit counts as sent before it is final.
    #: 0 for a row of a batch, which is funded as a whole.
    amount_due_usdc: float
    #: Time by which the deposit must be seen on the chain. ISO 8601 in UTC.
    funding_expires_at: str
    #: EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows
    #: 11155111, which is Ethereum's test network Sepolia.
    chain_id: float
    #: Address of the USDC contract on the chain.
    token_address: str
    #: Payment link (EIP-681) for the amount due. `null` if nothing is due.
    payment_uri: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class PayoutCreated(_PayoutCreated, total=False):
    #: `balance` if the account's balance pays. Absent if a deposit does.
    funding: Literal["balance"]
    #: Faults that production would refuse. Only the sandbox returns warnings. A batch has one
    #: warning per kind of fault, with the first row.
    warnings: List["PayoutCreatedWarnings"]


class Quote(TypedDict):
    #: Id of the quote.
    quote_id: str
    #: Always `USDC`.
    source_currency: Literal["USDC"]
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: USDC to convert.
    source_amount: float
    #: Amount that the recipient gets, in the target currency.
    target_amount: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Spread of the rate as a fraction, such as 0.01 for 1%.
    spread_percent: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Current status.
    status: Literal["ACTIVE", "LOCKED", "USED", "EXPIRED"]
    #: Time of expiry. ISO 8601 in UTC.
    expires_at: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class _PayoutCreatedEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["CREATED", "AWAITING_FUNDS"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]


class PayoutCreatedEventData(_PayoutCreatedEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutCreatedEvent(TypedDict):
    """The payout was created."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.created"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutCreatedEventData"


class _PayoutAwaitingFundsEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["AWAITING_FUNDS"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]


class PayoutAwaitingFundsEventData(_PayoutAwaitingFundsEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutAwaitingFundsEvent(TypedDict):
    """The payout awaits funds. It was created, or the batch that it belongs to has
    started.
    """

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.awaiting_funds"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutAwaitingFundsEventData"


class PayoutFundsReceivedEvent(TypedDict):
    """The payout is funded (`STABLECOIN_RECEIVED`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.funds_received"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutReceivedData"


class PayoutStablecoinReceivedEvent(TypedDict):
    """The payout is funded (`STABLECOIN_RECEIVED`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.stablecoin_received"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutReceivedData"


class PayoutProcessingEvent(TypedDict):
    """The payout is funded (`STABLECOIN_RECEIVED`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.processing"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutReceivedData"


class _PayoutComplianceHoldEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["COMPLIANCE_HOLD"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str


class PayoutComplianceHoldEventData(_PayoutComplianceHoldEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutComplianceHoldEvent(TypedDict):
    """Screening holds the payout for a review (`COMPLIANCE_HOLD`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.compliance_hold"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutComplianceHoldEventData"


class PayoutInitiatedEvent(TypedDict):
    """The payout was sent to the provider (`PAYOUT_INITIATED`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.initiated"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutInitiatedData"


class PayoutPayoutInitiatedEvent(TypedDict):
    """The payout was sent to the provider (`PAYOUT_INITIATED`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.payout_initiated"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutInitiatedData"


class _PayoutConfirmedEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["PAYOUT_CONFIRMED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]


class PayoutConfirmedEventData(_PayoutConfirmedEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutConfirmedEvent(TypedDict):
    """The provider accepted the payout (`PAYOUT_CONFIRMED`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.confirmed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutConfirmedEventData"


class PayoutSettledEvent(TypedDict):
    """The recipient has the money (`SETTLED`). This status is final."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.settled"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutSettledData"


class PayoutCompletedEvent(TypedDict):
    """The recipient has the money (`SETTLED`). This status is final."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.completed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutSettledData"


class _PayoutFailedEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["FAILED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str


class PayoutFailedEventData(_PayoutFailedEventData, total=False):
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutFailedEvent(TypedDict):
    """The payout failed (`FAILED`). This status is final, and received money is refunded."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.failed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutFailedEventData"


class _PayoutReversedEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["REVERSED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str


class PayoutReversedEventData(_PayoutReversedEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutReversedEvent(TypedDict):
    """The payout was reversed (`REVERSED`). This status is final, and the money is
    refunded.
    """

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.reversed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutReversedEventData"


class _PayoutManualReviewEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["MANUAL_REVIEW"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str


class PayoutManualReviewEventData(_PayoutManualReviewEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutManualReviewEvent(TypedDict):
    """Staff must decide how the payout continues (`MANUAL_REVIEW`)."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.manual_review"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutManualReviewEventData"


class _PayoutRefundedEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["FAILED", "REVERSED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    refund: "ConfirmedRefund"


class PayoutRefundedEventData(_PayoutRefundedEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutRefundedEvent(TypedDict):
    """A refund of a failed or reversed payout is final on its chain."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.refunded"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutRefundedEventData"


class _PayoutRecalledEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: Literal["SETTLED"]
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    recall: "PayoutRecall"


class PayoutRecalledEventData(_PayoutRecalledEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class PayoutRecalledEvent(TypedDict):
    """A recall of a settled payout was opened, got money back or was closed. The payout
    stays `SETTLED`.
    """

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["payout.recalled"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "PayoutRecalledEventData"


class _DepositReceivedEventData(TypedDict):
    #: Address to send the exact amount of USDC to, on the chain of `chain_id`.
    deposit_address: str
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Hash of the transaction.
    tx_hash: str
    #: Position of the transfer among the block's log entries.
    log_index: int
    #: Number of the block that contains the transfer.
    block_number: int
    #: USDC that arrived and is final, this deposit included.
    amount_received_usdc: float
    #: USDC that you still have to send. 0 if nothing is due.
    amount_due_usdc: float


class DepositReceivedEventData(_DepositReceivedEventData, total=False):
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class DepositReceivedEvent(TypedDict):
    """A deposit to a payout or batch is final on the chain."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["deposit.received"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "DepositReceivedEventData"


class _QuoteExpiredEventData(TypedDict):
    #: Id of the quote.
    quote_id: str
    #: Always `USDC`.
    source_currency: Literal["USDC"]
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: USDC to convert.
    source_amount: float
    #: Amount that the recipient gets, in the target currency.
    target_amount: float
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Spread of the rate as a fraction, such as 0.01 for 1%.
    spread_percent: float
    #: Current status.
    status: Literal["EXPIRED"]
    #: Time of expiry. ISO 8601 in UTC.
    expires_at: str
    #: Time of creation. ISO 8601 in UTC.
    created_at: str


class QuoteExpiredEventData(_QuoteExpiredEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class QuoteExpiredEvent(TypedDict):
    """A quote expired before it was used."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["quote.expired"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "QuoteExpiredEventData"


class _BalanceCreditedEventData(TypedDict):
    movement_id: str
    #: Amount that became part of the balance, in USDC.
    amount_usdc: float
    #: The balance after this event, in USDC.
    available_usdc: float
    #: Transaction of the deposit. `null` if deposits that were held became part of the
    #: balance.
    tx_hash: Optional[str]


class BalanceCreditedEventData(_BalanceCreditedEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class BalanceCreditedEvent(TypedDict):
    """A deposit became part of the account's balance."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["balance.credited"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "BalanceCreditedEventData"


class _BalanceLowEventData(TypedDict):
    #: The balance after this event, in USDC.
    available_usdc: float
    #: The threshold that the balance fell below, in USDC.
    low_threshold_usdc: float


class BalanceLowEventData(_BalanceLowEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class BalanceLowEvent(TypedDict):
    """The account's balance fell below its threshold."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["balance.low"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "BalanceLowEventData"


class _WithdrawalRequestedEventData(TypedDict):
    withdrawal_id: str
    #: Amount that left the balance, in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference of the withdrawal.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Current status.
    status: Literal["requested"]


class WithdrawalRequestedEventData(_WithdrawalRequestedEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalRequestedEvent(TypedDict):
    """A withdrawal was requested. Its amount left the balance."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.requested"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalRequestedEventData"


class _WithdrawalHeldEventData(TypedDict):
    withdrawal_id: str
    #: Amount that left the balance, in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference of the withdrawal.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Current status.
    status: Literal["held"]


class WithdrawalHeldEventData(_WithdrawalHeldEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalHeldEvent(TypedDict):
    """A compliance review holds a withdrawal."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.held"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalHeldEventData"


class _WithdrawalApprovedEventData(TypedDict):
    withdrawal_id: str
    #: Amount that left the balance, in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference of the withdrawal.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Current status.
    status: Literal["approved"]


class WithdrawalApprovedEventData(_WithdrawalApprovedEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalApprovedEvent(TypedDict):
    """Staff approved a withdrawal, or a recorded transaction turned out not to be sent."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.approved"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalApprovedEventData"


class _WithdrawalSentEventData(TypedDict):
    withdrawal_id: str
    #: Amount that left the balance, in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference of the withdrawal.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Current status.
    status: Literal["sent"]


class WithdrawalSentEventData(_WithdrawalSentEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalSentEvent(TypedDict):
    """A withdrawal was sent. The chain has not confirmed it yet."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.sent"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalSentEventData"


class _WithdrawalCompletedEventData(TypedDict):
    withdrawal_id: str
    #: Amount that left the balance, in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference of the withdrawal.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Current status.
    status: Literal["completed"]


class WithdrawalCompletedEventData(_WithdrawalCompletedEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalCompletedEvent(TypedDict):
    """A withdrawal is final on the chain."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.completed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalCompletedEventData"


class _WithdrawalCancelledEventData(TypedDict):
    withdrawal_id: str
    #: Amount that left the balance, in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference of the withdrawal.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Current status.
    status: Literal["cancelled"]


class WithdrawalCancelledEventData(_WithdrawalCancelledEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalCancelledEvent(TypedDict):
    """A withdrawal was cancelled. Its amount is in the balance again."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.cancelled"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalCancelledEventData"


class _WithdrawalRejectedEventData(TypedDict):
    withdrawal_id: str
    #: Amount that left the balance, in USDC.
    amount_usdc: float
    address_id: str
    #: Address that the money goes to.
    address: str
    #: Your reference of the withdrawal.
    reference: Optional[str]
    #: Transaction that sent the money. `null` until it was sent.
    tx_hash: Optional[str]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    #: Current status.
    status: Literal["rejected"]


class WithdrawalRejectedEventData(_WithdrawalRejectedEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalRejectedEvent(TypedDict):
    """Staff rejected a withdrawal. Its amount is in the balance again."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.rejected"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalRejectedEventData"


class _WithdrawalAddressAddedEventData(TypedDict):
    address_id: str
    #: Ethereum address that the refund goes to.
    address: str
    #: Name that you gave the address.
    name: str
    #: Time from which withdrawals can use the address.
    usable_from: str


class WithdrawalAddressAddedEventData(_WithdrawalAddressAddedEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WithdrawalAddressAddedEvent(TypedDict):
    """An address for withdrawals was added. Remove it at once if it is not yours."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["withdrawal.address_added"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WithdrawalAddressAddedEventData"


class _WebhookEndpointDisabledEventData(TypedDict):
    #: Id of the webhook endpoint.
    endpoint_id: str
    #: URL that events are sent to. It needs HTTPS and a valid certificate.
    url: str
    #: Why the service disabled the endpoint.
    reason: Optional[str]
    #: Time at which the endpoint was disabled. ISO 8601 in UTC.
    disabled_at: str


class WebhookEndpointDisabledEventData(_WebhookEndpointDisabledEventData, total=False):
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]


class WebhookEndpointDisabledEvent(TypedDict):
    """The service disabled a webhook endpoint of the account."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["webhook.endpoint_disabled"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WebhookEndpointDisabledEventData"


class _RefundDueEventDataRefund(TypedDict):
    #: Current status.
    status: Literal["due"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class RefundDueEventDataRefund(_RefundDueEventDataRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: EIP-155 id of the refund's chain. Present only if the money arrived on another chain or
    #: in another token. Then `amount_usdc` is 0.
    chain_id: float
    #: Address of the refund's token. Present only with `chain_id`.
    token_address: str
    #: Amount in whole tokens, as a decimal. Present only with `chain_id`.
    token_amount: str


class _RefundDueEventData(TypedDict):
    #: Latest refund. Present only if there is one.
    refund: "RefundDueEventDataRefund"
    #: Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
    #: failed before they were funded, `overpaid` if more than the amount due arrived,
    #: `returned` if the provider returned the money of a settled payout, or `foreign_deposit`
    #: if the money arrived on another chain or in another token.
    reason: "Reason"
    #: Amount of the payout or of all rows of the batch, in USDC.
    source_amount_usdc: float
    #: Current status.
    status: Union["PayoutStatus", "BatchStatus"]


class RefundDueEventData(_RefundDueEventData, total=False):
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Value of the payout. Absent for a batch.
    target_amount_fiat: float
    #: Value of the payout. Absent for a batch.
    target_currency: "TargetCurrency"
    #: Value of the payout. Absent for a batch.
    exchange_rate: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]
    #: Rows of the batch that were not funded and whose money this refund returns. Absent if
    #: the money arrived after all refunds of the batch were sent. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class RefundDueEvent(TypedDict):
    """Money of a payout or batch is due as a refund."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["refund.due"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "RefundDueEventData"


class _RefundSentEventDataRefund(TypedDict):
    #: Current status.
    status: Literal["sent"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class RefundSentEventDataRefund(_RefundSentEventDataRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: EIP-155 id of the refund's chain. Present only if the money arrived on another chain or
    #: in another token. Then `amount_usdc` is 0.
    chain_id: float
    #: Address of the refund's token. Present only with `chain_id`.
    token_address: str
    #: Amount in whole tokens, as a decimal. Present only with `chain_id`.
    token_amount: str


class _RefundSentEventData(TypedDict):
    #: Latest refund. Present only if there is one.
    refund: "RefundSentEventDataRefund"
    #: Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
    #: failed before they were funded, `overpaid` if more than the amount due arrived,
    #: `returned` if the provider returned the money of a settled payout, or `foreign_deposit`
    #: if the money arrived on another chain or in another token.
    reason: "Reason"
    #: Amount of the payout or of all rows of the batch, in USDC.
    source_amount_usdc: float
    #: Current status.
    status: Union["PayoutStatus", "BatchStatus"]


class RefundSentEventData(_RefundSentEventData, total=False):
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Value of the payout. Absent for a batch.
    target_amount_fiat: float
    #: Value of the payout. Absent for a batch.
    target_currency: "TargetCurrency"
    #: Value of the payout. Absent for a batch.
    exchange_rate: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]
    #: Rows of the batch that were not funded and whose money this refund returns. Absent if
    #: the money arrived after all refunds of the batch were sent. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class RefundSentEvent(TypedDict):
    """A refund was sent. The chain has not confirmed it yet."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["refund.sent"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "RefundSentEventData"


class _RefundConfirmedEventDataRefund(TypedDict):
    #: Current status.
    status: Literal["confirmed"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class RefundConfirmedEventDataRefund(_RefundConfirmedEventDataRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: EIP-155 id of the refund's chain. Present only if the money arrived on another chain or
    #: in another token. Then `amount_usdc` is 0.
    chain_id: float
    #: Address of the refund's token. Present only with `chain_id`.
    token_address: str
    #: Amount in whole tokens, as a decimal. Present only with `chain_id`.
    token_amount: str


class _RefundConfirmedEventData(TypedDict):
    #: Latest refund. Present only if there is one.
    refund: "RefundConfirmedEventDataRefund"
    #: Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
    #: failed before they were funded, `overpaid` if more than the amount due arrived,
    #: `returned` if the provider returned the money of a settled payout, or `foreign_deposit`
    #: if the money arrived on another chain or in another token.
    reason: "Reason"
    #: Amount of the payout or of all rows of the batch, in USDC.
    source_amount_usdc: float
    #: Current status.
    status: Union["PayoutStatus", "BatchStatus"]


class RefundConfirmedEventData(_RefundConfirmedEventData, total=False):
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Value of the payout. Absent for a batch.
    target_amount_fiat: float
    #: Value of the payout. Absent for a batch.
    target_currency: "TargetCurrency"
    #: Value of the payout. Absent for a batch.
    exchange_rate: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]
    #: Rows of the batch that were not funded and whose money this refund returns. Absent if
    #: the money arrived after all refunds of the batch were sent. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class RefundConfirmedEvent(TypedDict):
    """A refund is final on the chain."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["refund.confirmed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "RefundConfirmedEventData"


class _RefundCreditedEventDataRefund(TypedDict):
    #: Current status.
    status: Literal["credited"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class RefundCreditedEventDataRefund(_RefundCreditedEventDataRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: EIP-155 id of the refund's chain. Present only if the money arrived on another chain or
    #: in another token. Then `amount_usdc` is 0.
    chain_id: float
    #: Address of the refund's token. Present only with `chain_id`.
    token_address: str
    #: Amount in whole tokens, as a decimal. Present only with `chain_id`.
    token_amount: str


class _RefundCreditedEventData(TypedDict):
    #: Latest refund. Present only if there is one.
    refund: "RefundCreditedEventDataRefund"
    #: Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
    #: failed before they were funded, `overpaid` if more than the amount due arrived,
    #: `returned` if the provider returned the money of a settled payout, or `foreign_deposit`
    #: if the money arrived on another chain or in another token.
    reason: "Reason"
    #: Amount of the payout or of all rows of the batch, in USDC.
    source_amount_usdc: float
    #: Current status.
    status: Union["PayoutStatus", "BatchStatus"]


class RefundCreditedEventData(_RefundCreditedEventData, total=False):
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Value of the payout. Absent for a batch.
    target_amount_fiat: float
    #: Value of the payout. Absent for a batch.
    target_currency: "TargetCurrency"
    #: Value of the payout. Absent for a batch.
    exchange_rate: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]
    #: Rows of the batch that were not funded and whose money this refund returns. Absent if
    #: the money arrived after all refunds of the batch were sent. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class RefundCreditedEvent(TypedDict):
    """A refund is part of the account's balance, because the account wants refunds there."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["refund.credited"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "RefundCreditedEventData"


class _RefundFailedEventDataRefund(TypedDict):
    #: Current status.
    status: Literal["failed"]
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class RefundFailedEventDataRefund(_RefundFailedEventDataRefund, total=False):
    """Latest refund. Present only if there is one."""

    #: Ethereum address that the refund goes to.
    address: str
    #: Hash of the transaction.
    tx_hash: str
    #: EIP-155 id of the refund's chain. Present only if the money arrived on another chain or
    #: in another token. Then `amount_usdc` is 0.
    chain_id: float
    #: Address of the refund's token. Present only with `chain_id`.
    token_address: str
    #: Amount in whole tokens, as a decimal. Present only with `chain_id`.
    token_amount: str


class _RefundFailedEventData(TypedDict):
    #: Latest refund. Present only if there is one.
    refund: "RefundFailedEventDataRefund"
    #: Reason of the refund. It is the payout's failure, `rows_failed` if rows of the batch
    #: failed before they were funded, `overpaid` if more than the amount due arrived,
    #: `returned` if the provider returned the money of a settled payout, or `foreign_deposit`
    #: if the money arrived on another chain or in another token.
    reason: "Reason"
    #: Amount of the payout or of all rows of the batch, in USDC.
    source_amount_usdc: float
    #: Current status.
    status: Union["PayoutStatus", "BatchStatus"]


class RefundFailedEventData(_RefundFailedEventData, total=False):
    #: Id of the payout.
    payout_id: str
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Value of the payout. Absent for a batch.
    target_amount_fiat: float
    #: Value of the payout. Absent for a batch.
    target_currency: "TargetCurrency"
    #: Value of the payout. Absent for a batch.
    exchange_rate: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]
    #: Rows of the batch that were not funded and whose money this refund returns. Absent if
    #: the money arrived after all refunds of the batch were sent. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class RefundFailedEvent(TypedDict):
    """A recorded refund turned out not to be sent. Its amount is due again."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["refund.failed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "RefundFailedEventData"


class _BatchFundedEventData(TypedDict):
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Copy of `batch_id`.
    id: str
    #: `batch` if the batch was created with `POST /v1/batches`, `bulk` if with `POST
    #: /v1/payouts/bulk`.
    kind: Literal["batch", "bulk"]
    #: Current status.
    status: "BatchStatus"
    #: Number of objects in the whole list.
    total: int
    #: Number of payouts that were delivered.
    completed: int
    #: Number of payouts that ended without delivery.
    failed: int
    #: Number of payouts that are not finished.
    pending: int
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]


class BatchFundedEventData(_BatchFundedEventData, total=False):
    #: Name of the batch. Absent if it has none.
    name: str
    #: All rows at the time of the event, in the order of the file. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class BatchFundedEvent(TypedDict):
    """A batch or bulk batch is fully funded."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["batch.funded"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "BatchFundedEventData"


class _BatchCompletedEventData(TypedDict):
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Copy of `batch_id`.
    id: str
    #: `batch` if the batch was created with `POST /v1/batches`, `bulk` if with `POST
    #: /v1/payouts/bulk`.
    kind: Literal["batch", "bulk"]
    #: Current status.
    status: Literal["completed"]
    #: Number of objects in the whole list.
    total: int
    #: Number of payouts that were delivered.
    completed: int
    #: Number of payouts that ended without delivery.
    failed: int
    #: Number of payouts that are not finished.
    pending: int
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]


class BatchCompletedEventData(_BatchCompletedEventData, total=False):
    #: Name of the batch. Absent if it has none.
    name: str
    #: All rows at the time of the event, in the order of the file. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class BatchCompletedEvent(TypedDict):
    """All payouts of a batch or bulk batch are finished."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["batch.completed"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "BatchCompletedEventData"


class _BatchCancelledEventData(TypedDict):
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: str
    #: Copy of `batch_id`.
    id: str
    #: `batch` if the batch was created with `POST /v1/batches`, `bulk` if with `POST
    #: /v1/payouts/bulk`.
    kind: Literal["batch", "bulk"]
    #: Current status.
    status: Literal["cancelled"]
    #: Number of objects in the whole list.
    total: int
    #: Number of payouts that were delivered.
    completed: int
    #: Number of payouts that ended without delivery.
    failed: int
    #: Number of payouts that are not finished.
    pending: int
    #: Sum of all rows, in USDC.
    total_amount_usdc: float
    #: USDC that arrived and is final.
    amount_received_usdc: float
    #: Part of the total that the spread costs, in USDC.
    fee_usdc: float
    #: Sums of all rows by currency.
    currencies: List["CurrencyTotal"]


class BatchCancelledEventData(_BatchCancelledEventData, total=False):
    #: Name of the batch. Absent if it has none.
    name: str
    #: All rows at the time of the event, in the order of the file. Lists of events and
    #: deliveries leave the rows out.
    rows: List["BatchEventRow"]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class BatchCancelledEvent(TypedDict):
    """A batch or bulk batch was cancelled."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["batch.cancelled"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "BatchCancelledEventData"


class _WebhookTestEventData(TypedDict):
    #: Id of the payout.
    payout_id: str
    #: Copy of `payout_id`.
    id: str
    #: Current status.
    status: "PayoutStatus"
    #: Status before the change. `null` for the first status.
    previous_status: Optional["PayoutStatus"]
    #: Position of the event among the events of its payout, from 1. Ignore an event whose
    #: `sequence` is below the last one that you processed for the payout.
    sequence: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Amount that the recipient gets, in the target currency.
    target_amount_fiat: float
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"
    #: Units of the target currency per USDC, after the spread.
    exchange_rate: float
    #: Units of the target currency per USDC, before the spread.
    mid_market_rate: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG`.
    network: "BatchEventRowNetwork"
    #: Reference of the mobile money provider. `null` until it is known.
    provider_reference: Optional[str]
    #: Time of delivery. `null` until then.
    settled_at: Optional[str]
    #: Id of the batch or bulk batch that the payout belongs to.
    batch_id: Optional[str]
    #: Your own key of the request that created the object. Keys are remembered for 24 hours.
    idempotency_key: Optional[str]
    #: Always `true`. The event is a test, and nothing has happened.
    test: Literal[True]
    #: Id of the webhook endpoint.
    endpoint_id: str


class WebhookTestEventData(_WebhookTestEventData, total=False):
    #: Code of the failure. Present only if the payout failed.
    failure_reason: "FailureReason"
    #: Code of the reason why the payout is held, in review, failed or reversed.
    reason: str
    #: Your own text, at most 128 characters.
    reference: str
    #: Your own pairs of text, at most 20. They are stored and returned unchanged.
    metadata: Dict[str, str]
    refund: "LatestRefund"


class WebhookTestEvent(TypedDict):
    """You requested a test event."""

    #: Id of the event. It is the same in every attempt and resend, so use it to skip
    #: duplicates.
    id: str
    #: Name of the event.
    type: Literal["webhook.test"]
    #: Time of creation. ISO 8601 in UTC.
    created_at: str
    data: "WebhookTestEventData"


class ListQuotesResult(TypedDict):
    #: Objects of this page.
    data: List["Quote"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class CreateQuotesResult(TypedDict):
    data: List["Quote"]


class _CreateQuotesQuotes(TypedDict):
    #: Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.
    target_currency: "TargetCurrency"


class CreateQuotesQuotes(_CreateQuotesQuotes, total=False):
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: Optional[float]
    #: Amount that the recipient gets, in the target currency.
    target_amount: Optional[float]


class ListPayoutsResult(TypedDict):
    #: Objects of this page.
    data: List["Payout"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class _CreateBatchPayouts(TypedDict):
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    phone: str
    #: Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case.
    network: str
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Your own key for this request, 1 to 128 characters. A retry with the same key and
    #: parameters takes effect once. Keys are remembered for 24 hours. The header
    #: `Idempotency-Key` can carry the key instead.
    idempotency_key: str


class CreateBatchPayouts(_CreateBatchPayouts, total=False):
    #: Name for people.
    name: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: More facts about the recipient, for compliance. The service stores them encrypted and
    #: sends them in no event.
    recipient_details: Optional["RecipientDetailsInput"]
    #: Code of the reason for the payment, such as `family_support`.
    purpose: Optional["Purpose"]
    #: Code of the source of the money, such as `salary`.
    source_of_funds: Optional["SourceOfFunds"]


class ListBatchesResult(TypedDict):
    #: Objects of this page.
    data: List["Batch"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class _CheckBatchPayouts(TypedDict):
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    phone: str
    #: Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case.
    network: str
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float
    #: Your own key for this request, 1 to 128 characters. A retry with the same key and
    #: parameters takes effect once. Keys are remembered for 24 hours. The header
    #: `Idempotency-Key` can carry the key instead.
    idempotency_key: str


class CheckBatchPayouts(_CheckBatchPayouts, total=False):
    #: Name for people.
    name: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: More facts about the recipient, for compliance. The service stores them encrypted and
    #: sends them in no event.
    recipient_details: Optional["RecipientDetailsInput"]
    #: Code of the reason for the payment, such as `family_support`.
    purpose: Optional["Purpose"]
    #: Code of the source of the money, such as `salary`.
    source_of_funds: Optional["SourceOfFunds"]


class ListBatchPayoutsResult(TypedDict):
    #: Objects of this page.
    data: List["BatchPayout"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class _CreateBulkPayoutsPayouts(TypedDict):
    #: Id of the quote.
    quote_id: str
    #: Phone number of the recipient in E.164 form, such as `+256770000001`.
    recipient_phone: str
    #: Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case.
    network: str
    #: Your own key for this request, 1 to 128 characters. A retry with the same key and
    #: parameters takes effect once. Keys are remembered for 24 hours. The header
    #: `Idempotency-Key` can carry the key instead.
    idempotency_key: str


class CreateBulkPayoutsPayouts(_CreateBulkPayoutsPayouts, total=False):
    #: Full name of the recipient, for screening. Production refuses a payout without it if the
    #: network shows `recipient_name` as `required`. On other networks, the payout is held if
    #: the provider reports no name.
    recipient_name: Optional[str]
    #: Your own text, at most 128 characters.
    reference: Optional[str]
    #: More facts about the recipient, for compliance. The service stores them encrypted and
    #: sends them in no event.
    recipient_details: Optional["RecipientDetailsInput"]
    #: Code of the reason for the payment, such as `family_support`.
    purpose: Optional["Purpose"]
    #: Code of the source of the money, such as `salary`.
    source_of_funds: Optional["SourceOfFunds"]


class ListBulkPayoutsResult(TypedDict):
    #: Objects of this page.
    data: List["BulkBatchSummary"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListBeneficiariesResult(TypedDict):
    #: Objects of this page.
    data: List["Beneficiary"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class DeleteBeneficiaryResult(TypedDict):
    #: Unique id of the object.
    id: str
    #: Always `true`.
    deleted: Literal[True]


class ListBalanceMovementsResult(TypedDict):
    #: Objects of this page.
    data: List["BalanceMovement"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListWithdrawalAddressesResult(TypedDict):
    data: List["WithdrawalAddress"]


class ListWithdrawalsResult(TypedDict):
    #: Objects of this page.
    data: List["Withdrawal"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class RemoveWithdrawalAddressResult(TypedDict):
    #: Unique id of the object.
    id: str
    #: Always `true`.
    deleted: Literal[True]


class AdminListWithdrawalsResult(TypedDict):
    #: Objects of this page.
    data: List["AdminWithdrawal"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListWebhookEndpointsResult(TypedDict):
    #: Objects of this page.
    data: List["WebhookEndpoint"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class DeleteWebhookEndpointResult(TypedDict):
    #: Unique id of the object.
    id: str
    #: Always `true`.
    deleted: Literal[True]


class TestWebhookEndpointResult(TypedDict):
    #: Id of the event.
    event_id: str
    #: Id of the delivery.
    delivery_id: str
    #: `true` if the webhook endpoint returned a status from 200 to 299.
    delivered: bool
    #: HTTP status of the webhook endpoint's response. `null` without a response.
    status_code: Optional[float]
    #: Milliseconds until the response.
    latency_ms: float
    #: Description of the fault. `null` if the attempt succeeded.
    error: Optional[str]


class ListEventsResult(TypedDict):
    #: Objects of this page.
    data: List["Event"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class ListDeliveriesResult(TypedDict):
    #: Objects of this page.
    data: List["Delivery"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ResendFailedDeliveriesResult(TypedDict):
    #: Number of deliveries that are resent.
    resent: float
    #: Number of failed deliveries that are left for the next request.
    remaining: float


class ListSettlementsResultTotalsTargetAmounts(TypedDict):
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: Amount in the currency next to it.
    amount: float


class ListSettlementsResultTotals(TypedDict):
    """Sums of the lines in this response."""

    #: Number of settled payouts.
    count: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amounts that recipients got, by currency.
    target_amounts: List["ListSettlementsResultTotalsTargetAmounts"]


class ListSettlementsResult(TypedDict):
    data: List["Settlement"]
    #: Sums of the lines in this response.
    totals: "ListSettlementsResultTotals"
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListReportedRefundsResultTotals(TypedDict):
    """Sums of the lines in this response."""

    #: Number of refunds.
    count: int
    #: USDC on the service's own chain.
    amount_usdc: float
    #: Sums on other chains and in other tokens, one for each token of a chain.
    foreign_amounts: List["ForeignAmount"]


class ListReportedRefundsResult(TypedDict):
    data: List["RefundLine"]
    #: Sums of the lines in this response.
    totals: "ListReportedRefundsResultTotals"
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListFeesResultTotalsTargetAmounts(TypedDict):
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: Amount in the currency next to it.
    amount: float


class ListFeesResultTotals(TypedDict):
    """Sums of the lines in this response."""

    #: Number of settled payouts.
    count: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amounts that recipients got, by currency.
    target_amounts: List["ListFeesResultTotalsTargetAmounts"]


class ListFeesResult(TypedDict):
    data: List["FeeLine"]
    #: Sums of the lines in this response.
    totals: "ListFeesResultTotals"


class ListAuditReportResultTotals(TypedDict):
    """Number of lines in this response."""

    #: Number of entries.
    count: int


class ListAuditReportResult(TypedDict):
    data: List["AuditLine"]
    #: Number of lines in this response.
    totals: "ListAuditReportResultTotals"


class ListAdminSettlementsResultTotalsTargetAmounts(TypedDict):
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: Amount in the currency next to it.
    amount: float


class ListAdminSettlementsResultTotals(TypedDict):
    """Sums of the lines in this response."""

    #: Number of settled payouts.
    count: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amounts that recipients got, by currency.
    target_amounts: List["ListAdminSettlementsResultTotalsTargetAmounts"]


class ListAdminSettlementsResult(TypedDict):
    data: List["AdminSettlement"]
    #: Sums of the lines in this response.
    totals: "ListAdminSettlementsResultTotals"
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListAdminReportedRefundsResultTotals(TypedDict):
    """Sums of the lines in this response."""

    #: Number of refunds.
    count: int
    #: USDC on the service's own chain.
    amount_usdc: float
    #: Sums on other chains and in other tokens, one for each token of a chain.
    foreign_amounts: List["ForeignAmount"]


class ListAdminReportedRefundsResult(TypedDict):
    data: List["AdminRefundLine"]
    #: Sums of the lines in this response.
    totals: "ListAdminReportedRefundsResultTotals"
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListAdminFeesResultTotalsTargetAmounts(TypedDict):
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: Amount in the currency next to it.
    amount: float


class ListAdminFeesResultTotals(TypedDict):
    """Sums of the lines in this response."""

    #: Number of settled payouts.
    count: int
    #: Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC.
    fee_usdc: float
    #: Amounts that recipients got, by currency.
    target_amounts: List["ListAdminFeesResultTotalsTargetAmounts"]


class ListAdminFeesResult(TypedDict):
    data: List["AdminFeeLine"]
    #: Sums of the lines in this response.
    totals: "ListAdminFeesResultTotals"


class ListAdminProfitResultTotalsCurrencies(TypedDict):
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: Amount that the recipient gets, in the target currency.
    target_amount: float
    fx_result: float
    provider_fee: float
    gas: float


class ListAdminProfitResultTotals(TypedDict):
    """Sums of the lines in this response."""

    #: Number of payouts.
    count: int
    #: USDC that the customer paid.
    source_amount_usdc: float
    #: Part of the source amount that the spread costs, in USDC. It is the spread income.
    fee_usdc: float
    #: Source amount less the fee, which is for sale.
    converted_usdc: float
    #: Part of the converted USDC that sales have taken, first in first out.
    sold_usdc: float
    #: Part of the converted USDC that returns of recalls have taken, first in first out. It
    #: has no result.
    returned_usdc: float
    #: Amounts of the lines by currency.
    currencies: List["ListAdminProfitResultTotalsCurrencies"]


class ListAdminProfitResultUnassigned(TypedDict):
    #: Currency code, ISO 4217.
    currency: "TargetCurrency"
    #: USDC of sales.
    sold_usdc: float
    #: USDC of returns.
    returned_usdc: float
    #: Result of the part of the sales. `null` if no sale has such a part.
    fx_result: Optional[float]


class ListAdminProfitResult(TypedDict):
    data: List["ProfitLine"]
    #: Sums of the lines in this response.
    totals: "ListAdminProfitResultTotals"
    #: Parts of sales and returns of all time that exceed the USDC of all settled payouts, of
    #: every account. Later payouts of the currency take them. Empty in the usual case.
    unassigned: List["ListAdminProfitResultUnassigned"]


class ListAdminAuditReportResultTotals(TypedDict):
    """Number of lines in this response."""

    #: Number of entries.
    count: int


class ListAdminAuditReportResult(TypedDict):
    data: List["AuditLine"]
    #: Number of lines in this response.
    totals: "ListAdminAuditReportResultTotals"


class ListRequestsResult(TypedDict):
    #: Objects of this page.
    data: List["LoggedRequest"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class SimulatePayoutDeposit(TypedDict):
    #: Amount in USDC, with at most 6 decimals.
    amount_usdc: float


class ListNetworksResult(TypedDict):
    data: List["Network"]


class ListRatesResult(TypedDict):
    data: List["Rate"]


class ListAuditLogsResult(TypedDict):
    #: Objects of this page.
    data: List["AuditLog"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class AdminListAuditLogsResult(TypedDict):
    #: Objects of this page.
    data: List["AuditLog"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class ListAccountsResult(TypedDict):
    #: Objects of this page.
    data: List["Account"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class ListApiKeysResult(TypedDict):
    #: Objects of this page.
    data: List["ApiKey"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class RevokeApiKeyResult(TypedDict):
    #: Unique id of the object.
    id: str
    #: Always `true`.
    deleted: Literal[True]


class AdminListPayoutsResult(TypedDict):
    #: Objects of this page.
    data: List["AdminPayout"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class AdminListBatchesResult(TypedDict):
    #: Objects of this page.
    data: List["AdminBatch"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class EarlierDecisionsResult(TypedDict):
    data: List["EarlierDecision"]


class AdminListDeliveriesResult(TypedDict):
    #: Objects of this page.
    data: List["AdminDelivery"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListOperatorsResult(TypedDict):
    #: Objects of this page.
    data: List["Operator"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float


class RevokeOperatorResult(TypedDict):
    #: Unique id of the object.
    id: str
    #: Always `true`.
    deleted: Literal[True]


class ListRecipientsResult(TypedDict):
    #: Objects of this page.
    data: List["RecipientRecord"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListAccountWithdrawalAddressesResult(TypedDict):
    data: List["WithdrawalAddress"]
    #: Number of people who must approve the release of a hold or a `pending_action`.
    approvals_needed: float
    #: Action that waits for more approvals. `null` if there is none.
    pending_action: Optional["PendingAction"]


class ActivateWithdrawalAddressResult(TypedDict):
    data: List["WithdrawalAddress"]
    #: Number of people who must approve the release of a hold or a `pending_action`.
    approvals_needed: float
    #: Action that waits for more approvals. `null` if there is none.
    pending_action: Optional["PendingAction"]


class GetTrialBalanceResultDifferences(TypedDict):
    #: `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
    #: smallest units.
    currency: str
    #: Debits less credits. Decimal, exact at any size.
    amount: str


class GetTrialBalanceResult(TypedDict):
    #: Day in UTC, YYYY-MM-DD.
    date: str
    data: List["TrialBalanceLine"]
    #: Currencies whose debits and credits differ.
    differences: List["GetTrialBalanceResultDifferences"]


class GetBookStatementResultOpening(TypedDict):
    """Sums and balance before the first day."""

    #: Sum of the debits. Decimal, exact at any size.
    debit: str
    #: Sum of the credits. Decimal, exact at any size.
    credit: str
    #: Balance if debits exceed credits, otherwise 0. Decimal, exact at any size.
    debit_balance: str
    #: Balance if credits exceed debits, otherwise 0. Decimal, exact at any size.
    credit_balance: str


class GetBookStatementResultClosing(TypedDict):
    """Sums and balance at the end of the last day."""

    #: Sum of the debits. Decimal, exact at any size.
    debit: str
    #: Sum of the credits. Decimal, exact at any size.
    credit: str
    #: Balance if debits exceed credits, otherwise 0. Decimal, exact at any size.
    debit_balance: str
    #: Balance if credits exceed debits, otherwise 0. Decimal, exact at any size.
    credit_balance: str


class GetBookStatementResult(TypedDict):
    #: Account of the chart.
    account: str
    #: `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
    #: smallest units.
    currency: str
    #: Day in UTC, YYYY-MM-DD.
    to: str
    #: Sums and balance before the first day.
    opening: "GetBookStatementResultOpening"
    data: List["BookStatementLine"]
    #: Sums and balance at the end of the last day.
    closing: "GetBookStatementResultClosing"


class GetBookPositionResultTotals(TypedDict):
    #: `USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its
    #: smallest units.
    currency: str
    #: Liabilities to customers. Decimal, exact at any size.
    owed: str
    #: USDC and tokens on chain, and the providers' float. Decimal, exact at any size.
    held: str


class GetBookPositionResult(TypedDict):
    #: Day in UTC, YYYY-MM-DD.
    date: str
    data: List["PositionLine"]
    totals: List["GetBookPositionResultTotals"]


class ListBookingsResult(TypedDict):
    #: Objects of this page.
    data: List["Booking"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListBookPeriodsResult(TypedDict):
    data: List["CheckedPeriod"]


class ListReconciliationsResult(TypedDict):
    #: Objects of this page.
    data: List["ReconciliationSummary"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


class ListBreaksResult(TypedDict):
    #: Objects of this page.
    data: List["Break"]
    #: Number of objects in the whole list.
    total: float
    #: Number of objects that a page holds at most.
    limit: float
    #: Number of objects before this page.
    offset: float
    #: Cursor of the next page. `null` if this is the last page.
    next_cursor: Optional[str]


#: Every event that a webhook may deliver.
WebhookEvent = Union[PayoutCreatedEvent, PayoutAwaitingFundsEvent, PayoutFundsReceivedEvent, PayoutStablecoinReceivedEvent, PayoutProcessingEvent, PayoutComplianceHoldEvent, PayoutInitiatedEvent, PayoutPayoutInitiatedEvent, PayoutConfirmedEvent, PayoutSettledEvent, PayoutCompletedEvent, PayoutFailedEvent, PayoutReversedEvent, PayoutManualReviewEvent, PayoutRefundedEvent, PayoutRecalledEvent, DepositReceivedEvent, QuoteExpiredEvent, BalanceCreditedEvent, BalanceLowEvent, WithdrawalRequestedEvent, WithdrawalHeldEvent, WithdrawalApprovedEvent, WithdrawalSentEvent, WithdrawalCompletedEvent, WithdrawalCancelledEvent, WithdrawalRejectedEvent, WithdrawalAddressAddedEvent, WebhookEndpointDisabledEvent, RefundDueEvent, RefundSentEvent, RefundConfirmedEvent, RefundCreditedEvent, RefundFailedEvent, BatchFundedEvent, BatchCompletedEvent, BatchCancelledEvent, WebhookTestEvent]


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
        Locks the current rate until `expires_at`. Send either `source_amount_usdc` or
        `target_amount`.
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
        Returns the quotes of the account in every status.
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
        Returns the quotes of the account in every status.
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
        """Lock up to 100 rates
        Locks one rate per item, or none if an item is invalid. Quotes are returned in
        the order of the request. The request counts once against the bulk limit. Use
        the quotes with `POST /v1/payouts/bulk`.
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
        """Get a quote
        Returns one quote. It is `ACTIVE` until it expires, `LOCKED` once a payout is
        created with it, and `USED` once the money of that payout is on its way.
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
        funding: Optional[Literal["deposit", "balance"]] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "BulkBatchCreated":
        """Create up to 100 payouts with quotes
        Creates one payout per quote. One transfer of the total amount pays for all of
        them. If an item is invalid, no payout is created.
        POST /v1/payouts/bulk
        """
        request = Request("POST", "/v1/payouts/bulk", body=given(
            payouts=payouts,
            name=name,
            funding=funding,
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
        Returns the bulk batches of the account.
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
        Returns the bulk batches of the account.
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
        """Get a bulk batch
        Returns one bulk batch with its counters and its payouts.
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
        recipient_details: Optional["RecipientDetailsInput"] = UNSET,
        purpose: Optional["Purpose"] = UNSET,
        source_of_funds: Optional["SourceOfFunds"] = UNSET,
        refund_address: Optional[str] = UNSET,
        funding: Optional[Literal["deposit", "balance"]] = UNSET,
        idempotency_key: str = UNSET,
        options: Optional[Options] = None,
    ) -> "PayoutCreated":
        """Create a payout
        Creates a payout with an `ACTIVE` quote. The response contains the address to
        send the exact amount of USDC to. With `funding` `balance` the payout is funded
        at once.
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
            recipient_details=recipient_details,
            purpose=purpose,
            source_of_funds=source_of_funds,
            refund_address=refund_address,
            funding=funding,
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
        Returns the payouts of the account. The list includes every change that was
        acknowledged before the request.
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
        Returns the payouts of the account. The list includes every change that was
        acknowledged before the request.
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
        """Get a payout
        Returns one payout with all its statuses. `SETTLED`, `FAILED` and `REVERSED` are
        final.
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
        Cancels a payout that is not funded yet. The payout becomes `FAILED` with the
        reason `cancelled`.
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
        """Set the refund address of a payout
        Sets the address that all unsent refunds go to, later ones included. The service
        screens the address first.
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
        """List the payouts of a batch
        Returns one payout per row, the last row first unless `order` is `file`.
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
        """List the payouts of a batch
        Returns one payout per row, the last row first unless `order` is `file`.
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
        funding: Optional[Literal["deposit", "balance"]] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "BatchCreated":
        """Create a batch
        Creates up to 1,000 payouts from JSON rows or a CSV file. One transfer of the
        total amount pays for all of them. If a row is invalid, no payout is created,
        and the error lists all invalid rows.
        POST /v1/batches
        """
        request = Request("POST", "/v1/batches", body=given(
            payouts=payouts,
            name=name,
            funding=funding,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def submit_csv(
        self,
        csv: Union[str, bytes],
        *,
        name: Optional[str] = None,
        funding: Optional[Literal["deposit", "balance"]] = None,
        options: Optional[Options] = None,
    ) -> "BatchCreated":
        """Create a batch
        Creates up to 1,000 payouts from JSON rows or a CSV file. One transfer of the
        total amount pays for all of them. If a row is invalid, no payout is created,
        and the error lists all invalid rows.
        POST /v1/batches
        """
        request = Request("POST", "/v1/batches", body=File(csv.encode() if isinstance(csv, str) else csv, name, funding))
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
        Returns the batches of the account.
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
        Returns the batches of the account.
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
        funding: Optional[Literal["deposit", "balance"]] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "BatchCheck":
        """Check the rows of a batch
        Checks the rows of a batch without creating anything. The response lists invalid
        rows, totals at current rates, and rows that repeat the amount and phone of
        another row or of a payout from the last 14 days.
        POST /v1/batches/check
        """
        request = Request("POST", "/v1/batches/check", body=given(
            payouts=payouts,
            name=name,
            funding=funding,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def check_csv(
        self,
        csv: Union[str, bytes],
        *,
        options: Optional[Options] = None,
    ) -> "BatchCheck":
        """Check the rows of a batch
        Checks the rows of a batch without creating anything. The response lists invalid
        rows, totals at current rates, and rows that repeat the amount and phone of
        another row or of a payout from the last 14 days.
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
        """Get a batch
        Returns one batch with its counters, where `total` = `completed` + `failed` +
        `pending`.
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
        Cancels a batch that is not funded yet. All its payouts become `FAILED`.
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
        """Set the refund address of a batch
        Sets the address that all unsent refunds go to, later ones included. The service
        screens the address first.
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
        details: Optional["RecipientDetailsInput"] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Beneficiary":
        """Save a recipient
        Saves a recipient, whose id can replace phone, name and network in a payout.
        POST /v1/beneficiaries
        """
        request = Request("POST", "/v1/beneficiaries", body=given(
            name=name,
            phone=phone,
            network=network,
            nickname=nickname,
            details=details,
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
        """List beneficiaries, newest first
        Returns the beneficiaries of the account. `search` finds words of the name,
        phone and nickname.
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
        """List beneficiaries, newest first
        Returns the beneficiaries of the account. `search` finds words of the name,
        phone and nickname.
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
        Returns one beneficiary of the account.
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
        details: Optional["RecipientDetailsInput"] = UNSET,
        options: Optional[Options] = None,
    ) -> "Beneficiary":
        """Update a beneficiary
        Changes the fields that the request contains. A `nickname` or `details` of
        `null` removes them. New `details` replace all earlier ones. Existing payouts do
        not change.
        PATCH /v1/beneficiaries/{id}
        """
        request = Request("PATCH", f"/v1/beneficiaries/{segment(id)}", body=given(
            name=name,
            phone=phone,
            network=network,
            nickname=nickname,
            details=details,
        ))
        return self._transport.send(request, options)

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "DeleteBeneficiaryResult":
        """Delete a beneficiary
        Deletes a beneficiary permanently. If the recipient was never paid, the deletion
        also erases the recipient's personal data, which then reads `erased` in payouts
        that failed. Data that another beneficiary, an unfinished payout or a law needs
        stays, and so does the data of a reversed payout. Former phone numbers of the
        beneficiary follow the same rule. Payouts that paid the recipient do not change.
        DELETE /v1/beneficiaries/{id}
        """
        request = Request("DELETE", f"/v1/beneficiaries/{segment(id)}")
        return self._transport.send(request, options)


class _BalanceMovements:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListBalanceMovementsResult":
        """List the movements of the balance, newest first
        Returns every change of the balance, with the balance after it. Read from the
        oldest, the amounts add up to each balance.
        GET /v1/balance/movements
        """
        request = Request("GET", "/v1/balance/movements", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            created_from=created_from,
            created_to=created_to,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["BalanceMovement"]:
        """List the movements of the balance, newest first
        Returns every change of the balance, with the balance after it. Read from the
        oldest, the amounts add up to each balance.
        GET /v1/balance/movements, page by page
        """
        request = Request("GET", "/v1/balance/movements", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            created_from=created_from,
            created_to=created_to,
        ))
        return pages(self._transport, request, "id", options)


class _BalanceStatement:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
        *,
        from_: str,
        to: str,
        options: Optional[Options] = None,
    ) -> "BalanceStatement":
        """Get a statement of the balance
        Returns the movements of a period between the opening and the closing balance,
        oldest first. A period has at most 366 days, both `from` and `to` included. A
        period that has not ended has `is_complete: false`. A CSV file then ends with
        `interim_balance`, and camt.053 has the balance `ITBD`. `format=camt053` is ISO
        20022 camt.053.001.08. USDC has no ISO 4217 code, so its amounts have the
        currency code USD. The schema allows five decimals: balances are cut off after
        the fifth, entries are the differences between them, and `Qty` has each exact
        amount. The response can be of any length and is sent while it is read. If the
        connection ends early, the statement is incomplete. Request it again. At most 4
        statements and reports of an account are sent at a time. Further requests get
        503.
        GET /v1/balance/statement
        """
        request = Request("GET", "/v1/balance/statement", query=given(from_=from_, to=to))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv", "camt053"],
        options: Optional[Options] = None,
    ) -> str:
        """Get a statement of the balance
        GET /v1/balance/statement, as text
        """
        request = Request("GET", "/v1/balance/statement", query=given(from_=from_, to=to, format=format), is_text=True)
        return self._transport.send(request, options)


class _BalanceAddresses:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        address: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "WithdrawalAddress":
        """Add a withdrawal address
        Adds an address that withdrawals can go to, after the service has screened it.
        An address waits for a day before its first use. A balance has at most 20
        addresses. A second request for one address returns it unchanged.
        POST /v1/balance/addresses
        """
        request = Request("POST", "/v1/balance/addresses", body=given(
            name=name,
            address=address,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(self, *, options: Optional[Options] = None) -> "ListWithdrawalAddressesResult":
        """List withdrawal addresses, oldest first
        Returns all addresses that withdrawals can go to.
        GET /v1/balance/addresses
        """
        request = Request("GET", "/v1/balance/addresses")
        return self._transport.send(request, options)

    def delete(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "RemoveWithdrawalAddressResult":
        """Remove a withdrawal address
        Removes an address. Withdrawals that were requested before still go there,
        unless you cancel them.
        DELETE /v1/balance/addresses/{id}
        """
        request = Request("DELETE", f"/v1/balance/addresses/{segment(id)}")
        return self._transport.send(request, options)


class _BalanceWithdrawals:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        amount_usdc: float,
        address_id: str,
        reference: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Withdrawal":
        """Request a withdrawal
        Takes an amount from the balance, to be sent to one of your withdrawal
        addresses. Staff approve each withdrawal before it is sent. If it is cancelled
        or rejected, the amount returns to the balance. At most 20 withdrawals can be
        open.
        POST /v1/balance/withdrawals
        """
        request = Request("POST", "/v1/balance/withdrawals", body=given(
            amount_usdc=amount_usdc,
            address_id=address_id,
            reference=reference,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "WithdrawalStatus" = UNSET,
        options: Optional[Options] = None,
    ) -> "ListWithdrawalsResult":
        """List withdrawals, newest first
        Returns the withdrawals of the account.
        GET /v1/balance/withdrawals
        """
        request = Request("GET", "/v1/balance/withdrawals", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "WithdrawalStatus" = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Withdrawal"]:
        """List withdrawals, newest first
        Returns the withdrawals of the account.
        GET /v1/balance/withdrawals, page by page
        """
        request = Request("GET", "/v1/balance/withdrawals", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Withdrawal":
        """Get a withdrawal
        Returns one withdrawal of the account.
        GET /v1/balance/withdrawals/{id}
        """
        request = Request("GET", f"/v1/balance/withdrawals/{segment(id)}")
        return self._transport.send(request, options)

    def cancel(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Withdrawal":
        """Cancel a withdrawal
        Cancels a withdrawal that staff have not approved yet. Its amount is in the
        balance at once.
        POST /v1/balance/withdrawals/{id}/cancel
        """
        request = Request("POST", f"/v1/balance/withdrawals/{segment(id)}/cancel")
        return self._transport.send(request, options)


class _Balance:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.movements = _BalanceMovements(transport)
        self.statement = _BalanceStatement(transport)
        self.addresses = _BalanceAddresses(transport)
        self.withdrawals = _BalanceWithdrawals(transport)

    def get(self, *, options: Optional[Options] = None) -> "Balance":
        """Get the balance
        Returns the account's balance and the address for deposits to it. USDC that is
        final there pays for payouts without a wait.
        GET /v1/balance
        """
        request = Request("GET", "/v1/balance")
        return self._transport.send(request, options)

    def update(
        self,
        *,
        low_threshold_usdc: Optional[float] = UNSET,
        excess: Literal["refund", "balance"] = UNSET,
        options: Optional[Options] = None,
    ) -> "Balance":
        """Update the settings of the balance
        Changes the fields that the request contains. `low_threshold_usdc` is the amount
        below which the balance is low, and `null` removes it. With `excess: "balance"`,
        excess, late and returned money of payouts and batches that are created
        afterwards becomes part of the balance, once its senders are screened. A payout
        with a refund address still has its refunds there.
        PATCH /v1/balance
        """
        request = Request("PATCH", "/v1/balance", body=given(
            low_threshold_usdc=low_threshold_usdc,
            excess=excess,
        ))
        return self._transport.send(request, options)


class _AdminWithdrawals:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "WithdrawalStatus" = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminListWithdrawalsResult":
        """List withdrawals of all accounts, newest first
        Returns the withdrawals of all accounts. Withdrawals that need a decision are
        `requested` or `held`. Operators send those that are `approved`.
        GET /admin/v1/withdrawals
        """
        request = Request("GET", "/admin/v1/withdrawals", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            account_id=account_id,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: "WithdrawalStatus" = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["AdminWithdrawal"]:
        """List withdrawals of all accounts, newest first
        Returns the withdrawals of all accounts. Withdrawals that need a decision are
        `requested` or `held`. Operators send those that are `approved`.
        GET /admin/v1/withdrawals, page by page
        """
        request = Request("GET", "/admin/v1/withdrawals", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            account_id=account_id,
        ))
        return pages(self._transport, request, "id", options)

    def approve(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminWithdrawal":
        """Approve a withdrawal
        Screens the address again, and approves the withdrawal if the address is clear.
        A flagged address makes it `held`. If `HOLD_APPROVALS` is above 1, that many
        people must send the same request. Until then, the request only adds to a
        `pending_action`.
        POST /admin/v1/withdrawals/{id}/approve
        """
        request = Request("POST", f"/admin/v1/withdrawals/{segment(id)}/approve", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def reject(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminWithdrawal":
        """Reject a withdrawal
        Rejects a withdrawal and returns its amount to the balance. Reject an approved
        withdrawal only if nobody has sent it. If `HOLD_APPROVALS` is above 1, that many
        people must send the same request. Until then, the request only adds to a
        `pending_action`.
        POST /admin/v1/withdrawals/{id}/reject
        """
        request = Request("POST", f"/admin/v1/withdrawals/{segment(id)}/reject", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def sent(
        self,
        id: str,
        *,
        reason: str,
        tx_hash: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminWithdrawal":
        """Record the transaction of a withdrawal
        Records the transaction of an approved withdrawal, after checking on the chain
        that it sends exactly the amount to the address. The withdrawal becomes `sent`,
        and `completed` once the transaction is final.
        POST /admin/v1/withdrawals/{id}/sent
        """
        request = Request("POST", f"/admin/v1/withdrawals/{segment(id)}/sent", body=given(
            reason=reason,
            tx_hash=tx_hash,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _AdminReportsSettlements:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        limit: float = UNSET,
        cursor: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminSettlementsResult":
        """Report settled payouts of all accounts
        Returns one line per payout that settled in the period, the newest payout first.
        Each line names its account. Lines of one account are in order, and lines of
        different accounts are not. Without `limit` and `cursor` the response is the
        whole report, of any length, sent while it is read. A `to` in the future means
        now. If the connection ends early, the report is incomplete. Request it again.
        At most 4 whole reports of a caller are sent at a time. Further requests get
        503. With `limit` or `cursor` the response is one page of at most 1000 lines,
        and `totals` are the sums of the page. Send `next_cursor`, or the header
        `X-Next-Cursor` of a file, for the next page. A file has no totals.
        GET /admin/v1/reports/settlements
        """
        request = Request("GET", "/admin/v1/reports/settlements", query=given(
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
            account_id=account_id,
        ))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv"],
        limit: float = UNSET,
        cursor: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report settled payouts of all accounts
        GET /admin/v1/reports/settlements, as text
        """
        request = Request("GET", "/admin/v1/reports/settlements", query=given(
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
            account_id=account_id,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _AdminReportsRefunds:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        limit: float = UNSET,
        cursor: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminReportedRefundsResult":
        """Report sent refunds of all accounts
        Returns one line per refund that was sent in the period. Refunds of payouts come
        first, then refunds of whole batches, each with the newest first. A refund that
        is confirmed later stays in the period in which it was sent. Refunds on other
        chains name their chain and token, and amounts of two chains are never added.
        Each line names its account. Lines of one account are in order, and lines of
        different accounts are not. Without `limit` and `cursor` the response is the
        whole report, of any length, sent while it is read. A `to` in the future means
        now. If the connection ends early, the report is incomplete. Request it again.
        At most 4 whole reports of a caller are sent at a time. Further requests get
        503. With `limit` or `cursor` the response is one page, which can have fewer
        lines than `limit`, and `totals` are the sums of the page. Continue until
        `next_cursor` is `null`, or until a file has no header `X-Next-Cursor`. A file
        has no totals.
        GET /admin/v1/reports/refunds
        """
        request = Request("GET", "/admin/v1/reports/refunds", query=given(
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
            account_id=account_id,
        ))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv"],
        limit: float = UNSET,
        cursor: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report sent refunds of all accounts
        GET /admin/v1/reports/refunds, as text
        """
        request = Request("GET", "/admin/v1/reports/refunds", query=given(
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
            account_id=account_id,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _AdminReportsFees:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminFeesResult":
        """Report fees of all accounts
        Returns the sums of the payouts that settled in the period, by day (UTC),
        network and currency, the newest day first. They equal the sums of the
        settlement report for the same period. A period has at most 366 days. A `to` in
        the future means now. Each line names its account, and the lines of an account
        are together. At most 4 whole reports of a caller are sent at a time. Further
        requests get 503.
        GET /admin/v1/reports/fees
        """
        request = Request("GET", "/admin/v1/reports/fees", query=given(from_=from_, to=to, account_id=account_id))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv"],
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report fees of all accounts
        GET /admin/v1/reports/fees, as text
        """
        request = Request("GET", "/admin/v1/reports/fees", query=given(
            from_=from_,
            to=to,
            account_id=account_id,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _AdminReportsProfit:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminProfitResult":
        """Report fees, realised results and costs by payout
        Returns one line per payout that settled in the period, the oldest settlement
        first. Sales of USDC and returns of recalls take the converted USDC of payouts
        of their currency, first in first out. The payouts of a sale share its result in
        proportion to their USDC, and the shares sum to it. Sales, returns and bookings
        count until now, so a line of an earlier period gets its result when its USDC is
        sold. The report reads all settled payouts. A period has at most 100000 payouts.
        A `to` in the future means now. A file has no totals. If the connection ends
        early, the report is incomplete. Request it again.
        GET /admin/v1/reports/profit
        """
        request = Request("GET", "/admin/v1/reports/profit", query=given(from_=from_, to=to, account_id=account_id))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv"],
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report fees, realised results and costs by payout
        GET /admin/v1/reports/profit, as text
        """
        request = Request("GET", "/admin/v1/reports/profit", query=given(
            from_=from_,
            to=to,
            account_id=account_id,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _AdminReportsAuditLog:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAdminAuditReportResult":
        """Export the audit log of all accounts
        Returns every change by a user or a key and every sign-in of the period, newest
        first. Without `from` the report starts with the first entry, without `to` it
        ends with the latest. The response can be of any length and is sent while it is
        read. If the connection ends early, the report is incomplete. Request it again.
        With `account_id` it contains what the account did and what staff decided about
        its objects. At most 4 whole reports of a caller are sent at a time. Further
        requests get 503.
        GET /admin/v1/reports/audit-log
        """
        request = Request("GET", "/admin/v1/reports/audit-log", query=given(
            from_=from_,
            to=to,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            account_id=account_id,
        ))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        format: Literal["csv"],
        from_: str = UNSET,
        to: str = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        account_id: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Export the audit log of all accounts
        GET /admin/v1/reports/audit-log, as text
        """
        request = Request("GET", "/admin/v1/reports/audit-log", query=given(
            from_=from_,
            to=to,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            account_id=account_id,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _AdminReports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.settlements = _AdminReportsSettlements(transport)
        self.refunds = _AdminReportsRefunds(transport)
        self.fees = _AdminReportsFees(transport)
        self.profit = _AdminReportsProfit(transport)
        self.audit_log = _AdminReportsAuditLog(transport)


class _AdminPayoutsRecalls:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str,
        *,
        kind: "RecallKind",
        reason: str,
        evidence: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Open a recall of a settled payout
        Opens a recall of a `SETTLED` payout, whose status stays. A payout has one open
        recall at a time, and at most 10 in all. The customer gets `payout.recalled`,
        without `reason` and `evidence`.
        POST /admin/v1/payouts/{id}/recalls
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/recalls", body=given(
            kind=kind,
            reason=reason,
            evidence=evidence,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def return_(
        self,
        id: str,
        recall_id: str,
        *,
        amount: float,
        provider_reference: str,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Record the money that the provider returned
        Records money that the provider returned to the service's balance there, once
        per recall. Its share of the source amount, rounded down, becomes a due refund
        of the payout. If the whole target amount came back, that is the source amount
        with the fee. If `HOLD_APPROVALS` is above 1, that many people must send the
        same request. Until then, the request only adds to a `pending_action`.
        POST /admin/v1/payouts/{id}/recalls/{recall_id}/return
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/recalls/{segment(recall_id)}/return", body=given(
            amount=amount,
            provider_reference=provider_reference,
            reason=reason,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def close(
        self,
        id: str,
        recall_id: str,
        *,
        outcome: "RecallOutcome",
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Close a recall
        Ends a recall. `returned` is for a recall whose provider returned money, `kept`
        and `written_off` are for the others. No money moves. If `HOLD_APPROVALS` is
        above 1, that many people must send the same request. Until then, the request
        only adds to a `pending_action`.
        POST /admin/v1/payouts/{id}/recalls/{recall_id}/close
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/recalls/{segment(recall_id)}/close", body=given(
            outcome=outcome,
            reason=reason,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _AdminPayoutsEarlierDecisions:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "EarlierDecisionsResult":
        """List earlier decisions on similar payouts
        Returns approvals, rejections and freezes of other payouts to the same phone, to
        the same name or with the same list entry. They are of all accounts, newest
        first, at most 10.
        GET /admin/v1/payouts/{id}/earlier-decisions
        """
        request = Request("GET", f"/admin/v1/payouts/{segment(id)}/earlier-decisions")
        return self._transport.send(request, options)


class _AdminPayouts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.recalls = _AdminPayoutsRecalls(transport)
        self.earlier_decisions = _AdminPayoutsEarlierDecisions(transport)

    def refund(
        self,
        id: str,
        *,
        reason: str,
        tx_hash: str,
        refund_address: Optional[str] = UNSET,
        chain_id: Optional[float] = UNSET,
        token_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Record the refund of a payout
        Records the transaction of a refund, after checking on the chain that it sends
        exactly the amount due to the refund address. The refund becomes `sent`, and
        `confirmed` once the transaction is final. If `HOLD_APPROVALS` is above 1, that
        many people must record the same transaction. Until then, the request only adds
        to a `pending_action`.
        POST /admin/v1/payouts/{id}/refund
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/refund", body=given(
            reason=reason,
            tx_hash=tx_hash,
            refund_address=refund_address,
            chain_id=chain_id,
            token_address=token_address,
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
        """Release the refund of a payout
        Releases a `held` refund, so that it can be sent. A refund is held if screening
        flags the sender of the money or has no result, or if an earlier refund went to
        a listed address.
        POST /admin/v1/payouts/{id}/release-refund
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/release-refund", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def foreign_deposits(
        self,
        id: str,
        *,
        reason: str,
        tx_hashes: List[str],
        chain_id: Optional[float] = UNSET,
        token_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Book foreign deposits of a payout
        Books money that arrived at the deposit address on another chain, or in another
        token. The service reads the transactions from its nodes of that chain
        (`RESCUE_RPC_URLS`), and books them once they are final. It opens a refund in
        the same token, and screens the senders. `payout-service chain rescue` uses this
        operation. A repeated request books nothing twice.
        POST /admin/v1/payouts/{id}/foreign-deposits
        """
        request = Request("POST", f"/admin/v1/payouts/{segment(id)}/foreign-deposits", body=given(
            reason=reason,
            chain_id=chain_id,
            token_address=token_address,
            tx_hashes=tx_hashes,
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
        account_id: str = UNSET,
        batch_id: str = UNSET,
        network: str = UNSET,
        search: str = UNSET,
        created_from: str = UNSET,
        created_to: str = UNSET,
        frozen: Literal["true", "false"] = UNSET,
        incident: str = UNSET,
        refund: Literal["open", "sent"] = UNSET,
        recall: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminListPayoutsResult":
        """List payouts of all accounts, newest first
        Returns the payouts of all accounts. Payouts that need a decision are in
        `COMPLIANCE_HOLD` or `MANUAL_REVIEW`.
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
            recall=recall,
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
        recall: Literal["open"] = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["AdminPayout"]:
        """List payouts of all accounts, newest first
        Returns the payouts of all accounts. Payouts that need a decision are in
        `COMPLIANCE_HOLD` or `MANUAL_REVIEW`.
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
            recall=recall,
        ))
        return pages(self._transport, request, "payout_id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "AdminPayout":
        """Get a payout of any account
        Returns one payout with everything that an operator needs to decide on it.
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
        Approves the release of a payout in `COMPLIANCE_HOLD`. The payout continues once
        enough people have approved it.
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
        """Reject a held payout
        Ends a payout in `COMPLIANCE_HOLD` as `REVERSED` and opens its refund.
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
        Freezes money that must neither be paid out nor refunded. The payout stays in
        `COMPLIANCE_HOLD` and shows `frozen`. Later deposits are frozen with it, and
        every request that would move the money returns 409. One person is enough,
        because no money moves. Earlier approvals become void.
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
        """Unfreeze the money of a held payout
        Makes the payout a normal hold again, which can be approved or rejected. If
        `HOLD_APPROVALS` is above 1, that many people must send the same request with
        the same parameters. Until then, the payout stays as it is and shows a
        `pending_action`. A different request replaces it and starts the count again.
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
        """Retry a payout in manual review
        Sends a payout in `MANUAL_REVIEW` to the provider again.
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
        """Mark a reviewed payout as settled
        Ends a payout in `MANUAL_REVIEW` as `SETTLED`. If `HOLD_APPROVALS` is above 1,
        that many people must send the same request with the same parameters. Until
        then, the payout stays as it is and shows a `pending_action`. A different
        request replaces it and starts the count again.
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
        """Mark a reviewed payout as failed
        Ends a payout in `MANUAL_REVIEW` as `FAILED` and opens its refund. With
        `override`, if `HOLD_APPROVALS` is above 1, that many people must send the same
        request with the same parameters. Until then, the payout stays as it is and
        shows a `pending_action`. A different request replaces it and starts the count
        again.
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
        """Reverse a payout in manual review
        Ends a payout in `MANUAL_REVIEW` as `REVERSED` and opens its refund. With
        `override`, if `HOLD_APPROVALS` is above 1, that many people must send the same
        request with the same parameters. Until then, the payout stays as it is and
        shows a `pending_action`. A different request replaces it and starts the count
        again.
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
        chain_id: Optional[float] = UNSET,
        token_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminBatch":
        """Record the refund of a batch
        Records the transaction of a refund, after checking on the chain that it sends
        exactly the amount due to the refund address. The refund becomes `sent`, and
        `confirmed` once the transaction is final. If `HOLD_APPROVALS` is above 1, that
        many people must record the same transaction. Until then, the request only adds
        to a `pending_action`.
        POST /admin/v1/batches/{id}/refund
        """
        request = Request("POST", f"/admin/v1/batches/{segment(id)}/refund", body=given(
            reason=reason,
            tx_hash=tx_hash,
            refund_address=refund_address,
            chain_id=chain_id,
            token_address=token_address,
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
        """Release the refund of a batch
        Releases a `held` refund, so that it can be sent. A refund is held if screening
        flags the sender of the money or has no result, or if an earlier refund went to
        a listed address.
        POST /admin/v1/batches/{id}/release-refund
        """
        request = Request("POST", f"/admin/v1/batches/{segment(id)}/release-refund", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def foreign_deposits(
        self,
        id: str,
        *,
        reason: str,
        tx_hashes: List[str],
        chain_id: Optional[float] = UNSET,
        token_address: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminBatch":
        """Book foreign deposits of a batch
        Books money that arrived at the deposit address on another chain, or in another
        token. The service reads the transactions from its nodes of that chain
        (`RESCUE_RPC_URLS`), and books them once they are final. It opens a refund in
        the same token, and screens the senders. `payout-service chain rescue` uses this
        operation. A repeated request books nothing twice.
        POST /admin/v1/batches/{id}/foreign-deposits
        """
        request = Request("POST", f"/admin/v1/batches/{segment(id)}/foreign-deposits", body=given(
            reason=reason,
            chain_id=chain_id,
            token_address=token_address,
            tx_hashes=tx_hashes,
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
        Returns the batches and bulk batches of all accounts.
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
        Returns the batches and bulk batches of all accounts.
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
        Returns one batch or bulk batch. If it has a `parked_at`, it waits for an
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
        Continues a batch that was parked after repeated defects of the service. Its
        unfunded rows wait until then. Remove the cause first. Returns 409 if the batch
        is not parked.
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
        """List the audit log of all accounts, newest first
        Returns every change by a user or a key and every sign-in. A key that ends
        because of another change, such as the removal of its issuer, has a separate
        `api_key.revoked` entry. With `account_id` the list also contains what staff
        decided about the account's payouts, batches and deliveries, which the account
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
        """List the audit log of all accounts, newest first
        Returns every change by a user or a key and every sign-in. A key that ends
        because of another change, such as the removal of its issuer, has a separate
        `api_key.revoked` entry. With `account_id` the list also contains what staff
        decided about the account's payouts, batches and deliveries, which the account
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
        Issues a key for the account, which can have several. Only this response
        contains the key itself. The key expires with the operator's key that issued it,
        or when the user who issued it loses the permission to do so.
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
        """List API keys, newest first
        Returns the keys of the account, revoked ones included, without the keys
        themselves.
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
        """List API keys, newest first
        Returns the keys of the account, revoked ones included, without the keys
        themselves.
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
        """Rotate an API key
        Issues a new key with the name, scope, allowed addresses and expiry of the old
        one. The old key expires after `overlap_hours`.
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
        """Revoke an API key
        Revokes a key. All later requests with it are refused.
        DELETE /admin/v1/accounts/{id}/api-keys/{key_id}
        """
        request = Request("DELETE", f"/admin/v1/accounts/{segment(id)}/api-keys/{segment(key_id)}")
        return self._transport.send(request, options)


class _AdminAccountsRecipients:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListRecipientsResult":
        """List recipients with requests about their data, newest first
        Returns the recipients of the account whose erasure waits for more people, whose
        data is restricted, or whose data has a legal hold. Other recipients and erased
        ones are not listed.
        GET /admin/v1/accounts/{id}/recipients
        """
        request = Request("GET", f"/admin/v1/accounts/{segment(id)}/recipients", query=given(limit=limit, offset=offset, cursor=cursor))
        return self._transport.send(request, options)

    def all(
        self,
        id: str,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["RecipientRecord"]:
        """List recipients with requests about their data, newest first
        Returns the recipients of the account whose erasure waits for more people, whose
        data is restricted, or whose data has a legal hold. Other recipients and erased
        ones are not listed.
        GET /admin/v1/accounts/{id}/recipients, page by page
        """
        request = Request("GET", f"/admin/v1/accounts/{segment(id)}/recipients", query=given(limit=limit, offset=offset, cursor=cursor))
        return pages(self._transport, request, "id", options)

    def erase(
        self,
        id: str,
        *,
        reason: str,
        phone: Optional[str] = UNSET,
        beneficiary_id: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "RecipientErasure":
        """Erase a recipient's personal data
        Erases the name, phone number and all other personal data of one recipient of
        the account, and deletes beneficiaries with the phone number. The data of former
        numbers of these beneficiaries is erased with it. The data reads `erased`
        afterwards. While a law demands the data of a paid recipient
        (`RETENTION_YEARS`), the data is restricted instead. It reads `restricted` and
        is found by no search until its erasure. With `HOLD_APPROVALS` above 1, several
        people must request the erasure.
        POST /admin/v1/accounts/{id}/recipients/erase
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/recipients/erase", body=given(
            phone=phone,
            beneficiary_id=beneficiary_id,
            reason=reason,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def hold_data(
        self,
        id: str,
        *,
        reason: str,
        phone: Optional[str] = UNSET,
        beneficiary_id: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "RecipientData":
        """Set a legal hold on a recipient's data
        Prevents every erasure of the recipient's personal data, also one whose date
        comes, until the hold is released.
        POST /admin/v1/accounts/{id}/recipients/hold-data
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/recipients/hold-data", body=given(
            phone=phone,
            beneficiary_id=beneficiary_id,
            reason=reason,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def release_data(
        self,
        id: str,
        *,
        reason: str,
        phone: Optional[str] = UNSET,
        beneficiary_id: Optional[str] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "RecipientData":
        """End a legal hold on a recipient's data
        Ends the hold. Restricted data whose date has come is erased within a day.
        POST /admin/v1/accounts/{id}/recipients/release-data
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/recipients/release-data", body=given(
            phone=phone,
            beneficiary_id=beneficiary_id,
            reason=reason,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def export(
        self,
        id: str,
        *,
        reason: str,
        phone: Optional[str] = UNSET,
        beneficiary_id: Optional[str] = UNSET,
        cursor: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "RecipientExport":
        """Export a recipient's data
        Returns all data about one recipient of the account, for a request by the person
        or an authority. It includes webhook deliveries and logged requests about the
        payouts. The export shows restricted data and is recorded in the audit log. The
        response is not kept for retries. Erased data is not in it.
        POST /admin/v1/accounts/{id}/recipients/export
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/recipients/export", body=given(
            phone=phone,
            beneficiary_id=beneficiary_id,
            reason=reason,
            cursor=cursor,
        ))
        return self._transport.send(request, options)


class _AdminAccountsBalanceAddresses:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "ListAccountWithdrawalAddressesResult":
        """List the withdrawal addresses of an account
        Returns the addresses that withdrawals of an account can go to.
        GET /admin/v1/accounts/{id}/balance/addresses
        """
        request = Request("GET", f"/admin/v1/accounts/{segment(id)}/balance/addresses")
        return self._transport.send(request, options)

    def activate(
        self,
        id: str,
        address_id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "ActivateWithdrawalAddressResult":
        """End the wait for a withdrawal address
        Makes a new address usable now, before its day has passed. If `HOLD_APPROVALS`
        is above 1, that many people must send the same request. Until then, the request
        only adds to a `pending_action`.
        POST /admin/v1/accounts/{id}/balance/addresses/{address_id}/activate
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/balance/addresses/{segment(address_id)}/activate", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)


class _AdminAccountsBalance:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.addresses = _AdminAccountsBalanceAddresses(transport)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "AdminBalance":
        """Get the balance of an account
        Returns the balance of an account, with the deposits that screening holds.
        GET /admin/v1/accounts/{id}/balance
        """
        request = Request("GET", f"/admin/v1/accounts/{segment(id)}/balance")
        return self._transport.send(request, options)

    def release(
        self,
        id: str,
        *,
        sender: str,
        amount_usdc: float,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminBalance":
        """Release held deposits of a balance
        Adds the held deposits of one sender to the balance. With `HOLD_APPROVALS` above
        1, several people must release the same amount.
        POST /admin/v1/accounts/{id}/balance/release
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/balance/release", body=given(
            sender=sender,
            amount_usdc=amount_usdc,
            reason=reason,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def correct(
        self,
        id: str,
        *,
        direction: Literal["credit", "debit"],
        amount_usdc: float,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "AdminBalance":
        """Correct a balance
        Adds an amount to the balance, or takes one, because money was credited or taken
        by mistake. The other side is in the account `write_offs` of the books. With
        `HOLD_APPROVALS` above 1, several people must correct by the same amount.
        POST /admin/v1/accounts/{id}/balance/correct
        """
        request = Request("POST", f"/admin/v1/accounts/{segment(id)}/balance/correct", body=given(
            direction=direction,
            amount_usdc=amount_usdc,
            reason=reason,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _AdminAccounts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.api_keys = _AdminAccountsApiKeys(transport)
        self.recipients = _AdminAccountsRecipients(transport)
        self.balance = _AdminAccountsBalance(transport)

    def create(
        self,
        *,
        name: str,
        email: str,
        kyc_status: Optional["KycStatus"] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Account":
        """Create an account
        Creates a customer's account, whose KYC starts as `PENDING` unless the request
        says otherwise. Until it is `APPROVED`, API keys are refused, and users can only
        read and manage their team.
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
        Returns the accounts of all customers.
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
        Returns the accounts of all customers.
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
        Returns the account of one customer.
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
        originator: Optional["OriginatorInput"] = UNSET,
        reason: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Account":
        """Update an account
        Changes the fields that the request contains. All later requests of a
        `SUSPENDED` account are refused with `FORBIDDEN`. A new `originator` replaces
        the earlier one, and `null` removes it.
        PATCH /admin/v1/accounts/{id}
        """
        request = Request("PATCH", f"/admin/v1/accounts/{segment(id)}", body=given(
            kyc_status=kyc_status,
            status=status,
            name=name,
            originator=originator,
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
        Returns the deliveries of all accounts.
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
        Returns the deliveries of all accounts.
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
        Returns one delivery with its account and the endpoint's URL.
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
        """Resend a delivery of any account
        Sends the same bytes again, with a new series of attempts.
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
        Issues a key for a program of the staff. An approval with the key counts as one
        by the user who issued it, directly or through other keys. The key ends with the
        key that issued it, and when that user is removed or loses the permission to
        issue keys. A key that expires cannot issue keys that expire later, and cannot
        invite staff.
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
        Returns the operators' keys, without the keys themselves.
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
        Returns the operators' keys, without the keys themselves.
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
        """Rotate an operator's key
        Issues a new key with the name, allowed addresses and expiry of the old one. The
        sender is its issuer, so approvals with it count as the sender's, and it ends
        with the sender. The new key takes over the keys and invitations that the old
        one issued. If the old key leaked, send `overlap_hours` 0. The old key and
        everything that it issued then end at once. Returns 409 if the key already has a
        successor that works.
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
        Revokes a key and every key, invitation and reset link that it issued,
        customers' keys included. Users who have joined stay, and so does the key's
        successor. To keep what a key issued, rotate it with an overlap first. The last
        key that does not expire cannot be revoked.
        DELETE /admin/v1/operators/{id}
        """
        request = Request("DELETE", f"/admin/v1/operators/{segment(id)}")
        return self._transport.send(request, options)


class _AdminBooksTrialBalance:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        date: str = UNSET,
        options: Optional[Options] = None,
    ) -> "GetTrialBalanceResult":
        """Report the trial balance
        Returns the debits, credits and balance of every account and currency at the end
        of a day. Debits and credits of each currency are equal, and `differences` is
        empty.
        GET /admin/v1/books/trial-balance
        """
        request = Request("GET", "/admin/v1/books/trial-balance", query=given(date=date))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        format: Literal["csv"],
        date: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report the trial balance
        GET /admin/v1/books/trial-balance, as text
        """
        request = Request("GET", "/admin/v1/books/trial-balance", query=given(date=date, format=format), is_text=True)
        return self._transport.send(request, options)


class _AdminBooksStatement:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        account: "DebitAccount",
        currency: str,
        from_: str,
        to: str,
        options: Optional[Options] = None,
    ) -> "GetBookStatementResult":
        """Report an account's statement
        Returns the movements of an account in one currency, day by day, between the
        opening and the closing balance. A statement has at most 366 days.
        GET /admin/v1/books/statement
        """
        request = Request("GET", "/admin/v1/books/statement", query=given(
            account=account,
            currency=currency,
            from_=from_,
            to=to,
        ))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        account: "DebitAccount",
        currency: str,
        from_: str,
        to: str,
        format: Literal["csv"],
        options: Optional[Options] = None,
    ) -> str:
        """Report an account's statement
        GET /admin/v1/books/statement, as text
        """
        request = Request("GET", "/admin/v1/books/statement", query=given(
            account=account,
            currency=currency,
            from_=from_,
            to=to,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _AdminBooksPosition:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        date: str = UNSET,
        options: Optional[Options] = None,
    ) -> "GetBookPositionResult":
        """Report the money owed and held
        Returns the balances of all accounts at the end of a day in three sections:
        money owed to customers, money held on chain and at providers, and the service's
        own money.
        GET /admin/v1/books/position
        """
        request = Request("GET", "/admin/v1/books/position", query=given(date=date))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        format: Literal["csv"],
        date: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report the money owed and held
        GET /admin/v1/books/position, as text
        """
        request = Request("GET", "/admin/v1/books/position", query=given(date=date, format=format), is_text=True)
        return self._transport.send(request, options)


class _AdminBooksBookings:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListBookingsResult":
        """List bookings of operators, newest first
        Returns the bookings of money that moves outside the service, such as top-ups
        and bank fees. Entries of payouts and batches are not bookings.
        GET /admin/v1/books/bookings
        """
        request = Request("GET", "/admin/v1/books/bookings", query=given(limit=limit, offset=offset, cursor=cursor))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Booking"]:
        """List bookings of operators, newest first
        Returns the bookings of money that moves outside the service, such as top-ups
        and bank fees. Entries of payouts and batches are not bookings.
        GET /admin/v1/books/bookings, page by page
        """
        request = Request("GET", "/admin/v1/books/bookings", query=given(limit=limit, offset=offset, cursor=cursor))
        return pages(self._transport, request, "id", options)

    def create(
        self,
        *,
        kind: Literal["top_up", "usdc_sale", "provider_fee", "gas", "write_off", "correction"],
        currency: Literal["USDC", "UGX", "KES", "NGN", "GHS", "TZS"],
        amount: float,
        value_date: str,
        reference: str,
        reason: str,
        provider: Optional[Literal["sandbox", "mtn", "pawapay"]] = UNSET,
        payout_id: Optional[str] = UNSET,
        debit_account: Optional["DebitAccount"] = UNSET,
        credit_account: Optional["DebitAccount"] = UNSET,
        sold_usdc: Optional[float] = UNSET,
        fx_result: Optional[float] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Booking":
        """Propose a booking
        Proposes an entry in the books for money that moved outside the service. With
        `HOLD_APPROVALS` above 1, other people approve it before it takes effect. The
        books date it by the time of the last approval. A value date in a closed month
        is refused. The error names the first open day.
        POST /admin/v1/books/bookings
        """
        request = Request("POST", "/admin/v1/books/bookings", body=given(
            kind=kind,
            currency=currency,
            amount=amount,
            value_date=value_date,
            reference=reference,
            reason=reason,
            provider=provider,
            payout_id=payout_id,
            debit_account=debit_account,
            credit_account=credit_account,
            sold_usdc=sold_usdc,
            fx_result=fx_result,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def approve(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Booking":
        """Approve a booking
        Approves a proposed booking. It takes effect when enough people have approved
        it. The person who proposed it counts as the first.
        POST /admin/v1/books/bookings/{id}/approve
        """
        request = Request("POST", f"/admin/v1/books/bookings/{segment(id)}/approve", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def withdraw(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Booking":
        """Withdraw a booking
        Withdraws a proposed booking. A booking in the books stays. Book a `correction`
        instead.
        POST /admin/v1/books/bookings/{id}/withdraw
        """
        request = Request("POST", f"/admin/v1/books/bookings/{segment(id)}/withdraw", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)


class _AdminBooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.trial_balance = _AdminBooksTrialBalance(transport)
        self.statement = _AdminBooksStatement(transport)
        self.position = _AdminBooksPosition(transport)
        self.bookings = _AdminBooksBookings(transport)


class _AdminPeriods:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "ListBookPeriodsResult":
        """List the months of the books, newest first
        Returns every month that is closed or about to be closed. The totals of each
        closed month are computed again and compared with those of its closing.
        GET /admin/v1/periods
        """
        request = Request("GET", "/admin/v1/periods")
        return self._transport.send(request, options)

    def close(
        self,
        month: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "BookPeriod":
        """Close a month of the books
        Keeps the trial balance at the end of the month and refuses later bookings with
        a value date in it. A month can be closed 1 hour after its end, and after all
        earlier months. With `HOLD_APPROVALS` above 1, several people must close it. A
        closed month cannot be opened again.
        POST /admin/v1/periods/{month}/close
        """
        request = Request("POST", f"/admin/v1/periods/{segment(month)}/close", body=given(reason=reason, idempotency_key=idempotency_key))
        return self._transport.send(request, options)


class _AdminReconciliations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        day: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Reconciliation":
        """Start a reconciliation
        Starts a comparison for a day, which can take minutes. Poll the reconciliation
        until its status is `finished`. A day can be compared from 1 hour after its end.
        The books of the whole log are compared, and the deposits, refunds and transfers
        of the day and later. Transfers with open breaks are compared again.
        POST /admin/v1/reconciliations
        """
        request = Request("POST", "/admin/v1/reconciliations", body=given(day=day, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        day: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListReconciliationsResult":
        """List reconciliations, newest first
        Returns the kept comparisons of the log with the chain, the providers and their
        statement files. The service compares each day in UTC in the night after it.
        GET /admin/v1/reconciliations
        """
        request = Request("GET", "/admin/v1/reconciliations", query=given(limit=limit, offset=offset, cursor=cursor, day=day))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        day: str = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["ReconciliationSummary"]:
        """List reconciliations, newest first
        Returns the kept comparisons of the log with the chain, the providers and their
        statement files. The service compares each day in UTC in the night after it.
        GET /admin/v1/reconciliations, page by page
        """
        request = Request("GET", "/admin/v1/reconciliations", query=given(limit=limit, offset=offset, cursor=cursor, day=day))
        return pages(self._transport, request, "id", options)

    def statements(
        self,
        *,
        provider: Literal["sandbox", "mtn", "pawapay"],
        name: str,
        content: str,
        columns: Optional["StatementColumns"] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Reconciliation":
        """Import a statement file
        Compares a provider's statement file with the books, and keeps the result as a
        reconciliation. Poll the reconciliation until its status is `finished`. Every
        difference becomes a break. A line that cannot be read refuses the whole file,
        and the error names the line and the column. Import whole days: a settled
        transfer of these days without a line is a difference.
        POST /admin/v1/reconciliations/statements
        """
        request = Request("POST", "/admin/v1/reconciliations/statements", body=given(
            provider=provider,
            name=name,
            content=content,
            columns=columns,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Reconciliation":
        """Retrieve a reconciliation
        Returns a reconciliation as it was found. Later payments and decisions do not
        change it.
        GET /admin/v1/reconciliations/{id}
        """
        request = Request("GET", f"/admin/v1/reconciliations/{segment(id)}")
        return self._transport.send(request, options)


class _AdminBreaks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: Literal["open", "closed", "resolved"] = UNSET,
        kind: "BreakKind" = UNSET,
        owner: str = UNSET,
        age_days_min: int = UNSET,
        options: Optional[Options] = None,
    ) -> "ListBreaksResult":
        """List breaks, newest first
        Returns the differences that reconciliations found. A break that ended more than
        400 days ago is only in the log.
        GET /admin/v1/breaks
        """
        request = Request("GET", "/admin/v1/breaks", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            kind=kind,
            owner=owner,
            age_days_min=age_days_min,
        ))
        return self._transport.send(request, options)

    def all(
        self,
        *,
        limit: float = UNSET,
        offset: float = UNSET,
        cursor: str = UNSET,
        status: Literal["open", "closed", "resolved"] = UNSET,
        kind: "BreakKind" = UNSET,
        owner: str = UNSET,
        age_days_min: int = UNSET,
        options: Optional[Options] = None,
    ) -> Iterator["Break"]:
        """List breaks, newest first
        Returns the differences that reconciliations found. A break that ended more than
        400 days ago is only in the log.
        GET /admin/v1/breaks, page by page
        """
        request = Request("GET", "/admin/v1/breaks", query=given(
            limit=limit,
            offset=offset,
            cursor=cursor,
            status=status,
            kind=kind,
            owner=owner,
            age_days_min=age_days_min,
        ))
        return pages(self._transport, request, "id", options)

    def get(
        self,
        id: str,
        *,
        options: Optional[Options] = None,
    ) -> "Break":
        """Get a break
        Returns one break, with its comments and the people who approved its end.
        GET /admin/v1/breaks/{id}
        """
        request = Request("GET", f"/admin/v1/breaks/{segment(id)}")
        return self._transport.send(request, options)

    def assign(
        self,
        id: str,
        *,
        owner: Optional[str],
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Break":
        """Assign a break
        Makes a member of the staff the owner of an open break.
        POST /admin/v1/breaks/{id}/assign
        """
        request = Request("POST", f"/admin/v1/breaks/{segment(id)}/assign", body=given(owner=owner, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def comments(
        self,
        id: str,
        *,
        text: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Break":
        """Comment on a break
        Adds a comment, at most 50 per break. An ended break takes one too.
        POST /admin/v1/breaks/{id}/comments
        """
        request = Request("POST", f"/admin/v1/breaks/{segment(id)}/comments", body=given(text=text, idempotency_key=idempotency_key))
        return self._transport.send(request, options)

    def close(
        self,
        id: str,
        *,
        reason: str,
        evidence: str,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Break":
        """Close a break
        Closes an open break with a reason and evidence. With `HOLD_APPROVALS` above 1,
        it is closed when enough people have closed it. The reason and evidence of the
        first person stay. Other amounts take the approvals away.
        POST /admin/v1/breaks/{id}/close
        """
        request = Request("POST", f"/admin/v1/breaks/{segment(id)}/close", body=given(
            reason=reason,
            evidence=evidence,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _AdminCluster:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, *, options: Optional[Options] = None) -> "Cluster":
        """Get the cluster
        Returns the nodes that share the database, and the node that runs each
        partition. Every node responds with facts of all nodes, which are at most a
        second old.
        GET /admin/v1/cluster
        """
        request = Request("GET", "/admin/v1/cluster")
        return self._transport.send(request, options)


class _AdminIncidentsPast:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "PastIncidentList":
        """List past incidents
        Returns the incidents that ended in the last 7 days, at most 100. The process of
        partition 0 keeps them in memory, so a restart of that process forgets them.
        GET /admin/v1/incidents/past
        """
        request = Request("GET", "/admin/v1/incidents/past")
        return self._transport.send(request, options)


class _AdminIncidents:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.past = _AdminIncidentsPast(transport)

    def list(self, *, options: Optional[Options] = None) -> "IncidentList":
        """List current incidents
        Returns every incident with its cause, the payouts that wait, and the steps to
        take. Every node responds with facts of all nodes, which are at most 2 seconds
        old. A node that does not respond is an incident.
        GET /admin/v1/incidents
        """
        request = Request("GET", "/admin/v1/incidents")
        return self._transport.send(request, options)


class _AdminFloat:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "Float":
        """Get the float
        Returns our balance at each mobile money provider in each currency, and what
        funded payouts will still take from it. The figures are polled every 60 seconds.
        A provider that does not respond is `unknown`, and its last balance is not used.
        GET /admin/v1/float
        """
        request = Request("GET", "/admin/v1/float")
        return self._transport.send(request, options)


class _Admin:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.withdrawals = _AdminWithdrawals(transport)
        self.reports = _AdminReports(transport)
        self.payouts = _AdminPayouts(transport)
        self.batches = _AdminBatches(transport)
        self.audit_logs = _AdminAuditLogs(transport)
        self.accounts = _AdminAccounts(transport)
        self.webhook_deliveries = _AdminWebhookDeliveries(transport)
        self.operators = _AdminOperators(transport)
        self.books = _AdminBooks(transport)
        self.periods = _AdminPeriods(transport)
        self.reconciliations = _AdminReconciliations(transport)
        self.breaks = _AdminBreaks(transport)
        self.cluster = _AdminCluster(transport)
        self.incidents = _AdminIncidents(transport)
        self.float = _AdminFloat(transport)


class _Account:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, *, options: Optional[Options] = None) -> "OwnAccount":
        """Get your account
        Returns the account of the API key, with the key's permissions and the account's
        limits. Only `full` keys and owners see the `originator`.
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
        """Check a recipient
        Checks whether a payout to this recipient would be accepted now, without
        creating one. The response contains the name registered for the number, if a
        provider reports it.
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
        """List deliveries of an endpoint, newest first
        Returns what was sent to the endpoint, and the result of each attempt. Payloads
        have no `rows` here.
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
        """List deliveries of an endpoint, newest first
        Returns what was sent to the endpoint, and the result of each attempt. Payloads
        have no `rows` here.
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
        """Create a webhook endpoint
        Creates an endpoint that receives events from now on. Only this response
        contains the secret that signs them.
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
        """List webhook endpoints, newest first
        Returns the webhook endpoints of the account, without secrets.
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
        """List webhook endpoints, newest first
        Returns the webhook endpoints of the account, without secrets.
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
        """Get a webhook endpoint
        Returns one webhook endpoint, without its secret.
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
        """Update a webhook endpoint
        Changes the fields that the request contains. While `is_active` is `false`, no
        events are sent to the endpoint.
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
        """Delete a webhook endpoint
        Deletes an endpoint permanently. Its pending deliveries are not attempted again.
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
        """Send a test event
        Sends `webhook.test`, or the event in `type`, with made-up values, and returns
        the result of the attempt.
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
        """Rotate a signing secret
        Creates a new signing secret. The old one expires after `overlap_hours`. Until
        then `webhook-signature` contains a signature of each secret, and
        `X-Service-Signature` uses the old one.
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
        """Resend failed deliveries
        Resends the failed deliveries of all events since a time, up to 1,000 per
        request. Send the request again while `remaining` is above 0.
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
        """Get a delivery
        Returns one delivery of one event to one endpoint, with all attempts.
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
        """Resend a delivery
        Sends the same event to the same endpoint again. A pending delivery is attempted
        at once. Returns 409 if the endpoint is disabled or was deleted.
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
        Returns the events of the account, whether they were delivered or not. To follow
        events without a gap, send the id of the last one as `after`. Events of batches
        and refunds have no `rows` here. Get the event to read them.
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
        Returns the events of the account, whether they were delivered or not. To follow
        events without a gap, send the id of the last one as `after`. Events of batches
        and refunds have no `rows` here. Get the event to read them.
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
        Returns one event exactly as it is delivered, with the rows of a batch.
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
        limit: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListSettlementsResult":
        """Report settled payouts
        Returns one line per payout that settled in the period, the newest payout first.
        Without `limit` and `cursor` the response is the whole report, of any length,
        sent while it is read. A `to` in the future means now. If the connection ends
        early, the report is incomplete. Request it again. At most 4 whole reports of an
        account are sent at a time. Further requests get 503. With `limit` or `cursor`
        the response is one page of at most 1000 lines, and `totals` are the sums of the
        page. Send `next_cursor`, or the header `X-Next-Cursor` of a file, for the next
        page. A file has no totals.
        GET /v1/reports/settlements
        """
        request = Request("GET", "/v1/reports/settlements", query=given(from_=from_, to=to, limit=limit, cursor=cursor))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv"],
        limit: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report settled payouts
        GET /v1/reports/settlements, as text
        """
        request = Request("GET", "/v1/reports/settlements", query=given(
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _ReportsRefunds:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        limit: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListReportedRefundsResult":
        """Report sent refunds
        Returns one line per refund that was sent in the period. Refunds of payouts come
        first, then refunds of whole batches, each with the newest first. A refund that
        is confirmed later stays in the period in which it was sent. Refunds on other
        chains name their chain and token, and amounts of two chains are never added.
        Without `limit` and `cursor` the response is the whole report, of any length,
        sent while it is read. A `to` in the future means now. If the connection ends
        early, the report is incomplete. Request it again. At most 4 whole reports of an
        account are sent at a time. Further requests get 503. With `limit` or `cursor`
        the response is one page, which can have fewer lines than `limit`, and `totals`
        are the sums of the page. Continue until `next_cursor` is `null`, or until a
        file has no header `X-Next-Cursor`. A file has no totals.
        GET /v1/reports/refunds
        """
        request = Request("GET", "/v1/reports/refunds", query=given(from_=from_, to=to, limit=limit, cursor=cursor))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv"],
        limit: float = UNSET,
        cursor: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Report sent refunds
        GET /v1/reports/refunds, as text
        """
        request = Request("GET", "/v1/reports/refunds", query=given(
            from_=from_,
            to=to,
            limit=limit,
            cursor=cursor,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _ReportsFees:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str,
        to: str,
        options: Optional[Options] = None,
    ) -> "ListFeesResult":
        """Report fees by day, network and currency
        Returns the sums of the payouts that settled in the period, by day (UTC),
        network and currency, the newest day first. They equal the sums of the
        settlement report for the same period. A period has at most 366 days. A `to` in
        the future means now. At most 4 whole reports of an account are sent at a time.
        Further requests get 503.
        GET /v1/reports/fees
        """
        request = Request("GET", "/v1/reports/fees", query=given(from_=from_, to=to))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        from_: str,
        to: str,
        format: Literal["csv"],
        options: Optional[Options] = None,
    ) -> str:
        """Report fees by day, network and currency
        GET /v1/reports/fees, as text
        """
        request = Request("GET", "/v1/reports/fees", query=given(from_=from_, to=to, format=format), is_text=True)
        return self._transport.send(request, options)


class _ReportsAuditLog:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        options: Optional[Options] = None,
    ) -> "ListAuditReportResult":
        """Export the audit log
        Returns every change by a user or a key and every sign-in of the period, newest
        first. Without `from` the report starts with the first entry, without `to` it
        ends with the latest. The response can be of any length and is sent while it is
        read. If the connection ends early, the report is incomplete. Request it again.
        At most 4 whole reports of an account are sent at a time. Further requests get
        503.
        GET /v1/reports/audit-log
        """
        request = Request("GET", "/v1/reports/audit-log", query=given(
            from_=from_,
            to=to,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
        ))
        return self._transport.send(request, options)

    def file(
        self,
        *,
        format: Literal["csv"],
        from_: str = UNSET,
        to: str = UNSET,
        actor_id: str = UNSET,
        actor_kind: Literal["person", "api_key"] = UNSET,
        subject_id: str = UNSET,
        action: str = UNSET,
        options: Optional[Options] = None,
    ) -> str:
        """Export the audit log
        GET /v1/reports/audit-log, as text
        """
        request = Request("GET", "/v1/reports/audit-log", query=given(
            from_=from_,
            to=to,
            actor_id=actor_id,
            actor_kind=actor_kind,
            subject_id=subject_id,
            action=action,
            format=format,
        ), is_text=True)
        return self._transport.send(request, options)


class _Reports:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.settlements = _ReportsSettlements(transport)
        self.refunds = _ReportsRefunds(transport)
        self.fees = _ReportsFees(transport)
        self.audit_log = _ReportsAuditLog(transport)


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
        Returns requests of the last seven days, at most 10,000 per account, for
        debugging. A request appears about a second after its response. Above 50
        requests per second, some are left out.
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
        Returns requests of the last seven days, at most 10,000 per account, for
        debugging. A request appears about a second after its response. Above 50
        requests per second, some are left out.
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
        """Get a recent request
        Returns one request with its bodies. Use the `request_id` of an error.
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
        outcome: Optional[Literal["settle", "fail", "expire", "hold", "review", "reverse", "return"]] = UNSET,
        failure_reason: Optional["FailureReason"] = UNSET,
        deposit: Optional["SimulatePayoutDeposit"] = UNSET,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Payout":
        """Simulate an outcome or a deposit
        Brings a payout to an `outcome` at once, or simulates a `deposit` of any amount.
        `expire` ends the wait for funds before its deadline. After this request the
        sandbox simulates no other deposit for the payout.
        POST /v1/sandbox/payouts/{id}/simulate
        """
        request = Request("POST", f"/v1/sandbox/payouts/{segment(id)}/simulate", body=given(
            outcome=outcome,
            failure_reason=failure_reason,
            deposit=deposit,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _SandboxBalance:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def deposit(
        self,
        *,
        amount_usdc: float,
        idempotency_key: Optional[str] = UNSET,
        options: Optional[Options] = None,
    ) -> "Balance":
        """Simulate a deposit to the balance
        Adds an amount to the balance at once, as a final deposit does.
        POST /v1/sandbox/balance/deposit
        """
        request = Request("POST", "/v1/sandbox/balance/deposit", body=given(
            amount_usdc=amount_usdc,
            idempotency_key=idempotency_key,
        ))
        return self._transport.send(request, options)


class _Sandbox:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.payouts = _SandboxPayouts(transport)
        self.balance = _SandboxBalance(transport)


class _Networks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "ListNetworksResult":
        """List networks
        Returns all supported networks with their limits and current status.
        GET /v1/networks
        """
        request = Request("GET", "/v1/networks")
        return self._transport.send(request, options)


class _Rates:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, options: Optional[Options] = None) -> "ListRatesResult":
        """List current rates
        Returns the rates that a quote would lock now, after the spread.
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
        """List the audit log, newest first
        Returns every change by a user or a key and every sign-in. A key that ends
        because of another change, such as the removal of its issuer, has a separate
        `api_key.revoked` entry.
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
        """List the audit log, newest first
        Returns every change by a user or a key and every sign-in. A key that ends
        because of another change, such as the removal of its issuer, has a separate
        `api_key.revoked` entry.
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
        self.balance = _Balance(transport)
        self.admin = _Admin(transport)
        self.account = _Account(transport)
        self.recipients = _Recipients(transport)
        self.webhooks = _Webhooks(transport)
        self.events = _Events(transport)
        self.reports = _Reports(transport)
        self.requests = _Requests(transport)
        self.sandbox = _Sandbox(transport)
        self.networks = _Networks(transport)
        self.rates = _Rates(transport)
        self.audit_logs = _AuditLogs(transport)
