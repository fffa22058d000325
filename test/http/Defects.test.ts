import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertKeys, assertProblem, silent, suite } from "./suite.ts"

const secret = "postgres://admin:hunter2@db/payouts"

/** Breaks a collection of the state during one request. */
const broken = async (
  map: ReadonlyMap<string, unknown>,
  method: "get" | "has",
  call: () => Promise<Service.Answer>
): Promise<Service.Answer> => {
  Object.defineProperty(map, method, {
    configurable: true,
    value: () => {
      throw new Error(`cannot reach ${secret}`)
    }
  })
  try {
    return await call()
  } finally {
    Reflect.deleteProperty(map, method)
  }
}

const assertSilent = (answer: Service.Answer) => {
  assertProblem(answer, 500, "INTERNAL_ERROR")
  assertKeys(answer.json, "error", "message", "error_code", "request_id", "doc_url")
  assert.notMatch(answer.text, /hunter2|postgres|Error:|\.ts|at /)
}

suite(
  "A defect",
  {},
  (test) => {
    test("is a 500 in the usual shape, without any detail", async (service) => {
      const { call, engine, quote } = service
      const { state } = engine
      assertSilent(await broken(state.quotes, "get", () => call("GET", "/v1/quotes/qt_1")))
      assertSilent(await broken(state.payouts, "get", () => call("GET", "/v1/payouts/po_1")))
      assertSilent(await broken(state.replies, "get", () => quote("broken")))
      assertSilent(await broken(state.accounts, "get", () => call("GET", "/v1/payouts")))
    })

    test("in the lookup of the key gives the same response", async ({ call, engine }) => {
      const { keysByHash } = engine.state
      assertSilent(await broken(keysByHash, "get", () => call("GET", "/v1/payouts")))
    })

    test("affects only its request, and the same key then succeeds", async (service) => {
      const { json } = await service.quote("quote for defect")
      const body = {
        ...{ quote_id: json.quote_id, idempotency_key: "after a defect" },
        ...{ recipient_phone: "+256770000001", network: "MTN_UG" }
      }
      const pay = () => service.call("POST", "/v1/payouts", { body })
      assertSilent(await broken(service.engine.state.quotes, "get", pay))
      const answer = await pay()
      assert.strictEqual(answer.status, 201)
      assert.isNull(answer.headers.get("idempotent-replayed"))
    })
  },
  { logging: silent }
)
