/**
 * Every operational bound by area, with its unit and reason (L10). Rules of the domain are in
 * `domain`.
 */

export { withdrawals } from "./limits/Balances.ts"
export { cluster, follower } from "./limits/Cluster.ts"
export {
  batches,
  books,
  engine,
  expiry,
  leadership,
  memory,
  reconcile,
  sandbox,
  scrub
} from "./limits/Engine.ts"
export { chain, contracts } from "./limits/Ethereum.ts"
export { float } from "./limits/Float.ts"
export { bodies, http } from "./limits/Http.ts"
export { changeStream, identity } from "./limits/Identity.ts"
export { incidents, notices } from "./limits/Incidents.ts"
export { outbound, telemetry } from "./limits/Outbound.ts"
export { providers } from "./limits/Providers.ts"
export { amounts, rates } from "./limits/Rates.ts"
export { requests } from "./limits/Requests.ts"
export { screening } from "./limits/Screening.ts"
export { purge, retention, sealing } from "./limits/Sealing.ts"
export { database, databaseHealth, embedded, log, migrations, readModel } from "./limits/Storage.ts"
export { outgoing, webhooks } from "./limits/Webhooks.ts"
