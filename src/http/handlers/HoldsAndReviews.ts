/** `/admin/v1`: holds, reviews and deliveries. What an operator decides becomes a command. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Approver from "../../domain/account/Approver.ts"
import type * as Role from "../../domain/account/Role.ts"
import type * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Search from "../../domain/Search.ts"
import type * as Delivery from "../../domain/webhook/Delivery.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Provider from "../../engine/ports/Provider.ts"
import * as RefundAddressScreening from "../../usecases/RefundAddressScreening.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Admin.ts"
import * as Pagination from "../Pagination.ts"
import type { Refusal } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

const access = { access: "admin" } as const
const holds = { access: "admin", needs: "holds" } as const
const reviews = { access: "admin", needs: "reviews" } as const
const deliveries = { access: "admin", needs: "deliveries" } as const

const paid: Refusal = {
  _tag: "ProviderDisagrees",
  message: "The provider says that it paid: settle the payout instead."
}

const undecided: Refusal = {
  _tag: "ProviderDisagrees",
  message: "The provider may still pay; with override it is done all the same."
}

interface Decision extends Pick<Route.Call<never, never, never>, "at" | "request"> {
  readonly params: { readonly id: string }
  readonly payload: { readonly reason: string; readonly refund_address?: string | null | undefined }
}

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const chain = yield* Chain.Chain
  const provider = yield* Provider.Provider
  const { holdApprovals } = yield* Policy.Policy
  const draw = yield* IdGenerator.IdGenerator
  const vet = yield* RefundAddressScreening.make

  /** Gives a command; the reason stays in the log beside who gave it. */
  const decide = ({ params, payload, request }: Decision, command: Payout.Command) => {
    const asked = { ...request, note: payload.reason }
    const { refund_address: address } = payload
    const answer = (after: Payout.Payout) => Route.ok(Serializers.adminPayout(after, chain.token))
    if (typeof address !== "string") {
      return Answers.of(asked, answer, (given) => engine.command(given, params.id, command))
    }
    const refunded = { ...command, refundAddress: address }
    return Effect.andThen(
      vet("refund_address", address),
      Answers.of(asked, answer, (given) => engine.command(given, params.id, refunded))
    )
  }

  const asking = ({ at, request: { by } }: Decision, needs: Role.Permission) => ({ by, at, needs })

  /** Whose word it is, where money moves by it and no provider's answer. */
  const wordOf = (call: Decision, { needs }: { readonly needs: Role.Permission }) =>
    Approver.word(engine.registry, asking(call, needs), holdApprovals)

  /** One person's word is enough where the provider says that it has not paid. */
  const wordAgainst = (call: Decision & { readonly payload: { readonly override?: unknown } }) =>
    call.payload.override === true ? wordOf(call, reviews) : {}

  /**
   * Money is not given back while the provider may still pay: it is asked first. An operator who
   * knows better says so.
   */
  const unlessPaid = Effect.fnUntraced(function* (id: string, isOverridden: boolean) {
    const payout = yield* engine.payout(id)
    const transfer = payout?.transfer ?? null
    if (payout?.status !== "MANUAL_REVIEW" || transfer === null || transfer.phase === "refused") {
      return
    }
    const outcome = yield* provider.check(payout, transfer)
    if (outcome._tag === "Refused") return
    if (outcome._tag === "Delivered") return yield* Effect.fail(paid)
    if (!isOverridden) return yield* Effect.fail(undecided)
  })

  /** A reference that may be used, drawn before anyone is paid with it (L6). */
  const instruction = Effect.fnUntraced(function* ({ at, params: { id } }: Decision) {
    const payout = yield* engine.payout(id)
    const refusedBy = payout?.transfer?.phase === "refused" ? payout.transfer.provider : undefined
    const drawn: Payout.Instruction = {
      reference: IdGenerator.reference(draw),
      deadline: at + Limits.engine.transferUnknownMsMax,
      provider: payout === undefined ? undefined : provider.choose(payout.network, refusedBy)
    }
    return drawn
  })

  const list = Route.make(Api.listPayouts, access, ({ query }) => {
    const page = Pagination.read(query)
    const { account_id: accountId, frozen, refund, search, status } = query
    const is = { isFrozen: frozen === "true", isRefundOpen: refund === "open" }
    const filter = { accountId, status, search: Search.of(search), ...is }
    return Effect.map(engine.lists.payouts(filter, page), (listed) =>
      Route.ok(
        Pagination.show(listed, page, (payout) =>
          Serializers.adminPayout(payout, chain.token, chain.head())
        )
      )
    )
  })

  const listBatches = Route.make(Api.listBatches, access, ({ query }) => {
    const page = Pagination.read(query)
    const filter = {
      accountId: query.account_id,
      isRefundOpen: query.refund === "open",
      isParked: query.parked === "true"
    }
    return Effect.map(engine.lists.batches(filter, page), (listed) =>
      Route.ok(Pagination.show(listed, page, (batch) => Serializers.adminBatch(batch, chain.token)))
    )
  })

  const getBatch = Route.make(
    Api.getBatch,
    access,
    Effect.fnUntraced(function* ({ params: { id } }) {
      const batch = yield* engine.batch(id)
      if (batch === undefined) return yield* Effect.fail({ _tag: "BatchNotFound", id } as const)
      return Route.ok(Serializers.adminBatch(batch, chain.token))
    })
  )

  const resumeBatch = Route.make(Api.resumeBatch, reviews, ({ at, params, payload, request }) =>
    Answers.of(
      { ...request, note: payload.reason },
      (after: Batch.Batch) => Route.ok(Serializers.adminBatch(after, chain.token)),
      (asked) => engine.commandBatch(asked, params.id, { _tag: "Resume", at })
    )
  )

  const get = Route.make(
    Api.getPayout,
    access,
    Effect.fnUntraced(function* ({ params: { id } }) {
      const payout = yield* engine.payout(id)
      if (payout === undefined) return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
      return Route.ok(Serializers.adminPayout(payout, chain.token, chain.head()))
    })
  )

  const shown = (after: Delivery.Delivery) => Route.ok(Serializers.delivery(after))

  return [
    list,
    listBatches,
    getBatch,
    resumeBatch,
    get,
    Route.make(Api.approve, holds, (call) =>
      Effect.flatMap(instruction(call), (drawn) => {
        const who = Approver.of(engine.registry, asking(call, "holds"))
        return decide(call, {
          _tag: "Approve",
          instruction: drawn,
          ...who,
          approvalsMin: holdApprovals,
          at: call.at
        })
      })
    ),
    Route.make(Api.reject, holds, (call) => decide(call, { _tag: "Reject", at: call.at })),
    Route.make(Api.freeze, holds, (call) => {
      const { by } = Approver.of(engine.registry, asking(call, "holds"))
      return decide(call, { _tag: "Freeze", by, reason: call.payload.reason, at: call.at })
    }),
    Route.make(Api.unfreeze, holds, (call) => {
      const { by } = Approver.of(engine.registry, asking(call, "holds"))
      return decide(call, { _tag: "Unfreeze", by, at: call.at, ...wordOf(call, holds) })
    }),
    Route.make(Api.retry, reviews, (call) =>
      Effect.flatMap(instruction(call), (drawn) =>
        decide(call, { _tag: "Retry", instruction: drawn, at: call.at })
      )
    ),
    Route.make(Api.settle, reviews, (call) => {
      const providerReference = call.payload.provider_reference ?? null
      const settle = { _tag: "Settle", providerReference, at: call.at } as const
      return decide(call, { ...settle, ...wordOf(call, reviews) })
    }),
    Route.make(Api.fail, reviews, (call) =>
      Effect.andThen(
        unlessPaid(call.params.id, call.payload.override === true),
        decide(call, {
          ...{ _tag: "Fail", reason: "unspecified", at: call.at },
          ...wordAgainst(call)
        })
      )
    ),
    Route.make(Api.reverse, reviews, (call) =>
      Effect.andThen(
        unlessPaid(call.params.id, call.payload.override === true),
        decide(call, {
          ...{ _tag: "Reverse", at: call.at },
          ...wordAgainst(call)
        })
      )
    ),
    Route.make(Api.listDeliveries, access, ({ query }) => {
      const page = Pagination.read(query)
      return Effect.map(engine.lists.deliveries({ status: query.status }, page), (listed) =>
        Route.ok(Pagination.show(listed, page, Serializers.delivery))
      )
    }),
    Route.make(Api.resendDelivery, deliveries, ({ params, request }) =>
      Answers.of(request, shown, (asked) => engine.resend(asked, params.id))
    )
  ]
})
