/**
 * The peer of `create`: a bare `node:http` server that reads the request's body and responds with
 * given bytes. It checks and stores nothing, which is the most that this runtime can do with one
 * process.
 */
import { createServer } from "node:http"

const body = process.env.ANSWER ?? "{}"
const headers = {
  "x-request-id": "req_00000000000000000000000000",
  "content-type": "application/json",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "x-ratelimit-limit": "200",
  "x-ratelimit-remaining": "199",
  "x-ratelimit-reset": "1700000000",
  "content-length": String(Buffer.byteLength(body))
}

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    Buffer.concat(chunks)
    response.writeHead(201, headers)
    response.end(body)
  })
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`)
})
