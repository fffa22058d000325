/**
 * Middle rates from a feed of dollar rates, checked against a second one. A USDC is taken for a
 * dollar. A rate that is not believed stops quotes in its currency at once; a feed that is away
 * does so when its last rates are too old. It must never answer with a rate it does not believe.
 *
 * Without a second source a jump is never confirmed: the currency waits until the rate comes back,
 * or the service is started again. A second source that is silent is as none, and an alarm says so.
 */
import { Clock, Deferred, Effect, Layer, Metric, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import { type Currency, currencies } from "../domain/Network.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as Rates from "../engine/ports/Rates.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as FeedParser from "./FeedParser.ts"
import * as RateValidator from "./RateValidator.ts"

export interface Options {
  readonly url: string
  /** A second source in the same format. */
  readonly checkUrl: string | undefined
  /** A rate is used for so long after it was true. */
  readonly maxAgeMs: number
}

const accepted = Metric.gauge("payout_rates_believed", {
  description: "1 where a currency has a rate that is believed, 0 where someone must look"
})
const ages = Metric.gauge("payout_rates_age_seconds", { description: "Age of a currency's rate" })
const silent = Metric.counter("payout_rates_feed_failures_total", {
  description: "Questions to a rate feed without a usable answer"
})

const gaugeOf = (currency: Currency) => Metric.withAttributes(accepted, { currency })

/** What is known of one currency. */
interface CurrencyRate {
  /** The last rate that was believed. */
  readonly middle: Rates.Middle | undefined
  /** Why the newest one is not. */
  readonly doubt: string | undefined
}

/** The newest answer of one source, kept while the source is away. */
const makeSource = (
  remote: HttpClient.HttpClient["Service"],
  source: "first" | "second",
  url: string,
  maxAgeMs: number
) => {
  let newest: FeedParser.Feed | undefined

  const asked = Effect.gen(function* () {
    const answer = yield* remote
      .send({
        ...{ url, method: "GET", headers: { accept: "application/json" } },
        timeoutMs: Limits.rates.requestMsMax,
        bytesMax: Limits.rates.answerBytesMax
      })
      .pipe(Effect.mapError(({ message }) => message))
    if (answer.status !== 200) return yield* Effect.fail(`it answers ${answer.status}`)
    const feed = yield* Effect.fromResult(FeedParser.read(answer.body))
    const now = yield* Clock.currentTimeMillis
    if (feed.at > now + Limits.rates.futureMsMax) {
      return yield* Effect.fail("its rates are of the future")
    }
    return feed
  })

  /** Asks once; what is newest after that, unless it is too old. */
  return Effect.gen(function* () {
    const told = yield* Effect.result(asked)
    if (Result.isFailure(told)) {
      yield* Metric.update(Metric.withAttributes(silent, { source }), 1)
      yield* Effect.logWarning(`The ${source} rate feed has no rates for us: ${told.failure}`)
    } else if (newest === undefined || told.success.at >= newest.at) newest = told.success
    const now = yield* Clock.currentTimeMillis
    return newest !== undefined && now - newest.at <= maxAgeMs ? newest : undefined
  })
}

const make = Effect.fnUntraced(function* ({ checkUrl, maxAgeMs, url }: Options) {
  const remote = yield* HttpClient.HttpClient
  const first = makeSource(remote, "first", url, maxAgeMs)
  const second =
    checkUrl === undefined
      ? Effect.succeed(undefined)
      : makeSource(remote, "second", checkUrl, maxAgeMs)
  const standings = new Map<Currency, CurrencyRate>()

  const take = Effect.fnUntraced(function* (
    currency: Currency,
    feed: FeedParser.Feed,
    check: FeedParser.Feed | undefined
  ) {
    const before = standings.get(currency)
    const said = RateValidator.validate({ currency, feed, check, last: before?.middle?.rate })
    if (Result.isSuccess(said)) {
      standings.set(currency, { middle: { rate: said.success, at: feed.at }, doubt: undefined })
      return yield* Metric.update(gaugeOf(currency), 1)
    }
    standings.set(currency, { middle: before?.middle, doubt: said.failure })
    yield* Metric.update(gaugeOf(currency), 0)
    if (before?.doubt !== said.failure) {
      yield* Effect.logError(`The ${currency} rate is not believed: ${said.failure}`)
    }
  })

  const poll = Effect.gen(function* () {
    const [feed, check] = yield* Effect.all([first, second], { concurrency: 2 })
    if (feed !== undefined) {
      yield* Effect.forEach(currencies, (currency) => take(currency, feed, check))
    }
    const now = yield* Clock.currentTimeMillis
    for (const [currency, { middle }] of standings) {
      if (middle === undefined) continue
      yield* Metric.update(Metric.withAttributes(ages, { currency }), (now - middle.at) / 1000)
      if (now - middle.at > maxAgeMs) yield* Metric.update(gaugeOf(currency), 0)
    }
  }).pipe(
    // A bug here must not end the asking; rates that are not renewed stop being given by themselves.
    Effect.catchCause((cause) => Effect.logError("Rate feed", cause))
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
    const standing = standings.get(currency)
    if (standing?.doubt !== undefined) return yield* unavailable(currency, standing.doubt)
    if (standing?.middle === undefined) return yield* unavailable(currency, "no feed had one yet")
    const age = (yield* Clock.currentTimeMillis) - standing.middle.at
    return age <= maxAgeMs
      ? standing.middle
      : yield* unavailable(currency, `the newest rate is ${Math.round(age / 1000)} s old`)
  })

  return Rates.Rates.of({ middle })
})

export const layer = (options: Options): Layer.Layer<Rates.Rates, never, HttpClient.HttpClient> =>
  Layer.effect(Rates.Rates, make(options))
