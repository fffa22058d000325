/**
 * Requests drawn from the OpenAPI document. Most fit its schemas, so that they also reach the code
 * behind the first check. A few have values that no schema allows.
 */
import fc from "fast-check"
import { type Document, type Json, type Placed, resolve } from "./schemas.ts"

/** Ids of existing objects, by the path of their collection, for example `/v1/quotes/`. */
export type Ids = Readonly<Record<string, ReadonlyArray<string>>>

export interface Request {
  readonly method: string
  readonly path: string
  readonly url: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** Values that no schema allows, and values that break a careless program. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, 0, -1, 0.1, 1e308, 1e-7, -0, 10_000.000001, 2 ** 53, "", " ", "\u0000"],
    ...[
      "\ud800",
      "\u202e",
      "x".repeat(2_000),
      "NaN",
      "Infinity",
      "__proto__",
      "../..",
      "%00",
      "' OR 1"
    ],
    ...["2025-02-30", "+2567", "http://[::1", "https://169.254.169.254/", "2.56E+11", "=1+1"],
    ...[[], {}, [[[[]]]], { __proto__: null, constructor: 1 }, ["*"], [null], { a: { b: {} } }]
  ),
  fc.jsonValue({ maxDepth: 2 })
)

/** Valid values by the name of a field whose schema says only text or number. */
const plausible: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  source_amount_usdc: [0.01, 25, 10_000, 0.000001, 99.5],
  target_amount: [500, 91_575, 1],
  amount_usdc: [0.01, 25, 10_000, 0.000001, 10_000.01],
  recipient_phone: ["+256770000001", "+256770000003", "+254712000002", "+2567700000"],
  phone: ["+256770000001", "+256770000004", "+254712000002", "2.56E+11"],
  recipient_name: ["Amina", "SANDBOX HOLD", "SANDBOX REVERSE", "SANDBOX REVIEW"],
  network: ["MTN_UG", "mtn_uganda", "mpesa_kenya", "Mtn_Ug", "MTN_XX"],
  events: [["*"], ["payout.settled", "payout.failed"], ["no.such"]],
  url: ["http://127.0.0.1:1/", "https://example.com/", "http://10.0.0.1/", "ftp://a"],
  email: ["a@b.example", "a@b", "x"],
  type: ["payout.settled", "webhook.test", "payout.*", "no.such"],
  limit: ["1", "20", "100", "0", "101", "1e1"],
  offset: ["0", "1", "999999999999999", "-1"],
  created_from: ["2020-01-01", "2099-01-01T00:00:00Z", "2025-02-30", "now"],
  created_to: ["2020-01-01", "2099-01-01T00:00:00Z", "+1"],
  since: ["2020-01-01T00:00:00Z", "2099-01-01", "yesterday"],
  after: ["evt_0", ""],
  search: ["amina", "%", "_", "\\", "'"],
  refund_address: ["0x52908400098527886E0F7030069857D2E4169EE7", "0x0"],
  idempotency_key: ["a", "b", "k".repeat(128), "k".repeat(129)]
}

/** The collection of an id, by the name of its field or parameter. */
const collections: Readonly<Record<string, string>> = {
  quote_id: "/v1/quotes/",
  payout_id: "/v1/payouts/",
  batch_id: "/v1/batches/",
  beneficiary_id: "/v1/beneficiaries/",
  account_id: "/admin/v1/accounts/",
  after: "/v1/events/"
}

const idsOf = (ids: Ids, name: string): ReadonlyArray<unknown> => ids[collections[name] ?? ""] ?? []

const textOf = (schema: Json) =>
  fc.string({
    minLength: Number(schema.minLength ?? 0),
    maxLength: Math.min(Number(schema.maxLength ?? 40), 200)
  })

const number = fc.oneof(fc.nat(10_000), fc.double({ noNaN: true, noDefaultInfinity: true }))

/** Values of a schema; `name` is the field's. */
const value = (document: Document, ids: Ids, given: Json, name = ""): fc.Arbitrary<unknown> => {
  const schema = typeof given.$ref === "string" ? (resolve(document, given.$ref) as Json) : given
  const known = [...(plausible[name] ?? []), ...idsOf(ids, name)]
  const regular = regularOf(document, ids, schema, name)
  const likely = known.length === 0 ? regular : fc.oneof(fc.constantFrom(...known), regular)
  return fc.oneof({ weight: 14, arbitrary: likely }, { weight: 1, arbitrary: odd })
}

const regularOf = (
  document: Document,
  ids: Ids,
  schema: Json,
  name: string
): fc.Arbitrary<unknown> => {
  const inner = (each: unknown, of = name) => value(document, ids, each as Json, of)
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum)
  if ("const" in schema) return fc.constant(schema.const)
  const variants = schema.anyOf ?? schema.oneOf
  if (Array.isArray(variants)) return fc.oneof(...variants.map((each) => inner(each)))
  switch (schema.type) {
    case "string":
      return textOf(schema)
    case "number":
    case "integer":
      return number
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array":
      return fc.array(inner(schema.items ?? {}), { maxLength: 3 })
    case "object": {
      const properties = (schema.properties ?? {}) as Readonly<Record<string, Json>>
      const fields = Object.entries(properties).map(([key, each]) => [key, inner(each, key)])
      if (fields.length === 0) return fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 })
      const required = (schema.required ?? []) as ReadonlyArray<string>
      const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>
      return fc.oneof(
        { weight: 9, arbitrary: fc.record(model, { requiredKeys: [...required] }) },
        { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) }
      )
    }
    default:
      return odd
  }
}

/** One part of a path. Dots alone and a semicolon would make it another path. */
const segment = fc.oneof(
  fc.constantFrom(
    "none",
    "%00",
    "%zz",
    "%2f",
    "__proto__",
    "po_1",
    "%3B",
    "%C4%B0",
    "x".repeat(300)
  ),
  fc.webSegment({ size: "small" }).filter((text) => text !== "" && !/^(\.|%2e)+$|;/i.test(text))
)

const asText = (value: unknown): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value)

const url = ({ operation, path }: Placed, ids: Ids) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([part]) => part)
  const segments = names.map((part) => {
    const known = ids[path.slice(0, path.indexOf(part))] ?? []
    return known.length === 0
      ? segment
      : fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...known) },
          { weight: 1, arbitrary: segment }
        )
  })
  const inQuery = operation.parameters.filter((each) => each.in === "query")
  const query = (document: Document) =>
    fc
      .subarray([...inQuery], { maxLength: Math.min(3, inQuery.length) })
      .chain((chosen) =>
        fc.record(
          Object.fromEntries(
            chosen.map(({ name, schema }) => [name, value(document, ids, schema, name).map(asText)])
          )
        )
      )
  return (document: Document): fc.Arbitrary<string> =>
    fc.tuple(fc.tuple(...segments), query(document), fc.boolean()).map(([parts, pairs, twice]) => {
      const filled = names.reduce(
        (text, part, at) => text.replace(part, () => parts[at] ?? ""),
        path
      )
      const search = new URLSearchParams(pairs).toString()
      return search === "" ? filled : `${filled}?${search}${twice ? `&${search}` : ""}`
    })
}

const jsonType = { "content-type": "application/json" }

/** Rows of text, some of them rows of the table. */
const csv = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "+256770000001,mtn_uganda,25,Jo,a",
        "2.56E+11,MTN_UG,1e3,,b",
        ",,,,",
        "",
        '"'
      ),
      fc.string()
    ),
    { maxLength: 4 }
  )
  .map((rows) => {
    const file = ["phone,network,amount_usdc,name,idempotency_key", ...rows].join("\n")
    const head = 'Content-Disposition: form-data; name="file"; filename="a.csv"'
    return `--B\r\n${head}\r\n\r\n${file}\r\n--B--\r\n`
  })
  .map((body) => ({ body, headers: { "content-type": "multipart/form-data; boundary=B" } }))

const contents = (document: Document, ids: Ids, { operation }: Placed) => {
  const content = operation.requestBody?.content ?? {}
  const schema = content["application/json"]?.schema ?? {}
  const json = value(document, ids, schema).map((each) => JSON.stringify(each) ?? "")
  return fc.oneof(
    { weight: 20, arbitrary: json.map((body) => ({ body, headers: jsonType })) },
    { weight: 1, arbitrary: json.map((body) => ({ body: body.slice(0, -1), headers: jsonType })) },
    { weight: 1, arbitrary: fc.string().map((body) => ({ body, headers: jsonType })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          "text/plain",
          "multipart/form-data",
          "application/jsonx",
          "multipart/form-data; boundary=B"
        )
        .map((type) => ({ body: "{}", headers: { "content-type": type } }))
    },
    { weight: "multipart/form-data" in content ? 10 : 0, arbitrary: csv }
  )
}

const latin1 = (text: string): string => text.replace(/[^\x21-\x7e]/g, "~")

const extraHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .oneof(fc.constantFrom("a", "b"), fc.string({ maxLength: 140 }).map(latin1))
      .map((key) => ({ "idempotency-key": key }))
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { accept: "text/html" },
      { "content-encoding": "gzip" },
      { "x-request-id": "mine" },
      { "x-http-method-override": "DELETE" }
    )
  }
)

/** Any request to one operation. */
export const request = (document: Document, ids: Ids, placed: Placed): fc.Arbitrary<Request> => {
  const none = fc.constant({ body: undefined, headers: {} })
  const content = placed.method === "get" ? none : contents(document, ids, placed)
  return fc
    .tuple(url(placed, ids)(document), content, extraHeaders)
    .map(([target, sent, more]) => ({
      method: placed.method.toUpperCase(),
      path: placed.path,
      url: target,
      body: sent.body,
      headers: { ...sent.headers, ...more }
    }))
}
