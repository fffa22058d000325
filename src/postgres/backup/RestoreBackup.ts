/**
 * Restores a backup of the log into a database whose log is empty. Every hash is proven on the way
 * and all partitions are one transaction, so a file that is wrong anywhere leaves nothing behind.
 * The restore holds the leader's locks, so that no service writes this log at the same time.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result, Schema, Stream } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import * as BackupFormat from "../../engine/ports/BackupFormat.ts"
import * as LeaderLock from "../log/LeaderLock.ts"
import * as Replay from "../log/Replay.ts"
import * as Row from "../log/Row.ts"
import * as KeyTable from "../sealing/KeyTable.ts"

/** Nothing was restored; `message` has the reason. */
export class RestoreRefused extends Schema.TaggedError<RestoreRefused>()("ImportRefused", {
  message: Schema.String
}) {}

const refused = (message: string) => new RestoreRefused({ message })

const insertSql = `
  insert into log (partition, seq, epoch, hash, body, sealed)
  select $1, $2 + place - 1, $3, hash, body, sealed
  from unnest($4::bytea[], $5::text[], $6::bytea[]) with ordinality
    as entry (hash, body, sealed, place)`

/** Proven entries of one epoch that wait to be written. */
interface PendingRows {
  readonly rows: Array<BackupFormat.Row>
  chars: number
}

const charsOf = ({ body, sealed }: BackupFormat.Row): number => body.length + (sealed?.length ?? 0)

/** Writes the entries of a partition. */
const makeWriter = (sql: PgClient, partition: number) => {
  const page: PendingRows = { rows: [], chars: 0 }

  const write = Effect.suspend(() => {
    const rows = page.rows.splice(0)
    page.chars = 0
    const [first] = rows
    if (first === undefined) return Effect.void
    const hashes = rows.map(({ hash }) => hash)
    const bodies = rows.map(({ body }) => body)
    const sealed = Row.sealedParts(rows)
    const parameters = [partition, first.seq, first.epoch, hashes, bodies, sealed]
    return Effect.asVoid(sql.unsafe(insertSql, parameters))
  })

  const add = (row: BackupFormat.Row) =>
    Effect.suspend(() => {
      const { batchCharsMax, batchEntriesMax } = Limits.log
      const [first] = page.rows
      const isFull =
        first !== undefined &&
        (first.epoch !== row.epoch ||
          page.rows.length >= batchEntriesMax ||
          page.chars + charsOf(row) > batchCharsMax)
      const flush = isFull ? write : Effect.void
      return Effect.andThen(
        flush,
        Effect.sync(() => {
          page.rows.push(row)
          page.chars += charsOf(row)
        })
      )
    })

  return { add, write }
}

/** The progress of reading a partition. */
interface PartitionReading {
  readonly partition: number
  readonly writer: ReturnType<typeof makeWriter>
  tip: Replay.Tip
  isClosed: boolean
}

/** The progress of reading a backup. */
interface BackupReading {
  readonly sql: PgClient
  /** Keys of people that wait to be written. */
  readonly keys: Array<BackupFormat.Key>
  readonly keysRead: ReturnType<typeof KeyTable.makeDigest>
  /** True until the line that ends the keys. */
  expectsKeys: boolean
  readonly environment: BackupFormat.Environment
  /** Sorted by partition number. */
  readonly parts: ReadonlyArray<PartitionReading>
  /** The number of the last line read. */
  line: number
  isOpened: boolean
}

const readOpening = (
  reading: BackupReading,
  { environment, partitions }: BackupFormat.Opening
): RestoreRefused | undefined => {
  if (reading.isOpened) return refused(`Line ${reading.line} begins another backup.`)
  if (environment !== reading.environment) {
    return refused(
      `This backup is of the ${environment} environment; ENVIRONMENT is ${reading.environment}.`
    )
  }
  if (partitions !== reading.parts.length) {
    return refused(
      `The partitions of this backup are ${partitions}; PARTITIONS is ${reading.parts.length}.`
    )
  }
  reading.isOpened = true
  return undefined
}

/** The partition of a line. A line contains its partition if there are several. */
const partOf = (
  { line, parts }: BackupReading,
  partition: number | undefined
): Result.Result<PartitionReading, RestoreRefused> => {
  const isNamed = partition !== undefined
  const part = parts[partition ?? 0]
  return part === undefined || isNamed !== parts.length > 1
    ? Result.fail(refused(`Line ${line} is of no partition of this backup.`))
    : Result.succeed(part)
}

const close = (
  part: PartitionReading,
  { entries, tip }: BackupFormat.Closing
): Effect.Effect<void, RestoreRefused> => {
  if (entries !== part.tip.seq || tip !== BackupFormat.hex(part.tip.hash)) {
    return refused("The last line does not match the entries before it.")
  }
  part.isClosed = true
  return Effect.void
}

/** Personal data is not read, so a restore needs no key. */
const noKeys = new Map<string, never>()

const writeKeys = (
  { keys, sql }: BackupReading,
  countMin: number
): Effect.Effect<void, SqlError> =>
  keys.length < countMin ? Effect.void : KeyTable.add(sql, keys.splice(0))

const keysDiffer = refused("The keys of people in this backup are not complete, or were changed.")

const readKeyLine = (
  reading: BackupReading,
  line: Extract<BackupFormat.Line, { readonly _tag: "Key" | "KeysClosing" }>
): Effect.Effect<void, RestoreRefused | SqlError> => {
  if (line._tag === "Key") {
    reading.keys.push(line.key)
    reading.keysRead.add([line.key])
    return writeKeys(reading, Limits.sealing.keysPerQuery)
  }
  reading.expectsKeys = false
  const { digest, keys } = reading.keysRead.closing()
  return line.keys === keys && line.digest === digest ? writeKeys(reading, 1) : keysDiffer
}

const readLine = Effect.fnUntraced(function* (reading: BackupReading, line: BackupFormat.Line) {
  if (line._tag === "Opening") {
    const refusal = readOpening(reading, line)
    if (refusal !== undefined) return yield* refusal
    return yield* KeyTable.writeIndex(reading.sql, line.personIndex)
  }
  const misplaced = refused(`Line ${reading.line} is not inside a backup.`)
  if (!reading.isOpened) return yield* misplaced
  if (line._tag === "Key" || line._tag === "KeysClosing") {
    return yield* reading.expectsKeys ? readKeyLine(reading, line) : misplaced
  }
  const part = yield* Effect.fromResult(partOf(reading, line.partition))
  if (part.isClosed) return yield* misplaced
  if (line._tag === "Closing") return yield* close(part, line)
  part.tip = (yield* Effect.fromResult(
    Replay.verify(part.partition, part.tip, line.row, noKeys)
  )).tip
  return yield* part.writer.add(line.row)
})

/** Reads the lines in order. Returns the last entries, once the closing lines agree with them. */
const take = Effect.fnUntraced(function* <E, R>(
  sql: PgClient,
  partitions: ReadonlyArray<number>,
  environment: BackupFormat.Environment,
  lines: Stream.Stream<string, E, R>
) {
  const parts = partitions.map(
    (partition): PartitionReading => ({
      ...{ partition, writer: makeWriter(sql, partition), tip: Replay.start, isClosed: false }
    })
  )
  const reading: BackupReading = {
    ...{ sql, environment, parts, line: 0, isOpened: false },
    ...{ keys: [], keysRead: KeyTable.makeDigest(), expectsKeys: true }
  }
  yield* Stream.runForEach(lines, (text) =>
    Effect.suspend(() => {
      reading.line += 1
      const line = BackupFormat.read(text)
      return Result.isSuccess(line)
        ? readLine(reading, line.success)
        : refused(`Line ${reading.line} cannot be read: ${line.failure}.`)
    })
  )
  if (parts.some(({ isClosed }) => !isClosed)) {
    return yield* refused("This backup has no end: it was cut off.")
  }
  if (reading.expectsKeys) return yield* keysDiffer
  for (const { writer } of parts) yield* writer.write
  return parts.map(({ tip }) => tip)
})

const isEmpty = (sql: PgClient) =>
  sql.unsafe("select 1 from log limit 1").pipe(Effect.map((rows) => rows.length === 0))

/** Restores all partitions of a database; returns the last entry of each. */
export const run = Effect.fn("RestoreBackup.run")(function* <E, R>(
  partitions: ReadonlyArray<number>,
  environment: BackupFormat.Environment,
  lines: Stream.Stream<string, E, R>
) {
  const sql = yield* PgClient
  const notEmpty = refused("The log of this database has entries already: import into a new one.")
  // Checked before the lock for a better message: a serving process has written, or will.
  if (!(yield* isEmpty(sql))) return yield* notEmpty
  yield* LeaderLock.takeNow(sql, partitions)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      if (!(yield* isEmpty(sql))) return yield* notEmpty
      return yield* take(sql, partitions, environment, lines)
    })
  )
}, Effect.scoped)
