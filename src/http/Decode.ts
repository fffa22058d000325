/**
 * From bytes to values: JSON read exactly or not at all, then decoded by the contract's schemas,
 * with every offending field named at once.
 */
import { createHash } from "node:crypto"
import { Exit, Result, Schema, SchemaIssue } from "effect"
import type { FieldError, Refusal } from "./Problems.ts"

const failure = (errors: ReadonlyArray<FieldError>): Result.Result<never, Refusal> =>
  Result.fail({ _tag: "Invalid", errors })

/** A number with so many digits that a double may not hold it. */
const suspicious = /[\d.]{16,}/

/**
 * A number that its double does not carry exactly becomes its own text, which no number field
 * takes: what is refused cannot be rounded silently.
 */
const exact = (_key: string, value: unknown, context: { readonly source?: string }): unknown => {
  if (typeof value !== "number" || context.source === undefined) return value
  const digits = context.source.replace(/[-+.]|[eE].*$/g, "").replace(/^0+|0+$/g, "")
  const kept = String(value)
    .replace(/[-+.]|[eE].*$/g, "")
    .replace(/^0+|0+$/g, "")
  return digits === kept ? value : context.source
}

/** Reads a JSON object. An empty body is an empty object. */
export const json = (text: string): Result.Result<Record<string, unknown>, Refusal> => {
  if (text.trim() === "") return Result.succeed({})
  const parsed = Result.try(() =>
    suspicious.test(text) ? JSON.parse(text, exact as never) : JSON.parse(text)
  )
  if (Result.isFailure(parsed)) {
    return failure([{ field: "body", code: "malformed_json", message: "is not valid JSON" }])
  }
  const value: unknown = parsed.success
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Result.succeed(value as Record<string, unknown>)
    : failure([{ field: "body", code: "not_an_object", message: "must be a JSON object" }])
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "MissingKey" ? "required: is required" : SchemaIssue.defaultLeafHook(issue)
})

const coded = /^([a-z_]+): (.*)$/s

const fieldError = (issue: {
  readonly message: string
  readonly path?: ReadonlyArray<unknown> | undefined
}): FieldError => {
  const field = (issue.path ?? []).map(String).join(".") || "body"
  const parts = coded.exec(issue.message)
  if (parts !== null) return { field, code: parts[1] ?? "invalid", message: parts[2] ?? "" }
  const message = issue.message.replace(/^Expected /, "must be ").replace(/, got .*$/s, "")
  return { field, code: "invalid_value", message }
}

/** A decoder for one schema, built once. */
export const decoder = <S extends Schema.Decoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownExit(schema, { errors: "all" })
  return (input: unknown): Result.Result<S["Type"], Refusal> => {
    const exit = decode(input)
    if (Exit.isSuccess(exit)) return Result.succeed(exit.value)
    const reason = exit.cause.reasons[0]
    const issue =
      reason?._tag === "Fail" && Schema.isSchemaError(reason.error) ? reason.error.issue : undefined
    if (issue === undefined) {
      return failure([{ field: "body", code: "invalid_value", message: "is invalid" }])
    }
    return failure(format(issue).issues.map((each) => fieldError(each as never)))
  }
}

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined && each !== null)
  return Object.fromEntries(
    entries.sort(([left], [right]) => (left < right ? -1 : 1)).map(([k, v]) => [k, canonical(v)])
  )
}

/** The hash of a request's parameters without its idempotency key (contract §2). */
export const fingerprint = (path: string, payload: Readonly<Record<string, unknown>>): string => {
  const { idempotency_key: _, ...parameters } = payload
  return createHash("sha256")
    .update(`${path}\n${JSON.stringify(canonical(parameters))}`)
    .digest("base64url")
}
