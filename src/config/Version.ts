/** The version of this package, and the `User-Agent` of outgoing requests. */
import * as fs from "node:fs"

const manifest = new URL("../../package.json", import.meta.url)

/** The version of the package, the API and the command line. */
export const version: string = JSON.parse(fs.readFileSync(manifest, "utf8")).version

/** `User-Agent` of outgoing requests. */
export const userAgent = `payout-service/${version}`
