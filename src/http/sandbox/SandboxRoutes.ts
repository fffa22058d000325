/** `/v1/sandbox`: translates between the wire and the use case. */
import { Effect } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as AccountBalance from "../../usecases/AccountBalance.ts"
import * as SimulatePayout from "../../usecases/SimulatePayout.ts"
import * as BalanceJson from "../balance/BalanceJson.ts"
import * as Decode from "../decoding/Decode.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as PayoutJson from "../payouts/PayoutJson.ts"
import * as Contract from "./SandboxContract.ts"

/** Exactly one of the two is sent, and a reason only for the outcome that has one. */
const rules: Route.Rules = ({ deposit, failure_reason: reason, outcome }) => {
  if (Decode.isPresent(deposit) === Decode.isPresent(outcome)) {
    const message = "is required, unless deposit is given"
    return [
      { field: "outcome", code: Decode.isPresent(outcome) ? "conflict" : "required", message }
    ]
  }
  if (!Decode.isPresent(reason) || outcome === "fail") return []
  return [
    { field: "failure_reason", code: "conflict", message: "is allowed only with the outcome fail" }
  ]
}

type Payload = Route.RequestOf<typeof Contract.simulate>["payload"]

const simulationOf = ({
  deposit,
  failure_reason,
  outcome
}: Payload): SimulatePayout.Input["simulation"] =>
  deposit === undefined || deposit === null
    ? {
        _tag: "Outcome",
        outcome: outcome ?? "settle",
        failureReason: failure_reason ?? "unspecified"
      }
    : { _tag: "Deposit", amount: Money.micro(deposit.amount_usdc) }

export const routes = Effect.gen(function* () {
  const deps = yield* SimulatePayout.dependencies
  const balances = yield* AccountBalance.dependencies
  const { environment } = yield* Policy.Policy
  const { token } = yield* Chain.Chain

  return [
    Route.make(
      Contract.simulate,
      ({ accountId, command, engine, ids, params: { id: payoutId }, payload }) =>
        environment === "sandbox"
          ? CommandResponses.of(
              Contract.simulate,
              command,
              (payout: Payout.Payout) => PayoutJson.payout(payout, token),
              (request) =>
                SimulatePayout.run({ ...deps, engine, source: ids }, request, {
                  ...{ accountId, payoutId, simulation: simulationOf(payload) }
                })
            )
          : Effect.fail({ _tag: "NoSuchPath" } as const),
      { rules }
    ),

    Route.make(
      Contract.depositToBalance,
      ({ accountId, command, engine, ids, payload: { amount_usdc } }) =>
        environment === "sandbox"
          ? CommandResponses.of(
              Contract.depositToBalance,
              command,
              (balance: Balance.Balance) => BalanceJson.balance(balance, balance.amount, token),
              (request) =>
                AccountBalance.simulateDeposit({ ...balances, engine, source: ids }, request, {
                  ...{ accountId, amount: Money.micro(amount_usdc) }
                })
            )
          : Effect.fail({ _tag: "NoSuchPath" } as const)
    )
  ]
})
