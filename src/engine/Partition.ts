/**
 * The partition of an engine. A service has one partition, or several with a log each. An account
 * and everything it does is in one of them. The first partition has the directory of accounts, keys
 * and users.
 */
import { Context } from "effect"
import type * as Account from "../domain/account/Account.ts"

export interface Slot {
  readonly number: number
  /** The number of partitions of the service. */
  readonly count: number
}

const onlySlot: Slot = { number: 0, count: 1 }

export class Partition extends Context.Reference<Slot>("payouts/engine/Partition", {
  defaultValue: () => onlySlot
}) {}

/** The first partition, whose log has the accounts, keys and users. */
export const directory = 0

/** Labels of a partition's metric series and log lines; empty if there is only one partition. */
export const labelsOf = ({ count, number }: Slot): Readonly<Record<string, string>> =>
  count === 1 ? {} : { partition: String(number) }

export const ofAccount = ({ partition }: Pick<Account.Account, "partition">): number =>
  partition ?? directory

/**
 * The partition of a new account: a hash of the id distributes accounts. A service with one
 * partition writes none.
 */
export const ofNewAccount = (
  { count }: Slot,
  accountId: string
): Pick<Account.Account, "partition"> => {
  if (count === 1) return {}
  let hash = 0x811c9dc5
  for (let index = 0; index < accountId.length; index++) {
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193)
  }
  return { partition: ((hash ^ (hash >>> 15)) >>> 0) % count }
}
