/**
 * The request log: recent requests of accounts, in which people look for the cause of an error. A
 * response only notes its request in memory. Masking and writing follow a second later. Under load
 * most requests are skipped and counted, and a crash loses those that are not written yet.
 */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as RequestStore from "../engine/ports/RequestStore.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Masking from "./Masking.ts"

/** A request with its response. */
interface HandledRequest
  extends Pick<
    RequestStore.Entry,
    | ("id" | "accountId" | "at" | "callerId" | "ipAddress" | "method")
    | ("status" | "latencyMs" | "isReplay")
  > {
  readonly url: string
  readonly headerKey: string | undefined
  /** The body as received; `undefined` if it is no text or must not be kept. */
  readonly received: string | undefined
  readonly sent: string | undefined
  /** Id of the payout, batch or quote that the request names or created. */
  readonly subjectId: string | undefined
}

export interface RequestLog {
  /** True if another request of the account can be noted. */
  readonly hasRoom: (accountId: string) => boolean
  readonly note: (request: HandledRequest) => void
  readonly list: RequestStore.Store["list"]
  readonly get: RequestStore.Store["get"]
}

const skipped: Metrics.Family = {
  name: "payout_requests_not_logged_total",
  description: "Requests that the log of requests skipped, because there were too many or it failed"
}

/** A body until it is written. A long one is replaced by its length. */
interface CapturedBody {
  readonly text: string
  readonly isWhole: boolean
}

const capture = (text = ""): CapturedBody =>
  text.length > Limits.requests.maskedCharsMax
    ? { text: `(${text.length} characters)`, isWhole: false }
    : { text, isWhole: true }

const mask = ({ isWhole, text }: CapturedBody): string | null =>
  isWhole ? Masking.body(text) : text

/** The code at the beginning of an error's body. */
const errorCodeOf = (sent = ""): string | null => /^\{"error":"(\w+)"/.exec(sent)?.[1] ?? null

const keyIn = ({ isWhole, text }: CapturedBody): string | null => {
  if (!isWhole) return null
  try {
    const key: unknown = JSON.parse(text)?.idempotency_key
    return typeof key === "string" ? key : null
  } catch {
    return null
  }
}

const maskText = (text: string | null): string | null => (text === null ? null : Masking.text(text))

/** A text that PostgreSQL can store. */
const storable = (text: string | null): string | null =>
  text === null ? null : text.replaceAll("\0", "").toWellFormed().slice(0, 128)

/** A request until it is written. */
interface NotedRequest extends Omit<HandledRequest, "received" | "sent"> {
  readonly received: CapturedBody
  readonly sent: CapturedBody
  readonly errorCode: string | null
}

const notedRequestOf = (request: HandledRequest): NotedRequest => ({
  ...request,
  received: capture(request.received),
  sent: capture(request.sent),
  errorCode: request.status < 400 ? null : errorCodeOf(request.sent)
})

const entryOf = ({ received, sent, ...rest }: NotedRequest): RequestStore.Entry => {
  const { accountId, at, callerId, errorCode, headerKey, id, isReplay, latencyMs } = rest
  const { ipAddress, method, status, subjectId, url } = rest
  return {
    ipAddress,
    ...{ id, accountId, at, callerId, method, status, latencyMs, isReplay, errorCode },
    path: Masking.path(url),
    idempotencyKey: storable(maskText(headerKey ?? keyIn(received))),
    subjectId: subjectId ?? null,
    requestBody: mask(received),
    responseBody: mask(sent)
  }
}

/** Masks in several slices, so that requests in progress do not wait for all of them. */
const entriesOf = Effect.fnUntraced(function* (requests: ReadonlyArray<NotedRequest>) {
  const { maskedAtOnce } = Limits.requests
  const entries: Array<RequestStore.Entry> = []
  for (let from = 0; from < requests.length; from += maskedAtOnce) {
    entries.push(...requests.slice(from, from + maskedAtOnce).map(entryOf))
    yield* Effect.yieldNow
  }
  return entries
})

/** Notes requests, and writes them every second until the scope closes. */
export const make = Effect.gen(function* () {
  const store = yield* RequestStore.RequestStore
  const meter = yield* Metrics.make
  const lost = meter.counter(skipped)
  const { flushMs, notedMax, notedPerAccountMax, pruneMs } = Limits.requests
  let pending: Array<NotedRequest> = []
  const perAccount = new Map<string, number>()
  const accountsWritten = new Set<string>()

  const flush = Effect.suspend(() => {
    const requests = pending
    pending = []
    perAccount.clear()
    if (requests.length === 0) return Effect.void
    for (const { accountId } of requests) accountsWritten.add(accountId)
    // A defect in one entry must not end the writing of later ones.
    return Effect.catchCause(Effect.flatMap(entriesOf(requests), store.write), (cause) => {
      lost.count += requests.length
      return Effect.logWarning("Writing the request log failed", cause)
    })
  })

  const prune = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const accounts = [...accountsWritten]
    accountsWritten.clear()
    return Effect.ignore(store.prune(accounts, now))
  })

  yield* Effect.addFinalizer(() => flush)
  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, flushMs)))
  yield* Effect.forkScoped(Effect.forever(Effect.delay(prune, pruneMs)))

  const log: RequestLog = {
    hasRoom: (accountId) => {
      const noted = perAccount.get(accountId) ?? 0
      if (pending.length < notedMax && noted < notedPerAccountMax) return true
      lost.count += 1
      return false
    },
    note: (request) => {
      pending.push(notedRequestOf(request))
      perAccount.set(request.accountId, (perAccount.get(request.accountId) ?? 0) + 1)
    },
    list: (filter, page) => Effect.andThen(flush, store.list(filter, page)),
    get: (accountId, id) => Effect.andThen(flush, store.get(accountId, id))
  }
  return log
})
