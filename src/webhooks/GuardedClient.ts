/**
 * The only way out for HTTP to addresses that customers give. One POST is one attempt: bounded in
 * time and in what it reads, to public addresses only, over TLS that is verified.
 *
 * The address is checked where it is used: the connector gets its addresses from a lookup that
 * drops the refused ones, so a name that changes its meaning between a check and the connection
 * gains nothing. It must never follow a redirect, retry, go through a proxy, or put a URL, a header
 * or a body that was sent into an error. What comes back is a stranger's text: for the log, and
 * never for another customer.
 */
import { Resolver } from "node:dns"
import { isIP, type LookupFunction } from "node:net"
import { createSecureContext, getCACertificates } from "node:tls"
import { Clock, Context, Deferred, Effect, Exit, Layer, RcMap, Schema, Semaphore } from "effect"
import { buildConnector, Client as Connection, type Dispatcher } from "undici"
import * as Config from "../Config.ts"
import * as AddressGuard from "./AddressGuard.ts"

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** For the whole attempt: waiting for a connection slot, name, connect, TLS, request, answer. */
  readonly timeoutMs: number
}

/** An answer, whatever its status: a 3xx or 5xx is an answer too. */
export interface Response {
  readonly statusCode: number
  /** From the moment it has a connection slot to the answer's headers. */
  readonly latencyMs: number
  /** At most 1 KiB of the body as UTF-8 text without NUL, which PostgreSQL cannot hold. */
  readonly bodyStart: string
  /** `Retry-After`, seconds or date, as whole seconds from now; at most a day. */
  readonly retryAfterSeconds?: number
}

/** There was no answer. `message` is short and free of secrets; it may be shown to the customer. */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  reason: Schema.Literals(["timeout", "address_refused", "dns", "tls", "connection", "bad_url"]),
  message: Schema.String
}) {}

export type Reason = SendFailed["reason"]

/** Resolves a name to the text of its IP addresses; calls `done` once. */
export type Lookup = (
  hostname: string,
  done: (error: Error | null, addresses: ReadonlyArray<string>) => void
) => void

export interface Options extends AddressGuard.Policy {
  /** PEM of one more root to trust beside the default ones. */
  readonly ca?: string
  /** Instead of DNS. */
  readonly lookup?: Lookup
}

export class Client extends Context.Service<
  Client,
  { readonly post: (request: Request) => Effect.Effect<Response, SendFailed> }
>()("payout-service/webhooks/GuardedClient") {}

class AddressRefused extends Error {}

class NameUnresolved extends Error {}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

const tlsCode =
  /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_|HOSTNAME_|PATH_)/

const timeoutCode = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/

/** Names what went wrong. The codes are Node's, OpenSSL's and undici's. */
const failure = (error: unknown): SendFailed => {
  const code = codeOf(error)
  const told = (reason: Reason, message: string) => new SendFailed({ reason, message })
  const suffix = code === "" ? "" : ` (${code})`
  if (error instanceof AddressRefused) return told("address_refused", error.message)
  if (error instanceof NameUnresolved) return told("dns", error.message)
  if (timeoutCode.test(code)) return told("timeout", `no connection in time${suffix}`)
  if (tlsCode.test(code)) return told("tls", `TLS failed${suffix}`)
  return told("connection", `connection failed${suffix}`)
}

/**
 * Asks DNS directly. `dns.lookup` would occupy one of libuv's four threads for as long as a name
 * server is silent: a few slow names of one customer would stop all others (law L11), and files
 * too. It also leaves out /etc/hosts and search domains, which no public receiver needs.
 */
const dnsLookup = (): Lookup => {
  const resolver = new Resolver({
    timeout: Config.outgoing.dnsTimeoutMs,
    tries: Config.outgoing.dnsTriesMax
  })
  return (hostname, done) => {
    if (hostname === "localhost") return done(null, ["127.0.0.1", "::1"])
    const found: Array<string> = []
    let open = 2
    const take = (error: Error | null, addresses: ReadonlyArray<string> | undefined) => {
      if (error === null) found.push(...(addresses ?? []))
      open -= 1
      if (open === 0) done(found.length === 0 ? error : null, found)
    }
    resolver.resolve4(hostname, take)
    resolver.resolve6(hostname, take)
  }
}

/**
 * A lookup for `net.connect` that hands out permitted addresses only, so that no connection can be
 * made to another one. Fails when none is left.
 */
export const guardedLookup =
  (lookup: Lookup, policy: AddressGuard.Policy): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, (error, addresses) => {
      const refusals = addresses.map((address) => AddressGuard.refusal(address, policy))
      const permitted = addresses.filter((_, index) => refusals[index] === undefined)
      const first = permitted[0]
      if (first === undefined) {
        const refused = refusals[0]
        const code = error === null ? "ENODATA" : codeOf(error)
        const problem =
          refused === undefined
            ? new NameUnresolved(`the name does not resolve (${code})`)
            : new AddressRefused(`the name resolves to a refused address: ${refused}`)
        return callback(problem, [])
      }
      if (options.all !== true) return callback(null, first, isIP(first))
      return callback(
        null,
        permitted.map((address) => ({ address, family: isIP(address) }))
      )
    })

interface Head {
  readonly statusCode: number
  readonly retryAfter: string | undefined
}

/** One request on its way over a connection of its own. */
interface Exchange {
  readonly connection: Connection
  readonly head: Deferred.Deferred<Head, SendFailed>
  /** Done when no more of the body is wanted or will come. */
  readonly end: Deferred.Deferred<void>
  readonly chunks: Array<Uint8Array>
  /** The whole answer has been read, so the connection is good for another exchange. */
  complete: boolean
}

const start = (connection: Connection, url: URL, request: Request): Exchange => {
  const exchange: Exchange = {
    connection,
    head: Deferred.makeUnsafe(),
    end: Deferred.makeUnsafe(),
    chunks: [],
    complete: false
  }
  let readBytes = 0
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_, statusCode, headers) {
      // 1xx only announces an answer.
      if (statusCode < 200) return
      const found = headers["retry-after"]
      const retryAfter = typeof found === "string" ? found : undefined
      Deferred.doneUnsafe(exchange.head, Exit.succeed({ statusCode, retryAfter }))
    },
    onResponseData(_, chunk) {
      // A copy: a view of 1 KiB would keep the parser's whole buffer alive.
      if (readBytes < Config.outgoing.bodyKeptBytesMax) {
        exchange.chunks.push(
          Uint8Array.from(chunk.subarray(0, Config.outgoing.bodyKeptBytesMax - readBytes))
        )
      }
      readBytes += chunk.length
      if (readBytes > Config.outgoing.bodyBytesMax) Deferred.doneUnsafe(exchange.end, Exit.void)
    },
    onResponseEnd() {
      exchange.complete = true
      Deferred.doneUnsafe(exchange.end, Exit.void)
    },
    onResponseError(_, error) {
      Deferred.doneUnsafe(exchange.head, Exit.fail(failure(error)))
      Deferred.doneUnsafe(exchange.end, Exit.void)
    }
  }
  const { body, headers } = request
  const path = url.pathname + url.search
  connection.dispatch({ path, method: "POST", headers, body }, handler)
  return exchange
}

const text = (chunks: ReadonlyArray<Uint8Array>): string =>
  // `stream` drops a character that the cut has split.
  new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll("\u0000", "\ufffd")

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** RFC 9110 section 10.2.3: seconds or a date. Anything else is as if it were not there. */
const retryAfterSeconds = (value: string | undefined, nowMs: number): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Math.min(Number(value), Config.outgoing.retryAfterSecondsMax)
  const untilMs = httpDate.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(untilMs)) return undefined
  const seconds = Math.ceil((untilMs - nowMs) / 1_000)
  return Math.min(Math.max(seconds, 0), Config.outgoing.retryAfterSecondsMax)
}

/**
 * The connections to one origin. A pool of our own, because undici's keeps a request that was given
 * up until its connection attempt ends, and keeps an origin that never connected for ever: a dead
 * receiver would fill the memory. Here a request that is given up takes its connection with it.
 */
interface Origin {
  readonly permits: Semaphore.Semaphore
  readonly idle: Array<Connection>
}

// Not awaited: a socket may take its time to close, and nobody is to wait for a stranger.
const destroy = (connection: Connection) => connection.destroy(null, () => {})

const openOrigin = Effect.acquireRelease(
  Effect.sync(
    (): Origin => ({
      permits: Semaphore.makeUnsafe(Config.outgoing.connectionsPerOriginMax),
      idle: []
    })
  ),
  (origin) => Effect.sync(() => origin.idle.splice(0).forEach(destroy))
)

const finish = (origin: Origin, exchange: Exchange) => {
  if (exchange.complete) origin.idle.push(exchange.connection)
  else destroy(exchange.connection)
}

const timedOut = (timeoutMs: number) =>
  Effect.fail(new SendFailed({ reason: "timeout", message: `no answer within ${timeoutMs} ms` }))

const connectorOf = (options: Options) =>
  buildConnector({
    timeout: Config.outgoing.connectMsMax,
    allowH2: false,
    // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise turn it off.
    rejectUnauthorized: true,
    lookup: guardedLookup(options.lookup ?? dnsLookup(), options),
    ...(options.ca === undefined
      ? {}
      : { secureContext: createSecureContext({ ca: [...getCACertificates(), options.ca] }) })
  })

const make = Effect.fnUntraced(function* (options: Options) {
  const connect = connectorOf(options)
  const connectTo = (origin: string) =>
    new Connection(origin, {
      connect,
      keepAliveTimeout: Config.outgoing.idleMs,
      keepAliveMaxTimeout: Config.outgoing.idleMs,
      allowH2: false
    })

  const origins = yield* RcMap.make({
    lookup: (_: string) => openOrigin,
    idleTimeToLive: Config.outgoing.idleMs,
    capacity: Config.outgoing.originsMax
  })

  /** Waits for a connection, sends, and waits for the status; the scope gives all of it back. */
  const begin = Effect.fnUntraced(function* (url: URL, request: Request) {
    const origin = yield* RcMap.get(origins, url.origin).pipe(
      Effect.mapError(() => new SendFailed({ reason: "connection", message: "too many receivers" }))
    )
    yield* origin.permits.takeScoped(1)
    const startedAt = yield* Clock.currentTimeMillis
    const exchange = yield* Effect.acquireRelease(
      Effect.sync(() => start(origin.idle.pop() ?? connectTo(url.origin), url, request)),
      (open) => Effect.sync(() => finish(origin, open))
    )
    const head = yield* Deferred.await(exchange.head)
    const latencyMs = Math.max(0, (yield* Clock.currentTimeMillis) - startedAt)
    return { exchange, head, latencyMs }
  })

  const attempt = Effect.fnUntraced(function* (url: URL, request: Request) {
    const { timeoutMs } = request
    const beganAt = yield* Clock.currentTimeMillis
    const { exchange, head, latencyMs } = yield* begin(url, request).pipe(
      Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => timedOut(timeoutMs) })
    )
    const now = yield* Clock.currentTimeMillis
    const bodyMs = Math.max(0, Math.min(Config.outgoing.bodyMsMax, beganAt + timeoutMs - now))
    yield* Effect.timeoutOption(Deferred.await(exchange.end), bodyMs)
    const seconds = retryAfterSeconds(head.retryAfter, now)
    return {
      statusCode: head.statusCode,
      latencyMs,
      bodyStart: text(exchange.chunks),
      ...(seconds === undefined ? {} : { retryAfterSeconds: seconds })
    } satisfies Response
  }, Effect.scoped)

  const post = Effect.fn("GuardedClient.post")(function* (request: Request) {
    const checked = AddressGuard.checkUrl(request.url, options)
    if (checked.ok) return yield* attempt(checked.url, request)
    const reason = checked.code === "address_refused" ? checked.code : "bad_url"
    return yield* new SendFailed({ reason, message: checked.message })
  })

  return Client.of({ post })
})

/** The client with its own connections, all closed with the layer's scope. */
export const layer = (options: Options): Layer.Layer<Client> => Layer.effect(Client, make(options))
