/**
 * Entries that lose, make or double money are refused, and all others are accepted. `FC_RUNS` sets
 * the number of lives, `FC_SEED` repeats a run, and a failure prints both.
 */
import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as BatchEvent from "../../../src/domain/batch/BatchEvent.ts"
import * as Conservation from "../../../src/domain/books/Conservation.ts"
import * as Ledger from "../../../src/domain/books/Ledger.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import {
  address,
  at,
  batchCreated,
  batchEvent,
  createdEvent,
  deposit,
  dueOf,
  event,
  exact,
  historyTo,
  rowEvent,
  someLife,
  usdc,
  withReferences
} from "../../support/fixtures.ts"

const numRuns = Number(process.env.FC_RUNS ?? 2_000)
const seed = process.env.FC_SEED
const parameters = { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) }) }

const replay = ([birth, ...rest]: ReadonlyArray<Payout.Event>): Payout.Payout =>
  rest.reduce(Payout.evolve, Payout.created(birth as typeof createdEvent))

const recalled = [
  ...historyTo.SETTLED,
  event("RecallOpened", at(8), { recallId: "rcl_1", kind: "returned", reason: "returned" })
]
const returned = (amount: number, value: number) =>
  event("RecallReturned", at(9), {
    ...{ recallId: "rcl_1", currency: "UGX", returned: amount, value: usdc(value) },
    providerReference: "mtn-2"
  })

describe("Entries of a payout", () => {
  it("conserve money in any life that its decider produces", () => {
    fc.assert(
      fc.property(someLife, ([birth, life]) => {
        let state = Payout.created({ ...birth, spread: 0.013 })
        for (const [index, command] of life.entries()) {
          const live = state.transfer?.reference ?? "none"
          const given = withReferences(command, live, `tr_new_${index}`, dueOf(state))
          const decision = Payout.decide(state, given)
          if (Result.isFailure(decision)) continue
          expect(Conservation.ofPayout(state, decision.success)).toBeUndefined()
          state = decision.success.reduce(Payout.evolve, state)
        }
      }),
      parameters
    )
  })

  const paidFor = historyTo.SETTLED.slice(0, -1)
  const settled = event("PayoutSettled", at(9), { providerReference: "mtn-1" })
  const refund = (amount: number) => event("RefundOpened", at(9), { amount: usdc(amount) })
  const failed = event("PayoutFailed", at(9), { reason: "unspecified" })
  const late = event("DepositFinalized", at(10), { deposit: deposit(7, 3, 10) })
  const sent = (amount: number) =>
    event("RefundSent", at(11), { amount: usdc(amount), address, txHash: "0xref" })
  const owing = [
    createdEvent,
    event("DepositFinalized", at(1), { deposit: exact }),
    failed,
    refund(25)
  ]

  /** Bugs that would cost someone money, each with the events that it would write. */
  const bugs: ReadonlyArray<
    readonly [
      what: string,
      history: ReadonlyArray<Payout.Event>,
      events: ReadonlyArray<Payout.Event>
    ]
  > = [
    ["keeps what a failed payout was paid", paidFor, [failed]],
    ["keeps a part of what a failed payout was paid", paidFor, [failed, refund(24)]],
    ["returns more than the payout received", paidFor, [failed, refund(26)]],
    ["returns a deposit twice", paidFor, [failed, refund(25), refund(25)]],
    ["pays the recipient and returns the deposit", paidFor, [settled, refund(25)]],
    ["settles a payout that was never paid for", [createdEvent], [settled]],
    ["keeps a late deposit", historyTo.SETTLED, [late]],
    ["returns money that was not paid", [createdEvent], [refund(1)]],
    ["keeps what a provider returned", recalled, [returned(91_575, 25)]],
    ["refunds more than a provider returned", recalled, [returned(91_575, 25), refund(26)]],
    ["takes a part for the whole", recalled, [returned(91_574, 25), refund(25)]],
    ["takes the whole for a part", recalled, [returned(91_575, 24), refund(24)]],
    ["takes more than was paid", recalled, [returned(91_576, 25), refund(25)]],
    ["sends a refund of another amount", owing, [sent(24)]],
    ["sends a refund that is not due", historyTo.SETTLED, [sent(25)]],
    [
      "counts a fraction of a micro-USDC",
      [createdEvent],
      [event("DepositFinalized", at(1), { deposit: { ...exact, amount: 0.5 } })]
    ]
  ]
  it.each(bugs)("are refused when a bug %s", (_, history, events) => {
    expect(Conservation.ofPayout(replay(history), events)).toBeTypeOf("string")
  })

  it("are accepted for a payout that is already wrong if they do not make it worse", () => {
    const wrong = replay([...paidFor, failed])
    expect(Conservation.ofPayout(wrong, [late, refund(3)])).toBeUndefined()
    expect(Conservation.ofPayout(wrong, [late])).toBeTypeOf("string")
    const overdrawn = replay([...owing, refund(5)])
    expect(Conservation.ofPayout(overdrawn, [late, refund(3)])).toBeUndefined()
    expect(Conservation.ofPayout(overdrawn, [refund(1)])).toBeTypeOf("string")
  })
})

describe("Entries of a batch", () => {
  const [first] = batchCreated
  const whole = Batch.created(first)
  const arrived = batchEvent("BatchDepositFinalized", at(6), { deposit: deposit(1, 50, 5) })
  const refund = (amount: number) =>
    batchEvent("BatchRefundOpened", at(7), { amount: usdc(amount) })
  const funded = Batch.evolve(whole, arrived)

  it("conserve money when they count a deposit, return it and prove the return", () => {
    const sending = { amount: usdc(50), address, txHash: "0xref" }
    const life = [
      arrived,
      refund(50),
      batchEvent("BatchRefundSent", at(8), sending),
      batchEvent("BatchRefundDisproved", at(9), { txHash: "0xref" }),
      batchEvent("BatchRefundSent", at(10), sending),
      batchEvent("BatchRefundConfirmed", at(11), { txHash: "0xref" })
    ]
    expect(Conservation.ofBatch(whole, life)).toBeUndefined()
    let state = whole
    for (const one of life) {
      expect(Conservation.ofBatch(state, [one])).toBeUndefined()
      state = Batch.evolve(state, one)
    }
  })

  it("are refused if they return more than is held, or return it twice", () => {
    expect(Conservation.ofBatch(funded, [refund(51)])).toBeTypeOf("string")
    expect(Conservation.ofBatch(funded, [refund(50), refund(50)])).toBeTypeOf("string")
    expect(Conservation.ofBatch(whole, [refund(1)])).toBeTypeOf("string")
  })

  it("are refused if a row takes more than its batch holds", () => {
    const row = Payout.created({ ...createdEvent, batchId: first.id })
    const share = (amount: number) => [
      rowEvent(1, "FundsAllocated", at(7), { amount: usdc(amount) })
    ]
    expect(Conservation.ofShare(funded, row, share(50) as never)).toBeUndefined()
    expect(Conservation.ofShare(funded, row, share(51) as never)).toBeTypeOf("string")
    expect(Conservation.ofShare(whole, row, share(1) as never)).toBeTypeOf("string")
    expect(Conservation.ofShare(whole, row, [])).toBeUndefined()
  })
})

describe("An event", () => {
  it("moves money if the ledger has a posting for it", () => {
    const facts = {
      ...{ id: createdEvent.id, accountId: "acct_1", batchId: null, frozen: null },
      refunds: [{ status: "sent", amount: 1, address, txHash: "0xref" }] as const,
      ...({ sourceAmount: 1, targetAmount: 1, currency: "UGX", spread: 0 } as const)
    }
    const one = { deposit: exact, amount: 1, txHash: "0xref" }
    const members = [...PayoutEvent.Event.members, ...Batch.Event.members]
    for (const { fields } of members) {
      const tag = fields._tag.schema.literal
      const posted = Ledger.postings(facts, BatchEvent.bare({ _tag: tag, ...one } as never))
      if (posted.length > 0) expect(Conservation.movesMoney({ _tag: tag }), tag).toBe(true)
    }
    expect(Conservation.movesMoney({ _tag: "PayoutCreated" })).toBe(false)
    expect(Conservation.movesMoney({ _tag: "QuoteCreated" })).toBe(false)
  })
})
