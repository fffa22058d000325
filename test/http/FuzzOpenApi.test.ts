/**
 * Requests to every route, allowed and not allowed by the OpenAPI document. `FUZZ_SECONDS=600` runs
 * more than `npm test` does. `FUZZ_SEED=… FUZZ_PATH=…` repeats one failure.
 */
import { assert } from "@effect/vitest"
import fc from "fast-check"
import { vi } from "vitest"
import * as Service from "../support/service.ts"
import { type Ids, type Request, request } from "./arbitrary.ts"
import { answerChecker, type Document, operations, type Placed } from "./schemas.ts"
import { assertHeaders, assertProblem, customer, suite } from "./suite.ts"

const seconds = Number(process.env.FUZZ_SECONDS ?? 4)
const seed = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) }
const at = process.env.FUZZ_PATH === undefined ? {} : { path: process.env.FUZZ_PATH }

vi.setConfig({ testTimeout: (seconds + 60) * 1_000 })

/**
 * The settings of as many runs as fit into the time. A failure prints its seed and path, and the
 * smallest request.
 */
const options = {
  numRuns: 1_000_000,
  interruptAfterTimeLimit: seconds * 1_000,
  markInterruptAsFailure: false,
  ...seed,
  ...at
}

/**
 * Creates an account with one object of every kind, and another account that operators may change
 * freely.
 */
const prepare = async (service: Service.Service) => {
  const { key } = await customer(service)
  const victim = await customer(service, { name: "victim" })
  const post = async (path: string, body: object) =>
    (await service.call("POST", path, { key, body })).json
  const quotes: Array<string> = []
  for (let n = 0; n < 40; n++) {
    const body = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: `q${n}` }
    quotes.push((await post("/v1/quotes", body)).quote_id)
  }
  const payouts: Array<string> = []
  for (const name of [
    "SANDBOX HOLD",
    "SANDBOX REVIEW",
    "SANDBOX HOLD",
    "SANDBOX REVIEW",
    "Amina"
  ]) {
    const recipient = { recipient_phone: "+256770000001", recipient_name: name, network: "MTN_UG" }
    const given = { quote_id: quotes.shift(), idempotency_key: `p${payouts.length}` }
    payouts.push((await post("/v1/payouts", { ...given, ...recipient })).payout_id)
  }
  const phone = "+256770000001"
  const row = { phone, network: "mtn_uganda", amount_usdc: 1, idempotency_key: "row" }
  const batch = await post("/v1/batches", { payouts: [row] })
  const item = { quote_id: quotes.shift(), recipient_phone: phone, network: "MTN_UG" }
  const bulk = await post("/v1/payouts/bulk", { payouts: [{ ...item, idempotency_key: "item" }] })
  const hooks: Array<string> = []
  const saved: Array<string> = []
  for (let n = 0; n < 8; n++) {
    hooks.push((await post("/v1/webhooks", { url: "http://127.0.0.1:1/", events: ["*"] })).id)
    const recipient = { name: `Amina ${n}`, phone, network: "MTN_UG" }
    saved.push((await post("/v1/beneficiaries", recipient)).id)
  }
  await post(`/v1/webhooks/endpoints/${hooks[0]}/test`, {})
  const list = async (path: string): Promise<ReadonlyArray<string>> => {
    const { json } = await service.call("GET", path, { key })
    return (json?.data ?? []).map(({ id }: { id: string }) => id)
  }
  const deliveries = await list(`/v1/webhooks/endpoints/${hooks[0]}/deliveries`)
  const ids: Ids = {
    "/v1/quotes/": quotes,
    "/v1/payouts/": payouts,
    "/v1/sandbox/payouts/": payouts,
    "/v1/batches/": [batch.id],
    "/v1/payouts/bulk/": [bulk.batch_id],
    "/v1/beneficiaries/": saved,
    "/v1/webhooks/endpoints/": hooks,
    "/v1/webhooks/deliveries/": deliveries,
    "/v1/events/": await list("/v1/events"),
    "/admin/v1/accounts/": [victim.id],
    "/admin/v1/accounts/{id}/api-keys/": [victim.keyId],
    "/admin/v1/payouts/": payouts,
    "/admin/v1/webhook-deliveries/": deliveries
  }
  return { key, ids }
}

/** Bytes that a database or a decoder may reject, and that no id or value contains. */
const malformed = ["%00", "x%00y", "%FF", "%ED%A0%80", "%E2%80%AE"]

/** Paths of an operation with these bytes as every id and as each query parameter. */
const pathsWith = (bytes: string, { operation, path }: Placed): ReadonlyArray<string> => [
  ...(path.includes("{") ? [path.replace(/\{\w+\}/g, bytes)] : []),
  ...operation.parameters
    .filter((each) => each.in === "query")
    .map(({ name }) => `${path.replace(/\{\w+\}/g, "none")}?${name}=${bytes}`)
]

suite("A request with malformed bytes", {}, (test) => {
  test("is refused or finds nothing, in every path and query", async (service) => {
    const document: Document = (await service.call("GET", "/openapi.json")).json
    const failed: Array<string> = []
    for (const placed of operations(document)) {
      const key = placed.path.startsWith("/admin") ? { key: Service.adminKey } : {}
      const sent = placed.method === "get" ? key : { ...key, body: {} }
      for (const path of malformed.flatMap((bytes) => pathsWith(bytes, placed))) {
        const { status } = await service.call(placed.method.toUpperCase(), path, sent)
        if (status >= 500) failed.push(`${placed.method} ${path} ${status}`)
      }
    }
    assert.deepStrictEqual(failed, [])
  })
})

type Statuses = Map<string, Set<number>>

/** Sends a drawn request, checks its response against the document, and notes its status. */
const askAs = async (
  service: Service.Service,
  key: string,
  { check, placed, statuses }: Drawn,
  asked: Request
): Promise<void> => {
  const found = placed.find(
    ({ method, path }) => path === asked.path && method.toUpperCase() === asked.method
  )
  if (found === undefined) return assert.fail(asked.path)
  const answer = await service.call(asked.method, asked.url, {
    key: asked.path.startsWith("/admin") ? Service.adminKey : key,
    headers: asked.headers,
    ...(asked.body === undefined ? {} : { raw: asked.body })
  })
  const context = `${asked.method} ${asked.url} ${answer.status} ${answer.text.slice(0, 400)}`
  assert.isBelow(answer.status, 500, context)
  if (answer.status >= 400) assertProblem(answer, answer.status)
  else assertHeaders(answer)
  check(found, answer)
  const name = `${asked.method} ${asked.path}`
  statuses.set(name, (statuses.get(name) ?? new Set()).add(answer.status))
}

interface Drawn {
  readonly check: ReturnType<typeof answerChecker>
  readonly placed: ReadonlyArray<Placed>
  readonly statuses: Statuses
}

suite("A request drawn from the OpenAPI document", { SANDBOX_TIME_SCALE: "0.01" }, (test) => {
  test("gets a documented response, never a 5xx", async (service) => {
    const document: Document = (await service.call("GET", "/openapi.json")).json
    const all = operations(document)
    const { ids, key } = await prepare(service)
    const statuses: Statuses = new Map()
    const drawn = { check: answerChecker(document), placed: all, statuses }
    // Deletions are rare, because a deleted object is 404 from then on.
    const any = fc.oneof(
      ...all.map((placed) => ({
        weight: placed.method === "delete" ? 1 : 8,
        arbitrary: request(document, ids, placed)
      }))
    )
    let count = 0
    await fc.assert(
      fc.asyncProperty(any, (asked) => {
        count += 1
        return askAs(service, key, drawn, asked)
      }),
      options
    )
    if (process.env.FUZZ_SECONDS !== undefined) console.log(`${count} requests`)
    // Every operation that was never drawn, such as a rare deletion, is requested once.
    for (const each of at.path === undefined ? all : []) {
      if (statuses.has(`${each.method.toUpperCase()} ${each.path}`)) continue
      const [asked] = fc.sample(request(document, ids, each), { ...seed, numRuns: 1 })
      if (asked !== undefined) await askAs(service, key, drawn, asked)
    }
    assert.strictEqual((await service.call("GET", "/readyz")).status, 200)
    assert.strictEqual((await service.quote("after the storm")).status, 201)
  })
})
