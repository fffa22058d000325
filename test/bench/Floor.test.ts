/**
 * The floor must do the same as the service. This test fails until the floor's responses, headers
 * and log entries of a creation equal the service's.
 */

import { Effect, Result } from "effect"
import { assert, describe, it, vi } from "vitest"
import * as Contenders from "../../bench/Contenders.ts"
import * as Requests from "../../bench/Requests.ts"
import * as ServiceLog from "../../bench/ServiceLog.ts"
import * as Stage from "../../bench/Stage.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as SealedEntry from "../../src/postgres/sealing/SealedEntry.ts"

// Other test files run at the same time.
vi.hoisted(() => {
  process.env.BENCH_PINNING = "off"
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const post = async (
  { host, port }: Contenders.Contender,
  path: string,
  body: unknown,
  key = Requests.key
): Promise<Answer> => {
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  const headers = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, body: await answer.text() }
}

const quoteBody = {
  source_amount_usdc: 25.5,
  target_currency: "UGX",
  idempotency_key: "the quote"
}

const payoutBody = (answer: Answer) => ({
  quote_id: Requests.field("quote_id", answer.body),
  recipient_phone: "+256770000001",
  network: "MTN_UG",
  idempotency_key: "the payout"
})

/**
 * The form of a text, without the ids, addresses, times, references and hashes that differ from run
 * to run.
 */
const formOf = (text: string): string =>
  text
    .replace(/\b([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}\b/g, "$1_id")
    .replace(/0x[0-9a-fA-F]{40}\b/g, (address) =>
      address.startsWith("0x1c7D4B19") ? address : "0xaddress"
    )
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "instant")
    .replace(/\b1\d{12}\b/g, "milliseconds")

/**
 * Removes the headers of the rate window, which is disabled in the service, so that its numbers do
 * not change.
 */
const headersOf = ({ headers }: Answer) => ({
  ...headers,
  date: "",
  "x-request-id": formOf(headers["x-request-id"] ?? ""),
  "x-ratelimit-remaining": "",
  "x-ratelimit-reset": headers["x-ratelimit-reset"]?.length
})

interface Entry {
  readonly reply: { readonly fingerprint: string } | null
}

/** The entries of a contender's quotes and payouts, as their writer drafted them. */
type Read = (contender: Contenders.Contender) => Promise<ReadonlyArray<Entry>>

const created = `from log
  where body like '%Created","id":"qt_%' or body like '%"PayoutCreated"%' order by seq`

/** The service's entries, opened with its keys. */
const opened =
  (stage: Stage.Stage): Read =>
  async ({ database }) => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: stage.folder }
    const settings = await Effect.runPromise(Settings.read(environment))
    return ServiceLog.over(settings, ({ people, sql }) =>
      Effect.gen(function* () {
        const rows = yield* sql.unsafe<SealedEntry.Stored>(`select body, sealed ${created}`)
        const keys = yield* people.load(SealedEntry.keyIdsOf(rows))
        return rows.map((row) =>
          Result.getOrThrow(SealedEntry.open(keys, Partition.directory, row))
        )
      })
    )
  }

/** The floor's entries. The floor seals nothing, since it does only the work of a creation. */
const plain: Read = async ({ database }) => {
  const rows = await database.query<{ readonly body: string }>(`select body ${created}`)
  return rows.map(({ body }) => JSON.parse(body))
}

/** Sorts the fields of an object, because an opened entry has the order of its schema. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value

/** An entry without the values that depend on the hashing of parameters. */
const entryForm = (entry: Entry): string => {
  const fingerprint = entry.reply?.fingerprint ?? ""
  assert.lengthOf(fingerprint, 43)
  return formOf(JSON.stringify(entry, inOrder).replace(fingerprint, "fingerprint"))
}

/** The responses and entries of one contender for a sequence of requests. */
const live = async (contender: Contenders.Contender, read: Read) => {
  const quote = await post(contender, "/v1/quotes", quoteBody)
  const body = payoutBody(quote)
  const payout = await post(contender, "/v1/payouts", body)
  const retry = await post(contender, "/v1/payouts", body)
  const other = { ...body, idempotency_key: "another" }
  const freshQuote = { ...quoteBody, idempotency_key: "another" }
  const refusals = [
    await post(contender, "/v1/payouts", { ...body, recipient_phone: "+256770000002" }),
    await post(contender, "/v1/payouts", other),
    await post(contender, "/v1/payouts", { ...other, quote_id: "qt_01M82P9XSW5PT3AYZ7SJPT3A5P" }),
    await post(contender, "/v1/payouts", { ...other, recipient_phone: "+254770000001" }),
    await post(contender, "/v1/payouts", { ...other, network: "MTN_XX" }),
    await post(contender, "/v1/payouts", { ...other, idempotency_key: " " }),
    await post(contender, "/v1/quotes", { ...freshQuote, source_amount_usdc: 0.0000001 }),
    await post(contender, "/v1/quotes", { ...freshQuote, target_currency: "EUR" }),
    await post(contender, "/v1/quotes", quoteBody, "sk_sandbox_unknown_0123456789abcdef")
  ]
  assert.strictEqual(retry.body, payout.body)
  return {
    quote: [quote.status, headersOf(quote), formOf(quote.body)],
    payout: [payout.status, headersOf(payout), formOf(payout.body)],
    retry: [retry.status, headersOf(retry)],
    refusals: refusals.map(({ body, status }) => [
      status,
      status === 401 ? "" : Requests.field("error_code", body)
    ]),
    entries: (await read(contender)).map(entryForm)
  }
}

describe("The floor", { timeout: 240_000 }, () => {
  it("gives the same responses, refusals and log entries as the service", async () => {
    await using stage = await Stage.open()
    await using service = await Contenders.service(stage)
    await using floor = await Contenders.floor(stage)
    const expected = await live(service, opened(stage))
    assert.lengthOf(expected.entries, 2)
    assert.deepStrictEqual(await live(floor, plain), expected)
    assert.strictEqual(await floor.made("quotes"), 1)
    assert.strictEqual(await floor.made("payouts"), 1)
  })
})
