/** `/admin/v1/incidents`: what is wrong right now, as this process gathers it, and what was. */
import { Effect } from "effect"
import * as Incidents from "../../usecases/Incidents.ts"
import * as IncidentView from "../../usecases/IncidentView.ts"
import * as Runbook from "../../usecases/Runbook.ts"
import * as Api from "../api/Incidents.ts"
import * as Route from "../middleware/Route.ts"
import * as Serializers from "../Serializers.ts"

export const routes = Effect.gen(function* () {
  const { past, read } = yield* Incidents.Incidents
  const runbook = yield* Runbook.Runbook
  return [
    Route.here(Api.list, () =>
      Effect.map(read, ({ at, incidents }) =>
        Route.answer(Api.list, {
          checked_at: Serializers.instant(at),
          data: incidents.map((each) => IncidentView.of(each, runbook))
        })
      )
    ),
    // The process that runs the directory watches.
    Route.make(Api.past, () =>
      Effect.sync(() => {
        const { past: ended, watchedSince } = past()
        return Route.answer(Api.past, {
          watched_since: watchedSince === null ? null : Serializers.instant(watchedSince),
          data: ended.map(IncidentView.past)
        })
      })
    )
  ]
})
