/** A real Chromium: one that is installed, or the one from npm (Linux x64). */
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

/** The package that brings one. */
const entry = fileURLToPath(import.meta.resolve("@sparticuz/chromium"))

const unpacking = `import(${JSON.stringify(entry)}).then(({ default: it }) => it.executablePath())`

/**
 * The package unpacks its program into the folder of temporary files. Each process does so in a
 * folder of its own and renames that: of test files that begin together, none starts a program that
 * another is still writing.
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
      // Another process was faster.
      if (!fs.existsSync(folder)) throw error
    }
  }
  return path.join(folder, "chromium")
}

/** The package's own runs on Linux x64 alone. */
export const find = async (): Promise<Program | undefined> => {
  const path = installed.find((each) => each !== "" && fs.existsSync(each))
  if (path !== undefined) return { path, args: quietly }
  if (process.platform !== "linux" || os.arch() !== "x64") return undefined
  // Not its own arguments: those switch off what a page is to be protected by.
  return { path: unpacked(), args: [...quietly, "--no-zygote"] }
}

const withoutPageCache = "--disable-back-forward-cache"

/** `keepsPages`: as outside of tests, pages that are left stay for the button Back. */
export const launch = ({ args, path }: Program, keepsPages = false): Promise<Browser> =>
  chromium.launch({
    ...{ executablePath: path, args: [...args], headless: true },
    ignoreDefaultArgs: keepsPages ? [withoutPageCache] : []
  })
