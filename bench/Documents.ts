/** The generated parts of the documents in `bench/`: tables of figures, and charts. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as DetailTables from "./DetailTables.ts"
import * as HeadlineTable from "./HeadlineTable.ts"
import * as Markdown from "./Markdown.ts"
import * as ResultCharts from "./ResultCharts.ts"
import type * as Results from "./Results.ts"

/** The text between the marks of each document, for the benches that have a result. */
const texts = (results: Results.Results): ReadonlyMap<string, string> => {
  const known = DetailTables.names.flatMap((name) => results.get(name) ?? [])
  const details = known.map(
    (result) => [`details/${result.name}.md`, DetailTables.make(result)] as const
  )
  return new Map([["README.md", HeadlineTable.make(results)], ...details])
}

/** Writes the figures and charts of these results. Documents of other benches do not change. */
export const write = (results: Results.Results, folder: string = import.meta.dirname): void => {
  if (results.size === 0) return
  for (const [name, text] of texts(results)) {
    const file = path.join(folder, name)
    fs.writeFileSync(file, Markdown.replace(fs.readFileSync(file, "utf8"), text))
  }
  for (const [name, chart] of ResultCharts.all(results)) {
    fs.writeFileSync(path.join(folder, name), chart)
  }
}
