/** The house rules that a machine can check: lines, words, the top level. */
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

/** The fields of a package in the lock file that this test reads. */
interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * The places where Node.js looks for a package: below the folder itself, then below each folder
 * above it.
 */
const placesOf = (name: string, folder: string): ReadonlyArray<string> => {
  const place = path.posix.join(folder, "node_modules", name)
  if (folder === "") return [place]
  const above = folder.lastIndexOf("/node_modules/")
  return [place, ...placesOf(name, above === -1 ? "" : folder.slice(0, above))]
}

const sources = tracked.filter((file) => /^(src|test|bench)\/.*\.tsx?$/.test(file))

describe("The repository", () => {
  it("has lines of at most 100 characters, except strings that cannot be broken", () => {
    const long = sources.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, index) =>
          line.length > 100 && !/["'`/]/.test(line) ? [`${file}:${index + 1}`] : []
        )
    )
    assert.deepStrictEqual(long, [])
  })

  it("opens every module with a comment about it", () => {
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

  it("has only known files and folders at the top level", () => {
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

  // `npm ci` refuses a lock file that names the packages of one platform only.
  it("names every optional package of each entry in its lock file", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as {
      readonly packages: Readonly<Record<string, LockedPackage>>
    }
    const unnamed = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !placesOf(name, folder).some((place) => place in packages))
        .map((name) => `${name} of ${folder}`)
    )
    assert.deepStrictEqual(unnamed, [])
  })
})
