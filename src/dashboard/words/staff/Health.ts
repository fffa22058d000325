/** Words of the page on how the engine, the chain and the providers fare. */
export const title = "Health"
export const log = {
  title: "Log",
  writable: "Writable",
  entries: "Entries",
  epoch: "Writers so far",
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
