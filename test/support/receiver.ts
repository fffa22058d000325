/** A webhook endpoint on loopback whose responses a test decides. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  /** The status of its responses from now on. */
  answer: number
  body: string
  readonly received: ReadonlyArray<Received>
}

/** Runs a test with a webhook endpoint, which is closed afterwards. */
export const within = async (
  status: number,
  run: (receiver: Receiver) => Promise<void>
): Promise<void> => {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(receiver.answer).end(receiver.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/hook`
  const receiver: Receiver = { url, answer: status, body: "", received }
  try {
    await run(receiver)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
