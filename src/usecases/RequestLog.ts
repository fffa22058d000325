/**
 * The recent requests of accounts, for people who look for the cause of an error. A request is only
 * noted in memory when it is answered; masking and writing follow a second later. Under load most
 * are skipped and counted, and a crash loses those that are not written yet.
 */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as RequestStore from "../engine/ports/RequestStore.ts"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Masking from "./Masking.ts"

/** A request as it was answered. */
interface Answered
  extends Pick<
    RequestStore.Entry,
    | ("id" | "accountId" | "at" | "callerId" | "ipAddress" | "method")
    | ("status" | "latencyMs" | "isReplay")
  > {
  readonly url: string
  readonly headerKey: string | undefined
  /** Bodies as they came and went; `undefined` where there is no text, or none may be kept. */
  readonly received: string | undefined
  readonly sent: string | undefined
  /** The payout, batch or quote that it names or created. */
  readonly subjectId: string | undefined
}

export interface RequestLog {
  /** Whether there is room for another request of an account. */
  readonly isOpen: (accountId: string) => boolean
  readonly note: (answered: Answered) => void
  readonly list: RequestStore.Store["list"]
  readonly get: RequestStore.Store["get"]
}

const skipped: Metrics.Family = {
  name: "payout_requests_not_logged_total",
  description: "Requests that the log of requests skipped, because there were too many or it failed"
}

/** A body as it is held until it is written: of a long one only its length. */
interface CapturedBody {
  readonly text: string
  readonly isWhole: boolean
}

const held = (text = ""): CapturedBody =>
  text.length > Limits.requests.maskedCharsMax
    ? { text: `(${text.length} characters)`, isWhole: false }
    : { text, isWhole: true }

const masked = ({ isWhole, text }: CapturedBody): string | null =>
  isWhole ? Masking.body(text) : text

/** The code of an error, with which its body begins. */
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

const maskedText = (text: string | null): string | null =>
  text === null ? null : Masking.text(text)

/** A text that PostgreSQL stores. */
const storable = (text: string | null): string | null =>
  text === null ? null : text.replaceAll("\0", "").toWellFormed().slice(0, 128)

/** What is held of a request until it is written. */
interface Noted extends Omit<Answered, "received" | "sent"> {
  readonly received: CapturedBody
  readonly sent: CapturedBody
  readonly errorCode: string | null
}

const noted = (answered: Answered): Noted => ({
  ...answered,
  received: held(answered.received),
  sent: held(answered.sent),
  errorCode: answered.status < 400 ? null : errorCodeOf(answered.sent)
})

const entryOf = ({ received, sent, ...rest }: Noted): RequestStore.Entry => {
  const { accountId, at, callerId, errorCode, headerKey, id, isReplay, latencyMs } = rest
  const { ipAddress, method, status, subjectId, url } = rest
  return {
    ipAddress,
    ...{ id, accountId, at, callerId, method, status, latencyMs, isReplay, errorCode },
    path: Masking.path(url),
    idempotencyKey: storable(maskedText(headerKey ?? keyIn(received))),
    subjectId: subjectId ?? null,
    requestBody: masked(received),
    responseBody: masked(sent)
  }
}

/** Masks in several turns, so that requests in progress do not wait for all of it. */
const entriesOf = Effect.fnUntraced(function* (all: ReadonlyArray<Noted>) {
  const { maskedAtOnce } = Limits.requests
  const entries: Array<RequestStore.Entry> = []
  for (let from = 0; from < all.length; from += maskedAtOnce) {
    entries.push(...all.slice(from, from + maskedAtOnce).map(entryOf))
    yield* Effect.yieldNow
  }
  return entries
})

/** Writes what was noted, every second, until the scope closes. */
export const make = Effect.gen(function* () {
  const store = yield* RequestStore.RequestStore
  const meter = yield* Metrics.make
  const lost = meter.counter(skipped)
  const { flushMs, notedMax, notedPerAccountMax, pruneMs } = Limits.requests
  let waiting: Array<Noted> = []
  const perAccount = new Map<string, number>()
  const written = new Set<string>()

  const flush = Effect.suspend(() => {
    const taken = waiting
    waiting = []
    perAccount.clear()
    if (taken.length === 0) return Effect.void
    for (const { accountId } of taken) written.add(accountId)
    // A defect in one entry must not end the writing of all that follow.
    return Effect.catchCause(Effect.flatMap(entriesOf(taken), store.write), (cause) => {
      lost.count += taken.length
      return Effect.logWarning("The log of requests was not written", cause)
    })
  })

  const prune = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const accounts = [...written]
    written.clear()
    return Effect.ignore(store.prune(accounts, now))
  })

  yield* Effect.addFinalizer(() => flush)
  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, flushMs)))
  yield* Effect.forkScoped(Effect.forever(Effect.delay(prune, pruneMs)))

  const log: RequestLog = {
    isOpen: (accountId) => {
      const own = perAccount.get(accountId) ?? 0
      if (waiting.length < notedMax && own < notedPerAccountMax) return true
      lost.count += 1
      return false
    },
    note: (answered) => {
      waiting.push(noted(answered))
      perAccount.set(answered.accountId, (perAccount.get(answered.accountId) ?? 0) + 1)
    },
    list: (filter, page) => Effect.andThen(flush, store.list(filter, page)),
    get: (accountId, id) => Effect.andThen(flush, store.get(accountId, id))
  }
  return log
})
