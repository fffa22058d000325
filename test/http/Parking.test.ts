import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, suite } from "./suite.ts"

const admin = { key: Service.adminKey }
const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 10, idempotency_key: "row" }

suite("A parked batch", { SANDBOX_TIME_SCALE: "1" }, (test) => {
  test("is shown as parked, resumed once with a reason, and audited", async (service) => {
    const { call, engine } = service
    const created = await call("POST", "/v1/batches", { body: { payouts: [row] } })
    const { id } = created.json
    const path = `/admin/v1/batches/${id}`
    const resume = (body: object) => call("POST", `${path}/resume`, { ...admin, body })
    assertProblem(await resume({ reason: "too early" }), 409, "INVALID_STATE")
    assert.notProperty((await call("GET", path, admin)).json, "parked_at")

    const at = Date.now()
    await Effect.runPromise(
      engine.commandBatch({ at, by: "engine", idempotency: null }, id, { _tag: "Park", at })
    )
    const parked = await call("GET", path, admin)
    assert.strictEqual(parked.json.parked_at, new Date(at).toISOString())
    const listed = await call("GET", "/admin/v1/batches", admin)
    assert.strictEqual(listed.json.data[0].parked_at, parked.json.parked_at)
    await call("POST", "/v1/batches", { body: { payouts: [{ ...row, idempotency_key: "other" }] } })
    const waiting = await call("GET", "/admin/v1/batches?parked=true", admin)
    assert.deepStrictEqual([waiting.json.total, waiting.json.data[0].id], [1, id])
    assertInvalid(await call("GET", "/admin/v1/batches?parked=no", admin), "parked")
    // The customer sees the batch, and nothing of the service's internal state.
    const seen = await call("GET", `/v1/batches/${id}`)
    assert.deepInclude(seen.json, { status: "processing", pending: 1 })
    assert.notProperty(seen.json, "parked_at")

    assertInvalid(await resume({}), "reason")
    const body = { reason: "the bug is fixed", idempotency_key: "resume" }
    const resumed = await resume(body)
    assert.strictEqual(resumed.status, 200, resumed.text)
    assert.notProperty(resumed.json, "parked_at")
    const none = await call("GET", "/admin/v1/batches?parked=true", admin)
    assert.deepStrictEqual(none.json.data, [])
    assert.strictEqual((await resume(body)).text, resumed.text)
    assertProblem(await resume({ reason: "again" }), 409, "INVALID_STATE")
    const audits = await call("GET", "/admin/v1/audit-logs?action=batch.resumed", admin)
    assert.lengthOf(audits.json.data, 1)
    assert.include(JSON.stringify(audits.json.data[0]), "the bug is fixed")
    assert.include(JSON.stringify(audits.json.data[0]), id)
  })

  test("is resumed by operators alone", async ({ call }) => {
    const path = "/admin/v1/batches/bt_none/resume"
    const body = { reason: "none of my business" }
    assertProblem(await call("POST", path, { body }), 401, "UNAUTHORIZED")
    assertProblem(await call("POST", path, { ...admin, body }), 404, "BATCH_NOT_FOUND")
    assertProblem(await call("GET", "/admin/v1/batches/bt_none", admin), 404, "BATCH_NOT_FOUND")
  })
})
