/** `/v1/balance`: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as AccountBalance from "../../usecases/AccountBalance.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as Fields from "../contract/Fields.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./BalanceContract.ts"
import * as BalanceJson from "./BalanceJson.ts"

export const routes = Effect.gen(function* () {
  const deps = yield* AccountBalance.dependencies
  const { token } = deps.chain
  const { holdApprovals: approvalsMin } = yield* Policy.Policy
  const viewOf = yield* StaffView.make
  const adminJson = (engine: Engine.EngineService) => (balance: Balance.Balance) =>
    BalanceJson.adminBalance(balance, engine.availableBalance(balance.accountId), viewOf(engine))

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

    Route.make(
      Contract.getOfAccount,
      Effect.fnUntraced(function* ({ command, engine, ids, params }) {
        const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, params.id))
        const own = { ...deps, engine, source: ids }
        const balance = yield* AccountBalance.get(own, command.at, accountId)
        return Route.answer(Contract.getOfAccount, adminJson(engine)(balance))
      })
    ),

    Route.make(
      Contract.release,
      Effect.fnUntraced(function* (sent) {
        const { engine, ids, params, payload } = sent
        const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, params.id))
        const { amount_usdc, sender } = payload
        const own = { ...deps, engine, source: ids, approvalsMin }
        return yield* CommandResponses.of(
          Contract.release,
          CommandResponses.withReason(sent),
          adminJson(engine),
          (request) =>
            AccountBalance.release(own, request, {
              ...{ accountId, sender, amount: Money.micro(amount_usdc) }
            })
        )
      })
    ),

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
