/** Ended withdrawals and bookings leave memory, and never return for more than a command (L10). */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit } from "effect"
import type * as Withdrawal from "../../../src/domain/balance/Withdrawal.ts"
import * as KeyLocks from "../../../src/engine/commands/KeyLocks.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Bookings from "../../../src/usecases/Bookings.ts"
import * as Ask from "../../support/ask.ts"
import type { RunningEngine } from "../../support/engine.ts"
import * as EngineHarness from "../../support/engineHarness.ts"
import * as Stage from "../../support/stage.ts"

const { accountId } = EngineHarness
const at = 1
const by = "usr_ADA"
const address = `0x${"6".repeat(40)}`
const txHash = "0xABC"

/** Ended objects of each kind, which is many times the number of open ones. */
const endedCount = 40

const idOf = (prefix: string, number: number): string =>
  `${prefix}_${String(number).padStart(26, "0")}`

const write = (engine: RunningEngine, events: ReadonlyArray<Entry.Event>) =>
  engine.executeOwn(at, Ask.writing(events, [KeyLocks.booksLock]))

const balanceId = idOf("bal", 1)

const deposit = {
  ...{ chainId: 1, txHash: "0xd", logIndex: 0, blockNumber: 1, amount: 900_000_000 },
  ...{ seenAt: at, from: "0x51" }
}

const openBalance = Effect.fnUntraced(function* (engine: RunningEngine) {
  const depositAddress = `0x${balanceId}`
  yield* write(engine, [{ _tag: "BalanceOpened", id: balanceId, at, accountId, depositAddress }])
  yield* write(engine, [
    { _tag: "BalanceDepositFinalized", id: balanceId, at, deposit },
    { _tag: "BalanceSenderScreened", id: balanceId, at, sender: "0x51", hold: null },
    { _tag: "BalanceCredited", id: balanceId, at, deposit, dust: 0 }
  ])
})

const withdraw = Effect.fnUntraced(function* (engine: RunningEngine, number: number) {
  const id = idOf("wdr", number)
  const facts = { amount: 1_000_000, addressId: "adr_1", address, reference: "surplus" }
  yield* write(engine, [{ _tag: "WithdrawalRequested", id, at, accountId, ...facts }])
  return id
})

const book = Effect.fnUntraced(function* (engine: RunningEngine, number: number) {
  const id = idOf("bkg", number)
  const terms = {
    ...({ kind: "top_up", provider: "mtn", currency: "UGX", moved: number } as const),
    ...({ debit: "provider_float", credit: "treasury_fiat", sold: null, result: null } as const),
    ...{ payoutId: null, valueDate: "1970-01-01", reference: "wire", reason: "the float is low" }
  }
  yield* write(engine, [{ _tag: "BookingProposed", id, at, by, ...terms }])
  return id
})

type Timeless = Withdrawal.Command extends infer C ? (C extends C ? Omit<C, "at"> : never) : never

const command = (engine: RunningEngine, id: string, given: Timeless) =>
  engine.commandWithdrawal({ at, by, idempotency: null }, id, {
    ...given,
    at
  } as Withdrawal.Command)

const sizes = ({ state }: RunningEngine) => ({
  withdrawals: state.withdrawals.size,
  bookings: state.bookings.size,
  listed: [state.ordered.withdrawals, state.ordered.bookings].map(
    ({ all }) => all.sorted.length - all.removed.size
  ),
  archived: [state.archived.withdrawals.size, state.archived.bookings.size],
  open: state.openWithdrawals.size,
  transactions: state.refundTransactions.size
})

const onlyOpen = {
  ...{ withdrawals: 1, bookings: 1, listed: [1, 1], archived: [0, 0], open: 1, transactions: 0 }
}

const rests = (engine: RunningEngine) =>
  EngineHarness.advanceUntil(() => JSON.stringify(sizes(engine)) === JSON.stringify(onlyOpen))

/** Many ended withdrawals and bookings, of which one was sent, and one open of each. */
const begin = Effect.fnUntraced(function* () {
  const set = yield* Stage.begin({
    prove: () => Effect.succeed({ _tag: "Final", transfers: 1, isThirdParty: false })
  })
  const { engine } = set
  yield* openBalance(engine)
  const sent = yield* withdraw(engine, 1)
  yield* command(engine, sent, { _tag: "ApproveWithdrawal", by, flagged: null })
  yield* command(engine, sent, { _tag: "SendWithdrawal", txHash })
  for (let number = 2; number <= endedCount; number++) {
    const id = yield* withdraw(engine, number)
    yield* command(engine, id, { _tag: "CancelWithdrawal" })
    const booking = yield* book(engine, number)
    const _tag = number % 2 === 0 ? "BookingBooked" : "BookingWithdrawn"
    yield* write(engine, [{ _tag, id: booking, at, by }])
  }
  yield* withdraw(engine, 1_000)
  yield* book(engine, 1_000)
  yield* rests(engine)
  return { ...set, sent, cancelled: idOf("wdr", 2), booked: idOf("bkg", 2) }
})

const page = { limit: 100, offset: 0 }

/** Asserts that reads by id and lists equal the fold of the log, and load nothing into memory. */
const readsAll = Effect.fnUntraced(function* (
  engine: RunningEngine,
  log: Parameters<typeof EngineHarness.fold>[0]
) {
  const fold = EngineHarness.fold(log)
  for (const [id, one] of fold.withdrawals) {
    assert.deepStrictEqual(yield* engine.withdrawal(id), one)
  }
  for (const [id, one] of fold.bookings) {
    assert.deepStrictEqual(yield* engine.lockedBooking(id), one)
  }
  const listed = yield* engine.lists.withdrawals({ accountId }, page)
  assert.deepStrictEqual(listed.items, [...fold.withdrawals.values()].toReversed())
  const booked = yield* engine.lists.bookings({}, page)
  assert.deepStrictEqual(booked.items, [...fold.bookings.values()].toReversed())
  assert.deepStrictEqual([listed.total, booked.total], [endedCount + 1, endedCount])
  assert.deepStrictEqual(sizes(engine), onlyOpen)
})

describe("L10 Ended withdrawals and bookings", () => {
  it.effect("leave memory once the read model shows them, and are read from there", () =>
    Effect.gen(function* () {
      const { engine, log, sent } = yield* begin()
      assert.strictEqual(EngineHarness.fold(log).withdrawals.get(sent)?.status, "completed")
      yield* readsAll(engine, log)
    })
  )

  it.effect("are not loaded by a start from the tables", () =>
    Effect.gen(function* () {
      const set = yield* begin()
      const { engine, log } = yield* Stage.restart(set)
      yield* readsAll(engine, log)
      assert.deepStrictEqual(yield* engine.lockedBooking(idOf("bkg", 9_999)), undefined)
    })
  )

  it.effect("leave memory again after a start from the log alone", () =>
    Effect.gen(function* () {
      const set = yield* begin()
      set.views.dropRows()
      const { engine, log } = yield* Stage.restart(set)
      yield* readsAll(engine, log)
    })
  )

  it.effect("stay in memory until the read model shows them", () =>
    Effect.gen(function* () {
      const { engine, views } = yield* begin()
      views.setUnavailable(true)
      const id = yield* withdraw(engine, 2_000)
      yield* command(engine, id, { _tag: "CancelWithdrawal" })
      yield* EngineHarness.advanceUntil(() => engine.state.withdrawals.size === 2)
      assert.deepInclude(yield* engine.withdrawal(id), { status: "cancelled" })
      views.setUnavailable(false)
      yield* rests(engine)
    })
  )
})

describe("A command on an ended withdrawal", () => {
  it.effect("is refused as before it left memory, which it leaves again", () =>
    Effect.gen(function* () {
      const { cancelled, engine, sent } = yield* begin()
      const cancel = Effect.flip(command(engine, cancelled, { _tag: "CancelWithdrawal" }))
      assert.deepStrictEqual(yield* cancel, {
        ...{ _tag: "WithdrawalState", status: "cancelled", command: "CancelWithdrawal" }
      })
      const confirm = Effect.flip(command(engine, sent, { _tag: "ConfirmRefund", txHash }))
      assert.deepInclude(yield* confirm, { _tag: "WithdrawalState", status: "completed" })
      const unknown = Effect.flip(command(engine, "wdr_NONE", { _tag: "CancelWithdrawal" }))
      assert.deepInclude(yield* unknown, { _tag: "WithdrawalNotFound" })
      yield* rests(engine)
    })
  )

  it.effect("is refused among many at once", () =>
    Effect.gen(function* () {
      const { engine, log, sent } = yield* begin()
      const { length } = log.entries()
      const disprove = Effect.exit(command(engine, sent, { _tag: "DisproveRefund", txHash }))
      const exits = yield* Effect.all(
        Array.from({ length: 5 }, () => disprove),
        {
          concurrency: "unbounded"
        }
      )
      assert.isTrue(exits.every(Exit.isFailure))
      assert.lengthOf(log.entries(), length)
      yield* rests(engine)
    })
  )
})

describe("L8 The transaction of a completed withdrawal", () => {
  it.effect("is found after the withdrawal left memory, and after a restart", () =>
    Effect.gen(function* () {
      const set = yield* begin()
      const found = (engine: RunningEngine) => engine.refundsWith(txHash.toLowerCase())
      const confirmed = yield* found(set.engine)
      assert.lengthOf(confirmed, 1)
      assert.deepInclude(confirmed[0], { status: "confirmed", amount: 1_000_000, address, txHash })
      const { engine } = yield* Stage.restart(set)
      assert.deepStrictEqual(yield* found(engine), confirmed)
    })
  )
})

describe("A decision about an ended booking", () => {
  it.effect("is refused with the booking's status, and changes nothing", () =>
    Effect.gen(function* () {
      const { booked, engine, log } = yield* begin()
      const request = { at: yield* Clock.currentTimeMillis, by, idempotency: null }
      const deps = { engine, policy: { holdApprovals: 1 } } as unknown as Bookings.Dependencies
      const { length } = log.entries()
      for (const decide of [Bookings.approve, Bookings.withdraw]) {
        assert.deepStrictEqual(yield* Effect.flip(decide(deps, request, booked)), {
          ...{ _tag: "BookingEnded", status: "booked" }
        })
      }
      assert.deepStrictEqual(yield* Effect.flip(Bookings.approve(deps, request, "bkg_NONE")), {
        ...{ _tag: "BookingNotFound", id: "bkg_NONE" }
      })
      assert.lengthOf(log.entries(), length)
      assert.deepStrictEqual(sizes(engine), onlyOpen)
    })
  )
})
