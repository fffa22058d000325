/** `/v1/audit-logs` and `/admin/v1/audit-logs`: who did what, when and from where. */
import { Effect } from "effect"
import type * as Engine from "../../engine/Engine.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as AuditLog from "../../usecases/AuditLog.ts"
import * as Fields from "../contract/Fields.ts"
import * as Instants from "../contract/Instants.ts"
import * as MergedList from "../middleware/MergedList.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./AuditLogContract.ts"

export type Filters = Pick<
  Route.RequestOf<typeof Contract.listAll>["query"],
  keyof typeof Contract.filters
>

/** The owner of a list. An account sees its own acts; staff also see acts that concern it. */
export type LogOwner = Pick<ReadModel.AuditFilter, "accountId" | "concernedId">

export const filterOf = (whose: LogOwner, filters: Filters): ReadModel.AuditFilter => ({
  ...whose,
  actorId: filters.actor_id,
  actorKind: filters.actor_kind,
  subjectId: filters.subject_id,
  action: filters.action,
  from: Fields.parseInstant(filters.from ?? ""),
  to: Fields.parseInstant(filters.to ?? "")
})

const entryJson = ({ act, actor: { id, kind, name } }: AuditLog.AuditEntry) => ({
  id: act.id,
  at: Instants.instant(act.at),
  actor: { id, kind, name: name ?? id },
  account_id: act.accountId === "" ? (act.aboutAccountId ?? null) : act.accountId,
  address: act.from,
  action: act.action,
  subject_id: act.subjectId,
  changes: act.changes,
  reason: act.reason
})

const list = (engine: Engine.EngineService, whose: LogOwner, query: Filters & Pagination.Query) => {
  const page = Pagination.read(query)
  return Effect.map(AuditLog.list(engine, filterOf(whose, query), page), (listed) =>
    Pagination.show(listed, page, entryJson)
  )
}

export const routes = Effect.succeed([
  Route.gathered(Contract.list, MergedList.acts, ({ accountId, engine, query }) =>
    Effect.map(list(engine, { accountId }, query), (page) => Route.answer(Contract.list, page))
  ),
  Route.gathered(Contract.listAll, MergedList.acts, ({ engine, query }) =>
    Effect.map(list(engine, { concernedId: query.account_id }, query), (page) =>
      Route.answer(Contract.listAll, page)
    )
  )
])
