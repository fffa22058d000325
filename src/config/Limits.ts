/**
 * Every operational bound, with unit and reason, by area (L10). A rule of the domain stands in the
 * domain.
 */
import * as fs from "node:fs"
import { Duration, Effect, Schedule } from "effect"

const manifest = new URL("../../package.json", import.meta.url)

/** Of the package, the API and the command line. */
export const version: string = JSON.parse(fs.readFileSync(manifest, "utf8")).version

/** What the program calls itself in requests to others. */
export const userAgent = `payout-service/${version}`

/**
 * A database that is away is asked again, ever more slowly, until it answers or the process ends.
 */
export const waitForDatabase = Schedule.exponential("100 millis", 2).pipe(
  Schedule.modifyDelay(({ duration }) =>
    Effect.succeed(Duration.min(duration, Duration.seconds(5)))
  )
)

/** This process's part of the log. One until accounts are spread over several engines. */
export const partition = 0

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
export { http } from "./limits/Http.ts"
export { live, people } from "./limits/Identity.ts"
export { remote, telemetry } from "./limits/Outbound.ts"
export { providers } from "./limits/Providers.ts"
export { amounts, rates } from "./limits/Rates.ts"
export { screening } from "./limits/Screening.ts"
export { database, embedded, log, migrations, pulse, views } from "./limits/Storage.ts"
export { outgoing, webhooks } from "./limits/Webhooks.ts"
