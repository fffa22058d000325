/** Statement files over HTTP: their differences, the breaks of these, and refusals. */

import * as crypto from "node:crypto"
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, suite, until } from "./suite.ts"

const { statementCharsMax, statementOutcomesMax } = Limits.reconcile

const admin = { key: Service.adminKey }

const see = ({ call }: Service.Service, at: string) => call("GET", `/admin/v1/${at}`, admin)

const say = ({ call }: Service.Service, at: string, body: object) =>
  call("POST", `/admin/v1/${at}`, { ...admin, body })

const columns = {
  ...{ reference: "payout", identifies: "payout", amount: "amount", currency: "currency" },
  ...{ status: "state", outcomes: { done: "paid", failed: "failed", fee: "ignored" }, time: "at" }
}

const path = "reconciliations/statements"

const header = "at,payout,amount,currency,state"

/** A settled payout, with its amount. */
const settled = async (service: Service.Service) => {
  const { json } = await service.payout(`a payout ${Math.random()}`)
  const done = await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "SETTLED"
  )
  return { id: String(json.payout_id), amount: String(done.json.target_amount_fiat) }
}

const line = ({ amount, id }: { readonly amount: string; readonly id: string }, state = "done") =>
  [new Date().toISOString(), id, amount, "UGX", state].join(",")

const fileOf = (lines: ReadonlyArray<string>, more: object = {}) => ({
  ...{ provider: "sandbox", name: "sandbox.csv", content: [header, ...lines].join("\n"), columns },
  ...more
})

/** Imports a file, and returns the run when it has finished. */
const imported = async (service: Service.Service, body: object) => {
  const started = await until(
    () => say(service, path, body),
    ({ status }) => status !== 409
  )
  assert.strictEqual(started.status, 202, started.text)
  const { json } = await until(
    () => see(service, `reconciliations/${started.json.id}`),
    (answer) => answer.json.status === "finished"
  )
  return json
}

const breaksOf = async (service: Service.Service, subject: string) => {
  const { json } = await see(service, "breaks?limit=100")
  return json.data.filter((one: { subject_id: string | null; reference: string }) =>
    [one.subject_id, one.reference].includes(subject)
  )
}

const assertRefused = (answer: Service.Answer, field: string, code: string): void => {
  assertInvalid(answer, field)
  assert.strictEqual(answer.json.errors[0].code, code)
}

suite("A statement file", { HOLD_APPROVALS: "2" }, (test) => {
  test("is compared with the books, and kept as a reconciliation", async (service) => {
    const paid = await settled(service)
    const body = fileOf([line(paid), line({ id: "", amount: "" }, "fee")])
    const run = await imported(service, body)
    assert.deepInclude(run, { outcome: "clean", differences_total: 0, gaps: [] })
    assert.deepInclude(run, { started_by: "first operator" })
    assert.deepInclude(run.statement, {
      ...{ provider: "sandbox", name: "sandbox.csv", lines: 1 },
      sha256: crypto.hash("sha256", body.content)
    })
    const { json } = await see(service, "reconciliations?limit=1")
    assert.deepStrictEqual(json.data[0].statement, run.statement)
  })

  test("opens one break for each difference, which a second import finds again", async (service) => {
    const [failed, missing] = [await settled(service), await settled(service)]
    const body = fileOf([line(failed, "failed"), line({ id: "po_unknown", amount: "5" })])
    const run = await imported(service, body)
    assert.strictEqual(run.outcome, "differences")
    const [first, ...others] = await breaksOf(service, failed.id)
    assert.deepStrictEqual(others, [])
    assert.deepInclude(first, {
      ...{ kind: "statement_settled_not_paid", source: "sandbox", status: "open" },
      ...{ books_amount: failed.amount, reported_amount: "0", last_found_by: run.id }
    })
    const [unknown] = await breaksOf(service, "po_unknown")
    assert.deepInclude(unknown, { kind: "statement_transfer_unknown", subject_id: null })
    const [gone] = await breaksOf(service, missing.id)
    assert.strictEqual(gone.kind, "statement_line_missing")

    const again = await imported(service, body)
    const [same] = await breaksOf(service, failed.id)
    assert.deepInclude(same, { id: first.id, last_found_by: again.id })
    await imported(service, fileOf([line(failed), line(missing)]))
    assert.strictEqual((await breaksOf(service, failed.id))[0].status, "resolved")
    assert.strictEqual((await breaksOf(service, missing.id))[0].status, "resolved")
    assert.strictEqual((await breaksOf(service, "po_unknown"))[0].status, "open")
  })

  test("has breaks that no comparison of a day resolves, and that two people close", async (service) => {
    const paid = await settled(service)
    await imported(service, fileOf([line({ ...paid, amount: "7" })]))
    const [one] = await breaksOf(service, paid.id)
    assert.deepInclude(one, { kind: "statement_amount_differs", reported_amount: "7" })
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    const { json: started } = await say(service, "reconciliations", { day })
    await until(
      () => see(service, `reconciliations/${started.id}`),
      ({ json }) => json.status === "finished"
    )
    const ada = await Visitor.first(service)
    const explanation = { reason: "the provider's mistake", evidence: "ticket 4711" }
    const proposed = await say(service, `breaks/${one.id}/close`, explanation)
    assert.strictEqual(proposed.json.status, "open", proposed.text)
    const closed = await ada.ask("POST", `/admin/v1/breaks/${one.id}/close`, explanation)
    assert.strictEqual(closed.json.status, "closed", closed.text)
  })
})

suite("A faulty statement file", {}, (test) => {
  test("is refused with the line and the column that cannot be read", async (service) => {
    const [good, bad] = [line({ id: "po_1", amount: "5" }), line({ id: "po_2", amount: "12x" })]
    const refused = await say(service, path, fileOf([good, bad]))
    assertRefused(refused, "content", "malformed_line")
    assert.strictEqual(
      refused.json.errors[0].message,
      "line 3: column `amount` is not an amount: 12x"
    )
  })

  test("is refused without columns, if those of its provider are not known", async (service) => {
    const body = fileOf([], { columns: null })
    assertRefused(await say(service, path, body), "columns", "required")
  })

  test("is refused beyond its bounds", async (service) => {
    const ask = (more: object) => say(service, path, fileOf([], more))
    const long = await ask({ content: ",".repeat(statementCharsMax + 1) })
    assertRefused(long, "content", "too_long")
    const row = `${header}\n${"x".repeat(Limits.http.batchRowCharsMax + 2)}`
    assertRefused(await ask({ content: row }), "content", "too_long")
    // Commas of the file are not values of the body.
    const fees = Array.from({ length: Limits.http.bodyMarksMax / 4 + 1 }, () => ",,,,fee")
    assertRefused(await say(service, path, fileOf(fees)), "content", "wrong_lines")
    const names = Array.from({ length: statementOutcomesMax + 1 }, (_, at) => [`s${at}`, "paid"])
    const many = await ask({ columns: { ...columns, outcomes: Object.fromEntries(names) } })
    assertInvalid(many, "columns.outcomes")
    assertInvalid(await ask({ columns: { ...columns, time_format: "DD" } }), "columns.time_format")
    assertInvalid(await ask({ columns: { ...columns, utc_offset: "3" } }), "columns.utc_offset")
    const key = await service.call("POST", `/admin/v1/${path}`, { body: fileOf([]) })
    assertProblem(key, 401, "UNAUTHORIZED")
  })
})
