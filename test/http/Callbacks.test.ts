/** A provider's callback is only a hint to check with the provider. */
import { assert } from "@effect/vitest"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import type * as Service from "../support/service.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertInvalid, assertProblem, silent, suite, until } from "./suite.ts"

const script = ScriptedAdapters.make()

const dayMs = 24 * 60 * 60_000

const call = ({ call }: Service.Service, path: string, raw: string, method = "POST") =>
  call(method, path, { raw, key: null, headers: { "x-signature": "s", "X-Twice": "a" } })

suite(
  "A provider's callback",
  // The sandbox is slow enough that a payout is in progress while callbacks arrive.
  { SANDBOX_TIME_SCALE: "0.01" },
  (test) => {
    test("has no path if the provider is not configured", async (service) => {
      script.callbackResult = { _tag: "UnknownProvider" }
      assertProblem(await call(service, "/callbacks/nobody", "{}"), 404, "NOT_FOUND")
    })

    test("is 401 with an invalid signature, and 400 if it is unreadable", async (service) => {
      script.callbackResult = { _tag: "InvalidSignature", reason: "the signature is another one" }
      const disbelieved = await call(service, "/callbacks/pawapay", "{}")
      assertProblem(disbelieved, 401, "UNAUTHORIZED")
      assert.notInclude(disbelieved.text, "another one")
      script.callbackResult = { _tag: "Unreadable", reason: "half a body" }
      assertInvalid(await call(service, "/callbacks/pawapay", "{"), "body")
    })

    test("reaches its adapter byte for byte, by every path and method", async (service) => {
      const { json } = await service.payout("called back")
      script.callbackResult = { _tag: "Accepted", payoutId: json.payout_id, reference: "none" }
      const body = '{ "amount" : "5.00",\n  "name": "Ã" }'
      for (const method of ["POST", "PUT"]) {
        for (const path of ["/callbacks/mtn", "/callbacks/mtn/0f2a?status=ok"]) {
          const answer = await call(service, path, body, method)
          assert.strictEqual(answer.status, 200, answer.text)
          assert.deepStrictEqual(answer.json, { status: "ok" })
          const callback = script.callbacks.at(-1)
          assert.deepInclude(callback, { provider: "mtn", method, path })
          assert.strictEqual(callback?.authority, new URL(service.url).host)
          assert.deepInclude(callback?.headers, { "x-signature": "s", "x-twice": "a" })
          assert.strictEqual(Buffer.from(callback?.body ?? []).toString(), body)
        }
      }
    })

    test("that is forged, malformed, or about no live transfer causes no check and changes nothing", async (service) => {
      const { json } = await service.payout("asked in vain")
      const id: string = json.payout_id
      const path = `/v1/payouts/${id}`
      const see = () => service.call("GET", path)
      const checks = () => script.checked.filter((one) => one === id).length
      // No check is due before the next day, so only a callback can cause one.
      script.checks.set(id, { _tag: "Accepted", checkAgainAt: Date.now() + dayMs })
      await until(see, (answer) => answer.json.status === "PAYOUT_CONFIRMED" && checks() === 1)
      const before = await see()
      const reference = service.engine.state.payouts.get(id)?.transfer?.reference ?? ""
      const vain: ReadonlyArray<readonly [Provider.CallbackResult, number]> = [
        [{ _tag: "Accepted", payoutId: id, reference: "of old" }, 200],
        [{ _tag: "Accepted", payoutId: "po_none", reference }, 200],
        [{ _tag: "Throttled" }, 200],
        [{ _tag: "UnknownProvider" }, 404],
        [{ _tag: "InvalidSignature", reason: "forged" }, 401],
        [{ _tag: "Unreadable", reason: "half a body" }, 400]
      ]
      for (const [result, status] of vain) {
        script.callbackResult = result
        assert.strictEqual((await call(service, "/callbacks/mtn", "{}")).status, status)
        assert.deepStrictEqual((await see()).json, before.json, result._tag)
      }
      assert.strictEqual(checks(), 1)
      script.checks.set(id, { _tag: "Delivered", providerReference: "MTN-1" })
      script.callbackResult = { _tag: "Accepted", payoutId: id, reference }
      assert.strictEqual((await call(service, "/callbacks/mtn", "{}")).status, 200)
      const after = await until(see, (answer) => answer.json.status === "SETTLED")
      assert.strictEqual(checks(), 2, "the live transfer's own callback alone")
      assert.deepStrictEqual(after.json.timeline.slice(0, -1), before.json.timeline)
    })

    test("is no part of the public contract", async (service) => {
      const { text } = await service.call("GET", "/openapi.json", { key: null })
      assert.notInclude(text, "/callbacks")
      assert.notInclude((await service.call("GET", "/docs", { key: null })).text, "/callbacks")
    })

    test("is refused if its body is too large", async (service) => {
      script.callbackResult = { _tag: "Throttled" }
      const answer = await call(service, "/callbacks/mtn", "x".repeat(2 * 1024 * 1024))
      assertProblem(answer, 413, "PAYLOAD_TOO_LARGE")
    })
  },
  { logging: silent, adapters: ScriptedAdapters.layer(script) }
)

suite(
  "Callbacks",
  { RATE_LIMITS: "on" },
  (test) => {
    test("have a separate rate limit", async (service) => {
      script.callbackResult = { _tag: "UnknownProvider" }
      const answer = await call(service, "/callbacks/mtn", "{}")
      const usual = await service.call("GET", "/v1/networks", { key: null })
      const limit = (one: Service.Answer) => Number(one.headers.get("x-ratelimit-limit"))
      assert.isAbove(limit(answer), 0)
      assert.notStrictEqual(limit(answer), limit(usual))
      const left = (one: Service.Answer) => Number(one.headers.get("x-ratelimit-remaining"))
      const again = await call(service, "/callbacks/mtn", "{}")
      assert.strictEqual(left(again), left(answer) - 1)
    })
  },
  { logging: silent, adapters: ScriptedAdapters.layer(script) }
)
