/** Reports and figures from nodes that run the accounts' partitions, and from nodes that do not. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Servers from "../faults/servers.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"
import * as Staff from "./staff.ts"

const server = Servers.shared()
let database = ""
let nodes = Nodes.over("")

/** Rows that fill more than one page of a report. */
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
  it("is complete from every node", async () => {
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

describe("Figures of all accounts", () => {
  it("are the same from every node", async () => {
    const { id, key } = await Accounts.create(nodes.urls, "figures")
    const [url = ""] = nodes.urls()
    await settle(url, key, "for figures")
    const { ask } = await Staff.member(Staff.service(nodes.urls), "figures@example.com")
    /** The responses of all nodes to one request. */
    const asked = async (path: string) => {
      const answers: Array<Accounts.Answer["json"]> = []
      for (const _ of nodes.urls()) {
        const { json, status, text } = await ask("GET", `/dashboard/api/staff/${path}`)
        assert.strictEqual(status, 200, text)
        answers.push(json)
      }
      for (const each of answers) assert.deepStrictEqual(each, answers[0])
      return answers[0]
    }
    const { totals } = await asked("stats")
    assert.isAtLeast(totals.settled, rows)
    assert.isAbove(totals.median_seconds, 0)
    const [figures] = (await asked(`account-figures?ids=${id}`)).data
    assert.deepInclude(figures, { account_id: id, settled: rows, volume_usdc: rows })
    const networks = await asked("network-figures")
    const mtn = networks.data.find(
      (each: { readonly network: string }) => each.network === "MTN_UG"
    )
    assert.isAtLeast(mtn.settled, rows)
    assert.isAbove(mtn.median_seconds, 0)
  })
})
