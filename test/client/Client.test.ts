import { inspect } from "node:util"
import { assert } from "@effect/vitest"
import { PayoutClient, PayoutError } from "../../src/client/main.ts"
import { customer, suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"

const clientOf = ({ url }: Service.Service, apiKey = Service.apiKey) =>
  new PayoutClient({ apiKey, baseUrl: url })

const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }

const lock = { source_amount_usdc: 25, target_currency: "UGX" } as const

const failure = (call: Promise<unknown>): Promise<PayoutError> =>
  call.then(
    () => assert.fail("it succeeded"),
    (error) => {
      assert.instanceOf(error, PayoutError)
      return error
    }
  )

const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

const managesEndpoints = async (service: Service.Service): Promise<void> => {
  const { endpoints } = clientOf(service).webhooks
  const made = await endpoints.create({ url: "http://127.0.0.1:1/hook", events: ["*"] })
  assert.match(made.secret, /^whsec_/)
  const changed = await endpoints.update(made.id, { events: ["payout.settled"] })
  assert.deepStrictEqual([...changed.events], ["payout.settled"])
  assert.strictEqual((await endpoints.test(made.id)).delivered, false)
  assert.notStrictEqual((await endpoints.rotateSecret(made.id)).secret, made.secret)
  assert.deepStrictEqual(await endpoints.delete(made.id), { id: made.id, deleted: true })
  const error = await failure(endpoints.get(made.id))
  assert.deepInclude(error, { status: 404, code: "WEBHOOK_ENDPOINT_NOT_FOUND" })
}

const readsStatements = async (service: Service.Service): Promise<void> => {
  const client = clientOf(service, (await customer(service)).key)
  await client.sandbox.balance.deposit({ amount_usdc: 3 })
  assert.strictEqual((await client.balance.get()).available_usdc, 3)
  const today = new Date().toISOString().slice(0, 10)
  const days = { from: today, to: today }
  const statement = await client.balance.statement.get(days)
  assert.lengthOf(statement.movements, 1)
  const csv = await client.balance.statement.file({ ...days, format: "csv" })
  assert.match(csv, /^"at",/)
  const xml = client.balance.statement.file({ ...days, format: "camt053" })
  const { data, headers } = await xml.withResponse()
  assert.match(data, /^<\?xml /)
  assert.match(headers.get("content-disposition") ?? "", /filename=".*\.xml"/)
  const error = await failure(
    client.balance.statement.file({ from: today, to: "2026-01-01", format: "csv" })
  )
  assert.deepInclude(error, { status: 400, code: "VALIDATION_ERROR" })
}

const submitsBatches = async (service: Service.Service): Promise<void> => {
  const { batches } = clientOf(service)
  const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 5 }
  const keys = ["row-1", "row-2", "row-3"]
  const batch = await batches.create({
    payouts: keys.map((idempotency_key) => ({ ...row, idempotency_key }))
  })
  assert.deepInclude(batch, { total: 3, total_amount_usdc: 15 })
  const paid = await collect(batches.payouts.all(batch.id, { limit: 2 }))
  assert.deepStrictEqual(paid.map(({ idempotency_key }) => idempotency_key).sort(), keys)
  const csv = `phone,network,amount_usdc,name,idempotency_key\n+256770000001,MTN_UG,7,Zoë,file-`
  for (const [index, file] of [
    `${csv}0`,
    Buffer.from(`${csv}1`),
    new Blob([`${csv}2`])
  ].entries()) {
    const { id, name } = await batches.submitCsv(file, { name: `Août ${index}` })
    assert.strictEqual(name, `Août ${index}`)
    const [payout] = (await batches.payouts.list(id)).data
    assert.strictEqual(payout?.idempotency_key, `file-${index}`)
    assert.strictEqual(
      (await clientOf(service).payouts.get(payout?.payout_id ?? "")).recipient_name,
      "Zoë"
    )
  }
  assert.strictEqual((await batches.list()).total, 4)
  assert.strictEqual((await batches.list({ search: "aout" })).total, 3)
  const error = await failure(batches.submitCsv("phone\n1"))
  assert.strictEqual(error.code, "VALIDATION_ERROR")
}

const managesAccounts = async (service: Service.Service): Promise<void> => {
  const { accounts } = clientOf(service, Service.adminKey).admin
  const account = await accounts.create({ name: "Acme", email: "acme@example.com" })
  assert.strictEqual(account.kyc_status, "PENDING")
  await accounts.update(account.id, { kyc_status: "APPROVED" })
  const made = await accounts.apiKeys.create(account.id, { name: "first", scope: "full" })
  const rotated = await accounts.apiKeys.rotate(account.id, made.id)
  assert.notStrictEqual(rotated.key, made.key)
  const [, replaced] = (await accounts.apiKeys.list(account.id)).data
  assert.deepInclude(replaced, { id: made.id, revoked_at: null })
  assert.isNotNull(replaced?.expires_at)
  for (const { id } of [made, rotated]) await accounts.apiKeys.delete(account.id, id)
  const keys = await accounts.apiKeys.list(account.id)
  assert.isTrue(keys.data.every(({ revoked_at }) => revoked_at !== null))
}

const throwsErrors = async (service: Service.Service): Promise<void> => {
  const client = clientOf(service)
  const bad = { quote_id: "", recipient_phone: "0770", network: "MTN_UG" }
  const error = await failure(client.payouts.create(bad))
  assert.deepInclude(error, { name: "PayoutError", status: 400, code: "VALIDATION_ERROR" })
  assert.match(error.requestId ?? "", /^req_/)
  const fields = error.errors.map(({ field }) => field)
  assert.includeMembers(fields, ["quote_id", "recipient_phone"])
  assert.match(error.idempotencyKey ?? "", /^[0-9a-f-]{36}$/)
  const unknown = await failure(clientOf(service, "sk_sandbox_unknown").payouts.list())
  assert.deepInclude(unknown, { status: 401, code: "UNAUTHORIZED", errors: [] })
  const whole = await failure(client.payouts.get("po_nothing").withResponse())
  assert.deepInclude(whole, { status: 404, code: "PAYOUT_NOT_FOUND" })
}

suite("The client", {}, (test) => {
  test("locks a rate, creates a payout and follows it until it settles", async (service) => {
    const client = clientOf(service)
    const quote = await client.quotes.create(lock)
    assert.strictEqual(quote.status, "ACTIVE")
    assert.strictEqual((await client.quotes.get(quote.quote_id)).quote_id, quote.quote_id)
    const { payout_id } = await client.payouts.create({ quote_id: quote.quote_id, ...recipient })
    let payout = await client.payouts.get(payout_id)
    while (payout.status !== "SETTLED") payout = await client.payouts.get(payout_id)
    assert.strictEqual(payout.timeline.at(-1)?.status, "SETTLED")
  })

  test("lists networks and rates without a key", async ({ url }) => {
    const client = new PayoutClient({ baseUrl: `${url}/` })
    assert.isNotEmpty((await client.networks.list()).data)
    assert.isNotEmpty((await client.rates.list()).data)
  })

  test("registers, changes, tests and deletes webhook endpoints", managesEndpoints)

  test("reads the balance, and its statement as JSON and as a file", readsStatements)

  test("submits batches as rows and as a file, and pages through their payouts", submitsBatches)

  test("saves, finds, changes and deletes beneficiaries", async (service) => {
    const { beneficiaries } = clientOf(service)
    const made = await beneficiaries.create({
      name: "Ada",
      phone: "+256770000001",
      network: "mtn_uganda"
    })
    const found = await collect(beneficiaries.all({ search: "ada" }))
    assert.deepStrictEqual(
      found.map(({ id }) => id),
      [made.id]
    )
    assert.strictEqual((await beneficiaries.update(made.id, { name: "Eve" })).name, "Eve")
    assert.strictEqual((await beneficiaries.delete(made.id)).deleted, true)
  })

  test("works for operators with their key", managesAccounts)

  test("returns the headers and request id of a response, and whether it was replayed", async (service) => {
    const { quotes } = clientOf(service)
    const options = { idempotencyKey: "twice" }
    const first = await quotes.create(lock, options).withResponse()
    const second = await quotes.create({ ...lock, idempotency_key: "twice" }).withResponse()
    assert.deepInclude(first, { status: 201, isReplayed: false })
    assert.deepInclude(second, { status: 201, isReplayed: true, data: first.data })
    assert.match(first.requestId ?? "", /^req_/)
    assert.notStrictEqual(second.requestId, first.requestId)
    assert.isString(first.headers.get("x-ratelimit-remaining"))
  })

  test("throws the service's error, field by field", throwsErrors)

  test("refuses an id that would change the path", (service) => {
    const { payouts } = clientOf(service)
    for (const id of ["", ".", ".."]) assert.throws(() => payouts.get(id), TypeError)
    return failure(payouts.get("../quotes?x=1#y")).then((error) =>
      assert.strictEqual(error.code, "NOT_FOUND")
    )
  })

  test("refuses an idempotency key that no header can hold", async (service) => {
    const { quotes } = clientOf(service)
    const error = await quotes.create(lock, { idempotencyKey: "ключ" }).catch((error) => error)
    assert.instanceOf(error, TypeError)
    const quote = await quotes.create({ ...lock, idempotency_key: "ключ" })
    assert.strictEqual(quote.status, "ACTIVE")
  })

  test("shows no key when it is logged", (service) => {
    const client = clientOf(service)
    assert.notInclude(inspect(client, { depth: 9, showHidden: true }), Service.apiKey)
    assert.notInclude(JSON.stringify(client), Service.apiKey)
    return Promise.resolve()
  })
})

suite("A list of the client", {}, (test) => {
  test("returns every item once while items are created", async (service) => {
    const { key } = await customer(service)
    const client = clientOf(service, key)
    const pay = async () => {
      const { quote_id } = await client.quotes.create(lock)
      return (await client.payouts.create({ quote_id, ...recipient })).payout_id
    }
    const there: Array<string> = []
    for (let index = 0; index < 5; index++) there.unshift(await pay())
    const given: Array<string> = []
    for await (const { payout_id } of client.payouts.all({ limit: 2 })) {
      given.push(payout_id)
      if (given.length < 3) await pay()
    }
    assert.deepStrictEqual(given, there)
  })

  test("returns one page from an offset, which may be empty", async (service) => {
    const { key } = await customer(service)
    const client = clientOf(service, key)
    for await (const _ of client.payouts.all()) assert.fail("nothing is there")
    const { quote_id } = await client.quotes.create(lock)
    const { payout_id } = await client.payouts.create({ quote_id, ...recipient })
    const all = await collect(client.payouts.all())
    assert.deepStrictEqual(
      all.map((payout) => payout.payout_id),
      [payout_id]
    )
    assert.isEmpty(await collect(client.payouts.all({ offset: 1 })))
    const page = await client.payouts.list({ limit: 1, status: undefined })
    assert.deepInclude(page, { total: 1, limit: 1, offset: 0 })
  })

  test("throws the error of the page that failed", async (service) => {
    const client = clientOf(service)
    const error = await failure(collect(client.payouts.all({ limit: 1_000 })))
    assert.strictEqual(error.code, "VALIDATION_ERROR")
  })
})
