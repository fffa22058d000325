/**
 * Describes a schema's errors in plain English: one entry per field, with the allowed values. It
 * runs only for refused requests.
 */
import { SchemaAST, SchemaIssue } from "effect"
import * as Money from "../../domain/money/Money.ts"
import type { FieldError } from "../contract/Rejection.ts"

/** A number of a body whose double differs from its text. */
export class Inexact {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** A number in a body, exact or not; `NaN` for any other value. */
export const numberOf = (value: unknown): number =>
  value instanceof Inexact ? Number(value.source) : typeof value === "number" ? value : Number.NaN

/** The source of a value. A query parameter may be sent twice, a field of a body may not. */
export type FieldSource = "body" | "query"

type Violation = Pick<FieldError, "code" | "message">
type Path = ReadonlyArray<PropertyKey>

const isNull = (ast: SchemaAST.AST): boolean => SchemaAST.isNull(ast) || SchemaAST.isUndefined(ast)

/** The required kind of value, as words that follow "must be". */
const nounOf = (ast: SchemaAST.AST): string => {
  if (SchemaAST.isString(ast)) return "a string"
  if (SchemaAST.isNumber(ast)) return "a number"
  if (SchemaAST.isBoolean(ast)) return "true or false"
  if (SchemaAST.isArrays(ast)) return "an array"
  if (SchemaAST.isObjects(ast)) return "an object"
  if (SchemaAST.isLiteral(ast)) return String(ast.literal)
  if (!SchemaAST.isUnion(ast)) return "a valid value"
  const members = ast.types.filter((member) => !isNull(member))
  const nouns = [...new Set(members.map(nounOf))]
  return nouns.length > 1 && members.every(SchemaAST.isLiteral)
    ? `one of ${nouns.join(", ")}`
    : nouns.join(" or ")
}

const isNumeric = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isNumber(ast) || (SchemaAST.isUnion(ast) && ast.types.some(isNumeric))

/** A number with more digits than a double holds is too large, or has too many decimals. */
const inexact = ({ source }: Inexact): Violation => {
  const value = Number(source)
  if (value < 0) return { code: "negative", message: "must not be negative" }
  return value > Money.usdcMax
    ? { code: "too_large", message: `must be at most ${Money.usdcMax}` }
    : { code: "too_many_decimals", message: "must have at most 6 decimals" }
}

const required: Violation = { code: "required", message: "is required" }

/** The violation by a value whose type differs from its schema's. */
const mistyped = (ast: SchemaAST.AST, value: unknown, source: FieldSource): Violation => {
  const noun = nounOf(ast)
  if (value === null || value === undefined) {
    return { ...required, message: `${required.message} and must be ${noun}` }
  }
  if (value instanceof Inexact && isNumeric(ast)) return inexact(value)
  if (source === "query" && Array.isArray(value)) {
    return { code: "repeated", message: "must be given once" }
  }
  return { code: "invalid_value", message: `must be ${noun}` }
}

const coded = /^([a-z0-9_]+): (.*)$/s

/** Parses the message of a rule: `code: text`. */
const ruled = (message: string): Violation => {
  const parts = coded.exec(message)
  return parts === null
    ? { code: "invalid_value", message: "is invalid" }
    : { code: parts[1] ?? "", message: parts[2] ?? "" }
}

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    input
  )

/** The field that a path names; rows of a batch are counted from 1. */
const fieldOf = (path: ReadonlyArray<string>): Pick<FieldError, "row" | "field"> => {
  const [list, index, ...rest] = path
  if (list === "payouts" && index !== undefined) {
    return { row: Number(index) + 1, field: rest.join(".") || "row" }
  }
  return { field: path.join(".") || "body" }
}

/** The first message of each field. A second rule adds nothing to a field that is wrong. */
export const onePerField = (errors: ReadonlyArray<FieldError>): ReadonlyArray<FieldError> => {
  const named = new Set<string>()
  return errors.filter(({ field, row }) => {
    const name = `${row} ${field}`
    if (named.has(name)) return false
    named.add(name)
    return true
  })
}

/** All errors that a schema found in an input. */
export const errorsOf = (
  issue: SchemaIssue.Issue,
  input: unknown,
  source: FieldSource
): ReadonlyArray<FieldError> => {
  const errorAt = (path: Path, found: Violation): ReadonlyArray<FieldError> => [
    { ...fieldOf(path.map(String)), ...found }
  ]
  const walk = (one: SchemaIssue.Issue, path: Path): ReadonlyArray<FieldError> => {
    switch (one._tag) {
      case "Filter": {
        const message = SchemaIssue.defaultCheckHook(one)
        return message === undefined ? walk(one.issue, path) : errorAt(path, ruled(message))
      }
      case "Encoding":
        return walk(one.issue, path)
      case "Pointer":
        return walk(one.issue, [...path, ...one.path])
      case "Composite":
        return one.issues.flatMap((each) => walk(each, path))
      case "AnyOf":
        return one.issues.length > 0
          ? one.issues.flatMap((each) => walk(each, path))
          : errorAt(path, mistyped(one.ast, valueAt(input, path), source))
      case "MissingKey":
        return errorAt(path, required)
      case "InvalidType":
        return errorAt(path, mistyped(one.ast, valueAt(input, path), source))
      default:
        return errorAt(path, ruled(SchemaIssue.defaultLeafHook(one)))
    }
  }
  return walk(issue, [])
}
