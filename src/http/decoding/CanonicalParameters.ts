/**
 * One spelling per value: a network in either slug style, or an address in any letter case, is one
 * parameter. A retry in another spelling is then a retry. The contract annotates how values are
 * folded (`canonical`); texts that only look like such a field, as in metadata, stay.
 */
import { type Schema, SchemaAST } from "effect"

/** Turns a value into its canonical spelling, or returns the value itself. */
type Fold = (value: unknown) => unknown

type Fields = Readonly<Record<string, unknown>>

const ofText =
  (fold: (text: string) => string): Fold =>
  (value) =>
    typeof value === "string" ? fold(value) : value

const ofList =
  (fold: Fold): Fold =>
  (value) => {
    if (!Array.isArray(value)) return value
    const folded = value.map(fold)
    return folded.some((each, index) => each !== value[index]) ? folded : value
  }

const ofFields =
  (folds: ReadonlyArray<readonly [name: string, fold: Fold]>): Fold =>
  (value) => {
    if (typeof value !== "object" || value === null) return value
    let folded = value as Fields
    for (const [name, fold] of folds) {
      const field = folded[name]
      const canonical = fold(field)
      if (canonical !== field) folded = { ...folded, [name]: canonical }
    }
    return folded
  }

const first = <A>(values: ReadonlyArray<A | undefined>): A | undefined =>
  values.find((value) => value !== undefined)

const foldOf = (ast: SchemaAST.AST): Fold | undefined => {
  const foldText = SchemaAST.resolveAt<(text: string) => string>("canonical")(ast)
  if (foldText !== undefined) return ofText(foldText)
  if (SchemaAST.isUnion(ast)) return first(ast.types.map(foldOf))
  if (SchemaAST.isArrays(ast)) {
    const each = first(ast.rest.map(foldOf))
    return each === undefined ? undefined : ofList(each)
  }
  if (!SchemaAST.isObjects(ast)) return undefined
  const folds = ast.propertySignatures.flatMap(({ name, type }) => {
    const fold = foldOf(type)
    return fold === undefined ? [] : [[String(name), fold] as const]
  })
  return folds.length === 0 ? undefined : ofFields(folds)
}

/** Folds a body by the contract's schema; `undefined` if each value has only one spelling. */
export const make = (schema: Schema.Top | undefined): ((payload: Fields) => Fields) | undefined =>
  schema === undefined
    ? undefined
    : (foldOf(schema.ast) as ((payload: Fields) => Fields) | undefined)
