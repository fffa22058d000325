/** The port to the chain: deposit addresses, deposits, and refunds that were sent. */
import { Context, type Effect } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Facts from "../../domain/incident/Facts.ts"
import type * as ForeignDeposit from "../../domain/money/ForeignDeposit.ts"
import type * as Funding from "../../domain/money/Funding.ts"
import type * as Money from "../../domain/money/Money.ts"
import type * as Refund from "../../domain/refund/Refund.ts"
import type { Unavailable } from "./Unavailable.ts"

/** An observation of one transfer on the chain. Only `Finalized` is money. */
export type Observation =
  | { readonly _tag: "Seen"; readonly deposit: Funding.Deposit }
  | { readonly _tag: "Dropped"; readonly deposit: Funding.Deposit }
  | { readonly _tag: "Finalized"; readonly deposit: Funding.Deposit }

export interface Token {
  readonly chainId: number
  /** The chain's name in sentences. */
  readonly chain: string
  /** The contract's address, checksummed. */
  readonly address: string
}

/** A payout with a deposit address, or a batch that has one for all its rows. */
export interface Funded {
  readonly id: string
  readonly depositAddress: string
  /** The expected amount, micro-USDC. */
  readonly sourceAmount: Money.Micro
  readonly createdAt: number
  readonly deposits: ReadonlyArray<Funding.Received>
  /** The recipient's name, if there is one. */
  readonly name?: string | null
}

/** The last blocks that were read. */
export interface Head {
  readonly latest: number
  readonly finalized: number
}

/** The part of a chain that was read. */
export interface ChainReach {
  /** Milliseconds. Every deposit that arrived before it was reported. */
  readonly completeBefore: number
  readonly head: Head
}

/** Dependencies of the block reader: queries to the engines, and callbacks for its reports. */
export interface DepositListener {
  /** Deposits of active payouts and batches that, at the start, were seen and were not final. */
  readonly pending: ReadonlyArray<{ readonly id: string; readonly deposit: Funding.Deposit }>
  /** Returns the ids of active payouts and batches by their addresses, in lower case. */
  readonly active: (addresses: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
  /**
   * Returns the ids of payouts and batches, active or finished, by their addresses, in lower case.
   * Waits while the database is unavailable.
   */
  readonly owners: (addresses: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
  /** Returns when the observation is durable. A repeated observation changes nothing (L8). */
  readonly report: (id: string, observation: Observation) => Effect.Effect<void>
  /**
   * Stores the cursor, and returns when it is durable. Every deposit up to it was reported before.
   */
  readonly advance: (cursor: ChainCursor.ChainCursor) => Effect.Effect<void>
  readonly onRead?: (reach: ChainReach) => void
}

/**
 * Dependencies of a simulated chain: queries to the engines of its process, and its report
 * callback. Neither function returns for a partition that left the process. Until its engine has
 * ended, it may close funding windows, but none whose deposit counts as reported.
 */
export interface ArrivalListener extends Pick<DepositListener, "report"> {
  /** The current payout or batch, while it waits for funds. */
  readonly awaiting: (id: string) => Effect.Effect<Funded | undefined>
}

/** The chain as payouts and batches that wait for funds use it. */
export interface Arrivals {
  /** Announces a payout or batch that waits for funds. Called again after each start. */
  readonly announce: (funded: Funded) => void
  /** Waits until every deposit that arrived up to this moment (milliseconds) was reported. */
  readonly awaitReported: (at: number) => Effect.Effect<void>
}

/** Deposits from a chain's blocks, found by one follower for all partitions. */
export interface Blocks {
  readonly _tag: "Blocks"
  /**
   * The cursor of a log that has none, at the block that is final now. Waits while no Ethereum node
   * responds.
   */
  readonly first: Effect.Effect<ChainCursor.ChainCursor>
  readonly follow: (
    from: ChainCursor.ChainCursor,
    listener: DepositListener
  ) => Effect.Effect<never>
}

/** Deposits that a chain inside the process simulates for its engines. It has no cursor. */
export interface Simulation extends Arrivals {
  readonly _tag: "Simulation"
  readonly follow: (listener: ArrivalListener) => Effect.Effect<never>
}

/**
 * The state of a reported transfer on the chain. `transfers` counts its transfers of exactly this
 * amount to this address.
 */
export type Proof =
  /** The transaction is final, and sends this much USDC to this address. */
  | {
      readonly _tag: "Final"
      readonly transfers: number
      /** True if it comes from an address other than the service's treasury. */
      readonly isThirdParty: boolean
    }
  /**
   * The transaction does so, but may still disappear. `finalAt` is when it becomes final, if known.
   */
  | { readonly _tag: "Pending"; readonly transfers: number; readonly finalAt?: number }
  /** No Ethereum node shows the transaction now. It may still appear, so this proves nothing. */
  | { readonly _tag: "Absent" }
  /** The transaction failed, or does something else. `isFinal` is true if this cannot change. */
  | { readonly _tag: "Wrong"; readonly reason: string; readonly isFinal: boolean }

/** The transfers of a transaction to a deposit address, on another chain or in another token. */
export type ForeignProof =
  /** The transaction is final. It has no such transfer if the list is empty. */
  | { readonly _tag: "Final"; readonly deposits: ReadonlyArray<ForeignDeposit.ForeignDeposit> }
  | { readonly _tag: "Pending" }
  /** No node shows the transaction now. */
  | { readonly _tag: "Absent" }

/** The chains of foreign deposits. The service's own chain is one of them, for other tokens. */
export interface ForeignChains {
  /** Chains that the service has nodes of. */
  readonly chainIds: ReadonlySet<number>
  readonly deposits: (
    asset: ForeignDeposit.AssetName,
    txHash: string,
    to: string
  ) => Effect.Effect<ForeignProof, Unavailable>
  /** As `prove` of the service's own chain, for an amount of another asset. */
  readonly prove: (
    amount: ForeignDeposit.Amount,
    txHash: string,
    to: string,
    since: number
  ) => Effect.Effect<Proof, Unavailable>
  /**
   * The token at these deposit addresses and in the treasury; `undefined` if the chain has no
   * balances.
   */
  readonly holdings: (
    asset: ForeignDeposit.AssetName,
    addresses: ReadonlyArray<string>
  ) => Effect.Effect<AddressHoldings | undefined, Unavailable>
}

/** A token held by the service at one final block, in its smallest units. */
export interface AddressHoldings {
  readonly blockNumber: number
  /** The address that deposits are swept to. */
  readonly treasury: string
  readonly inTreasury: bigint
  /** The balances at the requested addresses, in their order. */
  readonly balances: ReadonlyArray<bigint>
}

/** USDC held by the service at one final block. Amounts are micro-USDC. */
export interface Holdings extends Omit<AddressHoldings, "balances"> {
  /** The sum at all requested deposit addresses. */
  readonly atAddresses: bigint
}

export class Chain extends Context.Service<
  Chain,
  {
    readonly chainId: number
    /** The token that clients pay with. */
    readonly token: Token
    /** The address of a payout or batch: a pure function of its id, unique to it. */
    readonly depositAddress: (id: string) => string
    readonly deposits: Blocks | Simulation
    /** `undefined` if no block was read. */
    readonly head: () => Head | undefined
    /**
     * The state of the block reader; `undefined` while another process reads. Absent if the chain
     * is simulated.
     */
    readonly condition?: () => Facts.ChainCondition | undefined
    /**
     * Checks if a transaction (32 bytes in hex) sends this much USDC to this address, in a block no
     * older than `since` (milliseconds).
     */
    readonly prove: (
      txHash: string,
      to: string,
      amount: Money.Micro,
      since: number
    ) => Effect.Effect<Proof, Unavailable>
    readonly foreign: ForeignChains
    /**
     * The USDC at these deposit addresses and in the treasury; `undefined` if the chain has no
     * balances.
     */
    readonly holdings: (
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<Holdings | undefined, Unavailable>
    /**
     * True if an address, in lower case, belongs to the service: the token, the factory of deposit
     * addresses, or the treasury.
     */
    readonly isOwn: (address: string) => Effect.Effect<boolean, Unavailable>
    /** True if the token's own blacklist has this address, so that no USDC can be sent to it. */
    readonly isBlacklisted: (address: string) => Effect.Effect<boolean, Unavailable>
  }
>()("payouts/engine/ports/Chain") {}

/** Checks a refund on the chain of its asset. `since`: milliseconds, as for `prove`. */
export const proveRefund = (
  { foreign, prove }: Pick<Chain["Service"], "foreign" | "prove">,
  { address, amount, asset, txHash }: Refund.SentRefund,
  since: number
): Effect.Effect<Proof, Unavailable> =>
  asset === undefined
    ? prove(txHash, address, amount, since)
    : foreign.prove(asset, txHash, address, since)
