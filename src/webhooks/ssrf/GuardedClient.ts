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
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { buildConnector, Client as Connection, type Dispatcher } from "undici"
import * as Limits from "../../config/Limits.ts"
import * as Timers from "../../engine/actor/Timers.ts"
import * as AddressGuard from "./AddressGuard.ts"
import * as ConnectionBudget from "./ConnectionBudget.ts"

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
  /** As many as 1 KiB holds, in lower case. */
  readonly headers: Readonly<Record<string, string>>
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
    timeout: Limits.outgoing.dnsTimeoutMs,
    tries: Limits.outgoing.dnsTriesMax
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

const text = (chunks: ReadonlyArray<Uint8Array>): string =>
  chunks.length === 0
    ? ""
    : // `stream` drops a character that the cut has split.
      new TextDecoder()
        .decode(Buffer.concat(chunks), { stream: true })
        .replaceAll("\u0000", "\ufffd")

/** A stranger's headers, as many as the bound holds. */
const kept = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
): Readonly<Record<string, string>> => {
  const found: Record<string, string> = {}
  let length = 0
  for (const [name, value] of Object.entries(headers)) {
    const text = typeof value === "string" ? value : (value?.join(", ") ?? "")
    length += name.length + text.length
    if (length > Limits.outgoing.headerCharsKeptMax) return found
    found[name] = text.toWellFormed().replaceAll("\u0000", "\ufffd")
  }
  return found
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** RFC 9110 section 10.2.3: seconds or a date. Anything else is as if it were not there. */
const retryAfterSeconds = (value: string | undefined, nowMs: number): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Math.min(Number(value), Limits.outgoing.retryAfterSecondsMax)
  const untilMs = httpDate.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(untilMs)) return undefined
  const seconds = Math.ceil((untilMs - nowMs) / 1_000)
  return Math.min(Math.max(seconds, 0), Limits.outgoing.retryAfterSecondsMax)
}

const connectorOf = (options: Options) =>
  buildConnector({
    timeout: Limits.outgoing.connectMsMax,
    allowH2: false,
    // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise turn it off.
    rejectUnauthorized: true,
    lookup: guardedLookup(options.lookup ?? dnsLookup(), options),
    ...(options.ca === undefined
      ? {}
      : { secureContext: createSecureContext({ ca: [...getCACertificates(), options.ca] }) })
  })

const timedOut = (timeoutMs: number) =>
  new SendFailed({ reason: "timeout", message: `no answer within ${timeoutMs} ms` })

const crowded = new SendFailed({ reason: "connection", message: "too many receivers" })

/** The URL of an endpoint is checked once in a while, not once per event. */
const makeCheck = (options: Options) => {
  const known = new Map<string, AddressGuard.Checked>()
  return (url: string): AddressGuard.Checked => {
    const before = known.get(url)
    if (before !== undefined) return before
    if (known.size >= Limits.outgoing.originsMax) known.clear()
    const checked = AddressGuard.checkUrl(url, options)
    known.set(url, checked)
    return checked
  }
}

const refused = ({ code, message }: Extract<AddressGuard.Checked, { readonly ok: false }>) => {
  const reason = code === "address_refused" ? code : "bad_url"
  return Effect.fail(new SendFailed({ reason, message }))
}

/** What attempts share. */
interface Parts {
  readonly now: () => number
  readonly timers: Timers.Timers
  readonly origins: ConnectionBudget.ConnectionBudget
}

/** Everything of one attempt is in here, and ends with it, however it ends. */
const attempt = (
  { now, origins, timers }: Parts,
  url: URL,
  request: Request
): Effect.Effect<Response, SendFailed> =>
  Effect.callback((resume) => {
    const latest = now() + request.timeoutMs
    const chunks: Array<Uint8Array> = []
    let [readBytes, sentAt, isComplete] = [0, 0, false]
    let head: Pick<Response, "statusCode" | "latencyMs" | "headers"> | undefined
    let retryAfter: string | undefined
    let timer: Timers.Timer | undefined
    let place: ConnectionBudget.Slot | undefined

    /** Gives everything back; whatever comes later is not heard. */
    const end = (): boolean => {
      if (timer === undefined) return false
      timers.cancel(timer)
      timer = undefined
      place?.leave(isComplete)
      return true
    }
    const fail = (error: SendFailed): void => {
      if (end()) resume(Effect.fail(error))
    }
    const succeed = (): void => {
      if (head === undefined || !end()) return
      const seconds = retryAfterSeconds(retryAfter, now())
      const more = seconds === undefined ? {} : { retryAfterSeconds: seconds }
      resume(Effect.succeed({ ...head, bodyStart: text(chunks), ...more }))
    }
    /** Most answers end in the chunk they begin in; only the others need a timer of their own. */
    const boundBody = (): void => {
      if (timer === undefined) return
      timers.cancel(timer)
      timer = timers.at(Math.min(now() + Limits.outgoing.bodyMsMax, latest), succeed)
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_, statusCode, headers) {
        // 1xx only announces an answer.
        if (statusCode < 200) return
        head = { statusCode, latencyMs: Math.max(0, now() - sentAt), headers: kept(headers) }
        const found = headers["retry-after"]
        retryAfter = typeof found === "string" ? found : undefined
        queueMicrotask(boundBody)
      },
      onResponseData(_, chunk) {
        // A copy: a view of 1 KiB would keep the parser's whole buffer alive.
        const kept = chunk.subarray(0, Math.max(0, Limits.outgoing.bodyKeptBytesMax - readBytes))
        if (kept.length > 0) chunks.push(Uint8Array.from(kept))
        readBytes += chunk.length
        if (readBytes > Limits.outgoing.bodyBytesMax) succeed()
      },
      onResponseEnd() {
        isComplete = true
        succeed()
      },
      onResponseError: (_, error) => (head === undefined ? fail(failure(error)) : succeed())
    }

    timer = timers.at(latest, () => fail(timedOut(request.timeoutMs)))
    place = origins.enter(url.origin, (connection) => {
      sentAt = now()
      const { body, headers } = request
      const path = url.pathname + url.search
      connection.dispatch({ path, method: "POST", headers, body }, handler)
    })
    if (place === undefined) fail(crowded)
    // It may have failed before it had its place in hand.
    if (timer === undefined) place?.leave(false)
    return Effect.sync(() => void end())
  })

const make = Effect.fnUntraced(function* (options: Options) {
  const clock = yield* Clock.Clock
  const timers = yield* Timers.make
  const connect = connectorOf(options)
  const check = makeCheck(options)
  const { idleMs } = Limits.outgoing
  const patience = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }
  const origins = yield* ConnectionBudget.make(
    timers,
    (origin) => new Connection(origin, { connect, ...patience, allowH2: false })
  )
  const parts: Parts = { now: () => clock.currentTimeMillisUnsafe(), timers, origins }

  return Client.of({
    post: (request) =>
      Effect.suspend(() => {
        const checked = check(request.url)
        return checked.ok ? attempt(parts, checked.url, request) : refused(checked)
      })
  })
})

/** The client with its own connections, all closed with the layer's scope. */
export const layer = (options: Options): Layer.Layer<Client> => Layer.effect(Client, make(options))
