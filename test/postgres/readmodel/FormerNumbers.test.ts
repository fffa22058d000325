/** The numbers that beneficiaries have or had, read from their entries in the log. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as Recipients from "../../../src/postgres/readmodel/Recipients.ts"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import { silent } from "../../http/suite.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Postgres from "../../support/postgres.ts"

const [first, last] = ["+256770000001", "+256770000002"]

const bodyOf = (phone: string): string =>
  JSON.stringify({
    ...{ v: Entry.version, at: 1, by: "key_1", reply: null },
    events: [
      {
        ...{ _tag: "BeneficiarySaved", id: "ben_1", accountId: "acct_1", name: "Ada", phone },
        ...{ network: "MTN_UG", nickname: null, createdAt: 1, at: 1 }
      }
    ]
  } satisfies Entry.Draft)

const fillLog = `
  insert into log (partition, seq, epoch, hash, body)
  select 0, n, 1, sha256(n::text::bytea), body
  from unnest($1::text[]) with ordinality as entry (body, n)`

const fillActs = `
  insert into audit_log (partition, seq, account_id, actor_id, action, subject_id, at)
  select 0, seq, 'acct_1', 'key_1', 'beneficiary.saved', 'ben_1', 1 from log`

const changes = Limits.retention.changesPerQuery + 1

it.live("All numbers of a beneficiary with many changes are found, newest first", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    const phones = Array.from({ length: changes }, (_, index) => (index === 0 ? first : last))
    yield* sql.unsafe(fillLog, [Tables.array("text", phones.map(bodyOf))])
    yield* sql.unsafe(fillActs)
    const people = TestKeys.on(sql)
    const source = { sql, people, partition: Partition.directory, isShared: false }
    const phonesOf = Recipients.makeBeneficiaryPhones(source)
    assert.deepStrictEqual(yield* phonesOf(["ben_1"], 10), [last, first])
    assert.deepStrictEqual(yield* phonesOf(["ben_1"], 1), [last])
    assert.deepStrictEqual(yield* phonesOf(["ben_2"], 10), [])
  }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent))
)
