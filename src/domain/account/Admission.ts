/**
 * Who comes into the staff where several people must approve what moves money. One person could
 * otherwise invite a second address of their own and approve with both.
 *
 * 1. A link that admits to the staff, or that resets the sign-in of one of the staff, works once as
 *    many people approved it as a release of a hold needs. Who sent it approves by that.
 * 2. Who may release holds may approve. An approval counts while its approver may do that.
 * 3. The first people have no others to approve them. No more approvals are needed than people were
 *    ever admitted; the keys of the first start count as one of these. Removals lower nothing.
 * 4. Links of the first start itself need none.
 */
import * as Approver from "./Approver.ts"
import * as KeyIssuer from "./KeyIssuer.ts"
import type { Registry } from "./Registry.ts"
import * as User from "./User.ts"

type People = Pick<Registry, "keys" | "people">

const isStaff = ({ people }: Pick<Registry, "people">, id: string | null): boolean => {
  const user = id === null ? undefined : people.get(id)
  return user !== undefined && User.roleIn(user, null) !== undefined
}

/** Whether an invitation admits to the staff, or back into it. */
export const isNeeded = (
  registry: Pick<Registry, "people">,
  { grants, invitedBy, resets }: Pick<User.Invitation, "grants" | "invitedBy" | "resets">
): boolean =>
  invitedBy !== "engine" &&
  (grants.some(({ accountId }) => accountId === null) || isStaff(registry, resets))

/** How many people must approve an admission. `peopleMin`: how many release a hold. */
export const peopleNeeded = ({ keys, people }: People, peopleMin: number): number => {
  const admitted = [...people.values()].filter(({ wasStaff }) => wasStaff).length
  const hasFirst = [...keys.values()].some(
    ({ id, scope }) => scope === "admin" && !people.has(KeyIssuer.rootOf(keys, id))
  )
  return Math.max(1, Math.min(peopleMin, admitted + (hasFirst ? 1 : 0)))
}

/** The ids of those who approved: who sent it, and others. */
export const approvers = (
  { keys }: Pick<Registry, "keys">,
  { approvals = [], invitedBy }: User.Invitation
): ReadonlyArray<string> => [...new Set([KeyIssuer.rootOf(keys, invitedBy), ...approvals])]

interface Rule {
  readonly at: number
  readonly peopleMin: number
}

/** How many approvals an invitation still needs. */
export const missing = (
  registry: People,
  invitation: User.Invitation,
  { at, peopleMin }: Rule
): number => {
  if (peopleMin <= 1 || !isNeeded(registry, invitation)) return 0
  const may = Approver.permitted(registry, { at, needs: "holds" })
  const counted = approvers(registry, invitation).filter((id) => may.has(id)).length
  return Math.max(0, peopleNeeded(registry, peopleMin) - counted)
}
