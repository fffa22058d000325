/**
 * Provider and screening for the steps, with every call counted and timed. What is said
 * passes through unchanged; nothing of a payout but its id leaves here.
 */
import { Effect } from "effect"
import type { Payout, Transfer } from "../../domain/payout/Payout.ts"
import type * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as Provider from "./Provider.ts"
import * as Screening from "./Screening.ts"

const outcomes = {
  name: "payout_provider_outcomes_total",
  description: "What providers said of transfers, by provider, call and outcome"
}
const latency = {
  name: "payout_provider_seconds",
  description: "How long providers took to say so, by provider and call",
  bounds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
}
const verdicts = {
  name: "payout_screenings_total",
  description: "Screenings of payouts, by verdict"
}
const screeningLatency = {
  name: "payout_screening_seconds",
  description: "How long a screening took",
  bounds: latency.bounds
}

/** Series made when they are first needed: what never happens is not shown. */
const lazily = <A>(make: (key: string) => A): ((key: string) => A) => {
  const known = new Map<string, A>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    known.set(key, made)
    return made
  }
}

const timed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  done: (value: A, seconds: number) => void
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const begun = performance.now()
    return Effect.map(effect, (value) => {
      done(value, (performance.now() - begun) / 1000)
      return value
    })
  })

interface Instruments {
  readonly meter: Metrics.Metrics
  readonly exportSpan: Tracing.Export | undefined
}

/** A question about a payout that was just answered. */
const spanOf = (
  name: string,
  { accountId, id }: Payout,
  seconds: number,
  attributes: Tracing.Attributes
): Tracing.Span => {
  const to = Tracing.now()
  const about = { ...Tracing.naming(id), account_id: accountId, ...attributes }
  return { name, kind: "client", subject: id, from: to - seconds * 1000, to, attributes: about }
}

/** Log lines of the call name the payout. */
const about = <A, E, R>({ id }: Payout, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.annotateLogs(effect, "payout_id", id)

type TransferCall = "submit" | "check"

const provider = (
  given: Provider.Provider["Service"],
  { meter, exportSpan }: Instruments
): Provider.Provider["Service"] => {
  const seriesOf = (call: TransferCall) =>
    lazily((name) => ({
      took: meter.histogram(latency, { provider: name, call }),
      said: lazily((outcome) => meter.counter(outcomes, { provider: name, call, outcome }))
    }))
  const measured = (call: TransferCall) => {
    const series = seriesOf(call)
    return (payout: Payout, transfer: Transfer, asked: Effect.Effect<Provider.Outcome>) =>
      timed(about(payout, asked), ({ _tag }, seconds) => {
        const name = transfer.provider ?? "sandbox"
        const outcome = _tag.toLowerCase()
        const { said, took } = series(name)
        said(outcome).count += 1
        took.observe(seconds)
        const { attempt } = transfer
        exportSpan?.(
          spanOf(`provider ${call}`, payout, seconds, { provider: name, outcome, attempt })
        )
      })
  }
  const [submit, check] = [measured("submit"), measured("check")]
  return {
    ...given,
    submit: (payout, transfer, confirm) =>
      submit(payout, transfer, given.submit(payout, transfer, confirm)),
    check: (payout, transfer) => check(payout, transfer, given.check(payout, transfer))
  }
}

const screening = (
  given: Screening.Screening["Service"],
  { meter, exportSpan }: Instruments
): Screening.Screening["Service"] => {
  const took = meter.histogram(screeningLatency)
  const said = lazily((verdict) => meter.counter(verdicts, { verdict }))
  return {
    ...given,
    screen: (subject) =>
      timed(about(subject.payout, given.screen(subject)), ({ _tag }, seconds) => {
        const outcome = _tag.toLowerCase()
        said(outcome).count += 1
        took.observe(seconds)
        exportSpan?.(spanOf("screening", subject.payout, seconds, { outcome }))
      })
  }
}

/** Gives an effect a provider and a screening that are observed. */
export const within = Effect.fnUntraced(function* <A, E, R>(
  meter: Metrics.Metrics,
  effect: Effect.Effect<A, E, R>
): Effect.fn.Return<A, E, R | Provider.Provider | Screening.Screening> {
  const watchers = { meter, exportSpan: yield* Tracing.Trace }
  const observedProvider = provider(yield* Provider.Provider, watchers)
  const observedScreening = screening(yield* Screening.Screening, watchers)
  return yield* effect.pipe(
    Effect.provideService(Provider.Provider, observedProvider),
    Effect.provideService(Screening.Screening, observedScreening)
  )
})
