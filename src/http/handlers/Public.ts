/** Networks and rates, for anyone. */
import { Effect } from "effect"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Provider from "../../engine/ports/Provider.ts"
import * as Rates from "../../engine/ports/Rates.ts"
import * as Api from "../api/Public.ts"
import * as Route from "../middleware/Route.ts"
import * as Serializers from "../Serializers.ts"

export const routes = Effect.gen(function* () {
  const provider = yield* Provider.Provider
  const rates = yield* Rates.Rates
  const { spread } = yield* Policy.Policy

  const networks = Route.here(Api.networks, () =>
    Effect.sync(() =>
      Route.answer(Api.networks, {
        data: Network.all.map((network) => {
          const { slug } = network
          return Serializers.network(network, provider.health(slug), provider.hasNameLookup(slug))
        })
      })
    )
  )

  const rateOf = (currency: Network.Currency) =>
    Effect.map(rates.middle(currency), ({ at, rate }) => ({
      source_currency: "USDC" as const,
      target_currency: currency,
      exchange_rate: Money.toJson(Money.withSpread(rate, spread), 6),
      spread_percent: spread,
      mid_market_rate: Money.toJson(rate, 6),
      networks: Network.ofCurrency(currency).map(({ slug }) => slug),
      updated_at: Serializers.instant(at)
    }))

  const listRates = Route.here(Api.rates, () =>
    Effect.map(Effect.forEach(Network.currencies, rateOf), (data) =>
      Route.answer(Api.rates, { data })
    )
  )

  return [networks, listRates]
})
