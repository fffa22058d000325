/**
 * Files that ship with the program, compared with the program without a container engine: their
 * presence, settings, and metric names in alerts and panels.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import * as Yaml from "effect/encoding/Yaml"
import { assert, describe, inject, it } from "vitest"
import * as Process from "../../bench/Process.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as SettingsTable from "../../src/config/SettingsTable.ts"
import * as DocTables from "../../src/tools/DocTables.ts"
import * as Servers from "../faults/servers.ts"
import type {} from "../support/globalSetup.ts"
import * as MetricTable from "../support/metricTable.ts"
import * as Program from "../support/program.ts"

const root = path.join(import.meta.dirname, "../..")
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")
const exists = (file: string): boolean => fs.existsSync(path.join(root, file))
const parse = <A>(file: string): A => Yaml.parse(read(file)) as A

const containerfile = read(".deploy/Containerfile").replace(/\\\n\s*/g, "")
const instructions = containerfile
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => ({ name: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }))
/** The instructions of the final stage. */
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"))
const lastOf = (name: string) => last.find((each) => each.name === name)?.rest

interface Service {
  readonly image: string
  readonly command?: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: ReadonlyArray<string>
  readonly profiles?: ReadonlyArray<string>
  readonly healthcheck?: unknown
  readonly read_only?: boolean
  readonly networks?: unknown
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const compose = parse<Compose>(".deploy/compose.yaml")
const cluster = parse<Compose>(".deploy/compose.cluster.yaml")

/** Names of the documented metrics. */
const known = MetricTable.names

/**
 * The metrics that an expression queries. Words in quotes are label values, and `node_` metrics
 * belong to the host.
 */
const asked = (expression: string): ReadonlyArray<string> =>
  [...expression.replace(/"[^"]*"/g, "").matchAll(/\b(?:payout|http|process)_[a-z_]+/g)].map(
    ([name]) => {
      const base = name.replace(/_(bucket|sum|count)$/, "")
      return known.has(base) ? base : name
    }
  )

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

const rules = parse<{ readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Rule> }> }>(
  ".deploy/alerts.yaml"
).groups.flatMap((group) => group.rules)

interface Panel {
  readonly title: string
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}

const { panels }: { readonly panels: ReadonlyArray<Panel> } = JSON.parse(
  read(".deploy/grafana/payouts.json")
)

describe("The image", () => {
  it("is built from existing files, and does not run as root", () => {
    const copied = instructions
      .filter(({ name, rest }) => name === "COPY" && !rest.startsWith("--from"))
      .flatMap(({ rest }) => rest.split(" ").slice(0, -1))
    assert.isNotEmpty(copied)
    for (const file of copied) assert.isTrue(exists(file), file)
    const allowed = read(".dockerignore").split("\n")
    for (const file of copied) assert.include(allowed, `!${file}`)
    assert.match(lastOf("USER") ?? "root", /^[1-9]\d*:[1-9]\d*$/)
  })

  it("starts the same command as the start script, ends on SIGTERM, and reports its health", () => {
    const { scripts } = JSON.parse(read("package.json"))
    const words: ReadonlyArray<string> = JSON.parse(lastOf("ENTRYPOINT") ?? "[]")
    // The script keeps compiled code, and the image does not, because it is not written to.
    const command = `NODE_COMPILE_CACHE=.build/compiled exec ${words.join(" ")}`
    assert.strictEqual(command, scripts.start)
    assert.include(
      scripts.start,
      ` ${Process.flags.join(" ")} `,
      "the bench measures another program"
    )
    assert.strictEqual(lastOf("STOPSIGNAL"), "SIGTERM")
    assert.match(lastOf("HEALTHCHECK") ?? "", /CMD \["node", "-e", ".*\/healthz.*"\]$/)
    assert.strictEqual(lastOf("FROM"), "$BASE")
    assert.deepInclude(instructions[0], { name: "ARG", rest: "BASE=node:24-slim" })
  })

  it("has all packages that the service imports, without tools and optional packages", async () => {
    const folder = Program.temporaryFolder()
    const lock: {
      readonly packages: Record<
        string,
        { dev?: boolean; optional?: boolean; devOptional?: boolean }
      >
    } = JSON.parse(read("package-lock.json"))
    const wanted = Object.entries(lock.packages).filter(
      ([place, { dev, devOptional, optional }]) =>
        /^node_modules\/(@[^/]+\/)?[^/]+$/.test(place) && !dev && !optional && !devOptional
    )
    for (const place of ["src", "schema", "package.json", "CHANGELOG.md"]) {
      fs.symlinkSync(path.join(root, place), path.join(folder, place))
    }
    for (const [place] of wanted) {
      fs.mkdirSync(path.dirname(path.join(folder, place)), { recursive: true })
      fs.symlinkSync(path.join(root, place), path.join(folder, place))
    }
    const server = Servers.at(inject("postgres"))
    const database = await Servers.create(server)
    // Links are not followed, so that imports are resolved in the image's packages alone.
    const words = ["--preserve-symlinks", "--preserve-symlinks-main", "src/main.ts", "--standby"]
    const child = spawn(process.execPath, words, {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: "0", DATABASE_URL: server.url(database) },
      stdio: ["ignore", "pipe", "pipe"]
    })
    try {
      const output = await new Promise<string>((resolve) => {
        let text = ""
        const append = (chunk: Buffer) => {
          text += chunk
          if (text.includes("listening on")) resolve(text)
        }
        child.stdout.on("data", append)
        child.stderr.on("data", append)
        child.once("close", () => resolve(text))
      })
      // A standby without a primary serves, because the compose file starts both in the same way.
      assert.match(output, /payout-service listening on/)
    } finally {
      child.kill("SIGKILL")
      await Servers.drop(server, database)
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** The settings after compose has filled them in, with a word for each value that must be set. */
const filled = (environment: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{\w+:-([^}]*)\}/g, "$1")
        .replace(/\$\{\w+:\?[^}]*\}/g, "0123456789".repeat(4))
    ])
  )

describe("The settings that ship", () => {
  it("are settings of the program, and the table of settings is the generated one", () => {
    const environment = compose.services.service?.environment ?? {}
    const inImage = (lastOf("ENV") ?? "").split(" ").map((pair) => pair.split("=")[0] ?? "")
    const given = [...read(".deploy/service.env.example").matchAll(/^# ([A-Z_]+)=/gm)].map(
      ([, name]) => name ?? ""
    )
    assert.isNotEmpty(given)
    const ofNode = Object.keys(cluster.services.node1?.environment ?? {})
    assert.include(ofNode, "CLUSTER_LISTEN")
    for (const name of [...Object.keys(environment), ...ofNode, ...inImage, ...given]) {
      if (name !== "NODE_ENV") assert.include(SettingsTable.names, name)
    }
    const document = read(DocTables.file)
    assert.strictEqual(document, DocTables.replace(document), "run npm run generate")
  })

  it("are valid, except for the passwords to be set", () => {
    const settings = Effect.runSync(Settings.read(filled(compose.services.service?.environment)))
    assert.strictEqual(settings.environment, "sandbox")
    assert.strictEqual(settings.host, "0.0.0.0")
    assert.isUndefined(settings.cluster)
    const node = Effect.runSync(Settings.read(filled(cluster.services.node2?.environment)))
    assert.deepStrictEqual(node.cluster?.address, { host: "node2.nodes", port: 7000 })
    assert.strictEqual(node.partitions, 64)
  })
})

const assertMounts = ({ services, volumes }: Compose): void => {
  const mounted = Object.values(services)
    .flatMap((service) => service.volumes ?? [])
    .map((volume) => volume.split(":")[0] ?? "")
    .filter((from) => from !== "/")
  const isFile = (from: string): boolean => from.startsWith("./")
  for (const from of mounted.filter(isFile)) {
    assert.isTrue(exists(path.join(".deploy", from)), from)
  }
  for (const from of mounted.filter((one) => !isFile(one))) assert.property(volumes, from)
}

/** Asserts that Prometheus scrapes existing services, and that its rules exist. */
const assertScraped = (file: string, { services }: Compose): void => {
  const scraped = parse<{
    readonly rule_files: ReadonlyArray<string>
    readonly scrape_configs: ReadonlyArray<{
      readonly static_configs: ReadonlyArray<{ readonly targets: ReadonlyArray<string> }>
    }>
  }>(file)
  for (const rules of scraped.rule_files) assert.isTrue(exists(path.join(".deploy", rules)), rules)
  const targets = scraped.scrape_configs.flatMap((each) =>
    each.static_configs.flatMap((of) => of.targets)
  )
  for (const target of targets) assert.property(services, target.split(":")[0] ?? "")
  const scrapable = Object.entries(services).filter(([, { image }]) => image === "payout-service")
  for (const [name] of scrapable) assert.include(targets, `${name}:8080`)
}

describe("The proxies", () => {
  it("close an idle connection before the service does, on every route", () => {
    for (const file of [".deploy/Caddyfile", ".deploy/Caddyfile.cluster"]) {
      const text = read(file)
      const kept = [...text.matchAll(/\bkeepalive (\d+)s$/gm)]
      assert.lengthOf(kept, text.match(/\breverse_proxy /g)?.length ?? 0, file)
      for (const [, seconds] of kept) {
        assert.isBelow(Number(seconds) * 2000, Limits.http.keepAliveMs, file)
      }
    }
  })
})

describe("The compose file", () => {
  it("has a service and a standby with the same settings, on one database, behind the proxy", () => {
    const { host, postgres, proxy, service, standby } = compose.services
    assert.deepStrictEqual(service, standby)
    assert.deepStrictEqual(service?.command, ["--standby"])
    assert.isTrue(service?.read_only)
    assert.match(postgres?.image ?? "", /^postgres:18/)
    assert.isDefined(postgres?.healthcheck)
    assert.isUndefined(proxy?.profiles)
    assert.deepStrictEqual(host?.profiles, ["observability"])
    const caddy = read(".deploy/Caddyfile")
    assert.match(caddy, /reverse_proxy service:8080 standby:8080/)
    assert.match(caddy, /health_uri \/readyz/)
  })

  it("mounts existing files and the volumes that it declares", () => {
    assertMounts(compose)
    assertScraped(".deploy/prometheus.yaml", compose)
    for (const file of ["datasources", "dashboards"]) parse(`.deploy/grafana/${file}.yaml`)
  })
})

describe("The compose file of several nodes", () => {
  const { services } = cluster
  const names = ["node1", "node2", "node3"]

  it("has three nodes with the same settings except their names, on one database", () => {
    const nodes = names.map((name) => {
      const { environment, networks, ...rest } = services[name] ?? { image: "" }
      const { CLUSTER_LISTEN: listen, ...settings } = environment ?? {}
      assert.strictEqual(listen, `${name}.nodes:7000`)
      // Private traffic has a separate network, in which the node's name resolves.
      assert.deepStrictEqual(networks, { default: {}, nodes: { aliases: [`${name}.nodes`] } })
      return { settings, rest }
    })
    assert.deepStrictEqual(nodes, Array(3).fill(nodes[0]))
    assert.isTrue(nodes[0]?.rest.read_only)
    assert.include(nodes[0]?.settings.DATABASE_URL ?? "", "@postgres:5432/")
    assert.include(nodes[0]?.settings.CLUSTER_SECRET ?? "", ":?set it")
    assert.isUndefined(nodes[0]?.rest.command)
  })

  it("differs from the other compose file only where several nodes need it", () => {
    const { service, standby, ...others } = compose.services
    assert.isDefined(service)
    assert.isDefined(standby)
    const { node1, node2, node3, ...rest } = services
    const without = ({ command, volumes, ...each }: Service): Partial<Service> => each
    for (const [name, each] of Object.entries(others)) {
      assert.deepStrictEqual(without(rest[name] ?? { image: "" }), without(each), name)
    }
    assert.sameMembers(Object.keys(rest), Object.keys(others))
  })

  it("gives PostgreSQL sessions for the nodes and one more", () => {
    const [, , given = ""] = services.postgres?.command ?? []
    // The probe needs one connection, and one is spare.
    const each = Limits.cluster.sessionsMax + Limits.cluster.connectionsMax + 2
    assert.isAtLeast(Number(given.replace("max_connections=", "")), each * (names.length + 1))
  })

  it("mounts existing files, and scrapes every node directly", () => {
    assertMounts(cluster)
    assertScraped(".deploy/prometheus.cluster.yaml", cluster)
    const upstreams = [...read(".deploy/Caddyfile.cluster").matchAll(/\{\$NODES:([^}]*)\}/g)]
    assert.isNotEmpty(upstreams)
    for (const [, each = ""] of upstreams) {
      assert.deepStrictEqual(
        each.split(" "),
        names.map((name) => `${name}:8080`)
      )
    }
  })
})

describe("Alerts and panels", () => {
  it("query only documented metrics", () => {
    assert.isNotEmpty(rules)
    const expressions = [
      ...rules.map(({ alert, expr }) => [alert, expr] as const),
      ...panels.flatMap(({ targets = [], title }) =>
        targets.map(({ expr }) => [title, expr] as const)
      )
    ]
    for (const [where, expression] of expressions) {
      const names = asked(expression)
      assert.isTrue(names.length > 0 || expression.includes("node_"), `${where} asks for nothing`)
      for (const name of names) assert.isTrue(known.has(name), `${where}: ${name}`)
    }
  })

  it("have a sentence for the problem and one for the first step, and page an operator except about single customers", () => {
    const tickets = ["EndpointFails", "WithdrawalsWait"]
    assert.strictEqual(new Set(rules.map(({ alert }) => alert)).size, rules.length)
    for (const { alert, annotations, labels } of rules) {
      const { description, summary } = annotations
      assert.match(summary, /^[A-Z"{].{15,99}[^.]$/, alert)
      assert.match(description, /^[A-Z].{15,99}\.$/, alert)
      assert.strictEqual(labels.severity, tickets.includes(alert) ? "ticket" : "page", alert)
    }
  })

  it("are listed in the metric table at each metric that they query", () => {
    for (const { alerts, name } of MetricTable.rows) {
      const querying = rules.filter(({ expr }) => asked(expr).includes(name))
      assert.sameMembers(
        [...alerts],
        querying.map(({ alert }) => alert),
        name
      )
    }
  })
})
