/** Random lives of breaks, checked against separate books of what was found and decided. */
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as Break from "../../../src/domain/books/Break.ts"

const numRuns = Number(process.env.FC_RUNS ?? 500)

const references = ["a", "b", "c"]
const people = ["usr_ada", "usr_bob", "usr_eve"]

/** The amount that a comparison finds for each reference; `null` if it finds no difference. */
const someFindings = fc.record({
  _tag: fc.constant("found" as const),
  amounts: fc.array(fc.constantFrom(null, "1", "2"), { minLength: 3, maxLength: 3 }),
  isComplete: fc.boolean()
})

const someDecision = fc.record({
  _tag: fc.constantFrom("close" as const, "assign" as const, "comment" as const, "drop" as const),
  index: fc.nat({ max: 5 }),
  by: fc.constantFrom(...people)
})

interface Decision {
  readonly _tag: "close" | "assign" | "comment" | "drop"
  readonly index: number
  readonly by: string
}

const differenceOf = (reference: string, amount: string): Break.Difference => ({
  ...{ kind: "settled_not_delivered", source: "mtn", subject: "po_1", reference, detail: amount },
  ...{ currency: "UGX", books: "0", reported: amount }
})

const life = () => {
  const breaks = new Map<string, Break.Break>()
  /** People who approved the present amounts, by break. */
  const approvals = new Map<string, Set<string>>()

  const apply = (events: ReadonlyArray<Break.Event>): void => {
    for (const event of events) {
      const before = breaks.get(event.id)
      const after = Break.evolve(before, event)
      if (after === undefined) {
        assert.notStrictEqual(before?.status, "open", "an open break stays in memory")
        breaks.delete(event.id)
        continue
      }
      if (before !== undefined) {
        assert.strictEqual(after.firstSeenAt, before.firstSeenAt, "K5")
        if (before.status === "closed") assert.strictEqual(after.status, "closed", "K4")
      }
      breaks.set(after.id, after)
    }
  }

  const find = (at: number, amounts: ReadonlyArray<string | null>, isComplete: boolean): void => {
    const differences = references.flatMap((reference, index) => {
      const amount = amounts[index]
      return amount == null ? [] : [differenceOf(reference, amount)]
    })
    const before = new Map(breaks)
    apply(
      Break.follow(breaks.values(), {
        ...{ run: `rec_${at}`, at, since: 0, differences, covers: () => isComplete },
        ids: differences.map((_, index) => `brk_${String(at).padStart(4, "0")}_${index}`)
      })
    )
    for (const one of differences) {
      const same = [...breaks.values()].filter((each) => Break.keyOf(each) === Break.keyOf(one))
      assert.isAtMost(same.filter(({ status }) => status === "open").length, 1, "K1")
      const current = same.filter(
        ({ reported, lastSeenAt }) => lastSeenAt === at && reported === one.reported
      )
      assert.lengthOf(current, 1, "K1 each difference is one break")
    }
    for (const [id, { reported, status }] of before) {
      const now = breaks.get(id)
      if (now?.reported !== reported || now.status !== status) approvals.delete(id)
      const isFound = differences.some(
        (one) => now !== undefined && Break.keyOf(now) === Break.keyOf(one)
      )
      if (now?.status === "resolved" && status === "open") {
        assert.isTrue(isComplete && !isFound, "K2")
      }
    }
  }

  const close = (one: Break.Break, at: number, by: string): void => {
    const decision = Break.close(
      one,
      { reason: by, evidence: by },
      { at, by, vote: { by, peopleMin: 2 } }
    )
    assert.strictEqual(Result.isSuccess(decision), one.status === "open")
    if (Result.isFailure(decision)) return
    const given = approvals.get(one.id) ?? new Set()
    approvals.set(one.id, given.add(by))
    apply(decision.success)
    assert.strictEqual(breaks.get(one.id)?.status === "closed", given.size >= 2, "K3")
  }

  const decide = ({ _tag, by, index }: Decision, at: number): void => {
    if (_tag === "drop") return apply(Break.drop(breaks.values(), at, at - 10))
    const one = [...breaks.values()][index]
    if (one === undefined) return
    if (_tag === "close") return close(one, at, by)
    const context = { at, by }
    const decision =
      _tag === "assign" ? Break.assign(one, by, context) : Break.comment(one, by, context)
    if (Result.isSuccess(decision)) apply(decision.success)
  }
  return { find, decide }
}

describe("The lives of breaks", () => {
  it("keep K1 to K5 under any findings and decisions", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(someFindings, someDecision), { maxLength: 40 }), (steps) => {
        const { decide, find } = life()
        for (const [at, step] of steps.entries()) {
          if (step._tag === "found") find(at, step.amounts, step.isComplete)
          else decide(step, at)
        }
      }),
      { numRuns }
    )
  })
})
