/**
 * The nodes that share the database, for operators: their health and their partitions. A process
 * that runs alone shows its own partitions.
 */
import { Effect } from "effect"
import * as Partition from "../engine/Partition.ts"
import type * as Nodes from "../engine/ports/Nodes.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"

/** A partition and the node that runs it. */
interface PartitionStatus {
  readonly number: number
  /** Address of the node; `null` if no live node runs the partition, or there is no cluster. */
  readonly owner: string | null
  /** `null` if no node runs the partition. */
  readonly epoch: number | null
  readonly seq: number | null
  /** Milliseconds: start of the owner's time as the log's writer. */
  readonly since: number | null
}

export interface NodeStatus extends Nodes.Node {
  /** Number of entries of the directory's log that the node has not applied yet. */
  readonly lag: number
}

export interface Cluster {
  readonly isClustered: boolean
  readonly nodes: ReadonlyArray<NodeStatus>
  /** Number of partitions that have an owner. */
  readonly owned: number
  /** Every partition, in order of numbers. */
  readonly partitions: ReadonlyArray<PartitionStatus>
}

/** A partition of this process. */
interface OwnPartition {
  readonly partition: Partition.Slot
  readonly tip: () => { readonly seq: number; readonly epoch: number }
  readonly isWritable: () => boolean
}

interface Owner extends Nodes.Run {
  readonly address: string
}

/** Owners by partition. If two nodes report one for a moment, the later epoch counts. */
const ownersOf = (nodes: ReadonlyArray<Nodes.Node>): ReadonlyMap<number, Owner> => {
  const owners = new Map<number, Owner>()
  for (const { address, isAlive, partitions } of nodes) {
    if (!isAlive) continue
    for (const run of partitions) {
      const current = owners.get(run.number)
      if (current === undefined || current.epoch < run.epoch)
        owners.set(run.number, { ...run, address })
    }
  }
  return owners
}

const statusOf = (number: number, owner: Owner | undefined): PartitionStatus => ({
  number,
  owner: owner?.address ?? null,
  epoch: owner?.epoch ?? null,
  seq: owner?.seq ?? null,
  since: owner?.since ?? null
})

/** Number of the directory's last entry that any node has read. */
const newest = (nodes: ReadonlyArray<Nodes.Node>, owner: Owner | undefined): number =>
  Math.max(owner?.seq ?? 0, ...nodes.map(({ followed }) => followed))

const ofNodes = (nodes: ReadonlyArray<Nodes.Node>, count: number): Cluster => {
  const owners = ownersOf(nodes)
  const last = newest(nodes, owners.get(Partition.directory))
  const partitions = Array.from({ length: count }, (_, number) =>
    statusOf(number, owners.get(number))
  )
  return {
    isClustered: true,
    nodes: nodes.map((node) => ({ ...node, lag: last - node.followed })),
    owned: partitions.filter(({ owner }) => owner !== null).length,
    partitions
  }
}

const ofOwnPartitions = (own: ReadonlyArray<OwnPartition>): Cluster => ({
  isClustered: false,
  nodes: [],
  owned: own.filter(({ isWritable }) => isWritable()).length,
  partitions: own.map(({ partition: { number }, tip }) => {
    const { epoch, seq } = tip()
    return { ...statusOf(number, undefined), epoch, seq }
  })
})

/** The partitions that this process runs, and the number of all partitions. */
interface Process {
  readonly own: ReadonlyArray<OwnPartition>
  readonly count: number
}

export const read = (
  { isClustered, list }: Nodes.Source,
  { count, own }: Process
): Effect.Effect<Cluster, Unavailable> =>
  isClustered
    ? Effect.map(list, (nodes) => ofNodes(nodes, count))
    : Effect.sync(() => ofOwnPartitions(own))
