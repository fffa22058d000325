/** The header that shows a balancer where an account's next request belongs. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Servers from "../faults/servers.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"

const server = Servers.shared()
let database = ""
let nodes = Nodes.over("")

const names = ["left", "right"] as const

beforeAll(async () => {
  database = await Servers.create(server)
  nodes = Nodes.over(server.url(database))
  for (const CLUSTER_NODE_NAME of names) await nodes.join({ CLUSTER_NODE_NAME })
  await nodes.divided()
})

afterAll(async () => {
  await nodes.close()
  await Servers.drop(server, database)
})

/** The status and `X-Payout-Node` of a request at each node. */
const answers = (path: string, key: string | undefined) =>
  Promise.all(
    nodes.urls().map(async (url) => {
      const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` }
      const answer = await fetch(url + path, headers && { headers })
      await answer.body?.cancel()
      return { status: answer.status, node: answer.headers.get("x-payout-node") }
    })
  )

/** The names of the partitions' owners. */
const owners = async (): Promise<ReadonlyMap<number, string>> => {
  const called = new Map(nodes.running().map(({ name }, index) => [name, names[index] ?? ""]))
  const { json } = await Accounts.call(nodes.urls()[0] ?? "", "GET /admin/v1/cluster")
  return new Map(
    json.partitions.of.map(({ number, owner }: { number: number; owner: string }) => [
      number,
      called.get(owner)
    ])
  )
}

describe("A response", () => {
  it("names the process that runs the account's partition, whichever took the request", async () => {
    const accounts = await Accounts.ofAllPartitions(nodes.urls)
    const owner = await owners()
    assert.sameMembers([...new Set(owner.values())], [...names])
    for (const { key, partition } of accounts) {
      const node = owner.get(partition) ?? null
      const found = { status: 200, node }
      assert.deepStrictEqual(await answers("/v1/quotes", key), [found, found])
      const missing = { status: 404, node }
      assert.deepStrictEqual(await answers("/v1/payouts/po_none", key), [missing, missing])
    }
  })

  it("names no process if any process can serve the next request", async () => {
    const any = { status: 200, node: null }
    assert.deepStrictEqual(await answers("/v1/rates", undefined), [any, any])
    assert.deepStrictEqual(await answers("/admin/v1/accounts", Nodes.adminKey), [any, any])
    const refused = { status: 401, node: null }
    assert.deepStrictEqual(await answers("/v1/quotes", "sk_sandbox_none"), [refused, refused])
  })
})
