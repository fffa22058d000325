/** The specification's statements about keys, events, errors and limits (5 to 9). */
import { own, type Statement, said } from "./statement.ts"

export const access: ReadonlyArray<Statement> = [
  said(
    "5",
    "a request carries Authorization: Bearer",
    "http/Checks.test.ts: accept the scheme's name in any letter case"
  ),
  said(
    "5",
    "keys of the environments have prefixes and are not interchangeable",
    "http/Checks.test.ts: refuse a key of the other environment with 401, and name the reason"
  ),
  ...own("5", "several keys are active at once, and are created, rotated and revoked"),
  said(
    "5",
    "keys are created, rotated and revoked in the dashboard, with a scope",
    "browser/Flows.test.ts: shows a user's API key once, and a server can use it",
    "http/Dashboard.test.ts: show when keys were last used"
  ),
  said(
    "5",
    "a scope restricts a key to reading",
    "http/Checks.test.ts: allow a key with the scope read_only to read and not to write",
    "http/KeyReach.test.ts: webhooks does not create a payout, and the message names the scopes that do"
  ),
  said(
    "5",
    "a missing or invalid header is 401 UNAUTHORIZED",
    "http/Checks.test.ts: refuse a request without a key with 401",
    "http/Checks.test.ts: refuse a malformed Authorization header with 401"
  ),
  said(
    "5",
    "a pending KYC is 403 KYC_REQUIRED",
    "http/Checks.test.ts: refuse an account whose KYC is not approved with 403 KYC_REQUIRED"
  ),
  said(
    "5",
    "a suspended account is 403 FORBIDDEN",
    "http/Checks.test.ts: refuse a suspended account with 403 FORBIDDEN until it is active again"
  ),
  ...own("5", "every POST accepts an idempotency_key and repeats its first response"),
  said(
    "5",
    "a key has at most 128 characters",
    "http/Keys.test.ts: has 1 to 128 characters and no control characters"
  ),
  said(
    "5",
    "webhooks are authenticated by signature",
    "webhooks/Signature.test.ts: uses the text of the whole secret as the HMAC key"
  )
]

export const events: ReadonlyArray<Statement> = [
  said(
    "6.1",
    "an event is posted to each endpoint when a payout changes state",
    "http/WebhookDelivery.test.ts: reach the endpoint in order, signed, once each"
  ),
  ...own("6.1", "every delivery has X-Service-Signature"),
  said(
    "6.1",
    "a certificate must be valid",
    "webhooks/GuardedClient.test.ts: refuses an unknown authority, whatever the environment contains",
    "webhooks/GuardedClient.test.ts: refuses a certificate for another name"
  ),
  said(
    "6.1",
    "endpoints must use HTTPS",
    "http/Webhooks.test.ts: must be https to a public address"
  ),
  said(
    "6.1",
    "a repeated delivery has the same event id",
    "webhooks/Dispatcher.test.ts: L2 continue after a restart with the same count and the same times",
    "domain/webhook/WebhookEvent.test.ts: has the same bytes every time"
  ),
  ...own("6.2", "each of the three sets of event types can be subscribed to"),
  ...own("6.2", "events are also sent for each row of a batch"),
  said(
    "6.2",
    "every change of state has an event, also of a row that becomes AWAITING_FUNDS",
    "domain/webhook/WebhookEvent.test.ts: is every entry into a state, but no event without a new status",
    "domain/webhook/WebhookEvent.test.ts: is the start of a row's funding, with the event payout.awaiting_funds"
  ),
  said(
    "6.2",
    "payout.refunded comes once the refund is confirmed",
    "domain/payout/PayoutRefunds.test.ts: that belong to a reversed payout are reported as payout.refunded once confirmed"
  ),
  said(
    "6.3",
    "the signature is sha256= and the hex HMAC of the raw body",
    "http/WebhookDelivery.test.ts: reach the endpoint in order, signed, once each"
  ),
  said(
    "6.3",
    "the raw bytes are signed",
    "webhooks/Signature.test.ts: in the body changes both signatures"
  ),
  said(
    "6.3",
    "the secret of before a rotation goes on signing until the overlap ends",
    "http/WebhookDelivery.test.ts: is signed with both secrets after a rotation, old first, or without an overlap by the new one alone",
    "domain/webhook/Endpoint.test.ts: is first in X-Service-Signature until its overlap ends, followed by the new secret"
  ),
  said(
    "6.4",
    "any status from 200 to 299 within 10 seconds is success",
    "webhooks/Dispatcher.test.ts: stop after the first success",
    "webhooks/GuardedClient.test.ts: causes a timeout on time if it never responds"
  ),
  said(
    "6.4",
    "retries come after 30 seconds, 5 minutes, 30 minutes and 2 hours; five attempts in all",
    "domain/webhook/Delivery.test.ts: waits 30 s, 5 min, 30 min and 2 h after each failed attempt, then gives up"
  ),
  said(
    "6.4",
    "a 410 is a failure like any other: five attempts, and the endpoint stays on",
    "http/Events.test.ts: that gets a 410 fails after five attempts like any other, and its endpoint stays enabled"
  ),
  said(
    "6.4",
    "a failed event can be resent",
    "webhooks/Dispatcher.test.ts: allows five more attempts after a failure"
  ),
  ...own("6.4", "an event can be resent, to the same endpoint with the same id")
]

export const errorsAndLimits: ReadonlyArray<Statement> = [
  said(
    "6.4",
    "failed events can be sent again from the dashboard",
    "browser/Flows.test.ts: shows a developer why deliveries fail, and resends one after a repair"
  ),
  ...own("7", "an error has error, message and error_code"),
  said(
    "7",
    "every code of the table has its status",
    "http/Docs.test.ts: of errors exist for each code of the program",
    "http/FuzzOpenApi.test.ts: gets a documented response, never a 5xx"
  ),
  said(
    "8",
    "the sandbox takes 200 requests per minute",
    "http/RateLimits.test.ts: allow a key 200 other requests per minute, including refused ones"
  ),
  ...own("8", "production accepts 100 requests per minute, and 10 bulk requests"),
  said(
    "8",
    "quotes are 60 per minute",
    "http/RateLimits.test.ts: allow a key 60 quotes per minute, and its other requests continue"
  ),
  said(
    "8",
    "any exceeded limit is 429, also that of requests with bad keys",
    "http/RateLimits.test.ts: have a separate window for invalid keys, which are 429 once it is used up"
  ),
  ...own("8", "every response has the rate headers, as integers"),
  said(
    "8",
    "the same key answers the same for 24 hours",
    "http/Idempotency.test.ts: Kept responses survive a restart",
    "engine/state/IdempotencyFilter.test.ts: are always found within a day"
  ),
  ...own("8", "a batch has at most 1,000 rows"),
  ...own("8", "a sandbox payout is at most 10,000 USDC"),
  ...own("8", "a page has 1 to 100 objects, 20 by default"),
  ...own("8", "USDC has up to 6 decimals in a batch"),
  said(
    "8",
    "test number 1 succeeds, 3 and 4 fail with their reasons, any other succeeds",
    "http/Payouts.test.ts: fails at once for the failing numbers, with their reason",
    "http/Payouts.test.ts: settles on the other networks too"
  ),
  ...own("8", "test number 2 is delivered later than number 1, number 5 is Airtel"),
  ...own("9", "the path prefix is /v1"),
  said(
    "9",
    "the API is labelled stable, and the change log lists the releases and how it changes",
    "http/Documents.test.ts: state that the API is stable and how it changes"
  )
]
