/**
 * Recalls of settled payouts, which staff open and close. A provider's return needs as many people
 * as the record of a refund does, because only their word proves it. Closing a recall does, too,
 * because it ends a claim.
 */
import { Effect, Result } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import * as Money from "../domain/money/Money.ts"
import * as Network from "../domain/Network.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Recall from "../domain/payout/Recall.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as PayoutOrBatch from "./PayoutOrBatch.ts"

/** The amount has more decimals than the payout's currency. */
export interface ReturnTooFine {
  readonly _tag: "ReturnTooFine"
  readonly currency: Network.Currency
}

export const dependencies = Effect.map(Policy.Policy, ({ holdApprovals }) => ({
  approvalsMin: holdApprovals
}))
export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

type RecallRequest = Request.Request<Payout.Payout>

export interface Opening {
  readonly id: string
  readonly kind: Recall.Kind
  readonly evidence: string | undefined
}

/** Opens a recall. Its reason is the request's note. */
export const open = (
  { engine, source }: Dependencies,
  request: RecallRequest,
  { evidence, id, kind }: Opening
) =>
  Effect.suspend(() => {
    const { at, note: reason = "" } = request
    const recallId = IdGenerator.id(source, "rcl", at)
    const proof = evidence === undefined ? {} : { evidence }
    const command = { _tag: "OpenRecall", recallId, kind, reason, ...proof, at } as const
    return engine.command(request, id, command)
  })

const voteOf = ({ approvalsMin, engine }: Dependencies, { at, by }: RecallRequest) =>
  Approver.vote(engine.registry, { by, at, needs: "refunds" }, approvalsMin)

/** Money that a provider returned. */
export interface Return {
  readonly id: string
  readonly recallId: string
  /** Units of the payout's currency. */
  readonly amount: number
  readonly providerReference: string
}

const minorOf = (
  { currency }: Payout.Payout,
  amount: number
): Result.Result<Money.Minor, ReturnTooFine> =>
  Result.mapError(Money.fromJson(amount, Network.decimals(currency)), () => ({
    ...{ _tag: "ReturnTooFine", currency }
  }))

/** Records the return of a provider, whose value becomes a due refund. */
export const recordReturn = (
  deps: Dependencies,
  request: RecallRequest,
  { amount, id, providerReference, recallId }: Return
) => {
  const { engine } = deps
  const record = Effect.gen(function* () {
    const payout = yield* PayoutOrBatch.payouts(engine).find(id)
    const returned = yield* Effect.fromResult(minorOf(payout, amount))
    return yield* engine.command(request, id, {
      ...{ _tag: "ReturnRecall", recallId, returned, providerReference, at: request.at },
      ...voteOf(deps, request)
    })
  })
  return engine.unlessReplayed(request, record)
}

export interface Closing {
  readonly id: string
  readonly recallId: string
  readonly outcome: Recall.Outcome
}

export const close = (
  deps: Dependencies,
  request: RecallRequest,
  { id, outcome, recallId }: Closing
) =>
  Effect.suspend(() =>
    deps.engine.command(request, id, {
      ...{ _tag: "CloseRecall", recallId, outcome, at: request.at },
      ...voteOf(deps, request)
    })
  )
