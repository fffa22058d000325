/** The numbers that beneficiaries have or had, read from their entries in the log. */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as Limits from "../../../src/config/Limits.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as Row from "../../../src/postgres/log/Row.ts"
import * as Recipients from "../../../src/postgres/readmodel/Recipients.ts"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import { silent } from "../../http/suite.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Postgres from "../../support/postgres.ts"

const [first, last] = ["+256770000001", "+256770000002"]

const draftOf = (phone: string): Entry.Draft => ({
  ...{ v: 1, at: 1, by: "key_1", reply: null },
  events: [
    {
      ...{ _tag: "BeneficiarySaved", id: "ben_1", accountId: "acct_1", name: "Ada", phone },
      ...{ network: "MTN_UG", nickname: null, createdAt: 1, at: 1 }
    }
  ]
})

const subjects: DataSubjects.DataSubjects = {
  ...DataSubjects.none,
  ofEvent: () => DataSubjects.recipient("acct_1", first)
}

const fillLog = `
  insert into log (partition, seq, epoch, hash, body, sealed)
  select 0, n, 1, sha256(n::text::bytea), body, sealed
  from unnest($1::text[], $2::bytea[]) with ordinality as entry (body, sealed, n)`

const fillActs = `
  insert into audit_log (partition, seq, account_id, actor_id, action, subject_id, at)
  select 0, seq, 'acct_1', 'key_1', 'beneficiary.saved', 'ben_1', 1 from log`

const changes = Limits.retention.changesPerQuery + 1

it.live("All numbers of a beneficiary with many changes are found, newest first", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    yield* Database.prepare({ environment: "sandbox", schemaDir: Storage.schemaDir })
    const phones = Array.from({ length: changes }, (_, index) => (index === 0 ? first : last))
    const people = TestKeys.on(sql)
    const entries = phones.map((phone) =>
      SealedEntry.seal(people, subjects, Partition.directory, draftOf(phone))
    )
    const bodies = entries.map(({ body }) => body)
    yield* sql.unsafe(fillLog, [Tables.array("text", bodies), Row.sealedParts(entries)])
    yield* sql.unsafe(fillActs)
    const source = { sql, people, partition: Partition.directory, isShared: false }
    const phonesOf = Recipients.makeBeneficiaryPhones(source)
    assert.deepStrictEqual(yield* phonesOf(["ben_1"], 10), [last, first])
    assert.deepStrictEqual(yield* phonesOf(["ben_1"], 1), [last])
    assert.deepStrictEqual(yield* phonesOf(["ben_2"], 10), [])
  }).pipe(Effect.provide(Postgres.layer), Effect.provide(silent))
)
