/** Words around the pages: frame, menu, search, incidents, and the texts in place of a page. */
import * as Format from "../data/Format.ts"

/** Words around every page. */
export const shell = {
  brand: "Payouts",
  sandbox: "Sandbox",
  skip: "Skip to content",
  menu: "Menu",
  sidebar: "Sidebar",
  search: "Search",
  shortcuts: "Keyboard shortcuts",
  actingFor: "Acting for",
  operations: "Operations",
  signOut: "Sign out",

  connections: {
    connecting: "Connecting…",
    live: "Up to date",
    lost: "Reconnecting…"
  },
  noConnection: "No connection",

  themes: {
    system: "Theme: system",
    light: "Theme: light",
    dark: "Theme: dark"
  },

  /** The title of the browser's tab. */
  tabTitle: (page: string): string => `${page} · Payouts`
} as const

/** Names of the dashboard's pages and of the parts of its menu. */
export const navigation = {
  overview: "Overview",
  payouts: "Payouts",
  quotes: "Quotes",
  batches: "Batches",
  balance: "Balance",
  beneficiaries: "Beneficiaries",
  reports: "Reports",
  developers: "Developers",
  webhooks: "Webhooks",
  events: "Events",
  requests: "Requests",
  apiKeys: "API keys",
  apiReference: "API reference",
  account: "Account",
  team: "Team",
  auditLog: "Audit log",
  accounts: "Accounts",
  needsADecision: "Needs a decision",
  holds: "Holds",
  manualReview: "Manual review",
  refunds: "Refunds",
  withdrawals: "Withdrawals",
  failedDeliveries: "Failed deliveries",
  service: "Service",
  health: "Health",
  float: "Float",
  cluster: "Cluster",
  staff: "Staff",
  operatorKeys: "Operator keys",
  books: "Books",
  reconciliation: "Reconciliation",
  newPayout: "New payout",
  newBatch: "New batch",
  settledPayouts: "Settled payouts",
  failedPayouts: "Failed payouts",
  awaitingPayouts: "Payouts awaiting funds",
  reversedPayouts: "Reversed payouts",
  heldPayouts: "Payouts on hold",
  payoutsInReview: "Payouts in manual review",
  owingPayouts: "Payouts with an open refund",
  owingBatches: "Batches with an open refund",
  failedRequests: "Failed requests",
  parkedBatches: "Parked batches",
  sentRefunds: "Refunds that were sent",
  pendingAccounts: "Accounts waiting for KYC",
  suspendedAccounts: "Suspended accounts",
  profile: "Profile",

  /** Further words by which a search finds a page. */
  also: {
    apiKeys: "create new key secret",
    awaiting: "waiting for money unfunded underpaid deposit",
    balance: "top up deposit prepaid funds movements statement threshold withdrawal",
    apiReference: "docs documentation guide help errors",
    cluster: "processes nodes partitions",
    reconciliation: "breaks differences chain providers comparison",
    books: "accounting trial balance bookings months statement",
    failed: "errors",
    float: "balance provider money top up threshold",
    failedDeliveries: "webhooks events",
    failedRequests: "errors API",
    held: "compliance held frozen waiting",
    holds: "held payouts compliance frozen",
    newBatch: "create upload CSV file",
    newPayout: "create send pay money",
    profile: "password second factor authenticator passkey recovery codes",
    owing: "refunds money back waiting",
    parked: "stuck stopped",
    reports: "bookkeeping accounting settlements refunds fees CSV export",
    pendingAccounts: "pending approve verification customers",
    refunds: "money back due",
    reversed: "returned refunded",
    review: "stuck unknown waiting",
    settled: "paid done succeeded",
    team: "invite people person user role",
    withdrawals: "balance send treasury address",
    webhooks: "new endpoint delivery secret"
  },

  menu: "Main",
  waiting: "waiting",
  incidents: "open"
} as const

const payouts = (count: number): string => Format.counted(count, "payout", "payouts")
const wait = (count: number): string => (count === 1 ? "waits" : "wait")

/** The continuation of a customer's name and number of payouts. */
const withUsdc = (usdc: number): string => ` with ${Format.money(usdc, "USDC")}`

/** Words of current incidents, on every page of the staff. */
export const incidents = {
  payouts,

  /** Payouts with their amount, or deliveries. */
  most: (kind: string, count: number, usdc: number): string =>
    kind === "endpoint"
      ? Format.counted(count, "delivery", "deliveries")
      : `${payouts(count)}${withUsdc(usdc)}`,

  /** The continuation of a number of payouts. */
  waitWith: (count: number, usdc: number): string =>
    ` with ${Format.money(usdc, "USDC")} ${wait(count)}.`,

  networksAffected: (networks: number): string =>
    `${Format.counted(networks, "network is", "networks are")} affected.`,

  noneWaits: "No payout waits yet.",

  withUsdc,

  ofOthers: (count: number): string => `${payouts(count)} of other customers`,

  customers: "Customers whose payouts wait",

  /** The label of the payout filter by incident. */
  waitsFor: "Waits for",
  ended: "An incident that has ended",

  deliveriesWait: (count: number): string =>
    `${Format.counted(count, "delivery", "deliveries")} of the newest ${wait(count)}.`,

  /** The label of the region for screen readers. */
  banner: "Incidents",
  /** The title of an incident, with the time at which it began. */
  since: (title: string, time: string): string => `${title} since ${time}.`,
  more: (count: number): string => `${count} more on Health`,
  details: "Cause and remedy",
  light: (count: number): string => Format.counted(count, "incident", "incidents"),
  unread: "State unknown",

  cause: "Cause:",
  remedy: "What to do:",
  /** The time at which the service tries a provider again. */
  nextTry: (time: string): string => `Next try at ${time}.`,
  runbook: "Runbook",
  begun: "Since"
} as const

const failedDeliveries = "Failed deliveries"

/** Words of the search and of the keys that work on every page. */
export const search = {
  title: "Search",
  results: "Results",
  label: "Search payouts, batches, beneficiaries, endpoints, views and pages",
  placeholder: "Name, phone, reference, id, transaction, page",
  searching: "Searching…",
  found: (count: number): string => `${count} found`,
  allPayouts: (total: number): string => `Show all ${Format.count(total)} payouts`,
  /** The result of a search for an event, which is its payout, its batch or its account. */
  ofEvent: (kind: string): string => `${kind} of this event`,
  failedDeliveries,
  failedDeliveriesOf: (url: string): string => `${failedDeliveries} to ${url}`,
  unnamedBatch: "Batch",
  payoutsOf: payouts,
  failed: (count: number): string => `${Format.count(count)} failed`,
  nothing: "Nothing found",

  /** Groups of results. */
  groups: {
    byId: "By id",
    payouts: "Payouts",
    batches: "Batches",
    beneficiaries: "Beneficiaries",
    accounts: "Accounts",
    endpoints: "Webhook endpoints",
    views: "Saved views",
    pages: "Pages",
    otherPages: "Pages of your other accounts"
  },

  shortcuts: "Keyboard shortcuts",
  close: "Close",

  /** Names of keys, as printed on a keyboard. */
  keys: { search: "Ctrl K", open: "Enter", close: "Esc" },

  sheet: {
    search: "Search",
    choose: "Choose a search result",
    open: "Open the chosen result",
    close: "Close a dialog",
    shortcuts: "Show these shortcuts",
    nextCase: "In holds and reviews: choose the next or previous payout",
    decide: "In holds: approve, reject or freeze",
    record: "In reviews: retry, settle, fail or reverse"
  }
} as const

/** Words in place of the pages, for a user without an account. */
export const gate = {
  service: "Payouts",
  loading: "Loading",
  noAccess: "No access",
  noAccessHere: "No access to this account",
  signedInAs: (email: string): string => `You are signed in as ${email}.`,
  noAccount:
    "You are no longer a member of any account. Ask the owner of an account to invite you.",
  otherAccounts: "Ask an owner of this account to invite you, or open one of your accounts:",
  signOut: "Sign out"
} as const

/** Words of an address that has no page. */
export const notFound = {
  title: "Page not found",
  about: "There is no page at this address",
  openIn: (account: string): string => `Open this page in ${account}`,
  overview: "Go to the overview"
} as const
