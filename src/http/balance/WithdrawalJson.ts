/** The JSON of withdrawals and of their addresses. */
import type * as BalanceEvent from "../../domain/balance/BalanceEvent.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Instants from "../contract/Instants.ts"
import * as StaffView from "../payouts/StaffView.ts"

export const withdrawal = ({
  address,
  addressId,
  amount,
  id,
  reference,
  status,
  txHash,
  ...times
}: Withdrawal.Withdrawal) => ({
  ...{ id, status },
  amount_usdc: Money.toJson(amount, 6),
  ...{ address_id: addressId, address, reference },
  tx_hash: txHash,
  created_at: Instants.instant(times.createdAt),
  sent_at: Instants.instantOrNull(times.sentAt),
  completed_at: Instants.instantOrNull(times.completedAt),
  updated_at: Instants.instant(times.updatedAt)
})

type View = Pick<StaffView.StaffView, "approver" | "approvalsNeeded">

/** A decision that needs more people, and their number. */
export const decision = (
  pendingAction: Withdrawal.Withdrawal["pendingAction"],
  { approvalsNeeded, approver }: View
) => ({
  approvals_needed: approvalsNeeded,
  pending_action: StaffView.pendingAction(pendingAction === null ? {} : { pendingAction }, approver)
})

/** A withdrawal as staff see it. */
export const adminWithdrawal = (state: Withdrawal.Withdrawal, view: View) => ({
  ...withdrawal(state),
  account_id: state.accountId,
  hold_reason: state.hold,
  ...decision(state.pendingAction, view)
})

/** `now`: milliseconds. */
export const address = (
  { address: to, createdAt, id, name, usableFrom }: BalanceEvent.Address,
  now: number
) => ({
  ...{ id, name, address: to },
  is_usable: usableFrom <= now,
  usable_from: Instants.instant(usableFrom),
  created_at: Instants.instant(createdAt)
})
