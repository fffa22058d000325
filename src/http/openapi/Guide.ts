/** The guides that the reference page shows before the operations, in Markdown. */
import * as Errors from "../contract/Errors.ts"
import * as AccessTable from "./AccessTable.ts"
import * as Api from "./Api.ts"
import * as Document from "./Document.ts"

const errorSections = (): string =>
  Errors.names
    .map((code) => {
      const { remedy, status, when } = Errors.codes[code]
      return `### ${code}\n\nStatus ${status}. Cause: ${when}.\n\nRemedy: ${remedy}`
    })
    .join("\n\n")

export const markdown = `For tools: [openapi.json](/openapi.json), OpenAPI 3.1; [postman.json](/postman.json), a Postman
collection; [llms.txt](/llms.txt), all of it in brief. For people: the [dashboard](/dashboard/).

## First payout

1. Lock a rate: \`POST /v1/quotes\` with \`source_amount_usdc\` and \`target_currency\`.
2. Create the payout before the quote expires: \`POST /v1/payouts\` with the \`quote_id\`, the
   phone and the network.
3. Send exactly \`amount_due_usdc\` to the \`deposit_address\` of the answer, before
   \`funding_expires_at\`. In the sandbox the deposit is simulated.
4. Wait for the event \`payout.settled\`, or read \`GET /v1/payouts/{id}\`.

With your key in \`PAYOUT_API_KEY\`, and the ids of the answers in place of \`qt_…\` and \`po_…\`:

\`\`\`sh
curl ${Document.defaultOrigin}/v1/quotes \\
  -H "Authorization: Bearer $PAYOUT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"source_amount_usdc": 25, "target_currency": "UGX",
       "idempotency_key": "quote-1"}'

curl ${Document.defaultOrigin}/v1/payouts \\
  -H "Authorization: Bearer $PAYOUT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"quote_id": "qt_…", "recipient_phone": "+256770000001",
       "recipient_name": "Amina Nakato", "network": "MTN_UG",
       "idempotency_key": "payout-1"}'

curl ${Document.defaultOrigin}/v1/payouts/po_… \\
  -H "Authorization: Bearer $PAYOUT_API_KEY"
\`\`\`

Two clients repeat lost requests safely and verify webhooks: \`payout-service-client\` for Node 20
and newer, \`payout_service\` for Python 3.9 and newer. Each operation below has a sample of both.

## Keys

Every request carries \`Authorization: Bearer …\`, except for networks, rates, health and this
page. Sandbox keys begin with \`sk_sandbox_\`, production keys with \`sk_live_\`; a key of one
never works in the other. Operators have keys of their own, \`ak_…\`.

A key has one scope:

| Scope | Allows |
|---|---|
| \`full\` | every call |
| \`read_only\` | every call that only reads |
| \`payouts\` | quotes, payouts, bulk, batches, beneficiaries and recipients |
| \`webhooks\` | endpoints, deliveries and events |
| \`reports\` | the reports for bookkeeping |

Every scope allows \`GET /v1/account\`. A call that a scope does not allow is answered with 403
\`FORBIDDEN\`; the message names the scope of the key and the scopes that suffice.

\`expires_at\` ends a key by itself, at most 5 years after its issue; from then on its requests get
401 \`UNAUTHORIZED\`. \`allowed_ips\` lists up to 20 addresses or ranges (CIDR, IPv4 or IPv6) that
a key works from; a request from another address gets 403 \`FORBIDDEN\`, and the message names the
address that was seen. A rotated key keeps its scope, its list of addresses and its end: to change
one of them, issue another key.

## Safe retries with idempotency keys

Every POST takes an \`idempotency_key\`, in the body or as the header \`Idempotency-Key\`.
Within 24 hours the same key with the same parameters gets the first answer again, byte for
byte, with \`Idempotent-Replayed: true\`; with other parameters it is refused. After a request
without an answer, send it again with the same key: it takes effect once.

## Amounts, times, lists

Amounts are exact JSON numbers: USDC has at most 6 decimals, and an amount with more is refused,
never rounded. Times are ISO 8601 in UTC. Lists are newest first: \`{data, total, limit,
offset}\`, with \`limit\` from 1 to 100 (default 20); those with \`next_cursor\` are read on with
\`cursor\`, which new objects do not shift. Quotes, payouts, batches and beneficiaries come in
another order with \`sort\`, such as \`sort=created_at\` from the oldest; send the same \`sort\`
with each \`cursor\`. Fields and events may be added at any time: ignore those you do not know.
Where a body has a field twice, the last one counts.

## Rate limits

Counted for each key in separate windows of 60 seconds: 60 for \`POST /v1/quotes\`, 10 for
\`POST /v1/payouts/bulk\` and \`POST /v1/quotes/bulk\` together, 100 (sandbox 200) for all other
requests. Requests without a key, or with an invalid one, are counted by client address. Every
response has \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\`.

## Receive webhooks

An event is sent by POST to every endpoint that subscribes to its name, to \`*\`, or to
\`payout.*\`. Any status from 200 to 299 within 10 seconds is success; otherwise the delivery is
repeated after 30 seconds, 5 minutes, 30 minutes and 2 hours, or later where its \`Retry-After\` asks
for more, by 2 hours at most. Every attempt sends the same bytes
and the same \`id\`, and a resend has it at any later time: store each \`id\` that you processed, and
skip it when it comes again. \`sequence\` counts the events of one payout from 1. First attempts are
sent in that order; a retry can arrive after later events. Ignore an event whose \`sequence\` is below
the last one that you processed for its payout. A transition of a payout has names in up to three
sets: an endpoint gets the names that it subscribes to, and with a wildcard those of the first
set. With a wildcard, \`sequence\` counts up by one from event to event of a payout.

### Verify the signature of a webhook

\`webhook-signature\` has a signature, \`v1,\` and the base64 HMAC-SHA256 of
\`webhook-id.webhook-timestamp.body\`, for each secret that is valid: two while a secret rotates. The
key is the bytes that the secret encodes after \`whsec_\`. Compare in constant time, before you parse,
and refuse a timestamp that is more than five minutes away. Any library of Standard Webhooks does
this.

In JavaScript:

\`\`\`js
import { createHmac, timingSafeEqual } from "node:crypto"

// headers: names in lower case.
// rawBody: the bytes as they arrived, before JSON.parse.
export const verify = (secret, headers, rawBody) => {
  const id = headers["webhook-id"]
  const seconds = headers["webhook-timestamp"]
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= 300)) return false
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const expected = createHmac("sha256", key)
    .update(\`\${id}.\${seconds}.\`)
    .update(rawBody)
    .digest()
  return (headers["webhook-signature"] ?? "").split(" ").some((each) => {
    const given = Buffer.from(each.replace("v1,", ""), "base64")
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
\`\`\`

In TypeScript:

\`\`\`ts
import { createHmac, timingSafeEqual } from "node:crypto"

type Headers = Readonly<Record<string, string | undefined>>

// headers: names in lower case.
// rawBody: the bytes as they arrived, before JSON.parse.
export const verify = (
  secret: string,
  headers: Headers,
  rawBody: Uint8Array
): boolean => {
  const id = headers["webhook-id"]
  const seconds = headers["webhook-timestamp"]
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= 300)) return false
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const expected = createHmac("sha256", key)
    .update(\`\${id}.\${seconds}.\`)
    .update(rawBody)
    .digest()
  return (headers["webhook-signature"] ?? "").split(" ").some((each) => {
    const given = Buffer.from(each.replace("v1,", ""), "base64")
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
\`\`\`

In Python:

\`\`\`python
import base64, hashlib, hmac, time

# headers: names in lower case.
# raw_body: the bytes as they arrived, before json.loads.
def verify(secret, headers, raw_body):
    seconds = headers.get("webhook-timestamp") or ""
    if not seconds.isdecimal() or abs(time.time() - int(seconds)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    start = f"{headers.get('webhook-id')}.{seconds}."
    digest = hmac.new(key, start.encode() + raw_body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    return any(
        hmac.compare_digest(each.encode(), expected)
        for each in (headers.get("webhook-signature") or "").split(" ")
    )
\`\`\`

\`X-Service-Signature\` is sent with it: \`sha256=\` and the hex HMAC-SHA256 of the body, keyed with
the text of the whole secret. It has no time in it, and stays on the old secret until a rotation
ends.

### Test an endpoint, and resend failed deliveries

To try it: \`POST /v1/webhooks/endpoints/{id}/test\` sends an event at once and shows the answer.
After an outage, \`POST /v1/webhooks/endpoints/{id}/resend-failed\` sends the failed deliveries
since a time again. \`GET /v1/events\` has every event, whether it was delivered or not.

## Deposits

A payout or batch is funded once its exact amount has arrived, in one transfer or in several, before
\`funding_expires_at\`. The event \`deposit.received\` says what came and what is still due.

### Underpaid

\`funding_status\` is \`underpaid\`, and \`amount_due_usdc\` is what is missing: send that, not the whole
amount again. A payout that is still underpaid at its deadline goes to MANUAL_REVIEW: it continues
once the rest arrives, or support sends the money back.

### Overpaid, late or expired

What is too much is due as a refund. A payout without a deposit at its deadline is FAILED with
\`deposit_expired\`; money that arrives later is due as a refund too. Do not send to the address of
a payout that has ended.

## Batches

1. Check the rows: \`POST /v1/batches/check\` names what is wrong with each row, what all would
   pay at the current rates, and rows that pay the same amount to the same phone as another row or
   as a payout of the last 14 days. It creates nothing.
2. Submit them: \`POST /v1/batches\` takes up to 1,000 rows as JSON or as a CSV file. All rows are
   accepted, or none. A \`name\` tells the batch from others: lists show it and are searched by it.
3. Fund the batch with one transfer of the total.
4. Wait for \`batch.completed\`. It has the outcome of each row, its amounts and its rate: a row is a
   payout of its own, which can fail without the others. \`GET /v1/batches/{id}/payouts\` lists them
   too.

\`batch.funded\`, \`batch.completed\` and \`batch.cancelled\` have the sums by currency, the fee, and all
\`rows\` as they are at that moment. With 1,000 rows such an event has about 0.3 MB, with the longest
keys 0.7 MB: let the receiver take bodies of 1 MB. Lists of events and deliveries leave \`rows\` out;
\`GET /v1/events/{id}\` has them. After \`batch.cancelled\` each row ends with a \`payout.failed\` of its
own.

A batch can be cancelled until its funds arrive. Where each payout has a quote of its own,
\`POST /v1/payouts/bulk\` takes up to 100 of them.

## Reports

\`GET /v1/reports/settlements\` has a line for each payout that settled from \`from\` until before
\`to\`, as JSON or, with \`format=csv\`, as a file. It is one answer of any length, which is sent as
fast as it is read: write it to a file as it comes. An answer that breaks off, in JSON also one that
does not parse, is not the whole report: ask again. What settles while a report is sent is not in
it; for the books, ask for a period once it has ended. \`limit\` and \`cursor\` give it page by
page, which suits a client that reads an answer whole before it uses it.

\`GET /v1/reports/refunds\` has a line for each refund that was sent in the period, with its
transaction and its reason. A refund stays in the period of its sending when the chain confirms it
later. \`GET /v1/reports/fees\` has the sums of the settlement report by day in UTC, network and
currency, for up to 366 days. In JSON, \`totals\` are the sums of the lines in the response. In a
file, every amount has the decimals of its currency, USDC six.

\`GET /v1/reports/audit-log\` has who did what, when and from where, newest first: whole, or by time,
action, actor or object.

## Testing failures

Sandbox payouts end by recipient: some numbers of MTN Uganda have an outcome of their own, and some
names with any number. All other payouts settle after one to three minutes.

| \`recipient_phone\` | Outcome |
|---|---|
| \`+256770000001\` | settles |
| \`+256770000002\` | settles after about five minutes |
| \`+256770000003\` | fails with \`insufficient_balance\` |
| \`+256770000004\` | fails with \`invalid_recipient\` |

| \`recipient_name\` | Outcome |
|---|---|
| \`SANDBOX HOLD\` | held for a compliance review |
| \`SANDBOX REVIEW\` | manual review |
| \`SANDBOX REVERSE\` | held, then reversed |
| \`SANDBOX UNFUNDED\` | gets no deposit by itself |

\`POST /v1/sandbox/payouts/{id}/simulate\` takes a payout to an \`outcome\` (\`settle\`, \`fail\`,
\`expire\`, \`hold\`, \`review\`, \`reverse\`) or makes a \`deposit\` of any \`amount_usdc\`, to see too little,
too much, and too late.

## Refunds

Money that cannot be paid out is due back: after FAILED or REVERSED, and where a deposit was too
large or came too late. Give a \`refund_address\` with the payout, or set it later with
\`POST /v1/payouts/{id}/refund-address\` or \`POST /v1/batches/{id}/refund-address\`. The address
is screened, and it can be changed until the refund is sent. The sandbox sends a refund two
seconds after it is due, to a made-up address where none is given; started with
\`SANDBOX_REFUNDS=manual\` it leaves refunds to operators, as production does.

The events are \`refund.due\`, \`refund.sent\`, and \`refund.confirmed\` when the refund is final
on the chain. After \`refund.failed\` the amount is due again. They say what the money was for and why
it goes back (\`reason\`): of a payout its amounts and rate; of a batch its sums and the \`rows\` that
were not funded, as long as the batch has a refund open.

## Going live

- The account's KYC is approved; until then calls answer \`KYC_REQUIRED\`.
- Key and address are those of production: \`sk_live_\`. Sandbox keys do not work there.
- Webhook endpoints are registered again in production, and their new secrets are stored.
- Every POST has an idempotency key that is stored before the request is sent.
- Every webhook is verified, and each event \`id\` is processed once.
- FAILED, REVERSED, and refunds are handled, not only SETTLED.
- Deposits are real transfers of USDC: the chain and the token are \`chain_id\` and
  \`token_address\` of the payout. The operations under Sandbox do not exist.

## Access

${AccessTable.legend}

${AccessTable.markdown(Api.groups.flatMap(({ operations }) => operations))}

## Errors

All errors have one shape. \`error_code\` equals \`error\`; \`errors\` names each invalid field,
and its row (from 1) where the body has rows. \`GET /v1/requests/{id}\` with the \`request_id\`
shows for seven days what was sent and answered, with phones and names masked; the dashboard's page
“Requests” searches it. Give the \`request_id\` when you ask for support.

${errorSections()}

## Versions and changes

The API is stable at \`/v1\`. A breaking change is announced in the [change log](/changelog) at
least six months before, with a migration guide; until then the affected operations answer with
\`Deprecation\` and \`Sunset\` headers.`
