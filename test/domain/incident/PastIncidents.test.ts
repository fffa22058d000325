/** Closed incidents: the selection, the retention time and the kept facts. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../../src/config/Limits.ts"
import type * as Incident from "../../../src/domain/incident/Incident.ts"
import * as PastIncidents from "../../../src/domain/incident/PastIncidents.ts"

const { pastMax, pastMs } = Limits.incidents
const bounds: PastIncidents.Bounds = { openAfterMs: 15, closeAfterMs: 120, pastMax, pastMs }

const incident = (id: string, since: number, count = 0): Incident.Incident => ({
  ...{ id, kind: "provider", severity: "critical", subject: {}, since, title: id },
  ...{ selection: { groups: [], isLateOnly: false }, customers: [], nextTryAt: null },
  ...{ waitingCount: count, waitingAmount: count * 10, cause: "", remedy: "", runbook: "" }
})

type Look = readonly [at: number, ...found: ReadonlyArray<Incident.Incident>]

const stateAfter = (...looks: ReadonlyArray<Look>): PastIncidents.State =>
  looks.reduce(
    (state, [at, ...found]) => PastIncidents.step(state, found, bounds, at),
    PastIncidents.begin(0)
  )

const shown = ({ past }: PastIncidents.State) =>
  past.map(({ amountMax, countMax, endedAt, incident: { id, since } }) => ({
    ...{ id, since, endedAt, countMax, amountMax }
  }))

describe("A closed incident", () => {
  it("is kept with its beginning, its end and the largest waiting sums", () => {
    const state = stateAfter(
      [100, incident("a", 90, 2)],
      [105, incident("a", 90, 7)],
      [110, incident("a", 90, 1)],
      [115],
      [235]
    )
    const kept = { id: "a", since: 90, endedAt: 115, countMax: 7, amountMax: 70 }
    assert.deepStrictEqual(shown(state), [kept])
    assert.strictEqual(state.seen.size, 0)
    assert.strictEqual(state.watchedSince, 0)
  })

  it("is kept as it was at its worst", () => {
    const mild = { ...incident("a", 90), severity: "warning", title: "mild" } as const
    const { past } = stateAfter([100, mild], [105, incident("a", 90)], [110, mild], [115], [235])
    assert.deepInclude(past[0]?.incident, { severity: "critical", title: "a" })
  })

  it("is kept once it has been closed for the minimum time, and continues if it returns earlier", () => {
    const looks: ReadonlyArray<Look> = [[100, incident("a", 90, 1)], [110], [229]]
    assert.deepStrictEqual(shown(stateAfter(...looks)), [])
    const [back, ...others] = shown(
      stateAfter(...looks, [229, incident("a", 229, 1)], [300], [420])
    )
    assert.deepStrictEqual(others, [])
    assert.deepInclude(back, { since: 90, endedAt: 300 })
  })

  it("is left out if it was too short to be reported", () => {
    const lasting = (ms: number) => stateAfter([100, incident("a", 100)], [100 + ms], [220 + ms])
    assert.lengthOf(shown(lasting(14)), 0)
    assert.lengthOf(shown(lasting(15)), 1)
  })

  it("is deleted after pastMs, or once pastMax incidents have ended later", () => {
    const looks: ReadonlyArray<Look> = [[100, incident("a", 0)], [200], [320]]
    assert.lengthOf(shown(stateAfter(...looks, [200 + pastMs - 1])), 1)
    assert.lengthOf(shown(stateAfter(...looks, [200 + pastMs])), 0)
    const many = Array.from({ length: pastMax }, (_, n) => incident(`b${n}`, 0))
    const ids = shown(stateAfter(...looks, [400, ...many], [500], [620])).map(({ id }) => id)
    assert.lengthOf(ids, pastMax)
    assert.notInclude(ids, "a")
  })
})
