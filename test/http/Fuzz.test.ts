/** Random targets and methods that no route has. FuzzOpenApi.test.ts tests the routes. */
import { assert } from "@effect/vitest"
import fc from "fast-check"
import type * as Service from "../support/service.ts"
import { assertHeaders, assertProblem, exchange, suite } from "./suite.ts"

const segment = fc.oneof(
  fc.constantFrom("none", "%00", "%zz", "..", "%2f", "__proto__", "po_1", ";", "%C4%B0"),
  fc.webSegment({ size: "small" })
)

/** A header value may hold these characters only; a client would refuse to send others. */
const latin1 = (text: string): string => text.replace(/[^\x20-\x7e]/g, "~")

const assertSound = (answer: Service.Answer, asked: unknown): void => {
  const context = JSON.stringify(asked)
  assert.isBelow(answer.status, 500, `${context} ${answer.text}`)
  if (answer.status >= 400) assertProblem(answer, answer.status)
  else assertHeaders(answer)
  assert.isBelow(answer.text.length, 200_000, context)
}

/** The settings that shrink and report a failure. About this many runs fit into three seconds. */
const options = { numRuns: 700, interruptAfterTimeLimit: 3_000, markInterruptAsFailure: false }

suite("A random request", {}, (test) => {
  test("gets a response of the usual shape, for any target and method", (service) =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "LOCK", "SEARCH"),
        fc.oneof(
          fc.webPath(),
          fc.string({ unit: "binary-ascii" }),
          segment.map((it) => `/v1/${it}`)
        ),
        async (method, target) => {
          const clean = latin1(target).replace(/ /g, "+")
          const answer = await exchange(
            service,
            `${method} ${clean.startsWith("/") ? clean : `/${clean}`} HTTP/1.1`
          )
          assertSound(answer, { method, target })
        }
      ),
      { ...options, interruptAfterTimeLimit: 1_500 }
    ))

  test("leaves the service working", async (service) => {
    assert.strictEqual((await service.call("GET", "/readyz")).status, 200)
    assert.strictEqual((await service.quote("after the storm")).status, 201)
  })
})
