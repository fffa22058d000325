/**
 * The contracts at deposit addresses: their addresses and the calls to them. Pure: nothing here
 * calls a node. `DepositAddress.ts` has the deposit addresses.
 */
import {
  type Address,
  concat,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  stringToHex
} from "viem"
import artifact from "./DepositFactory.json" with { type: "json" }

export const abi = parseAbi([
  "function implementation() view returns (address)",
  "function addressOf(bytes32 salt) view returns (address)",
  "function deploy(bytes32 salt) returns (address forwarder)",
  "function sweep(address token, bytes32[] salts)",
  "event SweepFailed(bytes32 indexed salt, address indexed forwarder, bytes reason)"
])

export const forwarderAbi = parseAbi([
  "function treasury() view returns (address)",
  "function sweep(address token)"
])

/**
 * The deterministic deployment proxy, at this address on most chains. It deploys the code that it
 * receives by CREATE2. https://github.com/Arachnid/deterministic-deployment-proxy
 */
export const deployer: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C"

/** One factory per treasury, at one address on every chain. */
const salt: Hex = `0x${"00".repeat(32)}`

/** The init code of the factory of a treasury. */
const initCode = (treasury: Address): Hex =>
  concat([
    artifact.contracts.DepositFactory.bytecode as Hex,
    encodeAbiParameters([{ type: "address" }], [treasury])
  ])

/** The data to send to the deployer to deploy the factory. */
export const deployment = (treasury: Address): Hex => concat([salt, initCode(treasury)])

/** The address of a treasury's factory, deployed or not, from any sender. */
export const addressFor = (treasury: Address): Address =>
  getContractAddress({ opcode: "CREATE2", from: deployer, salt, bytecode: initCode(treasury) })

/** The implementation is the first contract that the factory makes. */
export const implementationOf = (factory: Address): Address =>
  getContractAddress({ opcode: "CREATE", from: factory, nonce: 1n })

/** keccak-256 of a forwarder's init code: the EIP-1167 clone of the implementation. */
export const initCodeHashOf = (factory: Address): Hex =>
  keccak256(
    concat([
      "0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
      implementationOf(factory),
      "0x5af43d82803e903d91602b57fd5bf3"
    ])
  )

/** The salt of a payout's or batch's id. Fails on an id that would be cut off. */
export const saltOf = (id: string): Hex => stringToHex(id, { size: 32 })
