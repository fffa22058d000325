/**
 * Bodies checked against the OpenAPI document with a real JSON Schema validator. Unlike for a
 * client, a field that is not documented is an error.
 */
import { assert } from "@effect/vitest"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"

export type Json = Readonly<Record<string, unknown>>

interface Media {
  readonly schema: Json
  readonly examples?: Readonly<Record<string, Json>>
}

interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Json
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly security?: ReadonlyArray<Json>
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly headers: Json }>>
}

export interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly tags: ReadonlyArray<{ readonly name: string }>
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>
    readonly examples: Readonly<Record<string, { readonly value: Json }>>
  }
}

export interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

export const operations = ({ paths }: Document): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )

export const resolve = (document: Document, ref: string): unknown =>
  ref
    .slice(2)
    .split("/")
    .reduce<unknown>((value, name) => (value as Json | undefined)?.[name], document)

/** A copy of a schema that also refuses fields that it does not name. */
const closed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== "object" || value === null) return value
  const inside = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed(each)]))
  const isOpen = inside.type === "object" && inside.properties !== undefined
  return isOpen ? { unevaluatedProperties: false, ...inside } : inside
}

/** Asserts that a value fits a schema of the document. */
export const checker = (document: Document) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: "api", components: closed(document.components) } as object)
  const compiled = new Map<unknown, ValidateFunction>()

  const validatorOf = (schema: Json): ValidateFunction => {
    const known = compiled.get(schema)
    if (known !== undefined) return known
    const absolute = JSON.parse(
      JSON.stringify(closed(schema)).replaceAll('"#/components', '"api#/components')
    )
    const made = ajv.compile(absolute)
    compiled.set(schema, made)
    return made
  }

  return (schema: Json, value: unknown, context: string): void => {
    const validate = validatorOf(schema)
    if (!validate(value)) {
      assert.fail(`${context}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`)
    }
  }
}

/** Asserts that the document describes a response for its operation. */
export const answerChecker = (document: Document) => {
  const check = checker(document)
  return (
    { method, operation, path }: Placed,
    answer: {
      readonly status: number
      readonly headers?: Headers
      readonly text: string
      readonly json: unknown
    }
  ): void => {
    const context = `${method} ${path} answers ${answer.status}`
    const response = operation.responses[String(answer.status)]
    if (response === undefined)
      assert.fail(`${context}, undocumented: ${answer.text.slice(0, 300)}`)
    const isFile = answer.headers?.get("content-type")?.startsWith("text/csv") === true
    if (isFile) return assert.isDefined(response.content?.["text/csv"], context)
    const schema = response.content?.["application/json"]?.schema
    if (schema !== undefined) check(schema, answer.json, context)
  }
}
