/** Query plans of lists over a long archive. Each must use an index for any length of history. */

import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../../src/app/Storage.ts"
import * as BatchReview from "../../../src/domain/batch/BatchReview.ts"
import { dayMs } from "../../../src/domain/Day.ts"
import * as Ids from "../../../src/domain/Ids.ts"
import * as Search from "../../../src/domain/Search.ts"
import * as Partition from "../../../src/engine/Partition.ts"
import type * as Port from "../../../src/engine/ports/ReadModel.ts"
import * as Database from "../../../src/postgres/Database.ts"
import * as AccountFigures from "../../../src/postgres/readmodel/AccountFigures.ts"
import * as AuditQueries from "../../../src/postgres/readmodel/AuditQueries.ts"
import * as Lists from "../../../src/postgres/readmodel/Lists.ts"
import * as NetworkFigures from "../../../src/postgres/readmodel/NetworkFigures.ts"
import * as Recipients from "../../../src/postgres/readmodel/Recipients.ts"
import * as SentWebhooks from "../../../src/postgres/readmodel/SentWebhooks.ts"
import type * as Source from "../../../src/postgres/readmodel/Source.ts"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import { silent } from "../../http/suite.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Postgres from "../../support/postgres.ts"

/** Payouts in the archive. */
const count = Number(process.env.READ_MODEL_PAYOUTS ?? 20_000)

/** One payout per minute. */
const bornAt = (n: number): number => n * 60_000

const idOf = (n: number): string => `po_${Ids.timeOf(bornAt(n))}${String(n).padStart(16, "0")}`

const numbers = Array.from({ length: count }, (_, index) => index + 1)

/** Rows as long as real ones, most of them in one account, spread over the partitions. */
const fill = (partitions: number) => `
  insert into payouts (id, partition, account_id, status, network, batch_id, idempotency_key,
    created_at, amount, owes_refund, recipient, settled_at, deposit_address, seq, crc, state,
    archived_at, refund_transactions)
  select id,
    case when n % 10 < 7 then 0 else n % 200 % ${partitions} end,
    case when n % 10 < 7 then 'acct_LARGE' else 'acct_' || n % 200 end,
    case when n % 50 = 1 then 'REVERSED' when n % 10 = 3 then 'FAILED' else 'SETTLED' end,
    case when n % 3 = 0 then 'AIRTEL_UG' else 'MTN_UG' end,
    case when n % 20 = 0 then 'bt_' || lpad((n / 400)::text, 26, '0') end,
    'key ' || n, n * 60000::bigint, 25000000, n % 500 = 3, n, n * 60000::bigint + 30000,
    '0x' || n, n, 0,
    '{"phone":"+25677' || n || '","holdReason":' || case when n % 100 = 9 then '"listed"' else 'null' end ||
      ',"more":"' || repeat('x', 1000) || '"}', n, case when n % 500 = 7 then '0x' || n end
  from unnest($1::text[]) with ordinality as given (id, n)`

const fillTexts = `
  insert into payout_texts (payout_id, partition, text)
  select id, partition, ' person ' || seq % 5000 || ' +25677' || seq from payouts`

const batchIdOf = (n: number): string =>
  `${n % 40 === 0 ? "bk" : "bt"}_${Ids.timeOf(bornAt(n))}${String(n).padStart(16, "0")}`

/** Batches like the payouts. Every tenth was cancelled, and every third has a name. */
const fillBatches = (partitions: number) => `
  insert into batches (id, partition, account_id, kind, status, created_at, owes_refund,
    deposit_address, seq, crc, state, archived_at, search)
  select id,
    case when n % 10 < 7 then 0 else n % 200 % ${partitions} end,
    case when n % 10 < 7 then 'acct_LARGE' else 'acct_' || n % 200 end,
    case when n % 40 = 0 then 'bulk' else 'batch' end,
    case when n % 10 = 3 then 'cancelled' else 'completed' end, n * 60000::bigint, false, '0x' || n, n, 0,
    '{"more":"' || repeat('x', 1000) || '"}',
    n, case when n % 3 = 0 then ' batch ' || n % 5000 end
  from unnest($1::text[]) with ordinality as given (id, n)`

/** Beneficiaries of one account. */
const fillBeneficiaries = `
  insert into beneficiaries (partition, id, account_id, network, search, seq, crc, state)
  select 0, 'ben_' || lpad(n::text, 26, '0'), 'acct_LARGE', 'MTN_UG',
    ' person ' || md5(n::text) || ' 25677' || n, n, 0, repeat('x', 300)
  from generate_series(1, ${count}) n`

/** Deliveries with a long state. Every tenth failed, and half of these were tests. */
const fillDeliveries = `
  insert into deliveries (partition, id, endpoint_id, event_id, status, seq, crc, state)
  select 0, 'dlv_' || lpad(n::text, 26, '0'), 'we_1', 'evt_' || n,
    case when n % 10 = 0 then 'failed' else 'delivered' end, n, 0,
    '{"isTest":' || (n % 20 = 0) || ',"payload":"' || repeat('x', 1000) || '"}'
  from generate_series(1, ${count}) n`

/** An event of each delivery, five about each payout. */
const fillEvents = `
  insert into events (id, partition, account_id, type, subject_id, sequence, at, seq, crc, body)
  select 'evt_' || n, 0, 'acct_LARGE', 'payout.created', 'po_' || n / 5, n % 5 + 1, n, n, 0, ''
  from generate_series(1, ${count}) n`

/** Audit rows of one account and of staff. Few are about the account itself. */
const fillActs = `
  insert into audit_log (partition, seq, account_id, actor_id, action, subject_id, at,
    about_account_id)
  select 0, n, case when n % 100 = 0 then '' else 'acct_LARGE' end, 'key_1',
    case when n % 5000 = 1 then 'account.updated' else 'payout.created' end,
    case when n % 5000 = 1 then 'acct_LARGE' else 'po_' || n end, n,
    case when n % 200 = 0 then 'acct_LARGE' end
  from generate_series(1, ${count}) n`

/** The log entries of the audit rows. */
const fillLog = `
  insert into log (partition, seq, epoch, hash, body)
  select 0, n, 1, sha256(n::text::bytea), '{}' from generate_series(1, ${count}) n`

/** A statement that a list executes. */
interface Asked {
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

/** A client that records its statements. */
const recording = (asked: Array<Asked>): PgClient =>
  ({
    unsafe: (text: string, parameters: ReadonlyArray<unknown> = []) => {
      asked.push({ text, parameters })
      // Sums are used only if the tables are at the position of the list.
      return Effect.succeed(text.includes("as seq,") ? [{ seq: overlay.seq, count: 0 }] : [])
    }
    // Lists call no other method of a client.
  }) as unknown as PgClient

interface Plan {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Subplan Name"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

const nodesOf = (plan: Plan): ReadonlyArray<Plan> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const page = { limit: 20, offset: 0 }
const oldestFirst = { by: "creation", isAscending: true } as const

/** Rows in memory: some that are on the page, and some that the tables also have. */
const overlay: Port.Overlay = {
  seq: count - 100,
  positions: Array.from({ length: 20 }, (_, index) => ({ id: idOf(count + index), name: "" })),
  excluding: Array.from({ length: 50 }, (_, index) => idOf(index))
}

const filters: Readonly<Record<string, Port.PayoutFilter>> = {
  "of all accounts": {},
  "of a large account": { accountId: "acct_LARGE" },
  "of a small account": { accountId: "acct_8" },
  "of an empty account": { accountId: "acct_NONE" },
  "with a status": { accountId: "acct_LARGE", status: "FAILED" },
  "with a rare status": { accountId: "acct_LARGE", status: "REVERSED" },
  "with a status of active payouts": { accountId: "acct_LARGE", status: "AWAITING_FUNDS" },
  "of a network": { accountId: "acct_LARGE", network: "AIRTEL_UG" },
  "held and to one phone, of one name or one list entry": {
    like: { phone: "+256779", words: ["person", "77"], entries: ["1034"] }
  },
  "of a batch": { batchId: `bt_${"7".padStart(26, "0")}` },
  "of a period": { accountId: "acct_LARGE", from: count * 30_000, to: count * 30_000 + 60_000_000 },
  "with a refund open": { isRefundOpen: true },
  "with a refund that was sent": { isRefundSent: true },
  "found by words": { accountId: "acct_LARGE", search: Search.of("person 77") },
  "found by an id": { accountId: "acct_LARGE", search: Search.of(idOf(7)) },
  "found by a key": { accountId: "acct_LARGE", search: Search.of("key 77") },
  "of a network and a period": {
    ...{ accountId: "acct_LARGE", network: "AIRTEL_UG", from: 86_400_000 * 3 + 1 }
  },
  "found in all accounts": { search: Search.of("person 77") }
}

const someTime = { from: count * 30_000, to: count * 30_000 + 60_000_000 }

const batchFilters: Readonly<Record<string, Port.BatchFilter>> = {
  "of all accounts": {},
  "of a kind": { accountId: "acct_LARGE", kind: "batch" },
  "of an empty account": { accountId: "acct_NONE", kind: "batch" },
  "of a period": { accountId: "acct_LARGE", kind: "batch", ...someTime },
  "of a period in all accounts": someTime,
  "that are over": { accountId: "acct_LARGE", kind: "batch", status: "completed" },
  "that were cancelled": { accountId: "acct_LARGE", kind: "batch", status: "cancelled" },
  "that were cancelled of a small account": { accountId: "acct_8", status: "cancelled" },
  "that are under way": { accountId: "acct_LARGE", kind: "bulk", status: "processing" },
  "found by words": { accountId: "acct_LARGE", kind: "batch", words: ["batch", "77"] },
  "found in all accounts": { words: ["batch", "77"] }
}

/** Names of filters whose count reads all matching rows, which are most of the table. */
const areMany = ["of all accounts", "of a kind", "that are over"]

const explained = Effect.fnUntraced(function* ({ parameters, text }: Asked) {
  const sql = yield* PgClient
  const rows = yield* sql.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<Explained> }>(
    `explain (analyze, format json) ${text}`,
    parameters
  )
  const found = rows[0]?.["QUERY PLAN"]
  const [plan] =
    typeof found === "string" ? (JSON.parse(found) as ReadonlyArray<Explained>) : (found ?? [])
  return plan ?? assert.fail(`no plan of ${text}`)
})

interface Explained {
  readonly Plan: Plan
  readonly "Execution Time": number
}

/**
 * True if a plan node runs again for each row of another node. The lookup of one row's text by its
 * key may.
 */
const isRepeated = (node: Plan): boolean =>
  node["Subplan Name"]?.startsWith("SubPlan") === true && node["Index Name"] !== "payout_texts_pkey"

const goesByIndex = Effect.fnUntraced(function* (name: string, asked: Asked) {
  const isCount = asked.text.includes("count(")
  const { "Execution Time": ms, Plan: plan } = yield* explained(asked)
  const nodes = nodesOf(plan)
  const indexes = nodes.flatMap((node) => node["Index Name"] ?? [])
  const what = `${isCount ? "count" : "page"} ${name}: ${ms.toFixed(1)} ms by ${indexes.join(" ")}`
  if (process.env.READ_MODEL_PAYOUTS !== undefined) console.log(what)
  assert.isFalse(nodes.some(isRepeated), what)
  assert.isFalse(
    nodes.some(
      (node) =>
        node["Node Type"] === "Seq Scan" &&
        ["payouts", "batches"].includes(node["Relation Name"] ?? "")
    ),
    what
  )
})

/** A page by name reads its index, and only the rows that are on the page. */
const goesByName = Effect.fnUntraced(function* (asked: Asked) {
  const nodes = nodesOf((yield* explained(asked)).Plan)
  const scans = nodes.filter((node) => node["Relation Name"] === "beneficiaries")
  assert.include(
    scans.flatMap((node) => node["Index Name"] ?? []),
    "beneficiaries_named"
  )
  for (const scan of scans) assert.isAtMost(scan["Actual Rows"], page.limit)
})

/** Failures are counted in an index, without a read of their rows. */
const countsFailures = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  asked.length = 0
  yield* Lists.make(source).listDeliveries({ status: "failed", hasNoTests: true }, page)
  const counts = asked.filter(({ text }) => text.includes("count("))
  assert.lengthOf(counts, 1)
  for (const one of counts) {
    const nodes = nodesOf((yield* explained(one)).Plan)
    const scan = nodes.find((node) => node["Index Name"] === "deliveries_failed_counted")
    assert.strictEqual(scan?.["Node Type"], "Index Only Scan", one.text)
  }
})

/** A page of the audit log of an account reads hardly more rows than are on the page. */
const actsGoByIndexes = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  asked.length = 0
  const { listAudits, pageAudits } = AuditQueries.make(source)
  yield* listAudits({ concernedId: "acct_LARGE" }, page)
  // A report continues from an entry, without a read of later ones.
  yield* pageAudits({ concernedId: "acct_LARGE" }, page, count - page.limit)
  const pages = asked.filter(({ text }) => text.includes("order by"))
  assert.lengthOf(pages, 2)
  for (const one of pages) {
    const nodes = nodesOf((yield* explained(one)).Plan)
    const indexes = nodes.flatMap((node) => node["Index Name"] ?? [])
    assert.include(indexes, "audit_log_about")
    assert.notInclude(
      nodes.map((node) => node["Node Type"]),
      "Seq Scan"
    )
    for (const { "Actual Rows": rows } of nodes) assert.isAtMost(rows, 3 * page.limit)
  }
})

/** Figures of accounts read only their sums and newest payouts. */
const figuresGoByIndex = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  asked.length = 0
  const accountIds = ["acct_LARGE", ...Array.from({ length: 99 }, (_, n) => `acct_${n}`)]
  const figures = AccountFigures.make(source).accountFigures({ accountIds, since: 0 }, overlay)
  yield* Effect.ignore(figures)
  assert.lengthOf(asked, 1)
  for (const one of asked) {
    const { "Execution Time": ms, Plan: plan } = yield* explained(one)
    const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "payouts")
    assert.lengthOf(scans, 2)
    for (const scan of scans) {
      assert.isDefined(scan["Index Name"], `${scan["Node Type"]} in ${ms} ms`)
      assert.isAtMost(scan["Actual Rows"], overlay.excluding.length)
    }
    if (process.env.READ_MODEL_PAYOUTS !== undefined) console.log(`figures: ${ms.toFixed(1)} ms`)
  }
})

/** An index finds changes of the account and its endpoints among the many actions of keys. */
const fewActsGoByIndex = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  const { listAudits } = AuditQueries.make(source)
  const accountId = "acct_LARGE"
  for (const [filter, index] of [
    [{ accountId, isAccountChange: true }, "audit_log_of_standing"],
    [{ accountId, isEndpointDeletion: true }, "audit_log_of_deleted_endpoints"]
  ] as const) {
    asked.length = 0
    yield* listAudits(filter, page)
    for (const one of asked) {
      const scans = nodesOf((yield* explained(one)).Plan)
      const indexes = scans.flatMap((node) => node["Index Name"] ?? [])
      assert.include(indexes, index, one.text)
    }
  }
})

/** The numbers of a beneficiary are found without a read of the account's other acts. */
const numbersGoByIndex = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  asked.length = 0
  yield* Recipients.makeBeneficiaryPhones(source)(["ben_1", "ben_2"], 10)
  assert.lengthOf(asked, 1)
  for (const one of asked) {
    const indexes = nodesOf((yield* explained(one)).Plan).flatMap(
      (node) => node["Index Name"] ?? []
    )
    assert.include(indexes, "audit_log_of_beneficiaries", one.text)
  }
})

/** Deliveries about a payout are found by its events, and by their ids. */
const sentGoesByIndex = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  asked.length = 0
  yield* SentWebhooks.make(source)(["po_77", "po_78"], 100)
  assert.lengthOf(asked, 1)
  for (const one of asked) {
    const indexes = nodesOf((yield* explained(one)).Plan).flatMap(
      (node) => node["Index Name"] ?? []
    )
    assert.includeMembers(indexes, ["events_of_subject", "deliveries_pkey"], one.text)
  }
})

/** Figures of networks are counted in an index, except for the few rows that are in memory. */
const networksGoByIndex = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  asked.length = 0
  yield* Effect.ignore(NetworkFigures.make(source).networkFigures(bornAt(count) - dayMs, overlay))
  assert.lengthOf(asked, 1)
  for (const one of asked) {
    const { "Execution Time": ms, Plan: plan } = yield* explained(one)
    const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "payouts")
    const [counted] = scans.filter((node) => node["Index Name"] === "payouts_dated")
    assert.strictEqual(counted?.["Node Type"], "Index Only Scan", one.text)
    for (const scan of scans) assert.isDefined(scan["Index Name"], scan["Node Type"])
    if (process.env.READ_MODEL_PAYOUTS !== undefined) console.log(`networks: ${ms.toFixed(1)} ms`)
  }
})

/** A check of a batch reads only the payouts that pay its rows. */
const paymentsGoByIndex = Effect.fnUntraced(function* (source: Source.Source, asked: Array<Asked>) {
  asked.length = 0
  const payments = numbers.slice(-1_000).map((n) => ({ phone: `+25677${n}`, amount: 25_000_000 }))
  const since = bornAt(count) - BatchReview.paidBeforeMs
  yield* Lists.make(source).paymentsSince("acct_LARGE", payments, since)
  assert.lengthOf(asked, 1)
  for (const one of asked) {
    const { "Execution Time": ms, Plan: plan } = yield* explained(one)
    const scans = nodesOf(plan).filter((node) => node["Relation Name"] === "payouts")
    const indexes = nodesOf(plan).flatMap((node) => node["Index Name"] ?? [])
    assert.deepStrictEqual(indexes, ["payouts_paid_to"], one.text)
    for (const scan of scans) assert.isAtMost(scan["Actual Rows"], payments.length)
    if (process.env.READ_MODEL_PAYOUTS !== undefined) console.log(`payments: ${ms.toFixed(1)} ms`)
  }
})

/** An erasure and an export find the payouts of one recipient without a read of the others. */
const recipientsGoByIndex = Effect.fnUntraced(function* (
  source: Source.Source,
  asked: Array<Asked>
) {
  asked.length = 0
  const recipient = { accountId: "acct_LARGE", phone: "+256770000077" }
  yield* Recipients.makeFacts(source)(recipient.accountId, recipient.phone)
  yield* Lists.withMemory(source).recipientPayouts.page(recipient, page, overlay)
  assert.lengthOf(asked, 2)
  for (const one of asked) {
    const { "Execution Time": ms, Plan: plan } = yield* explained(one)
    const nodes = nodesOf(plan)
    const scans = nodes.filter((node) => node["Relation Name"] === "payouts")
    for (const scan of scans) assert.notStrictEqual(scan["Node Type"], "Seq Scan", one.text)
    const indexes = nodes.flatMap((node) => node["Index Name"] ?? [])
    assert.includeMembers(indexes, ["payouts_paid_to", "payouts_unsettled"], one.text)
    if (process.env.READ_MODEL_PAYOUTS !== undefined) console.log(`recipient: ${ms.toFixed(1)} ms`)
  }
})

const listsGoByIndex = Effect.fnUntraced(function* (partitions: number) {
  const sql = yield* PgClient
  yield* Database.prepare({
    ...{ environment: "sandbox", schemaDir: Storage.schemaDir, partitions }
  })
  yield* sql.unsafe(fill(partitions), [Tables.array("text", numbers.map(idOf))])
  yield* sql.unsafe(fillTexts)
  yield* sql.unsafe(fillBeneficiaries)
  yield* sql.unsafe(fillDeliveries)
  yield* sql.unsafe(fillEvents)
  yield* sql.unsafe(fillBatches(partitions), [Tables.array("text", numbers.map(batchIdOf))])
  yield* sql.unsafe(fillActs)
  yield* sql.unsafe(fillLog)
  yield* sql`vacuum analyze payouts, payout_texts, payout_totals, batches, beneficiaries, deliveries, events, audit_log, log`
  const asked: Array<Asked> = []
  const people = TestKeys.on(sql)
  const source = {
    sql: recording(asked),
    people,
    partition: Partition.directory,
    isShared: partitions > 1
  }
  const { batches, beneficiaries, payouts } = Lists.withMemory(source)
  yield* countsFailures(source, asked)
  yield* actsGoByIndexes(source, asked)
  yield* sql`insert into read_model (partition, seq, hash, version, generation)
    values (${Partition.directory}, ${count}, '', 1, gen_random_uuid())`
  yield* figuresGoByIndex(source, asked)
  yield* networksGoByIndex(source, asked)
  yield* paymentsGoByIndex(source, asked)
  yield* fewActsGoByIndex(source, asked)
  yield* numbersGoByIndex(source, asked)
  yield* sentGoesByIndex(source, asked)
  yield* recipientsGoByIndex(source, asked)
  for (const [name, filter] of Object.entries(filters)) {
    asked.length = 0
    yield* payouts.page(filter, page, overlay)
    yield* payouts.page(filter, { ...page, order: oldestFirst }, overlay)
    yield* payouts.count(filter, overlay)
    for (const one of asked) yield* goesByIndex(name, one)
  }
  for (const [name, filter] of Object.entries(batchFilters)) {
    asked.length = 0
    yield* batches.page(filter, page, overlay)
    yield* batches.page(filter, { ...page, order: oldestFirst }, overlay)
    if (!areMany.includes(name)) yield* batches.count(filter, overlay)
    for (const one of asked) yield* goesByIndex(`batches ${name}`, one)
  }
  for (const isAscending of [true, false]) {
    for (const behind of [undefined, { id: "ben_0", name: " person 7" }]) {
      asked.length = 0
      const order = { by: "name", isAscending } as const
      const nothing = { seq: count, positions: [], excluding: [] }
      yield* beneficiaries.page(
        { accountId: "acct_LARGE" },
        { ...page, order, after: behind },
        nothing
      )
      for (const one of asked) yield* goesByName(one)
    }
  }
})

const inNewDatabase = <A, E>(effect: Effect.Effect<A, E, PgClient>) =>
  effect.pipe(Effect.provide(Postgres.layer), Effect.provide(silent))

it.live(
  `L10 Lists use indexes for an archive of ${count} payouts`,
  () => inNewDatabase(listsGoByIndex(1)),
  { timeout: 300_000 }
)

it.live(
  `L10 Lists of a partition use indexes for an archive of ${count} payouts in three partitions`,
  () => inNewDatabase(listsGoByIndex(3)),
  { timeout: 300_000 }
)
