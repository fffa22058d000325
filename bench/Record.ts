/**
 * A record of a run: its figures in `recorded.json`, and a line of `HISTORY.md`. A later run is
 * compared with the last record of the same kind.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Commit from "./Commit.ts"
import * as HistoryTable from "./HistoryTable.ts"
import * as Recorded from "./Recorded.ts"
import type * as Report from "./Report.ts"

/** The commit and the machine of a run, as its results have them. */
type About = Report.Result["about"]

type Last = Readonly<Partial<Record<HistoryTable.Kind, Recorded.Recorded>>>

const files = { last: "recorded.json", history: "HISTORY.md" }

const readText = (file: string): string =>
  fs.existsSync(file) ? fs.readFileSync(file, "utf8") : ""

const readLast = (folder: string): Last => {
  const text = readText(path.join(folder, files.last))
  return text === "" ? {} : JSON.parse(text)
}

/** The comparison of figures with the last record of this kind, for the terminal. */
export const compare = (
  kind: HistoryTable.Kind,
  about: About,
  figures: Recorded.Figures
): Report.Result => {
  const before = readLast(import.meta.dirname)[kind]
  const compared = before === undefined ? "nothing" : `${before.commit}, ${before.date}`
  return {
    name: kind,
    about: { ...about, "compared with": compared },
    tables: Recorded.tables(Recorded.compare(figures, before?.figures ?? {}))
  }
}

/** Writes a record into a folder. */
export const write = (record: HistoryTable.Record, folder: string = import.meta.dirname): void => {
  const { commit, date, figures, kind, machine } = record
  const last: Last = {
    ...readLast(folder),
    [kind]: { commit, date, machine, figures } satisfies Recorded.Recorded
  }
  fs.writeFileSync(path.join(folder, files.last), `${JSON.stringify(last, null, 2)}\n`)
  const history = path.join(folder, files.history)
  fs.writeFileSync(history, HistoryTable.append(readText(history), record))
}

/** The reason why a run cannot be recorded now; `undefined` if it can. */
export const refusal = (about: About, now: Commit.Commit = Commit.read()): string | undefined => {
  const reason = Commit.refusal(now)
  if (reason !== undefined) return reason
  if (about.commit === now.hash) return undefined
  return `The run began at ${about.commit}, and the tree is now at ${now.hash}.`
}

/** A record of figures that were measured under these conditions. */
export const of = (
  kind: HistoryTable.Kind,
  about: About,
  figures: Recorded.Figures
): HistoryTable.Record => {
  const load = about["load average before"]
  return {
    kind,
    figures,
    load: typeof load === "number" ? load : undefined,
    commit: String(about.commit),
    date: String(about.date),
    machine: String(about.machine)
  }
}
