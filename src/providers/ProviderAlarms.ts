/** Alarms about providers: metrics and log lines for operators. */
import { Effect, Metric } from "effect"
import type { ProviderName } from "../config/ProviderRoutes.ts"
import type * as Adapter from "./Adapter.ts"
import type * as CircuitBreaker from "./CircuitBreaker.ts"

/** Findings that an operator must act on. */
export const alarming = [
  ...(["configuration", "request", "notAllowed", "float", "contradiction", "mismatch"] as const)
]

const alarms = Metric.counter("payout_provider_alarms_total", {
  description: "Responses of mobile-money providers that need an operator: see the kind and the log"
})

const state = Metric.gauge("payout_provider_breaker", {
  description: "Circuit breaker: 0 closed, 1 probing with one transfer, 2 open"
})

const levels = { Closed: 0, Probing: 1, Open: 2 } as const

const messages: { readonly [F in (typeof alarming)[number]]: string } = {
  configuration: "A provider refused our account",
  request: "A provider rejects our request as invalid",
  notAllowed: "A provider refused to pay to a network for our account",
  float: "A provider reported that our account is empty: top it up",
  contradiction: "A provider did not find a transfer that it had accepted",
  mismatch: "A provider reported a different transfer under our reference"
}

/** Makes the alarms of a provider visible from the start, at zero. */
export const announce = (provider: ProviderName): Effect.Effect<void> =>
  Effect.forEach(
    alarming,
    (kind) => Metric.update(Metric.withAttributes(alarms, { provider, kind }), 0),
    { discard: true }
  )

const isAlarming = (finding: Adapter.Finding): finding is (typeof alarming)[number] =>
  alarming.some((kind) => kind === finding)

/** Raises the alarm of a finding about a transfer, if it has one. */
export const raise = (
  provider: ProviderName,
  finding: Adapter.Finding | undefined,
  subject: { readonly payout_id: string; readonly reference: string; readonly network: string }
): Effect.Effect<void> =>
  finding === undefined || !isAlarming(finding)
    ? Effect.void
    : Effect.andThen(
        Metric.update(Metric.withAttributes(alarms, { provider, kind: finding }), 1),
        Effect.logError(messages[finding]).pipe(Effect.annotateLogs({ provider, ...subject }))
      )

/** Raises an alarm about our account, which concerns no single payout. */
export const raiseForAccount = (
  provider: ProviderName,
  kind: (typeof alarming)[number],
  message: string
): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(Metric.withAttributes(alarms, { provider, kind }), 1),
    Effect.logError(message).pipe(Effect.annotateLogs({ provider }))
  )

/** Sets the gauge of a breaker. */
export const recordBreaker = (
  provider: ProviderName,
  breaker: CircuitBreaker.State
): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(state, { provider }), levels[breaker._tag])
