/** Contract of `/admin/v1/reconciliations`: kept comparisons of the log with its sources. */
import { Schema } from "effect"
import * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as BreakContract from "./BreakContract.ts"
import * as StatementContract from "./StatementContract.ts"

const nullable = Schema.NullOr(Schema.String)

const Day = Fields.Day.annotate({ description: "Day in UTC, YYYY-MM-DD." })

const count = (description: string) => Schema.Finite.annotate({ description })

const Figure = Schema.Struct({
  source: Schema.String.annotate({ description: "`books`, `chain`, or the name of a provider." }),
  account: Schema.String.annotate({ description: "Account of the chart." }),
  currency: Schema.String,
  books_amount: nullable.annotate({
    description: "Balance in the books, as a decimal. `null` if the source alone has the figure."
  }),
  reported_amount: nullable.annotate({
    description: "Balance at the source, as a decimal. `null` if it reported none."
  })
}).annotate({ identifier: "ReconciliationFigure" })

const Gap = Schema.Struct({
  source: Schema.String.annotate({ description: "`log`, `chain`, or the name of a provider." }),
  reason: Schema.String.annotate({ description: "The reason why it was not compared." })
}).annotate({ identifier: "ReconciliationGap" })

const summary = {
  id: Schema.String,
  day: Schema.String.annotate({
    description: "Day in UTC, YYYY-MM-DD. The last day of a statement file."
  }),
  statement: Schema.NullOr(StatementContract.File).annotate({
    description: "Statement file that was compared. `null` if a day was compared."
  }),
  status: Schema.Literals(["running", "finished"]),
  outcome: Schema.NullOr(Schema.Literals(["clean", "differences", "incomplete"])).annotate({
    description:
      "`clean`: all sources were compared and agree. `incomplete`: a source could not be read, so " +
      "more may differ. `null` while it runs."
  }),
  started_by: Schema.String.annotate({
    description: "User (e-mail address) or key (name). `engine` for the nightly run."
  }),
  started_at: Fields.Instant,
  finished_at: Schema.NullOr(Fields.Instant).annotate({
    description: "End of the comparison. `null` while it runs."
  }),
  differences_total: count("Number of differences."),
  compared: Schema.Struct({
    payouts: count("Payouts in the books."),
    batches: count("Batches in the books."),
    deposits: count("Deposits on the chain."),
    refunds: count("Refunds on the chain."),
    transfers: count("Transfers at providers.")
  }).annotate({ description: "Numbers of objects that were compared." }),
  gaps: Schema.Array(Gap).annotate({ description: "Parts that were not compared." })
}

const Summary = Schema.Struct(summary).annotate({ identifier: "ReconciliationSummary" })
export type SummaryJson = typeof Summary.Type

const ReconciliationJson = Schema.Struct({
  ...summary,
  figures: Schema.Array(Figure).annotate({
    description: "Balances by source, and fees of a statement."
  }),
  chains_without_nodes: Schema.Array(Schema.String).annotate({
    description: "Other chains that were not compared, because no Ethereum node is configured."
  }),
  differences: Schema.Array(
    Schema.Struct(BreakContract.difference).annotate({ identifier: "Difference" })
  ).annotate({
    description: `The first ${ReconciliationRun.keptMax} differences. All of them are breaks.`
  })
}).annotate({ identifier: "Reconciliation" })
export type ReconciliationJson = typeof ReconciliationJson.Type

const example: SummaryJson = {
  ...{ id: "rec_01KJTZ1Q5RB7T5N8R1Z6K9H4VD", day: "2026-03-01", statement: null },
  status: "finished",
  ...{ outcome: "clean", started_by: "engine", started_at: "2026-03-02T01:00:02.000Z" },
  ...{ finished_at: "2026-03-02T01:00:07.000Z", differences_total: 0 },
  compared: { payouts: 5_120, batches: 12, deposits: 410, refunds: 3, transfers: 398 },
  gaps: []
}

const detailed: ReconciliationJson = {
  ...example,
  figures: [
    {
      ...{ source: "chain", account: "deposits", currency: "USDC" },
      ...{ books_amount: "10250.000000", reported_amount: "10250.000000" }
    }
  ],
  ...{ chains_without_nodes: [], differences: [] }
}

export const listReconciliations = Operation.get(
  "listReconciliations",
  "/admin/v1/reconciliations",
  {
    summary: "List reconciliations, newest first",
    description:
      "Returns the kept comparisons of the log with the chain, the providers and their statement " +
      "files. The service compares each day in UTC in the night after it.",
    access: { by: "admin" },
    location: "directory",
    query: { ...Fields.cursorPage("rec"), day: Schema.optionalKey(Day) },
    success: Fields.cursorList(Summary),
    example: { answer: Data.cursorPage(example) }
  }
)

export const getReconciliation = Operation.get(
  "getReconciliation",
  "/admin/v1/reconciliations/:id",
  {
    summary: "Retrieve a reconciliation",
    description:
      "Returns a reconciliation as it was found. Later payments and decisions do not change it.",
    access: { by: "admin" },
    location: "directory",
    missing: ["RECONCILIATION_NOT_FOUND"],
    success: ReconciliationJson,
    example: { path: { id: example.id }, answer: detailed }
  }
)

const settlingHours = ReconciliationRun.settlingMs / 3_600_000

export const createReconciliation = Operation.post(
  "createReconciliation",
  "/admin/v1/reconciliations",
  {
    summary: "Start a reconciliation",
    description:
      "Starts a comparison for a day, which can take minutes. Poll the reconciliation until its " +
      `status is \`finished\`. A day can be compared from ${settlingHours} hour after its end. The ` +
      "books of the whole log are compared, and the deposits, refunds and transfers of the day and " +
      "later. Transfers with open breaks are compared again.",
    access: { by: "admin", needs: "refunds" },
    location: "directory",
    payload: Schema.Struct({ day: Day, idempotency_key: Fields.maybe(Fields.IdempotencyKey) }),
    success: ReconciliationJson,
    status: 202,
    example: {
      body: { day: example.day },
      answer: {
        ...detailed,
        ...{ status: "running", outcome: null, finished_at: null, started_by: "ada@example.com" },
        compared: { payouts: 0, batches: 0, deposits: 0, refunds: 0, transfers: 0 },
        figures: []
      }
    }
  }
)

export const importStatement = Operation.post(
  "importStatement",
  "/admin/v1/reconciliations/statements",
  {
    summary: "Import a statement file",
    description:
      "Compares a provider's statement file with the books, and keeps the result as a reconciliation. Poll " +
      "the reconciliation until its status is `finished`. Every difference becomes a break. A line " +
      "that cannot be read refuses the whole file, and the error names the line and the column. " +
      "Import whole days: a settled transfer of these days without a line is a difference.",
    access: { by: "admin", needs: "refunds" },
    location: "directory",
    payload: StatementContract.payload,
    success: ReconciliationJson,
    status: 202,
    example: {
      body: StatementContract.example.body,
      answer: {
        ...detailed,
        ...{ status: "running", outcome: null, finished_at: null, started_by: "ada@example.com" },
        compared: { payouts: 0, batches: 0, deposits: 0, refunds: 0, transfers: 0 },
        ...{ statement: StatementContract.example.statement, figures: [] }
      }
    }
  }
)

export const group = Operation.group({
  name: "Reconciliation",
  description:
    "Comparisons of the log with the chain, the providers and their statement files, and the breaks " +
    "that they found.",
  operations: [
    createReconciliation,
    importStatement,
    listReconciliations,
    getReconciliation,
    BreakContract.listBreaks,
    BreakContract.getBreak,
    BreakContract.assignBreak,
    BreakContract.commentBreak,
    BreakContract.closeBreak
  ]
})
