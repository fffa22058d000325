/**
 * Runs before and after `npm pack`. Node does not run TypeScript below `node_modules`, so the
 * package has compiled code in `dist`, and its `package.json` points there. Afterwards the
 * repository's `package.json` is restored, which points to the sources.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"

const root = new URL("../../", import.meta.url)
const file = new URL("package.json", root)
const dist = new URL("dist", root)

/** Lines of `package.json` in the repository, with their replacements in the package. */
const entryPoints: ReadonlyArray<readonly [string, string]> = [
  [
    '"./client": "./src/client/main.ts"',
    '"./client": { "types": "./dist/client/main.d.ts", "default": "./dist/client/main.js" }'
  ],
  ['"payout-service": "src/cli/launch.ts"', '"payout-service": "dist/cli/launch.js"']
]

const replace = (pairs: ReadonlyArray<readonly [string, string]>): void => {
  const before = fs.readFileSync(file, "utf8")
  const after = pairs.reduce((text, [from, to]) => {
    // A package with only some of the changes would not start.
    if (!text.includes(from) && !text.includes(to)) throw new Error(`package.json lacks ${from}`)
    return text.replace(from, to)
  }, before)
  if (after !== before) fs.writeFileSync(file, after)
}

const restore = (): void => {
  replace(entryPoints.map(([source, built]) => [built, source]))
  fs.rmSync(dist, { recursive: true, force: true })
}

const build = (): void => {
  fs.rmSync(dist, { recursive: true, force: true })
  const project = "src/tools/tsconfig.package.json"
  execFileSync("tsc", ["--project", project], { cwd: root, stdio: "inherit" })
  replace(entryPoints)
}

if (process.argv[2] === "restore") restore()
else build()
