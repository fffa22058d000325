/** `log export` and `log tail`, on the database of a service that runs. */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import * as Tables from "../fixtures/tables.ts"
import { quiet } from "../http/suite.ts"
import * as Postgres from "../support/postgres.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const environment = (connection: Postgres.Connection) => ({
  DATABASE_URL: Tables.url(inject("postgres").socketDir, connection)
})

interface Entry {
  readonly seq: number
  readonly epoch: number
  readonly hash: string
  /** Boxes with personal data, in base64. */
  readonly sealed?: string
  readonly body: { readonly events: ReadonlyArray<{ readonly _tag: string }> }
}

const entryLines = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => line.startsWith('{"seq":'))

const entries = (text: string): ReadonlyArray<Entry> =>
  entryLines(text).map((line) => JSON.parse(line))

/** Asserts the hash chain, computed from the exported lines alone, without the program. */
const assertChained = (text: string): void => {
  let hash: Uint8Array = new Uint8Array(32)
  for (const line of entryLines(text)) {
    const { epoch, hash: given, sealed, seq }: Entry = JSON.parse(line)
    const body = line.slice(line.indexOf('"body":') + '"body":'.length, -1)
    const sum = crypto.createHash("sha256").update(hash).update(`0/${seq}/${epoch}\n`)
    sum.update(body)
    if (sealed !== undefined) sum.update("\n").update(Buffer.from(sealed, "base64"))
    hash = sum.digest()
    assert.strictEqual(Buffer.from(hash).toString("hex"), given)
  }
}

const tags = (all: ReadonlyArray<Entry>) =>
  all.flatMap(({ body }) => body.events.map(({ _tag }) => _tag))

describe("The log of a service", () => {
  it.live("is exported completely, to stdout or a file, with a hash that proves each line", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({}, connection)
      yield* Effect.promise(async () => {
        await service.payout("exported")
        const folder = Program.temporaryFolder()
        const file = path.join(folder, "log.jsonl")
        const toFile = await Command.run(["log", "export", file], environment(connection))
        assert.strictEqual(toFile.code, 0, toFile.output)
        const text = fs.readFileSync(file, "utf8")
        fs.rmSync(folder, { recursive: true })
        const all = entries(text)
        assert.deepStrictEqual(
          all.map(({ seq }) => seq),
          all.map((_, index) => index + 1)
        )
        assert.include(toFile.output, `ok: ${all.length} entries`)
        assert.includeMembers(tags(all), ["EpochStarted", "QuoteCreated", "PayoutCreated"])
        assertChained(text)
        const lines = text.trimEnd().split("\n")
        const tip = all.at(-1)?.hash
        const { personIndex, ...opening } = JSON.parse(lines[0] ?? "")
        assert.deepStrictEqual(opening, { backup: 1, environment: "sandbox" })
        assert.match(personIndex, /^[A-Za-z0-9+/]+=*$/)
        assert.deepStrictEqual(JSON.parse(lines.at(-1) ?? ""), { entries: all.length, tip })
        const toStdout = await Command.run(["log", "export"], environment(connection))
        const again = entryLines(toStdout.stdout)
        assert.deepStrictEqual(again.slice(0, all.length), entryLines(text))
      })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.live("that was changed is exported up to the changed entry, which the error names", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      yield* Effect.scoped(Service.start({}, connection))
      yield* Effect.flatMap(
        PgClient,
        (sql) => sql`update log set body = body || ' ' where seq = 2`
      ).pipe(Effect.provide(Postgres.client(connection)))
      const { code, output } = yield* Effect.promise(() =>
        Command.run(["log", "export"], environment(connection))
      )
      assert.strictEqual(code, 1)
      assert.include(output, "The log cannot be trusted at seq 2: its hash does not match.")
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )

  it.live("is followed from its end", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const service = yield* Service.start({}, connection)
      yield* Effect.promise(async () => {
        await service.quote("before")
        const words = ["log", "tail", "--poll-ms", "50"]
        const tail = Command.start(words, environment(connection))
        // The command prints nothing at its start, so the test makes entries until it prints one.
        let count = 0
        const printed = tail.until((output) => output.includes("QuoteCreated"))
        while (!tail.output().includes("QuoteCreated")) await service.quote(`quote ${count++}`)
        await printed
        await service.payout("followed")
        await tail.until((output) => output.includes("PayoutSettled"))
        assert.strictEqual(await tail.stop("SIGINT"), 130)
        const all = entries(tail.stdout())
        const [{ seq: first } = { seq: 0 }] = all
        assert.isAbove(first, 1)
        assert.deepStrictEqual(
          all.map(({ seq }) => seq),
          all.map((_, index) => first + index)
        )
        assert.notInclude(tail.output(), '"key":"before"')
      })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
