/** `/v1/audit-logs` and `/admin/v1/audit-logs`: who did what, when and from where. */
import { Effect } from "effect"
import * as Engine from "../../engine/Engine.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as AuditLog from "../../usecases/AuditLog.ts"
import * as Api from "../api/AuditLogs.ts"
import * as Fields from "../api/Fields.ts"
import * as Gather from "../middleware/Gather.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"

export type Filters = Pick<Route.CallOf<typeof Api.listAll>["query"], keyof typeof Api.filters>

/** Whose list it is: an account sees what it did itself, the staff also what concerns it. */
export type Whose = Pick<ReadModel.AuditFilter, "accountId" | "concernedId">

export const filterOf = (whose: Whose, filters: Filters): ReadModel.AuditFilter => ({
  ...whose,
  actorId: filters.actor_id,
  actorKind: filters.actor_kind,
  subjectId: filters.subject_id,
  action: filters.action,
  from: Fields.parseInstant(filters.from ?? ""),
  to: Fields.parseInstant(filters.to ?? "")
})

const shown = ({ act, actor: { id, kind, name } }: AuditLog.AuditEntry) => ({
  id: act.id,
  at: Serializers.instant(act.at),
  actor: { id, kind, name: name ?? id },
  account_id: act.accountId === "" ? (act.aboutAccountId ?? null) : act.accountId,
  address: act.from,
  action: act.action,
  subject_id: act.subjectId,
  changes: act.changes,
  reason: act.reason
})

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine

  const list = (whose: Whose, query: Filters & Pagination.Query) => {
    const page = Pagination.read(query)
    return Effect.map(AuditLog.list(engine, filterOf(whose, query), page), (listed) =>
      Route.ok(Pagination.show(listed, page, shown))
    )
  }

  return [
    Route.make(Api.list, { access: "account", runs: Gather.acts }, ({ accountId, query }) =>
      list({ accountId }, query)
    ),
    Route.make(Api.listAll, { access: "admin", runs: Gather.acts }, ({ query }) =>
      list({ concernedId: query.account_id }, query)
    )
  ]
})
