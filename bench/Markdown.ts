/** Markdown tables, and the generated parts of documents. */

const padded = (cell: string): string => (cell === "" ? " " : ` ${cell.replaceAll("|", "\\|")} `)

export const row = (cells: ReadonlyArray<string>): string => `|${cells.map(padded).join("|")}|`

export const table = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => [row(headings), `|${"---|".repeat(headings.length)}`, ...rows.map(row)].join("\n")

const marks = {
  begin: "<!-- figures: written by npm run bench -- --documents -->",
  end: "<!-- end of figures -->"
}

/** The document with another text between its marks. */
export const replace = (document: string, text: string): string => {
  const [before, rest] = document.split(marks.begin)
  const after = rest?.split(marks.end)[1]
  if (before === undefined || after === undefined) {
    throw new Error(`A document lacks the mark ${marks.begin} or ${marks.end}`)
  }
  return `${before}${marks.begin}\n${text}\n${marks.end}${after}`
}
