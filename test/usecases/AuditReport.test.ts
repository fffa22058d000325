/** The audit log read from several partitions, page after page. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import * as Limits from "../../src/config/Limits.ts"
import type * as Engine from "../../src/engine/Engine.ts"
import type * as Partitions from "../../src/engine/Partitions.ts"
import type * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as AuditReport from "../../src/usecases/AuditReport.ts"

/** A log entry with its time and its number of actions. */
interface Written {
  readonly at: number
  readonly acts: number
}

/** The actions of a partition as in its tables, newest first. */
const actsOf = (partition: number, written: ReadonlyArray<Written>) =>
  written
    .flatMap(({ acts, at }, index) =>
      Array.from({ length: acts }, (_, place) => ({
        ...{ id: `${partition}.${index + 1}.${place}`, seq: index + 1, at },
        ...{ actorId: "key_1", accountId: "acct_1", action: "payout.created", subjectId: "po_1" },
        ...{ from: null, reason: null, changes: {} }
      }))
    )
    .toSorted((one, other) => other.seq - one.seq)

const engineOf = (partition: number, written: ReadonlyArray<Written>): Engine.EngineService => {
  const acts = actsOf(partition, written)
  const auditPage = (_: unknown, { limit, offset }: ReadModel.Page, from = Infinity) =>
    Effect.succeed(acts.filter(({ seq }) => seq <= from).slice(offset, offset + limit))
  return { lists: { auditPage } } as never
}

/** All lines, the number of pages, and the largest limit that a partition was asked for. */
const read = (logs: ReadonlyArray<ReadonlyArray<Written>>) =>
  Effect.gen(function* () {
    let most = 0
    const engines = logs.map((written, number) => engineOf(number, written))
    const partitions = {
      ...{ count: logs.length, registry: { people: new Map(), keys: new Map() } },
      call: (
        procedure: typeof AuditReport.page,
        number: number,
        asked: Parameters<typeof AuditReport.page.run>[1]
      ) => {
        most = Math.max(most, asked.limit)
        return procedure.run(engines[number] as Engine.EngineService, asked)
      }
    } as never as Partitions.PartitionsService
    const reader = AuditReport.reader(partitions, {})
    const lines: Array<AuditReport.Line> = []
    let pages = 0
    for (let place = null as Parameters<typeof reader>[0]; ; ) {
      const { next, rows } = yield* reader(place)
      lines.push(...rows.map(({ line }) => line))
      pages += 1
      if (next === null) return { lines, most, pages }
      place = next
    }
  })

const entries = (count: number, at: (index: number) => number, acts = 1): ReadonlyArray<Written> =>
  Array.from({ length: count }, (_, index) => ({ at: at(index), acts }))

const { auditReportActsMax: pageMax, auditReportActsMin } = Limits.http

describe("The audit log as a report", () => {
  it.effect("is complete over several pages, even if all entries have the same time", () =>
    Effect.gen(function* () {
      for (const count of [0, 1, pageMax - 1, pageMax, pageMax + 1]) {
        const { lines } = yield* read([entries(count, () => 7)])
        assert.lengthOf(lines, count)
        assert.strictEqual(new Set(lines.map(({ id }) => id)).size, count)
      }
      const { lines, pages } = yield* read([entries(3 * pageMax, (index) => index)])
      assert.lengthOf(lines, 3 * pageMax)
      assert.isAbove(pages, 2)
    })
  )

  it.effect("is complete if a page ends within the actions of one entry", () =>
    Effect.gen(function* () {
      for (const acts of [2, 3, pageMax + 5]) {
        const count = Math.ceil((2.5 * pageMax) / acts)
        const { lines } = yield* read([entries(count, () => 7, acts)])
        assert.lengthOf(lines, count * acts)
        assert.strictEqual(new Set(lines.map(({ id }) => id)).size, count * acts)
      }
    })
  )

  it.effect("asks each partition for its share of a page, and for a minimum", () =>
    Effect.gen(function* () {
      for (const [count, most] of [
        [1, pageMax],
        [4, pageMax / 4],
        [pageMax, auditReportActsMin]
      ] as const) {
        const logs = Array.from({ length: count }, () => entries(3, () => 7))
        const found = yield* read(logs)
        assert.strictEqual(found.most, most)
        assert.lengthOf(found.lines, 3 * count)
      }
    })
  )

  it.effect("has every action of every partition once, in the order of each log", () =>
    Effect.gen(function* () {
      const log = fc.array(
        fc.record({ at: fc.integer({ min: 1, max: 9 }), acts: fc.integer({ min: 1, max: 400 }) }),
        { maxLength: 12 }
      )
      const logs = fc.array(log, { minLength: 1, maxLength: 4 })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(logs, async (written) => {
            const { lines } = await Effect.runPromise(read(written))
            const expected = written.map((one, number) => actsOf(number, one).map(({ id }) => id))
            const found = written.map((_, number) =>
              lines.filter(({ id }) => id.startsWith(`${number}.`)).map(({ id }) => id)
            )
            assert.deepStrictEqual(found, expected)
          }),
          { numRuns: 60 }
        )
      )
    })
  )

  it.effect("is newest first if the logs are in the order of time", () =>
    Effect.gen(function* () {
      const sizes = [2_500, 10, 0, 700]
      const { lines } = yield* read(
        sizes.map((size, number) => entries(size, (index) => index * (number + 1)))
      )
      assert.lengthOf(lines, 3_210)
      const times = lines.map(({ at }) => at)
      assert.deepStrictEqual(times, times.toSorted().toReversed())
    })
  )
})
