/** `/admin/v1`: holds, reviews and deliveries. What an operator decides becomes a command. */
import { Effect } from "effect"
import * as Config from "../../Config.ts"
import type * as Delivery from "../../domain/Delivery.ts"
import type * as Payout from "../../domain/Payout.ts"
import * as Draw from "../../engine/Draw.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Api from "../api/Admin.ts"
import * as Page from "../Page.ts"
import * as Route from "../Route.ts"
import * as Wire from "../Wire.ts"

const access = { access: "admin" } as const

interface Decision extends Pick<Route.Call<never, never, never>, "at" | "request"> {
  readonly params: { readonly id: string }
  readonly payload: { readonly reason: string }
}

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const draw = yield* Draw.Draw

  /** Gives a command; the reason stays in the log beside who gave it. */
  const decide = ({ params, payload, request }: Decision, command: Payout.Command) =>
    engine.command({ ...request, note: payload.reason }, params.id, command, (after) =>
      Route.ok(Wire.payout(after))
    )

  /** A reference that may be used, drawn before anyone is paid with it (L6). */
  const instruction = (at: number): Payout.Instruction => ({
    reference: Draw.reference(draw),
    deadline: at + Config.engine.transferUnknownMsMax
  })

  const list = Route.make(Api.listPayouts, access, ({ query }) => {
    const page = Page.read(query)
    const filter = { accountId: query.account_id, status: query.status }
    return Effect.map(engine.lists.payouts(filter, page), (listed) =>
      Route.ok(Page.show(listed, page, Wire.adminPayout))
    )
  })

  const get = Route.make(
    Api.getPayout,
    access,
    Effect.fnUntraced(function* ({ params: { id } }) {
      const payout = yield* engine.payout(id)
      if (payout === undefined) return yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
      return Route.ok(Wire.adminPayout(payout))
    })
  )

  const shown = (after: Delivery.Delivery) => Route.ok(Wire.delivery(after))

  return [
    list,
    get,
    Route.make(Api.approve, access, (call) =>
      decide(call, { _tag: "Approve", instruction: instruction(call.at), at: call.at })
    ),
    Route.make(Api.reject, access, (call) => decide(call, { _tag: "Reject", at: call.at })),
    Route.make(Api.retry, access, (call) =>
      decide(call, { _tag: "Retry", instruction: instruction(call.at), at: call.at })
    ),
    Route.make(Api.settle, access, (call) => {
      const providerReference = call.payload.provider_reference ?? null
      return decide(call, { _tag: "Settle", providerReference, at: call.at })
    }),
    Route.make(Api.fail, access, (call) =>
      decide(call, { _tag: "Fail", reason: "unspecified", at: call.at })
    ),
    Route.make(Api.reverse, access, (call) => decide(call, { _tag: "Reverse", at: call.at })),
    Route.make(Api.listDeliveries, access, ({ query }) => {
      const page = Page.read(query)
      return Effect.map(engine.lists.deliveries({ status: query.status }, page), (listed) =>
        Route.ok(Page.show(listed, page, Wire.delivery))
      )
    }),
    Route.make(Api.resendDelivery, access, ({ params, request }) =>
      engine.resend(request, params.id, shown)
    )
  ]
})
