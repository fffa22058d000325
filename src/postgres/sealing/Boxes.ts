/**
 * The sealed part of a log entry: one box for each person that the entry is about, and one more for
 * a response about several people, which opens only with the keys of all. Boxes are bound to the
 * entry's clear form, to its partition and to their own position and number, so that none fits
 * another place.
 *
 *     box = key id (16 bytes) · length (4 bytes) · nonce · ciphertext · tag
 */
import { Result } from "effect"
import * as Cipher from "./Cipher.ts"

export const keyIdBytes = 16

const headBytes = keyIdBytes + 4

/** The id of a box that opens with the keys of all other boxes. */
export const jointId = Buffer.alloc(keyIdBytes)

/** The id of a box whose key was thrown away, because it has what the entry erases. */
export const thrownAwayId = Buffer.alloc(keyIdBytes, 0xff)

/** True for a box whose id is not the id of a key. */
export const isKeyless = (keyId: Uint8Array): boolean =>
  jointId.equals(keyId) || thrownAwayId.equals(keyId)

export interface Box {
  readonly keyId: Buffer
  readonly sealed: Buffer
}

/** Bytes with a number after them. */
const followedBy = (bytes: Uint8Array, place: number): Buffer => {
  const longer = Buffer.allocUnsafe(bytes.length + 4)
  longer.set(bytes)
  longer.writeUInt32BE(place, bytes.length)
  return longer
}

/** The associated data of an entry's boxes: the hash of its clear form, and its partition. */
export const binding = (partition: number, clearBody: string): Uint8Array =>
  followedBy(Cipher.hash(clearBody), partition)

/** The associated data of the box at a position. */
export const placed = followedBy

/** A text, and the key that seals it in a box. */
export interface Content {
  readonly keyId: Uint8Array
  readonly secret: Cipher.Secret
  readonly text: string
}

/** Seals texts in boxes, one after the other. */
export const seal = (binding: Uint8Array, contents: ReadonlyArray<Content>): Buffer => {
  let bytes = 0
  for (const { text } of contents) {
    bytes += headBytes + Cipher.overheadBytes + Buffer.byteLength(text)
  }
  const buffer = Buffer.allocUnsafe(bytes)
  const associated = placed(binding, 0)
  let at = 0
  for (let position = 0; position < contents.length; position++) {
    const { keyId, secret, text } = contents[position] as Content
    associated.writeUInt32BE(position, binding.length)
    const start = at + headBytes
    const end = Cipher.sealText({ key: secret, associated }, text, buffer, start)
    buffer.set(keyId, at)
    buffer.writeUInt32BE(end - start, start - 4)
    at = end
  }
  return buffer
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Boxes until the end, or until one is cut off. Returns the number of bytes read as well. */
const readAll = (buffer: Buffer): { readonly boxes: ReadonlyArray<Box>; readonly end: number } => {
  const boxes: Array<Box> = []
  let at = 0
  while (at + headBytes <= buffer.length) {
    const start = at + headBytes
    const end = start + buffer.readUInt32BE(start - 4)
    if (end > buffer.length) break
    boxes.push({ keyId: buffer.subarray(at, at + keyIdBytes), sealed: buffer.subarray(start, end) })
    at = end
  }
  return { boxes, end: at }
}

/** The ids of the keys that boxes need. */
export const keyIds = (bytes: Uint8Array): ReadonlyArray<Buffer> =>
  readAll(bufferOf(bytes)).boxes.flatMap(({ keyId }) => (keyId.equals(jointId) ? [] : [keyId]))

/** Reads boxes; fails if the bytes are anything else. */
export const read = (bytes: Uint8Array): Result.Result<ReadonlyArray<Box>, string> => {
  const buffer = bufferOf(bytes)
  const { boxes, end } = readAll(buffer)
  return end === buffer.length
    ? Result.succeed(boxes)
    : Result.fail("its sealed part was cut or extended")
}

/** The key of a box that opens with the keys of all these people. */
export const jointKey = (keys: ReadonlyArray<Uint8Array>) =>
  Cipher.secretOf(Cipher.hash(Buffer.concat([Buffer.from("joint\n"), ...keys])))
