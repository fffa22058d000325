/**
 * Deposit addresses by CREATE2 (EIP-1014): a pure function of the payout's id, a factory and the
 * hash of the forwarder's init code. No counter and no key: the address exists before anything is
 * deployed, and only the factory's forwarder can ever live there.
 */
import { Effect } from "effect"
import { createKeccak } from "hash-wasm"
import { type Hex, hexToBytes } from "viem"

export interface Factory {
  /** The contract that deploys forwarders. */
  readonly address: Hex
  /** keccak-256 of the forwarder's init code. */
  readonly initCodeHash: Hex
}

const saltStart = 21
/** Bytes of a salt: an id, filled up with zeros on the right. */
export const saltBytes = 32

const addressStart = 24

/** EIP-55: a letter is a capital where the digit of the address's own hash is 8 or more. */
const checksummed = (address: string, hash: string): string => {
  let text = "0x"
  for (let index = 0; index < address.length; index++) {
    const digit = address.charAt(index)
    text += hash.charCodeAt(index) >= 56 ? digit.toUpperCase() : digit
  }
  return text
}

/**
 * The checksummed address of a payout's deposits. Its salt is the payout's id, padded with zeros to
 * 32 bytes. What is hashed, 0xff ‖ factory ‖ salt ‖ init code hash, is laid out once and only the
 * salt written per payout. The hash is WebAssembly: an eighth of the time of one in JavaScript, on
 * the path of every creation.
 */
export const make = Effect.fnUntraced(function* (factory: Factory) {
  const hasher = yield* Effect.promise(() => createKeccak(256))
  const keccak = (data: string | Uint8Array): string => hasher.init().update(data).digest("hex")
  const preimage = new Uint8Array(saltStart + saltBytes + 32)
  preimage[0] = 0xff
  preimage.set(hexToBytes(factory.address), 1)
  preimage.set(hexToBytes(factory.initCodeHash), saltStart + saltBytes)
  const salt = preimage.subarray(saltStart, saltStart + saltBytes)
  const utf8 = new TextEncoder()
  return (payoutId: string): string => {
    const { read, written } = utf8.encodeInto(payoutId, salt)
    if (read !== payoutId.length) throw new Error(`The id ${payoutId} does not fit into a salt`)
    salt.fill(0, written)
    const address = keccak(preimage).slice(addressStart)
    return checksummed(address, keccak(address))
  }
})
