/** Words of the staff's pages: customers, lists over all accounts, operator keys, the service. */
import type { ReactNode } from "react"
import type { Operator } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"

/** Words of the list of customers. */
export const accounts = {
  title: "Accounts",
  email: "E-mail",
  kyc: "KYC",
  newAccount: "New account",
  create: "Create account",
  company: "Company",
  kycFirst: "The account cannot use API keys or create anything until its KYC is approved.",
  settled: "Settled, 30 days",
  volume: "Volume, 30 days",
  lastPayout: "Last payout",
  search: "Search accounts",
  none: "No accounts yet",
  noneMatch: "No accounts match"
} as const

/** Words of a customer's account, as staff see it. */
export const account = {
  kyc: "KYC",
  kycDecision: {
    by: {
      APPROVED: (name: string): string => `Approved by ${name}`,
      REJECTED: (name: string): string => `Rejected by ${name}`,
      PENDING: (name: string): string => `Set to pending by ${name}`
    },
    byKey: "with an operator key",
    reason: (reason: string): string => `“${reason}”`,
    /** Texts for an account without a decision. */
    none: {
      APPROVED: "Approved when the account was created",
      REJECTED: "Rejected when the account was created",
      PENDING: "No decision yet"
    }
  },
  email: "E-mail",
  changed: "Changed",
  showPayouts: "Show payouts",
  accounts: "Accounts",
  lists: "See also",
  /** The staff's lists, by their addresses. */
  listsOf: [
    ["batches", "Batches"],
    ["failed-deliveries", "Failed deliveries"],
    ["audit-log", "Audit log"]
  ],
  recipients: "Recipients' data",
  figures: {
    title: "Payouts",
    settled: "Settled, 30 days",
    volume: "Volume, 30 days",
    last: "Last payout"
  },
  endpoints: {
    title: "Webhook endpoints",
    none: "The account has no webhook endpoint.",
    url: "URL",
    failingSince: "Failing since"
  },
  keys: "API keys",
  accountId: "account id",
  updated: "The account is updated.",

  approveKyc: {
    label: "Approve KYC",
    about: (name: string): string => `${name} can create payouts from now on.`
  },

  rejectKyc: {
    label: "Reject KYC",
    about: (name: string): string =>
      `${name} cannot use API keys or create anything until its KYC is approved.`
  },

  suspend: {
    label: "Suspend account",
    about: (name: string): string => `Every request of ${name} is refused from now on.`
  },

  reactivate: {
    label: "Reactivate account",
    about: (name: string): string => `${name} can use the service again.`
  }
} as const

/** Words of the originator of a customer's account. */
export const originator = {
  title: "Originator",
  none: "No originator is set.",
  set: "Set originator",
  change: "Change originator",
  about:
    "The person or business on whose behalf the account pays, as you verified it. The account's " +
    "owners and full keys see it. These values replace the earlier ones.",
  saved: "The originator is saved.",
  remove: "Remove originator",
  removal: "The account has no originator afterwards. The log keeps the earlier one, encrypted.",
  removed: "The originator is removed."
} as const

/** Words of the erasure of a user. */
export const eraseUser = {
  label: "Erase user",
  title: "Erase a user's data?",
  confirm: "Erase data",
  effect:
    "The service deletes the user's sign-in and recent requests. Name and e-mail address read " +
    "“erased” from now on, also in the audit log. This cannot be undone.",
  condition:
    "The user must have left every team. For a person who was only invited, revoke the invitation " +
    "first.",
  email: "E-mail address of the user",
  done: "The user's data is erased."
} as const

/** Words of the people of a customer's account. */
export const people = {
  title: "People",
  about: "People who may sign in to this account.",
  invite: "Invite to this account",
  anyone: "Anyone with the link",
  secondFactor: "Second factor",
  on: "On",
  off: "Off",
  lastSignIn: "Last sign-in",

  invitedBy: (who: string, until: ReactNode): ReactNode => (
    <>
      Invited by {who}, until {until}
    </>
  ),

  none: {
    title: "No people yet",
    hint: "Invite an owner, who can invite the others."
  }
} as const

interface Person {
  readonly name: string
  readonly email: string
}

/** Words of the reset of a person's access. */
export const resetPerson = {
  reset: "Reset access",
  resetOf: (name: string): string => `Reset access of ${name}`,
  title: (name: string): string => `Reset access of ${name}?`,
  create: "Create reset link",
  reason: "Reason",

  effect: ({ email, name }: Person): ReactNode => (
    <>
      <strong>{name}</strong> ({email}) sets a new password and second factor with the link. The old
      ones and all passkeys are removed. Confirm first that the request comes from this person.
    </>
  ),

  link: { title: "Reset link", label: "reset link" },
  sendIt: ({ email, name }: Person): string => `Send it to ${name} (${email}). It works once.`
} as const

/** Words of the payouts of all accounts. */
export const allPayouts = {
  about: "All accounts.",
  caption: "Payouts of all accounts",
  search: "Search payouts",
  noneMatch: "No payouts match"
} as const

/** Words of the batches of all accounts. */
export const allBatches = {
  about: "All accounts.",
  caption: "Batches of all accounts",
  which: "Which batches",
  all: "All",
  parked: "Parked",
  none: "No batches yet",
  noneParked: "No batch is parked"
} as const

/** Words of a batch, as staff see it. */
export const staffBatch = {
  heading: (payouts: number): string => `${Format.count(payouts)} payouts`,
  copied: { batchId: "batch id", depositAddress: "deposit address" },

  parked: (since: ReactNode): ReactNode => (
    <>
      Parked since {since}: processing failed repeatedly, and its unfunded rows are on hold. Resume
      the batch once the cause is fixed.
    </>
  ),

  failedBecause: "Failed because",
  failedOf: (reason: string, count: number): string => `${reason}: ${Format.count(count)}`,
  firstOnly: (count: number): string => `Of the newest ${Format.count(count)} only`,
  retriedBy: (batch: string): string => `Retried by ${Format.middle(batch)}`
} as const

const events = (count: number): string => Format.counted(count, "event", "events")

/** Words of the deliveries that failed, of all accounts. */
export const failedDeliveries = {
  title: "Failed deliveries",
  about:
    "Events without a further attempt, because the last attempt failed or was not possible. Test events are left out.",
  none: "No failed deliveries",
  noneHint: "Deliveries that wait for their next attempt are not listed here.",

  resend: {
    title: "Resend failed deliveries",
    label: (listed: number, total: number): string =>
      listed === total
        ? `Resend all ${Format.count(total)}`
        : `Resend these ${Format.count(listed)}`,
    send: (listed: number): string => `Resend ${events(listed)}`,
    about: (listed: number, total: number): string =>
      listed === total
        ? `All ${Format.count(total)} listed deliveries are resent, one after the other.`
        : `The ${Format.count(listed)} deliveries on this page are resent, one after the other. ` +
          `${Format.count(total)} failed in all. Go to the next page to resend more.`,
    disabled: (count: number): string =>
      count === 1
        ? "1 cannot be sent because its endpoint is disabled. Its owner must enable it first."
        : `${Format.count(count)} cannot be sent because their endpoints are disabled. The owners must enable them first.`,
    done: (sent: number, refused: number): string =>
      refused === 0
        ? `${events(sent)} resent.`
        : `${events(sent)} resent. ${Format.count(refused)} could not be.`
  }
} as const

/** Words of the list of webhook endpoints that fail. */
export const failingEndpoints = {
  title: "Endpoints that fail",
  about:
    "Every attempt has failed for more than ten minutes. The service disables an endpoint after five days.",
  volume: "Volume, 30 days",
  endpoint: "Endpoint",
  cause: "Last error",
  since: "Failing since"
} as const

/** Words of the keys of the operators' API. */
export const operatorKeys = {
  title: "Operator keys",
  about: "For scripts and the command line. People sign in instead.",
  issuedBy: "Issued by",
  /** The state of a key with a successor. The key works until it expires. */
  replaced: "Replaced",
  firstStart: "The first start",
  none: "No operator keys yet",

  create: {
    label: "Create key",
    title: "Create an operator key",
    nameHint: "The name shows people whose key it is."
  },

  made: { title: "New operator key", label: "API key" },

  rotate: {
    label: "Rotate",
    title: "Rotate this key",
    effect: ({ last4, name }: Pick<Operator, "last4" | "name">): string =>
      `A new key with the same name and expiry replaces “${name}” (…${last4}). It counts as yours ` +
      "and ends when you may no longer issue keys. With an overlap, the new key takes over the " +
      "keys and invitations that the old key issued. Without one, they end at once.",
    overlap: "Old key expires",
    overlapHint: "Until then both keys work.",
    done: "The key is rotated."
  },

  revoke: {
    title: "Revoke this key?",
    effect: ({ last4, name }: Pick<Operator, "last4" | "name">): string =>
      `“${name}” (…${last4}) stops working at once, and with it every key and invitation that it issued, ` +
      "customers’ keys among them. You cannot undo this. To keep what it issued, rotate it instead.",
    done: "The key is revoked."
  }
} as const

/** Words of the health page, about the engine, the chain and the providers. */
export const health = {
  title: "Health",

  /** The page in one sentence. */
  verdict: {
    good: "The service works",
    goodAbout: "Changes are saved, providers and the chain respond, and webhooks are on time.",
    waiting: "Waiting for people:",
    bad: (count: number): string => Format.counted(count, "problem", "problems"),
    old: "The last request to the service failed, so the figures below are old.",
    degraded: (networks: string): string => `Providers work only in part for ${networks}.`,
    late: (seconds: number): string =>
      `Webhooks are late: the oldest delivery has been due for ${Format.duration(seconds)}.`,
    unread: "Incidents cannot be read right now."
  },

  service: {
    title: "Service",
    about: "The process that serves this page.",
    host: "Host",
    version: "Version",
    startedAt: "Runs since",
    cluster: "Processes and partitions"
  },

  log: {
    title: "Log",
    about: "Every change is an entry. A request is answered once its entry is stored.",
    writable: "Writable",
    entries: "Entries stored",
    epoch: "Starts so far",
    behind: "Lists",
    /** The number of newest entries that no list shows yet. */
    entriesBehind: (count: number): string =>
      count === 0
        ? "Show every entry"
        : `Do not show the newest ${Format.counted(count, "entry", "entries")} yet`
  },

  chain: {
    title: "Chain",
    finalBlock: "Final block",
    finalAge: "Age of the final block",
    latestBlock: "Latest block",
    headAge: "Age of the latest block",
    nodes: "Ethereum nodes",
    answering: (answering: number, all: number): string =>
      `${Format.count(answering)} of ${Format.count(all)} respond`,
    unfinal: "Deposits seen, not final"
  },

  payouts: {
    active: "In progress",
    held: "On hold",
    inReview: "In manual review"
  },

  webhooks: {
    pending: "Waiting, or between attempts",
    oldestDue: "Next attempt due",
    failed: "Failed after the last attempt"
  },

  figures: {
    title: "Payouts by network",
    about:
      "Payouts created in the last 24 hours. The success rate counts only payouts that the provider paid or refused, not compliance decisions or payouts without funds.",
    failed: "Failed or reversed",
    refused: "Refused by the provider",
    successRate: "Success rate",
    median: "Median time to settle",
    waiting: "Waiting for the provider now",
    none: "–"
  },

  networks: {
    title: "Networks and their providers",
    caption: "Networks",
    currency: "Currency",
    provider: "Provider",
    simulated: "Simulated",
    breaker: "Circuit breaker",
    noBreaker: "None",
    rate: "Rate updated",
    noRate: "No rate"
  }
} as const

/** Words of incidents that have ended. */
export const pastIncidents = {
  title: "Past incidents",
  about: (since: string, daysMax: number, countMax: number): string =>
    `Incidents that ended in the last ${daysMax} days, at most ${countMax}. The list starts at ${since}, when the process that watches for incidents started.`,
  unwatched: "No process watches for incidents right now.",
  none: "No incident has ended",
  incident: "Incident",
  from: "From",
  to: "To",
  lasted: "Duration",
  waited: "Waited at most",
  nothing: "Nothing"
} as const

/** Words of the choice of e-mails about incidents. */
export const notices = {
  title: "E-mails about incidents",

  about: (isChosen: boolean, email: string): string =>
    isChosen
      ? `When an incident opens and when it ends, the service writes to ${email}.`
      : "The service can write to you when an incident opens and when it ends.",

  noMailServer: "No mail server is set up, so no e-mail is sent. Your administrator sets SMTP_URL.",

  choose: "Send me e-mails",
  stop: "Stop e-mails",
  done: {
    chosen: "You get e-mails about incidents",
    stopped: "E-mails stopped"
  }
} as const

/** Words of our money at providers. */
export const float = {
  title: "Float",
  about:
    "Our money at the mobile money providers, and what funded payouts will still take from it.",
  caption: "Balances at providers",
  none: "No provider has been polled yet.",
  policy: {
    warn: "Quotes are accepted whatever the balances are.",
    refuse: "Quotes and batches that no provider can cover are refused."
  },
  polled: "Polled",
  since: "since",
  thresholds: "The thresholds are in FLOAT_THRESHOLDS.",
  unset: "Not set",
  unknown: "Not known",
  columns: {
    provider: "Provider",
    currency: "Currency",
    state: "State",
    balance: "Balance",
    committed: "Committed",
    cover: "Cover",
    hoursLeft: "Hours left",
    threshold: "Threshold"
  }
} as const

/** Words of the processes of the service and their partitions. */
export const cluster = {
  title: "Cluster",
  about: "The processes of the service, and the partitions that each one owns.",
  nodes: "Nodes",
  partition: "Partition",
  partitions: "Partitions",
  noOwner: "No owner",
  since: "since",

  columns: {
    node: "Node",
    state: "State",
    version: "Version",
    started: "Started",
    directory: "Directory"
  },

  unreached: (addresses: ReadonlyArray<string>): string => `does not reach ${addresses.join(", ")}`,

  upToDate: "Up to date",
  behind: (entries: number): string => `${Format.counted(entries, "entry", "entries")} behind`,

  owned: (count: number, total: number): string =>
    `${Format.count(count)} of ${Format.count(total)} have an owner.`,

  ownerless: (numbers: ReadonlyArray<number>): string =>
    `${Format.counted(numbers.length, "partition has", "partitions have")} no owner: ` +
    `${numbers.join(", ")}. ` +
    "Requests of their accounts get a 503 until a node takes over.",

  oneProcess: {
    title: "One process",
    about: "No other process uses its database.",
    host: "Host",
    startedAt: "Runs since"
  },

  run: (count: number, total: number): string => `${Format.count(count)} of ${Format.count(total)}`,

  /** Instructions for adding a process. */
  adding: {
    title: "Add a process",
    /** `total` is the number of partitions of the database. */
    about: (total: number): string =>
      "Start it on the same PostgreSQL database, with CLUSTER_LISTEN and CLUSTER_SECRET set for " +
      "every process, including this one. " +
      (total === 1
        ? "This database has one partition, so the other process takes over when this one ends, and adds no throughput."
        : "Each process then runs some of the partitions."),
    guide: "The guide is in .deploy/CLUSTER.md."
  }
} as const
