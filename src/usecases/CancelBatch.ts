/** Cancelling a batch that no money has arrived for, with all its rows. */
import { Effect } from "effect"
import type * as Batch from "../domain/batch/Batch.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Ownership from "./Ownership.ts"

export interface Input {
  readonly accountId: string
  readonly batchId: string
  readonly kind: Batch.Kind
}

/** The result is the batch after it. Fails with `BatchNotFound` or `Batch.Rejection`. */
export const run = Effect.fn("CancelBatch.run")(function* (
  engine: Engine.Engine["Service"],
  request: Request.Request<Batch.Batch>,
  { accountId, batchId, kind }: Input
) {
  yield* Ownership.batchOfKind(engine, accountId, batchId, kind)
  return yield* engine.commandBatch(request, batchId, { _tag: "Cancel", at: request.at })
})
