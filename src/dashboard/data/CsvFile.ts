/** A CSV file as rows of cells, shown beside the service's message about each row. */
import * as FailedRows from "../../client/FailedRows.ts"

/** Cells by the number of their row, from 1, without the header. */
export type Rows = ReadonlyMap<number, ReadonlyArray<string>>

/** RFC 4180 with LF or CRLF; the service validates, and this never fails. */
export const rows = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<Array<string>> = []
  let row: Array<string> = []
  // Each match is one cell and what ends it.
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const source = text.replace(/^\uFEFF/, "")
  while (cells.lastIndex < source.length) {
    const match = cells.exec(source)
    if (match === null) break
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "")
    if (match[3] !== ",") {
      if (row.length > 1 || row[0] !== "") found.push(row)
      row = []
    }
  }
  if (row.length > 0) found.push(row)
  return found
}

export const { columns, csvOf } = FailedRows

export const template = `${columns.join(",")}
+256770000001,mtn_uganda,25.5,Amina Nakato,salary-0001
+256750000005,airtel_uganda,40,Joseph Okello,salary-0002
`
