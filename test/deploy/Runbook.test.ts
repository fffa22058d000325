/**
 * The operator's documents. Every alert and incident has an entry, and everything that they name
 * exists.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Yaml from "effect/encoding/Yaml"
import { assert, describe, it } from "vitest"
import * as Settings from "../../src/config/Settings.ts"
import * as SettingsTable from "../../src/config/SettingsTable.ts"
import * as IncidentTexts from "../../src/domain/incident/IncidentTexts.ts"
import type * as Float from "../../src/domain/money/Float.ts"
import * as Network from "../../src/domain/Network.ts"
import * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import * as Runbook from "../../src/usecases/Runbook.ts"
import * as MetricTable from "../support/metricTable.ts"

const root = path.join(import.meta.dirname, "../..")
const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

const documents = fs
  .readdirSync(path.join(root, ".deploy"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `.deploy/${name}`)

interface Rule {
  readonly alert: string
  readonly annotations: {
    readonly summary: string
    readonly description: string
    readonly runbook_url: string
  }
}

const rules = (
  Yaml.parse(read(".deploy/alerts.yaml")) as {
    readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Rule> }>
  }
).groups.flatMap((group) => group.rules)

const names = rules.map(({ alert }) => alert)

const runbook = read(Runbook.unset)

const [ofAlerts = "", procedures = ""] = runbook.split(/^## Procedures$/m)

/** Third-level headings with their text. */
const entriesIn = (text: string): ReadonlyArray<readonly [heading: string, body: string]> =>
  text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n")
      return [heading, lines.join("\n")]
    })

const entries = entriesIn(ofAlerts)

/** Anchors of the runbook's headings, as links name them. */
const anchors = new Set(
  Array.from(runbook.matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-")
  )
)

const level: Float.Level = {
  ...{ provider: "mtn", currency: "UGX", isRouted: true, balance: 9, reportedAt: 1 },
  ...{ unknownSince: null, committed: 1, threshold: 10, paid: [] }
}

/** Every incident that the program can report. */
const incidents = [
  ...(["failing", "account", "requests", "not_allowed", "closed"] as const).flatMap((cause) => [
    IncidentTexts.provider("mtn", null, cause, false),
    IncidentTexts.provider("mtn", "MTN_UG", cause, true)
  ]),
  IncidentTexts.float("mtn", "UGX"),
  IncidentTexts.level.short(level),
  IncidentTexts.level.low(level),
  IncidentTexts.level.unknown(level),
  IncidentTexts.chain.contradiction("how"),
  IncidentTexts.chain.noNode([]),
  IncidentTexts.chain.tooFew([], 2),
  IncidentTexts.chain.node({ name: "one", failure: null }),
  IncidentTexts.chain.notFollowed,
  IncidentTexts.chain.headStill("Ethereum"),
  IncidentTexts.chain.finalityLate("Ethereum"),
  IncidentTexts.rates([]),
  IncidentTexts.list.missing(null),
  IncidentTexts.list.broken(null),
  IncidentTexts.list.old(4),
  IncidentTexts.list.tooOld(31),
  IncidentTexts.endpoint("example.com", null),
  IncidentTexts.stuck.screening,
  IncidentTexts.stuck.network("MTN_UG"),
  IncidentTexts.stuck.parked(1, 1),
  IncidentTexts.nodes.silent("a"),
  IncidentTexts.nodes.cutOff("a", ["b"]),
  IncidentTexts.nodes.skewed("a", 1_000),
  IncidentTexts.nodes.ownerless([1]),
  IncidentTexts.nodes.unreachable([1]),
  IncidentTexts.database([0], 1)
]

const source = fs
  .readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: read(path.join("src", name)) }))

/** The log lines of the program's files, except the file that quotes them for incidents. */
const program = source
  .filter(({ name }) => !name.endsWith("IncidentTexts.ts"))
  .map(({ text }) => text)
  .join("\n")

const quoted = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(text.matchAll(pattern), ([, words]) => words ?? "")

/** Log lines that are not in the program. */
const unknown = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) => line.length < 6 || !program.includes(line))

describe("An alert", () => {
  it("has an entry in the runbook, and every entry belongs to an alert", () => {
    assert.deepStrictEqual(entries.map(([name]) => name).toSorted(), names.toSorted())
  })

  it("links to its entry", () => {
    for (const { alert, annotations } of rules) {
      assert.strictEqual(annotations.runbook_url, Runbook.urlOf(Runbook.unset, alert.toLowerCase()))
      assert.isTrue(anchors.has(alert.toLowerCase()), alert)
    }
  })

  it("quotes only log lines that the program writes", () => {
    const lines = rules.flatMap(({ annotations: { description } }) =>
      quoted(description, /"([^"]+)"/g)
    )
    assert.isAtLeast(lines.length, 6)
    assert.deepStrictEqual(unknown(lines), [])
  })
})

describe("An incident", () => {
  it("links to the entry of an alert", () => {
    const known = new Set(names.map((name) => name.toLowerCase()))
    const made = read("src/domain/incident/IncidentTexts.ts").match(/\): IncidentText =>/g) ?? []
    assert.isAtLeast(incidents.length, made.length)
    for (const { runbook: anchor, title } of incidents) assert.isTrue(known.has(anchor), title)
  })

  it("quotes only log lines that the program writes", () => {
    const lines = incidents.flatMap(({ remedy }) => quoted(remedy, /“([^”]+)”/g))
    assert.isAtLeast(lines.length, 3)
    assert.deepStrictEqual(unknown(lines), [])
  })
})

describe("An entry of the runbook", () => {
  it("has a symptom, a meaning, numbered steps and an end", () => {
    for (const [name, body] of entries) {
      const parts = ["**Symptom.**", "**Meaning.**", "\n1. ", "**Done when**"]
      const places = parts.map((part) => body.indexOf(part))
      assert.notInclude(places, -1, name)
      assert.deepStrictEqual(
        places,
        places.toSorted((one, other) => one - other),
        name
      )
    }
  })

  it("has numbered steps if it is a procedure", () => {
    const found = entriesIn(procedures)
    assert.isAtLeast(found.length, 10)
    for (const [name, body] of found) assert.match(body, /^\n1\. /, name)
  })

  it("quotes only log lines that the program writes", () => {
    const lines = quoted(runbook, /\blines "([^"$]+)"/g)
    assert.isAtLeast(lines.length, 25)
    assert.deepStrictEqual(unknown(lines), [])
  })

  it("calls only operations of the API", () => {
    const { paths } = JSON.parse(read("schema/openapi.json")) as { readonly paths: object }
    const called = quoted(runbook, /`admin '?([\w/…-]+)/g).map((name) =>
      name
        .replace(/\/rcl_…/, "/{recall_id}")
        .replace(/\/adr_…/, "/{address_id}")
        .replace(/\/\w+_…/, "/{id}")
    )
    assert.isAtLeast(called.length, 8)
    const operations = Object.keys(paths)
    assert.deepStrictEqual(
      called.filter((name) => !operations.includes(`/admin/v1/${name}`)),
      []
    )
  })

  it("reads only documented metrics", () => {
    const read = quoted(runbook, /\b((?:payout|http|process)_[a-z_]+)\b/g)
      .filter((name) => name !== "payout_id")
      .map((name) => name.replace(/_(bucket|sum|count)$/, ""))
    assert.isAtLeast(read.length, 20)
    assert.deepStrictEqual(
      read.filter((name) => !MetricTable.names.has(name)),
      []
    )
  })
})

describe("The log lines in MONITORING.md", () => {
  it("are written by the program", () => {
    const [, table = ""] = read(".deploy/MONITORING.md").split("| line | then |")
    const lines = quoted(table, /^\| `([^`]+)` /gm)
    assert.isAtLeast(lines.length, 5)
    assert.deepStrictEqual(unknown(lines), [])
  })
})

/** Names in capitals that are not settings of the service. */
const others = new Set([
  ...["CHAIN_PRIVATE_KEY", "PAYOUT_URL", "PAYOUT_ADMIN_KEY", "POSTGRES_PASSWORD"],
  ...["UPGRADE_FROM", "NODE_EXTRA_CA_CERTS"],
  ...["DUPLICATE_IDEMPOTENCY_KEY", "RECIPIENT_NOT_FOUND"],
  ...PayoutEvent.statuses,
  ...Network.slugs
])

describe("The operator's documents", () => {
  it("name only settings of the program", () => {
    const named = documents.flatMap((file) =>
      quoted(read(file), /(?<![\w-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?!\w)/g).map(
        (name) => [file, name] as const
      )
    )
    assert.isAtLeast(named.length, 100)
    assert.deepStrictEqual(
      named.filter(([, name]) => !SettingsTable.names.includes(name) && !others.has(name)),
      []
    )
  })

  it("list the settings that may differ between nodes", () => {
    const [, table = ""] = read(".deploy/CLUSTER.md").split("| may differ | why |")
    const rows = table.split("\n\n")[0] ?? ""
    assert.sameMembers([...quoted(rows, /`([A-Z_]+)`/g)], [...Settings.ownSettings])
  })

  it("have table cells of at most twelve words", () => {
    const cells = documents.flatMap((file) =>
      read(file)
        .split("\n")
        .filter((line) => line.startsWith("|"))
        .flatMap((line) => line.split("|").map((cell) => ({ file, cell: cell.trim() })))
    )
    assert.isAtLeast(cells.length, 500)
    assert.deepStrictEqual(
      cells.filter(({ cell }) => cell.replaceAll(/\]\([^)]*\)/g, "]").split(/\s+/).length > 12),
      []
    )
  })

  it("have no history and no commit hashes", () => {
    const found = documents.flatMap((file) =>
      [
        ...read(file).matchAll(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b|no longer/g)
      ].map(([text]) => `${file}: ${text}`)
    )
    assert.deepStrictEqual(found, [])
  })
})
