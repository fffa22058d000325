/** `/v1/balance`: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import * as Money from "../../domain/money/Money.ts"
import * as AccountBalance from "../../usecases/AccountBalance.ts"
import * as Fields from "../contract/Fields.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./BalanceContract.ts"
import * as BalanceJson from "./BalanceJson.ts"

export const routes = Effect.gen(function* () {
  const deps = yield* AccountBalance.dependencies
  const { token } = deps.chain

  return [
    Route.make(Contract.get, ({ accountId, command, engine, ids }) =>
      Effect.map(
        AccountBalance.get({ ...deps, engine, source: ids }, command.at, accountId),
        (balance) => {
          const available = engine.availableBalance(accountId)
          return Route.answer(Contract.get, BalanceJson.balance(balance, available, token))
        }
      )
    ),

    Route.make(Contract.update, ({ accountId, command, engine, ids, payload }) => {
      const { excess, low_threshold_usdc: given } = payload
      const threshold = given == null ? given : Money.micro(given)
      return CommandResponses.of(
        Contract.update,
        command,
        (balance: Balance.Balance) => BalanceJson.balance(balance, balance.amount, token),
        (request) =>
          AccountBalance.update({ ...deps, engine, source: ids }, request, {
            ...{ accountId, threshold, excess }
          })
      )
    }),

    Route.make(Contract.movements, ({ accountId, engine, query }) =>
      Pagination.answer(
        Contract.movements,
        query,
        (page) => {
          const until = Fields.parseInstant(query.created_to ?? "")
          const filter = {
            accountId,
            from: Fields.parseInstant(query.created_from ?? ""),
            until: until === undefined ? undefined : until + 1
          }
          return engine.lists.movements(filter, page)
        },
        BalanceJson.movement
      )
    )
  ]
})
