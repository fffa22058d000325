/** Words that many pages share: buttons, fields, states, and the small parts of pages. */
import * as Format from "../data/Format.ts"

/** Words that several pages share. A word of one page is in that page's object. */
export const common = {
  // Buttons and links.
  save: "Save",
  edit: "Edit",
  remove: "Remove",
  revoke: "Revoke",
  goBack: "Go back",
  startAgain: "Start again",
  newPayout: "New payout",

  // Names of fields, columns and sections.
  about: "About",
  account: "Account",
  actions: "Actions",
  added: "Added",
  amount: "Amount",
  amountDue: "Amount due",
  batch: "Batch",
  batches: "Batches",
  break: "Break",
  created: "Created",
  createdBy: "Created by",
  depositAddress: "Deposit address",
  deposits: "Deposits",
  description: "Description",
  details: "Details",
  error: "Error",
  event: "Event",
  events: "Events",
  expires: "Expires",
  failure: "Failure",
  fee: "Fee",
  feeIncluded: "Fee, included in the rate",
  idempotencyKey: "Idempotency key",
  key: "Key",
  lastUsed: "Last used",
  latency: "Latency",
  midMarketRate: "Mid-market rate",
  name: "Name",
  network: "Network",
  payload: "Payload",
  payout: "Payout",
  payouts: "Payouts",
  phone: "Phone",
  progress: "Progress",
  quote: "Quote",
  rate: "Rate",
  received: "Received",
  recipient: "Recipient",
  recipientGets: "Recipient gets",
  reference: "Reference",
  refundAddress: "Refund address",
  request: "Request",
  responseStatus: "Response status",
  role: "Role",
  settled: "Settled",
  status: "Status",
  test: "Test",
  time: "Time",
  total: "Total",
  webhooks: "Webhooks",
  withdrawal: "Withdrawal",
  youSend: "You send",

  // Values.
  allEvents: "All events",
  answered: (status: number): string => `Status ${status}`,
  /** The name of an id that a button copies, such as `payout id`. */
  idOf: (kind: string): string => `${kind.toLowerCase()} id`,
  isTest: "Sent on request, with example values",
  milliseconds: (value: number): string => `${value} ms`,
  never: "Never",
  noResponse: "No response",
  roleOf: (role: string, account: string): string => `${role} of ${account}`,

  /** Hours until a rotated secret or key expires. */
  overlaps: [
    [24, "In 24 hours"],
    [12, "In 12 hours"],
    [6, "In 6 hours"],
    [1, "In 1 hour"],
    [0, "Now"]
  ],

  // Hints of fields.
  addressFormat: "0x followed by 40 hexadecimal digits",
  usdcFormat: "An amount above 0 with at most 6 decimals, such as 1,250.5",
  phoneHint: "With the country code, or as it is dialled in the network's country.",
  phoneFormat: "Digits with the country code, such as +256770000001",
  networkLimits: (least: string, most: string): string => `${least} to ${most} per payout.`,
  email: "E-mail address",
  password: "Password",
  ownPassword: "Your password",
  passwordHint: "At least 12 characters. A phrase of several words works well.",
  sixDigitCode: "Six-digit code",
  sixDigitFormat: "Enter six digits",

  // Lists.
  fewerFilters: "Try fewer filters.",
  hiddenData: "Phone numbers, names and secrets are hidden."
} as const

/** Words of the small parts of pages: fields, buttons, dialogs, figures. */
export const parts = {
  accountId: "Account id",
  cancel: "Cancel",
  close: "Close",
  copied: "Copied",
  copy: "Copy",
  copyOf: (what: string): string => `Copy ${what}`,
  dismiss: "Dismiss",
  empty: "Empty",
  expired: "Expired",
  hidePassword: "Hide the password",
  line: (number: number, message: string): string => `Line ${number} ${message}`,
  missing: "Fill in this field.",
  copyCurl: "Copy as curl",
  object: "Object",
  optional: "optional",
  request: "Request",
  showPassword: "Show the password",
  tooShort: (length: number): string => `Use at least ${length} characters.`,
  succeeded: (good: number, all: number): string => `${good} of the last ${all} attempts succeeded`,

  /** The creator of an object that no person created. */
  byKey: (name: string): string => `${name} (API key)`,

  /** The text in place of a form. */
  mayNot: {
    title: "Your role does not allow this",
    help: "An owner of the account can give you another role."
  }
} as const

/** Words of lists: filters, order, pages. */
export const lists = {
  all: (label: string): string => `${label}: all`,
  from: "From",
  to: "To",
  daysIn: (zone: string): string => `Days in ${zone}`,
  loading: "Loading…",
  next: "Next",
  order: "Order",
  pages: "Pages",
  previous: "Previous",
  refund: { label: "Refund", open: "Due or on its way" },
  rows: (count: number): string => `${count} rows`,
  rowsPerPage: "Rows per page",
  range: (first: number, last: number, total: number): string =>
    `${Format.count(first)}–${Format.count(last)} of ${Format.count(total)}`,

  orders: {
    newest: "Newest first",
    oldest: "Oldest first",
    name: "Name, A to Z",
    nameBackwards: "Name, Z to A"
  },

  /** `chosen` is the number of active filters. */
  filters: (chosen: number): string =>
    chosen === 0 ? "Filters" : `Filters (${Format.count(chosen)})`
} as const

/** Words in place of a response. */
export const answer = {
  pageFailed: "Something went wrong on this page.",
  unreachable: "The service cannot be reached.",
  timedOut: "The service did not respond in time.",
  request: "Request",
  tryAgain: "Try again",
  topUp: "Top up balance",
  loading: "Loading",
  slow: "This takes longer than usual. The page appears when the service responds.",
  offline: "You are offline. This page loads automatically when the network is back."
} as const

/** Words in place of a page that failed or does not exist. */
export const boundary = {
  failed: "This page could not be shown",
  reloadingHelps: "Reloading the page usually helps.",
  reload: "Reload the page",

  missing: {
    title: "This page could not be loaded",
    about:
      "The service responds, but a part of this page is missing. Reload the page, or try again later."
  },

  unreachable: {
    title: "The service cannot be reached",
    about:
      "The service may be restarting. This page loads automatically as soon as the service responds."
  }
} as const

/** Words of secrets that are shown only once. */
export const shown = {
  shownBefore: "This value was already shown after the first attempt. Create another one.",
  shownOnce: "Copy this value now. It is shown only once and cannot be recovered.",
  done: "Done"
} as const

/** Words for files that the service makes. */
export const api = {
  fileFailed: (status: number): string => `The file could not be created (${status}).`
} as const

/** Names of objects that lists identify by id. */
export const names = {
  /** A key name with the key's last characters, because several keys may have the same name. */
  key: (name: string, last4: string): string => `${name} (…${last4})`
} as const

/** Kinds of objects, by the prefix of their ids. */
export const kinds: Readonly<Record<string, string>> = {
  po: "Payout",
  bt: "Batch",
  bk: "Bulk batch",
  bal: "Balance",
  wdr: "Withdrawal",
  adr: "Withdrawal address",
  qt: "Quote",
  ben: "Beneficiary",
  we: "Webhook endpoint",
  evt: "Event",
  dlv: "Delivery",
  rcl: "Recall",
  rec: "Reconciliation",
  brk: "Break",
  req: "Request",
  acct: "Account",
  key: "API key",
  usr: "User",
  inv: "Invitation"
}

/** Names of the states, and their meanings. */
export const status = {
  /** States of payouts. */
  payout: {
    CREATED: { label: "Created", about: "The batch has not started yet." },
    AWAITING_FUNDS: {
      label: "Awaiting funds",
      about: "The exact USDC amount has not arrived yet."
    },
    STABLECOIN_RECEIVED: {
      label: "Funds received",
      about: "The USDC is final on the chain. Screening is in progress."
    },
    COMPLIANCE_HOLD: {
      label: "Compliance hold",
      about: "Screening flagged the payout. A reviewer decides."
    },
    PAYOUT_INITIATED: { label: "Initiated", about: "The transfer is being sent to the provider." },
    PAYOUT_CONFIRMED: { label: "Confirmed", about: "The provider accepted the transfer." },
    SETTLED: { label: "Settled", about: "The recipient has the money." },
    FAILED: { label: "Failed", about: "The recipient was not paid." },
    REVERSED: { label: "Reversed", about: "The money goes back to the sender." },
    MANUAL_REVIEW: { label: "Manual review", about: "Support is finding out what happened." }
  },

  /** A label of the quote filter. The service returns one status for both states. */
  expiredOrReleased: "Expired or ended with its payout",

  /** States of other objects. */
  others: {
    queued: { label: "Queued" },
    processing: { label: "Processing" },
    completed: { label: "Completed" },
    partly_failed: { label: "Partly failed", about: "All payouts are done. Some failed." },
    cancelled: { label: "Cancelled" },
    active: { label: "Active" },
    inactive: { label: "Disabled" },
    endpoint_disabled: {
      label: "Endpoint disabled",
      about: "Nothing can be sent until the endpoint's owner enables it."
    },
    endpoint_deleted: { label: "Endpoint deleted", about: "Nothing can be sent to it." },
    // Webhook endpoints.
    disabled: {
      label: "Disabled by the service",
      about: "The service disabled the endpoint after days of failures."
    },
    failing: { label: "Failing", about: "None of its last attempts succeeded." },
    unsteady: { label: "Some failures", about: "Some of its last attempts failed." },
    suspended: { label: "Suspended" },
    locked: { label: "Locked" },
    // Quotes.
    reserved: {
      label: "Reserved for a payout",
      about: "Its payout has not been sent to the provider yet."
    },
    used: { label: "Used for a payout", about: "Its payout was sent to the provider." },
    released: {
      label: "Ended with its payout",
      about: "Its payout ended before it was sent. A new payout needs a new quote."
    },
    invited: { label: "Invited", about: "The invitation is not accepted yet." },
    expired: { label: "Expired" },
    pending: { label: "Pending" },
    retrying: { label: "Retrying" },
    delivered: { label: "Delivered" },
    failed: { label: "Failed" },
    approved: { label: "Approved" },
    rejected: { label: "Rejected" },
    due: { label: "Due" },
    held: { label: "Held", about: "Screening flagged the sender or the receiver of the money." },
    parked: { label: "Parked", about: "Processing failed repeatedly. Support must resume it." },
    sent: { label: "Sent" },
    confirmed: { label: "Confirmed" },
    credited: { label: "Credited", about: "The refund is part of the balance." },
    detected: { label: "Detected" },
    final: { label: "Final" },
    awaiting: { label: "Awaiting funds" },
    underpaid: { label: "Underpaid" },
    refunded: { label: "Refunded" },
    refund_due: { label: "Refund due" },
    funded: { label: "Funded" },
    operational: { label: "Operational" },
    degraded: { label: "Degraded" },
    down: { label: "Down" },
    // States of a provider's circuit breaker. An open breaker sends nothing.
    open: { label: "Paused" },
    closed: { label: "Working" },
    probing: { label: "Trying one" },
    // States of our money at a provider.
    ok: { label: "Sufficient" },
    low: { label: "Low", about: "What is left after funded payouts is below the threshold." },
    balance_low: { label: "Low", about: "Less than the threshold is available." },
    short: { label: "Short", about: "Funded payouts need more than the balance." },
    unknown: { label: "Not known", about: "The provider did not report the balance." },
    alive: { label: "Running" },
    cut_off: {
      label: "Cut off",
      about: "Another process does not respond to this one."
    },
    silent: {
      label: "Not responding",
      about: "The process has not reported for three seconds or more."
    },
    simulated: { label: "Simulated" },
    clear: { label: "Clear" },
    flagged: { label: "Flagged" },
    inconclusive: { label: "Inconclusive" },
    revoked: { label: "Revoked" },
    // Data of recipients.
    kept: { label: "Kept" },
    requested: { label: "Erasure requested", about: "More people must request the erasure." },
    restricted: { label: "Restricted", about: "Not shown, and erased when no law demands it." },
    erased: { label: "Erased" },
    recall_open: { label: "Open" },
    recall_returned: { label: "Money returned" },
    recall_closed: { label: "Closed" },
    withdrawal_requested: { label: "Requested", about: "Staff have not decided yet." },
    // Bookings and months of the books.
    proposed: { label: "Proposed", about: "More people must approve the booking." },
    booked: { label: "Booked" },
    withdrawn: { label: "Withdrawn" },
    month_open: { label: "Open", about: "More people must close the month." },
    month_closed: { label: "Closed" },
    run_running: { label: "Running", about: "The comparison has not finished." },
    run_clean: { label: "Clean", about: "All sources were compared, and they agree." },
    run_differences: { label: "Differences", about: "The books and a source differ." },
    run_incomplete: { label: "Incomplete", about: "A source was not compared. More may differ." },
    break_open: { label: "Open", about: "Staff must explain the difference." },
    break_closed: { label: "Closed", about: "Staff explained the difference." },
    break_resolved: { label: "Resolved", about: "A later comparison did not find it." }
  }
} as const

/** Words of the overview's charts. */
export const charts = {
  noData: "No data in this period.",

  /** The first column of a chart's table. */
  heads: { day: "Day", hour: "Hour" },

  titles: {
    volume: "Volume per day",
    ends: "Payouts created per day",
    times: "Time to settle",
    hooks: "Webhook deliveries, last 24 hours"
  },

  series: {
    volume: "Volume settled",
    failedOrReversed: "Failed or reversed",
    notEnded: "Not ended",
    median: "Median",
    p95: "95th percentile",
    delivered: "Delivered",
    pending: "Pending",
    failed: "Failed"
  },

  /** Units of time at an axis. */
  units: { milliseconds: "ms", seconds: "s", minutes: "min", hours: "h" }
} as const

/** The command that requests an account's first quote from this service. */
export const firstQuote = {
  command: (origin: string): string =>
    `curl -s ${origin}/v1/quotes \\
  -H "Authorization: Bearer $PAYOUT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"source_amount_usdc": 25, "target_currency": "UGX", "idempotency_key": "first-quote"}'`
} as const

/** Words of an endpoint's recent results. */
export const endpointHealth = {
  failedOf: (failed: number, all: number): string =>
    `${Format.count(failed)} of the last ${Format.count(all)}`,
  failedDeliveriesOf: (failed: number, all: number): string =>
    `${Format.count(failed)} of the last ${Format.counted(all, "delivery", "deliveries")}`
} as const
