/**
 * Issues keys and invitations. The issue and the removal of its issuer exclude each other by locks,
 * and the issuer's permission is checked at the decision. So a key that was requested just before
 * its issuer was removed is not issued afterwards.
 */
import { type Effect, Result } from "effect"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import type { Registry } from "../domain/account/Registry.ts"
import type * as Command from "../engine/commands/Command.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"

/** Lock for everything that one root issues, and for its removal. A command takes it last. */
export const lockOf = ({ keys }: Pick<Registry, "keys">, id: string): string =>
  `issuer ${KeyIssuer.rootOf(keys, id)}`

/** Lock for admissions to the staff, because each changes the approvals that others need. */
export const admissions = "admissions"

/** Locks for the end of keys, in order: those of their roots and of all that ends with them. */
export const locksOf = (
  registry: Pick<Registry, "keys">,
  ids: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const keyIds = ids.flatMap((id) => [...KeyIssuer.keysEndingWith(registry.keys, id)])
  return [...new Set(keyIds.map((id) => lockOf(registry, id)))].toSorted()
}

interface IssueCommand<A, E> extends Command.ImmediateCommand<A, E> {
  /** `null` for operators' keys. */
  readonly accountId: string | null
  /** Id of the key that the command may end. */
  readonly ends?: string
}

/** Executes a command that issues keys for an account. */
export const execute = <A, E>(
  engine: Engine.Engine["Service"],
  request: Request.Request<A>,
  { accountId, decide, ends, locks }: IssueCommand<A, E>
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
