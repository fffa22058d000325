/** Refunds that are recorded as sent, which the chain then proves or disproves. */

import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import type * as Refund from "../../src/domain/refund/Refund.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import * as Entry from "../../src/engine/ports/Entry.ts"
import type * as Screening from "../../src/engine/ports/Screening.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import { silent } from "../http/suite.ts"
import * as EngineHarness from "../support/engineHarness.ts"
import type * as MemoryLog from "../support/memoryLog.ts"
import * as Stage from "../support/stage.ts"

const usdc = (amount: number): number => amount * 1_000_000
const address = "0xback"

/** A chain with changeable proofs, and a list of the transactions that it was asked for. */
const makeChain = () => {
  const asked: Array<string> = []
  let answer: Effect.Effect<Chain.Proof, Unavailable> = Effect.succeed({
    _tag: "Pending",
    transfers: 1
  })
  const script: Partial<EngineHarness.Script> = {
    provider: () => "refuse for good",
    prove: (txHash, to, amount) =>
      Effect.suspend(() => {
        asked.push(`${txHash} ${to} ${amount}`)
        return answer
      })
  }
  const says = (proof: Chain.Proof) => {
    answer = Effect.succeed(proof)
  }
  const becomes = (next: typeof answer) => {
    answer = next
  }
  return { asked, script, says, becomes }
}

/** A failed payout that must refund 25 USDC. */
const failed = Effect.fnUntraced(function* ({ client, log }: Stage.Stage) {
  const id = yield* client.newPayout()
  yield* EngineHarness.advanceUntil(() => refundsOf(log, id).length === 1)
  return id
})

/** An underfunded batch that must refund 9 USDC. */
const underfunded = Effect.fnUntraced(function* ({ client, log }: Stage.Stage) {
  const id = EngineHarness.idOf(yield* client.batch([usdc(10), usdc(15)]))
  yield* EngineHarness.advanceUntil(() => refundsOf(log, id).length === 1)
  return id
})

const refundsOf = (log: MemoryLog.MemoryLog, id: string): ReadonlyArray<Refund.Refund> => {
  const { batches, payouts } = EngineHarness.fold(log)
  return (payouts.get(id) ?? batches.get(id))?.refunds ?? []
}

const statuses = (log: MemoryLog.MemoryLog, id: string): string =>
  `${refundsOf(log, id).map(({ status }) => status)}`

/** The tests below run for a payout and for a batch, since both follow the same rules. */
const kinds = [
  { what: "a payout", make: failed, amount: usdc(25), arrivals: undefined },
  {
    what: "a batch",
    make: underfunded,
    amount: usdc(9),
    arrivals: (funded: Chain.Funded) =>
      [
        [1_000, { _tag: "Finalized", deposit: EngineHarness.deposit(funded, 1_000, usdc(9)) }]
      ] as const
  }
]

const beginOf = ({ amount, arrivals, make }: (typeof kinds)[number]) =>
  Effect.fnUntraced(function* () {
    const chain = makeChain()
    const script = { ...chain.script, ...(arrivals === undefined ? {} : { arrivals }) }
    const stage = yield* Stage.begin(script)
    const id = yield* make(stage)
    const send = (client: Stage.Stage["client"], txHash: string) => {
      const command = { _tag: "SendRefund", amount, address, txHash } as const
      const isPayout = id.startsWith("po_")
      const sent: Effect.Effect<unknown, unknown> = isPayout
        ? client.command(id, command)
        : client.commandBatch(id, command)
      return sent
    }
    const isActive = ({ state }: Stage.Stage["engine"]) =>
      state.payouts.has(id) || state.batches.has(id)
    return { chain, stage, id, send, isActive }
  })

for (const kind of kinds) {
  const { amount, what } = kind
  const begin = beginOf(kind)

  describe(`The refund of ${what}`, () => {
    it.effect(
      "is checked more and more slowly until the chain proves it, and is then confirmed",
      () =>
        Effect.gen(function* () {
          const { chain, id, isActive, send, stage } = yield* begin()
          yield* send(stage.client, "0xref")
          yield* EngineHarness.until(() => chain.asked.length === 1)
          yield* TestClock.adjust("10 minutes")
          assert.strictEqual(statuses(stage.log, id), "sent")
          assert.isTrue(chain.asked.every((one) => one === `0xref ${address} ${amount}`))
          // The checks of ten minutes: a few at first, and then one per minute.
          assert.isBelow(chain.asked.length, 20)
          assert.isAbove(chain.asked.length, 9)
          assert.isTrue(isActive(stage.engine))
          chain.says({ _tag: "Final", transfers: 1, isThirdParty: false })
          yield* TestClock.adjust(Limits.engine.providerPauseMsMax)
          assert.strictEqual(statuses(stage.log, id), "confirmed")
          yield* EngineHarness.advanceUntil(() => !isActive(stage.engine))
          const asked = chain.asked.length
          yield* TestClock.adjust("1 hour")
          assert.lengthOf(chain.asked, asked)
        })
    )

    it.effect("is due again if the chain shows something else, and can be resent", () =>
      Effect.gen(function* () {
        const { chain, id, send, stage } = yield* begin()
        yield* send(stage.client, "0xwrong")
        chain.says({ _tag: "Wrong", reason: "it sends nothing", isFinal: true })
        yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "due")
        assert.deepStrictEqual(refundsOf(stage.log, id), [
          { status: "due", amount, address: null, txHash: null }
        ])
        chain.says({ _tag: "Final", transfers: 1, isThirdParty: false })
        yield* send(stage.client, "0xright")
        yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed")
        const [only, ...more] = refundsOf(stage.log, id) ?? []
        assert.deepStrictEqual(more, [])
        assert.deepInclude(only, { status: "confirmed", amount, address, txHash: "0xright" })
        assert.isAtLeast(only?.confirmedAt ?? 0, only?.sentAt ?? Number.POSITIVE_INFINITY)
      })
    )

    it.effect("is not disproved by a transaction that is not final or may come back", () =>
      Effect.gen(function* () {
        const { chain, id, send, stage } = yield* begin()
        chain.says({ _tag: "Absent" })
        yield* send(stage.client, "0xref")
        yield* TestClock.adjust("1 hour")
        chain.says({ _tag: "Wrong", reason: "it failed", isFinal: false })
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(statuses(stage.log, id), "sent")
        chain.says({ _tag: "Final", transfers: 1, isThirdParty: false })
        yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed")
      })
    )
  })

  describe(`The sent refund of ${what}`, () => {
    it.effect("is neither confirmed nor disproved by a chain that does not respond", () =>
      Effect.gen(function* () {
        const { chain, id, send, stage } = yield* begin()
        chain.becomes(Effect.fail(new Unavailable({ message: "No node answers." })))
        yield* send(stage.client, "0xref")
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(statuses(stage.log, id), "sent")
        chain.says({ _tag: "Final", transfers: 1, isThirdParty: false })
        yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed")
      })
    )

    it.effect("L7 is proven after a restart, without any request about it", () =>
      Effect.gen(function* () {
        const { chain, id, isActive, send, stage } = yield* begin()
        yield* send(stage.client, "0xref")
        yield* TestClock.adjust("1 minute")
        const next = yield* Stage.restart(stage)
        assert.isTrue(isActive(next.engine), "what is sent comes back to be proven")
        const asked = chain.asked.length
        yield* EngineHarness.advanceUntil(() => chain.asked.length > asked)
        assert.strictEqual(statuses(next.log, id), "sent")
        chain.says({ _tag: "Final", transfers: 1, isThirdParty: false })
        yield* EngineHarness.advanceUntil(() => statuses(next.log, id) === "confirmed")
        yield* EngineHarness.advanceUntil(() => !isActive(next.engine))
      })
    )

    it.effect("L8 needs a separate transaction, since one does not prove two refunds", () =>
      Effect.gen(function* () {
        const { chain, id, send, stage } = yield* begin()
        yield* send(stage.client, "0xref")
        chain.says({ _tag: "Final", transfers: 1, isThirdParty: false })
        yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed")
        const late = {
          ...EngineHarness.deposit({ id } as never, 0, amount),
          txHash: "late",
          seenAt: 0
        }
        const deposited = { _tag: "FinalizeDeposit", deposit: late } as const
        yield* id.startsWith("po_")
          ? stage.client.command(id, deposited)
          : stage.client.commandBatch(id, deposited)
        yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed,due")
        assert.isTrue(Exit.isFailure(yield* Effect.exit(send(stage.client, "0xref"))))
        yield* send(stage.client, "0xown")
        yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed,confirmed")
      })
    )
  })
}

describe("A late deposit", () => {
  const listed = `0x${"bad".padStart(40, "0")}`
  const address = (given: string): Effect.Effect<Screening.Verdict> =>
    Effect.succeed(given === listed ? { _tag: "Flagged", reason: "on a list" } : { _tag: "Clear" })

  const late = Effect.fnUntraced(function* ({ client }: Stage.Stage, id: string, from: string) {
    const named = { txHash: `late ${from}`, seenAt: 0, from }
    const deposit = { ...EngineHarness.deposit({ id } as never, 0, usdc(7)), ...named }
    yield* client.command(id, { _tag: "FinalizeDeposit", deposit })
  })

  it.effect("of a listed sender is due for a refund but held, until it is released", () =>
    Effect.gen(function* () {
      const stage = yield* Stage.begin({ address })
      const id = yield* stage.client.newPayout()
      yield* EngineHarness.advanceUntil(
        () => EngineHarness.fold(stage.log).payouts.get(id)?.status === "SETTLED"
      )
      yield* late(stage, id, listed)
      yield* EngineHarness.advanceUntil(
        () => EngineHarness.fold(stage.log).payouts.get(id)?.refundHold === "on a list"
      )
      const send = stage.client.command(id, {
        ...{ _tag: "SendRefund", amount: usdc(7), address: "0xclean", txHash: "0xref" }
      } as const)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(send)), "what is held is not sent")
      yield* stage.client.command(id, { _tag: "ReleaseRefunds", by: "key_1" })
      yield* send
      yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed")
    })
  )

  it.effect(
    "of an unlisted sender can be refunded once it is screened, even across a restart",
    () =>
      Effect.gen(function* () {
        let isAsked = false
        const hanging = () =>
          Effect.suspend(() => {
            isAsked = true
            return Effect.never
          })
        const stage = yield* Stage.begin({ address: hanging })
        const id = yield* stage.client.newPayout()
        yield* EngineHarness.advanceUntil(
          () => EngineHarness.fold(stage.log).payouts.get(id)?.status === "SETTLED"
        )
        yield* late(stage, id, "0xstranger")
        yield* EngineHarness.until(() => isAsked)
        const refund = { amount: usdc(7), address: "0xclean", txHash: "0xref" }
        const sent = stage.client.command(id, { _tag: "SendRefund", ...refund })
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sent)), "not before it is screened")
        const next = yield* Stage.restart({
          ...stage,
          adapters: EngineHarness.make({ ...stage.adapters.script, address })
        })
        yield* EngineHarness.advanceUntil(() => {
          const deposits = EngineHarness.fold(next.log).payouts.get(id)?.deposits ?? []
          return deposits.some(
            ({ from, isScreened }) => from === "0xstranger" && isScreened === true
          )
        })
        yield* next.client.command(id, { _tag: "SendRefund", ...refund })
      })
  )
})

describe("A refund that a third party paid", () => {
  it.effect("is confirmed as such, and the service's assets do not decrease", () =>
    Effect.gen(function* () {
      const chain = makeChain()
      const stage = yield* Stage.begin(chain.script)
      const id = yield* failed(stage)
      chain.says({ _tag: "Final", transfers: 1, isThirdParty: true })
      yield* stage.client.command(id, {
        ...({ _tag: "SendRefund", amount: usdc(25), address, txHash: "0xref" } as const)
      })
      yield* EngineHarness.advanceUntil(() => statuses(stage.log, id) === "confirmed")
      const books = Reconciliation.open()
      for (const { events } of stage.log.entries()) {
        for (const event of events) {
          if (Entry.isPayoutEvent(event)) Reconciliation.record(books, "payout", event)
        }
      }
      assert.deepStrictEqual(Reconciliation.auditBooks(books), [])
      assert.strictEqual(books.balances.get("deposits USDC"), 25_000_000n)
      assert.strictEqual(books.balances.get("third_parties USDC"), -25_000_000n)
    })
  )
})

describe("A chain whose adapter is broken", () => {
  it.effect("L12 is called a limited number of times, and the refund waits for a restart", () =>
    Effect.gen(function* () {
      const chain = makeChain()
      const stage = yield* Stage.begin(chain.script)
      const id = yield* failed(stage)
      chain.becomes(Effect.die(new Error("injected: the adapter is broken")))
      const refund = { amount: usdc(25), address, txHash: "0xref" }
      yield* stage.client.command(id, { _tag: "SendRefund", ...refund })
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(chain.asked, Limits.engine.restartsMax + 1)
      assert.strictEqual(statuses(stage.log, id), "sent")
      assert.strictEqual(EngineHarness.fold(stage.log).payouts.get(id)?.status, "FAILED")
      chain.says({ _tag: "Final", transfers: 1, isThirdParty: false })
      const next = yield* Stage.restart(stage)
      yield* EngineHarness.advanceUntil(() => statuses(next.log, id) === "confirmed")
    }).pipe(Effect.provide(silent))
  )
})

describe("The payer of a payout that screening holds", () => {
  const listed = { _tag: "Flagged", reason: "a list" } as const

  /** The reason why refunds are held, and the number of senders that were screened alone. */
  const heldBecause = Effect.fnUntraced(function* (
    verdict: Screening.Verdict,
    excess: "balance" | undefined
  ) {
    let asked = 0
    const address = () => {
      asked += 1
      return Effect.succeed(verdict)
    }
    const { client, log } = yield* Stage.begin({
      verdict: () => listed,
      address,
      arrivals: (funded) => {
        const deposit = EngineHarness.deposit(funded, 1_000, usdc(25))
        return [[1_000, { _tag: "Finalized", deposit: { ...deposit, from: "0xpayer" } }]]
      }
    })
    const id = yield* client.newPayout("Ada", excess)
    const payout = () => EngineHarness.fold(log).payouts.get(id)
    yield* EngineHarness.advanceUntil(() => payout()?.status === "COMPLIANCE_HOLD")
    return { reason: payout()?.refundHold, asked }
  })

  it.effect("is screened alone, and refunds to a balance wait if it may be listed", () =>
    Effect.gen(function* () {
      const flagged = yield* heldBecause(listed, "balance")
      assert.strictEqual(flagged.reason, "a list")
      assert.isAtLeast(flagged.asked, 1)
      assert.isNull((yield* heldBecause({ _tag: "Clear" }, "balance")).reason)
      assert.deepStrictEqual(yield* heldBecause(listed, undefined), { reason: null, asked: 0 })
    })
  )
})
