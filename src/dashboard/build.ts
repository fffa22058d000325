/**
 * Builds the page into `.build/dashboard`, with compressed copies beside each file, and does
 * nothing when nothing changed: it runs before every start and every test.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as zlib from "node:zlib"

const root = path.join(import.meta.dirname, "../..")
const out = path.join(root, ".build/dashboard")
const hashFile = path.join(out, ".hash")

/** What the page is made of: roles are the domain's, calls and types the client's. */
const sources = ["src/dashboard", "src/client", "src/domain/account/Role.ts", "package-lock.json"]

const filesOf = (place: string): ReadonlyArray<string> =>
  fs.statSync(place).isDirectory()
    ? fs
        .readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
    : [place]

const hashOf = (): string => {
  const hash = crypto.createHash("sha256")
  for (const place of sources.map((each) => path.join(root, each)).filter(fs.existsSync)) {
    for (const file of filesOf(place)) {
      hash.update(`${path.relative(root, file)}\0`).update(fs.readFileSync(file))
    }
  }
  return hash.digest("hex")
}

const readHash = (): string | undefined => {
  try {
    return fs.readFileSync(hashFile, "utf8")
  } catch {
    return undefined
  }
}

const compress = (file: string): void => {
  const bytes = fs.readFileSync(file)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }))
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }))
}

const hasVite = (): boolean => {
  try {
    import.meta.resolve("vite")
    return true
  } catch {
    return false
  }
}

const build = async (hash: string): Promise<void> => {
  // Only here, so that being up to date costs no start of the bundler.
  const vite = await import("vite")
  const configFile = path.join(import.meta.dirname, "vite.config.ts")
  await vite.build({ configFile, logLevel: "warn" })
  for (const file of filesOf(out)) compress(file)
  // Last: a build that was cut off is done again.
  fs.writeFileSync(hashFile, hash)
}

const hash = hashOf()
if (readHash() !== hash) {
  if (hasVite()) await build(hash)
  else console.error("vite is not installed: the dashboard stays as it was built before")
}
