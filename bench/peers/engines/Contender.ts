/**
 * Who drives payouts to SETTLED, each in a process of its own with a database of its own. It is
 * started for a turn and ended after it, so that nobody works beside the one who is measured; what
 * it has stored stays for its next start.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Cores from "../../Cores.ts"
import type * as Stage from "../../Stage.ts"
import * as Child from "./Child.ts"
import type * as Protocol from "./Protocol.ts"

export interface Working extends AsyncDisposable {
  /** Drives so many payouts to SETTLED, from nothing. */
  readonly run: (payouts: number) => Promise<Protocol.Ran>
  /** Whatever is behind is written: nothing is at work on its database. */
  readonly settled: () => Promise<void>
  /** Labels of what it has acknowledged since its start, if it was started `aloud`. */
  readonly acknowledged: () => Promise<ReadonlySet<string>>
  /** Labels of what is in its storage. */
  readonly read: () => Promise<ReadonlySet<string>>
  /** `kill -9` for it and all it started. */
  readonly kill: () => Promise<void>
}

/** Where a contender keeps what it stores. */
export interface Place {
  readonly database: Stage.Database
  readonly folder: string
}

export interface Contender {
  /** Payouts of its runs, as a share of the service's: a slow one gets fewer. */
  readonly share: number
  /** What it must be given to run, where that is missing. */
  readonly missing: string | undefined
  /** Whether what it stores is in PostgreSQL. */
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
      // Deprecations in other people's packages.
      NODE_NO_WARNINGS: "1",
      // How an engine starts a storage of its own: in the place of the database.
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

/** An engine that comes as a package of `bench/package.json`. */
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
