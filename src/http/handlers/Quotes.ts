/** `/v1/quotes`: translates between the wire and the engine, nothing else. */
import { Clock, Effect, Result } from "effect"
import * as Money from "../../domain/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Quote from "../../domain/Quote.ts"
import * as Draw from "../../engine/Draw.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Policy from "../../engine/Policy.ts"
import * as Rates from "../../engine/Rates.ts"
import * as Api from "../api/Quotes.ts"
import type { Refusal } from "../Problems.ts"
import * as Route from "../Route.ts"
import * as Wire from "../Wire.ts"

const invalid = (field: string, code: string, message: string) =>
  Effect.fail<Refusal>({ _tag: "Invalid", errors: [{ field, code, message }] })

/** The one amount given, in integers. */
const amountOf = Effect.fnUntraced(function* (payload: Route.CallOf<typeof Api.create>["payload"]) {
  const { source_amount_usdc: source, target_amount: target, target_currency: currency } = payload
  if (typeof source === "number" && typeof target === "number") {
    return yield* invalid("target_amount", "conflict", "must not come with source_amount_usdc")
  }
  if (typeof source === "number") {
    return { _tag: "Source", micro: Result.getOrThrow(Money.fromJson(source, 6)) } as const
  }
  if (typeof target !== "number") {
    return yield* invalid("source_amount_usdc", "required", "is required")
  }
  const decimals = Network.decimals(currency)
  const minor = Money.fromJson(target, decimals)
  return Result.isSuccess(minor)
    ? ({ _tag: "Target", minor: minor.success } as const)
    : yield* invalid("target_amount", minor.failure, `must have at most ${decimals} decimals`)
})

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const policy = yield* Policy.Policy
  const rates = yield* Rates.Rates
  const draw = yield* Draw.Draw

  const create = Route.make(
    Api.create,
    { access: "account", limit: "quotes" },
    Effect.fnUntraced(function* ({ accountId, at, payload, request }) {
      const amount = yield* amountOf(payload)
      const currency = payload.target_currency
      const { rate: middle } = yield* rates.middle(currency)
      const id = Draw.id(draw, "qt", at)
      const bounds = { ...policy, ttlMs: policy.quoteTtlMs }
      return yield* engine.transact(request, [], () =>
        Result.map(
          Quote.create({ id, accountId, currency, amount, middle, at }, bounds),
          (event) => ({
            events: [event],
            answer: Route.created(Wire.quote(Quote.created(event), at))
          })
        )
      )
    })
  )

  const get = Route.make(
    Api.get,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params }) {
      const quote = engine.core.quotes.get(params.id)
      if (quote === undefined || quote.accountId !== accountId) {
        return yield* Effect.fail({ _tag: "QuoteNotFound", quoteId: params.id } as const)
      }
      return Route.ok(Wire.quote(quote, yield* Clock.currentTimeMillis))
    })
  )

  return [create, get]
})
