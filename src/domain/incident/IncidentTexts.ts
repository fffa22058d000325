/** The sentences of incidents: the problem, its cause, and the remedy. */
import * as Float from "../money/Float.ts"
import * as Money from "../money/Money.ts"
import * as Network from "../Network.ts"
import type { ProviderCause, RateTrouble } from "./Facts.ts"

const providerNames: Readonly<Record<string, string>> = {
  ...{ pawapay: "pawaPay", mtn: "MTN MoMo", sandbox: "The simulated provider" }
}

/** The name of a provider for readers. */
const providerName = (provider: string): string => providerNames[provider] ?? provider

/** A sentence from an error, with a capital letter and a full stop, and of bounded length. */
const sentence = (text: string): string => {
  const trimmed = text.trim().slice(0, 300)
  const whole = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

const listed = (items: ReadonlyArray<string | number>): string => items.join(", ")

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

interface IncidentText {
  readonly title: string
  readonly cause: string
  readonly remedy: string
  /** The anchor of its entry in the runbook: the name of an alert in lower case. */
  readonly runbook: string
}

// ----------------------------------------------------------------------------- providers

const providerCauses: Readonly<Record<ProviderCause, string>> = {
  failing: "It does not respond, or it responds with errors.",
  account: "It refuses our account.",
  requests: "It rejects our requests as invalid.",
  not_allowed: "It does not pay to this network for our account.",
  closed: "It reports that the network is closed."
}

const providerRemedies: Readonly<Record<ProviderCause, string>> = {
  failing:
    "Check its status page, and that this host reaches it. The service tries one transfer at a time and continues automatically.",
  account: "Check its credentials in the settings, and the account in the provider's dashboard.",
  requests: "Read the log line “A provider rejects our request as invalid” and correct the cause.",
  not_allowed: "Enable the network in the provider's dashboard, or change PROVIDER_ROUTES.",
  closed: "Wait until the network opens, or add another provider to PROVIDER_ROUTES."
}

/** Causes that the service cannot outwait: an operator must act. */
const actionable: ReadonlyArray<ProviderCause> = ["account", "requests", "not_allowed"]

export const provider = (
  name: string,
  network: Network.Slug | null,
  cause: ProviderCause,
  isSending: boolean
): IncidentText => {
  const displayName = providerName(name)
  const down =
    network === null ? `${displayName} is down` : `${displayName} does not pay to ${network}`
  const title = isSending ? `The last requests to ${displayName} failed` : down
  return {
    title,
    cause: providerCauses[cause],
    remedy: providerRemedies[cause],
    runbook: actionable.includes(cause) ? "providerneedsaction" : "providerleftalone"
  }
}

export const float = (name: string, currency: Network.Currency): IncidentText => ({
  title: `Our ${currency} balance at ${providerName(name)} is too small`,
  cause: `${providerName(name)} refused a payout because our ${currency} account cannot cover it.`,
  remedy: "Top up the account. The service checks the balance every five minutes and continues.",
  runbook: "balancetoosmall"
})

/** An amount as people write it, such as `1,250.50 KES`. */
const amountText = (minor: number, currency: Network.Currency): string => {
  const decimals = Network.decimals(currency)
  const amount = Money.toJson(minor, decimals)
  return `${amount.toLocaleString("en", { minimumFractionDigits: decimals })} ${currency}`
}

const levelText = (
  { currency, provider }: Float.Level,
  kind: "short" | "low" | "unknown",
  cause: string
): IncidentText => {
  const account = `${currency} balance at ${providerName(provider)}`
  const titles = {
    short: `Our ${account} does not cover the payouts that are funded`,
    low: `Our ${account} is running low`,
    unknown: `Our ${account} is not known`
  }
  const remedies = {
    short: "Top up the account now. Payouts that it cannot cover wait, and continue afterwards.",
    low: "Top up the account before it is empty. GET /admin/v1/float shows every balance.",
    unknown: "Check the provider's dashboard, and that our account may read its balance."
  }
  const runbook = `float${kind}`
  return { title: titles[kind], cause, remedy: remedies[kind], runbook }
}

export const level = {
  short: (one: Float.Level): IncidentText => {
    const needed = amountText(one.committed ?? 0, one.currency)
    const balance = amountText(one.balance ?? 0, one.currency)
    const cause = `Funded payouts need ${needed}, and the balance is ${balance}.`
    return levelText(one, "short", cause)
  },
  low: (one: Float.Level): IncidentText => {
    const cover = amountText(Float.cover(one) ?? 0, one.currency)
    const threshold = amountText(one.threshold ?? 0, one.currency)
    const cause = `After funded payouts, ${cover} is left. The threshold is ${threshold}.`
    return levelText(one, "low", cause)
  },
  unknown: (one: Float.Level): IncidentText =>
    levelText(
      one,
      "unknown",
      one.balance === null
        ? "The provider has not reported it."
        : "A partition has not reported its payouts."
    )
} as const

// ----------------------------------------------------------------------------- chain

const nodesRemedy =
  "Check the nodes of ETHEREUM_RPC_URLS. Deposits that arrive in the meantime are credited later."

const chainText = (
  runbook: string,
  title: string,
  cause: string,
  remedy = nodesRemedy
): IncidentText => ({ title, cause, remedy, runbook })

interface FailingNode {
  readonly name: string
  readonly failure: string | null
}

const nodeFailures = (nodes: ReadonlyArray<FailingNode>): string =>
  nodes.map(({ failure, name }) => sentence(`${name}: ${failure ?? "no response"}`)).join(" ")

export const chain = {
  contradiction: (how: string): IncidentText =>
    chainText(
      "chainalarm",
      "Ethereum nodes contradict each other",
      sentence(how),
      "Do not release or refund anything by hand until the nodes agree again."
    ),
  noNode: (nodes: ReadonlyArray<FailingNode>): IncidentText =>
    chainText("watcherbehind", "No Ethereum node responds", nodeFailures(nodes)),
  tooFew: (nodes: ReadonlyArray<FailingNode>, needed: number): IncidentText =>
    chainText(
      "watcherbehind",
      "Too few Ethereum nodes respond",
      `${needed} must agree before a deposit counts. ${nodeFailures(nodes)}`
    ),
  node: (node: FailingNode): IncidentText =>
    chainText(
      "watcherbehind",
      `The Ethereum node ${node.name} does not respond`,
      nodeFailures([node]),
      "Check this node. Deposits are still credited, because enough others respond."
    ),
  notFollowed: chainText(
    "chainnotfollowed",
    "The chain is not followed",
    "The process that reads the chain has reported nothing.",
    "Read its log lines “The chain follower failed and restarts”, and restart that process if it hangs."
  ),
  headStill: (name: string): IncidentText =>
    chainText(
      "watcherbehind",
      `No new block of ${name} is seen`,
      "The nodes return the same block."
    ),
  finalityLate: (name: string): IncidentText =>
    chainText(
      "chainalarm",
      `Blocks of ${name} become final late`,
      "The last final block is older than usual.",
      `Check whether ${name} itself finalizes. Deposits are credited when it does.`
    )
} as const

// ----------------------------------------------------------------------------- feeds and lists

export const rates = (troubles: ReadonlyArray<RateTrouble>): IncidentText => ({
  title: `There is no exchange rate for ${listed(troubles.map(({ currency }) => currency))}`,
  cause: sentence([...new Set(troubles.map(({ cause }) => cause))].join("; ")),
  remedy: "Check RATES_URL and RATES_CHECK_URL. Quotes in these currencies return 503 until then.",
  runbook: "norates"
})

const listText = (title: string, cause: string): IncidentText => ({
  ...{ title, cause },
  remedy: "Run payout-service sanctions refresh, and read its message.",
  runbook: "sanctionslistunfit"
})

export const list = {
  missing: (failure: string | null): IncidentText =>
    listText(
      "There is no usable sanctions list",
      `${failure === null ? "" : `${sentence(failure)} `}Every new payout is held.`
    ),
  broken: (failure: string | null): IncidentText =>
    listText(
      "The sanctions list on disk cannot be used",
      `${failure === null ? "" : `${sentence(failure)} `}The list before it stays in use.`
    ),
  old: (days: number): IncidentText =>
    listText("The sanctions list is old", `It is ${counted(days, "day", "days")} old.`),
  tooOld: (days: number): IncidentText =>
    listText(
      "The sanctions list is too old",
      `It is ${counted(days, "day", "days")} old. Every new payout is held.`
    )
} as const

// ----------------------------------------------------------------------------- customers

export const endpoint = (host: string, failure: string | null): IncidentText => ({
  title: `Every webhook to ${host} fails`,
  cause: failure === null ? "The last attempts all failed." : sentence(failure),
  remedy: "Tell the customer. Events are kept, and staff can resend them after the repair.",
  runbook: "endpointfails"
})

export const stuck = {
  screening: {
    title: "Funded payouts are not screened",
    cause: "They have been in STABLECOIN_RECEIVED for longer than usual.",
    remedy: "Read the log lines of these payouts, and check the sanctions list and its oracle.",
    runbook: "payoutsstuck"
  },
  network: (network: Network.Slug): IncidentText => ({
    title: `Payouts to ${network} take longer than usual`,
    cause: "The provider was instructed, or is about to be, and no outcome is known.",
    remedy: "Check these payouts in the provider's dashboard. The service keeps checking them.",
    runbook: "payoutsstuck"
  }),
  parked: (payouts: number, batches: number): IncidentText => {
    const parts = [
      ...(payouts === 0 ? [] : [counted(payouts, "payout", "payouts")]),
      ...(batches === 0 ? [] : [counted(batches, "batch", "batches")])
    ]
    const verb = payouts + batches === 1 ? "was" : "were"
    return {
      title: `${parts.join(" and ")} ${verb} stopped by a defect`,
      cause: "The program failed repeatedly on the same step.",
      remedy: "Read the log line “Parking”. Decide payouts in Manual review, and resume batches.",
      runbook: "payoutparked"
    }
  }
} as const

// ----------------------------------------------------------------------------- the service

const nodesText = (
  runbook: string,
  title: string,
  cause: string,
  remedy: string
): IncidentText => ({ title, cause, remedy, runbook })

export const nodes = {
  silent: (address: string): IncidentText =>
    nodesText(
      "nodesilent",
      `The node ${address} is silent`,
      "It has stopped writing to the database and has not left.",
      "Check whether its process runs and reaches the database. Other nodes run its partitions."
    ),
  cutOff: (address: string, unreached: ReadonlyArray<string>): IncidentText =>
    nodesText(
      "nodecutoff",
      `The node ${address} does not reach ${counted(unreached.length, "other node", "other nodes")}`,
      `It gets no response from ${listed(unreached)}. Requests that need them return 503 there.`,
      "Check the network between the nodes at the port of CLUSTER_LISTEN."
    ),
  skewed: (address: string, skewMs: number): IncidentText =>
    nodesText(
      "clockskew",
      `The clock of the node ${address} is wrong`,
      `It is ${(Math.abs(skewMs) / 1_000).toFixed(1)} s ${skewMs > 0 ? "ahead of" : "behind"} the database's clock.`,
      "Check NTP on that machine. A node whose clock is 2 s wrong cannot rejoin after a restart."
    ),
  ownerless: (numbers: ReadonlyArray<number>): IncidentText =>
    nodesText(
      "partitionwithoutowner",
      `${counted(numbers.length, "partition has", "partitions have")} no owner`,
      `No node runs ${listed(numbers)}. Requests of their accounts return 503.`,
      "Read the last log lines of every node. They show why none starts these partitions."
    ),
  unreachable: (numbers: ReadonlyArray<number>): IncidentText =>
    nodesText(
      "nodecutoff",
      `${counted(numbers.length, "partition does", "partitions do")} not respond`,
      `The owners of ${listed(numbers)} did not respond to this process in time.`,
      "Check the private traffic between the nodes, and the load of the owners."
    )
} as const

export const database = (numbers: ReadonlyArray<number>, count: number): IncidentText => ({
  title: "Changes cannot be stored",
  cause:
    count === 1
      ? "The log takes no entries."
      : `The log takes no entries in ${counted(numbers.length, "partition", "partitions")}: ${listed(numbers)}.`,
  remedy: "Check PostgreSQL: is it up and reachable, and is its disk not full?",
  runbook: "lognotwritable"
})
