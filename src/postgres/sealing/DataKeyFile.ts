/**
 * The sandbox's master key, if `DATA_KEY` is not set: a file in `DATA_DIR`, made by the first start.
 * Production has none, because a key next to its data protects nothing.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as process from "node:process"
import { Effect, Redacted } from "effect"
import * as Cipher from "./Cipher.ts"
import { KeysRefused } from "./PersonKeys.ts"

const fileName = "data-key"

const isExisting = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST"

/** Writes what a folder contains to the disk, so that a new name survives a power failure. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await fs.open(folder)
  await handle.sync()
  await handle.close()
}

/**
 * Makes the file, unless it is there. It gets its name when it is complete, so that another process
 * that starts reads a whole key. Only its owner may read it.
 */
const make = async (file: string): Promise<void> => {
  const folder = path.dirname(file)
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  const key = crypto.randomBytes(Cipher.keyBytes).toString("base64")
  await fs.writeFile(draft, `${key}\n`, { mode: 0o600, flush: true })
  try {
    await fs.link(draft, file)
    await syncFolder(folder)
  } catch (error) {
    if (!isExisting(error)) throw error
  } finally {
    await fs.unlink(draft)
  }
}

const readText = async (file: string): Promise<string> => {
  try {
    return await fs.readFile(file, "utf8")
  } catch {
    await make(file)
    return await fs.readFile(file, "utf8")
  }
}

const refused = (file: string, why: string) =>
  new KeysRefused({ message: `The data key in ${file} ${why}. Restore the file, or set DATA_KEY.` })

export const read = Effect.fn("DataKeyFile.read")(function* (dataDir: string) {
  const file = path.join(dataDir, fileName)
  const text = yield* Effect.tryPromise({
    try: () => readText(file),
    catch: (error) => refused(file, `cannot be read or made (${error})`)
  })
  const key = text.trim()
  if (Buffer.from(key, "base64").length !== Cipher.keyBytes) {
    return yield* refused(file, "is damaged")
  }
  return Redacted.make(key)
})
