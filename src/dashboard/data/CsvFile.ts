/** CSV files as rows of cells, which pages show next to the service's message about each row. */
import * as FailedRows from "../../client/FailedRows.ts"

export interface Row {
  readonly cells: ReadonlyArray<string>
  /** The line of the file where the row begins, from 1, as editors and spreadsheets count. */
  readonly line: number
}

/** Rows by number, from 1, without the header. */
export type Rows = ReadonlyMap<number, Row>

/** Matches one cell and the separator or line break after it. */
const cellPattern = (separator: string): RegExp => {
  const sign = separator.replace(/[\\\]^|.*+?()[{}$]/g, "\\$&")
  return new RegExp(`(?:"((?:[^"]|"")*)"|([^"${sign}\\r\\n]*))(${sign}|\\r?\\n|$)`, "gy")
}

/** Parses RFC 4180 with LF or CRLF. It never fails, because the service validates. */
export const rows = (text: string, separator = ","): ReadonlyArray<Row> => {
  const found: Array<Row> = []
  let row: Array<string> = []
  let line = 1
  let nextLine = 1
  const cells = cellPattern(separator)
  const source = text.replace(/^\uFEFF/, "")
  while (cells.lastIndex < source.length) {
    const match = cells.exec(source)
    if (match === null) break
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "")
    nextLine += match[0].split("\n").length - 1
    if (match[3] !== separator) {
      if (row.length > 1 || row[0] !== "") found.push({ cells: row, line })
      row = []
      line = nextLine
    }
  }
  if (row.length > 0) found.push({ cells: row, line })
  return found
}

export const { columns, csvOf } = FailedRows

export const template = `${columns.join(",")}
+256770000001,mtn_uganda,25.5,Amina Nakato,salary-0001
+256750000005,airtel_uganda,40,Joseph Okello,salary-0002
`
