/**
 * XChaCha20-Poly1305. Sealed bytes are a random nonce, ciphertext and tag. Bytes that have a unique
 * id are sealed under it without a nonce. Associated data is not stored: it must be the same when
 * the bytes are opened.
 *
 * The cipher is libsodium's, called once for each message. Node's own needs several objects for
 * each, which cost four times as much, and as much again when they are collected.
 */
import * as crypto from "node:crypto"
import { Result } from "effect"
import sodium from "sodium-native"

export const keyBytes = sodium.crypto_aead_xchacha20poly1305_ietf_KEYBYTES

const nonceBytes = sodium.crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
const tagBytes = sodium.crypto_aead_xchacha20poly1305_ietf_ABYTES

/** Bytes that sealing adds. */
export const overheadBytes = nonceBytes + tagBytes

/** Random bytes, drawn in larger pieces: one call of the generator costs as much as a seal. */
const pool = { bytes: Buffer.alloc(0), used: 0 }
const poolBytes = 4_096

/** Writes fresh random bytes to a part of a buffer. The pool keeps none of them. */
const fillRandom = (buffer: Buffer, start: number, end: number): void => {
  const bytes = end - start
  if (pool.used + bytes > pool.bytes.length) {
    pool.bytes = crypto.randomBytes(poolBytes)
    pool.used = 0
  }
  pool.bytes.copy(buffer, start, pool.used, pool.used + bytes)
  pool.bytes.fill(0, pool.used, pool.used + bytes)
  pool.used += bytes
}

/** Fresh random bytes: a key, or an id. At most a pool. */
export const randomBytes = (bytes: number): Buffer => {
  const buffer = Buffer.allocUnsafeSlow(bytes)
  fillRandom(buffer, 0, bytes)
  return buffer
}

/** A key, which no log or error shows. */
export class Secret {
  readonly #bytes: Buffer
  constructor(bytes: Uint8Array) {
    // Not of the shared pool, which a small buffer keeps whole.
    this.#bytes = Buffer.allocUnsafeSlow(bytes.length)
    this.#bytes.set(bytes)
  }
  static bytesOf(secret: Secret): Buffer {
    return secret.#bytes
  }
}

export const secretOf = (bytes: Uint8Array): Secret => new Secret(bytes)

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** A key, and the associated data of what it seals. */
export interface Sealing {
  readonly key: Secret
  readonly associated: Buffer
}

/** Encrypts a part of a buffer in place: the plain bytes, and room for a tag. */
const encrypt = ({ associated, key }: Sealing, nonce: Buffer, part: Buffer): void => {
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
    part,
    part.subarray(0, part.length - tagBytes),
    associated,
    null,
    nonce,
    Secret.bytesOf(key)
  )
}

/** The plain bytes of a ciphertext and its tag. */
const decrypt = (
  { associated, key }: Sealing,
  nonce: Uint8Array,
  part: Uint8Array
): Result.Result<Buffer, "changed"> => {
  const plain = Buffer.allocUnsafe(part.length - tagBytes)
  return Result.try({
    try: () => {
      sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        plain,
        null,
        bufferOf(part),
        associated,
        bufferOf(nonce),
        Secret.bytesOf(key)
      )
      return plain
    },
    catch: () => "changed" as const
  })
}

/** The nonce of the message that is sealed now: a view of each nonce would cost as much again. */
const nonce = Buffer.alloc(nonceBytes)

/** Seals a part of a buffer in place: room for a nonce, the plain bytes, and room for a tag. */
const sealInPlace = (sealing: Sealing, buffer: Buffer, start: number, end: number): void => {
  fillRandom(nonce, 0, nonceBytes)
  buffer.set(nonce, start)
  encrypt(sealing, nonce, buffer.subarray(start + nonceBytes, end))
}

export const seal = (key: Secret, associated: Uint8Array, plain: Uint8Array): Buffer => {
  const sealed = Buffer.allocUnsafe(overheadBytes + plain.length)
  sealed.set(plain, nonceBytes)
  sealInPlace({ key, associated: bufferOf(associated) }, sealed, 0, sealed.length)
  return sealed
}

/** Seals a text at a place in a buffer, without another copy of it. Returns the end. */
export const sealText = (sealing: Sealing, text: string, buffer: Buffer, start: number): number => {
  const plain = start + nonceBytes
  const end = plain + buffer.write(text, plain, "utf8") + tagBytes
  sealInPlace(sealing, buffer, start, end)
  return end
}

/** The plain bytes. Fails if the bytes were not sealed with this key and associated data. */
export const open = (
  key: Secret,
  associated: Uint8Array,
  sealed: Uint8Array
): Result.Result<Buffer, "changed"> =>
  sealed.length < overheadBytes
    ? Result.fail("changed")
    : decrypt(
        { key, associated: bufferOf(associated) },
        sealed.subarray(0, nonceBytes),
        sealed.subarray(nonceBytes)
      )

/** An id as a nonce. */
const nonceOf = (id: Uint8Array): Buffer => {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.set(id)
  return nonce
}

/** No associated data, because the nonce is bound already. */
const unassociated = Buffer.alloc(0)

/**
 * Seals bytes under an id, which is the nonce and is not stored with them. A key may seal only one
 * plain text under each id: two would show how they differ.
 */
export const sealUnder = (key: Secret, id: Uint8Array, plain: Uint8Array): Buffer => {
  const sealed = Buffer.allocUnsafe(plain.length + tagBytes)
  sealed.set(plain)
  encrypt({ key, associated: unassociated }, nonceOf(id), sealed)
  return sealed
}

/** The plain bytes. Fails if the bytes were not sealed with this key under this id. */
export const openUnder = (
  key: Secret,
  id: Uint8Array,
  sealed: Uint8Array
): Result.Result<Buffer, "changed"> =>
  sealed.length < tagBytes
    ? Result.fail("changed")
    : decrypt({ key, associated: unassociated }, nonceOf(id), sealed)

/** SHA-256 in one call, which takes a fraction of the time of an incremental hash. */
export const hash = (data: string | Uint8Array): Buffer =>
  Buffer.from(crypto.hash("sha256", data, "binary"), "latin1")

/** Bytes of a block of SHA-256. */
const blockBytes = 64

/**
 * HMAC-SHA256 with a key: a hash that tells nothing about the text to whoever lacks the key. It is
 * made of two hashes in one call each, which take a tenth of the time of Node's `createHmac`.
 */
export const keyedHash = (key: Uint8Array): ((text: string) => Buffer) => {
  const padded = (mask: number): Buffer =>
    Buffer.from(Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ mask))
  const [inner, outer] = [padded(0x36), padded(0x5c)]
  return (text) =>
    hash(Buffer.concat([outer, hash(Buffer.concat([inner, Buffer.from(text, "utf8")]))]))
}
