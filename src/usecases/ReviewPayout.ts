/**
 * What operators decide about payouts that wait for a person: holds, freezes, reviews. The reason
 * is the request's note, and stays in the log beside its author.
 */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Approver from "../domain/account/Approver.ts"
import type * as Role from "../domain/account/Role.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as ProviderVerdict from "../domain/payout/ProviderVerdict.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Provider from "../engine/ports/Provider.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"

export const dependencies = Effect.gen(function* () {
  return {
    engine: yield* Engine.Engine,
    provider: yield* Provider.Provider,
    approvalsMin: (yield* Policy.Policy).holdApprovals,
    source: yield* IdGenerator.IdGenerator,
    vet: yield* RefundAddressScreening.make
  }
})
export type Dependencies = Effect.Success<typeof dependencies>

type Reviewed = Request.Request<Payout.Payout>

/** Closing a payout gives its money back, to this address where one is given. */
export interface Closing {
  readonly refundAddress: string | null
  /** The operator takes it upon themselves that the provider does not pay any more. */
  readonly isOverridden: boolean
}

/** A person's approval, where money moves by it and not by a provider's answer. */
const voteOf = (
  { approvalsMin, engine }: Dependencies,
  { at, by }: Reviewed,
  needs: Role.Permission
) => Approver.vote(engine.registry, { by, at, needs }, approvalsMin)

const approverOf = ({ engine }: Dependencies, { at, by }: Reviewed) =>
  Approver.of(engine.registry, { by, at, needs: "holds" })

/** A new reference, generated before any transfer uses it (L6). */
const instruction = Effect.fnUntraced(function* (
  { engine, provider, source }: Dependencies,
  at: number,
  id: string
) {
  const payout = yield* engine.payout(id)
  const refusedBy = payout?.transfer?.phase === "refused" ? payout.transfer.provider : undefined
  const next: Payout.Instruction = {
    reference: IdGenerator.reference(source),
    deadline: at + Limits.engine.transferUnknownMsMax,
    provider: payout === undefined ? undefined : provider.choose(payout.network, refusedBy)
  }
  return next
})

const refuseIfPaid = Effect.fnUntraced(function* (
  { engine, provider }: Dependencies,
  id: string,
  isOverridden: boolean
) {
  const payout = yield* engine.payout(id)
  const transfer = payout && ProviderVerdict.openTransfer(payout)
  if (payout === undefined || transfer === undefined) return
  const outcome = yield* provider.check(payout, transfer)
  const refusal = ProviderVerdict.refusal(outcome._tag, isOverridden)
  if (refusal !== undefined) return yield* Effect.fail(refusal)
})

interface ClosingCommand {
  readonly command: Extract<Payout.Command, { _tag: "Reject" | "Fail" | "Reverse" }>
  readonly refundAddress: string | null
}

/** Gives a command that closes a payout, with the address for its money once that is screened. */
const close = Effect.fnUntraced(function* (
  { engine, vet }: Dependencies,
  request: Reviewed,
  id: string,
  { command, refundAddress }: ClosingCommand
) {
  if (refundAddress === null) return yield* engine.command(request, id, command)
  yield* vet(refundAddress)
  return yield* engine.command(request, id, { ...command, refundAddress })
})

/** Releases a compliance hold, once enough people have approved. */
export const approve = Effect.fn("ReviewPayout.approve")(function* (
  deps: Dependencies,
  request: Reviewed,
  id: string
) {
  const { at } = request
  const { approvalsMin } = deps
  const next = yield* instruction(deps, at, id)
  const approver = approverOf(deps, request)
  const command = { _tag: "Approve", instruction: next, ...approver, approvalsMin, at } as const
  return yield* deps.engine.command(request, id, command)
})

/** Ends a payout on compliance hold; its money goes back. */
export const reject = (
  deps: Dependencies,
  request: Reviewed,
  id: string,
  refundAddress: string | null
) => close(deps, request, id, { command: { _tag: "Reject", at: request.at }, refundAddress })

/** Nothing of its money moves from here on. */
export const freeze = (deps: Dependencies, request: Reviewed, id: string) =>
  Effect.suspend(() => {
    const { by } = approverOf(deps, request)
    const command = { _tag: "Freeze", by, reason: request.note ?? "", at: request.at } as const
    return deps.engine.command(request, id, command)
  })

export const unfreeze = (deps: Dependencies, request: Reviewed, id: string) =>
  Effect.suspend(() => {
    const { by } = approverOf(deps, request)
    const vote = voteOf(deps, request, "holds")
    return deps.engine.command(request, id, { _tag: "Unfreeze", by, at: request.at, ...vote })
  })

/** Pays again, under a new reference. */
export const retry = Effect.fn("ReviewPayout.retry")(function* (
  deps: Dependencies,
  request: Reviewed,
  id: string
) {
  const next = yield* instruction(deps, request.at, id)
  const command = { _tag: "Retry", instruction: next, at: request.at } as const
  return yield* deps.engine.command(request, id, command)
})

/** The provider has paid: `providerReference` is its proof, where there is one. */
export const settle = (
  deps: Dependencies,
  request: Reviewed,
  id: string,
  providerReference: string | null
) =>
  Effect.suspend(() => {
    const vote = voteOf(deps, request, "reviews")
    const command = { _tag: "Settle", providerReference, at: request.at, ...vote } as const
    return deps.engine.command(request, id, command)
  })

/** The provider did not pay and will not; fails with `ProviderVerdict.Rejection` where it may. */
export const fail = Effect.fn("ReviewPayout.fail")(function* (
  deps: Dependencies,
  request: Reviewed,
  id: string,
  { isOverridden, refundAddress }: Closing
) {
  yield* refuseIfPaid(deps, id, isOverridden)
  // One approval is enough where the provider reports that it has not paid.
  const vote = isOverridden ? voteOf(deps, request, "reviews") : {}
  const command = { _tag: "Fail", reason: "unspecified", at: request.at, ...vote } as const
  return yield* close(deps, request, id, { command, refundAddress })
})

/**
 * Gives the money back; fails with `ProviderVerdict.Rejection` where the provider may still pay.
 */
export const reverse = Effect.fn("ReviewPayout.reverse")(function* (
  deps: Dependencies,
  request: Reviewed,
  id: string,
  { isOverridden, refundAddress }: Closing
) {
  yield* refuseIfPaid(deps, id, isOverridden)
  const vote = isOverridden ? voteOf(deps, request, "reviews") : {}
  const command = { _tag: "Reverse", at: request.at, ...vote } as const
  return yield* close(deps, request, id, { command, refundAddress })
})
