/**
 * The chain of issue of API keys. A key is issued by a person, by another key, or at the first
 * start; the chain leads to its root, a person or a key of the first start.
 *
 * 1. Approvals by keys of one root count once.
 * 2. The keys, invitations and reset links that a key issued end with that key, through any chain,
 *    whether it is revoked, is replaced without an overlap, or expires. People who joined stay.
 * 3. A replacement with an overlap hands on what the old key had issued: it ends with the new key.
 *    A key that replaced itself has the place of the old one, and does not end with it.
 * 4. A key whose issuer, a person, may no longer issue it ends, and so does every key behind it,
 *    through revoked keys too.
 * 5. A key with an end, or one that was replaced, makes nothing that works longer than it does. It
 *    brings no one into the staff, because people have no end.
 */
import * as ApiKey from "./ApiKey.ts"
import type { Registry } from "./Registry.ts"
import * as Role from "./Role.ts"
import * as User from "./User.ts"

type Keys = ReadonlyMap<string, ApiKey.ApiKey>

/** What was issued, by whom and when. */
interface Issued {
  readonly by: string
  readonly at: number
}

/** The key or person with which something issued ends: the issuer, or who took it over. */
const holderOf = (keys: Keys, { at, by }: Issued): string => {
  let holder = by
  for (let steps = 0; steps <= keys.size; steps++) {
    const successor = keys.get(holder)?.successor
    if (successor === undefined || at >= successor.at) return holder
    holder = successor.id
  }
  return holder
}

/** The key or person with which a key ends. */
const parentOf = (keys: Keys, key: ApiKey.ApiKey): string | undefined => {
  let own = key
  for (let steps = 0; steps <= keys.size; steps++) {
    const by = own.issuer
    if (by === undefined) return undefined
    const replaced = own.replaces === by ? keys.get(by) : undefined
    if (replaced === undefined) return holderOf(keys, { by, at: own.createdAt })
    own = replaced
  }
  return undefined
}

/** The first key in a chain of issue that has ended, if one has. */
const endedIn = (keys: Keys, issued: Issued, now: number): ApiKey.ApiKey | undefined => {
  let holder: string | undefined = holderOf(keys, issued)
  for (let steps = 0; steps <= keys.size && holder !== undefined; steps++) {
    const key = keys.get(holder)
    if (key === undefined || ApiKey.hasEnded(key, now)) return key
    holder = parentOf(keys, key)
  }
  return undefined
}

/** Whether an invitation ended with a key in its chain of issue. */
export const isVoid = (
  { keys }: Pick<Registry, "keys">,
  { createdAt, invitedBy }: User.Invitation,
  now: number
): boolean => endedIn(keys, { by: invitedBy, at: createdAt }, now) !== undefined

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

/** Adds keys that end with the ones in a set until none is left to add. */
const spread = (
  keys: Keys,
  ended: Set<string>,
  endsWith: (key: ApiKey.ApiKey) => boolean
): ReadonlySet<string> => {
  let before = -1
  while (ended.size > before) {
    before = ended.size
    for (const key of keys.values()) if (!ended.has(key.id) && endsWith(key)) ended.add(key.id)
  }
  return ended
}

/** All keys, revoked ones too, that depend on a person who may no longer issue them. */
const dependent = (keys: Keys, person: User.User): ReadonlySet<string> => {
  const ended = new Set<string>()
  return spread(keys, ended, (key) => {
    const issuer = key.issuer ?? ""
    if (issuer === person.id) return !mayIssue(person, key.accountId)
    return ended.has(issuer) || ended.has(parentOf(keys, key) ?? "")
  })
}

/** A key, and all keys that end with it, through any chain. */
export const behind = (keys: Keys, id: string): ReadonlySet<string> => {
  const ended = new Set([id])
  return spread(keys, ended, (key) => ended.has(parentOf(keys, key) ?? ""))
}

type Endings = ReadonlyArray<typeof ApiKey.Revoked.Type | typeof User.InvitationEnded.Type>

/** The events that end what a key issued, when the key ends. */
export const endingsOf = (
  { invitations, keys }: Pick<Registry, "invitations" | "keys">,
  id: string,
  at: number
): Endings => {
  const ended = behind(keys, id)
  const isOver = ({ createdAt, invitedBy }: User.Invitation): boolean =>
    ended.has(holderOf(keys, { by: invitedBy, at: createdAt }))
  return [
    ...[...ended].flatMap((one) => {
      const key = keys.get(one)
      const isLeft = one !== id && key !== undefined && !ApiKey.hasEnded(key, at)
      return isLeft ? [ApiKey.revoke(key, at)] : []
    }),
    ...[...invitations.values()]
      .filter(isOver)
      .map((invitation) => User.endInvitation(invitation.id, "revoked", at))
  ]
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
  const isOver = ({ createdAt, grants, invitedBy, resets }: User.Invitation): boolean => {
    if (invitedBy !== person.id) {
      return ended.has(invitedBy) || ended.has(holderOf(keys, { by: invitedBy, at: createdAt }))
    }
    return (
      (resets !== null && !mayInvite(person, null)) ||
      grants.some(({ accountId }) => !mayInvite(person, accountId))
    )
  }
  return {
    keys: [...ended].filter((id) => keys.get(id)?.revokedAt === null),
    invitations: [...invitations].filter(isOver).map(({ id }) => id)
  }
}

/** The events that end them. */
export const endings = (
  { invitations, keys }: Pick<Registry, "invitations" | "keys">,
  person: User.User,
  at: number
): Endings => {
  const ended = endedWith(person, keys, invitations.values())
  return [
    ...ended.keys.map((id) => ({ _tag: "ApiKeyRevoked", id, at }) as const),
    ...ended.invitations.map((id) => User.endInvitation(id, "revoked", at))
  ]
}

/** A key would work longer than the key that issues it, which ends at `expiresAt`. */
export interface OutlivesIssuer {
  readonly _tag: "KeyOutlivesIssuer"
  readonly expiresAt: number
}

/** A key with an end would bring a person into the staff, or back into it. */
export interface StaffOutlivesIssuer {
  readonly _tag: "StaffOutlivesIssuer"
  readonly expiresAt: number
}

/** When `by` ends, a person or a key; `undefined`: never. */
export const endOf = ({ keys }: Pick<Registry, "keys">, by: string): number | undefined =>
  keys.get(by)?.expiresAt

/** Whether `by`, a person or a key, is refused what lasts among the staff. */
export const refuseStaff = (
  registry: Pick<Registry, "keys">,
  by: string
): StaffOutlivesIssuer | undefined => {
  const expiresAt = endOf(registry, by)
  return expiresAt === undefined ? undefined : { _tag: "StaffOutlivesIssuer", expiresAt }
}

/** Whether a key with this end is refused to `by`, a person or a key. */
export const refuseTerm = (
  registry: Pick<Registry, "keys">,
  by: string,
  { expiresAt }: ApiKey.Bounds
): OutlivesIssuer | undefined => {
  const last = endOf(registry, by)
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
  { at, by }: Issued,
  may: (person: User.User) => boolean
): IssuerRefused | undefined => {
  const person = people.get(by)
  const key = keys.get(by)
  const isValid =
    person === undefined ? key !== undefined && !ApiKey.hasEnded(key, at) : may(person)
  return isValid ? undefined : refused
}

/** Whether keys of an account (`null`: operators' keys) are refused to `by`. */
export const refuseKey = (issuers: Issuers, issued: Issued, accountId: string | null) =>
  refuse(issuers, issued, (person) => mayIssue(person, accountId))

/** Whether invitations to an account's team (`null`: to the staff) are refused to `by`. */
export const refuseInvitation = (issuers: Issuers, issued: Issued, accountId: string | null) =>
  refuse(issuers, issued, (person) => mayInvite(person, accountId))
