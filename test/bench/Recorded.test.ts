import { assert, describe, it } from "vitest"
import * as Recorded from "../../bench/Recorded.ts"
import * as Report from "../../bench/Report.ts"

const figure = (
  values: ReadonlyArray<number>,
  better: Recorded.Figure["better"] = "higher"
): Recorded.Figure => ({ ...Report.summarize(values), better })

const changes = (now: Recorded.Figures, recorded: Recorded.Figures) =>
  Recorded.compare(now, recorded).map(({ change, name }) => [name, change])

describe("The comparison with recorded figures", () => {
  it("treats a difference within the spread of the recorded runs as noise", () => {
    const recorded = { rate: figure([0.4, 0.5, 0.6]) }
    for (const now of [0.31, 0.5, 0.69]) {
      assert.deepStrictEqual(changes({ rate: figure([now]) }, recorded), [["rate", "same"]])
    }
    assert.deepStrictEqual(changes({ rate: figure([0.29]) }, recorded), [["rate", "fell"]])
    assert.deepStrictEqual(changes({ rate: figure([0.71]) }, recorded), [["rate", "rose"]])
  })

  it("shows a cost that grew as a figure that fell", () => {
    const recorded = { bytes: figure([100, 110], "lower") }
    assert.deepStrictEqual(changes({ bytes: figure([130], "lower") }, recorded), [
      ["bytes", "fell"]
    ])
    assert.deepStrictEqual(changes({ bytes: figure([90], "lower") }, recorded), [["bytes", "rose"]])
  })

  it("treats three hundredths as noise if the recorded runs are all equal", () => {
    const recorded = { wal: figure([1000], "lower") }
    assert.deepStrictEqual(changes({ wal: figure([1029], "lower") }, recorded), [["wal", "same"]])
    assert.deepStrictEqual(changes({ wal: figure([1031], "lower") }, recorded), [["wal", "fell"]])
  })

  it("starts with figures that fell, then figures that are no longer measured", () => {
    const recorded = { steady: figure([1]), gone: figure([1]), fallen: figure([1]) }
    const now = { steady: figure([1]), added: figure([1]), fallen: figure([0.5]) }
    assert.deepStrictEqual(changes(now, recorded), [
      ["fallen", "fell"],
      ["gone", "missing"],
      ["steady", "same"],
      ["added", "new"]
    ])
  })

  it("shows both figures and their ratio", () => {
    const [fallen] = Recorded.compare({ rate: figure([1]) }, { rate: figure([4]) })
    const { rows } = Recorded.table(fallen === undefined ? [] : [fallen], "fell")
    assert.deepInclude(rows.rate, { "of it": 0.25, "": "fell", better: "higher" })
  })

  it("has no figure for a value that was left out", () => {
    assert.isUndefined(Recorded.figure(undefined, "higher"))
    assert.isUndefined(Recorded.figure("left out", "higher"))
    assert.isUndefined(Recorded.figure(Number.NaN, "higher"))
    assert.deepStrictEqual(Recorded.figure(2, "lower"), figure([2], "lower"))
  })
})
