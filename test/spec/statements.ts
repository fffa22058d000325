/**
 * The statements of the specification, one per line, shortened and in our own words, each with the
 * tests that prove it. A statement without a named test has a test in this folder, whose name is
 * the section and the statement.
 */
import { own, type Statement, said } from "./statement.ts"
import { access, errorsAndLimits, events } from "./statementsOfUse.ts"

const service: ReadonlyArray<Statement> = [
  said("1", "USDC becomes mobile money", "http/Lifecycle.test.ts: goes from a quote to SETTLED"),
  ...own("1", "a quote is available for UGX, KES, NGN, GHS and TZS"),
  said(
    "1",
    "a quote is single-use",
    "http/Idempotency.test.ts: does not let two concurrent payouts use one quote"
  ),
  said(
    "1",
    "a deposit is simulated in the sandbox",
    "http/Lifecycle.test.ts: goes from a quote to SETTLED"
  ),
  said(
    "1",
    "payouts end as settled, failed or reversed",
    "http/Payouts.test.ts: settles, and cannot be cancelled then",
    "http/Payouts.test.ts: fails at once for the failing numbers, with their reason",
    "http/Payouts.test.ts: is reversed for SANDBOX REVERSE, with a refund due"
  ),
  said(
    "1",
    "events are pushed to registered endpoints, signed with HMAC-SHA256",
    "http/WebhookDelivery.test.ts: reach the endpoint in order, signed, once each"
  ),
  said(
    "1",
    "sandbox and production are fully separate",
    "http/Checks.test.ts: refuse a key of the other environment with 401, and name the reason"
  ),
  said(
    "1",
    "bodies are JSON",
    "http/Bodies.test.ts: is accepted as application/json only",
    "http/OpenApiAnswers.test.ts: are all described by the OpenAPI document"
  )
]

const resources: ReadonlyArray<Statement> = [
  said(
    "2.1",
    "a quote has the fields of the table",
    "http/Quotes.test.ts: has exactly the fields of the specification"
  ),
  ...own("2.1", "the rate includes the spread, and determines the recipient's amount"),
  said(
    "2.2",
    "creation answers with the fields of the table",
    "http/Payouts.test.ts: is created with exactly the fields of the specification"
  ),
  said(
    "2.2",
    "the message states the exact amount with six decimals and the address",
    "http/Payouts.test.ts: names the amount to send, with six decimals, and the address"
  ),
  said(
    "2.2",
    "the amount is what is still due: the remainder of an underpaid payout, nothing of a funded one",
    "http/Due.test.ts: is the whole amount at first, with deadline, chain, token and payment link",
    "http/Due.test.ts: is the remainder once less than all has arrived, dust included"
  ),
  ...own("2.2", "a retrieved payout has settled_at once it is settled"),
  said(
    "2.2",
    "insufficient_balance and invalid_recipient are reasons of a failure",
    "http/Payouts.test.ts: fails at once for the failing numbers, with their reason"
  ),
  said(
    "2.3",
    "both slug styles are known; quotes, payouts and bulk show MTN_UG style",
    "http/Validation.test.ts: accepts both styles of slug in any letter case, and responds with one"
  ),
  ...own("2.3", "beneficiaries and batches show mtn_uganda style"),
  said(
    "2.3",
    "a payout's network must match the quote's currency",
    "http/Validation.test.ts: refuses a network of another currency, together with its phone"
  ),
  ...own("2.4", "a beneficiary has the fields of the table, with nickname null by default"),
  ...own("2.5", "a batch has the fields of the table"),
  said(
    "2.5",
    "a batch's amount due is less once a row is cancelled, and nothing once the batch is",
    "http/Due.test.ts: is less once a row is cancelled, and zero once the batch is cancelled",
    "http/Due.test.ts: is shown with the batch's refund address"
  ),
  ...own("2.5", "a bulk batch has its fields, on creation and on retrieval"),
  ...own("2.5", "an item of a batch's list has its fields, failure_reason when failed"),
  said(
    "2.6",
    "an endpoint has the fields of the table",
    "http/Webhooks.test.ts: is registered, and its secret is shown"
  ),
  said(
    "2.7",
    "the envelope has id, type, created_at and the payout's data",
    "domain/webhook/WebhookEvent.test.ts: has every field of the contract at creation, with null for unknown values",
    "http/DocsEvents.test.ts: fit their published schemas when they are delivered"
  ),
  said(
    "2.7",
    "failure events carry data.failure_reason",
    "domain/webhook/WebhookEvent.test.ts: has the failure reason only for a failure"
  ),
  ...own("2.7", "data has the payout's id as payout_id and as id")
]

const states: ReadonlyArray<Statement> = [
  ...own("3.1", "a new quote is ACTIVE until creation plus its TTL"),
  said("3.1", "a payout locks its quote", "http/Payouts.test.ts: locks its quote"),
  ...own("3.1", "a quote is USED once its payout is initiated"),
  said(
    "3.1",
    "an ACTIVE quote ends as EXPIRED",
    "http/Quotes.test.ts: follows its TTL, and no payout can use the quote afterwards"
  ),
  ...own("3.2", "a payout goes through every state of the table in order"),
  said(
    "3.2",
    "a flagged payout is in COMPLIANCE_HOLD",
    "http/Payouts.test.ts: is held for SANDBOX HOLD, and cannot be cancelled then"
  ),
  said(
    "3.2",
    "MANUAL_REVIEW asks for a person",
    "http/Payouts.test.ts: goes to MANUAL_REVIEW for SANDBOX REVIEW"
  ),
  ...own("3.2", "SETTLED, FAILED and REVERSED are final"),
  ...own("3.2", "a failing test number fails at once, with its event"),
  ...own("3.3", "a batch is queued or processing, and completed when all payouts are terminal"),
  ...own("3.3", "a batch is cancelled before its funds arrive, and its rows fail"),
  ...own("3.3", "a bulk batch shows PROCESSING first")
]

const endpoints: ReadonlyArray<Statement> = [
  said(
    "4",
    "all endpoints but networks and rates need a key",
    "http/OpenApi.test.ts: names the routes that need a key",
    "http/Checks.test.ts: are not made for public routes, even with an invalid key"
  ),
  ...own("4", "every list takes limit from 1 to 100, default 20, and offset, default 0"),
  ...own("4.1", "an amount is a number of at least 0.01"),
  said(
    "4.1",
    "the currency is one of five",
    "http/Validation.test.ts: refuses an unknown currency and names the known ones"
  ),
  said(
    "4.1",
    "every field is required",
    "http/Validation.test.ts: reports every invalid field at once"
  ),
  said(
    "4.1",
    "a used key with other parameters is 409 DUPLICATE_IDEMPOTENCY_KEY",
    "http/Idempotency.test.ts: is 409 with other parameters"
  ),
  said(
    "4.1",
    "too many quotes are 429 RATE_LIMIT_EXCEEDED",
    "http/RateLimits.test.ts: allow a key 60 quotes per minute, and its other requests continue"
  ),
  ...own("4.1", "a quote is retrieved with its current status"),
  said(
    "4.1",
    "an unknown quote is 404 QUOTE_NOT_FOUND",
    "http/Quotes.test.ts: is 404 if it does not exist",
    "http/Isolation.test.ts: never see each other's quotes, payouts and endpoints"
  ),
  ...own("4.2", "a payout against an expired quote is refused"),
  ...own("4.2", "a payout against a used quote is refused"),
  said(
    "4.2",
    "quote, phone, network and key are required",
    "http/Validation.test.ts: reports every missing field at once"
  ),
  said(
    "4.2",
    "the phone is E.164",
    "http/Validation.test.ts: refuses a phone that is not an E.164 number"
  ),
  said(
    "4.2",
    "recipient_name is optional; where production needs it, the sandbox warns",
    "http/Validation.test.ts: accepts null in optional fields",
    "http/Due.test.ts: warns of what production would refuse, and accepts it",
    "http/Due.test.ts: shows whether each network needs a recipient's name",
    "http/Due.test.ts: refuses what production refuses, before it shows a deposit address"
  ),
  said(
    "4.2",
    "a payout is retrieved",
    "http/Payouts.test.ts: is retrieved with all its known fields"
  ),
  said(
    "4.2",
    "the list is filtered by status",
    "http/PayoutList.test.ts: is filtered by status and network, in either style of slug"
  ),
  ...own("4.2", "the list is filtered by batch_id"),
  ...own("4.2", "a bulk request has up to 100 items, each with a separate quote"),
  said(
    "4.2",
    "one invalid item refuses the bulk batch, and every offending item is listed",
    "http/Bulk.test.ts: is refused as a whole, with every bad item named"
  ),
  ...own("4.2", "a bulk batch is retrieved with its payouts"),
  ...own("4.3", "a batch is submitted as JSON"),
  ...own("4.3", "a batch is submitted as a CSV file in the field file"),
  ...own("4.3", "the CSV's header is exactly the five columns"),
  ...own("4.3", "each rule of a row is checked, in JSON and in CSV alike"),
  ...own("4.3", "a key is unique per row"),
  ...own("4.3", "one invalid row refuses the batch, and every offending row is listed"),
  said(
    "4.3",
    "the message names the offending row, or the rows of several",
    "http/Messages.test.ts: names the row of a single bad row, and the rows of several"
  ),
  ...own("4.3", "each row produces separate events"),
  ...own("4.3", "a batch is retrieved"),
  ...own("4.3", "a batch's payouts are listed by status, in pages"),
  ...own("4.4", "a beneficiary is created, retrieved, updated and deleted"),
  ...own("4.4", "name, phone and network are required, nickname is not"),
  ...own("4.4", "the list is searched over name, phone and nickname, and filtered by network"),
  said(
    "4.4",
    "a search finds words by their beginnings, without regard to case, accents and order",
    "http/Beneficiaries.test.ts: is found by words of name, phone and nickname, and by network"
  ),
  ...own("4.4", "only the provided fields change"),
  ...own("4.4", "deletion returns id and deleted, and existing payouts remain"),
  said("4.5", "endpoints are listed", "http/Webhooks.test.ts: is listed newest first, in pages"),
  said(
    "4.5",
    "an endpoint is registered with its secret",
    "http/Webhooks.test.ts: is registered, and its secret is shown"
  ),
  said(
    "4.5",
    "POST /v1/webhooks registers too",
    "http/Webhooks.test.ts: may be registered at /v1/webhooks too"
  ),
  said(
    "4.5",
    "an endpoint is updated",
    "http/Webhooks.test.ts: keeps fields on update that are not given"
  ),
  said("4.5", "an endpoint is deleted", "http/Webhooks.test.ts: is deleted for good"),
  said(
    "4.5",
    "a test event is sent",
    "http/WebhookDelivery.test.ts: is sent at once, signed, and reports its result"
  ),
  said(
    "4.5",
    "a test event of a type is what a real one would be, and is listed among the deliveries",
    "http/TestEvents.test.ts: has a consistent state, previous state, sequence, reason and time",
    "http/TestEvents.test.ts: of test events are listed and marked, with request and response"
  ),
  said(
    "4.6",
    "networks are listed without a key",
    "http/Quotes.test.ts: list networks with their limits"
  ),
  said(
    "4.6",
    "rates are listed without a key",
    "http/Quotes.test.ts: show the rates that quotes use"
  )
]

export const statements: ReadonlyArray<Statement> = [
  ...service,
  ...resources,
  ...states,
  ...endpoints,
  ...access,
  ...events,
  ...errorsAndLimits
]
