/**
 * The chains that the service knows by their EIP-155 ids: the name that people read, Circle's USDC,
 * and the rule by which a block is final. Production follows no other chain.
 *
 * The addresses are Circle's: https://developers.circle.com/stablecoins/usdc-contract-addresses
 */

type Address = `0x${string}`

export interface KnownChain {
  readonly id: number
  /** The name in sentences, as in "USDC on Base". */
  readonly name: string
  /** Circle's USDC, checksummed; `null` where every operator has a separate token. */
  readonly usdc: Address | null
  /**
   * Confirmations after which a block may count as final without the tag `finalized`, which every
   * chain here has. `null` if only the tag counts, because a sequencer alone makes the blocks.
   */
  readonly confirmationsMin: number | null
  /**
   * `main` has money. `test` has tokens that cost nothing. `local` is a chain on the operator's
   * machine, for rehearsals of production.
   */
  readonly kind: "main" | "test" | "local"
}

/** Confirmations below which blocks on Ethereum are replaced now and then. */
const onEthereum = 12

const main = (id: number, name: string, usdc: Address, confirmationsMin: number | null = null) =>
  ({ id, name, usdc, confirmationsMin, kind: "main" }) as const

const test = (id: number, name: string, usdc: Address, confirmationsMin: number | null = null) =>
  ({ id, name, usdc, confirmationsMin, kind: "test" }) as const

export const ethereum = main(
  ...([1, "Ethereum", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", onEthereum] as const)
)

const sepoliaUsdc = "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238"
export const sepolia = test(11_155_111, "Ethereum Sepolia", sepoliaUsdc, onEthereum)

export const all: ReadonlyArray<KnownChain> = [
  ethereum,
  main(10, "OP Mainnet", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85"),
  main(137, "Polygon", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"),
  main(8453, "Base", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
  main(42_161, "Arbitrum One", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831"),
  main(43_114, "Avalanche", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E"),
  sepolia,
  test(80_002, "Polygon Amoy", "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582"),
  test(84_532, "Base Sepolia", "0x036CbD53842c5426634e7929541eC2318f3dCF7e"),
  test(421_614, "Arbitrum Sepolia", "0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d"),
  test(11_155_420, "OP Sepolia", "0x5fd84259d66Cd46123540766Be93DFE6D43130D7"),
  { id: 31_337, name: "Anvil", usdc: null, confirmationsMin: 0, kind: "local" }
]

const byId: ReadonlyMap<number, KnownChain> = new Map(all.map((chain) => [chain.id, chain]))

export const find = (id: number): KnownChain | undefined => byId.get(id)

/** The name of a chain in a sentence. */
export const nameOf = (id: number): string => find(id)?.name ?? `chain ${id}`

/** True for Circle's USDC on a chain. */
export const isUsdc = (id: number, token: string): boolean =>
  find(id)?.usdc?.toLowerCase() === token.toLowerCase()
