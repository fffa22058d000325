/**
 * Sums of payouts in memory that are funded and not paid, by network and provider. They follow
 * every state change, so that reading them walks over no payouts (L10).
 */
import type * as Float from "../../domain/money/Float.ts"
import type { Payout } from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"

type Commitment = { -readonly [K in keyof Float.Commitment]: Float.Commitment[K] }

/** Commitments by network, and then by provider. There are as many as networks have providers. */
export type Commitments = Map<Payout["network"], Array<Commitment>>

const add = (commitments: Commitments, { network, transfer }: Payout, amount: number): void => {
  const provider = transfer?.provider ?? null
  const ofNetwork = commitments.get(network)
  const existing = ofNetwork?.find((each) => each.provider === provider)
  if (existing !== undefined) existing.amount += amount
  else if (ofNetwork !== undefined) ofNetwork.push({ provider, network, amount })
  else commitments.set(network, [{ provider, network, amount }])
}

/** Follows a payout's change; `undefined` if it is not in memory. */
export const follow = (
  commitments: Commitments,
  before: Payout | undefined,
  after: Payout | undefined
): void => {
  if (before !== undefined && PayoutGuards.isCommitted(before)) {
    add(commitments, before, -before.targetAmount)
  }
  if (after !== undefined && PayoutGuards.isCommitted(after)) {
    add(commitments, after, after.targetAmount)
  }
}

/** The sums that are not zero. */
export const list = (commitments: Commitments): ReadonlyArray<Float.Commitment> =>
  [...commitments.values()]
    .flat()
    .filter(({ amount }) => amount !== 0)
    .map((each) => ({ ...each }))
