/**
 * Facts about the service that may show that something is wrong. Each part of the service reports
 * its facts. They travel between nodes as JSON. Times are milliseconds, amounts micro-USDC.
 */
import type * as Float from "../money/Float.ts"
import type * as Network from "../Network.ts"

/** The reason why a provider, or one of its networks, takes no transfers. */
export type ProviderCause =
  /** The provider does not answer, or answers with errors. */
  | "failing"
  /** The provider refuses our account. */
  | "account"
  /** The provider rejects our requests as invalid. */
  | "requests"
  /** The provider does not pay to the network for our account. */
  | "not_allowed"
  /** The provider reports the network as closed. */
  | "closed"

export interface ProviderTrouble {
  readonly provider: string
  /** The network; `null` for all networks of the provider. */
  readonly network: Network.Slug | null
  /** Networks of this trouble that are routed to the provider. */
  readonly networks: ReadonlyArray<Network.Slug>
  readonly cause: ProviderCause
  /** Beginning of the trouble; `null` if nothing recorded it. */
  readonly since: number | null
  /** Time of the next transfer; `null` if it is now, with the next payout, or not known. */
  readonly nextTryAt: number | null
  /** True if transfers are still sent: too few responses failed to stop them. */
  readonly isSending: boolean
}

/** An account of ours at a provider that is too empty for a payout. */
export interface EmptyFloat {
  readonly provider: string
  readonly currency: Network.Currency
  readonly since: number
}

/** An Ethereum node according to its last response. */
export interface ChainNode {
  readonly name: string
  /** Time since when every read failed; `null` if the last one succeeded. */
  readonly failingSince: number | null
  readonly failure: string | null
}

/** The progress of reading a chain, in the process that reads it or gets the reports. */
export interface ChainCondition {
  readonly chainId: number
  /** True if this process reads the chain itself, and so has the state of the Ethereum nodes. */
  readonly isReading: boolean
  /** Time of the last read or report. */
  readonly reportedAt: number
  /** Time of the newest block; `null` if none was read. */
  readonly headAt: number | null
  /** Time at which a newer block was last seen; `null` if it is not known here. */
  readonly headMovedAt: number | null
  /** Time of the last final block; `null` if none was read. */
  readonly finalAt: number | null
  readonly nodes: ReadonlyArray<ChainNode>
  /** Number of Ethereum nodes that must agree. */
  readonly nodesNeeded: number
  /** The contradiction between Ethereum nodes; `null` if there is none. */
  readonly contradiction: string | null
}

export interface RateTrouble {
  readonly currency: Network.Currency
  /** Beginning of the trouble; `null` if nothing recorded it. */
  readonly since: number | null
  readonly cause: string
}

/** The sanctions list in use. */
export interface ListCondition {
  /** Time of the list; `null` if there is none. */
  readonly at: number | null
  /** Time since when the files on disk are unusable; `null` if they are usable. */
  readonly brokenSince: number | null
  readonly failure: string | null
}

/** The facts of one process, whichever partitions it runs. */
export interface ProcessFacts {
  readonly providers: ReadonlyArray<ProviderTrouble>
  readonly floats: ReadonlyArray<EmptyFloat>
  /** The float as this process knows it; `null` before the first poll. */
  readonly float: Float.Snapshot | null
  /** The chain; `null` if it is simulated. */
  readonly chain: ChainCondition | null
  readonly rates: ReadonlyArray<RateTrouble>
  /** The list; `null` if screening is simulated. */
  readonly list: ListCondition | null
}

/** A state in which a payout waits for something other than its customer. */
export type WaitingState =
  | "AWAITING_FUNDS"
  | "STABLECOIN_RECEIVED"
  | "PAYOUT_INITIATED"
  | "PAYOUT_CONFIRMED"
  /** The payout is held because screening had no list. */
  | "UNSCREENED"
  | "PARKED"

/** Key by which waiting payouts are counted. */
export interface WaitingGroup {
  readonly state: WaitingState
  readonly network: Network.Slug
  /** The provider; `null` if none is chosen. */
  readonly provider: string | null
}

export interface WaitingSums {
  readonly count: number
  readonly amount: number
  /** Number of payouts that have waited longer than usual. */
  readonly lateCount: number
  readonly lateAmount: number
}

/** One customer's part of a group. */
interface WaitingCustomer extends WaitingSums {
  readonly accountId: string
  /** Empty if the account is not known. */
  readonly name: string
}

export interface WaitingPayouts extends WaitingGroup, WaitingSums {
  /** Time at which the payout that waits longest entered the state. */
  readonly oldest: number
  /**
   * The customers with the most payouts. A customer that is listed in one group is listed in all of
   * its groups.
   */
  readonly customers: ReadonlyArray<WaitingCustomer>
}

/** Batches that were stopped by a defect. */
export interface ParkedBatches {
  readonly count: number
  readonly amount: number
  /** Time at which the first one was stopped; `null` if there is none. */
  readonly oldest: number | null
}

/** A webhook endpoint whose last attempts all failed. */
export interface FailingEndpoint {
  readonly id: string
  readonly accountId: string
  /** The host of its URL: a path may hold a secret. */
  readonly host: string
  readonly since: number
  /** Pending deliveries among the newest ones. */
  readonly pending: number
  /** The last error; `null` if it was not read. */
  readonly failure: string | null
}

/** The facts of one partition and of its process. */
export interface PartitionFacts {
  readonly process: ProcessFacts
  readonly waiting: ReadonlyArray<WaitingPayouts>
  readonly parked: ParkedBatches
  /** Deposits that were seen and are not final. */
  readonly unfinalDeposits: number
  readonly endpoints: ReadonlyArray<FailingEndpoint>
  readonly isWritable: boolean
}

/** A node of a cluster that has fallen silent without leaving. */
export interface SilentNode {
  readonly address: string
  readonly since: number
}

/** A node that does not reach others that are alive. */
export interface CutOffNode {
  readonly address: string
  readonly unreached: ReadonlyArray<string>
}

/** Milliseconds that a node's clock is ahead of the database's; negative if it is behind. */
export interface NodeClock {
  readonly address: string
  readonly skewMs: number
}

/** All facts at a given time. */
export interface Facts {
  /** Partitions by number; `null` if the partition did not answer. */
  readonly partitions: ReadonlyArray<PartitionFacts | null>
  readonly silent: ReadonlyArray<SilentNode>
  readonly cutOff: ReadonlyArray<CutOffNode>
  /** Clocks of live nodes. */
  readonly clocks: ReadonlyArray<NodeClock>
  /** Partitions that no node runs. */
  readonly ownerless: ReadonlyArray<number>
  /** True if several nodes share the database. */
  readonly isClustered: boolean
}
