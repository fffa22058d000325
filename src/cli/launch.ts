#!/usr/bin/env node
/**
 * The installed `payout-service`. It is written for Node 18, and runs the commands on Node 24: on
 * this one, or in a process of the one that npm installed. `start` runs the service itself.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { createRequire } from "node:module"
import * as path from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { launch as Words } from "./Words.ts"

/** The service and the commands use what Node 24 brought. */
const majorMin = 24

/** As in the repository's `npm start`; the last ones give memory back to the system. */
const serviceFlags = [
  ...["--max-semi-space-size=8", "--no-allocation-site-pretenuring"],
  ...["--heap-growing-percent=100", "--expose-gc"]
]

/** Signals that end a program: the service drains on the first two. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

const isModern = Number.parseInt(process.versions.node, 10) >= majorMin
const isService = process.argv[2] === "start"

/** Environment variable that tells the started process not to start another. */
const mark = "PAYOUT_SERVICE_LAUNCHED"

const bundled = (): string | undefined => {
  const name = `node-${process.platform}-${process.arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return path.join(path.dirname(manifest), "bin/node")
  } catch {
    return undefined
  }
}

const fail = (): void => {
  process.exitCode = 1
  const { arch, platform, versions } = process
  const words = Words.needsNode({ majorMin, version: versions.node, platform, arch })
  process.stderr.write(`${words}\n`)
}

/** A terminal sends its Ctrl-C to both processes: passed on, it would arrive twice. */
const isSentToBoth = (signal: NodeJS.Signals): boolean =>
  signal === "SIGINT" && process.stdin.isTTY === true

const follow = (child: ChildProcess): void => {
  const pass = (signal: NodeJS.Signals): void => {
    if (!isSentToBoth(signal)) child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  child.once("error", fail)
  child.once("exit", (code, signal) => {
    for (const each of signals) process.off(each, pass)
    if (signal === null) process.exitCode = code ?? 1
    else process.kill(process.pid, signal)
  })
}

const relaunch = (node: string): void => {
  const flags = isService ? serviceFlags : []
  const script = fileURLToPath(import.meta.url)
  follow(
    spawn(node, [...flags, script, ...process.argv.slice(2)], {
      env: { ...process.env, [mark]: "yes" },
      // The channel carries nothing: it closes when this process is killed.
      stdio: ["inherit", "inherit", "inherit", "ipc"]
    })
  )
}

const run = async (): Promise<void> => {
  if (process.channel !== undefined) {
    process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
    process.channel.unref()
  }
  delete process.env[mark]
  await (isService ? import("../main.ts") : import("./main.ts"))
}

const node = isModern ? process.execPath : bundled()
const isLaunched = process.env[mark] !== undefined && process.channel !== undefined
if (isModern && (isLaunched || !isService)) await run()
else if (node === undefined || isLaunched) fail()
else relaunch(node)
