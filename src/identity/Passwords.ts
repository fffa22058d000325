/** Sets and changes passwords. */
import { Effect, Redacted } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Port from "../engine/ports/Identity.ts"
import * as AuthLibrary from "./AuthLibrary.ts"
import * as PasskeyStore from "./PasskeyStore.ts"
import * as Sessions from "./Sessions.ts"

type Person = Parameters<Port.Identity["Service"]["establish"]>[0]

type Adapter = AuthLibrary.AuthLibrary["context"]["internalAdapter"]

/**
 * Creates the user's row. A row with the same address and another id is left from an invitation
 * that failed.
 */
const establishUser = async (adapter: Adapter, { id, name }: Person, email: string) => {
  const existing = await adapter.findUserByEmail(email)
  if (existing !== null && existing.user.id !== id) await adapter.deleteUser(existing.user.id)
  if ((await adapter.findUserById(id)) !== null) return
  const facts = { id, name, email, emailVerified: true }
  // The library's type of the second argument is a whole request context, but it reads only
  // `method`.
  await adapter.createUser(facts, { method: "email-password" } as never)
}

/** Stores the user's password in the table of credentials. */
const establishPassword = async (adapter: Adapter, userId: string, password: string) => {
  const account = { userId, providerId: "credential", accountId: userId, password }
  if ((await adapter.findCredentialAccount(userId)) === null) await adapter.linkAccount(account)
  else await adapter.updatePassword(userId, password)
}

/** Creates a user's credentials; the old password, second factors and sessions are deleted. */
export const establish = (library: AuthLibrary.AuthLibrary, person: Person) => {
  const { adapter, internalAdapter, password } = library.context
  const established = AuthLibrary.query(async () => {
    const hash = await password.hash(Redacted.value(person.password))
    const { id, name } = person
    const email = person.email.toLowerCase()
    await establishUser(internalAdapter, person, email)
    await establishPassword(internalAdapter, id, hash)
    // The second factor is removed before the sessions end, so that a session which begins in
    // between finds its proof gone and ends too.
    await adapter.deleteMany({ model: "twoFactor", where: [{ field: "userId", value: id }] })
    await internalAdapter.deleteUserSessions(id)
    await internalAdapter.updateUser(id, { name, email, twoFactorEnabled: false })
  })
  // Passkeys are removed before the sessions end, so that none begins by a passkey after that. They
  // are removed once more afterwards, because a session may have added one until then.
  const withoutPasskeys = PasskeyStore.removeAll(library, person.id)
  const changes = Effect.andThen(withoutPasskeys, Effect.andThen(established, withoutPasskeys))
  return AuthLibrary.hashing(library, changes)
}

/** Deletes a user. The tables delete credentials, second factors, passkeys and sessions with it. */
export const removeUser = ({ sql }: AuthLibrary.AuthLibrary, personId: string) =>
  sql`delete from people_users where "id" = ${personId}`.pipe(
    Effect.timeout(Limits.identity.queryMsMax),
    Effect.mapError((error) => AuthLibrary.unavailable(error)),
    Effect.asVoid
  )

export const change = Effect.fnUntraced(function* (
  library: AuthLibrary.AuthLibrary,
  client: Port.Client,
  current: Redacted.Redacted,
  next: Redacted.Redacted
) {
  const personId = yield* Sessions.personOf(library, client)
  const body = {
    currentPassword: Redacted.value(current),
    newPassword: Redacted.value(next),
    revokeOtherSessions: true
  }
  const headers = AuthLibrary.headersOf(client)
  const { cookies } = yield* AuthLibrary.hashing(
    library,
    AuthLibrary.call(
      () => library.api.changePassword({ body, headers, asResponse: true }),
      personId
    )
  )
  return cookies
})
