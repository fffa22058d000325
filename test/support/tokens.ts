/** Tokens that break a standard, compiled from source for tests of the deposit contracts. */
import { createRequire } from "node:module"
import type { Abi, Address, Hex } from "viem"
import * as Anvil from "./anvil.ts"

const require = createRequire(import.meta.url)

/** `Silent` returns nothing, `Refusing` returns false, and `Reentering` sweeps during a sweep. */
const source = `
// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

contract Silent {
  mapping(address => uint256) public balanceOf;
  uint8 public constant decimals = 18;
  event Transfer(address indexed from, address indexed to, uint256 value);
  function mint(address to, uint256 value) external {
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }
  function transfer(address to, uint256 value) external virtual {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
  }
}

contract Refusing {
  function balanceOf(address) external pure returns (uint256) { return 1; }
  function transfer(address, uint256) external pure returns (bool) { return false; }
}

interface Sweeps { function sweep(address token, bytes32[] calldata salts) external; }

contract Reentering is Silent {
  Sweeps private factory;
  bytes32[] private salts;
  function aim(Sweeps factory_, bytes32 salt) external {
    factory = factory_;
    salts.push(salt);
  }
  function transfer(address to, uint256 value) external override {
    balanceOf[msg.sender] -= value;
    factory.sweep(address(this), salts);
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
  }
}
`

interface Contract {
  readonly abi: Abi
  readonly bytecode: Hex
}

const compile = (): Readonly<Record<string, Contract>> => {
  const input = {
    language: "Solidity",
    sources: { "Tokens.sol": { content: source } },
    settings: { outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } } }
  }
  const output = JSON.parse(require("solc").compile(JSON.stringify(input)))
  const contracts: Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> =
    output.contracts["Tokens.sol"]
  return Object.fromEntries(
    Object.entries(contracts).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` as const }
    ])
  )
}

let compiled: Readonly<Record<string, Contract>> | undefined

export interface Token {
  readonly address: Address
  readonly call: (name: string, args: ReadonlyArray<unknown>, from?: Address) => Promise<Hex>
  readonly balanceOf: (owner: Address) => Promise<bigint>
}

/** Deploys a token of the source. */
export const deploy = async (
  node: Anvil.Anvil,
  name: "Silent" | "Refusing" | "Reentering"
): Promise<Token> => {
  compiled ??= compile()
  const contract = compiled[name]
  if (contract === undefined) throw new Error(`There is no contract ${name}`)
  const { abi } = contract
  const address = await Anvil.deploy(node, contract)
  return {
    address,
    call: async (functionName, args, from = Anvil.account(0)) => {
      const call = { address, abi, functionName, args, account: from }
      const hash = await node.client.writeContract(call)
      await node.settle(hash)
      return hash
    },
    balanceOf: async (owner) => {
      const call = { address, abi, functionName: "balanceOf", args: [owner] }
      return BigInt(String(await node.client.readContract(call)))
    }
  }
}
