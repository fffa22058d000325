/**
 * The peer of `webhooks`: a plain loop of `undici` requests with the same bodies and signature
 * headers to the same receivers, and with the service's concurrency. It stores nothing, retries
 * nothing and keeps only the order of its list. `POST /` with the parcels sends them all.
 */
import { createServer } from "node:http"
import { Agent } from "undici"
import * as Signature from "../../src/webhooks/Signature.ts"

interface Parcel {
  readonly url: string
  readonly secret: string
  readonly events: ReadonlyArray<{ readonly id: string; readonly body: string }>
}

const perReceiver = Number(process.env.AT_ONCE)
const timeoutMs = 10_000

const agent = new Agent({ connections: perReceiver, headersTimeout: timeoutMs })
let isStopping = false

/** Sends one receiver's events with a limited concurrency. */
const sendAll = async ({ events, secret, url }: Parcel): Promise<void> => {
  const { origin, pathname } = new URL(url)
  let next = 0
  const secrets = { all: [secret], leading: secret } as const
  const worker = async (): Promise<void> => {
    while (!isStopping) {
      const event = events[next++]
      if (event === undefined) return
      const { body, id: eventId } = event
      const timestampSeconds = Math.floor(Date.now() / 1000)
      const headers = Signature.headers({ secrets, eventId, timestampSeconds, body })
      try {
        const answer = await agent.request({
          origin,
          path: pathname,
          method: "POST",
          headers,
          body
        })
        await answer.body.dump()
      } catch {
        // Without durability a failure is forgotten.
      }
    }
  }
  await Promise.all(Array.from({ length: perReceiver }, worker))
}

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const parcels: ReadonlyArray<Parcel> = JSON.parse(Buffer.concat(chunks).toString())
    response.end(String(Date.now()))
    for (const parcel of parcels) sendAll(parcel)
  })
})

process.once("SIGTERM", () => {
  isStopping = true
  process.exit(0)
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  console.log(`listening on http://127.0.0.1:${port}`)
})
