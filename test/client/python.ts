/** The machine's Python 3, for the tests of the Python client. */
import { execFile, execFileSync } from "node:child_process"
import * as path from "node:path"
import * as process from "node:process"
import { promisify } from "node:util"

const modules = path.join(import.meta.dirname, "../../src/client/python")

const found = (command: string): ReadonlyArray<string> => {
  try {
    execFileSync(command, ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"])
    return [command]
  } catch {
    return []
  }
}

/** Debian's Python, or the first one on PATH; `undefined` if none is 3.9 or newer. */
export const command: string | undefined = ["/usr/bin/python3", "python3"].flatMap(found)[0]

/** Runs a script of this folder to its end, with warnings as errors. */
export const run = async (
  script: string,
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
): Promise<string> => {
  const file = path.join(import.meta.dirname, script)
  const { stdout } = await promisify(execFile)(
    command ?? "python3",
    ["-B", "-W", "error", file, ...words],
    { env: { PATH: process.env.PATH ?? "", PYTHONPATH: modules, ...environment } }
  )
  return stdout
}
