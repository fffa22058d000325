/**
 * The contenders over HTTP: the service and its peers, each in a separate process with a separate
 * database in the stage's server.
 */
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Requests from "./Requests.ts"
import type * as Stage from "./Stage.ts"

export interface Contender extends Process.Running {
  readonly database: Stage.Database
  /** Waits until everything durable is in the tables, and no work remains. */
  readonly settled: () => Promise<void>
  /** The number of objects that it has made durable. */
  readonly made: (what: Made) => Promise<number>
}

export type Made = "quotes" | "payouts"

export const adminKey = "ak_sandbox_bench_0123456789abcdef"

/** The settings of the service. Rate limits are disabled, because the program cannot raise them. */
export const serviceEnvironment = {
  PORT: "0",
  SANDBOX_API_KEY: Requests.key,
  ADMIN_API_KEY: adminKey,
  RATE_LIMITS: "off",
  QUOTE_TTL: "1 hour",
  // Nothing except the requests happens during a measurement. The first deposit comes 200 s after
  // its payout, so no service may be measured for longer.
  SANDBOX_TIME_SCALE: "100"
}

const count = async ({ query }: Stage.Database, statement: string): Promise<number> => {
  const rows = await query<{ readonly count: number }>(statement)
  return rows[0]?.count ?? Number.NaN
}

const tags: Readonly<Record<Made, string>> = { quotes: "QuoteCreated", payouts: "PayoutCreated" }

/** Counts objects in the log, which is the durable store. */
const inLog =
  (database: Stage.Database) =>
  (what: Made): Promise<number> =>
    count(
      database,
      `select count(*)::int as count from log where body like '%"_tag":"${tags[what]}"%'`
    )

/**
 * Waits until the service's tables show everything durable. This list waits for it, and costs
 * nothing else for an account that does not exist.
 */
export const untilShown = async (target: Load.Target): Promise<void> => {
  const requests = [Requests.get("/admin/v1/audit-logs?account_id=none&limit=1", adminKey)]
  Load.ensure(await Load.run({ target, connections: 1, requests }), "200")
}

export const service = async (
  stage: Stage.Stage,
  environment: Readonly<Record<string, string>> = {},
  root?: string
): Promise<Contender> => {
  const database = await stage.database("service")
  const places = { DATABASE_URL: database.url, DATA_DIR: stage.folder }
  const running = await Process.program({ ...serviceEnvironment, ...environment, ...places }, root)
  const settled = (): Promise<void> => untilShown(running)
  return { ...running, database, settled, made: inLog(database) }
}

/** The service's work for a creation and nothing else. */
export const floor = async (stage: Stage.Stage): Promise<Contender> => {
  const database = await stage.database("floor")
  const running = await Process.start(
    "bench/peers/floor.ts",
    { DATABASE_URL: database.url, API_KEYS: Requests.key },
    { flags: Process.flags }
  )
  return { ...running, database, settled: async () => {}, made: inLog(database) }
}

/** Connections of the Fastify peer's pool: the best of 4, 8 and 16 here; more did not help. */
export const poolSize = Number(process.env.BENCH_POOL ?? 8)

export const fastify = async (
  stage: Stage.Stage,
  keys: ReadonlyArray<string> = [Requests.key]
): Promise<Contender> => {
  const database = await stage.database("fastify")
  const running = await Process.start("bench/peers/fastify.ts", {
    DATABASE_URL: database.url,
    POOL: String(poolSize),
    API_KEYS: keys.join(","),
    NODE_ENV: "production"
  })
  const made = (what: Made): Promise<number> =>
    count(database, `select count(*)::int as count from ${what}`)
  return { ...running, database, settled: async () => {}, made }
}

/** A server that responds to everything with the same bytes. */
export const bare = (answer: string): Promise<Process.Running> =>
  Process.start("bench/peers/bare.ts", { ANSWER: answer })

/** Ends the bench if the number of acknowledged objects is not the number in the database. */
export const ensure = async (
  contender: Contender,
  name: string,
  what: Made,
  acknowledged: number
): Promise<string> => {
  await contender.settled()
  const found = await contender.made(what)
  if (found === acknowledged) return `${found} acknowledged, ${found} in its database`
  throw new Error(`${name} acknowledged ${acknowledged} ${what}; its database has ${found}`)
}
