/** The overview's figures after a webhook endpoint was deleted. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { suite, until } from "./suite.ts"

/** An endpoint at which nothing listens. */
const body = { url: "http://127.0.0.1:9/hook", events: ["payout.created"] }

/** Creates an endpoint, waits for an event of it, and deletes it. */
const deleted = async ({ call }: Service.Service): Promise<void> => {
  const made = await call("POST", "/v1/webhooks/endpoints", { body })
  assert.strictEqual(made.status, 201, made.text)
  const path = `/v1/webhooks/endpoints/${made.json.id}`
  const tested = await call("POST", `${path}/test`, { body: {} })
  assert.strictEqual(tested.status, 200, tested.text)
  assert.strictEqual((await call("DELETE", path)).status, 200)
}

interface Hour {
  readonly delivered: number
  readonly pending: number
  readonly failed: number
}

const countedIn = ({ json }: Service.Answer): number =>
  json.webhooks.hours.reduce(
    (sum: number, { delivered, failed, pending }: Hour) => sum + delivered + failed + pending,
    0
  )

suite("A deleted webhook endpoint", {}, (test) => {
  test("stays in the figures, for a bounded number of recently deleted endpoints", async (service) => {
    const ada = await Visitor.first(service)
    const figures = () => ada.ask("GET", "/dashboard/api/stats")
    await deleted(service)
    await until(figures, (answer) => countedIn(answer) === 1)
    const max = Limits.readModel.deletedEndpointsMax
    for (let index = 0; index < max; index++) await deleted(service)
    await until(figures, (answer) => countedIn(answer) === max)
  })
})
