/** A CSV file as rows of cells, shown beside the service's message about each row. */
import * as FailedRows from "../../client/FailedRows.ts"

export interface Row {
  readonly cells: ReadonlyArray<string>
  /** Of the file, from 1, where the row begins: as editors and spreadsheets count. */
  readonly line: number
}

/** By the number of the row, from 1, without the header. */
export type Rows = ReadonlyMap<number, Row>

/** The pattern of one cell and what ends it. */
const cellPattern = (separator: string): RegExp => {
  const sign = separator.replace(/[\\\]^|.*+?()[{}$]/g, "\\$&")
  return new RegExp(`(?:"((?:[^"]|"")*)"|([^"${sign}\\r\\n]*))(${sign}|\\r?\\n|$)`, "gy")
}

/** RFC 4180 with LF or CRLF; the service validates, and this never fails. */
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
