/**
 * Brings a backup of the log into a database whose log is empty: every hash is proven on the way,
 * all in one transaction, so a file that is wrong anywhere leaves nothing behind. It takes the turn
 * of a writer: no service is at work on this log meanwhile.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result, Schema, Stream } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as BackupFormat from "../../engine/ports/BackupFormat.ts"
import * as LeaderLock from "../log/LeaderLock.ts"
import * as Replay from "../log/Replay.ts"

/** Why nothing was imported. */
export class RestoreRefused extends Schema.TaggedError<RestoreRefused>()("ImportRefused", {
  message: Schema.String
}) {}

const refused = (message: string) => new RestoreRefused({ message })

const insertSql = `
  insert into log (partition, seq, epoch, hash, body)
  select $1, $2 + place - 1, $3, hash, body
  from unnest($4::bytea[], $5::text[]) with ordinality as entry (hash, body, place)`

/** Proven entries of one epoch that wait to be written. */
interface Page {
  readonly rows: Array<BackupFormat.Row>
  chars: number
}

const makeWriter = (sql: PgClient, partition: number) => {
  const page: Page = { rows: [], chars: 0 }

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

/** Reads the lines in order; the last entry, once the closing line agrees with it. */
const take = Effect.fnUntraced(function* <E, R>(
  sql: PgClient,
  partition: number,
  environment: BackupFormat.Environment,
  lines: Stream.Stream<string, E, R>
) {
  const writer = makeWriter(sql, partition)
  let number = 0
  let tip: Replay.Tip = Replay.start
  let place = "before" as "before" | "within" | "after"

  const follow = Effect.fnUntraced(function* (line: BackupFormat.Line) {
    switch (line._tag) {
      case "Opening": {
        if (place !== "before") return yield* refused(`Line ${number} begins another backup.`)
        if (line.environment !== environment) {
          return yield* refused(
            `This backup is of the ${line.environment} environment; ENVIRONMENT is ${environment}.`
          )
        }
        place = "within"
        return
      }
      case "Entry": {
        if (place !== "within") return yield* refused(`Line ${number} is not inside a backup.`)
        tip = (yield* Effect.fromResult(Replay.verify(partition, tip, line.row))).tip
        return yield* writer.add(line.row)
      }
      case "Closing": {
        if (place !== "within") return yield* refused(`Line ${number} is not inside a backup.`)
        if (line.entries !== tip.seq || line.tip !== BackupFormat.hex(tip.hash)) {
          return yield* refused("The last line says something else than the entries before it.")
        }
        place = "after"
      }
    }
  })

  yield* Stream.runForEach(lines, (text) =>
    Effect.suspend(() => {
      number += 1
      const line = BackupFormat.read(text)
      return Result.isSuccess(line)
        ? follow(line.success)
        : refused(`Line ${number} cannot be read: ${line.failure}.`)
    })
  )
  if (place !== "after") return yield* refused("This backup has no end: it was cut off.")
  yield* writer.write
  return tip
})

const isEmpty = (sql: PgClient, partition: number) =>
  sql
    .unsafe("select 1 from log where partition = $1 limit 1", [partition])
    .pipe(Effect.map((rows) => rows.length === 0))

/** The last entry that was imported. */
export const run = Effect.fn("Import.run")(function* <E, R>(
  partition: number,
  environment: BackupFormat.Environment,
  lines: Stream.Stream<string, E, R>
) {
  const sql = yield* PgClient
  const notEmpty = refused("The log of this database has entries already: import into a new one.")
  // Asked first for the better word: whoever serves has written, or is about to.
  if (!(yield* isEmpty(sql, partition))) return yield* notEmpty
  yield* LeaderLock.takeNow(sql, partition)
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      if (!(yield* isEmpty(sql, partition))) return yield* notEmpty
      return yield* take(sql, partition, environment, lines)
    })
  )
}, Effect.scoped)
