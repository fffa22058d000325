/**
 * Reads OFAC's list of specially designated nationals as published: four CSV files without headers.
 * An incomplete list would clear people who are on it. So a file that is truncated, empty, of
 * another shape or does not belong to the others fails the whole list.
 *
 * https://ofac.treasury.gov/sdn-list/sdn-data-formats
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as readline from "node:readline"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { CsvError, parse } from "csv-parse"
import { Effect, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as ScreeningEvidence from "../domain/ScreeningEvidence.ts"

/** The files cannot be used; the message has the file, the row and the reason. */
export class ListBroken extends Schema.TaggedError<ListBroken>()("ListBroken", {
  message: Schema.String
}) {}

/** Each file and the columns of its rows. */
const files = {
  "sdn.csv": 12,
  "alt.csv": 5,
  "add.csv": 6,
  "sdn_comments.csv": 2
} as const
export type File = keyof typeof files

export const fileNames = Object.keys(files) as ReadonlyArray<File>

export interface SdnEntry {
  readonly number: number
  /** "LAST, First Middle" for a person. */
  readonly name: string
  readonly type: ScreeningEvidence.ListEntry["type"]
  /** Codes of its sanctions programs, as published: "SDGT] [IFSR". */
  readonly programs: string
  /** An office or a rank. */
  readonly title: string | null
  readonly aliases: ReadonlyArray<string>
  /** The remarks, with the overflow from the file of comments. */
  readonly remarks: ReadonlyArray<string>
}

export interface Sdn {
  readonly entries: ReadonlyArray<SdnEntry>
  /** The hash of the four files' bytes. */
  readonly hash: string
  /** When the oldest of the files was written, milliseconds. */
  readonly at: number
}

type CsvFields = ReadonlyArray<string>

/** DOS end-of-file character, on a separate line. */
const oldEnd = "\x1a"

const endsWhole = (last: number | undefined): boolean => last === 0x0a || last === 0x1a

const broken = (file: string, what: string) => new ListBroken({ message: `${file}: ${what}` })

/** A number and a text, whose inner quotes need not be doubled, perhaps over several lines. */
const comment = /^\s*(\d{1,9})\s*,\s*"?(.*?)"?\s*$/

const commentRow = (line: string): CsvFields | undefined => {
  const match = comment.exec(line)
  return match === null ? undefined : [match[1] ?? "", (match[2] ?? "").replaceAll('""', '"')]
}

const continued = ([number = "", text = ""]: CsvFields, line: string): CsvFields => [
  number,
  `${text} ${line}`
]

/** Rows of comments: free text, which is not valid CSV. */
async function* commentRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvFields> {
  let row: CsvFields | undefined
  for await (const line of readline.createInterface({ input: Readable.from(chunks) })) {
    if (line === oldEnd || line.trim() === "") continue
    const next = commentRow(line)
    if (next !== undefined) {
      if (row !== undefined) yield row
      row = next
    } else if (row === undefined) yield [line]
    else row = continued(row, line)
  }
  if (row !== undefined) yield row
}

const csvRows = () =>
  parse({ bom: true, relax_column_count: true, trim: true, skip_empty_lines: true })

const rowsOf = async (
  dir: string,
  file: File,
  hash: crypto.Hash
): Promise<ReadonlyArray<CsvFields>> => {
  const name = path.join(dir, file)
  const { size } = await fs.promises.stat(name)
  const { fileBytesMax } = Limits.screening
  if (size > fileBytesMax) throw broken(file, `it has more than ${fileBytesMax} bytes`)
  const rows: Array<CsvFields> = []
  let last: number | undefined
  await pipeline(
    fs.createReadStream(name),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        last = chunk.at(-1)
        yield chunk
      }
    },
    file === "sdn_comments.csv" ? commentRows : csvRows(),
    async (records: AsyncIterable<CsvFields>) => {
      for await (const record of records) if (record[0] !== oldEnd) rows.push(record)
    }
  ).catch((error: unknown) => {
    throw error instanceof CsvError ? broken(file, error.message) : error
  })
  if (!endsWhole(last)) throw broken(file, "it is empty, or ends in the middle of a line")
  return rows
}

const nullPattern = /^-0-$/

const textOf = (cell: string | undefined): string | undefined =>
  cell === undefined || cell === "" || nullPattern.test(cell) ? undefined : cell

/** The number of a row's entry; fails if the row has another shape. */
const numberOf = (file: File, row: CsvFields, index: number): number => {
  const columns = files[file]
  if (row.length !== columns) {
    throw broken(file, `row ${index + 1} has ${row.length} columns, not ${columns}`)
  }
  const first = row[0] ?? ""
  if (!/^\d{1,9}$/.test(first)) throw broken(file, `row ${index + 1} begins with no number`)
  return Number(first)
}

const typeOf = (cell: string | undefined): SdnEntry["type"] => {
  const type = textOf(cell)?.toLowerCase()
  return type === "individual" || type === "vessel" || type === "aircraft" ? type : "entity"
}

/** Texts by the number of their entry; fails on one without an entry. */
const byEntry = (
  file: File,
  rows: ReadonlyArray<CsvFields>,
  numbers: ReadonlySet<number>,
  pick: (row: CsvFields) => string | undefined
): ReadonlyMap<number, ReadonlyArray<string>> => {
  const textsByNumber = new Map<number, Array<string>>()
  for (const [index, row] of rows.entries()) {
    const number = numberOf(file, row, index)
    if (!numbers.has(number)) {
      throw broken(file, `row ${index + 1} is about entry ${number}, which sdn.csv does not have`)
    }
    const text = textOf(pick(row))
    const texts = textsByNumber.get(number)
    if (text === undefined) continue
    if (texts === undefined) textsByNumber.set(number, [text])
    else texts.push(text)
  }
  return textsByNumber
}

const aliasColumn = 3
const programsColumn = 3
const titleColumn = 4
const remarksColumn = 11

/** Stores each text once, because thousands of entries have the same programs. */
const makeTextStore = () => {
  const texts = new Map<string, string>()
  return (text: string): string => {
    const stored = texts.get(text)
    if (stored === undefined) texts.set(text, text)
    return stored ?? text
  }
}

const readAll = async (dir: string): Promise<Sdn> => {
  const hash = crypto.createHash("sha256")
  const sdn = await rowsOf(dir, "sdn.csv", hash)
  const alt = await rowsOf(dir, "alt.csv", hash)
  const add = await rowsOf(dir, "add.csv", hash)
  const comments = await rowsOf(dir, "sdn_comments.csv", hash)
  const numbers = sdn.map((row, index) => numberOf("sdn.csv", row, index))
  const entryNumbers = new Set(numbers)
  const { entriesMin } = Limits.screening
  if (entryNumbers.size < entriesMin) {
    throw broken(
      "sdn.csv",
      `it has ${entryNumbers.size} entries, and a whole list at least ${entriesMin}`
    )
  }
  if (entryNumbers.size !== numbers.length)
    throw broken("sdn.csv", "an entry's number occurs twice")
  const aliases = byEntry("alt.csv", alt, entryNumbers, (row) => row[aliasColumn])
  byEntry("add.csv", add, entryNumbers, () => undefined)
  const more = byEntry("sdn_comments.csv", comments, entryNumbers, (row) => row[1])
  const storedOnce = makeTextStore()
  const entries = sdn.map((row, index): SdnEntry => {
    const number = numbers[index] ?? 0
    const name = textOf(row[1])
    if (name === undefined) throw broken("sdn.csv", `row ${index + 1} has no name`)
    const remarks = [textOf(row[remarksColumn]) ?? [], more.get(number) ?? []].flat()
    return {
      ...{ number, name, remarks, type: typeOf(row[2]), aliases: aliases.get(number) ?? [] },
      programs: storedOnce(textOf(row[programsColumn]) ?? ""),
      title: textOf(row[titleColumn]) ?? null
    }
  })
  const stats = await Promise.all(fileNames.map((file) => fs.promises.stat(path.join(dir, file))))
  return {
    ...{ entries, hash: hash.digest("hex") },
    at: Math.min(...stats.map(({ mtimeMs }) => mtimeMs))
  }
}

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return "code" in error && error.code === "ENOENT" && "path" in error
    ? `${path.basename(String(error.path))} is missing`
    : error.message
}

/** Reads the four files of a folder. */
export const read = (dir: string): Effect.Effect<Sdn, ListBroken> =>
  Effect.tryPromise({
    try: () => readAll(dir),
    catch: (error) =>
      error instanceof ListBroken ? error : new ListBroken({ message: reason(error) })
  })
