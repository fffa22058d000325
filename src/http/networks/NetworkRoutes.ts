/** Networks and rates, for anyone. */
import { Effect } from "effect"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Provider from "../../engine/ports/Provider.ts"
import * as Rates from "../../engine/ports/Rates.ts"
import * as Instants from "../contract/Instants.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./NetworkContract.ts"
import * as NetworkJson from "./NetworkJson.ts"

export const routes = Effect.gen(function* () {
  const provider = yield* Provider.Provider
  const rates = yield* Rates.Rates
  const { spread } = yield* Policy.Policy

  const networks = Route.here(Contract.networks, () =>
    Effect.sync(() =>
      Route.answer(Contract.networks, {
        data: Network.all.map((network) => {
          const { slug } = network
          return NetworkJson.network(network, provider.health(slug), provider.hasNameLookup(slug))
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
      updated_at: Instants.instant(at)
    }))

  const listRates = Route.here(Contract.rates, () =>
    Effect.map(Effect.forEach(Network.currencies, rateOf), (data) =>
      Route.answer(Contract.rates, { data })
    )
  )

  return [networks, listRates]
})
