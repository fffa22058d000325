/**
 * Sums of payouts in memory that are funded and not paid, and of those that were paid since the
 * process counts, by network and provider. They follow every state change, so that reading them
 * walks over no payouts (L10).
 */
import type * as Float from "../../domain/money/Float.ts"
import type { Payout } from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"

type Commitment = { -readonly [K in keyof Float.Commitment]: Float.Commitment[K] }

/** Commitments by network, and then by provider. There are as many as networks have providers. */
export type Commitments = Map<Payout["network"], Array<Commitment>>

const of = (commitments: Commitments, { network, transfer }: Payout): Commitment => {
  const provider = transfer?.provider ?? null
  const ofNetwork = commitments.get(network)
  const existing = ofNetwork?.find((each) => each.provider === provider)
  if (existing !== undefined) return existing
  const commitment = { provider, network, amount: 0, paid: 0 }
  if (ofNetwork === undefined) commitments.set(network, [commitment])
  else ofNetwork.push(commitment)
  return commitment
}

/** Follows a payout's change; `undefined` if it is not in memory. */
export const follow = (
  commitments: Commitments,
  before: Payout | undefined,
  after: Payout | undefined
): void => {
  if (before !== undefined && PayoutGuards.isCommitted(before)) {
    const commitment = of(commitments, before)
    commitment.amount -= before.targetAmount
    if (after?.status === "SETTLED") commitment.paid += before.targetAmount
  }
  if (after !== undefined && PayoutGuards.isCommitted(after)) {
    of(commitments, after).amount += after.targetAmount
  }
}

/** A copy of the sums. */
export const list = (commitments: Commitments): ReadonlyArray<Float.Commitment> =>
  [...commitments.values()].flat().map((each) => ({ ...each }))
