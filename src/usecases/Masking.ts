/**
 * Bodies and paths of requests without phone numbers, names and secrets, for people who look for
 * the cause of an error.
 */
import * as Limits from "../config/Limits.ts"
import * as Network from "../domain/Network.ts"

const hidden = "•••"

/** The country's code and the last two digits. */
const phone = (text: string): string =>
  text.length < 8 ? hidden : `${text.slice(0, 4)}${hidden}${text.slice(-2)}`

const firstLetter = (text: string): string => `${text.slice(0, 1)}${hidden}`

type Mask = (text: string) => string

/** What masks the value of a field, by the field's name in lower case with underscores. */
const fields: ReadonlyArray<readonly [RegExp, Mask]> = [
  [/phone|msisdn|mobile|(^|_)tel$/, phone],
  [/(^|_)name$|surname|nickname|email|^(q|query|search)$/, firstLetter],
  [
    /secret|passw|token$|(^|_)jwt$|authoriz|cookie|credential|bearer|session|api_?key|access_key/,
    () => hidden
  ],
  [/private_key|^key$|link$|metadata/, () => hidden]
]

/** No field of ours has a longer name. */
const fieldCharsMax = 64

const readMask = (field: string): Mask | undefined => {
  const name = field
    .slice(0, fieldCharsMax)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[-.\s]/g, "_")
    .toLowerCase()
  return fields.find(([pattern]) => pattern.test(name))?.[1]
}

/** API keys and webhook secrets: what follows their prefix is hidden. */
const secrets = /([spa]k_(?:sandbox|live|test)_|whsec_)[\w+/=-]+/gi

/** Credentials of a header, and JSON web tokens. */
const credentials = /\b(bearer|basic)\s+[^\s"']+/gi
const webTokens = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g

/** Long words, among them tokens of invitations and sessions. */
const longWords = /[\w-]{24,}/g

/** Ids; and hashes, addresses and UUIDs. They are no secrets. */
const idForm = /^(?:[a-z]{2,5}_)?[0-9A-Z]+$/
const hexForm = /^(?:0x)?[0-9a-f-]+$/i

const isKnown = (word: string): boolean => idForm.test(word) || hexForm.test(word)

/** 1 to 3: lower case, upper case, digit; 0: none of them. */
const classOf = (code: number): number => {
  if (code >= 0x61 && code <= 0x7a) return 1
  if (code >= 0x41 && code <= 0x5a) return 2
  return code >= 0x30 && code <= 0x39 ? 3 : 0
}

/**
 * Whether a word is random: in base64url two neighbours in three are of another class, in a word
 * that a person made one in seven.
 */
const isRandom = (word: string): boolean => {
  let changes = 0
  let before = 0
  for (let at = 0; at < word.length; at++) {
    const now = classOf(word.charCodeAt(at))
    if (now === 0) continue
    if (before !== 0 && now !== before) changes += 1
    before = now
  }
  return changes * 3 > word.length
}

const longMasked = (word: string): string => (isKnown(word) || !isRandom(word) ? word : hidden)

/** A phone number that stands alone in a text, or after the letters with which a word begins. */
const standing = /(?<=(?<![0-9A-Za-z])[A-Za-z]{0,20})(?<!\d\.)\+?\d{9,15}(?![0-9A-Za-z]|\.\d)/g

/** A phone number with spaces, brackets, points or dashes. */
const spaced = /\+\d(?:[ ().-]{0,2}\d){7,14}(?![0-9])/g

/** The number in our own message is an example; every other one is masked. */
const standingMasked = (found: string, at: number, whole: string): string =>
  whole.slice(0, at + found.length).endsWith(Network.e164Needed) ? found : phone(found)

/** A payment request as the service makes it: its numbers are addresses and an amount. */
const paymentUri =
  /^ethereum:0x[0-9a-f]{1,40}@\d{1,10}\/transfer\?address=0x[0-9a-f]{1,40}&uint256=\d{1,15}$/i

/** Ids of ours, addresses and hashes as a whole text: most texts of a body with so many letters. */
const idOrHash = /^(?:[a-z]{2,5}_[0-9A-Z]{26}|0x[0-9a-fA-F]{40,64})$/

/** Matches all that the rules above mask: a text without a match is shown as it is. */
const suspicious = /\d{9}|\+\d|[spa]k_|whsec_|bearer|basic|eyJ|[\w-]{24}/i

/** A text without the keys, tokens and phone numbers in it. Its cost grows with its length. */
const plain = (value: string): string =>
  !suspicious.test(value) || idOrHash.test(value) || paymentUri.test(value)
    ? value
    : value
        .replace(secrets, `$1${hidden}`)
        .replace(credentials, `$1 ${hidden}`)
        .replace(webTokens, hidden)
        .replace(longWords, longMasked)
        .replace(standing, standingMasked)
        .replace(spaced, standingMasked)

/** How often a text may be percent-encoded. */
const encodingsMax = 3

/** What percent-encoding hides; as it is, where the encoding is not valid. */
const decoded = (value: string): string => {
  let text = value
  for (let times = 0; times < encodingsMax && text.includes("%"); times++) {
    // Each sequence alone, so that a wrong one does not keep the others encoded.
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes)
      } catch {
        return bytes
      }
    })
  }
  return text
}

/** A text as it came where nothing in it is masked, also once it is decoded. */
export const text = (value: string): string => {
  const masked = plain(value)
  if (!value.includes("%")) return masked
  const whole = decoded(value)
  const shown = plain(whole)
  return shown === whole ? masked : shown
}

/** A field as it is shown, and what masks its value. */
interface Field {
  readonly shown: string
  readonly mask: Mask | undefined
}

/** Bodies have the same names again and again. */
const known = new Map<string, Field>()

const fieldOf = (name: string): Field => {
  const before = known.get(name)
  if (before !== undefined) return before
  const field: Field = { shown: text(name), mask: readMask(name) }
  if (known.size >= Limits.requests.fieldNamesMax) known.clear()
  if (name.length <= fieldCharsMax) known.set(name, field)
  return field
}

/** No number of ours has so many digits, and phone numbers have. */
const phoneNumberMin = 10_000_000_000

const numberMasked = (value: number): number | string =>
  Number.isInteger(value) && Math.abs(value) >= phoneNumberMin ? phone(String(value)) : value

const walkFields = (value: Record<string, unknown>, mask: Mask | undefined, depth: number) => {
  for (const name of Object.keys(value)) {
    const field = fieldOf(name)
    const each = value[name]
    const shown = walk(each, mask ?? field.mask, depth + 1)
    if (field.shown !== name) delete value[name]
    if (field.shown !== name || shown !== each) set(value, field.shown, shown)
  }
  return value
}

/** Also a field that is called as an object's prototype is. */
const set = (object: object, name: string, value: unknown): void =>
  void Object.defineProperty(object, name, {
    ...{ value, enumerable: true, configurable: true, writable: true }
  })

/**
 * Masks a value that was just parsed, in its place: every text and number below a masked field, for
 * what is there may be no plain value. What is nested deeper than any body of ours is hidden,
 * because it could exhaust the stack.
 */
const walk = (value: unknown, mask: Mask | undefined, depth: number): unknown => {
  if (depth > Limits.requests.maskedDepthMax) return hidden
  if (typeof value === "string") return mask === undefined ? text(value) : mask(value)
  if (typeof value === "number")
    return mask === undefined ? numberMasked(value) : mask(String(value))
  if (typeof value !== "object" || value === null) return value
  if (!Array.isArray(value)) return walkFields(value as Record<string, unknown>, mask, depth)
  for (const [at, each] of value.entries()) value[at] = walk(each, mask, depth + 1)
  return value
}

/** The name of a batch is no person's: it stands beside the batch's id, or beside its rows. */
const hasBatchName = (value: object): value is { readonly name: string } => {
  if (!("name" in value) || typeof value.name !== "string" || "phone" in value) return false
  const isAnswer = "total" in value || "total_count" in value
  const id = "id" in value ? value.id : "batch_id" in value ? value.batch_id : undefined
  if (isAnswer) return typeof id === "string" && /^(bt|bk)_/.test(id)
  return "payouts" in value ? Array.isArray(value.payouts) : "file" in value
}

const maskedWhole = (value: object): unknown => {
  const batchName = hasBatchName(value) ? value.name : undefined
  const masked = walk(value, undefined, 0)
  return batchName === undefined ? masked : Object.assign({}, masked, { name: text(batchName) })
}

const cut = (value: string, max: number): string =>
  value.length <= max ? value : `${value.slice(0, max)}…`

const objectIn = (json: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A JSON object; of another body only its length. */
export const body = (json: string): string | null => {
  if (json === "") return null
  const value = objectIn(json)
  return value === undefined
    ? `(${json.length} characters that are no JSON object)`
    : cut(JSON.stringify(maskedWhole(value)), Limits.requests.bodyCharsMax)
}

const parameter = (given: string): string => {
  const at = given.indexOf("=")
  if (at < 0) return text(given)
  const name = given.slice(0, at)
  const isMasked = fieldOf(decoded(name)).mask !== undefined
  return `${text(name)}=${isMasked ? hidden : text(given.slice(at + 1))}`
}

/** A path with its query, where a search may be a name. */
export const path = (url: string): string => {
  const at = url.indexOf("?")
  const before = text(at < 0 ? url : url.slice(0, at))
  if (at < 0) return cut(before, Limits.requests.pathCharsMax)
  const query = url
    .slice(at + 1)
    .split("&")
    .map(parameter)
    .join("&")
  return cut(`${before}?${query}`, Limits.requests.pathCharsMax)
}
