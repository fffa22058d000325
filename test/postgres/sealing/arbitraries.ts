/**
 * Random drafts, made from the schemas of entries. Every personal text is empty, the word `erased`,
 * or has a mark that no other text has, so that a search for the mark finds personal data.
 */
import type { SchemaAST } from "effect"
import * as fc from "fast-check"
import * as Personal from "../../../src/domain/Personal.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"

/** Occurs in personal texts alone. */
export const mark = "§"

const anyText = fc.string({ unit: "binary", maxLength: 12 })

const clearText = anyText.map((text) => text.replaceAll(mark, ""))

const personalText = fc.oneof(
  { weight: 6, arbitrary: anyText.map((text) => `${mark}${text}`) },
  { weight: 1, arbitrary: fc.constantFrom("", "erased") }
)

const anyNumber = (ast: SchemaAST.AST) =>
  ast.checks === undefined
    ? fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
    : fc.nat()

const record = (
  { indexSignatures, propertySignatures }: SchemaAST.Objects,
  isPersonal: boolean
): fc.Arbitrary<unknown> => {
  const [index] = indexSignatures
  if (index !== undefined) {
    const [name, value] = [of(index.parameter, isPersonal), of(index.type, isPersonal)]
    return fc.dictionary(name as fc.Arbitrary<string>, value, {
      ...{ maxKeys: 3, noNullPrototype: true }
    })
  }
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    propertySignatures.map(({ name, type }) => [String(name), of(type, isPersonal)])
  )
  const requiredKeys = propertySignatures.flatMap(({ name, type }) =>
    type.context?.isOptional === true ? [] : [String(name)]
  )
  return fc.record(fields, { requiredKeys, noNullPrototype: true })
}

/** Values of a schema. */
const of = (ast: SchemaAST.AST, isInside: boolean): fc.Arbitrary<unknown> => {
  const isPersonal = isInside || Personal.ownerOf(ast) !== undefined
  switch (ast._tag) {
    case "String":
      return isPersonal ? personalText : clearText
    case "Number":
      return anyNumber(ast)
    case "Boolean":
      return fc.boolean()
    case "Null":
      return fc.constant(null)
    case "Literal":
      return fc.constant(ast.literal)
    case "Union":
      return fc.oneof(...ast.types.map((type) => of(type, isPersonal)))
    case "Arrays":
      return fc.array(of(ast.rest[0] as SchemaAST.AST, isPersonal), { maxLength: 3 })
    case "Objects":
      return record(ast, isPersonal)
    default:
      throw new Error(`Drafts have no values of a schema ${ast._tag}.`)
  }
}

export type Kind = (typeof Entry.Event.members)[number]

export const nameOf = ({ fields }: Kind): string => fields._tag.schema.literal

export const kinds: ReadonlyArray<Kind> = Entry.Event.members

const eventOf = ({ ast }: Kind) => of(ast, false) as fc.Arbitrary<Entry.Event>

const anyEvent = fc.oneof(...kinds.map(eventOf))

/** A response, with the line break that also ends the other content of a box. */
const response = fc.oneof(personalText, fc.constantFrom("\n", `${mark}\n\n{"a":"ö"}\n`))

const reply = fc.option(
  fc.record(
    {
      ...{ scope: clearText, key: clearText, fingerprint: personalText, body: response },
      ...{ status: fc.nat(), phase: fc.constantFrom("begun" as const, "withdrawn" as const) }
    },
    { requiredKeys: ["scope", "key", "fingerprint", "status"], noNullPrototype: true }
  )
)

/** Drafts whose events come from `events`. */
const draftOf = (events: fc.Arbitrary<ReadonlyArray<Entry.Event>>): fc.Arbitrary<Entry.Draft> =>
  fc.record(
    {
      ...{ v: fc.constant(Entry.version), at: fc.nat(), by: clearText, as: clearText },
      ...{ from: personalText, events, note: personalText, reply }
    },
    { requiredKeys: ["v", "at", "by", "events", "reply"], noNullPrototype: true }
  )

/** Drafts with any events. */
export const draft = draftOf(fc.array(anyEvent, { maxLength: 4 }))

/** Drafts that begin with an event of a kind. */
export const draftWith = (kind: Kind) =>
  draftOf(fc.tuple(eventOf(kind), fc.array(anyEvent, { maxLength: 2 })).map((all) => all.flat()))
