/** Words of the commands of those who run the service. */
import { counted, mustBe, mustBeInPlaceOf, onChain, shownOf, usdc } from "./Words.ts"

/** Words of the commands about accounts. */
export const accounts = {
  commands: {
    accounts: "Manage the accounts of the service (PAYOUT_ADMIN_KEY)",
    list: "List the newest accounts"
  },

  columns: ["ACCOUNT", "STATUS", "KYC", "NAME", "EMAIL"],

  listed: (shown: number, total: number): string => shownOf(shown, total, "account", "accounts")
} as const

/** Words of the commands about an account's API keys. */
export const keys = {
  commands: {
    keys: "Manage the API keys of an account (PAYOUT_ADMIN_KEY)",
    create: "Issue an API key; it is shown only once",
    rotate: "Replace an API key; the new key is shown only once",
    revoke: "Revoke an API key; it stops working at once"
  },

  flags: {
    account: "Account id: acct_…",
    overlapHours: "Hours that the old key keeps working, 0 to 24; default: 24",
    expiresIn: "Time until the key expires, such as 90d or 12h; default: never",
    allowIp:
      "IP address or range that may use the key, such as 203.0.113.0/24; repeatable; default: all"
  },

  notAnExpiry: (text: string): string => mustBeInPlaceOf("hours or days such as 12h or 90d", text),

  shownOnce: (id: string): string => `${id}, shown only once:`,
  shownBefore: (id: string): string => `${id} was created earlier, and its key was shown then.`,
  revoked: (id: string): string => `${id} is revoked.`
} as const

/** Words of the command about the key of personal data. */
export const dataKey = {
  commands: {
    dataKey: "Manage DATA_KEY, the key that encrypts personal data",
    rotate: "Encrypt the keys of all people with the first key of DATA_KEY"
  },

  rotated: (count: number): string =>
    `${counted(count, "key was", "keys were")} encrypted with the first key of DATA_KEY. ` +
    "No other key is needed now."
} as const

/** Words of the command about erased personal data. */
export const personalData = {
  commands: {
    personalData: "Remove erased personal data from the disk",
    purge: "Rewrite the tables, and overwrite the WAL, that still contain erased personal data"
  },

  tables: (count: number): string =>
    `${counted(count, "table was", "tables were")} rewritten without erased data.`,
  overwritten: (count: number): string =>
    `${counted(count, "old WAL file was", "old WAL files were")} overwritten.`,
  kept: (count: number): string =>
    `${counted(count, "older WAL file is", "older WAL files are")} kept by a replication slot, ` +
    "wal_keep_size or archiving, and may contain erased data.",
  notPermitted: (reason: string): string =>
    `The WAL was not overwritten (${reason}), and may contain erased data. Run the command with ` +
    "a role that has pg_checkpoint and pg_monitor, and may execute pg_switch_wal.",
  notCovered: "Backups from before the erasure contain the data until they are deleted."
} as const

const ownerless = "Partitions without an owner"

/** Words of the commands about the books. */
export const books = {
  commands: {
    books: "Print reports of the books (PAYOUT_ADMIN_KEY)",
    trialBalance: "Print the balance of every account as CSV; fails if debits and credits differ",
    statement: "Print the movements of an account as CSV",
    position: "Print the money owed to customers and the money held as CSV"
  },
  flags: {
    date: "Day in UTC, such as 2026-03-02; today if absent",
    account: "Account of the chart, such as provider_float",
    currency: "USDC, a currency such as UGX, or the id of a token",
    from: "First day in UTC, such as 2026-03-01",
    to: "Last day in UTC, such as 2026-03-31"
  },

  notBalanced: (differences: ReadonlyArray<string>): string =>
    `Debits and credits differ: ${differences.join(", ")}`,
  opening: (debit: string, credit: string): string => `Opening balance: ${debit} / ${credit}`,
  closing: (debit: string, credit: string): string => `Closing balance: ${debit} / ${credit}`
} as const

/** Words of kept reconciliations and breaks. */
export const reconcile = {
  commands: {
    reconcile:
      "Compare a day with the chain and the providers, and keep the result (PAYOUT_ADMIN_KEY)",
    run: "Start a reconciliation of a day and wait for it; fails unless it is clean",
    show: "Print the last reconciliation of a day as it was; fails unless it is clean",
    statement: "Compare statement files of providers with the books (PAYOUT_ADMIN_KEY)",
    import: "Import a statement file and wait for its comparison; fails unless it is clean",
    breaks: "List, assign and close the differences that reconciliations found (PAYOUT_ADMIN_KEY)",
    list: "Print breaks, newest first",
    assign: "Give a break to a member of the staff",
    close: "Close a break, or approve its closing"
  },
  flags: {
    status: "Status of the breaks: open, closed or resolved",
    provider: "Provider that made the file",
    columns: "JSON file that describes the columns of the statement file",
    owner: "E-mail address of a member of the staff, or none",
    reason: "Reason for closing the break",
    evidence: "Reference of the document that proves the reason"
  },

  columns: ["break", "status", "kind", "subject", "books", "reported", "currency", "days", "owner"],
  outcome: (day: string, outcome: string, differences: number): string =>
    `${day}: ${outcome}, ${counted(differences, "difference", "differences")}`,
  statement: (name: string, lines: number, from: string, to: string): string =>
    `${name} (${counted(lines, "line", "lines")}, ${from} to ${to})`,
  notUtf8: (name: string): string => `${name} is not valid UTF-8.`,
  notJson: (name: string): string => `${name} is not valid JSON.`,
  gap: (source: string, reason: string): string => `Not compared: ${source}. ${reason}`,
  figure: (account: string, books: string, reported: string | null): string =>
    `  ${account}: ${books}${reported === null ? "" : ` in the books, ${reported} reported`}`,
  notClean: "The reconciliation is not clean.",
  noRun: (day: string): string => `There is no reconciliation of ${day}.`,
  shown: (count: number, total: number): string => `${count} of ${total} breaks`,
  owned: (id: string, owner: string): string => `${id}: owner ${owner}`,
  closed: (id: string, status: string, approvals: number, needed: number): string =>
    `${id}: ${status}, approved by ${approvals} of ${needed}`
} as const

/** Words of the reports about the books that read the log. */
export const bookLog = {
  commands: {
    books: "Compare the daily totals of the books with the log; fails if they differ",
    postings: "Print each posting of an account as CSV, from the log"
  },
  flags: books.flags,

  noAccount: (account: string, known: ReadonlyArray<string>): string =>
    `There is no account ${account}. The accounts are ${known.join(", ")}.`,
  noDifferences: "No differences.",
  difference: (of: {
    readonly date: string
    readonly account: string
    readonly currency: string
    readonly partition: number
    readonly log: ReadonlyArray<string>
    readonly tables: ReadonlyArray<string>
  }): string =>
    `${of.date} ${of.account} ${of.currency}, partition ${of.partition}: ` +
    `${of.log.join(" / ")} in the log, ${of.tables.join(" / ")} in the tables`,
  differences: (count: number): string =>
    counted(count, "sum differs from the log", "sums differ from the log")
} as const

/** Words of the profit report from the log. */
export const profit = {
  command: "Print the fee, the share in results of sales and the costs of each payout as CSV",
  flags: {
    from: "Settled at this time or later: 2026-03-01",
    to: "Settled before this time; default: now",
    json: "Print one line of JSON for each payout and one with totals, in place of CSV"
  },

  printed: (count: number): string => counted(count, "payout", "payouts"),
  unassigned: (currency: string, usdc: number, result: number | null): string =>
    `Sales for ${currency} exceed the settled payouts by ${usdc} USDC, ` +
    `with a result of ${result ?? 0} ${currency}.`
} as const

/** Words of `cluster status`. */
export const cluster = {
  commands: {
    cluster: "Show the processes of the service (PAYOUT_ADMIN_KEY)",
    status:
      "Show nodes and their partitions; fails if a node does not report or a partition has no owner"
  },

  columns: ["NODE", "STATE", "VERSION", "STARTED", "DIRECTORY", "PARTITIONS"],

  none: "none",
  alive: "alive",
  silentSince: (time: string): string => `silent since ${time}`,
  behind: (entries: number): string => `${entries} behind`,
  partitions: (count: number, numbers: string): string => `${count}: ${numbers}`,

  owned: (count: number, total: number): string =>
    count === 1 && total === 1
      ? "1 of 1 partition has an owner."
      : `${count} of ${total} partitions have an owner.`,
  withoutCluster: (count: number, total: number): string =>
    `A single process without a cluster; ${count} of ` +
    `${counted(total, "partition takes", "partitions take")} writes.`,

  // Problems that need an operator.
  silent: (nodes: ReadonlyArray<string>): string => `Silent: ${nodes.join(", ")}`,
  unreached: (node: string, others: ReadonlyArray<string>): string =>
    `${node} does not reach ${others.join(", ")}`,
  skewed: (node: string, ms: number): string =>
    `The clock of ${node} is ${(Math.abs(ms) / 1_000).toFixed(1)} s ${ms > 0 ? "ahead of" : "behind"} the database's`,
  ownerless,
  ownerlessOf: (numbers: string): string => `${ownerless}: ${numbers}`
} as const

/** Words of the command about our money at providers. */
export const float = {
  command:
    "Show our balances at providers; fails if one is low, short or unknown (PAYOUT_ADMIN_KEY)",
  columns: [
    ...["PROVIDER", "CURRENCY", "STATE", "BALANCE", "COMMITTED", "COVER", "HOURS LEFT"],
    "THRESHOLD"
  ],
  none: "-",
  notPolled: "The balances were not polled yet. Run the command again in a moment.",
  polled: (time: string, policy: string): string => `Polled at ${time}. FLOAT_POLICY is ${policy}.`,
  unknownSince: (time: string): string => `unknown since ${time}`,
  trouble: (places: ReadonlyArray<string>): string => `Needs attention: ${places.join(", ")}`
} as const

const entries = (count: number): string => counted(count, "entry", "entries")

/** Words of the commands about the log. */
export const database = {
  missing: (folder: string): string =>
    `There is no database in ${folder}. Set DATABASE_URL, or DATA_DIR, as the service has it.`
} as const

export const log = {
  commands: {
    log: "Check, follow, back up and restore the log of the service",
    verify: "Check every entry: seq, epoch, hash chain, body",
    rebuild: "Rebuild the read model from the whole log",
    tail: "Print new entries as JSON lines as they are written",
    export: "Write a verified backup of the log as JSON lines to a file or stdout",
    import: "Restore and verify a backup in the empty log of a new database"
  },

  /** The words before a text about one of several partitions. */
  ofPartition: (partition: number): string => `partition ${partition}: `,

  verified: (seq: number, epoch: number, hash: string): string =>
    `${entries(seq)}, epoch ${epoch}, hash ${hash}`,
  rebuilt: (seq: number): string => `the read model shows ${entries(seq)}`,
  exported: (count: number): string => entries(count),
  imported: (seq: number, hash: string): string => `${entries(seq)}, hash ${hash}`,

  ok: (place: string, facts: string): string => `ok: ${place}${facts}`
} as const

interface Counts {
  readonly payouts: number
  readonly batches: number
  readonly deposits: number
  readonly transfers: number
}

/** A whole number of the smallest units as an amount: -2838300 micro-USDC are -2.838300 USDC. */
const decimal = (units: bigint, decimals: number): string => {
  const sign = units < 0n ? "-" : ""
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",")
  return `${sign}${grouped}${decimals === 0 ? "" : `.${digits.slice(-decimals)}`}`
}

const usdcOf = (micros: bigint): string => decimal(micros, 6)

/** Amounts in the smallest units. */
interface OnChain {
  readonly atAddresses: bigint
  readonly inTreasury: bigint
  readonly books: bigint
  readonly blockNumber: number
  readonly treasury: string
}

interface AtProvider {
  readonly provider: string
  readonly currency: string
  readonly wallet: bigint | undefined
  readonly books: bigint
}

const differences = (count: number): string => counted(count, "difference", "differences")

/** Words of the reports over the whole log. */
export const reports = {
  commands: {
    report: "Create reports over the whole log",
    reconcile:
      "Compare the log with the chain and with the providers' records; fails if they differ"
  },

  flags: {
    chainRpc:
      "JSON-RPC URLs of another chain whose balances to compare, separated by commas; once for " +
      "each chain. Default: the chains of RESCUE_RPC_URLS"
  },
  ownChain: (chain: string): string =>
    `${chain} is the service's own chain. Its nodes are those of ETHEREUM_RPC_URLS.`,
  simulated: "The chain is simulated, so there is nothing to compare with --chain-rpc.",

  counts: ({ batches, deposits, payouts, transfers }: Counts): string =>
    [
      counted(payouts, "payout", "payouts"),
      counted(batches, "batch", "batches"),
      `${counted(deposits, "deposit", "deposits")} on chain`,
      `${counted(transfers, "transfer", "transfers")} at providers`
    ].join(", "),

  decimal,

  balances: "Balances (debits are positive):",
  held: "Held:",

  onChain: (held: OnChain): string =>
    `chain USDC: deposit addresses ${usdcOf(held.atAddresses)}, treasury ${usdcOf(held.inTreasury)}, ` +
    `together ${usdcOf(held.atAddresses + held.inTreasury)}, books ${usdcOf(held.books)} ` +
    `(at block ${held.blockNumber}; the books do not include USDC sold from ${held.treasury}, or ` +
    "other money there)",

  onOtherChain: (asset: string, held: OnChain, decimals: number): string => {
    const shown = (units: bigint): string => decimal(units, decimals)
    return (
      `${asset}: deposit addresses ${shown(held.atAddresses)}, ` +
      `treasury ${shown(held.inTreasury)}, ` +
      `together ${shown(held.atAddresses + held.inTreasury)}, ` +
      `books ${shown(held.books)} (at block ${held.blockNumber}; the books do not include other money in ` +
      `${held.treasury})`
    )
  },

  notCompared: (chains: ReadonlyArray<string>): string =>
    `Chains not compared: ${chains.join(", ")}. Name the nodes of each with --chain-rpc.`,

  atProvider: ({ books, currency, provider, wallet }: AtProvider, decimals: number): string => {
    const shown = wallet === undefined ? "unknown" : decimal(wallet, decimals)
    return `provider ${provider} ${currency}: balance ${shown}, books ${decimal(books, decimals)}`
  },

  noDifferences: "No differences.",
  differences,
  differencesFollow: (count: number): string => `${differences(count)}:`
} as const

interface Sizes {
  readonly entries: number
  readonly aliases: number
  readonly addresses: number
}

/** Words of the commands about the sanctions list. */
export const sanctions = {
  commands: {
    sanctions: "Manage the sanctions list (SANCTIONS_DIR)",
    refresh: "Download OFAC's list; a running service loads it automatically"
  },

  flags: {
    dir: "Folder of the list files (or SANCTIONS_DIR)",
    from: "URL of the published files; default: OFAC's own",
    force: "Accept a list that is much shorter than the one before"
  },

  notAUrl: mustBe("an http or https URL"),

  oldListStays: (why: string): string => `The old list stays in use. ${why}`,

  refreshed: (version: string, { addresses, aliases, entries }: Sizes): string =>
    `ok: ${version}, ${counted(entries, "entry", "entries")}, ` +
    `${counted(aliases, "alias", "aliases")}, ${counted(addresses, "address", "addresses")}`
} as const

/** The current cost of a plan: gas, ETH and the price of gas. */
export interface Cost {
  readonly gas: bigint
  readonly eth: string
  readonly gwei: string
}

const costs = ({ eth, gas, gwei }: Cost): string => `${gas} gas, about ${eth} ETH at ${gwei} gwei`

const addresses = (count: number): string => counted(count, "address", "addresses")

interface Plan {
  readonly holding: number
  readonly amount: string
  readonly treasury: string
  readonly empty: number
  readonly blacklisted: number
}

/** Words of the commands about the contracts at deposit addresses. */
export const chain = {
  commands: {
    chain:
      "Deposit addresses on Ethereum (ETHEREUM_RPC_URLS, CHAIN_ID, USDC_ADDRESS). " +
      "The key is CHAIN_PRIVATE_KEY or a keystore file",
    deploy: "Deploy the factory of deposit addresses; safe to run again",
    sweep: "Move deposits to the treasury; fails when an address still holds USDC"
  },

  flags: {
    keystore: "Keystore file; default: the key in CHAIN_PRIVATE_KEY",
    dryRun: "Show the plan; needs no key and sends nothing",
    maxFeeGwei: "Highest gas price to pay; nothing is sent while gas costs more",
    treasury: "Address that receives all deposits; cannot be changed later",
    since: "Only deposits that became final since this day; default: all",
    ids:
      "Sweep only these payouts and batches (ids, separated by commas), even if screening has not " +
      "released their deposits. Default: every payout and batch whose deposits screening has released"
  },

  feeTooLow: mustBe("more than 0"),

  // Settings and arguments.
  notAnAddress: (text: string): string => `${text} is not an address, or its checksum is wrong.`,
  notAnId: (text: string): string => `--ids: "${text}" is not an id.`,
  factoryUnknown:
    "Set DEPOSIT_FACTORY and DEPOSIT_INIT_CODE_HASH to the values that `chain deploy` prints.",
  unreadableEntry: (seq: bigint | number, why: string): string => `Entry ${seq}: ${why}`,

  // The factory.
  deploysOn: (chainId: number, token: string, treasury: string): string =>
    `chain ${chainId}, USDC ${token}, treasury ${treasury}`,
  factoryIsAt: (address: string): string => `The factory is already at ${address}.`,
  factoryWillBeAt: (address: string, cost: Cost): string =>
    `The factory will be at ${address}: ${costs(cost)}`,

  // The plan of a sweep.
  leftOut: (count: number): string =>
    `${counted(count, "payout or batch is", "payouts and batches are")} left out: screening holds ` +
    "or refused them, or did not see some of their deposits, such as late ones. " +
    "Only --ids sweeps these.",
  sweepsOn: (chainId: number, factory: string, chosen: number): string =>
    `chain ${chainId}, factory ${factory}, ${addresses(chosen)}`,
  blacklisted: (place: string, amount: string): string =>
    `${place} blacklisted by its token, keeps ${amount}`,

  plan: ({ amount, blacklisted, empty, holding, treasury }: Plan): string =>
    `${addresses(holding)} with ${usdc(amount)} to ${treasury}, ` +
    `${empty} empty, ${blacklisted} blacklisted`,
  transactions: (count: number, cost: Cost): string =>
    `${counted(count, "transaction", "transactions")}, ${costs(cost)}`,

  // The outcome of what was sent.
  inUsdc: usdc,
  swept: (place: string, amount: string): string => `${place} swept ${amount}`,
  notSwept: (place: string, fate: string, reason: string): string => `${place} ${fate}: ${reason}`,
  gasUsed: (hash: string, used: bigint | undefined, estimated: bigint): string =>
    `${hash}: ${used ?? "?"} gas, ${estimated} estimated`,
  stillHold: (count: number): string =>
    `${counted(count, "address still holds", "addresses still hold")} USDC.`
} as const

/** Words of `chain rescue`. */
export const rescue = {
  command:
    "Move money that was sent to deposit addresses on another chain, or in another token, to the " +
    "treasury, and open its refunds (PAYOUT_ADMIN_KEY); safe to run again",

  flags: {
    chainRpc: "JSON-RPC URLs of the chain where the money is, separated by commas",
    token: "Address of the token; default: USDC on that chain",
    ids: "Payouts and batches whose money to rescue (ids, separated by commas)"
  },

  /** The reason that the audit log shows. */
  reason: "payout-service chain rescue",

  // Arguments and settings.
  tokenUnknown: (chainId: number): string =>
    `The service knows no USDC on chain ${chainId}. Name the token with --token.`,
  otherAddress: (id: string, address: string): string =>
    `${id} has the deposit address ${address}, which is not of DEPOSIT_FACTORY. For a payout of a ` +
    "batch, name the batch.",
  otherFactory: (address: string): string =>
    `The factory at ${address} has another address on other chains, so nothing can be rescued.`,
  treasuryMissing: (address: string, chain: string): string =>
    `The treasury ${address} is a contract on your own chain and does not exist on ${chain}. ` +
    "Deploy it there first.",

  // The search.
  amount: onChain,
  searched: (count: number, found: number, treasury: string): string =>
    `${addresses(count)} searched, ${found} with deposits, treasury ${treasury}`,
  found: (place: string, amount: string, hashes: ReadonlyArray<string>): string =>
    `${place} received ${amount} in ${hashes.join(", ")}`,

  // The outcome for each payout or batch.
  frozen: "it is frozen",
  held: "a compliance review holds it",
  refundHeld: "screening holds its refund",
  notScreened: "its senders are not screened yet. Run it again when the payout or batch has ended",
  notFinal: (id: string): string => `The deposits of ${id} are not final. Run it again later.`,
  notRescued: (id: string, because: string): string => `${id} not rescued: ${because}`,
  booked: (id: string, count: number): string =>
    `${id} has ${counted(count, "transaction", "transactions")} in the books`,

  refund: ({ address, amount, id, status }: RescuedRefund): string =>
    `${id} refund ${status}: ${amount} to ${address ?? "an address that is not set yet"}`,
  left: (count: number): string => `${addresses(count)} not rescued.`
} as const

interface RescuedRefund {
  readonly id: string
  readonly status: string
  readonly amount: string
  readonly address: string | undefined
}

/** Words about the private key of the sender of a transaction. */
export const chainKey = {
  version3Only: "The keystore file must be version 3.",
  notDerived: "The keystore's key cannot be derived.",
  wrongPassword: "CHAIN_KEYSTORE_PASSWORD does not open the keystore file.",
  wrongKey: "CHAIN_PRIVATE_KEY must be 32 bytes in hex.",
  twoSources: "Give CHAIN_PRIVATE_KEY or --keystore, not both.",
  noSource: "Set CHAIN_PRIVATE_KEY, or name a file with --keystore.",
  noPassword: "Set CHAIN_KEYSTORE_PASSWORD to the keystore's password.",
  unreadable: (file: string): string => `${file} cannot be read.`
} as const
