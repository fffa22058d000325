/** Notices to people that an incident opened or closed. */
import { assert, describe, it } from "vitest"
import type * as Incident from "../../../src/domain/incident/Incident.ts"
import * as Notices from "../../../src/domain/incident/Notices.ts"

const bounds: Notices.Bounds = {
  ...{ openAfterMs: 15_000, closeAfterMs: 120_000 },
  ...{ pauseMs: 60_000, perHourMax: 3 }
}

const incident = (id: string, more: Partial<Incident.Incident> = {}): Incident.Incident => ({
  ...{ id, kind: "provider", severity: "critical", subject: {}, since: 0 },
  ...{ selection: { groups: [], isLateOnly: false }, customers: [], nextTryAt: null },
  ...{ waitingCount: 0, waitingAmount: 0, title: id, cause: "", remedy: "", runbook: "" },
  ...more
})

/** The notices after each of several checks, `+id` for an opened and `-id` for a closed one. */
const told = (
  looks: ReadonlyArray<readonly [at: number, ...found: ReadonlyArray<Incident.Incident>]>
) => {
  let state = Notices.none
  return looks.map(([at, ...found]) => {
    const next = Notices.step(state, found, bounds, at)
    state = next.state
    if (next.notice === undefined) return []
    return [
      ...next.notice.opened.map(({ id }) => `+${id}`),
      ...next.notice.closed.map((one) => `-${one.incident.id}@${one.at}`)
    ]
  })
}

const one = incident("a")
const other = incident("b")

describe("A notice about an incident", () => {
  it("is sent once, after the incident has lasted for the minimum time", () => {
    assert.deepStrictEqual(
      told([
        [0, one],
        [14_999, one],
        [15_000, one],
        [90_000, one]
      ]),
      [[], [], ["+a"], []]
    )
  })

  it("is not sent for an incident that closed before the minimum time", () => {
    assert.deepStrictEqual(told([[0, one], [14_000], [15_000, one], [20_000, one]]), [
      [],
      [],
      [],
      []
    ])
  })

  it("reports the end and its time once the incident has been closed for the minimum time", () => {
    const looks = told([[0, one], [15_000, one], [20_000], [139_999], [140_000], [300_000]])
    assert.deepStrictEqual(looks, [[], ["+a"], [], [], ["-a@20000"], []])
  })

  it("is not repeated for an incident that comes and goes", () => {
    const flapping = Array.from(
      { length: 40 },
      (_, n) => [20_000 + n * 30_000, ...(n % 2 ? [one] : [])] as const
    )
    const looks = told([[0, one], [15_000, one], ...flapping])
    assert.deepStrictEqual(looks.flat(), ["+a"])
  })

  it("waits for the pause after the previous notice, and combines all changes in it", () => {
    const looks = told([
      [0, one],
      [15_000, one],
      [20_000, one, other],
      [40_000, one, other, incident("c")],
      [74_999, one, other, incident("c")],
      [75_000, one, other, incident("c")]
    ])
    assert.deepStrictEqual(looks, [[], ["+a"], [], [], [], ["+b", "+c"]])
  })

  it("is held back for the rest of the hour once the hour's maximum is reached", () => {
    const minute = 60_000
    const names = ["a", "b", "c", "d"]
    const at = (n: number) => names.slice(0, n + 1).map((name) => incident(name))
    const looks = names.flatMap((_, n) => [
      [n * 2 * minute, ...at(n)] as const,
      [n * 2 * minute + 15_000, ...at(n)] as const
    ])
    const end = [60 * minute + 14_999, 60 * minute + 15_000].map((ms) => [ms, ...at(3)] as const)
    assert.deepStrictEqual(
      told([...looks, ...end]).filter((each) => each.length > 0),
      [...[["+a"], ["+b"], ["+c"]], ["+d"]]
    )
    assert.deepStrictEqual(told([...looks, end[0] ?? [0]]).flat(), ["+a", "+b", "+c"])
  })

  it("is resent once when a warning becomes critical", () => {
    const warning = incident("a", { severity: "warning" })
    assert.deepStrictEqual(
      told([
        [0, warning],
        [15_000, warning],
        [80_000, one],
        [160_000, warning],
        [240_000, one]
      ]),
      [[], ["+a"], ["+a"], [], []]
    )
  })
})

describe("The notice that an incident closed", () => {
  it("shows the incident as it was first reported, even if it was less severe at its end", () => {
    const mild = incident("a", { severity: "warning", title: "mild" })
    const looks = [
      [one, 0],
      [one, 15_000],
      [mild, 16_000]
    ] as const
    let state = Notices.none
    for (const [seen, at] of looks) state = Notices.step(state, [seen], bounds, at).state
    state = Notices.step(state, [], bounds, 20_000).state
    const { notice } = Notices.step(state, [], bounds, 140_000)
    assert.deepStrictEqual(
      notice?.closed.map(({ incident }) => incident.title),
      ["a"]
    )
  })
})
