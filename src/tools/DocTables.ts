/**
 * Writes the settings table in `.deploy/SETTINGS.md` from the settings. `npm run generate` replaces
 * the text between two marks.
 */
import * as SettingsTable from "../config/SettingsTable.ts"

export const file = ".deploy/SETTINGS.md"

const marks = {
  begin: "<!-- settings: written by npm run generate -->",
  end: "<!-- end of settings -->"
}

const cell = (text: string): string => text.replaceAll("|", "\\|")

const production = (rule: SettingsTable.Details["production"]): string => {
  if (rule === undefined) return ""
  if (rule === "required") return "required"
  return rule === "refused" ? "sandbox only" : `only \`${rule.only}\``
}

const row = ([name, details]: readonly [string, SettingsTable.Details]): string => {
  const fallback = details.default === undefined ? (details.unset ?? "") : `\`${details.default}\``
  return `| \`${name}\` | ${fallback} | ${production(details.production)} | ${cell(details.doc)} |`
}

const table = (settings: Readonly<Record<string, SettingsTable.Details>>): string =>
  [
    "| variable | without it | in production | meaning |",
    "|---|---|---|---|",
    ...Object.entries(settings).map(row)
  ].join("\n")

const settings = (): string =>
  [
    marks.begin,
    "## The service\n",
    `${table(SettingsTable.groups.service)}\n`,
    "## Chain, providers, rates and screening\n",
    table(SettingsTable.groups.adapters),
    marks.end
  ].join("\n")

/** The document with the current table. */
export const replace = (document: string): string => {
  const [before, rest] = document.split(marks.begin)
  const after = rest?.split(marks.end)[1]
  if (before === undefined || after === undefined) throw new Error(`${file} lacks its marks`)
  return `${before}${settings()}${after}`
}
