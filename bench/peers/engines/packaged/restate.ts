/**
 * Restate: a payout is an invocation of four steps, whose idempotency key is the payout's id. The
 * server runs next to this process, on the cores that PostgreSQL has for the others, with a
 * separate log on the disk, which it flushes by default.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as http2 from "node:http2"
import { createRequire } from "node:module"
import * as net from "node:net"
import * as path from "node:path"
import * as restate from "@restatedev/restate-sdk"
import * as clients from "@restatedev/restate-sdk-clients"
import * as Protocol from "../Protocol.ts"

const atOnce = 64
const folder = path.join(process.env.DATA_DIR ?? "", "restate")
fs.mkdirSync(folder, { recursive: true })

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0)
      )
    })
  })

/**
 * The ports are the same at each start, because the server stores its own address and that of the
 * workflows.
 */
const ports = async (): Promise<ReadonlyArray<number>> => {
  const file = path.join(folder, "ports.json")
  if (!fs.existsSync(file)) {
    const chosen = await Promise.all(Array.from({ length: 4 }, freePort))
    fs.writeFileSync(file, JSON.stringify(chosen))
  }
  return JSON.parse(fs.readFileSync(file, "utf8"))
}

const [node, ingress, admin, own] = await ports()

const payouts = restate.service({
  name: "payouts",
  handlers: {
    settle: async (context: restate.Context, payout: string): Promise<void> => {
      for (const status of Protocol.statuses) {
        const step = () => Protocol.transition(payout, status)
        Protocol.acknowledge(await context.run(status, step))
      }
    }
  }
})

const endpoint = http2.createServer(
  restate.createEndpointHandler({ services: [payouts], logger: () => {} })
)
await new Promise<void>((resolve) => void endpoint.listen(own, "127.0.0.1", resolve))

const binary = createRequire(import.meta.url).resolve(
  `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
)
const [command = "", ...words] = [...(process.env.STORE ?? "").split(" ").filter(Boolean), binary]
const server = spawn(command, words, {
  cwd: folder,
  env: {
    RESTATE_BASE_DIR: folder,
    RESTATE_NODE_NAME: "bench",
    RESTATE_DISABLE_TELEMETRY: "true",
    // At its start the server looks for a newer version, and logs an error without a network.
    RESTATE_LOG_FILTER: "error,octocrab=off",
    RESTATE_LISTEN_MODE: "tcp",
    RESTATE_BIND_IP: "127.0.0.1",
    RESTATE_ADVERTISED_HOST: "127.0.0.1",
    RESTATE_BIND_PORT: String(node),
    RESTATE_INGRESS__BIND_PORT: String(ingress),
    RESTATE_ADMIN__BIND_PORT: String(admin)
  },
  stdio: ["ignore", "ignore", "inherit"]
})
process.on("exit", () => server.kill("SIGKILL"))
const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()))
// The contender cannot continue without the server.
gone.then(() => process.exit())

/**
 * Repeats a request until it succeeds, because the server is not ready directly after its start.
 */
const ask = async (path: string, body: unknown): Promise<string> => {
  const headers = { "content-type": "application/json", accept: "application/json" }
  const request = { method: "POST", headers, body: JSON.stringify(body) }
  try {
    const answer = await fetch(`http://127.0.0.1:${admin}${path}`, request)
    const text = await answer.text()
    if (answer.ok) return text
  } catch {
    // The server does not listen yet.
  }
  await Protocol.pause(100)
  return ask(path, body)
}

await ask("/deployments", { uri: `http://127.0.0.1:${own}`, force: true })

interface Journal {
  /** The stored entries, in hex. */
  readonly rows: ReadonlyArray<{ readonly raw: string }>
}

const outcomeIn = (entry: string): ReadonlyArray<Protocol.Transition> => {
  const json = /\{"payout":.*\}/.exec(entry)?.[0]
  return json === undefined ? [] : [JSON.parse(json)]
}

/** The kernel's count of bytes that a process wrote, which only Linux has. */
const bytesWritten = (file: string): number =>
  fs.existsSync(file)
    ? Number(/^write_bytes: (\d+)$/m.exec(fs.readFileSync(file, "utf8"))?.[1])
    : Number.NaN

const client = clients.connect({ url: `http://127.0.0.1:${ingress}` })

await Protocol.serve({
  run: (ids) =>
    Protocol.forEach(ids, atOnce, async (id) => {
      await client.serviceClient(payouts).settle(id, clients.rpc.opts({ idempotencyKey: id }))
    }),
  read: async () => {
    const query = "select raw from sys_journal where entry_type = 'Notification: Run'"
    const { rows }: Journal = JSON.parse(await ask("/query", { query }))
    return rows.flatMap(({ raw }) => outcomeIn(Buffer.from(raw, "hex").toString()))
  },
  diskBytes: () => bytesWritten(`/proc/${server.pid}/io`),
  close: () => {
    server.kill("SIGTERM")
    return gone
  }
})
