/** `/admin/v1/accounts/:id/balance`: a customer's balance, as staff see and change it. */
import { Effect } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as AccountBalance from "../../usecases/AccountBalance.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./BalanceContract.ts"
import * as BalanceJson from "./BalanceJson.ts"

/**
 * The amount of a balance that can pay, micro-USDC. The balance may be one after a change that the
 * engine has not applied yet, because a kept response is encoded first.
 */
const availableIn = (
  { availableBalance, balanceOf }: Engine.EngineService,
  { accountId, amount }: Balance.Balance
): Money.Micro => {
  const taken = (balanceOf(accountId)?.amount ?? 0) - availableBalance(accountId)
  return amount - taken
}

export const routes = Effect.gen(function* () {
  const deps = yield* AccountBalance.dependencies
  const { holdApprovals: approvalsMin } = yield* Policy.Policy
  const viewOf = yield* StaffView.make
  const adminJson = (engine: Engine.EngineService) => (balance: Balance.Balance) =>
    BalanceJson.adminBalance(balance, availableIn(engine, balance), viewOf(engine))

  return [
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

    Route.make(
      Contract.correct,
      Effect.fnUntraced(function* (sent) {
        const { engine, ids, params, payload } = sent
        const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, params.id))
        const size = Money.micro(payload.amount_usdc)
        const amount = payload.direction === "credit" ? size : -size
        const own = { ...deps, engine, source: ids, approvalsMin }
        return yield* CommandResponses.of(
          Contract.correct,
          CommandResponses.withReason(sent),
          adminJson(engine),
          (request) => AccountBalance.correct(own, request, { accountId, amount })
        )
      })
    )
  ]
})
