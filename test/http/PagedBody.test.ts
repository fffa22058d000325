/**
 * Bodies that are made page by page, for readers of any speed, and reports when the service stops.
 */
import { EventEmitter } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { afterEach, beforeEach, vi } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as PagedBody from "../../src/http/middleware/PagedBody.ts"
import type * as RequestContext from "../../src/http/middleware/RequestContext.ts"
import * as RequestLifecycle from "../../src/http/middleware/RequestLifecycle.ts"
import * as OpenReports from "../../src/http/reports/OpenReports.ts"

/**
 * The pages together exceed the kernel's buffers for a connection, and each page is a part of them.
 */
const pages = 64
const page = "x".repeat(1024 * 1024)

/** The observed progress of writing one body. */
interface Seen {
  response: ServerResponse | undefined
  /** Bytes that were not yet sent when each page was made. */
  readonly waiting: Array<number>
  hasEnded: boolean
}

/** Serves one body to a client that has sent its request and reads nothing yet. */
const serve = (use: (client: Socket, seen: Seen) => Promise<void>, pageMsMax?: number) =>
  Effect.gen(function* () {
    const seen: Seen = { response: undefined, waiting: [], hasEnded: false }
    const texts = Stream.paginate(1, (number) =>
      Effect.sync(() => {
        seen.waiting.push(seen.response?.writableLength ?? 0)
        return [[page], number === pages ? Option.none() : Option.some(number + 1)] as const
      })
    )
    const begun = () => () => {
      seen.hasEnded = true
    }
    const app = Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
      const source = NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage
      const target = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
      seen.response = target
      return HttpServerResponse.stream(
        PagedBody.make({ source, target }, { onBegin: begun, texts }, pageMsMax)
      )
    })
    const scope = yield* Effect.scope
    const server = createServer(yield* NodeHttpServer.makeHandler(app, { scope }))
    yield* Effect.promise(async () => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
      client.on("error", () => undefined)
      client.pause()
      client.write("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
      try {
        await use(client, seen)
      } finally {
        client.destroy()
        server.close()
        server.closeAllConnections()
      }
    })
  })

/** Returns once the reader's buffers are full. */
const full = async (seen: Seen): Promise<void> => {
  while (seen.response?.writableNeedDrain !== true) {
    assert.isBelow(seen.waiting.length, pages)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe("A body that is made page by page", () => {
  it.effect(
    "L10 waits with one page in memory for a reader that pauses, and continues when it reads",
    () =>
      serve(async (client, seen) => {
        await full(seen)
        let bytes = 0
        client.on("data", (part) => {
          bytes += part.length
        })
        client.resume()
        await new Promise((resolve) => client.once("end", resolve))
        assert.lengthOf(seen.waiting, pages)
        assert.deepStrictEqual([...new Set(seen.waiting)], [0])
        assert.isAbove(bytes, pages * page.length)
        assert.isTrue(seen.hasEnded)
      })
  )

  it.live("L10 resets the connection of a reader that takes a page for too long", () =>
    serve(async (client, seen) => {
      await full(seen)
      await new Promise((resolve) => seen.response?.once("close", resolve))
      // The client learns of the reset when it reads on.
      const failed = new Promise<Error>((resolve) => client.once("error", resolve))
      client.resume()
      assert.match((await failed).message, /ECONNRESET/)
      assert.isBelow(seen.waiting.length, pages)
      assert.isTrue(seen.hasEnded)
    }, 100)
  )
})

describe("The slot of a request", () => {
  const contextOf = (isPaged: boolean, target: object) =>
    ({ isPaged, target }) as RequestContext.Fields

  it("is free when its response is made, or for a paged response when the connection is done", () => {
    const freed: Array<RequestContext.Fields> = []
    const admit = { release: (context: RequestContext.Fields) => void freed.push(context) }
    const target = Object.assign(new EventEmitter(), { closed: false })
    const [plain, paged] = [contextOf(false, target), contextOf(true, target)]
    RequestLifecycle.release({ admit }, plain)
    RequestLifecycle.release({ admit }, paged)
    assert.deepStrictEqual(freed, [plain])
    target.emit("close")
    assert.deepStrictEqual(freed, [plain, paged])
    const late = contextOf(true, { closed: true })
    RequestLifecycle.release({ admit }, late)
    assert.deepStrictEqual(freed, [plain, paged, late])
  })
})

describe("Reports in progress", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.effect("are cut off soon after the service stops if they have not ended", () =>
    Effect.gen(function* () {
      const reports = OpenReports.make()
      const cut: Array<string> = []
      const begin = Effect.fnUntraced(function* (name: string) {
        return reports.onBeginOf(yield* reports.take("acct_1"))(() => cut.push(name))
      })
      const endFirst = yield* begin("first")
      yield* begin("second")
      reports.end()
      endFirst()
      assert.isEmpty(cut)
      vi.advanceTimersByTime(Limits.http.reportsEndMsMax)
      assert.deepStrictEqual(cut, ["second"])
    })
  )

  it.effect("L10 free their slot when they end, even if they were never written", () =>
    Effect.gen(function* () {
      const reports = OpenReports.make()
      const takeAll = Effect.replicateEffect(
        reports.take("acct_1"),
        Limits.http.reportsOfAccountMax
      )
      const refused = Effect.flip(reports.take("acct_1"))
      const ends = (yield* takeAll).map((place) => reports.onBeginOf(place)(() => {}))
      assert.match((yield* refused).message, /^Too many reports of this account/)
      yield* reports.take("acct_2")
      for (const end of ends) end()
      yield* takeAll
      yield* refused
      vi.advanceTimersByTime(Limits.http.reportBeginMsMax + 1)
      yield* takeAll
    })
  )
})
