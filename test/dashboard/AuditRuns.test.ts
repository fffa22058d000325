/** The audit log in rows, and in pages that count entries. */
import { assert, describe, it } from "vitest"
import type { AuditLog as Entry } from "../../src/client/Generated.ts"
import * as AuditRuns from "../../src/dashboard/data/AuditRuns.ts"

const start = Date.parse("2026-01-05T12:00:00.000Z")

/** An entry this number of seconds before the newest. */
const entry = (seconds: number, more: Partial<Entry> = {}): Entry => ({
  ...{ id: `aud_${seconds}`, at: new Date(start - seconds * 1_000).toISOString() },
  ...{ actor: { id: "usr_ADA", kind: "person", name: "Ada" }, account_id: "acct_1" },
  ...{ address: "127.0.0.1", action: "webhook_delivery.resent", subject_id: `dlv_${seconds}` },
  ...{ changes: {}, reason: null },
  ...more
})

const resent = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => entry(from + index))

const key = { id: "key_1", kind: "api_key", name: "shop" } as const

const countsOf = (rows: ReadonlyArray<AuditRuns.Row>) => rows.map(({ parts }) => parts.length)

/** The log as the service reads it, and the parts of it that were requested. */
const logOf = (entries: ReadonlyArray<Entry>) => {
  const asked: Array<readonly [offset: number, limit: number]> = []
  const ask = async ({ limit, offset }: { readonly limit: number; readonly offset: number }) => {
    asked.push([offset, limit])
    return { data: entries.slice(offset, offset + limit), total: entries.length }
  }
  return { ask, asked }
}

describe("A row of the audit log", () => {
  it("folds entries of one action by one actor that follow each other soon", () => {
    const signedIn = entry(30, { action: "person.signed_in" })
    assert.deepStrictEqual(countsOf(AuditRuns.fold([...resent(0, 24), signedIn])), [24, 1])
    assert.deepStrictEqual(countsOf(AuditRuns.fold(resent(0, 2))), [1, 1])
    const later = [...resent(0, 3), ...resent(63, 3)]
    assert.deepStrictEqual(countsOf(AuditRuns.fold(later)), [3, 3], "a minute is too long")
  })

  it("does not fold entries that differ in actor, account, address or reason", () => {
    const differing: ReadonlyArray<Partial<Entry>> = [
      { actor: key },
      { account_id: "acct_2" },
      { address: "127.0.0.2" },
      { reason: "asked by phone" }
    ]
    for (const more of differing) {
      const rows = AuditRuns.fold([...resent(0, 2), entry(2, more)])
      assert.deepStrictEqual(countsOf(rows), [1, 1, 1], JSON.stringify(more))
    }
  })

  it("folds entries even if there are others between them", () => {
    const made = resent(0, 6).map((each, index) =>
      index % 2 === 0 ? { ...each, action: "quote.created", actor: key } : each
    )
    assert.deepStrictEqual(countsOf(AuditRuns.fold(made)), [3, 3])
  })
})

describe("A page of the audit log", () => {
  it("is one read if nothing is folded", async () => {
    const log = logOf(Array.from({ length: 50 }, (_, index) => entry(index * 100)))
    const page = await AuditRuns.read(log.ask, { limit: 20, offset: 0 })
    assert.deepStrictEqual([page.data.length, page.limit, page.total], [20, 20, 50])
    assert.deepStrictEqual(log.asked, [[0, 20]])
  })

  it("continues reading over a long run, and the next page begins behind its last entry", async () => {
    const singles = Array.from({ length: 40 }, (_, index) => entry(1_000 + index * 100))
    const log = logOf([...resent(0, 130), ...singles])
    const first = await AuditRuns.read(log.ask, { limit: 20, offset: 0 })
    assert.deepStrictEqual(countsOf(first.data), [130, ...singles.slice(0, 19).map(() => 1)])
    assert.strictEqual(first.limit, 149)
    assert.isTrue(first.data.every(({ hasMore }) => hasMore === false))
    const second = await AuditRuns.read(log.ask, { limit: 20, offset: first.limit })
    assert.strictEqual(second.data[0]?.parts[0].id, singles[19]?.id)
    assert.strictEqual(second.limit, 20)
  })

  it("shows for a run that is longer than its reads that the next page continues it", async () => {
    const log = logOf(resent(0, 1_000))
    const first = await AuditRuns.read(log.ask, { limit: 20, offset: 0 })
    assert.lengthOf(first.data, 1)
    assert.isTrue(first.data[0]?.hasMore)
    assert.isBelow(first.limit, 1_000)
    const last = await AuditRuns.read(log.ask, { limit: 20, offset: first.limit })
    assert.strictEqual(first.limit + last.limit, 1_000)
    assert.isFalse(last.data[0]?.hasMore)
  })

  it("has the entries that it could read if the service refuses to read further", async () => {
    const { ask } = logOf(resent(0, 300))
    const bounded: typeof ask = (page) =>
      page.offset + page.limit > 200 ? Promise.reject(new Error("too far")) : ask(page)
    const page = await AuditRuns.read(bounded, { limit: 20, offset: 0 })
    assert.deepStrictEqual([page.limit, page.total], [120, 300])
    assert.isTrue(page.data[0]?.hasMore)
  })
})
