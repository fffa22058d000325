/**
 * Figures of an earlier run, stored with their commit, and their changes. All are ratios or per
 * operation, so no ratio depends on the machine's present speed.
 */
import * as Report from "./Report.ts"

export interface Figure extends Report.Summary {
  readonly better: "higher" | "lower"
}

export type Figures = Readonly<Record<string, Figure>>

export interface Recorded {
  readonly commit: string
  readonly date: string
  readonly machine: string
  readonly figures: Figures
}

/**
 * The change of a figure. `new` was not recorded, and `missing` was recorded but is not measured.
 */
type Change = "fell" | "rose" | "same" | "new" | "missing"

export interface Compared {
  readonly name: string
  readonly change: Change
  readonly now: Figure | undefined
  readonly before: Figure | undefined
}

/** The share of a figure below which a difference is noise, however close the recorded runs are. */
const noiseMin = 0.03

/** The difference that a median may have, which is the range of the recorded runs. */
const noise = ({ max, median, min }: Figure): number =>
  Math.max(max - min, Math.abs(median) * noiseMin)

const changeOf = (now: Figure | undefined, before: Figure | undefined): Change => {
  if (now === undefined) return "missing"
  if (before === undefined) return "new"
  const gain = (now.median - before.median) * (before.better === "higher" ? 1 : -1)
  if (Math.abs(gain) <= noise(before)) return "same"
  return gain < 0 ? "fell" : "rose"
}

/** The order of changes: figures that fell come first, then missing ones, then the others. */
const order: Readonly<Record<Change, number>> = { fell: 0, missing: 1, rose: 2, same: 2, new: 2 }

export const compare = (now: Figures, recorded: Figures): ReadonlyArray<Compared> => {
  const names = [...new Set([...Object.keys(now), ...Object.keys(recorded)])]
  return names
    .map((name) => ({
      name,
      change: changeOf(now[name], recorded[name]),
      now: now[name],
      before: recorded[name]
    }))
    .sort((one, other) => order[one.change] - order[other.change])
}

/** The comparison as a table, for the report. */
export const table = (compared: ReadonlyArray<Compared>, title: string): Report.Table => ({
  title,
  rows: Object.fromEntries(
    compared.map(({ before, change, name, now }) => [
      name,
      {
        now: now ?? "",
        recorded: before ?? "",
        "of it": now === undefined || before === undefined ? "" : now.median / before.median,
        "": change === "same" ? "" : change,
        better: (now ?? before)?.better ?? ""
      }
    ])
  )
})

/** The comparison for the report. Figures that fell have a separate table. */
export const tables = (compared: ReadonlyArray<Compared>): ReadonlyArray<Report.Table> => {
  const fell = compared.filter(({ change }) => change === "fell")
  const others = compared.filter(({ change }) => change !== "fell")
  const rest = table(others, "Others")
  if (fell.length === 0) return [rest]
  return [table(fell, "Worse by more than the recorded runs lie apart"), rest]
}

/** A cell of a result as a figure; `undefined` if it was not measured. */
export const figure = (
  cell: Report.Cell | undefined,
  better: Figure["better"]
): Figure | undefined => {
  const summary = Report.summaryOf(cell)
  return summary === undefined ? undefined : { ...summary, better }
}
