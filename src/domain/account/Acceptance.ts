/**
 * The acceptance of an invitation by a new user, by a signed-in user, or by a user whose password
 * it resets. An invitation is accepted at most once.
 */
import type * as ApiKey from "./ApiKey.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import * as User from "./User.ts"

/** `Reset` replaces the user's credentials and keeps the roles. */
export type Acceptor =
  | { readonly _tag: "New"; readonly email: string; readonly name: string }
  | { readonly _tag: "Known"; readonly user: User.User }
  | { readonly _tag: "Reset"; readonly user: User.User }

/** The user's id. A new user's id follows from the invitation's, so a retry makes the same user. */
export const userId = (acceptor: Acceptor, invitation: User.Invitation): string =>
  acceptor._tag === "New" ? `usr_${invitation.id.slice("inv_".length)}` : acceptor.user.id

/** The most invitations that one new invitation ends. */
const outdatedMax = 50

/** Invitations that a new or an accepted one ends: expired ones, and earlier resets of the user. */
export const outdated = (
  { invitations }: Pick<Registry, "invitations">,
  resets: string | null,
  now: number
): ReadonlyArray<typeof User.InvitationEnded.Type> =>
  [...invitations.values()]
    .filter((one) => one.expiresAt <= now || (resets !== null && one.resets === resets))
    .slice(0, outdatedMax)
    .map(({ id }) => User.endInvitation(id, "revoked", now))

export const accept = (
  registry: Registry,
  invitation: User.Invitation,
  acceptor: Acceptor,
  at: number
): ReadonlyArray<User.Event | ApiKey.Event> => {
  const id = userId(acceptor, invitation)
  const ended = User.endInvitation(invitation.id, "accepted", at)
  const granted = invitation.grants.map(
    (grant) => ({ _tag: "PersonGranted", id, ...grant, at }) as const
  )
  switch (acceptor._tag) {
    case "Reset": {
      const others = outdated(registry, id, at).filter((one) => one.id !== invitation.id)
      return [{ _tag: "PersonPasswordSet", id, isReset: true, at }, ended, ...others]
    }
    case "Known": {
      const after = granted.reduce(User.evolve, acceptor.user)
      return [...granted, ended, ...KeyIssuer.endings(registry, after, at)]
    }
    case "New": {
      const { email, name } = acceptor
      return [{ _tag: "PersonJoined", id, email, name, at }, ...granted, ended]
    }
  }
}
