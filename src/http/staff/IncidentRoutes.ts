/** `/admin/v1/incidents`: current incidents, as this node gathers them, and past ones. */
import { Effect } from "effect"
import * as Incidents from "../../usecases/Incidents.ts"
import * as IncidentView from "../../usecases/IncidentView.ts"
import * as Runbook from "../../usecases/Runbook.ts"
import * as Instants from "../contract/Instants.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./IncidentContract.ts"

export const routes = Effect.gen(function* () {
  const { past, read } = yield* Incidents.Incidents
  const runbook = yield* Runbook.Runbook
  return [
    Route.here(Contract.list, () =>
      Effect.map(read, ({ at, incidents }) =>
        Route.answer(Contract.list, {
          checked_at: Instants.instant(at),
          data: incidents.map((each) => IncidentView.of(each, runbook))
        })
      )
    ),
    // The node that runs the directory watches for incidents.
    Route.make(Contract.past, () =>
      Effect.sync(() => {
        const { past: ended, watchedSince } = past()
        return Route.answer(Contract.past, {
          watched_since: watchedSince === null ? null : Instants.instant(watchedSince),
          data: ended.map(IncidentView.past)
        })
      })
    )
  ]
})
