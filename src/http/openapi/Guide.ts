/** The guides that the reference page shows before the operations, in Markdown. */

import * as Parties from "../../domain/payout/Parties.ts"
import * as EventData from "../../domain/webhook/EventData.ts"
import * as Errors from "../contract/Errors.ts"
import * as PublicOrigin from "../middleware/PublicOrigin.ts"
import * as AccessTable from "./AccessTable.ts"
import * as Api from "./Api.ts"

const errorSections = (): string =>
  Errors.names
    .map((code) => {
      const { remedy, status, when } = Errors.codes[code]
      return `### ${code}\n\nStatus ${status}. ${when}\n\n**What to do.** ${remedy}`
    })
    .join("\n\n")

/** Rows of a table of codes. */
const codeRows = (codes: Readonly<Record<string, string>>): string =>
  Object.entries(codes)
    .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
    .join("\n")

/** Every event, with the time at which it is sent. */
const eventTable = (): string => {
  const rows = Object.entries(EventData.events).map(([type, [when]]) => `| \`${type}\` | ${when} |`)
  return ["| Event | Sent when |", "|---|---|", ...rows].join("\n")
}

export const markdown = `You can also read this document as [openapi.json](/openapi.json) (OpenAPI 3.1), as a Postman
collection ([postman.json](/postman.json)) or in brief ([llms.txt](/llms.txt)). The
[dashboard](/dashboard/) shows everything that the API does.

## First payout

1. Lock a rate. Send \`POST /v1/quotes\` with \`source_amount_usdc\` and \`target_currency\`.
2. Create the payout before the quote expires. Send \`POST /v1/payouts\` with the \`quote_id\`, the
   phone and the network.
3. Send exactly \`amount_due_usdc\` to the \`deposit_address\` of the response, before
   \`funding_expires_at\`. The sandbox simulates this deposit.
4. Wait for the event \`payout.settled\`, or read \`GET /v1/payouts/{id}\`.

Put your key into \`PAYOUT_API_KEY\`, and replace \`qt_…\` and \`po_…\` with the ids of the responses:

\`\`\`sh
curl ${PublicOrigin.defaultOrigin}/v1/quotes \\
  -H "Authorization: Bearer $PAYOUT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"source_amount_usdc": 25, "target_currency": "UGX",
       "idempotency_key": "quote-1"}'

curl ${PublicOrigin.defaultOrigin}/v1/payouts \\
  -H "Authorization: Bearer $PAYOUT_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"quote_id": "qt_…", "recipient_phone": "+256770000001",
       "recipient_name": "Amina Nakato", "network": "MTN_UG",
       "idempotency_key": "payout-1"}'

curl ${PublicOrigin.defaultOrigin}/v1/payouts/po_… \\
  -H "Authorization: Bearer $PAYOUT_API_KEY"
\`\`\`

Two clients retry lost requests safely and verify webhooks: \`payout-service-client\` for Node 20
and newer, and \`payout_service\` for Python 3.9 and newer. Each operation below has a sample for
both.

## Keys

Every request needs the header \`Authorization: Bearer …\` with an API key. Networks, rates, health
and this page need none. Sandbox keys begin with \`sk_sandbox_\` and production keys with
\`sk_live_\`. A key works in its own environment only. Operators have separate keys, \`ak_…\`.

A key has one scope:

| Scope | Allows |
|---|---|
| \`full\` | every operation |
| \`read_only\` | every operation that only reads |
| \`payouts\` | quotes, payouts, bulk, batches, beneficiaries and recipients |
| \`webhooks\` | endpoints, deliveries and events |
| \`reports\` | the reports for bookkeeping |

Every scope allows \`GET /v1/account\`. The service refuses other operations with 403 \`FORBIDDEN\`,
and the message names the scope of the key and the scopes that suffice.

A key can have an \`expires_at\`, at most 5 years ahead. Without it the key never expires. After that
time its requests get 401 \`UNAUTHORIZED\`. \`allowed_ips\` lists up to 20 addresses or ranges (CIDR, IPv4 or
IPv6) from which a key works. A request from another address gets 403 \`FORBIDDEN\`, and the message
names that address. A rotated key keeps its scope, its addresses and its expiry. To change one of
them, issue a new key.

## Safe retries with idempotency keys

Networks lose responses. With an idempotency key you can send a request again without paying twice.

Every POST takes an \`idempotency_key\`, in the body or in the header \`Idempotency-Key\`. Within 24
hours, a request with the same key and the same parameters gets the first response again, byte for
byte, with the header \`Idempotent-Replayed: true\`. A request with the same key and other parameters
is refused. If you get no response, send the same request with the same key again.

## Amounts, times and lists

Amounts are exact JSON numbers. USDC has at most 6 decimals, and the service refuses more instead of
rounding. Times are ISO 8601 in UTC. Fields and events may be added at any time, so ignore those
that you do not know. If a JSON object has one name twice, the service refuses the request.

Lists return \`{data, total, limit, offset}\`, the newest object first. \`limit\` is from 1 to 100,
and 20 by default. If a list has a \`next_cursor\`, send it as \`cursor\` to read the next page. New
objects do not shift the pages. Quotes, payouts, batches and beneficiaries accept \`sort\`, such as
\`sort=created_at\` for the oldest first. Send the same \`sort\` with each \`cursor\`.

## Rate limits

Limits count the requests of each key in periods of 60 seconds:

| Requests | Limit |
|---|---|
| \`POST /v1/quotes\` | 60 |
| \`POST /v1/payouts/bulk\` and \`POST /v1/quotes/bulk\` together | 10 |
| all others | 100, in the sandbox 200 |

Requests without a valid key are counted by client address. Every response has the headers
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`.

## Receive webhooks

The service sends each event by POST to every endpoint that subscribes to its name, to \`*\` or to
\`payout.*\`.

- **Respond fast.** A status from 200 to 299 within 10 seconds is a success. Store the event first,
  and process it later.
- **Retries.** A failed delivery is retried after 30 seconds, 5 minutes, 30 minutes and 2 hours. If
  your response has a \`Retry-After\`, the service waits that long, up to 2 hours.
- **Duplicates.** Retries and resends have the same body and the same \`id\`. A resend can come at any
  later time. Store every \`id\` that you processed, and skip it if it comes again.
- **Order.** \`sequence\` counts the events of one payout from 1. A retry can arrive after later
  events, so ignore an event whose \`sequence\` is below the last one that you processed for the payout.

### Events

${eventTable()}

Some changes of a payout have several event names. An endpoint that subscribes to \`payout.*\` or
\`*\` gets one event per change, whose \`sequence\` has no gaps. An endpoint that lists names gets one
event for each of these names.

### Verify the signature of a webhook

The header \`webhook-signature\` contains one signature for each valid secret, separated by spaces.
There are two while a secret is rotated. A signature is \`v1,\` and the base64 HMAC-SHA256 of
\`webhook-id.webhook-timestamp.body\`. Its key is the bytes that the secret encodes after \`whsec_\`.

Verify the signature before you parse the body, and compare in constant time. Refuse a timestamp
that is more than five minutes away. Any library for Standard Webhooks does all this.

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

The header \`X-Service-Signature\` has an older form, \`sha256=\` and the hex HMAC-SHA256 of the body,
keyed with the text of the whole secret. It contains no time, and uses the old secret until a
rotation ends. Do not use it in new code.

### Test an endpoint, and resend failed deliveries

\`POST /v1/webhooks/endpoints/{id}/test\` sends a test event and returns the result. After an outage,
\`POST /v1/webhooks/endpoints/{id}/resend-failed\` resends all failed deliveries since a time.
\`GET /v1/events\` returns every event, whether it was delivered or not.

## Deposits

A payout or batch is funded once its exact amount has arrived before \`funding_expires_at\`, in one
transfer or in several. The event \`deposit.received\` shows what arrived and what is still due.

### Underpaid

If less than the amount arrived, \`funding_status\` is \`underpaid\`. Send \`amount_due_usdc\`, which is
the missing part. A payout that is underpaid at its deadline goes to MANUAL_REVIEW. It continues
once the rest arrives, or support refunds the money.

### Overpaid, late or expired

The excess becomes a refund. A payout without a deposit at its deadline becomes FAILED with the
reason \`deposit_expired\`. Money that arrives later becomes a refund. Do not send money to the
address of a finished payout.

## Pay from a balance

A deposit waits 13 to 19 minutes until Ethereum is final. If you deposit before, your payouts start
at once.

1. \`GET /v1/balance\` returns the account's \`deposit_address\`, which never changes. Send any amount
   of USDC there, at any time.
2. Wait for \`balance.credited\`. \`pending_usdc\` is not final yet, or its sender is being screened.
3. Create a payout with \`"funding": "balance"\`. It starts as STABLECOIN_RECEIVED. Batches and bulk
   payouts take \`funding\` too. A batch takes its whole total, or it is refused.

If the balance has too little, the response is 409 with \`INSUFFICIENT_BALANCE\`, \`needed_usdc\` and
\`available_usdc\`, and nothing is created. The quote stays usable. Many payouts at once never
overdraw the balance.

The money of a payout that fails or is reversed returns to the balance at once. So does money that a
provider returns later. \`GET /v1/balance/movements\` lists every change with the balance after it.
\`PATCH /v1/balance\` sets \`low_threshold_usdc\`, below which you get \`balance.low\`.

### Send excess money to the balance

Excess, late and returned money of payouts that a deposit funds becomes a refund, which operators
send to a refund address. With \`PATCH /v1/balance\` and \`"excess": "balance"\`, it becomes part of
the balance instead, once its senders are screened. You get \`refund.credited\`. The setting applies
to payouts and batches that you create afterwards. A payout with a \`refund_address\` keeps it.

### Withdraw

1. \`POST /v1/balance/addresses\` adds an address of yours. You get \`withdrawal.address_added\`, and the
   address waits for a day. Remove it at once if you did not add it.
2. \`POST /v1/balance/withdrawals\` takes an amount from the balance. Staff approve it and send it. You
   can cancel it until it is approved.
3. Wait for \`withdrawal.completed\`. The events \`withdrawal.cancelled\` and \`withdrawal.rejected\`
   mean that the amount is in the balance again.

Withdrawals need an API key with the scope \`full\`, or a user of the dashboard. In the sandbox, an
address waits for ten seconds, and the withdrawal is completed automatically. One with the
\`reference\` \`SANDBOX REJECT\` is rejected.

### Statements

\`GET /v1/balance/statement\` returns the movements from the day \`from\` to the day \`to\` in UTC,
between the opening and the closing balance, with the sums of credits and debits. The response is
JSON, or a file:

| \`format\` | File |
|---|---|
| \`csv\` | a line for the opening balance, one for each movement, and one for the closing balance |
| \`camt053\` | the bank statement of ISO 20022, camt.053.001.08, for accounting software |

The statement of a period stays the same once the period has ended. Until then \`is_complete\` is
\`false\`.

USDC has no ISO 4217 code, so amounts in camt.053 have the currency code USD. The format has five
decimals and USDC has six. Balances are cut off after the fifth decimal, and each entry is the
difference between two balances, so all figures agree with each other. \`Qty\` and \`AddtlNtryInf\`
of an entry have its exact amount.

### Small and held deposits

Amounts below 0.01 USDC are credited with the next deposit. A deposit of a listed sender is in
\`held_usdc\` until support decides. In the sandbox, \`POST /v1/sandbox/balance/deposit\` adds an
amount at once.

## Batches

1. Check the rows with \`POST /v1/batches/check\`. It lists invalid rows, totals at current rates, and
   rows that repeat the amount and phone of another row or of a payout from the last 14 days. It
   creates nothing.
2. Submit up to 1,000 rows with \`POST /v1/batches\`, as JSON or as a CSV file. The service accepts
   all rows or none. You can give the batch a \`name\`, which lists show and search.
3. Fund the batch with one transfer of the total.
4. Wait for \`batch.completed\`, which contains the outcome, amounts and rate of each row. Each row is
   a separate payout, which can fail without the others.

The events \`batch.funded\`, \`batch.completed\` and \`batch.cancelled\` contain all rows. With 1,000
rows such an event has up to 0.7 MB, so let your endpoint accept bodies of 1 MB. Lists of events and
deliveries leave \`rows\` out, and \`GET /v1/events/{id}\` contains them. After \`batch.cancelled\`,
each row becomes FAILED with a \`payout.failed\` event.

You can cancel a batch until its funds arrive. If each payout already has a quote, use
\`POST /v1/payouts/bulk\` for up to 100 payouts.

## Recipient details, purpose and source of funds

Payouts, bulk items and JSON rows of batches accept three fields for compliance. All are optional.

- \`recipient_details\` is an object with \`given_name\`, \`family_name\`, \`birth_date\`, \`country\` and
  \`address\`. Each field is optional. Dates have the form YYYY-MM-DD, and countries are ISO 3166-1
  codes such as \`UG\`.
- \`purpose\` and \`source_of_funds\` are codes of the tables below.

A beneficiary has the same \`details\`. A payout with a \`beneficiary_id\` takes the beneficiary's
details, unless its request contains \`recipient_details\`. \`GET /v1/payouts/{id}\` shows the fields
that a payout has. They are stored encrypted, searches do not find them, and no event contains them.

| \`purpose\` | Meaning |
|---|---|
${codeRows(Parties.purposes)}

| \`source_of_funds\` | Meaning |
|---|---|
${codeRows(Parties.fundSources)}

## Reports

| Operation | Contains |
|---|---|
| \`GET /v1/reports/settlements\` | one line per payout that settled in the period |
| \`GET /v1/reports/refunds\` | one line per refund that was sent in the period |
| \`GET /v1/reports/fees\` | sums by day (UTC), network and currency, for up to 366 days |
| \`GET /v1/reports/audit-log\` | who did what, when and from where |

A period includes \`from\` and excludes \`to\`. Reports are JSON, or a file with \`format=csv\`. In a file,
every amount has the decimals of its currency.

A report is one response of any length, sent as fast as you read it, so write it to a file. If the
connection ends early, the report is incomplete. Request it again. A period that has not ended can
miss payouts that settle during the response. To read a report in pages, send \`limit\` and
\`cursor\`.

## Testing failures

In the sandbox, the recipient decides the outcome. Some numbers of MTN Uganda have a special
outcome, and some names have one with any number. All other payouts settle after one to three
minutes.

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
| \`SANDBOX UNFUNDED\` | gets no simulated deposit |

\`POST /v1/sandbox/payouts/{id}/simulate\` brings a payout to an \`outcome\` (\`settle\`, \`fail\`,
\`expire\`, \`hold\`, \`review\`, \`reverse\` or \`return\`), or simulates a \`deposit\` of any
\`amount_usdc\`. \`return\` settles the payout, and then returns its money as a [recall](#recalls).

## Refunds

Money that cannot be paid out becomes a refund. This happens after FAILED or REVERSED, and if a
deposit was too large or too late.

Send a \`refund_address\` with the payout, or set it later with
\`POST /v1/payouts/{id}/refund-address\` or \`POST /v1/batches/{id}/refund-address\`. The service
screens the address. You can change it until the refund is sent. The sandbox sends a refund two
seconds after it is due. If there is no address, it uses a made-up one. With
\`SANDBOX_REFUNDS=manual\` it leaves refunds to operators, as production does.

The events are \`refund.due\`, \`refund.sent\` and \`refund.confirmed\`, which means that the refund is
final on the chain. After \`refund.failed\` the amount is due again. Each event contains the \`reason\`
of the refund and the amounts of its payout or batch.

Money on another chain, or another token, does not fund a payout. Support can refund it there.
Such a refund is in \`foreign_refunds\` with its chain, token and amount, and its events have the reason
\`foreign_deposit\`. \`refund\` in its events, \`payout.refunded\` included, has \`chain_id\`,
\`token_address\` and \`token_amount\`, and \`amount_usdc\` is 0. It goes to the same
\`refund_address\`, so use an address that you control on every chain.

## Recalls

SETTLED is final. If somebody wants the money of a settled payout back, the payout stays SETTLED and
shows the recall in \`recalls\`. Ask support to open one. The \`kind\` of a recall is the reason.

| \`kind\` | Meaning |
|---|---|
| \`returned\` | The provider gave the money back |
| \`recalled\` | You or the recipient asked for the money |
| \`disputed\` | Somebody claims a wrong number or fraud |

Its \`status\` is \`open\` while support works on it, \`returned\` once the provider has returned
money, and \`closed\` at the end. Its \`outcome\` is then \`returned\`, \`kept\` if the recipient keeps
the money, or \`written_off\` if the money did not come back.

Returned money becomes a [refund](#refunds) with the reason \`returned\`. The refund is the same share
of \`source_amount_usdc\` as \`returned_amount_fiat\` is of \`target_amount_fiat\`, rounded down to six
decimals. If everything came back, it is the whole source amount with the fee.

The event \`payout.recalled\` is sent when a recall opens, gets money back and closes. Its \`recall\` is
the recall at that time, and its \`sequence\` continues that of the payout. The events of the refund
follow.

## Going live

- The account's KYC is approved. Until then the service responds with \`KYC_REQUIRED\`.
- You use the production address and a production key, \`sk_live_…\`.
- You have created webhook endpoints in production and stored their secrets.
- You store an idempotency key before you send a POST.
- You verify every webhook, and process each event \`id\` once.
- You handle FAILED, REVERSED, refunds and recalls, not only SETTLED.
- You send real USDC: the token \`token_address\` on the chain \`chain_id\` of the payout.

## Access

${AccessTable.legend}

${AccessTable.markdown(Api.groups.flatMap(({ operations }) => operations))}

## Errors

All errors have one form. \`error\` is the code, \`message\` explains it, and \`doc_url\` links to the
entry below. \`errors\` lists all invalid fields, with their \`row\` (from 1) if the body has rows.
\`GET /v1/requests/{id}\` shows the request of a \`request_id\` for seven days, with phones and names
masked. Send the \`request_id\` if you ask support.

${errorSections()}

## Versions and changes

The API is stable at \`/v1\`. The [changelog](/changelog) announces a breaking change at least six
months before, with a migration guide. Until then the affected operations send the headers
\`Deprecation\` and \`Sunset\`.`
