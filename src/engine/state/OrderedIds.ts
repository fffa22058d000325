/**
 * Ids in order of creation, of all accounts and of each: lists walk them from the newest. An id is
 * nearly always added at the end. One that is removed stays in the array until half of the array is
 * removed ids, so a removal does not move the others.
 */
import * as Limits from "../../config/Limits.ts"

interface Ids {
  /** In order, with removed ones. */
  held: Array<string>
  readonly removed: Set<string>
}

export interface ByAccount {
  readonly all: Ids
  readonly accounts: Map<string, Ids>
}

const makeIds = (): Ids => ({ held: [], removed: new Set() })

export const make = (): ByAccount => ({ all: makeIds(), accounts: new Map() })

/** The position of the first id that is not before `id`. */
const positionOf = ({ held }: Ids, id: string): number => {
  let low = 0
  let high = held.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((held[middle] as string) < id) low = middle + 1
    else high = middle
  }
  return low
}

const add = (ids: Ids, id: string): void => {
  const { held, removed } = ids
  if (removed.size > 0 && removed.delete(id)) return
  const last = held.at(-1)
  if (last === undefined || last < id) held.push(id)
  else held.splice(positionOf(ids, id), 0, id)
}

const remove = (ids: Ids, id: string): void => {
  const { held, removed } = ids
  removed.add(id)
  if (
    removed.size < held.length &&
    (removed.size < Limits.memory.removedIdsMin || removed.size * 2 < held.length)
  )
    return
  ids.held = held.filter((one) => !removed.has(one))
  removed.clear()
}

interface Row {
  readonly id: string
  readonly accountId: string
}

/** Follows a row that is added (`before` is undefined) or removed (`after` is). */
export const moved = (
  { accounts, all }: ByAccount,
  before: Row | undefined,
  after: Row | undefined
): void => {
  if (before === undefined && after !== undefined) {
    const own = accounts.get(after.accountId) ?? makeIds()
    if (own.held.length === 0) accounts.set(after.accountId, own)
    add(own, after.id)
    add(all, after.id)
  } else if (before !== undefined && after === undefined) {
    const own = accounts.get(before.accountId)
    if (own !== undefined) {
      remove(own, before.id)
      if (own.held.length === 0) accounts.delete(before.accountId)
    }
    remove(all, before.id)
  }
}

/** Ids by a property of their rows, such as the status. */
export type Groups = Map<string, ByAccount>

/** The ids of a group. */
export const ofGroup = (groups: Groups, group: string): ByAccount => {
  const found = groups.get(group) ?? make()
  if (!groups.has(group)) groups.set(group, found)
  return found
}

/** Follows a row from one group to another. */
export const regrouped = <R extends Row>(
  groups: Groups,
  groupOf: (row: R) => string,
  before: R | undefined,
  after: R | undefined
): void => {
  const from = before && groupOf(before)
  const to = after && groupOf(after)
  if (from === to) return
  if (from !== undefined) moved(ofGroup(groups, from), before, undefined)
  if (to !== undefined) moved(ofGroup(groups, to), undefined, after)
}

const idsOf = ({ accounts, all }: ByAccount, accountId: string | undefined): Ids | undefined =>
  accountId === undefined ? all : accounts.get(accountId)

/** How many ids an account has; `undefined`: of all accounts. */
export const size = (ordered: ByAccount, accountId: string | undefined): number => {
  const ids = idsOf(ordered, accountId)
  return ids === undefined ? 0 : ids.held.length - ids.removed.size
}

/** The ids of an account, or of all, from the oldest or from the newest. */
export const inOrder = function* (
  ordered: ByAccount,
  accountId: string | undefined,
  { isAscending }: { readonly isAscending: boolean }
): Generator<string> {
  const ids = idsOf(ordered, accountId)
  if (ids === undefined) return
  const { held, removed } = ids
  const count = held.length
  for (let walked = 0; walked < count; walked++) {
    const id = held[isAscending ? walked : count - 1 - walked] as string
    if (!removed.has(id)) yield id
  }
}
