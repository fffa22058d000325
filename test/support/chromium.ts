/** A real Chromium: one that is installed, or the one from npm (Linux x64). */
import * as fs from "node:fs"
import * as os from "node:os"
import packaged from "@sparticuz/chromium"
import { type Browser, chromium } from "playwright-core"

const installed = [
  process.env.CHROMIUM_PATH ?? "",
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
]

const quietly = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"]
]

export interface Program {
  readonly path: string
  readonly args: ReadonlyArray<string>
}

/** The package's own runs on Linux x64 alone. */
export const find = async (): Promise<Program | undefined> => {
  const path = installed.find((each) => each !== "" && fs.existsSync(each))
  if (path !== undefined) return { path, args: quietly }
  if (process.platform !== "linux" || os.arch() !== "x64") return undefined
  // Not its own arguments: those switch off what a page is to be protected by.
  return { path: await packaged.executablePath(), args: [...quietly, "--no-zygote"] }
}

export const launch = ({ args, path }: Program): Promise<Browser> =>
  chromium.launch({ executablePath: path, args: [...args], headless: true })
