/** The log of the service's database, which this process writes while no service runs on it. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, References, Result } from "effect"
import * as Storage from "../src/app/Storage.ts"
import type * as Settings from "../src/config/Settings.ts"
import * as Partition from "../src/engine/Partition.ts"
import * as Entry from "../src/engine/ports/Entry.ts"
import * as Replay from "../src/postgres/log/Replay.ts"
import { PersonKeys } from "../src/postgres/sealing/PersonKeys.ts"
import * as History from "./History.ts"

/** Runs work over the service's database, in this process. */
export const over = <A, E>(
  settings: Settings.Settings,
  work: (target: History.Target) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    return yield* work({ sql: yield* PgClient, people: yield* PersonKeys })
  }).pipe(
    Effect.provide(Storage.people(settings)),
    Effect.provide(Storage.database(settings)),
    Effect.provideService(References.MinimumLogLevel, "Warn"),
    Effect.runPromise
  )

/** The id of the account that the first start created. */
const firstAccount = Effect.fnUntraced(function* (sql: PgClient) {
  const rows = yield* sql.unsafe<{ readonly body: string }>(
    "select body from log where partition = $1 and seq <= 10 order by seq",
    [Partition.directory]
  )
  const ids = rows
    .flatMap(({ body }) => Result.getOrThrow(Entry.decode(body)).events)
    .flatMap((event) => (event._tag === "AccountCreated" ? [event.id] : []))
  return ids[0] ?? ""
})

/** The position of the last entry. */
const tip = Effect.fnUntraced(function* (sql: PgClient) {
  const [row] = yield* sql.unsafe<{ readonly seq: bigint }>(
    "select max(seq) as seq from log where partition = $1",
    [Partition.directory]
  )
  return yield* Replay.after(sql, Partition.directory, Number(row?.seq))
})

/**
 * Writes payouts of the first account after the existing entries, and returns the number of entries
 * in the log.
 */
export const extend = (extent: Omit<History.Extent, "accountId">) =>
  Effect.fnUntraced(function* (target: History.Target) {
    const from = yield* tip(target.sql)
    const accountId = yield* firstAccount(target.sql)
    return from.seq + (yield* History.append(target, from, { accountId, ...extent }))
  })

/** Writes accounts after the existing entries, and returns their keys. */
export const addAccounts = (count: number) =>
  Effect.fnUntraced(function* (target: History.Target) {
    return yield* History.accounts(target, yield* tip(target.sql), count)
  })
