/** `/admin/v1/float`: our money at mobile-money providers, as the directory's node polled it. */
import { Effect } from "effect"
import * as Float from "../../domain/money/Float.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Instants from "../contract/Instants.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./FloatContract.ts"

const hours = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10

const level = (one: Float.Level) => {
  const { balance, committed, currency, provider, reportedAt, threshold, unknownSince } = one
  const amount = (minor: Money.Minor | null) =>
    minor === null ? null : Money.toJson(minor, Network.decimals(currency))
  return {
    ...{ provider, currency, state: Float.state(one) },
    balance: amount(balance),
    balance_at: Instants.instantOrNull(reportedAt),
    unknown_since: Instants.instantOrNull(unknownSince),
    committed: amount(committed),
    cover: amount(Float.cover(one)),
    hours_left: hours(Float.hoursLeft(one)),
    threshold: amount(threshold)
  }
}

export const routes = Effect.gen(function* () {
  const { floatPolicy: policy } = yield* Policy.Policy
  return [
    Route.make(Contract.list, ({ engine }) =>
      Effect.sync(() => {
        const { float } = engine.conditions()
        return Route.answer(Contract.list, {
          polled_at: Instants.instantOrNull(float?.at ?? null),
          policy,
          data: (float?.levels ?? []).map(level)
        })
      })
    )
  ]
})
