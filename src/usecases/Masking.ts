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

const maskOf = (field: string): Mask | undefined => {
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

/** A text without the keys, tokens and phone numbers in it. Its cost grows with its length. */
const plain = (value: string): string =>
  paymentUri.test(value)
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

/** No number of ours has so many digits, and phone numbers have. */
const phoneNumberMin = 10_000_000_000

const numberMasked = (value: number): number | string =>
  Number.isInteger(value) && Math.abs(value) >= phoneNumberMin ? phone(String(value)) : value

/**
 * Every text and number below a masked field is masked: what is there may be no plain value. What
 * is nested deeper than any body of ours is hidden, because it could exhaust the stack.
 */
const walk = (value: unknown, mask: Mask | undefined, depth: number): unknown => {
  if (depth > Limits.requests.maskedDepthMax) return hidden
  if (typeof value === "string") return mask === undefined ? text(value) : mask(value)
  if (typeof value === "number")
    return mask === undefined ? numberMasked(value) : mask(String(value))
  if (Array.isArray(value)) return value.map((each) => walk(each, mask, depth + 1))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      text(name),
      walk(each, mask ?? maskOf(name), depth + 1)
    ])
  )
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
  const masked = walk(value, undefined, 0)
  return hasBatchName(value) ? Object.assign({}, masked, { name: text(value.name) }) : masked
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
  const isMasked = maskOf(decoded(name)) !== undefined
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
