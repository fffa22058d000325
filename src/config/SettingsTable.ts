/**
 * The table of settings: every environment variable, its type, its default and its line in
 * `.deploy/SETTINGS.md`.
 */
import type { Schema } from "effect"
import * as AddressRanges from "./AddressRanges.ts"
import * as Limits from "./Limits.ts"
import * as Type from "./SettingTypes.ts"
import * as SigningKey from "./SigningKey.ts"

export interface Details {
  /** The description for the table in `.deploy/SETTINGS.md`. */
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
    doc: "`sandbox` or `production`. A database keeps the value of its first start"
  }),
  HOST: setting(Type.host, { default: "127.0.0.1", doc: "Address on which HTTP listens" }),
  PORT: setting(Type.whole("a port from 0 to 65535", 0, 65_535), {
    default: "8080",
    doc: "Port on which HTTP listens; 0 takes any free port"
  }),
  DATABASE_URL: setting(
    Type.secret("a URL such as postgres://user:password@host/database", (value) =>
      /^postgres(ql)?:\/\/\S+$/.test(value)
    ),
    {
      unset: "embedded",
      doc: "PostgreSQL 14 or later; without it, embedded PostgreSQL 18 in `DATA_DIR`",
      production: "required"
    }
  ),
  DATA_DIR: setting(Type.path, {
    default: ".data",
    doc: "Folder of the embedded PostgreSQL and its log file"
  }),
  DATA_KEY: setting(Type.dataKeys, {
    unset: "generated, kept in `DATA_DIR`",
    doc: "Encrypts personal data, from `openssl rand -base64 32`; several during a rotation",
    production: "required"
  }),
  PARTITIONS: setting(
    Type.whole(
      `a whole number from 1 to ${Limits.database.partitionsMax}`,
      1,
      Limits.database.partitionsMax
    ),
    {
      unset: "1; with `CLUSTER_LISTEN` 64",
      doc: "Number of logs, 1 to 64, fixed at a database's first start"
    }
  ),
  CLUSTER_LISTEN: setting(Type.address, {
    doc: "`host:port` for traffic between nodes, and the node's name"
  }),
  CLUSTER_NODE_NAME: setting(
    Type.text("letters, digits, `.`, `_` and `-`, at most 64", (value) =>
      /^[\w.-]{1,64}$/.test(value)
    ),
    {
      doc: "Name in the header `X-Payout-Node`, for a balancer"
    }
  ),
  CLUSTER_SECRET: setting(
    Type.secret(
      "at least 32 characters without spaces, such as the output of: openssl rand -hex 32",
      (value) => /^[\x21-\x7e]{32,256}$/.test(value)
    ),
    { doc: "Secret that encrypts traffic between nodes, the same on every node" }
  ),
  CLUSTER_TLS_CERT: setting(Type.file, {
    doc: "Certificate (PEM) for the host of `CLUSTER_LISTEN`, in place of `CLUSTER_SECRET`"
  }),
  CLUSTER_TLS_KEY: setting(Type.file, { doc: "Private key (PEM) of `CLUSTER_TLS_CERT`" }),
  CLUSTER_TLS_CA: setting(Type.file, {
    doc: "Authority (PEM) that signs the certificates of all nodes"
  }),
  SANDBOX_API_KEY: setting(Type.apiKey("sk_sandbox_", "pk_test_"), {
    unset: "generated",
    doc: "API key of the first account; a generated key is printed once",
    production: "refused"
  }),
  ADMIN_API_KEY: setting(Type.apiKey("ak_sandbox_", "ak_live_"), {
    unset: "generated",
    doc: "First operator key: `ak_live_` and `openssl rand -hex 24` in production",
    production: "required"
  }),
  SANDBOX_TIME_SCALE: setting(Type.number("a number from 0.001 to 100", 0.001, 100), {
    default: "1",
    doc: "Factor for simulated delays and webhook retries; 0.01 is 100 times faster",
    production: "refused"
  }),
  SANDBOX_REFUNDS: setting(Type.oneOf({ simulated: "simulated", manual: "manual" }), {
    default: "simulated",
    doc: "`simulated` sends refunds and withdrawals; `manual` leaves them to operators",
    production: "refused"
  }),
  RATE_LIMITS: setting(Type.oneOf({ on: true, off: false }), {
    default: "on",
    doc: "`off` for load tests",
    production: { only: "on" }
  }),
  NETWORK_LIMITS: setting(Type.oneOf({ shown: false, enforced: true }), {
    default: "shown",
    doc: "`enforced` refuses payouts that production refuses; `shown` returns `warnings`",
    production: { only: "enforced" }
  }),
  WEBHOOK_ALLOW_LOOPBACK: setting(Type.oneOf({ true: true, false: false }), {
    default: "false",
    doc: "Accept `http://localhost` and `http://127.0.0.1` as webhook endpoints",
    production: { only: "false" }
  }),
  QUOTE_TTL: setting(Type.duration("a second, such as 5 minutes", 1_000), {
    default: "5 minutes",
    doc: "Lifetime of a quote"
  }),
  FUNDING_WINDOW: setting(Type.duration("a second, such as 30 minutes", 1_000), {
    default: "30 minutes",
    doc: "Time that a payout waits for its deposit"
  }),
  SPREAD: setting(Type.number("a fraction from 0 to 0.5", 0, 0.5), {
    default: "0.01",
    doc: "Spread of the service, a fraction from 0 to 0.5"
  }),
  TRUSTED_PROXIES: setting(
    Type.parsed("addresses and ranges such as 10.0.0.0/8,192.0.2.7", (value) => {
      const ranges = value.split(",").map((range) => range.trim())
      return ranges.every((range) => AddressRanges.parse(range) !== undefined) ? ranges : undefined
    }),
    {
      doc: "Addresses and ranges (`10.0.0.0/8,192.0.2.7`) whose `X-Forwarded-For` is trusted"
    }
  ),
  DASHBOARD_URL: setting(Type.origin, {
    unset: "this machine",
    doc: "Origin of the dashboard, such as `https://payouts.example.com`"
  }),
  DASHBOARD_SECRET: setting(
    Type.secret(
      "at least 32 characters without spaces, such as the output of: openssl rand -hex 32",
      (value) => /^[\x21-\x7e]{32,256}$/.test(value)
    ),
    {
      unset: "generated, kept in the database",
      doc: "Secret that encrypts second factors and signs sessions"
    }
  ),
  SUPPORT_URL: setting(Type.contact, {
    doc: "Support address for customers, `https:` or `mailto:`"
  }),
  HOLD_APPROVALS: setting(Type.whole("a whole number from 1 to 5", 1, 5), {
    default: "1",
    doc: "People who must approve an act of staff: releases, refunds, withdrawals, bookings"
  }),
  RETENTION_YEARS: setting(Type.retention, {
    default: "10",
    doc: "Years for which paid recipients' data is kept; `UG=10,KE=7,*=5` by country"
  }),
  FLOAT_THRESHOLDS: setting(Type.floatThresholds, {
    doc: "Covers of the float that raise an alarm: `mtn UGX=5000000,pawapay KES=200000`"
  }),
  FLOAT_POLICY: setting(Type.oneOf({ warn: "warn", refuse: "refuse" }), {
    default: "warn",
    doc: "`refuse` refuses quotes and batches that the float cannot cover"
  }),
  RUNBOOK_URL: setting(Type.httpUrl, {
    unset: "`.deploy/RUNBOOK.md`",
    doc: "Address of your copy of `RUNBOOK.md`, for links of incidents"
  }),
  INCIDENT_WEBHOOK_URL: setting(Type.receiver, {
    doc: "Gets a signed request when an incident opens or closes"
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
    { doc: "Signs these requests; required with `INCIDENT_WEBHOOK_URL`" }
  ),
  INCIDENT_EMAILS: setting(Type.emails(Limits.notices.recipientsMax), {
    doc: "Addresses, separated by commas, that get incidents; needs `SMTP_URL`"
  }),
  SMTP_URL: setting(
    Type.secret(
      "a URL such as smtps://user:password@smtp.example.com:465, or smtp:// for STARTTLS",
      (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol)
    ),
    {
      doc: "Mail server, `smtps://` or `smtp://` with STARTTLS; needs `SMTP_FROM`"
    }
  ),
  SMTP_FROM: setting(Type.email, { doc: "Sender of e-mails" }),
  LOG_LEVEL: setting(Type.oneOf({ debug: "Debug", info: "Info", warn: "Warn", error: "Error" }), {
    default: "info",
    doc: "`debug`, `info`, `warn` or `error`"
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(Type.httpUrl, {
    doc: "OpenTelemetry collector; traces go to `<this>/v1/traces`"
  }),
  OTEL_EXPORTER_OTLP_HEADERS: setting(Type.headers, {
    doc: "Headers for the collector: `name=value,other=value`"
  })
}

/**
 * Every variable of chain, providers, rate feeds and screening. Each has a simulation in the
 * sandbox.
 */
const adapters = {
  ETHEREUM_RPC_URLS: setting(Type.httpUrls, {
    unset: "simulated deposits",
    doc: "JSON-RPC URLs of Ethereum nodes, separated by commas",
    production: "required"
  }),
  CHAIN_ID: setting(Type.whole("a chain's number", 1, Number.MAX_SAFE_INTEGER), {
    default: "1",
    doc: "Chain of all deposits: [chains](README.md#chains)"
  }),
  USDC_ADDRESS: setting(Type.hex("an address", 20), {
    unset: "Circle's on the chain",
    doc: "USDC contract; required on chains without a known one"
  }),
  DEPOSIT_FACTORY: setting(Type.hex("an address", 20), {
    unset: "a constant of the sandbox",
    doc: "Factory of deposit addresses, printed by `chain deploy`; required with `ETHEREUM_RPC_URLS`"
  }),
  DEPOSIT_INIT_CODE_HASH: setting(Type.hex("a hash", 32), {
    unset: "a constant of the sandbox",
    doc: "Hash printed by `chain deploy`; required with `ETHEREUM_RPC_URLS`"
  }),
  DEPOSIT_FINALITY: setting(Type.finality, {
    default: "finalized",
    doc: "`finalized`, or confirmations: in production on Ethereum alone, at least 12"
  }),
  RESCUE_RPC_URLS: setting(Type.chainUrls, {
    doc: "JSON-RPC URLs of other chains: `8453=https://…,137=https://…` ([rescue](RUNBOOK.md#rescue-foreign-deposits))"
  }),
  CHAIN_POLL: setting(Type.duration("100 ms, such as 4 seconds", 100), {
    default: `${Limits.chain.pollMs / 1_000} seconds`,
    doc: "Pause between two reads of the chain"
  }),
  PROVIDER_ROUTES: setting(
    Type.text("routes such as MTN_UG=mtn,pawapay;*=pawapay", (value) => value !== ""),
    {
      unset: "simulated provider",
      doc: "Providers by network, in order of preference: `MTN_UG=mtn,pawapay;*=pawapay`",
      production: "required"
    }
  ),
  PUBLIC_URL: setting(Type.httpUrl, {
    doc: "Public address of the service, for documents and provider callbacks"
  }),
  PAWAPAY_URL: setting(Type.httpUrl, { doc: "pawaPay Merchant API v2" }),
  PAWAPAY_TOKEN: setting(Type.secretCredential, { doc: "Token of pawaPay" }),
  PAWAPAY_SIGNING_KEY: setting(
    Type.secret(
      "the PEM of an EC P-256 private key, such as the output of: " +
        "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256",
      (value) => SigningKey.parse(value) !== undefined
    ),
    {
      unset: "unsigned requests",
      doc: "EC P-256 private key (PEM) that signs payouts, if pawaPay requires it"
    }
  ),
  PAWAPAY_SIGNING_KEY_ID: setting(Type.credential, {
    doc: "Name of that key in pawaPay's dashboard"
  }),
  MTN_MOMO_URL: setting(Type.httpUrl, { doc: "MTN MoMo Disbursement v1_0" }),
  MTN_MOMO_USER: setting(Type.credential, { doc: "API user of MTN MoMo" }),
  MTN_MOMO_KEY: setting(Type.secretCredential, { doc: "API key of MTN MoMo" }),
  MTN_MOMO_SUBSCRIPTION_KEY: setting(Type.secretCredential, {
    doc: "Subscription key of MTN MoMo"
  }),
  MTN_MOMO_TARGET: setting(Type.credential, {
    doc: "Target environment: `mtnuganda`, `mtnghana`, `mtnnigeria` or `sandbox`"
  }),
  RATES_URL: setting(Type.httpUrl, {
    unset: "fixed rates",
    doc: 'Feed of `{"timestamp": …, "base": "USD", "rates": {"UGX": …}}`',
    production: "required"
  }),
  RATES_CHECK_URL: setting(Type.httpUrl, { doc: "Second feed that confirms the first" }),
  RATES_MAX_AGE: setting(Type.duration("a second, such as 15 minutes", 1_000), {
    default: "15 minutes",
    doc: "Age after which rates are not used"
  }),
  SANCTIONS_DIR: setting(Type.path, {
    unset: "simulated screening",
    doc: "Folder of OFAC's CSV files, written by `sanctions refresh`",
    production: "required"
  }),
  SANCTIONS_ORACLE: setting(Type.hex("an address", 20), {
    doc: "Address of Chainalysis' oracle contract, if you use it"
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
