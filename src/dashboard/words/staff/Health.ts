/** Words of the page on how the engine, the chain and the providers fare. */
export const title = "Health"
export const service = {
  title: "Service",
  about: "The process that answers this page.",
  version: "Version",
  startedAt: "Runs since"
} as const

export const log = {
  title: "Log",
  about: "Every change is an entry. A request is answered once its entry is stored.",
  writable: "Writable",
  entries: "Entries",
  epoch: "Starts that wrote to it",
  behind: "Entries that lists do not show yet"
} as const

export const chain = {
  title: "Chain",
  finalBlock: "Final block",
  latestBlock: "Latest block"
} as const

export const payouts = {
  active: "Being processed",
  held: "On hold",
  inReview: "In manual review"
} as const

export const pendingDeliveries = "Waiting to be delivered"

export const networks = {
  title: "Networks and their providers",
  caption: "Networks",
  currency: "Currency",
  provider: "Provider",
  simulated: "Simulated"
} as const
