/**
 * Who runs on which core, so that what is measured and what measures it do not take each other's
 * time: with four cores and more each has its own; with two, load and database share one. Where
 * `taskset` or the cores are missing, and with `BENCH_PINNING=off`, the system places everybody.
 */
import { spawnSync } from "node:child_process"

/** What is measured, what asks, and what both stand on. */
export type Role = "server" | "load" | "database"

/** The cores this process may use: `0,2-3` as `taskset` writes them. */
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

/** Moves this process, and with it whatever it starts from now on. */
export const moveTo = (role: Role): void => {
  if (places !== undefined) move(places[role])
}

/** Gives this process all its cores back. */
export const leave = (): void => {
  if (places !== undefined) move(cores.join(","))
}

/** A command that runs in its role's place. */
export const placed = (role: Role, command: ReadonlyArray<string>): ReadonlyArray<string> =>
  places === undefined ? command : ["taskset", "-c", places[role], ...command]

/** Who shared which core. */
export const about = (): string =>
  places === undefined
    ? "nobody pinned: load, server and PostgreSQL share all cores"
    : places.load === places.database
      ? `server measured on core ${places.server}; load and PostgreSQL share core ${places.load}`
      : `server measured on core ${places.server}, load on core ${places.load}, ` +
        `PostgreSQL on cores ${places.database}`
