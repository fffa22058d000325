/**
 * Admission to the staff when several people must approve actions that move money. Otherwise one
 * person could invite a second address that they use and approve with both.
 *
 * 1. A link that admits to the staff, or resets a staff member's sign-in, needs as many approvals
 *    as the release of a hold. Its sender approves by sending it.
 * 2. Users who may release holds may approve. An approval counts while its approver may release
 *    them.
 * 3. No one is there to approve the first people. A link never needs more approvals than people
 *    were ever admitted, where the first operator's key counts as one. Removals lower nothing.
 * 4. The link that the first start makes needs no approval.
 */
import * as Approver from "./Approver.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import * as User from "./User.ts"

type Principals = Pick<Registry, "keys" | "people">

const isStaff = ({ people }: Pick<Registry, "people">, id: string | null): boolean => {
  const user = id === null ? undefined : people.get(id)
  return user !== undefined && User.roleIn(user, null) !== undefined
}

/** True if an invitation admits to the staff, or back into it. */
export const isNeeded = (
  registry: Pick<Registry, "people">,
  { grants, invitedBy, resets }: Pick<User.Invitation, "grants" | "invitedBy" | "resets">
): boolean =>
  invitedBy !== "engine" &&
  (grants.some(({ accountId }) => accountId === null) || isStaff(registry, resets))

/** The number of people who must approve an admission. `peopleMin`: as many as release a hold. */
export const peopleNeeded = ({ keys, people }: Principals, peopleMin: number): number => {
  const admitted = [...people.values()].filter(({ wasStaff }) => wasStaff).length
  const hasFirst = [...keys.values()].some(
    ({ id, scope }) => scope === "admin" && !people.has(KeyIssuer.rootOf(keys, id))
  )
  return Math.max(1, Math.min(peopleMin, admitted + (hasFirst ? 1 : 0)))
}

/** Ids of the approvers: the sender first, then the others. */
export const approvers = (
  { keys }: Pick<Registry, "keys">,
  { approvals = [], invitedBy }: User.Invitation
): ReadonlyArray<string> => [...new Set([KeyIssuer.rootOf(keys, invitedBy), ...approvals])]

interface Rule {
  readonly at: number
  readonly peopleMin: number
}

/** The number of approvals that an invitation still needs. */
export const approvalsMissing = (
  registry: Principals,
  invitation: User.Invitation,
  { at, peopleMin }: Rule
): number => {
  if (peopleMin <= 1 || !isNeeded(registry, invitation)) return 0
  const permittedIds = Approver.permitted(registry, { at, needs: "holds" })
  const counted = approvers(registry, invitation).filter((id) => permittedIds.has(id)).length
  return Math.max(0, peopleNeeded(registry, peopleMin) - counted)
}
