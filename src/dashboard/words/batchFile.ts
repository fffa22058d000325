/** Words of a batch's file: its columns, its rows, and the changes to it. */
import * as Format from "../data/Format.ts"

/** Words of the choice of a file's columns. */
export const columns = {
  title: "Which column is which?",
  about: (file: string): string =>
    `The columns of ${file} have other names than the service knows. The first row is shown as an example.`,

  labels: {
    phone: "Phone",
    network: "Network",
    amount_usdc: "Amount in USDC",
    name: "Name",
    idempotency_key: "Key or reference"
  },

  choose: "Choose a column",
  none: "Not in this file",
  inFile: "Columns of the file",
  everyRow: "The same for every row",
  keyHint: "Without one, keys are made from the file, so the same file is never paid twice.",
  read: "Read the file",

  option: (head: string, example: string): string =>
    example === "" ? head : `${head} (${example})`
} as const

/** The line's number below the row's number, which differs from it. */
const line = (number: number): string => `line ${number}`

/** Words of the table of a file's rows. */
export const rows = {
  caption: "Rows",
  captionOfProblems: "Rows with problems",

  columns: { row: "Row", problem: "Problem" },

  line,

  /** A row within a sentence. */
  place: (row: number, inFile: number | undefined): string =>
    inFile === undefined ? `row ${row}` : `row ${row}, ${line(inFile)}`,

  more: (count: number): string => `And ${Format.count(count)} more.`,

  moreProblems: (count: number): string => `And ${Format.count(count)} more with problems.`,

  showMore: (count: number): string => `Show ${Format.count(count)} more`
} as const

const separators: Readonly<Record<string, string>> = { ";": "semicolons", "\t": "tabs" }
const countedRows = (count: number): string => Format.counted(count, "row", "rows")

/** Words of what was changed in a file of a new batch. */
export const sheet = {
  /** `remedy`: what the file is, and what to do. */
  refusal: (remedy: string): string => `This file ${remedy}.`,

  empty: "This file is empty.",

  everyNetwork: (network: string): string => `Every row was given the network ${network}.`,

  columnsMissing: (found: string): string =>
    "The first line must have the names of the columns, phone, network and amount_usdc among them. " +
    `It is: ${found}`,

  characterSet: (name: string): string => `The file is in ${name}.`,

  separator: (sign: string): string =>
    `Its cells are separated by ${separators[sign] ?? `“${sign}”`}.`,

  column: (found: string, name: string): string => `The column “${found}” was read as ${name}.`,

  columnsChosen: "The columns were put in order, and others were left out.",

  /** Numbers of changed rows, by the kind of change. */
  changed: {
    networks: (count: number): string =>
      `Networks of ${countedRows(count)} were read by their names.`,
    amounts: (count: number): string =>
      `Amounts of ${countedRows(count)} were written without signs between thousands and with a decimal point.`,
    keys: (count: number): string =>
      `Keys of ${countedRows(count)} were made from the file, so the same file is never paid twice.`,
    phones: (count: number): string =>
      `Phone numbers of ${countedRows(count)} were written with their country code.`
  },

  title: "What was changed in your file"
} as const
