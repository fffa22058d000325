/** Words of what was changed in a file of a new batch. */
import * as Format from "../../data/Format.ts"

/** `remedy`: what the file is, and what to do. */
export const refusal = (remedy: string): string => `This file ${remedy}.`

export const empty = "This file is empty."

export const everyNetwork = (network: string): string =>
  `Every row was given the network ${network}.`

export const columnsMissing = (found: string): string =>
  "The first line must have the names of the columns, phone, network and amount_usdc among them. " +
  `It is: ${found}`

export const characterSet = (name: string): string => `The file is in ${name}.`

const separators: Readonly<Record<string, string>> = { ";": "semicolons", "\t": "tabs" }

export const separator = (sign: string): string =>
  `Its cells are separated by ${separators[sign] ?? `“${sign}”`}.`

export const column = (found: string, name: string): string =>
  `The column “${found}” was read as ${name}.`

export const columnsChosen = "The columns were put in order, and others were left out."

const rows = (count: number): string => Format.counted(count, "row", "rows")

/** By what was changed: in how many rows. */
export const changed = {
  networks: (count: number): string => `Networks of ${rows(count)} were read by their names.`,
  amounts: (count: number): string =>
    `Amounts of ${rows(count)} were written without signs between thousands and with a decimal point.`,
  keys: (count: number): string =>
    `Keys of ${rows(count)} were made from the file, so the same file is never paid twice.`,
  phones: (count: number): string =>
    `Phone numbers of ${rows(count)} were written with their country code.`
} as const

export const title = "What was changed in your file"
