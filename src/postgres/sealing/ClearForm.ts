/**
 * The clear form of an event: the event with `erased` in place of its personal data. It has the
 * shape of the event, so whoever has no key reads it as an event. The personal data is a tree of
 * the replaced values, which puts them back.
 */
import type { SchemaAST } from "effect"
import * as Personal from "../../domain/Personal.ts"
import * as Entry from "../../engine/ports/Entry.ts"

/** Stands for an erased text. */
export const erased = "erased"

/** A field with personal data, or a structure that has such fields. */
interface Field {
  readonly name: string
  readonly fields: ReadonlyArray<Field> | undefined
}

export type Tree = { readonly [name: string]: unknown }

/** The structure in a type that may be `null`. */
const structureOf = (ast: SchemaAST.AST): SchemaAST.Objects | undefined => {
  if (ast._tag === "Objects") return ast
  return ast._tag === "Union"
    ? ast.types.find((member): member is SchemaAST.Objects => member._tag === "Objects")
    : undefined
}

const isPersonal = (ast: SchemaAST.AST): boolean =>
  Personal.ownerOf(ast) !== undefined || (ast._tag === "Union" && ast.types.some(isPersonal))

const fieldsOf = (ast: SchemaAST.AST): ReadonlyArray<Field> =>
  (structureOf(ast)?.propertySignatures ?? []).flatMap(({ name, type }): ReadonlyArray<Field> => {
    if (isPersonal(type)) return [{ name: String(name), fields: undefined }]
    const fields = fieldsOf(type)
    return fields.length === 0 ? [] : [{ name: String(name), fields }]
  })

const byTag = new Map(
  Entry.Event.members.flatMap((member) => {
    const fields = fieldsOf(member.ast)
    return fields.length === 0 ? [] : [[member.fields._tag.schema.literal, fields] as const]
  })
)

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** True for a value that tells nothing: it stays as it is. */
const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === "") return true
  if (typeof value !== "object") return false
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0
}

const erasedFormOf = (value: unknown): unknown => {
  if (typeof value === "string") return erased
  return Array.isArray(value) ? [] : {}
}

/** A value in its clear form, and the personal data that was taken out. */
export interface Split<A> {
  readonly clear: A
  readonly personal: Tree
}

const split = <A extends Tree>(value: A, fields: ReadonlyArray<Field>): Split<A> | undefined => {
  let clear: Record<string, unknown> | undefined
  const personal: Record<string, unknown> = {}
  for (const { fields: inner, name } of fields) {
    const found = value[name]
    if (isEmpty(found)) continue
    const part =
      inner === undefined
        ? { clear: erasedFormOf(found), personal: found }
        : split(found as Tree, inner)
    if (part === undefined) continue
    clear ??= { ...value }
    clear[name] = part.clear
    personal[name] = part.personal
  }
  return clear === undefined ? undefined : { clear: clear as A, personal }
}

/** Takes the personal data out of an event; `undefined` if it has none. */
export const splitEvent = <E extends Entry.Event>(event: E): Split<E> | undefined => {
  const fields = byTag.get(event._tag)
  return fields === undefined ? undefined : split(event, fields)
}

/** Puts personal data back into its clear form, which has the same structure. */
export const join = (clear: Tree, personal: Tree): Tree => {
  const whole: Record<string, unknown> = { ...clear }
  for (const [name, value] of Object.entries(personal)) {
    const place = whole[name]
    whole[name] =
      isTree(place) && isTree(value) && Object.keys(place).length > 0 ? join(place, value) : value
  }
  return whole
}
