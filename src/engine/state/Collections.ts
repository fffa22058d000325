/**
 * The collections that memory holds, one line each in a table: which set of dirty ids a collection
 * belongs to, when a row may leave memory, and which indexes follow its rows. The table drives
 * creation, marking, eviction, loading and what the read model writes.
 */
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import type { ArchivedName, Kinds, Name } from "../ports/Rows.ts"
import * as OrderedIds from "./OrderedIds.ts"
import * as RefundTransactions from "./RefundTransactions.ts"
import * as StateCounters from "./StateCounters.ts"

/** The rows in memory, by id. */
export type Maps = { readonly [K in Name]: Map<string, Kinds[K]> }

/** What is found without a walk over the rows; `put` and `remove` keep it up to date. */
interface Indexes {
  readonly keysByHash: Map<string, ApiKey.ApiKey>
  /** Ids in order of creation. */
  readonly endpointsByAccount: Map<string, Array<string>>
  /** Quotes that are neither used nor ended, in order of creation, and so of expiry. */
  readonly unlocked: Set<string>
  /** Payouts in memory, by status. */
  readonly counters: StateCounters.StateCounters
  /** Payouts whose money is frozen. */
  readonly frozen: Set<string>
  /** Payouts and batches by their deposit address in lower case; rows share their batch's. */
  readonly addresses: Map<string, string>
  /** Payouts and batches by the transactions that their refunds name. */
  readonly refundTransactions: RefundTransactions.RefundTransactions
  /** Rows that are not final, by batch, in order of creation. */
  readonly rows: Map<string, Set<string>>
  /** Ids in order, of all accounts and of each, for lists. */
  readonly ordered: Readonly<Record<ArchivedName, OrderedIds.ByAccount>>
  /** The same of payouts of each status, and of quotes of each lock: lists of few among many. */
  readonly payoutsByStatus: OrderedIds.Groups
  readonly quotesByLock: OrderedIds.Groups
}

/** What the directory's log holds: all partitions read it, and one writes it. */
export type Directory = Pick<
  Maps & Indexes,
  "accounts" | "keys" | "people" | "invitations" | "keysByHash"
>

/** The directory in these collections, to be read by the states of other partitions. */
export const directoryOf = (all: Directory): Directory => {
  const { accounts, invitations, keys, keysByHash, people } = all
  return { accounts, invitations, keys, keysByHash, people }
}

export interface Collections extends Maps, Indexes {
  /** Ids of rows in memory of which the archive may have an older row. */
  readonly archived: Readonly<Record<ArchivedName, Set<string>>>
}

/** The sets of dirty ids. The registry is what always stays in memory. */
export type DirtyName = "registry" | Exclude<Name, RegistryName>

export type RegistryName =
  | "accounts"
  | "keys"
  | "people"
  | "invitations"
  | "endpoints"
  | "chainCursors"

interface Collection<A> {
  readonly dirty: DirtyName
  /** Whether a row may leave memory once the read model has it; absent where rows always stay. */
  readonly mayLeave?: (row: A) => boolean
  /** Follows a row that is added (`before` is undefined), replaced, or removed (`after` is). */
  readonly index?: (indexes: Indexes, before: A | undefined, after: A | undefined) => void
}

const indexKey = (
  { keysByHash }: Indexes,
  before: ApiKey.ApiKey | undefined,
  after: ApiKey.ApiKey | undefined
): void => {
  if (after !== undefined) keysByHash.set(after.hash, after)
  else if (before !== undefined) keysByHash.delete(before.hash)
}

const indexEndpoint = (
  { endpointsByAccount }: Indexes,
  before: Endpoint.Endpoint | undefined,
  after: Endpoint.Endpoint | undefined
): void => {
  if (before === undefined && after !== undefined) {
    const ids = endpointsByAccount.get(after.accountId)
    if (ids === undefined) endpointsByAccount.set(after.accountId, [after.id])
    else ids.push(after.id)
  } else if (before !== undefined && after === undefined) {
    const ids = endpointsByAccount.get(before.accountId) ?? []
    endpointsByAccount.set(
      before.accountId,
      ids.filter((id) => id !== before.id)
    )
  }
}

const lockOf = ({ lock }: Quote.Quote): string => lock

const indexQuote = (
  { ordered, quotesByLock, unlocked }: Indexes,
  before: Quote.Quote | undefined,
  after: Quote.Quote | undefined
): void => {
  OrderedIds.moved(ordered.quotes, before, after)
  OrderedIds.regrouped(quotesByLock, lockOf, before, after)
  if (after?.lock === "none") unlocked.add(after.id)
  else if (before !== undefined) unlocked.delete(before.id)
}

const indexAddress = (
  { addresses }: Indexes,
  before: Payout.Payout | Batch.Batch | undefined,
  after: Payout.Payout | Batch.Batch | undefined
): void => {
  if (after === undefined) {
    if (before !== undefined) addresses.delete(before.depositAddress.toLowerCase())
  } else if (before === undefined) addresses.set(after.depositAddress.toLowerCase(), after.id)
}

/** Keeps the rows of a batch that are not final. */
const indexRow = ({ rows }: Indexes, batchId: string, { id, status }: Payout.Payout): void => {
  const ids = rows.get(batchId)
  if (!PayoutGuards.isFinal(status)) {
    if (ids === undefined) rows.set(batchId, new Set([id]))
    else ids.add(id)
  } else if (ids?.delete(id) === true && ids.size === 0) rows.delete(batchId)
}

const statusOf = ({ status }: Payout.Payout): string => status

const indexPayout = (
  indexes: Indexes,
  before: Payout.Payout | undefined,
  after: Payout.Payout | undefined
): void => {
  const payout = after ?? before
  if (payout === undefined) return
  const { counters, frozen, ordered, payoutsByStatus, refundTransactions } = indexes
  OrderedIds.moved(ordered.payouts, before, after)
  OrderedIds.regrouped(payoutsByStatus, statusOf, before, after)
  StateCounters.moved(counters, before?.status, after?.status)
  RefundTransactions.moved(refundTransactions, payout.id, before?.refunds, after?.refunds)
  if (after !== undefined && PayoutGuards.isFrozen(after)) frozen.add(payout.id)
  else if (frozen.size > 0) frozen.delete(payout.id)
  if (payout.batchId === null) indexAddress(indexes, before, after)
  else indexRow(indexes, payout.batchId, payout)
}

const indexBatch = (
  indexes: Indexes,
  before: Batch.Batch | undefined,
  after: Batch.Batch | undefined
): void => {
  const id = (after ?? before)?.id
  if (id === undefined) return
  const { ordered, refundTransactions } = indexes
  OrderedIds.moved(ordered.batches, before, after)
  RefundTransactions.moved(refundTransactions, id, before?.refunds, after?.refunds)
  indexAddress(indexes, before, after)
}

export const collections: { readonly [K in Name]: Collection<Kinds[K]> } = {
  accounts: { dirty: "registry" },
  keys: { dirty: "registry", index: indexKey },
  people: { dirty: "registry" },
  invitations: { dirty: "registry" },
  endpoints: { dirty: "registry", index: indexEndpoint },
  chainCursors: { dirty: "registry" },
  quotes: {
    dirty: "quotes",
    mayLeave: ({ lock }) => lock === "used" || lock === "released",
    index: indexQuote
  },
  payouts: { dirty: "payouts", mayLeave: PayoutGuards.isFinished, index: indexPayout },
  batches: { dirty: "batches", mayLeave: Batch.isFinished, index: indexBatch },
  // Memory holds beneficiaries and deliveries only until the read model has them or they are idle.
  beneficiaries: { dirty: "beneficiaries", mayLeave: () => true },
  deliveries: { dirty: "deliveries", mayLeave: () => true }
}

export const names = Object.keys(collections) as ReadonlyArray<Name>

const isRegistryName = (name: Name): name is RegistryName => collections[name].dirty === "registry"

export const registryNames = names.filter(isRegistryName)

export const archivedNames: ReadonlyArray<ArchivedName> = ["quotes", "payouts", "batches"]

const isArchivedName = (name: Name): name is ArchivedName =>
  name === "payouts" || name === "quotes" || name === "batches"

/** Whether a row is over: from then on the archive has it, and no longer memory. */
export const isOver = <K extends Name>(name: K, row: Kinds[K]): boolean =>
  collections[name].mayLeave?.(row) === true

/** Collections whose rows leave memory; each has its own set of dirty ids. */
export const evictedNames = names.filter((name) => collections[name].mayLeave !== undefined)

/** Remembers a row that is over: the archive has it, or may have it. */
export const markArchived = <K extends Name>(
  { archived }: Pick<Collections, "archived">,
  name: K,
  row: Kinds[K]
): void => {
  if (isArchivedName(name) && isOver(name, row)) archived[name].add(row.id)
}

/** An object with a value for each collection; `valueOf` must give the type that belongs to it. */
export const mapNames = <R extends { readonly [K in Name]: unknown }>(
  valueOf: (name: Name) => unknown
): R =>
  // The type of `Object.fromEntries` loses that the keys are all names.
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as unknown as R

export const make = (): Collections => ({
  ...mapNames<Maps>(() => new Map()),
  keysByHash: new Map(),
  endpointsByAccount: new Map(),
  unlocked: new Set(),
  counters: StateCounters.make(),
  frozen: new Set(),
  addresses: new Map(),
  refundTransactions: new Map(),
  rows: new Map(),
  ordered: { quotes: OrderedIds.make(), payouts: OrderedIds.make(), batches: OrderedIds.make() },
  payoutsByStatus: new Map(),
  quotesByLock: new Map(),
  archived: { quotes: new Set(), payouts: new Set(), batches: new Set() }
})

/** Adds or replaces a row. */
export const put = <K extends Name>(all: Collections, name: K, row: Kinds[K]): void => {
  const maps: Maps = all
  const rows = maps[name]
  const before = rows.get(row.id)
  rows.set(row.id, row)
  // A standby does not know whether the writer archived the row that was over: it may have.
  if (before !== undefined) markArchived(all, name, before)
  collections[name].index?.(all, before, row)
}

/** Removes a row, if it is in memory. */
export const remove = (all: Collections, name: Name, id: string): void => {
  const maps: Maps = all
  removeFrom(all, name, maps[name], id)
}

const removeFrom = <K extends Name>(
  all: Collections,
  name: K,
  rows: Map<string, Kinds[K]>,
  id: string
): void => {
  const before = rows.get(id)
  if (before === undefined) return
  rows.delete(id)
  if (isArchivedName(name)) all.archived[name].delete(id)
  collections[name].index?.(all, before, undefined)
}
