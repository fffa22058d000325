/** The log tools of commands, for all partitions, on the database alone. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, type Stream } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import type * as BackupFormat from "../engine/ports/BackupFormat.ts"
import type * as Entry from "../engine/ports/Entry.ts"
import { LogRefused } from "../engine/ports/Log.ts"
import * as RestoreBackup from "../postgres/backup/RestoreBackup.ts"
import * as LogReader from "../postgres/log/LogReader.ts"
import * as Replay from "../postgres/log/Replay.ts"
import type * as Row from "../postgres/log/Row.ts"
import * as PostgresReadModel from "../postgres/readmodel/PostgresReadModel.ts"
import * as Rebuild from "../postgres/readmodel/Rebuild.ts"
import * as KeyAudit from "../postgres/sealing/KeyAudit.ts"
import * as KeyTable from "../postgres/sealing/KeyTable.ts"
import * as PersonKeys from "../postgres/sealing/PersonKeys.ts"
import * as Storage from "./Storage.ts"

/** The last entry of a partition. */
interface PartitionTip extends Replay.Tip {
  readonly partition: number
}

/** Adds the partition to the refusal of a log, if there are several. */
const withPartitionName =
  ({ partitions }: Settings, partition: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | LogRefused, R> =>
    Effect.mapError(effect, (error) =>
      error instanceof LogRefused && partitions > 1
        ? new LogRefused({ message: `Partition ${partition}: ${error.message}` })
        : error
    )

/**
 * Verifies the whole log and the presence of its keys, and returns the tip of each partition. Reads
 * only.
 */
export const verify = Effect.fnUntraced(
  function* (settings: Settings) {
    const sql = yield* PgClient
    const { firstLost, follow, people } = KeyAudit.make(sql)
    const tips: Array<PartitionTip> = []
    for (const partition of Storage.partitionsOf(settings)) {
      const tip = yield* Replay.run(
        { sql, people },
        partition,
        Replay.start,
        follow(partition)
      ).pipe(withPartitionName(settings, partition))
      tips.push({ ...tip, partition })
    }
    const lost = firstLost()
    if (lost === undefined) return tips
    const { partition, refused } = lost
    return yield* withPartitionName(settings, partition)(Effect.fail(refused))
  },
  (verifying, settings) => Effect.provide(verifying, Storage.database(settings))
)

/** Handles a page of rows of a partition's log. */
export type RowHandler<E> = (
  rows: ReadonlyArray<Row.Row>,
  partition: number
) => Effect.Effect<void, E>

/** The partitions with the first at the end. */
const directoryLast = (settings: Settings): ReadonlyArray<number> => {
  const [first, ...rest] = Storage.partitionsOf(settings)
  return first === undefined ? rest : [...rest, first]
}

/**
 * Handles every entry, verified and in the order of its partition, and returns the tip of each
 * partition. The first partition comes last, so that the entries of others that refer to it have
 * been handled. Reads only.
 */
export const read = Effect.fnUntraced(
  function* <E>(settings: Settings, handle: RowHandler<E>) {
    const sql = yield* PgClient
    const tips: Array<PartitionTip> = []
    for (const partition of directoryLast(settings)) {
      const handlePage = (rows: ReadonlyArray<Row.Row>) => handle(rows, partition)
      const tip = yield* LogReader.run(sql, partition, Replay.start, handlePage).pipe(
        withPartitionName(settings, partition)
      )
      tips.push({ ...tip, partition })
    }
    return tips
  },
  (reading, settings) => Effect.provide(reading, Storage.database(settings))
)

/** Handles a page of entries of a partition's log. */
type EntryHandler<E> = (
  entries: ReadonlyArray<Entry.Entry>,
  partition: number
) => Effect.Effect<void, E>

/**
 * Handles every entry like `read`, with its personal data, on the database of the service, in pages
 * of at most `pageEntries`.
 */
export const readHere = Effect.fnUntraced(function* <E>(
  settings: Settings,
  handle: EntryHandler<E>,
  pageEntries: number = Limits.log.replayPageEntries
) {
  const source = { sql: yield* PgClient, people: yield* PersonKeys.PersonKeys, pageEntries }
  for (const partition of directoryLast(settings)) {
    const handlePage = (entries: ReadonlyArray<Entry.Entry>) => handle(entries, partition)
    yield* Replay.run(source, partition, Replay.start, handlePage).pipe(
      withPartitionName(settings, partition)
    )
  }
})

/** Handles every entry like `read`, with its personal data. It needs `DATA_KEY`. */
export const readOpened = <E>(settings: Settings, handle: EntryHandler<E>) =>
  readHere(settings, handle).pipe(
    Effect.provide(Storage.people(settings)),
    Effect.provide(Storage.database(settings))
  )

/** The wrapped key of the keyed hashes of people, for a backup. */
export const personIndex = (settings: Settings) =>
  Effect.flatMap(PgClient, KeyTable.index).pipe(Effect.provide(Storage.database(settings)))

/**
 * Handles the keys of people, wrapped, page by page. Keys of entries that were read are there.
 * Returns their number and hash.
 */
export const readKeys = Effect.fnUntraced(
  function* <E>(
    _settings: Settings,
    handle: (keys: ReadonlyArray<BackupFormat.Key>) => Effect.Effect<void, E>
  ) {
    const digest = KeyTable.makeDigest()
    yield* KeyTable.read(yield* PgClient, (keys) => {
      digest.add(keys)
      return handle(keys)
    })
    return digest.closing()
  },
  (reading, settings) => Effect.provide(reading, Storage.database(settings))
)

/** Imports the lines of a backup into the empty log of a database. Returns the last entries. */
export const importLines = <E, R>(settings: Settings, lines: Stream.Stream<string, E, R>) =>
  RestoreBackup.run(Storage.partitionsOf(settings), settings.environment, lines).pipe(
    Effect.provide(Storage.database(settings))
  )

/** Handles every new entry until it is interrupted. Reads only. */
export const follow = Effect.fnUntraced(
  function* <E>(settings: Settings, pollMs: number, handle: RowHandler<E>) {
    const sql = yield* PgClient
    const tips = new Map<number, Replay.Tip>()
    for (const partition of Storage.partitionsOf(settings)) {
      tips.set(partition, yield* LogReader.last(sql, partition))
    }
    while (true) {
      for (const [partition, tip] of tips) {
        const handlePage = (rows: ReadonlyArray<Row.Row>) => handle(rows, partition)
        const read = LogReader.run(sql, partition, tip, handlePage)
        tips.set(partition, yield* withPartitionName(settings, partition)(read))
      }
      yield* Effect.sleep(pollMs)
    }
  },
  (reading, settings) => Effect.provide(reading, Storage.database(settings))
)

/** Rebuilds the read model from the whole log. Returns its last entry per partition. */
export const rebuildReadModel = (settings: Settings) =>
  Effect.forEach(Storage.partitionsOf(settings), (partition) =>
    Effect.map(
      Effect.provide(Rebuild.run(partition), PostgresReadModel.layer(partition)),
      (seq) => ({ partition, seq })
    )
  ).pipe(Effect.provide(Storage.people(settings)), Effect.provide(Storage.database(settings)))
