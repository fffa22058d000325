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

/** What masks the value of a field, by the field's name. */
const fields: ReadonlyArray<readonly [RegExp, Mask]> = [
  [/phone|msisdn/i, phone],
  [/(^|_)name$|nickname|email/i, firstLetter],
  [/secret|password|token$|^(api_)?key$|link$|metadata/i, () => hidden]
]

const maskOf = (field: string): Mask | undefined =>
  fields.find(([pattern]) => pattern.test(field))?.[1]

/** A phone number that stands alone in a text, as in the message of an error. */
const standing = /(?<![0-9A-Za-z.])\+?\d{9,15}(?![0-9A-Za-z.])/g

/** The number in our own message is an example; every other one is masked. */
const standingMasked = (found: string, at: number, whole: string): string =>
  whole.slice(0, at + found.length).endsWith(Network.e164Needed) ? found : phone(found)

const text = (value: string): string =>
  value.startsWith("ethereum:") ? value : value.replace(standing, standingMasked)

/**
 * Every text and number below a masked field is masked: what is there may be no plain value. What
 * is nested deeper than any body of ours is hidden, because it could exhaust the stack.
 */
const walk = (value: unknown, mask: Mask | undefined, depth: number): unknown => {
  if (depth > Limits.requests.maskedDepthMax) return hidden
  if (typeof value === "string") return mask === undefined ? text(value) : mask(value)
  if (typeof value === "number") return mask === undefined ? value : mask(String(value))
  if (Array.isArray(value)) return value.map((each) => walk(each, mask, depth + 1))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, walk(each, mask ?? maskOf(name), depth + 1)])
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

/** A path with its query, where a search may be a name. */
export const path = (url: string): string => {
  const [before = "", query] = url.split("?", 2)
  if (query === undefined) return cut(text(before), Limits.requests.pathCharsMax)
  const masked = query.replace(/(?<![^&])([^&=]*)=([^&]*)/g, (_, name: string, value: string) =>
    /search|phone|name/i.test(name) ? `${name}=${hidden}` : `${name}=${text(value)}`
  )
  return cut(`${text(before)}?${masked}`, Limits.requests.pathCharsMax)
}
