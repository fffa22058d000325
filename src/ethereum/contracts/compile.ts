/**
 * Compiles the contracts into `DepositFactory.json` (`npm run contracts`): the same sources and the
 * same compiler give the same bytes. The program itself never compiles anything.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/** Names of our sources for the compiler: no path of a machine gets into the result. */
const names = ["DepositFactory.sol", "DepositForwarder.sol"]

/**
 * Few forwarders are swept twice, so the code is optimised to run, not to be small. Without the
 * hash of the metadata, a changed comment does not change an address.
 */
const settings = {
  evmVersion: "cancun",
  optimizer: { enabled: true, runs: 1_000_000 },
  metadata: { bytecodeHash: "none" }
} as const

const outputSelection = { "*": { "*": ["abi", "evm.bytecode.object"] } }

const sha256 = (text: string): string => crypto.createHash("sha256").update(text).digest("hex")

interface Compiler {
  readonly version: () => string
  readonly compile: (
    input: string,
    callbacks: { readonly import: (name: string) => { readonly contents: string } }
  ) => string
}

interface Output {
  readonly errors?: ReadonlyArray<{ readonly formattedMessage: string }>
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly abi: unknown; readonly evm: { bytecode: { object: string } } }>
      >
    >
  >
}

/** The text of `DepositFactory.json`. A warning of the compiler is a failure. */
export const compile = (): string => {
  const compiler: Compiler = require("solc")
  const hashes = new Map<string, string>()
  const content = (name: string): string => {
    const text = name.startsWith("@openzeppelin/")
      ? fs.readFileSync(require.resolve(name), "utf8")
      : fs.readFileSync(new URL(name, import.meta.url), "utf8")
    hashes.set(name, sha256(text))
    return text
  }
  const sources = Object.fromEntries(names.map((name) => [name, { content: content(name) }]))
  const input = { language: "Solidity", sources, settings: { ...settings, outputSelection } }
  const output: Output = JSON.parse(
    compiler.compile(JSON.stringify(input), { import: (name) => ({ contents: content(name) }) })
  )
  if (output.errors !== undefined && output.errors.length > 0) {
    throw new Error(output.errors.map(({ formattedMessage }) => formattedMessage).join("\n"))
  }
  const contracts = Object.fromEntries(
    names.map((name) => {
      const contract = name.replace(".sol", "")
      const artifact = output.contracts[name]?.[contract]
      return [contract, { abi: artifact?.abi, bytecode: `0x${artifact?.evm.bytecode.object}` }]
    })
  )
  const artifact = {
    compiler: compiler.version(),
    settings,
    sources: Object.fromEntries([...hashes].sort(([left], [right]) => (left < right ? -1 : 1))),
    contracts
  }
  return `${JSON.stringify(artifact, null, 2)}\n`
}

if (import.meta.main) {
  fs.writeFileSync(new URL("DepositFactory.json", import.meta.url), compile())
}
