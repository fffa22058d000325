/** `/v1/quotes`: translates between the wire and the engine, nothing else. */
import { Clock, Effect, Result } from "effect"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Quote from "../../domain/quote/Quote.ts"
import type * as Policy from "../../engine/ports/Policy.ts"
import * as CreateQuote from "../../usecases/CreateQuote.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Quotes.ts"
import * as ValidationMessages from "../decoding/ValidationMessages.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import type { Rejection } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** How many decimals a target amount may have; beyond the largest amount its worth is the limit. */
const targetProblem = (
  target: unknown,
  currency: unknown,
  { amountMax, amountMin }: Policy.Rules
) => {
  if (ValidationMessages.numberOf(target) > Money.usdcMax) {
    const [min, max] = [amountMin, amountMax].map((each) => Money.toJson(each, 6))
    return { code: "out_of_range", message: `must be worth ${min} to ${max} USDC` }
  }
  const known = Network.currencies.find((each) => each === currency)
  if (known === undefined) return undefined
  const decimals = Network.decimals(known)
  const read = Money.fromJson(target, decimals)
  const isTooFine = Result.isFailure(read) && read.failure === "too_many_decimals"
  if (!isTooFine && !(target instanceof ValidationMessages.Inexact)) return undefined
  const message =
    decimals === 0
      ? `must be a whole number in ${known}`
      : `must have at most ${decimals} decimals in ${known}`
  return { code: "too_many_decimals", message }
}

/** Exactly one of the two amounts, within its bounds, and as many decimals as the currency has. */
const amountRules =
  (policy: Policy.Rules): Route.Rules =>
  (body) => {
    const { source_amount_usdc: source, target_amount: target, target_currency: currency } = body
    if (!isGiven(target)) {
      const message = "is required, or target_amount in its place"
      const field = "source_amount_usdc"
      if (!isGiven(source)) return [{ field, code: "required", message }]
      const problem = Quote.amountMaxProblem(ValidationMessages.numberOf(source), policy)
      return problem === undefined ? [] : [{ field, ...problem }]
    }
    if (isGiven(source)) {
      const message = "must not come with source_amount_usdc"
      return [{ field: "target_amount", code: "conflict", message }]
    }
    const problem = targetProblem(target, currency, policy)
    return problem === undefined ? [] : [{ field: "target_amount", ...problem }]
  }

/** The one amount given, in integers; the rules hold. */
const amountOf = (
  payload: Route.CallOf<typeof Api.create>["payload"]
): Quote.Proposal["amount"] => {
  const { source_amount_usdc: source, target_amount: target, target_currency: currency } = payload
  const units = (value: unknown, decimals: number) =>
    Result.getOrThrow(Money.fromJson(value, decimals))
  return typeof source === "number"
    ? { _tag: "Source", micro: units(source, 6) }
    : { _tag: "Target", minor: units(target, Network.decimals(currency)) }
}

/** Errors of an amount name the field of the request that it came in. */
const refusalOf = (rejection: Rejection, amount: Quote.Proposal["amount"]): Rejection => {
  if (amount._tag === "Source" || rejection._tag !== "AmountOutOfRange") return rejection
  const [min, max] = [rejection.min, rejection.max].map((each) => Money.toJson(each, 6))
  const message = `must be worth ${min} to ${max} USDC`
  return { _tag: "Invalid", errors: [{ field: "target_amount", code: "out_of_range", message }] }
}

export const routes = Effect.gen(function* () {
  const deps = yield* CreateQuote.dependencies
  const { engine, policy } = deps

  const create = Route.make(
    Api.create,
    { access: "account", limit: "quotes", rules: amountRules(policy) },
    ({ accountId, at, payload, request }) => {
      const amount = amountOf(payload)
      const input = { accountId, currency: payload.target_currency, amount }
      const show = (quote: Quote.Quote) => Route.created(Serializers.quote(quote, at))
      return Effect.mapError(
        Answers.of(request, show, (asked) => CreateQuote.run(deps, asked, input)),
        (rejection) => refusalOf(rejection, amount)
      )
    }
  )

  const get = Route.make(
    Api.get,
    { access: "account" },
    Effect.fnUntraced(function* ({ accountId, params }) {
      const quote = yield* engine.quote(params.id)
      if (quote === undefined || quote.accountId !== accountId) {
        return yield* Effect.fail({ _tag: "QuoteNotFound", quoteId: params.id } as const)
      }
      return Route.ok(Serializers.quote(quote, yield* Clock.currentTimeMillis))
    })
  )

  const list = Route.make(Api.list, { access: "account" }, ({ accountId, at, query }) => {
    const page = Pagination.read(query)
    const filter = { accountId, status: query.status, now: at }
    return Effect.map(engine.lists.quotes(filter, page), (listed) =>
      Route.ok(Pagination.show(listed, page, (quote) => Serializers.quote(quote, at)))
    )
  })

  return [create, get, list]
})
