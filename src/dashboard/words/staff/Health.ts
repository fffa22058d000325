/** Words of the page on how the engine, the chain and the providers fare. */
import * as Format from "../../data/Format.ts"

export const title = "Health"

/** The page in one sentence. */
export const verdict = {
  good: "The service works",
  goodAbout:
    "Changes are stored, providers and the chain answer, and no attempt of a webhook is late.",
  waiting: "Waiting for people:",
  bad: (count: number): string =>
    count === 1 ? "One thing is not well" : `${Format.count(count)} things are not well`,
  old: "The service did not answer the last request: the figures below are old.",
  degraded: (networks: string): string => `Providers work only in part for ${networks}.`,
  late: (seconds: number): string =>
    `Webhooks are late: the oldest delivery has been due for ${Format.duration(seconds)}.`,
  unread: "Incidents cannot be read right now."
} as const

export const service = {
  title: "Service",
  about: "The process that answers this page.",
  host: "Host",
  version: "Version",
  startedAt: "Runs since",
  cluster: "Processes and partitions"
} as const

export const log = {
  title: "Log",
  about: "Every change is an entry. A request is answered once its entry is stored.",
  writable: "Writable",
  entries: "Entries stored",
  epoch: "Starts so far",
  behind: "Lists",
  /** How many of the newest entries no list shows yet. */
  entriesBehind: (count: number): string =>
    count === 0
      ? "Show every entry"
      : `Do not show the newest ${Format.counted(count, "entry", "entries")} yet`
} as const

export const chain = {
  title: "Chain",
  finalBlock: "Final block",
  finalAge: "Age of the final block",
  latestBlock: "Latest block",
  headAge: "Age of the latest block",
  nodes: "Ethereum nodes",
  answering: (answering: number, all: number): string =>
    `${Format.count(answering)} of ${Format.count(all)} answer`,
  unfinal: "Deposits seen, not final"
} as const

export const payouts = {
  active: "In progress",
  held: "On hold",
  inReview: "In manual review"
} as const

export const webhooks = {
  pending: "Waiting, or between attempts",
  oldestDue: "Next attempt due",
  failed: "Failed after the last attempt"
} as const

export const figures = {
  title: "Payouts by network",
  about:
    "Of payouts created in the last 24 hours. The success rate counts only what the provider paid or refused, not compliance decisions or payouts without funds.",
  failed: "Failed or reversed",
  refused: "Refused by the provider",
  successRate: "Success rate",
  median: "Median time to settle",
  waiting: "Waiting for the provider now",
  none: "–"
} as const

export const networks = {
  title: "Networks and their providers",
  caption: "Networks",
  currency: "Currency",
  provider: "Provider",
  simulated: "Simulated",
  breaker: "Circuit breaker",
  noBreaker: "None",
  rate: "Rate updated",
  noRate: "No rate"
} as const
