/** What operators must hear of providers: metrics that rise, and lines in the log. */
import { Effect, Metric } from "effect"
import type { ProviderName } from "../config/ProviderRoutes.ts"
import type * as Adapter from "./Adapter.ts"
import type * as CircuitBreaker from "./CircuitBreaker.ts"

/** Findings that a person must act on. */
export const alarming = [
  ...(["configuration", "request", "notAllowed", "float", "contradiction", "mismatch"] as const)
]

const alarms = Metric.counter("payout_provider_alarms_total", {
  description: "Answers of mobile-money providers that someone must act on"
})

const state = Metric.gauge("payout_provider_breaker", {
  description: "0: instructions go to the provider; 1: one tries it; 2: none goes"
})

const levels = { Closed: 0, Probing: 1, Open: 2 } as const

const messages: { readonly [F in (typeof alarming)[number]]: string } = {
  configuration: "A provider refuses our account",
  request: "A provider cannot read our request",
  notAllowed: "A provider does not pay to a network for our account",
  float: "Our account at a provider is empty",
  contradiction: "A provider does not know a transfer that it took",
  mismatch: "A provider has other facts under our reference"
}

/** Makes the alarms of a provider visible, at zero. */
export const announce = (provider: ProviderName): Effect.Effect<void> =>
  Effect.forEach(
    alarming,
    (kind) => Metric.update(Metric.withAttributes(alarms, { provider, kind }), 0),
    { discard: true }
  )

const isAlarming = (finding: Adapter.Finding): finding is (typeof alarming)[number] =>
  alarming.some((kind) => kind === finding)

/** Raises the alarm of a finding, if it has one. `about`: the payout and its reference. */
export const raise = (
  provider: ProviderName,
  finding: Adapter.Finding | undefined,
  about: { readonly payout_id: string; readonly reference: string; readonly network: string }
): Effect.Effect<void> =>
  finding === undefined || !isAlarming(finding)
    ? Effect.void
    : Effect.andThen(
        Metric.update(Metric.withAttributes(alarms, { provider, kind: finding }), 1),
        Effect.logError(messages[finding]).pipe(Effect.annotateLogs({ provider, ...about }))
      )

/** Raises an alarm that is about no single payout, and says why. */
export const raiseForAccount = (
  provider: ProviderName,
  kind: (typeof alarming)[number],
  message: string
): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(alarms, { provider, kind }), 1),
    Effect.logError(message).pipe(Effect.annotateLogs({ provider }))
  )

/** Shows a breaker. */
export const recordBreaker = (
  provider: ProviderName,
  breaker: CircuitBreaker.State
): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(state, { provider }), levels[breaker._tag])
