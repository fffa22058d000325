/**
 * The partition that an engine is of. A service has one, or several with a log each: an account is
 * in one of them with all that it does, and the first holds the directory of accounts, keys and
 * users.
 */
import { Context } from "effect"
import type * as Account from "../domain/account/Account.ts"

export interface Slot {
  readonly number: number
  /** How many partitions the service has. */
  readonly count: number
}

const only: Slot = { number: 0, count: 1 }

export class Partition extends Context.Reference<Slot>("payouts/engine/Partition", {
  defaultValue: () => only
}) {}

/** The first partition, whose log holds the accounts, keys and users. */
export const directory = 0

/** Labels of a partition's series and lines of the log: none where there is only one. */
export const labelsOf = ({ count, number }: Slot): Readonly<Record<string, string>> =>
  count === 1 ? {} : { partition: String(number) }

/** The partition of an account. */
export const ofAccount = ({ partition }: Pick<Account.Account, "partition">): number =>
  partition ?? directory

/**
 * The partition of a new account: accounts divide among all by their ids. A service with one writes
 * none.
 */
export const drawn = ({ count }: Slot, accountId: string): Pick<Account.Account, "partition"> => {
  if (count === 1) return {}
  let hash = 0x811c9dc5
  for (let index = 0; index < accountId.length; index++) {
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193)
  }
  return { partition: ((hash ^ (hash >>> 15)) >>> 0) % count }
}
