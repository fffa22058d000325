/** What commands do with the log, on its database alone. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Layer, type Stream } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as RestoreBackup from "../postgres/backup/RestoreBackup.ts"
import * as LogReader from "../postgres/log/LogReader.ts"
import * as Replay from "../postgres/log/Replay.ts"
import type * as Row from "../postgres/log/Row.ts"
import * as PostgresReadModel from "../postgres/readmodel/PostgresReadModel.ts"
import * as Rebuild from "../postgres/readmodel/Rebuild.ts"
import * as Storage from "./Storage.ts"

/** Verifies the whole log and returns its tip. Reads only. */
export const verify = (settings: Settings) =>
  Effect.flatMap(PgClient, (sql) =>
    Replay.run(sql, Limits.partition, Replay.start, () => Effect.void)
  ).pipe(Effect.provide(Storage.database(settings)))

/** Handles a page of rows of the log. */
export type RowHandler<E> = (rows: ReadonlyArray<Row.Row>) => Effect.Effect<void, E>

/** Handles every entry in order, verified, and returns the tip. Reads only. */
export const read = <E>(settings: Settings, handle: RowHandler<E>) =>
  Effect.flatMap(PgClient, (sql) =>
    LogReader.run(sql, Limits.partition, Replay.start, handle)
  ).pipe(Effect.provide(Storage.database(settings)))

/** Imports the lines of a backup into the empty log of a database; the last entry. */
export const importLines = <E, R>(settings: Settings, lines: Stream.Stream<string, E, R>) =>
  RestoreBackup.run(Limits.partition, settings.environment, lines).pipe(
    Effect.provide(Storage.database(settings))
  )

/** Handles every new entry until it is interrupted. Reads only. */
export const follow = <E>(settings: Settings, pollMs: number, handle: RowHandler<E>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    let tip = yield* LogReader.last(sql, Limits.partition)
    while (true) {
      tip = yield* LogReader.run(sql, Limits.partition, tip, handle)
      yield* Effect.sleep(pollMs)
    }
  }).pipe(Effect.provide(Storage.database(settings)))

/** Rebuilds the read model from the whole log; the last entry it shows. */
export const rebuildReadModel = (settings: Settings) =>
  Rebuild.run(Limits.partition).pipe(
    Effect.provide(
      PostgresReadModel.layer(Limits.partition).pipe(Layer.provideMerge(Storage.database(settings)))
    )
  )
