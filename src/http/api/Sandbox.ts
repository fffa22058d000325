/** Contract of the sandbox's controls: what a payout's world does, said by whoever tests. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as SandboxScript from "../../domain/payout/SandboxScript.ts"
import * as Fields from "./Fields.ts"
import * as Payouts from "./Payouts.ts"

export const simulate = HttpApiEndpoint.post("simulatePayout", "/v1/sandbox/payouts/:id/simulate", {
  params: { id: Schema.String },
  payload: Schema.Struct({
    outcome: Fields.maybe(Schema.Literals(SandboxScript.outcomes)),
    failure_reason: Fields.maybe(PayoutEvent.FailureReason),
    deposit: Fields.maybe(Schema.Struct({ amount_usdc: Fields.Micro })),
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: Payouts.Payout,
  error: Fields.writeErrors
}).annotateMerge(
  OpenApi.annotations({
    summary: "Sandbox only: make a payout end, stop or be paid for as you say",
    description:
      "Either an `outcome`, which takes the payout there at once, or a `deposit` of any amount: too little, too much or too late. From then on the sandbox makes no deposit by itself."
  })
)

export class Group extends HttpApiGroup.make("Sandbox").add(simulate) {}
