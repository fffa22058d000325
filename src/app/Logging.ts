/**
 * How the program logs: a line of JSON each, or for eyes where stdout is a terminal. Nothing is
 * logged on purpose that is a secret or names a person; what an error of a library quotes (a row, a
 * URL) is struck out here, so that no line has it whoever wrote it.
 */
import { type Layer, Logger } from "effect"

const struck = "[struck out]"

/** What must not be in a line, and what stands there instead. */
const rules: ReadonlyArray<readonly [RegExp, string]> = [
  // Phone numbers as clients write them, and as providers do.
  [/\+\d{8,15}(?!\d)/g, struck],
  [/(?<![\w.-])(?:256|254|234|233|255)\d{8,10}(?![\w.-])/g, struck],
  // Keys of ours, secrets of webhooks, bearer tokens, credentials in URLs.
  // Not the bare prefix, which a hint may name.
  [/\b(?:[sap]k|whsec)_(?!sandbox_(?![\w+/=-]))[A-Za-z0-9_+/=-]{8,}/g, struck],
  [/\b(Bearer|Basic)\s+[\w.+/=~-]{8,}/gi, `$1 ${struck}`],
  [/(\w:\/\/)[^\s/@:"]*:[^\s/@"]+@/g, `$1${struck}@`]
]

/** A line without what must not be in it. */
export const strike = (line: string): string =>
  rules.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line)

const json = Logger.withConsoleLog(Logger.map(Logger.formatJson, strike))

export const layer = (isTerminal: boolean): Layer.Layer<never> =>
  Logger.layer([isTerminal ? Logger.consolePretty() : json])
