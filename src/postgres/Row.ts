/**
 * How an entry is written as a row, and the hash chain that binds each row to all before it. One
 * body is serialised once: the same text is hashed and stored.
 */
import { createHash } from "node:crypto"
import { Schema } from "effect"

/** A row of table `log`, as the driver gives it. */
export const Row = Schema.Struct({
  seq: Schema.BigInt,
  epoch: Schema.Number,
  hash: Schema.Uint8Array,
  body: Schema.String
})
export type Row = typeof Row.Type

export const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** What the first entry of a partition is chained to. */
export const genesis: Uint8Array = new Uint8Array(32)

/** The chained hash of an entry. */
export const hash = (
  previous: Uint8Array,
  place: { readonly partition: number; readonly seq: number; readonly epoch: number },
  body: string
): Uint8Array =>
  createHash("sha256")
    .update(previous)
    .update(`${place.partition}/${place.seq}/${place.epoch}\n`)
    .update(body)
    .digest()

export const sameHash = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index])
