/** The balance of an account: what is credited, held and returned, and that it is conserved. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import type * as Approval from "../../../src/domain/account/Approval.ts"
import * as Balance from "../../../src/domain/balance/Balance.ts"
import type * as BalanceEvent from "../../../src/domain/balance/BalanceEvent.ts"
import * as Conservation from "../../../src/domain/books/Conservation.ts"
import * as Funding from "../../../src/domain/money/Funding.ts"

const opened: BalanceEvent.Opened = {
  ...{ _tag: "BalanceOpened", id: "bal_1", at: 0, accountId: "acct_1", depositAddress: "0xba" }
}

const decide = (state: Balance.Balance, command: Balance.Command) =>
  Result.getOrThrow(Balance.decide(state, command))

/** The balance after commands. Each entry conserves money. */
const given = (...commands: ReadonlyArray<Balance.Command>): Balance.Balance =>
  commands.reduce((state, command) => {
    const events = decide(state, command)
    assert.isUndefined(Conservation.ofBalance(state, events))
    return events.reduce(Balance.evolve, state)
  }, Balance.opened(opened))

const deposit = (number: number, amount: number, from?: string): Funding.Deposit => ({
  ...{
    chainId: 1,
    txHash: `0x${number}`,
    logIndex: 0,
    blockNumber: number,
    amount,
    seenAt: number
  },
  ...(from === undefined ? {} : { from })
})

const see = (one: Funding.Deposit) => ({ _tag: "SeeDeposit", deposit: one, at: 1 }) as const
const drop = (one: Funding.Deposit) => ({ _tag: "DropDeposit", deposit: one, at: 1 }) as const
const finalize = (one: Funding.Deposit) =>
  ({ _tag: "FinalizeDeposit", deposit: one, at: 1 }) as const
const screen = (sender: string, hold: string | null = null) =>
  ({ _tag: "ScreenSenders", senders: [sender], hold, at: 1 }) as const
const release = (amount: number, vote?: Approval.Vote) =>
  ({ _tag: "ReleaseHold", sender: "0xbad", amount, by: "usr_1", at: 1, vote }) as const

const usdc = (amount: number): number => amount * 1_000_000

describe("A deposit to a balance", () => {
  it("is pending until it is final and its sender is clear", () => {
    const one = deposit(1, usdc(100), "0xa")
    const seen = given(see(one))
    assert.deepInclude(seen, { amount: 0, received: 0 })
    assert.strictEqual(Balance.pending(seen), usdc(100))
    assert.strictEqual(Balance.nextStep(seen)._tag, "Rest")
    const final = given(see(one), finalize(one))
    assert.deepInclude(final, { amount: 0, received: usdc(100) })
    assert.deepInclude(Balance.nextStep(final), { _tag: "ScreenSenders", senders: ["0xa"] })
    const credited = given(see(one), finalize(one), screen("0xa"))
    assert.deepInclude(credited, { amount: usdc(100), deposits: [], movements: 1 })
    assert.strictEqual(Balance.nextStep(credited)._tag, "Rest")
  })

  it("has its sender screened once it is final, although an earlier one was clear", () => {
    const [first, second] = [deposit(1, usdc(5), "0xa"), deposit(2, usdc(7), "0xa")]
    const history = [see(first), see(second), finalize(first), screen("0xa"), finalize(second)]
    const state = given(...history)
    assert.strictEqual(state.amount, usdc(5))
    assert.deepInclude(Balance.nextStep(state), { _tag: "ScreenSenders", senders: ["0xa"] })
    const held = given(...history, screen("0xa", "listed"))
    assert.deepStrictEqual([held.amount, Balance.heldAmount(held)], [usdc(5), usdc(7)])
  })

  it("of a flagged sender is held, and stops no other deposit", () => {
    const [flagged, clear] = [deposit(1, usdc(5), "0xbad"), deposit(2, usdc(7), "0xa")]
    const history = [finalize(flagged), finalize(clear), screen("0xbad", "listed")]
    const held = given(...history, screen("0xa"))
    assert.strictEqual(held.amount, usdc(7))
    assert.strictEqual(Balance.heldAmount(held), usdc(5))
    const released = given(...history, screen("0xa"), release(usdc(5)))
    assert.deepInclude(released, { amount: usdc(12), held: [], movements: 2 })
    assert.isTrue(Result.isFailure(Balance.decide(released, release(usdc(5)))))
  })

  it("of a flagged sender is released by two people, who approve the same amount", () => {
    const history = [finalize(deposit(1, usdc(5), "0xbad")), screen("0xbad", "listed")]
    const vote = (by: string) => ({ by, peopleMin: 2 })
    const proposed = given(...history, release(usdc(5), vote("usr_1")))
    assert.deepInclude(proposed, { amount: 0 })
    assert.deepStrictEqual(proposed.pendingAction?.approvals, ["usr_1"])
    const twice = [release(usdc(5), vote("usr_1")), release(usdc(5), vote("usr_1"))]
    assert.strictEqual(given(...history, ...twice).amount, 0)
    const both = [release(usdc(5), vote("usr_1")), release(usdc(5), vote("usr_2"))]
    assert.deepInclude(given(...history, ...both), { amount: usdc(5), pendingAction: null })
    assert.isTrue(Result.isFailure(Balance.decide(proposed, release(usdc(6), vote("usr_2")))))
  })

  it("of a flagged sender is released once, however its address is written", () => {
    const history = [finalize(deposit(1, usdc(5), "0xbad")), screen("0xbad", "listed")]
    const spelled = { ...release(usdc(5)), sender: "0xBAD" }
    const released = given(...history, spelled)
    assert.deepInclude(released, { amount: usdc(5), held: [] })
    assert.isTrue(Result.isFailure(Balance.decide(released, spelled)))
    const vote = (by: string) => ({ by, peopleMin: 2 })
    const both = [release(usdc(5), vote("usr_1")), { ...spelled, vote: vote("usr_2") }]
    assert.deepInclude(given(...history, ...both), { amount: usdc(5), pendingAction: null })
  })

  it("joins what is held of its sender already", () => {
    const [first, second] = [deposit(1, usdc(5), "0xbad"), deposit(2, usdc(6), "0xbad")]
    const listed = screen("0xbad", "listed")
    const { held } = given(finalize(first), listed, finalize(second), listed)
    assert.deepStrictEqual(held, [
      { sender: "0xbad", amount: usdc(11), reason: "listed", since: 1 }
    ])
  })

  it("disappears if the chain drops it before it is final", () => {
    const one = deposit(1, usdc(100), "0xa")
    assert.deepInclude(given(see(one), drop(one)), { amount: 0, received: 0, deposits: [] })
    assert.strictEqual(given(finalize(one), drop(one)).received, usdc(100))
  })

  it("is counted once, however often and late it is reported", () => {
    const many = Array.from({ length: 200 }, (_, number) => deposit(number + 1, usdc(1)))
    const history = many.flatMap((one) => [see(one), finalize(one), finalize(one)])
    const again = [...many, ...many.toReversed()].flatMap((one) => [see(one), finalize(one)])
    assert.strictEqual(given(...history, ...again).amount, usdc(200))
  })
})

describe("A transfer to a balance that is too small to count alone", () => {
  it("is credited with the next deposit of its sender, and with no other one", () => {
    const history = [
      ...[finalize(deposit(1, 9_998, "0xa")), finalize(deposit(2, 2, "0xbad"))],
      finalize(deposit(3, 1, "0xa"))
    ]
    const dust = [
      { from: "0xbad", amount: 2 },
      { from: "0xa", amount: 9_999 }
    ]
    assert.deepInclude(given(...history), { amount: 0, dust, received: 10_001 })
    const [one, two] = [deposit(4, usdc(1), "0xa"), deposit(5, usdc(2), "0xa")]
    const clear = given(...history, finalize(one), finalize(two), screen("0xa"))
    assert.deepInclude(clear, { amount: usdc(3) + 9_999, dust: dust.slice(0, 1), movements: 2 })
    const other = given(...history, finalize(deposit(4, usdc(1), "0xb")), screen("0xb"))
    assert.deepInclude(other, { amount: usdc(1), dust })
  })

  it("is not credited if too many addresses sent such ones", () => {
    const many = Array.from({ length: Funding.dustSendersMax + 1 }, (_, index) =>
      finalize(deposit(index + 1, 7, `0x${index}`))
    )
    const full = given(...many)
    assert.lengthOf(full.dust, Funding.dustSendersMax)
    assert.strictEqual(full.otherDust, 7)
    assert.strictEqual(Balance.uncredited(full), 7 * many.length)
    const last = `0x${Funding.dustSendersMax}`
    const clear = given(...many, finalize(deposit(100, usdc(1), last)), screen(last))
    assert.deepInclude(clear, { amount: usdc(1), otherDust: 7 })
  })
})

describe("A correction of a balance", () => {
  const correct = (state: Balance.Balance, amount: number, vote?: Approval.Vote) => {
    const event = Balance.correct(
      state,
      { _tag: "Correct", at: 1, by: "usr_1", amount, vote },
      "cor_1"
    )
    const events = event === undefined ? [] : [event]
    const violation = Conservation.ofBalance(state, events)
    return { state: events.reduce(Balance.evolve, state), violation }
  }

  it("adds to the amount or takes from it, and never below zero", () => {
    const paid = given(finalize(deposit(1, usdc(5))))
    assert.deepInclude(correct(paid, usdc(2)).state, { amount: usdc(7), movements: 2 })
    assert.deepInclude(correct(paid, -usdc(5)).state, { amount: 0, movements: 2, reserved: 0 })
    assert.isUndefined(correct(paid, -usdc(5)).violation)
    assert.include(correct(paid, -usdc(5) - 1).violation, "the balance falls to -1")
  })

  it("takes effect with the last approval of the same amount", () => {
    const vote = (by: string) => ({ by, peopleMin: 2 })
    const paid = given(finalize(deposit(1, usdc(5))))
    const first = correct(paid, -usdc(1), vote("usr_1")).state
    assert.deepInclude(first, { amount: usdc(5), movements: 1 })
    assert.strictEqual(correct(first, -usdc(1), vote("usr_1")).state, first)
    assert.strictEqual(correct(first, -usdc(2), vote("usr_2")).state.amount, usdc(5))
    const second = correct(first, -usdc(1), vote("usr_2")).state
    assert.deepInclude(second, { amount: usdc(4), movements: 2, pendingAction: null })
  })
})

/** A block of the chain with one deposit, and what screening and operators do after it. */
interface Block {
  readonly amount: number
  readonly from: string | undefined
  readonly isSeen: boolean
  readonly isFinal: boolean
  readonly isScreened: boolean
  readonly isReleased: boolean
}

const blocks: fc.Arbitrary<ReadonlyArray<Block>> = fc.array(
  fc.record({
    amount: fc.oneof(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 10_000, max: 10 ** 9 })),
    from: fc.constantFrom(undefined, "0xa", "0xb", "0xbad"),
    isSeen: fc.boolean(),
    isFinal: fc.boolean(),
    isScreened: fc.boolean(),
    isReleased: fc.boolean()
  }),
  { maxLength: 40 }
)

/** The commands of a block. A final deposit is reported twice. */
const commandsOf = (
  { held }: Balance.Balance,
  { amount, from, isFinal, isReleased, isSeen }: Block,
  number: number
) => {
  const one = deposit(number, amount, from)
  return [
    ...(isSeen ? [see(one)] : []),
    ...(isFinal ? [finalize(one), finalize(one)] : [drop(one)]),
    ...(isReleased ? held.map((one) => release(one.amount)) : [])
  ]
}

/** The verdict on the next sender; one of them is listed. */
const verdictOn = (state: Balance.Balance): ReadonlyArray<Balance.Command> => {
  const step = Balance.nextStep(state)
  if (step._tag === "Rest") return []
  return step.senders.map((sender) => screen(sender, sender === "0xbad" ? "listed" : null))
}

const perform = (state: Balance.Balance, command: Balance.Command): Balance.Balance => {
  const result = Balance.decide(state, command)
  if (Result.isFailure(result)) return state
  assert.isUndefined(Conservation.ofBalance(state, result.success))
  const next = result.success.reduce(Balance.evolve, state)
  assert.strictEqual(next.received, next.amount + Balance.uncredited(next))
  for (const { amount } of next.dust) assert.isAbove(amount, 0)
  return next
}

describe("Any balance", () => {
  it("has received what it has credited, holds and still screens, at each step", () => {
    fc.assert(
      fc.property(blocks, (chain) => {
        let state = Balance.opened(opened)
        chain.forEach((block, index) => {
          state = commandsOf(state, block, index + 1).reduce(perform, state)
          if (block.isScreened) state = verdictOn(state).reduce(perform, state)
        })
        const final = chain.filter(({ isFinal }) => isFinal)
        assert.strictEqual(
          state.received,
          final.reduce((sum, { amount }) => sum + amount, 0)
        )
      })
    )
  })
})
