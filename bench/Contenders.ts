/**
 * Who is measured over HTTP: the service and its peers, each a process of its own with a database
 * of its own in the stage's server.
 */
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Requests from "./Requests.ts"
import type * as Stage from "./Stage.ts"

export interface Contender extends Process.Running {
  readonly database: Stage.Database
  /** Everything durable is in its tables now, and nothing is at work on it. */
  readonly settled: () => Promise<void>
}

export const adminKey = "ak_sandbox_bench_0123456789abcdef"

/** Rate limits are off: the program has no way to raise them. */
export const serviceEnvironment = {
  PORT: "0",
  SANDBOX_API_KEY: Requests.key,
  ADMIN_API_KEY: adminKey,
  RATE_LIMITS: "off",
  QUOTE_TTL: "1 hour",
  // Nothing but what is asked for happens while it is measured: the first deposit comes 200 s
  // after its payout, so no service may be measured for longer than that.
  SANDBOX_TIME_SCALE: "100"
}

export const service = async (
  stage: Stage.Stage,
  environment: Readonly<Record<string, string>> = {},
  start = Process.program
): Promise<Contender> => {
  const database = await stage.database("service")
  const places = { DATABASE_URL: database.url, DATA_DIR: stage.folder }
  const running = await start({ ...serviceEnvironment, ...environment, ...places })
  // The metrics wait until the read model shows whatever was durable when it was asked for.
  const settled = async (): Promise<void> => {
    const requests = [Requests.get("/metrics")]
    Load.ensure(await Load.run({ target: running, connections: 1, requests }), "200")
  }
  return { ...running, database, settled }
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
  return { ...running, database, settled: async () => {} }
}

/** Answers everything with the same bytes. */
export const bare = (answer: string): Promise<Process.Running> =>
  Process.start("bench/peers/bare.ts", { ANSWER: answer })

/** Payouts in a contender's tables. */
export const payoutsIn = async ({ database, settled }: Contender): Promise<number> => {
  await settled()
  const rows = await database.query<{ readonly count: number }>(
    "select count(*)::int as count from payouts"
  )
  return rows[0]?.count ?? Number.NaN
}

/** Ends the bench where what was acknowledged is not what is there. */
export const ensurePayouts = async (
  contender: Contender,
  name: string,
  acknowledged: number
): Promise<string> => {
  const found = await payoutsIn(contender)
  if (found === acknowledged) return `${found} acknowledged, ${found} in its database`
  throw new Error(`${name} acknowledged ${acknowledged} payouts; its database has ${found}`)
}
