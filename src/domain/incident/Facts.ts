/**
 * Facts about the service that may show that something is wrong. Each is observed by the part that
 * knows it. They travel between processes as JSON. Times are milliseconds, amounts micro-USDC.
 */
import type * as Network from "../Network.ts"

/** Why a provider, or one of its networks, takes no transfers. */
export type ProviderCause =
  /** It does not answer, or answers with errors. */
  | "failing"
  /** It refuses our account. */
  | "account"
  /** It rejects our requests as invalid. */
  | "requests"
  /** It does not pay to the network for our account. */
  | "not_allowed"
  /** It reports the network as closed. */
  | "closed"

export interface ProviderTrouble {
  readonly provider: string
  /** `null`: all networks of the provider. */
  readonly network: Network.Slug | null
  /** The networks that are routed to the provider, of this trouble. */
  readonly networks: ReadonlyArray<Network.Slug>
  readonly cause: ProviderCause
  /** `null`: nothing recorded when it began. */
  readonly since: number | null
  /** Time of the next transfer; `null`: now, by the next payout, or not known. */
  readonly nextTryAt: number | null
  /** Whether transfers are still sent to it: too few of its answers failed to stop that. */
  readonly isSending: boolean
}

/** Our account at a provider that is too empty for a payout. */
export interface EmptyFloat {
  readonly provider: string
  readonly currency: Network.Currency
  readonly since: number
}

/** An Ethereum node as its last answer shows it. */
export interface ChainNode {
  readonly name: string
  /** Since when every read of it failed; `null`: the last one succeeded. */
  readonly failingSince: number | null
  /** What its last failure was. */
  readonly failure: string | null
}

/** How far a chain is read, in the process that reads it or gets the reports. */
export interface ChainCondition {
  readonly chainId: number
  /** Whether this process reads the chain itself: then it knows the nodes. */
  readonly isReading: boolean
  /** When something was last read or reported. */
  readonly reportedAt: number
  /** The time of the newest block; `null`: none was read. */
  readonly headAt: number | null
  /** When a newer block was last seen; `null`: not known here. */
  readonly headMovedAt: number | null
  /** The time of the last final block; `null`: none was read. */
  readonly finalAt: number | null
  readonly nodes: ReadonlyArray<ChainNode>
  /** How many nodes must agree. */
  readonly nodesNeeded: number
  /** How nodes contradict each other; `null`: they do not. */
  readonly contradiction: string | null
}

export interface RateTrouble {
  readonly currency: Network.Currency
  /** `null`: nothing recorded when it began. */
  readonly since: number | null
  readonly cause: string
}

/** The sanctions list in use. */
export interface ListCondition {
  /** `null`: there is none. */
  readonly at: number | null
  /** Since when the files on disk cannot be used; `null`: they can. */
  readonly brokenSince: number | null
  readonly failure: string | null
}

/** What one process observes, whichever partitions it runs. */
export interface ProcessFacts {
  readonly providers: ReadonlyArray<ProviderTrouble>
  readonly floats: ReadonlyArray<EmptyFloat>
  /** `null`: the chain is simulated. */
  readonly chain: ChainCondition | null
  readonly rates: ReadonlyArray<RateTrouble>
  /** `null`: screening is simulated. */
  readonly list: ListCondition | null
}

/** A state in which a payout waits for something other than its customer. */
export type WaitingState =
  | "AWAITING_FUNDS"
  | "STABLECOIN_RECEIVED"
  | "PAYOUT_INITIATED"
  | "PAYOUT_CONFIRMED"
  /** Held because screening had no list. */
  | "UNSCREENED"
  | "PARKED"

/** Key by which waiting payouts are counted. */
export interface WaitingGroup {
  readonly state: WaitingState
  readonly network: Network.Slug
  /** `null`: none is chosen. */
  readonly provider: string | null
}

export interface WaitingSums {
  readonly count: number
  readonly amount: number
  /** Those that have waited longer than usual. */
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
  /** Time at which the one that waits longest came into the state. */
  readonly oldest: number
  /** The customers with the most payouts. One that is in a group is in all that it has part in. */
  readonly customers: ReadonlyArray<WaitingCustomer>
}

/** Batches that were stopped by a defect. */
export interface ParkedBatches {
  readonly count: number
  readonly amount: number
  /** When the first of them was; `null`: there is none. */
  readonly oldest: number | null
}

/** A webhook endpoint whose last attempts all failed. */
export interface FailingEndpoint {
  readonly id: string
  readonly accountId: string
  /** The host of its URL: a path may hold a secret. */
  readonly host: string
  readonly since: number
  /** Deliveries that wait among the newest ones. */
  readonly pending: number
  /** The last error; `null`: not read. */
  readonly failure: string | null
}

/** What one partition observes, with its process. */
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

/** How far the clock of a node is ahead of the database's; negative where it is behind. */
export interface NodeClock {
  readonly address: string
  readonly skewMs: number
}

/** All that was observed at a moment. */
export interface Facts {
  /** By number; `null`: the partition did not answer. */
  readonly partitions: ReadonlyArray<PartitionFacts | null>
  readonly silent: ReadonlyArray<SilentNode>
  readonly cutOff: ReadonlyArray<CutOffNode>
  /** Of nodes that are alive. */
  readonly clocks: ReadonlyArray<NodeClock>
  /** Partitions that no node runs. */
  readonly ownerless: ReadonlyArray<number>
  /** Whether several processes share the database. */
  readonly isClustered: boolean
}
