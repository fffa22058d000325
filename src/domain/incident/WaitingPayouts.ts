/** Counts of payouts that wait for something other than their customer. */
import type { Payout } from "../payout/PayoutState.ts"
import type * as Facts from "./Facts.ts"

/** Longest usual milliseconds of payouts in a state; other states have no usual time. */
export type UsualDurations = Readonly<Partial<Record<Facts.WaitingState, number>>>

/** Statuses of the payouts that may wait. */
export const statuses = [
  ...(["CREATED", "AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED"] as const),
  ...(["PAYOUT_CONFIRMED", "COMPLIANCE_HOLD", "MANUAL_REVIEW"] as const)
]

/** The state in which a payout waits; `undefined` if it waits for a decision or not at all. */
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

const isLate = (
  state: Facts.WaitingState,
  since: number,
  usual: UsualDurations,
  now: number
): boolean => now - since > (usual[state] ?? Number.POSITIVE_INFINITY)

const groupOf = (
  state: Facts.WaitingState,
  { network, transfer }: Pick<Payout, "network" | "transfer">
): Facts.WaitingGroup => ({ state, network, provider: transfer?.provider ?? null })

const keyOf = ({ network, provider, state }: Facts.WaitingGroup): string =>
  `${state} ${network} ${provider}`

// ----------------------------------------------------------------------------- sums

type Sums = { -readonly [K in keyof Facts.WaitingSums]: Facts.WaitingSums[K] }

const noSums = (): Sums => ({ count: 0, amount: 0, lateCount: 0, lateAmount: 0 })

const add = (sums: Sums, amount: number, late: boolean): void => {
  sums.count += 1
  sums.amount += amount
  if (!late) return
  sums.lateCount += 1
  sums.lateAmount += amount
}

interface GroupCount {
  readonly group: Facts.WaitingGroup
  readonly sums: Sums
  readonly customers: Map<string, Sums>
  oldest: number
}

/** True if a payout that waits in a state belongs to a group. */
const isIn = (
  group: Facts.WaitingGroup,
  state: Facts.WaitingState,
  { network, transfer }: Pick<Payout, "network" | "transfer">
): boolean =>
  group.state === state &&
  group.network === network &&
  group.provider === (transfer?.provider ?? null)

const customerOf = ({ customers }: GroupCount, accountId: string): Sums => {
  const existing = customers.get(accountId)
  if (existing !== undefined) return existing
  const sums = noSums()
  customers.set(accountId, sums)
  return sums
}

/** The customers with the most payouts in any of the groups. */
const largestCustomers = (all: Iterable<GroupCount>, customersMax: number): ReadonlySet<string> => {
  const accountIds = new Set<string>()
  for (const { customers } of all) {
    const ordered = [...customers].toSorted(([, one], [, other]) => other.count - one.count)
    for (const [id] of ordered.slice(0, customersMax)) accountIds.add(id)
  }
  return accountIds
}

/**
 * Makes sums that grow with each added payout. They list `customersMax` customers of each group.
 */
export const make = (usual: UsualDurations, now: number, customersMax: number) => {
  const all = new Map<string, GroupCount>()
  let latest: GroupCount | undefined
  /** The count of a payout's group. Payouts in a row often have one group. */
  const countOf = (state: Facts.WaitingState, payout: Payout, since: number): GroupCount => {
    if (latest !== undefined && isIn(latest.group, state, payout)) return latest
    const group = groupOf(state, payout)
    const key = keyOf(group)
    latest = all.get(key) ?? { group, sums: noSums(), customers: new Map(), oldest: since }
    all.set(key, latest)
    return latest
  }
  return {
    add: (payout: Payout): void => {
      const state = stateOf(payout)
      if (state === undefined) return
      const { accountId, sourceAmount } = payout
      const since = sinceOf(payout)
      const counted = countOf(state, payout, since)
      const ofCustomer = customerOf(counted, accountId)
      counted.oldest = Math.min(counted.oldest, since)
      const late = isLate(state, since, usual, now)
      add(counted.sums, sourceAmount, late)
      add(ofCustomer, sourceAmount, late)
    },
    /** The groups. `nameOf` returns the name of an account. */
    groups: (nameOf: (accountId: string) => string): ReadonlyArray<Facts.WaitingPayouts> => {
      const accountIds = largestCustomers(all.values(), customersMax)
      return [...all.values()].map(({ customers, group, oldest, sums }) => ({
        ...{ ...group, ...sums, oldest },
        customers: [...customers]
          .filter(([id]) => accountIds.has(id))
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

/** A selection, and the time at which it was counted. */
export interface Counting extends Selection {
  readonly usual: UsualDurations
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
