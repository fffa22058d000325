/** The Python client against the running service, with the machine's Python 3 alone. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { describe, it } from "vitest"
import { PayoutClient } from "../../src/client/main.ts"
import { customer, suite } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Flaky from "./flaky.ts"
import * as Python from "./python.ts"

const root = path.join(import.meta.dirname, "../..")
const folder = path.join(root, "src/client/python")

const read = (...names: ReadonlyArray<string>) => fs.readFileSync(path.join(...names), "utf8")

/** The result of a function of `checks.py`. */
const check = async (
  url: string,
  words: ReadonlyArray<string>,
  key: string = Service.apiKey
  // biome-ignore lint/suspicious/noExplicitAny: results of another language, looked into freely
): Promise<any> =>
  JSON.parse(await Python.run("checks.py", words, { PAYOUT_URL: url, PAYOUT_API_KEY: key }))

const behind = async (
  service: Service.Service,
  use: (flaky: Flaky.Flaky) => Promise<void>
): Promise<void> => {
  const flaky = await Flaky.start(service.url)
  try {
    await use(flaky)
  } finally {
    flaky.close()
  }
}

const keysOf = ({ seen }: Flaky.Flaky) => seen.map(({ headers }) => `${headers["idempotency-key"]}`)

const pays = async ({ url }: Service.Service): Promise<void> => {
  const environment = { PAYOUT_URL: url, PAYOUT_API_KEY: Service.apiKey }
  const output = await Python.run("example.py", [], environment)
  assert.match(output, /^po_\w+: Send exactly 25\.000000 USDC/m)
  assert.match(output, /^SETTLED: 91575(\.0)? UGX$/m)
}

const repeats = (service: Service.Service): Promise<void> =>
  behind(service, async (flaky) => {
    flaky.next("lose the answer", "cut the answer")
    const { quote_id, replayed, waits } = await check(flaky.url, ["lock"])
    assert.isTrue(replayed)
    assert.lengthOf(waits, 2)
    const keys = keysOf(flaky)
    assert.lengthOf(keys, 3)
    assert.match(keys[0] ?? "", /^[0-9a-f-]{36}$/)
    assert.lengthOf([...new Set(keys)], 1)
    const there = await service.call("GET", `/v1/quotes/${quote_id}`)
    assert.strictEqual(there.status, 200)
  })

const waits = (service: Service.Service): Promise<void> =>
  behind(service, async (flaky) => {
    flaky.next({ status: 429, headers: { "retry-after": "7" } }, { status: 503 }, { status: 502 })
    const [limited, unavailable, gateway] = (await check(flaky.url, ["lock"])).waits
    assert.isTrue(limited >= 7.25 && limited <= 7.5)
    assert.isTrue(unavailable >= 0.5 && unavailable <= 1)
    assert.isTrue(gateway >= 1 && gateway <= 2)
  })

const fails = (service: Service.Service): Promise<void> =>
  behind(service, async (flaky) => {
    const codes: ReadonlyArray<readonly [Flaky.Fault, string]> = [
      ["hang", "TIMEOUT"],
      ["lose the answer", "CONNECTION_FAILED"],
      [{ status: 500 }, "HTTP_500"],
      [{ status: 302, headers: { location: "http://127.0.0.1:1/" } }, "HTTP_302"],
      [{ status: 200, body: "<html>" }, "INVALID_RESPONSE"]
    ]
    for (const [fault, code] of codes) {
      flaky.next(fault)
      // Another fault must have its response in time, also on a busy machine.
      const words = fault === "hang" ? ["rates", "0.3"] : ["rates"]
      assert.strictEqual((await check(flaky.url, words)).code, code)
    }
    assert.lengthOf(flaky.seen, codes.length)
  })

const refuses = async ({ url }: Service.Service): Promise<void> => {
  const { escaped, fields, missing, shown } = await check(url, ["refused"])
  assert.deepInclude(fields, { status: 400, code: "VALIDATION_ERROR" })
  assert.match(fields.request_id, /^req_/)
  assert.match(fields.idempotency_key, /^[0-9a-f-]{36}$/)
  const named = fields.errors.map(({ field }: { field: string }) => field)
  assert.includeMembers(named, ["quote_id", "recipient_phone"])
  assert.deepInclude(missing, { status: 404, code: "PAYOUT_NOT_FOUND", errors: [] })
  assert.deepInclude(escaped, { status: 404, code: "NOT_FOUND" })
  assert.notInclude(shown, Service.apiKey)
}

const pages = async (service: Service.Service): Promise<void> => {
  const { key } = await customer(service)
  const { listed, made, names, page, rows } = await check(service.url, ["paid"], key)
  assert.deepStrictEqual(listed, made)
  assert.deepStrictEqual([rows, page, names], [1, 2, ["Août"]])
}

const readsStatements = async (service: Service.Service): Promise<void> => {
  const { key } = await customer(service)
  const body = { amount_usdc: 3 }
  await service.call("POST", "/v1/sandbox/balance/deposit", { key, body })
  const today = new Date().toISOString().slice(0, 10)
  const read = await check(service.url, ["statement", today], key)
  const { available, files, movements } = read
  assert.deepStrictEqual([available, movements], [3, 1])
  assert.match(files[0], /^"at",/)
  assert.match(files[1], /^<\?xml /)
}

const verifies = async ({ url }: Service.Service): Promise<void> => {
  const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: url })
  const receiver = await Program.receiver()
  const { endpoints } = client.webhooks
  const { id, secret } = await endpoints.create({ url: receiver.url, events: ["payout.*"] })
  await pays({ url } as Service.Service)
  const isSettled = ({ body }: Program.Received) => body.includes('"payout.settled"')
  await receiver.until((received) => received.some(isSettled))
  const { body, headers } = receiver.received.find(isSettled) ?? assert.fail()
  await endpoints.delete(id)
  receiver.close()
  const codes = await check(url, ["webhook", JSON.stringify({ body, headers, secret })])
  const { alone, bare, bytes, changed, edge, foreign, late, signed, strict, text, whole } = codes
  for (const each of [whole, bytes, alone, signed, edge]) assert.strictEqual(each, "payout.settled")
  for (const each of [changed, foreign]) assert.deepStrictEqual(each, ["signature_mismatch", 401])
  for (const each of [strict, bare]) assert.deepStrictEqual(each, ["missing_headers", 400])
  assert.deepStrictEqual(late, ["timestamp_out_of_tolerance", 401])
  assert.deepStrictEqual(text, ["invalid_body", 400])
}

const tests = {
  "pays like the example of its README": pays,
  "retries a request whose response was lost or cut, with its key, and it takes effect once":
    repeats,
  "waits as long as Retry-After states before it retries 429, 502 and 503": waits,
  "distinguishes a timeout, a lost response, a redirect and a response without JSON": fails,
  "raises the service's error, field by field, and shows no key": refuses,
  "reads a list by cursor, each item once, and uploads a CSV": pages,
  "reads the balance, and its statement as JSON and as text": readsStatements,
  "verifies a delivery of the service, and refuses any other": verifies
} as const

if (Python.command !== undefined) {
  suite("The Python client", {}, (test) => {
    for (const [title, body] of Object.entries(tests)) test(title, body)
  })
}

describe("The Python client's files", () => {
  it("show the example of the README word for word", () => {
    const example = read(import.meta.dirname, "example.py")
    assert.include(read(folder, "README.md"), `\`\`\`python\n${example}\`\`\``)
  })

  it.skipIf(Python.command === undefined)(
    "are valid Python 3.9, if the machine has a python3 to check them",
    () => {
      const code = `
import ast, pathlib, sys
files = sorted(pathlib.Path(sys.argv[1]).glob("**/*.py"))
for file in files:
    ast.parse(file.read_text("utf-8"), feature_version=(3, 9))
print(len(files))`
      const words = ["-c", code, path.join(folder, "payout_service")]
      const count = execFileSync(Python.command ?? "", words)
        .toString()
        .trim()
      assert.strictEqual(count, "7")
    }
  )
})
