/** Words of webhook endpoints, deliveries and events. */

import * as Format from "../data/Format.ts"
import { common as CommonWords } from "./common.ts"

/** Words of the list of webhook endpoints. */
export const webhooks = {
  about: "Send events about payouts and batches to your servers.",
  caption: "Webhook endpoints",
  noAttempts: "None yet",

  columns: {
    url: "URL",
    lastAttempts: "Last attempts",
    failed: "Failed",
    lastSuccess: "Last success"
  },

  newEndpoint: "New endpoint",
  create: "Create endpoint",
  secret: { title: "Signing secret", copied: "signing secret" },

  none: {
    title: "No endpoints yet",
    hint: "Add a URL to receive signed events.",
    createFirst: "Add the first endpoint"
  }
} as const

/** Words of the page of one webhook endpoint. */
export const webhook = {
  title: "Webhook endpoint",

  facts: {
    url: "URL",
    endpoint: "Endpoint",
    disabled: "Disabled because",
    failedAttempts: "Failed attempts",
    failedForGood: "Failed for good",
    lastSuccess: "Last success"
  },

  /** Names of the values that buttons copy. */
  copied: { url: "URL", endpointId: "endpoint id" },

  test: {
    title: "Test",
    send: "Send test event",
    type: "Event type",
    hint: "The test event is signed and sent at once, with example values.",
    result: "Result",
    open: "Open the delivery"
  },

  rotate: {
    button: "Rotate secret",
    title: "Rotate the secret",
    overlap: "Old secret expires",
    overlapHint:
      "Until then webhook-signature has the signatures of both secrets, and X-Service-Signature is made with the old secret.",
    secret: "New signing secret",
    copied: "signing secret"
  },

  edit: { title: "Edit endpoint", saved: "The changes are saved." },

  enable: {
    button: "Enable",
    done: "The endpoint is enabled and receives events again."
  },

  disable: {
    button: "Disable",
    title: "Disable this endpoint?",
    effect: (url: string): string => `Nothing is sent to ${url} until you enable it again.`,
    inBetween: "Events in the meantime are not sent later. They stay in the event list.",
    waiting:
      "Deliveries that wait for an attempt fail when it is due. You can resend them after you enable the endpoint.",
    done: "The endpoint is disabled and receives no more events."
  },

  remove: {
    label: "Delete",
    title: "Delete this endpoint?",
    effect: (url: string): string => `Nothing is sent to ${url} any more.`,
    done: "The endpoint is deleted."
  }
} as const

/** Words of the fields of a webhook endpoint. */
export const endpointForm = {
  url: "URL",
  urlHint: "An HTTPS address with a valid certificate.",
  wildcards: { "*": CommonWords.allEvents, "payout.*": "All payout events" },
  eventsHint: "“All payout events” excludes events about deposits, refunds and batches.",
  otherNames: "Alternative names for the same events",
  otherNamesLabel: "Sandbox and overview names"
} as const

/** Words of the banner on a failing endpoint. */
export const failingBanner = {
  title: "This endpoint is failing",
  since: "Every attempt has failed since",
  retries:
    "An event that fails is retried after 30 seconds, 5 minutes, 30 minutes and 2 hours. " +
    "After the fifth attempt it is sent only on request.",
  disabled: "If no attempt succeeds, the service disables the endpoint on",
  advice: "Once the endpoint is repaired, send a test event and resend the undelivered events."
} as const

const again = (count: number): string =>
  `${Format.counted(count, "delivery", "deliveries")} resent.`

/** Words of the deliveries to one endpoint. */
export const endpointDeliveries = {
  title: "Deliveries",
  from: "From",
  none: "No deliveries",
  noneMatch: "No deliveries match",
  noneHint: "Events appear here as they are sent.",

  resend: {
    button: "Resend failed and retrying",
    title: "Resend undelivered events",
    since: "Events since",
    zone: `In your time zone, ${Format.zone}.`,
    counting: "Counting…",
    found: (failed: number, pending: number): string =>
      `Not delivered since then: ${Format.count(failed)} failed for good, ` +
      `${Format.count(pending)} waiting for the next attempt.`,
    none: "Resend",
    some: (count: number): string => `Resend ${Format.counted(count, "event", "events")}`,
    /** `asked` is the number of open deliveries before the resend. */
    done: (sent: number, left: number, asked: number): string =>
      [
        again(sent),
        ...(left > 0 ? [`${Format.count(left)} are left.`] : []),
        ...(asked > sent + left
          ? [`${Format.count(asked - sent - left)} were delivered in the meantime.`]
          : [])
      ].join(" ")
  }
} as const

/** Words of lists of webhook deliveries. */
export const deliveries = {
  none: "No deliveries",
  noAttempt: "No attempt yet",
  attempt: (number: number): string => `Attempt ${number}`,
  nextAttempt: "Next attempt"
} as const

/** Words of the page of one webhook delivery. */
export const delivery = {
  title: "Delivery",
  back: { staff: "Failed deliveries", account: "Endpoint" },

  attempts: "Attempts",
  noAttempts: "No attempts yet.",
  attempt: (number: number): string => `Attempt ${number}`,

  facts: {
    sent: "Sent",
    endpoint: "Endpoint",
    delivery: "Delivery",
    nextAttempt: "Next attempt"
  },

  /** Names of the values that buttons copy. */
  copied: {
    curl: "The command is copied.",
    eventId: "event id",
    deliveryId: "delivery id"
  },

  response: {
    headers: "Response headers",
    body: "Response body, first KiB"
  },

  request: {
    headers: "Headers",
    ofAttempt: "Request headers of this attempt",
    headersOfAttempt: "Request headers"
  }
} as const

/** Words of the button that sends a delivery again. */
export const sendNow = {
  again: "Resend",
  now: "Send now",
  done: "The event is being sent."
} as const

/** Causes of a failed delivery attempt, each with its remedy. */
export const causes = {
  address_refused:
    "The URL points to an address that is not public. Use an address that can be reached from the internet.",
  bad_url: "Nothing can be sent to this URL. Correct it.",
  connection:
    "The connection broke before a response arrived. Check your server's log, and proxies and firewalls in front of it.",
  dns: "The host name does not resolve. Check its spelling in the URL and its DNS record.",
  refused:
    "The connection was refused, because nothing listens there. Start your server, or correct the URL.",
  timeout:
    "Your server did not respond within 10 seconds. Respond with status 200 first and do the work afterwards.",
  tls: "The TLS connection failed. The certificate must be valid, issued for this host, and sent with its chain.",
  // Causes by the status of the server's response.
  redirect: "Your server responded with a redirect, which is not followed. Use the final URL.",
  denied:
    "Your server denied access. Accept the request without a login, and verify its signature with the endpoint's secret.",
  missing:
    "Your server has nothing at this path. Correct the URL, or let the path accept POST requests.",
  rejected: "Your server rejected the request. Its response or its log shows the reason.",
  broken: "Your server had an internal error. Its response or its log shows the reason."
} as const

/** Words of the list of events. */
export const events = {
  about: "Events about payouts, batches, quotes and refunds.",
  type: "Type",
  search: "Id of an event, payout, batch or quote",
  eventId: "event id",
  noneMatch: "No events match",
  noneYet: "No events yet",
  noneYetHint: "Events appear here when payouts change."
} as const

/** Words of the page of one event. */
export const eventPage = {
  content: "Content",
  deliveries: "Deliveries",
  noDeliveries: "No webhook endpoint was subscribed to this event."
} as const
