/** camt.053 documents: valid by the schema of ISO 20022, and their figures. */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { XmlDocument, type XmlElement, XsdValidator } from "libxml2-wasm"

const schemaFile = path.join(import.meta.dirname, "../fixtures/iso20022/camt.053.001.08.xsd")

const namespaces = { c: "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08" }

/** Fails with the schema's errors if a document is not valid. */
const assertValid = (text: string): void => {
  const schema = XmlDocument.fromString(fs.readFileSync(schemaFile, "utf8"))
  const validator = XsdValidator.fromDoc(schema)
  const document = XmlDocument.fromString(text)
  try {
    validator.validate(document)
  } finally {
    document.dispose()
    validator.dispose()
    schema.dispose()
  }
}

/** An element of a document, and texts below it. */
interface Part {
  /** The text at a path such as `Bal/Amt`; empty if there is none. */
  readonly text: (at: string) => string
  /** The amount at a path, in units of the fifth decimal and with its sign. */
  readonly tens: (at?: string) => number
}

const stepsOf = (at: string): string =>
  at
    .split("/")
    .map((name) => (/^[A-Z]/.test(name) ? `c:${name}` : name))
    .join("/")

const partOf = (element: XmlElement): Part => {
  const text = (at: string) => element.get(stepsOf(at), namespaces)?.content ?? ""
  return {
    text,
    tens: (at = "Amt") => {
      const units = Math.round(Number(text(at)) * 1e5)
      return text("CdtDbtInd") === "DBIT" ? -units : units
    }
  }
}

export interface Camt {
  readonly statement: Part
  readonly opening: Part
  readonly closing: Part
  readonly entries: ReadonlyArray<Part>
}

/** Validates a document and reads its parts. */
export const read = (text: string): Camt => {
  assertValid(text)
  const document = XmlDocument.fromString(text)
  const find = (at: string): ReadonlyArray<Part> =>
    document
      .find(stepsOf(`/Document/BkToCstmrStmt/Stmt${at}`), namespaces)
      .map((node) => partOf(node as XmlElement))
  const [statement] = find("")
  const [opening, closing] = find("/Bal")
  const entries = find("/Ntry")
  assert.isDefined(statement)
  assert.isDefined(opening)
  assert.isDefined(closing)
  return { statement, opening, closing, entries } as Camt
}
