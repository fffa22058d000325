/** A real Chromium: an installed one, or the one from npm (Linux x64). */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
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

/** The npm package that contains Chromium. */
const entry = fileURLToPath(import.meta.resolve("@sparticuz/chromium"))

const unpacking = `import(${JSON.stringify(entry)}).then(({ default: it }) => it.executablePath())`

/**
 * The package unpacks its program into the temporary folder. Each process unpacks into a separate
 * folder and renames it, so that no test file starts a program that another one is still writing.
 */
const unpacked = (): string => {
  const { version } = JSON.parse(fs.readFileSync(path.join(entry, "../../package.json"), "utf8"))
  const folder = path.join(os.tmpdir(), `payout-chromium-${version}`)
  if (!fs.existsSync(folder)) {
    const own = fs.mkdtempSync(`${folder}-`)
    execFileSync(process.execPath, ["-e", unpacking], { env: { ...process.env, TMPDIR: own } })
    try {
      fs.renameSync(own, folder)
    } catch (error) {
      fs.rmSync(own, { recursive: true })
      // Another process renamed its folder first.
      if (!fs.existsSync(folder)) throw error
    }
  }
  return path.join(folder, "chromium")
}

/** Chromium from the package runs on Linux x64 alone. */
export const find = async (): Promise<Program | undefined> => {
  const path = installed.find((each) => each !== "" && fs.existsSync(each))
  if (path !== undefined) return { path, args: quietly }
  if (process.platform !== "linux" || os.arch() !== "x64") return undefined
  // The package's arguments are not used, because they disable protections of pages.
  return { path: unpacked(), args: [...quietly, "--no-zygote"] }
}

const withoutPageCache = "--disable-back-forward-cache"

/**
 * Starts Chromium. With `keepsPages`, pages that were left stay in memory for the button Back, as
 * they do outside tests.
 */
export const launch = ({ args, path }: Program, keepsPages = false): Promise<Browser> =>
  chromium.launch({
    ...{ executablePath: path, args: [...args], headless: true },
    ignoreDefaultArgs: keepsPages ? [withoutPageCache] : []
  })
