/**
 * The report of a bench: tables of cells, which are printed on the terminal and saved unchanged.
 */

/** A number of several runs. */
export interface Summary {
  readonly median: number
  readonly min: number
  readonly max: number
}

export type Cell = Summary | number | string

export interface Table {
  readonly title: string
  /** The cells by row label and column. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, Cell>>>>
}

export interface Result {
  readonly name: string
  /** The settings and the machine of the measurement. */
  readonly about: Readonly<Record<string, Cell>>
  readonly tables: ReadonlyArray<Table>
}

export const summarize = (values: ReadonlyArray<number>): Summary => {
  const sorted = [...values].sort((left, right) => left - right)
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN
  }
}

/** The median with the range of the middle half, which a few disturbed runs do not widen. */
export const middle = (values: ReadonlyArray<number>): Summary => {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), min: at(0.25), max: at(0.75) }
}

/** A summary of one number of each run. */
export const over = <A>(runs: ReadonlyArray<A>, number: (run: A) => number): Summary =>
  summarize(runs.map(number))

/** A number with about three digits; `-` if it was not measured. */
export const digits = (value: number): string => {
  if (!Number.isFinite(value)) return "-"
  const size = Math.abs(value)
  if (Number.isInteger(value) || size >= 1000) return Math.round(value).toLocaleString("en")
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}

/** A cell as a summary; `undefined` if it has no number. */
export const summaryOf = (cell: Cell | undefined): Summary | undefined => {
  if (cell === undefined || typeof cell === "string") return undefined
  const summary = typeof cell === "number" ? summarize([cell]) : cell
  return Number.isFinite(summary.median) ? summary : undefined
}

/** A cell by the labels of its row and column, in the first table that has both. */
export const find = ({ tables }: Result, row: string, column: string): Cell | undefined => {
  for (const { rows } of tables) {
    const cell = rows[row]?.[column]
    if (cell !== undefined) return cell
  }
  return undefined
}

/** The text of a cell. A median has its range if the runs differ. */
export const show = (cell: Cell): string => {
  if (typeof cell === "string") return cell
  if (typeof cell === "number") return digits(cell)
  const { max, median, min } = cell
  return min === max ? digits(median) : `${digits(median)} (${digits(min)} – ${digits(max)})`
}

const shown = ({ rows }: Table) => {
  const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))]
  const head = ["", ...columns]
  const lines = Object.entries(rows).map(([label, row]) => [
    label,
    ...columns.map((column) => show(row[column] ?? ""))
  ])
  return [head, ...lines]
}

const aligned = (lines: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0))
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
        )
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

/** A result as text. */
export const render = ({ about, name, tables }: Result): string => {
  const facts = Object.entries(about).map(([fact, cell]) => `  ${fact}: ${show(cell)}`)
  const parts = tables.map((table) => `${table.title}\n${aligned(shown(table))}`)
  return `\n${[[`== ${name}`, ...facts].join("\n"), ...parts].join("\n\n")}\n`
}
