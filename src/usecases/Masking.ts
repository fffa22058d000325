/**
 * Masks phone numbers, names, details of people and secrets in the bodies and paths of logged
 * requests, which people read to find the cause of an error.
 */
import * as Limits from "../config/Limits.ts"
import * as Network from "../domain/Network.ts"

const hidden = "•••"

/** Keeps the country code and the last two digits. */
const phone = (text: string): string =>
  text.length < 8 ? hidden : `${text.slice(0, 4)}${hidden}${text.slice(-2)}`

const firstLetter = (text: string): string => `${text.slice(0, 1)}${hidden}`

type Mask = (text: string) => string

/** Masks of fields, by a pattern of the field's name in lower case with underscores. */
const fields: ReadonlyArray<readonly [RegExp, Mask]> = [
  [/phone|msisdn|mobile|(^|_)tel$/, phone],
  [/(^|_)name$|surname|nickname|email|^reference$|^(q|query|search)$/, firstLetter],
  [
    /secret|passw|token$|(^|_)jwt$|authoriz|cookie|credential|bearer|session|api_?key|access_key/,
    () => hidden
  ],
  [/private_key|^key$|link$|metadata|^evidence$|^content$/, () => hidden],
  [/details$|originator|birth|postal|^city$|^line_?\d$|^purpose$|source_of_funds/, () => hidden]
]

/** Characters. No field of the API has a longer name. */
const fieldCharsMax = 64

const readMask = (field: string): Mask | undefined => {
  const name = field
    .slice(0, fieldCharsMax)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[-.\s]/g, "_")
    .toLowerCase()
  return fields.find(([pattern]) => pattern.test(name))?.[1]
}

/** API keys and webhook secrets. Everything after the prefix is hidden. */
const secrets = /([spa]k_(?:sandbox|live|test)_|whsec_)[\w+/=-]+/gi

/** Credentials of a header, and JSON web tokens. */
const credentials = /\b(bearer|basic)\s+[^\s"']+/gi
const webTokens = /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g

/** Long words, which may be tokens of invitations or sessions. */
const longWord = /[\w-]{24,}/g

/** Ids, hashes, addresses and UUIDs, which are not secret. */
const idForm = /^(?:[a-z]{2,5}_)?[0-9A-Z]+$/
const hexForm = /^(?:0x)?[0-9a-f-]+$/i

const isIdentifier = (word: string): boolean => idForm.test(word) || hexForm.test(word)

/** 1 for lower case, 2 for upper case, 3 for a digit, 0 for another character. */
const classOf = (code: number): number => {
  if (code >= 0x61 && code <= 0x7a) return 1
  if (code >= 0x41 && code <= 0x5a) return 2
  return code >= 0x30 && code <= 0x39 ? 3 : 0
}

/**
 * True if a word looks random. Two of three neighbouring characters in base64url are of different
 * classes, and only one of seven in a word that people write.
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

const maskLongWord = (word: string): string =>
  isIdentifier(word) || !isRandom(word) ? word : hidden

/** A phone number that is a word, or follows the letters with which a word begins. */
const phoneWord = /(?<=(?<![0-9A-Za-z])[A-Za-z]{0,20})(?<!\d\.)\+?\d{9,15}(?![0-9A-Za-z]|\.\d)/g

/** A phone number with spaces, brackets, points or dashes. */
const spacedPhone = /\+\d(?:[ ().-]{0,2}\d){7,14}(?![0-9])/g

/** Masks a phone number, unless it is the example in the service's own message. */
const maskPhone = (match: string, at: number, whole: string): string =>
  whole.slice(0, at + match.length).endsWith(Network.e164Needed) ? match : phone(match)

/** A payment request of the service, whose numbers are addresses and an amount. */
const paymentUri =
  /^ethereum:0x[0-9a-f]{1,40}@\d{1,10}\/transfer\?address=0x[0-9a-f]{1,40}&uint256=\d{1,15}$/i

/** A text that is one id, address or hash, as most long texts of a body are. */
const idOrHash = /^(?:[a-z]{2,5}_[0-9A-Z]{26}|0x[0-9a-fA-F]{40,64})$/

/** Matches everything that the rules above mask. A text without a match needs no masking. */
const suspicious = /\d{9}|\+\d|[spa]k_|whsec_|bearer|basic|eyJ|[\w-]{24}/i

/** Masks the keys, tokens and phone numbers in a text. The cost grows with its length. */
const maskText = (value: string): string =>
  !suspicious.test(value) || idOrHash.test(value) || paymentUri.test(value)
    ? value
    : value
        .replace(secrets, `$1${hidden}`)
        .replace(credentials, `$1 ${hidden}`)
        .replace(webTokens, hidden)
        .replace(longWord, maskLongWord)
        .replace(phoneWord, maskPhone)
        .replace(spacedPhone, maskPhone)

/** Number of percent-encodings that are undone. */
const encodingsMax = 3

/** Undoes percent-encoding. Invalid sequences stay as they are. */
const decode = (value: string): string => {
  let text = value
  for (let times = 0; times < encodingsMax && text.includes("%"); times++) {
    // Each sequence is decoded separately, so that an invalid one does not keep others encoded.
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

/** Masks a text. It stays encoded unless decoding shows something to mask. */
export const text = (value: string): string => {
  const masked = maskText(value)
  if (!value.includes("%")) return masked
  const whole = decode(value)
  const maskedWhole = maskText(whole)
  return maskedWhole === whole ? masked : maskedWhole
}

/** A field's masked name and the mask of its value. */
interface Field {
  readonly name: string
  readonly mask: Mask | undefined
}

/** Fields by name, because bodies repeat the same names. */
const fieldCache = new Map<string, Field>()

const fieldOf = (name: string): Field => {
  const cached = fieldCache.get(name)
  if (cached !== undefined) return cached
  const field: Field = { name: text(name), mask: readMask(name) }
  if (fieldCache.size >= Limits.requests.fieldNamesMax) fieldCache.clear()
  if (name.length <= fieldCharsMax) fieldCache.set(name, field)
  return field
}

/** The API's numbers are smaller than this bound, and phone numbers are larger. */
const phoneNumberMin = 10_000_000_000

const maskNumber = (value: number): number | string =>
  Number.isInteger(value) && Math.abs(value) >= phoneNumberMin ? phone(String(value)) : value

const walkFields = (value: Record<string, unknown>, mask: Mask | undefined, depth: number) => {
  for (const name of Object.keys(value)) {
    const field = fieldOf(name)
    const fieldValue = value[name]
    const masked = walk(fieldValue, mask ?? field.mask, depth + 1)
    if (field.name !== name) delete value[name]
    if (field.name !== name || masked !== fieldValue) set(value, field.name, masked)
  }
  return value
}

/** Sets a field by definition, because an assignment to `__proto__` would set the prototype. */
const set = (object: object, name: string, value: unknown): void =>
  void Object.defineProperty(object, name, {
    ...{ value, enumerable: true, configurable: true, writable: true }
  })

/**
 * Masks a parsed value in place. A masked field's mask applies to every text and number below it,
 * because its value may be an object. Values nested deeper than any body of the API are hidden,
 * because they could exhaust the stack.
 */
const walk = (value: unknown, mask: Mask | undefined, depth: number): unknown => {
  if (depth > Limits.requests.maskedDepthMax) return hidden
  if (typeof value === "string") return mask === undefined ? text(value) : mask(value)
  if (typeof value === "number") return mask === undefined ? maskNumber(value) : mask(String(value))
  if (typeof value !== "object" || value === null) return value
  if (!Array.isArray(value)) return walkFields(value as Record<string, unknown>, mask, depth)
  for (const [at, each] of value.entries()) value[at] = walk(each, mask, depth + 1)
  return value
}

/** True if `name` is a batch name and not a person's, because a batch's other fields are there. */
const hasBatchName = (value: object): value is { readonly name: string } => {
  if (!("name" in value) || typeof value.name !== "string" || "phone" in value) return false
  const isResponse = "total" in value || "total_count" in value
  const id = "id" in value ? value.id : "batch_id" in value ? value.batch_id : undefined
  if (isResponse) return typeof id === "string" && /^(bt|bk)_/.test(id)
  return "payouts" in value ? Array.isArray(value.payouts) : "file" in value
}

const maskBody = (value: object): unknown => {
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

/** A masked JSON object. Any other body is replaced by its length. */
export const body = (json: string): string | null => {
  if (json === "") return null
  const value = objectIn(json)
  return value === undefined
    ? `(${json.length} characters that are no JSON object)`
    : cut(JSON.stringify(maskBody(value)), Limits.requests.bodyCharsMax)
}

const parameter = (pair: string): string => {
  const at = pair.indexOf("=")
  if (at < 0) return text(pair)
  const name = pair.slice(0, at)
  const isMasked = fieldOf(decode(name)).mask !== undefined
  return `${text(name)}=${isMasked ? hidden : text(pair.slice(at + 1))}`
}

/** A masked path with its query, in which a search may be a name. */
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
