/** Ordered ids, compared with a sorted set. */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as OrderedIds from "../../../src/engine/state/OrderedIds.ts"

const accounts = ["acct_a", "acct_b", "acct_c"]

/** Few ids, so that an id is added again while its removal is still in the array. */
const change = fc.record({
  kind: fc.constantFrom("add", "add", "remove"),
  number: fc.nat(300),
  account: fc.nat(accounts.length - 1)
})

/** The account of each id. */
type Model = Map<string, string>

type Change = typeof change extends fc.Arbitrary<infer A> ? A : never

/** Adds, replaces or removes an id. */
const move = (ordered: OrderedIds.ByAccount, model: Model, { account, kind, number }: Change) => {
  const id = `id_${String(number).padStart(4, "0")}`
  const accountId = model.get(id)
  const before = accountId === undefined ? undefined : { id, accountId }
  if (kind === "remove") {
    model.delete(id)
    return OrderedIds.follow(ordered, before, undefined)
  }
  const after = before ?? { id, accountId: accounts[account] ?? "" }
  model.set(id, after.accountId)
  return OrderedIds.follow(ordered, before, after)
}

const oldest = { isAscending: true }
const newest = { isAscending: false }

describe("Ordered ids", () => {
  it("are those added and not removed, in both orders, for each account and for all", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 600 }), (changes) => {
        const ordered = OrderedIds.make()
        const model: Model = new Map()
        for (const each of changes) move(ordered, model, each)
        for (const accountId of [undefined, ...accounts]) {
          const expected = [...model].filter(([, one]) => (accountId ?? one) === one)
          const ids = expected.map(([id]) => id).sort()
          assert.deepStrictEqual([...OrderedIds.inOrder(ordered, accountId, oldest)], ids)
          assert.deepStrictEqual(
            [...OrderedIds.inOrder(ordered, accountId, newest)],
            ids.toReversed()
          )
          assert.strictEqual(OrderedIds.size(ordered, accountId), expected.length)
        }
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 200) }
    )
  })

  it("are read page by page from the newest, whatever was removed in between", () => {
    const pages = fc.record({ before: fc.nat(300), limit: fc.nat(20), offset: fc.nat(20) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), pages, (changes, page) => {
        const ordered = OrderedIds.make()
        const model: Model = new Map()
        for (const each of changes) move(ordered, model, each)
        const before = `id_${String(page.before).padStart(4, "0")}`
        const { limit, offset } = page
        const own = [...model].filter(([, one]) => one === "acct_a").map(([id]) => id)
        const ids = own.sort().toReversed()
        const end = offset + limit
        assert.deepStrictEqual(
          OrderedIds.page(ordered, "acct_a", { limit, offset }),
          ids.slice(offset, end)
        )
        assert.deepStrictEqual(
          OrderedIds.page(ordered, "acct_a", { before, limit, offset }),
          ids.filter((id) => id < before).slice(offset, end)
        )
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 200) }
    )
  })

  it("use memory in proportion to their number, and none for an account without ids", () => {
    const ordered = OrderedIds.make()
    for (let number = 0; number < 1_000; number++) {
      const row = { id: `id_${String(number).padStart(4, "0")}`, accountId: "acct_a" }
      OrderedIds.follow(ordered, undefined, row)
      if (number % 10 !== 0) OrderedIds.follow(ordered, row, undefined)
    }
    assert.isAtMost(ordered.all.sorted.length, 2 * 100 + 64)
    for (const id of [...OrderedIds.inOrder(ordered, undefined, newest)]) {
      OrderedIds.follow(ordered, { id, accountId: "acct_a" }, undefined)
    }
    assert.isAtMost(ordered.all.sorted.length, 64)
    assert.strictEqual(ordered.accounts.size, 0)
  })
})
