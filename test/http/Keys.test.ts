import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, customer, exchange, suite } from "./suite.ts"

const amount = { source_amount_usdc: 25, target_currency: "UGX" }

const isReplay = ({ headers }: Service.Answer): boolean =>
  headers.get("idempotent-replayed") === "true"

suite(
  "An idempotency key",
  {},
  {
    "in body and header": (test) => {
      test("has 1 to 128 characters and no control characters", async ({ call }) => {
        const post = (idempotency_key: unknown) =>
          call("POST", "/v1/quotes", { body: { ...amount, idempotency_key } })
        for (const key of ["x", "x".repeat(128), "é 名 🙂", " a ", "a\u2028b"]) {
          assert.strictEqual((await post(key)).status, 201, key)
        }
        const controls = ["a\nb", "\u0000", "a\u007f", "a\u0085b", "\t"]
        for (const key of ["", "x".repeat(129), 5, true, {}, [], ["a"], ...controls]) {
          assertInvalid(await post(key), "idempotency_key")
        }
        for (const key of [null, undefined]) assertInvalid(await post(key), "idempotency_key")
      })

      test("may be the Idempotency-Key header alone", async ({ call }) => {
        const post = () =>
          call("POST", "/v1/quotes", { body: amount, headers: { "idempotency-key": "by header" } })
        const [first, second] = [await post(), await post()]
        assert.strictEqual(first.status, 201)
        assert.isFalse(isReplay(first))
        assert.isTrue(isReplay(second))
        assert.strictEqual(second.text, first.text)
        const body = { ...amount, idempotency_key: "by header" }
        const third = await call("POST", "/v1/quotes", { body })
        assert.isTrue(isReplay(third))
        assert.strictEqual(third.text, first.text)
      })

      test("must be the same in body and header", async ({ call }) => {
        const post = (inBody: unknown, header: string) =>
          call("POST", "/v1/quotes", {
            body: { ...amount, idempotency_key: inBody },
            headers: { "idempotency-key": header }
          })
        assert.strictEqual((await post("same", "same")).status, 201)
        assertInvalid(await post("one", "other"), "idempotency_key")
        assertInvalid(await post(5, "5"), "idempotency_key")
        assert.strictEqual((await post(null, "header counts")).status, 201)
        assertInvalid(await post("one", ""), "idempotency_key")
      })

      test("follows the same rules in the header", async (service) => {
        const head = (key: string, length: number) =>
          `POST /v1/quotes HTTP/1.1\r\nAuthorization: Bearer ${Service.apiKey}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${length}\r\nIdempotency-Key: ${key}`
        const body = JSON.stringify(amount)
        const post = (key: string) => exchange(service, head(key, body.length), body)
        for (const key of ["", " ", "x".repeat(129), "a\tb"]) {
          assertInvalid(await post(key), "idempotency_key")
        }
        assert.strictEqual((await post("x".repeat(127))).status, 201)
      })

      test("is optional where the specification does not require it", async ({ call }) => {
        const body = { url: "https://example.com/hook", events: ["*"] }
        const [first, second] = [
          await call("POST", "/v1/webhooks/endpoints", { body }),
          await call("POST", "/v1/webhooks/endpoints", { body })
        ]
        assert.notStrictEqual(first.json.id, second.json.id)
        assert.isFalse(isReplay(second))
      })

      test("has no effect on idempotent methods", async ({ call }) => {
        const headers = { "idempotency-key": "x".repeat(500) }
        const url = "https://example.com/put"
        const { json } = await call("POST", "/v1/webhooks", { body: { url, events: ["*"] } })
        const path = `/v1/webhooks/endpoints/${json.id}`
        const put = (is_active: boolean) =>
          call("PUT", path, { body: { is_active, idempotency_key: "other" }, headers })
        assert.strictEqual((await put(false)).json.is_active, false)
        assert.strictEqual((await put(true)).json.is_active, true)
        assert.strictEqual((await call("DELETE", path, { headers })).status, 200)
      })
    },

    "in its scope": (test) => {
      test("belongs to one account", async (service) => {
        const other = await customer(service)
        const body = { ...amount, idempotency_key: "shared" }
        const [mine, theirs] = [
          await service.call("POST", "/v1/quotes", { body }),
          await service.call("POST", "/v1/quotes", {
            key: other.key,
            body: { ...body, source_amount_usdc: 5 }
          })
        ]
        assert.deepStrictEqual([mine.status, theirs.status], [201, 201])
        assert.notStrictEqual(mine.json.quote_id, theirs.json.quote_id)
      })

      test("is shared by the keys of an account", async (service) => {
        const { id, key } = await customer(service)
        const second = await service.call("POST", `/admin/v1/accounts/${id}/api-keys`, {
          key: Service.adminKey,
          body: { name: "second", scope: "full" }
        })
        const body = { ...amount, idempotency_key: "either key" }
        const first = await service.call("POST", "/v1/quotes", { key, body })
        const again = await service.call("POST", "/v1/quotes", { key: second.json.key, body })
        assert.strictEqual(again.text, first.text)
        assert.isTrue(isReplay(again))
      })

      test("belongs to one route", async ({ call, quote }) => {
        const { json } = await quote("everywhere")
        const body = {
          quote_id: json.quote_id,
          recipient_phone: "+256770000001",
          network: "MTN_UG",
          idempotency_key: "everywhere"
        }
        const payout = await call("POST", "/v1/payouts", { body })
        assert.strictEqual(payout.status, 201)
        const hook = { url: "https://example.com/", events: ["*"], idempotency_key: "everywhere" }
        assert.strictEqual((await call("POST", "/v1/webhooks", { body: hook })).status, 201)
      })

      test("is shared by /v1/webhooks and /v1/webhooks/endpoints", async ({ call }) => {
        const body = { url: "https://example.com/a", events: ["*"], idempotency_key: "alias" }
        const first = await call("POST", "/v1/webhooks", { body })
        const again = await call("POST", "/v1/webhooks/endpoints", { body })
        assert.isTrue(isReplay(again))
        assert.strictEqual(again.text, first.text)
        const other = { ...body, url: "https://example.com/b" }
        const answer = await call("POST", "/v1/webhooks", { body: other })
        assertProblem(answer, 409, "DUPLICATE_IDEMPOTENCY_KEY")
      })

      test("belongs to the route, for any object in its path", async ({ call }) => {
        const body = { url: "https://example.com/", events: ["*"] }
        const [one, two] = [
          await call("POST", "/v1/webhooks", { body }),
          await call("POST", "/v1/webhooks", { body })
        ]
        const rotate = (id: string) =>
          call("POST", `/v1/webhooks/endpoints/${id}/rotate-secret`, {
            body: { idempotency_key: "rotate" }
          })
        const first = await rotate(one.json.id)
        assert.strictEqual(first.status, 200)
        assertProblem(await rotate(two.json.id), 409, "DUPLICATE_IDEMPOTENCY_KEY")
        const again = await rotate(one.json.id)
        assert.isTrue(isReplay(again))
        assert.strictEqual(again.text, first.text)
      })
    }
  }
)
