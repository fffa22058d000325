/** Sums of payouts that are funded and not paid, against a recount of all payouts in memory. */
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import * as PayoutEvent from "../../../src/domain/payout/PayoutEvent.ts"
import * as PayoutGuards from "../../../src/domain/payout/PayoutGuards.ts"
import * as Collections from "../../../src/engine/state/Collections.ts"
import * as Commitments from "../../../src/engine/state/Commitments.ts"
import { createdEvent, dueOf, historyTo, someLife, withReferences } from "../../support/fixtures.ts"

const networks = ["MTN_UG", "AIRTEL_UG", "MPESA_KE"] as const
const providers = ["mtn", "pawapay", undefined]

const numRuns = Number(process.env.FC_RUNS ?? 300)

/** The payout, with a network and a provider by its number. */
const placed = (payout: Payout.Payout, number: number): Payout.Payout => {
  const { transfer } = payout
  const provider = providers[number % providers.length]
  return {
    ...payout,
    id: `po_${number}`,
    network: networks[number % networks.length] ?? "MTN_UG",
    transfer: transfer === null || provider === undefined ? transfer : { ...transfer, provider }
  }
}

/** The states of a payout, from its creation on. */
const statesOf = (
  [birth, life]: readonly [Parameters<typeof Payout.created>[0], ReadonlyArray<Payout.Command>],
  number: number
): ReadonlyArray<Payout.Payout> => {
  const states = [Payout.created(birth)]
  life.forEach((symbolic, index) => {
    const payout = states.at(-1)
    if (payout === undefined) return
    const live = payout.transfer?.reference ?? "tr_none"
    const command = withReferences(symbolic, live, `tr_${number}_${index}`, dueOf(payout))
    const decision = Payout.decide(payout, command)
    if (Result.isFailure(decision)) return
    for (const event of decision.success) {
      states.push(Payout.evolve(states.at(-1) ?? payout, event))
    }
  })
  return states.map((state) => placed(state, number))
}

/** The sums by a walk over all payouts. */
const recount = (payouts: Iterable<Payout.Payout>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const payout of payouts) {
    if (!PayoutGuards.isCommitted(payout)) continue
    const key = `${payout.transfer?.provider ?? null} ${payout.network}`
    sums.set(key, (sums.get(key) ?? 0) + payout.targetAmount)
  }
  return sums
}

const listed = (commitments: Commitments.Commitments): ReadonlyMap<string, number> =>
  new Map(
    Commitments.list(commitments).flatMap(({ amount, network, provider }) =>
      amount === 0 ? [] : [[`${provider} ${network}`, amount]]
    )
  )

const paidIn = (commitments: Commitments.Commitments): number =>
  Commitments.list(commitments).reduce((sum, { paid }) => sum + paid, 0)

interface Step {
  readonly next: Payout.Payout | undefined
  readonly id: string
}

/** Lives that run at the same time. A payout leaves memory after its last state. */
const steps = (
  lives: ReadonlyArray<ReadonlyArray<Payout.Payout>>,
  order: ReadonlyArray<number>
) => {
  const rest = lives.map((states) => [...states])
  return order.flatMap((drawn): ReadonlyArray<Step> => {
    const states = rest[drawn % rest.length] ?? []
    const id = lives[drawn % rest.length]?.[0]?.id ?? ""
    return [{ id, next: states.shift() }]
  })
}

const someLives = fc.array(someLife, { minLength: 1, maxLength: 6 })
const someOrder = fc.array(fc.nat(), { minLength: 50, maxLength: 400 })

describe("The sums of payouts that are funded and not paid", () => {
  it("equal a recount after every change, in any order of any lives", () => {
    let counted = 0
    fc.assert(
      fc.property(someLives, someOrder, (lives, order) => {
        const state = Collections.make()
        let paid = 0
        for (const { id, next } of steps(lives.map(statesOf), order)) {
          const before = state.payouts.get(id)
          if (next?.status === "SETTLED" && before?.status !== "SETTLED") paid += next.targetAmount
          if (next === undefined) Collections.remove(state, "payouts", id)
          else Collections.put(state, "payouts", next)
          const expected = recount(state.payouts.values())
          counted += expected.size
          assert.deepStrictEqual(
            new Map([...listed(state.commitments)].toSorted()),
            new Map([...expected].toSorted())
          )
          assert.strictEqual(paidIn(state.commitments), paid)
        }
      }),
      { numRuns }
    )
    assert.isAbove(counted, 1_000, "payouts were committed")
  })

  it("are as many as networks have providers, however many payouts there were", () => {
    const state = Collections.make()
    const payout = historyTo.STABLECOIN_RECEIVED.slice(1).reduce(
      Payout.evolve,
      Payout.created(createdEvent)
    )
    for (let number = 0; number < 10_000; number++) {
      Collections.put(state, "payouts", placed(payout, number))
      Collections.remove(state, "payouts", `po_${number}`)
    }
    const kept = Commitments.list(state.commitments)
    assert.strictEqual(kept.length, networks.length)
    for (const { amount, paid } of kept) assert.deepStrictEqual([amount, paid], [0, 0])
  })
})

describe("A payout", () => {
  const at = (status: Payout.Status): Payout.Payout =>
    historyTo[status].slice(1).reduce(Payout.evolve, Payout.created(createdEvent))

  it("takes from the float from its funding until it is paid or ended", () => {
    const committed = PayoutEvent.statuses.filter(
      (status) => status !== "CREATED" && PayoutGuards.isCommitted(at(status))
    )
    assert.sameMembers(committed, [
      ...["STABLECOIN_RECEIVED", "COMPLIANCE_HOLD", "PAYOUT_INITIATED"],
      ...["PAYOUT_CONFIRMED", "MANUAL_REVIEW"]
    ] as const)
  })

  it("takes nothing while it is frozen, or in review without its funds", () => {
    const frozen = { since: 1, by: "usr_1", reason: "court order" }
    assert.isFalse(PayoutGuards.isCommitted({ ...at("COMPLIANCE_HOLD"), frozen }))
    assert.isTrue(PayoutGuards.isCommitted({ ...at("COMPLIANCE_HOLD"), frozen: null }))
    assert.isFalse(PayoutGuards.isCommitted({ ...at("MANUAL_REVIEW"), deposits: [] }))
  })
})
