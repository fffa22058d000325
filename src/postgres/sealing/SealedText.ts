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
  /** Restricted data that the value does not have, and keeps. */
  readonly withheld?: ReadonlyArray<WithheldPart>
}

/** Keys for sealing. `use` is called with each key that a text needs. */
export interface Sealer {
  readonly keys: PersonKeys.PersonKeys["Service"]
  readonly use: (key: PersonKeys.PersonKey) => void
}

/** Restricted data of a text, and the key that sealed it. */
export interface WithheldPart {
  readonly keyId: Buffer
  readonly secret: Cipher.Secret
  readonly personal: unknown
}

/** A text that was opened. */
export interface Opened {
  readonly value: unknown
  /** Restricted data, which the value does not have; empty for most texts. */
  readonly withheld: ReadonlyArray<WithheldPart>
}

const bindingOf = (place: string, count: number, clear: string): Uint8Array =>
  Cipher.hash(`${place}${lineBreak}${count}${lineBreak}${clear}`)

/** The restricted data that a value still has a mark of. The marks leave the people's trees. */
const takeRestricted = (
  value: unknown,
  withheld: ReadonlyArray<WithheldPart>,
  trees: Map<string, ClearForm.MutableTree>
): ReadonlyArray<WithheldPart> =>
  withheld.flatMap((part) => {
    const personal = ClearForm.remaining(value, part.personal)
    if (personal === undefined) return []
    for (const [person, tree] of trees) {
      if (ClearForm.removeMarks(tree, personal)) trees.delete(person)
    }
    return [{ ...part, personal }]
  })

/** Writes a value as JSON for a place, such as a table, an id and a `seq`. */
export const seal = (
  { keys, use }: Sealer,
  place: string,
  value: unknown,
  { fields, omitsRecords = false, personOf, withheld = [] }: Plan
): string => {
  if (fields.length === 0) return JSON.stringify(value)
  const trees = new Map<string, ClearForm.MutableTree>()
  const treeOf = (person: string): ClearForm.MutableTree => {
    const tree = trees.get(person) ?? {}
    trees.set(person, tree)
    return tree
  }
  const clear = JSON.stringify(
    ClearForm.split({ personOf, omitsRecords, treeOf, path: [] }, value, fields)
  )
  const restricted = takeRestricted(value, withheld, trees)
  const contents = [
    ...Array.from(trees, ([person, tree]): Boxes.Content => {
      const key = keys.of(person)
      use(key)
      return { keyId: key.id, secret: key.secret, text: JSON.stringify(tree) }
    }),
    ...restricted.map(({ keyId, personal, secret }): Boxes.Content => {
      return { keyId, secret, text: JSON.stringify(personal) }
    })
  ]
  if (contents.length === 0) return clear
  const binding = bindingOf(place, contents.length, clear)
  return clear + lineBreak + Boxes.seal(binding, contents).toString("base64")
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

type Unopened = "changed" | "unreadable"

const openBox = (
  { value, withheld }: Opened,
  { keyId, sealed }: Boxes.Box,
  place: Uint8Array,
  keys: PersonKeys.Keys
): Result.Result<Opened, Unopened> => {
  const key = keys.get(PersonKeys.nameOf(keyId))
  if (key === undefined) return Result.succeed({ value, withheld })
  const { isRestricted, secret } = key
  return Cipher.open(secret, place, sealed).pipe(
    Result.flatMap((bytes) => parse(bytes.toString("utf8"))),
    Result.map((personal) =>
      isRestricted
        ? {
            value: ClearForm.restrict(value, personal),
            withheld: [...withheld, { keyId, secret, personal }]
          }
        : { value: ClearForm.join(value, personal), withheld }
    )
  )
}

/** Reads a text. Personal data whose key is absent reads `erased`. */
export const openWhole = (
  keys: PersonKeys.Keys,
  place: string,
  text: string
): Result.Result<Opened, Unopened> => {
  const [clear, sealed] = parts(text)
  const start = Result.map(parse(clear), (value): Opened => ({ value, withheld: [] }))
  if (sealed === undefined || Result.isFailure(start)) return start
  const boxes = Boxes.read(sealed)
  if (Result.isFailure(boxes)) return Result.fail("changed")
  const binding = bindingOf(place, boxes.success.length, clear)
  let whole: Result.Result<Opened, Unopened> = start
  for (const [position, box] of boxes.success.entries()) {
    const place = Boxes.placed(binding, position)
    whole = Result.flatMap(whole, (opened) => openBox(opened, box, place, keys))
  }
  return whole
}

/** The value of a text. Personal data whose key is absent reads `erased`. */
export const open = (
  keys: PersonKeys.Keys,
  place: string,
  text: string
): Result.Result<unknown, Unopened> =>
  Result.map(openWhole(keys, place, text), ({ value }) => value)

/** The JSON of a text, as it was before it was sealed. A text without boxes is not parsed. */
export const openJson = (
  keys: PersonKeys.Keys,
  place: string,
  text: string
): Result.Result<string, Unopened> =>
  text.includes(lineBreak)
    ? Result.map(open(keys, place, text), (value) => JSON.stringify(value))
    : Result.succeed(text)
