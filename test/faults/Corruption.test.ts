import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Life from "./life.ts"
import * as Scenario from "./scenario.ts"
import * as Servers from "./servers.ts"

const seq = 20
const next = seq + 1
const place = "partition = 0 and seq ="

/** The damage to a row, and the seq that the error must name. */
const damages: Readonly<Record<string, { readonly sql: string; readonly named: number }>> = {
  "one bit of a body": {
    sql: `update log set body = overlay(body placing chr(ascii(substr(body, 20)) # 1) from 20 for 1)
      where ${place} ${seq}`,
    named: seq
  },
  "one bit of a hash": {
    sql: `update log set hash = set_bit(hash, 100, 1 - get_bit(hash, 100)) where ${place} ${seq}`,
    named: seq
  },
  "an epoch": {
    sql: `update log set epoch = epoch + 1 where ${place} ${seq}`,
    named: seq
  },
  "a row that is gone": { sql: `delete from log where ${place} ${seq}`, named: seq },
  "two rows that changed places": {
    sql: `update log set seq = case seq when ${seq} then -${next} when ${next} then -${seq} end
        where partition = 0 and seq in (${seq}, ${next});
      update log set seq = -seq where seq < 0`,
    named: seq
  },
  "a hash made to fit a changed body": {
    sql: `update log set body = replace(body, '"by":"', '"by":"x'), hash = sha256(
        (select hash from log where ${place} ${seq} - 1)
        || convert_to('0/${seq}/' || epoch || E'\\n' || replace(body, '"by":"', '"by":"x'), 'UTF8'))
      where ${place} ${seq}`,
    // The entry itself is valid again, but the next one is chained to its earlier content.
    named: next
  }
}

const server = Servers.shared()
let whole = ""

beforeAll(async () => {
  whole = await Servers.create(server)
  await Scenario.nurse({ DATABASE_URL: server.url(whole) }, async ({ conclude, through }) => {
    await through(async () => {})
    await conclude(server, whole)
  })
})

afterAll(() => Servers.drop(server, whole))

/**
 * Deletes the rows of every table that is a fold of the log (L2), except the log and the
 * installation's identity.
 */
const forget = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public'
    and tablename not in ('log', 'installation', 'schema_migrations')
  loop execute format('truncate %I cascade', name); end loop; end $$`

describe("The program, on a changed log,", () => {
  for (const [what, { named, sql }] of Object.entries(damages)) {
    it(`does not start and names the entry: ${what}`, async () => {
      const database = await Servers.create(server, whole)
      try {
        for (const statement of sql.split(";")) await Servers.query(server, database, statement)
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
      await Servers.query(server, database, damages["one bit of a body"]?.sql ?? "")
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
      await Servers.query(server, database, damages["one bit of a body"]?.sql ?? "")
      const environment = { DATABASE_URL: server.url(database) }
      const life = Life.start("src/cli/main.ts", environment, ["log", "verify"])
      assert.strictEqual(await life.ended, 1)
      assert.match(life.output(), new RegExp(`at seq ${seq}\\b`))
    } finally {
      await Servers.drop(server, database)
    }
  })
})
