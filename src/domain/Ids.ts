/**
 * Identifiers: a prefix, ten characters of time and sixteen of randomness (Crockford base32), so
 * ids sort by time of creation. Time and randomness are arguments.
 */

export type Prefix =
  | "qt"
  | "po"
  | "bt"
  | "bk"
  | "bal"
  | "wdr"
  | "adr"
  | "cor"
  | "ben"
  | "rcp"
  | "rcl"
  | "bkg"
  | "rec"
  | "brk"
  | "we"
  | "evt"
  | "dlv"
  | "acct"
  | "key"
  | "req"
  | "tr"
  | "usr"
  | "inv"
  | "psk"

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** The number of random bytes that `make` takes. */
export const randomBytes = 10

/** All pairs of digits: an id is written two digits at a time. */
const pairs = Array.from(alphabet, (high) => Array.from(alphabet, (low) => high + low)).flat()

/** `count` base32 digits, an even number, of a number below 2^53, most significant first. */
const digits = (value: number, count: number): string => {
  let rest = value
  let text = ""
  for (let index = 0; index < count; index += 2) {
    const above = Math.floor(rest / 1024)
    text = pairs[rest - above * 1024] + text
    rest = above
  }
  return text
}

/** Eight digits of the five bytes at `start`. */
const ofBytes = (bytes: Uint8Array, start: number): string => {
  let value = 0
  for (let index = start; index < start + 5; index++) value = value * 256 + (bytes[index] ?? 0)
  return digits(value, 8)
}

const timeDigits = 10

/** The last time written: under load many ids in a row have the same time. */
let latest = { at: 0, text: digits(0, timeDigits) }

/** The ten characters of time after the prefix. */
export const timeOf = (at: number): string => {
  if (at !== latest.at) latest = { at, text: digits(at, timeDigits) }
  return latest.text
}

/**
 * A new id, for example `po_01JD8Q2V7M9XKQ4N5R6S7T8V9W`. `at` in milliseconds, ten random bytes.
 */
export const make = (prefix: Prefix, at: number, bytes: Uint8Array): string =>
  `${prefix}_${timeOf(at)}${ofBytes(bytes, 0)}${ofBytes(bytes, 5)}`

/** Position of the partition's two digits among the random ones: after the digits that count up. */
const partitionAt = 5

/**
 * Writes a partition's number, below 1,024, into the random bytes of an id: the sixth and seventh
 * digit.
 */
export const mark = (bytes: Uint8Array, partition: number): void => {
  bytes[3] = ((bytes[3] ?? 0) & 0x80) | (partition >> 3)
  bytes[4] = ((bytes[4] ?? 0) & 0x1f) | ((partition & 7) << 5)
}

const numbers = new Map(pairs.map((pair, number) => [pair, number]))

/**
 * The partition in an id; any number if its maker wrote none, and -1 for another form. The ids of a
 * payout's events and deliveries repeat its random digits, and so its partition.
 */
export const partitionOf = (id: string): number => {
  const first = id.indexOf("_") + 1 + timeDigits + partitionAt
  return numbers.get(id.slice(first, first + 2)) ?? -1
}

/** True if a text has the form of an id. */
export const isId = (text: string): boolean => /^[a-z]+_[0-9A-Za-z_]{1,80}$/.test(text)

/** Prefixes of the ids by which objects are looked up. */
const prefixes = {
  quote: ["qt_"],
  payout: ["po_"],
  batch: ["bt_", "bk_"],
  balance: ["bal_"],
  withdrawal: ["wdr_"],
  booking: ["bkg_"],
  beneficiary: ["ben_"],
  event: ["evt_"],
  delivery: ["dlv_"]
} as const satisfies Readonly<Record<string, ReadonlyArray<`${Prefix}_`>>>

export type Kind = keyof typeof prefixes

/** True if a text has the form of an id of this kind. An id of another kind finds nothing. */
export const isOf = (kind: Kind, text: string): boolean =>
  prefixes[kind].some((prefix) => text.startsWith(prefix)) && isId(text)

/** The sixteen random characters of an id. */
const tail = (id: string): string => id.slice(-16)

/**
 * The id of the event that a payout's transition causes, under one of the three vocabularies. The
 * id is a function of the transition, so the same log always gives the same event ids.
 */
export const event = (
  subjectId: string,
  at: number,
  sequence: number,
  vocabulary: number
): string =>
  `evt_${digits(at, timeDigits)}${tail(subjectId)}${digits(sequence, 2)}${alphabet.charAt(vocabulary % 32)}`

const movementDigits = 10

/** The id of a movement of a balance. Ids of one balance sort by their numbers. */
export const movement = (balanceId: string, number: number): string =>
  `mov_${String(number).padStart(movementDigits, "0")}${tail(balanceId)}`

/** The number of a movement. */
export const movementNumber = (id: string): number => Number(id.slice(4, 4 + movementDigits))

/** The id of one event's delivery to one endpoint. */
export const delivery = (eventId: string, endpointId: string): string =>
  `dlv_${eventId.slice(4)}${tail(endpointId)}`
