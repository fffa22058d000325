/**
 * A CSV file that is given out (RFC 4180). A cell that a spreadsheet would run as a formula becomes
 * text: names and references are outside input, and spreadsheets run formulas in them.
 */

/**
 * The beginning of a formula for a spreadsheet: at the beginning of a cell, and behind a semicolon
 * or tab, which separate cells where commas do not. Spreadsheets take the wide and small forms of
 * the signs for the signs, and overlook characters that show nothing.
 */
const formula =
  /(^|[;\t])([\s\p{C}\p{Default_Ignorable_Code_Point}]*)([=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/gu

/** A plus and digits are a number to a spreadsheet, and no formula: phones are found by them. */
const phone = /^\+\d{1,15}$/

const cell = (value: string | null): string => {
  const text = value ?? ""
  return phone.test(text)
    ? `"${text}"`
    : `"${text.replace(formula, "$1$2'$3").replaceAll('"', '""')}"`
}

export const line = (cells: ReadonlyArray<string | null>): string =>
  `${cells.map(cell).join(",")}\r\n`

/** A header, and a line for each row. */
export const of = (
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | null>>
): string => [names, ...rows].map(line).join("")
