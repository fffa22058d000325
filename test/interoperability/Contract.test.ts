/** The OpenAPI document, checked by third-party linters and a type generator. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import * as Tools from "./tools.ts"

const document = path.join(import.meta.dirname, "../../schema/openapi.json")
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-contract-"))

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A first program of an integrator, written with openapi-typescript's types. */
const program = `
import type { paths } from "./types.ts"

type Query<Path extends keyof paths> = paths[Path] extends {
  get: { parameters: { query?: infer Given } }
}
  ? Given
  : never
type Body<Path extends keyof paths> = paths[Path] extends { post: { requestBody?: infer Given } }
  ? Given extends { content: { "application/json": infer Json } } ? Json : undefined
  : never

export const page: Query<"/v1/payouts"> = { limit: 5, offset: 10 }
export const patched: Query<"/v1/requests"> = { method: "PATCH" }
export const cancelled: paths["/v1/payouts/{id}/cancel"]["post"]["requestBody"] = undefined
export const quote: Body<"/v1/quotes"> = { source_amount_usdc: 25, target_currency: "UGX" }
type Report = paths["/v1/reports/settlements"]["get"]["responses"][200]["content"]
export const file: Report["text/csv"] = "payout_id"
// @ts-expect-error a page is a number
export const wrong: Query<"/v1/payouts"> = { limit: "5" }
`

describe.skipIf(!Tools.areInstalled)("The OpenAPI document", () => {
  it("is valid for Redocly's linter", async () => {
    const { code, output } = await Tools.run("redocly", ["lint", document, "--extends=spec"])
    assert.strictEqual(code, 0, output)
  })

  it("passes Spectral's rules for OpenAPI", async () => {
    const rules = path.join(folder, "rules.json")
    // The contract has no support contact, because that is the operator's.
    const chosen = { extends: ["spectral:oas"], rules: { "info-contact": "off" } }
    fs.writeFileSync(rules, JSON.stringify(chosen))
    const words = ["lint", document, "--ruleset", rules, "--fail-severity=warn"]
    const { code, output } = await Tools.run("spectral", words)
    assert.strictEqual(code, 0, output)
  })

  it("generates types that let a program write numbers, omit bodies and read files", async () => {
    const types = path.join(folder, "types.ts")
    const made = await Tools.run("openapi-typescript", [document, "-o", types])
    assert.strictEqual(made.code, 0, made.output)
    fs.writeFileSync(path.join(folder, "program.ts"), program)
    const compilerOptions = {
      ...{ noEmit: true, strict: true, allowImportingTsExtensions: true, types: [] },
      ...{ module: "nodenext", target: "es2022" }
    }
    fs.writeFileSync(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["*.ts"] })
    )
    const compiled = await Tools.run("tsc", ["--project", folder], folder)
    assert.strictEqual(compiled.code, 0, compiled.output)
  })
})
