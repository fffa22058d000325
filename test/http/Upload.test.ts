import fs from "node:fs"
import { createServer, type IncomingMessage, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { assert } from "@effect/vitest"
import { Result } from "effect"
import { afterAll, beforeAll, describe, it, vi } from "vitest"
import * as Upload from "../../src/http/decoding/Upload.ts"
import * as Problems from "../../src/http/Problems.ts"

const header = "phone,network,amount_usdc,name,idempotency_key"
const csv = `${header}\n+256770000001,mtn_uganda,25.5,Jo,key-1\n`
const fileHead = (name = "file", filename = "rows.csv") =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/csv`
const fieldHead = (name: string) => `Content-Disposition: form-data; name="${name}"`

type Given = readonly [head: string, content: string | Buffer]

const multipart = (parts: ReadonlyArray<Given>): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(`--B\r\n${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n")
    ]),
    Buffer.from("--B--\r\n")
  ])

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of the wire, looked into freely by tests
  readonly json: any
}

let server: Server
let url: string
const requests: Array<IncomingMessage> = []
let dones = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request)
    Upload.read(request, (upload) => {
      dones += 1
      const isRead = Result.isSuccess(upload)
      const problem = isRead ? undefined : Problems.of(upload.failure)
      response.writeHead(problem?.status ?? 200)
      response.end(
        problem ? Problems.body(problem, "req_1", "http://127.0.0.1") : JSON.stringify(upload)
      )
      if (!request.complete) request.resume()
    })
  }).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const send = async (body: Buffer | string, headers = {}): Promise<Answer> => {
  const type = "multipart/form-data; boundary=B"
  const all = { "content-type": type, ...headers }
  const response = await fetch(url, {
    method: "POST",
    body: new Uint8Array(Buffer.from(body)),
    headers: all
  })
  const json = (await response.json()) as Answer["json"]
  return { status: response.status, json: json.value ?? json }
}

const assertInvalid = (answer: Answer, field: string, code: string): void => {
  assert.strictEqual(answer.status, 400, JSON.stringify(answer.json))
  assert.strictEqual(answer.json.error, "VALIDATION_ERROR")
  assert.deepInclude(answer.json.errors[0], { field, code })
}

/** Opens a request with this declared length, whose body the caller sends. */
const open = async (length: number): Promise<Socket> => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  await new Promise((resolve) => socket.once("connect", resolve))
  const type = "Content-Type: multipart/form-data; boundary=B"
  socket.write(`POST / HTTP/1.1\r\nHost: h\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`)
  return socket
}

const answerOn = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once("data", (bytes) => resolve(bytes.toString())))

describe("The content of a CSV upload", () => {
  it("is its file and its key, and other fields are ignored", async () => {
    const form = new FormData()
    form.set("note", "ignored")
    form.set("idempotency_key", "batch-ü")
    form.set("file", new Blob([csv], { type: "text/csv" }), "rows.csv")
    const response = await fetch(url, { method: "POST", body: form })
    const { value } = (await response.json()) as Answer["json"]
    assert.strictEqual(value.fields.idempotency_key, "batch-ü")
    assert.deepStrictEqual(value.problems, [])
    assert.strictEqual(value.rows[0].amount_usdc, 25.5)
  })

  it("is the same in any chunks and encodings", async () => {
    const body = multipart([
      [fileHead(), csv],
      [fieldHead("idempotency_key"), "k"]
    ])
    const whole = await send(body)
    const socket = await open(body.length)
    socket.setNoDelay()
    const answer = answerOn(socket)
    for (const byte of body) {
      socket.write(Buffer.of(byte))
      await new Promise(setImmediate)
    }
    assert.include(await answer, JSON.stringify(whole.json).slice(1))
    socket.destroy()
    const base64 = `${fileHead()}\r\nContent-Transfer-Encoding: base64`
    const encoded = await send(multipart([[base64, Buffer.from(csv).toString("base64")]]))
    assert.deepStrictEqual(encoded.json.rows, whole.json.rows)
  })

  it("is never written to disk", async () => {
    const spies = [
      vi.spyOn(fs, "open"),
      vi.spyOn(fs, "mkdir"),
      vi.spyOn(fs, "writeFile"),
      vi.spyOn(fs.promises, "open"),
      vi.spyOn(fs.promises, "mkdir")
    ]
    const answer = await send(multipart([[fileHead(), csv]]))
    assert.strictEqual(answer.status, 200)
    for (const spy of spies) assert.strictEqual(spy.mock.calls.length, 0)
    vi.restoreAllMocks()
  })
})

describe("A malformed CSV upload", () => {
  it("is refused with the field of the file that is missing, wrong or too large", async () => {
    const cases: ReadonlyArray<readonly [ReadonlyArray<Given>, string]> = [
      [[[fieldHead("idempotency_key"), "k"]], "required"],
      [[], "required"],
      [[[fieldHead("file"), csv]], "no_filename"],
      [[[fileHead("file", ""), csv]], "no_filename"],
      [[[fileHead("rows"), csv]], "wrong_field"],
      [
        [
          [fileHead(), csv],
          [fileHead(), csv]
        ],
        "too_many"
      ],
      [[[fileHead(), ""]], "wrong_header"],
      [[[fileHead(), Buffer.from([0xff, 0xfe, 0x70, 0])]], "wrong_form"],
      [[[fileHead(), Buffer.from([0x70, 0x68, 0xff, 0x70])]], "not_utf8"]
    ]
    for (const [parts, code] of cases) assertInvalid(await send(multipart(parts)), "file", code)
  })

  it("is refused with a repeated or non-text key, and with too many other parts", async () => {
    const key = fieldHead("idempotency_key")
    const file: Given = [fileHead(), csv]
    assertInvalid(
      await send(multipart([[key, "a"], [key, "b"], file])),
      "idempotency_key",
      "too_many"
    )
    const broken = await send(multipart([[key, Buffer.of(0xff)], file]))
    assertInvalid(broken, "idempotency_key", "not_utf8")
    const parts = Array.from({ length: 20 }, (_, at): Given => [fieldHead(`f${at}`), "x"])
    assertInvalid(await send(multipart([...parts, file])), "body", "too_many")
    const long: Given = [fieldHead("note"), "x".repeat(20_000)]
    assertInvalid(await send(multipart([long, file])), "body", "too_long")
  })

  it("is refused if it is not multipart or has no boundary", async () => {
    const body = multipart([[fileHead(), csv]])
    const cases = [
      body.subarray(0, body.length - 10),
      body.toString().replace("--B\r\n", "--B "),
      "not multipart at all",
      "--B\r\n\r\n",
      `--B\r\n:\r\n\r\n${csv}\r\n--B--`,
      multipart([[`${fileHead()}\r\nContent-Transfer-Encoding: x`, csv]])
    ]
    for (const each of cases) assertInvalid(await send(each), "body", "malformed_multipart")
    const bare = await send(body, { "content-type": "multipart/form-data" })
    assertInvalid(bare, "body", "no_boundary")
    const zipped = await send(body, { "content-encoding": "gzip" })
    assert.strictEqual(zipped.status, 415)
  })
})

describe("The bounds of a CSV upload", () => {
  it("apply while it arrives, to rows, bytes and declared length", async () => {
    const declared = await open(3 * 1024 * 1024)
    assert.include(await answerOn(declared), "413")
    declared.destroy()
    const rows = await open(2_000_000)
    const line = "+256770000001,mtn_uganda,1,,k\n"
    rows.write(`--B\r\n${fileHead()}\r\n\r\n${header}\n${line.repeat(1_010)}\n`)
    assert.include(await answerOn(rows), "must have at most 1000 rows")
    rows.destroy()
  })

  it("allow 2 MiB and refuse one byte more", async () => {
    const text = `${header}\n${"+256770000001,mtn_uganda,1,,k\n".repeat(1_000)}`
    const rest = 2 * 1024 * 1024 - text.length
    const full = await send(multipart([[fileHead(), text + ",".repeat(rest)]]))
    assert.notStrictEqual(full.status, 413, "read to its end")
    const over = await send(multipart([[fileHead(), text + ",".repeat(rest + 1)]]))
    assert.strictEqual(over.status, 413)
    assert.strictEqual(over.json.error, "PAYLOAD_TOO_LARGE")
    assert.include(over.json.message, "2097152 bytes")
  })

  it("stop endless headers", async () => {
    const head = `Content-Disposition: form-data; ${'filename="'.repeat(100_000)}`
    const from = performance.now()
    assertInvalid(await send(multipart([[head, csv]])), "body", "malformed_multipart")
    assert.isBelow(performance.now() - from, 2_000)
  })

  it("leave nothing behind if the upload breaks off at any byte", async () => {
    const body = multipart([
      [fieldHead("note"), "x"],
      [fileHead(), csv]
    ])
    const before = dones
    for (let at = 0; at < body.length; at += 7) {
      const count = requests.length
      const socket = await open(body.length + 100)
      socket.write(body.subarray(0, at))
      while (requests.length === count) await new Promise(setImmediate)
      const request = requests[count] as IncomingMessage
      const closed = new Promise((resolve) => request.once("close", resolve))
      socket.destroy()
      await closed
      assert.strictEqual(request.listenerCount("data"), 0)
      assert.strictEqual(request.listenerCount("close"), 0)
    }
    assert.strictEqual(dones, before)
    assert.notInclude(process.getActiveResourcesInfo(), "FSReqCallback")
  })
})
