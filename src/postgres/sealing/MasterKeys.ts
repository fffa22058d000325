/**
 * The master keys of `DATA_KEY`, which wrap the keys of people. The first wraps new ones. The
 * others open what they wrapped, until a rotation has wrapped all keys again. Wrapped bytes begin
 * with the mark of their master key.
 */
import { Redacted, Result } from "effect"
import * as Cipher from "./Cipher.ts"

/** Bytes of a mark. */
export const markBytes = 4

/** A key of `DATA_KEY`. */
export interface MasterKey {
  /** Tells keys apart and nothing about the key: the beginning of its hash. */
  readonly mark: Buffer
  readonly secret: Cipher.Secret
}

export type MasterKeys = readonly [MasterKey, ...ReadonlyArray<MasterKey>]

const masterKey = (text: Redacted.Redacted): MasterKey => {
  const bytes = Buffer.from(Redacted.value(text), "base64")
  return { mark: Cipher.hash(bytes).subarray(0, markBytes), secret: Cipher.secretOf(bytes) }
}

/** The keys of `DATA_KEY`, each 32 bytes in base64. */
export const make = ([first, ...rest]: readonly [
  Redacted.Redacted,
  ...ReadonlyArray<Redacted.Redacted>
]): MasterKeys => [masterKey(first), ...rest.map(masterKey)]

/** The mark of the master key that wraps new keys. */
export const currentMark = ([{ mark }]: MasterKeys): Uint8Array => mark

/** True for a key that the first master key wrapped. */
export const isCurrent = ([{ mark }]: MasterKeys, wrapped: Uint8Array): boolean =>
  mark.equals(wrapped.subarray(0, markBytes))

/** Wraps a key. `id` must be of this key alone, and the bytes open under no other id. */
export const wrap = ([{ mark, secret }]: MasterKeys, id: Uint8Array, key: Uint8Array): Buffer =>
  Buffer.concat([mark, Cipher.sealUnder(secret, id, key)])

/**
 * Wraps a key that has a name instead of an id. The name is the same in every database, and
 * databases may share a master key, so the nonce is random and stored.
 */
export const wrapNamed = (
  [{ mark, secret }]: MasterKeys,
  name: Uint8Array,
  key: Uint8Array
): Buffer => Buffer.concat([mark, Cipher.seal(secret, name, key)])

const unwrapWith =
  (open: typeof Cipher.open) =>
  (
    keys: MasterKeys,
    idOrName: Uint8Array,
    wrapped: Uint8Array
  ): Result.Result<Buffer, "unknown" | "changed"> => {
    const mark = wrapped.subarray(0, markBytes)
    const master = keys.find((key) => key.mark.equals(mark))
    return master === undefined
      ? Result.fail("unknown")
      : open(master.secret, idOrName, wrapped.subarray(markBytes))
  }

/** The key; fails if none of the master keys wrapped it, or if it was changed. */
export const unwrap = unwrapWith(Cipher.openUnder)

/** The key with this name; fails like `unwrap`. */
export const unwrapNamed = unwrapWith(Cipher.open)
