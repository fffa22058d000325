/** Creation of a batch: all rows are valid, or the refusal reports every invalid row. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as NewBatch from "../../../src/domain/batch/NewBatch.ts"
import * as Network from "../../../src/domain/Network.ts"
import type * as NewPayout from "../../../src/domain/payout/NewPayout.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Quote from "../../../src/domain/quote/Quote.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import {
  at,
  batchId,
  createdEvent,
  mtnUganda,
  quote,
  rowId,
  t0,
  usdc
} from "../../support/fixtures.ts"

const policy: Quote.Policy & NewPayout.Policy = {
  ...{ amountMin: usdc(0.01), amountMax: usdc(10_000), ttlMs: 5 * 60_000, spread: 0.01 },
  ...{ fundingWindowMs: 30 * 60_000, networkLimits: true, hasNameLookup: () => true }
}

const request: NewBatch.Proposal = {
  id: batchId,
  accountId: "acct_1",
  depositAddress: createdEvent.depositAddress,
  at: t0,
  payoutIds: [1, 2, 3].map(rowId)
}

const recipient = (row: number) => ({
  ...{ row, phone: `+25677000000${row}`, name: row === 2 ? null : "Amina", network: mtnUganda },
  ...{ idempotencyKey: `row-${row}`, reference: null }
})
const row = (n: number, change: Partial<NewBatch.Row> = {}): NewBatch.Row => ({
  ...{ ...recipient(n), amount: usdc(25), ...change }
})
const bulkRow = (n: number, change: Partial<NewBatch.BulkRow> = {}): NewBatch.BulkRow => ({
  ...{ ...recipient(n), quoteId: `qt_${n}`, ...change }
})

const none: NewBatch.EarlierRows = new Map()
const middle = (currency: Network.Currency): number =>
  currency === "KES" ? 130_000_000 : 3_700_000_000

const decide = (
  rows: ReadonlyArray<NewBatch.Row>,
  already: ReadonlyArray<NewBatch.RowProblem> = [],
  known = none,
  rules = policy
) => NewBatch.decide(request, { rows, problems: already, earlier: known }, middle, rules)

const quotes = (id: string): Quote.Quote | undefined =>
  /^qt_[123]$/.test(id) ? { ...quote, id } : undefined

const decideBulk = (
  rows: ReadonlyArray<NewBatch.BulkRow>,
  find = quotes,
  known = none,
  already: ReadonlyArray<NewBatch.RowProblem> = []
) => NewBatch.decideBulk(request, { rows, problems: already, earlier: known }, find, policy)

/** The invalid rows, as `row field: code`. */
const problems = (decision: ReturnType<typeof decide>): ReadonlyArray<string> =>
  Result.isFailure(decision)
    ? decision.failure.problems.map(({ code, field, row }) => `${row} ${field}: ${code}`)
    : ["none"]

const messages = (decision: ReturnType<typeof decide>): ReadonlyArray<string> =>
  Result.isFailure(decision) ? decision.failure.problems.map(({ message }) => message) : []

/** The rows that a batch made, by their keys. */
const knownOf = (decision: ReturnType<typeof decide>): NewBatch.EarlierRows => {
  const [, ...births] = Result.getOrThrow(decision)
  return new Map(births.map((birth) => [birth.idempotencyKey ?? "", Payout.created(birth)]))
}

const totals = {
  ...{ _tag: "BatchCreated", id: batchId, at: t0, accountId: "acct_1", total: 2 },
  ...{ depositAddress: createdEvent.depositAddress, fundingDeadline: at(30) }
}

/** The total of two rows in UGX, with a spread of 1%. */
const shillings = (amount: number, target: number) => ({
  ...{ currency: "UGX", count: 2, amount: usdc(amount), target, fee: usdc(amount) / 100 }
})

describe("A new batch", () => {
  it("is one entry with its rows, each priced by the service", () => {
    const rows = [row(1), row(2, { amount: usdc(10) })]
    const facts = { quoteId: null, batchId, status: "CREATED" } as const
    expect(decide(rows)).toEqual(
      Result.succeed([
        { ...totals, kind: "batch", sourceAmount: usdc(35), currencies: [shillings(35, 128_205)] },
        {
          ...{ ...createdEvent, ...facts, id: rowId(1), idempotencyKey: "row-1" },
          ...{ sourceAmount: usdc(25), targetAmount: 91_575 }
        },
        {
          ...{ ...createdEvent, ...facts, id: rowId(2), idempotencyKey: "row-2", name: null },
          ...{ phone: "+256770000002", sourceAmount: usdc(10), targetAmount: 36_630 }
        }
      ])
    )
  })

  it("has the given name in its log entry, and no name if none was given", () => {
    const submission = { rows: [row(1)], problems: [], earlier: none }
    const named = { ...request, name: "March" }
    const [created] = Result.getOrThrow(NewBatch.decide(named, submission, middle, policy))
    const { name: _, ...unnamed } = created
    expect([created, unnamed].map((event) => Batch.created(event).name)).toEqual([
      "March",
      undefined
    ])
    const draft = { v: Entry.version, at: t0, by: "engine", events: [created], reply: null }
    expect(Result.getOrThrow(Entry.decode(JSON.stringify(draft))).events).toEqual([created])
    expect(Result.getOrThrow(decide([row(1)]))[0]).not.toHaveProperty("name")
  })

  it("takes rows of several currencies, each at its own rate", () => {
    const kenyan = { network: Network.bySlug("MPESA_KE"), phone: "+254712345678" }
    const [, ...births] = Result.getOrThrow(decide([row(1), row(2, kenyan)]))
    expect(births.map(({ currency, rate }) => [currency, rate])).toEqual([
      ["UGX", 3_663_000_000],
      ["KES", 128_700_000]
    ])
  })

  it.each([
    ["a phone of another country", { phone: "+254712345678" }, "phone: wrong_country"],
    ["a phone of too few digits", { phone: "+25677" }, "phone: not_e164"],
    ["less than the minimum", { amount: usdc(0.01) - 1 }, "amount_usdc: out_of_range"],
    ["more than the maximum", { amount: usdc(10_000) + 1 }, "amount_usdc: out_of_range"],
    ["less than the network pays", { amount: usdc(0.1) }, "amount_usdc: amount_out_of_range"]
  ])("is refused as a whole for one row with %s", (_, change, problem) => {
    expect(problems(decide([row(1), row(2, change)]))).toEqual([`2 ${problem}`])
  })

  it("is limited to the network's amounts only in production", () => {
    const lenient = { ...policy, networkLimits: false }
    const little = [row(1, { amount: usdc(0.1) })]
    expect(Result.isSuccess(decide(little, [], none, lenient))).toBe(true)
  })

  it("is refused if a row's amount buys nothing", () => {
    const decision = NewBatch.decide(
      request,
      { rows: [row(1)], problems: [], earlier: none },
      () => 1,
      policy
    )
    expect(problems(decision)).toEqual(["1 amount_usdc: too_small"])
  })

  it("reports every invalid row at once, in order, with the errors found earlier", () => {
    const rows = [
      row(1, { phone: "770", amount: 0 }),
      row(3, { phone: "770" }),
      row(5, { idempotencyKey: "row-1" })
    ]
    const already = [
      { row: 4, field: "amount_usdc", code: "required", message: "is required" },
      { row: 2, field: "phone", code: "scientific", message: "is in spreadsheet notation" }
    ]
    expect(problems(decide(rows, already))).toEqual([
      ...["1 phone: not_e164", "1 amount_usdc: out_of_range", "2 phone: scientific"],
      ...["3 phone: not_e164", "4 amount_usdc: required", "5 idempotency_key: duplicate"]
    ])
  })

  it("is refused for errors found earlier, even if all other rows are valid", () => {
    const already = [{ row: 2, field: "phone", code: "required", message: "is required" }]
    expect(problems(decide([row(1)], already))).toEqual(["2 phone: required"])
  })
})

describe("A row's key", () => {
  it("is unique in its batch, and each duplicate is reported with the first row", () => {
    const again = { idempotencyKey: "row-1" }
    const decision = decide([row(1), row(2, again), row(3, again)])
    expect(problems(decision)).toEqual([
      ...["2 idempotency_key: duplicate", "3 idempotency_key: duplicate"]
    ])
    expect(messages(decision)).toEqual(["is the key of row 1 too", "is the key of row 1 too"])
  })

  it("is refused if a batch has used it within a day, and the error names that batch", () => {
    const decision = decide([row(2), row(3)], [], knownOf(decide([row(1), row(2)])))
    expect(problems(decision)).toEqual(["2 idempotency_key: already_used"])
    expect(messages(decision)).toEqual([`was used within 24 hours by a row of ${batchId}`])
  })
})

describe("A repeated set of rows", () => {
  const rows = [row(1), row(2), row(3)]
  const known = knownOf(decide(rows))
  const same = (again: ReadonlyArray<NewBatch.Row>, of = known) =>
    NewBatch.repeatedBatchId(again, of, NewBatch.isSameAmount)

  it("returns the batch that it created, in any order", () => {
    expect(same(rows)).toBe(batchId)
    expect(same([row(3), row(1), row(2)])).toBe(batchId)
  })

  it.each([
    ["another phone", { phone: "+256770000009" }],
    ["another name", { name: "Amina N." }],
    ["a name where there was none", { name: null }],
    ["another network", { network: Network.bySlug("AIRTEL_UG") }],
    ["another amount", { amount: usdc(25) + 1 }],
    ["another key", { idempotencyKey: "row-9" }],
    ["a reference where there was none", { reference: "INV-1" }],
    ["parties where there were none", { parties: { purpose: "rent" } }]
  ])("is another batch with %s", (_, change) => {
    expect(same([row(1, change), row(2), row(3)])).toBeUndefined()
  })

  it("returns the batch that it created only with the same parties", () => {
    const parties = { recipient: { givenName: "Amina" }, purpose: "rent" }
    for (const decision of [decide([row(1, { parties })]), decideBulk([bulkRow(1, { parties })])]) {
      const made = knownOf(decision)
      expect(made.get("row-1")?.parties).toEqual(parties)
      const batchOf = (change: Partial<NewBatch.Row>) =>
        NewBatch.repeatedBatchId([row(1, change)], made, () => true)
      expect(batchOf({ parties: { ...parties } })).toBe(batchId)
      expect(batchOf({ parties: { ...parties, purpose: "gift" } })).toBeUndefined()
      expect(batchOf({})).toBeUndefined()
    }
  })

  it("with one more row, or with one row twice, is another batch", () => {
    expect(same([...rows, row(4)])).toBeUndefined()
    expect(same([row(1), row(1), row(2)])).toBeUndefined()
  })

  it("that mixes rows of two batches is another batch", () => {
    const other = { ...(known.get("row-3") as Payout.Payout), batchId: "bt_other" }
    expect(same(rows, new Map([...known, ["row-3", other]]))).toBeUndefined()
  })

  it("is a new batch if no batch is known or it has no rows", () => {
    expect(same(rows, none)).toBeUndefined()
    expect(same([], known)).toBeUndefined()
  })

  it("with the same quotes returns the bulk batch that it created", () => {
    const bulk = knownOf(decideBulk([bulkRow(1), bulkRow(2)]))
    const isSame = (quoteId: string) =>
      NewBatch.repeatedBatchId([bulkRow(1), bulkRow(2, { quoteId })], bulk, NewBatch.isSameQuote)
    expect(isSame("qt_2")).toBe(batchId)
    expect(isSame("qt_3")).toBeUndefined()
  })
})

describe("A bulk batch", () => {
  it("is one entry with its rows, which wait for funds and have quotes", () => {
    const facts = { batchId, idempotencyKey: "row-1" }
    expect(decideBulk([bulkRow(1), bulkRow(2)])).toEqual(
      Result.succeed([
        { ...totals, kind: "bulk", sourceAmount: usdc(50), currencies: [shillings(50, 183_150)] },
        { ...createdEvent, ...facts, id: rowId(1), quoteId: "qt_1" },
        {
          ...{ ...createdEvent, ...facts, id: rowId(2), quoteId: "qt_2", phone: "+256770000002" },
          ...{ name: null, idempotencyKey: "row-2" }
        }
      ])
    )
  })

  it.each([
    ["unknown", undefined, "not_found"],
    ["another account's", { ...quote, accountId: "acct_2" }, "not_found"],
    ["over", { ...quote, expiresAt: t0 }, "expired"],
    ["locked", Quote.follow(quote, createdEvent), "already_used"]
  ])("is refused for a quote that is %s", (_, found, code) => {
    expect(problems(decideBulk([bulkRow(1)], () => found))).toEqual([`1 quote_id: ${code}`])
  })

  it("is refused for a quote named twice, with one error for each duplicate", () => {
    const decision = decideBulk([1, 2, 3].map((n) => bulkRow(n, { quoteId: "qt_1" })))
    expect(problems(decision)).toEqual(["2 quote_id: duplicate", "3 quote_id: duplicate"])
    expect(messages(decision)).toEqual(["is the quote of row 1 too", "is the quote of row 1 too"])
  })

  it("reports every invalid row and field at once, in the order of the rows", () => {
    const kenya = Network.bySlug("MPESA_KE")
    const rows = [bulkRow(1, { network: kenya }), bulkRow(2), bulkRow(3, { quoteId: "qt_9" })]
    const already = [{ row: 4, field: "quote_id", code: "required", message: "is required" }]
    const known = knownOf(decide([row(2)]))
    expect(problems(decideBulk(rows, quotes, known, already))).toEqual([
      ...["1 network: currency_mismatch", "1 recipient_phone: wrong_country"],
      ...["2 idempotency_key: already_used", "3 quote_id: not_found", "4 quote_id: required"]
    ])
  })
})

describe("A row without a name", () => {
  it("is refused with an error for its field if no provider of the network returns names", () => {
    const strict = { ...policy, hasNameLookup: () => false }
    expect(problems(decide([row(1), row(2)], [], none, strict))).toEqual(["2 name: required"])
  })
})

describe("Warnings of a batch", () => {
  const lax = { ...policy, networkLimits: false, hasNameLookup: () => false }
  const payout = (change: Partial<typeof createdEvent> = {}) => ({
    ...createdEvent,
    quoteId: null,
    ...change
  })

  it("appear once for each kind, with the first row that has it and their number", () => {
    const warnings = NewBatch.warnings(
      [payout(), payout({ name: null }), payout({ name: null, targetAmount: 1 })],
      lax
    )
    expect(warnings.map(({ code, field, row }) => `${row} ${field}: ${code}`)).toEqual([
      ...["2 name: required", "3 amount_usdc: amount_out_of_range"]
    ])
    expect(warnings[0]?.message).toMatch(/^is required, .*\(2 rows\)$/)
    expect(warnings[1]?.message).toMatch(/for MTN_UG, which pays .* UGX per payout$/)
  })

  it("name the fields of a bulk batch like those of a payout", () => {
    const [warning] = NewBatch.warnings([{ ...createdEvent, name: null }], lax)
    expect(warning).toMatchObject({ row: 1, field: "recipient_name" })
  })

  it("do not appear if production's rules already apply", () => {
    expect(NewBatch.warnings([payout({ name: null })], policy)).toEqual([])
  })
})
