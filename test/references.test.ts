/**
 * Every reference in comments and documents resolves inside the repository: laws, files, folders,
 * links. What a reader cannot look up must not be named.
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

describe("references", () => {
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

describe("links of documents", () => {
  it("lead to files that exist", () => {
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
    const titles = sources
      .filter((file) => /^test\/(http|browser)\//.test(file))
      .map(read)
      .join("\n")
    const named = read(".github/SECURITY.md")
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .flatMap((line) => (line.split("|")[3] ?? "").split(";"))
      .map((title) => title.trim())
    assert.isAbove(named.length, 20)
    assert.deepStrictEqual(
      named.slice(1).filter((title) => title !== "" && !titles.includes(title)),
      []
    )
  })

  it("lead to headings that exist", () => {
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
