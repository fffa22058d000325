/** The published documents are what the code generates: `npm run generate` writes them. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, it } from "vitest"
import * as Document from "../src/http/openapi/Document.ts"

const file = path.join(import.meta.dirname, "../schema/openapi.json")

it("schema/openapi.json is the document that the service serves", () => {
  assert.deepStrictEqual(
    JSON.parse(fs.readFileSync(file, "utf8")),
    JSON.parse(JSON.stringify(Document.openApi))
  )
})
