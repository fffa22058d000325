/** Contract of the sandbox's controls: outcomes and deposits on request. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as SandboxScript from "../../domain/payout/SandboxScript.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"
import * as Payouts from "./Payouts.ts"
import * as SandboxGuide from "./SandboxGuide.ts"

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
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "Sandbox only: bring a payout to an outcome, or simulate a deposit",
      description:
        "Either an `outcome`, which takes the payout there at once, or a `deposit` of any amount: too little, too much or too late. `expire` ends the wait for funds before its deadline. From then on the sandbox makes no deposit by itself."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.payout },
      body: { outcome: "settle" },
      answer: Data.payout
    })
  )

export class Group extends HttpApiGroup.make("Sandbox")
  .add(simulate)
  .annotate(OpenApi.Description, `Operations of the sandbox alone. ${SandboxGuide.markdown}`) {}
