/**
 * Deposit addresses by CREATE2 (EIP-1014): a pure function of the payout's id, a factory and the
 * hash of the forwarder's init code. No counter and no key: the address exists before anything is
 * deployed, and only the factory's forwarder can ever live there.
 */
import { checksumAddress, type Hex, hexToBytes, keccak256 } from "viem"

export interface Factory {
  /** The contract that deploys forwarders. */
  readonly address: Hex
  /** keccak-256 of the forwarder's init code. */
  readonly initCodeHash: Hex
}

const saltStart = 21
const saltBytes = 32

/**
 * The checksummed address of a payout's deposits. Its salt is the payout's id, padded with zeros to
 * 32 bytes. What is hashed, 0xff ‖ factory ‖ salt ‖ init code hash, is laid out once and only the
 * salt written per payout: half the time of assembling it anew, on the path of every creation.
 */
export const make = (factory: Factory): ((payoutId: string) => string) => {
  const preimage = new Uint8Array(saltStart + saltBytes + 32)
  preimage[0] = 0xff
  preimage.set(hexToBytes(factory.address), 1)
  preimage.set(hexToBytes(factory.initCodeHash), saltStart + saltBytes)
  const salt = preimage.subarray(saltStart, saltStart + saltBytes)
  const utf8 = new TextEncoder()
  return (payoutId) => {
    const { read, written } = utf8.encodeInto(payoutId, salt)
    if (read !== payoutId.length) throw new Error(`The id ${payoutId} does not fit into a salt`)
    salt.fill(0, written)
    return checksumAddress(`0x${keccak256(preimage).slice(-40)}`)
  }
}
