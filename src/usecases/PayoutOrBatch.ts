/** Payouts and batches in use cases that treat both alike. Both are funded and have refunds. */
import { Effect } from "effect"
import type * as Batch from "../domain/batch/Batch.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Ownership from "./Ownership.ts"

/**
 * A payout or a batch. `E` is the type of the errors of a missing object and of a refused command.
 */
export interface Kind<A, E> {
  readonly find: (id: string) => Effect.Effect<A, E | Unavailable>
  /** Fails like `find`, also for an object of another account. */
  readonly findOwn: (accountId: string, id: string) => Effect.Effect<A, E | Unavailable>
  /** Executes a command. The result is the payout or batch after it. */
  readonly command: (
    request: Request.Request<A>,
    id: string,
    command: Payout.Command & Batch.Command
  ) => Effect.Effect<Request.Executed<A>, E | Request.NotExecuted>
}

const orMissing = <A, E>(read: Effect.Effect<A | undefined, Unavailable>, missing: E) =>
  Effect.flatMap(read, (subject) =>
    subject === undefined ? Effect.fail(missing) : Effect.succeed(subject)
  )

type PayoutRefused = Payout.Rejection | Engine.PayoutNotFound

export const payouts = (engine: Engine.Engine["Service"]): Kind<Payout.Payout, PayoutRefused> => ({
  find: (id) => orMissing(engine.payout(id), { _tag: "PayoutNotFound", id } as const),
  findOwn: (accountId, id) => Ownership.payout(engine, accountId, id),
  command: engine.command
})

type BatchRefused = Batch.Rejection | Engine.BatchNotFound

/** Batches. If `kind` is set, `own` finds no batch of the other kind. */
export const batches = (
  engine: Engine.Engine["Service"],
  kind?: Batch.Kind
): Kind<Batch.Batch, BatchRefused> => ({
  find: (id) => orMissing(engine.batch(id), { _tag: "BatchNotFound", id } as const),
  findOwn: (accountId, id) =>
    kind === undefined
      ? Ownership.batch(engine, accountId, id)
      : Ownership.batchOfKind(engine, accountId, id, kind),
  command: engine.commandBatch
})
