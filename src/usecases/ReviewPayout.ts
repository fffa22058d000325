/**
 * Decisions of operators about payouts that are on hold, frozen or in review. The reason is the
 * request's note, and is in the log with its author.
 */
import { Effect } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import type * as Role from "../domain/account/Role.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as ProviderVerdict from "../domain/payout/ProviderVerdict.ts"
import * as TransferInstruction from "../engine/actor/TransferInstruction.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Provider from "../engine/ports/Provider.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"

export const dependencies = Effect.gen(function* () {
  return {
    provider: yield* Provider.Provider,
    approvalsMin: (yield* Policy.Policy).holdApprovals,
    vet: yield* RefundAddressScreening.make
  }
})
export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

type ReviewRequest = Request.Request<Payout.Payout>

/** The refund address; `null` to keep the payout's. */
interface Address {
  readonly refundAddress: string | null
}

/** The end of a payout in review, which refunds its money. */
interface Closing extends Address {
  /** True if the operator takes the risk that the provider still pays. */
  readonly isOverridden: boolean
}

/** Decisions of the staff about a payout on hold or in review. */
export type Decision =
  /** Releases a hold, once enough people have approved. */
  | { readonly _tag: "Approve" }
  /** Ends a payout on hold and refunds its money. */
  | ({ readonly _tag: "Reject" } & Address)
  /** Stops all movements of the payout's money. */
  | { readonly _tag: "Freeze" }
  | { readonly _tag: "Unfreeze" }
  /** Retries the transfer. The reference is new only if the provider refused the old one. */
  | { readonly _tag: "Retry" }
  /** Records that the provider has paid. `providerReference` is the proof, if there is one. */
  | { readonly _tag: "Settle"; readonly providerReference: string | null }
  /** Records that the provider did not pay and will not. */
  | ({ readonly _tag: "Fail" } & Closing)
  /** Refunds the money although no failure is known. */
  | ({ readonly _tag: "Reverse" } & Closing)

export interface Review {
  readonly id: string
  readonly decision: Decision
}

/** A user's approval, for decisions that move money without a provider's confirmation. */
const voteOf = (
  { approvalsMin, engine }: Dependencies,
  { at, by }: ReviewRequest,
  needs: Role.Permission
) => Approver.vote(engine.registry, { by, at, needs }, approvalsMin)

const approverOf = ({ engine }: Dependencies, { at, by }: ReviewRequest) =>
  Approver.of(engine.registry, { by, at, needs: "holds" })

const instruction = (
  { engine, provider, source: ids }: Dependencies,
  at: number,
  id: string
): Effect.Effect<Payout.Instruction, Unavailable> =>
  Effect.map(engine.payout(id), (payout) => {
    // The command will be refused because there is no such payout.
    if (payout === undefined) return TransferInstruction.unrouted(ids, at)
    const { transfer } = payout
    const refusedBy = transfer?.phase === "refused" ? transfer.provider : undefined
    return TransferInstruction.make({ ids, provider }, payout, at, refusedBy)
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

type ClosingCommand = Extract<Payout.Command, { _tag: "Reject" | "Fail" | "Reverse" }>

type CommandEffect = Effect.Effect<Payout.Command, ProviderVerdict.Rejection | Unavailable, never>

type Commands = {
  readonly [Tag in Decision["_tag"]]: (
    deps: Dependencies,
    request: ReviewRequest,
    id: string,
    decision: Extract<Decision, { readonly _tag: Tag }>
  ) => CommandEffect
}

/** The command of each decision, after its checks. */
const commands: Commands = {
  Approve: (deps, request, id) =>
    Effect.map(instruction(deps, request.at, id), (next) => ({
      ...{ _tag: "Approve", instruction: next, at: request.at },
      ...{ ...approverOf(deps, request), approvalsMin: deps.approvalsMin }
    })),
  Reject: (_, { at }) => Effect.succeed({ _tag: "Reject", at }),
  Freeze: (deps, request) =>
    Effect.sync(() => {
      const { by } = approverOf(deps, request)
      return { _tag: "Freeze", by, reason: request.note ?? "", at: request.at }
    }),
  Unfreeze: (deps, request) =>
    Effect.sync(() => {
      const { by } = approverOf(deps, request)
      return { _tag: "Unfreeze", by, at: request.at, ...voteOf(deps, request, "holds") }
    }),
  Retry: (deps, { at }, id) =>
    Effect.map(instruction(deps, at, id), (next) => ({ _tag: "Retry", instruction: next, at })),
  Settle: (deps, request, _, { providerReference }) =>
    Effect.sync(() => {
      const vote = voteOf(deps, request, "reviews")
      return { _tag: "Settle", providerReference, at: request.at, ...vote }
    }),
  Fail: (deps, request, id, { isOverridden }) =>
    Effect.map(refuseIfPaid(deps, id, isOverridden), () => ({
      ...{ _tag: "Fail", reason: "unspecified", at: request.at },
      // One approval is enough if the provider reports that it has not paid.
      ...(isOverridden ? voteOf(deps, request, "reviews") : {})
    })),
  Reverse: (deps, request, id, { isOverridden }) =>
    Effect.map(refuseIfPaid(deps, id, isOverridden), () => ({
      ...{ _tag: "Reverse", at: request.at },
      ...(isOverridden ? voteOf(deps, request, "reviews") : {})
    }))
}

/**
 * Decides about a payout. A refund address is screened first. Fails with
 * `ProviderVerdict.Rejection` if the provider may still pay.
 */
export const run = Effect.fn("ReviewPayout.run")(function* (
  deps: Dependencies,
  request: ReviewRequest,
  { decision, id }: Review
) {
  // TypeScript does not see that the function under a tag takes the decisions with that tag.
  const command = yield* commands[decision._tag](deps, request, id, decision as never)
  const refundAddress = "refundAddress" in decision ? decision.refundAddress : null
  if (refundAddress === null) return yield* deps.engine.command(request, id, command)
  yield* deps.vet(refundAddress)
  // Every decision with an address refunds the money.
  const closing = { ...(command as ClosingCommand), refundAddress }
  return yield* deps.engine.command(request, id, closing)
})
