/** `/admin/v1/reconciliations`: kept comparisons of the log with its sources. */
import { Effect } from "effect"
import * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import * as Reconciliations from "../../usecases/Reconciliations.ts"
import * as Instants from "../contract/Instants.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as BreakRoutes from "./BreakRoutes.ts"
import * as Contract from "./ReconciliationContract.ts"

type View = Pick<StaffView.StaffView, "approver">

const summaryJson =
  ({ approver }: View) =>
  (run: ReconciliationRun.Run): Contract.SummaryJson => ({
    id: run.id,
    day: run.day,
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
    )
  ]
})
