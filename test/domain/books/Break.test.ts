/** Breaks: found, moved, resolved, owned, and closed by enough people. */
import { Result } from "effect"
import { assert, describe, it } from "vitest"
import * as Break from "../../../src/domain/books/Break.ts"

const difference: Break.Difference = {
  ...{ kind: "settled_not_delivered", source: "mtn", subject: "po_1", reference: "tr_1" },
  ...{ detail: "mtn tr_1", currency: "UGX", books: "500", reported: "0" }
}

type Breaks = ReadonlyMap<string, Break.Break>

const after = (breaks: Breaks, events: ReadonlyArray<Break.Event>): Breaks => {
  const next = new Map(breaks)
  for (const event of events) {
    const one = Break.evolve(next.get(event.id), event)
    if (one === undefined) next.delete(event.id)
    else next.set(one.id, one)
  }
  return next
}

const dayMs = 86_400_000

/** The breaks after a comparison on a day that finds these differences. */
const found = (
  breaks: Breaks,
  day: number,
  differences: ReadonlyArray<Break.Difference>,
  covers: Break.Findings["covers"] = () => true
): Breaks =>
  after(
    breaks,
    Break.follow(breaks.values(), {
      ...{ run: `rec_${day}`, at: day * dayMs, since: 0, differences, covers },
      ids: differences.map((_, index) => `brk_${day}_${index}`)
    })
  )

const only = (breaks: Breaks): Break.Break => [...breaks.values()][0] ?? assert.fail("no break")

const one = only(found(new Map(), 1, [difference]))

const decided = (before: Break.Break, decision: ReturnType<typeof Break.assign>): Break.Break =>
  only(after(new Map([[before.id, before]]), Result.getOrThrow(decision)))

const explanation = { reason: "the provider's mistake", evidence: "ticket 4711" }

const voteOf = (by: string) => ({ at: 9, by, vote: { by, peopleMin: 2 } })

describe("A difference", () => {
  it("K1 is one break when it is found again, and only its last time moves", () => {
    const again = found(new Map([[one.id, one]]), 3, [difference])
    assert.deepStrictEqual([...again.keys()], [one.id])
    assert.deepInclude(only(again), {
      ...{ status: "open", firstSeenAt: dayMs, lastSeenAt: 3 * dayMs, lastRun: "rec_3" }
    })
    assert.strictEqual(Break.ageDays(only(again), 3 * dayMs + 1), 2)
  })

  it("that one comparison names twice is one break", () => {
    assert.strictEqual(found(new Map(), 1, [difference, difference]).size, 1)
  })

  it("K2 is resolved when a complete comparison finds it no more, and opens again if it returns", () => {
    const kept = new Map([[one.id, one]])
    assert.strictEqual(only(found(kept, 2, [], () => false)).status, "open")
    const resolved = found(kept, 2, [])
    assert.deepInclude(only(resolved), { status: "resolved", endedAt: 2 * dayMs })
    const back = found(resolved, 3, [difference])
    assert.deepInclude(only(back), {
      id: one.id,
      status: "open",
      firstSeenAt: dayMs,
      endedAt: null
    })
  })
})

describe("A closing", () => {
  it("K3 needs two different people if two must approve", () => {
    const proposed = decided(one, Break.close(one, explanation, voteOf("usr_ada")))
    assert.deepInclude(proposed, { status: "open", approvals: ["usr_ada"], ...explanation })
    const same = decided(proposed, Break.close(proposed, explanation, voteOf("usr_ada")))
    assert.strictEqual(same.status, "open")
    const other = { reason: "I agree", evidence: "none" }
    const closed = decided(proposed, Break.close(proposed, other, voteOf("usr_bob")))
    assert.deepInclude(closed, { status: "closed", approvals: ["usr_ada", "usr_bob"] })
    assert.deepInclude(closed, explanation)
  })

  it("K3 loses its approvals when the amounts change", () => {
    const proposed = decided(one, Break.close(one, explanation, voteOf("usr_ada")))
    const kept = new Map([[one.id, proposed]])
    assert.deepStrictEqual(only(found(kept, 2, [difference])).approvals, ["usr_ada"])
    const moved = only(found(kept, 2, [{ ...difference, reported: "100" }]))
    assert.deepInclude(moved, { approvals: [], reason: null, reported: "100" })
  })

  it("K4 is final: the same difference moves it, and another amount is another break", () => {
    const closed = decided(one, Break.close(one, explanation, { at: 9, by: "usr_ada" }))
    const kept = new Map([[one.id, closed]])
    assert.deepInclude(only(found(kept, 2, [difference])), {
      ...{ status: "closed", lastSeenAt: 2 * dayMs }
    })
    const other = found(kept, 2, [{ ...difference, reported: "100" }])
    assert.deepStrictEqual(
      [...other.values()].map(({ status }) => status),
      ["closed", "open"]
    )
    assert.isTrue(Result.isFailure(Break.assign(closed, "usr_bob", { at: 9, by: "usr_ada" })))
    assert.isTrue(Result.isFailure(Break.close(closed, explanation, { at: 9, by: "usr_ada" })))
  })
})

describe("A break", () => {
  it("is owned by the last person to whom it was assigned", () => {
    const owned = decided(one, Break.assign(one, "usr_ada", { at: 2, by: "usr_bob" }))
    assert.strictEqual(owned.owner, "usr_ada")
    assert.deepStrictEqual(
      Result.getOrThrow(Break.assign(owned, "usr_ada", { at: 3, by: "usr_bob" })),
      []
    )
  })

  it("takes a bounded number of comments", () => {
    const full: Break.Break = {
      ...one,
      comments: Array.from({ length: Break.commentsMax }, () => ({
        at: 1,
        by: "usr_ada",
        text: "?"
      }))
    }
    assert.deepStrictEqual(Result.merge(Break.comment(full, "more", { at: 2, by: "usr_ada" })), {
      _tag: "TooManyComments",
      max: Break.commentsMax
    })
  })

  it("leaves memory only after it has ended", () => {
    const resolved = only(found(new Map([[one.id, one]]), 2, []))
    const other = { ...one, id: "brk_open" }
    const dropped = Break.drop([resolved, other], 9 * dayMs, 3 * dayMs)
    assert.deepStrictEqual(dropped, [{ _tag: "BreakDropped", id: one.id, at: 9 * dayMs }])
    assert.deepStrictEqual(Break.drop([resolved], 9 * dayMs, dayMs), [])
  })
})
