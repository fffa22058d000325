/**
 * Builds the page into `.build/dashboard`, with a compressed copy of each file. It runs before
 * every start and every test, so it does nothing if nothing changed.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import * as zlib from "node:zlib"

const root = path.join(import.meta.dirname, "../..")
const out = path.join(root, ".build/dashboard")
const hashFile = path.join(out, ".hash")

/** Sources of the page. The client defines requests and types, and the domain defines tables. */
const sources = [
  ...["src/dashboard", "src/client", "package-lock.json"],
  ...["src/domain/account/Role.ts", "src/domain/Country.ts", "src/domain/PartyLimits.ts"]
]

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
  // The import is here, so that an up-to-date build does not load the bundler.
  const vite = await import("vite")
  const configFile = path.join(import.meta.dirname, "vite.config.ts")
  await vite.build({ configFile, logLevel: "warn" })
  for (const file of filesOf(out)) compress(file)
  // The hash is written last, so that an interrupted build starts again.
  fs.writeFileSync(hashFile, hash)
}

const hash = hashOf()
if (readHash() !== hash) {
  if (hasVite()) await build(hash)
  else console.error("vite is not installed: the dashboard stays as it was built before")
}
