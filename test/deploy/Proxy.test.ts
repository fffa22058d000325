/**
 * The proxy in front of several nodes, with the real Caddy if it is installed: the node that gets a
 * request while some or all nodes are not ready.
 */
import { execFileSync, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Program from "../support/program.ts"

const file = path.join(import.meta.dirname, "../../.deploy/Caddyfile.cluster")

const hasCaddy = ((): boolean => {
  try {
    execFileSync("caddy", ["version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

interface Node {
  readonly server: http.Server
  readonly address: string
  isReady: boolean
  /** The number of readiness requests to the node. */
  asked: number
}

/** A node that responds with its address and the request's body. */
const node = async (): Promise<Node> => {
  const server = http.createServer((request, response) => {
    if (request.url === "/readyz") {
      made.asked += 1
      response.writeHead(made.isReady ? 200 : 503).end()
      return
    }
    let body = ""
    request.on("data", (chunk) => {
      body += chunk
    })
    request.on("end", () => response.end(`${made.address} ${body}`))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const made: Node = { server, address, isReady: true, asked: 0 }
  return made
}

/** A free port. */
const freePort = async (): Promise<number> => {
  const { address, server } = await node()
  await new Promise((resolve) => server.close(resolve))
  return Number(address.split(":")[1])
}

describe.skipIf(!hasCaddy)("The proxy in front of several nodes", () => {
  const folder = Program.temporaryFolder()
  let nodes: ReadonlyArray<Node> = []
  let url = ""
  let caddy: ReturnType<typeof spawn> | undefined

  const post = async (body: string) => {
    const response = await fetch(`${url}/v1/quotes`, { method: "POST", body })
    return { status: response.status, text: await response.text() }
  }

  /** The address of the node that responds to a request. */
  const answered = async (): Promise<string> => {
    const { status, text } = await post("body")
    assert.strictEqual(status, 200)
    assert.match(text, / body$/)
    return text.split(" ")[0] ?? ""
  }

  /**
   * Sends requests until each of the nodes has responded. The proxy chooses among idle nodes by
   * chance.
   */
  const answeredBy = async (expected: ReadonlyArray<Node>) => {
    const missing = new Set(expected.map(({ address }) => address))
    while (missing.size > 0) missing.delete(await answered())
  }

  /** Waits until the proxy has asked every node again, and the response has arrived. */
  const askedAgain = async () => {
    const before = nodes.map(({ asked }) => asked)
    while (!nodes.every(({ asked }, index) => asked > (before[index] ?? 0) + 1)) {
      await setTimeout(20)
    }
  }

  beforeAll(async () => {
    nodes = await Promise.all([node(), node(), node()])
    url = `http://127.0.0.1:${await freePort()}`
    // Caddy's administration port would be open to every user of this machine.
    fs.writeFileSync(
      path.join(folder, "Caddyfile"),
      `{\n\tadmin off\n}\n${fs.readFileSync(file, "utf8")}`
    )
    const words = ["run", "--config", path.join(folder, "Caddyfile"), "--adapter", "caddyfile"]
    caddy = spawn("caddy", words, {
      env: {
        PATH: process.env.PATH ?? "",
        ...{ XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder, SITE: url },
        NODES: nodes.map(({ address }) => address).join(" ")
      },
      stdio: "ignore"
    })
    while (
      !(await fetch(`${url}/metrics`).then(
        () => true,
        () => false
      ))
    )
      await setTimeout(20)
  })

  afterAll(async () => {
    const ended = new Promise((resolve) => caddy?.once("close", resolve))
    caddy?.kill()
    await ended
    for (const { server } of nodes) {
      server.closeAllConnections()
      server.close()
    }
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it("sends requests to every node, and none to one that is not ready", async () => {
    await answeredBy(nodes)
    const [first, ...others] = nodes
    if (first === undefined) return assert.fail("there is no node")
    first.isReady = false
    await askedAgain()
    await answeredBy(others)
    for (let count = 0; count < 12; count++) assert.notStrictEqual(await answered(), first.address)
    first.isReady = true
  })

  it("sends requests to the nodes even if none is ready", async () => {
    for (const each of nodes) each.isReady = false
    await askedAgain()
    await answeredBy(nodes)
    for (const each of nodes) each.isReady = true
    await askedAgain()
    await answeredBy(nodes)
  })

  it("does not expose the metrics", async () => {
    assert.strictEqual((await fetch(`${url}/metrics`)).status, 404)
  })
})
