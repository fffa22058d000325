/**
 * Provider and screening with every call counted and timed. Results pass through unchanged. Of a
 * payout, only its id reaches metrics and traces.
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

/** Creates a series at its first use, so that outcomes that never occur are not shown. */
const lazily = <A>(make: (key: string) => A): ((key: string) => A) => {
  const values = new Map<string, A>()
  return (key) => {
    const existing = values.get(key)
    if (existing !== undefined) return existing
    const value = make(key)
    values.set(key, value)
    return value
  }
}

const timed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  done: (value: A, seconds: number) => void
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.map(effect, (value) => {
      done(value, (performance.now() - startedAt) / 1000)
      return value
    })
  })

interface Instruments {
  readonly meter: Metrics.Metrics
  readonly exportSpan: Tracing.Export | undefined
}

/** The span of a call about a payout that has just returned. */
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

/** Adds the payout's id to the log lines of a call. */
const annotated = <A, E, R>(
  { id }: Payout,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => Effect.annotateLogs(effect, "payout_id", id)

type TransferCall = "submit" | "check"

const provider = (
  inner: Provider.Provider["Service"],
  { meter, exportSpan }: Instruments
): Provider.Provider["Service"] => {
  const seriesOf = (call: TransferCall) =>
    lazily((name) => ({
      duration: meter.histogram(latency, { provider: name, call }),
      counterOf: lazily((outcome) => meter.counter(outcomes, { provider: name, call, outcome }))
    }))
  const measured = (call: TransferCall) => {
    const series = seriesOf(call)
    return (payout: Payout, transfer: Transfer, request: Effect.Effect<Provider.Outcome>) =>
      timed(annotated(payout, request), ({ _tag }, seconds) => {
        const name = transfer.provider ?? "sandbox"
        const outcome = _tag.toLowerCase()
        const { counterOf, duration } = series(name)
        counterOf(outcome).count += 1
        duration.observe(seconds)
        const { attempt } = transfer
        exportSpan?.(
          spanOf(`provider ${call}`, payout, seconds, { provider: name, outcome, attempt })
        )
      })
  }
  const [submit, check] = [measured("submit"), measured("check")]
  return {
    ...inner,
    submit: (payout, transfer, confirm) =>
      submit(payout, transfer, inner.submit(payout, transfer, confirm)),
    check: (payout, transfer) => check(payout, transfer, inner.check(payout, transfer))
  }
}

const screening = (
  inner: Screening.Screening["Service"],
  { meter, exportSpan }: Instruments
): Screening.Screening["Service"] => {
  const duration = meter.histogram(screeningLatency)
  const counterOf = lazily((verdict) => meter.counter(verdicts, { verdict }))
  return {
    ...inner,
    screen: (subject) =>
      timed(annotated(subject.payout, inner.screen(subject)), ({ _tag }, seconds) => {
        const outcome = _tag.toLowerCase()
        counterOf(outcome).count += 1
        duration.observe(seconds)
        exportSpan?.(spanOf("screening", subject.payout, seconds, { outcome }))
      })
  }
}

/** Runs an effect with a provider and a screening that are measured. */
export const within = Effect.fnUntraced(function* <A, E, R>(
  meter: Metrics.Metrics,
  effect: Effect.Effect<A, E, R>
): Effect.fn.Return<A, E, R | Provider.Provider | Screening.Screening> {
  const instruments = { meter, exportSpan: yield* Tracing.Trace }
  const observedProvider = provider(yield* Provider.Provider, instruments)
  const observedScreening = screening(yield* Screening.Screening, instruments)
  return yield* effect.pipe(
    Effect.provideService(Provider.Provider, observedProvider),
    Effect.provideService(Screening.Screening, observedScreening)
  )
})
