/** The version of the program, as its package says: beside `src` here, beside `dist` once packed. */
import { readFileSync } from "node:fs"

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8")
)

/** What the program calls itself in requests to others. */
export const userAgent = `payout-service/${version}`
