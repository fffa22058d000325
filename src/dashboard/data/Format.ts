/**
 * Formats values for people. Money stays text with the digits that the service sent, so nothing is
 * ever rounded or computed.
 */

/** Currencies whose mobile money has no smaller unit. Their amounts get no decimals. */
const whole = new Set(["UGX", "KES", "TZS"])

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",")

/** Formats 25 USDC as `25.00`; 0.123456 keeps all its decimals. */
export const amount = (value: number | string, currency: string): string => {
  const [integer = "0", fraction = ""] = String(value).split(".")
  const decimals = whole.has(currency) ? fraction : fraction.padEnd(2, "0")
  const sign = integer.startsWith("-") ? "-" : ""
  return `${sign}${grouped(integer.replace("-", ""))}${decimals === "" ? "" : `.${decimals}`}`
}

/** Formats a change with its sign, `+25.00` or `−25.00`. */
export const signed = (value: number, currency: string): string =>
  value < 0 ? `−${amount(-value, currency)}` : `+${amount(value, currency)}`

export const money = (value: number, currency: string): string =>
  `${amount(value, currency)} ${currency}`

/** All six decimals and no commas, so that wallets accept a copied amount. */
export const exactUsdc = (value: number): string => {
  const [integer = "0", fraction = ""] = String(value).split(".")
  return `${integer}.${fraction.padEnd(6, "0")}`
}

export const rate = (value: number, currency: string): string =>
  `1 USDC = ${amount(value, currency)} ${currency}`

/** The pattern of an amount field with at most this many decimals, such as `1,250.5`. */
export const amountPattern = (decimals: number): string =>
  `(\\d+|\\d{1,3}(,\\d{3})+)(\\.\\d{1,${decimals}})?`

/** Reads an amount that matches `amountPattern`. */
export const readAmount = (text: string): number => Number(text.replaceAll(",", ""))

export const count = (value: number): string => grouped(String(value))

/** Formats `1 event`, `2 events`. */
export const counted = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`

const full = new Intl.DateTimeFormat(undefined, {
  ...{ day: "numeric", month: "short", year: "numeric" },
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" }
} as Intl.DateTimeFormatOptions)

const short = new Intl.DateTimeFormat(undefined, {
  ...{ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }
} as Intl.DateTimeFormatOptions)

const dayFormat = new Intl.DateTimeFormat(undefined, {
  ...{ day: "numeric", month: "short", timeZone: "UTC" }
} as Intl.DateTimeFormatOptions)

const dateFormat = new Intl.DateTimeFormat(undefined, {
  ...{ day: "numeric", month: "short", year: "numeric" }
} as Intl.DateTimeFormatOptions)

const hourFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" })

const clockFormat = new Intl.DateTimeFormat(undefined, {
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" }
} as Intl.DateTimeFormatOptions)

/** The viewer's time zone, such as `Europe/Berlin`. All times and days are shown in it. */
export const zone = full.resolvedOptions().timeZone

export const time = (at: string): string => full.format(new Date(at))
export const timeShort = (at: string): string => short.format(new Date(at))
export const date = (at: string): string => dateFormat.format(new Date(at))
/** Formats a day of the statistics, which are in UTC. */
export const day = (date: string): string => dayFormat.format(new Date(`${date}T00:00:00Z`))
/** Formats a time within the next minutes, so without its day. */
export const clock = (at: string): string => clockFormat.format(new Date(at))
export const hour = (at: string): string => hourFormat.format(new Date(at))

/** Formats `38 ms`, `4.2 s`, `1 min 35 s`, `2 h 5 min`. */
export const duration = (seconds: number): string => {
  if (seconds > 0 && seconds < 1) return `${Math.round(seconds * 1000)} ms`
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${rounded} s`
  if (rounded < 3600) {
    const rest = rounded % 60
    return `${Math.floor(rounded / 60)} min${rest === 0 ? "" : ` ${rest} s`}`
  }
  const minutes = Math.round(rounded / 60)
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`
}

export const percent = (share: number): string =>
  `${(share * 100).toFixed(share === 1 || share === 0 ? 0 : 1)}%`

/** Formats `m:ss`. A negative number is `0:00`. */
export const countdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

/** Formats `insufficient_balance` as `Insufficient balance`. */
export const words = (code: string): string => {
  const text = code.replaceAll(/[_.]/g, " ").toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const countries = new Intl.DisplayNames("en", { type: "region" })

/** The name of a country by its ISO code. Any other text, such as an erased one, stays. */
export const country = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code

/** Formats a network with its country, because brands repeat: `MTN MoMo · Uganda`. */
export const network = (of: { readonly name: string; readonly country: string }): string =>
  `${of.name} · ${country(of.country)}`

/**
 * A delivery's id has the id of its event with another prefix, then the end of its endpoint's id.
 */
const deliveryId = /^(dlv_[0-9A-Z]{29})[0-9A-Z]{12}([0-9A-Z]{4})$/

/**
 * Shortens a long id or address to its ends, which people compare. All delivery ids of an endpoint
 * end alike, so they also keep the end of the event's id.
 */
export const middle = (text: string, ends = 6): string => {
  const [, event, endpoint] = deliveryId.exec(text) ?? []
  if (event !== undefined) return `${middle(event, ends)}…${endpoint}`
  return text.length <= ends * 2 + 1 ? text : `${text.slice(0, ends + 2)}…${text.slice(-ends)}`
}
