/**
 * Runs the next step of a withdrawal's state: the proof that a recorded transaction sent it, as for
 * refunds.
 */
import { Effect } from "effect"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Chain from "../ports/Chain.ts"
import type { State } from "../state/State.ts"
import type { ActorBehavior, Give, StepOutcome, WithdrawalLifecycle } from "./ActorBehavior.ts"
import * as RefundSteps from "./RefundSteps.ts"

const over: StepOutcome = { _tag: "Over" }

/** The lifecycle of withdrawals, for their actors. */
export const make = Effect.fnUntraced(function* ({ withdrawals }: State) {
  const chain = yield* Chain.Chain
  const runStep = (
    withdrawal: Withdrawal.Withdrawal,
    give: Give<WithdrawalLifecycle>,
    attempt: number
  ) => {
    const step = Withdrawal.nextStep(withdrawal)
    if (step._tag === "Rest") return Effect.succeed(over)
    const { createdAt, id } = withdrawal
    return RefundSteps.proveRefund(chain, { createdAt, id, refund: step.refund }, give, attempt)
  }
  const behavior: ActorBehavior<WithdrawalLifecycle> = {
    name: "withdrawal",
    read: (id) => withdrawals.get(id),
    decide: Withdrawal.decide,
    evolve: Withdrawal.evolve,
    nextStep: Withdrawal.nextStep,
    runStep,
    park: (at) => ({ _tag: "Park", at })
  }
  return behavior
})
