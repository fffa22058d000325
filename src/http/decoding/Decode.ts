/**
 * Decodes bytes into values: JSON is read exactly or not at all, then decoded by the contract's
 * schemas, with every offending field named at once.
 */
import { hash } from "node:crypto"
import { Cause, Exit, Option, Result, Schema, SchemaAST } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import * as Limits from "../../config/Limits.ts"
import type { FieldError, Refusal } from "../contract/Rejection.ts"
import * as RepeatedNames from "./RepeatedNames.ts"
import * as ValidationMessages from "./ValidationMessages.ts"

export type Fields = Readonly<Record<string, unknown>>

/** True if a value is present. `null` counts as absent. */
export const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Decodes fields by a schema. `already`: errors that are known before. */
export type Decoder = (
  input: Fields,
  already?: ReadonlyArray<FieldError>
) => Result.Result<Fields, Refusal>

const failure = (errors: ReadonlyArray<FieldError>): Result.Result<never, Refusal> =>
  Result.fail({ _tag: "Invalid", errors })

/** A number with so many digits or points in a row may not fit into a double. */
const digitsMax = 16

/** `.` `0` `9` in ASCII. */
const [point, zero, nine] = [0x2e, 0x30, 0x39]

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code === point || (code >= zero && code <= nine)
}

/** True if a text has so many digits in a row: they then cover every sixteenth position once. */
const hasLongNumber = (text: string): boolean => {
  for (let at = digitsMax - 1; at < text.length; at += digitsMax) {
    if (!isDigit(text, at)) continue
    let first = at
    let last = at
    while (isDigit(text, first - 1)) first -= 1
    while (isDigit(text, last + 1)) last += 1
    if (last - first + 1 >= digitsMax) return true
  }
  return false
}

/** The digits of a number as written, without the zeros around them. */
const digitsOf = (number: string): string => {
  const digits = number.replace(/[-+.]|[eE].*$/g, "")
  let [first, end] = [0, digits.length]
  while (digits[first] === "0") first += 1
  while (end > first && digits[end - 1] === "0") end -= 1
  return digits.slice(first, end)
}

/**
 * Marks a number that its double does not hold exactly. No number field takes the mark, so such a
 * number is refused and never rounded silently.
 */
const exact = (_key: string, value: unknown, context: { readonly source?: string }): unknown => {
  if (typeof value !== "number" || context.source === undefined) return value
  // Shorter numbers are exact unless they have an exponent. A body has thousands of numbers.
  if (context.source.length < 16 && !/e/i.test(context.source)) return value
  return digitsOf(context.source) === digitsOf(String(value))
    ? value
    : new ValidationMessages.Inexact(context.source)
}

/** `,` `[` `{` `"` `\` in ASCII. */
const [comma, list, record, quote, backslash] = [0x2c, 0x5b, 0x7b, 0x22, 0x5c]

/** True if parsing would block other requests. Marks in strings do not count: they cost nothing. */
const isTooFine = (text: string): boolean => {
  if (text.length <= Limits.http.bodyMarksMax) return false
  let marks = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) isInString = !isInString
    else if (isInString) at += code === backslash ? 1 : 0
    else if (code === comma || code === list || code === record) marks += 1
  }
  return marks > Limits.http.bodyMarksMax
}

const malformed = failure([{ field: "body", code: "malformed_json", message: "is not valid JSON" }])

/** Reads a JSON object. An empty body is an empty object. */
export const json = (text: string): Result.Result<Record<string, unknown>, Refusal> => {
  if (text.trim() === "") return Result.succeed({})
  if (isTooFine(text)) {
    return failure([{ field: "body", code: "too_many", message: "has too many values" }])
  }
  // TypeScript's type of `JSON.parse` lacks the third argument of a reviver, its source text.
  const parsed = Result.try(() =>
    hasLongNumber(text) ? JSON.parse(text, exact as never) : JSON.parse(text)
  )
  if (Result.isFailure(parsed)) return malformed
  const value: unknown = parsed.success
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return failure([{ field: "body", code: "not_an_object", message: "must be a JSON object" }])
  }
  const repeated = RepeatedNames.find(text, value)
  if (repeated !== undefined) {
    const message = `has the name ${repeated} twice in one object. Send each name once`
    return failure([{ field: "body", code: "repeated_name", message }])
  }
  return Result.succeed(value as Record<string, unknown>)
}

/**
 * Lists and records above the maximum length. They are refused before their entries are decoded: a
 * megabyte of bad entries would be answered with a hundred megabytes of errors.
 */
const oversized = (value: unknown, path: string, depth: number): ReadonlyArray<FieldError> => {
  if (typeof value !== "object" || value === null || depth > Limits.http.bodyDepthMax) return []
  const entries = Object.entries(value)
  if (entries.length > Limits.http.listEntriesMax) {
    const message = `must have at most ${Limits.http.listEntriesMax} entries`
    return [{ field: path, code: "too_many", message }]
  }
  return entries.flatMap(([key, each]) => oversized(each, `${path}.${key}`, depth + 1))
}

const noErrors: ReadonlyArray<FieldError> = []

/** Oversized lists and records in these fields of a body. */
const oversizedIn = (input: Fields, fields: ReadonlyArray<string>): ReadonlyArray<FieldError> => {
  let found = noErrors
  for (const field of fields) {
    const value = input[field]
    if (typeof value === "object") found = [...found, ...oversized(value, field, 1)]
  }
  return found
}

/** The fields of a schema; others are ignored. */
const fieldsOf = ({ ast }: Schema.Top): ReadonlyArray<string> =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** Errors of the fields that a schema refuses. A schema that breaks is a defect of the service. */
const issuesOf = (
  cause: Cause.Cause<Schema.SchemaError>,
  input: unknown,
  source: ValidationMessages.FieldSource
): ReadonlyArray<FieldError> => {
  const error = Cause.findErrorOption(cause)
  if (Option.isNone(error)) throw Cause.squash(cause)
  return ValidationMessages.errorsOf(error.value.issue, input, source)
}

/**
 * A decoder for one schema, built once and compiled on first use. Refused input then goes through
 * the uncompiled schema, for its messages. `already`: known errors of the input, which are named
 * along with those that the schema finds.
 */
export const decoder = <S extends Schema.Decoder<unknown>>(
  schema: S,
  source: ValidationMessages.FieldSource = "body"
) => {
  SchemaJITCompiler.enable(schema.ast)
  const decode = Schema.decodeUnknownExit(schema, { errors: "all" })
  const fields = fieldsOf(schema)
  return (
    input: Fields,
    already: ReadonlyArray<FieldError> = noErrors
  ): Result.Result<S["Type"], Refusal> => {
    const tooLong = oversizedIn(input, fields)
    if (tooLong.length > 0) return failure(tooLong)
    const exit = decode(input)
    if (Exit.isSuccess(exit) && already.length === 0) return Result.succeed(exit.value)
    const found = Exit.isSuccess(exit) ? [] : issuesOf(exit.cause, input, source)
    return failure(ValidationMessages.onePerField([...already, ...found]))
  }
}

type Parameters = Readonly<Record<string, string | ReadonlyArray<string>>>

/** Decodes the parameters of a query by a schema. */
export type QueryDecoder = (parameters: Parameters) => Result.Result<unknown, Refusal>

/** A decoder of a query. A parameter that is given several times is a list. */
export const queryDecoder = (schema: Schema.Decoder<unknown>): QueryDecoder => {
  const decode = Schema.decodeUnknownExit(Schema.toCodecArrayFromSingle(schema), { errors: "all" })
  return (parameters) => {
    const exit = decode(parameters)
    return Exit.isSuccess(exit)
      ? Result.succeed(exit.value)
      : failure(ValidationMessages.onePerField(issuesOf(exit.cause, parameters, "query")))
  }
}

/** Names in their order of arrival, and sorted with their JSON. */
interface Names {
  readonly given: ReadonlyArray<string>
  readonly sorted: ReadonlyArray<readonly [name: string, json: string]>
}

/** The last sorted names, by their number. Most requests have the names of an earlier one. */
const latest: Array<Names | undefined> = []

const sorted = (fields: Fields): Names["sorted"] => {
  const given = Object.keys(fields)
  const known = latest[given.length]
  if (known?.given.every((name, index) => name === given[index]) === true) return known.sorted
  const names: Names = {
    given,
    sorted: given.toSorted().map((name) => [name, JSON.stringify(name)])
  }
  if (given.length <= Limits.http.sortedNamesMax) latest[given.length] = names
  return names.sorted
}

/**
 * JSON with sorted names and without absent values: equal parameters are equal texts. `without` is
 * a name that is left out.
 */
const canonical = (value: unknown, without?: string): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) {
    return `[${value.map((each) => canonical(each ?? null)).join(",")}]`
  }
  const fields = value as Fields
  let text = ""
  for (const [name, json] of sorted(fields)) {
    const field = fields[name]
    if (field === undefined || field === null || name === without) continue
    text += `${text === "" ? "" : ","}${json}:${canonical(field)}`
  }
  return `{${text}}`
}

/** The hash of a request's parameters without its idempotency key. */
export const fingerprint = (path: string, payload: Fields): string =>
  hash("sha256", `${path}\n${canonical(payload, "idempotency_key")}`, "base64url")
