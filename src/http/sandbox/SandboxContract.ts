/** Contract of the sandbox's controls: outcomes and deposits on request. */
import { Schema } from "effect"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as SandboxScript from "../../domain/payout/SandboxScript.ts"
import * as BalanceContract from "../balance/BalanceContract.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as PayoutExamples from "../payouts/PayoutExamples.ts"
import * as SandboxGuide from "./SandboxGuide.ts"

export const simulate = Operation.post("simulatePayout", "/v1/sandbox/payouts/:id/simulate", {
  summary: "Simulate an outcome or a deposit",
  description:
    "Brings a payout to an `outcome` at once, or simulates a `deposit` of any amount. " +
    "`expire` ends the wait for funds before its deadline. After this request the sandbox " +
    "simulates no other deposit for the payout.",
  missing: ["PAYOUT_NOT_FOUND"],
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "OUTCOME_UNKNOWN", "INVALID_STATE"],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    outcome: Fields.maybe(Schema.Literals(SandboxScript.outcomes)),
    failure_reason: Fields.maybe(PayoutEvent.FailureReason),
    deposit: Fields.maybe(Schema.Struct({ amount_usdc: Fields.Micro })),
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: PayoutContract.Payout,
  example: {
    path: { id: Data.ids.payout },
    body: { outcome: "settle" },
    answer: PayoutExamples.payout
  }
})

export const depositToBalance = Operation.post(
  "simulateBalanceDeposit",
  "/v1/sandbox/balance/deposit",
  {
    summary: "Simulate a deposit to the balance",
    description: "Adds an amount to the balance at once, as a final deposit does.",
    access: { by: "account", area: "payouts" },
    payload: Schema.Struct({
      amount_usdc: Fields.Micro,
      idempotency_key: Fields.maybe(Fields.IdempotencyKey)
    }),
    success: BalanceContract.AccountBalance,
    example: { body: { amount_usdc: 1500 }, answer: BalanceContract.example }
  }
)

export const group = Operation.group({
  name: "Sandbox",
  description: `Operations of the sandbox alone. ${SandboxGuide.markdown}`,
  operations: [simulate, depositToBalance]
})
