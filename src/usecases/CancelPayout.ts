/** Cancelling a payout that no money has arrived for. */
import { Effect } from "effect"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Ownership from "./Ownership.ts"

/** The result is the payout after it. Fails with `PayoutNotFound` or `Payout.Rejection`. */
export const run = Effect.fn("CancelPayout.run")(function* (
  engine: Engine.Engine["Service"],
  request: Request.Request<Payout.Payout>,
  { accountId, payoutId }: { readonly accountId: string; readonly payoutId: string }
) {
  yield* Ownership.payout(engine, accountId, payoutId)
  return yield* engine.command(request, payoutId, { _tag: "Cancel", at: request.at })
})
