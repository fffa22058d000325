/**
 * The chain of issue of API keys. A key is issued by a user, by another key, or at the first
 * start. The root of a chain is a user or a key of the first start.
 *
 * 1. Approvals by keys of one root count once.
 * 2. The keys, invitations and reset links that a key issued end with that key, through any chain.
 *    It ends if it is revoked, is replaced without an overlap, or expires. People who joined stay.
 * 3. A replacement with an overlap passes on everything that the old key had issued: it ends with
 *    the new key. A key that replaced itself takes the old key's position in the chain, and does
 *    not end with it.
 * 4. A key whose issuing user may no longer issue it ends. So does every key that descends from it,
 *    through revoked keys too.
 * 5. A key that expires, or was replaced, issues nothing that works longer than it does. It admits
 *    no user to the staff, because users do not expire.
 */
import * as ApiKey from "./ApiKey.ts"
import type { Registry } from "./Registry.ts"
import * as Role from "./Role.ts"
import * as User from "./User.ts"

type Keys = ReadonlyMap<string, ApiKey.ApiKey>

/** The issuer of a key or an invitation, and the time. */
interface Issue {
  readonly by: string
  readonly at: number
}

/** The key or user with which something issued ends: the issuer, or the key that took it over. */
const holderOf = (keys: Keys, { at, by }: Issue): string => {
  let holder = by
  for (let steps = 0; steps <= keys.size; steps++) {
    const successor = keys.get(holder)?.successor
    if (successor === undefined || at >= successor.at) return holder
    holder = successor.id
  }
  return holder
}

/** The key or user with which a key ends. */
const parentOf = (keys: Keys, key: ApiKey.ApiKey): string | undefined => {
  let current = key
  for (let steps = 0; steps <= keys.size; steps++) {
    const by = current.issuer
    if (by === undefined) return undefined
    const replaced = current.replaces === by ? keys.get(by) : undefined
    if (replaced === undefined) return holderOf(keys, { by, at: current.createdAt })
    current = replaced
  }
  return undefined
}

/** The first key in a chain of issue that has ended, if one has. */
const findEndedKey = (keys: Keys, issued: Issue, now: number): ApiKey.ApiKey | undefined => {
  let holder: string | undefined = holderOf(keys, issued)
  for (let steps = 0; steps <= keys.size && holder !== undefined; steps++) {
    const key = keys.get(holder)
    if (key === undefined || ApiKey.hasEnded(key, now)) return key
    holder = parentOf(keys, key)
  }
  return undefined
}

/** True if an invitation ended with a key in its chain of issue. */
export const isVoid = (
  { keys }: Pick<Registry, "keys">,
  { createdAt, invitedBy }: User.Invitation,
  now: number
): boolean => findEndedKey(keys, { by: invitedBy, at: createdAt }, now) !== undefined

/** The user or key at the root of a chain of issue. `id` names a user or a key. */
export const rootOf = (keys: Keys, id: string): string => {
  let root = id
  // Damaged data must not cause an endless loop. No chain is longer than the number of keys.
  for (let steps = 0; steps <= keys.size; steps++) {
    const key = keys.get(root)
    const parent = key?.issuedBy ?? key?.issuer
    if (parent === undefined) return root
    root = parent
  }
  return root
}

/** True if a user has a permission, as a member of the account or as staff. */
const hasPermission = (
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

/** True if a user may issue keys for an account, or operators' keys if it is `null`. */
export const mayIssue = (person: User.User, accountId: string | null): boolean =>
  hasPermission(person, accountId, "keys", "issue")

/** True if a user may invite to an account's team, or to the staff if it is `null`. */
export const mayInvite = (person: User.User, accountId: string | null): boolean =>
  hasPermission(person, accountId, "team", accountId === null ? "team" : "issue")

/** Adds the keys that end with those in a set, until no key is left to add. */
const withDependents = (
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

/** All keys, revoked ones too, that depend on a user who may no longer issue them. */
const dependentKeys = (keys: Keys, person: User.User): ReadonlySet<string> => {
  const ended = new Set<string>()
  return withDependents(keys, ended, (key) => {
    const issuer = key.issuer ?? ""
    if (issuer === person.id) return !mayIssue(person, key.accountId)
    return ended.has(issuer) || ended.has(parentOf(keys, key) ?? "")
  })
}

/** A key and all keys that end with it, through any chain. */
export const keysEndingWith = (keys: Keys, id: string): ReadonlySet<string> => {
  const ended = new Set([id])
  return withDependents(keys, ended, (key) => ended.has(parentOf(keys, key) ?? ""))
}

type Endings = ReadonlyArray<typeof ApiKey.Revoked.Type | typeof User.InvitationEnded.Type>

/** The events that end everything a key issued, when the key ends. */
export const endingsOf = (
  { invitations, keys }: Pick<Registry, "invitations" | "keys">,
  id: string,
  at: number
): Endings => {
  const ended = keysEndingWith(keys, id)
  const isOver = ({ createdAt, invitedBy }: User.Invitation): boolean =>
    ended.has(holderOf(keys, { by: invitedBy, at: createdAt }))
  return [
    ...[...ended].flatMap((keyId) => {
      const key = keys.get(keyId)
      const isLeft = keyId !== id && key !== undefined && !ApiKey.hasEnded(key, at)
      return isLeft ? [ApiKey.revoke(key, at)] : []
    }),
    ...[...invitations.values()]
      .filter(isOver)
      .map((invitation) => User.endInvitation(invitation.id, "revoked", at))
  ]
}

interface EndedIds {
  /** Active keys. */
  readonly keys: ReadonlyArray<string>
  /** Open invitations. */
  readonly invitations: ReadonlyArray<string>
}

/** Ids of everything that ends after a change of a user's roles. */
export const endedWith = (
  person: User.User,
  keys: Keys,
  invitations: Iterable<User.Invitation>
): EndedIds => {
  const ended = dependentKeys(keys, person)
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

/** The events that end these keys and invitations. */
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

/** A key would work longer than its issuer, which expires at `expiresAt`. */
export interface OutlivesIssuer {
  readonly _tag: "KeyOutlivesIssuer"
  readonly expiresAt: number
}

/** An expiring key would admit a user to the staff, or back into it. */
export interface StaffOutlivesIssuer {
  readonly _tag: "StaffOutlivesIssuer"
  readonly expiresAt: number
}

/** Expiry of `by`, a user or a key; `undefined` if it never expires. */
export const endOf = ({ keys }: Pick<Registry, "keys">, by: string): number | undefined =>
  keys.get(by)?.expiresAt

/** The rejection if `by`, an expiring key, would admit somebody to the staff. */
export const refuseStaff = (
  registry: Pick<Registry, "keys">,
  by: string
): StaffOutlivesIssuer | undefined => {
  const expiresAt = endOf(registry, by)
  return expiresAt === undefined ? undefined : { _tag: "StaffOutlivesIssuer", expiresAt }
}

/** The rejection if `by`, a user or a key, expires before a key that it issues. */
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

/** The user at the root of a key that `by` issues now, if there is one. */
export const rootPerson = (
  { keys, people }: Issuers,
  by: string
): Pick<ApiKey.ApiKey, "issuedBy"> => {
  const root = rootOf(keys, by)
  return people.has(root) ? { issuedBy: root } : {}
}

/** `by`, a user or a key, may no longer issue keys or invite people. */
export interface IssuerRefused {
  readonly _tag: "IssuerRefused"
}

const refused: IssuerRefused = { _tag: "IssuerRefused" }

const refuse = (
  { keys, people }: Issuers,
  { at, by }: Issue,
  may: (person: User.User) => boolean
): IssuerRefused | undefined => {
  const person = people.get(by)
  const key = keys.get(by)
  const isValid =
    person === undefined ? key !== undefined && !ApiKey.hasEnded(key, at) : may(person)
  return isValid ? undefined : refused
}

/** The rejection if `by` may not issue keys of an account (`null`: operators' keys). */
export const refuseKey = (issuers: Issuers, issued: Issue, accountId: string | null) =>
  refuse(issuers, issued, (person) => mayIssue(person, accountId))

/** The rejection if `by` may not invite to an account's team (`null`: to the staff). */
export const refuseInvitation = (issuers: Issuers, issued: Issue, accountId: string | null) =>
  refuse(issuers, issued, (person) => mayInvite(person, accountId))
