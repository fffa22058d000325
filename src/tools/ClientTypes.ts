/**
 * TypeScript types of the OpenAPI document's schemas, for `ClientCode.ts`. Not openapi-typescript
 * 7.13: it needs TypeScript 5's compiler API (its peer is `^5.x`; TypeScript 7.0.2 has none),
 * writes 20,200 lines (1 MB) where this writes 3,400, and has neither named lists of values nor
 * methods.
 */

/** The schema keywords that determine a type. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | boolean
}

/** The direction of an object. Only sent objects may have `undefined` in optional fields. */
export type Direction = "sent" | "received"

export const refName = ({ $ref }: Schema): string | undefined => $ref?.split("/").at(-1)

export const camel = (text: string): string =>
  text.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

export const pascal = (text: string): string =>
  camel(text).replace(/^\w/, (first) => first.toUpperCase())

const identifier = /^[A-Za-z_$][\w$]*$/

const keyOf = (name: string): string => (identifier.test(name) ? name : JSON.stringify(name))

/** A comment, in one line if it fits. */
export const comment = (...lines: ReadonlyArray<string | undefined>): string => {
  const texts = lines.filter((line) => line !== undefined && line !== "") as Array<string>
  const [first = ""] = texts
  if (texts.length === 0) return ""
  if (texts.length === 1 && first.length <= 80) return `/** ${first} */\n`
  return `/**\n${texts.flatMap((text) => wrap(text)).join("\n")}\n */\n`
}

const commentCharsMax = 88

const wrap = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length > commentCharsMax) lines.push(` * ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

const union = (types: ReadonlyArray<string>): string => [...new Set(types)].join(" | ")

const valuesOf = (values: ReadonlyArray<unknown>): string =>
  union(values.map((each) => JSON.stringify(each)))

/** Length from which a list of values gets a name. */
const listValuesMin = 3

interface ValueList {
  readonly values: string
  readonly field: string
  readonly component: string
  /** The enclosing field; empty for the component's own fields. */
  readonly parent: string
}

/** Every list of values in a schema, with its field. */
const listsIn = (schema: Schema, at: Omit<ValueList, "values">): ReadonlyArray<ValueList> => {
  const here = schema.enum ?? []
  const options = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])]
  return [
    ...(here.length < listValuesMin ? [] : [{ ...at, values: valuesOf(here) }]),
    ...options.flatMap((each) => listsIn(each, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, each]) =>
      listsIn(each, { ...at, field, parent: at.field })
    )
  ]
}

/**
 * Names of the lists of values that occur more than once: `TargetCurrency` for `target_currency`.
 * A field whose values depend on its parent has the shortest name with a parent: `RefundStatus`.
 */
const listsOf = (schemas: Readonly<Record<string, Schema>>): ReadonlyMap<string, string> => {
  const lists = Object.entries(schemas).flatMap(([component, schema]) =>
    listsIn(schema, { component, field: "", parent: "" })
  )
  const names = new Map<string, string>()
  for (const { field, values } of lists) {
    const uses = lists.filter((other) => other.values === values)
    if (uses.length < 2 || names.has(values)) continue
    const isOne = lists.every((other) => other.field !== field || other.values === values)
    const outer = uses.filter(({ parent }) => parent === "")
    const long = (outer.length === 0 ? uses : outer)
      .map(({ component, field, parent }) => pascal(parent || component) + pascal(field))
      .sort((one, other) => one.length - other.length)
    const namesTaken = [...Object.keys(schemas), ...names.values()]
    const name = [...(isOne ? [pascal(field)] : []), ...long].find(
      (each) => !namesTaken.includes(each)
    )
    if (name !== undefined) names.set(values, name)
  }
  return names
}

const primitiveOf = (type: string | undefined): string => {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type
    case "number":
    case "integer":
      return "number"
    default:
      return "unknown"
  }
}

/** Writes the types of one document's schemas. */
export interface Writer {
  /** Names of the lists of values that occur more than once in the document. */
  readonly lists: ReadonlyMap<string, string>
  readonly typeOf: (schema: Schema, direction: Direction) => string
  /** The members of an object type, in braces. Only outer members have comments. */
  readonly members: (schema: Schema, direction: Direction) => string
}

export const writer = (schemas: Readonly<Record<string, Schema>>): Writer => {
  const lists = listsOf(schemas)

  const members = (schema: Schema, direction: Direction, isInner: boolean): string => {
    const lines = Object.entries(schema.properties ?? {}).map(([name, each]) => {
      const isRequired = schema.required?.includes(name) === true
      const type = typeOf(each, direction)
      const rest = isRequired || direction === "received" ? type : union([type, "undefined"])
      // Inner fields mostly repeat names and descriptions of outer ones.
      const about = isInner ? "" : comment(each.description)
      return `${about}readonly ${keyOf(name)}${isRequired ? "" : "?"}: ${rest}`
    })
    return `{\n${lines.join("\n")}\n}`
  }

  const typeOf = (schema: Schema, direction: Direction): string => {
    const name = refName(schema)
    if (name !== undefined) return name
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum !== undefined) {
      const values = valuesOf(schema.enum)
      return lists.get(values) ?? values
    }
    if (schema.properties !== undefined) return members(schema, direction, true)
    const options = schema.anyOf ?? schema.oneOf
    if (options !== undefined) return union(options.map((each) => typeOf(each, direction)))
    if (Array.isArray(schema.type)) {
      const types: ReadonlyArray<string> = schema.type
      return union(types.map((type) => typeOf({ ...schema, type }, direction)))
    }
    return typeOfKind(schema, direction)
  }

  /** The type of an array, map or primitive. */
  const typeOfKind = (schema: Schema, direction: Direction): string => {
    if (schema.type === "array") return `ReadonlyArray<${typeOf(schema.items ?? {}, direction)}>`
    if (schema.type === "object") {
      const { additionalProperties: rest } = schema
      const value = typeof rest === "object" ? typeOf(rest, direction) : "unknown"
      return `{ readonly [name: string]: ${value} }`
    }
    return primitiveOf(typeof schema.type === "string" ? schema.type : undefined)
  }

  return { lists, typeOf, members: (schema, direction) => members(schema, direction, false) }
}
