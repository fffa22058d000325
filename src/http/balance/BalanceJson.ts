/** The JSON of a balance and of its movements. */
import * as Balance from "../../domain/balance/Balance.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as Instants from "../contract/Instants.ts"
import * as FundingJson from "../payouts/FundingJson.ts"
import * as StaffView from "../payouts/StaffView.ts"

/** `available`: the amount that can pay now, micro-USDC. */
export const balance = (state: Balance.Balance, available: Money.Micro, token: Chain.Token) => ({
  available_usdc: Money.toJson(available, 6),
  reserved_usdc: Money.toJson(state.reserved, 6),
  pending_usdc: Money.toJson(Balance.pending(state), 6),
  held_usdc: Money.toJson(Balance.heldAmount(state), 6),
  low_threshold_usdc: state.threshold === null ? null : Money.toJson(state.threshold, 6),
  excess: state.excess,
  is_low: Balance.isLow({ ...state, amount: available }),
  deposit_address: state.depositAddress,
  chain_id: token.chainId,
  token_address: token.address,
  payment_uri: FundingJson.addressUri(token, state.depositAddress),
  message: `Send USDC on ${token.chain} to ${state.depositAddress}.`,
  created_at: Instants.instant(state.createdAt),
  updated_at: Instants.instant(state.updatedAt)
})

/** The balance as staff see it, with what is held and a release that needs more approvals. */
export const adminBalance = (
  state: Balance.Balance,
  available: Money.Micro,
  { approvalsNeeded, approver, token }: StaffView.StaffView
) => ({
  ...balance(state, available, token),
  held: state.held.map(({ amount, reason, sender, since }) => ({
    ...{ sender, reason, amount_usdc: Money.toJson(amount, 6), since: Instants.instant(since) }
  })),
  approvals_needed: approvalsNeeded,
  pending_action: StaffView.pendingAction(
    state.pendingAction === null ? {} : { pendingAction: state.pendingAction },
    approver
  )
})

/** Fields that name what moved the balance. */
export const causes = [
  ...(["payout_id", "batch_id", "withdrawal_id", "correction_id"] as const),
  ...(["tx_hash", "from_address"] as const)
] as const

type Cause = Partial<Readonly<Record<(typeof causes)[number], string>>>

/** The field that names what moved the balance. */
export const causeOf = ({ subject, type }: Pick<Balance.Movement, "subject" | "type">): Cause => {
  if (type === "deposit") return { tx_hash: subject }
  if (type === "release") return { from_address: subject }
  if (type === "correction") return { correction_id: subject }
  if (subject.startsWith("wdr_")) return { withdrawal_id: subject }
  return subject.startsWith("po_") ? { payout_id: subject } : { batch_id: subject }
}

export const movement = ({ amount, at, balanceAfter, id, subject, type }: Balance.Movement) => ({
  ...{ id, type },
  amount_usdc: Money.toJson(amount, 6),
  balance_after_usdc: Money.toJson(balanceAfter, 6),
  ...causeOf({ subject, type }),
  at: Instants.instant(at)
})
