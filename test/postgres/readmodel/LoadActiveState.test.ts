/**
 * A read model that is wrong is made again, never believed (L2): it is spoiled in every way we can
 * think of, then an engine starts, and is compared with the fold of its log.
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
const payout = first("payouts", "is_open")
const delivery = first("deliveries", "is_open")
const held = first("quotes", "is_open")
const batch = first("batches", "is_open")

/** Every one of these shows in the proofs of a start. */
const spoiled: Readonly<Record<string, string>> = {
  "lost an open payout": `delete from payouts where ${payout}`,
  "lost an open batch": `delete from batches where ${batch}`,
  "has another checksum of a batch": `update batches set crc = crc + 1 where ${batch}`,
  "has an older state of a batch": `update batches
    set state = replace(state, '"waiting":', '"waiting":1') where ${batch}`,
  "has an open batch that counts as finished": `update batches set is_open = false where ${batch}`,
  "has a finished batch that counts as open": `update batches set is_open = true
    where ${first("batches", "not is_open")}`,
  "lost a pending delivery": `delete from deliveries where ${delivery}`,
  "lost a held quote": `delete from quotes where ${held}`,
  "lost an account": "delete from directory where kind = 'account'",
  "lost an API key": "delete from directory where id = 'key_TWO'",
  "has an older state of a payout": `update payouts
    set state = replace(state, '"sequence":', '"sequence":1') where ${payout}`,
  "has a key that was never issued": `insert into directory
    select 'key_EVIL', kind, is_open, seq, crc, state from directory where id = 'key_TWO'`,
  "has a revoked key that works again": `update directory
    set state = regexp_replace(state, '"revokedAt":\\d+', '"revokedAt":null')
    where id = 'key_ONE'`,
  "has an endpoint with another secret": `update directory
    set state = replace(state, 'whsec_2', 'whsec_3') where id = 'we_well'`,
  "lost the place up to which the chain was followed": "delete from directory where kind = 'place'",
  "has a later place of the chain": `update directory
    set state = replace(state, '"blockNumber":1', '"blockNumber":9') where kind = 'place'`,
  "has a payout that waits for a refund's proof and counts as finished": `update payouts
    set is_open = false where state like '%"status":"sent"%'`,
  "has another checksum of a payout": `update payouts set crc = crc + 1 where ${payout}`,
  "has another checksum of a delivery": `update deliveries set crc = crc + 1 where ${delivery}`,
  "has another place of a payout": `update payouts set seq = seq + 1 where ${payout}`,
  "has an open payout that counts as finished": `update payouts set is_open = false
    where ${payout}`,
  "has a delivery that nobody waits for": `update deliveries set is_open = false
    where ${delivery}`,
  "has a finished payout that counts as open": `update payouts set is_open = true
    where ${first("payouts", "not is_open")}`,
  "has two payouts under each other's name": `update payouts set id = case
      when ${payout} then 'po_SWAPPED' else id end`,
  "has a seal with another count": `update read_model_seal set open_rows = open_rows + 1
    where table_name = 'payouts'`,
  "has a seal with another sum": `update read_model_seal set crc_sum = crc_sum + 1
    where table_name = 'deliveries'`,
  "has a table without a seal": "delete from read_model_seal where table_name = 'quotes'",
  "shows an earlier place than its rows": "update read_model set seq = seq - 1",
  "shows another entry at its place": `update read_model
    set hash = set_bit(hash, 3, 1 - get_bit(hash, 3))`,
  "has the shape of another version": "update read_model set version = version + 1",
  "does not say what it shows": "delete from read_model",
  "says that it shows nothing": "update read_model set seq = 0",
  "is empty": Tables.names.map((name) => `truncate ${name}`).join(";"),
  ...Object.fromEntries(
    ["directory", "quotes", "payouts", "batches", "deliveries"].map((name) => [
      `has nothing in ${name}`,
      `truncate ${name}`
    ])
  )
}

/** What a start proves of each table: where a hand may strike. */
const open = "where is_open"
const proven = [
  ...["id", "is_open", "crc", "seq", "state"].map((name) => ["payouts", name, open] as const),
  ...["id", "is_open", "crc", "seq", "state"].map((name) => ["quotes", name, open] as const),
  ...["id", "is_open", "crc", "seq", "state"].map((name) => ["directory", name, ""] as const),
  ...["is_open", "crc"].map((name) => ["deliveries", name, open] as const),
  ...["id", "is_open", "crc", "seq", "state"].map((name) => ["batches", name, open] as const),
  ...["crc", "seq", "state", "is_open"].map(
    (name) => ["batches", name, "where not is_open"] as const
  ),
  ...["crc", "seq", "state"].map((name) => ["beneficiaries", name, ""] as const),
  ...["crc", "seq", "state", "is_open"].map(
    (name) => ["payouts", name, "where not is_open"] as const
  ),
  ...["crc", "seq", "state", "is_open"].map(
    (name) => ["quotes", name, "where not is_open"] as const
  ),
  ...["crc", "seq", "state"].map((name) => ["deliveries", name, "where not is_open"] as const),
  ...["table_name", "open_rows", "crc_sum"].map((name) => ["read_model_seal", name, ""] as const),
  ...["hash", "version"].map((name) => ["read_model", name, ""] as const)
]
const lost = [
  ...[
    ["payouts", open],
    ["quotes", open],
    ["deliveries", open],
    ["directory", ""]
  ],
  ...[
    ["read_model_seal", ""],
    ["read_model", ""]
  ]
]

const numbers = ["seq", "crc", "open_rows", "crc_sum", "version"]

/** Another value of a column's type, chosen by `by`. */
const other = (column: string, by: number): string => {
  if (column === "is_open") return "not is_open"
  if (numbers.includes(column)) return `${column} + ${by - 500 || 1}`
  if (column === "hash") return `set_bit(hash, ${by % 256}, 1 - get_bit(hash, ${by % 256}))`
  const at = `(1 + ${by} % length(${column}))`
  const letter = `chr(33 + (ascii(substr(${column}, ${at})) + ${by % 80} - 32) % 94)`
  return `overlay(${column} placing ${letter} from ${at})`
}

const one = (table: string, where: string, row: number): string =>
  `where ctid = (select ctid from ${table} ${where} order by 1
     offset ${row} % (select count(*) from ${table} ${where}) limit 1)`

/** How many random corruptions are tried. */
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

// The pool of the client lives by the real clock: by the other it would live through every minute
// since 1970.
layer(filled, { excludeTestServices: true })("A read model", (it) => {
  it.effect("that is whole is used, and agrees with the log", () =>
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
    "is further on than its log": "update read_model set seq = seq + 1",
    "outlived the end of its log": `delete from log where seq > ${bodies.length - 5}`,
    "outlived the whole log": "truncate log"
  }
  for (const [what, statement] of Object.entries(cut)) {
    it.effect(`that ${what} shows that entries are missing: the start is refused`, () =>
      Effect.gen(function* () {
        const outcome = yield* after(statement)
        assert.instanceOf(outcome, LogRefused)
        assert.match(outcome.message, /log ends at seq \d+, .* up to \d+ were acknowledged/)
      })
    )
  }

  it.effect("that is corrupt in any place never makes an engine differ from its log", () =>
    Effect.gen(function* () {
      const context = yield* Effect.context<Spoiled.Filled>()
      const holds = fc.asyncProperty(corruption, (statement) =>
        Effect.runPromiseWith(context)(Effect.asVoid(after(statement)))
      )
      yield* Effect.promise(() => fc.assert(holds, { numRuns }))
    })
  )
})
