/**
 * Who approves: the person at the root of the chain of issue counts once, with a session, with a
 * key that they issued, or with a key that such a key issued. Keys of the first start count as one
 * approver. An approval counts as long as its approver may still give it.
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

/** The names of all who may approve at this moment. */
const permitted = ({ keys, people }: Approvers, { at, needs }: Approving): ReadonlySet<string> => {
  const names = new Set<string>()
  const mayApprove = (person: User.User): boolean => {
    const role = User.roleIn(person, null)
    return role !== undefined && Role.may(role, needs)
  }
  for (const person of people.values()) if (mayApprove(person)) names.add(person.email)
  for (const key of keys.values()) {
    if (key.scope !== "admin") continue
    const root = KeyIssuer.rootOf(keys, key.id)
    const person = people.get(root)
    if (person === undefined ? ApiKey.hasEnded(key, at) : !mayApprove(person)) continue
    names.add(key.name)
    // Keys that a key of the first start issued approve under its name, also when it has ended.
    names.add(keys.get(root)?.name ?? key.name)
  }
  return names
}

/** `names`: those of all keys of the same root, under which earlier versions stored approvals. */
export const of = (approvers: Approvers, approving: Approving): Approver => {
  const { keys, people } = approvers
  const root = KeyIssuer.rootOf(keys, approving.by)
  const names = [...keys.values()]
    .filter(({ id, scope }) => scope === "admin" && KeyIssuer.rootOf(keys, id) === root)
    .map(({ name }) => name)
  const known = permitted(approvers, approving)
  return {
    by: people.get(root)?.email ?? keys.get(root)?.name ?? root,
    names,
    mayApprove: (name) => known.has(name)
  }
}

/** A command's approval; nothing where one person is enough. */
export const vote = (
  approvers: Approvers,
  approving: Approving,
  peopleMin: number
): { readonly vote?: Approval.Vote } =>
  peopleMin > 1 ? { vote: { ...of(approvers, approving), peopleMin } } : {}
