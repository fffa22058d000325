/**
 * Lists of the audit log: the table has the position of each act, and the log has its entry. The
 * entries' hashes are part of the log's own proof.
 */
import { Effect, Result, Schema } from "effect"
import * as Port from "../../engine/ports/ReadModel.ts"
import type { Act } from "../../engine/ports/Rows.ts"
import * as AuditTrail from "../../engine/state/AuditTrail.ts"
import type * as PersonKeys from "../sealing/PersonKeys.ts"
import * as SealedEntry from "../sealing/SealedEntry.ts"
import * as Conditions from "./Conditions.ts"
import * as Lists from "./Lists.ts"
import * as LogBackedRows from "./LogBackedRows.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Source from "./Source.ts"

const Rows = Schema.Array(
  Schema.Struct({
    seq: Schema.BigInt,
    account_id: Schema.String,
    about_account_id: Schema.NullOr(Schema.String),
    actor_id: Schema.String,
    action: Schema.String,
    subject_id: Schema.String,
    at: Schema.BigInt,
    body: Schema.String,
    sealed: Schema.NullOr(Schema.Uint8Array)
  })
)

const decodeRows = Schema.decodeUnknownEffect(Rows)

const actOf = (
  row: (typeof Rows.Type)[number],
  partition: number,
  keys: PersonKeys.Keys
): Result.Result<Act, Port.ReadModelBroken> =>
  Result.mapBoth(SealedEntry.open(keys, partition, row), {
    onFailure: (error) =>
      new Port.ReadModelBroken({ message: `The entry ${row.seq} of the audit log: ${error}` }),
    onSuccess: (draft) =>
      AuditTrail.actOf(
        {
          seq: Number(row.seq),
          at: Number(row.at),
          actorId: row.actor_id,
          accountId: row.account_id,
          action: row.action,
          subjectId: row.subject_id,
          ...(row.about_account_id === null ? {} : { aboutAccountId: row.about_account_id })
        },
        draft,
        partition
      )
  })

/**
 * The first subject of a row is the act's; the others are keys revoked with it, each a separate
 * act. An act of several accounts appears once in the list of all accounts: under an account if
 * there is one, not under the service.
 */
const acts = `audit_log a
  cross join lateral unnest(string_to_array(a.subject_id, ' ')) with ordinality s (id, place)
  cross join lateral (
    select case when s.place = 1 then a.action else '${AuditTrail.keyRevoked}' end as action) t`

const isFirstRow = ({ isShared }: Source.Source): string => `not exists (
  select from audit_log b
  where ${isShared ? "b.partition = a.partition and " : ""}b.seq = a.seq
    and b.action = t.action and split_part(b.subject_id, ' ', 1) = s.id
    and (b.account_id = '', b.account_id) < (a.account_id = '', a.account_id))`

/** Ids of people have a distinct prefix. */
const byKind = {
  person: "a.actor_id like 'usr\\_%'",
  api_key: "a.actor_id not like 'usr\\_%'"
} as const

const inOrder = "order by a.seq desc, a.account_id, a.place"

/**
 * Rows of a page before their entries are read. A row matches at most one of the `scopes`. Each is
 * read by a separate index in the order of the page; in one condition, all rows would be sorted.
 */
const pageOf = (scopes: ReadonlyArray<string>, where: string, page: Port.Page): string => {
  const parts = scopes.map(
    (condition) => `(select a.seq, a.account_id, a.about_account_id, a.actor_id, t.action,
       s.id as subject_id, a.at, s.place
     from ${acts} where ${condition} and ${where}
     order by a.seq desc, a.account_id, s.place limit ${page.offset + page.limit})`
  )
  return `select * from (${parts.join(" union all ")}) a ${inOrder} ${Lists.limitOf(page)}`
}

/**
 * The query of a filter: its conditions, of which `scopes` are read one by one, and their values.
 */
const queryOf = (source: Source.Source, filter: Port.AuditFilter, seq?: number) => {
  const { accountId, action, actorId, actorKind, concernedId, from, subjectId, to } = filter
  const { isEndpointDeletion = false, isAccountChange = false } = filter
  const scopeId = accountId ?? concernedId
  const scopeValues = scopeId === undefined ? [] : [scopeId]
  const scopes = [
    scopeId === undefined ? isFirstRow(source) : "a.account_id = $1",
    ...(concernedId === undefined ? [] : ["a.about_account_id = $1"])
  ]
  const { parameters, where } = Conditions.where(
    [
      // Acts that concern an account may be in several partitions, and are found by seq.
      Source.ownRows(source, "a."),
      ["a.seq <= ?", Conditions.int(seq)],
      ["a.actor_id = ?", actorId],
      ...(actorKind === undefined ? [] : [byKind[actorKind]]),
      // Filters rows before their subjects are unnested: nearly every row has only one.
      ...(isAccountChange ? ["a.action in ('account.created', 'account.updated')"] : []),
      ...(isEndpointDeletion ? ["a.action = 'webhook_endpoint.deleted'"] : []),
      ["t.action = ? and (a.action = ? or a.subject_id like '% %')", action],
      ["s.id = ? and position(? in a.subject_id) > 0", subjectId],
      ["a.at >= ?", Conditions.int(from)],
      ["a.at <= ?", Conditions.int(to)]
    ],
    scopeValues.length
  )
  return { where, scopes, values: [...scopeValues, ...parameters] }
}

/** The newest acts, in which restricted data does not read `restricted`. */
export const makeUnrestricted = (source: Source.Source) => {
  const { pageAudits } = make(Source.unrestricted(source))
  return (filter: Port.AuditFilter, page: Port.Page) => pageAudits(filter, page, undefined)
}

export const make = (source: Source.Source) => {
  const { partition, sql } = source

  const readActs = ({ values, where, scopes }: ReturnType<typeof queryOf>, page: Port.Page) =>
    sql
      .unsafe(
        `select a.*, log.body, log.sealed from (${pageOf(scopes, where, page)}) a
         join log on log.partition = ${Number(partition)} and log.seq = a.seq ${inOrder}`,
        values
      )
      .pipe(
        Effect.flatMap(decodeRows),
        Effect.flatMap((rows) =>
          Effect.flatMap(LogBackedRows.keysOf(source, rows), (keys) =>
            ReadQueries.each(rows, (row) => actOf(row, partition, keys))
          )
        )
      )

  const pageAudits = (filter: Port.AuditFilter, page: Port.Page, from: number | undefined) =>
    ReadQueries.reading(readActs(queryOf(source, filter, from), page))

  const listAudits = (filter: Port.AuditFilter, page: Port.Page) => {
    const query = queryOf(source, filter)
    const { values, where, scopes } = query
    const total = sql.unsafe<{ readonly count: bigint }>(
      `select count(*) as count from ${acts} where (${scopes.join(" or ")}) and ${where}`,
      values
    )
    return readActs(query, page).pipe(
      Effect.flatMap((items) =>
        Port.listPage(
          page,
          items,
          Effect.map(total, ([row]) => Number(row?.count ?? 0))
        )
      ),
      ReadQueries.reading
    )
  }

  return { listAudits, pageAudits }
}
