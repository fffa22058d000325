/**
 * Every operational bound, with unit and reason, by area (L10). A rule of the domain stands in the
 * domain.
 */
import * as fs from "node:fs"
import { Duration, Effect, Schedule } from "effect"

const manifest = new URL("../../package.json", import.meta.url)

/** Of the package, the API and the command line. */
export const version: string = JSON.parse(fs.readFileSync(manifest, "utf8")).version

/** `User-Agent` of outgoing requests. */
export const userAgent = `payout-service/${version}`

/**
 * Retry of an unavailable database: exponential up to five seconds, without end.
 */
export const waitForDatabase = Schedule.exponential("100 millis", 2).pipe(
  Schedule.modifyDelay(({ duration }) =>
    Effect.succeed(Duration.min(duration, Duration.seconds(5)))
  )
)

/** The first partition of the log: the only one where a database has no other. */
export const partition = 0

export { cluster, follower } from "./limits/Cluster.ts"
export {
  batches,
  engine,
  expiry,
  memory,
  reconcile,
  sandbox,
  scrub,
  turn
} from "./limits/Engine.ts"
export { chain, contracts } from "./limits/Ethereum.ts"
export { bodies, http } from "./limits/Http.ts"
export { live, people } from "./limits/Identity.ts"
export { incidents, notices } from "./limits/Incidents.ts"
export { remote, telemetry } from "./limits/Outbound.ts"
export { providers } from "./limits/Providers.ts"
export { amounts, rates } from "./limits/Rates.ts"
export { requests } from "./limits/Requests.ts"
export { screening } from "./limits/Screening.ts"
export { database, embedded, log, migrations, pulse, views } from "./limits/Storage.ts"
export { outgoing, webhooks } from "./limits/Webhooks.ts"
