/**
 * The sandbox's master key, if `DATA_KEY` is not set: a file in `DATA_DIR`, made by the first start.
 * Production has none, because a key next to its data protects nothing.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { Effect, Redacted } from "effect"
import * as Cipher from "./Cipher.ts"
import { KeysRefused } from "./PersonKeys.ts"

const fileName = "data-key"

const isExisting = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "EEXIST"

/** Writes a new key, unless another process did. Only its owner may read the file. */
const write = async (file: string): Promise<void> => {
  const key = crypto.randomBytes(Cipher.keyBytes).toString("base64")
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    await fs.writeFile(file, `${key}\n`, { flag: "wx", mode: 0o600, flush: true })
  } catch (error) {
    if (!isExisting(error)) throw error
  }
}

export const read = (dataDir: string): Effect.Effect<Redacted.Redacted, KeysRefused> => {
  const file = path.join(dataDir, fileName)
  return Effect.tryPromise({
    try: async () => {
      await write(file)
      return Redacted.make((await fs.readFile(file, "utf8")).trim())
    },
    catch: (error) =>
      new KeysRefused({ message: `The data key in ${file} cannot be read or made (${error}).` })
  })
}
