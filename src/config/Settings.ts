/**
 * The program's settings, read from the environment and validated as a whole: a start with bad
 * values stops with one message that names them all. Every variable has a row in the README.
 */
import { Duration, Effect, Exit, Option, Redacted, Schema, SchemaIssue } from "effect"
import * as ClientAddress from "../http/middleware/ClientAddress.ts"
import * as AdapterSettings from "./AdapterSettings.ts"
import { durationMs, isDuration, isNumber, isSwitch, text } from "./SettingsRule.ts"

export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  message: Schema.String
}) {}

const isPostgresUrl = (value: string): boolean => /^postgres(ql)?:\/\/\S+$/.test(value)

const isRanges = (value: string): boolean =>
  value.split(",").every((each) => ClientAddress.rangeOf(each.trim()) !== undefined)

const isOrigin = (value: string): boolean =>
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  new URL(value).origin === value

const isHttpUrl = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const isHeaders = (value: string): boolean =>
  value.split(",").every((pair) => /^\s*[\w-]+\s*=[\x20-\x7e]*$/.test(pair))

const hasPrefix =
  (...prefixes: ReadonlyArray<string>) =>
  (value: string) =>
    /^[\x21-\x7e]{20,256}$/.test(value) && prefixes.some((prefix) => value.startsWith(prefix))

const Environment = Schema.Struct({
  ENVIRONMENT: text("sandbox or production", isSwitch("sandbox", "production")),
  HOST: text("a host name or address", (value) => /^\S+$/.test(value)),
  PORT: text(
    "a port from 0 to 65535",
    (value) => /^\d{1,5}$/.test(value) && Number(value) < 65_536
  ),
  DATABASE_URL: text("a URL such as postgres://user:password@host/database", isPostgresUrl),
  DATA_DIR: text("a path", (value) => value.trim() !== ""),
  SANDBOX_API_KEY: text(
    "a key that starts with sk_sandbox_ or pk_test_ (20 to 256 characters)",
    hasPrefix("sk_sandbox_", "pk_test_")
  ),
  ADMIN_API_KEY: text(
    "a key that starts with ak_sandbox_ or ak_live_ (20 to 256 characters)",
    hasPrefix("ak_sandbox_", "ak_live_")
  ),
  SANDBOX_TIME_SCALE: text("a number from 0.001 to 100", isNumber(0.001, 100)),
  SANDBOX_REFUNDS: text("simulated or manual", isSwitch("simulated", "manual")),
  NETWORK_LIMITS: text("shown or enforced", isSwitch("shown", "enforced")),
  RATE_LIMITS: text("on or off", isSwitch("on", "off")),
  QUOTE_TTL: text("a duration of at least a second, such as 5 minutes", isDuration),
  FUNDING_WINDOW: text("a duration of at least a second, such as 30 minutes", isDuration),
  SPREAD: text("a fraction from 0 to 0.5", isNumber(0, 0.5)),
  TRUSTED_PROXIES: text("addresses and ranges such as 10.0.0.0/8,192.0.2.7", isRanges),
  DASHBOARD_URL: text("an http or https origin such as https://payouts.example.com", isOrigin),
  DASHBOARD_SECRET: text(
    "at least 32 characters without spaces, such as the output of: openssl rand -hex 32",
    (value) => /^[\x21-\x7e]{32,256}$/.test(value)
  ),
  WEBHOOK_ALLOW_LOOPBACK: text("true or false", isSwitch("true", "false")),
  OTEL_EXPORTER_OTLP_ENDPOINT: text("an http or https URL", isHttpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: text("names and values such as name=value,other=value", isHeaders),
  LOG_LEVEL: text("debug, info, warn or error", isSwitch("debug", "info", "warn", "error")),
  ...AdapterSettings.fields
})
type Environment = typeof Environment.Type

/** Every variable that is read. */
export const names: ReadonlyArray<string> = Object.keys(Environment.fields)

export interface Settings {
  readonly environment: "sandbox" | "production"
  readonly host: string
  readonly port: number
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly dataDir: string
  readonly sandboxApiKey: Redacted.Redacted | undefined
  readonly adminApiKey: Redacted.Redacted | undefined
  readonly timeScale: number
  /** Whether the sandbox sends refunds by itself. */
  readonly refunds: "simulated" | "manual"
  readonly isRateLimited: boolean
  /** Whether what networks do not pay is refused, and not only warned of. */
  readonly networkLimits: boolean
  readonly quoteTtlMs: number
  readonly fundingWindowMs: number
  readonly spread: number
  readonly allowLoopback: boolean
  readonly dashboard: Dashboard
  /** Proxies whose word on where a request comes from is taken. */
  readonly trustedProxies: ReadonlyArray<string>
  readonly deposits: {
    readonly address: AdapterSettings.Hex
    readonly initCodeHash: AdapterSettings.Hex
  }
  /** How many people must approve a compliance hold. */
  readonly holdApprovals: number
  readonly world: AdapterSettings.World
  /** Where traces go, if anywhere. */
  readonly tracing:
    | {
        readonly url: string
        readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
      }
    | undefined
  readonly logLevel: "Debug" | "Info" | "Warn" | "Error"
}

/** Where people sign in. */
export interface Dashboard {
  /** Whether it is served: in the sandbox always, in production where the two below are set. */
  readonly isServed: boolean
  /** `undefined`: the address that is asked, if it is one of this machine's. */
  readonly origin: string | undefined
  /** `undefined`: the sandbox draws one and keeps it in the database. */
  readonly secret: Redacted.Redacted | undefined
}

/**
 * Where the sandbox's deposit addresses come from: the deterministic deployment proxy found on most
 * chains, and the hash of no init code anyone has. Nobody can ever deploy to such an address.
 */
const sandboxDeposits = {
  address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  initCodeHash: "0x73616e64626f7820666f7277617264657220696e697420636f64652068617368"
} as const

const sandboxOnly = [
  ["SANDBOX_API_KEY", undefined],
  ["SANDBOX_TIME_SCALE", undefined],
  ["SANDBOX_REFUNDS", undefined],
  ["RATE_LIMITS", "on"],
  ["NETWORK_LIMITS", "enforced"],
  ["WEBHOOK_ALLOW_LOOPBACK", "false"]
] as const

/** Words of keys that people make up, and of examples they copy. */
const madeUp = /example|change|default|secret|password|admin|test|demo/i

/** Whether a key was drawn and not made up: someone who guesses it owns everything. */
const isDrawn = (key: string): boolean => {
  const body = key.replace(/^ak_(live|sandbox)_/, "")
  return body.length >= 24 && new Set(body).size >= 10 && !madeUp.test(body)
}

const adminKeyProblems = (key: string | undefined): ReadonlyArray<string> => {
  if (key === undefined) return ["ADMIN_API_KEY: is required in production"]
  if (!key.startsWith("ak_live_")) return ["ADMIN_API_KEY: must start with ak_live_ in production"]
  const how = "use ak_live_ and the output of: openssl rand -hex 24"
  return isDrawn(key) ? [] : [`ADMIN_API_KEY: can be guessed, ${how}`]
}

const isOfThisMachine = (url: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname)

/** Production's dashboard has its name and its secret from the operator, or there is none. */
const dashboardProblems = (given: Environment): ReadonlyArray<string> => {
  const { DASHBOARD_SECRET: secret, DASHBOARD_URL: url } = given
  if ((secret === undefined) !== (url === undefined)) {
    const missing = secret === undefined ? "DASHBOARD_SECRET" : "DASHBOARD_URL"
    return [`${missing}: is required in production where the other one is set`]
  }
  return url === undefined || url.startsWith("https:") || isOfThisMachine(url)
    ? []
    : ["DASHBOARD_URL: must be https in production"]
}

/** What is wrong with values that are each valid but do not go together. */
const conflicts = (given: Environment): ReadonlyArray<string> => {
  const world = AdapterSettings.conflicts(given)
  if (given.ENVIRONMENT !== "production") {
    return given.ADMIN_API_KEY?.startsWith("ak_live_") === true
      ? ["ADMIN_API_KEY: must start with ak_sandbox_ in the sandbox", ...world]
      : world
  }
  const forbidden = sandboxOnly.flatMap(([name, harmless]) =>
    given[name] === undefined || given[name] === harmless
      ? []
      : [`${name}: is allowed in the sandbox only`]
  )
  const database =
    given.DATABASE_URL === undefined ? ["DATABASE_URL: is required in production"] : []
  const admin = adminKeyProblems(given.ADMIN_API_KEY)
  const dashboard = dashboardProblems(given)
  return [
    ...forbidden,
    ...database,
    ...admin,
    ...dashboard,
    ...AdapterSettings.productionProblems(given),
    ...world
  ]
}

const millis = (value: string | undefined, fallback: Duration.Duration): number =>
  Option.getOrElse(durationMs(value ?? ""), () => Duration.toMillis(fallback))

const secret = (value: string | undefined): Redacted.Redacted | undefined =>
  value === undefined ? undefined : Redacted.make(value)

const headersOf = (value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    value.split(",").map((pair) => {
      const [name = "", ...rest] = pair.split("=")
      return [name.trim().toLowerCase(), rest.join("=").trim().replaceAll("%20", " ")]
    })
  )

const tracing = ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers
}: Environment): Settings["tracing"] =>
  endpoint === undefined
    ? undefined
    : {
        url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
        headers: Redacted.make(headers === undefined ? {} : headersOf(headers))
      }

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

const settings = (given: Environment): Settings => ({
  environment: given.ENVIRONMENT === "production" ? "production" : "sandbox",
  host: given.HOST ?? "127.0.0.1",
  port: Number(given.PORT ?? 8080),
  databaseUrl: secret(given.DATABASE_URL),
  dataDir: given.DATA_DIR ?? ".data",
  sandboxApiKey: secret(given.SANDBOX_API_KEY),
  adminApiKey: secret(given.ADMIN_API_KEY),
  timeScale: Number(given.SANDBOX_TIME_SCALE ?? 1),
  refunds:
    given.ENVIRONMENT === "production" || given.SANDBOX_REFUNDS === "manual"
      ? "manual"
      : "simulated",
  isRateLimited: given.RATE_LIMITS !== "off",
  networkLimits: given.ENVIRONMENT === "production" || given.NETWORK_LIMITS === "enforced",
  quoteTtlMs: millis(given.QUOTE_TTL, Duration.minutes(5)),
  fundingWindowMs: millis(given.FUNDING_WINDOW, Duration.minutes(30)),
  spread: Number(given.SPREAD ?? 0.01),
  allowLoopback: given.WEBHOOK_ALLOW_LOOPBACK === "true",
  trustedProxies: (given.TRUSTED_PROXIES ?? "").split(",").map((each) => each.trim()),
  dashboard: {
    isServed: given.ENVIRONMENT !== "production" || given.DASHBOARD_SECRET !== undefined,
    origin: given.DASHBOARD_URL,
    secret: secret(given.DASHBOARD_SECRET)
  },
  deposits: {
    address: (given.DEPOSIT_FACTORY ?? sandboxDeposits.address) as AdapterSettings.Hex,
    initCodeHash: (given.DEPOSIT_INIT_CODE_HASH ??
      sandboxDeposits.initCodeHash) as AdapterSettings.Hex
  },
  holdApprovals: Number(given.HOLD_APPROVALS ?? 1),
  world: AdapterSettings.of(given),
  tracing: tracing(given),
  logLevel: levels[(given.LOG_LEVEL ?? "info") as keyof typeof levels]
})

const decode = Schema.decodeUnknownExit(Environment, { errors: "all" })
const format = SchemaIssue.makeFormatterStandardSchemaV1()

const invalid = (problems: ReadonlyArray<string>) =>
  new SettingsInvalid({
    message: `The settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`
  })

/**
 * Reads settings from an environment such as `process.env`. An empty variable counts as not set.
 */
export const read = (
  environment: Readonly<Record<string, string | undefined>>
): Effect.Effect<Settings, SettingsInvalid> =>
  Effect.suspend(() => {
    const given = Object.fromEntries(
      Object.entries(environment).filter(([, value]) => value !== "")
    )
    const exit = decode(given)
    if (Exit.isSuccess(exit)) {
      const problems = conflicts(exit.value)
      return problems.length === 0 ? Effect.succeed(settings(exit.value)) : invalid(problems)
    }
    const problems = exit.cause.reasons.flatMap((reason) =>
      reason._tag === "Fail"
        ? format(reason.error.issue).issues.map(
            ({ message, path }) => `${(path ?? []).map(String).join(".")}: ${message}`
          )
        : []
    )
    return invalid(problems)
  })
