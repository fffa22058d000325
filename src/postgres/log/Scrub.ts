/**
 * Proves the part of the log that a start does not read: the hash chain, slice by slice, in the
 * database itself and with pauses. A start is quick because it uses the read model; a changed byte
 * in an old entry is still found, and named, while the process runs.
 */

import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as DatabaseRetry from "../../engine/ports/DatabaseRetry.ts"
import { LogRefused } from "../../engine/ports/Log.ts"
import * as Row from "./Row.ts"

/** The first entry of a slice that is missing or does not follow the one before it. */
const sliceSql = `
  with slice as (
    select partition, seq, epoch, body, sealed, hash,
      coalesce(lag(seq) over (order by seq), $2 - 1) as before,
      lag(hash) over (order by seq) as previous
    from log where partition = $1 and seq between $2 and $3
  ), chained as (
    select seq, hash, before, previous, sha256(
        coalesce(previous, $4::bytea)
        || convert_to(partition || '/' || seq || '/' || epoch || E'\\n' || body, 'UTF8')
        || coalesce('\\x0a'::bytea || sealed, '')
      ) as expected
    from slice
  )
  select
    min(case when before <> seq - 1 then before + 1 else seq end) filter (
      where before <> seq - 1 or ((previous is not null or seq = 1) and hash <> expected)
    ) as wrong,
    count(*) as entries
  from chained`

const refused = (seq: number | bigint) =>
  new LogRefused({
    message: `The log cannot be trusted at seq ${seq}: it is missing, or does not follow the entry before it.`
  })

/** Checks the entries up to and including `until`; fails at the first violation. */
export const run = Effect.fn("Scrub.run")(function* (
  sql: PgClient,
  partition: number,
  until: number,
  { entries, pauseMs }: { readonly entries: number; readonly pauseMs: number } = Limits.scrub
) {
  for (let from = 1; from <= until; from += entries) {
    // Slices overlap by one entry, so that the link between them is proven too.
    const first = Math.max(1, from - 1)
    const last = Math.min(until, from + entries - 1)
    const [slice] = yield* sql
      .unsafe<{ readonly wrong: bigint | null; readonly entries: bigint }>(sliceSql, [
        partition,
        BigInt(first),
        BigInt(last),
        Row.genesis
      ])
      .pipe(Effect.retry(DatabaseRetry.schedule), Effect.orDie)
    if (slice?.wrong != null) return yield* refused(slice.wrong)
    const count = Number(slice?.entries)
    if (count !== last - first + 1) return yield* refused(first + count)
    yield* Effect.sleep(pauseMs)
  }
})
