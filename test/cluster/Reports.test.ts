/** A whole report of settlements, from nodes that do and do not run the account's partition. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Servers from "../faults/servers.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"

const server = Servers.shared()
let database = ""
let nodes = Nodes.over("")

/** More than one page of a report. */
const rows = 1_000
const batches = 2

beforeAll(async () => {
  database = await Servers.create(server)
  nodes = await Nodes.start(3, server.url(database))
})

afterAll(async () => {
  await nodes.close()
  await Servers.drop(server, database)
})

const settle = async (url: string, key: string, name: string): Promise<void> => {
  const payouts = Array.from({ length: rows }, (_, row) => ({
    ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: 1 },
    idempotency_key: `${name} ${row}`
  }))
  const { json } = await Accounts.call(url, "POST /v1/batches", { key, body: { payouts } })
  await Nodes.until(`all of ${name} settle`, async () => {
    const answer = await Accounts.call(url, `GET /v1/batches/${json.id}`, { key })
    return answer.json.completed === rows ? true : undefined
  })
}

describe("A report of settlements", () => {
  it("is whole from every node", async () => {
    const { key } = await Accounts.create(nodes.urls, "books")
    const period = `from=${new Date(Date.now() - 1_000).toISOString()}&to=2100-01-01`
    const [url = ""] = nodes.urls()
    for (let count = 0; count < batches; count++) await settle(url, key, `batch ${count}`)
    const reports = await Promise.all(
      nodes.urls().map(async (each) => {
        const route = `GET /v1/reports/settlements?${period}` as const
        const { json, status, text } = await Accounts.call(each, route, { key })
        assert.strictEqual(status, 200, text)
        return json.data.map((line: { readonly payout_id: string }) => line.payout_id)
      })
    )
    const [first = []] = reports
    assert.lengthOf(first, batches * rows)
    assert.deepStrictEqual(first, [...new Set(first)].sort().reverse())
    for (const report of reports) assert.deepStrictEqual(report, first)
  })
})
