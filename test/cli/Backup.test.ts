/** `log export` and `log import`: a backup restores the whole service, or nothing. */
import * as fs from "node:fs"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Stream } from "effect"
import { inject } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as DataSubjects from "../../src/engine/ports/DataSubjects.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { PersonKeys } from "../../src/postgres/sealing/PersonKeys.ts"
import * as Logs from "../fixtures/logs.ts"
import * as Tables from "../fixtures/tables.ts"
import { quiet, until } from "../http/suite.ts"
import { patienceMs } from "../support/patience.ts"
import * as Postgres from "../support/postgres.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const environment = (connection: Postgres.Connection) => ({
  DATABASE_URL: Tables.url(inject("postgres").socketDir, connection)
})

const folder = Effect.acquireRelease(Effect.sync(Program.temporaryFolder), (made) =>
  Effect.sync(() => fs.rmSync(made, { recursive: true, force: true }))
)

const command = (words: ReadonlyArray<string>, connection: Postgres.Connection, more = {}) =>
  Effect.promise(() => Command.run(words, { ...environment(connection), ...more }))

/** Imports lines in this process. Returns the error of the import, or "imported". */
const bring = (lines: ReadonlyArray<string>, to: Postgres.Connection) =>
  Effect.flatMap(Settings.read(environment(to)), (settings) =>
    LogTools.importLines(settings, Stream.fromIterable(lines))
  ).pipe(
    Effect.match({ onFailure: ({ message }) => message, onSuccess: () => "imported" }),
    Effect.timeout(patienceMs)
  )

/** Every entry, as the database stores it. */
const logOf = (connection: Postgres.Connection) =>
  Effect.flatMap(
    PgClient,
    (sql) => sql`select seq, epoch, encode(hash, 'hex') as hash, body, sealed from log order by seq`
  ).pipe(Effect.provide(Postgres.client(connection)))

/** The backup of a service with some history. */
interface Backup {
  readonly file: string
  /** The database from which the backup was made. */
  readonly from: Postgres.Connection
  readonly lines: ReadonlyArray<string>
  /** Responses of the service that the restored one must give again. */
  readonly shown: ReadonlyArray<Service.Answer>
}

class Made extends Context.Service<Made, Backup>()("test/cli/Backup") {}

/**
 * The backup is made once for all tests, which read the file and the database and write to other
 * databases.
 */
const made = Effect.gen(function* () {
  const from = yield* Postgres.database
  const file = path.join(yield* folder, "backup.jsonl")
  const lived = Effect.gen(function* () {
    const service = yield* Service.start({}, from)
    return yield* Effect.promise(async () => {
      const paid = await service.payout("paid")
      const waits = await service.payout("waits", { recipient_name: "SANDBOX UNFUNDED" })
      const ids: ReadonlyArray<string> = [paid.json.payout_id, waits.json.payout_id]
      await until(
        () => service.call("GET", `/v1/payouts/${ids[0]}`),
        ({ json }) => json.status === "SETTLED"
      )
      return Promise.all(ids.map((id) => service.call("GET", `/v1/payouts/${id}`)))
    })
  })
  // A restart gives the backup more than one epoch.
  yield* Effect.scoped(Service.start({}, from))
  const shown = yield* Effect.scoped(lived)
  const { code, output } = yield* command(["log", "export", file], from)
  assert.strictEqual(code, 0, output)
  const lines = fs.readFileSync(file, "utf8").trimEnd().split("\n")
  return { file, from, lines, shown }
})

const backup = Layer.effect(Made, made).pipe(Layer.provide(quiet))

type Spoiled = readonly [what: string, lines: ReadonlyArray<string>, message: string]

const isKey = (line: string): boolean => line.startsWith('{"person":')

const isEntry = (line: string): boolean => line.startsWith('{"seq":')

/** Backups with one error each, and the import's message. */
const spoiledOf = (lines: ReadonlyArray<string>): ReadonlyArray<Spoiled> => {
  // Keys of people follow the last entry.
  const last = lines.findLastIndex(isEntry)
  const spoil = (index: number, change: (line: string) => string) =>
    lines.map((line, at) => (at === index ? change(line) : line))
  return [
    ["a changed body", spoil(3, (line) => line.replace('"by":"', '"by":"x')), "seq 3: its hash"],
    ["a changed hash", spoil(last, (line) => line.replace(/"hash":"./, '"hash":"x')), "read"],
    [
      "a changed sealed part",
      spoil(
        lines.findIndex((line) => line.includes('"sealed":"')),
        (line) => line.replace('"sealed":"', '"sealed":"AAAA')
      ),
      "its hash"
    ],
    ["a missing line", lines.toSpliced(4, 1), "seq 4: it is missing"],
    ["two lines changed round", lines.toSpliced(4, 2, lines[5] ?? "", lines[4] ?? ""), "seq 4"],
    ["no end", lines.slice(0, -1), "it was cut off"],
    ["no keys of people", lines.filter((line) => !isKey(line)), "The keys of people"],
    [
      "a key of people twice",
      lines.flatMap((line) => (isKey(line) ? [line, line] : [line])),
      "The keys of people"
    ],
    [
      "a changed key of people",
      lines.map((line) => line.replace('"wrapped":"', '"wrapped":"AAAA')),
      "The keys of people"
    ],
    [
      "no end of the keys",
      lines.filter((line) => !line.startsWith('{"keys":')),
      "The keys of people"
    ],
    ["half a line", [...lines.slice(0, 5), lines[5]?.slice(0, 40) ?? ""], "Line 6 cannot be read"],
    [
      "fewer entries than it says",
      lines.toSpliced(last, 1),
      "does not match the entries before it"
    ],
    ["something after its end", [...lines, lines[3] ?? ""], "is not inside a backup"],
    ["no beginning", lines.slice(1), "Line 1 is not inside a backup"],
    ["two backups", [...lines.slice(0, -1), ...lines], "begins another backup"],
    ["nothing", [], "it was cut off"]
  ]
}

/** Asserts that the restored service gives the same responses as the original one. */
const assertRestored = async (
  service: Service.Service,
  shown: ReadonlyArray<Service.Answer>
): Promise<void> => {
  for (const one of shown) {
    const again = await service.call("GET", `/v1/payouts/${one.json.payout_id}`)
    assert.strictEqual(again.text, one.text)
  }
  // The key of a request from before the backup still has its kept response.
  const replayed = await service.call("POST", "/v1/quotes", {
    body: {
      ...{ source_amount_usdc: 25, target_currency: "UGX" },
      idempotency_key: "quote for paid"
    }
  })
  assert.strictEqual(replayed.headers.get("idempotent-replayed"), "true")
}

layer(backup, { excludeTestServices: true })("A backup of the log", (it) => {
  it.effect(
    "restores a new database to the same state, byte for byte, from a file that only its owner can read",
    () =>
      Effect.gen(function* () {
        const { file, from, lines, shown } = yield* Made
        assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600)
        assert.deepStrictEqual(fs.readdirSync(path.dirname(file)), ["backup.jsonl"])
        const to = yield* Postgres.database
        const imported = yield* command(["log", "import", file], to)
        assert.strictEqual(imported.code, 0, imported.output)
        assert.include(imported.output, `ok: ${lines.filter(isEntry).length} entries`)
        const before = yield* command(["log", "verify"], from)
        const after = yield* command(["log", "verify"], to)
        assert.strictEqual(after.stdout, before.stdout)
        assert.deepStrictEqual(yield* logOf(to), yield* logOf(from))
        const service = yield* Service.start({}, to)
        yield* Effect.promise(() => assertRestored(service, shown))
      }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect("with an error anywhere imports nothing, and the message names the place", () =>
    Effect.gen(function* () {
      const { lines } = yield* Made
      const to = yield* Postgres.database
      for (const [what, wrong, why] of spoiledOf(lines)) {
        assert.include(yield* bring(wrong, to), why, what)
        assert.isEmpty(yield* logOf(to), what)
      }
      const half = path.join(yield* folder, "half.jsonl")
      fs.writeFileSync(half, lines.slice(0, -1).join("\n"))
      const cut = yield* command(["log", "import", half], to)
      assert.strictEqual(cut.code, 1)
      assert.include(cut.output, "it was cut off")
      assert.strictEqual(yield* bring(lines, to), "imported")
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect(
    "is not imported into a log with entries, a running service's log, or another environment",
    () =>
      Effect.gen(function* () {
        const { file, from, lines } = yield* Made
        const held = yield* logOf(from)
        const full = yield* command(["log", "import", file], from)
        assert.strictEqual(full.code, 1)
        assert.include(full.output, "has entries already")
        assert.deepStrictEqual(yield* logOf(from), held)

        const served = yield* Postgres.database
        yield* Service.start({}, served)
        const busy = yield* command(["log", "import", file], served)
        assert.strictEqual(busy.code, 1)

        const to = yield* Postgres.database
        const other = lines.toSpliced(0, 1, (lines[0] ?? "").replace("sandbox", "production"))
        const ofProduction = path.join(yield* folder, "other.jsonl")
        fs.writeFileSync(ofProduction, other.join("\n"))
        const foreign = yield* command(["log", "import", ofProduction], to)
        assert.strictEqual(foreign.code, 1)
        assert.include(foreign.output, "is of the production environment; ENVIRONMENT is sandbox")
        assert.isEmpty(yield* logOf(to))
      }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.effect(
    "is not imported while another process holds the leader lock, even into an empty log",
    () =>
      Effect.gen(function* () {
        const { lines } = yield* Made
        const to = yield* Postgres.database
        const held = Effect.gen(function* () {
          const holder = yield* (yield* PgClient).reserve
          // A serving process holds this lock (LeaderLock.ts).
          yield* holder.execute("select pg_advisory_lock(1885436271, 0)", [], undefined)
          return yield* bring(lines, to)
        })
        const why = yield* held.pipe(Effect.scoped, Effect.provide(Postgres.client(to)))
        assert.include(why, "Another process serves this log")
      }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})

/** An entry whose erased recipient is not stored. */
const withoutErased = (entry: Entry.Entry): Entry.Entry => ({
  ...entry,
  events: entry.events.map((event) =>
    event._tag === "RecipientErased" ? { ...event, phone: "erased" } : event
  )
})

layer(quiet, { excludeTestServices: true })("The recorded backup of v1", (it) => {
  it.effect("is restored, its personal data opens, and people's keys are found by their hash", () =>
    Effect.gen(function* () {
      const to = yield* Postgres.database
      assert.strictEqual(yield* bring(Logs.read("v1.backup.jsonl"), to), "imported")
      const bodies = Logs.read("v1.jsonl")
      const verified = yield* command(["log", "verify"], to)
      assert.include(verified.output, `ok: ${bodies.length} entries`)
      const { found, opened } = yield* Effect.all({
        opened: Logs.opened,
        found: Effect.flatMap(PersonKeys, ({ idsOf }) =>
          idsOf(DataSubjects.recipient("acct_test", "+256770000001"))
        )
      }).pipe(Effect.provide(Postgres.client(to)))
      assert.deepStrictEqual(Logs.entries(opened), Logs.entries(bodies).map(withoutErased))
      assert.isNotEmpty(found)
    }).pipe(Effect.scoped)
  )
})
