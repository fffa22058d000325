/**
 * Results of proofs of identity. Each is in the log before its response, right or wrong. Ten wrong
 * ones in a row lock a user out for 15 minutes.
 */
import { Effect, Result } from "effect"
import type * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"

export interface LockedOut {
  readonly _tag: "LockedOut"
  readonly retryAfterSeconds: number
}

export const lockedOut = (until: number, now: number): LockedOut => ({
  _tag: "LockedOut",
  retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000))
})

/** Writes an event of a user to the log, with the user as its author. */
export const record = (
  { executeUnkeyed }: Pick<Engine.Engine["Service"], "executeUnkeyed">,
  origin: Request.Origin,
  userId: string,
  event: User.Event
) =>
  executeUnkeyed(
    { ...origin, by: userId },
    { locks: [], decide: () => Result.succeed({ events: [event], result: undefined }) }
  )

/** Records a failed proof. Fails with the lock-out that it causes, or else with `rejection`. */
export const reject = Effect.fnUntraced(function* <R>(
  engine: Engine.Engine["Service"],
  origin: Request.Origin,
  { proof, userId }: { readonly userId: string; readonly proof: typeof User.Proof.Type },
  rejection: R
) {
  const { people } = engine.registry
  const { at } = origin
  if (!people.has(userId)) return yield* Effect.fail(rejection)
  yield* record(engine, origin, userId, { _tag: "PersonSignInFailed", id: userId, proof, at })
  const until = people.get(userId)?.lockedUntil ?? 0
  return yield* Effect.fail(until > at ? lockedOut(until, at) : rejection)
})
