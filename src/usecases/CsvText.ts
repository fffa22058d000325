/**
 * Writes CSV files (RFC 4180). A cell that a spreadsheet would run as a formula becomes text,
 * because names and references come from outside.
 */

/**
 * The beginning of a formula: at the start of a cell, or after a semicolon or tab, which some
 * spreadsheets take for separators. Spreadsheets accept wide and small forms of the signs, and
 * ignore invisible characters.
 */
const formula =
  /(^|[;\t])([\s\p{C}\p{Default_Ignorable_Code_Point}]*)([=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/gu

/**
 * A phone number or a negative amount. Spreadsheets read it as a number, so it stays unchanged and
 * can be searched and added.
 */
const number = /^(\+\d{1,15}|-\d{1,15}(\.\d{1,6})?)$/

const cell = (value: string | null): string => {
  const text = value ?? ""
  return number.test(text)
    ? `"${text}"`
    : `"${text.replace(formula, "$1$2'$3").replaceAll('"', '""')}"`
}

export const line = (cells: ReadonlyArray<string | null>): string =>
  `${cells.map(cell).join(",")}\r\n`

/** A file with a header and a line for each row. */
export const of = (
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | null>>
): string => [names, ...rows].map(line).join("")
