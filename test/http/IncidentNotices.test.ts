/** Notices about incidents, by e-mail over a local mail server and by webhook to a local server. */
import { createServer as createHttpServer } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Message } from "../../src/engine/ports/NoticeChannels.ts"
import * as MailChannel from "../../src/outbound/MailChannel.ts"
import * as NoticeWebhook from "../../src/webhooks/NoticeWebhook.ts"
import * as Signature from "../../src/webhooks/Signature.ts"
import * as MailServer from "../support/mailServer.ts"

const message: Message = {
  id: "00000000-0000-4000-8000-000000000001",
  subject: "[payouts] pawaPay is down",
  text: "CRITICAL: pawaPay is down\n",
  body: '{"type":"incidents.changed"}',
  chosenBy: ["ada@acme.test", "ops@acme.test"]
}

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

const closed = (server: Server) =>
  Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))

const mail = Effect.fnUntraced(function* (isRefusing: boolean) {
  const { lines, port } = yield* Effect.acquireRelease(
    Effect.promise(() => MailServer.start(isRefusing)),
    ({ close }) => Effect.promise(close)
  )
  const channel = yield* MailChannel.make({
    ...{ to: ["ops@acme.test", "night@acme.test"], from: "payouts@acme.test" },
    ...{ server: Redacted.make(`smtp://127.0.0.1:${port}`), isTlsRequired: true }
  })
  return { channel, lines }
})

describe("A notice by e-mail", () => {
  it.live("reaches every recipient once, with subject and text", () =>
    Effect.gen(function* () {
      const { channel, lines } = yield* mail(false)
      yield* channel.send(message)
      assert.includeMembers(
        [...lines],
        [
          "RCPT TO:<ops@acme.test>",
          "RCPT TO:<night@acme.test>",
          "RCPT TO:<ada@acme.test>",
          "Subject: [payouts] pawaPay is down",
          "CRITICAL: pawaPay is down"
        ]
      )
      assert.lengthOf(
        lines.filter((line) => line.startsWith("RCPT")),
        3
      )
    }).pipe(Effect.scoped)
  )

  it.live("fails with the server's code and nothing secret", () =>
    Effect.gen(function* () {
      const { channel } = yield* mail(true)
      const failure = yield* Effect.flip(channel.send(message))
      assert.strictEqual(failure.message, "the mail server fails: EENVELOPE 550")
    }).pipe(Effect.scoped)
  )
})

describe("A notice by webhook", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`

  it.live("is signed like a webhook, and fails if its endpoint refuses it", () =>
    Effect.gen(function* () {
      const got: Array<{ readonly signature: unknown; readonly body: string }> = []
      const server = createHttpServer((request, response) => {
        let body = ""
        request.on("data", (chunk) => {
          body += chunk
        })
        request.on("end", () => {
          got.push({ signature: request.headers["x-service-signature"], body })
          response.writeHead(got.length === 1 ? 503 : 204).end()
        })
      })
      const port = yield* Effect.acquireRelease(
        Effect.promise(() => listening(server)),
        () => closed(server)
      )
      const url = `http://127.0.0.1:${port}/incidents`
      const channel = yield* NoticeWebhook.make({ url, secret: Redacted.make(secret) })
      const failure = yield* Effect.flip(channel.send(message))
      assert.strictEqual(failure.message, "answered 503")
      yield* channel.send(message)
      const signature = Signature.serviceSignature(secret, message.body)
      assert.deepStrictEqual(got[1], { signature, body: message.body })
    }).pipe(Effect.scoped)
  )

  /**
   * Sends a notice to a URL, and returns the failure. Every name resolves to `address` if it is
   * given, and otherwise to the addresses that this machine finds.
   */
  const failureOf = Effect.fnUntraced(function* (url: string, address?: string) {
    const receiver = { url, secret: Redacted.make(secret) }
    const channel = yield* address === undefined
      ? NoticeWebhook.make(receiver)
      : NoticeWebhook.make(receiver, (_, done) => done(null, [address]))
    return (yield* Effect.flip(channel.send(message))).message
  }, Effect.scoped)

  it.live("may go over http to a name that resolves to this host", () =>
    Effect.gen(function* () {
      const server = createHttpServer((_, response) => response.writeHead(429).end())
      const port = yield* Effect.acquireRelease(
        Effect.promise(() => listening(server)),
        () => closed(server)
      )
      assert.strictEqual(
        yield* failureOf(`http://alertmanager:${port}/`, "127.0.0.1"),
        "answered 429"
      )
      assert.strictEqual(yield* failureOf(`http://localhost:${port}/`), "answered 429")
    }).pipe(Effect.scoped)
  )

  it.live("is not sent to a cloud's metadata service, whatever its URL resolves to", () =>
    Effect.gen(function* () {
      const refused = "address_refused: the name resolves to a refused address"
      for (const [address, reason] of [
        ["169.254.169.254", "link-local"],
        ["fd00:ec2::254", "unique-local"],
        ["fd20:ce::254", "unique-local"],
        ["168.63.129.16", "reserved"]
      ] as const) {
        const failure = yield* failureOf("http://receiver.internal/", address)
        assert.strictEqual(failure, `${refused}: ${reason}`)
      }
      assert.strictEqual(
        yield* failureOf("http://169.254.169.254/", "127.0.0.1"),
        "address_refused: must be at a public address, and this one is link-local"
      )
    })
  )
})
