/**
 * Withdrawals under random commands of customers, staff and the chain: the money returns once or is
 * sent once, and every entry conserves it. `FC_RUNS` sets the number of lives.
 */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import * as Withdrawal from "../../../src/domain/balance/Withdrawal.ts"
import * as Conservation from "../../../src/domain/books/Conservation.ts"

const numRuns = Number(process.env.FC_RUNS ?? 1_000)

const amount = 4_000_000

const requested: Withdrawal.Requested = {
  ...{ _tag: "WithdrawalRequested", id: "wdr_1", at: 0, accountId: "acct_1", amount },
  ...{ addressId: "adr_1", address: "0xad", reference: null }
}

const by = fc.constantFrom("usr_ada", "usr_bob", "usr_eve")
const txHash = fc.constantFrom("0x1", "0x2")

const commands: fc.Arbitrary<Withdrawal.Command> = fc.oneof(
  fc.record({
    ...{ _tag: fc.constant("ApproveWithdrawal" as const), at: fc.constant(1), by },
    flagged: fc.option(fc.constant("listed"), { freq: 4, nil: null })
  }),
  fc.record({ _tag: fc.constant("RejectWithdrawal" as const), at: fc.constant(1), by }),
  fc.record({ _tag: fc.constant("CancelWithdrawal" as const), at: fc.constant(1) }),
  fc.record({ _tag: fc.constant("SendWithdrawal" as const), at: fc.constant(1), txHash }),
  fc.record({ _tag: fc.constant("ConfirmRefund" as const), at: fc.constant(1), txHash }),
  fc.record({ _tag: fc.constant("DisproveRefund" as const), at: fc.constant(1), txHash })
)

/** A decision that two people must take. */
const voted = (command: Withdrawal.Command): Withdrawal.Command =>
  "by" in command ? { ...command, vote: { by: command.by, peopleMin: 2 } } : command

/** Every event of a life, the first included. Rejected commands have none. */
const live = (given: ReadonlyArray<Withdrawal.Command>): ReadonlyArray<Withdrawal.Event> => {
  const events: Array<Withdrawal.Event> = [requested]
  let state = Withdrawal.requested(requested)
  assert.isUndefined(Conservation.ofWithdrawal(undefined, state, [requested]))
  for (const command of given) {
    const decision = Withdrawal.decide(state, command)
    if (Result.isFailure(decision)) continue
    const after = decision.success.reduce(Withdrawal.evolve, state)
    assert.isUndefined(Conservation.ofWithdrawal(state, after, decision.success))
    events.push(...decision.success)
    state = after
  }
  return events
}

const stateAfter = (events: ReadonlyArray<Withdrawal.Event>): Withdrawal.Withdrawal =>
  events.slice(1).reduce(Withdrawal.evolve, Withdrawal.requested(requested))

const countOf = (events: ReadonlyArray<Withdrawal.Event>, tag: Withdrawal.Event["_tag"]) =>
  events.filter(({ _tag }) => _tag === tag).length

describe("A withdrawal", () => {
  it("returns its amount once or sends it once, and never both", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (given) => {
        const events = live(given)
        const state = stateAfter(events)
        const moved = events.reduce((sum, event) => sum + Withdrawal.movedBy(state, event), 0)
        const returns =
          countOf(events, "WithdrawalCancelled") + countOf(events, "WithdrawalRejected")
        const completions = countOf(events, "WithdrawalCompleted")
        assert.isAtMost(returns + completions, 1)
        assert.strictEqual(moved, returns === 1 ? 0 : -amount)
        const isReturned = state.status === "cancelled" || state.status === "rejected"
        assert.strictEqual(isReturned, returns === 1)
        assert.strictEqual(state.status === "completed", completions === 1)
      }),
      { numRuns }
    )
  })

  it("is approved and rejected by two people, if two must decide", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (given) => {
        const events = live(given.map(voted))
        for (const [index, event] of events.entries()) {
          if (event._tag !== "WithdrawalApproved" && event._tag !== "WithdrawalRejected") continue
          const before = stateAfter(events.slice(0, index))
          assert.isAbove(before.pendingAction?.approvals.length ?? 0, 0)
          assert.notInclude(before.pendingAction?.approvals ?? [], event.by)
        }
      }),
      { numRuns }
    )
  })

  it("is approved by two people although the lists changed between their approvals", () => {
    const approval = (by: string, lists: string) => ({
      ...({ _tag: "ApproveWithdrawal", at: 1, by, flagged: null } as const),
      vote: { by, peopleMin: 2 },
      screening: {
        ...({ verdict: "clear", lists, score: 0, entry: null, subject: null } as const),
        ...{ candidates: [], registeredName: null, reason: null }
      }
    })
    const approved = live([approval("usr_ada", "2026-03-01"), approval("usr_ben", "2026-03-02")])
    assert.strictEqual(stateAfter(approved).status, "approved")
  })

  it("is held after its transaction is disproved, if its address was flagged by then", () => {
    const by = { by: "usr_ada", at: 1 } as const
    const approve = { _tag: "ApproveWithdrawal", flagged: null, ...by } as const
    const send = { _tag: "SendWithdrawal", txHash: "0x1", at: 1 } as const
    const disprove = { _tag: "DisproveRefund", txHash: "0x1", at: 1 } as const
    const clear = stateAfter(live([approve, send, disprove]))
    assert.deepInclude(clear, { status: "approved", txHash: null })
    const listed = stateAfter(live([approve, { ...send, flagged: "listed" }, disprove]))
    assert.deepInclude(listed, { status: "held", hold: "listed", txHash: null })
    assert.deepInclude(
      stateAfter(live([approve, { ...send, flagged: "listed" }, disprove, send])),
      {
        status: "held"
      }
    )
  })

  it("is sent only after an approval, and each status change has its own number", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 30 }), (given) => {
        const events = live(given)
        let wasApproved = false
        let state = Withdrawal.requested(requested)
        for (const event of events.slice(1)) {
          const after = Withdrawal.evolve(state, event)
          if (event._tag === "WithdrawalApproved") wasApproved = true
          if (event._tag === "WithdrawalSent") assert.isTrue(wasApproved)
          assert.strictEqual(after.sequence, state.sequence + 1)
          state = after
        }
      }),
      { numRuns }
    )
  })
})
