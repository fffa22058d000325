import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Life from "./life.ts"
import * as Scenario from "./scenario.ts"
import * as Servers from "./servers.ts"

const server = Servers.shared()
let whole = ""

/** The first entry of its kind from here on is damaged. */
const from = 20

/** Another text in the place of the author, and the hash that fits the row with it. */
const changed = `replace(body, '"by":"', '"by":"x')`
const fitting = (seq: number) => `sha256(
  (select hash from log where partition = 0 and seq = ${seq} - 1)
  || convert_to('0/${seq}/' || epoch || E'\\n' || ${changed}, 'UTF8')
  || coalesce('\\x0a'::bytea || sealed, ''))`
const refit = (seq: number, at: string) =>
  `update log set body = ${changed}, hash = ${fitting(seq)} ${at}`

interface Damage {
  /** Changes the row of an entry. `at` is the statement's condition. */
  readonly sql: (seq: number, at: string) => string
  /** True for an entry with a sealed part, and false for one without. Absent if both will do. */
  readonly isSealed?: boolean
  /** The distance from the entry to the one that the error must name. */
  readonly named?: number
}

const oneBit: Damage = {
  sql: (_, at) =>
    `update log set body = overlay(body placing chr(ascii(substr(body, 20)) # 1) from 20 for 1) ${at}`
}

const damages: Readonly<Record<string, Damage>> = {
  "one bit of a body": oneBit,
  "one bit of a sealed part": {
    sql: (_, at) => `update log set sealed = set_bit(sealed, 300, 1 - get_bit(sealed, 300)) ${at}`,
    isSealed: true
  },
  "a sealed part that is gone": {
    sql: (_, at) => `update log set sealed = null ${at}`,
    isSealed: true
  },
  "one bit of a hash": {
    sql: (_, at) => `update log set hash = set_bit(hash, 100, 1 - get_bit(hash, 100)) ${at}`
  },
  "an epoch": { sql: (_, at) => `update log set epoch = epoch + 1 ${at}` },
  "a row that is gone": { sql: (_, at) => `delete from log ${at}` },
  "two rows that changed places": {
    sql: (seq) =>
      `update log set seq = case seq when ${seq} then -${seq + 1} when ${seq + 1} then -${seq} end
        where partition = 0 and seq in (${seq}, ${seq + 1});
      update log set seq = -seq where seq < 0`
  },
  "a hash made to fit a changed body": {
    sql: refit,
    isSealed: false,
    // The entry itself is valid again, but the next one is chained to its earlier content.
    named: 1
  },
  "a hash made to fit a changed body with a sealed part": { sql: refit, isSealed: true }
}

/** Damages an entry of a database. Returns the `seq` that an error must name. */
const spoil = async (database: string, { isSealed, named = 0, sql }: Damage): Promise<number> => {
  const kind = isSealed === undefined ? "" : `and (sealed is not null) = ${isSealed}`
  const [row] = await Servers.query<{ readonly seq: number }>(
    ...([server, database] as const),
    `select min(seq)::int as seq from log where partition = 0 and seq >= ${from} ${kind}`
  )
  const seq = row?.seq ?? assert.fail("the log has no such entry")
  for (const statement of sql(seq, `where partition = 0 and seq = ${seq}`).split(";")) {
    await Servers.query(server, database, statement)
  }
  return seq + named
}

beforeAll(async () => {
  whole = await Servers.create(server)
  await Scenario.nurse({ DATABASE_URL: server.url(whole) }, async ({ conclude, through }) => {
    await through(async () => {})
    await conclude(server, whole)
  })
})

afterAll(() => Servers.drop(server, whole))

/**
 * Deletes the rows of every table that is a fold of the log (L2), except the log, the keys of the
 * people in it, and the installation's identity.
 */
const forget = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public'
    and tablename not in ('log', 'person_keys', 'installation', 'schema_migrations')
  loop execute format('truncate %I cascade', name); end loop; end $$`

describe("The program, on a changed log,", () => {
  for (const [what, damage] of Object.entries(damages)) {
    it(`does not start and names the entry: ${what}`, async () => {
      const database = await Servers.create(server, whole)
      try {
        const named = await spoil(database, damage)
        await Servers.query(server, database, forget)
        const life = Life.start("src/main.ts", { DATABASE_URL: server.url(database) })
        const ended = await Promise.race([life.ended, life.listening])
        if (typeof ended === "string" && ended.startsWith("http")) await life.kill("SIGKILL")
        assert.strictEqual(await life.ended, 1, life.output())
        assert.match(life.output(), new RegExp(`payout-service stops: .*at seq ${named}\\b`))
      } finally {
        await Servers.drop(server, database)
      }
    })
  }

  it("starts from the read model, then finds the entry, names it and ends", async () => {
    const database = await Servers.create(server, whole)
    try {
      const seq = await spoil(database, oneBit)
      const life = Life.start("src/main.ts", { DATABASE_URL: server.url(database) })
      assert.isDefined(await life.listening, life.output())
      assert.strictEqual(await life.ended, 1, life.output())
      assert.match(life.output(), new RegExp(`payout-service stops: .*at seq ${seq}\\b`))
    } finally {
      await Servers.drop(server, database)
    }
  })

  it("verifies the log by a command that names the entry and fails", async () => {
    const database = await Servers.create(server, whole)
    try {
      const seq = await spoil(database, oneBit)
      const environment = { DATABASE_URL: server.url(database) }
      const life = Life.start("src/cli/main.ts", environment, ["log", "verify"])
      assert.strictEqual(await life.ended, 1)
      assert.match(life.output(), new RegExp(`at seq ${seq}\\b`))
    } finally {
      await Servers.drop(server, database)
    }
  })
})
