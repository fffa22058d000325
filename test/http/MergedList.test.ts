/** One list, gathered from the parts of several partitions. */
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as MergedList from "../../src/http/middleware/MergedList.ts"

interface Row {
  readonly id: string
  readonly at: string
}

/** Parts in the order of their logs, which is not always the order of their times. */
const parts = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 4
})

const rowsOf = (times: ReadonlyArray<number>, part: number): ReadonlyArray<Row> =>
  times.map((at, index) => ({ id: `aud_p${part}_${index}`, at: `2026-01-01T00:00:0${at}.000Z` }))

/** A page, merged from the responses of all parts. */
const page = (
  all: ReadonlyArray<ReadonlyArray<Row>>,
  limit: number,
  offset: number,
  sort: "created_at" | "-created_at" = "-created_at"
) => {
  const query = { limit: String(limit), offset: String(offset), sort }
  const asked = Result.getOrThrow(MergedList.acts.ask(query)) as typeof query
  assert.strictEqual(asked.offset, "0")
  assert.strictEqual(asked.sort, sort)
  const bodies = all.map((rows) =>
    JSON.stringify({ data: rows.slice(0, Number(asked.limit)), total: rows.length })
  )
  return JSON.parse(String(MergedList.acts.merge(query, bodies).body))
}

interface Asked {
  readonly limit: string
  readonly cursor?: string
}

/** A page of payouts, merged from the rows that each part has behind the cursor. */
const onward = (
  query: Asked,
  count: number,
  behind: (number: number, asked: Asked) => ReadonlyArray<string>
) => {
  const asked = Result.getOrThrow(MergedList.list.ask(query)) as Asked
  const bodies = Array.from({ length: count }, (_, number) => {
    const rows = behind(number, asked).slice(0, Number(asked.limit))
    return JSON.stringify({ data: rows.map((payout_id) => ({ payout_id })), total: 0 })
  })
  return JSON.parse(String(MergedList.list.merge(query, bodies).body))
}

describe("A gathered list", () => {
  it("shows each row of each part once, whatever the size of its pages", () => {
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 5 }), (times, limit) => {
        const all = times.map(rowsOf)
        const total = all.flat().length
        const shown: Array<Row> = []
        for (let offset = 0; offset < total; offset += limit) {
          const { data, total: said } = page(all, limit, offset)
          assert.strictEqual(said, total)
          shown.push(...data)
        }
        const ids = shown.map(({ id }) => id)
        assert.deepStrictEqual(
          [...ids].sort(),
          all
            .flat()
            .map(({ id }) => id)
            .sort()
        )
        for (const [part, rows] of all.entries()) {
          assert.deepStrictEqual(
            ids.filter((id) => id.startsWith(`aud_p${part}_`)),
            rows.map(({ id }) => id)
          )
        }
      })
    )
  })

  it("continues behind its cursor, with each row of each part once", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 100, max: 999 }), { maxLength: 40 })
    fc.assert(
      fc.property(
        ids,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 7 }),
        (all, count, limit) => {
          const sorted = all
            .map((id) => `po_${id}`)
            .sort()
            .reverse()
          const partOf = (id: string) => Number(id.slice(-1)) % count
          const shown: Array<string> = []
          let cursor: string | undefined
          do {
            const given = { limit: String(limit), ...(cursor === undefined ? {} : { cursor }) }
            const { data, next_cursor: next } = onward(given, count, (number, asked) =>
              sorted.filter((id) => partOf(id) === number && id < (asked.cursor ?? "q"))
            )
            shown.push(...data.map(({ payout_id }: { payout_id: string }) => payout_id))
            cursor = next ?? undefined
          } while (cursor !== undefined)
          assert.deepStrictEqual(shown, sorted)
        }
      )
    )
  })

  it("is in order of time if its parts are", () => {
    fc.assert(
      fc.property(parts, (times) => {
        const all = times.map((each) => rowsOf([...each].sort().reverse(), 0))
        const shown: ReadonlyArray<Row> = page(all, 100, 0).data
        const ats = shown.map(({ at }) => at)
        assert.deepStrictEqual(ats, ats.toSorted().reverse())
        const upwards = all.map((rows) => rows.toReversed())
        const oldest: ReadonlyArray<Row> = page(upwards, 100, 0, "created_at").data
        assert.deepStrictEqual(
          oldest.map(({ at }) => at),
          ats.toSorted()
        )
      })
    )
  })
})
