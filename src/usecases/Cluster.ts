/**
 * What operators see of the processes that share the database: which are alive, and which runs what
 * partition. In a process without others it is about its own partitions.
 */
import { Effect } from "effect"
import * as Partition from "../engine/Partition.ts"
import type * as Nodes from "../engine/ports/Nodes.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"

/** A partition, and who runs it. */
interface PartitionStatus {
  readonly number: number
  /** The node's address; `null` where no live node runs it, and in a process without others. */
  readonly owner: string | null
  /** `null` where nothing runs it. */
  readonly epoch: number | null
  readonly seq: number | null
  /** Since when the owner has written its log, milliseconds. */
  readonly since: number | null
}

export interface Member extends Nodes.Node {
  /** How many entries of the directory's log it does not show yet. */
  readonly lag: number
}

export interface Cluster {
  readonly isClustered: boolean
  readonly nodes: ReadonlyArray<Member>
  /** How many partitions something runs. */
  readonly owned: number
  /** Every partition, by its number. */
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

/** Owners by partition: of two that show themselves for a moment, the writer with the later epoch. */
const ownersOf = (nodes: ReadonlyArray<Nodes.Node>): ReadonlyMap<number, Owner> => {
  const owners = new Map<number, Owner>()
  for (const { address, isAlive, partitions } of nodes) {
    if (!isAlive) continue
    for (const run of partitions) {
      const other = owners.get(run.number)
      if (other === undefined || other.epoch < run.epoch)
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

/** The directory's last entry that any node knows. */
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

const alone = (own: ReadonlyArray<OwnPartition>): Cluster => ({
  isClustered: false,
  nodes: [],
  owned: own.filter(({ isWritable }) => isWritable()).length,
  partitions: own.map(({ partition: { number }, tip }) => {
    const { epoch, seq } = tip()
    return { ...statusOf(number, undefined), epoch, seq }
  })
})

/** The partitions of this process, and how many there are. */
interface Process {
  readonly own: ReadonlyArray<OwnPartition>
  readonly count: number
}

export const read = (
  { isClustered, list }: Nodes.Source,
  { count, own }: Process
): Effect.Effect<Cluster, Unavailable> =>
  isClustered ? Effect.map(list, (listed) => ofNodes(listed, count)) : Effect.sync(() => alone(own))
