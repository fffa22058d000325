/**
 * Middle rates from a feed of dollar rates, checked against a second one. A USDC counts as a
 * dollar. A rejected rate disables quoting for its currency at once. A feed that does not respond
 * disables quoting when its last rates are too old.
 *
 * Without a second source a jump is never confirmed: the currency stays disabled until the rate
 * returns to its old range or the service restarts. A second source that does not respond raises an
 * alarm.
 */
import { Clock, Deferred, Effect, Layer, Metric, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import { type Currency, currencies } from "../domain/Network.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as Rates from "../engine/ports/Rates.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as FeedParser from "./FeedParser.ts"
import * as RateValidator from "./RateValidator.ts"

export interface Feeds {
  readonly url: string
  /** A second source in the same format. */
  readonly checkUrl: string | undefined
  /** The time for which a rate is used, counted from the feed's time. */
  readonly maxAgeMs: number
}

const accepted = Metric.gauge("payout_rates_believed", {
  description:
    "1 where a currency has an accepted rate; 0 where quoting is disabled: compare the rate feeds"
})
const ages = Metric.gauge("payout_rates_age_seconds", { description: "Age of a currency's rate" })
const failures = Metric.counter("payout_rates_feed_failures_total", {
  description: "Requests to a rate feed without a usable response"
})

const gaugeOf = (currency: Currency) => Metric.withAttributes(accepted, { currency })

/** The state of one currency. */
interface CurrencyRate {
  /** The last accepted rate. */
  readonly middle: Rates.Middle | undefined
  /** The reason why the newest rate is rejected, and since when; `undefined` if it is accepted. */
  readonly rejection: { readonly reason: string; readonly since: number } | undefined
}

/** The newest rates of one source, kept while the source does not respond. */
const makeSource = (
  http: HttpClient.HttpClient["Service"],
  source: "first" | "second",
  url: string,
  maxAgeMs: number
) => {
  let newest: FeedParser.Feed | undefined

  const fetched = Effect.gen(function* () {
    const response = yield* http
      .send({
        ...{ url, method: "GET", headers: { accept: "application/json" } },
        timeoutMs: Limits.rates.requestMsMax,
        bytesMax: Limits.rates.answerBytesMax
      })
      .pipe(Effect.mapError(({ message }) => message))
    if (response.status !== 200)
      return yield* Effect.fail(`the feed returned status ${response.status}`)
    const feed = yield* Effect.fromResult(FeedParser.read(response.body))
    const now = yield* Clock.currentTimeMillis
    if (feed.at > now + Limits.rates.futureMsMax) {
      return yield* Effect.fail("the feed's timestamp is in the future")
    }
    return feed
  })

  /** Fetches once. Returns the newest rates after that, unless they are too old. */
  return Effect.gen(function* () {
    const result = yield* Effect.result(fetched)
    if (Result.isFailure(result)) {
      yield* Metric.update(Metric.withAttributes(failures, { source }), 1)
      yield* Effect.logWarning(`Reading the ${source} rate feed failed: ${result.failure}`)
    } else if (newest === undefined || result.success.at >= newest.at) newest = result.success
    const now = yield* Clock.currentTimeMillis
    return newest !== undefined && now - newest.at <= maxAgeMs ? newest : undefined
  })
}

/**
 * Why a currency's rate cannot be used; `undefined` if it can. Without `since`, the trouble exists
 * since the start.
 */
const troubleOf = (
  currencyRate: CurrencyRate | undefined,
  maxAgeMs: number,
  now: number
): { readonly cause: string; readonly since?: number } | undefined => {
  if (currencyRate?.rejection !== undefined) {
    return { cause: currencyRate.rejection.reason, since: currencyRate.rejection.since }
  }
  if (currencyRate?.middle === undefined) return { cause: "no feed had one yet" }
  const age = now - currencyRate.middle.at
  if (age <= maxAgeMs) return undefined
  const cause = `the newest rate is ${Math.round(age / 1000)} s old`
  return { cause, since: currencyRate.middle.at + maxAgeMs }
}

const make = Effect.fnUntraced(function* ({ checkUrl, maxAgeMs, url }: Feeds) {
  const http = yield* HttpClient.HttpClient
  const first = makeSource(http, "first", url, maxAgeMs)
  const second =
    checkUrl === undefined
      ? Effect.succeed(undefined)
      : makeSource(http, "second", checkUrl, maxAgeMs)
  const byCurrency = new Map<Currency, CurrencyRate>()

  const update = Effect.fnUntraced(function* (
    currency: Currency,
    feed: FeedParser.Feed,
    check: FeedParser.Feed | undefined
  ) {
    const before = byCurrency.get(currency)
    const validated = RateValidator.validate({ currency, feed, check, last: before?.middle?.rate })
    if (Result.isSuccess(validated)) {
      byCurrency.set(currency, {
        middle: { rate: validated.success, at: feed.at },
        rejection: undefined
      })
      return yield* Metric.update(gaugeOf(currency), 1)
    }
    const since = before?.rejection?.since ?? (yield* Clock.currentTimeMillis)
    const rejection = { reason: validated.failure, since }
    byCurrency.set(currency, { middle: before?.middle, rejection })
    yield* Metric.update(gaugeOf(currency), 0)
    if (before?.rejection?.reason !== validated.failure) {
      yield* Effect.logError(`The ${currency} rate was rejected: ${validated.failure}`)
    }
  })

  const poll = Effect.gen(function* () {
    const [feed, check] = yield* Effect.all([first, second], { concurrency: 2 })
    if (feed !== undefined) {
      yield* Effect.forEach(currencies, (currency) => update(currency, feed, check))
    }
    const now = yield* Clock.currentTimeMillis
    for (const [currency, { middle }] of byCurrency) {
      if (middle === undefined) continue
      yield* Metric.update(Metric.withAttributes(ages, { currency }), (now - middle.at) / 1000)
      if (now - middle.at > maxAgeMs) yield* Metric.update(gaugeOf(currency), 0)
    }
  }).pipe(
    // A defect must not end the polling; rates that are not renewed expire automatically.
    Effect.catchCause((cause) => Effect.logError("Reading the rate feeds failed", cause))
  )

  yield* Effect.forEach(currencies, (currency) => Metric.update(gaugeOf(currency), 0))
  const polled = yield* Deferred.make<void>()
  yield* poll.pipe(
    Effect.andThen(Deferred.succeed(polled, undefined)),
    Effect.andThen(Effect.forever(Effect.andThen(Effect.sleep(Limits.rates.pollMs), poll))),
    Effect.forkScoped
  )

  const unavailable = (currency: Currency, detail: string) =>
    new Unavailable({ message: `There is no rate for ${currency} at the moment.`, detail })

  const middle = Effect.fn("FeedRates.middle")(function* (currency: Currency) {
    yield* Deferred.await(polled)
    const currencyRate = byCurrency.get(currency)
    const trouble = troubleOf(currencyRate, maxAgeMs, yield* Clock.currentTimeMillis)
    return trouble === undefined && currencyRate?.middle !== undefined
      ? currencyRate.middle
      : yield* unavailable(currency, trouble?.cause ?? "")
  })

  const clock = yield* Clock.Clock
  const startedAt = yield* Clock.currentTimeMillis
  const troubles = () => {
    // Nothing is known before the first response of a feed.
    if (!Deferred.isDoneUnsafe(polled)) return []
    const now = clock.currentTimeMillisUnsafe()
    return currencies.flatMap((currency) => {
      const trouble = troubleOf(byCurrency.get(currency), maxAgeMs, now)
      if (trouble === undefined) return []
      return [{ currency, cause: trouble.cause, since: trouble.since ?? startedAt }]
    })
  }

  return Rates.Rates.of({ middle, troubles })
})

export const layer = (feeds: Feeds): Layer.Layer<Rates.Rates, never, HttpClient.HttpClient> =>
  Layer.effect(Rates.Rates, make(feeds))
