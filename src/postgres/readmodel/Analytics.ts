/**
 * Figures for charts: finished payouts by day and status, from the sums that the schema keeps, and
 * the outcomes of webhooks. Active payouts are in memory, and are added there (engine/queries).
 */

import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { dayMs } from "../../domain/Day.ts"
import * as Ids from "../../domain/Ids.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as SettlementTimes from "./SettlementTimes.ts"
import type { Source } from "./Source.ts"
import * as Tables from "./Tables.ts"

const hourMs = 3_600_000

/**
 * Counts per day and status, excluding the ids `$4` except in settlement times. The first row has
 * the `seq` that the tables have reached. `$1` is an account, or `''` for all.
 */
const payoutsSqlOf = ({ isShared }: Source): string => `
  with terms as (
    select day, status, count, amount, settled, settling
    from payout_totals where account_id = $1 and day >= $2${isShared ? " and partition = $3" : ""}
    union all
    select created_at / ${dayMs}, status, -1, -amount, 0, 0
    from payouts where id = any($4::text[])
      and ($1 = '' or account_id = $1) and created_at >= $2 * ${dayMs}
  ), sums as (
    select day::int as day, status, sum(count)::bigint as created, sum(amount)::bigint as amount,
      sum(settled)::bigint as settled, sum(settling)::bigint as settling
    from terms group by 1, 2
  )
  select seq, sums.* from read_model left join sums on true where partition = $3
  order by day, status`

/** Ids begin with their creation time, so an hour is a range of ids. */
const deliveriesSql = `
  with newest as (
    select d.id, d.status from deliveries d
    where d.endpoint_id = any($1::text[]) and d.id >= $2
    order by d.id desc limit ${Limits.readModel.deliveriesCountedMax}
  )
  select width_bucket(id, $3::text[]) as hour, status, count(*) as count
  from newest group by 1, 2`

/**
 * Uses the index of an endpoint's deliveries, and reads only the parts of their states that figures
 * need. PostgreSQL's `json` refuses some escapes that responses of endpoints may have, such as a
 * NUL, so no escape is read.
 */
const recentSql = `
  select endpoint.id as endpoint_id, d.status,
    (select coalesce(json_agg(json_build_object(
       'at', a->'at', 'statusCode', a->'statusCode', 'error', a->'error')), '[]')
     from json_array_elements(
       replace(split_part(d.state, E'\\n', 1), '\\u', '/u')::json->'attempts') a)::text as attempts
  from unnest($1::text[]) endpoint (id)
  cross join lateral (
    select id, status, state from deliveries where endpoint_id = endpoint.id
    order by id desc limit ${Limits.readModel.recentDeliveriesMax}
  ) d
  order by endpoint.id, d.id desc`

const Recent = Schema.Array(
  Schema.Struct({
    endpoint_id: Schema.String,
    status: Schema.Literals(["pending", "delivered", "failed"]),
    attempts: Schema.fromJsonString(
      Schema.Array(
        Schema.Struct({
          at: Schema.Number,
          statusCode: Schema.NullOr(Schema.Number),
          error: Schema.NullOr(Schema.String)
        })
      )
    )
  })
)

const Sum = Schema.Struct({
  day: Schema.Number,
  status: Schema.Literals(PayoutEvent.statuses),
  created: Schema.BigInt,
  amount: Schema.BigInt,
  /** The payouts that settled, and the sum of their settlement times in milliseconds. */
  settled: Schema.BigInt,
  settling: Schema.BigInt
})
type Sum = typeof Sum.Type

/** The result has one row with only `seq` if there are no sums. */
const SumRows = Schema.Array(
  Schema.Union([
    Schema.Struct({ seq: Schema.BigInt, ...Sum.fields }),
    Schema.Struct({ seq: Schema.BigInt, day: Schema.Null })
  ])
)

const Hours = Schema.Array(
  Schema.Struct({
    hour: Schema.Number,
    status: Schema.Literals(["pending", "delivered", "failed"]),
    count: Schema.BigInt
  })
)

const decodeSumRows = Schema.decodeUnknownEffect(SumRows)
const decodeRecent = Schema.decodeUnknownEffect(Recent)
const decodeHours = Schema.decodeUnknownEffect(Hours)

const hasSum = <R extends { readonly day: number | null }>(
  row: R
): row is Extract<R, { readonly day: number }> => row.day !== null

const add = (left: number, right: bigint): number => left + Number(right)

const figureOf = (
  sums: ReadonlyArray<Sum>,
  days: ReadonlyArray<SettlementTimes.Day>
): Port.Figure => {
  const figure = { created: 0, settled: 0, failed: 0, volume: 0 }
  for (const { amount, created, status } of sums) {
    figure.created = add(figure.created, created)
    if (status === "SETTLED") {
      figure.settled = add(figure.settled, created)
      figure.volume = add(figure.volume, amount)
    }
    if (status === "FAILED" || status === "REVERSED") figure.failed = add(figure.failed, created)
  }
  return { ...figure, settling: days }
}

const settledOn = (day: number, sums: ReadonlyArray<Sum>): SettlementTimes.DaySums => ({
  day,
  settled: sums.reduce((sum, { settled }) => add(sum, settled), 0),
  settling: sums.reduce((sum, { settling }) => add(sum, settling), 0)
})

const figuresOf = (
  byDay: ReadonlyMap<number, ReadonlyArray<Sum>>,
  times: ReadonlyMap<number, SettlementTimes.Day>,
  { now, since }: Port.FiguresQuery
): Port.PayoutFigures => {
  const days: Array<Port.Figure & { readonly day: number }> = []
  // Includes days without a payout.
  for (let at = since; at <= now; at += dayMs) {
    const day = at / dayMs
    const took = times.get(day)
    days.push({ day: at, ...figureOf(byDay.get(day) ?? [], took === undefined ? [] : [took]) })
  }
  const sums = [...byDay.values()].flat()
  const states = new Map<Sum["status"], number>()
  for (const { created, status } of sums) states.set(status, add(states.get(status) ?? 0, created))
  return {
    days,
    states: [...states]
      .filter(([, count]) => count > 0)
      .map(([status, count]) => ({ status, count })),
    totals: figureOf(sums, [...times.values()])
  }
}

/** The lowest delivery id of a time. A delivery's id contains its event's time. */
const idFrom = (at: number): string => `dlv_${Ids.timeOf(at)}`

export const make = (source: Source) => {
  const { partition, sql } = source
  const payoutsSql = payoutsSqlOf(source)
  const settlementTimes = SettlementTimes.make(source)

  const payoutFigures = Effect.fnUntraced(function* (
    query: Port.FiguresQuery,
    { excluding, seq }: Pick<Port.Overlay, "seq" | "excluding">
  ) {
    const { accountId = "", since } = query
    const day = BigInt(since / dayMs)
    const rows = yield* sql
      .unsafe(payoutsSql, [accountId, day, partition, Tables.array("text", excluding)])
      .pipe(Effect.flatMap(decodeSumRows))
    if (Number(rows[0]?.seq) !== seq) return undefined
    const byDay = Map.groupBy(rows.filter(hasSum), (sum) => sum.day)
    const times = yield* settlementTimes(
      accountId,
      Array.from(byDay, ([day, ofDay]) => settledOn(day, ofDay))
    )
    return figuresOf(byDay, times, query)
  }, ReadQueries.reading)

  /** Figures of these endpoints for the `hours` before `now`, including the current one. */
  const deliveryFigures = (endpointIds: ReadonlyArray<string>, now: number, hours: number) => {
    const first = Math.floor(now / hourMs) - hours + 1
    const begins = Array.from({ length: hours }, (_, index) => (first + index) * hourMs)
    const ids = begins.map(idFrom)
    return sql
      .unsafe(deliveriesSql, [
        Tables.array("text", endpointIds),
        ids[0] ?? "",
        Tables.array("text", ids)
      ])
      .pipe(
        Effect.flatMap(decodeHours),
        Effect.map((rows) =>
          begins.map((hour, index): Port.DeliveryFigure => {
            const of = (status: "pending" | "delivered" | "failed") =>
              Number(
                rows.find((row) => row.hour === index + 1 && row.status === status)?.count ?? 0
              )
            return {
              ...{ hour, delivered: of("delivered") },
              ...{ pending: of("pending"), failed: of("failed") }
            }
          })
        ),
        ReadQueries.reading
      )
  }

  const recentDeliveries = (endpointIds: ReadonlyArray<string>) =>
    sql.unsafe(recentSql, [Tables.array("text", endpointIds)]).pipe(
      Effect.flatMap(decodeRecent),
      Effect.map((rows) =>
        rows.map(
          ({ attempts, endpoint_id: endpointId, status }): Port.RecentDelivery => ({
            endpointId,
            status,
            attempts
          })
        )
      ),
      ReadQueries.reading
    )

  return { payoutFigures, deliveryFigures, recentDeliveries }
}
