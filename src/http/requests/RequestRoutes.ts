/** `/v1/requests`: recent requests of the account. */
import { Effect } from "effect"
import * as Partitions from "../../engine/Partitions.ts"
import type * as RequestStore from "../../engine/ports/RequestStore.ts"
import type * as RequestLog from "../../usecases/RequestLog.ts"
import * as Fields from "../contract/Fields.ts"
import type { RequestNotFound } from "../contract/Rejection.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./RequestContract.ts"

type Registry = Partitions.DirectoryView["registry"]

const nameOf = ({ keys, people }: Registry, id: string): string | null =>
  keys.get(id)?.name ?? people.get(id)?.name ?? null

const entryJsonIn = (registry: Registry) => (entry: RequestStore.Entry) => ({
  id: entry.id,
  created_at: new Date(entry.at).toISOString(),
  caller_id: entry.callerId,
  caller_name: nameOf(registry, entry.callerId),
  ip_address: entry.ipAddress,
  method: entry.method,
  path: entry.path,
  status: entry.status,
  latency_ms: Math.round(entry.latencyMs * 10) / 10,
  idempotency_key: entry.idempotencyKey,
  replayed: entry.isReplay,
  error_code: entry.errorCode,
  subject_id: entry.subjectId
})

export const routes = Effect.fnUntraced(function* (log: RequestLog.RequestLog) {
  const { registry } = yield* Partitions.Partitions
  const entryJson = entryJsonIn(registry)

  const list = Route.here(
    Contract.list,
    Effect.fnUntraced(function* ({ accountId, query }) {
      const filter = {
        accountId,
        callerId: query.caller_id,
        method: query.method,
        outcome: query.outcome,
        subjectId: query.subject_id,
        from: Fields.parseInstant(query.created_from ?? ""),
        to: Fields.parseInstant(query.created_to ?? ""),
        search: query.search?.trim() || undefined
      }
      return yield* Pagination.answer(
        Contract.list,
        query,
        (page) => log.list(filter, page),
        entryJson
      )
    })
  )

  const get = Route.here(
    Contract.get,
    Effect.fnUntraced(function* ({ accountId, params: { id } }) {
      const entry = yield* log.get(accountId, id)
      return entry === undefined
        ? yield* Effect.fail<RequestNotFound>({ _tag: "RequestNotFound", id })
        : Route.answer(Contract.get, {
            ...entryJson(entry),
            request_body: entry.requestBody,
            response_body: entry.responseBody
          })
    })
  )

  return [list, get]
})
