/**
 * The clear form of a value: the value with `erased` in place of its personal data. It has the
 * shape of the value, so whoever has no key reads it as one. The personal data is a tree of the
 * replaced values for each person, which puts them back.
 */
import type { Schema, SchemaAST } from "effect"
import * as Personal from "../../domain/Personal.ts"

export const { erased } = Personal

/** Stands for a text that is kept by law and shown to no one. */
const restricted = "restricted"

/** True for the text in place of a person's data. */
export const isHidden = (text: string): boolean => text === erased || text === restricted

/** A field with personal data, or one whose structure or list of structures has such fields. */
export interface Field {
  readonly name: string
  readonly owner: Personal.Owner | undefined
  readonly fields: ReadonlyArray<Field>
}

/** Personal data by the names of fields and the positions in lists. */
export interface Tree {
  readonly [name: string]: unknown
}

export type MutableTree = Record<string, unknown>

const members = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap(members) : [ast]

const ownerOf = (ast: SchemaAST.AST): Personal.Owner | undefined =>
  Personal.ownerOf(ast) ??
  (ast._tag === "Union" ? ast.types.map(ownerOf).find((owner) => owner !== undefined) : undefined)

const fieldsIn = (ast: SchemaAST.AST): ReadonlyArray<Field> =>
  members(ast).flatMap((member) => {
    if (member._tag === "Arrays") return member.rest.flatMap(fieldsIn)
    if (member._tag !== "Objects") return []
    return member.propertySignatures.flatMap(({ name, type }): ReadonlyArray<Field> => {
      const owner = ownerOf(type)
      const fields = owner === undefined ? fieldsIn(type) : []
      return owner === undefined && fields.length === 0
        ? []
        : [{ name: String(name), owner, fields }]
    })
  })

/** The fields with personal data of a schema's values; empty if there are none. */
export const fieldsOf = (schema: Schema.Top): ReadonlyArray<Field> => fieldsIn(schema.ast)

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** True for a value that tells nothing: it stays as it is. */
export const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === "") return true
  if (typeof value !== "object") return false
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0
}

const erasedFormOf = (value: unknown): unknown => {
  if (typeof value === "string") return erased
  return Array.isArray(value) ? [] : {}
}

/** The person of a field in a structure. */
export type PersonOf = (owner: Personal.Owner, structure: Tree) => string

/** A walk through a value, which takes the personal data out. */
export interface Walk {
  readonly personOf: PersonOf
  /** The tree of a person's data, to which the walk adds what it takes out. */
  readonly treeOf: (person: string) => MutableTree
  /** True if the clear form leaves out records, which the value has only if they are not empty. */
  readonly omitsRecords?: boolean
  /** Names and positions on the way to the current structure. */
  readonly path: Array<string>
}

/** A tree's name for the places of omitted fields, which is the name of no field. */
const places = ""

/** The fields before which omitted fields are; `null` for the end. */
type Places = Readonly<Record<string, string | null>>

/** The tree of a person at the walk's path. */
const treeAt = ({ path, treeOf }: Walk, person: string): MutableTree => {
  let tree = treeOf(person)
  for (const name of path) {
    tree[name] ??= {}
    tree = tree[name] as MutableTree
  }
  return tree
}

const clearList = (
  walk: Walk,
  list: ReadonlyArray<unknown>,
  fields: ReadonlyArray<Field>
): ReadonlyArray<unknown> =>
  list.map((item, index) => {
    walk.path.push(String(index))
    const clear = clearOf(walk, item, fields)
    walk.path.pop()
    return clear
  })

/** Puts a field's value into its person's tree; returns the clear form, if it is not left out. */
const takeOut = (walk: Walk, value: Tree, { name }: Field, owner: Personal.Owner): unknown => {
  const tree = treeAt(walk, walk.personOf(owner, value))
  const found = value[name]
  tree[name] = found
  if (walk.omitsRecords !== true || !isTree(found)) return erasedFormOf(found)
  const names = Object.keys(value)
  const next = names[names.indexOf(name) + 1] ?? null
  tree[places] = { ...(tree[places] as Places | undefined), [name]: next } satisfies Places
  return undefined
}

/** The clear form of a structure or list. A value without personal data is returned as it is. */
const clearOf = (walk: Walk, value: unknown, fields: ReadonlyArray<Field>): unknown => {
  if (Array.isArray(value)) return clearList(walk, value, fields)
  if (!isTree(value)) return value
  let clear: MutableTree | undefined
  for (const field of fields) {
    const { fields: inner, name, owner } = field
    const found = value[name]
    if (isEmpty(found)) continue
    let replaced: unknown
    if (owner === undefined) {
      walk.path.push(name)
      replaced = clearOf(walk, found, inner)
      walk.path.pop()
    } else replaced = takeOut(walk, value, field, owner)
    if (replaced === found) continue
    clear ??= { ...value }
    if (replaced === undefined) delete clear[name]
    else clear[name] = replaced
  }
  return clear ?? value
}

/** Takes the personal data out of a value, into its people's trees; returns the clear form. */
export const split = <A>(walk: Walk, value: A, fields: ReadonlyArray<Field>): A =>
  // The clear form has the value's shape.
  clearOf(walk, value, fields) as A

/**
 * Marks the texts of restricted personal data in a clear form. Their lists and records stay empty,
 * as they are for erased data.
 */
export const restrict = (clear: unknown, personal: unknown): unknown => {
  if (clear === erased) return restricted
  if (!isTree(personal)) return clear
  if (Array.isArray(clear)) {
    return clear.map((item, index) => {
      const part = personal[index]
      return part === undefined ? item : restrict(item, part)
    })
  }
  if (!isTree(clear)) return clear
  const marked: MutableTree = { ...clear }
  for (const [name, value] of Object.entries(personal)) {
    if (name in clear) marked[name] = restrict(clear[name], value)
  }
  return marked
}

/** A structure with omitted fields at its end, in the order that it had. */
const inOrder = (whole: Tree, omitted: Places): Tree => {
  const ordered: MutableTree = {}
  const add = (before: string | null): void => {
    for (const [name, next] of Object.entries(omitted)) {
      if (next === before) ordered[name] = whole[name]
    }
  }
  for (const [name, value] of Object.entries(whole)) {
    if (name in omitted) continue
    add(name)
    ordered[name] = value
  }
  add(null)
  return ordered
}

/** True for the mark of restricted data, whose lists and records are empty. */
const isMark = (value: unknown): boolean =>
  value === restricted || (typeof value === "object" && isEmpty(value))

/**
 * The restricted data that still belongs to a value: where the value has its mark. `undefined` if
 * other data took the place of all of it.
 */
export const remaining = (value: unknown, personal: unknown): unknown => {
  if (isMark(value)) return personal
  if (!isTree(personal) || typeof value !== "object" || value === null) return undefined
  const kept = Object.entries(personal).flatMap(([name, part]) => {
    const rest = remaining((value as Tree)[name], part)
    return rest === undefined ? [] : [[name, rest] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** Takes the marks of restricted data out of a person's tree; returns true if nothing is left. */
export const removeMarks = (tree: Record<string, unknown>, personal: unknown): boolean => {
  if (!isTree(personal)) return false
  for (const [name, part] of Object.entries(personal)) {
    const found = tree[name]
    const isGone =
      found === restricted || (isTree(found) && removeMarks(found as MutableTree, part))
    if (isGone) delete tree[name]
  }
  return Object.keys(tree).length === 0
}

/** The texts of a field in personal data, at any depth. */
export const textsOf = (personal: unknown, field: string): ReadonlyArray<string> =>
  isTree(personal)
    ? Object.entries(personal).flatMap(([name, part]) =>
        name === field && typeof part === "string" ? [part] : textsOf(part, field)
      )
    : []

/** Puts personal data back into a clear form. */
export const join = (clear: unknown, personal: unknown): unknown => {
  if (!isTree(personal)) return personal
  if (Array.isArray(clear)) {
    return clear.map((item, index) => {
      const part = personal[index]
      return part === undefined ? item : join(item, part)
    })
  }
  const { [places]: omitted, ...parts } = personal
  const isWhole = !(isTree(clear) && (Object.keys(clear).length > 0 || isTree(omitted)))
  if (isWhole) return personal
  const whole: MutableTree = { ...clear }
  for (const [name, value] of Object.entries(parts)) whole[name] = join(whole[name], value)
  return isTree(omitted) ? inOrder(whole, omitted as Places) : whole
}
