/**
 * Deposit addresses by CREATE2 (EIP-1014): a pure function of the payout's id, a factory and the
 * hash of the forwarder's init code. No counter and no key: the address exists before anything is
 * deployed, and only the factory's forwarder can ever live there.
 */
import { getCreate2Address, type Hex, stringToHex } from "viem"

export interface Factory {
  /** The contract that deploys forwarders. */
  readonly address: Hex
  /** keccak-256 of the forwarder's init code. */
  readonly initCodeHash: Hex
}

/** The salt of a payout: its id, which fits into 32 bytes, padded with zeros. */
const salt = (payoutId: string): Hex => stringToHex(payoutId, { size: 32 })

/** The checksummed address of a payout's deposits. */
export const of = (factory: Factory, payoutId: string): string =>
  getCreate2Address({
    from: factory.address,
    salt: salt(payoutId),
    bytecodeHash: factory.initCodeHash
  })
