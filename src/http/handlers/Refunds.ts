/** Where refunds go, and how they went. What is said is looked up on the chain before it counts. */
import { Effect, Semaphore } from "effect"
import type * as Batch from "../../domain/Batch.ts"
import type * as Payout from "../../domain/Payout.ts"
import * as Chain from "../../engine/Chain.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Policy from "../../engine/Policy.ts"
import * as Approver from "../Approver.ts"
import * as Api from "../api/Refunds.ts"
import * as Own from "../Own.ts"
import type { Refusal } from "../Problems.ts"
import * as Route from "../Route.ts"
import * as Vetting from "../Vetting.ts"
import * as Wire from "../Wire.ts"

type Sending = Route.CallOf<typeof Api.sentForPayout>

/** What has a refund: a payout or a batch. */
type Refunded = Pick<Payout.Payout | Batch.Batch, "refunds" | "refundAddress" | "createdAt">

const invalid = (field: string, code: string, message: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code, message }]
})

const nothingDue = invalid("tx_hash", "nothing_due", "is of no refund: none is due")

const notFound = invalid("tx_hash", "not_found", "is of no transaction on the chain yet")

const alreadyUsed = invalid("tx_hash", "already_used", "is the proof of another refund")

const noAddress = invalid("refund_address", "required", "is required: none was given before")

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const chain = yield* Chain.Chain
  const { holdApprovals } = yield* Policy.Policy
  const vet = yield* Vetting.make
  /** One after the other: what one says was sent, the next one must know of. */
  const turn = yield* Semaphore.make(1)

  /** The whole call is made once; what it commands may be commanded again. */
  const asked = ({ request }: Pick<Sending, "request">) => ({ ...request, idempotency: null })

  const setForPayout = Route.make(Api.setForPayout, { access: "account" }, (call) => {
    const { id } = call.params
    const { address } = call.payload
    const command = { _tag: "SetRefundAddress", address, at: call.at } as const
    return engine.once(
      call.request,
      Own.payout(engine, call.accountId, id).pipe(
        Effect.andThen(vet("address", address)),
        Effect.andThen(
          engine.command(asked(call), id, command, (after) => Route.ok(Wire.payout(after)))
        )
      )
    )
  })

  const setForBatch = Route.make(Api.setForBatch, { access: "account" }, (call) => {
    const { id } = call.params
    const { address } = call.payload
    const command = { _tag: "SetRefundAddress", address, at: call.at } as const
    return engine.once(
      call.request,
      Own.batch(engine, call.accountId, id).pipe(
        Effect.andThen(vet("address", address)),
        Effect.andThen(
          engine.commandBatch(asked(call), id, command, (after) => Route.ok(Wire.batch(after)))
        )
      )
    )
  })

  /**
   * What was sent, once the chain does not contradict it; `undefined`: this was said before, and a
   * crash has lost the answer.
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
    const word = Approver.word(engine.core, request.by, holdApprovals)
    return { _tag: "SendRefund", amount, address, txHash, at, ...word } as const
  })

  const sentForPayout = Route.make(
    Api.sentForPayout,
    { access: "admin", needs: "refunds" },
    (call) =>
      engine.once(
        call.request,
        Effect.gen(function* () {
          const { id } = call.params
          const payout = yield* engine.payout(id)
          if (payout === undefined)
            return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
          const command = yield* proven(call, payout)
          const answer = (after: Payout.Payout) => Route.ok(Wire.adminPayout(after))
          if (command === undefined) return answer(payout)
          const request = { ...asked(call), note: call.payload.reason }
          return yield* engine.command(request, id, command, answer)
        }).pipe(turn.withPermit)
      )
  )

  const sentForBatch = Route.make(Api.sentForBatch, { access: "admin", needs: "refunds" }, (call) =>
    engine.once(
      call.request,
      Effect.gen(function* () {
        const { id } = call.params
        const batch = yield* engine.batch(id)
        if (batch === undefined) return yield* Effect.fail({ _tag: "BatchNotFound", id } as const)
        const command = yield* proven(call, batch)
        const answer = (after: Batch.Batch) => Route.ok(Wire.batch(after))
        if (command === undefined) return answer(batch)
        const request = { ...asked(call), note: call.payload.reason }
        return yield* engine.commandBatch(request, id, command, answer)
      }).pipe(turn.withPermit)
    )
  )

  return [setForPayout, setForBatch, sentForPayout, sentForBatch]
})
