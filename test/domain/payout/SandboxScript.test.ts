/**
 * The sandbox's script and controls, tested for every pair of status and outcome.
 */
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import * as SandboxScript from "../../../src/domain/payout/SandboxScript.ts"
import { at, createdEvent, event, historyTo, replay, row, usdc } from "../../support/fixtures.ts"

const { statuses } = PayoutEvent
const now = at(10)
const instruction = { reference: "tr_9", deadline: at(25) }
const wish = (outcome: SandboxScript.Outcome, time = now): SandboxScript.Target => ({
  ...{ outcome, failureReason: "recipient_limit", at: time, instruction },
  recallId: "rcl_1"
})

const own = { ...SandboxScript.deposit(createdEvent.id, usdc(25), now) }
const refusal = { _tag: "RefuseTransfer", reference: "tr_1", reason: "recipient_limit" } as const

const commands: Readonly<Record<string, Payout.Command>> = {
  refuse: { _tag: "RefuseRecipient", reason: "recipient_limit", at: now },
  pay: { _tag: "FinalizeDeposit", deposit: own, at: now },
  clear: { _tag: "ClearScreening", instruction, at: now },
  hold: { _tag: "Hold", reason: "asked for in the sandbox", at: now },
  approve: { _tag: "Approve", instruction, by: "sandbox", approvalsMin: 1, at: now },
  reject: { _tag: "Reject", at: now },
  deliver: {
    ...{ _tag: "DeliverTransfer", reference: "tr_1", providerReference: "SBX-TR_1", at: now }
  },
  fail: { ...refusal, next: null, attemptsMax: 0, at: now },
  close: { _tag: "CloseFundingWindow", early: true, at: now },
  expire: { _tag: "ExpireTransfer", reference: "tr_1", at: now },
  byHand: { _tag: "Settle", providerReference: "SBX-REVIEW", at: now },
  giveUp: { _tag: "Fail", reason: "recipient_limit", at: now },
  reverse: { _tag: "Reverse", at: now },
  recall: {
    ...{ _tag: "OpenRecall", recallId: "rcl_1", kind: "returned" },
    ...{ reason: "asked for in the sandbox", at: now }
  }
}

/**
 * A row per outcome, a column per state in the order of `statuses`. `-` is no path from there.
 *
 *   CREATED AWAITING RECEIVED HOLD INITIATED CONFIRMED SETTLED FAILED REVERSED REVIEW
 */
const grid: { readonly [O in SandboxScript.Outcome]: string } = {
  settle: "- pay clear approve deliver deliver - - - byHand",
  fail: "- refuse clear approve fail fail - - - giveUp",
  expire: "- close - - - - - - - -",
  hold: "- pay hold approve - - - - - -",
  review: "- pay clear approve expire expire - - - -",
  reverse: "- pay hold reject expire expire - - - reverse",
  return: "- pay clear approve deliver deliver recall - - byHand"
}

const cells = SandboxScript.outcomes.flatMap((outcome) =>
  statuses.map((status, index) => ({
    outcome,
    status,
    cell: grid[outcome].split(" ")[index] ?? "missing"
  }))
)

/** The state in which each outcome is reached. */
const ends: { readonly [O in SandboxScript.Outcome]: Payout.Status } = {
  ...{ settle: "SETTLED", fail: "FAILED", expire: "FAILED", hold: "COMPLIANCE_HOLD" },
  ...{ review: "MANUAL_REVIEW", reverse: "REVERSED", return: "SETTLED" }
}

describe("The sandbox's path to an outcome", () => {
  it.each(cells)("starts for $outcome from $status with $cell", ({ cell, outcome, status }) => {
    const expected = cell === "-" ? undefined : commands[cell]
    expect(SandboxScript.commandToward(replay(historyTo[status]), wish(outcome))).toEqual(expected)
  })

  it("is tested for every pair of outcome and status, with every command", () => {
    expect(cells).toHaveLength(70)
    const words = new Set(cells.map(({ cell }) => cell))
    expect([...words].sort()).toEqual(["-", ...Object.keys(commands)].sort())
  })

  const known = SandboxScript.outcomes.filter(
    (outcome) => outcome !== "expire" && outcome !== "return"
  )
  it.each(known)("ends for %s in exactly one state", (outcome) => {
    const reached = statuses.filter((status) =>
      SandboxScript.isReached(replay(historyTo[status]), outcome)
    )
    expect(reached).toEqual([ends[outcome]])
  })

  it("reaches an expiry only without deposits or with too small ones", () => {
    const close = { _tag: "CloseFundingWindow", early: true, at: now } as const
    const { pay, refuse } = commands
    const part = SandboxScript.deposit("a part", usdc(10), now)
    const paths = {
      without: [close],
      tooLittle: [{ _tag: "FinalizeDeposit", deposit: part, at: now } as const, close],
      paid: [pay, close],
      refused: [refuse]
    }
    const expires = Object.entries(paths).flatMap(([name, path]) => {
      const decided = path
        .flatMap((command) => command ?? [])
        .reduce(
          (payout, command) => {
            const events = Result.getOrElse(Payout.decide(payout, command), () => [])
            return events.reduce(Payout.evolve, payout)
          },
          replay([createdEvent])
        )
      return SandboxScript.isReached(decided, "expire") ? [name] : []
    })
    expect(expires).toEqual(["without", "tooLittle"])
  })

  /**
   * Walks from a state as the controls do. Returns the last status, and throws at a refused step.
   */
  const walk = (
    from: ReadonlyArray<Payout.Event>,
    outcome: SandboxScript.Outcome
  ): Payout.Status => {
    let payout = replay(from)
    for (let steps = 0; steps < 8 && !SandboxScript.isReached(payout, outcome); steps++) {
      const command = SandboxScript.commandToward(payout, wish(outcome))
      if (command === undefined) break
      const events = Result.getOrThrow(Payout.decide(payout, command))
      payout = events.reduce(Payout.evolve, payout)
    }
    return payout.status
  }

  it.each([...SandboxScript.outcomes])("reaches %s from the wait for funds", (outcome) => {
    expect(walk([createdEvent], outcome)).toBe(ends[outcome])
  })

  it.each(cells.filter(({ cell, outcome }) => cell !== "-" && outcome !== "hold"))(
    "reaches $outcome from $status with allowed steps only",
    ({ outcome, status }) => {
      expect(walk(historyTo[status], outcome)).toBe(ends[outcome])
    }
  )

  it("funds a payout inside its window, even if it is requested later", () => {
    const command = SandboxScript.commandToward(replay([createdEvent]), wish("settle", at(45)))
    expect(command).toMatchObject({ at: at(45), deposit: { seenAt: at(30), amount: usdc(25) } })
  })

  it("never pays for a row of a batch, but may refuse the row's recipient", () => {
    const waiting = replay([row, event("FundingOpened", at(1), { fundingDeadline: at(30) })])
    for (const outcome of ["settle", "expire", "hold", "review", "reverse"] as const) {
      expect(SandboxScript.commandToward(waiting, wish(outcome))).toBeUndefined()
    }
    expect(SandboxScript.commandToward(waiting, wish("fail"))).toEqual(commands.refuse)
  })
})

describe("The sandbox's return of a settled payout", () => {
  it("takes three commands and brings all money back", () => {
    let payout = replay(historyTo.SETTLED)
    const tags: Array<string> = []
    while (!SandboxScript.isReached(payout, "return") && tags.length < 9) {
      const command = SandboxScript.commandToward(payout, wish("return"))
      if (command === undefined) break
      tags.push(command._tag)
      payout = Result.getOrThrow(Payout.decide(payout, command)).reduce(Payout.evolve, payout)
    }
    expect(tags).toEqual(["OpenRecall", "ReturnRecall", "CloseRecall"])
    expect(payout.recalls).toMatchObject([{ kind: "returned", outcome: "returned" }])
    expect(payout.refunds).toMatchObject([{ status: "due", amount: payout.sourceAmount }])
  })
})

describe("The sandbox's script", () => {
  const named = (name: string) => replay([{ ...createdEvent, name }])
  const numbered = (phone: string) => replay([{ ...createdEvent, phone }])

  it.each([
    ["+256770000003", "insufficient_balance"],
    ["+256770000004", "invalid_recipient"],
    ["+256770000001", undefined],
    ["+256750000005", undefined]
  ])("refuses the phone %s with %s", (phone, reason) => {
    expect(SandboxScript.refusal(numbered(phone))).toBe(reason)
  })

  it.each([
    ["SANDBOX HOLD", "hold"],
    ["SANDBOX REVERSE", "reverse"],
    ["SANDBOX REVIEW", "review"],
    ["Sandbox Hold", undefined]
  ])("reads the name %s as the outcome %s", (name, fate) => {
    expect(SandboxScript.magicOutcome(named(name))).toBe(fate)
  })

  it("sends no deposit for the recipient name SANDBOX UNFUNDED", () => {
    expect(SandboxScript.isUnfunded({ name: "SANDBOX UNFUNDED" })).toBe(true)
    for (const one of [{ name: "Amina" }, { name: null }, {}]) {
      expect(SandboxScript.isUnfunded(one)).toBe(false)
    }
  })

  it.each([1, 0.01])("settles after one to three minutes, multiplied by %d", (timeScale) => {
    const delays = Array.from({ length: 50 }, (_, index) => {
      const payout = replay([{ ...createdEvent, id: `po_${index}` }])
      expect(SandboxScript.acceptAt(payout, timeScale)).toBeCloseTo(
        SandboxScript.settleAt(payout, timeScale) - 1_000 * timeScale
      )
      return (SandboxScript.settleAt(payout, timeScale) - payout.createdAt) / timeScale
    })
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(60_000)
    expect(Math.max(...delays)).toBeLessThanOrEqual(180_000)
    expect(new Set(delays).size).toBeGreaterThan(40)
  })

  it("settles a payout to the slow phone number after five minutes", () => {
    const slow = numbered("+256770000002")
    expect(SandboxScript.settleAt(slow, 1) - slow.createdAt).toBe(300_000)
  })
})
