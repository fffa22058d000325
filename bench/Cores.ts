/**
 * The cores of each process, so that the measured program and the load generator do not take each
 * other's time. With four or more cores each has separate ones. With two, the load generator and
 * the database share one. Without `taskset` or enough cores, and with `BENCH_PINNING=off`, the
 * system places all processes.
 */
import { spawnSync } from "node:child_process"

/** The measured program, the load generator, or the database of both. */
export type Role = "server" | "load" | "database"

/** The cores that this process may use, from a list such as `0,2-3` of `taskset`. */
const allowed = (): ReadonlyArray<number> => {
  if (process.platform !== "linux" || process.env.BENCH_PINNING === "off") return []
  const { stdout } = spawnSync("taskset", ["-cp", String(process.pid)], { encoding: "utf8" })
  const list = /list: (\S+)/.exec(stdout ?? "")?.[1] ?? ""
  return list.split(",").flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split("-").map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

const plan = (cores: ReadonlyArray<number>): Readonly<Record<Role, string>> | undefined => {
  const [server, load, ...rest] = cores
  if (server === undefined || load === undefined) return undefined
  const database = rest.length >= 2 ? rest.join(",") : String(load)
  return { server: String(server), load: String(load), database }
}

const cores = allowed()
const places = plan(cores)

const move = (list: string): void => {
  spawnSync("taskset", ["-a", "-cp", list, String(process.pid)])
}

/** Moves this process to a role's cores, with every process that it starts from now on. */
export const moveTo = (role: Role): void => {
  if (places !== undefined) move(places[role])
}

/** Gives this process all its cores back. */
export const leave = (): void => {
  if (places !== undefined) move(cores.join(","))
}

/** A command that runs on its role's cores. */
export const placed = (role: Role, command: ReadonlyArray<string>): ReadonlyArray<string> =>
  places === undefined ? command : ["taskset", "-c", places[role], ...command]

/** The assignment of cores, for the report. */
export const about = (): string =>
  places === undefined
    ? "nobody pinned: load, server and PostgreSQL share all cores"
    : places.load === places.database
      ? `server measured on core ${places.server}; load and PostgreSQL share core ${places.load}`
      : `server measured on core ${places.server}, load on core ${places.load}, ` +
        `PostgreSQL on cores ${places.database}`
