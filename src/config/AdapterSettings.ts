/**
 * The settings of the real world outside: chain, providers, rate feeds, sanctions lists. In
 * production all of them are needed; in the sandbox each may be set to try the real part.
 */
import { Option, Redacted, Result, Schema } from "effect"
import * as Network from "../domain/Network.ts"
import * as Limits from "./Limits.ts"
import * as ProviderRoutes from "./ProviderRoutes.ts"
import * as Rule from "./SettingsRule.ts"
import * as SigningKey from "./SigningKey.ts"

const { durationMs, hex, isDuration, text } = Rule

const url = (value: string): URL | undefined => (URL.canParse(value) ? new URL(value) : undefined)

const isHttpUrl = (value: string): boolean => /^https?:$/.test(url(value)?.protocol ?? "")

const list = (value: string): ReadonlyArray<string> =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

const isUrls = (value: string): boolean => list(value).length > 0 && list(value).every(isHttpUrl)

const isWhole = (low: number, high: number) => (value: string) =>
  /^\d{1,15}$/.test(value) && Number(value) >= low && Number(value) <= high

const isFinality = (value: string): boolean => value === "finalized" || isWhole(1, 10_000)(value)

const pollMsMin = 100

const isPause = (value: string): boolean =>
  Option.exists(durationMs(value), (milliseconds) => milliseconds >= pollMsMin)

const isSomething = (value: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(value)

const address = text("an address of 20 bytes in hex", hex(20))
const httpUrl = text("an http or https URL", isHttpUrl)
const credential = text("printable characters without spaces", isSomething)

export const fields = {
  ETHEREUM_RPC_URLS: text("http or https URLs, separated by commas", isUrls),
  CHAIN_ID: text("a chain's number", isWhole(1, Number.MAX_SAFE_INTEGER)),
  USDC_ADDRESS: address,
  DEPOSIT_FACTORY: address,
  DEPOSIT_INIT_CODE_HASH: text("a hash of 32 bytes in hex", hex(32)),
  DEPOSIT_FINALITY: text("finalized, or a number of confirmations", isFinality),
  CHAIN_POLL: text("a duration of at least 100 ms, such as 4 seconds", isPause),
  PROVIDER_ROUTES: text("routes such as MTN_UG=mtn,pawapay;*=pawapay", (value) => value !== ""),
  PUBLIC_URL: httpUrl,
  PAWAPAY_URL: httpUrl,
  PAWAPAY_TOKEN: credential,
  PAWAPAY_SIGNING_KEY: text(
    "the PEM of an EC P-256 private key, such as the output of: " +
      "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
    (value) => SigningKey.parse(value) !== undefined
  ),
  PAWAPAY_SIGNING_KEY_ID: credential,
  MTN_MOMO_URL: httpUrl,
  MTN_MOMO_USER: credential,
  MTN_MOMO_KEY: credential,
  MTN_MOMO_SUBSCRIPTION_KEY: credential,
  MTN_MOMO_TARGET: credential,
  RATES_URL: httpUrl,
  RATES_CHECK_URL: httpUrl,
  RATES_MAX_AGE: text("a duration of at least a second, such as 15 minutes", isDuration),
  SANCTIONS_DIR: text("a path", (value) => value.trim() !== ""),
  SANCTIONS_ORACLE: address,
  HOLD_APPROVALS: text("a whole number from 1 to 5", isWhole(1, 5))
}
const Given = Schema.Struct(fields)
export type Given = typeof Given.Type

export type Hex = `0x${string}`

export interface World {
  /** Without it deposits are simulated. */
  readonly chain:
    | {
        readonly urls: ReadonlyArray<string>
        readonly chainId: number
        readonly usdc: Hex
        readonly finality: "finalized" | number
        /** Between two looks at the nodes. */
        readonly pollMs: number
      }
    | undefined
  /** Without routes the sandbox's provider pays everyone. */
  readonly providers: {
    readonly routes: ProviderRoutes.Routes | undefined
    readonly publicUrl: string | undefined
    readonly pawapay:
      | {
          readonly url: string
          readonly token: Redacted.Redacted
          /** Without it requests are not signed. */
          readonly signing: SigningKey.SigningKey | undefined
        }
      | undefined
    readonly mtn:
      | {
          readonly url: string
          readonly user: string
          readonly key: Redacted.Redacted
          readonly subscriptionKey: Redacted.Redacted
          readonly target: string
        }
      | undefined
  }
  /** Without it rates are fixed. */
  readonly rates:
    | {
        readonly url: string
        readonly checkUrl: string | undefined
        readonly maxAgeMs: number
      }
    | undefined
  /** Without it screening follows the sandbox's script. */
  readonly screening: { readonly dir: string; readonly oracle: Hex | undefined } | undefined
  readonly holdApprovals: number
}

/** Circle's USDC on Ethereum (developers.circle.com, contract addresses). */
const mainnetUsdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Networks of one's own: a node there is as near as a database. */
const internal = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|[^.]+$|.+\.(internal|local)$)/

const isPlain = (text: string, mayBeInternal: boolean): boolean => {
  const { hostname, protocol } = new URL(text)
  const isNear = loopback.test(hostname) || (mayBeInternal && internal.test(hostname))
  return protocol === "http:" && !isNear
}

/**
 * Money and secrets go over TLS, and so does what says that money came; loopback is a proxy of the
 * operator's own.
 */
const plainUrls = (given: Given): ReadonlyArray<string> => [
  ...(
    ["PUBLIC_URL", "PAWAPAY_URL", "MTN_MOMO_URL", "RATES_URL", "RATES_CHECK_URL"] as const
  ).flatMap((name) =>
    given[name] !== undefined && isPlain(given[name], false)
      ? [`${name}: must be an https URL in production`]
      : []
  ),
  ...(list(given.ETHEREUM_RPC_URLS ?? "").some((one) => isPlain(one, true))
    ? ["ETHEREUM_RPC_URLS: must be https URLs in production, but for nodes of your own network"]
    : [])
]

/** Fewer blocks are replaced now and then; what was final must not be. */
const confirmationsMin = 12

const finalityProblems = ({ CHAIN_ID, DEPOSIT_FINALITY }: Given): ReadonlyArray<string> =>
  Number(CHAIN_ID ?? 1) === 1 && Number(DEPOSIT_FINALITY) < confirmationsMin
    ? [`DEPOSIT_FINALITY: must be finalized, or at least ${confirmationsMin} on Ethereum`]
    : []

/** Without MTN's target, which is asked for, nothing is known against its routes. */
const servedBy = (target: string | undefined): ProviderRoutes.Served => {
  const served = ProviderRoutes.served(target)
  return (name) => (name === "mtn" && target === undefined ? Network.slugs : served(name))
}

const routesOf = (
  given: Given
): Result.Result<ProviderRoutes.Routes | undefined, ReadonlyArray<string>> =>
  given.PROVIDER_ROUTES === undefined
    ? Result.succeed(undefined)
    : ProviderRoutes.parse(given.PROVIDER_ROUTES, servedBy(given.MTN_MOMO_TARGET))

/** The providers that the routes name; none where they cannot be read. */
const named = (given: Given): ReadonlySet<string> => {
  const routes = Result.getOrElse(routesOf(given), () => undefined)
  return new Set(routes === undefined ? [] : ProviderRoutes.providers(routes))
}

const required = {
  pawapay: ["PAWAPAY_URL", "PAWAPAY_TOKEN"],
  mtn: [
    ...(["MTN_MOMO_URL", "MTN_MOMO_USER", "MTN_MOMO_KEY"] as const),
    ...(["MTN_MOMO_SUBSCRIPTION_KEY", "MTN_MOMO_TARGET"] as const)
  ]
} as const

/** What a provider that is named in the routes lacks. */
const credentialProblems = (given: Given): ReadonlyArray<string> => {
  const names = named(given)
  return (["pawapay", "mtn"] as const).flatMap((provider) =>
    names.has(provider)
      ? required[provider]
          .filter((name) => given[name] === undefined)
          .map((name) => `${name}: is required for the provider ${provider} in PROVIDER_ROUTES`)
      : []
  )
}

const signingProblems = (given: Given): ReadonlyArray<string> => {
  const { PAWAPAY_SIGNING_KEY: key, PAWAPAY_SIGNING_KEY_ID: keyId } = given
  if ((key === undefined) === (keyId === undefined)) return []
  const missing = key === undefined ? "PAWAPAY_SIGNING_KEY" : "PAWAPAY_SIGNING_KEY_ID"
  return [`${missing}: is required where the other one is set`]
}

/** What does not go together, in either environment. */
export const conflicts = (given: Given): ReadonlyArray<string> => {
  const factory = (["DEPOSIT_FACTORY", "DEPOSIT_INIT_CODE_HASH"] as const).flatMap((name) =>
    given.ETHEREUM_RPC_URLS !== undefined && given[name] === undefined
      ? [`${name}: is required with ETHEREUM_RPC_URLS (payout-service chain deploy prints it)`]
      : []
  )
  const routes = routesOf(given)
  const wrong = Result.isFailure(routes) ? routes.failure : []
  const isElsewhere = given.CHAIN_ID !== undefined && Number(given.CHAIN_ID) !== 1
  const usdc =
    given.ETHEREUM_RPC_URLS !== undefined && isElsewhere && given.USDC_ADDRESS === undefined
      ? ["USDC_ADDRESS: is required where CHAIN_ID is not 1"]
      : []
  const oracle =
    given.SANCTIONS_ORACLE !== undefined && given.ETHEREUM_RPC_URLS === undefined
      ? ["SANCTIONS_ORACLE: is asked through ETHEREUM_RPC_URLS, which is not set"]
      : []
  return [
    ...factory,
    ...usdc,
    ...oracle,
    ...wrong.map((problem) => `PROVIDER_ROUTES: ${problem}`),
    ...credentialProblems(given),
    ...signingProblems(given)
  ]
}

/** What production must not do without, or must not do. */
export const productionProblems = (given: Given): ReadonlyArray<string> => {
  const needed = [
    ...(["ETHEREUM_RPC_URLS", "PROVIDER_ROUTES", "RATES_URL", "SANCTIONS_DIR"] as const)
  ]
  const missing = needed.flatMap((name) =>
    given[name] === undefined ? [`${name}: is required in production`] : []
  )
  const simulated = named(given).has("sandbox")
    ? ["PROVIDER_ROUTES: the provider sandbox pays nobody: it is not allowed in production"]
    : []
  return [...missing, ...simulated, ...plainUrls(given), ...finalityProblems(given)]
}

const secret = (value: string | undefined): Redacted.Redacted => Redacted.make(value ?? "")

const chainOf = (given: Given): World["chain"] =>
  given.ETHEREUM_RPC_URLS === undefined
    ? undefined
    : {
        urls: list(given.ETHEREUM_RPC_URLS),
        chainId: Number(given.CHAIN_ID ?? 1),
        usdc: (given.USDC_ADDRESS ?? mainnetUsdc) as Hex,
        finality:
          given.DEPOSIT_FINALITY === undefined || given.DEPOSIT_FINALITY === "finalized"
            ? "finalized"
            : Number(given.DEPOSIT_FINALITY),
        pollMs: Option.getOrElse(durationMs(given.CHAIN_POLL ?? ""), () => Limits.chain.pollMs)
      }

const signingOf = (given: Given): SigningKey.SigningKey | undefined => {
  const { PAWAPAY_SIGNING_KEY: key, PAWAPAY_SIGNING_KEY_ID: keyId } = given
  return key === undefined || keyId === undefined ? undefined : { key: Redacted.make(key), keyId }
}

const providersOf = (given: Given): World["providers"] => {
  const names = named(given)
  return {
    routes: Result.getOrElse(routesOf(given), () => undefined),
    publicUrl: given.PUBLIC_URL,
    pawapay: names.has("pawapay")
      ? {
          url: given.PAWAPAY_URL ?? "",
          token: secret(given.PAWAPAY_TOKEN),
          signing: signingOf(given)
        }
      : undefined,
    mtn: names.has("mtn")
      ? {
          url: given.MTN_MOMO_URL ?? "",
          user: given.MTN_MOMO_USER ?? "",
          key: secret(given.MTN_MOMO_KEY),
          subscriptionKey: secret(given.MTN_MOMO_SUBSCRIPTION_KEY),
          target: given.MTN_MOMO_TARGET ?? ""
        }
      : undefined
  }
}

const ratesMaxAgeMs = 15 * 60_000

export const of = (given: Given): World => ({
  chain: chainOf(given),
  providers: providersOf(given),
  rates:
    given.RATES_URL === undefined
      ? undefined
      : {
          url: given.RATES_URL,
          checkUrl: given.RATES_CHECK_URL,
          maxAgeMs: Option.getOrElse(durationMs(given.RATES_MAX_AGE ?? ""), () => ratesMaxAgeMs)
        },
  screening:
    given.SANCTIONS_DIR === undefined
      ? undefined
      : { dir: given.SANCTIONS_DIR, oracle: given.SANCTIONS_ORACLE as Hex | undefined },
  holdApprovals: Number(given.HOLD_APPROVALS ?? 1)
})
