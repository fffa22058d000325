/**
 * Times from creation to settlement of payouts, for percentiles. The times of a day are read once
 * and kept while the day's sums are unchanged, so of a long archive only changed days are read.
 * Days with many payouts keep rounded times.
 */
import { Effect, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import { dayMs } from "../../domain/Day.ts"
import type * as Percentiles from "../../domain/Percentiles.ts"
import type { Source } from "./Source.ts"
import * as Tables from "./Tables.ts"

/**
 * A day, counted from 1970-01-01, with the number and the sum of its times, which show if it
 * changed.
 */
export interface DaySums {
  readonly day: number
  readonly settled: number
  /** Milliseconds. */
  readonly settling: number
}

/** The times of a day, milliseconds. */
export interface Day extends DaySums, Percentiles.ValueCounts {}

/** The number of the bucket of a time; a bucket is a 32nd of an octave. */
export const bucket = "floor(32 * ln(greatest(took, 1)::float8) / ln(2::float8))"

/** Rounded times are the middles of their buckets: 1.1 % away at most. */
const rounded = `power(2, (${bucket} + 0.5) / 32)`

/** The middle of a bucket, in milliseconds. */
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

/** The times of all accounts of a partition. */
const ofAll = ({ isShared }: Source): string =>
  timesSql(`(
    select distinct account_id from payout_totals
    where day = days.day and account_id <> ''${isShared ? " and partition = $3" : ""}
  ) a cross join`)

const Times = Schema.Array(
  Schema.Struct({ day: Schema.BigInt, ms: Schema.Number, count: Schema.BigInt })
)
const decodeTimes = Schema.decodeUnknownEffect(Times)

/** The memory of a day apart from its times: 445 bytes (measured), counted as this many times. */
const dayTimes = 37

/** The days of each account, `""` for all; in order of their last use. */
class DayCache {
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

  /** Drops the accounts that were unused the longest, beyond the bound (L10). */
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
  days: ReadonlyArray<DaySums>
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
  const cache = new DayCache()
  return Effect.fnUntraced(function* (accountId: string, days: ReadonlyArray<DaySums>) {
    const before = cache.get(accountId)
    const settledDays = days.filter(({ settled }) => settled > 0)
    const isCached = ({ day, settled, settling }: DaySums): boolean => {
      const cached = before.get(day)
      return cached?.settled === settled && cached.settling === settling
    }
    const changed = settledDays.filter((day) => !isCached(day))
    const fresh = changed.length === 0 ? [] : yield* read(source, accountId, changed)
    const merged = new Map(before)
    for (const day of fresh) merged.set(day.day, day)
    cache.put(accountId, merged)
    return new Map(settledDays.flatMap(({ day }) => [[day, merged.get(day) as Day] as const]))
  })
}
