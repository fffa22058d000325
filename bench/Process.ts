/** A server in a process of its own, for as long as it is measured. */
import { spawn } from "node:child_process"
import * as path from "node:path"
import type * as Load from "./Load.ts"

const root = path.join(import.meta.dirname, "..")

export interface Running extends Load.Target {
  readonly stop: () => Promise<void>
}

/** Starts a file with this Node; ready when it says that it listens. */
export const start = (
  file: string,
  environment: Readonly<Record<string, string>>
): Promise<Running> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", ...environment },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const ended = new Promise<void>((done) => child.once("exit", () => done()))
    const stop = (): Promise<void> => {
      child.kill("SIGTERM")
      return ended
    }
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      if (text.length < 100_000) text += chunk.toString()
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
      if (port !== undefined) resolve({ host: "127.0.0.1", port: Number(port), stop })
    })
    ended.then(() => reject(new Error(`${file} ended before it listened:\n${text}`)))
  })
