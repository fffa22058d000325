/** Where refunds go, and how they went. What is said is looked up on the chain before it counts. */

import { Effect, Semaphore } from "effect"
import * as Approver from "../../domain/account/Approver.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as Refund from "../../domain/refund/Refund.ts"
import * as RefundSteps from "../../engine/actor/RefundSteps.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Screening from "../../engine/ports/Screening.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as RefundAddressScreening from "../../usecases/RefundAddressScreening.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Refunds.ts"
import type { Refusal } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

type Sending = Route.CallOf<typeof Api.sentForPayout>

/** What has a refund: a payout or a batch. */
type Refunded = Pick<
  Payout.Payout | Batch.Batch,
  "id" | "refunds" | "refundAddress" | "createdAt" | "deposits" | "refundHold"
>

const invalid = (field: string, code: string, message: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code, message }]
})

const nothingDue = invalid("tx_hash", "nothing_due", "is of no refund: none is due")

const notFound = invalid("tx_hash", "not_found", "is of no transaction on the chain yet")

const alreadyUsed = invalid("tx_hash", "already_used", "is the proof of another refund")

const held: Refusal = {
  _tag: "NotNow",
  message: "The refund is held by a compliance review. Release it first."
}

/** Said before the chain is asked; the payout's own guard says it of what comes between. */
const frozen = ({ status }: Payout.Payout): Payout.InvalidState => ({
  ...{ _tag: "InvalidState", status, command: "SendRefund", cause: "frozen" }
})

const notScreened = new Unavailable({
  message: "The senders of the deposits are not screened yet. Try again in a moment."
})

const cannotScreen = new Unavailable({ message: "The address cannot be screened right now." })

const noAddress = invalid("refund_address", "required", "is required: none was given before")

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const chain = yield* Chain.Chain
  const { holdApprovals } = yield* Policy.Policy
  const screening = yield* Screening.Screening
  const vet = yield* RefundAddressScreening.make
  /** One after the other: what one says was sent, the next one must know of. */
  const turn = yield* Semaphore.make(1)

  const unlessReplayed = <E>(
    context: Engine.RequestContext,
    effect: Effect.Effect<Answers.Answer, E>
  ) => Effect.map(engine.unlessReplayed(context, effect), Answers.orReplayed)

  const setForPayout = Route.make(Api.setForPayout, { access: "account" }, (call) => {
    const { id } = call.params
    const { address } = call.payload
    const command = { _tag: "SetRefundAddress", address, at: call.at } as const
    return unlessReplayed(
      call.request,
      Ownership.payout(engine, call.accountId, id).pipe(
        Effect.andThen(vet("address", address)),
        Effect.andThen(
          Answers.of(
            call.request,
            (after: Payout.Payout) => Route.ok(Serializers.payout(after, chain.token)),
            (request) => engine.command(request, id, command)
          )
        )
      )
    )
  })

  const setForBatch = Route.make(Api.setForBatch, { access: "account" }, (call) => {
    const { id } = call.params
    const { address } = call.payload
    const command = { _tag: "SetRefundAddress", address, at: call.at } as const
    return unlessReplayed(
      call.request,
      Ownership.batch(engine, call.accountId, id).pipe(
        Effect.andThen(vet("address", address)),
        Effect.andThen(
          Answers.of(
            call.request,
            (after: Batch.Batch) => Route.ok(Serializers.batch(after, chain.token)),
            (request) => engine.commandBatch(request, id, command)
          )
        )
      )
    )
  })

  /**
   * What screening has against where a refund went. The transfer was made: whatever is found, it is
   * recorded as what it is. No answer is not a pass: it is recorded once there is one.
   */
  const against = Effect.fnUntraced(function* (of: Refunded, address: string) {
    const verdict = yield* screening.address(address, "refund address")
    if (verdict._tag === "Inconclusive") return yield* cannotScreen
    if (verdict._tag === "Clear") {
      if (Refund.mayRefund(of)) return undefined
      return yield* of.refundHold === null ? notScreened : Effect.fail(held)
    }
    yield* RefundSteps.heldRefund(of.id, verdict.reason)
    return verdict.reason
  })

  /**
   * What was sent, once the chain does not contradict it; `undefined`: this was said before.
   */
  const proven = Effect.fnUntraced(function* ({ at, payload, request }: Sending, of: Refunded) {
    // One transaction in two spellings would be the proof of two refunds.
    const txHash = payload.tx_hash.toLowerCase()
    if (of.refunds.some((refund) => refund.txHash === txHash)) return undefined
    const due = of.refunds.find(({ status }) => status === "due")
    if (due === undefined) return yield* Effect.fail(nothingDue)
    const address = payload.refund_address ?? of.refundAddress
    if (address === null) return yield* Effect.fail(noAddress)
    const { amount } = due
    const proof = yield* chain.prove(txHash, address, amount, of.createdAt)
    if (proof._tag === "Absent") return yield* Effect.fail(notFound)
    if (proof._tag === "Wrong") {
      return yield* Effect.fail(invalid("tx_hash", "not_the_refund", proof.reason))
    }
    const others = (yield* engine.refundsWith(txHash)).filter(
      (refund) =>
        refund.amount === amount && refund.address?.toLowerCase() === address.toLowerCase()
    )
    if (others.length >= proof.transfers) return yield* Effect.fail(alreadyUsed)
    const flagged = yield* against(of, address)
    const word = Approver.word(
      engine.registry,
      { by: request.by, at, needs: "refunds" },
      holdApprovals
    )
    return { _tag: "SendRefund", amount, address, txHash, at, flagged, ...word } as const
  })

  const sentForPayout = Route.make(
    Api.sentForPayout,
    { access: "admin", needs: "refunds" },
    (call) =>
      unlessReplayed(
        call.request,
        Effect.gen(function* () {
          const { id } = call.params
          const payout = yield* engine.payout(id)
          if (payout === undefined)
            return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
          if (PayoutGuards.isFrozen(payout)) return yield* Effect.fail(frozen(payout))
          const command = yield* proven(call, payout)
          const answer = (after: Payout.Payout) =>
            Route.ok(Serializers.adminPayout(after, chain.token))
          if (command === undefined) return { ...answer(payout), replayed: true }
          const request = { ...call.request, note: call.payload.reason }
          return yield* Answers.of(request, answer, (asked) => engine.command(asked, id, command))
        }).pipe(turn.withPermit)
      )
  )

  const sentForBatch = Route.make(Api.sentForBatch, { access: "admin", needs: "refunds" }, (call) =>
    unlessReplayed(
      call.request,
      Effect.gen(function* () {
        const { id } = call.params
        const batch = yield* engine.batch(id)
        if (batch === undefined) return yield* Effect.fail({ _tag: "BatchNotFound", id } as const)
        const command = yield* proven(call, batch)
        const answer = (after: Batch.Batch) => Route.ok(Serializers.batch(after, chain.token))
        if (command === undefined) return { ...answer(batch), replayed: true }
        const request = { ...call.request, note: call.payload.reason }
        return yield* Answers.of(request, answer, (asked) =>
          engine.commandBatch(asked, id, command)
        )
      }).pipe(turn.withPermit)
    )
  )

  const releaseForPayout = Route.make(
    Api.releaseForPayout,
    { access: "admin", needs: "holds" },
    ({ at, params, payload, request }) => {
      const word = Approver.word(
        engine.registry,
        { by: request.by, at, needs: "holds" },
        holdApprovals
      )
      const command = { _tag: "ReleaseRefunds", by: request.by, at, ...word } as const
      const asked = { ...request, note: payload.reason }
      return Answers.of(
        asked,
        (after: Payout.Payout) => Route.ok(Serializers.adminPayout(after, chain.token)),
        (given) => engine.command(given, params.id, command)
      )
    }
  )

  const releaseForBatch = Route.make(
    Api.releaseForBatch,
    { access: "admin", needs: "holds" },
    ({ at, params, payload, request }) => {
      const word = Approver.word(
        engine.registry,
        { by: request.by, at, needs: "holds" },
        holdApprovals
      )
      const command = { _tag: "ReleaseRefunds", by: request.by, at, ...word } as const
      const asked = { ...request, note: payload.reason }
      return Answers.of(
        asked,
        (after: Batch.Batch) => Route.ok(Serializers.adminBatch(after, chain.token)),
        (given) => engine.commandBatch(given, params.id, command)
      )
    }
  )

  return [setForPayout, setForBatch, sentForPayout, sentForBatch, releaseForPayout, releaseForBatch]
})
