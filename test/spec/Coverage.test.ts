/** The tests of each statement of the specification. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import type { Statement } from "./statement.ts"
import { statements } from "./statements.ts"

const root = path.join(import.meta.dirname, "..")
const table = path.join(import.meta.dirname, "COVERAGE.md")

const specFiles = fs.readdirSync(import.meta.dirname).filter((file) => file.endsWith(".test.ts"))

const read = (file: string): string => fs.readFileSync(path.join(root, file), "utf8")

/** The names of the tests of a file. */
const namesIn = (file: string): ReadonlyArray<string> =>
  [...read(file).matchAll(/\b(?:test|it)(?:\.effect|\.live)?\(\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ([, name = ""]) => name
  )

const nameOf = ({ says, section }: Statement): string => `${section} ${says}`

const ownFileOf = (statement: Statement): string | undefined =>
  specFiles.map((file) => `spec/${file}`).find((file) => namesIn(file).includes(nameOf(statement)))

/** The tests that prove a statement, by file and name. */
const proofsOf = (statement: Statement): ReadonlyArray<readonly [file: string, name: string]> => {
  if (statement.proofs.length === 0) {
    return [[ownFileOf(statement) ?? "", nameOf(statement)]]
  }
  return statement.proofs.map((proof) => {
    const at = proof.indexOf(": ")
    return [proof.slice(0, at), proof.slice(at + 2)]
  })
}

const render = (): string => {
  const rows = statements.map((statement) => {
    const tests = proofsOf(statement).map(([file, name]) => `\`${file}\`: ${name}`)
    return `| ${statement.section} | ${statement.says} | ${tests.join("<br>")} |`
  })
  return `# Which test proves which statement of the specification

Generated from \`statements.ts\`: \`SPEC_COVERAGE=write npx vitest run -c test/vitest.config.ts --root . test/spec/Coverage\`.

${statements.length} statements; files are below \`test/\`.

| § | statement | tests |
|---|---|---|
${rows.join("\n")}
`
}

describe("The specification", () => {
  it("has a test for every statement", () => {
    const unproven = statements.flatMap((statement) =>
      proofsOf(statement)
        .filter(([file, name]) => file === "" || !namesIn(file).includes(name))
        .map(([file, name]) => `${nameOf(statement)}: no test "${name}" in ${file || "test/spec"}`)
    )
    assert.deepStrictEqual(unproven, [])
  })

  it("has a statement for every test in this folder, and each statement once", () => {
    const names = statements.map(nameOf)
    assert.strictEqual(new Set(names).size, names.length)
    const tests = specFiles
      .filter((file) => file !== "Coverage.test.ts")
      .flatMap((file) => namesIn(`spec/${file}`))
    assert.deepStrictEqual(
      tests.filter((name) => !names.includes(name)),
      []
    )
  })

  it("is covered in every section", () => {
    const sections = [
      ...["1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "3.1", "3.2", "3.3"],
      ...["4", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "5", "6.1", "6.2", "6.3", "6.4"],
      ...["7", "8", "9"]
    ]
    assert.deepStrictEqual([...new Set(statements.map(({ section }) => section))], sections)
  })

  it("has an up-to-date table in COVERAGE.md", () => {
    if (process.env.SPEC_COVERAGE === "write") fs.writeFileSync(table, render())
    assert.strictEqual(fs.readFileSync(table, "utf8"), render())
  })
})
