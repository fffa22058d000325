/** Words of a batch's file: its columns, its rows, and the changes to it. */
import * as Format from "../data/Format.ts"

/** Words of the choice of a file's columns. */
export const columns = {
  title: "Which column is which?",
  about: (file: string): string =>
    `The service does not recognize the column names of ${file}. The first row is shown as an example.`,

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
  keyHint:
    "Without this column, keys are made from the file, so the same file is never paid twice.",
  read: "Read the file",

  option: (head: string, example: string): string =>
    example === "" ? head : `${head} (${example})`
} as const

/** The line in the file, shown below the row number if the two differ. */
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
  /** `remedy` contains the kind of the file and the next step. */
  refusal: (remedy: string): string => `This file ${remedy}.`,

  empty: "This file is empty.",

  everyNetwork: (network: string): string => `Every row was given the network ${network}.`,

  columnsMissing: (found: string): string =>
    "The first line must contain the column names, including phone, network and amount_usdc. " +
    `The first line of this file is: ${found}`,

  characterSet: (name: string): string => `The file is in ${name}.`,

  separator: (sign: string): string =>
    `The cells of the file are separated by ${separators[sign] ?? `“${sign}”`}.`,

  column: (found: string, name: string): string => `The column “${found}” was read as ${name}.`,

  columnsChosen: "The columns were put in order, and others were left out.",

  /** Numbers of changed rows, by the kind of change. */
  changed: {
    networks: (count: number): string =>
      `The networks in ${countedRows(count)} were recognized by name.`,
    amounts: (count: number): string =>
      `The amounts in ${countedRows(count)} were rewritten with a decimal point and no thousands separators.`,
    keys: (count: number): string =>
      `Keys of ${countedRows(count)} were made from the file, so the same file is never paid twice.`,
    phones: (count: number): string =>
      `Phone numbers of ${countedRows(count)} were written with their country code.`
  },

  title: "Changes to your file"
} as const
