/**
 * The forms in which spreadsheet programs save a table, recognized by a file's first bytes. The API
 * takes one of them, UTF-8 text with commas. It names the others in its errors; the dashboard
 * converts texts itself.
 */

export type Form =
  | "excel workbook"
  | "old excel workbook"
  | "open document"
  | "pdf"
  | "zip archive"
  | "gzip archive"
  | "web page"
  | "utf-16le"
  | "utf-16be"
  | "utf-32"
  | "text"

/** Bytes that are enough to recognize the form of any file but an archive. */
export const markBytes = 8

/** Bytes at a file's beginning that are enough to recognize its form. */
export const headBytes = 4_096

const startsWith = (bytes: Uint8Array, ...start: ReadonlyArray<number>): boolean =>
  start.every((byte, at) => bytes[at] === byte)

const asciiOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, headBytes))

/**
 * The form of a ZIP archive, which lists the names of its files in clear. Workbooks are archives
 * with known names.
 */
const archiveForm = (bytes: Uint8Array): Form => {
  const names = asciiOf(bytes)
  if (names.includes("application/vnd.oasis.opendocument")) return "open document"
  return /\bxl\/|\[Content_Types\]\.xml|docProps\//.test(names) ? "excel workbook" : "zip archive"
}

/** Number of zeros at even or odd positions. Latin text in UTF-16 has a zero at every other one. */
const zerosOf = (bytes: Uint8Array, parity: 0 | 1): number => {
  let zeros = 0
  for (let at = parity; at < Math.min(bytes.length, 64); at += 2) if (bytes[at] === 0) zeros += 1
  return zeros
}

const withoutMark = (bytes: Uint8Array): Form => {
  if (bytes.length < 8) return "text"
  const [even, odd] = [zerosOf(bytes, 0), zerosOf(bytes, 1)]
  const many = Math.min(bytes.length, 64) / 4
  if (odd > many && even === 0) return "utf-16le"
  return even > many && odd === 0 ? "utf-16be" : "text"
}

export const formOf = (bytes: Uint8Array): Form => {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return archiveForm(bytes)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return "old excel workbook"
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return "pdf"
  if (startsWith(bytes, 0x1f, 0x8b)) return "gzip archive"
  if (startsWith(bytes, 0xff, 0xfe, 0x00, 0x00)) return "utf-32"
  if (startsWith(bytes, 0x00, 0x00, 0xfe, 0xff)) return "utf-32"
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le"
  if (startsWith(bytes, 0xfe, 0xff)) return "utf-16be"
  if (/^(?:\u00ef\u00bb\u00bf)?\s{0,64}<(?:!doctype|html|\?xml)/i.test(asciiOf(bytes))) {
    return "web page"
  }
  return withoutMark(bytes)
}

const inExcel = "In Excel choose File > Save As > CSV UTF-8 (Comma delimited)"

const inBoth =
  `${inExcel}; in LibreOffice choose File > Save As > Text CSV, with the character set ` +
  "Unicode (UTF-8) and a comma as the field delimiter"

/** The sentence for a file that is not in the API's form; `undefined` if it may be. */
export const remedies: Readonly<Record<Form, string | undefined>> = {
  "excel workbook": `is an Excel workbook (.xlsx). ${inExcel}, and upload the .csv file`,
  "old excel workbook": `is an Excel workbook (.xls). ${inExcel}, and upload the .csv file`,
  "open document": `is an OpenDocument spreadsheet (.ods). ${inBoth}, and upload the .csv file`,
  pdf: "is a PDF. Export the table as a CSV file from the program that made it",
  "zip archive": "is a ZIP archive. Unpack it, and upload the CSV file that is in it",
  "gzip archive": "is a gzip archive. Unpack it, and upload the CSV file that is in it",
  "web page": "is a web page or XML, and not a CSV file. Download the CSV file itself",
  "utf-16le": `is in UTF-16, which Excel calls Unicode Text. ${inBoth}`,
  "utf-16be": `is in UTF-16, which Excel calls Unicode Text. ${inBoth}`,
  "utf-32": `is in UTF-32. ${inBoth}`,
  text: undefined
}

/** The remedy if a byte is in no character of UTF-8. */
export const notUtf8 = `It is probably in Windows-1252 or another older character set. ${inBoth}`

/** The separator of a table's first line; `undefined` if it has none. */
export const separatorOf = (line: string): "," | ";" | "\t" | undefined => {
  const counts = ([",", ";", "\t"] as const).map(
    (separator) => [separator, line.split(separator).length - 1] as const
  )
  const [most] = counts.toSorted(([, left], [, right]) => right - left)
  return most === undefined || most[1] === 0 ? undefined : most[0]
}

/** The separator that a first line `sep=;` sets for Excel. That line is not a row of the table. */
export const namedSeparator = (line: string): string | undefined => /^sep=(.)$/i.exec(line)?.[1]
