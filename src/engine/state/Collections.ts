/**
 * The collections in memory, one line each in a table: the set of dirty ids of a collection, when a
 * row may leave memory, and the indexes that follow its rows. The table drives creation, marking,
 * eviction, loading, and the writes of the read model.
 */
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as Balance from "../../domain/balance/Balance.ts"
import * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import * as Booking from "../../domain/books/Booking.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as Recall from "../../domain/payout/Recall.ts"
import type * as Quote from "../../domain/quote/Quote.ts"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import * as DataSubjects from "../ports/DataSubjects.ts"
import type { ArchivedName, Kinds, Name } from "../ports/Rows.ts"
import * as Commitments from "./Commitments.ts"
import * as EvictedPayouts from "./EvictedPayouts.ts"
import * as OrderedIds from "./OrderedIds.ts"
import * as RefundTransactions from "./RefundTransactions.ts"
import * as StateCounters from "./StateCounters.ts"

/** The rows in memory, by id. */
export type Maps = { readonly [K in Name]: Map<string, Kinds[K]> }

/** Indexes that avoid a walk over the rows; `put` and `remove` keep them up to date. */
interface Indexes {
  readonly keysByHash: Map<string, ApiKey.ApiKey>
  /** Ids in order of creation. */
  readonly endpointsByAccount: Map<string, Array<string>>
  /** Quotes that are neither used nor ended, in order of creation, and so of expiry. */
  readonly unlocked: Set<string>
  /** Payouts in memory, by status. */
  readonly counters: StateCounters.StateCounters
  /** Sums of payouts that are funded and not paid. */
  readonly commitments: Commitments.Commitments
  /** Payouts whose money is frozen. */
  readonly frozen: Set<string>
  /** Payouts with an open recall. */
  readonly recalled: Set<string>
  /**
   * Payouts, batches and balances by their deposit address in lower case. Rows share their batch's,
   * and payouts from a balance the balance's.
   */
  readonly addresses: Map<string, string>
  /** Ids of balances, by account. */
  readonly balancesByAccount: Map<string, string>
  /** Withdrawals that have not ended. */
  readonly openWithdrawals: Set<string>
  /** Payouts, batches and withdrawals by the transactions that their refunds name. */
  readonly refundTransactions: RefundTransactions.RefundTransactions
  /** Rows that are not final, by batch, in order of creation. */
  readonly rows: Map<string, Set<string>>
  /** Ids in order, of all accounts and of each, for lists. */
  readonly ordered: Readonly<Record<ArchivedName, OrderedIds.ByAccount>>
  /** Ids of records about recipients' data, by person, and in order for lists. */
  readonly recipientsByPerson: Map<string, string>
  readonly orderedRecipients: OrderedIds.ByAccount
  /** Ids in order, of payouts by status and of quotes by lock: for lists of few among many. */
  readonly payoutsByStatus: OrderedIds.Groups
  /** Numbers of payouts that left memory, by account. */
  readonly evictedPayouts: EvictedPayouts.EvictedPayouts
  readonly quotesByLock: OrderedIds.Groups
}

/** The content of the directory's log: all partitions read it, and one writes it. */
export type Directory = Pick<
  Maps & Indexes,
  "accounts" | "keys" | "people" | "invitations" | "keysByHash"
>

/** The directory in these collections, to be read by the states of other partitions. */
export const directoryOf = (source: Directory): Directory => {
  const { accounts, invitations, keys, keysByHash, people } = source
  return { accounts, invitations, keys, keysByHash, people }
}

export interface Collections extends Maps, Indexes {
  /** Ids of rows in memory of which the archive may have an older row. */
  readonly archived: Readonly<Record<ArchivedName, Set<string>>>
}

/** The sets of dirty ids. The registry always stays in memory. */
export type DirtyName = "registry" | Exclude<Name, RegistryName>

export type RegistryName =
  | "accounts"
  | "keys"
  | "people"
  | "invitations"
  | "endpoints"
  | "chainCursors"
  | "balances"
  | "recipients"
  | "periods"
  | "reconciliations"
  | "breaks"

interface Collection<A> {
  readonly dirty: DirtyName
  /**
   * Returns true if a row may leave memory once the read model has it; absent if rows always stay.
   */
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

const personOf = ({ accountId, phone }: RecipientData.RecipientData): string =>
  DataSubjects.recipient(accountId, phone)

const indexRecipient = (
  { orderedRecipients, recipientsByPerson }: Indexes,
  before: RecipientData.RecipientData | undefined,
  after: RecipientData.RecipientData | undefined
): void => {
  OrderedIds.follow(orderedRecipients, before, after)
  // Records of erased recipients, read again from the log, have one phone number.
  if (before !== undefined && recipientsByPerson.get(personOf(before)) === before.id) {
    recipientsByPerson.delete(personOf(before))
  }
  if (after !== undefined) recipientsByPerson.set(personOf(after), after.id)
}

const lockOf = ({ lock }: Quote.Quote): string => lock

const indexQuote = (
  { ordered, quotesByLock, unlocked }: Indexes,
  before: Quote.Quote | undefined,
  after: Quote.Quote | undefined
): void => {
  OrderedIds.follow(ordered.quotes, before, after)
  OrderedIds.regroup(quotesByLock, lockOf, before, after)
  if (after?.lock === "none") unlocked.add(after.id)
  else if (before !== undefined) unlocked.delete(before.id)
}

type Addressed = Pick<Payout.Payout, "id" | "depositAddress">

const indexAddress = (
  { addresses }: Pick<Indexes, "addresses">,
  before: Addressed | undefined,
  after: Addressed | undefined
): void => {
  if (after === undefined) {
    if (before !== undefined) addresses.delete(before.depositAddress.toLowerCase())
  } else if (before === undefined) addresses.set(after.depositAddress.toLowerCase(), after.id)
}

const indexBalance = (
  indexes: Indexes,
  before: Balance.Balance | undefined,
  after: Balance.Balance | undefined
): void => {
  indexAddress(indexes, before, after)
  if (after !== undefined) indexes.balancesByAccount.set(after.accountId, after.id)
}

const indexWithdrawal = (
  indexes: Indexes,
  before: Withdrawal.Withdrawal | undefined,
  after: Withdrawal.Withdrawal | undefined
): void => {
  const id = (after ?? before)?.id
  if (id === undefined) return
  const { openWithdrawals, ordered, refundTransactions } = indexes
  OrderedIds.follow(ordered.withdrawals, before, after)
  RefundTransactions.follow(
    refundTransactions,
    id,
    before && Withdrawal.asRefunds(before),
    after && Withdrawal.asRefunds(after)
  )
  if (after !== undefined && Withdrawal.isOpen(after)) openWithdrawals.add(id)
  else openWithdrawals.delete(id)
}

/** Bookings are of the service and of no account. */
const ofService = (booking: Booking.Booking | undefined) =>
  booking && { id: booking.id, accountId: "" }

const indexBooking = (
  { ordered }: Indexes,
  before: Booking.Booking | undefined,
  after: Booking.Booking | undefined
): void => OrderedIds.follow(ordered.bookings, ofService(before), ofService(after))

/** Tracks the rows of a batch that are not final. */
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
  const { commitments, counters, frozen, ordered, payoutsByStatus, recalled } = indexes
  OrderedIds.follow(ordered.payouts, before, after)
  OrderedIds.regroup(payoutsByStatus, statusOf, before, after)
  StateCounters.follow(counters, before?.status, after?.status)
  Commitments.follow(commitments, before, after)
  EvictedPayouts.follow(indexes.evictedPayouts, before, after)
  RefundTransactions.follow(
    indexes.refundTransactions,
    ...([payout.id, before?.refunds, after?.refunds] as const)
  )
  if (after !== undefined && PayoutGuards.isFrozen(after)) frozen.add(payout.id)
  else if (frozen.size > 0) frozen.delete(payout.id)
  if (after !== undefined && Recall.openOf(after) !== undefined) recalled.add(payout.id)
  else if (recalled.size > 0) recalled.delete(payout.id)
  if (payout.batchId !== null) indexRow(indexes, payout.batchId, payout)
  else if (payout.funding === undefined) indexAddress(indexes, before, after)
}

const indexBatch = (
  indexes: Indexes,
  before: Batch.Batch | undefined,
  after: Batch.Batch | undefined
): void => {
  const id = (after ?? before)?.id
  if (id === undefined) return
  const { ordered, refundTransactions } = indexes
  OrderedIds.follow(ordered.batches, before, after)
  RefundTransactions.follow(refundTransactions, id, before?.refunds, after?.refunds)
  if ((after ?? before)?.fundedBy === undefined) indexAddress(indexes, before, after)
}

export const collections: { readonly [K in Name]: Collection<Kinds[K]> } = {
  accounts: { dirty: "registry" },
  keys: { dirty: "registry", index: indexKey },
  people: { dirty: "registry" },
  invitations: { dirty: "registry" },
  endpoints: { dirty: "registry", index: indexEndpoint },
  chainCursors: { dirty: "registry" },
  balances: { dirty: "registry", index: indexBalance },
  recipients: { dirty: "registry", index: indexRecipient },
  periods: { dirty: "registry" },
  reconciliations: { dirty: "registry" },
  breaks: { dirty: "registry" },
  quotes: {
    dirty: "quotes",
    mayLeave: ({ lock }) => lock === "used" || lock === "released",
    index: indexQuote
  },
  payouts: { dirty: "payouts", mayLeave: PayoutGuards.isFinished, index: indexPayout },
  batches: { dirty: "batches", mayLeave: Batch.isFinished, index: indexBatch },
  withdrawals: {
    dirty: "withdrawals",
    mayLeave: (withdrawal) => !Withdrawal.isOpen(withdrawal),
    index: indexWithdrawal
  },
  bookings: { dirty: "bookings", mayLeave: Booking.isEnded, index: indexBooking },
  // Beneficiaries and deliveries are in memory only until the read model has them or they are idle.
  beneficiaries: { dirty: "beneficiaries", mayLeave: () => true },
  deliveries: { dirty: "deliveries", mayLeave: () => true }
}

export const names = Object.keys(collections) as ReadonlyArray<Name>

const isRegistryName = (name: Name): name is RegistryName => collections[name].dirty === "registry"

export const registryNames = names.filter(isRegistryName)

export const archivedNames = [
  ...(["quotes", "payouts", "batches", "withdrawals", "bookings"] as const)
] satisfies ReadonlyArray<ArchivedName>

const archivable: ReadonlySet<Name> = new Set(archivedNames)

const isArchivedName = (name: Name): name is ArchivedName => archivable.has(name)

/** An object with a value for each archived collection. */
export const mapArchived = <A>(
  valueOf: (name: ArchivedName) => A
): Readonly<Record<ArchivedName, A>> => ({
  quotes: valueOf("quotes"),
  payouts: valueOf("payouts"),
  batches: valueOf("batches"),
  withdrawals: valueOf("withdrawals"),
  bookings: valueOf("bookings")
})

/**
 * True if a row is finished: from then on it belongs into the archive, and no longer into memory.
 */
export const isFinished = <K extends Name>(name: K, row: Kinds[K]): boolean =>
  collections[name].mayLeave?.(row) === true

/** Collections whose rows leave memory; each has its own set of dirty ids. */
export const evictedNames = names.filter((name) => collections[name].mayLeave !== undefined)

/** Remembers a finished row: the archive has it, or may have it. */
export const markArchived = <K extends Name>(
  { archived }: Pick<Collections, "archived">,
  name: K,
  row: Kinds[K]
): void => {
  if (isArchivedName(name) && isFinished(name, row)) archived[name].add(row.id)
}

/**
 * An object with a value for each collection; `valueOf` must return the type that belongs to it.
 */
export const mapNames = <R extends { readonly [K in Name]: unknown }>(
  valueOf: (name: Name) => unknown
): R =>
  // The type of `Object.fromEntries` does not keep that all keys are names.
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as unknown as R

export const make = (): Collections => ({
  ...mapNames<Maps>(() => new Map()),
  keysByHash: new Map(),
  endpointsByAccount: new Map(),
  unlocked: new Set(),
  counters: StateCounters.make(),
  commitments: new Map(),
  frozen: new Set(),
  recalled: new Set(),
  addresses: new Map(),
  balancesByAccount: new Map(),
  openWithdrawals: new Set(),
  refundTransactions: new Map(),
  rows: new Map(),
  ordered: mapArchived(() => OrderedIds.make()),
  recipientsByPerson: new Map(),
  orderedRecipients: OrderedIds.make(),
  payoutsByStatus: new Map(),
  evictedPayouts: new Map(),
  quotesByLock: new Map(),
  archived: mapArchived(() => new Set())
})

/** Adds or replaces a row. */
export const put = <K extends Name>(state: Collections, name: K, row: Kinds[K]): void => {
  const maps: Maps = state
  const rows = maps[name]
  const before = rows.get(row.id)
  rows.set(row.id, row)
  // A standby cannot tell whether the writer archived the finished row: it may have.
  if (before !== undefined) markArchived(state, name, before)
  collections[name].index?.(state, before, row)
}

/** Removes a row, if it is in memory. */
export const remove = (state: Collections, name: Name, id: string): void => {
  const maps: Maps = state
  removeFrom(state, name, maps[name], id)
}

const removeFrom = <K extends Name>(
  state: Collections,
  name: K,
  rows: Map<string, Kinds[K]>,
  id: string
): void => {
  const before = rows.get(id)
  if (before === undefined) return
  rows.delete(id)
  if (isArchivedName(name)) state.archived[name].delete(id)
  collections[name].index?.(state, before, undefined)
}
