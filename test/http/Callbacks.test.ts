/** What providers call back with is never more than a reason to ask them now. */
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, silent, suite, until } from "./suite.ts"
import * as World from "./world.ts"

const world = World.said()

const call = ({ call }: Service.Service, path: string, raw: string, method = "POST") =>
  call(method, path, { raw, key: null, headers: { "x-signature": "s", "X-Twice": "a" } })

suite(
  "a provider's callback",
  // Slow enough that a payout is under way while callbacks come.
  { SANDBOX_TIME_SCALE: "0.01" },
  (test) => {
    test("of a provider that is not there is at no path", async (service) => {
      world.callbackResult = { _tag: "UnknownProvider" }
      assertProblem(await call(service, "/callbacks/nobody", "{}"), 404, "NOT_FOUND")
    })

    test("that is not believed is 401, and one that cannot be read 400", async (service) => {
      world.callbackResult = { _tag: "InvalidSignature", reason: "the signature is another one" }
      const disbelieved = await call(service, "/callbacks/pawapay", "{}")
      assertProblem(disbelieved, 401, "UNAUTHORIZED")
      assert.notInclude(disbelieved.text, "another one")
      world.callbackResult = { _tag: "Unreadable", reason: "half a body" }
      assertInvalid(await call(service, "/callbacks/pawapay", "{"), "body")
    })

    test("reaches its adapter as it came, byte for byte, by every path and method", async (service) => {
      const { json } = await service.payout("called back")
      world.callbackResult = { _tag: "Accepted", payoutId: json.payout_id, reference: "none" }
      const body = '{ "amount" : "5.00",\n  "name": "Ã" }'
      for (const method of ["POST", "PUT"]) {
        for (const path of ["/callbacks/mtn", "/callbacks/mtn/0f2a?status=ok"]) {
          const answer = await call(service, path, body, method)
          assert.strictEqual(answer.status, 200, answer.text)
          assert.deepStrictEqual(answer.json, { status: "ok" })
          const callback = world.callbacks.at(-1)
          assert.deepInclude(callback, { provider: "mtn", method, path })
          assert.strictEqual(callback?.authority, new URL(service.url).host)
          assert.deepInclude(callback?.headers, { "x-signature": "s", "x-twice": "a" })
          assert.strictEqual(Buffer.from(callback?.body ?? []).toString(), body)
        }
      }
    })

    test("of a transfer that is not the live one, or of no payout, changes nothing", async (service) => {
      const { json } = await service.payout("asked in vain")
      const path = `/v1/payouts/${json.payout_id}`
      const before = (await service.call("GET", path)).json.timeline
      world.callbackResult = { _tag: "Accepted", payoutId: json.payout_id, reference: "of old" }
      assert.strictEqual((await call(service, "/callbacks/mtn", "{}")).status, 200)
      world.callbackResult = { _tag: "Accepted", payoutId: "po_none", reference: "of old" }
      assert.strictEqual((await call(service, "/callbacks/mtn", "{}")).status, 200)
      const after = (await service.call("GET", path)).json.timeline
      assert.deepStrictEqual(after.slice(0, before.length), before)
      await until(
        () => service.call("GET", path),
        (answer) => answer.json.status === "SETTLED",
        15_000
      )
    })

    test("is no part of the public contract", async (service) => {
      const { text } = await service.call("GET", "/openapi.json", { key: null })
      assert.notInclude(text, "/callbacks")
      assert.notInclude((await service.call("GET", "/docs", { key: null })).text, "/callbacks")
    })

    test("is too large when any body is", async (service) => {
      const answer = await call(service, "/callbacks/mtn", "x".repeat(2 * 1024 * 1024))
      assertProblem(answer, 413, "PAYLOAD_TOO_LARGE")
    })
  },
  silent,
  World.parts(world)
)

suite(
  "callbacks",
  { RATE_LIMITS: "on" },
  (test) => {
    test("have a limit of their own", async (service) => {
      world.callbackResult = { _tag: "UnknownProvider" }
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
  silent,
  World.parts(world)
)
