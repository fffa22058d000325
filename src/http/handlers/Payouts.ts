/** `/v1/payouts`: translates between the wire and the engine, nothing else. */
import { Effect, Result } from "effect"
import * as Network from "../../domain/Network.ts"
import * as Payout from "../../domain/Payout.ts"
import * as PayoutRequest from "../../domain/PayoutRequest.ts"
import type * as Quote from "../../domain/Quote.ts"
import * as Chain from "../../engine/Chain.ts"
import * as Draw from "../../engine/Draw.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Policy from "../../engine/Policy.ts"
import type * as Views from "../../engine/Views.ts"
import * as Fields from "../api/Fields.ts"
import * as Api from "../api/Payouts.ts"
import * as Page from "../Page.ts"
import * as Route from "../Route.ts"
import * as Wire from "../Wire.ts"

type Filters = Route.CallOf<typeof Api.list>["query"]

const filterOf = (accountId: string, filters: Filters): Views.PayoutFilter => ({
  accountId,
  status: filters.status,
  batchId: filters.batch_id,
  network: filters.network === undefined ? undefined : Network.parse(filters.network)?.slug,
  from: Fields.parseInstant(filters.created_from ?? ""),
  to: Fields.parseInstant(filters.created_to ?? "")
})

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const policy = yield* Policy.Policy
  const chain = yield* Chain.Chain
  const draw = yield* Draw.Draw

  /** The account's own payout; any other is not there. */
  const find = Effect.fnUntraced(function* (accountId: string, id: string) {
    const payout = yield* engine.payout(id)
    return payout === undefined || payout.accountId !== accountId
      ? yield* Effect.fail({ _tag: "PayoutNotFound", id } as const)
      : payout
  })

  const create = Route.make(
    Api.create,
    { access: "account" },
    ({ accountId, at, payload, request }) => {
      const id = Draw.id(draw, "po", at)
      const wanted = {
        id,
        accountId,
        quoteId: payload.quote_id,
        phone: payload.recipient_phone,
        name: payload.recipient_name ?? null,
        network: Network.parse(payload.network) as Network.Network,
        depositAddress: chain.depositAddress(id),
        idempotencyKey: payload.idempotency_key,
        beneficiaryId: null,
        reference: payload.reference ?? null,
        metadata: payload.metadata ?? {},
        at
      }
      const quoteId = payload.quote_id
      let ended: Quote.Quote | undefined
      return engine.transact(
        request,
        [Engine.quoteClaim(quoteId)],
        ({ quotes }) =>
          Result.map(
            PayoutRequest.decide(wanted, quotes.get(quoteId) ?? ended, policy),
            (event) => ({
              events: [event],
              answer: Route.created(Wire.payoutCreated(Payout.created(event)))
            })
          ),
        ({ quotes }) =>
          quotes.has(quoteId)
            ? undefined
            : Effect.map(engine.quote(quoteId), (quote) => {
                // What is not in memory is over, whatever a clock says: it could not be locked.
                ended = quote?.lock === "none" ? { ...quote, lock: "released" } : quote
              })
      )
    }
  )

  const get = Route.make(Api.get, { access: "account" }, ({ accountId, params }) =>
    Effect.map(find(accountId, params.id), (payout) => Route.ok(Wire.payout(payout)))
  )

  const list = Route.make(Api.list, { access: "account" }, ({ accountId, query }) => {
    const page = Page.read(query)
    return Effect.map(engine.listPayouts(filterOf(accountId, query), page), (listed) =>
      Route.ok(Page.show(listed, page, Wire.payout))
    )
  })

  const cancel = Route.make(
    Api.cancel,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, at, params, request }) {
      yield* find(accountId, params.id)
      return yield* engine.command(request, params.id, { _tag: "Cancel", at }, (after) =>
        Route.ok(Wire.payout(after))
      )
    })
  )

  return [create, get, list, cancel]
})
