/**
 * Deposit addresses by CREATE2 (EIP-1014): a pure function of the payout's id, a factory and the
 * hash of the forwarder's init code. There is no counter and no key. The address exists before
 * anything is deployed, and only the factory's forwarder can ever be deployed to it.
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

/** The first byte of an address in a hash, whose last bytes it is. */
const addressStart = 12
const addressBytes = 20

/** ASCII codes of hex digits, by their value. */
const lowerDigits = Buffer.from("0123456789abcdef")
const upperDigits = Buffer.from("0123456789ABCDEF")

/**
 * Writes bytes as hex digits in ASCII. A digit becomes a capital if the digit of `capitals` at the
 * same position is 8 or more.
 */
const writeHex = (into: Uint8Array, bytes: Uint8Array, capitals: Uint8Array | undefined): void => {
  for (let at = 0; at < 2 * addressBytes; at++) {
    const shift = at % 2 === 0 ? 4 : 0
    const digit = ((bytes[at >> 1] as number) >> shift) & 0xf
    const isCapital = capitals !== undefined && (((capitals[at >> 1] as number) >> shift) & 8) !== 0
    into[at] = (isCapital ? upperDigits : lowerDigits)[digit] as number
  }
}

/**
 * The checksummed address of a payout's deposits. Its salt is the payout's id, padded with zeros to
 * 32 bytes. The hashed bytes, 0xff ‖ factory ‖ salt ‖ init code hash, are laid out once and only
 * the salt is written per payout. The text is made once, from bytes. The hash is WebAssembly: an
 * eighth of the time of one in JavaScript, on the path of every creation.
 */
export const make = Effect.fnUntraced(function* (factory: Factory) {
  const hasher = yield* Effect.promise(() => createKeccak(256))
  const keccak = (data: Uint8Array): Uint8Array => hasher.init().update(data).digest("binary")
  const preimage = new Uint8Array(saltStart + saltBytes + 32)
  preimage[0] = 0xff
  preimage.set(hexToBytes(factory.address), 1)
  preimage.set(hexToBytes(factory.initCodeHash), saltStart + saltBytes)
  const salt = preimage.subarray(saltStart, saltStart + saltBytes)
  const utf8 = new TextEncoder()
  const text = Buffer.from(`0x${"0".repeat(2 * addressBytes)}`)
  const digits = text.subarray(2)
  return (payoutId: string): string => {
    const { read, written } = utf8.encodeInto(payoutId, salt)
    if (read !== payoutId.length) throw new Error(`The id ${payoutId} does not fit into a salt`)
    salt.fill(0, written)
    const address = keccak(preimage).subarray(addressStart)
    writeHex(digits, address, undefined)
    // EIP-55: a letter is a capital if the digit of the hash of the address's own text is 8 or
    // more.
    writeHex(digits, address, keccak(digits))
    return text.toString("latin1")
  }
})
