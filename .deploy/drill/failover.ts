/**
 * Database failover under load. On three machines in network namespaces the primary is killed,
 * frozen and cut off while customers request quotes.
 */
import * as path from "node:path"
import * as Database from "./Database.ts"
import * as Load from "./Load.ts"
import * as Machines from "./Machines.ts"
import * as Service from "./Service.ts"
import * as Shell from "./Shell.ts"

export const packages = ["patroni", "etcd-server", "haproxy", "postgresql-15", "iproute2"]

const port = 18_080

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

/** Milliseconds until the machine comes back, which is after the failover. */
const backAfterMs = 45_000

const drill = async (fault: Fault, folder: string, load: Load.Load): Promise<void> => {
  const before = await Database.whole()
  const answered = load.responses.size
  load.mark()
  await fault.begin(before.machine)
  await Shell.pause(backAfterMs)
  fault.end(before.machine, folder)
  const after = await Database.whole()
  const silence = (load.silence() / 1_000).toFixed(1)
  const count = load.responses.size - answered
  const { name } = after.machine
  if (after.timeline === before.timeline) throw new Error(`${before.machine.name} was not replaced`)
  console.log(
    `${before.machine.name} ${fault.name}: ${name} took over (timeline ${after.timeline}); ` +
      `longest time without an answer ${silence} s; ${count} quotes in that time`
  )
}

export const run = async (folder: string, rounds: number): Promise<void> => {
  Machines.create()
  const { machine } = await Database.start(folder)
  console.log(`${machine.name} is the primary`)
  const service = Service.start({
    logFile: path.join(folder, "service.log"),
    ...{ databaseUrl: Database.url, port }
  })
  await Service.prints(service, /listening on/)
  const url = `http://127.0.0.1:${port}`
  const load = Load.start(url)
  for (let round = 0; round < rounds; round++) {
    for (const fault of faults) await drill(fault, folder, load)
  }
  await load.stop()
  await Service.audit(url, Database.url, load)
  await Service.stop(service)
  console.log(Service.verifyLog(Database.url))
}
