/** Outcomes of the last hours' payouts by network, counted from an index of their creation. */
import { Effect, Schema } from "effect"
import { dayMs } from "../../domain/Day.ts"
import * as Ids from "../../domain/Ids.ts"
import * as Network from "../../domain/Network.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as SettlementTimes from "./SettlementTimes.ts"
import type { Source } from "./Source.ts"
import * as Tables from "./Tables.ts"

/**
 * Why a payout failed, from its state. The state's own field comes after texts of the customer, so
 * the last match is the field.
 */
const reason = `substring(state from '^.*"failureReason":"([a-z_]+)"') as reason`

/**
 * Counts payouts created from `$1` on, excluding the ids `$4`, with the `seq` that the tables have
 * reached. The accounts are those with payouts from day `$2` on. `offset 0` makes one index scan
 * per account; a join might read all payouts. The reasons are read from the few rows that failed,
 * whose ids follow `$5`.
 */
const figuresSqlOf = ({ isShared }: Source): string => `
  with accounts as (
    select distinct account_id from payout_totals
    where day >= $2 and account_id <> ''${isShared ? " and partition = $3" : ""}
  ), ended as (
    select p.network, p.status, p.settled_at - p.created_at as took, 1 as weight
    from accounts a
    cross join lateral (
      select network, status, settled_at, created_at from payouts
      where account_id = a.account_id and created_at >= $1
      offset 0
    ) p
    union all
    select network, status, settled_at - created_at, -1 from payouts
    where id = any($4::text[]) and created_at >= $1
  ), refused as (
    select p.network, p.reason, 1 as weight
    from accounts a
    cross join lateral (
      select network, ${reason} from payouts
      where account_id = a.account_id and status = 'FAILED' and id >= $5
        and created_at >= $1
      offset 0
    ) p
    union all
    select network, ${reason}, -1 from payouts
    where id = any($4::text[]) and status = 'FAILED' and created_at >= $1
  ), sums as (
    select network, status, (${SettlementTimes.bucket})::int as bucket, null as reason,
      sum(weight)::bigint as count
    from ended where status in ('SETTLED', 'FAILED', 'REVERSED') group by 1, 2, 3
    union all
    select network, 'REFUSED', null, reason, sum(weight)::bigint from refused group by 1, 4
  )
  select seq, sums.* from read_model left join sums on true where partition = $3
  order by network, status, bucket`

const Sum = Schema.Struct({
  network: Schema.Literals(Network.slugs),
  /** `REFUSED` counts a part of the failed payouts. */
  status: Schema.Literals(["SETTLED", "FAILED", "REVERSED", "REFUSED"]),
  /** The bucket of the time from creation to settlement; `null` if the payouts did not settle. */
  bucket: Schema.NullOr(Schema.Number),
  /** The reason of a `REFUSED` payout. */
  reason: Schema.NullOr(Schema.String),
  count: Schema.BigInt
})
type Sum = typeof Sum.Type

/** The result has one row with only `seq` if there are no sums. */
const Rows = Schema.Array(
  Schema.Union([
    Schema.Struct({ seq: Schema.BigInt, ...Sum.fields }),
    Schema.Struct({ seq: Schema.BigInt, network: Schema.Null })
  ])
)

const decodeRows = Schema.decodeUnknownEffect(Rows)

const hasSum = <R extends { readonly network: string | null }>(
  row: R
): row is Extract<R, { readonly network: string }> => row.network !== null

const total = (sums: ReadonlyArray<Sum>): number =>
  sums.reduce((sum, { count }) => sum + Number(count), 0)

const figureOf = (network: Network.Slug, sums: ReadonlyArray<Sum>): Port.NetworkFigure => {
  const of = (wanted: Sum["status"]) => sums.filter(({ status }) => status === wanted)
  const settled = of("SETTLED")
  return {
    network,
    settled: total(settled),
    failed: total(of("FAILED")) + total(of("REVERSED")),
    refused: total(of("REFUSED").filter(({ reason }) => PayoutEvent.isRefusal(reason))),
    settling: {
      values: Float64Array.from(settled, (sum) => SettlementTimes.middleOf(sum.bucket ?? 0)),
      counts: Uint32Array.from(settled, ({ count }) => Number(count))
    }
  }
}

/** Milliseconds by which an id may be older than its payout. */
const idsAheadMs = 60_000

export const make = (source: Source) => {
  const { partition, sql } = source
  const figuresSql = figuresSqlOf(source)

  const networkFigures = (
    since: number,
    { excluding, seq }: Pick<Port.Overlay, "seq" | "excluding">
  ) =>
    sql
      .unsafe(figuresSql, [
        BigInt(since),
        BigInt(Math.floor(since / dayMs)),
        partition,
        Tables.array("text", excluding),
        `po_${Ids.timeOf(since - idsAheadMs)}`
      ])
      .pipe(
        Effect.flatMap(decodeRows),
        Effect.map((rows) => {
          if (Number(rows[0]?.seq) !== seq) return undefined
          const byNetwork = Map.groupBy(rows.filter(hasSum), ({ network }) => network)
          return Array.from(byNetwork, ([network, sums]) => figureOf(network, sums))
        }),
        ReadQueries.reading
      )

  return { networkFigures }
}
