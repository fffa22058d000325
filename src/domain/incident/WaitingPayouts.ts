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

const sinceOf = ({ createdAt, timeline }: Pick<Payout, "createdAt" | "timeline">): number =>
  timeline.at(-1)?.at ?? createdAt

const isLate = (state: Facts.WaitingState, since: number, usual: Usual, now: number): boolean =>
  now - since > (usual[state] ?? Number.POSITIVE_INFINITY)

const groupOf = (
  state: Facts.WaitingState,
  { network, transfer }: Pick<Payout, "network" | "transfer">
): Facts.WaitingGroup => ({ state, network, provider: transfer?.provider ?? null })

const keyOf = ({ network, provider, state }: Facts.WaitingGroup): string =>
  `${state} ${network} ${provider}`

// ----------------------------------------------------------------------------- sums

type Sums = { -readonly [K in keyof Facts.WaitingSums]: Facts.WaitingSums[K] }

const noSums = (): Sums => ({ count: 0, amount: 0, lateCount: 0, lateAmount: 0 })

const added = (sums: Sums, amount: number, late: boolean): void => {
  sums.count += 1
  sums.amount += amount
  if (!late) return
  sums.lateCount += 1
  sums.lateAmount += amount
}

interface Counted {
  readonly group: Facts.WaitingGroup
  readonly sums: Sums
  readonly customers: Map<string, Sums>
  oldest: number
}

/** Those with the most payouts in any of the groups. */
const largest = (all: Iterable<Counted>, customersMax: number): ReadonlySet<string> => {
  const kept = new Set<string>()
  for (const { customers } of all) {
    const ordered = [...customers].toSorted(([, one], [, other]) => other.count - one.count)
    for (const [id] of ordered.slice(0, customersMax)) kept.add(id)
  }
  return kept
}

/** Sums that grow with each payout that is added; so many customers of each group are named. */
export const make = (usual: Usual, now: number, customersMax: number) => {
  const all = new Map<string, Counted>()
  return {
    add: (payout: Payout): void => {
      const state = stateOf(payout)
      if (state === undefined) return
      const { accountId, sourceAmount } = payout
      const since = sinceOf(payout)
      const group = groupOf(state, payout)
      const key = keyOf(group)
      const counted = all.get(key) ?? {
        ...{ group, sums: noSums(), customers: new Map<string, Sums>(), oldest: since }
      }
      all.set(key, counted)
      const ofCustomer = counted.customers.get(accountId) ?? noSums()
      counted.customers.set(accountId, ofCustomer)
      counted.oldest = Math.min(counted.oldest, since)
      const late = isLate(state, since, usual, now)
      added(counted.sums, sourceAmount, late)
      added(ofCustomer, sourceAmount, late)
    },
    /** `nameOf`: the name of an account. */
    groups: (nameOf: (accountId: string) => string): ReadonlyArray<Facts.WaitingPayouts> => {
      const kept = largest(all.values(), customersMax)
      return [...all.values()].map(({ customers, group, oldest, sums }) => ({
        ...{ ...group, ...sums, oldest },
        customers: [...customers]
          .filter(([id]) => kept.has(id))
          .map(([accountId, part]) => ({ accountId, name: nameOf(accountId), ...part }))
      }))
    }
  }
}

// ----------------------------------------------------------------------------- selection

/** The payouts that an incident counts. */
export interface Selection {
  readonly groups: ReadonlyArray<Facts.WaitingGroup>
  readonly isLateOnly: boolean
}

export const none: Selection = { groups: [], isLateOnly: false }

/** A selection at the moment at which it was counted. */
export interface Counting extends Selection {
  readonly usual: Usual
  readonly now: number
}

/** True for each payout that an incident counts. */
export const isCounted = (
  { groups, isLateOnly, now, usual }: Counting,
  payout: Payout
): boolean => {
  const state = stateOf(payout)
  if (state === undefined) return false
  const key = keyOf(groupOf(state, payout))
  if (!groups.some((group) => keyOf(group) === key)) return false
  return !isLateOnly || isLate(state, sinceOf(payout), usual, now)
}
