/**
 * How a run is spread over partitions: how many there are, and where each account is. Drawn from a
 * stream of its own, so a run of one partition is what it was before there could be several.
 */
import * as Ids from "../../src/domain/Ids.ts"
import * as Partition from "../../src/engine/Partition.ts"
import type * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Collections from "../../src/engine/state/Collections.ts"
import * as State from "../../src/engine/state/State.ts"
import type { Random } from "./Random.ts"

export interface Spread {
  readonly count: number
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

/** `asked`: so many partitions, whatever the seed says. */
export const make = (random: Random, asked: number | undefined): Spread => {
  const count = asked ?? random.pick(counts)
  const first = random.stream("first account").int(0, count - 1)
  return {
    count,
    numbers: Array.from({ length: count }, (_, number) => number),
    // In turn, so that no partition is without an account.
    ofAccount: (accountId) => (first + Number(accountId.replace(/\D/g, ""))) % count,
    ofId: (id) => (count === 1 ? 0 : Ids.partitionOf(id)),
    named: (stream, number) => (number === 0 ? stream : `${stream} in partition ${number}`)
  }
}

/** Empty states of so many partitions: the first holds the directory that the others read. */
export const statesOf = (count: number): ReadonlyArray<State.State> => {
  const first = State.make(undefined, { count })
  const shared = { count, directory: Collections.directoryOf(first) }
  return Array.from({ length: count }, (_, number) =>
    number === Partition.directory ? first : State.make(undefined, shared)
  )
}

/** For each partition a source whose ids lead there. */
export const sourcesOf = (draw: IdGenerator.Source, { count, numbers }: Spread) => {
  const { bytes } = draw
  const sources = numbers.map((partition) => (count === 1 ? draw : { bytes, partition }))
  return (partition: number): IdGenerator.Source => sources[partition] ?? draw
}
