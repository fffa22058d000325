/**
 * Reads the rows of a CSV batch: cells are turned into the rows of the JSON form as they arrive, so
 * that both forms meet one schema. Faults that only a table can have are found here; the schema
 * checks phones and networks.
 */
import { type CsvError, parse } from "csv-parse"
import { Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as SheetFile from "../../domain/batch/SheetFile.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import type { FieldError, Refusal } from "../contract/Rejection.ts"

/** The header, exactly. */
const columns = ["phone", "network", "amount_usdc", "name", "idempotency_key"] as const

type Cells = Readonly<Record<(typeof columns)[number], string>>

/** A row as in the JSON form. A faulty cell leaves its field out. */
interface CsvRow {
  readonly phone?: string
  readonly network?: string
  readonly amount_usdc?: number
  readonly name?: string
  readonly idempotency_key?: string
}

export interface Table {
  /** Rows in the order of the file; a row that could not be read is empty. */
  readonly rows: ReadonlyArray<CsvRow>
  /** `row` counts from 1, without the header. */
  readonly problems: ReadonlyArray<FieldError>
}

interface Problem {
  readonly code: string
  readonly message: string
}

const amountProblem = (text: string): Problem => {
  if (/^-\d/.test(text)) return { code: "negative", message: "must not be negative" }
  if (/^\d+\.\d{7,}$/.test(text)) {
    return { code: "too_many_decimals", message: "must have at most 6 decimals" }
  }
  const message = "must be a plain decimal number such as 25.5, without separators or exponent"
  return { code: "not_a_number", message }
}

const tooLarge: Problem = { code: "too_large", message: `must be at most ${Money.usdcMax}` }

/** The field of an amount. An amount above the limit is kept, because the handler has the limit. */
const amountFieldOf = (text: string, read: Result.Result<number, Problem>) => {
  if (Result.isSuccess(read)) return { amount_usdc: read.success }
  return read.failure === tooLarge ? { amount_usdc: Number(text) } : {}
}

/** A cell as an amount, exactly or not at all: below the bound each text has a separate double. */
export const amount = (text: string): Result.Result<number, Problem> => {
  if (!/^(0|[1-9]\d*)(\.\d{1,6})?$/.test(text)) return Result.fail(amountProblem(text))
  const value = Number(text)
  return value > Money.usdcMax ? Result.fail(tooLarge) : Result.succeed(value)
}

/** A number as a spreadsheet writes it, if it is too long or shown with decimals. */
const spreadsheetNumber = /^\+?\d+(?:[.,]\d+)?E\+?\d+$|^\+?\d{9,15}[.,]0+$/i

/** A phone number with its country code and without its plus, which spreadsheets drop. */
const withoutPlus = new RegExp(`^(?:${Network.callingCodes.join("|")})\\d{8,10}$`)

const invisible = /[^\S ]|[\p{C}\p{Zs}](?<! )/u

/** Describes the first character that a reader does not see. */
const invisibleIn = (text: string): string | undefined => {
  const found = invisible.exec(text)
  if (found === null) return undefined
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
  return `has an invisible character, U+${code}, at position ${found.index + 1}. Remove it`
}

/** Exported files have an apostrophe before the plus, so that a spreadsheet keeps the plus. */
const phoneOf = (cell: string): string => cell.replace(/^'(?=\+)/, "")

const phoneProblem = (text: string): Problem | undefined => {
  if (spreadsheetNumber.test(text)) {
    const message = `was changed to ${text.slice(0, 32)} by a spreadsheet. Format the column as text`
    return { code: "spreadsheet_number", message }
  }
  if (withoutPlus.test(text)) {
    const message = `has no plus sign. Write +${text}, and format the column as text, so that a spreadsheet keeps the plus sign`
    return { code: "missing_plus", message }
  }
  const message = invisibleIn(text)
  return message === undefined ? undefined : { code: "invisible_character", message }
}

const required: Problem = { code: "required", message: "is required" }

/** The JSON row of these cells, and their faults so far. `row` counts from 1. */
const toRow = (
  { amount_usdc, idempotency_key, name, network, phone: phoneCell }: Cells,
  row: number
): { readonly row: CsvRow; readonly problems: ReadonlyArray<FieldError> } => {
  const problems: Array<FieldError> = []
  const refuse = (field: string, problem: Problem) => problems.push({ row, field, ...problem })
  const present = (field: keyof Cells, text: string) => {
    if (text !== "") return { [field]: text }
    refuse(field, required)
    return {}
  }
  const phone = phoneOf(phoneCell)
  const phoneFault = phoneProblem(phone)
  if (phoneFault !== undefined) refuse("phone", phoneFault)
  const read = amount_usdc === "" ? Result.fail(required) : amount(amount_usdc)
  const amountField = amountFieldOf(amount_usdc, read)
  if (Result.isFailure(read) && amountField.amount_usdc === undefined)
    refuse("amount_usdc", read.failure)
  return {
    row: {
      ...(phoneFault === undefined ? present("phone", phone) : {}),
      ...present("network", network),
      ...amountField,
      ...(name === "" ? {} : { name }),
      ...present("idempotency_key", idempotency_key)
    },
    problems
  }
}

/** The field of a problem with a row as a whole. */
const wholeRow = "row"

/** The problems of table and schema. Fields that the table refused have none of the schema's. */
export const join = (
  tableErrors: ReadonlyArray<FieldError>,
  found: ReadonlyArray<FieldError>
): ReadonlyArray<FieldError> => {
  const named = new Set(tableErrors.map(({ field, row }) => `${row} ${field}`))
  const fresh = found.filter(
    ({ field, row }) => !named.has(`${row} ${field}`) && !named.has(`${row} ${wholeRow}`)
  )
  return [...tableErrors, ...fresh].sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
}

const invalidFile = (code: string, message: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field: "file", code, message }]
})

const tooManyRows = invalidFile("too_many", `must have at most ${Limits.batches.rowsMax} rows`)
const noRows = invalidFile("empty", "has no rows")

/** The refusal of a file that is not text in UTF-8, or has another form. */
const otherForm = (head: Uint8Array): Refusal | undefined => {
  const form = SheetFile.formOf(head)
  const remedy = SheetFile.remedies[form]
  return remedy === undefined ? undefined : invalidFile("wrong_form", remedy)
}

/** The reason why the header is wrong, as far as it can be found, and the remedy. */
const headerHint = (cells: ReadonlyArray<string>, found: string): string => {
  const asked = columns.join(",")
  const isSame = (text: string, separator: string): boolean =>
    text.split(separator).join() === asked
  if (SheetFile.namedSeparator(found) !== undefined) {
    return ". Remove the first line, which names a separator for Excel"
  }
  if (isSame(found, ";") || isSame(found, "\t")) {
    return `. Its cells are separated by ${found.includes(";") ? "semicolons" : "tabs"}. Save the file with commas between its cells`
  }
  if (/\r[^\n]/.test(found)) {
    return ". Its lines end with CR alone. Save the file as CSV UTF-8, whose lines end with LF or CRLF"
  }
  const trimmed = cells.map((cell) => cell.trim().toLowerCase())
  if (trimmed.length > columns.length && isSame(trimmed.join().replace(/,+$/, ""), ",")) {
    return ". Delete the empty columns at the end"
  }
  if (isSame(trimmed.join(), ",")) return ". Write its names in lower case and without spaces"
  const hasAll = columns.every((name) => trimmed.includes(name))
  return hasAll ? ". Use exactly these columns, in this order" : ""
}

const headerProblem = (cells: ReadonlyArray<string>): Refusal | undefined => {
  if (cells.length === columns.length && columns.every((name, at) => cells[at] === name)) {
    return undefined
  }
  const found = cells
    .slice(0, Limits.http.csvHeaderShownCharsMax)
    .join(",")
    .slice(0, Limits.http.csvHeaderShownCharsMax)
  const asked = `must begin with the header ${columns.join(",")}; found ${found || "nothing"}`
  return invalidFile("wrong_header", `${asked}${headerHint(cells, found)}`)
}

const syntaxMessages: Readonly<Record<string, Problem>> = {
  CSV_QUOTE_NOT_CLOSED: { code: "unclosed_quote", message: "opens a quote that is never closed" },
  CSV_INVALID_CLOSING_QUOTE: {
    code: "stray_quote",
    message: "has text after a closing quote; a quote inside a quoted cell is written twice"
  },
  INVALID_OPENING_QUOTE: {
    code: "stray_quote",
    message: "has a quote inside a cell that does not begin with one"
  },
  CSV_MAX_RECORD_SIZE: {
    code: "too_long",
    message: `is longer than ${Limits.http.batchRowCharsMax} characters`
  }
}

/** The problem of a text that is no CSV. */
export const syntaxProblem = (error: CsvError): Problem =>
  syntaxMessages[error.code] ?? { code: "malformed_csv", message: "is not valid CSV" }

/** True for a line without text, however many empty cells a spreadsheet wrote into it. */
export const isBlank = (cells: ReadonlyArray<string>): boolean =>
  cells.every((cell) => cell.trim() === "")

/** Collects rows one by one, each at its position in the file. */
const gather = () => {
  const rows: Array<CsvRow> = []
  const problems: Array<FieldError> = []
  let header: ReadonlyArray<string> | undefined
  /** Blank lines since the last row. They are allowed only at the end of the file. */
  let blanks = 0
  const refuseRow = ({ code, message }: Problem): void => {
    rows.push({})
    problems.push({ row: rows.length, field: wholeRow, code, message })
  }
  const refuseBlanks = (): void => {
    while (blanks > 0) {
      blanks -= 1
      refuseRow({
        code: "blank_line",
        message: "is blank. Only lines at the end of the file may be blank"
      })
    }
  }

  /** Takes the cells of one line; a refusal ends the reading. */
  const take = (cells: ReadonlyArray<string>): Refusal | undefined => {
    if (header === undefined) {
      header = cells
      return headerProblem(cells)
    }
    if (isBlank(cells)) {
      blanks += 1
      return undefined
    }
    if (rows.length + blanks >= Limits.batches.rowsMax) return tooManyRows
    refuseBlanks()
    if (cells.length !== columns.length) {
      const message = `has ${cells.length} cells, not ${columns.length}`
      refuseRow({ code: "wrong_cells", message })
      return undefined
    }
    const named = Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""]))
    const read = toRow(named as Cells, rows.length + 1)
    rows.push(read.row)
    problems.push(...read.problems)
    return undefined
  }

  /** Ends at the point where the text is no longer CSV. Earlier rows still count. */
  const breakOff = (error: CsvError): Refusal | undefined => {
    const problem = syntaxProblem(error)
    if (header === undefined)
      return invalidFile(problem.code, `has a header that ${problem.message}`)
    if (rows.length + blanks >= Limits.batches.rowsMax) return tooManyRows
    refuseBlanks()
    refuseRow(problem)
    return undefined
  }

  const table = (): Result.Result<Table, Refusal> => {
    const refusal = header === undefined ? headerProblem([]) : undefined
    if (refusal !== undefined) return Result.fail(refusal)
    return rows.length === 0 ? Result.fail(noRows) : Result.succeed({ rows, problems })
  }
  return { take, breakOff, table }
}

interface Position {
  readonly line: number
  readonly column: number
}

const notUtf8 = ({ column, line }: Position): Refusal =>
  invalidFile(
    "not_utf8",
    `is not valid UTF-8 at line ${line}, column ${column}. ${SheetFile.notUtf8}`
  )

/** The beginning of a file and its current line, which messages about its faults need. */
const makeStart = () => {
  let head = Buffer.alloc(0)
  /** Valid bytes since the last line end. */
  let current = Buffer.alloc(0)
  let line = 1
  return {
    head: (): Uint8Array => head,
    take: (bytes: Buffer): void => {
      const missing = SheetFile.headBytes - head.length
      if (missing > 0) head = Buffer.concat([head, bytes.subarray(0, missing)])
    },
    pass: (bytes: Buffer): void => {
      const end = bytes.lastIndexOf(0x0a)
      for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) line += 1
      const rest = bytes.subarray(end + 1, end + 1 + Limits.http.batchRowCharsMax)
      current = end === -1 ? Buffer.concat([current, rest]) : Buffer.from(rest)
    },
    /** Position of the first byte that is not UTF-8, in bytes that follow those that passed. */
    positionIn: (bytes: Buffer): Position => {
      const text = new TextDecoder("utf-8").decode(Buffer.concat([current, bytes]))
      const lines = text.slice(0, Math.max(0, text.indexOf("\ufffd"))).split("\n")
      return { line: line + lines.length - 1, column: (lines.at(-1) ?? "").length + 1 }
    }
  }
}

/** Takes the bytes of a file as they arrive. */
export interface Reader {
  readonly write: (bytes: Buffer) => void
  readonly end: () => void
  /** Stops the reading: the rows are no longer needed. */
  readonly stop: () => void
}

/**
 * A reader of one file, which refuses at the first problem that is certain. `done` is called once,
 * and not after `stop`.
 */
export const reader = (done: (table: Result.Result<Table, Refusal>) => void): Reader => {
  const collector = gather()
  const utf8 = new TextDecoder("utf-8", { fatal: true })
  const start = makeStart()
  let isOpen = true

  const parser = parse({
    bom: true,
    record_delimiter: ["\n", "\r\n"],
    // All rows with too many or too few cells are named.
    relax_column_count: true,
    max_record_size: Limits.http.batchRowCharsMax,
    on_record: (cells: ReadonlyArray<string>) => {
      const refusal = collector.take(cells)
      if (refusal === undefined) return null
      finish(Result.fail(otherForm(start.head()) ?? refusal))
      // Otherwise the parser continues to the end of its input.
      throw new Error("refused")
    }
  })

  const stop = (): void => {
    isOpen = false
    parser.destroy()
  }

  const finish = (table: Result.Result<Table, Refusal>): void => {
    if (!isOpen) return
    stop()
    done(table)
  }

  const isValid = (bytes: Buffer | undefined): boolean =>
    Result.isSuccess(Result.try(() => utf8.decode(bytes, { stream: bytes !== undefined })))

  const refuseBytes = (bytes: Buffer): void =>
    finish(Result.fail(otherForm(start.head()) ?? notUtf8(start.positionIn(bytes))))

  parser.on("error", (error: CsvError) => {
    const refusal = isOpen ? collector.breakOff(error) : undefined
    finish(refusal === undefined ? collector.table() : Result.fail(refusal))
  })
  parser.on("end", () => finish(collector.table()))
  parser.resume()

  /** The first bytes, until there are enough to detect the file's form. */
  let firstBytes: Buffer | undefined = Buffer.alloc(0)

  const pass = (bytes: Buffer): void => {
    start.take(bytes)
    if (!isValid(bytes)) return refuseBytes(bytes)
    start.pass(bytes)
    parser.write(bytes)
  }

  return {
    write: (bytes) => {
      if (!isOpen) return
      firstBytes = firstBytes === undefined ? undefined : Buffer.concat([firstBytes, bytes])
      if (firstBytes === undefined) return pass(bytes)
      if (firstBytes.length < SheetFile.markBytes) return
      pass(firstBytes)
      firstBytes = undefined
    },
    end: () => {
      if (isOpen && firstBytes !== undefined) pass(firstBytes)
      if (!isOpen) return
      if (isValid(undefined)) parser.end()
      else refuseBytes(Buffer.alloc(0))
    },
    stop
  }
}
