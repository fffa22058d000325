/**
 * The steps of a refund, for payouts and batches: screening of the senders, and proof that the
 * refund was sent. Balances screen their senders in the same way, and withdrawals are proven so.
 */
import { Clock, Effect, Metric } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Money from "../../domain/money/Money.ts"
import type * as Refund from "../../domain/refund/Refund.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as Chain from "../ports/Chain.ts"
import type * as Screening from "../ports/Screening.ts"
import type { StepOutcome } from "./ActorBehavior.ts"

/** Reports the proof of a refund, and returns when it is decided and durable. */
type ReportProof = (
  command: Extract<Refund.Command, { readonly _tag: "ConfirmRefund" | "DisproveRefund" }>
) => Effect.Effect<void>

type ScreenSenders = Extract<Refund.Command, { readonly _tag: "ScreenSenders" }>

const over: StepOutcome = { _tag: "Over" }

const refundsHeld = Metric.counter("payout_refunds_held_total", {
  description:
    "Refunds, and deposits to balances, that screening held for their sender or address. Each " +
    "needs a decision"
})

/** Makes the metric visible from the start, at zero. */
export const announceMetrics = Metric.update(refundsHeld, 0)

/** Milliseconds until the next attempt. Doubles each time, up to a bound. */
export const pauseMs = (attempt: number): number => {
  const { providerPauseMsMax, providerPauseMsMin } = Limits.engine
  return Math.min(providerPauseMsMin * 2 ** attempt, providerPauseMsMax)
}

/**
 * Proves on the chain that a refund was sent as an operator recorded it. Only a final block
 * disproves it. A transaction that no Ethereum node shows may come back, so the refund is due again
 * only after a day, with an alarm.
 */
export const proveRefund = Effect.fnUntraced(function* (
  chain: Chain.Chain["Service"],
  subject: { readonly createdAt: number; readonly id: string; readonly refund: Refund.SentRefund },
  give: ReportProof,
  attempt: number
): Effect.fn.Return<StepOutcome> {
  const { createdAt, refund } = subject
  const { txHash } = refund
  const proof = yield* Effect.option(Chain.proveRefund(chain, refund, createdAt))
  const at = yield* Clock.currentTimeMillis
  const result = proof._tag === "Some" ? proof.value : undefined
  const isGone = result?._tag === "Absent" && attempt >= Limits.engine.refundRoundsMax
  if (isGone) {
    yield* Effect.logError(
      `The refund ${txHash} of ${subject.id} disappeared from the chain and is due again`
    ).pipe(Effect.annotateLogs(Tracing.naming(subject.id)))
  }
  if (result?._tag === "Final") {
    yield* give({ _tag: "ConfirmRefund", txHash, at, isThirdParty: result.isThirdParty })
    return over
  }
  if (isGone || (result?._tag === "Wrong" && result.isFinal)) {
    yield* give({ _tag: "DisproveRefund", txHash, at })
    return over
  }
  const finalAt = result?._tag === "Pending" ? result.finalAt : undefined
  const until =
    finalAt === undefined
      ? at + pauseMs(attempt)
      : Math.min(finalAt, at + Limits.engine.providerPauseMsMax)
  return { _tag: "Pause", until }
})

/** Raises the alarm of money that screening holds. */
export const heldRefund = (id: string, reason: string): Effect.Effect<void> =>
  Effect.andThen(
    Metric.update(refundsHeld, 1),
    Effect.annotateLogs(
      Effect.logError("Money was held because screening flagged its sender or its address"),
      { ...Tracing.naming(id), reason }
    )
  )

/** Adds a refund to the balance of the account. */
export const creditRefund = Effect.fnUntraced(function* (
  amount: Money.Micro,
  give: (command: Extract<Refund.Command, { readonly _tag: "CreditRefund" }>) => Effect.Effect<void>
): Effect.fn.Return<StepOutcome> {
  const at = yield* Clock.currentTimeMillis
  yield* give({ _tag: "CreditRefund", amount, at })
  return over
})

/** The reason against one of the senders, or `null`. A missing result is not a pass. */
export const screenEach = Effect.fnUntraced(function* (
  screening: Screening.Screening["Service"],
  senders: ReadonlyArray<string>
) {
  const verdicts = yield* Effect.forEach(senders, (sender) => screening.address(sender, "sender"), {
    concurrency: Limits.screening.oracleAtOnce
  })
  const verdict =
    verdicts.find(({ _tag }) => _tag === "Flagged") ??
    verdicts.find(({ _tag }) => _tag === "Inconclusive")
  const hold = verdict === undefined || verdict._tag === "Clear" ? null : verdict.reason
  return { hold, evidence: (verdict ?? verdicts[0])?.evidence }
})

/**
 * Screens the senders of money that is due back, as the first senders were. If one is not clear,
 * the refund is held until an operator decides.
 */
export const screenSenders = Effect.fnUntraced(function* (
  screening: Screening.Screening["Service"],
  id: string,
  senders: ReadonlyArray<string>,
  give: (command: ScreenSenders) => Effect.Effect<void>
): Effect.fn.Return<StepOutcome> {
  const { evidence, hold } = yield* screenEach(screening, senders)
  if (hold !== null) yield* heldRefund(id, hold)
  const at = yield* Clock.currentTimeMillis
  yield* give({ _tag: "ScreenSenders", senders, hold, evidence, at })
  return over
})
