/**
 * Restores a backup of the log into a database whose log is empty: every hash is proven on the way,
 * all partitions in one transaction, so a file that is wrong anywhere leaves nothing behind. It
 * holds the leader's locks, so that no service writes this log meanwhile.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result, Schema, Stream } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as BackupFormat from "../../engine/ports/BackupFormat.ts"
import * as LeaderLock from "../log/LeaderLock.ts"
import * as Replay from "../log/Replay.ts"

/** Nothing was restored; `message`: why. */
export class RestoreRefused extends Schema.TaggedError<RestoreRefused>()("ImportRefused", {
  message: Schema.String
}) {}

const refused = (message: string) => new RestoreRefused({ message })

const insertSql = `
  insert into log (partition, seq, epoch, hash, body)
  select $1, $2 + place - 1, $3, hash, body
  from unnest($4::bytea[], $5::text[]) with ordinality as entry (hash, body, place)`

/** Proven entries of one epoch that wait to be written. */
interface PendingRows {
  readonly rows: Array<BackupFormat.Row>
  chars: number
}

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
    const parameters = [partition, first.seq, first.epoch, hashes, bodies]
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
          page.chars + row.body.length > batchCharsMax)
      const ready = isFull ? write : Effect.void
      return Effect.andThen(
        ready,
        Effect.sync(() => {
          page.rows.push(row)
          page.chars += row.body.length
        })
      )
    })

  return { add, write }
}

/** A partition while its entries are read. */
interface Part {
  readonly partition: number
  readonly writer: ReturnType<typeof makeWriter>
  tip: Replay.Tip
  isClosed: boolean
}

/** A backup while it is read. */
interface Reading {
  readonly environment: BackupFormat.Environment
  /** By their numbers. */
  readonly parts: ReadonlyArray<Part>
  /** The number of the last line read. */
  line: number
  isOpened: boolean
}

const readOpening = (
  reading: Reading,
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

/** The partition that a line is of: lines name it where there are several. */
const partOf = (
  { line, parts }: Reading,
  partition: number | undefined
): Result.Result<Part, RestoreRefused> => {
  const isNamed = partition !== undefined
  const part = parts[partition ?? 0]
  return part === undefined || isNamed !== parts.length > 1
    ? Result.fail(refused(`Line ${line} is of no partition of this backup.`))
    : Result.succeed(part)
}

const close = (
  part: Part,
  { entries, tip }: BackupFormat.Closing
): Effect.Effect<void, RestoreRefused> => {
  if (entries !== part.tip.seq || tip !== BackupFormat.hex(part.tip.hash)) {
    return refused("The last line says something else than the entries before it.")
  }
  part.isClosed = true
  return Effect.void
}

const readLine = Effect.fnUntraced(function* (reading: Reading, line: BackupFormat.Line) {
  if (line._tag === "Opening") {
    const wrong = readOpening(reading, line)
    return wrong === undefined ? undefined : yield* wrong
  }
  const outside = refused(`Line ${reading.line} is not inside a backup.`)
  if (!reading.isOpened) return yield* outside
  const part = yield* Effect.fromResult(partOf(reading, line.partition))
  if (part.isClosed) return yield* outside
  if (line._tag === "Closing") return yield* close(part, line)
  part.tip = (yield* Effect.fromResult(Replay.verify(part.partition, part.tip, line.row))).tip
  return yield* part.writer.add(line.row)
})

/** Reads the lines in order; returns the last entries, once the closing lines agree with them. */
const take = Effect.fnUntraced(function* <E, R>(
  sql: PgClient,
  partitions: ReadonlyArray<number>,
  environment: BackupFormat.Environment,
  lines: Stream.Stream<string, E, R>
) {
  const parts = partitions.map(
    (partition): Part => ({
      ...{ partition, writer: makeWriter(sql, partition), tip: Replay.start, isClosed: false }
    })
  )
  const reading: Reading = { environment, parts, line: 0, isOpened: false }
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
  // Checked before the lock for the better message: a serving process has written, or will.
  if (!(yield* isEmpty(sql))) return yield* notEmpty
  yield* LeaderLock.takeNow(sql, partitions)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      if (!(yield* isEmpty(sql))) return yield* notEmpty
      return yield* take(sql, partitions, environment, lines)
    })
  )
}, Effect.scoped)
