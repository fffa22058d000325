/** The log commands on a database with three partitions. */
import * as fs from "node:fs"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Layer, Stream } from "effect"
import { inject } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Logs from "../fixtures/logs.ts"
import * as Partitions from "../fixtures/partitions.ts"
import * as Tables from "../fixtures/tables.ts"
import { quiet } from "../http/suite.ts"
import { dataKey } from "../support/dataKey.ts"
import { patienceMs } from "../support/patience.ts"
import * as Postgres from "../support/postgres.ts"
import * as Program from "../support/program.ts"
import * as Command from "./command.ts"

const environment = (connection: Postgres.Connection, partitions = "3") => ({
  DATABASE_URL: Tables.url(inject("postgres").socketDir, connection),
  DATA_KEY: dataKey,
  PARTITIONS: partitions
})

const command = (words: ReadonlyArray<string>, connection: Postgres.Connection) =>
  Effect.promise(() => Command.run(words, environment(connection)))

/** Imports lines in this process. Returns the error of the import, or "imported". */
const bring = (lines: ReadonlyArray<string>, to: Postgres.Connection, partitions?: string) =>
  Effect.flatMap(Settings.read(environment(to, partitions)), (settings) =>
    LogTools.importLines(settings, Stream.fromIterable(lines))
  ).pipe(Effect.match({ onFailure: ({ message }) => message, onSuccess: () => "imported" }))

const logOf = (connection: Postgres.Connection) =>
  Effect.flatMap(
    PgClient,
    (sql) => sql`select partition, seq, epoch, encode(hash, 'hex') as hash, body
      from log order by partition, seq`
  ).pipe(Effect.provide(Postgres.client(connection), { local: true }))

interface Made {
  readonly connection: Postgres.Connection
  readonly lines: ReadonlyArray<string>
}

class Backup extends Context.Service<Backup, Made>()("test/cli/Partitions") {}

const made = Layer.effect(
  Backup,
  Effect.gen(function* () {
    const connection = yield* Postgres.database
    yield* Effect.provide(Partitions.write, Postgres.client(connection))
    const file = path.join(Program.temporaryFolder(), "backup.jsonl")
    const { code, output } = yield* command(["log", "export", file], connection)
    assert.strictEqual(code, 0, output)
    const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n")
    fs.rmSync(path.dirname(file), { recursive: true })
    return { connection, lines }
  })
).pipe(Layer.provide(quiet))

const count = Partitions.bodiesOf(0).length

layer(made, { excludeTestServices: true })("A backup of three partitions", (it) => {
  it.effect("names the partition of each entry, and has the first partition last", () =>
    Effect.gen(function* () {
      const { lines } = yield* Backup
      const opening = { backup: 1, environment: "sandbox", partitions: 3 }
      const { personIndex, ...named } = JSON.parse(lines[0] ?? "")
      assert.deepStrictEqual(named, opening)
      assert.isString(personIndex)
      // Lines of keys name no partition.
      const entries = lines
        .slice(1, -4)
        .flatMap((line) => /^\{"partition":(\d),/.exec(line)?.[1] ?? [])
      const expected = ["1", "2", "0"].flatMap((partition) => Array(count).fill(partition))
      assert.deepStrictEqual(entries, expected)
      const closings = lines.slice(-3).map((line) => JSON.parse(line))
      assert.deepStrictEqual(
        closings.map(({ entries, partition }) => [partition, entries]),
        [1, 2, 0].map((partition) => [partition, count])
      )
    })
  )

  it.effect("restores a new database to the same logs, which are verified one by one", () =>
    Effect.gen(function* () {
      const { connection, lines } = yield* Backup
      const to = yield* Postgres.database
      assert.strictEqual(yield* bring(lines, to), "imported")
      assert.deepStrictEqual(yield* logOf(to), yield* logOf(connection))
      const [before, after] = [
        yield* command(["log", "verify"], connection),
        yield* command(["log", "verify"], to)
      ]
      assert.strictEqual(after.stdout, before.stdout)
      const verified = after.stdout.trimEnd().split("\n")
      assert.strictEqual(verified.length, 3)
      for (const [partition, line] of verified.entries()) {
        assert.include(line, `ok: partition ${partition}: ${count} entries, epoch `)
      }
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("with an error in one partition imports nothing of any partition", () =>
    Effect.gen(function* () {
      const { lines } = yield* Backup
      const to = yield* Postgres.database
      const renamed = (from: number, name: string) =>
        lines.map((line, index) => (index === from ? line.replace('"partition":1,', name) : line))
      const first = lines[0] ?? ""
      const wrong: ReadonlyArray<readonly [lines: ReadonlyArray<string>, message: string]> = [
        [renamed(1, '"partition":2,'), "seq 1: its hash does not match"],
        [renamed(3, '"partition":3,'), "Line 4 is of no partition of this backup"],
        [renamed(3, ""), "Line 4 is of no partition of this backup"],
        [lines.slice(0, -1), "it was cut off"],
        [[...lines.slice(0, -1), lines.at(-2) ?? ""], "is not inside a backup"],
        [lines.toSpliced(count, 1), "does not match the entries before it"],
        [lines.with(0, first.replace('"partitions":3', '"partitions":2')), "PARTITIONS is 3"],
        [lines.with(0, first.replace(',"partitions":3', "")), "backup are 1; PARTITIONS is 3"]
      ]
      for (const [spoiled, message] of wrong) {
        assert.include(yield* bring(spoiled, to), message)
        assert.isEmpty(yield* logOf(to), message)
      }
      assert.include(yield* bring(lines, yield* Postgres.database, "1"), "PARTITIONS is 1")
      assert.strictEqual(yield* bring(lines, to), "imported")
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})

layer(made, { excludeTestServices: true })("The log of three partitions", (it) => {
  it.effect("is rebuilt into the read model of each partition by one command", () =>
    Effect.gen(function* () {
      const { connection } = yield* Backup
      const { code, output, stdout } = yield* command(["log", "rebuild"], connection)
      assert.strictEqual(code, 0, output)
      const expected = [0, 1, 2].map(
        (partition) => `ok: partition ${partition}: the read model shows ${count} entries`
      )
      assert.deepStrictEqual(stdout.trimEnd().split("\n"), expected)
      const used = yield* Effect.forEach(Partitions.partitions, (partition) =>
        Effect.flatMap(Partitions.readModel(partition), ({ restore }) => restore)
      ).pipe(Effect.scoped, Effect.provide(Postgres.client(connection)))
      assert.isTrue(used.every((restored) => restored?.seq === count))
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("is refused by a command with another number of partitions", () =>
    Effect.gen(function* () {
      const { connection } = yield* Backup
      const settings = yield* Settings.read(environment(connection, "1"))
      const refusal = yield* Effect.flip(LogTools.verify(settings))
      assert.include(refusal.message, "PARTITIONS is 1. Set PARTITIONS=3.")
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("that was changed in one partition is refused, with the partition and the entry", () =>
    Effect.gen(function* () {
      const { lines } = yield* Backup
      const to = yield* Postgres.database
      assert.strictEqual(yield* bring(lines, to), "imported")
      yield* Effect.flatMap(
        PgClient,
        (sql) => sql`update log set body = body || ' ' where partition = 2 and seq = 4`
      ).pipe(Effect.provide(Postgres.client(to)))
      const settings = yield* Settings.read(environment(to))
      const message = "Partition 2: The log cannot be trusted at seq 4: its hash does not match."
      assert.strictEqual((yield* Effect.flip(LogTools.verify(settings))).message, message)
      const read = LogTools.read(settings, () => Effect.void)
      assert.strictEqual((yield* Effect.flip(read)).message, message)
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("is followed in all partitions", () =>
    Effect.gen(function* () {
      const { connection } = yield* Backup
      const settings = yield* Settings.read(environment(connection))
      const client = yield* Layer.build(Postgres.client(connection))
      const sql = Context.get(client, PgClient)
      const tips = yield* LogTools.verify(settings)
      const [begun] = yield* sql<{ readonly at: string }>`select clock_timestamp()::text as at`
      const seen: Array<string> = []
      const enough = yield* Deferred.make<void>()
      yield* Effect.forkScoped(
        LogTools.follow(settings, 20, (rows, partition) =>
          Effect.suspend(() => {
            seen.push(...rows.map(({ seq }) => `${partition}/${seq}`))
            return seen.length === 2 ? Deferred.succeed(enough, undefined) : Effect.void
          })
        )
      )
      // The command reads the ends of the logs first, and then polls page by page.
      const polls = sql<{ readonly polls: boolean }>`
        select exists (select from pg_stat_activity where datname = current_database()
          and backend_start > ${begun?.at ?? ""}::timestamptz
          and query like '%order by seq limit%') as polls`
      while ((yield* polls)[0]?.polls !== true) yield* Effect.sleep(20)
      for (const tip of tips.slice(1)) {
        yield* Logs.write(sql, [Partitions.bodiesOf(0)[1] ?? ""], tip, tip.partition)
      }
      yield* Effect.timeout(Deferred.await(enough), patienceMs)
      assert.sameMembers(seen, [`1/${count + 1}`, `2/${count + 1}`])
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
