/**
 * `npm run drill`: the database fails over under the service. On three machines in network
 * namespaces the primary is killed, frozen and cut off while customers ask for quotes; afterwards
 * every answer must be given again, byte for byte, and the log must verify.
 *
 * It runs on Debian as root, installs what it needs, and leaves neither processes nor networks.
 * `npm run drill -- 3` makes three rounds of each fault.
 */
import type { ChildProcess } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Database from "./Database.ts"
import * as Load from "./Load.ts"
import * as Machines from "./Machines.ts"
import * as Shell from "./Shell.ts"

const root = path.join(import.meta.dirname, "../..")

const packages = ["patroni", "etcd-server", "haproxy", "postgresql-15", "iproute2"]

const install = (): void => {
  try {
    Shell.run("dpkg", "-s", ...packages)
  } catch {
    console.log(`Installing ${packages.join(", ")}`)
    Shell.run("apt-get", "update")
    Shell.run("apt-get", "install", "-y", "--no-install-recommends", ...packages)
  }
}

interface Service {
  readonly url: string
  readonly child: ChildProcess
}

/** Starts the program on the database behind the proxy. */
const startService = async (folder: string): Promise<Service> => {
  const logFile = path.join(folder, "service.log")
  const environment = {
    ...{ PORT: "0", DATABASE_URL: Database.url, SANDBOX_API_KEY: Load.key, RATE_LIMITS: "off" },
    ...{ DATA_DIR: folder, QUOTE_TTL: "1 hour" }
  }
  const child = Shell.start(logFile, process.execPath, ["src/main.ts"], environment)
  const url = await Shell.until("the service listens", 60_000, () => {
    if (child.exitCode !== null) throw new Error(fs.readFileSync(logFile, "utf8"))
    return /listening on (http:\/\/\S+)/.exec(fs.readFileSync(logFile, "utf8"))?.[1]
  })
  return { url, child }
}

interface Fault {
  readonly name: string
  readonly begin: (machine: Machines.Machine) => Promise<void> | void
  readonly end: (machine: Machines.Machine, folder: string) => void
}

const faults: ReadonlyArray<Fault> = [
  { name: "killed", begin: Machines.kill, end: Database.startOn },
  { name: "frozen", begin: Machines.freeze, end: Machines.thaw },
  { name: "cut off", begin: Machines.cutOff, end: Machines.reconnect }
]

/** How long after the fault its machine comes back, milliseconds: the others have taken over. */
const backAfterMs = 45_000

const drill = async (fault: Fault, folder: string, load: Load.Load): Promise<void> => {
  const before = await Database.whole()
  const answered = load.answered.size
  load.mark()
  await fault.begin(before.machine)
  await Shell.pause(backAfterMs)
  fault.end(before.machine, folder)
  const after = await Database.whole()
  const silence = (load.silence() / 1_000).toFixed(1)
  const count = load.answered.size - answered
  const { name } = after.machine
  if (after.timeline === before.timeline) throw new Error(`${before.machine.name} was not replaced`)
  console.log(
    `${before.machine.name} ${fault.name}: ${name} took over (timeline ${after.timeline}); ` +
      `longest time without an answer ${silence} s; ${count} quotes meanwhile`
  )
}

/** Asks for everything again: nothing may be lost, and nothing may be there twice. */
const audit = async ({ child, url }: Service, load: Load.Load): Promise<void> => {
  if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
  for (const [name, body] of load.answered) {
    const again = await Load.ask(url, name)
    if (again !== body) throw new Error(`${name} was answered ${body}, and now ${again}`)
  }
  const statement = `select count(*) from log where body like '%"_tag":"QuoteCreated"%'`
  const inLog = Number(Shell.run("psql", "-qtA", Database.url, "-c", statement))
  if (inLog !== load.answered.size) {
    throw new Error(`${load.answered.size} quotes were answered, ${inLog} are in the log`)
  }
  console.log(`${inLog} quotes answered, ${inLog} in the log, each answered again with its bytes`)
}

const verify = (): void => {
  const env = { ...process.env, DATABASE_URL: Database.url }
  const command = [path.join(root, "src/cli/main.ts"), "log", "verify"]
  const words = Object.entries(env).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  console.log(Shell.run("env", ...words, process.execPath, ...command).trim())
}

const main = async (rounds: number): Promise<void> => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    throw new Error("the drill makes network namespaces: run it as root on Debian")
  }
  install()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-drill-"))
  fs.chmodSync(folder, 0o711)
  Machines.create()
  try {
    const { machine } = await Database.start(folder)
    console.log(`${machine.name} is the primary`)
    const service = await startService(folder)
    const load = Load.start(service.url)
    for (let round = 0; round < rounds; round++) {
      for (const fault of faults) await drill(fault, folder, load)
    }
    await load.stop()
    await audit(service, load)
    service.child.kill("SIGTERM")
    await Shell.until("the service's end", 20_000, () => service.child.exitCode ?? undefined)
    verify()
  } finally {
    Shell.endAll()
    Machines.remove()
    console.log(`Logs of all: ${folder}`)
  }
}

await main(Number(process.argv[2] ?? 1))
