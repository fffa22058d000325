/** Names of the audit log's actions and of their fields. */

/** Actions of people and keys. */
const acts: Readonly<Record<string, string>> = {
  "quote.created": "Quote created",
  "payout.created": "Payout created",
  "payout.approved": "Held payout approved",
  "payout.frozen": "Held payout frozen",
  "payout.unfrozen": "Held payout unfrozen",
  "payout.action_approved": "First approval of a payout's action",
  "payout.settled": "Payout settled",
  "payout.failed": "Payout failed or cancelled",
  "payout.reversed": "Payout reversed",
  "batch.created": "Batch created",
  "batch.cancelled": "Batch cancelled",
  "batch.resumed": "Batch resumed",
  "batch.action_approved": "First approval of a batch's action",
  "balance.threshold_set": "Threshold of the balance set",
  "balance.hold_released": "Held deposits of a balance released",
  "balance.excess_set": "Destination of refunds set",
  "balance.address_added": "Withdrawal address added",
  "balance.address_removed": "Withdrawal address removed",
  "balance.address_activated": "Withdrawal address activated early",
  "withdrawal.requested": "Withdrawal requested",
  "withdrawal.action_approved": "Decision about a withdrawal approved by one person",
  "withdrawal.approved": "Withdrawal approved",
  "withdrawal.held": "Withdrawal held",
  "withdrawal.cancelled": "Withdrawal cancelled",
  "withdrawal.rejected": "Withdrawal rejected",
  "withdrawal.sent": "Withdrawal recorded as sent",
  "balance.action_approved": "First release of held deposits of a balance",
  "refund.address_set": "Refund address set",
  "refund.sent": "Refund recorded as sent",
  "refunds.released": "Held refunds released",
  "recall.opened": "Recall opened",
  "recall.returned": "Money returned by the provider",
  "recall.closed": "Recall closed",
  "foreign_deposit.booked": "Foreign deposit booked",
  "batch_foreign_deposit.booked": "Foreign deposit of a batch booked",
  "batch.refund_address_set": "Refund address of a batch set",
  "batch_refund.sent": "Refund of a batch recorded as sent",
  "batch_refunds.released": "Held refunds of a batch released",
  "beneficiary.saved": "Beneficiary saved",
  "beneficiary.deleted": "Beneficiary deleted",
  "recipient_erasure.requested": "Erasure of a recipient's data requested",
  "recipient.restricted": "Recipient's data restricted",
  "recipient.erased": "Recipient's data erased",
  "recipient.exported": "Recipient's data exported",
  "recipient_hold.set": "Legal hold on a recipient's data set",
  "recipient_hold.ended": "Legal hold on a recipient's data ended",
  "booking.proposed": "Booking proposed",
  "booking.approved": "Booking approved",
  "booking.booked": "Booking booked",
  "booking.withdrawn": "Booking withdrawn",
  "period_close.approved": "Closing of a month approved",
  "period.closed": "Month closed",
  "webhook_endpoint.created": "Webhook endpoint created",
  "webhook_endpoint.updated": "Webhook endpoint changed",
  "webhook_endpoint.secret_rotated": "Webhook secret rotated",
  "webhook_endpoint.tested": "Test event sent",
  "webhook_endpoint.deleted": "Webhook endpoint deleted",
  "webhook_delivery.resent": "Webhook delivery resent",
  "api_key.issued": "API key issued",
  "api_key.rotated": "API key rotated",
  "api_key.revoked": "API key revoked",
  "account.created": "Account created",
  "account.updated": "Account changed",
  "person.invited": "User invited",
  "invitation.approved": "Invitation approved",
  "invitation.ended": "Invitation ended",
  "person.joined": "User joined",
  "person.granted": "Role changed",
  "person.removed": "User removed",
  "person.erased": "User's data erased",
  "person.signed_in": "Signed in",
  "person.confirmed": "Identity confirmed",
  "person.sign_in_failed": "Sign-in failed",
  "person.signed_out": "Signed out",
  "person.second_factor_changed": "Second factor changed",
  "passkey.added": "Passkey added",
  "passkey.removed": "Passkey removed",
  "person.password_set": "Password set",
  "person.notices_chosen": "E-mails about incidents chosen",
  "recovery_codes.renewed": "Recovery codes renewed"
}

/** Actions of the service that a person or key caused. */
const steps: Readonly<Record<string, string>> = {
  "funding.opened": "Funding opened",
  "funding_window.closed": "Funding window closed",
  "deposit.seen": "Deposit detected",
  "deposit.dropped": "Deposit no longer on the chain",
  // People and keys only simulate deposits. The service itself finds deposits on a chain.
  "deposit.finalized": "Deposit simulated",
  "funds.allocated": "Funds allocated",
  "funds.returned": "Funds returned",
  "funds.received": "Funds received",
  "batch_funds.allocated": "Funds of the balance allocated to a batch",
  "batch_funds.returned": "Funds of a batch returned to the balance",
  "balance.opened": "Balance opened",
  "balance.credited": "Balance credited",
  "balance_deposit.seen": "Deposit to a balance detected",
  "balance_deposit.dropped": "Deposit to a balance no longer on the chain",
  "balance_deposit.finalized": "Deposit to a balance simulated",
  "balance_dust.received": "Small amount for a balance received",
  "balance_sender.screened": "Sender of a balance's deposit screened",
  "dust.received": "Small amount received",
  "suspense.released": "Small amounts released",
  "payout.screened": "Payout screened",
  "senders.screened": "Senders screened",
  "payout.held": "Payout held",
  "transfer.requested": "Transfer requested",
  "transfer.accepted": "Transfer accepted",
  "transfer.refused": "Transfer refused",
  "review.opened": "Manual review opened",
  "refund.opened": "Refund opened",
  "refund.confirmed": "Refund confirmed",
  "refund.disproved": "Refund not found on the chain",
  "refund.credited": "Refund credited to the balance",
  "withdrawal.completed": "Withdrawal completed",
  "withdrawal.disproved": "Transaction of a withdrawal not found on the chain",
  "batch_deposit.seen": "Deposit of a batch detected",
  "batch_deposit.dropped": "Deposit of a batch no longer on the chain",
  "batch_deposit.finalized": "Deposit of a batch simulated",
  "batch_dust.received": "Small amount for a batch received",
  "batch_suspense.released": "Small amounts of a batch released",
  "batch_senders.screened": "Senders of a batch screened",
  "batch_window.closed": "Funding window of a batch closed",
  "batch.funded": "Batch funded",
  "batch_funding.expired": "Funding of a batch expired",
  "batch_refund.opened": "Refund of a batch opened",
  "batch_refund.confirmed": "Refund of a batch confirmed",
  "batch_refund.disproved": "Refund of a batch not found on the chain",
  "batch_refund.credited": "Refund of a batch credited to the balance",
  "batch.parked": "Batch parked",
  "quote.expired": "Quote expired",
  "endpoint.disabled": "Webhook endpoint disabled by the service",
  "delivery.attempted": "Webhook delivery attempted",
  "delivery.abandoned": "Webhook delivery failed",
  "api_key.used": "API key used",
  "chain.reached": "Chain position updated",
  "epoch.started": "Service started"
}

/** Subjects of actions, with the words before the dot of the actions' names. */
const subjects: Readonly<Record<string, string>> = {
  "Quotes and payouts": "quote payout transfer review senders funding funding_window",
  Batches: "batch batch_senders batch_window batch_funding",
  Deposits:
    "deposit batch_deposit funds dust batch_dust suspense batch_suspense foreign_deposit " +
    "batch_foreign_deposit",
  Balances: "balance balance_deposit balance_dust balance_sender batch_funds withdrawal",
  Refunds: "refund refunds batch_refund batch_refunds recall",
  "Beneficiaries and recipients": "beneficiary recipient recipient_erasure recipient_hold",
  Books: "booking period period_close",
  Webhooks: "webhook_endpoint webhook_delivery endpoint delivery",
  "API keys": "api_key",
  "Accounts and people": "account person invitation",
  "Sign-in": "passkey recovery_codes",
  Service: "chain epoch"
}

/** Actions of people on their own sign-in. */
const ofSignIn: ReadonlyArray<string> = [
  "person.signed_in",
  "person.confirmed",
  "person.sign_in_failed",
  "person.signed_out",
  "person.second_factor_changed",
  "person.password_set"
]

/** Labels of changes whose code does not read well as words. */
const fields: Readonly<Record<string, string>> = {
  kyc_status: "KYC",
  is_active: "Active",
  url: "URL",
  total: "Payouts",
  quote_id: "Quote",
  batch_id: "Batch",
  endpoint_id: "Webhook endpoint",
  tx_hash: "Transaction",
  last4: "Last four characters",
  allowed_ips: "Allowed addresses",
  expires_at: "Expires",
  old_key_ends_at: "Old key ends"
}

/** Labels of coded values, by the name of the change. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: { "*": "All events" },
  proof: {
    code: "Authenticator code",
    recovery_code: "Recovery code",
    password: "Password",
    passkey: "Passkey",
    invitation: "Invitation"
  }
}

/** Texts of the audit log's actions. A test compares the names with the events of the log. */
export const auditActions = {
  acts,
  steps,
  subjects,
  ofSignIn,

  signIn: "Sign-in",

  fields,
  values,

  yes: "Yes",
  no: "No"
} as const
