/** Contract of the reports of the books: trial balance, statement and position. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Chart from "../../domain/books/Chart.ts"
import * as BookReports from "../../usecases/BookReports.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as BookContract from "./BookContract.ts"

const format = Schema.optionalKey(Schema.Literals(["json", "csv"]))

const date = Schema.optionalKey(
  Fields.Day.annotate({
    description: "Day in UTC, YYYY-MM-DD, at whose end the report is. Default: today."
  })
)

const amount = (description: string) =>
  Schema.String.annotate({ description: `${description} Decimal, exact at any size.` })

const balances = {
  debit_balance: amount("Balance if debits exceed credits, otherwise 0."),
  credit_balance: amount("Balance if credits exceed debits, otherwise 0.")
}

const amounts = {
  debit: amount("Sum of the debits."),
  credit: amount("Sum of the credits."),
  ...balances
}

const account = Schema.String.annotate({ description: "Account of the chart." })

const currency = Schema.String.annotate({
  description:
    "`USDC`, a currency that recipients get, or a foreign token by its CAIP-19 id, in its " +
    "smallest units."
})

const day = Schema.String.annotate({ description: "Day in UTC, YYYY-MM-DD." })

const TrialLine = Schema.Struct({
  account,
  kind: Schema.Literals(["asset", "liability", "income", "expense", "clearing"]).annotate({
    description: "Kind of the account. `clearing` has the two sides of an exchange."
  }),
  money: Schema.Literals(["customers", "own"]).annotate({ description: "Owner of the money." }),
  currency,
  ...amounts
}).annotate({ identifier: "TrialBalanceLine" })

const StatementLine = Schema.Struct({ date: day, ...amounts }).annotate({
  identifier: "BookStatementLine"
})

const Amounts = Schema.Struct(amounts)

const PositionLine = Schema.Struct({
  section: Schema.Literals(["owed", "held", "own"]).annotate({
    description:
      "`owed` to customers, `held` on chain and at providers, or the service's `own` money."
  }),
  account,
  currency,
  ...balances
}).annotate({ identifier: "PositionLine" })

const trialExample = {
  ...{ account: "deposits", kind: "asset", money: "customers", currency: "USDC" },
  ...{ debit: "1250.000000", credit: "25.000000" },
  ...{ debit_balance: "1225.000000", credit_balance: "0.000000" }
} as const

const nothing = {
  ...{ debit: "0.000000", credit: "0.000000" },
  ...{ debit_balance: "0.000000", credit_balance: "0.000000" }
}

const { credit, credit_balance, debit, debit_balance } = trialExample
const movement = { debit, credit, debit_balance, credit_balance }

const positionExample = {
  ...{ section: "held", account: "deposits", currency: "USDC" },
  ...{ debit_balance, credit_balance }
} as const

const csvOf = <Name extends string>(
  columns: ReadonlyArray<Name>,
  line: Readonly<Record<Name, string>>
): string => CsvText.of(columns, [columns.map((name) => line[name])])

const access = { by: "admin" } as const

export const trialBalance = Operation.get("getTrialBalance", "/admin/v1/books/trial-balance", {
  summary: "Report the trial balance",
  description:
    "Returns the debits, credits and balance of every account and currency at the end of a day. " +
    "Debits and credits of each currency are equal, and `differences` is empty.",
  access,
  location: "here",
  query: { date, format },
  success: Schema.Struct({
    date: day,
    data: Schema.Array(TrialLine),
    differences: Schema.Array(
      Schema.Struct({
        currency,
        amount: amount("Debits less credits.")
      })
    ).annotate({ description: "Currencies whose debits and credits differ." })
  }),
  example: {
    query: { date: "2026-03-02" },
    answer: { date: "2026-03-02", data: [trialExample], differences: [] },
    csvAnswer: csvOf(BookReports.trialColumns, trialExample)
  }
})

export const statement = Operation.get("getBookStatement", "/admin/v1/books/statement", {
  summary: "Report an account's statement",
  description:
    "Returns the movements of an account in one currency, day by day, between the opening and the " +
    `closing balance. A statement has at most ${Limits.http.bookDaysMax} days.`,
  access,
  location: "here",
  query: {
    account: Schema.Literals(Chart.accounts).annotate({ description: "Account of the chart." }),
    currency: Fields.text(128).annotate({ description: "Currency, as in the trial balance." }),
    from: Fields.Day.annotate({ description: "First day in UTC, YYYY-MM-DD." }),
    to: Fields.Day.annotate({ description: "Last day in UTC, YYYY-MM-DD." }),
    format
  },
  success: Schema.Struct({
    account,
    currency,
    from: day,
    to: day,
    opening: Amounts.annotate({ description: "Sums and balance before the first day." }),
    data: Schema.Array(StatementLine),
    closing: Amounts.annotate({ description: "Sums and balance at the end of the last day." })
  }),
  example: {
    query: { account: "deposits", currency: "USDC", from: "2026-03-01", to: "2026-03-31" },
    answer: {
      ...{ account: "deposits", currency: "USDC", from: "2026-03-01", to: "2026-03-31" },
      ...{ opening: nothing, data: [{ date: "2026-03-02", ...movement }], closing: movement }
    },
    csvAnswer: csvOf(BookReports.statementColumns, { date: "2026-03-02", ...movement })
  }
})

export const position = Operation.get("getBookPosition", "/admin/v1/books/position", {
  summary: "Report the money owed and held",
  description:
    "Returns the balances of all accounts at the end of a day in three sections: money owed to " +
    "customers, money held on chain and at providers, and the service's own money.",
  access,
  location: "here",
  query: { date, format },
  success: Schema.Struct({
    date: day,
    data: Schema.Array(PositionLine),
    totals: Schema.Array(
      Schema.Struct({
        currency,
        owed: amount("Liabilities to customers."),
        held: amount("USDC and tokens on chain, and the providers' float.")
      })
    )
  }),
  example: {
    query: { date: "2026-03-02" },
    answer: {
      date: "2026-03-02",
      data: [positionExample],
      totals: [{ currency: "USDC", owed: "1200.000000", held: "1225.000000" }]
    },
    csvAnswer: csvOf(BookReports.positionColumns, positionExample)
  }
})

export const group = Operation.group({
  name: "Books",
  description:
    "The books in double entry: reports, bookings of operators, and the closing of months.",
  operations: [
    trialBalance,
    statement,
    position,
    BookContract.listBookings,
    BookContract.createBooking,
    BookContract.approveBooking,
    BookContract.withdrawBooking,
    BookContract.listPeriods,
    BookContract.closePeriod
  ]
})
