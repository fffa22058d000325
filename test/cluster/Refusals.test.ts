/** Processes that must not run together with nodes, and connections that nodes must refuse. */
import * as crypto from "node:crypto"
import * as net from "node:net"
import { setTimeout } from "node:timers/promises"
import * as tls from "node:tls"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Life from "../faults/life.ts"
import * as Servers from "../faults/servers.ts"
import * as Nodes from "../support/nodes.ts"

const server = Servers.shared()
let database = ""
let nodes = Nodes.over("")

beforeAll(async () => {
  database = await Servers.create(server)
  nodes = await Nodes.start(1, server.url(database))
})

afterAll(async () => {
  await nodes.close()
  await Servers.drop(server, database)
})

/** Asserts that a process ends, and prints the reason. */
const assertRefused = async (
  { ended, output }: Pick<Life.Life, "ended" | "output">,
  reason: RegExp
): Promise<void> => {
  assert.strictEqual(await ended, 1, output())
  assert.match(output(), reason)
}

/** Asserts that the first node continues to work. */
const assertReady = async (): Promise<void> => {
  await nodes.ready()
  assert.lengthOf(nodes.running(), 1)
}

describe("A node that joins another one", () => {
  const others: ReadonlyArray<readonly [string, Life.Environment, RegExp]> = [
    ["PARTITIONS", { PARTITIONS: "4" }, /PARTITIONS/],
    ["secret", { CLUSTER_SECRET: "another-secret-which-the-first-node-does-not-have" }, /SECRET/],
    ["chain", { CHAIN_ID: "5" }, /CHAIN_ID/],
    ["quote lifetime", { QUOTE_TTL: "7 minutes" }, /QUOTE_TTL/]
  ]

  it.each(others)("is refused with another %s, which the error names", async (_, more, reason) => {
    await assertRefused(await nodes.join(more), reason)
    await assertReady()
  })

  // A row without a version comes from an older release.
  it.each(["5", undefined])(
    "is refused if the other one writes entries of version %s",
    async (v) => {
      const agreed = JSON.stringify({ "The version of log entries": v })
      await Servers.query(
        server,
        database,
        `insert into cluster_node
        (address, started_at, seen_at, version, agreed, followed, partitions, health)
      values ('127.0.0.1:1', now(), now() + interval '1 hour', '1.0.0', '${agreed}', 0, '[]',
        '{"skewMs": 0, "unreached": []}')`
      )
      try {
        await assertRefused(await nodes.join(), /The version of log entries is \d+ here/)
        await assertReady()
      } finally {
        await Servers.query(
          server,
          database,
          "delete from cluster_node where address = '127.0.0.1:1'"
        )
      }
    }
  )

  it("is refused with a clock that is far from the database's", async () => {
    const ahead = "data:text/javascript,const%20now=Date.now;Date.now=()=>now()+90000"
    const joined = await nodes.join({ NODE_OPTIONS: `--import ${ahead}` })
    await assertRefused(joined, /clock of this machine is (89|90)\.\d s ahead of the database's/)
    await assertReady()
  })

  it("is refused on a database of the other environment", async () => {
    const own = await Servers.create(server)
    const first = await Nodes.start(1, server.url(own))
    try {
      const [node] = first.running()
      assert.strictEqual(await node?.end("SIGTERM"), 0)
      await Servers.query(server, own, "update installation set environment = 'production'")
      await assertRefused(await first.join(), /payout-service stops: .*production/)
    } finally {
      await first.close()
      await Servers.drop(server, own)
    }
  })

  it("is refused if it has no shared database", async () => {
    const life = Life.start("src/main.ts", {
      CLUSTER_LISTEN: "127.0.0.1:19999",
      CLUSTER_SECRET: Nodes.secret
    })
    await assertRefused(life, /DATABASE_URL/)
  })
})

describe("A node to which another live node does not respond", () => {
  it("names it within seconds in its metrics and to operators", async () => {
    const [node] = nodes.running()
    const { url } = node ?? assert.fail()
    const unanswering = "127.0.0.1:1"
    await Servers.query(
      server,
      database,
      `insert into cluster_node
        (address, started_at, seen_at, version, agreed, followed, partitions, health)
      values ('${unanswering}', now(), now() + interval '1 hour', '1.0.0', '{}', 1000000, '[]',
        '{"skewMs": 0, "unreached": []}')`
    )
    try {
      const metric = async () => (await fetch(`${url}/metrics`)).text()
      const since = Date.now()
      while (!/^payout_cluster_peers_unreached(\{.*\})? 1$/m.test(await metric())) {
        assert.isBelow(Date.now() - since, 20_000, "the metric shows it")
        await setTimeout(100)
      }
    } finally {
      await Servers.query(
        server,
        database,
        `delete from cluster_node where address = '${unanswering}'`
      )
    }
  })
})

describe("A single process", () => {
  const alone = (url: string): Life.Life =>
    Life.start("src/main.ts", { DATABASE_URL: url, PARTITIONS: String(Nodes.partitions) })

  it("is refused while nodes run on its database", async () => {
    await assertRefused(alone(server.url(database)), /Another process serves this log/)
    await assertReady()
  })

  it("refuses nodes on its database", async () => {
    const own = await Servers.create(server)
    const first = alone(server.url(own))
    const second = Nodes.over(server.url(own))
    try {
      assert.isDefined(await first.listening, first.output())
      await assertRefused(await second.join(), /payout-service stops: .*CLUSTER_LISTEN/)
    } finally {
      await first.kill("SIGKILL")
      await second.close()
      await Servers.drop(server, own)
    }
  })
})

const privateAddress = (): net.NetConnectOpts => {
  const [host = "", port] = nodes.running()[0]?.name.split(":") ?? []
  return { host, port: Number(port) }
}

/** The result of a private connection with a secret: "open", or the error's code. */
const connectWith = (secret: string): Promise<string> =>
  new Promise((resolve) => {
    const info = "payout-service cluster transport"
    const psk = Buffer.from(crypto.hkdfSync("sha256", secret, "", info, 32))
    const socket = tls.connect({
      ...privateAddress(),
      ...{ minVersion: "TLSv1.2", maxVersion: "TLSv1.2" },
      ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
      pskCallback: () => ({ psk, identity: "payout-service" }),
      checkServerIdentity: () => undefined
    })
    socket.once("secureConnect", () => {
      resolve("open")
      socket.destroy()
    })
    socket.once("error", (error) => resolve("code" in error ? String(error.code) : error.message))
  })

/** Sends a text without TLS, and returns the response until the connection is closed. */
const sayTo = (text: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = net.connect(privateAddress())
    let answer = ""
    socket.setEncoding("latin1")
    socket.on("data", (chunk) => {
      answer += chunk
    })
    socket.once("error", () => undefined)
    socket.once("close", () => resolve(answer))
    socket.write(text)
  })

describe("The private port of a node", () => {
  it("opens for the nodes' secret, and for no other", async () => {
    assert.strictEqual(await connectWith(Nodes.secret), "open")
    assert.notStrictEqual(await connectWith(`${Nodes.secret}.`), "open")
  })

  it("responds to no call without the secret", async () => {
    const call = JSON.stringify({ _tag: "Request", id: "1", tag: "Ping", payload: null })
    // TLS may send the reason of the close in one short record without text.
    const answer = await sayTo(`${call}\n`)
    assert.isAtMost(answer.length, 7)
    assert.notInclude(answer, "{")
  })
})
