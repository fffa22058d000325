/** Cancels a payout, or a batch with all its rows, for which no money has arrived. */
import { Effect } from "effect"
import type * as Request from "../engine/commands/Request.ts"
import type { OwnedId } from "./PartitionContext.ts"
import type * as PayoutOrBatch from "./PayoutOrBatch.ts"

export const run = <A, E>(
  { command, findOwn }: PayoutOrBatch.Kind<A, E>,
  request: Request.Request<A>,
  { accountId, id }: OwnedId
) =>
  Effect.andThen(
    findOwn(accountId, id),
    command(request, id, { _tag: "Cancel", at: request.at })
  ).pipe(Effect.withSpan("Cancel.run"))
