/**
 * The approver of an action is the user at the root of the chain of issue. That user counts once,
 * with a session, with a key that they issued, or with a key that such a key issued. Every other
 * key descends from the first operator's key, and all of these count as that key. Approvers are
 * compared by id, because a key may have any name. An approval counts while its approver may still
 * give it.
 */

import * as ApiKey from "./ApiKey.ts"
import type * as Approval from "./Approval.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import * as Role from "./Role.ts"
import * as User from "./User.ts"

type Approvers = Pick<Registry, "keys" | "people">
type Approver = Omit<Approval.Vote, "peopleMin">

/** The user or key that approves, the time, and the permission that the action needs. */
export interface ApprovalContext {
  readonly by: string
  readonly at: number
  readonly needs: Role.Permission
}

/** Ids of all approvers at this moment: users, and the first operator's key. */
export const permitted = (
  { keys, people }: Approvers,
  { at, needs }: Omit<ApprovalContext, "by">
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

export const of = (approvers: Approvers, approving: ApprovalContext): Approver => {
  const permittedIds = permitted(approvers, approving)
  return {
    by: KeyIssuer.rootOf(approvers.keys, approving.by),
    mayApprove: (id) => permittedIds.has(id)
  }
}

/** The name that people know an approver by: a user's e-mail address, or a key's name. */
export const nameOf = ({ keys, people }: Approvers, id: string): string =>
  people.get(id)?.email ?? keys.get(id)?.name ?? id

/** The approval of a command. Empty if one user suffices. */
export const vote = (
  approvers: Approvers,
  approving: ApprovalContext,
  peopleMin: number
): { readonly vote?: Approval.Vote } =>
  peopleMin > 1 ? { vote: { ...of(approvers, approving), peopleMin } } : {}
