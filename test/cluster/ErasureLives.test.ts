/**
 * Random orders of payments, late money, erasures, restrictions, legal holds and moves to the other
 * node, under an auditor that knows what may be shown of each payout. A move replays the log behind
 * the checkpoint. `FC_RUNS` sets the number of lives.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Ledger from "../../src/domain/books/Ledger.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as Reconcile from "../../src/usecases/Reconcile.ts"
import * as Command from "../cli/command.ts"
import * as Servers from "../faults/servers.ts"
import { dataKey } from "../support/dataKey.ts"
import * as Nearby from "../support/nearby.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Erasing from "./erasing.ts"

const { Stage, stage } = Erasing

const lives = Number(process.env.FC_RUNS ?? 5)

const act = fc.record({
  kind: fc.constantFrom(
    ...(["pay", "pay", "late", "erase", "erase", "hold", "release", "move"] as const)
  ),
  who: fc.nat(2)
})

interface Act {
  readonly kind: "pay" | "late" | "erase" | "hold" | "release" | "move"
  readonly who: number
}

interface Known {
  readonly id: string
  readonly name: string
  shown: "whole" | "erased" | "restricted"
}

interface Person {
  readonly recipient: Erasing.Recipient
  readonly payouts: Array<Known>
  isHeld: boolean
}

let people = 0

/** A recipient of whom no other life knows. */
const newPerson = (): Person => {
  people += 1
  const digits = `${String(people).padStart(5, "0")}5`
  const country =
    people % 2 === 0
      ? { phone: `+254700${digits}`, network: "MPESA_KE", currency: "KES" }
      : { phone: `+2567700${digits.slice(1)}`, network: "MTN_UG", currency: "UGX" }
  return { recipient: { ...country, name: `Person${people}` }, payouts: [], isHeld: false }
}

/** A life's people, and the nodes: the first runs the partition. */
interface World {
  readonly people: ReadonlyArray<Person>
  nodes: readonly [Nearby.Node, Nearby.Node]
}

const ask = Effect.fnUntraced(function* ({ nodes }: World, person: Person, verb: string) {
  const { accountId, call } = yield* Stage
  const body = { phone: person.recipient.phone, reason: "request 1" }
  const path = `/admin/v1/accounts/${accountId}/recipients/${verb}`
  return yield* call(nodes[1], "POST", path, { key: Service.adminKey, body })
})

/** The money of all payouts, as a list shows it. */
const money = Effect.fnUntraced(function* ({ nodes }: World) {
  const { call } = yield* Stage
  const { json } = yield* call(nodes[0], "GET", "/v1/payouts?limit=100")
  return json.data.map((payout: Record<string, unknown>) => [
    ...[payout.payout_id, payout.status, payout.source_amount_usdc, payout.target_amount_fiat],
    ...[payout.amount_received_usdc, payout.fee_usdc]
  ])
})

const erase = Effect.fnUntraced(function* (world: World, person: Person) {
  const before = yield* money(world)
  const isWhole = person.payouts.some(({ shown }) => shown === "whole")
  // A payout is busy until it is archived. Restricted data is refused a second time.
  const answer = yield* Erasing.until(
    ask(world, person, "erase"),
    ({ status }) => status === 200 || person.isHeld || !isWhole
  )
  assert.deepStrictEqual(yield* money(world), before)
  const isKnown = person.isHeld || person.payouts.some(({ shown }) => shown !== "erased")
  if (answer.status !== 200) {
    return assert.strictEqual(answer.status, isKnown ? 409 : 404, answer.text)
  }
  assert.isFalse(person.isHeld, "a legal hold refuses erasures")
  const { status } = answer.json
  for (const payout of person.payouts) {
    if (payout.shown === "whole" || status === "erased") payout.shown = status
  }
})

const late = Effect.fnUntraced(function* ({ nodes }: World, { payouts }: Person) {
  const { call } = yield* Stage
  const known = payouts.find(({ shown }) => shown !== "erased")
  if (known === undefined) return
  const body = { deposit: { amount_usdc: 5 } }
  const path = `/v1/sandbox/payouts/${known.id}/simulate`
  const { status, text } = yield* call(nodes[0], "POST", path, { body })
  assert.strictEqual(status, 200, text)
  yield* Erasing.refund(nodes[1], known.id)
})

const pay = Effect.fnUntraced(function* ({ nodes }: World, { payouts, recipient }: Person) {
  const name = `${recipient.name}x${payouts.length}`
  const key = `${recipient.phone.slice(-5)} ${payouts.length}`
  const id = yield* Erasing.paid(nodes[0], { ...recipient, name }, key)
  payouts.push({ id, name, shown: "whole" })
})

/** Checks what a node shows of all people, and that its memory has nothing of hidden ones. */
const audit = Effect.fnUntraced(function* ({ nodes, people }: World) {
  const { call } = yield* Stage
  // The tables have everything after this list.
  const { text: acts } = yield* call(nodes[0], "GET", "/v1/audit-logs?limit=100")
  const state = nodes[0].newestState()
  const memory = (): string => {
    const { batches, beneficiaries, deliveries, dirty, payouts } = state
    const maps = [batches, deliveries, payouts, beneficiaries]
    return JSON.stringify([maps.map((map) => [...map.values()]), dirty.webhookEvents])
  }
  for (const { isHeld, payouts, recipient } of people) {
    for (const { id, name, shown } of payouts) {
      const { json } = yield* call(nodes[1], "GET", `/v1/payouts/${id}`)
      const isWhole = shown === "whole"
      assert.strictEqual(json.recipient_name, isWhole ? name : shown)
      assert.strictEqual(json.recipient_phone, isWhole ? recipient.phone : shown)
      const found = yield* call(nodes[1], "GET", `/v1/payouts?search=${name}`)
      assert.strictEqual(found.json.total, isWhole ? 1 : 0, name)
      if (isWhole) continue
      // Written rows leave memory some turns of the event loop after the write.
      yield* Nearby.until(() => !memory().includes(`"${name}"`))
      assert.notInclude(acts, `"${name}"`)
    }
    const records = [...state.recipients.values()].filter(({ phone }) => phone === recipient.phone)
    assert.strictEqual(
      records.some(({ hold }) => hold !== null),
      isHeld
    )
  }
})

const move = Effect.fnUntraced(function* (world: World) {
  const [from, to] = world.nodes
  yield* (yield* Stage).move(from, to)
  world.nodes = [to, from]
})

const perform = Effect.fnUntraced(function* (world: World, { kind, who }: Act) {
  const person = world.people[who] ?? assert.fail("three people")
  switch (kind) {
    case "pay":
      return yield* pay(world, person)
    case "late":
      return yield* late(world, person)
    case "erase":
      return yield* erase(world, person)
    case "move":
      return yield* move(world)
    default: {
      const { status } = yield* ask(world, person, `${kind}-data`)
      if (status === 200) person.isHeld = kind === "hold"
    }
  }
})

const environmentOf = (database: string) => ({
  ...{ DATABASE_URL: database, PARTITIONS: String(Nearby.count), DATA_KEY: dataKey }
})

/** Checks that the money of the whole log balances. */
const assertBalanced = Effect.fnUntraced(function* () {
  const { database } = yield* Stage
  const settings = yield* Settings.read(environmentOf(database))
  const books = Reconciliation.open()
  yield* LogTools.readOpened(settings, (entries, partition) =>
    Effect.sync(() => {
      for (const entry of entries) Reconcile.record(books, entry, partition)
    })
  )
  assert.deepStrictEqual(Reconciliation.auditBooks(books), [])
  for (const [currency, sum] of Ledger.trial(books.balances)) {
    assert.strictEqual(sum, 0n, currency)
  }
  yield* LogTools.verify(settings)
})

/** All entries of a database, with the personal data that its keys open. */
const readAll = Effect.fnUntraced(function* (database: string) {
  const settings = yield* Settings.read(environmentOf(database))
  const found: Array<readonly [partition: number, entry: Entry.Entry]> = []
  yield* LogTools.readOpened(settings, (entries, partition) =>
    Effect.sync(() => void found.push(...entries.map((entry) => [partition, entry] as const)))
  )
  return found
})

/** Restores a backup of the nodes' database, and checks that it shows the same. */
const assertRestored = Effect.fnUntraced(function* () {
  const { database } = yield* Stage
  const server = Servers.shared()
  const restored = yield* Effect.acquireRelease(
    Effect.promise(() => Servers.create(server)),
    (name) => Effect.promise(() => Servers.drop(server, name))
  )
  const folder = Program.temporaryFolder()
  const file = path.join(folder, "backup.jsonl")
  const to = server.url(restored)
  const run = (url: string, ...words: ReadonlyArray<string>) =>
    Effect.promise(async () => {
      const { code, output } = await Command.run(words, environmentOf(url))
      assert.strictEqual(code, 0, output)
      return output
    })
  yield* run(database, "log", "export", file)
  yield* run(to, "log", "import", file)
  fs.rmSync(folder, { recursive: true })
  yield* run(to, "log", "verify")
  yield* run(database, "log", "verify")
  // Data is restricted again when the log is read.
  yield* run(to, "log", "rebuild")
  const copied = yield* readAll(to)
  // The nodes run, and may have written more entries since the export.
  const last = new Map(copied.map(([partition, { seq }]) => [partition, seq]))
  const live = (yield* readAll(database)).filter(
    ([partition, { seq }]) => seq <= (last.get(partition) ?? -1)
  )
  assert.deepStrictEqual(copied, live)
})

layer(stage, { excludeTestServices: true })("Any life of recipients", (it) => {
  it.effect(
    "shows nothing of erased and restricted data, keeps the rest, balances, and can be restored",
    () =>
      Effect.gen(function* () {
        const { one, two } = yield* Stage
        const run = Effect.runPromiseWith(yield* Effect.context<Erasing.Stage>())
        let nodes: World["nodes"] = [one, two]
        const live = Effect.fnUntraced(function* (acts: ReadonlyArray<Act>) {
          const world: World = { nodes, people: [newPerson(), newPerson(), newPerson()] }
          for (const each of acts) {
            yield* perform(world, each)
            nodes = world.nodes
          }
          yield* audit(world)
          yield* move(world)
          nodes = world.nodes
          yield* audit(world)
        })
        const property = fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 14 }), (acts) =>
          run(live(acts))
        )
        yield* Effect.promise(() => fc.assert(property, { numRuns: lives, endOnFailure: true }))
        yield* assertBalanced()
        yield* assertRestored()
      }),
    120_000
  )
})
