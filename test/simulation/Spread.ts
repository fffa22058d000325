/**
 * How a run is spread over partitions and nodes: how many there are of each, and where each account
 * is. Drawn from streams of their own, so a run of one stays as it was before there could be more.
 */
import * as Ids from "../../src/domain/Ids.ts"
import * as Partition from "../../src/engine/Partition.ts"
import type * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Collections from "../../src/engine/state/Collections.ts"
import * as State from "../../src/engine/state/State.ts"
import type { Random } from "./Random.ts"

export interface Spread {
  readonly count: number
  /** Processes that share the logs; one runs all partitions, and is replaced when it ends. */
  readonly nodes: number
  /** The numbers of all partitions. */
  readonly numbers: ReadonlyArray<number>
  readonly ofAccount: (accountId: string) => number
  /** Where an id leads. */
  readonly ofId: (id: string) => number
  /** The name of a partition's stream of randomness: the first has the plain one. */
  readonly named: (stream: string, number: number) => string
}

/** Most runs have one partition: they are cheap, and most laws are about one. */
const counts = [1, 1, 1, 1, 1, 1, 2, 2, 3] as const

/** Most runs of several partitions have one process too. */
const nodeCounts = [1, 1, 1, 2, 2, 3] as const

/** So many, whatever the seed says. */
interface Asked {
  readonly partitions?: number | undefined
  readonly nodes?: number | undefined
}

export const make = (random: Random, nodesRandom: Random, asked: Asked): Spread => {
  const drawn = asked.partitions ?? random.pick(counts)
  const nodes = asked.nodes ?? (drawn === 1 ? 1 : nodesRandom.pick(nodeCounts))
  // Nodes share a service of several partitions.
  const count = nodes === 1 ? drawn : Math.max(drawn, 2)
  const first = random.stream("first account").int(0, count - 1)
  return {
    ...{ count, nodes },
    numbers: Array.from({ length: count }, (_, number) => number),
    // In turn, so that no partition is without an account.
    ofAccount: (accountId) => (first + Number(accountId.replace(/\D/g, ""))) % count,
    ofId: (id) => (count === 1 ? 0 : Ids.partitionOf(id)),
    named: (stream, number) => (number === 0 ? stream : `${stream} in partition ${number}`)
  }
}

/** Empty states of so many partitions: the first holds the directory that the others read. */
export const statesOf = (count: number): ReadonlyArray<State.State> => {
  const first = State.make({ count })
  const shared = { count, directory: Collections.directoryOf(first) }
  return Array.from({ length: count }, (_, number) =>
    number === Partition.directory ? first : State.make(shared)
  )
}

/** For each partition a source whose ids lead there. */
export const sourcesOf = (draw: IdGenerator.Source, { count, numbers }: Spread) => {
  const { bytes } = draw
  const sources = numbers.map((partition) => (count === 1 ? draw : { bytes, partition }))
  return (partition: number): IdGenerator.Source => sources[partition] ?? draw
}
