/** Amounts paid out by some accounts, and their newest payouts, from sums and indexes alone. */
import { Effect, Schema } from "effect"
import { dayMs } from "../../domain/Day.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type { Source } from "./Source.ts"
import * as Tables from "./Tables.ts"

/**
 * One row per account `$1`, with the `seq` that the tables have reached. Counts payouts created
 * from day `$2` on, excluding the ids `$4`; the newest payout is of all times.
 */
const figuresSqlOf = ({ isShared }: Source): string => `
  with terms as (
    select account_id, count, amount from payout_totals
    where account_id = any($1::text[]) and day >= $2 and status = 'SETTLED'
      ${isShared ? "and partition = $3" : ""}
    union all
    select account_id, -1, -amount from payouts
    where id = any($4::text[]) and account_id = any($1::text[])
      and created_at >= $2 * ${dayMs} and status = 'SETTLED'
  ), sums as (
    select account_id, sum(count)::bigint as settled, sum(amount)::bigint as volume
    from terms group by 1
  )
  select read_model.seq, asked.id as account_id, coalesce(settled, 0) as settled,
    coalesce(volume, 0) as volume, last.id as last_id, last.created_at as last_at
  from read_model
  cross join unnest($1::text[]) asked (id)
  left join sums on sums.account_id = asked.id
  left join lateral (
    select id, created_at from payouts where account_id = asked.id order by id desc limit 1
  ) last on true
  where read_model.partition = $3`

const Rows = Schema.Array(
  Schema.Struct({
    seq: Schema.BigInt,
    account_id: Schema.String,
    settled: Schema.BigInt,
    volume: Schema.BigInt,
    last_id: Schema.NullOr(Schema.String),
    last_at: Schema.NullOr(Schema.BigInt)
  })
)

const decodeRows = Schema.decodeUnknownEffect(Rows)

const figureOf = (row: (typeof Rows.Type)[number]): Port.AccountFigure => ({
  accountId: row.account_id,
  settled: Number(row.settled),
  volume: Number(row.volume),
  last:
    row.last_id === null || row.last_at === null
      ? null
      : { id: row.last_id, at: Number(row.last_at) }
})

export const make = (source: Source) => {
  const { partition, sql } = source
  const figuresSql = figuresSqlOf(source)

  const accountFigures = (
    { accountIds, since }: Port.AccountFiguresQuery,
    { excluding, seq }: Pick<Port.Overlay, "seq" | "excluding">
  ) =>
    sql
      .unsafe(figuresSql, [
        Tables.array("text", accountIds),
        BigInt(since / dayMs),
        partition,
        Tables.array("text", excluding)
      ])
      .pipe(
        Effect.flatMap(decodeRows),
        Effect.map((rows) =>
          Number(rows[0]?.seq ?? seq) === seq ? rows.map(figureOf) : undefined
        ),
        ReadQueries.reading
      )

  return { accountFigures }
}
