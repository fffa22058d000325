/** A process that runs an embedded server and writes rows, for tests that kill it. */
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import * as ServerProcess from "../../src/postgres/server/ServerProcess.ts"
import { patienceMs } from "../support/patience.ts"

const root = path.join(import.meta.dirname, "../..")

/** A Node.js process that runs the server and writes rows. The test's scope kills it. */
export const holder = (
  dataDir: string,
  options: { readonly checkout?: string; readonly env?: Record<string, string> } = {}
) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const fixture = path.join(root, "test/postgres/fixtures/holder.ts")
      const module = path.join(options.checkout ?? root, "src/postgres/server/EmbeddedServer.ts")
      return spawn(process.execPath, [fixture, dataDir, module], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, ...options.env }
      })
    }),
    // The server ends after its holder, and its folder can be removed only then.
    (child) => Effect.andThen(kill(child), Effect.orDie(serverGone(dataDir)))
  )

/** Waits until the server that last wrote the folder's lock file has ended. */
const serverGone = Effect.fnUntraced(function* (dataDir: string) {
  const pid = Number((yield* readLock(dataDir)).split("\n")[0])
  if (pid > 0) {
    yield* ServerProcess.pollUntil(
      Effect.map(ServerProcess.look(pid), (found) => found === undefined)
    )
  }
}, Effect.timeout(patienceMs))

/** The folder's lock file. Empty if there is none. */
const readLock = (dataDir: string) =>
  Effect.promise(() => fs.readFile(lockFile(dataDir), "utf8").catch(() => ""))

/** Kills a process with SIGKILL, and waits for its end. */
export const kill = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGKILL")
  })

/** Reads the holder's lines until `enough`, and returns the last. */
export const readUntil = (child: ChildProcess, enough: (line: string) => boolean) =>
  Effect.callback<string, Error>((resume) => {
    if (child.stdout === null) return resume(Effect.fail(new Error("no output")))
    const lines = createInterface({ input: child.stdout })
    lines.on("line", (line) => {
      if (enough(line)) resume(Effect.succeed(line))
    })
    lines.once("close", () => resume(Effect.fail(new Error("the holder ended"))))
  })

export const lockFile = (dataDir: string) => path.join(dataDir, "postgres/postmaster.pid")
