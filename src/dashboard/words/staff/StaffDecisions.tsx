/** Words of what the staff decided about payouts. */
import type { ReactNode } from "react"
import type { EarlierDecision } from "../../../client/Generated.ts"

export const title = "Decisions by staff"
export const rejected = "Rejected on hold"
export const earlier = "Earlier decisions"
export const noneEarlier = "None about this phone, this name or these list entries."

export const outcomes: Readonly<Record<EarlierDecision["outcome"], string>> = {
  ...{ approved: "Approved", rejected: "Rejected", frozen: "Frozen", unfrozen: "Unfrozen" }
}

/** By the action in the audit log. */
const actions: Readonly<Record<string, string>> = {
  "payout.approved": outcomes.approved,
  "payout.reversed": "Reversed",
  "payout.frozen": outcomes.frozen,
  "payout.unfrozen": outcomes.unfrozen,
  "payout.settled": "Settled",
  "payout.failed": "Failed",
  "payout.action_approved": "First approval of an action",
  "transfer.requested": "Retried",
  "refund.sent": "Refund recorded as sent",
  "refunds.released": "Refund released"
}

/** `undefined`: the act decides nothing. */
export const outcomeOf = (action: string, isRejected: boolean): string | undefined =>
  action === "payout.reversed" && isRejected ? outcomes.rejected : actions[action]

export const decided = (
  outcome: string,
  name: string,
  at: ReactNode,
  reason: string | null
): ReactNode => (
  <>
    {outcome} by {name}, {at}
    {reason !== null && <>, “{reason}”</>}
  </>
)

const traits: Readonly<Record<EarlierDecision["shared"][number], string>> = {
  ...{ phone: "same phone", name: "same name", list_entry: "same list entry" }
}

export const sharedOf = (shared: EarlierDecision["shared"]): string =>
  `(${shared.map((trait) => traits[trait]).join(", ")})`

export const payoutTo = (who: string): string => `Payout to ${who}`
