/** Cancelling a payout, or a batch with all its rows, that no money has arrived for. */
import { Effect } from "effect"
import type * as Request from "../engine/commands/Request.ts"
import type * as Funded from "./Funded.ts"
import type { Owned } from "./InPartition.ts"

export const run = <A, E>(
  { command, own }: Funded.Kind<A, E>,
  request: Request.Request<A>,
  { accountId, id }: Owned
) =>
  Effect.andThen(own(accountId, id), command(request, id, { _tag: "Cancel", at: request.at })).pipe(
    Effect.withSpan("Cancel.run")
  )
