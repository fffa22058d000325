/** Reports about the books that read the whole log. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as BookLog from "../app/BookLog.ts"
import * as Chart from "../domain/books/Chart.ts"
import * as DailyTotals from "../domain/books/DailyTotals.ts"
import * as CsvText from "../usecases/CsvText.ts"
import { bookLog as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"

const decimal = (amount: bigint, currency: string): string =>
  DailyTotals.decimal(amount, Chart.decimalsOf(currency))

const text = (name: keyof typeof Words.flags) =>
  Flag.String(name).pipe(Flag.withDescription(Words.flags[name]))

interface Chosen {
  readonly account: string
  readonly currency: string
  readonly from: string
  readonly to: string
}

const columns = ["date", "of", "partition", "seq", "debit", "credit"]

/** The lines of the chosen account and days. */
const linesOf = (
  postings: ReadonlyArray<DailyTotals.Dated>,
  partition: number,
  { account, currency, from, to }: Chosen
): ReadonlyArray<string> =>
  postings.flatMap(({ day, postings: entries, seq }) => {
    const date = DailyTotals.dateOf(day)
    if (date < from || date > to) return []
    return entries
      .filter((one) => one.account === account && one.currency === currency)
      .filter(({ amount }) => Number(amount) !== 0)
      .map(({ amount, of }) => {
        const shown = decimal(BigInt(amount), currency).replace("-", "")
        const sides = amount > 0 ? [shown, ""] : ["", shown]
        return CsvText.line([date, of, String(partition), String(seq), ...sides])
      })
  })

export const postings = Command.make(
  "postings",
  {
    account: text("account"),
    currency: text("currency"),
    from: text("from"),
    to: text("to")
  },
  Effect.fn(function* (chosen) {
    if (!Chart.isAccount(chosen.account)) {
      return yield* ServiceClient.failed(Words.noAccount(chosen.account, Chart.accounts))
    }
    const settings = yield* ServiceDatabase.existing()
    const write = Output.writer(process.stdout)
    yield* write(CsvText.line(columns))
    yield* BookLog.read(settings, (all, partition) =>
      Effect.orDie(write(linesOf(all, partition, chosen).join("")))
    )
  })
).pipe(Command.withDescription(Words.commands.postings))

const lineOf = ({ account, currency, day, log, partition, tables }: BookLog.Difference): string =>
  Words.difference({
    ...{ account, currency, partition, date: DailyTotals.dateOf(day) },
    log: [decimal(log.debit, currency), decimal(log.credit, currency)],
    tables: [decimal(tables.debit, currency), decimal(tables.credit, currency)]
  })

export const books = Command.make(
  "books",
  {},
  Effect.fn(function* () {
    const differences = yield* BookLog.differences(yield* ServiceDatabase.existing())
    if (differences.length === 0) return yield* Console.log(Words.noDifferences)
    yield* Console.log(differences.map(lineOf).join("\n"))
    return yield* ServiceClient.failed(Words.differences(differences.length))
  })
).pipe(Command.withDescription(Words.commands.books))
