/**
 * The read model's port in memory. It outlives the engines that are started over it, like a
 * database. Held, it finishes no write but the first, that of a recovery: then an engine's core
 * keeps whatever it folds in.
 */
import { Effect, Latch, Layer } from "effect"
import * as Batch from "../../src/domain/batch/Batch.ts"
import type { Payout } from "../../src/domain/payout/Payout.ts"
import { isFinished } from "../../src/domain/payout/PayoutGuards.ts"
import type { Quote } from "../../src/domain/quote/Quote.ts"
import type { Delivery } from "../../src/domain/webhook/Delivery.ts"
import type { Endpoint } from "../../src/domain/webhook/Endpoint.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import type { Changes, Versioned } from "../../src/engine/ports/Rows.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import type { KeptReply } from "../../src/engine/state/State.ts"

/** Where kept answers are looked up: the log's entries. */
export interface Entries {
  readonly entries: () => ReadonlyArray<{
    readonly at: number
    readonly reply: Omit<KeptReply, "at"> | null
  }>
}

export interface MemoryViews {
  readonly layer: Layer.Layer<ReadModel.ReadModel>
  /** What it shows: the place in the log, and the states. */
  readonly shown: () => {
    readonly seq: number
    readonly payouts: ReadonlyMap<string, Payout>
    readonly quotes: ReadonlyMap<string, Quote>
    readonly endpoints: ReadonlyMap<string, Endpoint>
    readonly deliveries: ReadonlyMap<string, Delivery>
  }
  /** The next log, of which kept answers are then read. */
  readonly turnTo: (log: Entries) => void
  /** Every write and read fails from now on, or works again. */
  readonly setAway: (isAway: boolean) => void
  /** No write is finished any more. */
  readonly hold: () => void
  /** Reads of payouts wait from now on, until the answer is called. */
  readonly pause: () => () => void
  /** Forgets everything, as a lost table does. */
  readonly lose: () => void
}

type Rows<A> = Map<string, Versioned<A>>

const makeRows = () => ({
  seq: 0,
  exists: false,
  accounts: new Map() as Rows<Changes["accounts"][number]["state"]>,
  keys: new Map() as Rows<Changes["keys"][number]["state"]>,
  people: new Map() as Rows<Changes["people"][number]["state"]>,
  invitations: new Map() as Rows<Changes["invitations"][number]["state"]>,
  endpoints: new Map() as Rows<Changes["endpoints"][number]["state"]>,
  chainCursors: new Map() as Rows<Changes["chainCursors"][number]["state"]>,
  quotes: new Map() as Rows<Changes["quotes"][number]["state"]>,
  payouts: new Map() as Rows<Changes["payouts"][number]["state"]>,
  batches: new Map() as Rows<Changes["batches"][number]["state"]>,
  beneficiaries: new Map() as Rows<Changes["beneficiaries"][number]["state"]>,
  notices: new Map() as Rows<Changes["webhookEvents"][number]["state"]>,
  deliveries: new Map() as Rows<Changes["deliveries"][number]["state"]>,
  replies: new Map<string, { readonly seq: number; readonly at: number }>()
})

const position = ({ seq, state }: Versioned<{ readonly id: string }>): ReadModel.Position => ({
  seq,
  id: state.id
})

const order = (left: ReadModel.Position, right: ReadModel.Position): number =>
  left.seq - right.seq || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)

/** One page, newest first. */
const cut = <A extends { readonly id: string }>(
  rows: Rows<A>,
  { limit, offset }: ReadModel.Page,
  fits: (state: A) => boolean
): ReadModel.Listed<A> => {
  const all = [...rows.values()].map(({ state }) => state).filter(fits)
  all.sort((left, right) => (left.id < right.id ? 1 : -1))
  return { items: all.slice(offset, offset + limit), total: all.length }
}

const statesOf = <A>(rows: Rows<A>): ReadonlyMap<string, A> =>
  new Map([...rows].map(([id, { state }]) => [id, state]))

const away = new Unavailable({ message: "The read model is away." })

export const make = (
  entries: Entries,
  { isHeld = false }: { readonly isHeld?: boolean } = {}
): MemoryViews => {
  let rows = makeRows()
  let log = entries
  let isAway = false
  let writes = 0
  let holdsAfter = isHeld ? 1 : Number.POSITIVE_INFINITY
  const gate = Latch.makeUnsafe(true)

  const asked = <A>(answer: () => A): Effect.Effect<A, Unavailable> =>
    Effect.suspend(() => (isAway ? Effect.fail(away) : Effect.sync(answer)))

  const show = (changes: Changes): void => {
    if (changes.seq < rows.seq) return
    const put = <A extends { readonly id: string }>(
      table: Rows<A>,
      found: ReadonlyArray<Versioned<A>>
    ) => {
      for (const row of found) table.set(row.state.id, row)
    }
    put(rows.accounts, changes.accounts)
    put(rows.keys, changes.keys)
    put(rows.people, changes.people)
    put(rows.invitations, changes.invitations)
    put(rows.endpoints, changes.endpoints)
    put(rows.chainCursors, changes.chainCursors)
    put(rows.quotes, changes.quotes)
    put(rows.payouts, changes.payouts)
    put(rows.batches, changes.batches)
    put(rows.beneficiaries, changes.beneficiaries)
    for (const id of changes.beneficiariesDeleted) rows.beneficiaries.delete(id)
    put(rows.notices, changes.webhookEvents)
    put(rows.deliveries, changes.deliveries)
    for (const id of changes.registryDeleted) {
      rows.endpoints.delete(id)
      rows.invitations.delete(id)
    }
    for (const { at, key, seq } of changes.replies) rows.replies.set(key, { at, seq })
    rows.seq = changes.seq
  }

  const pending = () =>
    [...rows.deliveries.values()].filter(({ state }) => state.nextAttemptAt !== null)

  const listed = (filter: ReadModel.PayoutFilter, excluding: ReadonlyArray<string>) =>
    [...rows.payouts.values()]
      .map(({ state }) => state)
      .filter(({ accountId, id }) => accountId === filter.accountId && !excluding.includes(id))
      .filter(({ status }) => filter.status === undefined || status === filter.status)
      .filter(({ batchId }) => filter.batchId === undefined || batchId === filter.batchId)
      .filter(({ frozen }) => filter.isFrozen !== true || (frozen ?? null) !== null)
      .sort((left, right) => (left.id < right.id ? 1 : -1))

  const service = ReadModel.ReadModel.of({
    restore: asked(() =>
      rows.exists
        ? {
            seq: rows.seq,
            accounts: [...rows.accounts.values()],
            keys: [...rows.keys.values()],
            people: [...rows.people.values()],
            invitations: [...rows.invitations.values()],
            endpoints: [...rows.endpoints.values()],
            chainCursors: [...rows.chainCursors.values()],
            quotes: [...rows.quotes.values()].filter(
              ({ state }) => state.lock === "held" || state.lock === "none"
            ),
            payouts: [...rows.payouts.values()].filter(({ state }) => !isFinished(state)),
            batches: [...rows.batches.values()].filter(({ state }) => !Batch.isFinished(state))
          }
        : undefined
    ),
    reset: asked(() => {
      rows = { ...makeRows(), exists: true }
    }),
    write: (changes) =>
      Effect.suspend(() => {
        writes += 1
        if (writes > holdsAfter) return Effect.never
        return Effect.andThen(
          Effect.yieldNow,
          asked(() => show(changes))
        )
      }),
    dropReplies: () => Effect.void,
    seq: asked(() => rows.seq),
    quotes: (ids) => asked(() => ids.flatMap((id) => rows.quotes.get(id) ?? [])),
    payouts: (ids) => asked(() => ids.flatMap((id) => rows.payouts.get(id) ?? [])),
    batches: (ids) => asked(() => ids.flatMap((id) => rows.batches.get(id) ?? [])),
    deliveries: (ids) => asked(() => ids.flatMap((id) => rows.deliveries.get(id) ?? [])),
    beneficiary: (id) => asked(() => rows.beneficiaries.get(id)?.state),
    rowsByKey: (accountId, keys, since) =>
      asked(() =>
        [...rows.payouts.values()]
          .map(({ state }) => state)
          .filter((row) => row.accountId === accountId && row.batchId !== null)
          .filter((row) => keys.includes(row.idempotencyKey ?? "") && row.createdAt > since)
      ),
    listBatches: ({ accountId, kind }, page) =>
      asked(() =>
        cut(
          rows.batches,
          page,
          (one) =>
            (accountId === undefined || one.accountId === accountId) &&
            (kind === undefined || one.kind === kind)
        )
      ),
    listBeneficiaries: ({ accountId }, page) =>
      asked(() => cut(rows.beneficiaries, page, (one) => one.accountId === accountId)),
    listQuotes: ({ accountId }, page) =>
      asked(() => cut(rows.quotes, page, (one) => one.accountId === accountId)),
    // Told from the database alone: nothing in an engine stands on them.
    listAudits: () => Effect.die(new Error("no audit log in memory")),
    payoutFigures: () => Effect.die(new Error("no figures in memory")),
    deliveryFigures: () => Effect.die(new Error("no figures in memory")),
    event: (id) => asked(() => rows.notices.get(id)?.state),
    listEvents: ({ accountId }, page) =>
      asked(() => cut(rows.notices, page, (one) => one.accountId === accountId)),
    listDeliveries: ({ endpointId }, page) =>
      asked(() => cut(rows.deliveries, page, (one) => one.endpointId === endpointId)),
    pagePayouts: (filter, { limit, offset }, excluding) =>
      gate.whenOpen(asked(() => listed(filter, excluding).slice(offset, offset + limit))),
    countPayouts: (filter, excluding) =>
      gate.whenOpen(asked(() => ({ seq: rows.seq, count: listed(filter, excluding).length }))),
    dueDeliveries: ({ after, endpointId, excluding, limit, until }) =>
      asked(() =>
        pending()
          .filter(({ state }) => state.endpointId === endpointId)
          .filter(({ state }) => (state.nextAttemptAt ?? 0) <= until)
          .filter(({ state }) => !excluding.includes(state.id))
          .sort((left, right) => order(position(left), position(right)))
          .filter((delivery) => order(position(delivery), after) > 0)
          .slice(0, limit)
      ),
    dueEndpoints: (from, until) =>
      asked(() => {
        const due = pending().filter(({ state }) => {
          const at = state.nextAttemptAt ?? 0
          return at > from && at <= until
        })
        return [...new Set(due.map(({ state }) => state.endpointId))]
      }),
    pendingDeliveries: asked(() => pending().length),
    oldestDue: asked(() =>
      pending().reduce<number | undefined>((oldest, { state: { nextAttemptAt } }) => {
        const at = nextAttemptAt ?? undefined
        return oldest === undefined || (at !== undefined && at < oldest) ? at : oldest
      }, undefined)
    ),
    owners: (addresses) =>
      asked(() => {
        const payouts = [...rows.payouts.values()].filter(({ state }) => state.batchId === null)
        const all = [...payouts, ...rows.batches.values()].map(({ state }) => state)
        const found = all.map((one) => [one.depositAddress.toLowerCase(), one.id] as const)
        return new Map(found.filter(([address]) => addresses.includes(address)))
      }),
    refundedWith: (txHash) =>
      asked(() =>
        [...rows.payouts.values(), ...rows.batches.values()]
          .map(({ state }) => state)
          .filter(({ refunds }) => refunds.some((one) => one.txHash?.toLowerCase() === txHash))
      ),
    reply: (key) =>
      asked(() => {
        const place = rows.replies.get(key)
        const entry = place === undefined ? undefined : log.entries()[place.seq - 1]
        return entry?.reply == null ? undefined : { ...entry.reply, at: entry.at }
      }),
    replyKeys: (since, after) =>
      asked(() =>
        [...rows.replies]
          .map(([key, { at }]) => ({ key, at }))
          .filter(({ at, key }) => at >= since && key > after)
          .sort((left, right) => (left.key < right.key ? -1 : 1))
          .slice(0, 100)
      )
  })

  return {
    layer: Layer.succeed(ReadModel.ReadModel, service),
    shown: () => ({
      seq: rows.seq,
      payouts: statesOf(rows.payouts),
      quotes: statesOf(rows.quotes),
      endpoints: statesOf(rows.endpoints),
      deliveries: statesOf(rows.deliveries)
    }),
    turnTo: (next) => {
      log = next
    },
    setAway: (given) => {
      isAway = given
    },
    hold: () => {
      holdsAfter = writes
    },
    pause: () => {
      gate.closeUnsafe()
      return () => void gate.openUnsafe()
    },
    lose: () => {
      rows = makeRows()
    }
  }
}
