/**
 * Ids in order of creation, of all accounts and of each: lists walk them from the newest. An id is
 * nearly always added at the end. A removed id stays in the array until half of the array is
 * removed ids, so a removal does not move the others.
 */
import * as Limits from "../../config/Limits.ts"

interface Ids {
  /** Ids in order, including removed ones. */
  sorted: Array<string>
  readonly removed: Set<string>
}

export interface ByAccount {
  readonly all: Ids
  readonly accounts: Map<string, Ids>
}

const makeIds = (): Ids => ({ sorted: [], removed: new Set() })

export const make = (): ByAccount => ({ all: makeIds(), accounts: new Map() })

/** The position of the first id that is not before `id`. */
const positionOf = ({ sorted }: Ids, id: string): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as string) < id) low = middle + 1
    else high = middle
  }
  return low
}

const add = (ids: Ids, id: string): void => {
  const { removed, sorted } = ids
  if (removed.size > 0 && removed.delete(id)) return
  const last = sorted.at(-1)
  if (last === undefined || last < id) sorted.push(id)
  else sorted.splice(positionOf(ids, id), 0, id)
}

const remove = (ids: Ids, id: string): void => {
  const { removed, sorted } = ids
  removed.add(id)
  if (
    removed.size < sorted.length &&
    (removed.size < Limits.memory.removedIdsMin || removed.size * 2 < sorted.length)
  )
    return
  ids.sorted = sorted.filter((one) => !removed.has(one))
  removed.clear()
}

interface Row {
  readonly id: string
  readonly accountId: string
}

/** Follows a row that is added (`before` is undefined) or removed (`after` is). */
export const follow = (
  { accounts, all }: ByAccount,
  before: Row | undefined,
  after: Row | undefined
): void => {
  if (before === undefined && after !== undefined) {
    const accountIds = accounts.get(after.accountId) ?? makeIds()
    if (accountIds.sorted.length === 0) accounts.set(after.accountId, accountIds)
    add(accountIds, after.id)
    add(all, after.id)
  } else if (before !== undefined && after === undefined) {
    const accountIds = accounts.get(before.accountId)
    if (accountIds !== undefined) {
      remove(accountIds, before.id)
      if (accountIds.sorted.length === 0) accounts.delete(before.accountId)
    }
    remove(all, before.id)
  }
}

/** Ids by a property of their rows, such as the status. */
export type Groups = Map<string, ByAccount>

export const ofGroup = (groups: Groups, group: string): ByAccount => {
  const ids = groups.get(group) ?? make()
  if (!groups.has(group)) groups.set(group, ids)
  return ids
}

/** Follows a row from one group to another. */
export const regroup = <R extends Row>(
  groups: Groups,
  groupOf: (row: R) => string,
  before: R | undefined,
  after: R | undefined
): void => {
  const from = before && groupOf(before)
  const to = after && groupOf(after)
  if (from === to) return
  if (from !== undefined) follow(ofGroup(groups, from), before, undefined)
  if (to !== undefined) follow(ofGroup(groups, to), undefined, after)
}

const idsOf = ({ accounts, all }: ByAccount, accountId: string | undefined): Ids | undefined =>
  accountId === undefined ? all : accounts.get(accountId)

/** The number of ids of an account; of all accounts if `undefined`. */
export const size = (ordered: ByAccount, accountId: string | undefined): number => {
  const ids = idsOf(ordered, accountId)
  return ids === undefined ? 0 : ids.sorted.length - ids.removed.size
}

/** At most this many ids of an account from the newest, or from the newest before an id. */
export const page = (
  ordered: ByAccount,
  accountId: string,
  { before, limit, offset }: Readonly<{ before?: string; limit: number; offset: number }>
): ReadonlyArray<string> => {
  const ids = ordered.accounts.get(accountId)
  if (ids === undefined) return []
  const found: Array<string> = []
  let skipped = 0
  let place = before === undefined ? ids.sorted.length : positionOf(ids, before)
  while (place > 0 && found.length < limit) {
    place -= 1
    const id = ids.sorted[place] as string
    if (ids.removed.has(id)) continue
    if (skipped < offset) skipped += 1
    else found.push(id)
  }
  return found
}

/**
 * The ids of all accounts from the newest, in parts of at most `size`. They may change between two
 * parts: later parts may contain removed ids, and lack new ones.
 */
export const parts = function* (
  { all: { sorted } }: ByAccount,
  size: number
): Generator<ReadonlyArray<string>> {
  for (let end = sorted.length; end > 0; end -= size) {
    yield sorted.slice(Math.max(0, end - size), end)
  }
}

/** The ids of an account, or of all, from the oldest or from the newest. */
export const inOrder = function* (
  ordered: ByAccount,
  accountId: string | undefined,
  { isAscending }: { readonly isAscending: boolean }
): Generator<string> {
  const ids = idsOf(ordered, accountId)
  if (ids === undefined) return
  const { removed, sorted } = ids
  const count = sorted.length
  for (let step = 0; step < count; step++) {
    const id = sorted[isAscending ? step : count - 1 - step] as string
    if (!removed.has(id)) yield id
  }
}
