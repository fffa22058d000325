/** Problems of settings that are each valid but conflict with each other. */
import { Redacted, Result } from "effect"
import * as KnownChain from "../domain/KnownChain.ts"
import * as Network from "../domain/Network.ts"
import * as ProviderRoutes from "./ProviderRoutes.ts"
import type { Values } from "./SettingsTable.ts"

type Problems = ReadonlyArray<string>

/** Words that occur in keys which people invent or copy from examples. */
const guessable = /example|change|default|secret|password|admin|test|demo/i

/** True if a key looks random. Anyone who guesses the key controls the service. */
const isRandom = (key: string): boolean => {
  const body = key.replace(/^ak_(live|sandbox)_/, "")
  return body.length >= 24 && new Set(body).size >= 10 && !guessable.test(body)
}

const adminKeyProblems = ({ ADMIN_API_KEY, ENVIRONMENT }: Values): Problems => {
  if (ADMIN_API_KEY === undefined) return []
  const key = Redacted.value(ADMIN_API_KEY)
  const isLive = key.startsWith("ak_live_")
  if (ENVIRONMENT === "sandbox") {
    return isLive ? ["ADMIN_API_KEY: must start with ak_sandbox_ in the sandbox"] : []
  }
  if (!isLive) return ["ADMIN_API_KEY: must start with ak_live_ in production"]
  const how = "use ak_live_ and the output of: openssl rand -hex 24"
  return isRandom(key) ? [] : [`ADMIN_API_KEY: can be guessed, ${how}`]
}

const localNames = ["localhost", "127.0.0.1", "[::1]"]

/** In production the operator sets the dashboard's address and secret, or there is no dashboard. */
const dashboardProblems = ({ DASHBOARD_SECRET, DASHBOARD_URL }: Values): Problems => {
  if ((DASHBOARD_SECRET === undefined) !== (DASHBOARD_URL === undefined)) {
    const missing = DASHBOARD_SECRET === undefined ? "DASHBOARD_SECRET" : "DASHBOARD_URL"
    return [`${missing}: is required in production where the other one is set`]
  }
  if (DASHBOARD_URL === undefined || DASHBOARD_URL.startsWith("https:")) return []
  const isLocal = localNames.includes(new URL(DASHBOARD_URL).hostname)
  return isLocal ? [] : ["DASHBOARD_URL: must be https in production"]
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Hosts of a private network: an Ethereum node or endpoint there is as near as a database. */
const internal = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|[^.]+$|.+\.(internal|local)$)/

const isPlain = (url: string, mayBeInternal: boolean): boolean => {
  const { hostname, protocol } = new URL(url)
  const isNear = loopback.test(hostname) || (mayBeInternal && internal.test(hostname))
  return protocol === "http:" && !isNear
}

const overTls = [
  ...(["PUBLIC_URL", "PAWAPAY_URL", "MTN_MOMO_URL", "RATES_URL", "RATES_CHECK_URL"] as const)
]

/**
 * URLs that carry money, secrets or reports of deposits need TLS, except on loopback, where the
 * operator may run a proxy.
 */
const tlsProblems = (values: Values): Problems => [
  ...overTls.flatMap((name) => {
    const url = values[name]
    const isBad = url !== undefined && isPlain(url, false)
    return isBad ? [`${name}: must be an https URL in production`] : []
  }),
  ...(values.INCIDENT_WEBHOOK_URL !== undefined && isPlain(values.INCIDENT_WEBHOOK_URL, true)
    ? ["INCIDENT_WEBHOOK_URL: must be an https URL in production, but in your own network"]
    : []),
  ...((values.ETHEREUM_RPC_URLS ?? []).some((url) => isPlain(url, true))
    ? ["ETHEREUM_RPC_URLS: must be https URLs in production, except for nodes of your network"]
    : []),
  ...([...(values.RESCUE_RPC_URLS?.values() ?? [])].flat().some((url) => isPlain(url, true))
    ? ["RESCUE_RPC_URLS: must be https URLs in production, except for nodes of your network"]
    : [])
]

/** Rescue needs deposit addresses of the service's own, and nodes of other chains. */
const rescueProblems = (values: Values): Problems => {
  const { CHAIN_ID: own, ETHEREUM_RPC_URLS: nodes, RESCUE_RPC_URLS: rescue } = values
  if (rescue === undefined) return []
  return [
    ...(nodes === undefined
      ? ["RESCUE_RPC_URLS: needs ETHEREUM_RPC_URLS, because the sandbox has no deposit addresses"]
      : []),
    ...(rescue.has(own) ? [`RESCUE_RPC_URLS: must not name ${own}, which is CHAIN_ID`] : [])
  ]
}

const productionChains = KnownChain.all
  .filter(({ kind }) => kind === "main")
  .map(({ id, name }) => `${id} (${name})`)
  .join(", ")

/** Deposits on a test chain cost nothing, and production would pay out money for them. */
const chainIdProblems = ({ CHAIN_ID }: Values): Problems => {
  const known = KnownChain.find(CHAIN_ID)
  if (known !== undefined && known.kind !== "test") return []
  const fault = known === undefined ? "is not a known chain" : `is the test chain ${known.name}`
  return [`CHAIN_ID: ${CHAIN_ID} ${fault}. Production accepts ${productionChains}`]
}

const finalityProblems = ({ CHAIN_ID, DEPOSIT_FINALITY }: Values): Problems => {
  const known = KnownChain.find(CHAIN_ID)
  if (known === undefined || DEPOSIT_FINALITY === "finalized") return []
  const { confirmationsMin, name } = known
  if (confirmationsMin === null) return [`DEPOSIT_FINALITY: must be finalized on ${name}`]
  return Number(DEPOSIT_FINALITY) < confirmationsMin
    ? [`DEPOSIT_FINALITY: must be finalized, or at least ${confirmationsMin} on ${name}`]
    : []
}

/** If MTN's target is missing, only that is reported, and no route of MTN's is a problem. */
const servedBy = (target: string | undefined): ProviderRoutes.ServedNetworks => {
  const served = ProviderRoutes.servedNetworks(target)
  return (name) => (name === "mtn" && target === undefined ? Network.slugs : served(name))
}

export const routesOf = ({
  MTN_MOMO_TARGET,
  PROVIDER_ROUTES
}: Values): Result.Result<ProviderRoutes.Routes | undefined, Problems> =>
  PROVIDER_ROUTES === undefined
    ? Result.succeed(undefined)
    : ProviderRoutes.parse(PROVIDER_ROUTES, servedBy(MTN_MOMO_TARGET))

const credentials = {
  sandbox: [],
  pawapay: ["PAWAPAY_URL", "PAWAPAY_TOKEN"],
  mtn: [
    ...(["MTN_MOMO_URL", "MTN_MOMO_USER", "MTN_MOMO_KEY"] as const),
    ...(["MTN_MOMO_SUBSCRIPTION_KEY", "MTN_MOMO_TARGET"] as const)
  ]
} as const

const providerProblems = (values: Values): Problems => {
  const routes = routesOf(values)
  if (Result.isFailure(routes)) {
    return routes.failure.map((problem) => `PROVIDER_ROUTES: ${problem}`)
  }
  const providers = routes.success === undefined ? [] : ProviderRoutes.providers(routes.success)
  const missing = providers.flatMap((provider) =>
    credentials[provider]
      .filter((name) => values[name] === undefined)
      .map((name) => `${name}: is required for the provider ${provider} in PROVIDER_ROUTES`)
  )
  const isSimulated = values.ENVIRONMENT === "production" && providers.includes("sandbox")
  return isSimulated
    ? [
        "PROVIDER_ROUTES: the provider sandbox makes no transfers: it is not allowed in production",
        ...missing
      ]
    : missing
}

const signingProblems = (values: Values): Problems => {
  const { PAWAPAY_SIGNING_KEY: key, PAWAPAY_SIGNING_KEY_ID: keyId } = values
  if ((key === undefined) === (keyId === undefined)) return []
  const missing = key === undefined ? "PAWAPAY_SIGNING_KEY" : "PAWAPAY_SIGNING_KEY_ID"
  return [`${missing}: is required where the other one is set`]
}

/** The token's address: the operator's, or Circle's on a known chain. */
export const tokenOf = ({ CHAIN_ID, USDC_ADDRESS }: Values) =>
  USDC_ADDRESS ?? KnownChain.find(CHAIN_ID)?.usdc ?? null

export const tokenProblems = (values: Values): Problems =>
  values.ETHEREUM_RPC_URLS !== undefined && tokenOf(values) === null
    ? [`USDC_ADDRESS: is required, because the service knows no USDC on chain ${values.CHAIN_ID}`]
    : []

const chainProblems = (values: Values): Problems => {
  const factory = (["DEPOSIT_FACTORY", "DEPOSIT_INIT_CODE_HASH"] as const).flatMap((name) =>
    values.ETHEREUM_RPC_URLS !== undefined && values[name] === undefined
      ? [`${name}: is required with ETHEREUM_RPC_URLS (payout-service chain deploy prints it)`]
      : []
  )
  const oracle =
    values.SANCTIONS_ORACLE !== undefined && values.ETHEREUM_RPC_URLS === undefined
      ? ["SANCTIONS_ORACLE: is read through ETHEREUM_RPC_URLS, which is not set"]
      : []
  return [...factory, ...tokenProblems(values), ...oracle, ...rescueProblems(values)]
}

const certificates = ["CLUSTER_TLS_CERT", "CLUSTER_TLS_KEY", "CLUSTER_TLS_CA"] as const

const clusterProblems = (values: Values): Problems => {
  const certificateNames = certificates.filter((name) => values[name] !== undefined)
  const { CLUSTER_LISTEN: listen, CLUSTER_SECRET: secret, DATABASE_URL: url } = values
  if (listen === undefined) {
    const others = (["CLUSTER_NODE_NAME", "CLUSTER_SECRET"] as const).filter(
      (name) => values[name] !== undefined
    )
    const names = [...others, ...certificateNames]
    return names.map((name) => `${name}: is for several processes: CLUSTER_LISTEN is not set`)
  }
  const database =
    url === undefined
      ? ["DATABASE_URL: is required with CLUSTER_LISTEN: all processes share one database"]
      : []
  if (secret !== undefined) {
    return [
      ...database,
      ...certificateNames.map((name) => `${name}: CLUSTER_SECRET is set too; give one of them`)
    ]
  }
  if (certificateNames.length === 0) {
    return [...database, "CLUSTER_SECRET: is required with CLUSTER_LISTEN, or CLUSTER_TLS_*"]
  }
  const missing = certificates.filter((name) => values[name] === undefined)
  return [...database, ...missing.map((name) => `${name}: is required where one of them is set`)]
}

/** Notices need a channel. Without `INCIDENT_EMAILS`, people who chose to get e-mails get them. */
const noticeProblems = (values: Values): Problems => {
  const needed = [
    ["INCIDENT_WEBHOOK_URL", "INCIDENT_WEBHOOK_SECRET"],
    ["INCIDENT_WEBHOOK_SECRET", "INCIDENT_WEBHOOK_URL"],
    ["INCIDENT_EMAILS", "SMTP_URL"],
    ["SMTP_URL", "SMTP_FROM"],
    ["SMTP_FROM", "SMTP_URL"]
  ] as const
  return needed.flatMap(([name, other]) =>
    values[name] === undefined || values[other] !== undefined
      ? []
      : [`${other}: is required where ${name} is set`]
  )
}

export const find = (values: Values): Problems => [
  ...adminKeyProblems(values),
  ...(values.ENVIRONMENT === "production"
    ? [
        ...[...dashboardProblems(values), ...tlsProblems(values)],
        ...[...chainIdProblems(values), ...finalityProblems(values)]
      ]
    : []),
  ...noticeProblems(values),
  ...clusterProblems(values),
  ...chainProblems(values),
  ...providerProblems(values),
  ...signingProblems(values)
]
