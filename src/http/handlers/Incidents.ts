/** `/admin/v1/incidents`: what is wrong right now, as this process gathers it, and what was. */
import { Effect } from "effect"
import * as Incidents from "../../usecases/Incidents.ts"
import * as IncidentView from "../../usecases/IncidentView.ts"
import * as Runbook from "../../usecases/Runbook.ts"
import * as Api from "../api/Incidents.ts"
import * as Route from "../middleware/Route.ts"
import * as Serializers from "../Serializers.ts"

export const routes = Effect.gen(function* () {
  const { read } = yield* Incidents.Incidents
  const runbook = yield* Runbook.Runbook
  return [
    Route.make(Api.list, { access: "admin" }, () =>
      Effect.map(read, ({ at, incidents }) =>
        Route.ok({
          checked_at: Serializers.instant(at),
          data: incidents.map((each) => IncidentView.of(each, runbook))
        })
      )
    )
  ]
})

/** In the process that runs the directory: it watches. */
export const ofDirectory = Effect.gen(function* () {
  const { past } = yield* Incidents.Incidents
  return [
    Route.make(Api.past, { access: "admin" }, () =>
      Effect.sync(() => {
        const { past: ended, watchedSince } = past()
        return Route.ok({
          watched_since: watchedSince === null ? null : Serializers.instant(watchedSince),
          data: ended.map(IncidentView.past)
        })
      })
    )
  ]
})
