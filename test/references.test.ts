/**
 * The references in comments and documents, which must resolve inside the repository: laws, files,
 * folders, links. No text may name something that a reader cannot look up.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"

const root = path.join(import.meta.dirname, "..")

const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root })
  .toString()
  .trim()
  .split("\n")
  .filter((file) => fs.existsSync(path.join(root, file)))

const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

const sources = tracked.filter((file) => /^(src|test|bench)\/.*\.tsx?$/.test(file))
const documents = tracked.filter((file) => file.endsWith(".md"))

/** Statement tests cite the specification by its own numbers. */
const citing = /^test\/(spec\/|references\.test)/

const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([comment]) => comment).join("\n")

/** Comments of sources, and documents as a whole. */
const prose = [
  ...sources.map((file) => ({ file, text: commentsOf(read(file)) })),
  ...documents.map((file) => ({ file, text: read(file) }))
]

const names = new Set(tracked.map((file) => path.posix.basename(file)))
const folders = new Set(
  tracked.flatMap((file) => {
    const parts = file.split("/").slice(0, -1)
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"))
  })
)

const find = (expression: RegExp, isBroken: (match: string, file: string) => boolean) =>
  prose.flatMap(({ file, text }) =>
    [...text.matchAll(expression)]
      .map((match) => match[1] ?? match[0])
      .filter((match) => isBroken(match, file))
      .map((match) => `${file}: ${match}`)
  )

/** A folder is named from the top, from `src`, or from the folder of the file that names it. */
const isFolder = (name: string, file: string): boolean =>
  ["", "src", "test", path.posix.dirname(file), path.posix.dirname(path.posix.dirname(file))].some(
    (place) => folders.has(path.posix.join(place, name))
  )

const made = /^(\.data|\.build|\.results|node_modules|dist)\b/

describe("References", () => {
  it("to laws name laws of src/README.md", () => {
    const laws = new Set(
      [...read("src/README.md").matchAll(/\*\*(L\d+) /g)].map(([, law]) => law ?? "")
    )
    assert.strictEqual(laws.size, 12)
    assert.deepStrictEqual(
      find(/\bL(?:1[0-9]|[1-9])\b/g, (law) => !laws.has(law)),
      []
    )
  })

  it("to source files name files of the repository", () => {
    const isMissing = (name: string) => !names.has(path.posix.basename(name))
    assert.deepStrictEqual(find(/(?<![\w*/.])((?:[\w.-]+\/)*[A-Z]\w+\.tsx?)\b/g, isMissing), [])
  })

  it("to folders name folders of the repository", () => {
    const isMissing = (name: string, file: string) =>
      !made.test(name) && !isFolder(name.replace(/\/$/, ""), file)
    assert.deepStrictEqual(
      find(/`((?:src|test|bench|schema|\.deploy)\/[\w/.-]*\/)`/g, isMissing),
      []
    )
    assert.deepStrictEqual(
      find(/`((?:src|test|bench)\/[\w/.-]*[\w-])`/g, (name, file) => {
        return isMissing(name, file) && !fs.existsSync(path.join(root, name))
      }),
      []
    )
  })

  it("never name a document that is not in the repository", () => {
    const outside = prose
      .filter(({ file }) => !citing.test(file))
      .flatMap(({ file, text }) =>
        [
          ...text.matchAll(
            /\bcontract §|\bspec \d|(?<![\w./-])reference\/\w|CONTRACT\.md|ARCHITECTURE\.md/gi
          )
        ].map(([match]) => `${file}: ${match}`)
      )
    assert.deepStrictEqual(outside, [])
  })

  it("never name a workplace", () => {
    const words = new RegExp(
      ["/wo" + "rk/", "\\bissue #?\\d", "\\bsess" + "ion \\d"].join("|"),
      "i"
    )
    assert.deepStrictEqual(
      prose
        .filter(({ file, text }) => !citing.test(file) && words.test(text))
        .map(({ file }) => file),
      []
    )
  })
})

/** Rows of a document's tables, each as its cells. */
const rowsOf = (file: string): ReadonlyArray<ReadonlyArray<string>> =>
  read(file)
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map((cells) => cells.slice(1, -1))

const exists = (file: string): boolean => fs.existsSync(path.join(root, file))

/** The quoted paths of a cell, and the quoted names after them. */
const quoted = (cell: string): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "")

describe("Tables of documents", () => {
  it("name for each law of src/README.md files and tests that exist", () => {
    const rows = rowsOf("src/README.md").filter(([law = ""]) => /^L\d+\b/.test(law))
    const laws = new Set(rows.map(([law = ""]) => law.split(" ")[0]))
    assert.strictEqual(laws.size, 12)
    const broken = rows.flatMap(([law, file = "", test = ""]) =>
      [
        ...quoted(file)
          .slice(0, 1)
          .map((name) => `src/${name}`),
        ...quoted(test)
      ].flatMap((name) => (exists(name) ? [] : [`${law}: ${name}`]))
    )
    assert.deepStrictEqual(broken, [])
  })

  it("name the places of second checks, by file and function", () => {
    const rows = rowsOf("test/SECOND-CHECKS.md").filter(([place = ""]) => place.includes(".ts`"))
    assert.isAbove(rows.length, 40)
    const broken = rows.flatMap(([place = ""]) => {
      const [file = "", ...others] = quoted(place)
      if (!exists(`src/${file}`)) return [file]
      return others.flatMap((name) => {
        const isHere = name.endsWith(".ts")
          ? exists(`src/${path.posix.dirname(file)}/${name}`)
          : new RegExp(`\\b${name}\\b`).test(read(`src/${file}`))
        return isHere ? [] : [`${file}: ${name}`]
      })
    })
    assert.deepStrictEqual(broken, [])
  })

  it("of untested behaviour have each second check without a test", () => {
    const untested = rowsOf("test/SECOND-CHECKS.md").filter(([, , test]) => test === "none")
    const places = rowsOf("test/EVIDENCE.md").map(([place]) => place)
    assert.isNotEmpty(untested)
    assert.deepStrictEqual(
      untested.map(([place]) => place).filter((place) => !places.includes(place)),
      []
    )
  })

  it("give a reason for each dependency", () => {
    const names = rowsOf("src/README.md").flatMap(([cell = ""]) => quoted(cell))
    const manifest = JSON.parse(read("package.json")) as Readonly<
      Record<string, Readonly<Record<string, string>> | undefined>
    >
    const packages = ["dependencies", "devDependencies", "optionalDependencies"]
      .flatMap((kind) => Object.keys(manifest[kind] ?? {}))
      .filter((name) => !name.startsWith("@types/"))
    const isNamed = (name: string) =>
      names.some((known) =>
        known.endsWith("/*") ? name.startsWith(known.slice(0, -1)) : known === name
      )
    assert.deepStrictEqual(
      packages.filter((name) => !isNamed(name)),
      []
    )
  })
})

describe("Links of documents", () => {
  it("resolve to existing files", () => {
    const broken = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? "")
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !fs.existsSync(path.join(root, path.dirname(file), target)))
        .map((target) => `${file}: ${target}`)
    )
    assert.deepStrictEqual(broken, [])
  })

  it("to tests, in the table of attacks, name tests by their titles", () => {
    const rows = read(".github/SECURITY.md").split("\n")
    const named = rows
      .filter((line) => line.startsWith("| ") && !line.startsWith("| attack "))
      .flatMap((line) => (line.split("|")[3] ?? "").split(";"))
      .map((test) => /^`(\w+)`: (.+)$/.exec(test.trim())?.slice(1) ?? ["", test])
    assert.isAbove(named.length, 20)
    const hasTitle = ([name, title = ""]: ReadonlyArray<string>): boolean =>
      sources.some((file) => file.endsWith(`/${name}.test.ts`) && read(file).includes(title))
    assert.deepStrictEqual(
      named.filter((test) => !hasTitle(test)),
      []
    )
  })

  it("resolve to existing headings", () => {
    const slugOf = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .trim()
        .replace(/\s/g, "-")
    const broken = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)]
        .filter(([, target = ""]) => !/^[a-z]+:/.test(target))
        .filter(([, target = "", anchor = ""]) => {
          const place = target === "" ? file : path.join(path.dirname(file), target)
          const headings = [...read(place).matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
            slugOf(text ?? "")
          )
          return !headings.includes(anchor)
        })
        .map(([link]) => `${file}: ${link}`)
    )
    assert.deepStrictEqual(broken, [])
  })
})
