/** Counts payouts that wait for something other than their customer. */
import type { Payout } from "../payout/PayoutState.ts"
import type * as Facts from "./Facts.ts"

/** How long payouts are usually in a state, at most, milliseconds; others have no usual time. */
export type Usual = Readonly<Partial<Record<Facts.WaitingState, number>>>

/** Statuses in which payouts are looked through. */
export const statuses = [
  ...(["CREATED", "AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED"] as const),
  ...(["PAYOUT_CONFIRMED", "COMPLIANCE_HOLD", "MANUAL_REVIEW"] as const)
]

/** `undefined`: it waits for a person's decision, or not at all. */
export const stateOf = ({
  reviewReason,
  screening,
  status
}: Pick<Payout, "reviewReason" | "screening" | "status">): Facts.WaitingState | undefined => {
  switch (status) {
    // A row waits for the funds of its batch.
    case "CREATED":
      return "AWAITING_FUNDS"
    case "AWAITING_FUNDS":
    case "STABLECOIN_RECEIVED":
    case "PAYOUT_INITIATED":
    case "PAYOUT_CONFIRMED":
      return status
    case "COMPLIANCE_HOLD":
      return screening?.verdict === "inconclusive" && screening.lists === ""
        ? "UNSCREENED"
        : undefined
    case "MANUAL_REVIEW":
      return reviewReason === "defect" ? "PARKED" : undefined
    default:
      return undefined
  }
}

type Group = { -readonly [K in keyof Facts.WaitingPayouts]: Facts.WaitingPayouts[K] }

const groupOf = (
  state: Facts.WaitingState,
  { network, transfer }: Payout,
  oldest: number
): Group => ({
  ...{ state, network, provider: transfer?.provider ?? null, oldest },
  ...{ count: 0, amount: 0, lateCount: 0, lateAmount: 0 }
})

/** Sums that grow with each payout that is added. */
export const make = (usual: Usual, now: number) => {
  const groups = new Map<string, Group>()
  return {
    add: (payout: Payout): void => {
      const state = stateOf(payout)
      if (state === undefined) return
      const { createdAt, network, sourceAmount, timeline, transfer } = payout
      const since = timeline.at(-1)?.at ?? createdAt
      const key = `${state} ${network} ${transfer?.provider}`
      const group = groups.get(key) ?? groupOf(state, payout, since)
      groups.set(key, group)
      group.count += 1
      group.amount += sourceAmount
      group.oldest = Math.min(group.oldest, since)
      if (now - since <= (usual[state] ?? Number.POSITIVE_INFINITY)) return
      group.lateCount += 1
      group.lateAmount += sourceAmount
    },
    groups: (): ReadonlyArray<Facts.WaitingPayouts> => [...groups.values()]
  }
}
