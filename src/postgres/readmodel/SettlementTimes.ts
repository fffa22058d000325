/**
 * How long payouts took from creation to settlement, for percentiles. The times of a day are read
 * once and kept while the day's sums stay the same: of a long archive only the days that changed
 * are read. Days with many payouts keep rounded times.
 */
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { dayMs } from "../../domain/Day.ts"
import type * as Percentiles from "../../domain/Percentiles.ts"
import type { Source } from "./Source.ts"
import * as Tables from "./Tables.ts"

/** A day, since 1970-01-01, with the number and the sum of its times: they tell whether it changed. */
export interface Settled {
  readonly day: number
  readonly settled: number
  /** Milliseconds. */
  readonly settling: number
}

/** The times of a day, milliseconds. */
export interface Day extends Settled, Percentiles.Counted {}

/** The number of a time's bucket, a 32nd of an octave. */
export const bucket = "floor(32 * ln(greatest(took, 1)::float8) / ln(2::float8))"

/** Rounded times are the middles of their buckets: 1.1 % away at most. */
const rounded = `power(2, (${bucket} + 0.5) / 32)`

/** The same of a bucket's number, milliseconds. */
export const middleOf = (number: number): number => Math.round(2 ** ((number + 0.5) / 32))

const timesSql = (scope: string): string => `
  select given.day, given.ms, count(*) as count
  from (
    select day, case when is_exact then took::float8 else round((${rounded})::numeric) end::float8
      as ms
    from unnest($1::bigint[], $2::boolean[]) as days (day, is_exact)
    cross join lateral (
      select settled_at - created_at as took
      from ${scope} payouts p where p.account_id = a.account_id
        and p.created_at >= day * ${dayMs} and p.created_at < (day + 1) * ${dayMs}
        and p.settled_at is not null
    ) ended
  ) given group by 1, 2 order by 1, 2`

const ofAccount = timesSql("(values ($3::text)) as a (account_id) cross join")

/** Of the accounts of a partition. */
const ofAll = ({ isShared }: Source): string =>
  timesSql(`(
    select distinct account_id from payout_totals
    where day = days.day and account_id <> ''${isShared ? " and partition = $3" : ""}
  ) a cross join`)

const Times = Schema.Array(
  Schema.Struct({ day: Schema.BigInt, ms: Schema.Number, count: Schema.BigInt })
)
const decodeTimes = Schema.decodeUnknownEffect(Times)

/** What a day weighs beside its times: 445 bytes (measured), as so many of them. */
const dayTimes = 37

/** The days of each account, `""` for all; in order of their last use. */
class Kept {
  private readonly accounts = new Map<string, Map<number, Day>>()
  private size = 0

  private sizeOf(days: ReadonlyMap<number, Day>): number {
    let size = days.size * dayTimes
    for (const { values } of days.values()) size += values.length
    return size
  }

  get(accountId: string): ReadonlyMap<number, Day> {
    return this.accounts.get(accountId) ?? new Map()
  }

  /** Drops those unused the longest beyond the bound (L10). */
  put(accountId: string, days: Map<number, Day>): void {
    this.size += this.sizeOf(days) - this.sizeOf(this.get(accountId))
    this.accounts.delete(accountId)
    this.accounts.set(accountId, days)
    for (const [oldest, dropped] of this.accounts) {
      if (this.size <= Limits.readModel.timesKeptMax) return
      this.accounts.delete(oldest)
      this.size -= this.sizeOf(dropped)
    }
  }
}

const read = Effect.fnUntraced(function* (
  source: Source,
  accountId: string,
  days: ReadonlyArray<Settled>
) {
  const parameters = [
    Tables.array(
      "int8",
      days.map(({ day }) => day)
    ),
    Tables.array(
      "bool",
      days.map(({ settled }) => settled <= Limits.readModel.timesExactMax)
    )
  ]
  const { isShared, partition, sql } = source
  const rows = yield* (
    accountId === ""
      ? sql.unsafe(ofAll(source), isShared ? [...parameters, partition] : parameters)
      : sql.unsafe(ofAccount, [...parameters, accountId])
  ).pipe(Effect.flatMap(decodeTimes))
  const byDay = Map.groupBy(rows, ({ day }) => Number(day))
  return days.map((day): Day => {
    const times = byDay.get(day.day) ?? []
    return {
      ...day,
      values: Float64Array.from(times, ({ ms }) => ms),
      counts: Uint32Array.from(times, ({ count }) => Number(count))
    }
  })
})

/** The times of an account's days, `""` for all accounts. */
export const make = (source: Source) => {
  const kept = new Kept()
  return Effect.fnUntraced(function* (accountId: string, days: ReadonlyArray<Settled>) {
    const before = kept.get(accountId)
    const wanted = days.filter(({ settled }) => settled > 0)
    const isKept = ({ day, settled, settling }: Settled): boolean => {
      const known = before.get(day)
      return known?.settled === settled && known.settling === settling
    }
    const changed = wanted.filter((day) => !isKept(day))
    const fresh = changed.length === 0 ? [] : yield* read(source, accountId, changed)
    const all = new Map(before)
    for (const day of fresh) all.set(day.day, day)
    kept.put(accountId, all)
    return new Map(wanted.flatMap(({ day }) => [[day, all.get(day) as Day] as const]))
  })
}
