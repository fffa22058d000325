/**
 * The chain of issue of API keys. A key is issued by a person, by another key, or at the first
 * start; the chain leads to its root, a person or a key of the first start.
 *
 * 1. Approvals by keys of one root count once.
 * 2. A key whose issuer, a person, may no longer issue it ends, and so does every key behind it,
 *    through revoked keys too. A key that is revoked by hand ends alone: a rotation would otherwise
 *    end everything that was ever issued with the old key.
 * 3. Open invitations by a user or an ended key end with them.
 * 4. A key that ends by itself, or because it was replaced, issues no operator's key that works
 *    longer than it does, by a rotation neither: its end would otherwise mean nothing.
 */
import type * as ApiKey from "./ApiKey.ts"
import type { Registry } from "./Registry.ts"
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

/** All keys, revoked ones too, that depend on a person who may no longer issue them. */
const dependent = (keys: Keys, person: User.User): ReadonlySet<string> => {
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

interface Ended {
  /** Active keys. */
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
  const ended = dependent(keys, person)
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

/** The events that end them. */
export const endings = (
  { invitations, keys }: Pick<Registry, "invitations" | "keys">,
  person: User.User,
  at: number
): ReadonlyArray<typeof ApiKey.Revoked.Type | typeof User.InvitationEnded.Type> => {
  const ended = endedWith(person, keys, invitations.values())
  return [
    ...ended.keys.map((id) => ({ _tag: "ApiKeyRevoked", id, at }) as const),
    ...ended.invitations.map((id) => User.endInvitation(id, "revoked", at))
  ]
}

/** An operator's key would work longer than the key that issues it, which ends at `expiresAt`. */
export interface OutlivesIssuer {
  readonly _tag: "KeyOutlivesIssuer"
  readonly expiresAt: number
}

/** Whether an operator's key with this end is refused to `by`, a person or a key. */
export const refuseTerm = (
  { keys }: Pick<Registry, "keys">,
  by: string,
  { expiresAt }: ApiKey.Bounds
): OutlivesIssuer | undefined => {
  const last = keys.get(by)?.expiresAt
  return last === undefined || (expiresAt !== undefined && expiresAt <= last)
    ? undefined
    : { _tag: "KeyOutlivesIssuer", expiresAt: last }
}

type Issuers = Pick<Registry, "keys" | "people">

/** The person at the root of a key that `by` issues now, if there is one. */
export const rootPerson = (
  { keys, people }: Issuers,
  by: string
): Pick<ApiKey.ApiKey, "issuedBy"> => {
  const root = rootOf(keys, by)
  return people.has(root) ? { issuedBy: root } : {}
}

/** `by`, a person or a key, may no longer issue keys or invite people. */
export interface IssuerRefused {
  readonly _tag: "IssuerRefused"
}

const refused: IssuerRefused = { _tag: "IssuerRefused" }

const refuse = (
  { keys, people }: Issuers,
  by: string,
  may: (person: User.User) => boolean
): IssuerRefused | undefined => {
  const person = people.get(by)
  const isValid = person === undefined ? keys.get(by)?.revokedAt === null : may(person)
  return isValid ? undefined : refused
}

/** Whether keys of an account (`null`: operators' keys) are refused to `by`. */
export const refuseKey = (issuers: Issuers, by: string, accountId: string | null) =>
  refuse(issuers, by, (person) => mayIssue(person, accountId))

/** Whether invitations to an account's team (`null`: to the staff) are refused to `by`. */
export const refuseInvitation = (issuers: Issuers, by: string, accountId: string | null) =>
  refuse(issuers, by, (person) => mayInvite(person, accountId))
