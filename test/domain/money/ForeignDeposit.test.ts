/** Deposits on another chain or in another token, their sums and their refund. */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Conservation from "../../../src/domain/books/Conservation.ts"
import * as Ledger from "../../../src/domain/books/Ledger.ts"
import * as ForeignDeposit from "../../../src/domain/money/ForeignDeposit.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import {
  address,
  assets,
  at,
  event,
  foreignDeposit,
  historyTo,
  replay,
  sender
} from "../../support/fixtures.ts"

const failed = replay([
  ...historyTo.AWAITING_FUNDS,
  event("PayoutFailed", at(35), { reason: "deposit_expired" })
])

const decide = (state: Payout.Payout, command: Payout.Command) =>
  Result.getOrThrow(Payout.decide(state, command))

const become = (state: Payout.Payout, ...commands: ReadonlyArray<Payout.Command>) =>
  commands.reduce((one, command) => decide(one, command).reduce(Payout.evolve, one), state)

const book = (...deposits: ReadonlyArray<ForeignDeposit.ForeignDeposit>) =>
  ({ _tag: "BookForeignDeposits", deposits, at: at(40) }) as const

const screened = { _tag: "ScreenSenders", senders: [sender], hold: null, at: at(41) } as const

describe("A foreign amount", () => {
  it.each([
    ["25000000", 6, "25.000000"],
    ["7", 6, "0.000007"],
    ["12", 0, "12"],
    [`1${"0".repeat(24)}`, 18, `1000000.${"0".repeat(18)}`]
  ] as const)("of %s units with %d decimals is %s", (units, decimals, text) => {
    expect(ForeignDeposit.format({ units, decimals })).toBe(text)
  })
})

describe("A foreign deposit", () => {
  it("is booked once, and its refund grows by later ones until it is sent", () => {
    const one = become(failed, book(foreignDeposit(1), foreignDeposit(1), foreignDeposit(2, "5")))
    expect(one.foreignDeposits).toHaveLength(2)
    expect(decide(one, book(foreignDeposit(1)))).toEqual([])
    const both = become(one, book(foreignDeposit(3, "10")))
    expect(both.refunds.map(({ asset }) => asset?.units)).toEqual(["25000015"])
    const asset = { ...assets[0], units: "25000015" }
    const send = {
      _tag: "SendRefund",
      amount: 0,
      asset,
      address,
      txHash: "0xr",
      at: at(42)
    } as const
    const sent = become(both, screened, send, book(foreignDeposit(4, "3")))
    expect(sent.refunds.map(({ asset, status }) => [status, asset?.units])).toEqual([
      ["sent", "25000015"],
      ["due", "3"]
    ])
  })

  it("is refused once a payout has as many as it keeps", () => {
    const most = Array.from({ length: ForeignDeposit.countMax }, (_, n) => foreignDeposit(n + 1))
    const full = become(failed, book(...most))
    expect(decide(full, book(...most))).toEqual([])
    const one = book(foreignDeposit(ForeignDeposit.countMax + 1))
    expect(Result.isFailure(Payout.decide(full, one))).toBe(true)
  })

  it("has a separate refund in each asset, and none in the service's own USDC", () => {
    const other = foreignDeposit(2, `1${"0".repeat(24)}`, assets[1])
    const { refunds } = become(failed, book(foreignDeposit(1)), book(other))
    expect(refunds.map(({ amount }) => amount)).toEqual([0, 0])
    expect(new Set(refunds.map(({ asset }) => asset?.chainId)).size).toBe(2)
  })

  it("keeps its refund back until its sender is screened, and while a hold is set", () => {
    const asset = { ...assets[0], units: "25000000" }
    const send = {
      _tag: "SendRefund",
      amount: 0,
      asset,
      address,
      txHash: "0xr",
      at: at(42)
    } as const
    const booked = become(failed, book(foreignDeposit(1)))
    expect(Payout.nextStep(booked)).toMatchObject({ _tag: "ScreenSenders", senders: [sender] })
    expect(Result.isFailure(Payout.decide(booked, send))).toBe(true)
    const held = become(booked, { ...screened, hold: "on a list" })
    expect(Result.isFailure(Payout.decide(held, send))).toBe(true)
    const sent = become(booked, screened, send)
    expect(Payout.nextStep(sent)).toMatchObject({ _tag: "ProveRefund", refund: { asset } })
  })

  it("raises the sequence of an unpaid payout once when its refund is confirmed", () => {
    const asset = { ...assets[0], units: "25000000" }
    const send = {
      _tag: "SendRefund",
      amount: 0,
      asset,
      address,
      txHash: "0xr",
      at: at(42)
    } as const
    const sent = become(failed, book(foreignDeposit(1)), screened, send)
    const confirmed = become(sent, { _tag: "ConfirmRefund", txHash: "0xr", at: at(60) })
    expect(confirmed.refunds.map(({ status }) => status)).toEqual(["confirmed"])
    expect([sent.sequence, confirmed.sequence]).toEqual([failed.sequence, failed.sequence + 1])
  })
})

describe("The books of a foreign deposit", () => {
  const transfer = foreignDeposit(1)
  const asset = { ...assets[0], units: transfer.units }
  const booked = event("ForeignDepositBooked", at(40), { transfer })
  const opened = event("RefundOpened", at(40), { amount: 0, asset })

  it("are in the currency of its asset", () => {
    const balances: Ledger.Balances = new Map()
    for (const one of [booked, opened]) Ledger.book(balances, Ledger.postings(failed, one))
    const currency = Ledger.currencyOf(asset)
    expect(Object.fromEntries(balances)).toEqual({
      [`deposits ${currency}`]: 25_000_000n,
      [`suspense ${currency}`]: 0n,
      [`refunds_due ${currency}`]: -25_000_000n
    })
  })

  it.each([
    ["returns more than arrived", [booked, { ...opened, asset: { ...asset, units: "25000001" } }]],
    ["returns another asset", [booked, { ...opened, asset: { ...asset, chainId: 137 } }]],
    ["returns the amount in the service's own USDC", [booked, { ...opened, amount: 25_000_000 }]]
  ] as const)("show an entry that %s", (_, events) => {
    expect(Conservation.ofPayout(failed, events)).toBeDefined()
  })
})
