/** Words of the list of webhook endpoints. */

export const about = "Send events about payouts and batches to your servers."
export const caption = "Webhook endpoints"
export const noAttempts = "None yet"

export const columns = {
  url: "URL",
  lastAttempts: "Last attempts",
  failed: "Failed",
  lastSuccess: "Last success"
} as const

export const newEndpoint = "New endpoint"
export const create = "Create endpoint"
export const secret = { title: "Signing secret", copied: "signing secret" } as const

export const none = {
  title: "No endpoints yet",
  hint: "Add a URL to receive signed events.",
  createFirst: "Add the first endpoint"
} as const
