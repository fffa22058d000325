/** The engines of this process, one for each partition, and which of them has what. */
import { Context } from "effect"
import * as Ids from "../domain/Ids.ts"
import type * as Engine from "./Engine.ts"
import * as Partition from "./Partition.ts"
import type * as IdGenerator from "./ports/IdGenerator.ts"

/** A partition that this process runs. */
export interface Running {
  readonly engine: Engine.EngineService
  /** Its ids lead to it. */
  readonly ids: IdGenerator.Source
}

export interface PartitionsService {
  /** By their numbers. */
  readonly all: ReadonlyArray<Running>
  /** The engine of accounts, keys and users. */
  readonly directory: Engine.EngineService
  /** The number of an account's partition; the directory's for an unknown account. */
  readonly ofAccount: (accountId: string) => number
  /** The number of the partition of a payout, batch, delivery or event; the first if of none. */
  readonly ofId: (id: string) => number
}

export class Partitions extends Context.Service<Partitions, PartitionsService>()(
  "payouts/engine/Partitions"
) {}

/** Partitions by their numbers, one or more; the first is the directory's. */
export const make = (all: ReadonlyArray<Running>): PartitionsService => {
  const [first] = all
  if (first === undefined) throw new Error("There is no partition")
  const directory = first.engine
  return {
    all,
    directory,
    ofAccount: (accountId) => {
      const account = directory.directory.account(accountId)
      return account === undefined ? Partition.directory : Partition.ofAccount(account)
    },
    ofId: (id) => {
      const number = all.length === 1 ? Partition.directory : Ids.partitionOf(id)
      return number >= 0 && number < all.length ? number : Partition.directory
    }
  }
}
