/** The guide that the reference page shows before the operations, in Markdown. */
import * as ExamplesOfErrors from "./ExamplesOfErrors.ts"

const errorSections = (): string =>
  Object.entries(ExamplesOfErrors.errors)
    .map(
      ([code, { remedy, status, when }]) =>
        `### ${code}\n\nStatus ${status}. Cause: ${when}.\n\nRemedy: ${remedy}`
    )
    .join("\n\n")

export const markdown = `For tools: [openapi.json](/openapi.json), OpenAPI 3.1; [postman.json](/postman.json), a Postman
collection; [llms.txt](/llms.txt), all of it in brief.

## Start

Lock a rate with \`POST /v1/quotes\`, create a payout against it with \`POST /v1/payouts\`, and
send the exact amount of USDC to its address. In the sandbox the deposit is simulated: two
requests take a payout to a phone.

## Keys

Every request carries \`Authorization: Bearer …\`, except for networks, rates, health and this
page. Sandbox keys begin with \`sk_sandbox_\`, production keys with \`sk_live_\`; a key of one
never works in the other. A key with the scope \`read_only\` may only read. Operators have keys
of their own, \`ak_…\`.

## Safe retries

Every POST takes an \`idempotency_key\`, in the body or as the header \`Idempotency-Key\`.
Within 24 hours the same key with the same parameters gets the first answer again, byte for
byte, with \`Idempotent-Replayed: true\`; with other parameters it is refused. After a request
without an answer, send it again with the same key: it takes effect once.

## Amounts, times, lists

Amounts are exact JSON numbers: USDC has at most 6 decimals, and an amount with more is refused,
never rounded. Times are ISO 8601 in UTC. Lists are newest first: \`{data, total, limit,
offset}\`, with \`limit\` from 1 to 100 (default 20). Fields and events may be added at any
time: ignore those you do not know. Where a body has a field twice, the last one counts.

## Rate limits

Counted for each key in separate windows of 60 seconds: 60 for \`POST /v1/quotes\`, 10 for
\`POST /v1/payouts/bulk\`, 100 (sandbox 200) for all other requests. Requests without a key, or
with an invalid one, are counted by client address. Every response has \`X-RateLimit-Limit\`,
\`-Remaining\` and \`-Reset\`.

## Webhooks

An event is sent by POST to every endpoint that subscribes to its name, to \`*\`, or to
\`payout.*\`. Any status from 200 to 299 within 10 seconds is success; otherwise the delivery is
repeated after 30 seconds, 5 minutes, 30 minutes and 2 hours. Every attempt sends the same bytes
and the same \`id\`: process an \`id\` once. A transition of a payout has names in up to three
sets: an endpoint gets the names that it subscribes to, and with a wildcard those of the first
set.

\`X-Service-Signature\` is \`sha256=\` and the hex HMAC-SHA256 of the body's raw bytes, keyed
with the endpoint's whole secret. Compare in constant time, before you parse.

\`\`\`js
import { createHmac, timingSafeEqual } from "node:crypto"

const isAuthentic = (body, header, secret) => {
  const expected = Buffer.from("sha256=" + createHmac("sha256", secret).update(body).digest("hex"))
  const given = Buffer.from(header ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}
\`\`\`

## Errors

All errors have one shape. \`error_code\` equals \`error\`; \`errors\` names each invalid field,
and its row (from 1) where the body has rows. Give the \`request_id\` when you ask for support.

${errorSections()}

## Versions and changes

The API is stable at \`/v1\`. A breaking change is announced in the [change log](/changelog) at
least six months before, with a migration guide; until then the affected operations answer with
\`Deprecation\` and \`Sunset\` headers.`
