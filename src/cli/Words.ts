/**
 * Words of the command line: the program, and the commands of an account. The launcher loads this
 * file with Node 18 as well.
 */
import process from "node:process"

/** `1 payout`, `2 payouts`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** `2 of 5 payouts`. */
export const shownOf = (shown: number, total: number, one: string, many: string): string =>
  `${shown} of ${counted(total, one, many)}`

export const usdc = (amount: number | string): string => `${amount} USDC`

/** An amount of a token on a chain; without the token's address in USDC. */
export const onChain = (amount: string, token: string | undefined, chain: string): string =>
  `${token === undefined ? usdc(amount) : `${amount} of ${token}`} on ${chain}`

/** The refusal of a value that a flag does not take. */
export const mustBe = (what: string): string => `must be ${what}`

export const mustBeInPlaceOf = (what: string, given: string): string =>
  `${mustBe(what)}, got ${given}`

/** A command as this terminal runs it: installed, or from the repository by `npm run cli`. */
const commandLine = (command: string): string =>
  process.env.npm_lifecycle_event === "cli"
    ? `npm run cli -- ${command}`
    : `payout-service ${command}`

/** The command that follows a payout or a batch. */
const followWith = (command: string): string => `Follow it with: ${commandLine(command)}`

/** Words that several commands share. A word of one command is in that command's object. */
export const common = {
  usdc,
  onChain,

  flags: {
    json: "Print JSON",
    jsonLine: "Print one line of JSON",
    pollMs: "Interval between requests, in milliseconds",
    url: "URL of the service (or PAYOUT_URL)",
    funding: "Source of the money: a deposit, or the balance of the account; default: deposit"
  }
} as const

/** Words of the program itself. */
export const main = {
  program:
    "Commands for a payout service. PAYOUT_API_KEY is an API key, PAYOUT_ADMIN_KEY an operator key. " +
    "`log`, `report` and `chain` read the settings of the service.",

  completion: "Print a completion script for bash, zsh or fish",

  seeHelp: (errors: string, command: string): string => `${errors} (see ${command} --help)`
} as const

interface Needs {
  readonly majorMin: number
  readonly version: string
  readonly platform: string
  readonly arch: string
}

/** Words of the launcher, which also runs on a Node.js version that is too old for the rest. */
export const launch = {
  needsNode: ({ arch, majorMin, platform, version }: Needs): string =>
    `payout-service needs Node ${majorMin} or newer. This is ${version}, ` +
    `and npm installed no newer Node for ${platform} ${arch}`
} as const

/** Words about a call of the service: its key, its address, and what it answers. */
export const serviceClient = {
  pollTooOften: (msMin: number): string => mustBe(`at least ${msMin}`),

  noKey: (variable: string): string => `Set ${variable} to the key that this command may use.`,
  notAKey: (variable: string): string =>
    `${variable} is not a key: keys have 8 to 256 characters and no spaces.`,
  notAUrl: (given: string): string =>
    `--url must be a URL such as http://127.0.0.1:8080, got ${given}`,
  sandboxOnly: "This command works only in the sandbox: PAYOUT_API_KEY must be a sandbox key.",

  /** A field that the service refuses, in which row of a file. */
  wrongField: (row: number | undefined, field: string, why: string): string =>
    `${row === undefined ? "" : `row ${row}: `}${field}: ${why}`,

  refusal: (code: string, message: string, requestId: string | undefined): string =>
    `${code}: ${message}${requestId === undefined ? "" : ` [${requestId}]`}`
} as const

/** Words of the commands about payouts. */
export const payouts = {
  commands: {
    payouts: "Manage the payouts of the account",
    list: "List the newest payouts",
    get: "Show a payout with its timeline",
    create: "Lock a rate and create a payout; prints the deposit address",
    watch: "Print each status of a payout until it ends; exit code 0 when SETTLED"
  },

  flags: {
    batch: "Only payouts of this batch: bt_…",
    search: "Search in ids, references, names and phone numbers of recipients",
    amount: "Amount to pay, in USDC",
    phone: "Phone number of the recipient: +256770000001",
    network: "Mobile money network of the recipient: MTN_UG, …",
    name: "Name of the recipient",
    reference: "Your own reference"
  },

  columns: ["CREATED", "PAYOUT", "STATUS", "PAYS", "RECIPIENT GETS", "PHONE", "NETWORK"],

  listed: (shown: number, total: number): string => shownOf(shown, total, "payout", "payouts"),

  /** Names of the facts about a payout. */
  facts: {
    payout: "Payout",
    status: "Status",
    failure: "Failure",
    pays: "Pays",
    recipientGets: "Recipient gets",
    recipient: "Recipient",
    phone: "Phone",
    givenName: "Given name",
    familyName: "Family name",
    birthDate: "Date of birth",
    residence: "Residence",
    address: "Address",
    purpose: "Purpose",
    source: "Source of funds",
    reference: "Reference",
    batch: "Batch",
    depositAddress: "Deposit address",
    received: "Received",
    stillDue: "Still due",
    providerReference: "Provider's reference",
    refund: "Refund",
    recall: "Recall",
    rate: "Rate",
    send: "Send",
    to: "To",
    until: "Until"
  },

  phoneAt: (phone: string, network: string): string => `${phone}, ${network}`,
  refund: (amountUsdc: number, status: string): string => `${amountUsdc} USDC, ${status}`,
  recall: (kind: string, progress: string): string => `${kind}, ${progress.replace("_", " ")}`,
  foreignRefund: (amount: string, status: string): string => `${amount}, ${status}`,
  rate: (rate: number, currency: string): string => `1 USDC = ${rate} ${currency}`,
  due: (amountUsdc: number, chainId: number): string => `${amountUsdc} USDC, chain ${chainId}`,
  nothingDue: "nothing, the balance paid",

  warning: (field: string, message: string): string =>
    `Production would refuse this: ${field} ${message}`
} as const

const followPayout = (id: string): string => followWith(`payouts watch ${id}`)

/** Words of the commands that follow a payout. */
export const follow = {
  follow: followPayout,
  continues: (id: string): string => `The payout continues. ${followPayout(id)}`,
  endedAs: (status: string): string => `The payout ended as ${status}.`
} as const

interface State {
  readonly done: number
  readonly total: number
  readonly status: string
  readonly failed: number
}

const unpaid = (rows: number): string =>
  `${rows === 1 ? "1 row was" : `${rows} rows were`} not paid.`

/** Words of the commands about batches. */
export const batches = {
  commands: {
    batches: "Manage the batches of the account",
    submit: (columns: ReadonlyArray<string>): string =>
      `Submit a file (${columns.join(",")}) and follow it. Rows that are not paid are written to ` +
      "file.failed.csv, which can be submitted as it is",
    watch:
      "Follow a batch until its last row has ended; exit code 0 when every row is paid. " +
      "--json prints one line per change"
  },

  nameOfBatch: "Name of the batch; default: the file's name without its extension",

  /** The text after the progress bar. */
  state: ({ done, failed, status, total }: State): string =>
    `${done}/${total} ${status}${failed === 0 ? "" : `, ${failed} failed`}`,

  continues: (id: string): string => `The batch continues. ${followWith(`batches watch ${id}`)}`,

  stoppedInUpload:
    "The service may have accepted the file. Run the same command again to follow its batch; " +
    "no row is paid twice.",

  /** The replay of an earlier submission keeps that batch's name. */
  submittedBefore: (name: string | null): string =>
    `These rows were submitted before${name === null ? "" : `, as the batch "${name}"`}. No row is paid twice.`,

  everyRowIsPaid: "Every row is paid.",

  unpaidRow: (phone: string, amountUsdc: number, why: string): string =>
    `${phone}, ${amountUsdc} USDC: ${why}`,

  unpaid,

  unpaidIn: (rows: number, file: string): string =>
    `${unpaid(rows)} To retry the unpaid rows, submit ${file}`,

  endedAs: (status: string): string => `The batch ended as ${status}.`
} as const

/** Words of the commands about the balance of the account. */
export const balance = {
  commands: {
    balance: "Show the balance of the account, and the address for deposits to it",
    movements: "List the newest movements of the balance",
    statement: "Print a statement of the balance, for at most 366 days",
    deposit: "Sandbox only: simulate a deposit to the balance"
  },

  flags: {
    from: "First day in UTC: 2026-03-01",
    to: "Last day in UTC: 2026-03-31",
    format: "csv, json, or camt053 for the XML of ISO 20022; default: csv",
    output: "File to write; default: print the statement"
  },

  columns: ["AT", "TYPE", "USDC", "BALANCE", "ABOUT"],

  listed: (shown: number, total: number): string => shownOf(shown, total, "movement", "movements"),

  /** Names of the facts about a balance. */
  facts: {
    available: "Available",
    reserved: "Reserved",
    pending: "Pending",
    held: "Held",
    threshold: "Low below",
    depositAddress: "Deposit address",
    chain: "Chain id"
  },

  threshold: (amountUsdc: number, isLow: boolean): string =>
    isLow ? `${usdc(amountUsdc)}, and the balance is low` : usdc(amountUsdc),

  written: (file: string): string => `The statement is in ${file}`
} as const

const settlements = {
  command: "Print the payouts that settled in a period, as CSV; reads every page",
  flags: {
    from: "Settled at this time or later: 2026-03-01",
    to: "Settled before this time; default: now",
    json: "Print one line of JSON for each payout, in place of CSV"
  },
  printed: (count: number): string => counted(count, "settled payout", "settled payouts")
} as const

export type ReportFlags = Readonly<Record<keyof (typeof settlements)["flags"], string>>

/** Words of the reports for bookkeeping. */
export const bookkeeping = {
  reports: "Print reports of refunds and fees",

  pageRows: "Rows of one request: 1 to 1,000",

  settlements,

  refunds: {
    command: "Print the refunds that were sent in a period, as CSV; reads every page",
    flags: {
      from: "Sent at this time or later: 2026-03-01",
      to: "Sent before this time; default: now",
      json: "Print one line of JSON for each refund, in place of CSV"
    },
    printed: (count: number): string => counted(count, "refund", "refunds")
  },

  fees: {
    command: "Print the fees of a period by day in UTC, network and currency, as CSV",
    flags: {
      from: "Settled at this time or later: 2026-03-01",
      to: "Settled before this time, at most 366 days later; default: now",
      json: "Print one line of JSON for each day and network, in place of CSV"
    },
    printed: (count: number): string => counted(count, "line", "lines")
  },

  notATime: (given: string): string => mustBeInPlaceOf("a date or time such as 2026-03-01", given)
} as const

/** Words of the commands about events and their deliveries. */
export const events = {
  commands: {
    events: "Show the events of the account and resend deliveries",
    list: "List the newest events",
    resend: "Resend one delivery, or all failed deliveries of an endpoint"
  },

  flags: {
    type: "Only events of this type: payout.settled, …",
    payout: "Only events of this payout: po_…",
    endpoint: "Endpoint id (we_…), with --failed-since",
    failedSince: "Resend every delivery that failed after this time (ISO 8601)"
  },

  resent: (count: number): string => `${counted(count, "delivery is", "deliveries are")} resent.`,

  whichDelivery: "Give a delivery id, or --endpoint with --failed-since."
} as const

/** Words of `listen`. */
export const listen = {
  command: "Show events as they happen, and forward them, signed, to a local URL",

  flags: {
    forwardTo: "URL that receives each event by POST; default: only show events",
    events: "Event types to show, separated by commas",
    secret: "Signing secret (whsec_…); default: a new one, which is printed"
  },

  listening: "Listening for events. Press Ctrl-C to stop.",
  stopped: `Stopped listening. To see later events, run ${commandLine("events list")}, or listen again.`,
  signingSecret: (secret: string): string => `Your signing secret is ${secret}`,

  // The fate of a forwarded event.
  noAnswerInTime: "no response in time",
  noConnection: "no connection",

  // A service that does not answer.
  waiting: (why: string): string => `Waiting for the service: ${why}`,
  isBack: "The service is back.",

  // Flags that are refused.
  unknownEvents: (unknown: ReadonlyArray<string>, known: ReadonlyArray<string>): string =>
    unknown.length === 1
      ? `--events: ${unknown[0]} is not an event. The events are ${known.join(", ")}`
      : `--events: ${unknown.join(", ")} are not events. The events are ${known.join(", ")}`,
  wrongTarget: (given: string): string => `--forward-to must be a URL, got ${given}`,
  wrongSecret: (why: string): string => `--secret: ${why}`
} as const

/** Words of `trigger`. */
export const trigger = {
  command: (amountUsdc: number): string =>
    `Sandbox only: trigger an event with a payout of ${amountUsdc} USDC`,

  nameAnEvent: (names: ReadonlyArray<string>): string => `Name an event: ${names.join(", ")}`,

  quoteExpires: (id: string, at: string): string =>
    `${id} expires at ${at}; the event is sent then.`
} as const
