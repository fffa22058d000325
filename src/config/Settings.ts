/**
 * The program's settings. They are read from the environment as a whole at start, and a start with
 * bad values ends with one message that names them all.
 */
import * as crypto from "node:crypto"
import { Effect, Exit, Redacted, Result, Schema, SchemaIssue } from "effect"
import * as Limits from "./Limits.ts"
import * as ProviderRoutes from "./ProviderRoutes.ts"
import * as SettingConflicts from "./SettingConflicts.ts"
import { type Details, groups, table, type Values } from "./SettingsTable.ts"

export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  message: Schema.String
}) {}

const invalid = (problems: ReadonlyArray<string>) =>
  new SettingsInvalid({
    message: `The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`
  })

type Environment = Readonly<Record<string, string | undefined>>

const entries: ReadonlyArray<readonly [string, Details & { readonly schema: Schema.Top }]> =
  Object.entries(table)

const decoder = Schema.decodeUnknownExit(
  // `Object.fromEntries` loses the names: `Values` is the table's type.
  Schema.Struct(
    Object.fromEntries(entries.map(([name, { schema }]) => [name, Schema.optionalKey(schema)]))
  ) as unknown as Schema.Codec<Values, Environment>,
  { errors: "all" }
)

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The variables with their defaults. An empty variable counts as not set. */
const decode = (environment: Environment): Result.Result<Values, SettingsInvalid> => {
  const texts = entries.flatMap(([name, details]) => {
    const text = environment[name] || details.default
    return text === undefined ? [] : [[name, text]]
  })
  const exit = decoder(Object.fromEntries(texts))
  if (Exit.isSuccess(exit)) return Result.succeed(exit.value)
  const problems = exit.cause.reasons.flatMap((reason) =>
    reason._tag === "Fail"
      ? format(reason.error.issue).issues.map(
          ({ message, path }) => `${(path ?? []).map(String).join(".")}: ${message}`
        )
      : []
  )
  return Result.fail(invalid(problems))
}

/** The table's rules for production, without those of the variables that are not `needed`. */
const productionProblems = (
  environment: Environment,
  isNeeded: (name: string) => boolean
): ReadonlyArray<string> =>
  entries.flatMap(([name, { production }]) => {
    const text = environment[name] || undefined
    if (production === undefined || !isNeeded(name)) return []
    if (production === "required") {
      return text === undefined ? [`${name}: is required in production`] : []
    }
    const isHarmless = production !== "refused" && text === production.only
    return text === undefined || isHarmless ? [] : [`${name}: is allowed in the sandbox only`]
  })

/**
 * Origin of the sandbox's deposit addresses: the deterministic deployment proxy found on most
 * chains, and the hash of no init code. No contract can be deployed to such an address.
 */
const sandboxDeposits = {
  address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  initCodeHash: "0x73616e64626f7820666f7277617264657220696e697420636f64652068617368"
} as const

/** The chain's settings. Without Ethereum nodes deposits are simulated. */
const chainOf = (values: Values) => {
  const usdc = SettingConflicts.tokenOf(values)
  return values.ETHEREUM_RPC_URLS === undefined || usdc === null
    ? undefined
    : {
        urls: values.ETHEREUM_RPC_URLS,
        chainId: values.CHAIN_ID,
        usdc,
        finality: values.DEPOSIT_FINALITY,
        pollMs: values.CHAIN_POLL,
        rescueUrls: values.RESCUE_RPC_URLS ?? new Map<number, ReadonlyArray<string>>()
      }
}

const none = Redacted.make("")

/** The providers' settings. Without routes the simulated provider makes all transfers. */
const providersOf = (values: Values) => {
  const routes = Result.getOrUndefined(SettingConflicts.routesOf(values))
  const names = new Set(routes === undefined ? [] : ProviderRoutes.providers(routes))
  const { PAWAPAY_SIGNING_KEY: key, PAWAPAY_SIGNING_KEY_ID: keyId } = values
  return {
    routes,
    publicUrl: values.PUBLIC_URL,
    pawapay: names.has("pawapay")
      ? {
          url: values.PAWAPAY_URL ?? "",
          token: values.PAWAPAY_TOKEN ?? none,
          /** `undefined` if requests are not signed. */
          signing: key === undefined || keyId === undefined ? undefined : { key, keyId }
        }
      : undefined,
    mtn: names.has("mtn")
      ? {
          url: values.MTN_MOMO_URL ?? "",
          user: values.MTN_MOMO_USER ?? "",
          key: values.MTN_MOMO_KEY ?? none,
          subscriptionKey: values.MTN_MOMO_SUBSCRIPTION_KEY ?? none,
          target: values.MTN_MOMO_TARGET ?? ""
        }
      : undefined
  }
}

const adaptersOf = (values: Values) => ({
  chain: chainOf(values),
  providers: providersOf(values),
  /** `undefined` if rates are fixed. */
  rates:
    values.RATES_URL === undefined
      ? undefined
      : {
          url: values.RATES_URL,
          checkUrl: values.RATES_CHECK_URL,
          maxAgeMs: values.RATES_MAX_AGE
        },
  /** `undefined` if screening follows the sandbox's script. */
  screening:
    values.SANCTIONS_DIR === undefined
      ? undefined
      : { dir: values.SANCTIONS_DIR, oracle: values.SANCTIONS_ORACLE }
})

const tracingOf = (values: Values) =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        url: `${values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, "")}/v1/traces`,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? Redacted.make({})
      }

/** The destinations of notices. `SettingConflicts` guarantees that each is complete. */
const noticesOf = (values: Values) => ({
  webhook:
    values.INCIDENT_WEBHOOK_URL === undefined
      ? undefined
      : { url: values.INCIDENT_WEBHOOK_URL, secret: values.INCIDENT_WEBHOOK_SECRET ?? none },
  mail:
    values.SMTP_URL === undefined
      ? undefined
      : {
          to: values.INCIDENT_EMAILS ?? [],
          from: values.SMTP_FROM ?? "",
          server: values.SMTP_URL,
          isTlsRequired: values.ENVIRONMENT === "production"
        }
})

/** The cluster's settings. Without an address this process is the only one on its database. */
const clusterOf = (values: Values) => {
  const { CLUSTER_LISTEN: address, CLUSTER_SECRET: secret } = values
  if (address === undefined) return undefined
  const security =
    secret === undefined
      ? {
          _tag: "Certificates" as const,
          cert: values.CLUSTER_TLS_CERT ?? "",
          key: values.CLUSTER_TLS_KEY ?? "",
          ca: values.CLUSTER_TLS_CA ?? ""
        }
      : { _tag: "Secret" as const, secret }
  return { address, nodeName: values.CLUSTER_NODE_NAME, security, agreed: sharedValuesOf(values) }
}

/** Settings that must be the same in all processes that share a database. */
export const sharedSettings = [
  ...["ENVIRONMENT", "CLUSTER_SECRET", "SANDBOX_TIME_SCALE", "SANDBOX_REFUNDS", "RATE_LIMITS"],
  ...["NETWORK_LIMITS", "WEBHOOK_ALLOW_LOOPBACK", "QUOTE_TTL", "FUNDING_WINDOW", "SPREAD"],
  ...[
    "HOLD_APPROVALS",
    "RETENTION_YEARS",
    "FLOAT_THRESHOLDS",
    "FLOAT_POLICY",
    "DASHBOARD_SECRET",
    "CHAIN_ID",
    "USDC_ADDRESS",
    "DEPOSIT_FACTORY"
  ],
  ...["DEPOSIT_INIT_CODE_HASH", "DEPOSIT_FINALITY", "PROVIDER_ROUTES", "PUBLIC_URL"],
  ...["PAWAPAY_URL", "PAWAPAY_TOKEN", "PAWAPAY_SIGNING_KEY", "PAWAPAY_SIGNING_KEY_ID"],
  ...["MTN_MOMO_URL", "MTN_MOMO_USER", "MTN_MOMO_KEY", "MTN_MOMO_SUBSCRIPTION_KEY"],
  ...["MTN_MOMO_TARGET", "RATES_URL", "RATES_CHECK_URL", "RATES_MAX_AGE", "SANCTIONS_ORACLE"],
  ...["DASHBOARD_URL", "TRUSTED_PROXIES", "RUNBOOK_URL", "SUPPORT_URL"],
  ...["INCIDENT_WEBHOOK_URL"],
  ...["INCIDENT_WEBHOOK_SECRET", "INCIDENT_EMAILS", "SMTP_URL", "SMTP_FROM"]
] as const

/**
 * Settings that may differ between processes: addresses and paths of the machine, and telemetry.
 */
export const ownSettings = [
  ...["HOST", "PORT", "DATABASE_URL", "DATA_DIR", "CLUSTER_LISTEN", "CLUSTER_NODE_NAME"],
  // Its keys differ while they are rotated. The database proves that a process has the right one.
  "DATA_KEY",
  ...["CLUSTER_TLS_CERT", "CLUSTER_TLS_KEY", "CLUSTER_TLS_CA", "LOG_LEVEL"],
  ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"],
  // Each process may use other Ethereum nodes, and has the lists on its own disk.
  ...["ETHEREUM_RPC_URLS", "RESCUE_RPC_URLS", "CHAIN_POLL", "SANCTIONS_DIR"],
  // Only the first start reads keys, and the database is stamped with the number of partitions.
  ...["SANDBOX_API_KEY", "ADMIN_API_KEY", "PARTITIONS"]
] as const

const textOf = (value: unknown): string =>
  Redacted.isRedacted(value)
    ? `sha256 ${crypto
        .createHash("sha256")
        .update(String(Redacted.value(value)))
        .digest("hex")}`
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value)

/** Values of the shared settings as text; secrets are hashed. */
const sharedValuesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    sharedSettings.map((name) => [name, values[name] === undefined ? null : textOf(values[name])])
  )

const settingsOf = (values: Values) => {
  const isProduction = values.ENVIRONMENT === "production"
  const adapters = adaptersOf(values)
  return {
    environment: values.ENVIRONMENT,
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    /** Keys that encrypt personal data; if `undefined`, the sandbox has one in `dataDir`. */
    dataKeys: values.DATA_KEY,
    partitions:
      values.PARTITIONS ??
      (values.CLUSTER_LISTEN === undefined ? 1 : Limits.database.partitionsMax),
    cluster: clusterOf(values),
    sandboxApiKey: values.SANDBOX_API_KEY,
    adminApiKey: values.ADMIN_API_KEY,
    timeScale: values.SANDBOX_TIME_SCALE,
    /** `simulated` if the sandbox sends refunds automatically: it cannot on a real chain. */
    refunds:
      isProduction || adapters.chain !== undefined ? ("manual" as const) : values.SANDBOX_REFUNDS,
    isRateLimited: values.RATE_LIMITS,
    /** True if payouts that networks do not pay are refused, and not only warned of. */
    networkLimits: isProduction || values.NETWORK_LIMITS,
    quoteTtlMs: values.QUOTE_TTL,
    fundingWindowMs: values.FUNDING_WINDOW,
    spread: values.SPREAD,
    allowLoopback: values.WEBHOOK_ALLOW_LOOPBACK,
    /** Proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    dashboard: {
      /** True in the sandbox, and in production if address and secret are set. */
      isServed: !isProduction || values.DASHBOARD_SECRET !== undefined,
      /**
       * The dashboard's origin; if `undefined`, the request's host, which must be a name of this
       * machine.
       */
      origin: values.DASHBOARD_URL,
      /** If `undefined`, the sandbox generates a secret and keeps it in the database. */
      secret: values.DASHBOARD_SECRET
    },
    deposits: {
      address: values.DEPOSIT_FACTORY ?? sandboxDeposits.address,
      initCodeHash: values.DEPOSIT_INIT_CODE_HASH ?? sandboxDeposits.initCodeHash
    },
    /** The number of people who must approve the release of a compliance hold. */
    holdApprovals: values.HOLD_APPROVALS,
    /** The time for which a law demands the data of paid recipients. */
    retention: values.RETENTION_YEARS,
    /** Covers of the float below which operators are warned. */
    floatThresholds: values.FLOAT_THRESHOLDS ?? [],
    floatPolicy: values.FLOAT_POLICY,
    adapters,
    supportUrl: values.SUPPORT_URL,
    /** URL of the operators' runbook, if there is one. */
    runbookUrl: values.RUNBOOK_URL,
    /** Recipients of notices about incidents. */
    notices: noticesOf(values),
    /** The collector of traces, if there is one. */
    tracing: tracingOf(values),
    logLevel: values.LOG_LEVEL
  }
}

export type Settings = ReturnType<typeof settingsOf>

/** Reads settings from an environment such as `process.env`. */
export const read = (
  environment: Environment,
  isNeeded: (name: string) => boolean = () => true
): Effect.Effect<Settings, SettingsInvalid> =>
  Effect.suspend(() => {
    const values = decode(environment)
    if (Result.isFailure(values)) return Effect.fail(values.failure)
    const problems = [
      ...(values.success.ENVIRONMENT === "production"
        ? productionProblems(environment, isNeeded)
        : []),
      ...SettingConflicts.find(values.success)
    ]
    return problems.length === 0 ? Effect.succeed(settingsOf(values.success)) : invalid(problems)
  })

/**
 * Reads settings for a command on the database. Such a command needs no other processes. In the
 * shell that starts nodes, `CLUSTER_` settings may be set without `CLUSTER_LISTEN`. Most commands
 * read no personal data, so `DATA_KEY` may be absent.
 */
export const readForCommand = (environment: Environment) => {
  const variables = Object.entries(environment).filter(([name]) => !name.startsWith("CLUSTER_"))
  const isNode = environment.CLUSTER_LISTEN !== undefined
  return read(isNode ? environment : Object.fromEntries(variables), (name) => name !== "DATA_KEY")
}

/**
 * Reads the chain's settings alone: before there is a deposit factory, the service's settings are
 * incomplete.
 */
export const readChain = (environment: Environment) =>
  Effect.suspend(() => {
    const values = decode(
      Object.fromEntries(Object.keys(groups.adapters).map((name) => [name, environment[name]]))
    )
    if (Result.isFailure(values)) return Effect.fail(values.failure)
    const problems = SettingConflicts.tokenProblems(values.success)
    if (problems.length > 0) return invalid(problems)
    const chain = chainOf(values.success)
    if (chain === undefined) return invalid(["ETHEREUM_RPC_URLS: is required"])
    const { DEPOSIT_FACTORY: factory, DEPOSIT_INIT_CODE_HASH: initCodeHash } = values.success
    return Effect.succeed({ ...chain, factory, initCodeHash })
  })
