/** The results of benches, one file each in a folder, so that a run can be continued in parts. */
import * as fs from "node:fs"
import * as path from "node:path"
import type * as Report from "./Report.ts"

/** Results by the names of their benches. */
export type Results = ReadonlyMap<string, Report.Result>

export const folder = path.join(import.meta.dirname, "../.results")

export const save = (result: Report.Result, place: string = folder): void => {
  fs.mkdirSync(place, { recursive: true })
  const file = path.join(place, `${result.name}.json`)
  fs.writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}

/** JSON has `null` for a number that was not measured. */
const revive = (_: string, value: unknown): unknown => (value === null ? Number.NaN : value)

export const load = (place: string = folder): Results => {
  if (!fs.existsSync(place)) return new Map()
  const files = fs.readdirSync(place).filter((name) => name.endsWith(".json"))
  return new Map(
    files.sort().map((name) => {
      const result: Report.Result = JSON.parse(
        fs.readFileSync(path.join(place, name), "utf8"),
        revive
      )
      return [result.name, result]
    })
  )
}

/** The results of one commit. */
export const ofCommit = (results: Results, commit: string): Results =>
  new Map([...results].filter(([, { about }]) => about.commit === commit))

/** The results of the commit that was measured last. */
export const latest = (results: Results): Results => {
  const [last] = [...results.values()].sort(({ about: one }, { about: other }) =>
    String(other.date).localeCompare(String(one.date))
  )
  return ofCommit(results, String(last?.about.commit))
}
