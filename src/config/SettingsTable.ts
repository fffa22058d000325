/**
 * The table of settings: every environment variable, its type, its default and its line in
 * `.deploy/README.md`.
 */
import type { Schema } from "effect"
import * as AddressRanges from "./AddressRanges.ts"
import * as Limits from "./Limits.ts"
import * as Type from "./SettingTypes.ts"
import * as SigningKey from "./SigningKey.ts"

export interface Details {
  /** The description for the table in `.deploy/README.md`. */
  readonly doc: string
  /** The text that applies if the variable is not set. */
  readonly default?: string
  /** A description, for the table, of an unset variable without a default. */
  readonly unset?: string
  /** The rule in production: required, or refused unless it has the one value without a risk. */
  readonly production?: "required" | "refused" | { readonly only: string }
}

const setting = <A, const D extends Details>(schema: Schema.Codec<A, string>, details: D) => ({
  schema,
  ...details
})

/** Every variable of the service itself. */
const service = {
  ENVIRONMENT: setting(Type.oneOf({ sandbox: "sandbox", production: "production" }), {
    default: "sandbox",
    doc: "`sandbox` or `production`; the database is stamped with it at the first start"
  }),
  HOST: setting(Type.host, { default: "127.0.0.1", doc: "where HTTP listens" }),
  PORT: setting(Type.whole("a port from 0 to 65535", 0, 65_535), {
    default: "8080",
    doc: "where HTTP listens; 0 takes any free port"
  }),
  DATABASE_URL: setting(
    Type.secret("a URL such as postgres://user:password@host/database", (value) =>
      /^postgres(ql)?:\/\/\S+$/.test(value)
    ),
    {
      unset: "embedded",
      doc: "a PostgreSQL 14+ server; without it an embedded PostgreSQL 18 runs under `DATA_DIR`",
      production: "required"
    }
  ),
  DATA_DIR: setting(Type.path, { default: ".data", doc: "the embedded cluster and its log file" }),
  PARTITIONS: setting(
    Type.whole(
      `a whole number from 1 to ${Limits.database.partitionsMax}`,
      1,
      Limits.database.partitionsMax
    ),
    {
      unset: "1; with `CLUSTER_LISTEN` 64",
      doc: "into how many logs the accounts are divided; the database is stamped with it at the first start, and it stays"
    }
  ),
  CLUSTER_LISTEN: setting(Type.address, {
    doc: "`host:port` where this process takes the private traffic of the others over the same `DATABASE_URL`, and its name among them; without it the process is the only one"
  }),
  CLUSTER_NODE_NAME: setting(
    Type.text("letters, digits, `.`, `_` and `-`, at most 64", (value) =>
      /^[\w.-]{1,64}$/.test(value)
    ),
    {
      doc: "its name at a balancer: answers say in `X-Payout-Node` which process ran a request, so that the account's next ones go there"
    }
  ),
  CLUSTER_SECRET: setting(
    Type.secret(
      "at least 32 characters without spaces, such as the output of: openssl rand -hex 32",
      (value) => /^[\x21-\x7e]{32,256}$/.test(value)
    ),
    { doc: "the same in every process: it encrypts their traffic and lets them in" }
  ),
  CLUSTER_TLS_CERT: setting(Type.file, {
    doc: "instead of `CLUSTER_SECRET`: a certificate for the host of `CLUSTER_LISTEN`, for servers and clients, PEM"
  }),
  CLUSTER_TLS_KEY: setting(Type.file, { doc: "its key, PEM" }),
  CLUSTER_TLS_CA: setting(Type.file, {
    doc: "the authority that signs the certificates of all processes, PEM"
  }),
  SANDBOX_API_KEY: setting(Type.apiKey("sk_sandbox_", "pk_test_"), {
    unset: "generated",
    doc: "the key of the first account; a generated one is printed at the first start",
    production: "refused"
  }),
  ADMIN_API_KEY: setting(Type.apiKey("ak_sandbox_", "ak_live_"), {
    unset: "generated",
    doc: "the first operator's key; in production `ak_live_` and the output of `openssl rand -hex 24`",
    production: "required"
  }),
  SANDBOX_TIME_SCALE: setting(Type.number("a number from 0.001 to 100", 0.001, 100), {
    default: "1",
    doc: "multiplies simulated delays and webhook retry delays; 0.01 is a hundred times faster",
    production: "refused"
  }),
  SANDBOX_REFUNDS: setting(Type.oneOf({ simulated: "simulated", manual: "manual" }), {
    default: "simulated",
    doc: "`simulated` sends a refund 2 s after it is due and confirms it at 5 s; `manual` leaves refunds to operators",
    production: "refused"
  }),
  RATE_LIMITS: setting(Type.oneOf({ on: true, off: false }), {
    default: "on",
    doc: "`off` for load tests",
    production: { only: "on" }
  }),
  NETWORK_LIMITS: setting(Type.oneOf({ shown: false, enforced: true }), {
    default: "shown",
    doc: "`enforced`: the sandbox refuses what production refuses (a network's limits, a missing name); `shown`: it answers with `warnings`",
    production: { only: "enforced" }
  }),
  WEBHOOK_ALLOW_LOOPBACK: setting(Type.oneOf({ true: true, false: false }), {
    default: "false",
    doc: "accept `http://localhost` and `http://127.0.0.1` as webhook receivers",
    production: { only: "false" }
  }),
  QUOTE_TTL: setting(Type.duration("a second, such as 5 minutes", 1_000), {
    default: "5 minutes",
    doc: "lifetime of a quote"
  }),
  FUNDING_WINDOW: setting(Type.duration("a second, such as 30 minutes", 1_000), {
    default: "30 minutes",
    doc: "how long a payout waits for its deposit"
  }),
  SPREAD: setting(Type.number("a fraction from 0 to 0.5", 0, 0.5), {
    default: "0.01",
    doc: "the service's margin, a fraction"
  }),
  TRUSTED_PROXIES: setting(
    Type.parsed("addresses and ranges such as 10.0.0.0/8,192.0.2.7", (value) => {
      const ranges = value.split(",").map((range) => range.trim())
      return ranges.every((range) => AddressRanges.parse(range) !== undefined) ? ranges : undefined
    }),
    {
      doc: "addresses and ranges of proxies (`10.0.0.0/8,192.0.2.7`) whose `X-Forwarded-For` is believed, for rate limits, the audit log and the addresses of API keys"
    }
  ),
  DASHBOARD_URL: setting(Type.origin, {
    unset: "this machine",
    doc: "where the dashboard is served, such as `https://payouts.example.com`; without it only under a name of this machine"
  }),
  DASHBOARD_SECRET: setting(
    Type.secret(
      "at least 32 characters without spaces, such as the output of: openssl rand -hex 32",
      (value) => /^[\x21-\x7e]{32,256}$/.test(value)
    ),
    {
      unset: "generated, kept in the database",
      doc: "encrypts second factors and signs sessions. Production has a dashboard only where this and `DASHBOARD_URL` are set"
    }
  ),
  SUPPORT_URL: setting(Type.contact, {
    doc: "where customers reach support, `https:` or `mailto:`: the dashboard's button adds the id of the payout or batch, as `reference` or as the subject"
  }),
  HOLD_APPROVALS: setting(Type.whole("a whole number from 1 to 5", 1, 5), {
    default: "1",
    doc: "how many people must approve a release of a compliance hold, an unfreeze, a settle or override, a refund record, and an invitation or reset of staff"
  }),
  RUNBOOK_URL: setting(Type.httpUrl, {
    unset: "`.deploy/README.md`",
    doc: "where your operators read this file: incidents and their notices link to its headings"
  }),
  INCIDENT_WEBHOOK_URL: setting(Type.receiver, {
    doc: "gets a signed request when an incident opens and when it closes; may be on this host or in your private network, there also with `http:`"
  }),
  INCIDENT_WEBHOOK_SECRET: setting(
    Type.secret(
      "whsec_ and the base64 of 24 to 64 bytes, such as the output of: echo whsec_$(openssl rand -base64 32)",
      (value) => {
        const [, encoded = ""] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(value) ?? []
        const { length } = Buffer.from(encoded, "base64")
        return length >= 24 && length <= 64
      }
    ),
    { doc: "signs these requests, as webhooks are signed; required with `INCIDENT_WEBHOOK_URL`" }
  ),
  INCIDENT_EMAILS: setting(Type.emails(Limits.notices.recipientsMax), {
    doc: "addresses, separated by commas, that get an e-mail when an incident opens and when it closes; people of the staff also choose this on their profile; needs `SMTP_URL`"
  }),
  SMTP_URL: setting(
    Type.secret(
      "a URL such as smtps://user:password@smtp.example.com:465, or smtp:// for STARTTLS",
      (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol)
    ),
    {
      doc: "the mail server, with `SMTP_FROM`; with `smtp://` production demands STARTTLS unless the server is on this host"
    }
  ),
  SMTP_FROM: setting(Type.email, { doc: "the sender of e-mails" }),
  LOG_LEVEL: setting(Type.oneOf({ debug: "Debug", info: "Info", warn: "Warn", error: "Error" }), {
    default: "info",
    doc: "`debug`, `info`, `warn` or `error`"
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(Type.httpUrl, {
    doc: "an OpenTelemetry collector: traces go to `<this>/v1/traces`; without it there are none"
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(Type.headers, {
    doc: "headers for the collector: `name=value,other=value`"
  })
}

/**
 * Every variable of chain, providers, rate feeds and screening. Each has a simulation in the
 * sandbox.
 */
const adapters = {
  ETHEREUM_RPC_URLS: setting(Type.httpUrls, {
    unset: "simulated deposits",
    doc: "JSON-RPC endpoints, separated by commas. With two or more, only what two of them report alike counts",
    production: "required"
  }),
  CHAIN_ID: setting(Type.whole("a chain's number", 1, Number.MAX_SAFE_INTEGER), {
    default: "1",
    doc: "the chain"
  }),
  USDC_ADDRESS: setting(Type.hex("an address", 20), {
    unset: "Circle's on Ethereum",
    doc: "the token; required where `CHAIN_ID` is not 1"
  }),
  DEPOSIT_FACTORY: setting(Type.hex("an address", 20), {
    unset: "a constant of the sandbox",
    doc: "where deposit addresses come from: `chain deploy` prints it; required with `ETHEREUM_RPC_URLS`"
  }),
  DEPOSIT_INIT_CODE_HASH: setting(Type.hex("a hash", 32), {
    unset: "a constant of the sandbox",
    doc: "the same"
  }),
  DEPOSIT_FINALITY: setting(Type.finality, {
    default: "finalized",
    doc: "`finalized` or a number of confirmations (on Ethereum in production at least 12)"
  }),
  CHAIN_POLL: setting(Type.duration("100 ms, such as 4 seconds", 100), {
    default: `${Limits.chain.pollMs / 1_000} seconds`,
    doc: "pause between two reads of the chain"
  }),
  PROVIDER_ROUTES: setting(
    Type.text("routes such as MTN_UG=mtn,pawapay;*=pawapay", (value) => value !== ""),
    {
      unset: "simulated provider",
      doc: "providers by network, in order of preference: `MTN_UG=mtn,pawapay;*=pawapay`",
      production: "required"
    }
  ),
  PUBLIC_URL: setting(Type.httpUrl, {
    doc: "the public address of this service: served documents show it, and providers send callbacks to `PUBLIC_URL/callbacks/pawapay` and `…/mtn/<reference>`. Without it documents show the address and scheme of the request, as `TRUSTED_PROXIES` pass them on"
  }),
  PAWAPAY_URL: setting(Type.httpUrl, { doc: "pawaPay Merchant API v2" }),
  PAWAPAY_TOKEN: setting(Type.secretCredential, { doc: "its token" }),
  PAWAPAY_SIGNING_KEY: setting(
    Type.secret(
      "the PEM of an EC P-256 private key, such as the output of: " +
        "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
      (value) => SigningKey.parse(value) !== undefined
    ),
    {
      unset: "unsigned requests",
      doc: "PEM of an EC P-256 private key (line breaks may be `\\n`) that signs payouts, which some accounts demand"
    }
  ),
  PAWAPAY_SIGNING_KEY_ID: setting(Type.credential, {
    doc: "the name of that key in pawaPay's dashboard"
  }),
  MTN_MOMO_URL: setting(Type.httpUrl, { doc: "MTN MoMo Disbursement v1_0" }),
  MTN_MOMO_USER: setting(Type.credential, { doc: "its API user" }),
  MTN_MOMO_KEY: setting(Type.secretCredential, { doc: "its API key" }),
  MTN_MOMO_SUBSCRIPTION_KEY: setting(Type.secretCredential, { doc: "its subscription key" }),
  MTN_MOMO_TARGET: setting(Type.credential, {
    doc: "its target environment: `mtnuganda`, `mtnghana`, `mtnnigeria` or `sandbox`"
  }),
  RATES_URL: setting(Type.httpUrl, {
    unset: "fixed rates",
    doc: 'a feed of `{"timestamp": …, "base": "USD", "rates": {"UGX": …}}`',
    production: "required"
  }),
  RATES_CHECK_URL: setting(Type.httpUrl, { doc: "a second feed that confirms the first" }),
  RATES_MAX_AGE: setting(Type.duration("a second, such as 15 minutes", 1_000), {
    default: "15 minutes",
    doc: "rates older than this are not used"
  }),
  SANCTIONS_DIR: setting(Type.path, {
    unset: "simulated screening",
    doc: "the folder of OFAC's CSV files, which `sanctions refresh` downloads",
    production: "required"
  }),
  SANCTIONS_ORACLE: setting(Type.hex("an address", 20), {
    doc: "the address of Chainalysis' oracle contract, if it is used"
  })
}

/** The whole table, which is read, checked and documented. */
export const table = { ...service, ...adapters }
type Table = typeof table

/**
 * The variables of the service, and those of chain, providers, feeds and screening (`adapters`).
 */
export const groups = { service, adapters }

export const names: ReadonlyArray<string> = Object.keys(table)

/** The decoded variables. */
export type Values = {
  readonly [Name in keyof Table]:
    | Table[Name]["schema"]["Type"]
    | (Table[Name] extends { readonly default: string } ? never : undefined)
}
