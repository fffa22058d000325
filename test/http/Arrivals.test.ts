/**
 * The limits of request bodies that are still arriving. A slow sender makes room for a quick one.
 */
import { connect, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Arrivals from "../../src/http/middleware/Arrivals.ts"
import type * as Service from "../support/service.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertProblem, customer, silent, suite, until } from "./suite.ts"

/** Begins bodies, and records the names of the bodies that were cut off, in order. */
const begun = () => {
  const arrivals = Arrivals.make()
  const cut: Array<string> = []
  const begin = (name: string, sender: Arrivals.Sender) =>
    arrivals.begin(sender, () => void cut.push(name))
  return { arrivals, cut, begin }
}

const kinds = [
  { kind: "with credentials", isKnown: true, bounds: Limits.bodies.authenticated },
  { kind: "without credentials", isKnown: false, bounds: Limits.bodies.anonymous }
] as const

for (const { bounds, isKnown, kind } of kinds) {
  const sender = (id: number) => ({ id: `sender ${id}`, isKnown })

  describe(`The bodies in transfer of requests ${kind}`, () => {
    it("are bounded in number per sender, and the sender's oldest body is cut off", () => {
      const { arrivals, begin, cut } = begun()
      begin("another's", sender(2))
      for (let n = 0; n < bounds.ofSenderMax; n++) begin(`${n}`, sender(1))
      assert.deepStrictEqual(cut, [])
      begin("one more", sender(1))
      assert.deepStrictEqual(cut, ["0"])
      assert.strictEqual(arrivals.counts().count, bounds.ofSenderMax + 1)
    })

    it("are bounded in number for all senders, and the oldest body is cut off", () => {
      const { begin, cut } = begun()
      for (let n = 0; n < bounds.max; n++) begin(`${n}`, sender(n))
      assert.deepStrictEqual(cut, [])
      begin("one more", sender(-1))
      assert.deepStrictEqual(cut, ["0"])
    })

    it("are bounded in bytes per sender, and the sender's oldest body is cut off", () => {
      const { arrivals, begin, cut } = begun()
      const whole = bounds.bytesOfSenderMax / 2
      begin("another's", sender(2)).add(1)
      begin("old", sender(1)).add(whole)
      const young = begin("young", sender(1))
      young.add(whole)
      assert.deepStrictEqual(cut, [])
      young.add(1)
      assert.deepStrictEqual(cut, ["old"])
      assert.deepStrictEqual(arrivals.counts(), { count: 2, bytes: whole + 2, senders: 2 })
    })

    it("are bounded in bytes for all senders, and the oldest body is cut off", () => {
      const { begin, cut } = begun()
      const senders = bounds.bytesMax / bounds.bytesOfSenderMax
      for (let n = 0; n < senders; n++) begin(`${n}`, sender(n)).add(bounds.bytesOfSenderMax)
      assert.deepStrictEqual(cut, [])
      begin("one more", sender(-1)).add(1)
      assert.deepStrictEqual(cut, ["0"])
    })

    it("are counted once until they end, and are not cut off afterwards", () => {
      const { arrivals, begin, cut } = begun()
      const ended = begin("ended", sender(1))
      ended.add(5)
      ended.end()
      ended.end()
      ended.add(5)
      assert.deepStrictEqual(arrivals.counts(), { count: 0, bytes: 0, senders: 1 })
      for (let n = 0; n <= bounds.ofSenderMax; n++) begin(`${n}`, sender(1))
      assert.deepStrictEqual(cut, ["0"])
    })

    it("are remembered by sender after they end, up to a bound", () => {
      const { arrivals, begin } = begun()
      begin("on its way", sender(0))
      for (let n = 1; n <= Limits.bodies.idleSendersMax; n++) begin(`${n}`, sender(n)).end()
      assert.strictEqual(arrivals.counts().senders, 1 + Limits.bodies.idleSendersMax)
      begin("one more", sender(-1))
      assert.deepStrictEqual(arrivals.counts(), { count: 2, bytes: 0, senders: 2 })
    })

    it("never cut off a body of the other kind", () => {
      const { begin, cut } = begun()
      begin("another's", { id: "sender 1", isKnown: !isKnown })
      for (let n = 0; n <= bounds.max; n++) begin(`${n}`, sender(n))
      assert.deepStrictEqual(cut, ["0"])
    })
  })
}

/** A connection that sent a text, and the text that came back. */
interface Slow {
  readonly socket: Socket
  text: string
}

const open = (service: Service.Service, text: string): Promise<Slow> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(service.url)
    const slow: Slow = { text: "", socket: connect(Number(port), hostname) }
    slow.socket.setEncoding("latin1")
    slow.socket.on("error", () => {})
    slow.socket.on("data", (chunk) => {
      slow.text += chunk
    })
    slow.socket.once("connect", () => slow.socket.write(text, () => resolve(slow)))
  })

/** The head of a POST, and the first bytes of its body. */
const begin = (path: string, length: number, first: string, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}Content-Type: application/json\r\n` +
  `Content-Length: ${length}\r\n\r\n${first}`

/** Sends the beginning of a body on many connections while a test runs. */
const among = async (
  service: Service.Service,
  count: number,
  text: string,
  run: (slow: ReadonlyArray<Slow>) => Promise<void>
) => {
  const slow = await Promise.all(Array.from({ length: count }, () => open(service, text)))
  try {
    await run(slow)
  } finally {
    for (const { socket } of slow) socket.destroy()
  }
}

/** A number of bodies that exceeds the slots of requests in progress. */
const many = Limits.http.requestsMax - Limits.http.requestsOfReadsMin + 64

const page = "X-Dashboard: 1\r\n"

const script = ScriptedAdapters.make()

const answered = (slow: ReadonlyArray<Slow>, status: number): number =>
  slow.filter(({ text }) => text.startsWith(`HTTP/1.1 ${status} `)).length

suite(
  "Slow request bodies",
  {},
  (test) => {
    const assertServes = async (service: Service.Service, key: string) => {
      const quote = { source_amount_usdc: 25, target_currency: "UGX" }
      for (let n = 0; n < 3; n++) {
        const body = { ...quote, idempotency_key: `${key} ${n}` }
        assert.strictEqual((await service.call("POST", "/v1/quotes", { body })).status, 201)
      }
    }

    /** Waits until this number of slow connections got a response with the status. */
    const awaitAnswers = (
      service: Service.Service,
      slow: ReadonlyArray<Slow>,
      status: number,
      count: number
    ) =>
      until(
        () => service.call("GET", "/readyz"),
        () => answered(slow, status) === count
      )

    test("for an unknown provider's callback are refused before they are read", async (service) => {
      script.callbackResult = { _tag: "UnknownProvider" }
      await among(service, many, begin("/callbacks/x", 60_000, "{"), async (slow) => {
        await awaitAnswers(service, slow, 404, many)
        await assertServes(service, "no provider")
      })
    })

    test("of one address leave slots to others, and the newest of them continue", async (service) => {
      script.callbackResult = { _tag: "Throttled" }
      const cutOff = many - Limits.bodies.anonymous.ofSenderMax
      for (const [path, more] of [
        ["/callbacks/mtn", ""],
        ["/dashboard/api/sign-in", page]
      ] as const) {
        await among(service, many, begin(path, 60_000, "{", more), async (slow) => {
          await awaitAnswers(service, slow, 503, cutOff)
          await assertServes(service, path)
          const callback = await service.call("POST", "/callbacks/mtn", { key: null, raw: "{}" })
          assert.strictEqual(callback.status, 200, callback.text)
        })
      }
    })

    test("of one account leave slots to all requests, including that account's", async (service) => {
      const { key } = await customer(service)
      const authorization = `Authorization: Bearer ${key}\r\n`
      const text = begin("/v1/quotes", 60_000, "{", authorization)
      await among(service, many, text, async (slow) => {
        await awaitAnswers(service, slow, 503, many - Limits.bodies.authenticated.ofSenderMax)
        await assertServes(service, "another account")
        const body = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "own" }
        const own = await service.call("POST", "/v1/quotes", { key, body })
        assert.strictEqual(own.status, 201, own.text)
      })
    })

    test("of one address are bounded in bytes", async (service) => {
      const sent = 900_000
      const text = begin("/dashboard/api/sign-in", 1_000_000, "x".repeat(sent), page)
      const fit = Math.floor(Limits.bodies.anonymous.bytesOfSenderMax / sent)
      await among(service, fit + 4, text, async (slow) => {
        await awaitAnswers(service, slow, 503, 4)
      })
    })

    test("with more bytes than a callback may have are refused", async (service) => {
      script.callbackResult = { _tag: "Throttled" }
      const raw = "x".repeat(Limits.providers.callbackBytesMax)
      const send = (body: string) =>
        service.call("POST", "/callbacks/mtn", { key: null, raw: body })
      assert.strictEqual((await send(raw)).status, 200)
      assertProblem(await send(`${raw}x`), 413, "PAYLOAD_TOO_LARGE")
    })
  },
  { logging: silent, adapters: ScriptedAdapters.layer(script) }
)
