/**
 * Requests that get a response before their body has arrived. Every client must get that response.
 */
import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { PassThrough } from "node:stream"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as UnreadBody from "../../src/http/middleware/UnreadBody.ts"
import * as Service from "../support/service.ts"
import { suite } from "./suite.ts"

interface Exchange {
  readonly text: string
  /** The code of the connection's error; `undefined` if it ended without one. */
  readonly error: string | undefined
}

/** Reads until the other side ends the connection. */
const untilEnd = (socket: Socket): Promise<Exchange> =>
  new Promise((resolve) => {
    let text = ""
    let error: string | undefined
    socket.setEncoding("latin1")
    socket.on("error", (failure: NodeJS.ErrnoException) => {
      error = failure.code
    })
    socket.on("data", (chunk: string) => {
      text += chunk
    })
    socket.on("close", () => resolve({ text, error }))
    socket.resume()
  })

/** Sends all pieces before it reads anything, as some clients do. */
const sendThenRead = async (
  port: number,
  pieces: ReadonlyArray<string | Buffer>
): Promise<Exchange> => {
  const socket = connect(port, "127.0.0.1")
  let error: string | undefined
  socket.on("error", (failure: NodeJS.ErrnoException) => {
    error ??= failure.code
  })
  socket.pause()
  for (const piece of pieces) {
    if (error !== undefined) break
    await new Promise<void>((resolve) => void socket.write(piece, () => resolve()))
  }
  if (error !== undefined) return { text: "", error }
  return untilEnd(socket)
}

const portOf = ({ url }: Service.Service): number => Number(new URL(url).port)

const authorization = `Authorization: Bearer ${Service.apiKey}\r\n`

const megabyte = 1024 * 1024

/** Pieces of this total size. */
const pieces = (bytes: number): Array<Buffer> =>
  Array.from({ length: bytes / (64 * 1024) }, () => Buffer.alloc(64 * 1024, "x"))

const chunk = (piece: Buffer) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")])

suite("A client that sends the whole of a too large body before it reads", {}, (test) => {
  const type = "Content-Type: application/json\r\n"
  const form = "Content-Type: multipart/form-data; boundary=B\r\n"
  const part = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
  const columns = "phone,network,amount_usdc,name,idempotency_key\n"
  const row = (n: number) => `+256770000001,MTN_UG,1,${"n".repeat(3_000)},row ${n}\n`
  const rows = Array.from({ length: 1_000 }, (_, n) => Buffer.from(row(n)))
  const kinds = {
    // The body exceeds the buffers of both sockets.
    "a JSON body of 12 MB": ["/v1/quotes", type, pieces(12 * megabyte)],
    "a file of 12 MB": [
      "/v1/batches",
      form,
      [Buffer.from(part + columns), ...rows, ...pieces(9 * megabyte)]
    ]
  } as const

  for (const [kind, [path, headers, body]] of Object.entries(kinds)) {
    test(`gets the whole 413 to ${kind}, with a declared length or in chunks`, async (service) => {
      const begin = `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}${headers}`
      const bytes = Buffer.concat(body).length
      const length = `Content-Length: ${bytes}\r\n\r\n`
      const chunks = [...body.map(chunk), "0\r\n\r\n"]
      for (const sent of [
        [`${begin}${length}`, ...body],
        [`${begin}Transfer-Encoding: chunked\r\n\r\n`, ...chunks]
      ]) {
        const { error, text } = await sendThenRead(portOf(service), sent)
        assert.isUndefined(error)
        assert.match(text, /^HTTP\/1\.1 413 /)
        assert.match(text, /\r\nconnection: close\r\n/i)
        const [head = "", json = ""] = text.split("\r\n\r\n")
        const [, promised] = /content-length: (\d+)/i.exec(head) ?? []
        assert.strictEqual(json.length, Number(promised))
        assert.strictEqual(JSON.parse(json).error, "PAYLOAD_TOO_LARGE")
      }
    })
  }
})

suite("A connection on which a body is not read", {}, (test) => {
  test("is kept unless the response announces that it closes", async (service) => {
    const heads = {
      unknown: "POST /nowhere HTTP/1.1\r\n",
      method: "DELETE /v1/quotes HTTP/1.1\r\n",
      key: "POST /v1/quotes HTTP/1.1\r\n",
      hot: `GET /v1/quotes/qt_00000000000000000000000000 HTTP/1.1\r\n${authorization}`,
      read: `GET /v1/payouts HTTP/1.1\r\n${authorization}`,
      bytes: "GET /openapi.json HTTP/1.1\r\n",
      page: `GET /v1/reports/settlements?from=2026-01-01&to=2026-01-02 HTTP/1.1\r\n${authorization}`
    }
    const next = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    for (const [name, head] of Object.entries(heads)) {
      for (const bytes of [64 * 1024, 640 * 1024, 2 * megabyte]) {
        const begin = `${head}Host: x\r\nContent-Length: ${bytes}\r\n\r\n`
        const sent = [begin, ...pieces(bytes), next]
        const { text } = await sendThenRead(portOf(service), sent)
        const what = `${name} with ${bytes} bytes`
        const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/)
        const isKept = !/\r\nconnection: close\r\n/i.test(answers[0] ?? "")
        if (isKept) assert.match(answers[1] ?? "", /^HTTP\/1\.1 200 /, what)
        else assert.notMatch(answers[1] ?? "", /^HTTP/, what)
      }
    }
  })
})

/**
 * Runs with a server that responds to each request at once, and drops its body within these bounds.
 */
const among = async (
  bytesMax: number,
  msMax: number,
  use: (port: number, isCut: Promise<boolean>) => Promise<void>
): Promise<void> => {
  const isCut = Promise.withResolvers<boolean>()
  const answer: RequestListener = (source, target) => {
    target.writeHead(413, { "content-length": "2", connection: "close" })
    target.write("no")
    source.socket.once("close", () => isCut.resolve(!source.complete))
    Effect.runFork(UnreadBody.discard(source, target, bytesMax, msMax))
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    await use((server.address() as AddressInfo).port, isCut.promise)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const hourMs = 3_600_000

describe("The rest of a refused body", () => {
  const head = (bytes: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`

  it("is dropped up to the bound of its bytes, and then its connection is closed", async () => {
    await among(megabyte, hourMs, async (port, isCut) => {
      const { error, text } = await sendThenRead(port, [head(megabyte), ...pieces(megabyte)])
      assert.deepStrictEqual([text.slice(-2), error, await isCut], ["no", undefined, false])
    })
  })

  it("is cut off if it is longer than the bound", async () => {
    await among(megabyte, hourMs, async (port, isCut) => {
      const socket = connect(port, "127.0.0.1")
      const over = untilEnd(socket)
      for (const piece of [head(hourMs), ...pieces(2 * megabyte)]) socket.write(piece)
      await over
      assert.isTrue(await isCut)
    })
  })

  it("is cut off if it takes longer than the bound", async () => {
    await among(megabyte, 20, async (port, isCut) => {
      const socket = connect(port, "127.0.0.1")
      const over = untilEnd(socket)
      socket.write(`${head(100)}x`)
      assert.match((await over).text, /no$/)
      assert.isTrue(await isCut)
    })
  })
})

/** A request with this content length, of whose body nothing has arrived. */
const request = (length: string | undefined) =>
  Object.assign(new PassThrough(), {
    complete: false,
    headers:
      length === undefined ? { "transfer-encoding": "chunked" } : { "content-length": length },
    socket: Object.assign(new PassThrough(), { destroySoon: () => undefined })
  })

describe("A connection whose request gets an early response", () => {
  it.live("serves its next request once the rest of the body has arrived", () =>
    Effect.gen(function* () {
      const source = request("10")
      const dropped = yield* Effect.forkChild(
        UnreadBody.discard(source as never, new PassThrough() as never, 10, 60_000),
        { startImmediately: true }
      )
      assert.isTrue(UnreadBody.isAnswered(source.socket))
      source.end(Buffer.alloc(10))
      yield* Fiber.join(dropped)
      assert.isFalse(UnreadBody.isAnswered(source.socket))
    })
  )
})

describe("The bound of a body that is dropped", () => {
  const bytesMax = 10

  it("keeps the connection of a body with exactly this number of bytes", () => {
    const isEndless = (length: string | undefined) =>
      UnreadBody.isEndless(request(length) as never, bytesMax)
    assert.deepStrictEqual(["9", "10", "11", undefined].map(isEndless), [false, false, true, true])
  })

  for (const [name, bytes, isCut] of [
    ["reads on after exactly as many bytes", bytesMax, false],
    ["cuts off the client at one byte more", bytesMax + 1, true]
  ] as const) {
    it.live(name, () =>
      Effect.gen(function* () {
        const source = request(undefined)
        const target = new PassThrough()
        const dropped = yield* Effect.forkChild(
          UnreadBody.discard(source as never, target as never, bytesMax, 60_000),
          { startImmediately: true }
        )
        yield* Effect.callback<void>((resume) => {
          source.write(Buffer.alloc(bytes), () => resume(Effect.void))
        })
        yield* Effect.yieldNow
        assert.strictEqual(target.writableEnded, isCut)
        source.end()
        yield* Fiber.join(dropped)
        assert.isTrue(target.writableEnded)
      })
    )
  }
})
