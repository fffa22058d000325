/** Runs a site on this machine: PostgreSQL, and a proxy with the site's own configuration. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Shell from "./Shell.ts"

export const packages = ["caddy", "postgresql-15"]

const databasePort = 18_432
export const databaseUrl = `postgres://postgres@127.0.0.1:${databasePort}/postgres`

const sitePort = 18_080
export const url = `http://127.0.0.1:${sitePort}`

const asPostgres = ["--reuid", "postgres", "--regid", "postgres", "--init-groups"]

export const startDatabase = async (folder: string): Promise<void> => {
  const data = path.join(folder, "data")
  const bin = "/usr/lib/postgresql/15/bin"
  fs.mkdirSync(data)
  Shell.run("chown", "postgres:postgres", data)
  Shell.run("setpriv", ...asPostgres, `${bin}/initdb`, "-A", "trust", data)
  const words = ["-D", data, "-p", String(databasePort), "-k", data, "-c", "max_connections=200"]
  Shell.start(path.join(folder, "postgres.log"), "setpriv", [
    ...asPostgres,
    ...[`${bin}/postgres`, ...words]
  ])
  await Shell.until("PostgreSQL answers", 30_000, () => {
    try {
      return Shell.run("psql", "-qtA", databaseUrl, "-c", "select 1")
    } catch {
      return undefined
    }
  })
}

/** Ports of processes, by their names in the site's configuration. */
type Ports = Readonly<Record<string, number>>

/** A configuration file of the site, with the addresses of this machine's processes. */
const fileOf = (name: string, ports: Ports): string =>
  Object.entries(ports).reduce(
    (text, [host, port]) => text.replaceAll(`${host}:8080`, `127.0.0.1:${port}`),
    fs.readFileSync(path.join(import.meta.dirname, "..", name), "utf8")
  )

/** Starts Caddy with the site's configuration. */
export const startCaddy = (folder: string, name: string, ports: Ports): void => {
  const site = fileOf(name, ports)
  const file = path.join(folder, "Caddyfile")
  fs.writeFileSync(file, `{\n\tadmin off\n}\n${site}`)
  const words = ["run", "--config", file, "--adapter", "caddyfile"]
  const environment = { SITE: `:${sitePort}`, HOME: folder }
  Shell.start(path.join(folder, "caddy.log"), "caddy", words, environment)
}

/** Starts HAProxy with the site's configuration and an owner map in the folder. */
export const startHaproxy = (folder: string, name: string, ports: Ports): void => {
  const map = path.join(folder, "owners.map")
  fs.writeFileSync(map, "")
  const file = path.join(folder, "haproxy.cfg")
  const site = fileOf(name, ports).replaceAll("/var/lib/haproxy/owners.map", map)
  fs.writeFileSync(file, site.replace("bind :8080", `bind 127.0.0.1:${sitePort}`))
  Shell.start(path.join(folder, "haproxy.log"), "haproxy", ["-f", file])
}
