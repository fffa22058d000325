/**
 * Connections to a node's private port that have not yet proved that they come from another node.
 */
import * as net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SocketServer } from "effect/socket"
import * as Handshakes from "../../src/cluster/Handshakes.ts"
import * as Transport from "../../src/cluster/Transport.ts"
import * as Limits from "../../src/config/Limits.ts"

const { handshakesLoggedMs, handshakesMax, handshakesOfAddressMax } = Limits.cluster

/**
 * Handshakes with a clock that the test sets, their log lines, and the connections that were cut
 * off.
 */
const counted = () => {
  const clock = { now: 0 }
  const logged: Array<Handshakes.Failures> = []
  const cut: Array<number> = []
  /** Functions that close the connections, in the order in which they began. */
  const closings: Array<() => void> = []
  const handshakes = Handshakes.make(
    () => clock.now,
    (failures) => void logged.push(failures)
  )
  let port = 0
  const begin = (remoteAddress: string, remotePort = ++port) => {
    const socket = {
      remoteAddress,
      remotePort,
      once: (_: string, close: () => void) => void closings.push(close),
      destroy: () => cut.push(remotePort)
    }
    handshakes.begin(socket as never)
    return { remoteAddress, remotePort }
  }
  return { begin, clock, closings, cut, handshakes, logged }
}

describe("Connections that have not proved the secret", () => {
  it("are bounded per network, and the network's oldest one is cut off", () => {
    const { begin, cut } = counted()
    begin("2001:db8:2::1")
    for (let n = 0; n < handshakesOfAddressMax; n++) begin(`2001:db8:1::${n.toString(16)}`)
    assert.deepStrictEqual(cut, [])
    begin("2001:db8:1::ffff")
    assert.deepStrictEqual(cut, [2])
  })

  it("are bounded for all networks, and the oldest one is cut off", () => {
    const { begin, cut, handshakes } = counted()
    for (let n = 0; n < handshakesMax; n++) begin(`10.0.0.${n}`)
    assert.deepStrictEqual(cut, [])
    begin("10.1.0.1")
    assert.deepStrictEqual(cut, [1])
    assert.strictEqual(handshakes.pending(), handshakesMax)
  })

  it("are no longer counted once they prove the secret", () => {
    const { begin, cut, handshakes } = counted()
    for (let n = 0; n <= handshakesOfAddressMax; n++) handshakes.prove(begin("10.0.0.1"))
    assert.deepStrictEqual(cut, [])
    assert.strictEqual(handshakes.pending(), 0)
  })

  it("remain counted if an earlier one of the same address and port closes late", () => {
    const { begin, closings, handshakes } = counted()
    begin("10.0.0.1", 7)
    begin("10.0.0.1", 7)
    closings[0]?.()
    assert.strictEqual(handshakes.pending(), 1)
    closings[1]?.()
    assert.strictEqual(handshakes.pending(), 0)
  })

  it("write one log line per period when they fail, with their number", () => {
    const { clock, handshakes, logged } = counted()
    const fail = () => handshakes.fail({ remoteAddress: "10.0.0.1" }, "a wrong secret")
    for (let n = 0; n < 5; n++) fail()
    clock.now = handshakesLoggedMs - 1
    fail()
    const line = { address: "10.0.0.1", reason: "a wrong secret" }
    assert.deepStrictEqual(logged, [{ ...line, count: 1 }])
    clock.now = handshakesLoggedMs
    fail()
    assert.deepStrictEqual(logged, [
      { ...line, count: 1 },
      { ...line, count: 6 }
    ])
  })
})

const secretOf = (secret: string): Transport.Security => ({
  _tag: "Secret",
  secret: Redacted.make(secret)
})

const security = secretOf("a secret that both ends of this test share")

const freePort = Effect.callback<number>((resume) => {
  const server = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address() as net.AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** A private port on loopback that sends `in` to a connection it accepts, and its log lines. */
const door = Effect.gen(function* () {
  const lines: Array<string> = []
  const logging = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
  const address = { host: "127.0.0.1", port: yield* freePort }
  const greet = (socket: net.Socket) => Effect.sync(() => void socket.end("in"))
  const context = yield* Layer.build(
    Layer.provide(Transport.server(address, security, greet), logging)
  )
  const serve = Effect.flatMap(SocketServer.SocketServer, ({ run }) => run(() => Effect.void))
  yield* Effect.forkScoped(Effect.provideContext(serve, context))
  return { address, lines }
})

/** A connection that sends nothing. */
const idle = ({ port }: Transport.Address): Promise<net.Socket> =>
  new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(socket))
    socket.on("error", () => undefined)
    socket.resume()
  })

const closed = (socket: net.Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once("close", () => resolve())))

/** The text that a process with this secret gets from the private port. */
const knock = (address: Transport.Address, own: Transport.Security): Promise<string> =>
  new Promise((resolve) => {
    const socket = Transport.connect(address, own)
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve(text))
  })

describe("The private port of a process", () => {
  it.live(
    "admits a node while more idle connections than the bound are open, and drops those",
    () =>
      Effect.gen(function* () {
        const { address } = yield* door
        yield* Effect.promise(async () => {
          for (let round = 0; round < 2; round++) {
            const more = 8
            const count = handshakesOfAddressMax + more
            const strangers = await Promise.all(Array.from({ length: count }, () => idle(address)))
            await Promise.all(strangers.slice(0, more).map(closed))
            assert.strictEqual(await knock(address, security), "in")
            for (const stranger of strangers) stranger.destroy()
          }
        })
      })
  )

  it.live("disconnects a stranger that sends nothing within its time limit", () =>
    Effect.gen(function* () {
      const { address } = yield* door
      yield* Effect.promise(async () => closed(await idle(address)))
    })
  )

  it.live("logs a process with another secret", () =>
    Effect.gen(function* () {
      const { address, lines } = yield* door
      const stranger = secretOf("a secret that the door does not have at all")
      const text = yield* Effect.promise(() => knock(address, stranger))
      assert.strictEqual(text, "")
      while (lines.length === 0) yield* Effect.sleep(10)
      assert.include(lines[0], "A connection of another node was refused")
    })
  )
})
