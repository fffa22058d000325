/** Contract of `/admin/v1/books` and `/admin/v1/periods`: bookings and the months of the books. */
import { Schema } from "effect"
import * as ProviderRoutes from "../../config/ProviderRoutes.ts"
import * as Booking from "../../domain/books/Booking.ts"
import * as Chart from "../../domain/books/Chart.ts"
import * as Period from "../../domain/books/Period.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

const by = "grace@example.com"

const Currency = Schema.Literals(Chart.currencies).annotate({
  description: "`USDC`, or a currency that recipients get."
})

const Account = Schema.Literals(Chart.accounts)

const terms = {
  kind: Booking.Kind.annotate({
    description:
      "`top_up` moves money to a provider, `usdc_sale` sells USDC for money in the bank, " +
      "`provider_fee`, `gas` and `write_off` are expenses, and `correction` moves an amount " +
      "between any two accounts that operators may book."
  }),
  currency: Currency.annotate({ description: "Currency of `amount`." }),
  amount: Schema.Finite.annotate({ description: "Amount that the booking moves." }),
  value_date: Schema.String.annotate({
    description: "Day of the payment at the bank or provider, YYYY-MM-DD."
  }),
  reference: Schema.String.annotate({ description: "Reference of the bank or provider." }),
  reason: Schema.String.annotate({ description: "Reason and evidence of the booking." })
}

const NewBooking = Schema.Struct({
  ...terms,
  provider: Fields.maybe(Schema.Literals(ProviderRoutes.providerNames)).annotate({
    description: "Provider whose float or fee the booking is about."
  }),
  payout_id: Fields.maybe(Fields.text(64)).annotate({
    description:
      "Payout that a `provider_fee`, `gas`, `write_off` or `correction` is about. `currency` must " +
      "be that of the payout, or `USDC`."
  }),
  debit_account: Fields.maybe(Account).annotate({
    description: "Account that gets the amount. Needed only for a `correction`."
  }),
  credit_account: Fields.maybe(Account).annotate({
    description:
      "Account that gives the amount. Needed for a `top_up` (`treasury_fiat` or `in_transit`), a " +
      "`write_off` and a `correction`."
  }),
  sold_usdc: Fields.maybe(Schema.Finite).annotate({
    description: "USDC that a `usdc_sale` sold for `amount`."
  }),
  fx_result: Fields.maybe(Schema.Finite).annotate({
    description:
      "Realised result of a `usdc_sale` in its currency: `amount` less the cost of the USDC. " +
      "Negative for a loss."
  }),
  value_date: Fields.Day.annotate({
    description:
      "Day of the payment at the bank or provider, YYYY-MM-DD. It must be in an open month."
  }),
  reference: Fields.text(128).annotate({ description: "Reference of the bank or provider." }),
  reason: Fields.text(500).annotate({ description: "Reason and evidence of the booking." }),
  idempotency_key: Fields.maybe(Fields.IdempotencyKey)
})
export type NewBooking = typeof NewBooking.Type

const nullable = Schema.NullOr(Schema.String)

const approvals = {
  approvals: Schema.Array(Schema.String).annotate({
    description: "Users (e-mail addresses) and keys (names) that approved it, the first one first."
  }),
  approvals_needed: Schema.Finite.annotate({ description: "Number of people who must approve it." })
}

const BookingJson = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["proposed", "booked", "withdrawn"]).annotate({
    description: "`proposed` until enough people have approved it, then `booked`."
  }),
  ...terms,
  provider: nullable.annotate({ description: "Provider. `null` if the booking names none." }),
  payout_id: nullable.annotate({
    description: "Payout that the booking is about. `null` if the booking names none."
  }),
  debit_account: Account.annotate({ description: "Account that gets the amount." }),
  credit_account: Account.annotate({ description: "Account that gives the amount." }),
  sold_usdc: Schema.NullOr(Schema.Finite).annotate({
    description: "USDC that was sold. `null` unless `kind` is `usdc_sale`."
  }),
  fx_result: Schema.NullOr(Schema.Finite).annotate({
    description: "Realised result of the sale. `null` unless `kind` is `usdc_sale`."
  }),
  ...approvals,
  created_at: Fields.Instant,
  booked_at: Schema.NullOr(Fields.Instant).annotate({
    description: "Time that dates the booking in the books. `null` until it is booked."
  })
}).annotate({ identifier: "Booking" })
export type BookingJson = typeof BookingJson.Type

/** The account and the currency of a sum. */
const ofSum = {
  account: Schema.String.annotate({ description: "Account of the chart." }),
  currency: Schema.String.annotate({ description: "Currency, as in the trial balance." })
}

const Total = Schema.Struct({
  ...ofSum,
  debit: Schema.String.annotate({ description: "Debits since the first day, as a decimal." }),
  credit: Schema.String.annotate({ description: "Credits since the first day, as a decimal." })
}).annotate({ identifier: "PeriodTotal" })

const PeriodJson = Schema.Struct({
  month: Schema.String.annotate({ description: "Month, YYYY-MM." }),
  status: Schema.Literals(["open", "closed"]).annotate({
    description: "`open` until enough people have closed the month."
  }),
  closed_at: Schema.NullOr(Fields.Instant).annotate({
    description: "Time of the closing. `null` if the month is open."
  }),
  hash: nullable.annotate({
    description: "SHA-256 of the closing totals. `null` if the month is open."
  }),
  totals: Schema.Array(Total).annotate({
    description: "Totals at the end of the month, as it was closed. Empty if the month is open."
  }),
  ...approvals
}).annotate({ identifier: "BookPeriod" })
export type PeriodJson = typeof PeriodJson.Type

const Change = Schema.Struct({
  ...ofSum,
  closed_balance: Schema.String.annotate({
    description: "Balance at the closing, as a decimal. A credit balance is negative."
  }),
  current_balance: Schema.String.annotate({ description: "Balance now, as a decimal." })
}).annotate({ identifier: "PeriodChange" })

const CheckedPeriod = Schema.Struct({
  ...PeriodJson.fields,
  agrees: Schema.Boolean.annotate({
    description: "False if the totals of the closed month are not those of its closing."
  }),
  changes: Schema.Array(Change).annotate({
    description: "Balances that changed since the closing. Empty if `agrees` is true."
  })
}).annotate({ identifier: "CheckedPeriod" })

const bookingExample: BookingJson = {
  ...{ id: "bkg_01KJQ2D4W0B7T5N8R1Z6K9H4VD", status: "proposed", kind: "top_up" },
  ...{ currency: "UGX", amount: 3_000_000, value_date: "2026-03-02", reference: "wire 4711" },
  ...{ reason: Data.reason, provider: "mtn", payout_id: null, debit_account: "provider_float" },
  ...{ credit_account: "treasury_fiat", sold_usdc: null, fx_result: null, approvals: [by] },
  ...{ approvals_needed: 2, created_at: "2026-03-02T09:20:00.000Z", booked_at: null }
}

const bookedExample: BookingJson = {
  ...bookingExample,
  ...{ status: "booked", approvals: [by, "ada@example.com"] },
  booked_at: "2026-03-02T09:30:00.000Z"
}

const access = { by: "admin", needs: "refunds", proof: "fresh" } as const

export const listBookings = Operation.get("listBookings", "/admin/v1/books/bookings", {
  summary: "List bookings of operators, newest first",
  description:
    "Returns the bookings of money that moves outside the service, such as top-ups and bank fees. " +
    "Entries of payouts and batches are not bookings.",
  access: { by: "admin" },
  location: "directory",
  query: Fields.cursorPage("bkg"),
  success: Fields.cursorList(BookingJson),
  example: { answer: Data.cursorPage(bookingExample) }
})

export const createBooking = Operation.post("createBooking", "/admin/v1/books/bookings", {
  summary: "Propose a booking",
  description:
    "Proposes an entry in the books for money that moved outside the service. With " +
    "`HOLD_APPROVALS` above 1, other people approve it before it takes effect. The books date it " +
    "by the time of the last approval. A value date in a closed month is refused. The error names " +
    "the first open day.",
  access,
  location: "directory",
  payload: NewBooking,
  success: BookingJson,
  status: 201,
  example: {
    body: {
      ...{ kind: "top_up", provider: "mtn", currency: "UGX", amount: 3_000_000 },
      ...{ credit_account: "treasury_fiat", value_date: "2026-03-02", reference: "wire 4711" },
      ...{ reason: Data.reason, idempotency_key: "wire-4711" }
    },
    answer: bookingExample
  }
})

const decision = {
  access,
  location: "directory",
  missing: ["BOOKING_NOT_FOUND"],
  payload: Schema.Struct({
    reason: Fields.GivenReason,
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  })
} as const

export const approveBooking = Operation.post(
  "approveBooking",
  "/admin/v1/books/bookings/:id/approve",
  {
    ...decision,
    summary: "Approve a booking",
    description:
      "Approves a proposed booking. It takes effect when enough people have approved it. The " +
      "person who proposed it counts as the first.",
    success: BookingJson,
    example: {
      path: { id: bookingExample.id },
      body: { reason: Data.reason },
      answer: bookedExample
    }
  }
)

export const withdrawBooking = Operation.post(
  "withdrawBooking",
  "/admin/v1/books/bookings/:id/withdraw",
  {
    ...decision,
    summary: "Withdraw a booking",
    description:
      "Withdraws a proposed booking. A booking in the books stays. Book a `correction` instead.",
    success: BookingJson,
    example: {
      path: { id: bookingExample.id },
      body: { reason: Data.reason },
      answer: { ...bookingExample, status: "withdrawn" }
    }
  }
)

const periodExample: PeriodJson = {
  ...{ month: "2026-02", status: "closed", closed_at: "2026-03-02T09:30:00.000Z" },
  hash: "5f0c7b6d1e2a49c3870d5b1f6e4a2c9d8b7f3a1e0c5d4b6a798f2e1d3c4b5a69",
  totals: [
    { account: "deposits", currency: "USDC", debit: "1250.000000", credit: "0.000000" },
    { account: "customers", currency: "USDC", debit: "0.000000", credit: "1250.000000" }
  ],
  ...{ approvals: [by, "ada@example.com"], approvals_needed: 2 }
}

const settlingHours = Period.settlingMs / 3_600_000

export const closePeriod = Operation.post("closeBookPeriod", "/admin/v1/periods/:month/close", {
  access,
  location: "directory",
  payload: decision.payload,
  summary: "Close a month of the books",
  description:
    "Keeps the trial balance at the end of the month and refuses later bookings with a value " +
    `date in it. A month can be closed ${settlingHours} hour after its end, and after all earlier ` +
    "months. With `HOLD_APPROVALS` above 1, several people must close it. A closed month cannot " +
    "be opened again.",
  success: PeriodJson,
  example: { path: { month: "2026-02" }, body: { reason: Data.reason }, answer: periodExample }
})

export const listPeriods = Operation.get("listBookPeriods", "/admin/v1/periods", {
  summary: "List the months of the books, newest first",
  description:
    "Returns every month that is closed or about to be closed. The totals of each closed month " +
    "are computed again and compared with those of its closing.",
  access: { by: "admin" },
  location: "directory",
  success: Schema.Struct({ data: Schema.Array(CheckedPeriod) }),
  example: { answer: { data: [{ ...periodExample, agrees: true, changes: [] }] } }
})
