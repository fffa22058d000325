/**
 * Seals JSON of the tables: states and webhook events. A text is the clear form, and if there is
 * personal data, a line break and the boxes in base64. The boxes are bound to the text's place, so
 * that they fit no other row.
 */
import { Result } from "effect"
import * as Boxes from "./Boxes.ts"
import * as Cipher from "./Cipher.ts"
import * as ClearForm from "./ClearForm.ts"
import * as PersonKeys from "./PersonKeys.ts"

/** JSON has none. */
const lineBreak = "\n"

/** The schema's fields with personal data, and the person of each in a value. */
export interface Plan {
  readonly fields: ReadonlyArray<ClearForm.Field>
  readonly personOf: ClearForm.PersonOf
  /** True if the clear form leaves out records. */
  readonly omitsRecords?: boolean
}

/** Keys for sealing. `use` is called with each key that a text needs. */
export interface Sealer {
  readonly keys: PersonKeys.PersonKeys["Service"]
  readonly use: (key: PersonKeys.PersonKey) => void
}

const bindingOf = (place: string, count: number, clear: string): Uint8Array =>
  Cipher.hash(`${place}${lineBreak}${count}${lineBreak}${clear}`)

/** Writes a value as JSON for a place, such as a table, an id and a `seq`. */
export const seal = (
  { keys, use }: Sealer,
  place: string,
  value: unknown,
  { fields, omitsRecords = false, personOf }: Plan
): string => {
  if (fields.length === 0) return JSON.stringify(value)
  const trees: ClearForm.Trees = new Map()
  const clear = JSON.stringify(
    ClearForm.split({ personOf, omitsRecords, trees, path: [] }, value, fields)
  )
  if (trees.size === 0) return clear
  const binding = bindingOf(place, trees.size, clear)
  const boxes = Array.from(trees, ([person, tree], position): Boxes.Box => {
    const key = keys.of(person)
    use(key)
    const content = Buffer.from(JSON.stringify(tree), "utf8")
    const place = Boxes.placed(binding, position)
    return { keyId: key.id, sealed: Cipher.seal(key.secret, place, content) }
  })
  return clear + lineBreak + Boxes.write(boxes).toString("base64")
}

/** The clear form's JSON, and the boxes; none if the text has no personal data. */
const parts = (text: string): readonly [clear: string, sealed: Buffer | undefined] => {
  const end = text.lastIndexOf(lineBreak)
  return end === -1
    ? [text, undefined]
    : [text.slice(0, end), Buffer.from(text.slice(end + 1), "base64")]
}

/** The ids of the keys that a text needs. */
export const keyIdsOf = (text: string): ReadonlyArray<Buffer> => {
  const [, sealed] = parts(text)
  return sealed === undefined ? [] : Boxes.keyIds(sealed)
}

const parse = (text: string): Result.Result<unknown, "unreadable"> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: () => "unreadable" as const })

const openBox = (
  value: unknown,
  { keyId, sealed }: Boxes.Box,
  place: Uint8Array,
  keys: PersonKeys.Keys
): Result.Result<unknown, "changed" | "unreadable"> => {
  const key = keys.get(PersonKeys.nameOf(keyId))
  if (key === undefined) return Result.succeed(value)
  const put = key.isRestricted ? ClearForm.restrict : ClearForm.join
  return Cipher.open(key.secret, place, sealed).pipe(
    Result.flatMap((bytes) => parse(bytes.toString("utf8"))),
    Result.map((tree) => put(value, tree))
  )
}

/** Reads a text. Personal data whose key is absent reads `erased`. */
export const open = (
  keys: PersonKeys.Keys,
  place: string,
  text: string
): Result.Result<unknown, "changed" | "unreadable"> => {
  const [clear, sealed] = parts(text)
  const value = parse(clear)
  if (sealed === undefined || Result.isFailure(value)) return value
  const boxes = Boxes.read(sealed)
  if (Result.isFailure(boxes)) return Result.fail("changed")
  const binding = bindingOf(place, boxes.success.length, clear)
  let whole: Result.Result<unknown, "changed" | "unreadable"> = value
  for (const [position, box] of boxes.success.entries()) {
    const place = Boxes.placed(binding, position)
    whole = Result.flatMap(whole, (opened) => openBox(opened, box, place, keys))
  }
  return whole
}

/** The JSON of a text, as it was before it was sealed. A text without boxes is not parsed. */
export const openJson = (
  keys: PersonKeys.Keys,
  place: string,
  text: string
): Result.Result<string, "changed" | "unreadable"> =>
  text.includes(lineBreak)
    ? Result.map(open(keys, place, text), (value) => JSON.stringify(value))
    : Result.succeed(text)
