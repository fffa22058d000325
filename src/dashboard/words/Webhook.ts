/** Words of the page of one webhook endpoint. */

export const title = "Webhook endpoint"

export const facts = {
  url: "URL",
  endpoint: "Endpoint",
  switchedOff: "Switched off",
  failedAttempts: "Failed attempts",
  failedForGood: "Failed for good",
  lastSuccess: "Last success"
} as const

/** What a button copies. */
export const copied = { url: "URL", endpointId: "endpoint id" } as const

export const test = {
  title: "Test",
  send: "Send test event",
  type: "Event type",
  hint: "The test event is signed and sent at once, with example values.",
  result: "Result",
  open: "Open the delivery"
} as const

export const rotate = {
  button: "Rotate secret",
  title: "Rotate the secret",
  overlap: "Old secret expires",
  overlapHint:
    "Until then webhook-signature has the signatures of both secrets, and X-Service-Signature is the old secret's.",
  secret: "New signing secret",
  copied: "signing secret"
} as const

export const edit = { title: "Edit endpoint", saved: "The changes are saved." } as const

export const enable = {
  button: "Enable",
  done: "The endpoint is enabled and receives events again."
} as const

export const disable = {
  button: "Disable",
  title: "Disable this endpoint?",
  effect: (url: string): string => `Nothing is sent to ${url} until you enable it again.`,
  meanwhile: "Events that happen meanwhile are not sent later. They stay in the list of events.",
  waiting:
    "Deliveries that wait for an attempt fail when it is due. You can resend them after you enable the endpoint.",
  done: "The endpoint is disabled and receives no more events."
} as const

export const remove = {
  label: "Delete",
  title: "Delete this endpoint?",
  effect: (url: string): string => `Nothing is sent to ${url} any more.`,
  done: "The endpoint is deleted."
} as const
