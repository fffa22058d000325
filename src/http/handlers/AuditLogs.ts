/** `/v1/audit-logs` and `/admin/v1/audit-logs`: who did what, when and from where. */
import { Effect } from "effect"
import * as Engine from "../../engine/Engine.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import type * as Rows from "../../engine/ports/Rows.ts"
import type * as State from "../../engine/state/State.ts"
import * as Api from "../api/AuditLogs.ts"
import * as Fields from "../api/Fields.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

type Filters = Omit<Route.CallOf<typeof Api.listAll>["query"], "account_id">

const filterOf = (accountId: string | undefined, filters: Filters): ReadModel.AuditFilter => ({
  accountId,
  actorId: filters.actor_id,
  subjectId: filters.subject_id,
  action: filters.action,
  from: Fields.parseInstant(filters.from ?? ""),
  to: Fields.parseInstant(filters.to ?? "")
})

/** Who an actor is now; of a key that is gone there is its id. */
const actorOf = ({ keys, people }: State.State, id: string) => {
  const person = people.get(id)
  return person === undefined
    ? ({ id, kind: "api_key", name: keys.get(id)?.name ?? id } as const)
    : ({ id, kind: "person", name: person.name } as const)
}

const shown = (core: State.State) => (act: Rows.Act) => ({
  id: act.id,
  at: Serializers.instant(act.at),
  actor: actorOf(core, act.actorId),
  account_id: act.accountId === "" ? null : act.accountId,
  address: act.from,
  action: act.action,
  subject_id: act.subjectId,
  changes: act.changes,
  reason: act.reason
})

export const routes = Effect.gen(function* () {
  const { core, lists } = yield* Engine.Engine

  const answer = (filter: ReadModel.AuditFilter, query: Pagination.Query) => {
    const page = Pagination.read(query)
    return Effect.map(lists.audits(filter, page), (listed) =>
      Route.ok(Pagination.show(listed, page, shown(core)))
    )
  }

  return [
    Route.make(Api.list, { access: "account" }, ({ accountId, query }) =>
      answer(filterOf(accountId, query), query)
    ),
    Route.make(Api.listAll, { access: "admin" }, ({ query }) =>
      answer(filterOf(query.account_id, query), query)
    )
  ]
})
