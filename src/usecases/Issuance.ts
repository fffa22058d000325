/**
 * Issuing what outlives a request: keys and invitations. It takes turns with the removal of its
 * issuer and checks the issuer's permission when it is decided, so a key that was requested just
 * before its issuer was removed is not issued after.
 */
import { type Effect, Result } from "effect"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import type { Registry } from "../domain/account/Registry.ts"
import type * as Command from "../engine/commands/Command.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"

/** The lock of all that one root issues, and of its removal. The last of a command's locks. */
export const lockOf = ({ keys }: Pick<Registry, "keys">, id: string): string =>
  `issuer ${KeyIssuer.rootOf(keys, id)}`

/** The lock of admissions to the staff: how many approvals one needs depends on the others. */
export const admissions = "admissions"

/** The locks of a key's end, in their order: of its root, and of all that ends with it. */
export const locksOf = (
  registry: Pick<Registry, "keys">,
  ids: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const ended = ids.flatMap((id) => [...KeyIssuer.behind(registry.keys, id)])
  return [...new Set(ended.map((id) => lockOf(registry, id)))].toSorted()
}

interface Issuing<A, E> extends Command.Immediate<A, E> {
  /** `null`: operators' keys. */
  readonly accountId: string | null
  /** The key that it may end. */
  readonly ends?: string
}

/** Executes the issue of keys for an account. */
export const execute = <A, E>(
  engine: Engine.Engine["Service"],
  request: Request.Request<A>,
  { accountId, decide, ends, locks }: Issuing<A, E>
): Effect.Effect<Request.Executed<A>, E | KeyIssuer.IssuerRefused | Request.NotExecuted> => {
  const { registry, execute } = engine
  const issuers =
    ends === undefined ? [lockOf(registry, request.by)] : locksOf(registry, [request.by, ends])
  return execute(request, {
    locks: [...locks, ...issuers],
    decide: (): Result.Result<Request.Decision<A>, E | KeyIssuer.IssuerRefused> => {
      const refusal = KeyIssuer.refuseKey(registry, request, accountId)
      return refusal === undefined ? decide() : Result.fail(refusal)
    }
  })
}
