/**
 * Python types of the OpenAPI document's schemas, for `PythonCode.ts`. Each object is a
 * `TypedDict`, nested ones included, because a response is a dict. The code runs on Python 3.9.
 */
import * as Types from "./ClientTypes.ts"

const textCharsMax = 88

const words = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

const escapeText = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"""', "'''")

/** An indented docstring; empty if there is no text. */
export const docstring = (indent: string, texts: ReadonlyArray<string | undefined>): string => {
  const lines = texts.flatMap((text) =>
    text === undefined || text === "" ? [] : words(escapeText(text), textCharsMax - indent.length)
  )
  if (lines.length === 0) return ""
  const [first] = lines
  if (lines.length === 1) return `${indent}"""${first}"""\n`
  return `${indent}"""${lines.join(`\n${indent}`)}\n${indent}"""\n`
}

const comment = (text: string | undefined): string =>
  text === undefined
    ? ""
    : words(text, textCharsMax)
        .map((line) => `    #: ${line}\n`)
        .join("")

const constant = (value: unknown): string =>
  typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value)

/** The type of a list of values. Null is a separate type. */
const literals = (values: ReadonlyArray<unknown>): string => {
  const some = values.filter((value) => value !== null)
  const one = some.length === 0 ? [] : [`Literal[${some.map(constant).join(", ")}]`]
  return union([...one, ...(some.length < values.length ? ["None"] : [])])
}

/** The schemas of each type, if a schema has several types. */
const optionsOf = (schema: Types.Schema): ReadonlyArray<Types.Schema> | undefined => {
  if (!Array.isArray(schema.type)) return undefined
  const kinds: ReadonlyArray<string> = schema.type
  return kinds.map((type) => ({ ...schema, type }))
}

const union = (types: ReadonlyArray<string>): string => {
  const all = [...new Set(types)]
  const some = all.filter((type) => type !== "None")
  const one = some.length > 1 ? `Union[${some.join(", ")}]` : (some[0] ?? "None")
  return all.includes("None") && some.length > 0 ? `Optional[${one}]` : one
}

const kinds: Readonly<Record<string, string>> = {
  ...{ string: "str", boolean: "bool", null: "None", number: "float", integer: "int" }
}

export interface Writer {
  /** The schema's type. Nested objects are declared with the name. */
  readonly typeOf: (schema: Types.Schema, name: string) => string
  readonly declare: (schema: Types.Schema, name: string) => void
  readonly declarations: () => ReadonlyArray<string>
}

/** Keywords that cannot be Python names. */
const keywords = ["from", "import", "class", "global", "in", "is", "not", "and", "or", "pass"]

export const argument = (name: string): string => (keywords.includes(name) ? `${name}_` : name)

export const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll("-", "_")

const isField = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.includes(name)

export const writer = (schemas: Readonly<Record<string, Types.Schema>>): Writer => {
  const texts: Array<string> = []
  const { lists } = Types.writer(schemas)
  const taken = new Set([...Object.keys(schemas), ...lists.values()])
  const aliases = new Map<string, string>()

  /** The type of a list of values, with the name that the TypeScript client uses. */
  const listTypeOf = (values: ReadonlyArray<unknown>): string => {
    const key = [...new Set(values.map((each) => JSON.stringify(each)))].join(" | ")
    const name = lists.get(key)
    if (name === undefined) return literals(values)
    aliases.set(name, literals(values))
    return `"${name}"`
  }

  const fields = (schema: Types.Schema, name: string, isRequired: boolean): string =>
    Object.entries(schema.properties ?? {})
      .filter(([field]) => isField(field))
      .filter(([field]) => (schema.required?.includes(field) === true) === isRequired)
      .map(([field, each]) => {
        const type = typeOf(each, `${name}${Types.pascal(field)}`)
        return `${comment(each.description)}    ${field}: ${type}\n`
      })
      .join("")

  /** Declares a type. Optional fields need a separate class, as 3.9 has no `NotRequired`. */
  const declare = (schema: Types.Schema, name: string): void => {
    if (schema.properties === undefined) {
      texts.push(`${name} = ${typeOf(schema, name)}\n`)
      return
    }
    const required = fields(schema, name, true)
    const optional = fields(schema, name, false)
    const about = docstring("    ", [schema.description])
    const body = (fieldLines: string) =>
      `${about}${about === "" ? "" : "\n"}${fieldLines || "    pass\n"}`
    if (optional === "") texts.push(`class ${name}(TypedDict):\n${body(required)}`)
    else if (required === "")
      texts.push(`class ${name}(TypedDict, total=False):\n${body(optional)}`)
    else {
      texts.push(`class _${name}(TypedDict):\n${required}`)
      texts.push(`class ${name}(_${name}, total=False):\n${body(optional)}`)
    }
  }

  const declareNested = (schema: Types.Schema, wanted: string): string => {
    let name = wanted
    while (taken.has(name)) name = `${name}_`
    taken.add(name)
    declare(schema, name)
    return `"${name}"`
  }

  const typeOf = (schema: Types.Schema, name: string): string => {
    const reference = Types.refName(schema)
    if (reference !== undefined) return `"${reference}"`
    if (schema.enum !== undefined) return listTypeOf(schema.enum)
    if (schema.const !== undefined) return literals([schema.const])
    if (schema.properties !== undefined) return declareNested(schema, name)
    const options = schema.anyOf ?? schema.oneOf ?? optionsOf(schema)
    if (options !== undefined) return union(options.map((each) => typeOf(each, name)))
    return typeOfKind(schema, name)
  }

  /** The type of an array, map or primitive. */
  const typeOfKind = (schema: Types.Schema, name: string): string => {
    if (schema.type === "array") return `List[${typeOf(schema.items ?? {}, name)}]`
    if (schema.type === "object") {
      const { additionalProperties: rest } = schema
      return `Dict[str, ${typeof rest === "object" ? typeOf(rest, name) : "Any"}]`
    }
    return kinds[typeof schema.type === "string" ? schema.type : ""] ?? "Any"
  }

  return {
    typeOf,
    declare,
    declarations: () => [...[...aliases].map(([name, values]) => `${name} = ${values}\n`), ...texts]
  }
}
