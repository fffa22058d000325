/**
 * The daily totals of random histories: lives of payouts with operators' bookings between them, over
 * several days, with writes to the tables at any time. `FC_RUNS` sets the number of histories.
 */
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as Booking from "../../../src/domain/books/Booking.ts"
import * as DailyTotals from "../../../src/domain/books/DailyTotals.ts"
import * as Ledger from "../../../src/domain/books/Ledger.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import { dueOf, someLife, withReferences } from "../../support/fixtures.ts"

const numRuns = Number(process.env.FC_RUNS ?? 300)

const today = "2026-03-31"

const someGiven = fc
  .record({
    kind: fc.constantFrom(...Booking.Kind.literals),
    moved: fc.integer({ min: 1, max: 1_000_000 }),
    credit: fc.constantFrom("treasury_fiat", "in_transit", "third_parties", null),
    debit: fc.constantFrom("provider_float", "gas", null),
    result: fc.integer({ min: -1_000, max: 1_000 })
  })
  .map(({ kind, result, ...rest }): Booking.Given => {
    const isSale = kind === "usdc_sale"
    return {
      ...{ ...rest, kind, currency: "UGX", valueDate: today, reference: "r", reason: "r" },
      payoutId: null,
      provider: Booking.shapes[kind].provider === "none" ? null : "mtn",
      ...(isSale
        ? { debit: null, credit: null, sold: 1_000, result }
        : { sold: null, result: null })
    }
  })

const alone = { at: 1, by: "usr_ada", firstOpenDay: undefined }

/** The events of valid terms. */
const bookingEvents = (id: string, given: Booking.Given): ReadonlyArray<Entry.Event> => {
  const terms = Booking.termsOf(given, today)
  if (Result.isFailure(terms)) return []
  return Result.getOrThrow(Booking.propose(id, terms.success, alone))
}

/** A command of the payout's life, or a booking, some hours after the one before. */
const someHistory = fc.tuple(
  someLife,
  fc.array(
    fc.record({
      hours: fc.integer({ min: 0, max: 30 }),
      given: fc.option(someGiven, { nil: undefined }),
      isWritten: fc.boolean(),
      isRepeated: fc.boolean()
    }),
    { minLength: 20, maxLength: 20 }
  )
)

/** The table, which adds the postings behind its position. */
const openTable = () => {
  let seq = 0
  let sums: ReadonlyArray<DailyTotals.DaySum> = []
  const keyOf = ({ account, currency, day }: DailyTotals.DaySum) => `${day} ${account} ${currency}`
  return {
    write: (changes: ReturnType<typeof DirtyRows.take>): void => {
      const behind = changes.postings.filter((dated) => dated.seq > seq)
      sums = DailyTotals.merge([...sums, ...DailyTotals.sumsOf(behind)], keyOf)
      seq = changes.seq
    },
    rows: () => sums
  }
}

const startAt = Date.parse("2026-03-01T00:00:00Z")

/** A state that folds entries, the ledger of the same events, and the table. */
const openRun = (birth: Payout.Event & { readonly _tag: "PayoutCreated" }) => {
  const state = State.make()
  const table = openTable()
  const ledger: Ledger.Balances = new Map()
  let [seq, at, payout] = [0, startAt, Payout.created(birth)]
  const apply = (events: ReadonlyArray<Entry.Event>): void => {
    if (events.length === 0) return
    seq += 1
    Fold.apply(state, {
      ...{ v: Entry.version, at, by: "engine", events, reply: null, seq, epoch: 1 }
    })
  }
  // Refunds may go to the balance, which a payout with that wish always has.
  const balance = { id: "bal_1", accountId: birth.accountId, depositAddress: "0xba" }
  apply([{ _tag: "BalanceOpened", at, ...balance }])
  apply([birth])
  return {
    ...{ state, ledger, table },
    wait: (hours: number): void => {
      at += hours * 3_600_000
    },
    book: (id: string, given: Booking.Given): void => {
      apply(bookingEvents(id, given))
      const booking = state.bookings.get(id)
      if (booking !== undefined) Ledger.book(ledger, Booking.postings(booking))
    },
    command: (command: Payout.Command, fresh: string): void => {
      const reference = payout.transfer?.reference ?? "none"
      const named = withReferences(command, reference, fresh, dueOf(payout))
      const events = Result.getOrElse(Payout.decide(payout, named), () => [])
      for (const event of events) {
        Ledger.book(ledger, Ledger.postings(payout, event))
        payout = Payout.evolve(payout, event)
      }
      apply(events)
    },
    /** Writes the changes, twice if the outcome of the first write was unclear. */
    write: (isRepeated: boolean): void => {
      const changes = DirtyRows.take(state)
      table.write(changes)
      if (isRepeated) table.write(changes)
      else DirtyRows.acknowledgeAllItems(state.dirty, changes.seq)
    }
  }
}

type Step = (typeof someHistory extends fc.Arbitrary<infer History> ? History : never)[1][number]

const follow = (
  run: ReturnType<typeof openRun>,
  index: number,
  { given, hours, isRepeated, isWritten }: Step,
  command: Payout.Command | undefined
): void => {
  run.wait(hours)
  if (given !== undefined) run.book(`bkg_${index}`, given)
  if (command !== undefined) run.command(command, `tr_${index}`)
  if (isWritten) run.write(isRepeated)
}

/** The balances by account and currency, without those that are zero. */
const balances = (sums: ReadonlyArray<DailyTotals.Sum>): Readonly<Record<string, bigint>> => {
  const all = DailyTotals.merge(sums).map(
    (sum) => [`${sum.account} ${sum.currency}`, DailyTotals.balanceOf(sum)] as const
  )
  return Object.fromEntries(all.filter(([, balance]) => balance !== 0n))
}

describe("The daily totals of a random history", () => {
  it("balance at every step and at the end of every day, and equal the ledger", () => {
    fc.assert(
      fc.property(someHistory, ([[birth, commands], steps]) => {
        const run = openRun(birth)
        for (const [index, step] of steps.entries()) {
          follow(run, index, step, commands[index])
          const waiting = DailyTotals.sumsOf(run.state.dirty.postings)
          assert.strictEqual(DailyTotals.differences(waiting).size, 0)
        }
        run.write(true)
        const rows = run.table.rows()
        const booked = [...run.ledger].filter(([, balance]) => balance !== 0n)
        assert.deepStrictEqual(balances(rows), Object.fromEntries(booked))
        for (const until of new Set(rows.map(({ day }) => day))) {
          const before = rows.filter(({ day }) => day <= until)
          assert.strictEqual(DailyTotals.differences(before).size, 0, `until ${until}`)
        }
      }),
      { numRuns }
    )
  })

  it("differ if one posting is missing", () => {
    const given = { kind: "gas", provider: null, currency: "KES", moved: 5 } as const
    const more = { debit: null, credit: null, sold: null, result: null, payoutId: null }
    const state = State.make()
    const events = bookingEvents("bkg_1", {
      ...{ ...given, ...more, valueDate: today, reference: "r", reason: "r" }
    })
    Fold.apply(state, {
      ...{ v: Entry.version, at: startAt, by: "engine", events, reply: null, seq: 1, epoch: 1 }
    })
    const [dated] = state.dirty.postings
    if (dated === undefined) return assert.fail("no postings")
    const planted = [{ ...dated, postings: dated.postings.slice(1) }]
    assert.deepStrictEqual(
      [...DailyTotals.differences(DailyTotals.sumsOf(planted))],
      [["KES", -5n]]
    )
  })
})
