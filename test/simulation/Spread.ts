/**
 * The partitions and nodes of a run, and the partition of each account. Separate streams draw them,
 * so that runs with one partition do not depend on them.
 */
import * as Ids from "../../src/domain/Ids.ts"
import * as Partition from "../../src/engine/Partition.ts"
import type * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Collections from "../../src/engine/state/Collections.ts"
import * as State from "../../src/engine/state/State.ts"
import type { Random } from "./Random.ts"

export interface Spread {
  readonly count: number
  /** Number of processes that share the logs. A single one is replaced when it ends. */
  readonly nodes: number
  /** The numbers of all partitions. */
  readonly numbers: ReadonlyArray<number>
  readonly ofAccount: (accountId: string) => number
  /** The partition of an id. */
  readonly ofId: (id: string) => number
  /** The name of a partition's random stream. The first partition has the plain name. */
  readonly named: (stream: string, number: number) => string
}

/** Most runs have one partition, since they are fast and most laws concern one partition. */
const counts = [1, 1, 1, 1, 1, 1, 2, 2, 3] as const

/** Half of the runs with several partitions have one process. */
const nodeCounts = [1, 1, 1, 2, 2, 3] as const

/** Numbers that override those of the seed. */
interface Asked {
  readonly partitions?: number | undefined
  readonly nodes?: number | undefined
}

export const make = (random: Random, nodesRandom: Random, asked: Asked): Spread => {
  const drawn = asked.partitions ?? random.pick(counts)
  const nodes = asked.nodes ?? (drawn === 1 ? 1 : nodesRandom.pick(nodeCounts))
  // Several nodes need at least two partitions.
  const count = nodes === 1 ? drawn : Math.max(drawn, 2)
  const first = random.stream("first account").int(0, count - 1)
  return {
    ...{ count, nodes },
    numbers: Array.from({ length: count }, (_, number) => number),
    // Alternating partitions, so that none is without an account.
    ofAccount: (accountId) => (first + Number(accountId.replace(/\D/g, ""))) % count,
    ofId: (id) => (count === 1 ? 0 : Ids.partitionOf(id)),
    named: (stream, number) => (number === 0 ? stream : `${stream} in partition ${number}`)
  }
}

/** Empty states of partitions. The first has the directory, which the others read. */
export const statesOf = (count: number): ReadonlyArray<State.State> => {
  const first = State.make({ count })
  const shared = { count, directory: Collections.directoryOf(first) }
  return Array.from({ length: count }, (_, number) =>
    number === Partition.directory ? first : State.make(shared)
  )
}

/** For each partition, a source of ids that carry its number. */
export const sourcesOf = (draw: IdGenerator.Source, { count, numbers }: Spread) => {
  const { bytes } = draw
  const sources = numbers.map((partition) => (count === 1 ? draw : { bytes, partition }))
  return (partition: number): IdGenerator.Source => sources[partition] ?? draw
}
