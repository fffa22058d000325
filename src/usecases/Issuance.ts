/**
 * Issuing what outlives a request: keys and invitations. It takes turns with the removal of its
 * issuer and checks the issuer's permission when it is decided, so a key that was requested just
 * before its issuer was removed is not issued after.
 */
import { Effect } from "effect"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import type { Registry } from "../domain/account/Registry.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"

/** The lock of all that one root issues, and of its removal. The last of a command's locks. */
export const lockOf = ({ keys }: Pick<Registry, "keys">, id: string): string =>
  `issuer ${KeyIssuer.rootOf(keys, id)}`

interface Issuing<A> {
  readonly request: Request.Request<A>
  readonly lock: string
  /** `null`: operators' keys. */
  readonly accountId: string | null
}

/** Executes the issue of keys for an account. */
export const execute = <A, E>(
  engine: Engine.Engine["Service"],
  { accountId, lock, request }: Issuing<A>,
  work: Effect.Effect<Request.Decision<A>, E>
): Effect.Effect<Request.Executed<A>, E | KeyIssuer.IssuerRefused | Request.NotExecuted> => {
  const { registry, execute } = engine
  const guarded = Effect.suspend(
    (): Effect.Effect<Request.Decision<A>, E | KeyIssuer.IssuerRefused> => {
      const refusal = KeyIssuer.refuseKey(registry, request.by, accountId)
      return refusal === undefined ? work : Effect.fail(refusal)
    }
  )
  return execute(request, [lock, lockOf(registry, request.by)], guarded)
}
