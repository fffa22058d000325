/** `/v1/quotes`: translates between the wire and the use cases. */
import { Clock, Effect } from "effect"
import type * as Quote from "../../domain/quote/Quote.ts"
import * as CreateQuote from "../../usecases/CreateQuote.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Quotes.ts"
import * as QuoteAmount from "../decoding/QuoteAmount.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

export const routes = Effect.gen(function* () {
  const deps = yield* CreateQuote.dependencies
  const { engine, policy } = deps

  const create = Route.make(
    Api.create,
    { access: "account", area: "payouts", limit: "quotes", rules: QuoteAmount.problemsIn(policy) },
    ({ accountId, at, payload, request }) => {
      const amount = QuoteAmount.amountOf(payload)
      const input = { accountId, currency: payload.target_currency, amount }
      const show = (quote: Quote.Quote) => Route.created(Serializers.quote(quote, at))
      return Effect.mapError(
        Answers.of(request, show, (asked) => CreateQuote.run(deps, asked, input)),
        FieldRejections.quoteAmount(amount)
      )
    }
  )

  const createBulk = Route.make(
    Api.createBulk,
    {
      access: "account",
      area: "payouts",
      limit: "bulk",
      rules: QuoteAmount.problemsOfEach(policy)
    },
    ({ accountId, at, payload, request }) => {
      const items = payload.quotes.map((each) => ({
        currency: each.target_currency,
        amount: QuoteAmount.amountOf(each)
      }))
      const show = (quotes: ReadonlyArray<Quote.Quote>) =>
        Route.created({ data: quotes.map((quote) => Serializers.quote(quote, at)) })
      return Effect.mapError(
        Answers.of(request, show, (asked) => CreateQuote.runBulk(deps, asked, accountId, items)),
        FieldRejections.quoteItems(items)
      )
    }
  )

  const get = Route.make(
    Api.get,
    { access: "account", area: "payouts" },
    Effect.fnUntraced(function* ({ accountId, params }) {
      const quote = yield* Ownership.quote(engine, accountId, params.id)
      return Route.ok(Serializers.quote(quote, yield* Clock.currentTimeMillis))
    })
  )

  const list = Route.make(
    Api.list,
    { access: "account", area: "payouts" },
    ({ accountId, at, query }) => {
      const filter = { accountId, status: query.status, now: at }
      return Pagination.reading(query, (page) =>
        Effect.map(engine.lists.quotes(filter, page), (listed) =>
          Route.ok(Pagination.showWithCursor(listed, page, (quote) => Serializers.quote(quote, at)))
        )
      )
    }
  )

  return [create, createBulk, get, list]
})
