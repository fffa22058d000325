/** Words of the commands about the sanctions list. */
import { counted, mustBe } from "./Common.ts"

export const commands = {
  sanctions: "Manage the sanctions list (SANCTIONS_DIR)",
  refresh: "Download OFAC's list; a running service loads it automatically"
} as const

export const flags = {
  dir: "Folder of the list files (or SANCTIONS_DIR)",
  from: "URL of the published files; default: OFAC's own",
  force: "Accept a list that is much shorter than the one before"
} as const

export const notAUrl = mustBe("an http or https URL")

export const oldListStays = (why: string): string => `The old list stays in use. ${why}`

export interface Sizes {
  readonly entries: number
  readonly aliases: number
  readonly addresses: number
}

export const refreshed = (version: string, { addresses, aliases, entries }: Sizes): string =>
  `ok: ${version}, ${counted(entries, "entry", "entries")}, ` +
  `${counted(aliases, "alias", "aliases")}, ${counted(addresses, "address", "addresses")}`
