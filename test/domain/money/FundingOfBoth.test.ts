/**
 * Payouts and batches are funded by the same rules. Each test runs with a payout and with a batch
 * of one row, both of 25 USDC and with a window of 30 minutes. A payout reacts to a deposit at
 * once and a batch in later steps, but both have the same funding events.
 */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import * as BatchEvent from "../../../src/domain/batch/BatchEvent.ts"
import type * as Funding from "../../../src/domain/money/Funding.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutGuards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Fixtures from "../../support/fixtures.ts"

const { at, batchOf, createdEvent, deposit, foldBatch, replayBatch, rowEvent } = Fixtures

type Given = Funding.Command | { readonly _tag: "CloseFundingWindow"; readonly at: number }

interface Subject {
  /** Gives a command and runs the next steps. Returns the events about funding and refunds. */
  readonly give: (command: Given) => ReadonlyArray<string>
  readonly awaitsFunds: () => boolean
  readonly due: () => number
  readonly state: () => Payout.Payout | Batch.Batch
}

/** Tags and amounts of the events that payouts and batches have alike. */
const shown = (events: ReadonlyArray<Payout.Event | BatchEvent.Bare>): ReadonlyArray<string> =>
  events.flatMap((event) => {
    if (event._tag === "SuspenseReleased" || event._tag === "RefundOpened") {
      return [`${event._tag} ${event.amount}`]
    }
    const isShared = /^(Deposit|Dust|FundingWindow)/.test(event._tag)
    return isShared ? [event._tag] : []
  })

const instruction = { reference: "tr_1", deadline: at(200) }

/** The command of a paid payout's next step, until it is settled. */
const afterFunds = ({ status }: Payout.Payout): Payout.Command | undefined => {
  if (status === "STABLECOIN_RECEIVED") return { _tag: "ClearScreening", instruction, at: at(50) }
  return status === "PAYOUT_INITIATED"
    ? { _tag: "DeliverTransfer", reference: "tr_1", providerReference: "mtn-1", at: at(50) }
    : undefined
}

const aPayout = (): Subject => {
  let payout = Payout.created(createdEvent)
  const events: Array<Payout.Event> = []
  const decide = (command: Payout.Command): void => {
    const decided = Result.getOrThrow(Payout.decide(payout, command))
    payout = decided.reduce(Payout.evolve, payout)
    events.push(...decided)
  }
  return {
    give: (command) => {
      events.length = 0
      let next: Payout.Command | undefined = command
      for (; next !== undefined; next = afterFunds(payout)) decide(next)
      return shown(events)
    },
    awaitsFunds: () => payout.status === "AWAITING_FUNDS",
    due: () => PayoutGuards.due(payout),
    state: () => payout
  }
}

const opened = rowEvent(1, "FundingOpened", at(1), { fundingDeadline: at(30) })

const aBatch = (): Subject => {
  let together = replayBatch([...batchOf([25]), opened])
  const events: Array<Batch.Event> = []
  const decide = (command: Batch.Command): void => {
    const decided = Result.getOrThrow(Batch.decide(together.batch, command))
    together = decided.reduce(foldBatch, together)
    events.push(...decided)
  }
  const giveRow = (command: Payout.Command): void => {
    const [row] = together.rows.values()
    const decided = row === undefined ? [] : Result.getOrThrow(Payout.decide(row, command))
    together = decided.reduce(foldBatch, together)
  }
  /** Runs the batch's next step. False if there is none. */
  const run = (): boolean => {
    const step = Batch.nextStep(together.batch)
    switch (step._tag) {
      case "AcceptFunds":
      case "OpenRefund":
        decide({ _tag: step._tag, at: at(50) })
        return true
      case "FundRows":
        giveRow({ _tag: "Fund", at: at(50) })
        return true
      case "StopRows":
        giveRow({ _tag: step.how, at: at(50) })
        return true
      default:
        return false
    }
  }
  return {
    give: (command) => {
      events.length = 0
      decide(command)
      while (run());
      return shown(events.map(BatchEvent.bare))
    },
    awaitsFunds: () => together.batch.funding === "open",
    due: () => Batch.stillDue(together.batch),
    state: () => together.batch
  }
}

const final = (one: Funding.Deposit, minute = 2): Given => ({
  ...{ _tag: "FinalizeDeposit", deposit: one, at: at(minute) }
})
const seen = (one: Funding.Deposit): Given => ({ _tag: "SeeDeposit", deposit: one, at: at(2) })
const dropped = (one: Funding.Deposit): Given => ({ _tag: "DropDeposit", deposit: one, at: at(3) })
const closed = (minute: number): Given => ({ _tag: "CloseFundingWindow", at: at(minute) })

/** The n-th transfer, with an amount in micro-USDC. */
const micro = (n: number, amount: number, minute = 1) => ({ ...deposit(n, 0, minute), amount })

/** Deposits of a cent, as many as a payout or batch accepts. */
const fifty = Array.from({ length: 50 }, (_, index) => micro(100 + index, 10_000))

const kinds = [
  { kind: "payout", begin: aPayout },
  { kind: "batch", begin: aBatch }
]

describe.each(kinds)("A deposit of a $kind", ({ begin }) => {
  it("counts once, when it is final", () => {
    const { awaitsFunds, give, state } = begin()
    const paid = deposit(1, 25, 1)
    expect(give(seen(paid))).toEqual(["DepositSeen"])
    expect(give(seen(paid))).toEqual([])
    expect(awaitsFunds()).toBe(true)
    expect(give(final(paid))).toEqual(["DepositFinalized"])
    expect(awaitsFunds()).toBe(false)
    for (const again of [final(paid), seen(paid), dropped(paid)]) expect(give(again)).toEqual([])
    expect(state().deposits).toHaveLength(1)
  })

  it("is dropped only while it is seen", () => {
    const { due, give, state } = begin()
    const one = deposit(1, 10, 1)
    expect(give(dropped(one))).toEqual([])
    give(seen(one))
    expect(due()).toBe(15_000_000)
    expect(give(dropped(one))).toEqual(["DepositDropped"])
    expect(state().deposits).toEqual([])
    expect(due()).toBe(25_000_000)
  })

  it("reduces the amount due while it is seen", () => {
    const { due, give } = begin()
    give(seen(deposit(1, 10, 1)))
    give(final(deposit(2, 9, 1)))
    expect(due()).toBe(6_000_000)
    give(seen(deposit(3, 10, 1)))
    expect(due()).toBe(0)
  })
})

describe.each(kinds)("Dust of a $kind", ({ begin }) => {
  it("is less than a cent, and is booked once; a transfer of zero is not booked", () => {
    const { give, state } = begin()
    expect(give(final(micro(1, 0)))).toEqual([])
    expect(give(seen(micro(2, 9_999)))).toEqual([])
    expect(give(final(micro(2, 9_999)))).toEqual(["DustReceived"])
    expect(give(final(micro(2, 9_999)))).toEqual([])
    expect(give(seen(micro(2, 9_999)))).toEqual([])
    expect(give(final(micro(3, 10_000)))).toEqual(["DepositFinalized"])
    expect(state().suspense).toMatchObject({ received: 9_999, released: 0 })
  })

  it("is less than a hundredth once there are fifty deposits, unless it was seen before", () => {
    const { give, state } = begin()
    const early = micro(1, 20_000)
    for (const one of [seen(early), ...fifty.map((each) => final(each))]) give(one)
    expect(give(final(micro(2, 249_999)))).toEqual(["DustReceived"])
    expect(give(final(micro(2, 249_999)))).toEqual([])
    expect(give(final(micro(3, 250_000)))).toEqual(["DepositFinalized"])
    expect(give(final(early))).toEqual(["DepositFinalized"])
    expect(state().deposits.filter(({ final }) => final)).toHaveLength(51)
  })

  it("is not counted again if it is older than all remembered transfers", () => {
    const { give, state } = begin()
    const dust = Array.from({ length: 51 }, (_, index) => micro(1 + index, 7))
    for (const one of [...dust, ...dust]) give(final(one))
    expect(state().suspense).toMatchObject({ received: 357 })
  })

  it("replaces a seen deposit that is final with a smaller amount", () => {
    const { give, state } = begin()
    const one = micro(1, 20_000)
    give(seen(one))
    give(final({ ...one, amount: 5_000 }))
    expect(state().deposits).toEqual([])
    expect(state().suspense).toMatchObject({ received: 5_000 })
  })
})

describe.each(kinds)("The suspense account of a $kind", ({ begin }) => {
  it("pays once it suffices together with the deposits", () => {
    const { awaitsFunds, give } = begin()
    give(final(micro(1, 24_995_000)))
    expect(give(final(micro(2, 4_999)))).toEqual(["DustReceived"])
    expect(awaitsFunds()).toBe(true)
    expect(give(final(micro(3, 1)))).toEqual(["DustReceived", "SuspenseReleased 5000"])
    expect(awaitsFunds()).toBe(false)
  })

  it("pays nothing if it does not suffice together with the deposits, even after the deadline", () => {
    const { give } = begin()
    give(final(deposit(1, 24, 1)))
    expect(give(final(micro(2, 5_000)))).toEqual(["DustReceived"])
    give(closed(31))
    expect(give(final(micro(3, 4_000), 32))).toEqual(["DustReceived"])
  })

  it("pays only the missing amount", () => {
    const { give, state } = begin()
    give(final(micro(1, 9_000)))
    expect(give(final(micro(2, 24_995_000)))).toEqual(["DepositFinalized", "SuspenseReleased 5000"])
    expect(state().suspense).toMatchObject({ received: 9_000, released: 5_000 })
    expect(state().refunds).toEqual([])
  })

  it("is returned with an excess", () => {
    const { give, state } = begin()
    give(final(micro(1, 4_000)))
    expect(give(final(deposit(2, 26, 1)))).toEqual([
      ...["DepositFinalized", "SuspenseReleased 4000", "RefundOpened 1004000"]
    ])
    expect(state().suspense).toMatchObject({ received: 4_000, released: 4_000 })
  })

  it("is returned alone each time it holds a cent", () => {
    const { give, state } = begin()
    give(final(deposit(1, 25, 1)))
    expect(give(final(micro(2, 9_999)))).toEqual(["DustReceived"])
    expect(give(final(micro(3, 1)))).toEqual([
      ...["DustReceived", "SuspenseReleased 10000", "RefundOpened 10000"]
    ])
    expect(give(final(micro(4, 9_999)))).toEqual(["DustReceived"])
    expect(give(final(micro(5, 2)))).toEqual([
      ...["DustReceived", "SuspenseReleased 10001", "RefundOpened 10001"]
    ])
    expect(state().suspense).toMatchObject({ received: 20_001, released: 20_001 })
  })
})

describe.each(kinds)("The funding window of a $kind", ({ begin }) => {
  it("accepts a deposit first seen at the deadline, even if it is final much later", () => {
    const { awaitsFunds, give } = begin()
    const last = deposit(1, 25, 30)
    give(seen(last))
    give(final({ ...last, seenAt: at(45) }, 45))
    expect(awaitsFunds()).toBe(false)
  })

  it("accepts no deposit first seen after the deadline", () => {
    const { awaitsFunds, give } = begin()
    give(final({ ...deposit(1, 25, 30), seenAt: at(30) + 1 }, 31))
    expect(awaitsFunds()).toBe(true)
  })

  it("closes only once while a deposit in time is not final, and waits for that deposit", () => {
    const { awaitsFunds, give } = begin()
    const pending = deposit(1, 25, 30)
    give(seen(pending))
    expect(give(closed(30))).toEqual([])
    expect(give(closed(31))).toEqual(["FundingWindowClosed"])
    expect(give(closed(32))).toEqual([])
    expect(awaitsFunds()).toBe(true)
    expect(give(final(pending, 33))).toEqual(["DepositFinalized"])
    expect(awaitsFunds()).toBe(false)
  })

  it("ends the wait at the deadline if no deposit in time is pending", () => {
    const { awaitsFunds, give } = begin()
    give(final(deposit(1, 10, 1)))
    give(seen(deposit(2, 25, 31)))
    expect(give(closed(31))).not.toContain("FundingWindowClosed")
    expect(awaitsFunds()).toBe(false)
  })
})
