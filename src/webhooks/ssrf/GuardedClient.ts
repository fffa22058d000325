/**
 * The only way out for HTTP to addresses that customers give. One POST is one attempt: bounded in
 * time and in what it reads, to public addresses only, over TLS that is verified.
 *
 * The address is checked where it is used. Connections take their addresses from a guarded lookup,
 * so a name that changes its meaning between a check and the connection gains nothing. The client
 * must never follow a redirect, retry, or use a proxy. It must never put a URL, a header or a body
 * that was sent into an error.
 */
import { createSecureContext, getCACertificates } from "node:tls"
import { Clock, Effect, Schema, type Scope } from "effect"
import { buildConnector, Client as Connection, type Dispatcher } from "undici"
import * as Limits from "../../config/Limits.ts"
import * as Timers from "../../engine/actor/Timers.ts"
import * as AddressGuard from "./AddressGuard.ts"
import * as ConnectionBudget from "./ConnectionBudget.ts"
import * as GuardedLookup from "./GuardedLookup.ts"
import * as ReceivedResponse from "./ReceivedResponse.ts"

interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /**
   * Milliseconds for the whole attempt: wait for a connection, name, connect, TLS, request,
   * response.
   */
  readonly timeoutMs: number
}

/** There was no response. `message` is short and free of secrets; customers may read it. */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  reason: Schema.Literals(["timeout", "address_refused", "dns", "tls", "connection", "bad_url"]),
  message: Schema.String
}) {}

export interface Settings extends AddressGuard.Policy {
  /** PEM of one more root to trust, in addition to the default ones. */
  readonly ca?: string
  /** Replaces DNS. */
  readonly lookup?: GuardedLookup.Lookup
}

export interface GuardedClient {
  readonly post: (request: Request) => Effect.Effect<ReceivedResponse.ReceivedResponse, SendFailed>
}

// ----------------------------------------------------------------------------- failures

const tlsCode =
  /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_|HOSTNAME_|PATH_)/

const timeoutCode = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/

const failed = (reason: SendFailed["reason"], message: string) =>
  new SendFailed({ reason, message })

/** The failure for an error of Node.js, OpenSSL or undici. */
const failureOf = (error: unknown): SendFailed => {
  const code = GuardedLookup.codeOf(error)
  const suffix = code === "" ? "" : ` (${code})`
  if (error instanceof GuardedLookup.AddressRefused) return failed("address_refused", error.message)
  if (error instanceof GuardedLookup.NameUnresolved) return failed("dns", error.message)
  if (timeoutCode.test(code)) return failed("timeout", `no connection in time${suffix}`)
  if (tlsCode.test(code)) return failed("tls", `TLS failed${suffix}`)
  return failed("connection", `connection failed${suffix}`)
}

// ----------------------------------------------------------------------------- one attempt

/** Resources that all attempts share. */
interface SharedResources {
  readonly now: () => number
  readonly timers: Timers.Timers
  readonly connections: ConnectionBudget.ConnectionBudget
}

type SendEffect = Effect.Effect<ReceivedResponse.ReceivedResponse, SendFailed>

/** The state of one attempt. It ends once, with `timer`, whatever ends it. */
interface Attempt {
  readonly shared: SharedResources
  readonly resume: (result: SendEffect) => void
  /** When the attempt must have ended, milliseconds. */
  readonly latest: number
  readonly chunks: Array<Uint8Array>
  readBytes: number
  sentAt: number
  /** True if the response was read to its end: the connection can be used again. */
  isComplete: boolean
  head: Pick<ReceivedResponse.ReceivedResponse, "statusCode" | "latencyMs" | "headers"> | undefined
  retryAfter: string | undefined
  /** `undefined` if the attempt has ended. */
  timer: Timers.Timer | undefined
  slot: ConnectionBudget.Slot | undefined
}

/** Gives everything back. Returns whether the attempt had not ended before. */
const end = (attempt: Attempt): boolean => {
  const { shared, slot, timer } = attempt
  if (timer === undefined) return false
  shared.timers.cancel(timer)
  attempt.timer = undefined
  slot?.leave(attempt.isComplete)
  return true
}

const fail = (attempt: Attempt, error: SendFailed): void => {
  if (end(attempt)) attempt.resume(Effect.fail(error))
}

const succeed = (attempt: Attempt): void => {
  const { chunks, head, retryAfter, shared } = attempt
  if (head === undefined || !end(attempt)) return
  const seconds = ReceivedResponse.retryAfterSeconds(retryAfter, shared.now())
  const retryAfterField = seconds === undefined ? {} : { retryAfterSeconds: seconds }
  attempt.resume(
    Effect.succeed({ ...head, bodyStart: ReceivedResponse.bodyText(chunks), ...retryAfterField })
  )
}

/** Most bodies end in the chunk they begin in; only the others need a separate timer. */
const boundBody = (attempt: Attempt): void => {
  const { latest, shared, timer } = attempt
  if (timer === undefined) return
  shared.timers.cancel(timer)
  const bodyLatest = Math.min(shared.now() + Limits.outgoing.bodyMsMax, latest)
  attempt.timer = shared.timers.at(bodyLatest, () => succeed(attempt))
}

const handlerOf = (attempt: Attempt): Dispatcher.DispatchHandler => ({
  onRequestStart() {},
  onResponseStart(_, statusCode, headers) {
    // 1xx only announces a response.
    if (statusCode < 200) return
    const latencyMs = Math.max(0, attempt.shared.now() - attempt.sentAt)
    attempt.head = { statusCode, latencyMs, headers: ReceivedResponse.boundedHeaders(headers) }
    const retryAfter = headers["retry-after"]
    attempt.retryAfter = typeof retryAfter === "string" ? retryAfter : undefined
    queueMicrotask(() => boundBody(attempt))
  },
  onResponseData(_, chunk) {
    const { bodyBytesMax, bodyKeptBytesMax } = Limits.outgoing
    // Copied, because a view of 1 KiB would keep the parser's whole buffer in memory.
    const part = chunk.subarray(0, Math.max(0, bodyKeptBytesMax - attempt.readBytes))
    if (part.length > 0) attempt.chunks.push(Uint8Array.from(part))
    attempt.readBytes += chunk.length
    if (attempt.readBytes > bodyBytesMax) succeed(attempt)
  },
  onResponseEnd() {
    attempt.isComplete = true
    succeed(attempt)
  },
  onResponseError: (_, error) =>
    attempt.head === undefined ? fail(attempt, failureOf(error)) : succeed(attempt)
})

const send = (shared: SharedResources, url: URL, request: Request): SendEffect =>
  Effect.callback((resume) => {
    const { body, headers, timeoutMs } = request
    const latest = shared.now() + timeoutMs
    const attempt: Attempt = {
      ...{ shared, resume, latest, chunks: [], readBytes: 0, sentAt: 0, isComplete: false },
      ...{ head: undefined, retryAfter: undefined, timer: undefined, slot: undefined }
    }
    attempt.timer = shared.timers.at(latest, () =>
      fail(attempt, failed("timeout", `no answer within ${timeoutMs} ms`))
    )
    attempt.slot = shared.connections.enter(url.origin, (connection) => {
      attempt.sentAt = shared.now()
      const path = url.pathname + url.search
      connection.dispatch({ path, method: "POST", headers, body }, handlerOf(attempt))
    })
    if (attempt.slot === undefined) fail(attempt, failed("connection", "too many receivers"))
    // The attempt may have ended while `enter` ran, before its slot was known.
    if (attempt.timer === undefined) attempt.slot?.leave(false)
    return Effect.sync(() => void end(attempt))
  })

// ----------------------------------------------------------------------------- the client

const connectorOf = (settings: Settings) =>
  buildConnector({
    timeout: Limits.outgoing.connectMsMax,
    allowH2: false,
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable the check.
    rejectUnauthorized: true,
    lookup: GuardedLookup.guardedLookup(settings.lookup ?? GuardedLookup.dnsLookup(), settings),
    ...(settings.ca === undefined
      ? {}
      : { secureContext: createSecureContext({ ca: [...getCACertificates(), settings.ca] }) })
  })

/** Checks URLs of endpoints, each once in a while and not once per event. */
const makeCheck = (policy: AddressGuard.Policy) => {
  const checks = new Map<string, AddressGuard.UrlCheck>()
  return (url: string): AddressGuard.UrlCheck => {
    const cached = checks.get(url)
    if (cached !== undefined) return cached
    if (checks.size >= Limits.outgoing.originsMax) checks.clear()
    const result = AddressGuard.checkUrl(url, policy)
    checks.set(url, result)
    return result
  }
}

const refused = ({ code, message }: Extract<AddressGuard.UrlCheck, { readonly ok: false }>) =>
  Effect.fail(failed(code === "address_refused" ? code : "bad_url", message))

/** A client with its own connections, all closed with the scope. */
export const make: (settings: Settings) => Effect.Effect<GuardedClient, never, Scope.Scope> =
  Effect.fnUntraced(function* (settings) {
    const clock = yield* Clock.Clock
    const timers = yield* Timers.make
    const connect = connectorOf(settings)
    const check = makeCheck(settings)
    const { idleMs } = Limits.outgoing
    const keepAlive = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }
    const connections = yield* ConnectionBudget.make(
      timers,
      (origin) => new Connection(origin, { connect, ...keepAlive, allowH2: false })
    )
    const shared: SharedResources = {
      now: () => clock.currentTimeMillisUnsafe(),
      timers,
      connections
    }

    return {
      post: (request) =>
        Effect.suspend(() => {
          const result = check(request.url)
          return result.ok ? send(shared, result.url, request) : refused(result)
        })
    }
  })
