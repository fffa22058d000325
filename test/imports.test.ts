/** The import rule of src/README.md, for rooms and for the folders inside them. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"

const root = path.join(import.meta.dirname, "../src")

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src"], {
  cwd: path.join(root, "..")
})
  .toString()
  .trim()
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && fs.existsSync(path.join(root, "..", file)))
  .map((file) => file.replace(/^src\//, ""))

/**
 * Adapters, the HTTP layer and the commands, which never import each other. A use case combines
 * them.
 */
const siblings = [
  ...["postgres", "ethereum", "sandbox", "providers", "screening", "rates", "outbound"],
  ...["webhooks", "identity", "http", "cli"]
]

const belowSiblings = ["config", "domain", "telemetry", "engine", "usecases"]

/** The rooms that a room may import other than itself. A room that is not listed may import all. */
const rooms: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["client", []],
  ["domain", []],
  ["config", ["domain"]],
  ["telemetry", ["config", "domain"]],
  ["engine", ["config", "domain", "telemetry"]],
  ["usecases", ["config", "domain", "telemetry", "engine"]],
  ...siblings.map((room) => [room, belowSiblings] as const),
  // Commands use the service as its clients do, or its parts as the application puts them together.
  ["cli", [...belowSiblings, "client", "app"]],
  // The page uses the client, and of the other rooms only the permissions in the domain.
  ["dashboard", ["client", "domain"]]
])

/** Resources of HTTP, each of which may import the ones before it. */
const resources = [
  ...["networks", "quotes", "payouts", "batches", "beneficiaries", "account", "webhooks"],
  ...["events", "requests", "audit", "reports", "balance", "books", "sandbox", "callbacks"],
  ...["system", "staff", "refunds", "recalls", "dashboard"]
]

/**
 * The folders that the resources share come before them, and the documents and the server come
 * after them.
 */
function httpFolders(): ReadonlyMap<string, ReadonlyArray<string>> {
  const shared = ["contract", ".", "decoding", "middleware"]
  const order = [...shared, ...resources, "openapi", "server"]
  return new Map(order.map((folder, index) => [folder, order.slice(0, index)]))
}

/**
 * The folders of a room that each of its folders may import other than itself. `.` is the room
 * itself.
 */
const folders: ReadonlyMap<string, ReadonlyMap<string, ReadonlyArray<string>>> = new Map([
  [
    "domain",
    new Map([
      [".", ["money"]],
      ["money", ["."]],
      ["account", ["."]],
      ["quote", [".", "money"]],
      ["payout", [".", "money", "account", "quote", "refund"]],
      ["batch", [".", "money", "account", "quote", "refund", "payout"]],
      ["refund", [".", "money", "account"]],
      ["balance", [".", "money", "account", "refund", "payout", "batch"]],
      ["books", [".", "money", "account", "refund", "payout", "batch", "balance"]],
      ["webhook", [".", "money", "account", "quote", "refund", "payout", "batch", "balance"]],
      ["incident", [".", "money", "payout"]],
      ["recipient", [".", "account"]]
    ])
  ],
  [
    "engine",
    new Map([
      ["ports", []],
      ["state", ["ports"]],
      ["commands", ["ports", "state"]],
      ["actor", ["ports", "state", "commands"]],
      ["queries", ["ports", "state", "commands"]],
      ["chain", ["ports", "state", "commands"]],
      [".", ["ports", "state", "commands", "actor", "queries", "chain"]]
    ])
  ],
  [
    "postgres",
    new Map([
      ["sealing", []],
      ["log", ["server", "sealing"]],
      ["server", []],
      ["readmodel", ["log", "sealing"]],
      ["backup", ["log", "sealing"]],
      ["requests", ["readmodel"]],
      [".", ["server"]]
    ])
  ],
  [
    "ethereum",
    new Map([
      ["rpc", []],
      ["contracts", []],
      ["watcher", ["rpc"]],
      // Only the treasury's commands ever hold a key; the watcher must not reach them.
      ["treasury", ["rpc", "contracts"]],
      [".", ["rpc", "contracts", "watcher"]]
    ])
  ],
  [
    "providers",
    new Map([
      [".", ["pawapay", "mtn"]],
      ["pawapay", ["."]],
      ["mtn", ["."]]
    ])
  ],
  [
    "webhooks",
    new Map([
      ["ssrf", []],
      [".", ["ssrf"]]
    ])
  ],
  ["http", httpFolders()]
])

/**
 * True if a room may use a package. The innermost rooms may use Effect's stable modules, and the
 * client only Node's modules.
 */
const mayUsePackage = (room: string, name: string): boolean => {
  if (room === "client") return name.startsWith("node:")
  return room === "domain" || room === "engine" ? name === "effect" : true
}

const importsOf = (file: string): ReadonlyArray<string> =>
  [
    ...fs
      .readFileSync(path.join(root, file), "utf8")
      .matchAll(/^(?:import|export)\s[^"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gms)
  ].map((match) => match[1] ?? match[2] ?? "")

/** The room and the folder of a file below `src`; `""` for files of `src` itself. */
const placeOf = (file: string): readonly [room: string, folder: string] => {
  const parts = file.split("/")
  return parts.length === 1
    ? ["", "."]
    : [parts[0] ?? "", parts.length === 2 ? "." : (parts[1] ?? "")]
}

const isAllowed = (file: string, name: string): boolean => {
  const [room, folder] = placeOf(file)
  if (!name.startsWith(".")) return mayUsePackage(room, name)
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
  if (target.startsWith("..")) return room === "" || room === "app"
  const [toRoom, toFolder] = placeOf(target)
  if (room !== toRoom) return rooms.get(room)?.includes(toRoom) ?? true
  return (
    folder === toFolder ||
    (folders.get(room)?.get(folder)?.includes(toFolder) ?? !folders.has(room))
  )
}

/**
 * Modules that are loaded at first use, because each takes a fifth of a second, which would delay a
 * takeover.
 */
const late = ["identity/IdentityStore.ts", "http/openapi/Document.ts"]

/** The files that are loaded with a file, including that file. */
const loadedWith = (file: string, known: Set<string> = new Set()): ReadonlySet<string> => {
  known.add(file)
  const text = fs.readFileSync(path.join(root, file), "utf8")
  for (const [, name = ""] of text.matchAll(
    /^(?:import|export) (?!type )[^"=]*from "(\.[^"]+)"/gm
  )) {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
    if (!known.has(target) && files.includes(target)) loadedWith(target, known)
  }
  return known
}

/**
 * Effect's pure modules. Only the rooms above the domain may use its fibers, clocks and random
 * numbers.
 */
const pureParts = ["Result", "Schema", "SchemaAST", "Struct"]

const impure = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bcrypto\b/

const impuritiesOf = (file: string): ReadonlyArray<string> => {
  const text = fs.readFileSync(path.join(root, file), "utf8")
  const parts = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from "effect"/gms)].flatMap(
    (match) => (match[1] ?? "").split(",").map((name) => name.replace(/^\s*type /, "").trim())
  )
  const others = parts.filter((name) => name !== "" && !pureParts.includes(name))
  return [...others, ...(impure.exec(text) ?? [])].map((found) => `${file}: ${found}`)
}

describe("The domain", () => {
  it("L5 has no clock, no randomness and no effects", () => {
    const domain = files.filter((file) => file.startsWith("domain/"))
    assert.deepStrictEqual(domain.flatMap(impuritiesOf), [])
  })
})

describe("Imports", () => {
  it("go only from a folder to folders below it, even inside rooms", () => {
    const found = files.flatMap((file) =>
      importsOf(file).flatMap((name) => (isAllowed(file, name) ? [] : [`${file} -> ${name}`]))
    )
    assert.deepStrictEqual(found, [])
  })
})

describe("The words of the command line", () => {
  it("load only each other, because the launcher needs them on any Node.js version", () => {
    assert.deepStrictEqual([...loadedWith("cli/Words.ts")], ["cli/Words.ts"])
    assert.deepStrictEqual(
      [...loadedWith("cli/OperatorWords.ts")],
      ["cli/OperatorWords.ts", "cli/Words.ts"]
    )
  })
})

describe("The start of the service", () => {
  it("loads neither the documents nor the identity library", () => {
    const loaded = loadedWith("main.ts")
    assert.include([...loaded], "http/server/Server.ts")
    assert.deepStrictEqual(
      late.filter((file) => loaded.has(file)),
      []
    )
  })
})
