import { assert, describe, it } from "@effect/vitest"
import * as PayoutContract from "../../src/http/payouts/PayoutContract.ts"
import * as QuoteContract from "../../src/http/quotes/QuoteContract.ts"
import * as Endpoints from "../../src/http/server/Endpoints.ts"

const endpointOf = (operation: Endpoints.Endpoint["route"]["operation"]) =>
  ({ route: { operation } }) as Endpoints.Endpoint

describe("The table of endpoints", () => {
  const quote = endpointOf(QuoteContract.create)

  it("finds an endpoint by its operation", () => {
    assert.strictEqual(Endpoints.find(Endpoints.tableOf([quote]), QuoteContract.create), quote)
  })

  it("is refused if an operation has no route", () => {
    const table = Endpoints.tableOf([quote])
    assert.throws(
      () => Endpoints.find(table, PayoutContract.create),
      "POST /v1/payouts has no route"
    )
  })

  it("is refused if an operation has two routes", () => {
    assert.throws(() => Endpoints.tableOf([quote, quote]), "POST /v1/quotes has two routes")
  })
})
