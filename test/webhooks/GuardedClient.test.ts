import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { AddressInfo } from "node:net"
import { describe, expect, it, vi } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import * as GuardedClient from "../../src/webhooks/ssrf/GuardedClient.ts"
import * as GuardedLookup from "../../src/webhooks/ssrf/GuardedLookup.ts"
import * as Certificates from "../support/certificates.ts"

class Client extends Context.Service<Client, GuardedClient.GuardedClient>()("test/Client") {}

const layer = (settings: GuardedClient.Settings) =>
  Layer.effect(Client, GuardedClient.make(settings))

const loopback = { allowLoopback: true }
const publicOnly = { allowLoopback: false }

/** A webhook endpoint on 127.0.0.1 for the test's scope. Returns its port. */
const listen = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        resume(Effect.succeed((server.address() as AddressInfo).port))
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

const receiver = (handle: RequestListener) => listen(createServer(handle))

const tlsReceiver = (certificates: Certificates.Certificates, handle: RequestListener) =>
  listen(createTlsServer({ cert: certificates.cert, key: certificates.key }, handle))

const post = (url: string, timeoutMs = 5_000) =>
  Effect.gen(function* () {
    const client = yield* Client
    return yield* client.post({ url, headers: { "webhook-id": "evt_1" }, body: "{}", timeoutMs })
  })

const ok = (_: unknown, response: ServerResponse) => {
  response.end("thanks")
}

const resolving =
  (...addresses: ReadonlyArray<string>): GuardedLookup.Lookup =>
  (_, done) =>
    done(null, addresses)

/** Posts once with a separate client, and returns the failure. */
const failing = (url: string, options: GuardedClient.Settings, timeoutMs?: number) =>
  post(url, timeoutMs).pipe(Effect.flip, Effect.provide(layer(options)))

describe("A webhook request", () => {
  it.live("has the given headers and body unchanged, and returns the response", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const port = yield* receiver((request, response) => {
        request.setEncoding("utf8")
        request.on("data", (body: string) => {
          seen.push(request.method, request.url, request.headers["webhook-id"], body)
          response.writeHead(201, { "retry-after": "7" }).end("thänks\u0000")
        })
      })
      const answer = yield* post(`http://127.0.0.1:${port}/hook?a=1`)
      expect(seen).toEqual(["POST", "/hook?a=1", "evt_1", "{}"])
      expect(answer).toMatchObject({
        statusCode: 201,
        bodyStart: "thänks\ufffd",
        retryAfterSeconds: 7
      })
      expect(answer.latencyMs).toBeGreaterThanOrEqual(0)
    }).pipe(Effect.provide(layer(loopback)))
  )

  it.live("uses the same connection as the previous one", () =>
    Effect.gen(function* () {
      const ports = new Set<number | undefined>()
      const port = yield* receiver((request, response) => {
        ports.add(request.socket.remotePort)
        response.end("ok")
      })
      for (let count = 0; count < 10; count++) yield* post(`http://localhost:${port}/`)
      expect(ports.size).toBe(1)
    }).pipe(Effect.provide(layer(loopback)))
  )

  it.live("does not follow a redirect, and returns the 3xx status", () =>
    Effect.gen(function* () {
      const paths: Array<string | undefined> = []
      const port = yield* receiver((request, response) => {
        paths.push(request.url)
        response.writeHead(307, { location: "/elsewhere" }).end()
      })
      expect(yield* post(`http://127.0.0.1:${port}/hook`)).toMatchObject({ statusCode: 307 })
      expect(paths).toEqual(["/hook"])
    }).pipe(Effect.provide(layer(loopback)))
  )

  it.live("waits for the response after a 103", () =>
    Effect.gen(function* () {
      const port = yield* receiver((_, response) => {
        response.writeEarlyHints({ link: "</a>; rel=preload" }, () => response.end("later"))
      })
      const answer = yield* post(`http://127.0.0.1:${port}/`)
      expect(answer).toMatchObject({ statusCode: 200, bodyStart: "later" })
    }).pipe(Effect.provide(layer(loopback)))
  )
})

describe("The Retry-After header of a response", () => {
  it.live.each([
    ["soon", undefined],
    ["-5", undefined],
    ["5.5", undefined],
    ["99999999", 86_400],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0]
  ] as const)("is read from %j as %s", ([value, seconds]) =>
    Effect.gen(function* () {
      const port = yield* receiver((_, response) => {
        response.writeHead(503, { "retry-after": value }).end()
      })
      const answer = yield* post(`http://127.0.0.1:${port}/`)
      expect(answer.retryAfterSeconds).toBe(seconds)
    }).pipe(Effect.provide(layer(loopback)))
  )
})

describe("An endpoint that never ends its response", () => {
  it.live("is cut off after 4 KiB of an endless body, with 1 KiB kept and its socket closed", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const port = yield* receiver((_, response) => {
        const fill = () => {
          while (response.write("x".repeat(1_000)));
        }
        response.on("drain", fill).on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        fill()
      })
      const startedAt = performance.now()
      const answer = yield* post(`http://127.0.0.1:${port}/`)
      expect(answer).toMatchObject({ statusCode: 200, bodyStart: "x".repeat(1_024) })
      // The time limit of 1 s would have ended the request later.
      expect(performance.now() - startedAt).toBeLessThan(900)
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(layer(loopback)))
  )

  it.live("cannot delay the result with an unfinished body, and loses its socket", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const port = yield* receiver((_, response) => {
        response.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        response.writeHead(200, { "content-length": "100" }).write("begun")
      })
      const answer = yield* post(`http://127.0.0.1:${port}/`, 150)
      expect(answer).toMatchObject({ statusCode: 200, bodyStart: "begun" })
      expect(answer.latencyMs).toBeLessThan(150)
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(layer(loopback)))
  )

  it.live("causes a timeout on time if it never responds", () =>
    Effect.gen(function* () {
      const port = yield* receiver(() => {})
      const startedAt = performance.now()
      const failed = yield* Effect.flip(post(`http://127.0.0.1:${port}/`, 150))
      const tookMs = performance.now() - startedAt
      expect(failed).toMatchObject({ reason: "timeout", message: "no answer within 150 ms" })
      expect(tookMs).toBeGreaterThanOrEqual(145)
      expect(tookMs).toBeLessThan(1_000)
    }).pipe(Effect.provide(layer(loopback)))
  )

  it.live("causes a timeout on time if its name never resolves", () =>
    Effect.gen(function* () {
      const failed = yield* failing("https://h.test/", { ...publicOnly, lookup: () => {} }, 150)
      expect(failed).toMatchObject({ reason: "timeout" })
    })
  )
})

describe("An attempt that times out or is interrupted", () => {
  it.live("sends nothing if it waited for a connection", () =>
    Effect.gen(function* () {
      const paths: Array<string | undefined> = []
      const [full, next] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const port = yield* receiver((request) => {
        paths.push(request.url)
        if (paths.length === 16) Deferred.doneUnsafe(full, Effect.void)
        if (request.url === "/next") Deferred.doneUnsafe(next, Effect.void)
      })
      const url = `http://127.0.0.1:${port}/`
      // All 16 connections stay in use until the waiting attempts have timed out.
      const holding = yield* Effect.forEach(Array.from({ length: 16 }), () =>
        Effect.forkChild(Effect.exit(post(url, 60_000)))
      )
      yield* Deferred.await(full)
      const waiting = Array.from({ length: 24 }, () => Effect.flip(post(url, 100)))
      const failures = yield* Effect.all(waiting, { concurrency: "unbounded" })
      expect(failures.every((failed) => failed.reason === "timeout")).toBe(true)
      yield* Effect.forEach(holding, Fiber.interrupt)
      // An attempt that still waited would be sent before this one.
      const last = yield* Effect.forkChild(Effect.exit(post(`${url}next`, 60_000)))
      yield* Deferred.await(next)
      expect(paths).toEqual([...Array.from({ length: 16 }, () => "/"), "/next"])
      yield* Fiber.interrupt(last)
    }).pipe(Effect.provide(layer(loopback)))
  )

  it.live(
    "is followed by a success once its name resolves again, even after many hung attempts",
    () =>
      Effect.gen(function* () {
        const port = yield* receiver(ok)
        let silent = true
        const lookup: GuardedLookup.Lookup = (_, done) => {
          if (!silent) done(null, ["127.0.0.1"])
        }
        const url = `http://localhost:${port}/`
        yield* Effect.gen(function* () {
          const hanging = Array.from({ length: 40 }, () => Effect.flip(post(url, 150)))
          const failures = yield* Effect.all(hanging, { concurrency: "unbounded" })
          expect(failures.every((failed) => failed.reason === "timeout")).toBe(true)
          silent = false
          expect(yield* post(url, 1_000)).toMatchObject({ statusCode: 200 })
        }).pipe(Effect.provide(layer({ ...loopback, lookup })))
      })
  )

  it.live("closes its connection at an interruption", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const closed = yield* Deferred.make<void>()
      const port = yield* receiver((request) => {
        request.socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        Deferred.doneUnsafe(arrived, Effect.void)
      })
      const fiber = yield* Effect.forkChild(post(`http://127.0.0.1:${port}/`))
      yield* Deferred.await(arrived)
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(closed)
    }).pipe(Effect.provide(layer(loopback)))
  )
})

describe("TLS of webhook requests", () => {
  const make = Effect.promise(() => Certificates.make())

  it.live("trusts the extra authority of the settings, by name and by address", () =>
    Effect.gen(function* () {
      const certificates = yield* make
      const port = yield* tlsReceiver(certificates, ok)
      const options = { ...loopback, ca: certificates.ca, lookup: resolving("127.0.0.1") }
      const trusting = layer(options)
      for (const host of ["hooks.test", "localhost", "127.0.0.1"]) {
        const answer = yield* post(`https://${host}:${port}/`).pipe(Effect.provide(trusting))
        expect(answer).toMatchObject({ statusCode: 200, bodyStart: "thanks" })
      }
    })
  )

  it.live("refuses an unknown authority, whatever the environment contains", () =>
    Effect.gen(function* () {
      vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
      const served = yield* make
      const trusted = yield* make
      const port = yield* tlsReceiver(served, ok)
      const url = `https://127.0.0.1:${port}/`
      expect(yield* failing(url, loopback)).toMatchObject({ reason: "tls" })
      expect(yield* failing(url, { ...loopback, ca: trusted.ca })).toMatchObject({ reason: "tls" })
    })
  )

  it.live("refuses a certificate for another name", () =>
    Effect.gen(function* () {
      const certificates = yield* make
      const port = yield* tlsReceiver(certificates, ok)
      const options = { ...loopback, ca: certificates.ca, lookup: resolving("127.0.0.1") }
      expect(yield* failing(`https://other.test:${port}/`, options)).toMatchObject({
        reason: "tls",
        message: "TLS failed (ERR_TLS_CERT_ALTNAME_INVALID)"
      })
    })
  )

  it.live("reports plain HTTP at an https URL as a TLS failure", () =>
    Effect.gen(function* () {
      const port = yield* receiver(ok)
      expect(yield* failing(`https://127.0.0.1:${port}/`, loopback)).toMatchObject({
        reason: "tls"
      })
    })
  )
})

describe("The address guard", () => {
  it.live.each([
    ["http://127.0.0.1:PORT/", "bad_url"],
    ["http://localhost:PORT/", "bad_url"],
    ["https://user:hunter2@example.com/", "bad_url"],
    ["https://example.com/#part", "bad_url"],
    ["nonsense", "bad_url"],
    ["https://127.0.0.1:PORT/", "address_refused"],
    ["https://localhost:PORT/", "address_refused"],
    ["https://127.1:PORT/", "address_refused"],
    ["https://0x7f.1:PORT/", "address_refused"],
    ["https://2130706433:PORT/", "address_refused"],
    ["https://[::1]:PORT/", "address_refused"],
    ["https://[::ffff:127.0.0.1]:PORT/", "address_refused"],
    ["https://169.254.169.254/", "address_refused"],
    ["https://[fd00::1]/", "address_refused"],
    ["https://[2002:7f00:1::]/", "address_refused"]
  ] as const)("refuses %s as %s and connects to nothing", ([url, reason]) =>
    Effect.gen(function* () {
      const server = createServer(ok)
      let connections = 0
      server.on("connection", () => {
        connections += 1
      })
      const port = yield* listen(server)
      const failed = yield* failing(url.replace("PORT", String(port)), publicOnly)
      expect(failed).toMatchObject({ _tag: "SendFailed", reason })
      expect(failed.message).not.toContain("hunter2")
      expect(connections).toBe(0)
    })
  )

  it.live.each([
    "127.0.0.1",
    "10.1.2.3",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "::1",
    "fd00::1",
    "::ffff:127.0.0.1"
  ])("refuses a name that resolves to %s", (address) =>
    Effect.gen(function* () {
      const lookup = resolving(address)
      const failed = yield* failing("https://hooks.test/", { ...publicOnly, lookup })
      expect(failed.reason).toBe("address_refused")
      expect(failed.message).not.toContain(address)
    })
  )

  it.live("refuses a name that resolved publicly before and privately at the connection", () =>
    Effect.gen(function* () {
      const certificates = yield* Effect.promise(() => Certificates.make())
      let requests = 0
      const port = yield* tlsReceiver(certificates, (_, response) => {
        requests += 1
        response.end()
      })
      const answers = ["8.8.8.8", "127.0.0.1"]
      let asked = 0
      const lookup: GuardedLookup.Lookup = (_, done) => {
        const address = answers[Math.min(asked, answers.length - 1)] ?? ""
        asked += 1
        done(null, [address])
      }
      // Simulates a check before the connection, which sees a public address.
      lookup("hooks.test", (_, addresses) => expect(addresses).toEqual(["8.8.8.8"]))
      const options = { ...publicOnly, ca: certificates.ca, lookup }
      const failed = yield* failing(`https://hooks.test:${port}/`, options)
      expect(failed.reason).toBe("address_refused")
      // The connection uses the addresses of its only look-up, so there is no gap to exploit.
      expect(asked).toBe(2)
      expect(requests).toBe(0)
    })
  )
})

describe("The resolution of names", () => {
  it("passes only the permitted addresses of a mixed result to the connection", () => {
    const mixed = resolving("10.0.0.1", "8.8.8.8", "::1", "2606:4700:4700::1111")
    const guarded = GuardedLookup.guardedLookup(mixed, publicOnly)
    const answers: Array<unknown> = []
    guarded("hooks.test", { all: true }, (...answer) => answers.push(answer))
    guarded("hooks.test", {}, (...answer) => answers.push(answer))
    expect(answers).toEqual([
      [
        null,
        [
          { address: "8.8.8.8", family: 4 },
          { address: "2606:4700:4700::1111", family: 6 }
        ]
      ],
      [null, "8.8.8.8", 4]
    ])
  })

  it.live("reports a name that does not resolve", () =>
    Effect.gen(function* () {
      const missing = Object.assign(new Error("secret detail"), { code: "ENOTFOUND" })
      const lookup: GuardedLookup.Lookup = (_, done) => done(missing, [])
      expect(yield* failing("https://hooks.test/", { ...publicOnly, lookup })).toMatchObject({
        reason: "dns",
        message: "the name does not resolve (ENOTFOUND)"
      })
      const empty = { ...publicOnly, lookup: resolving() }
      expect(yield* failing("https://hooks.test/", empty)).toMatchObject({ reason: "dns" })
    })
  )

  it.live("reports a port without a listener", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(receiver(ok))
      expect(yield* failing(`http://127.0.0.1:${port}/`, loopback)).toMatchObject({
        reason: "connection",
        message: "connection failed (ECONNREFUSED)"
      })
    })
  )
})
