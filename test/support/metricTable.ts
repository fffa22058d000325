/** The tables of metrics in `.deploy/MONITORING.md`. */
import * as fs from "node:fs"
import * as path from "node:path"

const file = path.join(import.meta.dirname, "../../.deploy/MONITORING.md")

interface Row {
  readonly name: string
  readonly labels: ReadonlyArray<string>
  readonly meaning: string
  /** Alerts that query the metric. */
  readonly alerts: ReadonlyArray<string>
}

const quoted = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "")

/** One metric per row. */
export const rows: ReadonlyArray<Row> = fs
  .readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => /^\| `(payout|http|process)_/.test(line))
  .map((line) => {
    const [, name = "", , labels = "", meaning = "", alerts = ""] = line.split("|")
    return {
      name: quoted(name).join(" "),
      labels: quoted(labels),
      meaning: meaning.trim(),
      alerts: [...alerts.matchAll(/\[(\w+)\]/g)].map(([, alert]) => alert ?? "")
    }
  })

export const names: ReadonlySet<string> = new Set(rows.map(({ name }) => name))
