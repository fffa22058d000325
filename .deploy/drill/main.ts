/**
 * `npm run drill -- failover|pair|cluster|owners|nodes|upgrade|image [rounds]`
 *
 * The service or its surroundings fail under load. Afterwards every response must be in the logs
 * once, and the logs must verify.
 *
 * All drills except `nodes` and `upgrade` need Debian and root, and install their packages. They
 * leave no processes or networks.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Machines from "./Machines.ts"
import * as Shell from "./Shell.ts"

interface Drill {
  readonly packages: ReadonlyArray<string>
  readonly run: (folder: string, rounds: number) => Promise<void>
}

const drills: Readonly<Record<string, () => Promise<Drill>>> = {
  failover: () => import("./failover.ts"),
  pair: () => import("./pair.ts"),
  cluster: () => import("./cluster.ts"),
  owners: () => import("./owners.ts"),
  nodes: () => import("./nodes.ts"),
  upgrade: () => import("./upgrade.ts"),
  image: () => import("./image.ts")
}

const install = (packages: ReadonlyArray<string>): void => {
  if (packages.length === 0) return
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    throw new Error("The drill starts separate servers. Run it as root on Debian.")
  }
  try {
    Shell.run("dpkg", "-s", ...packages)
  } catch {
    console.log(`Installing ${packages.join(", ")}`)
    Shell.run("apt-get", "update")
    Shell.run("apt-get", "install", "-y", "--no-install-recommends", ...packages)
  }
}

const main = async (name: string | undefined, rounds: number): Promise<void> => {
  const load = drills[name ?? ""]
  if (load === undefined) throw new Error(`give one of: ${Object.keys(drills).join(", ")}`)
  const drill = await load()
  install(drill.packages)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-drill-"))
  // PostgreSQL's user must reach its folder in it.
  fs.chmodSync(folder, 0o711)
  try {
    await drill.run(folder, rounds)
  } finally {
    Shell.endAll()
    Machines.remove()
    console.log(`Logs of all: ${folder}`)
  }
}

await main(process.argv[2], Number(process.argv[3] ?? 1))
