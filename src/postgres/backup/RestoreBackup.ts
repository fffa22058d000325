/**
 * Restores a backup of the log into a database whose log is empty: every hash is proven on the way,
 * all in one transaction, so a file that is wrong anywhere leaves nothing behind. It holds the
 * leader lock, so that no service writes this log meanwhile.
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

/** A backup while it is read. */
interface Reading {
  readonly partition: number
  readonly environment: BackupFormat.Environment
  readonly writer: ReturnType<typeof makeWriter>
  /** The number of the last line read. */
  line: number
  tip: Replay.Tip
  place: "before" | "within" | "after"
}

const readOpening = (
  reading: Reading,
  { environment }: Extract<BackupFormat.Line, { _tag: "Opening" }>
): RestoreRefused | undefined => {
  if (reading.place !== "before") return refused(`Line ${reading.line} begins another backup.`)
  if (environment !== reading.environment) {
    return refused(
      `This backup is of the ${environment} environment; ENVIRONMENT is ${reading.environment}.`
    )
  }
  reading.place = "within"
  return undefined
}

const readClosing = (
  reading: Reading,
  { entries, tip }: Extract<BackupFormat.Line, { _tag: "Closing" }>
): RestoreRefused | undefined => {
  if (entries !== reading.tip.seq || tip !== BackupFormat.hex(reading.tip.hash)) {
    return refused("The last line says something else than the entries before it.")
  }
  reading.place = "after"
  return undefined
}

const readLine = Effect.fnUntraced(function* (reading: Reading, line: BackupFormat.Line) {
  if (line._tag !== "Opening" && reading.place !== "within") {
    return yield* refused(`Line ${reading.line} is not inside a backup.`)
  }
  if (line._tag === "Entry") {
    const { partition, tip, writer } = reading
    reading.tip = (yield* Effect.fromResult(Replay.verify(partition, tip, line.row))).tip
    return yield* writer.add(line.row)
  }
  const wrong = line._tag === "Opening" ? readOpening(reading, line) : readClosing(reading, line)
  if (wrong !== undefined) return yield* wrong
})

/** Reads the lines in order; returns the last entry, once the closing line agrees with it. */
const take = Effect.fnUntraced(function* <E, R>(
  sql: PgClient,
  partition: number,
  environment: BackupFormat.Environment,
  lines: Stream.Stream<string, E, R>
) {
  const reading: Reading = {
    ...{ partition, environment, writer: makeWriter(sql, partition) },
    ...{ line: 0, tip: Replay.start, place: "before" }
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
  if (reading.place !== "after") return yield* refused("This backup has no end: it was cut off.")
  yield* reading.writer.write
  return reading.tip
})

const isEmpty = (sql: PgClient, partition: number) =>
  sql
    .unsafe("select 1 from log where partition = $1 limit 1", [partition])
    .pipe(Effect.map((rows) => rows.length === 0))

/** Returns the last entry restored. */
export const run = Effect.fn("RestoreBackup.run")(function* <E, R>(
  partition: number,
  environment: BackupFormat.Environment,
  lines: Stream.Stream<string, E, R>
) {
  const sql = yield* PgClient
  const notEmpty = refused("The log of this database has entries already: import into a new one.")
  // Checked before the lock for the better message: a serving process has written, or will.
  if (!(yield* isEmpty(sql, partition))) return yield* notEmpty
  yield* LeaderLock.takeNow(sql, partition)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      if (!(yield* isEmpty(sql, partition))) return yield* notEmpty
      return yield* take(sql, partition, environment, lines)
    })
  )
}, Effect.scoped)
