/**
 * Reads a provider's statement file by a description of its columns. One line that cannot be read
 * refuses the whole file, and the refusal names lines and columns.
 */
import * as crypto from "node:crypto"
import { type CsvError, parse } from "csv-parse"
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as ReconciliationRun from "../../domain/books/ReconciliationRun.ts"
import * as Statement from "../../domain/books/Statement.ts"
import * as StatementColumns from "../../domain/books/StatementColumns.ts"
import type { FieldError, Refusal } from "../contract/Rejection.ts"
import * as Csv from "./Csv.ts"

const { statementLinesMax, statementProblemsMax } = Limits.reconcile

const problem = (code: string, message: string): FieldError => ({ field: "content", code, message })

/** The header of a file, or its first problem. */
const headerOf = (
  columns: StatementColumns.StatementColumns,
  cells: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, FieldError> => {
  const header = cells.map((cell) => cell.trim())
  for (const column of StatementColumns.columnsOf(columns)) {
    const count = header.filter((name) => name === column).length
    if (count === 1) continue
    const found = header.join(columns.delimiter).slice(0, Limits.http.csvHeaderShownCharsMax)
    const fault = count === 0 ? "is missing" : "is there twice"
    const message = `line 1: column \`${column}\` ${fault}. The header is ${found || "empty"}`
    return Result.fail(problem("wrong_header", message))
  }
  return Result.succeed(header)
}

/** Collects the lines about payouts, the fees, and the problems of the other lines. */
const gather = (columns: StatementColumns.StatementColumns) => {
  const lines: Array<Statement.Line> = []
  const fees = Statement.makeFees()
  const problems: Array<FieldError> = []
  let header: ReadonlyArray<string> | undefined

  const takeLine = (cells: ReadonlyArray<string>, line: number, names: ReadonlyArray<string>) => {
    if (cells.length !== names.length) {
      const message = `line ${line}: has ${cells.length} cells, and the header has ${names.length}`
      problems.push(problem("wrong_cells", message))
      return
    }
    const named = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]))
    const read = StatementColumns.read(columns, line, named)
    if (Result.isFailure(read)) {
      problems.push(problem("malformed_line", `line ${line}: ${read.failure}`))
      return
    }
    const parts = read.success
    if (parts.line !== undefined) lines.push(parts.line)
    if (parts.fee !== undefined) fees.add(parts.fee)
  }

  return {
    lines,
    fees,
    problems,
    /** Takes the cells of one line. `false` ends the reading. */
    take: (cells: ReadonlyArray<string>, line: number): boolean => {
      if (Csv.isBlank(cells)) return true
      if (header !== undefined) {
        takeLine(cells, line, header)
        if (lines.length > statementLinesMax) {
          const message = `has more than ${statementLinesMax} lines about payouts. Split it by days`
          problems.push(problem("too_many", message))
        }
        return problems.length < statementProblemsMax && lines.length <= statementLinesMax
      }
      const read = headerOf(columns, cells)
      if (Result.isFailure(read)) problems.push(read.failure)
      else header = read.success
      return Result.isSuccess(read)
    }
  }
}

type Gathered = ReturnType<typeof gather>

/** Parses a text piece by piece, so that other requests are served in between. */
const parseInto = (
  { problems, take }: Gathered,
  text: string,
  delimiter: string
): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const bytes = Buffer.from(text)
    let line = 1
    let isOpen = true
    const parser = parse({
      ...{ bom: true, delimiter, record_delimiter: ["\n", "\r\n"], relax_column_count: true },
      max_record_size: Limits.http.batchRowCharsMax,
      on_record: (cells: ReadonlyArray<string>, { lines }) => {
        line = lines + 1
        if (isOpen && !take(cells, lines)) finish()
        return null
      }
    })
    const finish = (): void => {
      if (!isOpen) return
      isOpen = false
      parser.destroy()
      resume(Effect.void)
    }
    parser.on("error", (error: CsvError) => {
      const { code, message } = Csv.syntaxProblem(error)
      if (isOpen) problems.push(problem(code, `line ${line}: ${message}`))
      finish()
    })
    parser.on("end", finish)
    parser.resume()
    const write = (from: number): void => {
      if (!isOpen) return
      const end = from + Limits.http.uploadPieceBytes
      parser.write(bytes.subarray(from, end))
      if (end < bytes.length) setImmediate(write, end)
      else parser.end()
    }
    write(0)
    return Effect.sync(finish)
  })

const invalid = (errors: ReadonlyArray<FieldError>): Refusal => ({ _tag: "Invalid", errors })

/** A file as it was sent. */
export interface File {
  readonly provider: string
  readonly name: string
  readonly content: string
}

/** The statement of a file. `now` in milliseconds. */
export const read = Effect.fnUntraced(function* (
  { content, name, provider }: File,
  columns: StatementColumns.StatementColumns,
  now: number
) {
  const gathered = gather(columns)
  yield* parseInto(gathered, content, columns.delimiter)
  const { lines, problems } = gathered
  if (problems.length > 0) return yield* Effect.fail(invalid(problems))
  const { identifies, utcOffset } = columns
  const sha256 = crypto.hash("sha256", content)
  const statement = Statement.of(
    { provider, name, sha256, identifies, lines, fees: gathered.fees.sums() },
    {
      now,
      offset: StatementColumns.offsetMs(utcOffset) ?? 0,
      settlingMs: ReconciliationRun.settlingMs
    }
  )
  return yield* Result.isSuccess(statement)
    ? Effect.succeed(statement.success)
    : Effect.fail(invalid([problem("wrong_lines", statement.failure)]))
})
