/**
 * Issuing what outlives a request: keys and invitations. It takes turns with the removal of who
 * issues, and asks once more whether they may when the turn comes: a key that was asked for just
 * before its issuer was removed is not issued after.
 */
import { Result } from "effect"
import type * as ApiKey from "../domain/account/ApiKey.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import type * as User from "../domain/account/User.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as Entry from "../engine/state/Entry.ts"
import type * as State from "../engine/state/State.ts"
import type { Refusal } from "../http/Problems.ts"

type Parts = Pick<State.State, "keys" | "people">

/** What one root issues, and its removal, is decided one after the other. Comes last of claims. */
export const claimOf = ({ keys }: Pick<Parts, "keys">, id: string): string =>
  `issuer ${KeyIssuer.rootOf(keys, id)}`

const over: Refusal = {
  _tag: "Unauthorized",
  message: "Whoever sent this request may no longer issue keys or invitations."
}

const check = (
  { keys, people }: Parts,
  by: string,
  may: (person: User.User) => boolean
): Refusal | undefined => {
  const person = people.get(by)
  const isValid = person === undefined ? keys.get(by)?.revokedAt === null : may(person)
  return isValid ? undefined : over
}

/** Issues keys for an account (`null`: for an operator), in turn with the issuer's removal. */
export const transact =
  ({ core, transact }: Engine.Engine["Service"]) =>
  (
    request: Engine.Request,
    claim: string,
    accountId: string | null,
    decide: () => Result.Result<Engine.Change, Refusal>
  ) =>
    transact<Refusal>(request, [claim, claimOf(core, request.by)], () => {
      const refusal = check(core, request.by, (one) => KeyIssuer.mayIssue(one, accountId))
      return refusal === undefined ? decide() : Result.fail(refusal)
    })

/** Why nobody is invited to an account's team (`null`: to the staff), if nobody is. */
export const refuseInvitation = (parts: Parts, by: string, accountId: string | null) =>
  check(parts, by, (person) => KeyIssuer.mayInvite(person, accountId))

/** The person at the root of a key that is issued now, if there is one. */
export const issuedBy = ({ keys, people }: Parts, by: string): Pick<ApiKey.ApiKey, "issuedBy"> => {
  const root = KeyIssuer.rootOf(keys, by)
  return people.has(root) ? { issuedBy: root } : {}
}

/** The ends of all that hangs on a person whose roles have become these. */
export const ends = (
  { invitations, keys }: Pick<State.State, "invitations" | "keys">,
  person: User.User,
  at: number
): ReadonlyArray<Entry.Event> => {
  const ended = KeyIssuer.endedWith(person, keys, invitations.values())
  return [
    ...ended.keys.map((id) => ({ _tag: "ApiKeyRevoked", id, at }) as const),
    ...ended.invitations.map(
      (id) => ({ _tag: "InvitationEnded", id, outcome: "revoked", at }) as const
    )
  ]
}
