/**
 * Third-party programs, from this folder's package: `npm ci --prefix test/interoperability`.
 * Without it these tests are skipped with a message. `.ci/run` installs it and requires them.
 */
import { type ChildProcess, execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as process from "node:process"

const folder = import.meta.dirname

export const areInstalled = fs.existsSync(path.join(folder, "node_modules"))

if (!areInstalled && process.env.INTEROPERABILITY_TESTS === "required") {
  throw new Error("npm ci --prefix test/interoperability has not run")
}

export interface Outcome {
  readonly code: number
  readonly output: string
}

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
})

const file = (name: string): string => path.join(folder, "node_modules/.bin", name)

/** Runs one of the programs to its end. */
export const run = (
  name: string,
  words: ReadonlyArray<string>,
  cwd: string = folder
): Promise<Outcome> =>
  new Promise((resolve) => {
    const options = { cwd, env: environment(), timeout: 120_000, maxBuffer: 64 * 1024 * 1024 }
    execFile(file(name), words, options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` })
    )
  })

/** Starts one of the programs, and resolves once `isReady` holds for its output. */
export const start = (
  name: string,
  words: ReadonlyArray<string>,
  isReady: (output: string) => boolean
): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = execFile(file(name), words, { cwd: folder, env: environment() })
    let output = ""
    const read = (text: string): void => {
      output += text
      if (isReady(output)) resolve(child)
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", read)
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}:\n${output}`)))
  })
