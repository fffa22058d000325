/**
 * Who approves: the person at the root of the chain of issue counts once, with a session, with a
 * key that they issued, or with a key that such a key issued. Keys of the first start count as one
 * approver. Approvers are compared by their ids, because a key may have any name. An approval
 * counts as long as its approver may still give it.
 */

import * as ApiKey from "./ApiKey.ts"
import type * as Approval from "./Approval.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import * as Role from "./Role.ts"
import * as User from "./User.ts"

type Approvers = Pick<Registry, "keys" | "people">
type Approver = Omit<Approval.Vote, "peopleMin">

/** A person or key that approves, when, and the permission that the action needs. */
export interface Approving {
  readonly by: string
  readonly at: number
  readonly needs: Role.Permission
}

/** The ids of all who may approve at this moment: people, and keys of the first start. */
export const permitted = (
  { keys, people }: Approvers,
  { at, needs }: Omit<Approving, "by">
): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const person of people.values()) {
    const role = User.roleIn(person, null)
    if (role !== undefined && Role.may(role, needs)) ids.add(person.id)
  }
  for (const key of keys.values()) {
    if (key.scope !== "admin" || ApiKey.hasEnded(key, at)) continue
    const root = KeyIssuer.rootOf(keys, key.id)
    if (!people.has(root)) ids.add(root)
  }
  return ids
}

export const of = (approvers: Approvers, approving: Approving): Approver => {
  const known = permitted(approvers, approving)
  return {
    by: KeyIssuer.rootOf(approvers.keys, approving.by),
    mayApprove: (id) => known.has(id)
  }
}

/** An approver as people know them: the e-mail address of a person, or the name of a key. */
export const nameOf = ({ keys, people }: Approvers, id: string): string =>
  people.get(id)?.email ?? keys.get(id)?.name ?? id

/** A command's approval; nothing where one person is enough. */
export const vote = (
  approvers: Approvers,
  approving: Approving,
  peopleMin: number
): { readonly vote?: Approval.Vote } =>
  peopleMin > 1 ? { vote: { ...of(approvers, approving), peopleMin } } : {}
