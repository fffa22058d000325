/** The sums of a period of a balance, for statements. */
import { Effect, Schema } from "effect"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type * as Source from "./Source.ts"

const Rows = Schema.Tuple([
  Schema.Struct({
    after: Schema.BigInt,
    last: Schema.BigInt,
    opening: Schema.BigInt,
    closing: Schema.BigInt,
    credits: Schema.BigInt,
    credited: Schema.BigInt,
    credited_tens: Schema.BigInt,
    debits: Schema.BigInt,
    debited: Schema.BigInt,
    debited_tens: Schema.BigInt
  })
])
const decodeRows = Schema.decodeUnknownEffect(Rows)

/**
 * Movements whose times are compared at a boundary. Times differ from the order of numbers by
 * milliseconds, in which no balance has so many movements.
 */
const mixedMax = 1_000

/** The number of the last movement before a time: the one before the first that is not earlier. */
const lastBefore = (time: string): string => `coalesce(
  (select min(number) - 1 from (
    select number from balance_movements where account_id = $1 and at >= ${time}
    order by at, number limit ${mixedMax}
  ) later),
  (select max(number) from balance_movements where account_id = $1),
  0)`

const balanceAt = (number: string): string => `coalesce(
  (select balance_after from balance_movements where account_id = $1 and number = ${number}), 0)`

/** Count and sums of the movements of one sign, named `name`s and `name`ed. */
const sumsOf = (name: string, sign: string): string => `
  count(*) filter (where amount ${sign} 0) as ${name}s,
  coalesce(sum(amount) filter (where amount ${sign} 0), 0)::bigint as ${name}ed,
  coalesce(sum(balance_after / 10 - (balance_after - amount) / 10)
    filter (where amount ${sign} 0), 0)::bigint as ${name}ed_tens`

const summarySql = `
  with bounds as materialized (
    select ${lastBefore("$2::bigint")} as after, ${lastBefore("$3::bigint")} as last
  )
  select bounds.*, ${balanceAt("bounds.after")} as opening, ${balanceAt("bounds.last")} as closing,
    sums.*
  from bounds, lateral (
    select ${sumsOf("credit", ">")}, ${sumsOf("debit", "<")} from balance_movements
    where account_id = $1 and number > bounds.after and number <= bounds.last
  ) sums`

export const make =
  ({ sql }: Source.Source) =>
  ({ accountId, before, from }: Port.BalancePeriod) =>
    sql.unsafe(summarySql, [accountId, BigInt(from), BigInt(before)]).pipe(
      Effect.flatMap(decodeRows),
      Effect.map(
        ([row]): Port.BalanceSummary => ({
          ...{ after: Number(row.after), last: Number(row.last) },
          ...{ opening: Number(row.opening), closing: Number(row.closing) },
          credits: {
            ...{ count: Number(row.credits), amount: Number(row.credited) },
            tens: Number(row.credited_tens)
          },
          debits: {
            ...{ count: Number(row.debits), amount: Number(row.debited) },
            tens: Number(row.debited_tens)
          }
        })
      ),
      ReadQueries.reading
    )
