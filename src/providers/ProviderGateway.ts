/**
 * Bulkhead and circuit breaker in front of one provider. It sends nothing to a provider that is
 * down, closed, or has no money of ours, and bounds the calls at once. A transfer that it holds
 * back is `Queued`, and certainly was not sent now. It must never hold back a check of a transfer.
 * It must never change what a report means for the transfer, except that an ambiguous failure is
 * checked again.
 */
import { Clock, Effect, Option } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Facts from "../domain/incident/Facts.ts"
import * as Network from "../domain/Network.ts"
import type { Payout, Transfer } from "../domain/payout/Payout.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import * as Adapter from "./Adapter.ts"
import * as AmbiguousFailures from "./AmbiguousFailures.ts"
import * as Bulkhead from "./Bulkhead.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import * as Outages from "./Outages.ts"
import * as ProviderAlarms from "./ProviderAlarms.ts"

const limits = Limits.providers

/** The router's interface to a provider. */
export interface ProviderGateway {
  readonly adapter: Adapter.Adapter
  readonly submit: Provider.Provider["Service"]["submit"]
  readonly check: (payout: Payout, transfer: Transfer) => Effect.Effect<Provider.Outcome>
  readonly health: (network: Network.Slug, now: number) => Adapter.ProviderHealth
  /** The health that counts when a provider is chosen for a new transfer. */
  readonly healthForSelection: (network: Network.Slug, now: number) => Adapter.ProviderHealth
  /** Records that the provider was chosen for a transfer. */
  readonly recordSelection: (now: number) => void
  /** The breaker's state; `undefined` if the provider has none. */
  readonly breaker: (now: number) => Provider.Breaker | undefined
  /** The provider's troubles, for the networks that are routed to it. */
  readonly condition: (networks: ReadonlyArray<Network.Slug>, now: number) => Provider.Condition
  /** Records if the provider responded to the request for its own status. */
  readonly recordRefresh: (isAnswered: boolean, now: number) => void
}

interface GatewayState {
  readonly adapter: Adapter.Adapter
  /** The time until which nothing is sent to a network, milliseconds. */
  readonly networkPauses: Map<Network.Slug, number>
  /** The time until which nothing is sent in a currency whose account is empty, milliseconds. */
  readonly floatPauses: Map<Network.Currency, number>
  readonly ambiguous: AmbiguousFailures.AmbiguousFailures
  readonly submits: Bulkhead.Bulkhead
  readonly checks: Bulkhead.Bulkhead
  breaker: CircuitBreaker.State
  /** While the breaker is not closed, one transfer at a time is routed here, until this time. */
  offeredUntil: number
  readonly outages: Outages.Outages
}

/** A share of `jitterMs` that follows from the reference. */
const jitter = (reference: string): number => {
  let sum = 0
  for (let index = 0; index < reference.length; index++) {
    sum = (sum * 31 + reference.charCodeAt(index)) % 10_007
  }
  return Math.floor((sum / 10_007) * limits.jitterMs)
}

const moveBreaker = (
  state: GatewayState,
  next: CircuitBreaker.State,
  now: number,
  cause?: Facts.ProviderCause
): Effect.Effect<void> => {
  const isNew = next._tag !== state.breaker._tag
  state.breaker = next
  Outages.recordBreaker(state.outages, next._tag === "Closed", cause, now)
  return isNew ? ProviderAlarms.recordBreaker(state.adapter.name, next) : Effect.void
}

// ----------------------------------------------------------------------------- pauses and health

const pausedUntil = (
  { floatPauses, networkPauses }: GatewayState,
  { currency, network }: Pick<Payout, "currency" | "network">,
  now: number
): number | undefined => {
  const latest = Math.max(networkPauses.get(network) ?? 0, floatPauses.get(currency) ?? 0)
  return latest > now ? latest : undefined
}

/** The time until which this payout is held back; `undefined` if it may be sent now. */
const sendAtOf = (state: GatewayState, payout: Payout, now: number): number | undefined => {
  const isClosed = state.adapter.health(payout.network) === "down"
  return (
    CircuitBreaker.waitsUntil(state.breaker, now) ??
    pausedUntil(state, payout, now) ??
    (isClosed ? now + limits.closedPauseMs : undefined)
  )
}

const health = (
  state: GatewayState,
  network: Network.Slug,
  now: number
): Adapter.ProviderHealth => {
  const { currency } = Network.bySlug(network)
  if (CircuitBreaker.waitsUntil(state.breaker, now) !== undefined) return "down"
  if (pausedUntil(state, { currency, network }, now) !== undefined) return "down"
  const reported = state.adapter.health(network)
  if (reported === "down") return "down"
  return state.breaker._tag === "Closed" ? reported : "degraded"
}

/** The breaker as reported. A breaker whose pause has passed waits for the transfer that probes. */
const breaker = ({ breaker: state }: GatewayState, now: number): Provider.Breaker => {
  if (state._tag === "Closed") return "closed"
  return state._tag === "Open" && CircuitBreaker.waitsUntil(state, now) !== undefined
    ? "open"
    : "probing"
}

/**
 * Time of the next try of a transfer; `null` if one is on its way, or goes as soon as there is one.
 */
const nextTryAt = ({ breaker: state }: GatewayState, now: number): number | null =>
  state._tag === "Open" ? (CircuitBreaker.waitsUntil(state, now) ?? null) : null

/**
 * The health for choosing a provider. While the breaker probes, transfers are offered one at a
 * time, until the first is sent. The provider would never be found healthy if all went elsewhere,
 * and many would wait if all came to it.
 */
const healthForSelection = (
  state: GatewayState,
  network: Network.Slug,
  now: number
): Adapter.ProviderHealth => {
  const current = health(state, network, now)
  if (current !== "degraded" || state.breaker._tag === "Closed") return current
  return now < state.offeredUntil ? "down" : "operational"
}

/**
 * Records that the provider was chosen. The transfer may still not be sent, and only a sent one
 * probes the provider.
 */
const recordSelection = (state: GatewayState, now: number): void => {
  const isOpen = state.breaker._tag !== "Closed"
  if (isOpen && now >= state.offeredUntil) state.offeredUntil = now + limits.offerMsMax
}

// ----------------------------------------------------------------------------- reports

/** Pauses that a finding causes. */
const pause = (
  { floatPauses, networkPauses, outages }: GatewayState,
  { currency, network }: Payout,
  finding: Adapter.Finding | undefined,
  now: number
): void => {
  const { closedPauseMs, configurationPauseMs, floatPauseMs } = limits
  const pauseNetwork = (until: number, cause: Facts.ProviderCause): void => {
    networkPauses.set(network, until)
    Outages.networkPaused(outages, network, { cause, until }, now)
  }
  if (finding === "closed") pauseNetwork(now + closedPauseMs, "closed")
  if (finding === "notAllowed") pauseNetwork(now + configurationPauseMs, "not_allowed")
  if (finding !== "float") return
  floatPauses.set(currency, now + floatPauseMs)
  Outages.floatEmpty(outages, currency, now + floatPauseMs, now)
}

/** Raises the alarm of a finding and pauses the sending that it makes useless. */
const recordFinding = Effect.fnUntraced(function* (
  state: GatewayState,
  payout: Payout,
  { reference }: Transfer,
  { finding }: Adapter.TransferReport
) {
  const now = yield* Clock.currentTimeMillis
  const subject = { payout_id: payout.id, reference, network: payout.network }
  yield* ProviderAlarms.raise(state.adapter.name, finding, subject)
  pause(state, payout, finding, now)
  if (finding === "configuration") {
    const tripped = CircuitBreaker.trip(state.breaker, now, limits.configurationPauseMs)
    yield* moveBreaker(state, tripped, now, "account")
  }
})

/** Findings that count as failures of the provider. */
const failures: Readonly<Partial<Record<Adapter.Finding, Facts.ProviderCause>>> = {
  failing: "failing",
  request: "requests"
}

/** Only submissions move the breaker: a check does not show whether sending works. */
const recordSubmission = Effect.fnUntraced(function* (
  state: GatewayState,
  payout: Payout,
  { finding, outcome }: Adapter.TransferReport
) {
  if (finding === "configuration") return
  const now = yield* Clock.currentTimeMillis
  // One payout with a bad request must not stop all others; several in a row show that all are bad.
  const cause = finding === undefined ? undefined : failures[finding]
  Outages.recordAnswer(state.outages, cause, now)
  if (outcome._tag === "Accepted") Outages.endPauses(state.outages, payout)
  const next = cause === undefined ? CircuitBreaker.afterSuccess : CircuitBreaker.afterFailure
  yield* moveBreaker(state, next(state.breaker, now), now, cause)
})

/**
 * The report that counts. An ambiguous failure is checked again for some minutes, under the same
 * reference, before it counts. Then our account is queried: if it is too empty for the payout, that
 * was the cause, and the next transfer waits for money like any other.
 */
const confirmAmbiguous = Effect.fnUntraced(function* (
  { adapter, ambiguous }: GatewayState,
  payout: Payout,
  { reference }: Transfer,
  report: Adapter.TransferReport
) {
  if (report.finding !== "ambiguous") {
    ambiguous.remove(reference)
    return report
  }
  const now = yield* Clock.currentTimeMillis
  const until = ambiguous.until(reference, now)
  if (now < until) {
    const checkAgainAt = Math.min(until, now + limits.ambiguousCheckEveryMs)
    return { ...report, outcome: Adapter.queued(checkAgainAt) }
  }
  const balance = yield* adapter.float(payout)
  const isEmpty = balance !== undefined && balance < payout.targetAmount
  return isEmpty ? Adapter.report(report.outcome, "float") : report
})

// ----------------------------------------------------------------------------- calls

/**
 * Queries an account that was empty before anything is sent from it again. If the provider does not
 * report a balance, this transfer finds out while the others wait.
 */
const queryFloat = Effect.fnUntraced(function* (state: GatewayState, payout: Payout, now: number) {
  const { adapter, floatPauses, outages } = state
  const { currency, targetAmount } = payout
  if (!floatPauses.has(currency)) return "full" as const
  floatPauses.set(currency, now + limits.probeMsMax)
  const balance = yield* adapter.float(payout)
  if (balance === undefined) return "unreported" as const
  if (balance >= targetAmount) {
    floatPauses.delete(currency)
    outages.floats.delete(currency)
  } else {
    floatPauses.set(currency, now + limits.floatPauseMs)
    Outages.floatEmpty(outages, currency, now + limits.floatPauseMs, now)
  }
  return balance >= targetAmount ? ("full" as const) : ("empty" as const)
})

const send = Effect.fnUntraced(function* (
  state: GatewayState,
  payout: Payout,
  transfer: Transfer,
  confirm: Effect.Effect<void>
) {
  const { adapter, floatPauses } = state
  const now = yield* Clock.currentTimeMillis
  const sendAt = sendAtOf(state, payout, now)
  if (sendAt !== undefined) return Adapter.queued(sendAt + jitter(transfer.reference))
  const float = yield* queryFloat(state, payout, now)
  if (float === "empty") return Adapter.queued(now + limits.floatPauseMs)
  // The breaker may have opened during the query.
  const open = CircuitBreaker.waitsUntil(state.breaker, yield* Clock.currentTimeMillis)
  if (open !== undefined) return Adapter.queued(open + jitter(transfer.reference))
  // The wait for a permit, and for the balance, may have outlasted the earlier verification (L3).
  const isConfirmed = Option.isSome(yield* Effect.timeoutOption(confirm, limits.confirmMsMax))
  if (!isConfirmed) return Adapter.queued(now + jitter(transfer.reference))
  yield* moveBreaker(state, CircuitBreaker.enter(state.breaker, now), now)
  const submission = yield* adapter.submit(payout, transfer)
  const report = yield* confirmAmbiguous(state, payout, transfer, submission)
  if (float === "unreported" && report.finding === undefined) floatPauses.delete(payout.currency)
  yield* recordFinding(state, payout, transfer, report)
  yield* recordSubmission(state, payout, report)
  return report.outcome
})

const submit = Effect.fnUntraced(function* (
  state: GatewayState,
  payout: Payout,
  transfer: Transfer,
  confirm: Effect.Effect<void>
) {
  const now = yield* Clock.currentTimeMillis
  const sendAt = sendAtOf(state, payout, now)
  if (sendAt !== undefined) return Adapter.queued(sendAt + jitter(transfer.reference))
  const outcome: Option.Option<Provider.Outcome> = yield* state.submits(
    send(state, payout, transfer, confirm)
  )
  return Option.getOrElse(outcome, () => Adapter.queued(now + limits.permitWaitMsMax))
})

const check = Effect.fnUntraced(function* (
  state: GatewayState,
  payout: Payout,
  transfer: Transfer
) {
  const checkedOutcome = Effect.flatMap(state.adapter.check(payout, transfer), (report) =>
    confirmAmbiguous(state, payout, transfer, report)
  )
  const report = yield* state.checks(checkedOutcome)
  if (Option.isNone(report)) {
    // The transfer waits, because nothing was sent and manual review is not needed.
    return Adapter.queued((yield* Clock.currentTimeMillis) + limits.permitWaitMsMax)
  }
  yield* recordFinding(state, payout, transfer, report.value)
  return report.value.outcome
})

export const make = Effect.fnUntraced(function* (adapter: Adapter.Adapter) {
  const state: GatewayState = {
    ...{ adapter, networkPauses: new Map(), floatPauses: new Map() },
    ambiguous: AmbiguousFailures.make(),
    submits: Bulkhead.make(limits.submitsAtOnceMax),
    checks: Bulkhead.make(limits.checksAtOnceMax),
    breaker: CircuitBreaker.closed(yield* Clock.currentTimeMillis),
    offeredUntil: 0,
    outages: Outages.make()
  }
  yield* ProviderAlarms.announce(adapter.name)
  yield* ProviderAlarms.recordBreaker(adapter.name, state.breaker)

  const gateway: ProviderGateway = {
    adapter,
    submit: (payout, transfer, confirm) => submit(state, payout, transfer, confirm),
    check: (payout, transfer) => check(state, payout, transfer),
    health: (network, now) => health(state, network, now),
    healthForSelection: (network, now) => healthForSelection(state, network, now),
    recordSelection: (now) => recordSelection(state, now),
    breaker: (now) => breaker(state, now),
    condition: (networks, now) => ({
      troubles: Outages.troubles(
        state.outages,
        {
          ...{ name: adapter.name, networks, nextTryAt: nextTryAt(state, now) },
          isDown: (network) => adapter.health(network) === "down"
        },
        now
      ),
      floats: Outages.floats(state.outages, adapter.name, now)
    }),
    recordRefresh: (isAnswered, now) => Outages.recordRefresh(state.outages, isAnswered, now)
  }
  return gateway
})

/** The gateway of a provider inside this process, without bulkhead and breaker. */
export const direct = (adapter: Adapter.Adapter): ProviderGateway => ({
  adapter,
  submit: (payout, transfer) =>
    Effect.map(adapter.submit(payout, transfer), ({ outcome }) => outcome),
  check: (payout, transfer) =>
    Effect.map(adapter.check(payout, transfer), ({ outcome }) => outcome),
  health: (network) => adapter.health(network),
  healthForSelection: (network) => adapter.health(network),
  recordSelection: () => {},
  breaker: () => undefined,
  condition: () => ({ troubles: [], floats: [] }),
  recordRefresh: () => {}
})
