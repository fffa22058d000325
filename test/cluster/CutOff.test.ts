/**
 * A node that its peers do not reach, while it reaches the database and its clients reach the node.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as process from "node:process"
import { assert, describe, it } from "vitest"
import * as Servers from "../faults/servers.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"

const server = Servers.shared()

/** Milliseconds within which a node and its peers must report the problem. */
const saidMsMax = 5_000

/**
 * Milliseconds within which the others must run all partitions: the time to notice, and the time
 * after a kill.
 */
const movedMsMax = 15_000

const key = Nodes.adminKey

interface Row {
  readonly address: string
  readonly unreached: ReadonlyArray<string>
}

const rowsAt = async ({ url }: Nodes.Node): Promise<ReadonlyArray<Row>> =>
  (await Accounts.call(url, "GET /admin/v1/cluster", { key })).json?.nodes ?? []

const readyAt = ({ url }: Nodes.Node) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status,
    () => undefined
  )

const unreachedAt = async ({ url }: Nodes.Node): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^payout_cluster_peers_unreached (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

/** Polls until a condition holds, and fails with its description. */
const within = (what: string, msMax: number, isSo: () => Promise<boolean>): Promise<true> =>
  Nodes.until(what, async () => ((await isSo()) ? true : undefined), msMax)

const all = async (found: ReadonlyArray<Promise<boolean>>): Promise<boolean> =>
  (await Promise.all(found)).every(Boolean)

/** Cuts a node off until the others serve everything, and then reconnects it. */
const cutOff = async (nodes: Nodes.Nodes, cut: Nodes.Node, keys: ReadonlyArray<string>) => {
  const others = nodes.running().filter((node) => node !== cut)
  process.kill(cut.pid, "SIGUSR2")
  const from = performance.now()
  await within(`metrics tell that ${cut.name} is cut off`, saidMsMax, () =>
    all([
      unreachedAt(cut).then((count) => count === others.length),
      ...others.map((other) => unreachedAt(other).then((count) => count === 1))
    ])
  )
  const left = () => saidMsMax + from - performance.now()
  await within(`the cluster's table shows that ${cut.name} is cut off`, left(), async () => {
    const [one] = others
    const rows = one === undefined ? [] : await rowsAt(one)
    return rows.every(({ address, unreached }) =>
      address === cut.name
        ? unreached.length === others.length
        : unreached.length === 1 && unreached[0] === cut.name
    )
  })
  await within(`the others run what ${cut.name} ran`, movedMsMax, async () => {
    const counts = await Promise.all(others.map(Nodes.owned))
    return counts.reduce((sum, count) => sum + count, 0) === Nodes.partitions
  })
  await within("every partition answers at the others", movedMsMax, () =>
    all(
      others.flatMap(({ url }) =>
        keys.map((key) =>
          Accounts.call(url, "GET /v1/account", { key }).then(
            ({ status }) => status === 200,
            () => false
          )
        )
      )
    )
  )
  assert.deepStrictEqual(await Promise.all(others.map(readyAt)), [200, 200])
  await within(`${cut.name} is not ready`, saidMsMax, async () => (await readyAt(cut)) === 503)
  process.kill(cut.pid, "SIGUSR2")
  await nodes.divided()
  await within("no node is cut off any more", saidMsMax, () =>
    all(nodes.running().map((node) => unreachedAt(node).then((count) => count === 0)))
  )
}

describe("Each of three nodes, cut off from the others,", () => {
  it("is reported within 5 s, takes no partition from them, and works once it is reconnected", {
    timeout: 300_000
  }, async () => {
    const database = await Servers.create(server)
    const ports = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "payout-cut-")), "ports.json")
    const nodes = Nodes.over(server.url(database), {
      ...{ CUT_PORTS: ports, NODE_OPTIONS: "--import=./test/cluster/cuttable.ts" }
    })
    try {
      for (let count = 0; count < 3; count++) await nodes.join()
      await nodes.divided()
      const names = nodes.running().map(({ name }) => Number(name.split(":").at(-1)))
      fs.writeFileSync(ports, JSON.stringify(names))
      const keys = (await Accounts.ofAllPartitions(nodes.urls)).map((account) => account.key)
      // One of the three nodes decides which nodes are alive, so each one is cut off once.
      for (const node of nodes.running()) await cutOff(nodes, node, keys)
    } finally {
      await nodes.close()
      await Servers.drop(server, database)
    }
  })
})
