/**
 * Who stands behind a key. A key is issued by a person, by another key, or at the first start; the
 * chain of issue leads to its root, a person or a key of the first start.
 *
 * 1. What keys of one root say counts as said once.
 * 2. A key whose issuer, a person, may no longer issue it ends, and so does every key behind it,
 *    through revoked keys too. A key that is revoked by hand ends alone: a rotation would otherwise
 *    end everything that was ever issued with the old key.
 * 3. What a person or an ended key invited and nobody accepted yet ends with them.
 */
import type * as ApiKey from "./ApiKey.ts"
import * as Role from "./Role.ts"
import * as User from "./User.ts"

type Keys = ReadonlyMap<string, ApiKey.ApiKey>

const parentOf = ({ issuedBy, issuer }: ApiKey.ApiKey): string | undefined => issuer ?? issuedBy

/** The person or key at the root of a chain of issue; `id`: a person's or a key's. */
export const rootOf = (keys: Keys, id: string): string => {
  let root = id
  // A chain is at most as long as there are keys: damaged data must not make this loop.
  for (let steps = 0; steps <= keys.size; steps++) {
    const key = keys.get(root)
    const parent = key?.issuedBy ?? key?.issuer
    if (parent === undefined) return root
    root = parent
  }
  return root
}

/** Whether a person has a permission, as a member of the account or as one of the staff. */
const holds = (
  person: User.User,
  accountId: string | null,
  asMember: Role.Permission,
  asStaff: Role.Permission
): boolean => {
  const member = accountId === null ? undefined : User.roleIn(person, accountId)
  const staff = User.roleIn(person, null)
  return (
    (member !== undefined && Role.may(member, asMember)) ||
    (staff !== undefined && Role.may(staff, asStaff))
  )
}

/** Whether a person may issue keys for an account; `null`: operators' keys. */
export const mayIssue = (person: User.User, accountId: string | null): boolean =>
  holds(person, accountId, "keys", "issue")

/** Whether a person may invite to an account's team; `null`: to the staff. */
export const mayInvite = (person: User.User, accountId: string | null): boolean =>
  holds(person, accountId, "team", accountId === null ? "team" : "issue")

/** All keys, revoked ones too, that hang on a person who may no longer issue them. */
const fallen = (keys: Keys, person: User.User): ReadonlySet<string> => {
  const ended = new Set<string>()
  let before = -1
  while (ended.size > before) {
    before = ended.size
    for (const key of keys.values()) {
      const parent = parentOf(key) ?? ""
      const isTheirs = parent === person.id
      if (isTheirs ? !mayIssue(person, key.accountId) : ended.has(parent)) ended.add(key.id)
    }
  }
  return ended
}

export interface Ended {
  /** Live keys. */
  readonly keys: ReadonlyArray<string>
  /** Open invitations. */
  readonly invitations: ReadonlyArray<string>
}

/** What ends when a person's roles have become these. */
export const endedWith = (
  person: User.User,
  keys: Keys,
  invitations: Iterable<User.Invitation>
): Ended => {
  const ended = fallen(keys, person)
  const isVoid = ({ grants, invitedBy, resets }: User.Invitation): boolean => {
    if (invitedBy !== person.id) return ended.has(invitedBy)
    return (
      (resets !== null && !mayInvite(person, null)) ||
      grants.some(({ accountId }) => !mayInvite(person, accountId))
    )
  }
  return {
    keys: [...ended].filter((id) => keys.get(id)?.revokedAt === null),
    invitations: [...invitations].filter(isVoid).map(({ id }) => id)
  }
}
