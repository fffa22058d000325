/** The settings, and the problems for which a start refuses them. */
import { Effect, Exit, Redacted } from "effect"
import { assert, describe, it } from "vitest"
import * as Settings from "../src/config/Settings.ts"
import * as SettingsTable from "../src/config/SettingsTable.ts"
import * as SettingTypes from "../src/config/SettingTypes.ts"
import * as KnownChain from "../src/domain/KnownChain.ts"
import { dataKey } from "./support/dataKey.ts"
import * as Signing from "./support/signing.ts"

type Environment = Readonly<Record<string, string | undefined>>

const read = (environment: Environment) => Effect.runSyncExit(Settings.read(environment))

const problems = (environment: Environment): ReadonlyArray<string> => {
  const exit = read(environment)
  if (Exit.isSuccess(exit)) return []
  return exit.cause.reasons.flatMap((reason) =>
    reason._tag === "Fail" ? reason.error.message.split("\n  - ").slice(1) : []
  )
}

const settings = (environment: Environment): Settings.Settings => {
  const exit = read(environment)
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error(problems(environment).join("\n"))
}

const address = `0x${"ab".repeat(20)}`

const production: Environment = {
  ENVIRONMENT: "production",
  DATABASE_URL: "postgres://payouts@db.internal/payouts",
  DATA_KEY: dataKey,
  ADMIN_API_KEY: "ak_live_6f1b0c9e7d2a4f83b5e6c1d09a7f3e2b",
  ETHEREUM_RPC_URLS: "https://one.example/v1/key, https://two.example/",
  DEPOSIT_FACTORY: address,
  DEPOSIT_INIT_CODE_HASH: `0x${"cd".repeat(32)}`,
  PROVIDER_ROUTES: "*=pawapay",
  PAWAPAY_URL: "https://api.pawapay.io",
  PAWAPAY_TOKEN: "a-token-of-ours",
  RATES_URL: "https://rates.example/latest.json",
  SANCTIONS_DIR: "/var/lib/payouts/ofac"
}

const without = (name: string): Environment => ({ ...production, [name]: undefined })

describe("The settings of production", () => {
  it("are read with their defaults", () => {
    const { environment, holdApprovals, adapters } = settings(production)
    assert.strictEqual(environment, "production")
    assert.strictEqual(holdApprovals, 1)
    assert.deepStrictEqual(adapters.chain?.urls, [
      "https://one.example/v1/key",
      "https://two.example/"
    ])
    assert.strictEqual(adapters.chain?.chainId, 1)
    assert.strictEqual(adapters.chain?.usdc, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48")
    assert.strictEqual(adapters.chain?.finality, "finalized")
    assert.strictEqual(
      Redacted.value(adapters.providers.pawapay?.token ?? Redacted.make("")),
      "a-token-of-ours"
    )
    assert.strictEqual(adapters.rates?.maxAgeMs, 900_000)
  })

  it.each([
    "DATABASE_URL",
    "DATA_KEY",
    "ADMIN_API_KEY",
    "ETHEREUM_RPC_URLS",
    "PROVIDER_ROUTES",
    "RATES_URL",
    "SANCTIONS_DIR"
  ])("must include %s", (name) => {
    assert.deepStrictEqual(problems(without(name)), [`${name}: is required in production`])
  })

  it.each(["DEPOSIT_FACTORY", "DEPOSIT_INIT_CODE_HASH"])(
    "must include %s, which a command prints",
    (name) => {
      const [problem = ""] = problems(without(name))
      assert.include(problem, `${name}: is required with ETHEREUM_RPC_URLS`)
      assert.include(problem, "chain deploy")
    }
  )

  it.each([
    "ak_live_change_me_please_0123456789",
    "ak_live_aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "ak_live_example-key-of-the-manual-42",
    "ak_live_6f1b0c9e7d2a"
  ])("refuse an operator's key that can be guessed: %s", (key) => {
    const [problem = ""] = problems({ ...production, ADMIN_API_KEY: key })
    assert.include(problem, "ADMIN_API_KEY: can be guessed")
    assert.notInclude(problem, key)
  })
})

describe("DATA_KEY", () => {
  const other = Buffer.alloc(32, "another key").toString("base64")
  const valuesOf = (key: string) =>
    settings({ DATA_KEY: key }).dataKeys?.map((each) => Redacted.value(each))

  it("is one key or several, of which the first encrypts", () => {
    assert.deepStrictEqual(valuesOf(dataKey), [dataKey])
    assert.deepStrictEqual(valuesOf(`${other}, ${dataKey}`), [other, dataKey])
  })

  it.each([`${dataKey},`, `${dataKey},short`, dataKey.slice(4), `${dataKey}${dataKey}`])(
    "is refused with a sentence if it is %j",
    (key) => {
      assert.deepStrictEqual(problems({ DATA_KEY: key }), [
        "DATA_KEY: must be 32 bytes in base64, such as the output of: openssl rand -base64 32"
      ])
    }
  )

  it("may be absent for a command, and may not for a start", () => {
    const read = Effect.runSync(Settings.readForCommand(without("DATA_KEY")))
    assert.isUndefined(read.dataKeys)
    assert.deepStrictEqual(problems(without("DATA_KEY")), ["DATA_KEY: is required in production"])
  })
})

describe("The chain of the settings", () => {
  const on = (chainId: number, more: Environment = {}) =>
    problems({ ...production, CHAIN_ID: String(chainId), ...more })

  it("may be any known chain with money, whose USDC is Circle's by default", () => {
    for (const { id, kind, usdc } of KnownChain.all) {
      if (kind !== "main") continue
      assert.deepStrictEqual(on(id), [], String(id))
      const found = settings({ ...production, CHAIN_ID: String(id) }).adapters.chain
      assert.strictEqual(found?.usdc, usdc)
    }
    const other = settings({ ...production, CHAIN_ID: "8453", USDC_ADDRESS: address })
    assert.strictEqual(other.adapters.chain?.usdc, address)
  })

  it("is refused in production if it is a test chain or unknown", () => {
    const accepted =
      "Production accepts 1 (Ethereum), 10 (OP Mainnet), 137 (Polygon), 8453 (Base), " +
      "42161 (Arbitrum One), 43114 (Avalanche)"
    assert.deepStrictEqual(on(11_155_111), [
      `CHAIN_ID: 11155111 is the test chain Ethereum Sepolia. ${accepted}`
    ])
    assert.deepStrictEqual(on(5, { USDC_ADDRESS: address }), [
      `CHAIN_ID: 5 is not a known chain. ${accepted}`
    ])
    const sandbox = { ETHEREUM_RPC_URLS: production.ETHEREUM_RPC_URLS, CHAIN_ID: "11155111" }
    const { DEPOSIT_FACTORY, DEPOSIT_INIT_CODE_HASH } = production
    assert.deepStrictEqual(problems({ ...sandbox, DEPOSIT_FACTORY, DEPOSIT_INIT_CODE_HASH }), [])
  })

  it("has the finality of its blocks", () => {
    const because = "DEPOSIT_FINALITY: must be finalized"
    assert.deepStrictEqual(on(1, { DEPOSIT_FINALITY: "12" }), [])
    assert.deepStrictEqual(on(1, { DEPOSIT_FINALITY: "11" }), [
      `${because}, or at least 12 on Ethereum`
    ])
    assert.deepStrictEqual(on(8453, { DEPOSIT_FINALITY: "600" }), [`${because} on Base`])
  })
})

describe("The nodes of chains that deposits are rescued from", () => {
  const given = (urls: string) => ({ ...production, RESCUE_RPC_URLS: urls })

  it("are grouped by chain", () => {
    const text = "8453=https://one.example/k=1, 137=https://p.example,8453=https://two.example"
    const { rescueUrls } = settings(given(text)).adapters.chain ?? {}
    assert.deepStrictEqual(
      [...(rescueUrls ?? [])],
      [
        [8453, ["https://one.example/k=1", "https://two.example"]],
        [137, ["https://p.example"]]
      ]
    )
    assert.strictEqual(settings(production).adapters.chain?.rescueUrls.size, 0)
  })

  it("must be URLs of other chains, over TLS, and with nodes of the service's own chain", () => {
    for (const text of [
      "https://one.example",
      "8453=",
      "0=https://one.example",
      "8453=wss://a.b"
    ]) {
      const [problem = ""] = problems(given(text))
      assert.match(problem, /^RESCUE_RPC_URLS: must be chain ids and URLs/, text)
    }
    assert.deepStrictEqual(problems(given("1=https://one.example")), [
      "RESCUE_RPC_URLS: must not name 1, which is CHAIN_ID"
    ])
    assert.deepStrictEqual(problems(given("8453=http://one.example")), [
      "RESCUE_RPC_URLS: must be https URLs in production, except for nodes of your network"
    ])
    assert.deepStrictEqual(problems({ RESCUE_RPC_URLS: "8453=https://one.example" }), [
      "RESCUE_RPC_URLS: needs ETHEREUM_RPC_URLS, because the sandbox has no deposit addresses"
    ])
  })
})

describe("The settings that production refuses", () => {
  it("include every setting of the sandbox, all of which the error names", () => {
    const sandbox = {
      SANDBOX_API_KEY: "sk_sandbox_0123456789abcdef",
      SANDBOX_TIME_SCALE: "0.1",
      RATE_LIMITS: "off",
      WEBHOOK_ALLOW_LOOPBACK: "true"
    }
    assert.deepStrictEqual(
      problems({ ...production, ...sandbox }),
      Object.keys(sandbox).map((name) => `${name}: is allowed in the sandbox only`)
    )
  })

  it("include the simulated provider", () => {
    const [problem = ""] = problems({ ...production, PROVIDER_ROUTES: "*=sandbox" })
    assert.include(problem, "PROVIDER_ROUTES: the provider sandbox makes no transfers")
  })

  it("include plain HTTP in every address, except those of users' pages and of the operator's collector", () => {
    const own = ["RUNBOOK_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"]
    const names = Object.entries(SettingsTable.table).flatMap(([name, { schema }]) =>
      schema === SettingTypes.httpUrl && !own.includes(name) ? [name] : []
    )
    assert.isAbove(names.length, 4)
    const plain = Object.fromEntries(names.map((name) => [name, "http://plain.example/"]))
    assert.includeMembers(
      [...problems({ ...production, ...plain })],
      names.map((name) => `${name}: must be an https URL in production`)
    )
  })

  it("include plain HTTP for money and secrets, except on loopback", () => {
    const plain = { PAWAPAY_URL: "http://api.pawapay.io", RATES_URL: "http://rates.example/" }
    assert.deepStrictEqual(
      problems({ ...production, ...plain }),
      Object.keys(plain).map((name) => `${name}: must be an https URL in production`)
    )
    const local = { PAWAPAY_URL: "http://127.0.0.1:9000", RATES_URL: "http://localhost:9001/" }
    assert.deepStrictEqual(problems({ ...production, ...local }), [])
  })
})

describe("The webhook endpoint for incidents", () => {
  const receiver = (url: string) => ({
    INCIDENT_WEBHOOK_URL: url,
    INCIDENT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`
  })
  const found = (url: string) => problems({ ...production, ...receiver(url) })

  it("may be on this host or in a private network, even over http", () => {
    const near = ["http://127.0.0.1:9093/", "http://10.1.2.3/", "http://[fd12::1]/", "http://am:9/"]
    for (const url of [...near, "http://am.corp.internal/", "https://hooks.example/"]) {
      assert.deepStrictEqual(found(url), [], url)
    }
    assert.deepStrictEqual(found("http://hooks.example/"), [
      "INCIDENT_WEBHOOK_URL: must be an https URL in production, but in your own network"
    ])
  })

  it("is refused if it would never get a notice", () => {
    const hosts = ["169.254.169.254", "[fd00:ec2::254]", "[fd20:ce::254]", "168.63.129.16"]
    const odd = ["https://me@hooks.example/", "https://hooks.example/#a", "ftp://hooks.example/"]
    for (const url of [...hosts.map((host) => `https://${host}/`), ...odd]) {
      assert.match(found(url)[0] ?? "", /^INCIDENT_WEBHOOK_URL: must be an http or https URL/, url)
    }
    const longest = `https://hooks.example/${"a".repeat(2048 - 22)}`
    assert.deepStrictEqual(found(longest), [])
    assert.lengthOf(found(`${longest}a`), 1)
  })
})

describe("The settings of providers and chain", () => {
  it("require the credentials of every provider in the routes", () => {
    const found = problems({ ...production, PROVIDER_ROUTES: "MTN_UG=mtn,pawapay;*=pawapay" })
    for (const name of ["URL", "USER", "KEY", "SUBSCRIPTION_KEY", "TARGET"]) {
      assert.isTrue(found.some((problem) => problem.startsWith(`MTN_MOMO_${name}: is required`)))
    }
  })

  it("accept a key for pawaPay's requests, with real or escaped line breaks, together with its id", () => {
    const pem = Signing.privatePem(Signing.makeKey("ecdsa-p256-sha256"))
    for (const key of [pem, pem.replaceAll("\n", "\\n")]) {
      const given = { PAWAPAY_SIGNING_KEY: key, PAWAPAY_SIGNING_KEY_ID: "OURS:1" }
      const { pawapay } = settings({ ...production, ...given }).adapters.providers
      assert.strictEqual(pawapay?.signing?.keyId, "OURS:1")
      assert.strictEqual(pawapay?.signing && Redacted.value(pawapay.signing.key), key)
    }
    assert.isUndefined(settings(production).adapters.providers.pawapay?.signing)
    assert.deepStrictEqual(problems({ ...production, PAWAPAY_SIGNING_KEY: pem }), [
      "PAWAPAY_SIGNING_KEY_ID: is required where the other one is set"
    ])
    assert.deepStrictEqual(problems({ ...production, PAWAPAY_SIGNING_KEY_ID: "OURS:1" }), [
      "PAWAPAY_SIGNING_KEY: is required where the other one is set"
    ])
  })

  it("refuse a key that cannot sign pawaPay's requests, and do not show it", () => {
    const p256 = Signing.makeKey("ecdsa-p256-sha256")
    const unfit = [
      "no key",
      Signing.pem(p256),
      Signing.privatePem(Signing.makeKey("ecdsa-p384-sha384")),
      Signing.privatePem(Signing.makeKey("rsa-pss-sha512"))
    ]
    for (const key of unfit) {
      const given = { PAWAPAY_SIGNING_KEY: key, PAWAPAY_SIGNING_KEY_ID: "OURS:1" }
      const [problem = "", ...more] = problems({ ...production, ...given })
      assert.deepStrictEqual(more, [])
      assert.match(problem, /^PAWAPAY_SIGNING_KEY: must be the PEM of an EC P-256 private key/)
      assert.notInclude(problem, key)
    }
  })

  it("need the token's address on a chain whose USDC is not known, and nodes for the oracle", () => {
    assert.deepStrictEqual(problems({ ...production, CHAIN_ID: "31337" }), [
      "USDC_ADDRESS: is required, because the service knows no USDC on chain 31337"
    ])
    assert.deepStrictEqual(
      problems({ ...production, CHAIN_ID: "31337", USDC_ADDRESS: address }),
      []
    )
    const oracle = { ...without("ETHEREUM_RPC_URLS"), SANCTIONS_ORACLE: address }
    assert.isTrue(problems(oracle).some((problem) => problem.startsWith("SANCTIONS_ORACLE: ")))
  })

  it("name each problem of the routes", () => {
    const found = problems({ ...production, PROVIDER_ROUTES: "MTN_XX=pawapay;*=paypal" })
    assert.deepStrictEqual(found.length, 2)
    for (const problem of found) assert.match(problem, /^PROVIDER_ROUTES: /)
  })

  it("name every invalid value", () => {
    const wrong = {
      ETHEREUM_RPC_URLS: "wss://one.example",
      CHAIN_ID: "mainnet",
      USDC_ADDRESS: "0x12",
      DEPOSIT_FINALITY: "soon",
      RATES_MAX_AGE: "a while",
      HOLD_APPROVALS: "1.5",
      CHAIN_POLL: "1 millis"
    }
    const found = problems({ ...production, ...wrong })
    assert.deepStrictEqual(
      found.map((problem) => problem.split(":")[0]).sort(),
      Object.keys(wrong).sort()
    )
  })
})

describe("The settings of the sandbox", () => {
  it("need nothing, and simulate every part", () => {
    const { adapters } = settings({})
    assert.strictEqual(adapters.chain, undefined)
    assert.strictEqual(adapters.providers.routes, undefined)
    assert.strictEqual(adapters.rates, undefined)
    assert.strictEqual(adapters.screening, undefined)
  })

  it("may enable real parts one by one", () => {
    const { adapters } = settings({
      RATES_URL: "http://127.0.0.1:1/",
      PROVIDER_ROUTES: "*=sandbox"
    })
    assert.strictEqual(adapters.chain, undefined)
    assert.strictEqual(adapters.rates?.url, "http://127.0.0.1:1/")
    assert.isDefined(adapters.providers.routes)
  })
})

describe("The settings of the float", () => {
  it("warn by default, without a threshold", () => {
    const { floatPolicy, floatThresholds } = settings({})
    assert.deepStrictEqual([floatPolicy, floatThresholds], ["warn", []])
    assert.strictEqual(settings({ FLOAT_POLICY: "refuse" }).floatPolicy, "refuse")
  })

  it("read thresholds in minor units, by provider and currency", () => {
    const FLOAT_THRESHOLDS = "mtn UGX=5000000,pawapay KES=200000, pawapay GHS=1250.5"
    assert.deepStrictEqual(settings({ FLOAT_THRESHOLDS }).floatThresholds, [
      { provider: "mtn", currency: "UGX", amount: 5_000_000 },
      { provider: "pawapay", currency: "KES", amount: 200_000 },
      { provider: "pawapay", currency: "GHS", amount: 125_050 }
    ])
  })

  it("name every threshold that cannot be read, or that is given twice", () => {
    const wrong = [
      ...["mtn UGX", "mtn UGX=", "mtn UGX=-1", "mtn UGX=1e6", "mtn UGX=1.5", "paypal UGX=1"],
      ...["mtn EUR=1", "UGX=1", "mtn UGX=1,mtn UGX=2", "mtn UGX=1;pawapay KES=1", "mtn UGX=1,"],
      "pawapay GHS=1.555"
    ]
    for (const FLOAT_THRESHOLDS of wrong) {
      const [problem, ...others] = problems({ FLOAT_THRESHOLDS })
      assert.match(
        problem ?? "",
        /^FLOAT_THRESHOLDS: must be amounts by provider/,
        FLOAT_THRESHOLDS
      )
      assert.deepStrictEqual(others, [])
    }
    assert.match(problems({ FLOAT_POLICY: "maybe" })[0] ?? "", /^FLOAT_POLICY: must be warn or/)
  })
})

describe("The setting of partitions", () => {
  it("is 1 by default, and at most 64", () => {
    assert.strictEqual(settings({}).partitions, 1)
    assert.strictEqual(settings({ PARTITIONS: "64" }).partitions, 64)
    for (const wrong of ["0", "65", "2.5", "-1", "two"]) {
      assert.deepStrictEqual(problems({ PARTITIONS: wrong }), [
        "PARTITIONS: must be a whole number from 1 to 64"
      ])
    }
  })
})

describe("The settings of several processes", () => {
  const node = {
    CLUSTER_LISTEN: "10.0.0.1:7000",
    CLUSTER_SECRET: "0123456789012345678901234567890123456789",
    DATABASE_URL: "postgres://localhost/payouts"
  }
  const file = import.meta.filename
  const files = { CLUSTER_TLS_CERT: file, CLUSTER_TLS_KEY: file, CLUSTER_TLS_CA: file }

  it("make 64 partitions, and list the values that must agree everywhere without showing a secret", () => {
    const { cluster, partitions } = settings(node)
    assert.strictEqual(partitions, 64)
    assert.deepStrictEqual(cluster?.address, { host: "10.0.0.1", port: 7000 })
    assert.strictEqual(cluster?.agreed.ENVIRONMENT, "sandbox")
    assert.match(cluster?.agreed.CLUSTER_SECRET ?? "", /^sha256 [0-9a-f]{64}$/)
    assert.notInclude(JSON.stringify(cluster?.agreed), node.CLUSTER_SECRET)
    assert.strictEqual(settings({ ...node, PARTITIONS: "8" }).partitions, 8)
    assert.isUndefined(settings({}).cluster)
  })

  it("must agree on every node, or are listed as a process's own", () => {
    const both = [...Settings.sharedSettings, ...Settings.ownSettings]
    assert.deepStrictEqual([...both].sort(), [...SettingsTable.names].sort())
  })

  it("list the values that move money, and hash the secret ones", () => {
    const { cluster } = settings({
      ...{
        ...node,
        PAWAPAY_URL: "https://api.pawapay.test",
        PAWAPAY_TOKEN: "token-of-the-account"
      },
      ...{ PROVIDER_ROUTES: "*=pawapay", PUBLIC_URL: "https://pay.example.com" }
    })
    assert.strictEqual(cluster?.agreed.PAWAPAY_URL, "https://api.pawapay.test")
    assert.match(cluster?.agreed.PAWAPAY_TOKEN ?? "", /^sha256 [0-9a-f]{64}$/)
  })

  it("accept certificates in place of a secret", () => {
    const { CLUSTER_SECRET: _, ...others } = node
    assert.strictEqual(settings({ ...others, ...files }).cluster?.security._tag, "Certificates")
  })

  it("are refused with their names if they contradict each other", () => {
    const { CLUSTER_SECRET: secret, DATABASE_URL: url, ...listen } = node
    const names = (environment: Environment) =>
      problems(environment).map((problem) => problem.split(":")[0])
    assert.deepStrictEqual(names(listen), ["DATABASE_URL", "CLUSTER_SECRET"])
    assert.deepStrictEqual(names({ CLUSTER_SECRET: secret }), ["CLUSTER_SECRET"])
    assert.deepStrictEqual(names({ CLUSTER_NODE_NAME: "node1" }), ["CLUSTER_NODE_NAME"])
    assert.deepStrictEqual(names({ ...node, CLUSTER_NODE_NAME: "a b" }), ["CLUSTER_NODE_NAME"])
    assert.deepStrictEqual(names({ ...node, CLUSTER_TLS_CA: file }), ["CLUSTER_TLS_CA"])
    assert.deepStrictEqual(names({ ...listen, DATABASE_URL: url, CLUSTER_TLS_CERT: file }), [
      "CLUSTER_TLS_KEY",
      "CLUSTER_TLS_CA"
    ])
    const missing = { ...listen, DATABASE_URL: url, ...files, CLUSTER_TLS_KEY: "/no/such/file" }
    assert.deepStrictEqual(names(missing), ["CLUSTER_TLS_KEY"])
    for (const address of ["0.0.0.0:7000", "10.0.0.1", "10.0.0.1:0", "[::]:7000"]) {
      assert.deepStrictEqual(names({ ...node, CLUSTER_LISTEN: address }), ["CLUSTER_LISTEN"])
    }
  })

  it("do not affect a command on the database in the shell that starts nodes", () => {
    const { CLUSTER_LISTEN: _, ...shell } = node
    const command = (environment: Environment) =>
      Effect.runSync(Settings.readForCommand({ ...environment, CLUSTER_NODE_NAME: "node1" }))
    assert.isUndefined(command(shell).cluster)
    assert.strictEqual(command(node).partitions, settings(node).partitions)
  })
})

describe("The settings of logs and traces", () => {
  it("have a collector with its headers, and the log level", () => {
    const { logLevel, tracing } = settings({
      LOG_LEVEL: "debug",
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/otlp/",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc=, x-tenant=payouts"
    })
    assert.strictEqual(logLevel, "Debug")
    assert.strictEqual(tracing?.url, "https://collector.example/otlp/v1/traces")
    assert.deepStrictEqual(tracing && Redacted.value(tracing.headers), {
      authorization: "Basic abc=",
      "x-tenant": "payouts"
    })
    assert.isUndefined(settings({}).tracing)
    assert.strictEqual(settings({}).logLevel, "Info")
  })

  it("are refused if they have no effect", () => {
    const found = problems({
      LOG_LEVEL: "loud",
      OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318",
      OTEL_EXPORTER_OTLP_HEADERS: "no header"
    })
    assert.lengthOf(found, 3)
    for (const name of ["LOG_LEVEL", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"]) {
      assert.isTrue(
        found.some((problem) => problem.startsWith(`${name}:`)),
        name
      )
    }
  })
})
