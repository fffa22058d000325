/**
 * Converts a table, as accounting programs save it, into the one form that the API takes. It
 * changes character set, separator, column names, decimal commas, national phone numbers and
 * missing keys. The notes list the changes, and row numbers stay. A value that is ambiguous stays
 * unchanged, and the check reports it.
 */
import type { Network } from "../../client/Generated.ts"
import * as SheetFile from "../../domain/batch/SheetFile.ts"
import { sheet as Words } from "../words/batchFile.ts"
import * as CsvFile from "./CsvFile.ts"

type Country = Pick<Network, "name" | "network" | "slug" | "calling_code">

export interface Converted {
  /** Cells in the order of `CsvFile.columns`. */
  readonly rows: ReadonlyArray<CsvFile.Row>
  /** The changes, as sentences; empty if the file already has the API's form. */
  readonly notes: ReadonlyArray<string>
}

export type Column = (typeof CsvFile.columns)[number]

/** The position of each of the API's columns in a file, from 0. */
type Places = ReadonlyMap<Column, number>

/** A file with unknown column names. The user chooses the columns. */
export interface Unmapped {
  readonly header: ReadonlyArray<string>
  /** The cells of the first row, as examples. */
  readonly example: ReadonlyArray<string>
  /** Columns with a known name. */
  readonly places: Places
}

/** The user's choice of columns. */
export interface Choice {
  readonly places: Places
  /** The network of every row, if the file has no network column. */
  readonly network: string | undefined
}

export type Conversion = Converted | { readonly refusal: string } | { readonly unmapped: Unmapped }

/** Columns that every batch needs. */
export const neededColumns = [
  "phone",
  "network",
  "amount_usdc"
] as const satisfies ReadonlyArray<Column>

/** Names of a column in payroll files, in lower case and without punctuation. */
const synonyms: Readonly<Record<Column, ReadonlyArray<string>>> = {
  phone: ["phone", "phone number", "mobile", "mobile number", "msisdn", "recipient phone", "tel"],
  network: ["network", "operator", "provider", "wallet", "mobile network"],
  amount_usdc: ["amount usdc", "amount", "usdc", "amount in usdc"],
  name: ["name", "full name", "recipient", "recipient name", "beneficiary", "employee"],
  // An employee number or a reference is no key: next month's row has the same one and would count
  // as already paid.
  idempotency_key: ["idempotency key"]
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

/** Finds columns by their names. */
const placesOf = (header: ReadonlyArray<string>): Places => {
  const names = header.map(plain)
  const places = new Map<Column, number>()
  for (const column of CsvFile.columns) {
    const at = names.findIndex((name) => synonyms[column].includes(name))
    if (at !== -1) places.set(column, at)
  }
  return places
}

const isWhole = ({ network, places }: Choice): boolean =>
  neededColumns.every(
    (column) => places.has(column) || (column === "network" && network !== undefined)
  )

/** Separated thousands with decimals behind another separator: `1.234,50`, `1 234,50`. */
const grouped = /^\d{1,3}(?:([ \u00a0\u202f'.,])\d{3})(?:\1\d{3})*([.,])\d{1,6}$/

/**
 * Converts a decimal comma and removes separators of thousands, if both are certain. Three digits
 * behind a comma may be thousands. An amount is never guessed, so it stays, and the check refuses
 * it.
 */
const amountOf = (cell: string): string => {
  const text = cell.trim()
  const [, between, point] = grouped.exec(text) ?? []
  if (between !== undefined && point !== undefined && between !== point) {
    return text.replaceAll(between, "").replace(point, ".")
  }
  return /^\d+,(\d{1,2}|\d{4,6})$/.test(text) ? text.replace(",", ".") : text
}

/** Removes punctuation and spaces from a name. */
const squeezed = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "")

/** The one network that a cell names, in a spelling of the API or by its name with the country. */
const networkOf = (cell: string, countries: ReadonlyArray<Country>): Country | undefined => {
  const found = countries.filter(({ name, network, slug }) =>
    [name, network, slug].some((each) => squeezed(each) === squeezed(cell))
  )
  return found.length === 1 ? found[0] : undefined
}

/** Adds the country code if the row's network is known. */
const phoneOf = (cell: string, country: Country | undefined): string => {
  const bare = cell.replace(/^'(?=[+\d])/, "").replace(/[\s\u00a0().-]|\p{Cf}/gu, "")
  // A number that a spreadsheet damaged stays unchanged, so that the check reports it.
  const text = /^\+?\d+$/.test(bare) ? bare : cell.trim()
  if (/^\+\d+$/.test(text) || country === undefined) return text
  const code = country.calling_code
  if (/^00\d+$/.test(text)) return `+${text.slice(2)}`
  if (/^0\d{9,10}$/.test(text)) return `+${code}${text.slice(1)}`
  const hasCode = new RegExp(`^${code}\\d{9,10}$`).test(text)
  return hasCode ? `+${text}` : text
}

/** Counts the changed rows of each kind. */
const makeCounts = () => {
  const counts = { networks: 0, amounts: 0, keys: 0, phones: 0 }
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

/** Equal files always get equal keys, so that a second upload of a file pays no one twice. */
const keyPrefix = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  `file-${hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 8))}`

/** Notes about renamed columns, and about columns that were added or reordered. */
const columnNotes = (header: ReadonlyArray<string>, places: Places): ReadonlyArray<string> => {
  const renamed = [...places].flatMap(([column, at]) =>
    header[at] === column ? [] : [Words.column((header[at] ?? "").trim(), column)]
  )
  const isAsked = header.join() === CsvFile.columns.join()
  return isAsked || renamed.length > 0 ? renamed : [Words.columnsChosen]
}

/** One row of the file, in the order of `CsvFile.columns`. */
const cellsOf = (
  cells: ReadonlyArray<string>,
  { network: everyNetwork, places }: Choice,
  countries: ReadonlyArray<Country>,
  {
    keyOf,
    note
  }: {
    readonly keyOf: () => string
    readonly note: ReturnType<typeof makeCounts>["note"]
  }
): ReadonlyArray<string> => {
  const of = (column: Column): string => cells[places.get(column) ?? -1] ?? ""
  const given = everyNetwork ?? of("network").trim()
  const country = networkOf(given, countries)
  const isSpelled = country === undefined || [country.network, country.slug].includes(given)
  const network = note("networks", given, isSpelled ? given : country.network)
  const key = of("idempotency_key").trim()
  return [
    note("phones", of("phone"), phoneOf(of("phone"), country)),
    network,
    note("amounts", of("amount_usdc"), amountOf(of("amount_usdc"))),
    of("name").trim(),
    note("keys", key, key === "" ? keyOf() : key)
  ]
}

/** Converts a file. `chosen` is the user's choice of columns, if the names are unknown. */
export const convert = async (
  bytes: Uint8Array<ArrayBuffer>,
  countries: ReadonlyArray<Country>,
  chosen?: Choice
): Promise<Conversion> => {
  const form = SheetFile.formOf(bytes)
  const isText = form === "text" || form === "utf-16le" || form === "utf-16be"
  if (!isText) return { refusal: Words.refusal(SheetFile.remedies[form] ?? "") }
  const { note, text } = decoded(bytes, form)
  const { notes, rows } = tableOf(text)
  const [header, ...others] = rows
  if (header === undefined) return { refusal: Words.empty }
  const choice = chosen ?? { places: placesOf(header.cells), network: undefined }
  if (!isWhole(choice)) {
    const [first] = others
    // The first payment of a file without column names would be taken for the names.
    const hasNames = !header.cells.some((cell) => /^\s*\+?\d/.test(cell))
    if (first === undefined || header.cells.length < 2 || !hasNames) {
      return { refusal: Words.columnsMissing(header.cells.join(", ").slice(0, 200)) }
    }
    return {
      unmapped: { header: header.cells, example: first.cells, places: choice.places }
    }
  }
  const prefix = await keyPrefix(bytes)
  const counts = makeCounts()
  const converted = others.map(({ cells, line }, index) => ({
    line,
    cells: cellsOf(cells, choice, countries, {
      keyOf: () => `${prefix}-${index + 1}`,
      note: counts.note
    })
  }))
  return {
    rows: converted,
    notes: [
      ...(note === undefined ? [] : [note]),
      ...notes,
      ...columnNotes(header.cells, choice.places),
      ...(choice.network === undefined ? [] : [Words.everyNetwork(choice.network)]),
      ...counts.sentences()
    ]
  }
}
