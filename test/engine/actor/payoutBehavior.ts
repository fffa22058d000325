/** The lifecycle of payouts on a state, with steps that a test gives. */
import * as Payout from "../../../src/domain/payout/Payout.ts"
import type * as ActorBehavior from "../../../src/engine/actor/ActorBehavior.ts"
import type * as State from "../../../src/engine/state/State.ts"

type Behavior = ActorBehavior.ActorBehavior<ActorBehavior.PayoutLifecycle>

export const make = (state: State.State, runStep: Behavior["runStep"]): Behavior => ({
  name: "payout",
  read: (id) => state.payouts.get(id),
  decide: Payout.decide,
  evolve: Payout.evolve,
  nextStep: Payout.nextStep,
  runStep,
  park: (at) => ({ _tag: "Park", at })
})
