/** Payouts and batches, where a use case treats both alike: each is funded and has refunds. */
import { Effect } from "effect"
import type * as Batch from "../domain/batch/Batch.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Ownership from "./Ownership.ts"

/** One of the two kinds. `E`: why one is not found, or refuses a command. */
export interface Kind<A, E> {
  readonly find: (id: string) => Effect.Effect<A, E | Unavailable>
  /** As `find`, for its account alone. */
  readonly own: (accountId: string, id: string) => Effect.Effect<A, E | Unavailable>
  /** The result is the payout or batch after it. */
  readonly command: (
    request: Request.Request<A>,
    id: string,
    command: Payout.Command & Batch.Command
  ) => Effect.Effect<Request.Executed<A>, E | Request.NotExecuted>
}

const existing = <A, E>(read: Effect.Effect<A | undefined, Unavailable>, missing: E) =>
  Effect.flatMap(read, (found) =>
    found === undefined ? Effect.fail(missing) : Effect.succeed(found)
  )

type PayoutRefused = Payout.Rejection | Engine.PayoutNotFound

export const payouts = (engine: Engine.Engine["Service"]): Kind<Payout.Payout, PayoutRefused> => ({
  find: (id) => existing(engine.payout(id), { _tag: "PayoutNotFound", id } as const),
  own: (accountId, id) => Ownership.payout(engine, accountId, id),
  command: engine.command
})

type BatchRefused = Batch.Rejection | Engine.BatchNotFound

/** `kind`: batches of the other kind do not exist for `own`. */
export const batches = (
  engine: Engine.Engine["Service"],
  kind?: Batch.Kind
): Kind<Batch.Batch, BatchRefused> => ({
  find: (id) => existing(engine.batch(id), { _tag: "BatchNotFound", id } as const),
  own: (accountId, id) =>
    kind === undefined
      ? Ownership.batch(engine, accountId, id)
      : Ownership.batchOfKind(engine, accountId, id, kind),
  command: engine.commandBatch
})
