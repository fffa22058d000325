/**
 * The contenders that drive payouts to SETTLED, each in a separate process with a separate
 * database. One is started for a turn and ended after it, so that no other one works during a
 * measurement. Its stored data remain for its next start.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Cores from "../../Cores.ts"
import type * as Stage from "../../Stage.ts"
import * as Child from "./Child.ts"
import type * as Protocol from "./Protocol.ts"

export interface Working extends AsyncDisposable {
  /** Creates this number of payouts and drives them to SETTLED. */
  readonly run: (payouts: number) => Promise<Protocol.Ran>
  /** Waits until everything is written and no work remains on its database. */
  readonly settled: () => Promise<void>
  /**
   * The labels of the transitions that it acknowledged since its start, if it was started `aloud`.
   */
  readonly acknowledged: () => Promise<ReadonlySet<string>>
  /** The labels of the transitions in its storage. */
  readonly read: () => Promise<ReadonlySet<string>>
  /** Ends it and all its processes with `kill -9`. */
  readonly kill: () => Promise<void>
}

/** The database and the folder of a contender. */
export interface Place {
  readonly database: Stage.Database
  readonly folder: string
}

export interface Contender {
  /** The payouts of its runs as a share of the service's. A slow one gets fewer. */
  readonly share: number
  /** The package or program that is missing for it; `undefined` if it can run. */
  readonly missing: string | undefined
  /** True if it stores its data in PostgreSQL. */
  readonly inPostgres: boolean
  readonly start: (place: Place, aloud?: boolean) => Promise<Working>
}

/** An engine that follows the protocol. */
const engine = async (file: string, { database, folder }: Place, aloud = false) => {
  const acknowledged = new Set<string>()
  let answered = (_: string): void => {}
  let failed = (_: Error): void => {}
  const next = (): Promise<string> =>
    new Promise((resolve, reject) => {
      answered = resolve
      failed = reject
    })
  const begun = next()
  const child = Child.start({
    file: `bench/peers/engines/${file}`,
    environment: {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      // The warnings are deprecations in third-party packages.
      NODE_NO_WARNINGS: "1",
      // The command prefix with which an engine starts its own storage on the database's cores.
      STORE: Cores.placed("database", []).join(" "),
      ...(aloud ? { ALOUD: "yes" } : {})
    },
    heard: (line) => {
      if (line.startsWith("+")) acknowledged.add(line.slice(1))
      else if (line === "ready" || line.startsWith('{"')) answered(line)
    },
    lost: (error) => failed(error)
  })
  await begun
  const ask = async <A>(command: string): Promise<A> => {
    const answer = next()
    child.send(command)
    return JSON.parse(await answer)
  }
  const working: Working = {
    run: (payouts) => ask(`run ${payouts}`),
    settled: async () => {},
    acknowledged: async () => acknowledged,
    read: async () => new Set((await ask<Protocol.Read>("read")).transitions),
    kill: child.kill,
    [Symbol.asyncDispose]: child.stop
  }
  return working
}

const modules = path.join(import.meta.dirname, "../../node_modules")

/** An engine from a package of `bench/package.json`. */
const packaged = (file: string, name: string, share: number, inPostgres = true): Contender => ({
  share,
  inPostgres,
  missing: fs.existsSync(path.join(modules, name)) ? undefined : "npm ci --prefix bench",
  start: (place, aloud) => engine(`packaged/${file}`, place, aloud)
})

export const engines = {
  cluster: {
    share: 0.05,
    inPostgres: true,
    missing: undefined,
    start: (place, aloud) => engine("cluster.ts", place, aloud)
  },
  dbos: packaged("dbos.ts", "@dbos-inc/dbos-sdk", 0.1),
  "graphile-worker": packaged("graphile.ts", "graphile-worker", 0.1),
  "pg-boss": packaged("pgboss.ts", "pg-boss", 1),
  restate: packaged("restate.ts", "@restatedev/restate-server", 0.1, false)
} as const satisfies Readonly<Record<string, Contender>>

export type Engine = keyof typeof engines
