/**
 * Several partitions in one database. The read model of each has only its own rows, and returns
 * the same as in a database with one partition.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Search from "../../../src/domain/Search.ts"
import type * as ReadModel from "../../../src/engine/ports/ReadModel.ts"
import type * as State from "../../../src/engine/state/State.ts"
import * as Logs from "../../fixtures/logs.ts"
import * as Partitions from "../../fixtures/partitions.ts"
import * as Spoiled from "../../fixtures/spoiled.ts"
import * as Tables from "../../fixtures/tables.ts"
import * as Totals from "../../fixtures/totals.ts"
import { silent } from "../../http/suite.ts"

type Service = ReadModel.ReadModel["Service"]

const all = { limit: 1_000, offset: 0 }
const dayMs = 86_400_000
const now = Math.ceil(Spoiled.lastAt / dayMs) * dayMs

const idsOf = (rows: ReadonlyMap<string, unknown>): ReadonlyArray<string> => [...rows.keys()]

/** Resets the shared database, and provides the read model of each partition. */
const onShared = <A, E, R>(use: (readModels: ReadonlyArray<Service>) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* Partitions.Shared
    return yield* Effect.gen(function* () {
      yield* Tables.putBack
      return yield* use(yield* Effect.forEach(Partitions.partitions, Partitions.readModel))
    }).pipe(Effect.provideService(PgClient, sql))
  }).pipe(Effect.scoped, Effect.provide(silent))

const at = <A>(items: ReadonlyArray<A>, index: number): A => {
  const item = items[index]
  return item === undefined ? assert.fail(`nothing at ${index}`) : item
}

/** The states that a start loads. */
const restored = Effect.fnUntraced(function* ({ restore }: Service) {
  const found = yield* restore
  if (found === undefined) return undefined
  const { seq, ...rows } = found
  const states = Object.entries(rows).map(([name, each]) => [name, each.map(({ state }) => state)])
  return { seq, states: Object.fromEntries(states) }
})

/** A list and its count, without rows in memory. */
const listed = <F, A>(list: ReadModel.TableList<F, A>, filter: F) =>
  Effect.gen(function* () {
    const overlay = { seq: Spoiled.bodies.length, positions: [], excluding: [] }
    const items = yield* list.page(filter, all, overlay)
    return { items, count: yield* list.count(filter, overlay) }
  })

/** Audit rows without the partition number, which all ids except the first partition's have. */
const acts = (readModel: Service, filter: ReadModel.AuditFilter) =>
  Effect.map(readModel.listAudits(filter, all), ({ items, total }) => ({
    items: items.map((act) => ({ ...act, id: act.id.replace(/^aud_p\d+_/, "aud_") })),
    total
  }))

/** Results of all queries without an account, key or id. */
const general = Effect.fnUntraced(function* (readModel: Service) {
  const { batches, payouts } = readModel.lists
  const end = Number.MAX_SAFE_INTEGER
  const endpoints = [...(yield* readModel.dueEndpoints(0, end))].sort()
  const most = { limit: 1_000, bytesMax: 10_000_000 }
  const due = { after: { seq: 0, id: "" }, until: end, excluding: [], ...most }
  return {
    payouts: yield* listed(payouts, {}),
    settled: yield* listed(payouts, { status: "SETTLED" }),
    failed: yield* listed(payouts, { status: "FAILED" }),
    owing: yield* listed(payouts, { isRefundOpen: true }),
    created: yield* listed(payouts, { from: 0, to: now }),
    words: yield* listed(payouts, { search: Search.of("a") }),
    person: yield* listed(payouts, { search: Search.of("+25677") }),
    batches: yield* listed(batches, {}),
    audits: yield* acts(readModel, {}),
    figures: yield* readModel.payoutFigures(
      { since: now - 60 * dayMs, now },
      { seq: Spoiled.bodies.length, excluding: [] }
    ),
    deliveries: yield* readModel.listDeliveries({}, all),
    failedDeliveries: yield* readModel.listDeliveries({ status: "failed" }, all),
    endpoints,
    due: yield* Effect.forEach(endpoints, (endpointId) =>
      readModel.dueDeliveries({ ...due, endpointId })
    ),
    pending: yield* readModel.pendingDeliveries,
    oldest: yield* readModel.oldestDue,
    keys: yield* readModel.replyKeys(0, ""),
    seq: yield* readModel.seq
  }
})

/** Sorts rows, since look-ups by id return them in any order. */
const sorted = <A extends { readonly state: { readonly id: string } }>(
  rows: ReadonlyArray<A>
): ReadonlyArray<A> =>
  [...rows].sort(({ state: left }, { state: right }) => (left.id < right.id ? -1 : 1))

/** Results of queries about the rows of the partition in `of`. */
const particular = Effect.fnUntraced(function* (readModel: Service, of: State.State) {
  const payouts = [...of.payouts.values()]
  const accounts = idsOf(of.accounts)
  const hashes = payouts.flatMap(({ refunds }) => refunds.flatMap(({ txHash }) => txHash ?? []))
  const { beneficiaries, payouts: list, quotes } = readModel.lists
  const { state: event } = at(of.dirty.webhookEvents, 0)
  return {
    payouts: sorted(yield* readModel.payouts(idsOf(of.payouts))),
    quotes: sorted(yield* readModel.quotes(idsOf(of.quotes))),
    batches: sorted(yield* readModel.batches(idsOf(of.batches))),
    deliveries: sorted(yield* readModel.deliveries(idsOf(of.deliveries))),
    owners: yield* readModel.owners(
      payouts.map(({ depositAddress }) => depositAddress.toLowerCase())
    ),
    refunded: yield* Effect.forEach(hashes, (hash) => readModel.refundedWith(hash.toLowerCase())),
    event: yield* readModel.event(event.id),
    beneficiaries: yield* Effect.forEach(idsOf(of.beneficiaries), readModel.beneficiary),
    found: yield* Effect.forEach(payouts, ({ depositAddress, id, idempotencyKey }) =>
      Effect.forEach([depositAddress, id, idempotencyKey ?? id], (whole) =>
        listed(list, { search: Search.of(whole) })
      )
    ),
    replies: yield* Effect.forEach(idsOf(of.replies), readModel.reply),
    lists: yield* Effect.forEach(accounts, (accountId) =>
      Effect.gen(function* () {
        return {
          payouts: yield* listed(list, { accountId }),
          quotes: yield* listed(quotes, { accountId, now }),
          beneficiaries: yield* listed(beneficiaries, { accountId }),
          events: yield* readModel.pageEvents({ accountId }, all, Spoiled.bodies.length),
          audits: yield* acts(readModel, { accountId })
        }
      })
    )
  }
})

const databases = Layer.merge(Partitions.shared, Partitions.alone)

layer(databases, { excludeTestServices: true })(
  "The results of a partition in a shared database",
  (it) => {
    it.effect("equal those in a database with this partition only", () =>
      onShared((readModels) =>
        Effect.gen(function* () {
          const alone = yield* Partitions.Alone
          for (const [partition, shared] of readModels.entries()) {
            const single = yield* Effect.provideService(
              Partitions.readModel(0),
              PgClient,
              at(alone, partition)
            )
            const fold = at(Partitions.folds, partition)
            const loaded = yield* restored(shared)
            assert.isDefined(loaded, `partition ${partition} is not used`)
            assert.deepStrictEqual(loaded, yield* restored(single))
            const answers = yield* general(shared)
            assert.deepStrictEqual(answers, yield* general(single))
            assert.isNotEmpty(answers.due.flat())
            assert.isNotEmpty(answers.person.items)
            const { owners, replies, ...found } = yield* particular(shared, fold)
            assert.isAbove(owners.size, 0)
            assert.isNotEmpty(replies)
            const expected = yield* particular(single, fold)
            assert.deepStrictEqual({ ...found, owners, replies }, expected)
          }
          assert.isAbove(yield* Totals.check, 0)
        })
      )
    )

    it.effect("never contain rows of another partition", () =>
      onShared((readModels) =>
        Effect.gen(function* () {
          const other = at(Partitions.folds, 2)
          const found = yield* particular(at(readModels, 1), other)
          const { batches, beneficiaries, deliveries, event, owners, payouts } = found
          const rows = [payouts, found.quotes, batches, deliveries, found.refunded.flat()]
          for (const each of [...rows, beneficiaries.filter((one) => one !== undefined)]) {
            assert.deepStrictEqual(each, [])
          }
          assert.isUndefined(event)
          assert.strictEqual(owners.size, 0)
          const ids = new Set(idsOf(other.payouts))
          const items = found.found.flat().flatMap((one) => one.items)
          const foreign = items.filter((item) => typeof item !== "string" && ids.has(item.id))
          assert.deepStrictEqual(foreign, [])
        })
      )
    )

    it.effect("have only its payouts for a transaction that other partitions also have", () =>
      onShared((readModels) =>
        Effect.gen(function* () {
          const sql = yield* PgClient
          yield* sql`update payouts p set refund_transactions = '0xsame' where id = (
            select max(id) from payouts where partition = p.partition)`
          for (const [partition, readModel] of readModels.entries()) {
            const found = yield* readModel.refundedWith("0xsame")
            assert.strictEqual(found.length, 1)
            const own = at(Partitions.folds, partition).payouts
            assert.isTrue(found.every(({ id }) => own.has(id)))
          }
        })
      )
    )
  }
)

layer(Partitions.shared, { excludeTestServices: true })(
  "The read model of a partition in a shared database",
  (it) => {
    it.effect("is emptied and rebuilt from its log without a change to the others", () =>
      onShared((readModels) =>
        Effect.gen(function* () {
          const before = yield* Effect.forEach(Partitions.partitions, Partitions.rowsOf)
          for (const [name, rows] of Object.entries(at(before, 1))) assert.isNotEmpty(rows, name)
          yield* at(readModels, 1).reset
          const emptied = yield* Partitions.rowsOf(1)
          const left = Object.entries(emptied).filter(([, rows]) => rows.length > 0)
          assert.deepStrictEqual(
            left.map(([name, rows]) => [name, rows.length]),
            [
              ["read_model_sums", 2],
              ["read_model", 1]
            ]
          )
          assert.deepStrictEqual(yield* Partitions.rowsOf(0), before[0])
          assert.deepStrictEqual(yield* Partitions.rowsOf(2), before[2])
          assert.isAbove(yield* Totals.check, 0)
          yield* Partitions.rebuild(1)
          for (const partition of Partitions.partitions) {
            assert.deepStrictEqual(yield* Partitions.rowsOf(partition), before[partition])
          }
          assert.isAbove(yield* Totals.check, 0)
        })
      )
    )

    it.effect("drops only its old responses", () =>
      onShared((readModels) =>
        Effect.gen(function* () {
          const others = [yield* Partitions.rowsOf(0), yield* Partitions.rowsOf(2)]
          assert.isFalse(yield* at(readModels, 1).dropReplies(Number.MAX_SAFE_INTEGER))
          assert.deepStrictEqual((yield* Partitions.rowsOf(1)).replies, [])
          assert.deepStrictEqual([yield* Partitions.rowsOf(0), yield* Partitions.rowsOf(2)], others)
        })
      )
    )

    it.effect("is written by its own process after another partition was emptied", () =>
      onShared((readModels) =>
        Effect.gen(function* () {
          const sql = yield* PgClient
          const [first, second] = [at(readModels, 0), at(readModels, 1)]
          yield* first.restore
          yield* second.reset
          const seq = Spoiled.bodies.length + 1
          yield* Logs.write(sql, [at(Spoiled.bodies, 0)], {
            ...{ seq: seq - 1, epoch: 1, hash: new Uint8Array(32) }
          })
          yield* first.write({
            ...{ seq, accounts: [], keys: [], people: [], invitations: [], endpoints: [] },
            ...{
              chainCursors: [],
              withdrawals: [],
              balances: [],
              recipients: [],
              bookings: [],
              periods: [],
              reconciliations: [],
              breaks: [],
              postings: [],
              quotes: [],
              payouts: [],
              batches: [],
              beneficiaries: []
            },
            ...{ deliveries: [], registryDeleted: [], beneficiariesDeleted: [] },
            ...{ webhookEvents: [], auditRows: [], hiddenRecipients: [], movements: [] },
            replies: [],
            reopened: { quotes: [], payouts: [], batches: [], withdrawals: [], bookings: [] }
          })
          const places = yield* sql<{ readonly partition: number; readonly seq: bigint }>`
            select partition, seq from read_model order by 1`
          assert.deepStrictEqual(
            places.map((place) => Number(place.seq)),
            [seq, 0, Spoiled.bodies.length]
          )
        })
      )
    )
  }
)

const damages: Readonly<Record<string, string>> = {
  "a lost row of the checkpoint": `delete from active where partition = 1
    and id = (select min(id) from active where partition = 1)`,
  "a row of the checkpoint from another partition": `update active set partition = 1
    where partition = 2
      and id = (select min(id) from active where partition = 2 and kind <> 'period')`,
  "a changed table sum": `update read_model_sums set crc_sum = crc_sum + 1
    where partition = 1 and table_name = 'deliveries'`,
  "a changed delivery": `update deliveries set next_attempt_at = 1
    where partition = 1 and status = 'pending'`,
  "a delivery that came from another partition": `update deliveries set partition = 1
    where partition = 2 and status = 'pending'`,
  "a pending delivery without its event": `delete from events where partition = 1
    and id in (select event_id from deliveries where status = 'pending')`,
  "an event that went to another partition": `update events set partition = 0
    where partition = 1 and id in (select event_id from deliveries where status = 'pending')`
}

layer(Partitions.shared, { excludeTestServices: true })("The read model of a partition", (it) => {
  for (const [what, statement] of Object.entries(damages)) {
    it.effect(`with ${what} is not used, while the others are`, () =>
      onShared((readModels) =>
        Effect.gen(function* () {
          const sql = yield* PgClient
          yield* sql.unsafe(statement)
          const isFrom2 = statement.includes("partition = 2")
          const used = yield* Effect.forEach(readModels, (readModel) =>
            Effect.map(readModel.restore, (found) => found !== undefined)
          )
          assert.deepStrictEqual(used, [true, false, !isFrom2])
        })
      )
    )
  }
})
