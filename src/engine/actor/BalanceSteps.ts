/**
 * Runs the next step of a balance's state: the screening of a sender whose deposit is final. Until
 * then the deposit is not part of the balance.
 */
import { Effect } from "effect"
import * as Balance from "../../domain/balance/Balance.ts"
import * as Screening from "../ports/Screening.ts"
import type { State } from "../state/State.ts"
import type { ActorBehavior, BalanceLifecycle, Give, StepOutcome } from "./ActorBehavior.ts"
import * as RefundSteps from "./RefundSteps.ts"

const over: StepOutcome = { _tag: "Over" }

/** The lifecycle of balances, for their actors. */
export const make = Effect.fnUntraced(function* ({ balances }: State) {
  const screening = yield* Screening.Screening
  const runStep = (balance: Balance.Balance, give: Give<BalanceLifecycle>) => {
    const step = Balance.nextStep(balance)
    return step._tag === "Rest"
      ? Effect.succeed(over)
      : RefundSteps.screenSenders(screening, balance.id, step.senders, give)
  }
  const behavior: ActorBehavior<BalanceLifecycle> = {
    name: "balance",
    read: (id) => balances.get(id),
    decide: Balance.decide,
    evolve: Balance.evolve,
    nextStep: Balance.nextStep,
    runStep,
    park: (at) => ({ _tag: "Park", at })
  }
  return behavior
})
