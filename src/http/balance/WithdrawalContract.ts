/** Contract of withdrawals from balances: addresses, requests, and the decisions of staff. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Balance from "../../domain/balance/Balance.ts"
import * as Withdrawals from "../../domain/balance/Withdrawal.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

/** Without an area: keys that are confined to payouts must not move money out. */
const moving = { by: "account", proof: "fresh" } as const
const reading = { by: "account", area: "payouts" } as const

// ----------------------------------------------------------------------------- addresses

const Address = Schema.Struct({
  id: Schema.String,
  name: described(Schema.String, "Name that you gave the address."),
  address: described(Schema.String, "Ethereum address that withdrawals go to."),
  is_usable: described(Schema.Boolean, "True if withdrawals can use the address now."),
  usable_from: described(Fields.Instant, "Time from which withdrawals can use the address."),
  created_at: Fields.Instant
}).annotate({ identifier: "WithdrawalAddress" })

const address = {
  id: Data.ids.withdrawalAddress,
  name: "Treasury",
  address: Data.refundAddress,
  is_usable: true,
  usable_from: "2026-03-02T08:55:00.000Z",
  created_at: "2026-03-01T08:55:00.000Z"
}

export const addAddress = Operation.post("addWithdrawalAddress", "/v1/balance/addresses", {
  summary: "Add a withdrawal address",
  description:
    "Adds an address that withdrawals can go to, after the service has screened it. An address " +
    `waits for a day before its first use. A balance has at most ${Balance.addressesMax} addresses. ` +
    "A second request for one address returns it unchanged.",
  access: moving,
  payload: Schema.Struct({
    name: Fields.text(100),
    address: Fields.Address,
    idempotency_key
  }),
  success: Address,
  status: 201,
  example: {
    body: { name: address.name, address: address.address },
    answer: { ...address, is_usable: false }
  }
})

export const listAddresses = Operation.get("listWithdrawalAddresses", "/v1/balance/addresses", {
  summary: "List withdrawal addresses, oldest first",
  description: "Returns all addresses that withdrawals can go to.",
  access: reading,
  success: Schema.Struct({ data: Schema.Array(Address) }),
  example: { answer: { data: [address] } }
})

export const removeAddress = Operation.delete(
  "removeWithdrawalAddress",
  "/v1/balance/addresses/:id",
  {
    summary: "Remove a withdrawal address",
    description:
      "Removes an address. Withdrawals that were requested before still go there, unless you " +
      "cancel them.",
    missing: ["WITHDRAWAL_ADDRESS_NOT_FOUND"],
    access: moving,
    success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
    example: {
      path: { id: Data.ids.withdrawalAddress },
      answer: { id: Data.ids.withdrawalAddress, deleted: true }
    }
  }
)

// ----------------------------------------------------------------------------- withdrawals

const Withdrawal = Schema.Struct({
  id: Schema.String,
  status: described(
    Withdrawals.Status,
    "`requested` and `held` wait for a decision of staff, `approved` for the transaction, and " +
      "`sent` until the transaction is final. `completed`, `cancelled` and `rejected` are final."
  ),
  amount_usdc: described(Schema.Finite, "Amount in USDC."),
  address_id: Schema.String,
  address: described(Schema.String, "Address that the money goes to."),
  reference: described(Schema.NullOr(Schema.String), "Your reference. `null` if you gave none."),
  tx_hash: described(
    Schema.NullOr(Schema.String),
    "Transaction that sent the money. `null` until it was sent."
  ),
  created_at: Fields.Instant,
  sent_at: Schema.NullOr(Fields.Instant),
  completed_at: Schema.NullOr(Fields.Instant),
  updated_at: Fields.Instant
}).annotate({ identifier: "Withdrawal" })

const requested = {
  id: Data.ids.withdrawal,
  status: "requested",
  amount_usdc: 400,
  address_id: Data.ids.withdrawalAddress,
  address: Data.refundAddress,
  reference: "2026-03 surplus",
  tx_hash: null,
  created_at: Data.created_at,
  sent_at: null,
  completed_at: null,
  updated_at: Data.created_at
} as const

export const create = Operation.post("createWithdrawal", "/v1/balance/withdrawals", {
  summary: "Request a withdrawal",
  description:
    "Takes an amount from the balance, to be sent to one of your withdrawal addresses. Staff " +
    "approve each withdrawal before it is sent. If it is cancelled or rejected, the amount returns " +
    `to the balance. At most ${Limits.withdrawals.openMax} withdrawals can be open.`,
  missing: ["WITHDRAWAL_ADDRESS_NOT_FOUND"],
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "INSUFFICIENT_BALANCE", "INVALID_STATE"],
  access: moving,
  payload: Schema.Struct({
    amount_usdc: Fields.atLeastMicro(Limits.withdrawals.amountMin),
    address_id: described(Fields.text(64), "Id of the withdrawal address."),
    reference: Fields.maybe(Fields.text(128)).annotate({
      description: "Your reference of the withdrawal, for your own books."
    }),
    idempotency_key
  }),
  success: Withdrawal,
  status: 201,
  example: {
    body: {
      amount_usdc: requested.amount_usdc,
      address_id: requested.address_id,
      reference: requested.reference
    },
    answer: requested
  }
})

export const list = Operation.get("listWithdrawals", "/v1/balance/withdrawals", {
  summary: "List withdrawals, newest first",
  description: "Returns the withdrawals of the account.",
  access: reading,
  query: {
    ...Fields.cursorPage("wdr"),
    status: Schema.optionalKey(Withdrawals.Status)
  },
  success: Fields.cursorList(Withdrawal),
  example: { answer: Data.cursorPage(requested) }
})

export const get = Operation.get("getWithdrawal", "/v1/balance/withdrawals/:id", {
  summary: "Get a withdrawal",
  description: "Returns one withdrawal of the account.",
  missing: ["WITHDRAWAL_NOT_FOUND"],
  access: reading,
  success: Withdrawal,
  example: { path: { id: Data.ids.withdrawal }, answer: requested }
})

export const cancel = Operation.post("cancelWithdrawal", "/v1/balance/withdrawals/:id/cancel", {
  summary: "Cancel a withdrawal",
  description:
    "Cancels a withdrawal that staff have not approved yet. Its amount is in the balance at once.",
  missing: ["WITHDRAWAL_NOT_FOUND"],
  access: { by: "account" },
  payload: Schema.Struct({ idempotency_key }),
  success: Withdrawal,
  example: {
    path: { id: Data.ids.withdrawal },
    body: {},
    answer: { ...requested, status: "cancelled" }
  }
})

// ----------------------------------------------------------------------------- staff

const AdminWithdrawal = Schema.Struct({
  ...Withdrawal.fields,
  account_id: Schema.String,
  hold_reason: described(
    Schema.NullOr(Schema.String),
    "Reason why screening flagged the address. `null` if it did not."
  ),
  approvals_needed: Fields.approvalsNeeded,
  pending_action: Schema.NullOr(Fields.PendingAction)
}).annotate({ identifier: "AdminWithdrawal" })

const seen = {
  ...requested,
  ...{ account_id: Data.ids.account, hold_reason: null },
  ...{ approvals_needed: 2, pending_action: null }
} as const

const byPeople =
  "If `HOLD_APPROVALS` is above 1, that many people must send the same request. Until then, the " +
  "request only adds to a `pending_action`."

export const listAll = Operation.get("adminListWithdrawals", "/admin/v1/withdrawals", {
  summary: "List withdrawals of all accounts, newest first",
  description:
    "Returns the withdrawals of all accounts. Withdrawals that need a decision are `requested` or " +
    "`held`. Operators send those that are `approved`.",
  access: { by: "admin" },
  location: "all",
  query: {
    ...Fields.cursorPage("wdr"),
    status: Schema.optionalKey(Withdrawals.Status),
    account_id: Schema.optionalKey(Fields.text(64))
  },
  success: Fields.cursorList(AdminWithdrawal),
  example: { query: { status: "requested" }, answer: Data.cursorPage(seen) }
})

const deciding = {
  missing: ["WITHDRAWAL_NOT_FOUND"],
  location: "subject",
  access: { by: "admin", needs: "refunds", proof: "fresh" },
  success: AdminWithdrawal
} as const

const reasonOnly = Schema.Struct({ reason: Fields.GivenReason, idempotency_key })

export const approve = Operation.post("approveWithdrawal", "/admin/v1/withdrawals/:id/approve", {
  ...deciding,
  summary: "Approve a withdrawal",
  description:
    "Screens the address again, and approves the withdrawal if the address is clear. A flagged " +
    `address makes it \`held\`. ${byPeople}`,
  payload: reasonOnly,
  example: {
    path: { id: Data.ids.withdrawal },
    body: { reason: Data.reason },
    answer: { ...seen, status: "approved" }
  }
})

export const reject = Operation.post("rejectWithdrawal", "/admin/v1/withdrawals/:id/reject", {
  ...deciding,
  summary: "Reject a withdrawal",
  description:
    "Rejects a withdrawal and returns its amount to the balance. Reject an approved withdrawal " +
    `only if nobody has sent it. ${byPeople}`,
  payload: reasonOnly,
  example: {
    path: { id: Data.ids.withdrawal },
    body: { reason: Data.reason },
    answer: { ...seen, status: "rejected" }
  }
})

export const sent = Operation.post("sendWithdrawal", "/admin/v1/withdrawals/:id/sent", {
  ...deciding,
  summary: "Record the transaction of a withdrawal",
  description:
    "Records the transaction of an approved withdrawal, after checking on the chain that it sends " +
    "exactly the amount to the address. The withdrawal becomes `sent`, and `completed` once the " +
    "transaction is final.",
  payload: Schema.Struct({
    reason: Fields.GivenReason,
    tx_hash: Fields.TransactionHash,
    idempotency_key
  }),
  example: {
    path: { id: Data.ids.withdrawal },
    body: { reason: Data.reason, tx_hash: Data.refundHash },
    answer: { ...seen, status: "sent", tx_hash: Data.refundHash, sent_at: Data.created_at }
  }
})

const AccountAddresses = Schema.Struct({
  data: Schema.Array(Address),
  approvals_needed: Fields.approvalsNeeded,
  pending_action: Schema.NullOr(Fields.PendingAction)
})

const ofAccount = {
  location: "subject",
  success: AccountAddresses
} as const

const addressesOfAccount = { data: [address], approvals_needed: 2, pending_action: null }

export const listAddressesOfAccount = Operation.get(
  "listAccountWithdrawalAddresses",
  "/admin/v1/accounts/:id/balance/addresses",
  {
    ...ofAccount,
    missing: ["ACCOUNT_NOT_FOUND"],
    summary: "List the withdrawal addresses of an account",
    description: "Returns the addresses that withdrawals of an account can go to.",
    access: { by: "admin" },
    example: { path: { id: Data.ids.account }, answer: addressesOfAccount }
  }
)

export const activateAddress = Operation.post(
  "activateWithdrawalAddress",
  "/admin/v1/accounts/:id/balance/addresses/:address_id/activate",
  {
    ...ofAccount,
    missing: ["ACCOUNT_NOT_FOUND", "WITHDRAWAL_ADDRESS_NOT_FOUND"],
    summary: "End the wait for a withdrawal address",
    description: `Makes a new address usable now, before its day has passed. ${byPeople}`,
    access: { by: "admin", needs: "refunds", proof: "fresh" },
    payload: reasonOnly,
    example: {
      path: { id: Data.ids.account, address_id: Data.ids.withdrawalAddress },
      body: { reason: Data.reason },
      answer: addressesOfAccount
    }
  }
)

export const group = Operation.group({
  name: "Withdrawals",
  description: "USDC that goes from the balance to an address of the account.",
  operations: [
    ...[addAddress, listAddresses, create, list, get, cancel, removeAddress],
    ...[listAll, approve, reject, sent]
  ]
})

/** Operations about one account's addresses, which belong to its balance. */
export const ofAccounts = [listAddressesOfAccount, activateAddress]
