/**
 * Sums over the read model for charts: ended payouts by day and by where they are, and how webhooks
 * fared. Active ones are in memory, and are added there (engine/queries).
 */

import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Ids from "../../domain/Ids.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Tables from "./Tables.ts"

const dayMs = 86_400_000
const hourMs = 3_600_000

/** One pass for each day, each state and the whole. `$1`: an account, or null for all. */
const payoutsSql = `
  with dated as (
    select status, amount, created_at, settled_at, created_at / ${dayMs} as day
    from payouts
    where not is_open and ($1::text is null or account_id = $1) and created_at >= $2
  )
  select day, status, count(*) as created,
    count(*) filter (where status = 'SETTLED') as settled,
    count(*) filter (where status in ('FAILED', 'REVERSED')) as failed,
    coalesce(sum(amount) filter (where status = 'SETTLED'), 0)::bigint as volume,
    percentile_disc(array[0.5, 0.95]) within group (order by settled_at - created_at)
      filter (where settled_at is not null) as times
  from dated group by grouping sets ((day), (status), ())`

/** Ids begin with their creation time, so an hour is a range of ids. */
const deliveriesSql = `
  with newest as (
    select d.id, d.status from deliveries d
    where d.endpoint_id = any($1::text[]) and d.id >= $2
    order by d.id desc limit ${Limits.views.deliveriesCountedMax}
  )
  select width_bucket(id, $3::text[]) as hour, status, count(*) as count
  from newest group by 1, 2`

const Sums = Schema.Array(
  Schema.Struct({
    day: Schema.NullOr(Schema.BigInt),
    status: Schema.NullOr(Schema.Literals(PayoutEvent.statuses)),
    created: Schema.BigInt,
    settled: Schema.BigInt,
    failed: Schema.BigInt,
    volume: Schema.BigInt,
    /** The median and the 95th percentile. */
    times: Schema.NullOr(Schema.Array(Schema.BigInt))
  })
)
type Sum = (typeof Sums.Type)[number]

const Hours = Schema.Array(
  Schema.Struct({
    hour: Schema.Number,
    status: Schema.Literals(["pending", "delivered", "failed"]),
    count: Schema.BigInt
  })
)

const decodeSums = Schema.decodeUnknownEffect(Sums)
const decodeHours = Schema.decodeUnknownEffect(Hours)

const numberOrNull = (value: bigint | undefined): number | null =>
  value === undefined ? null : Number(value)

const figureOf = ({ created, failed, settled, times, volume }: Sum): Port.Figure => ({
  created: Number(created),
  settled: Number(settled),
  failed: Number(failed),
  volume: Number(volume),
  medianMs: numberOrNull(times?.[0]),
  p95Ms: numberOrNull(times?.[1])
})

const nothing: Port.Figure = {
  ...{ created: 0, settled: 0, failed: 0, volume: 0, medianMs: null, p95Ms: null }
}

/** Includes days without a payout. */
const daysOf = (sums: ReadonlyArray<Sum>, since: number, now: number) => {
  const known = new Map(sums.map((sum) => [Number(sum.day) * dayMs, figureOf(sum)]))
  const days: Array<Port.Figure & { readonly day: number }> = []
  for (let day = since; day <= now; day += dayMs) {
    days.push({ day, ...(known.get(day) ?? nothing) })
  }
  return days
}

/** The lowest delivery id of a time; a delivery's id has its event's time. */
const idFrom = (at: number): string => `dlv_${Ids.timeOf(at)}`

export const make = (sql: PgClient.PgClient) => {
  const payoutFigures = ({ accountId, now, since }: Port.FiguresAsked) =>
    sql.unsafe(payoutsSql, [accountId ?? null, BigInt(since)]).pipe(
      Effect.flatMap(decodeSums),
      Effect.map((sums) => ({
        days: daysOf(
          sums.filter(({ day }) => day !== null),
          since,
          now
        ),
        states: sums.flatMap(({ created, status }) =>
          status === null ? [] : [{ status, count: Number(created) }]
        ),
        totals: sums.filter(({ day, status }) => day === null && status === null).map(figureOf)[0]
      })),
      Effect.map(
        (figures): Port.PayoutFigures => ({ ...figures, totals: figures.totals ?? nothing })
      ),
      ReadQueries.reading
    )

  /** Of these endpoints in the hours before `now`, the current one included. */
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
        Effect.map((found) =>
          begins.map((hour, index): Port.DeliveryFigure => {
            const of = (status: "pending" | "delivered" | "failed") =>
              Number(
                found.find((one) => one.hour === index + 1 && one.status === status)?.count ?? 0
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

  return { payoutFigures, deliveryFigures }
}
