/** The port to the chain: deposit addresses, what arrives at them, and what was sent back. */
import { Context, type Effect } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Facts from "../../domain/incident/Facts.ts"
import type * as Funding from "../../domain/money/Funding.ts"
import type * as Money from "../../domain/money/Money.ts"
import type { Unavailable } from "./Unavailable.ts"

/** What the chain shows of one transfer. Only `Finalized` is money. */
export type Observation =
  | { readonly _tag: "Seen"; readonly deposit: Funding.Deposit }
  /** A transfer that was seen and is not in the final chain. */
  | { readonly _tag: "Dropped"; readonly deposit: Funding.Deposit }
  | { readonly _tag: "Finalized"; readonly deposit: Funding.Deposit }

/** A token on a chain. */
export interface Token {
  readonly chainId: number
  /** Of its contract, with its checksum. */
  readonly address: string
}

/** What has a deposit address: a payout, or a batch for all its rows. */
export interface Funded {
  readonly id: string
  readonly depositAddress: string
  /** What is expected, micro-USDC. */
  readonly sourceAmount: Money.Micro
  readonly createdAt: number
  readonly deposits: ReadonlyArray<Funding.Received>
  /** The recipient's, where there is one. */
  readonly name?: string | null
}

/** The last blocks that were read. */
export interface Head {
  readonly latest: number
  readonly finalized: number
}

/** How far a chain was read. */
export interface ChainReach {
  /** All that arrived before this moment (milliseconds) was reported. */
  readonly completeBefore: number
  readonly head: Head
}

/** What the reader of a chain's blocks needs of the engines, and where it reports to. */
export interface DepositListener {
  /** Deposits of active payouts and batches that were seen and are not final, at the start. */
  readonly pending: ReadonlyArray<{ readonly id: string; readonly deposit: Funding.Deposit }>
  /** Of these addresses, in lower case, those of active payouts and batches, with their ids. */
  readonly active: (addresses: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
  /**
   * Of these addresses, in lower case, those of payouts and batches, active or finished, with their
   * ids. Waits while the database is unavailable.
   */
  readonly owners: (addresses: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
  /** Returns when the observation is durable. Repeating one changes nothing (L8). */
  readonly report: (id: string, observation: Observation) => Effect.Effect<void>
  /** Stores the cursor; returns when it is durable. Everything up to it was reported before. */
  readonly advance: (cursor: ChainCursor.ChainCursor) => Effect.Effect<void>
  /** Called after each read. */
  readonly looked?: (looked: ChainReach) => void
}

/**
 * What a simulated chain needs of the engines of its process, and where it reports to. Neither
 * returns for a partition that left the process: until its engine has ended it may close windows,
 * and none whose deposit counts as reported.
 */
export interface ArrivalListener extends Pick<DepositListener, "report"> {
  /** The payout or batch as it is now, while it waits for funds. */
  readonly awaiting: (id: string) => Effect.Effect<Funded | undefined>
}

/** What payouts and batches that wait for funds need of a chain. */
export interface Arrivals {
  /** Reports a payout or batch that waits for funds; again after each start. */
  readonly announce: (funded: Funded) => void
  /** Waits until all that arrived up to this moment (milliseconds) was reported. */
  readonly lookedPast: (at: number) => Effect.Effect<void>
}

/** Deposits that are found in a chain's blocks, by one follower for all partitions. */
export interface Blocks {
  readonly _tag: "Blocks"
  /** Where a log that has no cursor begins: what is final now. Waits while nodes are away. */
  readonly first: Effect.Effect<ChainCursor.ChainCursor>
  /** Reads the blocks after a cursor, and reports deposits. */
  readonly follow: (
    from: ChainCursor.ChainCursor,
    listener: DepositListener
  ) => Effect.Effect<never>
}

/** Deposits that a chain in the process makes for what its engines announce; it has no cursor. */
export interface Simulation extends Arrivals {
  readonly _tag: "Simulation"
  readonly follow: (listener: ArrivalListener) => Effect.Effect<never>
}

/**
 * What the chain shows of a reported transfer. `transfers`: how often it sends
 * exactly that.
 */
export type Proof =
  /** It is final, and sends this much USDC to this address. */
  | {
      readonly _tag: "Final"
      readonly transfers: number
      /** Whether it comes from another address than the service's treasury. */
      readonly isThirdParty: boolean
    }
  /** It does so, but may still disappear. `finalAt`: when it will not, where that is known. */
  | { readonly _tag: "Pending"; readonly transfers: number; readonly finalAt?: number }
  /** No node shows it now. It may come, or come back: this proves nothing. */
  | { readonly _tag: "Absent" }
  /** It failed, or does something else. `isFinal`: for good. */
  | { readonly _tag: "Wrong"; readonly reason: string; readonly isFinal: boolean }

/** USDC that is held, at one final block. Amounts are micro-USDC. */
export interface Holdings {
  readonly blockNumber: number
  /** The address that deposits are swept to. */
  readonly treasury: string
  readonly inTreasury: bigint
  /** At all requested deposit addresses. */
  readonly atAddresses: bigint
}

export class Chain extends Context.Service<
  Chain,
  {
    /** Which chain is followed. */
    readonly chainId: number
    /** The token that clients pay with. */
    readonly token: Token
    /** The address of a payout or batch: a pure function of its id, and never another's. */
    readonly depositAddress: (id: string) => string
    /** How deposits are found. */
    readonly deposits: Blocks | Simulation
    /** `undefined`: no block was read. */
    readonly head: () => Head | undefined
    /**
     * How the reading goes, as this process finds it; `undefined` while another one reads. Absent
     * where the chain is simulated.
     */
    readonly condition?: () => Facts.ChainCondition | undefined
    /**
     * Whether a transaction (32 bytes in hex) sends this much USDC to this address, in a block no
     * older than `since` (milliseconds).
     */
    readonly prove: (
      txHash: string,
      to: string,
      amount: Money.Micro,
      since: number
    ) => Effect.Effect<Proof, Unavailable>
    /** The USDC at these deposit addresses and in the treasury; `undefined`: it has no balances. */
    readonly holdings: (
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<Holdings | undefined, Unavailable>
    /**
     * Whether an address, in lower case, is one that the service runs on: of the token, of the
     * factory of deposit addresses, or the treasury.
     */
    readonly isOwn: (address: string) => Effect.Effect<boolean, Unavailable>
    /** Whether USDC can be sent to this address: the token's own blacklist. */
    readonly isBlacklisted: (address: string) => Effect.Effect<boolean, Unavailable>
  }
>()("payouts/engine/ports/Chain") {}
