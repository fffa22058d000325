/**
 * Stands between the engine and one provider: sends nothing to one that is down, closed, or has no
 * money of ours, and not too much at once to any. What it holds back is answered `Queued`, and
 * certainly was not sent now. It must never hold back the question how a transfer stands, and never
 * change what an answer says of the transfer, except that a doubtful failure is asked about again.
 */
import { Clock, Effect, Option, Semaphore } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Network from "../domain/Network.ts"
import type { Payout, Transfer } from "../domain/payout/Payout.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import * as Adapter from "./Adapter.ts"
import * as AmbiguousFailures from "./AmbiguousFailures.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import * as ProviderAlarms from "./ProviderAlarms.ts"

const bounds = Limits.providers

/** A share of `spreadMs` that is the reference's own. */
const spread = (reference: string): number => {
  let sum = 0
  for (let index = 0; index < reference.length; index++) {
    sum = (sum * 31 + reference.charCodeAt(index)) % 10_007
  }
  return Math.floor((sum / 10_007) * bounds.jitterMs)
}

/** Pauses of networks, and of currencies whose account is empty: until when, milliseconds. */
const makePauses = () => {
  const networks = new Map<Network.Slug, number>()
  const floats = new Map<Network.Currency, number>()
  return {
    networks,
    floats,
    until: ({ currency, network }: Pick<Payout, "currency" | "network">, now: number) => {
      const latest = Math.max(networks.get(network) ?? 0, floats.get(currency) ?? 0)
      return latest > now ? latest : undefined
    }
  }
}

/**
 * Runs with one of so many places, or gives up waiting for one; then nothing was run. A process
 * that was stopped meanwhile may get its place before its timer: the clock has the last word.
 */
const makeTurns = (places: number) => {
  const semaphore = Semaphore.makeUnsafe(places)
  return Effect.fnUntraced(function* <A>(run: Effect.Effect<A>) {
    const latest = (yield* Clock.currentTimeMillis) + bounds.permitWaitMsMax
    const turn = yield* Effect.timeoutOption(semaphore.takeScoped(1), bounds.permitWaitMsMax)
    const isLate = Option.isNone(turn) || (yield* Clock.currentTimeMillis) > latest
    return isLate ? Option.none<A>() : Option.some(yield* run)
  }, Effect.scoped)
}

export const make = Effect.fnUntraced(function* (adapter: Adapter.Adapter) {
  const { name } = adapter
  const clock = yield* Clock.Clock
  const pauses = makePauses()
  const doubts = AmbiguousFailures.make()
  const submits = makeTurns(bounds.submitsAtOnceMax)
  const checks = makeTurns(bounds.checksAtOnceMax)
  let breaker = CircuitBreaker.closed(clock.currentTimeMillisUnsafe())
  /** Until when one instruction that was drawn to try it is waited for. */
  let offeredUntil = 0
  yield* ProviderAlarms.announce(name)
  yield* ProviderAlarms.recordBreaker(name, breaker)

  const move = (next: CircuitBreaker.State): Effect.Effect<void> => {
    const isNew = next._tag !== breaker._tag
    breaker = next
    return isNew ? ProviderAlarms.recordBreaker(name, next) : Effect.void
  }

  /** Learns from an answer. `isSubmit`: only sending shows whether sending works. */
  const learn = Effect.fnUntraced(function* (
    payout: Payout,
    transfer: Transfer,
    { finding }: Adapter.TransferReport,
    isSubmit: boolean
  ) {
    const now = yield* Clock.currentTimeMillis
    const { closedPauseMs, configurationPauseMs, floatPauseMs } = bounds
    const { id, network } = payout
    yield* ProviderAlarms.raise(name, finding, {
      payout_id: id,
      reference: transfer.reference,
      network
    })
    if (finding === "closed") pauses.networks.set(network, now + closedPauseMs)
    if (finding === "notAllowed") pauses.networks.set(network, now + configurationPauseMs)
    if (finding === "float") pauses.floats.set(payout.currency, now + floatPauseMs)
    if (finding === "configuration") {
      return yield* move(CircuitBreaker.trip(breaker, now, configurationPauseMs))
    }
    if (!isSubmit) return
    // One payout with a bad request must not stop all others; a row of them shows that all are bad.
    const isBad = finding === "failing" || finding === "request"
    const next = isBad ? CircuitBreaker.failed : CircuitBreaker.succeeded
    yield* move(next(breaker, now))
  })

  /**
   * An account that was empty is looked at before anything is sent from it again. Where it does not
   * say what it has, this instruction finds out while the others wait.
   */
  const float = Effect.fnUntraced(function* (payout: Payout, now: number) {
    const { currency, targetAmount } = payout
    if (!pauses.floats.has(currency)) return "full" as const
    pauses.floats.set(currency, now + bounds.probeMsMax)
    const has = yield* adapter.float(payout)
    if (has === undefined) return "unsaid" as const
    if (has >= targetAmount) pauses.floats.delete(currency)
    else pauses.floats.set(currency, now + bounds.floatPauseMs)
    return has >= targetAmount ? ("full" as const) : ("empty" as const)
  })

  /**
   * A failure that the provider may not know itself is asked about again for some minutes, under
   * the same reference. Then it is believed, and our account is looked at: if it is too empty for
   * the payout, that was the cause, and what is drawn next waits for it like any other.
   */
  const believed = Effect.fnUntraced(function* (
    payout: Payout,
    { reference }: Transfer,
    answer: Adapter.TransferReport
  ) {
    if (answer.finding !== "ambiguous") {
      doubts.forget(reference)
      return answer
    }
    const now = yield* Clock.currentTimeMillis
    const until = doubts.until(reference, now)
    if (now < until) {
      return {
        ...answer,
        outcome: Adapter.queued(Math.min(until, now + bounds.ambiguousCheckEveryMs))
      }
    }
    const has = yield* adapter.float(payout)
    const isEmpty = has !== undefined && has < payout.targetAmount
    return isEmpty ? Adapter.report(answer.outcome, "float") : answer
  })

  /** Until when nothing of this kind is sent. */
  const waitsUntil = (payout: Payout, now: number): number | undefined => {
    const closed = adapter.health(payout.network) === "down"
    return (
      CircuitBreaker.waitsUntil(breaker, now) ??
      pauses.until(payout, now) ??
      (closed ? now + bounds.closedPauseMs : undefined)
    )
  }

  const send = Effect.fnUntraced(function* (payout: Payout, transfer: Transfer) {
    const now = yield* Clock.currentTimeMillis
    const waits = waitsUntil(payout, now)
    if (waits !== undefined) return Adapter.queued(waits + spread(transfer.reference))
    const has = yield* float(payout, now)
    if (has === "empty") return Adapter.queued(now + bounds.floatPauseMs)
    // Much may have happened while it was asked.
    const still = CircuitBreaker.waitsUntil(breaker, yield* Clock.currentTimeMillis)
    if (still !== undefined) return Adapter.queued(still + spread(transfer.reference))
    yield* move(CircuitBreaker.enter(breaker, now))
    const response = yield* adapter.submit(payout, transfer)
    const answer = yield* believed(payout, transfer, response)
    if (has === "unsaid" && answer.finding === undefined) pauses.floats.delete(payout.currency)
    yield* learn(payout, transfer, answer, true)
    return answer.outcome
  })

  const submit = Effect.fnUntraced(function* (payout: Payout, transfer: Transfer) {
    const now = yield* Clock.currentTimeMillis
    const waits = waitsUntil(payout, now)
    if (waits !== undefined) return Adapter.queued(waits + spread(transfer.reference))
    const outcome: Option.Option<Provider.Outcome> = yield* submits(send(payout, transfer))
    return Option.getOrElse(outcome, () => Adapter.queued(now + bounds.permitWaitMsMax))
  })

  const check = Effect.fnUntraced(function* (payout: Payout, transfer: Transfer) {
    const ask = Effect.flatMap(adapter.check(payout, transfer), (response) =>
      believed(payout, transfer, response)
    )
    const answer = yield* checks(ask)
    if (Option.isNone(answer)) {
      // It was not even asked: that is no reason to call a person.
      return Adapter.queued((yield* Clock.currentTimeMillis) + bounds.permitWaitMsMax)
    }
    yield* learn(payout, transfer, answer.value, false)
    return answer.value.outcome
  })

  const standing = (network: Network.Slug, now: number): Adapter.ProviderHealth => {
    const { currency } = Network.bySlug(network)
    if (CircuitBreaker.waitsUntil(breaker, now) !== undefined) return "down"
    if (pauses.until({ currency, network }, now) !== undefined) return "down"
    const own = adapter.health(network)
    if (own === "down") return "down"
    return breaker._tag === "Closed" ? own : "degraded"
  }

  /**
   * How it stands for a new instruction. One that may be tried again is offered them one by one,
   * until the first is sent: it would never be found well if all went elsewhere, and many would
   * wait if all came back to it.
   */
  const eligible = (network: Network.Slug, now: number): Adapter.ProviderHealth => {
    const own = standing(network, now)
    if (own !== "degraded" || breaker._tag === "Closed") return own
    return now < offeredUntil ? "down" : "operational"
  }

  /** It was chosen for an instruction, which may come to nothing: only sending tries it. */
  const chosen = (now: number): void => {
    if (breaker._tag !== "Closed" && now >= offeredUntil) offeredUntil = now + bounds.offerMsMax
  }

  const guard: ProviderGateway = {
    adapter,
    submit,
    check,
    health: standing,
    healthForSelection: eligible,
    selected: chosen
  }
  return guard
})

export interface ProviderGateway {
  readonly adapter: Adapter.Adapter
  readonly submit: (payout: Payout, transfer: Transfer) => Effect.Effect<Provider.Outcome>
  readonly check: (payout: Payout, transfer: Transfer) => Effect.Effect<Provider.Outcome>
  readonly health: (network: Network.Slug, now: number) => Adapter.ProviderHealth
  readonly healthForSelection: (network: Network.Slug, now: number) => Adapter.ProviderHealth
  readonly selected: (now: number) => void
}

/** For a provider inside this process: it needs none of that. */
export const none = (adapter: Adapter.Adapter): ProviderGateway => ({
  adapter,
  submit: (payout, transfer) =>
    Effect.map(adapter.submit(payout, transfer), ({ outcome }) => outcome),
  check: (payout, transfer) =>
    Effect.map(adapter.check(payout, transfer), ({ outcome }) => outcome),
  health: (network) => adapter.health(network),
  healthForSelection: (network) => adapter.health(network),
  selected: () => {}
})
