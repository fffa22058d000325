/**
 * A table as accountants' programs save it, turned into the one form that the API takes: character
 * set, separator, column names, decimal commas, national phone numbers and missing keys. What was
 * changed is told, row numbers stay, and what cannot be read for certain stays as it is: the check
 * names it.
 */
import type { Network } from "../../client/Generated.ts"
import * as SheetFile from "../../domain/batch/SheetFile.ts"
import * as Words from "../words/data/SheetText.ts"
import * as CsvFile from "./CsvFile.ts"

type Country = Pick<Network, "network" | "slug" | "calling_code">

export interface Converted {
  /** Cells in the order of `CsvFile.columns`. */
  readonly rows: ReadonlyArray<CsvFile.Row>
  /** What was changed, as sentences; empty where the file is in the API's form. */
  readonly notes: ReadonlyArray<string>
}

export type Conversion = Converted | { readonly refusal: string }

type Column = (typeof CsvFile.columns)[number]

/** Names that a column has in files of payrolls, in lower case and without signs. */
const synonyms: Readonly<Record<Column, ReadonlyArray<string>>> = {
  phone: ["phone", "phone number", "mobile", "mobile number", "msisdn", "recipient phone", "tel"],
  network: ["network", "operator", "provider", "wallet", "mobile network"],
  amount_usdc: ["amount usdc", "amount", "usdc", "amount in usdc"],
  name: ["name", "full name", "recipient", "recipient name", "beneficiary", "employee"],
  idempotency_key: ["idempotency key", "key", "reference", "payment reference", "id"]
}

const plain = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()

const decoded = (bytes: Uint8Array, form: SheetFile.Form) => {
  if (form === "utf-16le" || form === "utf-16be") {
    return { text: new TextDecoder(form).decode(bytes), note: Words.characterSet("UTF-16") }
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), note: undefined }
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes)
    return { text, note: Words.characterSet("Windows-1252") }
  }
}

interface Table {
  readonly rows: ReadonlyArray<CsvFile.Row>
  readonly notes: ReadonlyArray<string>
}

const tableOf = (text: string): Table => {
  const [first = "", ...others] = text.replace(/\r\n?/g, "\n").split("\n")
  const named = SheetFile.namedSeparator(first)
  const skipped = named === undefined ? 0 : 1
  const body = named === undefined ? [first, ...others] : others
  const separator = named ?? SheetFile.separatorOf(body[0] ?? "") ?? ","
  const rows = CsvFile.rows(body.join("\n"), separator)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map((row) => ({ ...row, line: row.line + skipped }))
  return { rows, notes: separator === "," ? [] : [Words.separator(separator)] }
}

/** Where each column of the API is in the file; `undefined` where a needed one is not found. */
const placesOf = (header: ReadonlyArray<string>): ReadonlyMap<Column, number> | undefined => {
  const names = header.map(plain)
  const places = new Map<Column, number>()
  for (const column of CsvFile.columns) {
    const at = names.findIndex((name) => synonyms[column].includes(name))
    if (at !== -1) places.set(column, at)
  }
  const needed = ["phone", "network", "amount_usdc"] as const
  return needed.every((column) => places.has(column)) ? places : undefined
}

/** A decimal comma, and spaces around it; thousands are left to the check, which refuses them. */
const amountOf = (cell: string): string => {
  const text = cell.trim()
  return /^\d+,\d{1,6}$/.test(text) ? text.replace(",", ".") : text
}

/** With its country code, where the row's network tells the country. */
const phoneOf = (cell: string, country: Country | undefined): string => {
  const bare = cell.replace(/^'(?=[+\d])/, "").replace(/[\s\u00a0().-]|\p{Cf}/gu, "")
  // A number that a spreadsheet has damaged stays as it is, so that the check can say so.
  const text = /^\+?\d+$/.test(bare) ? bare : cell.trim()
  if (/^\+\d+$/.test(text) || country === undefined) return text
  const code = country.calling_code
  if (/^00\d+$/.test(text)) return `+${text.slice(2)}`
  if (/^0\d{9,10}$/.test(text)) return `+${code}${text.slice(1)}`
  const isWhole = new RegExp(`^${code}\\d{9,10}$`).test(text)
  return isWhole ? `+${text}` : text
}

/** How many rows each change is about. */
const makeCounts = () => {
  const counts = { amounts: 0, keys: 0, phones: 0 }
  return {
    note: (kind: keyof typeof counts, before: string, after: string): string => {
      if (before !== after) counts[kind] += 1
      return after
    },
    sentences: (): ReadonlyArray<string> =>
      (Object.keys(counts) as ReadonlyArray<keyof typeof counts>).flatMap((kind) =>
        counts[kind] === 0 ? [] : [Words.changed[kind](counts[kind])]
      )
  }
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Keys of the same file are the same, so that it is not paid twice when it is submitted again. */
const keyPrefix = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  `file-${hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 8))}`

/** The columns that had another name, and whether others or another order were there. */
const columnNotes = (header: ReadonlyArray<string>, places: ReadonlyMap<Column, number>) => {
  const renamed = [...places].flatMap(([column, at]) =>
    header[at] === column ? [] : [Words.column((header[at] ?? "").trim(), column)]
  )
  const isAsked = header.join() === CsvFile.columns.join()
  return isAsked || renamed.length > 0 ? renamed : [Words.columnsChosen]
}

export const convert = async (
  bytes: Uint8Array<ArrayBuffer>,
  countries: ReadonlyArray<Country>
): Promise<Conversion> => {
  const form = SheetFile.formOf(bytes)
  const isText = form === "text" || form === "utf-16le" || form === "utf-16be"
  if (!isText) return { refusal: Words.refusal(SheetFile.remedies[form] ?? "") }
  const { note, text } = decoded(bytes, form)
  const { notes, rows } = tableOf(text)
  const [header, ...others] = rows
  const places = header && placesOf(header.cells)
  if (header === undefined || places === undefined) {
    return { refusal: Words.columnsMissing(header?.cells.join(", ").slice(0, 200) ?? "") }
  }
  const prefix = await keyPrefix(bytes)
  const counts = makeCounts()
  const converted = others.map(({ cells, line }, index) => {
    const of = (column: Column): string => cells[places.get(column) ?? -1] ?? ""
    const network = of("network").trim()
    const country = countries.find((each) =>
      [each.network, each.slug].some((name) => plain(name) === plain(network))
    )
    const key = of("idempotency_key").trim()
    return {
      line,
      cells: [
        counts.note("phones", of("phone"), phoneOf(of("phone"), country)),
        network,
        counts.note("amounts", of("amount_usdc"), amountOf(of("amount_usdc"))),
        of("name").trim(),
        counts.note("keys", key, key === "" ? `${prefix}-${index + 1}` : key)
      ]
    }
  })
  return {
    rows: converted,
    notes: [
      ...(note === undefined ? [] : [note]),
      ...notes,
      ...columnNotes(header.cells, places),
      ...counts.sentences()
    ]
  }
}
