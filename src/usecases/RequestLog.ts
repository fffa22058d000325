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
    "id" | "accountId" | "at" | "callerId" | "method" | "status" | "latencyMs" | "isReplay"
  > {
  readonly url: string
  readonly headerKey: string | undefined
  /** As they came and went; `undefined` where there is no text. */
  readonly received: string | undefined
  readonly sent: string | undefined
  /** The payout or batch that it names or created. */
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

const fieldOf = (json: string | undefined, name: string): string | null => {
  try {
    const value: unknown = JSON.parse(json ?? "")?.[name]
    return typeof value === "string" ? value : null
  } catch {
    return null
  }
}

/** A text that PostgreSQL stores. */
const storable = (text: string | null): string | null =>
  text === null ? null : text.replaceAll("\0", "").toWellFormed().slice(0, 128)

const entryOf = ({ received, sent, ...rest }: Answered): RequestStore.Entry => {
  const { accountId, at, callerId, headerKey, id, isReplay, latencyMs } = rest
  const { method, status, subjectId, url } = rest
  return {
    ...{ id, accountId, at, callerId, method, status, latencyMs, isReplay },
    path: Masking.path(url),
    idempotencyKey: storable(headerKey ?? fieldOf(received, "idempotency_key")),
    errorCode: status < 400 ? null : fieldOf(sent, "error_code"),
    subjectId: subjectId ?? null,
    requestBody: Masking.body(received ?? ""),
    responseBody: Masking.body(sent ?? "")
  }
}

/** Writes what was noted, every second, until the scope closes. */
export const make = Effect.gen(function* () {
  const store = yield* RequestStore.RequestStore
  const meter = yield* Metrics.make
  const lost = meter.counter(skipped)
  const { flushMs, notedMax, notedPerAccountMax, pruneMs } = Limits.requests
  let noted: Array<Answered> = []
  const perAccount = new Map<string, number>()
  const written = new Set<string>()

  const flush = Effect.suspend(() => {
    const taken = noted
    noted = []
    perAccount.clear()
    if (taken.length === 0) return Effect.void
    for (const { accountId } of taken) written.add(accountId)
    // A defect in one entry must not end the writing of all that follow.
    return Effect.catchCause(
      Effect.suspend(() => store.write(taken.map(entryOf))),
      (cause) => {
        lost.count += taken.length
        return Effect.logWarning("The log of requests was not written", cause)
      }
    )
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
      if (noted.length < notedMax && own < notedPerAccountMax) return true
      lost.count += 1
      return false
    },
    note: (answered) => {
      noted.push(answered)
      perAccount.set(answered.accountId, (perAccount.get(answered.accountId) ?? 0) + 1)
    },
    list: (filter, page) => Effect.andThen(flush, store.list(filter, page)),
    get: (accountId, id) => Effect.andThen(flush, store.get(accountId, id))
  }
  return log
})
