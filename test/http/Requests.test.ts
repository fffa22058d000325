import * as net from "node:net"
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

const path = "/v1/requests"

interface Line {
  readonly id: string
  readonly path: string
  readonly status: number
  readonly [field: string]: unknown
}

const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "one" }

const csv = "phone,network,amount_usdc,name,idempotency_key\n+256770000001,mtn_uganda,1.5,Jo,a\n"

const upload = [
  '--B\r\nContent-Disposition: form-data; name="name"\r\n\r\nPayroll',
  '--B\r\nContent-Disposition: form-data; name="idempotency_key"\r\n\r\nfile',
  `--B\r\nContent-Disposition: form-data; name="file"; filename="rows.csv"\r\n\r\n${csv}`,
  "--B--\r\n"
].join("\r\n")

/** A new account, its requests, and their entries in the log, the oldest first. */
const newcomer = async (service: Service.Service) => {
  const { call } = service
  const { id, key } = await customer(service)
  const send: Service.Service["call"] = (method, to, given) => call(method, to, { key, ...given })
  const logged = async (query = ""): Promise<ReadonlyArray<Line>> => {
    const { json } = await send("GET", `${path}?${query}`)
    return json.data.filter((line: Line) => !line.path.startsWith(path)).reverse()
  }
  return { id, key, send, logged }
}

/**
 * Sends requests whose client closes the connection in the middle of the body, hot and through the
 * router.
 */
const leavesEarly = async (service: Service.Service): Promise<void> => {
  const { key, send } = await newcomer(service)
  for (const to of ["/v1/quotes", "/v1/quotes?hot=no"]) {
    const { hostname, port } = new URL(service.url)
    const socket = net.connect(Number(port), hostname)
    const head = [`POST ${to} HTTP/1.1`, "Host: x", `Authorization: Bearer ${key}`]
    const body = ["Content-Type: application/json", "Content-Length: 1000", "", '{"source']
    socket.write([...head, ...body].join("\r\n"), () => socket.destroy())
    const { json } = await until(
      () => send("GET", path),
      (answer) => answer.json.data.some((line: Line) => line.path === to)
    )
    const found = json.data.find((line: Line) => line.path === to)
    assert.deepInclude(found, { method: "POST", status: 499, error_code: null })
  }
}

/** Asserts that the log hides keys at every place of a request. */
const hidesKeys = async (service: Service.Service): Promise<void> => {
  const { id, key, send } = await newcomer(service)
  const reader = await service.call("POST", `/admin/v1/accounts/${id}/api-keys`, {
    ...{ key: Service.adminKey, body: { name: "reader", scope: "read_only" } }
  })
  await send("GET", `/v1/payouts?api_key=${key}&note=${encodeURIComponent(key)}`)
  await send("GET", `/v1/payouts/${key}`)
  await send("POST", "/v1/quotes", {
    body: { ...quote, apiKey: key, note: `Bearer ${key}`, idempotency_key: key }
  })
  await send("POST", "/v1/quotes", { body: quote, headers: { "idempotency-key": key } })
  const read = (to: string) => service.call("GET", to, { key: reader.json.key })
  const listed = await read(path)
  assert.lengthOf(listed.json.data, 4, listed.text)
  const whole = await Promise.all(listed.json.data.map((line: Line) => read(`${path}/${line.id}`)))
  for (const { text } of [listed, ...whole]) assert.notInclude(text, key.slice(-20))
}

suite(
  "The request log",
  {},
  {
    "when it is written": (test) => {
      test(
        "has a request whose client disconnected before the response, with status 499",
        leavesEarly
      )

      test("has each request of a key with its outcome, and marks retries", async (service) => {
        const { logged, send } = await newcomer(service)
        const created = await send("POST", "/v1/quotes", { body: quote })
        await send("POST", "/v1/quotes", { body: quote })
        const other = await send("POST", "/v1/quotes", {
          body: { ...quote, source_amount_usdc: 26 }
        })
        await send("GET", "/v1/quotes/qt_none")
        const [first, retry, refused, missing, ...more] = await logged()
        assert.isEmpty(more)
        assert.deepInclude(first, {
          ...{ id: created.headers.get("x-request-id") ?? "", method: "POST", path: "/v1/quotes" },
          ...{ status: 201, idempotency_key: "one", replayed: false, error_code: null }
        })
        assert.deepInclude(retry, { status: 201, idempotency_key: "one", replayed: true })
        assert.deepInclude(refused, {
          ...{ id: other.json.request_id, status: 409, replayed: false },
          error_code: "DUPLICATE_IDEMPOTENCY_KEY"
        })
        assert.deepInclude(missing, { method: "GET", status: 404, error_code: "QUOTE_NOT_FOUND" })
      })

      test("has requests with a revoked key or from a refused address, with the reason", async (service) => {
        const { id, logged, send } = await newcomer(service)
        const keys = `/admin/v1/accounts/${id}/api-keys`
        const key = Service.adminKey
        const body = { name: "till", scope: "full", allowed_ips: ["203.0.113.0/24"] }
        const bound = (await service.call("POST", keys, { key, body })).json
        await service.call("GET", "/v1/quotes", { key: bound.key })
        await service.call("DELETE", `${keys}/${bound.id}`, { key })
        await service.call("GET", "/v1/quotes", { key: bound.key })
        const lines = await logged()
        assert.deepStrictEqual(
          lines.map(({ caller_id, status }) => [caller_id, status]),
          [
            [bound.id, 403],
            [bound.id, 401]
          ]
        )
        const { json } = await send("GET", `${path}/${lines[0]?.id}`)
        assert.strictEqual(json.ip_address, "127.0.0.1")
        assert.include(json.response_body, "This API key may not be used from 127.0.0.1.")
      })

      test("shows no writing key to a key that may only read", hidesKeys)

      test("belongs to its account alone", async (service) => {
        const one = await newcomer(service)
        const { json } = await one.send("GET", "/v1/quotes/qt_none")
        const other = await newcomer(service)
        assertProblem(
          await other.send("GET", `${path}/${json.request_id}`),
          404,
          "REQUEST_NOT_FOUND"
        )
        assert.isEmpty(await other.logged())
      })
    },
    "when it shows bodies": (test) => {
      test("shows a request's bodies, with phone numbers, names and metadata masked", async (service) => {
        const { send } = await newcomer(service)
        const { quote_id } = (await send("POST", "/v1/quotes", { body: quote })).json
        const body = {
          ...{ quote_id, recipient_phone: "+256770000001", recipient_name: "Amina Okello" },
          ...{ network: "MTN_UG", metadata: { ward: "Kisenyi" }, idempotency_key: "two" }
        }
        const answer = await send("POST", "/v1/payouts", { body })
        const { json } = await send("GET", `${path}/${answer.headers.get("x-request-id")}`)
        assert.deepStrictEqual(JSON.parse(json.request_body), {
          ...body,
          ...{ recipient_phone: "+256•••01", recipient_name: "A•••", metadata: { ward: "•••" } }
        })
        assert.strictEqual(json.subject_id, answer.json.payout_id)
        const shown = JSON.parse(json.response_body)
        assert.strictEqual(shown.payout_id, answer.json.payout_id)
        for (const text of ["770000001", "Okello", "Kisenyi"]) {
          assert.notInclude(JSON.stringify(json), text)
        }
      })

      test("has only the length of a body that is not JSON, and no request with an unknown key", async (service) => {
        const { logged, send } = await newcomer(service)
        const broken = await send("POST", "/v1/quotes", { body: "Amina" })
        const { json } = await send("GET", `${path}/${broken.json.request_id}`)
        assert.strictEqual(json.request_body, "(7 characters that are no JSON object)")
        assert.notInclude(JSON.stringify(json), "Amina")
        const refused = await service.call("GET", "/v1/quotes", { key: "sk_sandbox_unknown" })
        assertProblem(
          await send("GET", `${path}/${refused.json.request_id}`),
          404,
          "REQUEST_NOT_FOUND"
        )
        assert.lengthOf(await logged(), 1)
      })

      test("has only the length of a long body", async (service) => {
        const { logged, send } = await newcomer(service)
        await send("POST", "/v1/quotes", { body: { ...quote, metadata: "x".repeat(20_000) } })
        const [line] = await logged()
        const { json } = await send("GET", `${path}/${line?.id}`)
        assert.match(json.request_body, /^\(20\d\d\d characters\)$/)
        assert.strictEqual(json.status, 201)
      })

      test("has the fields of an upload and the number of its rows", async (service) => {
        const { send } = await newcomer(service)
        const headers = { "content-type": "multipart/form-data; boundary=B" }
        const answer = await send("POST", "/v1/batches", { raw: upload, headers })
        assert.strictEqual(answer.status, 202, answer.text)
        // The service writes the entry after the response, so the client may be faster.
        const { json } = await until(
          () => send("GET", `${path}/${answer.headers.get("x-request-id")}`),
          ({ status }) => status === 200
        )
        assert.deepInclude(json, { idempotency_key: "file", subject_id: answer.json.id })
        assert.deepStrictEqual(JSON.parse(json.request_body), {
          ...{ name: "Payroll", idempotency_key: "file" },
          file: "a CSV file of 1 row; files are not kept"
        })
        assert.strictEqual(JSON.parse(json.response_body).name, "Payroll")
      })

      test("has no body of a dashboard request, such as an invitation", async (service) => {
        const ada = await Visitor.first(service)
        const guest = { email: "guest@example.com", role: "viewer" }
        const answer = await ada.ask("POST", "/dashboard/api/team/invitations", guest)
        assert.strictEqual(answer.status, 201)
        const { data } = (await service.call("GET", `${path}?limit=100`)).json
        const line = data.find((each: Line) => each.path === "/dashboard/api/team/invitations")
        const { json } = await service.call("GET", `${path}/${line.id}`)
        assert.deepInclude(json, { status: 201, request_body: null, response_body: null })
        assert.notInclude(JSON.stringify(data), Visitor.tokenOf(answer.json.link))
      })
    },
    "when it is searched": (test) => {
      test("finds requests by outcome, method, payout and words", async (service) => {
        const { logged, send } = await newcomer(service)
        const { quote_id } = (await send("POST", "/v1/quotes", { body: quote })).json
        const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
        const created = await send("POST", "/v1/payouts", {
          body: { quote_id, ...recipient, idempotency_key: "pay" }
        })
        const { payout_id } = created.json
        await send("GET", `/v1/payouts/${payout_id}`)
        await send("GET", "/v1/payouts?search=Okello")
        const failed = await send("GET", "/v1/quotes/qt_none")
        const found = async (query: string) =>
          (await logged(query)).map((line) => `${line.status} ${line.path}`)
        assert.deepStrictEqual(await found("outcome=failed"), ["404 /v1/quotes/qt_none"])
        const ofPayout = ["201 /v1/payouts", `200 /v1/payouts/${payout_id}`]
        assert.deepStrictEqual(await found(`subject_id=${payout_id}`), ofPayout)
        assert.deepStrictEqual(await found(`search=${payout_id}`), ofPayout)
        assert.deepStrictEqual(await found("method=POST&search=payouts"), ["201 /v1/payouts"])
        assert.deepStrictEqual(await found("search=pay"), [
          ...ofPayout,
          "200 /v1/payouts?search=•••"
        ])
        assert.deepStrictEqual(await found(`search=${failed.json.request_id}`), [
          "404 /v1/quotes/qt_none"
        ])
        assert.deepStrictEqual(await found("search=%25%25"), [])
      })

      test("finds a request and its retry by the batch or quote that it created", async (service) => {
        const { logged, send } = await newcomer(service)
        const { quote_id } = (await send("POST", "/v1/quotes", { body: quote })).json
        const row = { phone: "+256770000001", network: "mtn_uganda", amount_usdc: 1.5 }
        const body = { payouts: [{ ...row, idempotency_key: "row" }], idempotency_key: "batch" }
        const batch = await send("POST", "/v1/batches", { body })
        await send("POST", "/v1/batches", { body })
        const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
        const payouts = [{ quote_id, ...recipient, idempotency_key: "row of bulk" }]
        const bulk = await send("POST", "/v1/payouts/bulk", {
          body: { payouts, idempotency_key: "bulk" }
        })
        const found = async (id: string) =>
          (await logged(`subject_id=${id}`)).map((line) => line.path)
        assert.deepStrictEqual(await found(quote_id), ["/v1/quotes"])
        assert.deepStrictEqual(await found(batch.json.id), ["/v1/batches", "/v1/batches"])
        assert.deepStrictEqual(await found(bulk.json.batch_id), ["/v1/payouts/bulk"])
      })

      test("finds requests by key and time", async (service) => {
        const { key, logged, send } = await newcomer(service)
        await send("GET", "/v1/quotes/qt_none")
        assert.isEmpty(await logged("created_to=2020-01-01"))
        assert.lengthOf(await logged("created_from=2020-01-01"), 1)
        const account = await service.call("GET", "/v1/account", { key })
        const [line] = await logged()
        assert.strictEqual(line?.caller_name, account.json.key.name)
        assert.lengthOf(await logged(`caller_id=${account.json.key.id}`), 2)
        assert.isEmpty(await logged("caller_id=key_other"))
      })

      test("is read page by page with its cursor", async (service) => {
        const { send } = await newcomer(service)
        for (const name of ["a", "b", "c"]) await send("GET", `/v1/quotes/qt_${name}`)
        const first = await send("GET", `${path}?limit=2`)
        const next = await send("GET", `${path}?limit=2&cursor=${first.json.next_cursor}`)
        const paths = [...first.json.data, ...next.json.data].map((line: Line) => line.path)
        assert.deepStrictEqual(paths, ["/v1/quotes/qt_c", "/v1/quotes/qt_b", "/v1/quotes/qt_a"])
        assert.isNull(next.json.next_cursor)
        assertInvalid(await send("GET", `${path}?cursor=qt_1&outcome=all`), "cursor", "outcome")
      })
    }
  }
)
