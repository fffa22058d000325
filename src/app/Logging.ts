/**
 * The log format of the program: one JSON object per line, or readable text if stdout is a
 * terminal. No secret and no personal data is logged on purpose; data that a library quotes in an
 * error (a row, a URL) is redacted here.
 */
import { type Layer, Logger } from "effect"

const redacted = "[redacted]"

/** Patterns and their replacements. */
const rules: ReadonlyArray<readonly [RegExp, string]> = [
  // Phone numbers in the formats of clients and of providers.
  [/\+\d{8,15}(?!\d)/g, redacted],
  [/(?<![\w.-])(?:256|254|234|233|255)\d{8,10}(?![\w.-])/g, redacted],
  // API keys, secrets of webhooks, bearer tokens, credentials in URLs. Not the bare prefix, which a
  // hint may name.
  [/\b(?:[sap]k|whsec)_(?!sandbox_(?![\w+/=-]))[A-Za-z0-9_+/=-]{8,}/g, redacted],
  [/\b(Bearer|Basic)\s+[\w.+/=~-]{8,}/gi, `$1 ${redacted}`],
  [/(\w:\/\/)[^\s/@:"]*:[^\s/@"]+@/g, `$1${redacted}@`]
]

/** A line without secrets and personal data. */
export const redact = (line: string): string =>
  rules.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line)

const json = Logger.withConsoleLog(Logger.map(Logger.formatJson, redact))

export const layer = (isTerminal: boolean): Layer.Layer<never> =>
  Logger.layer([isTerminal ? Logger.consolePretty() : json])
