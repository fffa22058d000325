/** Contract of `/v1/balance`. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Balance from "../../domain/balance/Balance.ts"
import * as BalanceEvent from "../../domain/balance/BalanceEvent.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as BalanceJson from "./BalanceJson.ts"
import * as Camt053 from "./Camt053.ts"
import * as StatementFormats from "./StatementFormats.ts"
import * as WithdrawalContract from "./WithdrawalContract.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

export const AccountBalance = Schema.Struct({
  available_usdc: described(Schema.Finite, "USDC that can pay for payouts now."),
  reserved_usdc: described(
    Schema.Finite,
    "USDC that left the balance for payouts and withdrawals that have not ended."
  ),
  pending_usdc: described(
    Schema.Finite,
    "USDC of deposits that are not final yet, or whose sender is being screened."
  ),
  held_usdc: described(Schema.Finite, "USDC of deposits that a compliance review holds."),
  low_threshold_usdc: described(
    Schema.NullOr(Schema.Finite),
    "Amount below which the balance is low. `null` if none is set."
  ),
  excess: described(
    BalanceEvent.Excess,
    "Destination of refunds of payouts and batches that a deposit funds. `refund` if operators " +
      "send them to a refund address, `balance` if they become part of the balance."
  ),
  is_low: described(Schema.Boolean, "True if less than the threshold is available."),
  deposit_address: described(
    Schema.String,
    "Address for deposits to the balance. It never changes, and takes any amount at any time."
  ),
  chain_id: Schema.Finite,
  token_address: Schema.String,
  payment_uri: described(
    Schema.String,
    "Payment link (EIP-681) to the address, without an amount."
  ),
  message: described(Schema.String, "The instruction to deposit in one sentence."),
  created_at: Fields.Instant,
  updated_at: Fields.Instant
}).annotate({ identifier: "Balance" })

const Movement = Schema.Struct({
  id: described(Schema.String, "Id of the movement. Ids of one balance sort by time."),
  type: described(
    Balance.MovementType,
    "`deposit` for USDC that arrived, `release` for deposits that were held, `payout` and `batch` " +
      "for the price of one, `withdrawal` for USDC that goes to your address, `return` for money of " +
      "payouts that failed or were reversed, and of withdrawals that were not sent, `correction` for " +
      "an amount that operators added or took because of a mistake."
  ),
  amount_usdc: described(Schema.Finite, "Amount in USDC. It is negative if it left the balance."),
  balance_after_usdc: described(Schema.Finite, "The balance after the movement."),
  payout_id: Schema.optionalKey(Schema.String),
  batch_id: Schema.optionalKey(Schema.String),
  withdrawal_id: Schema.optionalKey(Schema.String),
  correction_id: described(
    Schema.optionalKey(Schema.String),
    "Id of the correction. Our support can explain it."
  ),
  tx_hash: described(Schema.optionalKey(Schema.String), "Transaction of the deposit."),
  from_address: described(
    Schema.optionalKey(Schema.String),
    "Address that the released deposits came from."
  ),
  at: Fields.Instant
}).annotate({ identifier: "BalanceMovement" })

export const example = BalanceJson.balance(
  {
    ...Balance.opened({
      _tag: "BalanceOpened",
      id: Data.ids.balance,
      at: Date.parse(Data.created_at),
      accountId: Data.ids.account,
      depositAddress: Data.depositAddress
    }),
    reserved: 25_000_000
  },
  1_475_000_000,
  Objects.token
)

export const get = Operation.get("getBalance", "/v1/balance", {
  summary: "Get the balance",
  description:
    "Returns the account's balance and the address for deposits to it. USDC that is final there " +
    "pays for payouts without a wait.",
  access: { by: "account", area: "payouts" },
  success: AccountBalance,
  example: { answer: example }
})

export const update = Operation.patch("updateBalance", "/v1/balance", {
  summary: "Update the settings of the balance",
  description:
    "Changes the fields that the request contains. `low_threshold_usdc` is the amount below which " +
    'the balance is low, and `null` removes it. With `excess: "balance"`, excess, late and ' +
    "returned money of payouts and batches that are created afterwards becomes part of the balance, " +
    "once its senders are screened. A payout with a refund address still has its refunds there.",
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    low_threshold_usdc: Fields.maybe(Fields.Micro),
    excess: Schema.optionalKey(BalanceEvent.Excess)
  }),
  success: AccountBalance,
  example: {
    body: { low_threshold_usdc: 500, excess: "balance" },
    answer: { ...example, low_threshold_usdc: 500, excess: "balance" }
  }
})

const movementExample: Balance.Movement = {
  id: Data.ids.movement,
  accountId: Data.ids.account,
  number: 2,
  type: "payout",
  amount: -25_000_000,
  balanceAfter: 1_475_000_000,
  subject: Data.ids.payout,
  at: Date.parse(Data.created_at)
}

export const movements = Operation.get("listBalanceMovements", "/v1/balance/movements", {
  summary: "List the movements of the balance, newest first",
  description:
    "Returns every change of the balance, with the balance after it. Read from the oldest, the " +
    "amounts add up to each balance.",
  access: { by: "account", area: "payouts" },
  query: {
    ...Fields.cursorPage("mov"),
    created_from: Schema.optionalKey(Fields.QueryInstant),
    created_to: Schema.optionalKey(Fields.QueryInstant)
  },
  success: Fields.cursorList(Movement),
  example: {
    answer: Data.cursorPage(BalanceJson.movement(movementExample))
  }
})

const MovementSum = Schema.Struct({
  count: described(Schema.Int, "Number of movements."),
  amount_usdc: described(Schema.Finite, "Sum of their amounts in USDC, without a sign.")
})

const day = (description: string) => Fields.Day.annotate({ description })

const Statement = Schema.Struct({
  account_id: Schema.String,
  account_name: described(Schema.String, "Current name of the account."),
  currency: described(Schema.Literal("USDC"), "Currency of all amounts."),
  from: described(Schema.String, "First day in UTC, YYYY-MM-DD."),
  to: described(Schema.String, "Last day in UTC, YYYY-MM-DD."),
  is_complete: described(
    Schema.Boolean,
    "True once the period has ended. Later statements of the period have the same movements and " +
      "balances."
  ),
  generated_at: described(Fields.Instant, "Time of the request."),
  opening_balance_usdc: described(Schema.Finite, "The balance before the first day."),
  closing_balance_usdc: described(
    Schema.Finite,
    "The balance at the end of the last day, or now if the period has not ended."
  ),
  credits: described(MovementSum, "Movements that added to the balance."),
  debits: described(MovementSum, "Movements that left the balance."),
  movements: described(Schema.Array(Movement), "Movements of the period, oldest first.")
}).annotate({ identifier: "BalanceStatement" })

const march = { from: "2026-03-01", to: "2026-03-31" }

const nothing = { count: 0, amount: 0, tens: 0 }

const statementExample = {
  ...{ accountId: Data.ids.account, of: "Acme", ...march, isComplete: true },
  generatedAt: Date.parse("2026-04-01T06:00:00.000Z"),
  summary: {
    ...{ after: 1, last: 2, opening: 1_500_000_000, closing: 1_475_000_000 },
    credits: nothing,
    debits: { count: 1, amount: -25_000_000, tens: -2_500_000 }
  }
}

const textOf = ({ begin, end, line }: StatementFormats.Format): string =>
  `${begin}${line(movementExample)}${end(null)}`

const aboutDays =
  `A period has at most ${Limits.http.balanceStatementDaysMax} days, both \`from\` and \`to\` ` +
  "included. A period that has not ended has `is_complete: false`. A CSV file then ends with " +
  "`interim_balance`, and camt.053 has the balance `ITBD`."

const aboutCamt =
  "`format=camt053` is ISO 20022 camt.053.001.08. USDC has no ISO 4217 code, so its amounts have " +
  "the currency code USD. The schema allows five decimals: balances are cut off after the fifth, " +
  "entries are the differences between them, and `Qty` has each exact amount."

const aboutLength =
  "The response can be of any length and is sent while it is read. If the connection ends early, " +
  "the statement is incomplete. Request it again. At most " +
  `${Limits.http.reportsOfAccountMax} statements and reports of an account are sent at a time. ` +
  "Further requests get 503."

export const statement = Operation.get("getBalanceStatement", "/v1/balance/statement", {
  summary: "Get a statement of the balance",
  description:
    "Returns the movements of a period between the opening and the closing balance, oldest first. " +
    `${aboutDays} ${aboutCamt} ${aboutLength}`,
  access: { by: "account", area: "payouts" },
  location: "here",
  query: {
    from: day("First day in UTC, YYYY-MM-DD."),
    to: day("Last day in UTC, YYYY-MM-DD."),
    format: Schema.optionalKey(
      described(Schema.Literals(["json", "csv", "camt053"]), "Default: `json`.")
    )
  },
  success: Statement,
  example: {
    query: march,
    answer: {
      ...StatementFormats.head(statementExample),
      movements: [BalanceJson.movement(movementExample)]
    },
    csvAnswer: textOf(StatementFormats.csv(statementExample)),
    xmlAnswer: textOf(Camt053.format(statementExample))
  }
})

const AdminBalance = Schema.Struct({
  ...AccountBalance.fields,
  held: described(
    Schema.Array(
      Schema.Struct({
        sender: described(Schema.String, "Address that the deposits came from."),
        amount_usdc: Schema.Finite,
        reason: described(Schema.String, "Reason that screening gave."),
        since: Fields.Instant
      })
    ),
    "Held deposits, by their senders."
  ),
  approvals_needed: Fields.approvalsNeeded,
  pending_action: Schema.NullOr(Fields.PendingAction)
}).annotate({ identifier: "AdminBalance" })

const adminExample = {
  ...example,
  held: [
    {
      sender: Data.refundAddress,
      amount_usdc: 40,
      reason: "sender address matches OFAC SDN 12345",
      since: Data.created_at
    }
  ],
  ...{ held_usdc: 40, approvals_needed: 2, pending_action: null }
}

const ofAccount = {
  missing: ["ACCOUNT_NOT_FOUND"],
  location: "subject",
  success: AdminBalance
} as const

export const getOfAccount = Operation.get("getAccountBalance", "/admin/v1/accounts/:id/balance", {
  ...ofAccount,
  summary: "Get the balance of an account",
  description: "Returns the balance of an account, with the deposits that screening holds.",
  access: { by: "admin" },
  example: { path: { id: Data.ids.account }, answer: adminExample }
})

export const release = Operation.post(
  "releaseBalanceHold",
  "/admin/v1/accounts/:id/balance/release",
  {
    ...ofAccount,
    summary: "Release held deposits of a balance",
    description:
      "Adds the held deposits of one sender to the balance. With `HOLD_APPROVALS` above 1, several " +
      "people must release the same amount.",
    access: { by: "admin", needs: "holds", proof: "fresh" },
    payload: Schema.Struct({
      sender: Fields.Address.annotate({ description: "Address that the deposits came from." }),
      amount_usdc: Fields.Micro,
      reason: Fields.GivenReason,
      idempotency_key: Fields.maybe(Fields.IdempotencyKey)
    }),
    example: {
      path: { id: Data.ids.account },
      body: { sender: Data.refundAddress, amount_usdc: 40, reason: Data.reason },
      answer: { ...adminExample, held: [], held_usdc: 0 }
    }
  }
)

export const correct = Operation.post("correctBalance", "/admin/v1/accounts/:id/balance/correct", {
  ...ofAccount,
  conflicts: ["DUPLICATE_IDEMPOTENCY_KEY", "INSUFFICIENT_BALANCE"],
  summary: "Correct a balance",
  description:
    "Adds an amount to the balance, or takes one, because money was credited or taken by mistake. " +
    "The other side is in the account `write_offs` of the books. With `HOLD_APPROVALS` above 1, " +
    "several people must correct by the same amount.",
  access: { by: "admin", needs: "refunds", proof: "fresh" },
  payload: Schema.Struct({
    direction: described(
      Schema.Literals(["credit", "debit"]),
      "`credit` adds to the balance, and `debit` takes from it."
    ),
    amount_usdc: Fields.Micro,
    reason: Fields.GivenReason,
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  example: {
    path: { id: Data.ids.account },
    body: { direction: "debit", amount_usdc: 40, reason: Data.reason },
    answer: { ...adminExample, available_usdc: 1_435 }
  }
})

export const staffGroup = Operation.group({
  name: "Balances",
  description: "Balances as staff see them.",
  operations: [getOfAccount, release, correct, ...WithdrawalContract.ofAccounts]
})

export const group = Operation.group({
  name: "Balance",
  description: "USDC that an account deposits before it pays with it.",
  operations: [get, update, movements, statement]
})
