/** Reports of the books as CSV or JSON, for operators and auditors. */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type * as Ledger from "../domain/books/Ledger.ts"
import * as BookReports from "../usecases/BookReports.ts"
import * as CsvText from "../usecases/CsvText.ts"
import { books as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"

const text = (name: keyof typeof Words.flags) =>
  Flag.String(name).pipe(Flag.withDescription(Words.flags[name]))

const common = { json: Output.json, url: ServiceClient.url }

const dated = { date: Flag.optional(text("date")), ...common }

const dateOf = (date: Option.Option<string>) => (Option.isSome(date) ? { date: date.value } : {})

/** Prints lines as a file with these columns. */
const printCsv = <Name extends string>(
  columns: ReadonlyArray<Name>,
  lines: ReadonlyArray<Readonly<Record<Name, string>>>
) =>
  Output.writer(process.stdout)(
    CsvText.of(
      columns,
      lines.map((line) => columns.map((column) => line[column]))
    )
  )

const trialBalance = Command.make(
  "trial-balance",
  dated,
  Effect.fn(function* ({ date, json, url }) {
    const client = yield* ServiceClient.operator(url)
    const report = yield* ServiceClient.call((signal) =>
      client.admin.books.trialBalance.list(dateOf(date), { signal })
    )
    yield* json ? Output.printJson(report) : printCsv(BookReports.trialColumns, report.data)
    const { differences } = report
    if (differences.length > 0) {
      const texts = differences.map(({ amount, currency }) => `${amount} ${currency}`)
      return yield* ServiceClient.failed(Words.notBalanced(texts))
    }
  })
).pipe(Command.withDescription(Words.commands.trialBalance))

const statement = Command.make(
  "statement",
  {
    account: text("account"),
    currency: text("currency"),
    from: text("from"),
    to: text("to"),
    ...common
  },
  Effect.fn(function* ({ account, currency, from, json, to, url }) {
    const client = yield* ServiceClient.operator(url)
    // The service names an unknown account.
    const query = { account: account as Ledger.Account, currency, from, to }
    const report = yield* ServiceClient.call((signal) =>
      client.admin.books.statement.list(query, { signal })
    )
    if (json) return yield* Output.printJson(report)
    const { closing, data, opening } = report
    yield* ServiceClient.progress(Words.opening(opening.debit_balance, opening.credit_balance))
    yield* printCsv(BookReports.statementColumns, data)
    yield* ServiceClient.progress(Words.closing(closing.debit_balance, closing.credit_balance))
  })
).pipe(Command.withDescription(Words.commands.statement))

const position = Command.make(
  "position",
  dated,
  Effect.fn(function* ({ date, json, url }) {
    const client = yield* ServiceClient.operator(url)
    const report = yield* ServiceClient.call((signal) =>
      client.admin.books.position.list(dateOf(date), { signal })
    )
    yield* json ? Output.printJson(report) : printCsv(BookReports.positionColumns, report.data)
  })
).pipe(Command.withDescription(Words.commands.position))

export const books = Command.make("books").pipe(
  Command.withDescription(Words.commands.books),
  Command.withSubcommands([trialBalance, statement, position])
)
