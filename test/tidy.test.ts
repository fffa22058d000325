/** The house rules that a machine can check: who imports whom, sizes, words, the top level. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as PayoutEvent from "../src/domain/payout/PayoutEvent.ts"

const root = path.join(import.meta.dirname, "..")

const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root })
  .toString()
  .trim()
  .split("\n")
  .filter((file) => fs.existsSync(path.join(root, file)))

const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

const sources = tracked.filter((file) => /^(src|test|bench)\/.*\.tsx?$/.test(file))

const siblings = [
  ...["postgres", "chain", "providers", "screening", "rates", "remote"],
  ...["webhooks", "telemetry", "http", "people", "cli"]
]

/** Modules of ours that a folder may import; its own files always. */
const mayImport = (folder: string): ReadonlyArray<string> => {
  if (folder === "domain") return []
  if (folder === "engine") return ["domain", "Config.ts"]
  if (folder === "client") return []
  // The page is a user of the client like any other; of the rest it knows who may do what.
  if (folder === "dashboard") return ["client", "domain"]
  if (folder === "cli") {
    return ["client", "engine", "domain", "Config.ts", "Application.ts", "Settings.ts"]
  }
  return siblings.includes(folder) ? ["engine", "domain", "Config.ts"] : ["*"]
}

/**
 * Packages that a folder may import: the core stands on Effect's stable modules alone, the client
 * on Node.
 */
const isAllowedPackage = (folder: string, name: string): boolean => {
  if (folder === "client") return name.startsWith("node:")
  return folder === "domain" || folder === "engine" ? name === "effect" : true
}

const importsOf = (file: string): ReadonlyArray<string> =>
  [...read(file).matchAll(/^(?:import|export)\s[^"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gms)].map(
    (match) => match[1] ?? match[2] ?? ""
  )

const violations = (file: string): ReadonlyArray<string> => {
  const inside = file.split("/")
  const folder = inside.length > 2 ? (inside[1] ?? "") : "(root)"
  const allowed = mayImport(folder)
  return importsOf(file).flatMap((name) => {
    if (!name.startsWith(".")) return isAllowedPackage(folder, name) ? [] : [`${file} -> ${name}`]
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), name)).split("/")
    const place = target[1] ?? ""
    const isFine = place === folder || allowed.includes("*") || allowed.includes(place)
    return isFine && target[0] === "src" ? [] : [`${file} -> ${name}`]
  })
}

describe("the house", () => {
  it("imports only downwards: domain, engine, adapters, main", () => {
    const found = sources.filter((file) => file.startsWith("src/")).flatMap(violations)
    assert.deepStrictEqual(found, [])
  })

  it("has files of at most 520 lines, the payout's lifecycle 640", () => {
    const long = sources.filter((file) => {
      // It grows with the API, and is looked things up in, not read: `npm run generate` writes it.
      if (/^src\/(client|dashboard)\/Generated.ts$/.test(file)) return false
      const max = file === "src/domain/payout/Payout.ts" ? 640 : 520
      return read(file).split("\n").length - 1 > max
    })
    assert.deepStrictEqual(long, [])
  })

  it("has lines of at most 100 characters, but for strings that cannot be broken", () => {
    const long = sources.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, index) =>
          line.length > 100 && !/["'`/]/.test(line) ? [`${file}:${index + 1}`] : []
        )
    )
    assert.deepStrictEqual(long, [])
  })

  it("opens every module with what it is", () => {
    const bare = sources.filter(
      (file) => file.startsWith("src/") && !/^(#!.*\n)?\/\*\*/.test(read(file))
    )
    assert.deepStrictEqual(bare, [])
  })

  it("leaves no work marks and no escapes from the type checker", () => {
    const marks = new RegExp(
      ["TO" + "DO", "FIX" + "ME", "@ts-" + "ignore", "as an" + "y\\b"].join("|")
    )
    assert.deepStrictEqual(
      sources.filter((file) => marks.test(read(file))),
      []
    )
  })

  it("has nothing at the top level that does not belong there", () => {
    const top = new Set(tracked.map((file) => file.split("/")[0] ?? ""))
    const known = [
      ...["package.json", "package-lock.json", "tsconfig.json", "README.md", "CHANGELOG.md"],
      ...["src", "schema", "bench", "test"]
    ]
    assert.deepStrictEqual(
      [...top].filter((name) => !name.startsWith(".") && !known.includes(name)),
      []
    )
  })

  it("draws every status in the picture of the lifecycle", () => {
    const picture = read("src/domain/payout/Payout.ts").split("*/")[0] ?? ""
    assert.deepStrictEqual(
      PayoutEvent.statuses.filter((status) => !picture.includes(status)),
      []
    )
  })
})
