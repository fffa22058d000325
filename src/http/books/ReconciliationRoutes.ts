/** `/admin/v1/reconciliations`: kept comparisons of the log with its sources. */
import { Effect, Result } from "effect"
import * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import * as StatementColumns from "../../domain/books/StatementColumns.ts"
import * as Reconciliations from "../../usecases/Reconciliations.ts"
import * as Instants from "../contract/Instants.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as StatementFile from "../decoding/StatementFile.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as BreakRoutes from "./BreakRoutes.ts"
import * as Contract from "./ReconciliationContract.ts"
import * as StatementContract from "./StatementContract.ts"

type View = Pick<StaffView.StaffView, "approver">

const statementJson = ({ statement }: ReconciliationRun.Run): Contract.SummaryJson["statement"] => {
  if (statement === undefined) return null
  const { from, name, provider, sha256, to, total } = statement
  const period = { from: Instants.instant(from), to: Instants.instant(to) }
  return { provider, name, sha256, ...period, lines: total }
}

type Payload = Route.RequestOf<typeof Contract.importStatement>["payload"]

/** The columns of a request, or those that its provider is known to use. */
const columnsOf = ({
  columns,
  provider
}: Payload): Result.Result<StatementColumns.StatementColumns, Refusal> => {
  const known = columns
    ? StatementContract.columnsOf(columns)
    : StatementColumns.builtIn.get(provider)
  const message = `is required, because the columns of ${provider} are not known`
  return known === undefined
    ? Result.fail({ _tag: "Invalid", errors: [{ field: "columns", code: "required", message }] })
    : Result.succeed(known)
}

const summaryJson =
  ({ approver }: View) =>
  (run: ReconciliationRun.Run): Contract.SummaryJson => ({
    id: run.id,
    day: run.day,
    statement: statementJson(run),
    status: run.finishedAt === null ? "running" : "finished",
    outcome: ReconciliationRun.outcomeOf(run) ?? null,
    started_by: approver(run.by),
    started_at: Instants.instant(run.startedAt),
    finished_at: Instants.instantOrNull(run.finishedAt),
    differences_total: run.found,
    compared: run.counts,
    gaps: run.gaps
  })

const reconciliationJson =
  (view: View) =>
  (run: ReconciliationRun.Run): Contract.ReconciliationJson => ({
    ...summaryJson(view)(run),
    figures: run.figures.map(({ account, books, currency, reported, source }) => ({
      ...{ source, account, currency, books_amount: books, reported_amount: reported }
    })),
    chains_without_nodes: run.chainsWithoutNodes,
    differences: run.differences.map(BreakRoutes.differenceJson)
  })

export const routes = Effect.gen(function* () {
  const viewOf = yield* StaffView.make
  return [
    Route.make(Contract.listReconciliations, ({ engine, query }) =>
      Pagination.answer(
        Contract.listReconciliations,
        query,
        (page) => Reconciliations.list(engine, page, query.day),
        summaryJson(viewOf(engine))
      )
    ),
    Route.make(Contract.getReconciliation, ({ engine, params }) =>
      Effect.map(Effect.fromResult(Reconciliations.find(engine, params.id)), (run) =>
        Route.answer(Contract.getReconciliation, reconciliationJson(viewOf(engine))(run))
      )
    ),
    Route.make(Contract.createReconciliation, ({ command, engine, ids: source, payload }) =>
      CommandResponses.of(
        Contract.createReconciliation,
        command,
        reconciliationJson(viewOf(engine)),
        (keyed) => Reconciliations.start({ engine, source }, keyed, payload.day)
      )
    ),
    Route.make(Contract.importStatement, ({ at, command, engine, ids: source, payload }) =>
      Effect.gen(function* () {
        const columns = yield* Effect.fromResult(columnsOf(payload))
        const statement = yield* StatementFile.read(payload, columns, at)
        return yield* CommandResponses.of(
          Contract.importStatement,
          command,
          reconciliationJson(viewOf(engine)),
          (keyed) => Reconciliations.importStatement({ engine, source }, keyed, statement)
        )
      })
    )
  ]
})
