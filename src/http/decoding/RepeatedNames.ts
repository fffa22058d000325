/**
 * Refuses JSON objects with one name twice. Parsers differ in which of the two values they take, so
 * a proxy or a client may read an amount other than this service does.
 */

/** `"` `\` `:` in ASCII. */
const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/**
 * True if the quote at a position belongs to the text: an odd number of backslashes is before it.
 */
const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 1
}

/** The position of the quote that ends the string which begins at `open`. */
const closeOf = (text: string, open: number): number => {
  let close = text.indexOf('"', open + 1)
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1)
  return close
}

/** True if a colon follows, so that the string which ended there is a name. */
const isName = (text: string, after: number): boolean => {
  let at = after
  // Up to a space, a valid JSON text has only the four characters allowed between its parts.
  while (text.charCodeAt(at) <= 0x20) at += 1
  return text.charCodeAt(at) === colon
}

/** Number of names in a valid JSON text. */
const namesIn = (text: string): number => {
  let count = 0
  for (let open = text.indexOf('"'); open !== -1; ) {
    const close = closeOf(text, open)
    if (isName(text, close + 1)) count += 1
    open = text.indexOf('"', close + 1)
  }
  return count
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** False for our mark of an inexact number, which is no object of the text. */
const isRecord = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype

/** Number of names in a value, at any depth. */
const namesOf = (value: object): number => {
  let count = 0
  const open: Array<object> = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const isList = Array.isArray(next)
    if (!isList && !isRecord(next)) continue
    for (const name in next) {
      if (!isList) count += 1
      const each: unknown = next[name as keyof typeof next]
      if (isObject(each)) open.push(each)
    }
  }
  return count
}

/** The first name that is repeated in its object, without its escapes. */
const firstRepeated = (text: string): string | undefined => {
  const objects: Array<Set<unknown>> = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "{") objects.push(new Set())
    if (character === "}") objects.pop()
    if (text.charCodeAt(at) !== quote) continue
    const close = closeOf(text, at)
    const literal = text.slice(at, close + 1)
    at = close
    if (!isName(text, close + 1)) continue
    const names = objects.at(-1)
    const name: unknown = JSON.parse(literal)
    if (names?.has(name) === true) return JSON.stringify(name).slice(0, namedCharsMax)
    names?.add(name)
  }
  return undefined
}

/** Characters of a repeated name in the message. */
const namedCharsMax = 64

/** The name that a JSON text has twice in one object; `value` is the parsed text. */
export const find = (text: string, value: object): string | undefined =>
  // The value keeps only one of two equal names, so the numbers of names differ.
  namesIn(text) === namesOf(value) ? undefined : firstRepeated(text)
