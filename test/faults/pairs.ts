/** A writer and its successors, on one database, and the log between them. */
import { assert } from "vitest"
import * as Audit from "./audit.ts"
import * as Customers from "./customers.ts"
import * as Gauges from "./gauges.ts"
import type * as Life from "./life.ts"
import * as Servers from "./servers.ts"

export interface Pair {
  readonly customers: Customers.Customers
  readonly start: (more?: Life.Environment) => Promise<Gauges.Watched>
  readonly standby: (more?: Life.Environment) => Promise<Gauges.Watched>
  /** Runs a statement on the shared database, and returns its rows. */
  readonly query: <A extends object>(statement: string) => Promise<ReadonlyArray<A>>
  readonly audit: (url: string) => Promise<Audit.Books>
}

/** Runs `body` on a new database. No process is left, whatever happens. */
export const run = async <A>(body: (pair: Pair) => Promise<A>): Promise<A> => {
  const server = Servers.shared()
  const database = await Servers.create(server)
  const customers = await Customers.make()
  const lives: Array<Gauges.Watched> = []
  const begin = async (more: Life.Environment = {}, words: ReadonlyArray<string> = []) => {
    const life = await Gauges.start({ DATABASE_URL: server.url(database), ...more }, words)
    lives.push(life)
    return life
  }
  try {
    return await body({
      customers,
      start: (more) => begin(more),
      standby: (more) => begin(more, ["--standby"]),
      query: (statement) => Servers.query(server, database, statement),
      audit: (url) => Audit.run(url, customers, server, database)
    })
  } finally {
    await Promise.all(lives.map((life) => life.kill("SIGKILL")))
    customers.close()
    await Servers.drop(server, database)
  }
}

/**
 * The number of entries of an older writer behind the first entry of a newer one, which must be 0.
 */
export const strays = async ({ query }: Pair): Promise<number> => {
  const rows = await query<{ readonly strays: number }>(
    `select count(*)::int as strays from (
       select epoch, max(epoch) over (partition by partition order by seq) as newest from log
     ) as entry where epoch < newest`
  )
  return rows[0]?.strays ?? Number.NaN
}

export const epochs = async ({ query }: Pair): Promise<number> => {
  const rows = await query<{ readonly epochs: number }>(
    "select count(distinct epoch)::int as epochs from log"
  )
  return rows[0]?.epochs ?? Number.NaN
}

/** Asserts that a process that does not serve is alive, and responds so to everyone. */
export const isWaiting = async ({ url }: Gauges.Watched, status: string): Promise<void> => {
  const health = await fetch(`${url}/healthz`)
  assert.strictEqual(health.status, 200)
  assert.strictEqual(await Gauges.phase(url), status)
  const others = [
    ["GET", "/v1/payouts"],
    ["POST", "/v1/quotes"],
    ["GET", "/metrics"],
    ["GET", "/openapi.json"],
    ["DELETE", "/nothing"]
  ] as const
  for (const [method, path] of others) {
    const { headers, status } = await fetch(`${url}${path}`, { method })
    assert.strictEqual(status, 503, `${method} ${path}`)
    assert.match(headers.get("retry-after") ?? "", /^\d+$/, `${method} ${path}`)
  }
}
