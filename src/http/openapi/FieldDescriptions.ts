/**
 * The meanings of fields and query parameters by name, in about 600 places of the contract. The
 * OpenAPI document has them wherever the contract gives no other description, so each text must be
 * true in all of these places.
 */

/** The meanings of fields in request and response bodies. */
export const meanings: Readonly<Record<string, string>> = {
  account_id: "Id of the customer's account.",
  account_name: "Current name of the account.",
  action: "What was done, such as `api_key.created`.",
  actor: "The user or key that acted, under its current name.",
  actor_id: "Id of the user or key that acted.",
  actor_kind: "`person` for a user, `api_key` for a key.",
  actor_name: "Current name of the user or key that acted.",
  address: "Ethereum address that the refund goes to.",
  allowed_ips:
    "Addresses and ranges (CIDR) from which the key works. `null` if it works from everywhere.",
  amount: "Amount in the currency next to it.",
  amount_received_usdc: "USDC that arrived and is final.",
  amount_usdc: "Amount in USDC, with at most 6 decimals.",
  approvals: "Users (e-mail addresses) and keys (names) that approved the latest hold.",
  at: "Time of the event. ISO 8601 in UTC.",
  attempts: "All attempts to deliver the event, oldest first.",
  batch_id: "Id of the batch or bulk batch that the payout belongs to.",
  beneficiary_id: "Id of the saved recipient.",
  block_number: "Number of the block that contains the transfer.",
  bulk_requests_per_minute: "Number of bulk requests allowed per minute.",
  by: "Name of the user or key that froze the money.",
  changes: "Changed fields with their new values.",
  code: "Code of the problem, for programs.",
  completed: "Number of payouts that were delivered.",
  confirmations: "Number of blocks since the deposit, its own included, at the last check.",
  count: "Number of rows.",
  country: "Country code, ISO 3166-1 alpha-2.",
  created_at: "Time of creation. ISO 8601 in UTC.",
  currencies: "Totals by currency, at current rates. Invalid rows are left out.",
  currency: "Currency code, ISO 4217.",
  customer_id: "Id of the account that saved the beneficiary.",
  decimals: "Number of decimals that the network pays.",
  deleted: "Always `true`.",
  delivered: "Whether the webhook endpoint returned a status from 200 to 299.",
  delivery_id: "Id of the delivery.",
  deposit: "Deposit to simulate.",
  deposit_address: "Ethereum address to send the exact amount of USDC to.",
  deposits:
    "Deposits to the payout's address. Empty for a row of a batch, whose deposits are the batch's.",
  description: "Your own text about the webhook endpoint. `null` if there is none.",
  disabled_at: "Time at which the endpoint was disabled. ISO 8601 in UTC.",
  doc_url: "URL of the page that explains the error and what to do.",
  duplicates: "Rows with the same phone and amount as an earlier row. Creation accepts them.",
  email: "E-mail address of the customer.",
  endpoint_id: "Id of the webhook endpoint.",
  environment: "Environment of this service and its keys.",
  epoch: "Number of processes that have written the log so far.",
  error: "Error code, for programs.",
  error_code: "Copy of `error`.",
  errors: "All invalid fields. Present only with `VALIDATION_ERROR`.",
  event_id: "Id of the event.",
  event_type: "Name of the event.",
  events: "Event names. `*` stands for all events and `payout.*` for all events of payouts.",
  exchange_rate: "Units of the target currency per USDC, after the spread.",
  expires_at: "Time of expiry. ISO 8601 in UTC.",
  failed: "Number of payouts that ended without delivery.",
  failure_reason: "Code of the failure. Present only if the payout failed.",
  fee_usdc: "Part of the source amount that the spread costs, in USDC.",
  field: "Name of the invalid field.",
  funding_status: "Progress of the deposit. A `detected` deposit is not final yet.",
  funding_window_seconds: "Seconds after creation within which a deposit must be seen.",
  hold_reason: "Code of the reason for the compliance hold. `null` if there was no hold.",
  id: "Unique id of the object.",
  idempotency_key:
    "Your own key for this request, 1 to 128 characters. A retry with the same key and " +
    "parameters takes effect once. Keys are remembered for 24 hours.",
  is_active: "Whether events are sent to the webhook endpoint.",
  is_valid: "Whether creation would accept all rows.",
  key: "The API key itself, which is shown only in this response.",
  kind: "`person` for a user, `api_key` for a key.",
  kyc_status:
    "Progress of the identity check. Unless it is `APPROVED`, API keys are refused, and users " +
    "can only read and manage their team.",
  last4: "Last four characters of the key.",
  latency_ms: "Milliseconds until the response.",
  limit: "Number of objects that a page holds at most.",
  limits: "Limits of this account.",
  lists_version: "Version of the sanctions lists. Empty if none were available.",
  log_index: "Position of the transfer among the block's log entries.",
  matched_entry: "List entry that matched best. `null` if none matched.",
  matched_subject: "Name or sender address that matched. `null` if none matched.",
  max_amount: "Largest amount of one payout, in the recipient's currency.",
  message: "Text for people, which may change. Programs use the codes.",
  metadata: "Your own pairs of text, at most 20. They are stored and returned unchanged.",
  method: "HTTP method of the request.",
  mid_market_rate: "Units of the target currency per USDC, before the spread.",
  min_amount: "Smallest amount of one payout, in the recipient's currency.",
  name: "Name for people.",
  network: "Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case.",
  network_status: "Current state of the network.",
  networks: "Networks that pay this currency.",
  next_attempt_at: "Time of the next attempt. `null` if none is planned.",
  nickname: "Your own short name of the recipient.",
  nodes: "Nodes that share the database. Empty without a cluster.",
  offset: "Number of objects before this page.",
  outcome: "Outcome of the payout.",
  overlap_hours:
    "Hours for which the old one keeps working. The default is 24, the most is 24, and 0 ends " +
    "it at once.",
  partitions: "Partitions of the database.",
  payload: "Body of the delivery. Rows of a batch are left out.",
  payout_id: "Id of the payout.",
  payouts: "Payouts, one object each.",
  payouts_per_batch: "Largest number of rows in a batch.",
  payouts_per_bulk: "Largest number of payouts in a bulk batch.",
  pending: "Number of payouts that are not finished.",
  pending_action: "Action that waits for more approvals. `null` if there is none.",
  phone: "Phone number of the recipient in E.164 form, such as `+256770000001`.",
  previous_status: "Status before the change. `null` for the first status.",
  problems:
    "Reasons why a payout to this recipient would be refused now. Empty if it would be accepted.",
  provider_reference: "Reference of the mobile money provider. `null` until it is known.",
  quote_id: "Id of the quote.",
  quote_max_usdc: "Largest amount of a quote, in USDC.",
  quote_min_usdc: "Smallest amount of a quote, in USDC.",
  quote_ttl_seconds: "Seconds for which a quote is valid.",
  quotes: "Quotes to create, at most 100.",
  quotes_per_minute: "Number of quotes allowed per minute.",
  reason: "Reason in words or as a code.",
  recipient_name:
    "Full name of the recipient, for screening. Without it, the payout is held unless the " +
    "provider reports the name of the number's owner.",
  recipient_phone: "Phone number of the recipient in E.164 form, such as `+256770000001`.",
  reference: "Your own text, at most 128 characters.",
  refund: "Latest refund. Present only if there is one.",
  refund_address: "Ethereum address that refunds go to.",
  refund_hold: "Reason why the refund is withheld. `null` if it is not.",
  registered_name:
    "Name that the provider has for the number. `null` if the provider reports none.",
  remaining: "Number of failed deliveries that are left for the next request.",
  request_id: "Id of the request, as in `X-Request-Id`. Support finds the request by it.",
  requests_per_minute: "Number of other requests allowed per minute.",
  resent: "Number of deliveries that are sent again.",
  review_reason: "Code of the reason for the manual review. `null` if there was none.",
  revoked_at: "Time of the revocation. `null` while the key works.",
  row: "Number of the row, from 1. The header of a CSV file is not counted.",
  rows: "Valid rows in the order of the file, with their amounts.",
  same_as_row: "Number of the first row with the same phone and amount.",
  scope:
    "What the key may do. `full` allows everything, `read_only` all reads. `payouts`, " +
    "`webhooks` and `reports` allow only that area and `GET /v1/account`.",
  score: "Highest score of any name, from 0 to 1.",
  screening: "Latest screening. `null` if there was none.",
  secret: "Signing secret, which is shown only in this response.",
  seen_at: "Time at which the deposit was first seen. It decides whether the deposit is in time.",
  seq: "Number of the latest log entry.",
  settled_at: "Time of delivery. `null` until then.",
  since: "Time of the beginning. ISO 8601 in UTC.",
  slug: "Long form of the network's name, such as `mtn_uganda`.",
  source_amount: "USDC to convert.",
  source_amount_usdc: "Amount in USDC, with at most 6 decimals. A quote needs at least 0.01.",
  source_currency: "Always `USDC`.",
  spread_percent: "Spread of the rate as a fraction, such as 0.01 for 1%.",
  started_at: "Time at which the node started. ISO 8601 in UTC.",
  status: "Current status.",
  status_code: "HTTP status of the webhook endpoint's response. `null` without a response.",
  subject: "Objects that the incident concerns.",
  subject_id: "Id of the object that was changed. `null` if there is none.",
  target_amount: "Amount that the recipient gets, in the target currency.",
  target_amount_fiat: "Amount that the recipient gets, in the target currency.",
  target_currency: "Currency that the recipient gets: UGX, KES, NGN, GHS or TZS.",
  test: "Always `true`. The event is a test, and nothing has happened.",
  timeline: "All statuses of the payout with their times.",
  total: "Number of objects in the whole list.",
  total_amount_usdc: "Sum of all rows, in USDC.",
  total_count: "Number of payouts in the batch.",
  tx_hash: "Hash of the transaction.",
  type: "Name of the event.",
  updated_at: "Time of the last change, ISO 8601 in UTC.",
  url: "URL that events are sent to. It needs HTTPS and a valid certificate.",
  verdict: "Result of the screening. `inconclusive` means that a list or a name was not available."
}

/** The meanings of query parameters, which filter or divide a list. */
export const queryMeanings: Readonly<Record<string, string>> = {
  account_id: "Returns only objects of this account.",
  action: "Returns only entries with this action.",
  actor_id: "Returns only entries of this user or key.",
  actor_kind: "Returns only what users did (`person`) or what keys did (`api_key`).",
  after: "Id of an event. Returns only later events, oldest first.",
  batch_id: "Returns only payouts of this batch or bulk batch.",
  caller_id: "Returns only requests of this API key or dashboard user.",
  cursor:
    "The `next_cursor` of the previous page. New objects do not shift the pages. `offset` counts " +
    "from the cursor.",
  created_from:
    "Returns only objects created at this time or later. ISO 8601; a time without zone is UTC.",
  created_to:
    "Returns only objects created at this time or earlier. ISO 8601; a time without zone is UTC.",
  format: "`json`, the default, or `csv` for a file.",
  from: "First moment of the period, inclusive. ISO 8601; a time without zone is UTC.",
  incident: "Returns only payouts that wait because of this incident.",
  kyc_status: "Returns only accounts with this KYC status.",
  limit: "Number of objects per page, from 1 to 100. The default is 20.",
  method: "Returns only requests with this HTTP method.",
  network: "Returns only objects of this network, such as `MTN_UG` or `mtn_uganda`.",
  offset: "Number of objects to skip. The default is 0.",
  outcome: "Returns only requests that succeeded (status below 400) or failed.",
  payout_id: "Returns only objects of this payout.",
  search:
    "Returns only objects that contain all these words. A word is found by its beginning, in " +
    "any order and letter case, and without accents.",
  status: "Returns only objects with this status.",
  subject_id: "Returns only entries about this object.",
  to: "End of the period, exclusive. ISO 8601; a time without zone is UTC.",
  type: "Returns only objects with this event name."
}

/** The objects that a path names by id, by the path's segment in front of the id. */
const pathObjects: Readonly<Record<string, string>> = {
  accounts: "account",
  "api-keys": "API key",
  batches: "batch or bulk batch",
  beneficiaries: "beneficiary",
  bulk: "bulk batch",
  deliveries: "delivery",
  endpoints: "webhook endpoint",
  events: "event",
  operators: "operator's key",
  payouts: "payout",
  quotes: "quote",
  requests: "request",
  "webhook-deliveries": "delivery"
}

/** The meaning of a path parameter, such as `id` in `/v1/quotes/{id}`. */
export const pathMeaning = (path: string, name: string): string => {
  const segments = path.split("/")
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? ""
  return `Id of the ${pathObjects[before]}.`
}
