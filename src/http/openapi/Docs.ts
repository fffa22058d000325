/**
 * The readable reference at `/docs`, rendered from the OpenAPI document: one page of plain HTML
 * that needs no script and nothing from anywhere else.
 */
import type { Document, Operation } from "./DocsOperation.ts"
import * as Part from "./DocsOperation.ts"
import { style } from "./DocsStyle.ts"
import * as ExamplesOfErrors from "./ExamplesOfErrors.ts"
import * as SandboxGuide from "./SandboxGuide.ts"

const { escape } = Part

interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const operationsOf = ({ paths }: Document): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )

const list = (links: ReadonlyArray<readonly [target: string, text: string]>): string =>
  `<ul>${links
    .map(([target, text]) => `<li><a href="#${escape(target)}">${escape(text)}</a></li>`)
    .join("\n")}</ul>`

const guide = [
  ["start", "Start"],
  ["keys", "Keys"],
  ["retries", "Safe retries"],
  ["amounts", "Amounts, times, lists"],
  ["limits", "Rate limits"],
  ["sandbox", "Sandbox"],
  ["changes", "Versions and changes"]
] as const

const navigation = (document: Document, operations: ReadonlyArray<Placed>): string => {
  const groups = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(
      ({ operation }) =>
        [operation.operationId, operation.summary ?? operation.operationId] as const
    )
    return `<b>${escape(name)}</b>${list(links)}`
  })
  const events = Object.keys(document.webhooks).map((type) => [`event-${type}`, type] as const)
  return `<nav aria-label="Contents"><a href="#top"><strong>${escape(document.info.title)}</strong></a>
<b>Guide</b>${list(guide)}${groups.join("\n")}
<b>Errors</b>${list([["errors", "All codes"]])}
<b>Events</b>${list([["events", "Delivery and signature"], ...events])}
<b>Schemas</b>${list([["schemas", "All objects"]])}</nav>`
}

const guideRows = (pairs: typeof SandboxGuide.numbers) =>
  pairs.map(([given, outcome]) => [`<code>${escape(given)}</code>`, Part.prose(outcome)])

const introduction = ({ info, servers }: Document): string => `<h1>${escape(info.title)}
<span class="soft">${escape(info.version)}</span></h1>
<p>${Part.prose(info.description ?? "")}</p>
<p>For tools: <a href="/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
<h2 id="start">Start</h2>
<p>Lock a rate, create a payout against it, send the exact amount of USDC to its address. In the
sandbox the deposit is simulated: two requests take a payout to a phone.</p>
${Part.pre(`KEY=sk_sandbox_…
curl -s ${servers[0]?.url}/v1/quotes -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"source_amount_usdc": 25, "target_currency": "UGX", "idempotency_key": "quote-1"}'`)}
<h2 id="keys">Keys</h2>
<p>Every request carries <code>Authorization: Bearer …</code>, but for networks, rates, health and
this page. Sandbox keys begin with <code>sk_sandbox_</code>, production keys with
<code>sk_live_</code>; a key of one never works in the other. A key with the scope
<code>read_only</code> may only read. Operators have keys of their own, <code>ak_…</code>.</p>
<h2 id="retries">Safe retries</h2>
<p>Every POST takes an <code>idempotency_key</code>, in the body or as the header
<code>Idempotency-Key</code>. Within 24 hours the same key with the same parameters gets the first
answer again, byte for byte, with <code>Idempotent-Replayed: true</code>; with other parameters it is
refused. Send what failed without an answer again with the same key: it happens once.</p>
<h2 id="amounts">Amounts, times, lists</h2>
<p>Amounts are JSON numbers, exact: USDC has at most 6 decimals, and what has more is refused, never
rounded. Times are ISO 8601 in UTC. Lists are newest first: <code>{data, total, limit, offset}</code>,
with <code>limit</code> from 1 to 100 (20 if not given). Fields and events that you do not know may
come any day: ignore them. Of a field that a body has twice the last one counts.</p>
<h2 id="limits">Rate limits</h2>
<p>Counted for each key in windows of 60 seconds, each of its own: 60 for <code>POST /v1/quotes</code>,
10 for <code>POST /v1/payouts/bulk</code>, 100 (sandbox 200) for all other requests. Requests without
a key, or with a bad one, are counted by client address. Every answer has
<code>X-RateLimit-Limit</code>, <code>-Remaining</code> and <code>-Reset</code>.</p>
<h2 id="sandbox">Sandbox</h2>
<p>Deposits are simulated, at most 10,000 USDC a payout. These recipients behave in a way of their
own; all others succeed.</p>
${Part.table(["recipient_phone", "What happens"], guideRows(SandboxGuide.numbers))}
${Part.table(["recipient_name", "What happens"], guideRows(SandboxGuide.names))}
<h2 id="changes">Versions and changes</h2>
<p>The API is stable at <code>/v1</code>. A breaking change is announced in the
<a href="/changelog">change log</a> at least six months before, with what to do; until then the
operations that it is about answer with <code>Deprecation</code> and <code>Sunset</code> headers.</p>`

const errors = (): string => {
  const rows = Object.entries(ExamplesOfErrors.errors).map(([code, { example, status, when }]) => [
    `<code id="${code}">${code}</code>`,
    String(status),
    `${Part.prose(when)}<details><summary>Example</summary>${Part.pre(example)}</details>`
  ])
  return `<h2 id="errors">Errors</h2>
<p>One shape for all. <code>error_code</code> equals <code>error</code>; <code>errors</code> names
each invalid field, and the row (from 1) where the body has rows. Tell us the
<code>request_id</code> when you ask for help.</p>
${Part.table(["Code", "Status", "When"], rows)}`
}

const events = (document: Document): string => {
  const all = Object.entries(document.webhooks).map(([type, { post }]) =>
    Part.renderEvent(document, type, post)
  )
  return `<h2 id="events">Events</h2>
<p>Sent by POST to every endpoint that names the event, <code>*</code>, or <code>payout.*</code>. Any
answer from 200 to 299 within 10 seconds is success; else it comes again after 30 seconds,
5 minutes, 30 minutes and 2 hours. Every attempt sends the same bytes and the same <code>id</code>: act on an
<code>id</code> once.</p>
<p><code>X-Service-Signature</code> is <code>sha256=</code> and the hex HMAC-SHA256 of the body's raw
bytes, keyed with the endpoint's whole secret. Compare in constant time, before you parse.</p>
${Part.pre(`import { createHmac, timingSafeEqual } from "node:crypto"

const isOurs = (body, header, secret) => {
  const expected = Buffer.from("sha256=" + createHmac("sha256", secret).update(body).digest("hex"))
  const given = Buffer.from(header ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}`)}
<p>The same transition has names in up to three sets; an endpoint gets the names that it asks for,
and by a wildcard those of the first set.</p>
${all.join("\n")}`
}

const schemas = (document: Document): string => {
  const all = Object.entries(document.components.schemas).map(
    ([name, schema]) => `<section id="schema-${escape(name)}"><h3>${escape(name)}</h3>
<p>${Part.prose(String(schema.description ?? ""))}</p>${Part.fieldTable(document, schema)}</section>`
  )
  return `<h2 id="schemas">Schemas</h2>${all.join("\n")}`
}

const group = (
  document: Document,
  { description = "", name }: Document["tags"][number],
  operations: ReadonlyArray<Placed>
): string => {
  const own = operations
    .filter(({ operation }) => operation.tags.includes(name))
    .map(({ method, operation, path }) => Part.render(document, path, method, operation))
  return `<h2 id="group-${escape(name)}">${escape(name)}</h2>
<p>${Part.prose(description)}</p>${own.join("\n")}`
}

/** The whole page. */
export const render = (given: unknown): string => {
  const document = given as Document
  const operations = operationsOf(document)
  const groups = document.tags.map((tag) => group(document, tag, operations))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(document.info.title)}</title><style>${style}</style></head>
<body id="top">${navigation(document, operations)}
<main>${introduction(document)}${groups.join("\n")}
${errors()}${events(document)}${schemas(document)}</main></body></html>`
}
