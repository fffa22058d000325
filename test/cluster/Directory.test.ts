/** Changes of the directory, which take effect on every node at once. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Servers from "../faults/servers.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"
import * as Staff from "./staff.ts"

const server = Servers.shared()
let database = ""
let nodes = Nodes.over("")

beforeAll(async () => {
  database = await Servers.create(server)
  nodes = await Nodes.start(3, server.url(database))
})

afterAll(async () => {
  await nodes.close()
  await Servers.drop(server, database)
})

/** Milliseconds in which the service must respond to a change in the directory, generously. */
const changeMsMax = 2_000

const [members, operators] = ["/dashboard/api/staff/team/members", "/admin/v1/operators"] as const

/** Sends one request to every serving node at the same time, and returns the statuses. */
const statuses = (
  route: `${string} /${string}`,
  call: Accounts.Call
): Promise<ReadonlyArray<number>> =>
  Promise.all(
    nodes.urls().map(async (url) => {
      const { status } = await Accounts.call(url, route, call)
      return status
    })
  )

const everywhere = (status: number) => nodes.urls().map(() => status)

const urlAt = (index: number): string => nodes.urls()[index % nodes.urls().length] ?? ""

/** Changes the directory through a node, whose response must arrive in time. */
const change = async (
  index: number,
  route: `${string} /${string}`,
  body?: unknown
): Promise<void> => {
  const begun = performance.now()
  const { status, text } = await Accounts.call(urlAt(index), route, { body })
  assert.include([200, 204], status, text)
  assert.isBelow(performance.now() - begun, changeMsMax)
}

const read = "GET /v1/payouts?limit=1"

describe("Every node", () => {
  it("accepts a key as soon as the response to its creation is sent", async () => {
    for (let index = 0; index < 6; index++) {
      const { key } = await Accounts.create(() => [urlAt(index)], `created ${index}`)
      assert.deepStrictEqual(await statuses(read, { key }), everywhere(200))
    }
  })

  it("refuses a key as soon as the response to its revocation is sent", async () => {
    for (let index = 0; index < 6; index++) {
      const { id, key, keyId } = await Accounts.create(() => [urlAt(index)], `revoked ${index}`)
      await change(index + 1, `DELETE /admin/v1/accounts/${id}/api-keys/${keyId}`)
      assert.deepStrictEqual(await statuses(read, { key }), everywhere(401))
    }
  })

  it("refuses an account as soon as the response to its suspension is sent", async () => {
    for (let index = 0; index < 6; index++) {
      const { id, key } = await Accounts.create(() => [urlAt(index)], `suspended ${index}`)
      await change(index + 1, `PATCH /admin/v1/accounts/${id}`, { status: "SUSPENDED" })
      const body = { ...Accounts.rate, idempotency_key: "refused" }
      assert.deepStrictEqual(await statuses("POST /v1/quotes", { key, body }), everywhere(403))
    }
  })

  it("refuses an admin who became an operator, and the keys that they issued", async () => {
    const service = Staff.service(nodes.urls)
    const first = await Staff.member(service, "first@example.com")
    const other = await Staff.member(service, "other@example.com")
    const issued = await other.ask("POST", operators, { name: "of an admin" })
    assert.strictEqual(issued.status, 201, issued.text)
    const { key } = issued.json
    assert.deepStrictEqual(await statuses(`GET ${operators}`, { key }), everywhere(200))
    const { person } = (await other.ask("GET", "/dashboard/api/session")).json
    const lowered = await first.ask("PATCH", `${members}/${person.id}`, { role: "operator" })
    assert.strictEqual(lowered.status, 200, lowered.text)
    assert.deepStrictEqual(await statuses(`GET ${operators}`, { key }), everywhere(401))
    // Each node gets one of these requests.
    for (const _ of nodes.urls()) {
      const refused = await other.ask("POST", operators, { name: "of an operator" })
      assert.strictEqual(refused.status, 403, refused.text)
      assert.strictEqual((await other.ask("GET", "/admin/v1/accounts")).status, 200)
    }
  })

  it("that was frozen refuses a key that was revoked in the meantime, from its first request on", async () => {
    const { id, key, keyId } = await Accounts.create(
      nodes.urls,
      "revoked while a node stands still"
    )
    const frozen = nodes.running()[2] ?? assert.fail("three nodes")
    assert.deepStrictEqual(await statuses(read, { key }), everywhere(200))
    frozen.freeze()
    const others = nodes.running().filter((node) => node !== frozen)
    await Nodes.until("the others run every partition", async () => {
      const counts = await Promise.all(others.map(Nodes.owned))
      const sum = counts.reduce((total, count) => total + count, 0)
      return sum === Nodes.partitions ? true : undefined
    })
    await change(0, `DELETE /admin/v1/accounts/${id}/api-keys/${keyId}`)
    // The frozen node finds these requests in its sockets when it wakes up.
    const waiting = Array.from({ length: 20 }, async () => {
      const { status } = await Accounts.call(frozen.url, read, { key })
      return status
    })
    frozen.thaw()
    for (const status of await Promise.all(waiting)) assert.include([401, 503], status)
    await nodes.ready()
    assert.deepStrictEqual(await statuses(read, { key }), everywhere(401))
  })
})
