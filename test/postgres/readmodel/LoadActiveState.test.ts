/**
 * A wrong read model is rebuilt and never used (L2). Each test corrupts it in one way, starts an
 * engine, and compares the engine with the fold of its log.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { LogRefused } from "../../../src/engine/ports/Log.ts"
import * as Spoiled from "../../fixtures/spoiled.ts"
import * as Tables from "../../fixtures/tables.ts"

const { after, bodies, filled } = Spoiled

const first = (table: string, where: string) =>
  `id = (select id from ${table} where ${where} order by id limit 1)`
const alive = (kind: string) => first("active", `kind = '${kind}'`)
const [batch, held] = [alive("batch"), alive("quote")]
const payout = first("active", "kind = 'payout' and state <> ''")
/** A payout that has not changed since its creation. Its row has no state. */
const created = first("active", "kind = 'payout' and state = ''")
const delivery = first("deliveries", "status = 'pending'")
const ended = first("payouts", "true")

/** Two payouts of the checkpoint. */
const pair = "select id from active where kind = 'payout' and state <> '' order by id limit 2"

/** Copies rows of an archive table into the checkpoint. */
const moves = (kind: string, table: string) =>
  `insert into active select 0, id, '${kind}', seq, crc, state from ${table}`

/** The checks of a start detect every one of these corruptions. */
const spoiled: Readonly<Record<string, string>> = {
  "lost an open payout": `delete from active where ${payout}`,
  "lost an open batch": `delete from active where ${batch}`,
  "has another checksum of a batch": `update active set crc = crc + 1 where ${batch}`,
  "has an older state of a batch": `update active
    set state = replace(state, '"waiting":', '"waiting":1') where ${batch}`,
  "has an open batch in its archive": `insert into batches
      (partition, id, account_id, kind, status, created_at, deposit_address, owes_refund, seq, crc,
        state, archived_at)
      select partition, id, split_part(state, E'\\n', 1)::json ->> 'accountId', 'batch', 'completed', 0, '0x', false, seq,
        crc, state, 0
      from active where ${batch};
    delete from active where ${batch}`,
  "has a finished batch in the checkpoint": `${moves("batch", "batches")}
    where ${first("batches", "true")}`,
  "has an ended withdrawal in the checkpoint": `${moves("withdrawal", "withdrawals")}
    where ${first("withdrawals", "true")}`,
  "has an ended booking in the checkpoint": `${moves("booking", "bookings")}
    where ${first("bookings", "true")}`,
  "lost a pending delivery": `delete from deliveries where ${delivery}`,
  "lost a quote that can be used": `delete from active where ${held}`,
  "lost an unchanged payout": `delete from active where ${created}`,
  "has an unchanged payout with another entry": `update active set seq = seq - 1
    where ${created}`,
  "has another checksum of an unchanged payout": `update active set crc = crc + 1
    where ${created}`,
  "has no state of a changed payout": `update active set state = '' where ${payout}`,
  "has an unchanged payout under another id": `update active
    set id = 'po_SWAPPED' where ${created}`,
  "has an unchanged quote as a payout": `update active set kind = 'payout'
    where ${first("active", "kind = 'quote' and state = ''")}`,
  "has an account without a state": "update active set state = '' where kind = 'account'",
  "lost an account": "delete from active where kind = 'account'",
  "lost an API key": "delete from active where id = 'key_TWO'",
  "has an older state of a payout": `update active
    set state = replace(state, '"sequence":', '"sequence":1') where ${payout}`,
  "has a key that was never issued": `insert into active
    select partition, 'key_EVIL', kind, seq, crc, state from active where id = 'key_TWO'`,
  "has a key that was never issued instead of another":
    "update active set id = 'key_EVIL' where id = 'key_TWO'",
  "has a revoked key that works again": `update active
    set state = regexp_replace(state, '"revokedAt":\\d+', '"revokedAt":null')
    where id = 'key_ONE'`,
  "has an endpoint that is active again": `update active
    set state = replace(state, '"isActive":false', '"isActive":true') where kind = 'endpoint'`,
  "lost the cursor of the chain": "delete from active where kind = 'cursor'",
  "has a later cursor of the chain": `update active
    set state = replace(state, '"blockNumber":1', '"blockNumber":9') where kind = 'cursor'`,
  "lost a payout that waits for a refund's proof": `delete from active where state like '%"status":"sent"%'`,
  "has another checksum of a payout": `update active set crc = crc + 1 where ${payout}`,
  "has another checksum of a delivery": `update deliveries set crc = crc + 1 where ${delivery}`,
  "has another position of a payout": `update active set seq = seq + 1 where ${payout}`,
  "has swapped checksums of two payouts": `update active set crc = (
      select sum(other.crc) - active.crc from active other where other.id in (${pair}))
    where id in (${pair})`,
  "has a payout of another partition": `update active set partition = 1 where ${payout}`,
  "has a payout of no known kind": `update active set kind = 'lock' where ${payout}`,
  "has a payout that counts as a batch": `update active set kind = 'batch' where ${payout}`,
  "has a payout twice": `insert into active select partition, id || '2', kind, seq, crc, state
    from active where ${payout}`,
  "has an open payout in its archive": `insert into payouts (partition, id, account_id, status,
        network, created_at, amount, recipient, deposit_address, owes_refund, seq, crc, state,
        archived_at)
      select partition, id, split_part(state, E'\\n', 1)::json ->> 'accountId', 'SETTLED', 'MTN_UG', 0, 0, 0, '0x', false,
        seq, crc, state, 0
      from active where ${payout};
    delete from active where ${payout}`,
  "has a pending delivery as failed": `update deliveries set status = 'failed'
    where ${delivery}`,
  "has a finished payout in the checkpoint": `${moves("payout", "payouts")}
    where ${ended}`,
  "has a used quote in the checkpoint": `${moves("quote", "quotes")}
    where ${first("quotes", "lock = 'used'")}`,
  "has a payout under another id": `update active set id = 'po_SWAPPED' where ${payout}`,
  "has one of two payouts under another id": `update active set id = case
      when id = (select min(id) from (${pair}) t) then 'po_SWAPPED' else id end
      where id in (${pair})`,
  "has a table sum with another count": `update read_model_sums set open_rows = open_rows + 1
    where table_name = 'active'`,
  "has a table sum with another sum": `update read_model_sums set crc_sum = crc_sum + 1
    where table_name = 'active'`,
  "has a table sum of deliveries with another sum": `update read_model_sums set crc_sum = crc_sum + 1
    where table_name = 'deliveries'`,
  "has a checkpoint without a table sum": "delete from read_model_sums where table_name = 'active'",
  "has deliveries without a table sum":
    "delete from read_model_sums where table_name = 'deliveries'",
  "shows an earlier position than its rows": "update read_model set seq = seq - 1",
  "shows another entry at its position": `update read_model
    set hash = set_bit(hash, 3, 1 - get_bit(hash, 3))`,
  "has the shape of a later version": "update read_model set version = version + 1",
  "has the shape of an earlier version": "update read_model set version = version - 1",
  "has no position": "delete from read_model",
  "has the position 0": "update read_model set seq = 0",
  "is empty": Tables.names.map((name) => `truncate ${name}`).join(";"),
  "has an empty checkpoint": "truncate active",
  "has no deliveries": "truncate deliveries"
}

/** Conditions of the rows that a start, or a read of a row, must check. */
const pending = "where status = 'pending'"
/** A pending delivery cannot be read without its event, so these events are left out. */
const unsent = "where id not in (select event_id from deliveries where status = 'pending')"
const proven = [
  ...["partition", "id", "kind", "seq", "crc", "state"].map(
    (name) => ["active", name, name === "state" ? "where state <> ''" : ""] as const
  ),
  ...["status", "crc"].map((name) => ["deliveries", name, pending] as const),
  ...["crc", "seq", "state"].map(
    (name) => ["deliveries", name, "where status <> 'pending'"] as const
  ),
  ...["quotes", "payouts", "batches", "withdrawals", "bookings"].flatMap((table) =>
    ["crc", "seq", "state"].map((name) => [table, name, ""] as const)
  ),
  ...["crc", "seq", "state"].map((name) => ["beneficiaries", name, ""] as const),
  ...["crc", "subject_id", "sequence", "at"].map((name) => ["events", name, unsent] as const),
  ["events", "body", `${unsent} and body <> ''`] as const,
  ...["table_name", "open_rows", "crc_sum"].map((name) => ["read_model_sums", name, ""] as const),
  ...["hash", "version"].map((name) => ["read_model", name, ""] as const)
]
const lost = [
  ["active", ""],
  ["deliveries", pending],
  ["read_model_sums", ""],
  ["read_model", ""]
]

const numbers = ["partition", "seq", "crc", "open_rows", "crc_sum", "version", "sequence", "at"]

/** Another value of a column's type, chosen by `by`. */
const other = (column: string, by: number): string => {
  if (numbers.includes(column)) return `${column} + ${by - 500 || 1}`
  if (column === "hash") return `set_bit(hash, ${by % 256}, 1 - get_bit(hash, ${by % 256}))`
  const at = `(1 + ${by} % length(${column}))`
  const letter = `chr(33 + (ascii(substr(${column}, ${at})) + ${by % 80} - 32) % 94)`
  return `overlay(${column} placing ${letter} from ${at})`
}

const one = (table: string, where: string, row: number): string =>
  `where ctid = (select ctid from ${table} ${where} order by 1
     offset ${row} % (select count(*) from ${table} ${where}) limit 1)`

/** The number of random corruptions. */
const numRuns = Number(process.env.READ_MODEL_CORRUPTIONS ?? 15)

const place = fc.record({ row: fc.nat(999), by: fc.integer({ min: 1, max: 999 }) })

const corruption = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...proven), place)
      .map(
        ([[table, column, where], { by, row }]) =>
          `update ${table} set ${column} = ${other(column, by)} ${one(table, where, row)}`
      )
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...lost), place)
      .map(
        ([[table = "", where = ""], { row }]) => `delete from ${table} ${one(table, where, row)}`
      )
  }
)

// The client's pool needs the real clock. A test clock would run its timers for every minute
// since 1970.
layer(filled, { excludeTestServices: true })("A read model", (it) => {
  it.effect("that is intact is used, and agrees with the log", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* after("select 1"), "believed")
    })
  )

  for (const [what, statement] of Object.entries(spoiled)) {
    it.effect(`that ${what} is rebuilt`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* after(statement), "made again")
      })
    )
  }

  const cut: Readonly<Record<string, string>> = {
    "is ahead of its log": "update read_model set seq = seq + 1",
    "has entries after the end of its log": `delete from log where seq > ${bodies.length - 5}`,
    "has entries of an empty log": "truncate log"
  }
  for (const [what, statement] of Object.entries(cut)) {
    it.effect(`that ${what} refuses the start, since entries are missing`, () =>
      Effect.gen(function* () {
        const outcome = yield* after(statement)
        assert.instanceOf(outcome, LogRefused)
        assert.match(outcome.message, /log ends at seq \d+, .* up to \d+ were acknowledged/)
      })
    )
  }

  it.effect("with an unchanged payout of a corrupt log entry refuses the start", () =>
    Effect.gen(function* () {
      const outcome =
        yield* after(`update log set body = replace(body, '"sourceAmount":', '"sourceAmount":1')
        where seq = (select seq from active where ${created})`)
      assert.instanceOf(outcome, LogRefused)
      assert.match(outcome.message, /cannot be trusted at seq \d+: its hash does not match/)
    })
  )

  it.effect("with a random corruption never makes an engine differ from its log", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Spoiled.Filled>()
      const holds = fc.asyncProperty(corruption, (statement) =>
        Effect.runPromiseWith(context)(Effect.asVoid(after(statement)))
      )
      yield* Effect.promise(() => fc.assert(holds, { numRuns }))
    })
  )
})
