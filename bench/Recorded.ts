/**
 * Figures of an earlier run, kept with the commit they are of, and what became of them. All are
 * ratios or per operation: the machine's speed of the hour is in none of the ratios.
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

/** `new`: it was not recorded. `missing`: it was, and is not measured now. */
type Change = "fell" | "rose" | "same" | "new" | "missing"

export interface Compared {
  readonly name: string
  readonly change: Change
  readonly now: Figure | undefined
  readonly before: Figure | undefined
}

/** Below this share of a figure a difference is no news, however close its recorded runs were. */
const noiseMin = 0.03

/** How far a median may move: as far as the recorded runs lie apart. */
const noise = ({ max, median, min }: Figure): number =>
  Math.max(max - min, Math.abs(median) * noiseMin)

const changeOf = (now: Figure | undefined, before: Figure | undefined): Change => {
  if (now === undefined) return "missing"
  if (before === undefined) return "new"
  const gain = (now.median - before.median) * (before.better === "higher" ? 1 : -1)
  if (Math.abs(gain) <= noise(before)) return "same"
  return gain < 0 ? "fell" : "rose"
}

/** What fell comes first, then what is not measured any more; the rest in order. */
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

/** A cell of a result, as a figure; `undefined`: it was not measured. */
export const figure = (
  cell: Report.Cell | undefined,
  better: Figure["better"]
): Figure | undefined => {
  if (cell === undefined || typeof cell === "string") return undefined
  const summary = typeof cell === "number" ? Report.summarize([cell]) : cell
  return Number.isFinite(summary.median) ? { ...summary, better } : undefined
}
