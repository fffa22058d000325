/**
 * Schemas of settings. Each decodes the text of an environment variable, and its message names what
 * the text must be.
 */
import * as fs from "node:fs"
import { Duration, Effect, Option, Redacted, Schema, SchemaGetter, SchemaIssue } from "effect"
import type * as Float from "../domain/money/Float.ts"
import * as Network from "../domain/Network.ts"
import type { Retention } from "../domain/recipient/Retention.ts"
import * as AddressRanges from "./AddressRanges.ts"
import * as Limits from "./Limits.ts"
import * as ProviderRoutes from "./ProviderRoutes.ts"

export type Hex = `0x${string}`

/**
 * `read` returns `undefined` for a text that is not `must`. The message never contains the text,
 * which may be a secret.
 */
export const parsed = <A>(
  must: string,
  read: (text: string) => A | undefined
): Schema.Codec<A, string> =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.declare((_value: unknown): _value is A => true),
      {
        decode: SchemaGetter.transformEffect((text: string) => {
          const value = read(text)
          if (value !== undefined) return Effect.succeed(value)
          return Effect.fail(new SchemaIssue.InvalidValue({ message: `must be ${must}` }))
        }),
        encode: SchemaGetter.forbidden(() => "settings are only read")
      }
    )
  )

export const text = (must: string, isValid: (text: string) => boolean) =>
  parsed(must, (value) => (isValid(value) ? value : undefined))

export const secret = (must: string, isValid: (text: string) => boolean) =>
  parsed(must, (value) => (isValid(value) ? Redacted.make(value) : undefined))

/** Decodes one of the record's keys to its value. */
export const oneOf = <const A extends Readonly<Record<string, unknown>>>(choices: A) => {
  const names = Object.keys(choices)
  const must = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`
  return parsed(must, (value) =>
    names.includes(value) ? (choices[value] as A[keyof A]) : undefined
  )
}

const dataKeyBytes = 32

const isDataKey = (text: string): boolean =>
  /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, "base64").length === dataKeyBytes

type DataKeys = readonly [Redacted.Redacted, ...ReadonlyArray<Redacted.Redacted>]

/** Keys that encrypt personal data, separated by commas. */
export const dataKeys = parsed(
  "32 bytes in base64, such as the output of: openssl rand -base64 32",
  (value): DataKeys | undefined => {
    const [first = "", ...rest] = value.split(",").map((key) => key.trim())
    if (![first, ...rest].every(isDataKey)) return undefined
    return [Redacted.make(first), ...rest.map((key) => Redacted.make(key))]
  }
)

const yearsMax = 100

/**
 * Years of retention: one number for all countries, or one for each such as `UG=10,KE=7,*=5`, of
 * which `*` is the least for all.
 */
export const retention = parsed(
  `years from 0 to ${yearsMax}, or years by country such as UG=10,KE=7,*=5`,
  (value): Retention | undefined => {
    const parts = value.split(",").map((part) => /^(?:([A-Z]{2}|\*)=)?(\d{1,3})$/.exec(part.trim()))
    const years = new Map(parts.map((part) => [part?.[1] ?? "*", Number(part?.[2])]))
    const isValid = parts.every((part) => part !== null && Number(part[2]) <= yearsMax)
    const everywhere = years.get("*")
    if (!isValid || everywhere === undefined || years.size !== parts.length) return undefined
    years.delete("*")
    return { years: everywhere, yearsByCountry: years }
  }
)

/** `mtn UGX=5000000`, with at most the decimals of the currency. */
const thresholdOf = (text: string): Float.Threshold | undefined => {
  const [, name = "", code = "", whole = "", fraction = ""] =
    /^([a-z]+) ([A-Z]{3})=(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const provider = ProviderRoutes.providerNames.find((each) => each === name)
  const currency = Network.currencies.find((each) => each === code)
  if (provider === undefined || currency === undefined) return undefined
  const decimals = Network.decimals(currency)
  if (fraction.length > decimals) return undefined
  return { provider, currency, amount: Number(`${whole}${fraction.padEnd(decimals, "0")}`) }
}

/** Least covers of the float: one for each provider and currency. */
export const floatThresholds = parsed(
  "amounts by provider and currency such as mtn UGX=5000000,pawapay KES=200000, " +
    `of the providers ${ProviderRoutes.providerNames.join(", ")}`,
  (value): ReadonlyArray<Float.Threshold> | undefined => {
    const thresholds = value.split(",").map((part) => thresholdOf(part.trim()))
    const valid = thresholds.filter((each) => each !== undefined)
    const places = new Set(valid.map(({ currency, provider }) => `${provider} ${currency}`))
    return places.size === thresholds.length ? valid : undefined
  }
)

export const number = (must: string, low: number, high: number) =>
  parsed(must, (value) => {
    const isWithin = value.trim() !== "" && Number(value) >= low && Number(value) <= high
    return isWithin ? Number(value) : undefined
  })

const wholeOf = (value: string, low: number, high: number): number | undefined =>
  /^\d{1,15}$/.test(value) && Number(value) >= low && Number(value) <= high
    ? Number(value)
    : undefined

export const whole = (must: string, low: number, high: number) =>
  parsed(must, (value) => wholeOf(value, low, high))

/** `finalized`, or a number of blocks. */
export const finality = parsed(
  "finalized, or a number of confirmations",
  (value): "finalized" | number | undefined =>
    value === "finalized" ? value : wholeOf(value, 1, 10_000)
)

/** Decodes to milliseconds. */
export const duration = (must: string, minMs: number) =>
  parsed(`a duration of at least ${must}`, (value) => {
    const spaced = value.replace(/\s+/g, " ").trim() as Duration.Input
    const milliseconds = Option.map(Duration.fromInput(spaced), Duration.toMillis)
    return Option.getOrUndefined(Option.filter(milliseconds, (ms) => ms >= minMs))
  })

export const hex = (must: string, bytes: number) =>
  parsed(`${must} of ${bytes} bytes in hex`, (value) =>
    new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`).test(value) ? (value as Hex) : undefined
  )

export const path = text("a path", (value) => value.trim() !== "")

export const host = text("a host name or address", (value) => /^\S+$/.test(value))

/** `host:port`. An address of all interfaces is not a name that other processes can reach. */
export const address = parsed(
  "a host name or address and a port, such as 10.0.0.1:7000, that other processes reach",
  (value) => {
    const [, host = "", port = ""] = /^\[?([^\s\]]+?)\]?:(\d{1,5})$/.exec(value) ?? []
    const isReachable = host !== "" && host !== "0.0.0.0" && host !== "::"
    const isPort = Number(port) >= 1 && Number(port) <= 65_535
    return isReachable && isPort ? { host, port: Number(port) } : undefined
  }
)

export const file = text(
  "a file that exists",
  (value) => fs.statSync(value, { throwIfNoEntry: false })?.isFile() === true
)

export const credential = text("printable characters without spaces", (value) =>
  /^[\x21-\x7e]{1,4096}$/.test(value)
)

export const secretCredential = secret("printable characters without spaces", (value) =>
  /^[\x21-\x7e]{1,4096}$/.test(value)
)

export const apiKey = (...prefixes: ReadonlyArray<string>) =>
  secret(
    `a key that starts with ${prefixes.join(" or ")} (20 to 256 characters)`,
    (value) =>
      /^[\x21-\x7e]{20,256}$/.test(value) && prefixes.some((prefix) => value.startsWith(prefix))
  )

const isEmail = (value: string): boolean => /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(value)

export const email = text("an e-mail address", isEmail)

export const emails = (max: number) =>
  parsed(`1 to ${max} e-mail addresses, separated by commas`, (value) => {
    const addresses = value.split(",").map((part) => part.trim())
    return addresses.length <= max && addresses.every(isEmail) ? addresses : undefined
  })

const isHttpUrl = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const { urlCharsMax } = Limits.outgoing

const isReceiver = (value: string): boolean => {
  if (!isHttpUrl(value) || value.includes("#") || value.length > urlCharsMax) return false
  const { hostname, password, username } = new URL(value)
  if (username !== "" || password !== "") return false
  const address = AddressRanges.read(hostname.replace(/^\[|\]$/g, ""))
  return address === undefined || !AddressRanges.isWithin(address, AddressRanges.hostServices)
}

/** An endpoint of the operator's, which may be in a private network. */
export const receiver = text(
  `an http or https URL of at most ${urlCharsMax} characters without user, password or fragment, and not of a cloud's metadata service`,
  isReceiver
)

export const httpUrl = text("an http or https URL", isHttpUrl)

const isAddressed = ({ pathname, protocol }: URL): boolean =>
  protocol === "https:" || (protocol === "mailto:" && isEmail(decodeURIComponent(pathname)))

/** The address of a page or a mailbox for people. */
export const contact = text(
  "an https URL, or mailto: and an e-mail address",
  (value) => URL.canParse(value) && isAddressed(new URL(value))
)

export const httpUrls = parsed("http or https URLs, separated by commas", (value) => {
  const urls = value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
  return urls.length > 0 && urls.every(isHttpUrl) ? urls : undefined
})

/** Decodes to URLs by chain id. A chain with several URLs has several entries. */
export const chainUrls = parsed(
  "chain ids and URLs such as 8453=https://one.example,8453=https://two.example",
  (value): ReadonlyMap<number, ReadonlyArray<string>> | undefined => {
    const urls = new Map<number, ReadonlyArray<string>>()
    for (const part of value.split(",").map((one) => one.trim())) {
      const [, id = "", url = ""] = /^(\d{1,15})=(\S+)$/.exec(part) ?? []
      if (Number(id) === 0 || !isHttpUrl(url)) return undefined
      urls.set(Number(id), [...(urls.get(Number(id)) ?? []), url])
    }
    return urls
  }
)

export const origin = text(
  "an http or https origin such as https://payouts.example.com",
  (value) => isHttpUrl(value) && new URL(value).origin === value
)

/** Decodes to names in lower case and their values. */
export const headers = parsed("names and values such as name=value,other=value", (value) => {
  const pairs = value.split(",")
  if (!pairs.every((pair) => /^\s*[\w-]+\s*=[\x20-\x7e]*$/.test(pair))) return undefined
  const read = pairs.map((pair): [string, string] => {
    const [name = "", ...rest] = pair.split("=")
    return [name.trim().toLowerCase(), rest.join("=").trim().replaceAll("%20", " ")]
  })
  return Redacted.make<Readonly<Record<string, string>>>(Object.fromEntries(read))
})
