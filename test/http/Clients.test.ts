import { connect, type Socket } from "node:net"
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Service from "../support/service.ts"
import { bytes, suite, until } from "./suite.ts"

const post = (path: string, body: string, length = body.length) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${Service.apiKey}`,
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    "",
    body
  ].join("\r\n")

const quoteBody = (idempotency_key: string) =>
  JSON.stringify({ source_amount_usdc: 25, target_currency: "UGX", idempotency_key })

const open = (service: Service.Service): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.on("error", reject)
  })

/** Writes a text, and closes the connection once the bytes were sent. */
const sendAndLeave = async (service: Service.Service, text: string): Promise<void> => {
  const socket = await open(service)
  socket.on("error", () => {})
  await new Promise<void>((resolve) => socket.write(text, () => resolve()))
  await new Promise<void>((resolve) => {
    socket.on("close", () => resolve())
    socket.destroy()
  })
}

suite(
  "A client",
  {},
  {
    "that leaves": (test) => {
      test("in the middle of its body changes nothing and affects no other client", async (service) => {
        const body = quoteBody("half")
        for (let index = 0; index < 20; index++) {
          await sendAndLeave(service, post("/v1/quotes", body.slice(0, 20), body.length))
        }
        const answer = await service.call("POST", "/v1/quotes", { raw: body })
        assert.strictEqual(answer.status, 201)
        assert.isNull(answer.headers.get("idempotent-replayed"))
      })

      test("after its request is served once, and finds the result by its key", async (service) => {
        const quotes = await Promise.all(
          Array.from({ length: 20 }, (_, index) => service.quote(`quote to leave ${index}`))
        )
        const bodies = quotes.map(({ json }, index) =>
          JSON.stringify({
            quote_id: json.quote_id,
            recipient_phone: "+256770000001",
            network: "MTN_UG",
            idempotency_key: `leave ${index}`
          })
        )
        await Promise.all(bodies.map((body) => sendAndLeave(service, post("/v1/payouts", body))))
        const list = () => service.call("GET", "/v1/payouts?limit=100")
        const before = await until(list, ({ json }) => json.total === 20)
        for (const body of bodies) {
          const answer = await service.call("POST", "/v1/payouts", { raw: body })
          assert.strictEqual(answer.status, 201)
          assert.strictEqual(answer.headers.get("idempotent-replayed"), "true")
          const ids = before.json.data.map((each: { payout_id: string }) => each.payout_id)
          assert.include(ids, answer.json.payout_id)
        }
        assert.strictEqual((await list()).json.total, 20)
      })

      test("or never finishes does not delay others", async (service) => {
        const sockets = await Promise.all(Array.from({ length: 50 }, () => open(service)))
        try {
          for (const socket of sockets) socket.write(post("/v1/quotes", '{"source', 1000))
          const answer = await service.quote("next to the slow ones")
          assert.strictEqual(answer.status, 201)
          assert.strictEqual((await service.call("GET", "/readyz")).status, 200)
        } finally {
          for (const socket of sockets) socket.destroy()
        }
      })
    },

    "that sends in pieces or ahead": (test) => {
      test("byte by byte is served", async (service) => {
        const socket = await open(service)
        socket.setNoDelay(true)
        let answer = ""
        socket.on("data", (chunk) => {
          answer += chunk
        })
        const closed = new Promise((resolve) => socket.on("close", resolve))
        const text = post("/v1/quotes", quoteBody("slow")).replace(
          "Host:",
          "Connection: close\r\nHost:"
        )
        for (const character of text) {
          await new Promise<void>((resolve) => socket.write(character, () => resolve()))
        }
        await closed
        assert.match(answer, /^HTTP\/1\.1 201/)
      })

      test("by pipelining gets its responses in order", async (service) => {
        const requests = ["one", "two", "three"].map((key) => post("/v1/quotes", quoteBody(key)))
        const last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        const answer = await bytes(service, `${requests.join("")}${last}`)
        assert.deepStrictEqual(
          [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
          ["201", "201", "201", "200"]
        )
      })

      test("by pipelining above the bound gets responses up to the bound, then a 503, and is disconnected", async (service) => {
        const count = 200
        const requests = Array.from({ length: count }, (_, n) =>
          post("/v1/quotes", quoteBody(`p ${n}`))
        )
        const answer = await bytes(service, requests.join(""))
        const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
        const taken = statuses.filter((status) => status === "201").length
        assert.isAtLeast(taken, Limits.http.pipelinedMax)
        assert.deepStrictEqual(statuses, [...statuses.slice(0, taken), "503"])
        assert.isBelow(taken, count)
        const last = answer.slice(answer.lastIndexOf("HTTP/1.1"))
        assert.match(last, /\r\nconnection: close\r\n/i)
        assert.match(last, /\r\nretry-after: \d+\r\n/i)
        assert.include(last, '"error":"SERVICE_UNAVAILABLE"')
        // The responses are in the order of the requests, and a refused request had no effect.
        const ids = [...answer.matchAll(/"quote_id":"([^"]+)"/g)].map(([, id]) => id)
        const first = await service.quote("p 0")
        assert.strictEqual(first.json.quote_id, ids[0])
        assert.strictEqual((await service.quote(`p ${taken - 1}`)).json.quote_id, ids[taken - 1])
        const refused = await service.quote(`p ${count - 1}`)
        assert.isNull(refused.headers.get("idempotent-replayed"))
      })

      test("with a too large body gets its response", async (service) => {
        const body = `{"x":"${"a".repeat(8 * 1024 * 1024)}"}`
        const answer = await bytes(service, post("/v1/quotes", body))
        assert.match(answer, /^HTTP\/1\.1 413 /)
        assert.include(answer, '"error":"PAYLOAD_TOO_LARGE"')
        assert.match(answer, /\r\nconnection: close\r\n/i)
      })
    }
  }
)
