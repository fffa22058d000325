/**
 * Three machines as network namespaces on a bridge. A machine is killed, frozen or cut off with
 * everything that runs in it.
 */
import type { ChildProcess } from "node:child_process"
import * as Shell from "./Shell.ts"

const bridge = "drill0"

/** The host's address on the bridge, where HAProxy and the service run. */
export const host = "10.77.0.1"

export interface Machine {
  readonly name: string
  readonly address: string
}

export const all: ReadonlyArray<Machine> = [1, 2, 3].map((number) => ({
  name: `drill${number}`,
  address: `10.77.0.1${number}`
}))

/** Name of the end of a machine's cable that is in the bridge. */
const cable = ({ name }: Machine): string => `${name}h`

const { run } = Shell

export const create = (): void => {
  remove()
  run("ip", "link", "add", bridge, "type", "bridge")
  run("ip", "addr", "add", `${host}/24`, "dev", bridge)
  run("ip", "link", "set", bridge, "up")
  for (const machine of all) {
    const { address, name } = machine
    run("ip", "netns", "add", name)
    run("ip", "link", "add", cable(machine), "type", "veth", "peer", "name", "eth0", "netns", name)
    run("ip", "link", "set", cable(machine), "master", bridge, "up")
    run("ip", "-n", name, "addr", "add", `${address}/24`, "dev", "eth0")
    run("ip", "-n", name, "link", "set", "eth0", "up")
    run("ip", "-n", name, "link", "set", "lo", "up")
  }
}

const processes = ({ name }: Machine): ReadonlyArray<number> =>
  run("ip", "netns", "pids", name).split("\n").filter(Boolean).map(Number)

const signal = (machine: Machine, name: NodeJS.Signals): void => {
  for (const pid of processes(machine)) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended in the meantime.
    }
  }
}

/** Ends everything in a machine at once, as a power failure does. */
export const kill = async (machine: Machine): Promise<void> => {
  await Shell.until(`the end of ${machine.name}`, 10_000, () => {
    signal(machine, "SIGKILL")
    return processes(machine).length === 0 ? true : undefined
  })
}

export const freeze = (machine: Machine): void => signal(machine, "SIGSTOP")
export const thaw = (machine: Machine): void => signal(machine, "SIGCONT")

export const cutOff = (machine: Machine): void =>
  void run("ip", "link", "set", cable(machine), "down")
export const reconnect = (machine: Machine): void =>
  void run("ip", "link", "set", cable(machine), "up")

/** Starts a process in the machine, as PostgreSQL's user. */
export const start = (
  { name }: Machine,
  logFile: string,
  ...words: ReadonlyArray<string>
): ChildProcess =>
  Shell.start(logFile, "ip", [
    ...["netns", "exec", name, "setpriv", "--reuid", "postgres", "--regid", "postgres"],
    ...["--init-groups", ...words]
  ])

/** Ends and removes all machines, and ignores missing ones. */
export const remove = (): void => {
  for (const machine of all) {
    try {
      signal(machine, "SIGKILL")
    } catch {
      continue
    }
    Shell.attempt("ip", "netns", "del", machine.name)
    Shell.attempt("ip", "link", "del", cable(machine))
  }
  Shell.attempt("ip", "link", "del", bridge)
}
