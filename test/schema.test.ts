/** The published documents, which `npm run generate` writes from the code. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, it } from "vitest"
import * as AccessTable from "../src/http/openapi/AccessTable.ts"
import * as Document from "../src/http/openapi/Document.ts"

const read = (name: string): string =>
  fs.readFileSync(path.join(import.meta.dirname, "../schema", name), "utf8")

it("schema/openapi.json is the document that the service serves", () => {
  assert.deepStrictEqual(
    JSON.parse(read("openapi.json")),
    JSON.parse(JSON.stringify(Document.openApi))
  )
})

it("schema/access.md is the table that the contracts generate", () => {
  assert.strictEqual(read("access.md"), AccessTable.file)
})
