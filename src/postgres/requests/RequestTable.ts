/** The table of recent requests. */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import * as Port from "../../engine/ports/RequestStore.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Conditions from "../readmodel/Conditions.ts"
import * as Tables from "../readmodel/Tables.ts"

const Rows = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    account_id: Schema.String,
    at: Schema.BigInt,
    caller_id: Schema.String,
    method: Schema.String,
    path: Schema.String,
    status: Schema.Finite,
    latency_ms: Schema.Finite,
    idempotency_key: Schema.NullOr(Schema.String),
    is_replay: Schema.Boolean,
    error_code: Schema.NullOr(Schema.String),
    subject_id: Schema.NullOr(Schema.String),
    request_body: Schema.NullOr(Schema.String),
    response_body: Schema.NullOr(Schema.String),
    ip_address: Schema.String
  })
)
type Row = (typeof Rows.Type)[number]

const decodeRows = Schema.decodeUnknownEffect(Rows)

const entryOf = (row: Row): Port.Entry => ({
  id: row.id,
  accountId: row.account_id,
  at: Number(row.at),
  callerId: row.caller_id,
  method: row.method,
  path: row.path,
  status: row.status,
  latencyMs: row.latency_ms,
  idempotencyKey: row.idempotency_key,
  isReplay: row.is_replay,
  errorCode: row.error_code,
  subjectId: row.subject_id,
  requestBody: row.request_body,
  responseBody: row.response_body,
  ipAddress: row.ip_address
})

const rowOf = (entry: Port.Entry) => ({
  id: entry.id,
  account_id: entry.accountId,
  at: entry.at,
  caller_id: entry.callerId,
  method: entry.method,
  path: entry.path,
  status: entry.status,
  latency_ms: entry.latencyMs,
  idempotency_key: entry.idempotencyKey,
  is_replay: entry.isReplay,
  error_code: entry.errorCode,
  subject_id: entry.subjectId,
  request_body: entry.requestBody,
  response_body: entry.responseBody,
  ip_address: entry.ipAddress
})

/** Maps a database that fails or takes too long to `Unavailable`. */
const bounded = <A>(effect: Effect.Effect<A, SqlError | Schema.SchemaError>) =>
  effect.pipe(
    Effect.timeout(Limits.requests.statementMsMax),
    Effect.mapError(
      (error) =>
        new Unavailable({
          message: "The log of requests cannot be read or written right now.",
          detail: String(error)
        })
    )
  )

const plainColumns =
  "id, account_id, at, caller_id, method, path, status, latency_ms, idempotency_key, is_replay, " +
  "error_code, subject_id, ip_address"

const writeSql = `
  insert into request_log select * from json_to_recordset($1::text::json) as given (
    id text, account_id text, at bigint, caller_id text, method text, path text, status int,
    latency_ms real, idempotency_key text, is_replay boolean, error_code text, subject_id text,
    request_body text, response_body text, ip_address text)
  on conflict do nothing`

/**
 * Matches an id, key or code as a whole, or a part of a path; the wildcards of `like` are escaped.
 */
const searchCondition = (text: string | undefined): Conditions.Condition => [
  "(id = ? or idempotency_key = ? or error_code = upper(?) or subject_id = ? or path like ?2)",
  text,
  text === undefined ? undefined : `%${text.replace(/[\\%_]/g, "\\$&")}%`
]

const conditionsOf = (filter: Port.Filter) =>
  Conditions.where([
    ["account_id = ?", filter.accountId],
    ["caller_id = ?", filter.callerId],
    ["method = ?", filter.method],
    ...(filter.outcome === undefined
      ? []
      : [filter.outcome === "failed" ? "status >= 400" : "status < 400"]),
    ["subject_id = ?", filter.subjectId],
    ["at >= ?", Conditions.int(filter.from)],
    ["at <= ?", Conditions.int(filter.to)],
    searchCondition(filter.search)
  ])

const aboutSql = `
  select found.* from unnest($2::text[]) as subject (id), lateral (
    select ${plainColumns}, request_body, response_body from request_log
    where subject_id = subject.id and account_id = $1 order by id desc limit $3
  ) as found
  order by found.id desc`

const oldSql = `
  delete from request_log where id in (select id from request_log where at < $1::bigint limit $2)
  returning id`

const excessSql = `
  delete from request_log where account_id = $1 and id <= (
    select id from request_log where account_id = $1 order by id desc offset $2 limit 1)`

const make = (sql: PgClient.PgClient): Port.Store => {
  const list: Port.Store["list"] = Effect.fn("RequestTable.list")(function* (
    filter,
    { after: cursor, limit, offset }
  ) {
    const { parameters, where } = conditionsOf(filter)
    const totals = yield* sql.unsafe<{ readonly count: bigint }>(
      `select count(*) as count from request_log where ${where}`,
      parameters
    )
    const count = parameters.length
    const rows = yield* sql.unsafe(
      `select ${plainColumns}, null as request_body, null as response_body from request_log
         where ${where} and ($${count + 3}::text is null or id < $${count + 3})
         order by id desc limit $${count + 1} offset $${count + 2}`,
      [...parameters, limit, offset, cursor?.id ?? null]
    )
    const items = (yield* decodeRows(rows)).map(entryOf)
    return { items, total: Number(totals[0]?.count ?? 0) }
  }, bounded)

  const get: Port.Store["get"] = Effect.fn("RequestTable.get")(function* (accountId, id) {
    const rows = yield* sql.unsafe(
      `select ${plainColumns}, request_body, response_body from request_log
       where account_id = $1 and id = $2`,
      [accountId, id]
    )
    return (yield* decodeRows(rows)).map(entryOf)[0]
  }, bounded)

  const about: Port.Store["about"] = Effect.fn("RequestTable.about")(function* (
    accountId,
    subjectIds,
    max
  ) {
    const rows = yield* sql.unsafe(aboutSql, [accountId, Tables.array("text", subjectIds), max])
    return (yield* decodeRows(rows)).map(entryOf)
  }, bounded)

  const deleteOld = Effect.fnUntraced(function* (before: number) {
    const { prunedAtOnce } = Limits.requests
    while (true) {
      const deletedRows = yield* bounded(sql.unsafe(oldSql, [BigInt(before), prunedAtOnce]))
      if (deletedRows.length < prunedAtOnce) return
    }
  })

  return {
    list,
    get,
    about,
    write: (entries) =>
      bounded(sql.unsafe(writeSql, [JSON.stringify(entries.map(rowOf))]).pipe(Effect.asVoid)),
    deleteOf: (callerId) =>
      bounded(Effect.asVoid(sql`delete from request_log where caller_id = ${callerId}`)),
    prune: Effect.fn("RequestTable.prune")(function* (accountIds, now) {
      yield* deleteOld(now - Limits.requests.keptMs)
      for (const id of accountIds) {
        yield* bounded(sql.unsafe(excessSql, [id, Limits.requests.keptPerAccountMax]))
      }
    })
  }
}

export const layer = Layer.effect(Port.RequestStore, Effect.map(PgClient.PgClient, make))
