/**
 * PostgreSQL on three machines. etcd stores the leader, Patroni runs strict synchronous
 * replication, and HAProxy forwards to the primary.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Machines from "./Machines.ts"
import * as Shell from "./Shell.ts"

const password = "drill"
const binDir = "/usr/lib/postgresql/15/bin"

/** The database URL of the service. */
export const url = `postgres://postgres:${password}@${Machines.host}:5000/payouts`

type Machine = Machines.Machine

const peers = Machines.all.map(({ address, name }) => `${name}=http://${address}:2380`).join(",")

const etcd = ({ address, name }: Machine, folder: string): ReadonlyArray<string> => [
  ...["etcd", "--name", name, "--data-dir", path.join(folder, "etcd")],
  ...["--listen-peer-urls", `http://${address}:2380`],
  ...["--initial-advertise-peer-urls", `http://${address}:2380`],
  ...["--listen-client-urls", `http://${address}:2379`],
  ...["--advertise-client-urls", `http://${address}:2379`],
  ...["--initial-cluster", peers, "--initial-cluster-state", "new"],
  ...["--heartbeat-interval", "100", "--election-timeout", "1000"]
]

/** Patroni's settings; JSON is valid YAML. The leader's key has the shortest allowed lifetime. */
const patroni = ({ address, name }: Machine, folder: string) => ({
  scope: "drill",
  name,
  restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
  etcd3: { hosts: Machines.all.map((machine) => `${machine.address}:2379`) },
  bootstrap: {
    dcs: {
      ...{ ttl: 20, loop_wait: 2, retry_timeout: 5, maximum_lag_on_failover: 1_048_576 },
      ...{ synchronous_mode: true, synchronous_mode_strict: true, master_start_timeout: 0 },
      postgresql: { use_pg_rewind: true }
    },
    initdb: [{ encoding: "UTF8" }, "data-checksums"],
    pg_hba: [
      "local all all trust",
      "host all all 10.77.0.0/24 md5",
      "host replication replicator 10.77.0.0/24 md5"
    ]
  },
  postgresql: {
    listen: `${address}:5432`,
    connect_address: `${address}:5432`,
    data_dir: path.join(folder, "data"),
    bin_dir: binDir,
    pgpass: path.join(folder, "pgpass"),
    authentication: {
      superuser: { username: "postgres", password },
      replication: { username: "replicator", password }
    },
    parameters: { unix_socket_directories: folder, max_connections: 60, shared_buffers: "64MB" }
  }
})

const proxy = (): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind ${Machines.host}:5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  timeout check 1s
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${Machines.all
  .map(({ address, name }) => `  server ${name} ${address}:5432 check port 8008`)
  .join("\n")}
`

const folderOf = (folder: string, { name }: Machine): string => path.join(folder, name)

/** Starts a machine's programs, for the first time or again. */
export const startOn = (machine: Machine, folder: string): void => {
  const machineFolder = folderOf(folder, machine)
  Machines.start(machine, path.join(machineFolder, "etcd.log"), ...etcd(machine, machineFolder))
  const settings = path.join(machineFolder, "patroni.yml")
  Machines.start(machine, path.join(machineFolder, "patroni.log"), "patroni", settings)
}

const askPatroni = async ({ address }: Machine): Promise<PatroniStatus | undefined> => {
  try {
    const answer = await fetch(`http://${address}:8008/patroni`, {
      signal: AbortSignal.timeout(1_000)
    })
    return (await answer.json()) as PatroniStatus
  } catch {
    return undefined
  }
}

/** Patroni's report about its machine. */
interface PatroniStatus {
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly replication?: ReadonlyArray<{ readonly state: string; readonly sync_state: string }>
}

export interface Primary {
  readonly machine: Machine
  readonly timeline: number
}

/** The primary, once both standbys stream from it and one of them synchronously. */
export const whole = (msMax = 120_000): Promise<Primary> =>
  Shell.until("a primary with two standbys, one of them synchronous", msMax, async () => {
    for (const machine of Machines.all) {
      const status = await askPatroni(machine)
      if (status?.role !== "master" || status.state !== "running") continue
      const streams = status.replication?.filter(({ state }) => state === "streaming") ?? []
      const isSafe = streams.some(({ sync_state }) => sync_state === "sync")
      if (streams.length === 2 && isSafe) return { machine, timeline: status.timeline ?? 0 }
    }
    return undefined
  })

/** Starts the programs of all machines and the proxy, and creates the service's database. */
export const start = async (folder: string): Promise<Primary> => {
  for (const machine of Machines.all) {
    const machineFolder = folderOf(folder, machine)
    fs.mkdirSync(machineFolder, { recursive: true, mode: 0o700 })
    fs.writeFileSync(
      path.join(machineFolder, "patroni.yml"),
      JSON.stringify(patroni(machine, machineFolder))
    )
    Shell.run("chown", "-R", "postgres:postgres", machineFolder)
    startOn(machine, folder)
  }
  const settings = path.join(folder, "haproxy.cfg")
  fs.writeFileSync(settings, proxy())
  Shell.start(path.join(folder, "haproxy.log"), "haproxy", ["-db", "-f", settings])
  const primary = await whole()
  const admin = `postgres://postgres:${password}@${primary.machine.address}/postgres`
  Shell.run("psql", "-q", admin, "-c", "create database payouts")
  return primary
}
