/**
 * Customers' work with batches. They submit rows with or without quotes, sometimes twice or with a
 * used key, read them, and cancel the batch or single rows.
 */
import { Effect } from "effect"
import { type Desk, type Item, idOf, voiceOf } from "./Desk.ts"
import type { Random } from "./Random.ts"
import type { Row } from "./Requests.ts"

/** Number of rows of a batch, usually small. */
const rowsOf = (random: Random): number => random.pick([1, 2, 2, 3, 3, 4, 5, 8])

/** Submitted rows of each world, by its desk. */
const submitted = new WeakMap<Desk, Array<Row>>()

const earlierRows = (desk: Desk): Array<Row> => {
  const known = submitted.get(desk) ?? []
  submitted.set(desk, known)
  return known
}

const makeRows = (desk: Desk, { name, random }: Item, count: number): ReadonlyArray<Row> => {
  const { faults } = desk.setting
  const rows = Array.from({ length: count }, (_, index) => ({
    key: `${name} row ${index}`,
    name: `${name} ${index}`,
    phone: `+25677${random.int(1_000_000, 9_999_999)}`,
    amount: random.int(10_000, 10_000_000)
  }))
  const earlier = earlierRows(desk)
  const [first, second] = rows
  if (first !== undefined && earlier.length > 0) {
    if (faults.strikes("client: rows with a used key", 0.25)) first.key = random.pick(earlier).key
  }
  if (first !== undefined && second !== undefined) {
    if (faults.strikes("client: rows with one key", 0.08)) second.key = first.key
  }
  earlier.push(...rows)
  return rows
}

/** Actions on an accepted batch. */
const follow = ({ asks, batchAsks, client, setting }: Desk, item: Item, id: string): void => {
  const { audit, faults, machine } = setting
  const { world } = machine
  const { random } = item
  const book = audit.batches.books.get(id)
  if (book === undefined) return

  const after = (ms: number, effect: Effect.Effect<unknown>) =>
    world.run(Effect.andThen(Effect.sleep(ms), effect))

  if (faults.strikes("client: reads a batch", 0.5)) {
    const look = client.lookAtBatch(book.birth)
    for (let round = 0; round < 4; round++) after(random.int(0, 600_000), look)
  }
  if (faults.strikes("client: cancels a batch", 0.15)) {
    const wish = batchAsks.command(voiceOf(item, "cancel"), id, { _tag: "Cancel" })
    after(random.int(0, random.pick([10, 1_000, 60_000])), client.ask(wish))
  }
  for (const row of book.rows) {
    if (!faults.strikes("client: cancels a row", 0.1)) continue
    const wish = asks.command(voiceOf(item, `cancel ${row.id}`), row.id, { _tag: "Cancel" })
    after(random.int(0, random.pick([10, 1_000, 60_000, 600_000])), client.ask(wish))
  }
}

export const make = (desk: Desk, item: Item): Effect.Effect<unknown> => {
  const { asks, batchAsks, client, setting } = desk
  const { faults, machine } = setting
  const { random } = item
  const { world } = machine
  const kind = random.weighted({ batch: 2, bulk: 1 })
  const funding = item.isFromBalance === true ? "balance" : "deposit"

  /** Creates a quote for each row. A row without a quote is omitted. */
  const quoted = (rows: ReadonlyArray<Row>) =>
    Effect.gen(function* () {
      const all: Array<Row> = []
      for (const { amount, ...row } of rows) {
        const wish = asks.quote(voiceOf(item, `quote ${row.name}`), {
          ...{ _tag: "Source", micro: amount ?? 0 }
        })
        const quoteId = idOf(yield* client.ask(wish))
        if (quoteId !== undefined) all.push({ ...row, quoteId })
      }
      return all
    })

  /** A single payout also uses a row's quote, at the same time or earlier. */
  const rival = (rows: ReadonlyArray<Row>): boolean => {
    const quoteId = rows.at(-1)?.quoteId
    if (quoteId === undefined || !faults.strikes("client: a row's quote used elsewhere", 0.5))
      return false
    const voice = { ...voiceOf(item, "rival"), key: `${item.name} rival` }
    world.run(client.ask(asks.payout(voice, quoteId, item.name)))
    return true
  }

  /** Milliseconds between a bulk batch and its rival, which may not be durable yet. */
  const gapMs = (hasRival: boolean): number => {
    const usual = random.int(0, 2_000)
    return hasRival ? random.stream("rival").pick([0, 1, 5, 20, usual]) : usual
  }

  /** Submits the same rows under another key or none, sometimes with a change. */
  const again = (rows: ReadonlyArray<Row>) =>
    Effect.gen(function* () {
      yield* Effect.sleep(random.pick([0, random.int(0, 60_000), random.int(0, 90_000_000)]))
      const given = random.chance(0.7) ? rows : rows.slice(1)
      const changed = random.chance(0.8) ? given : given.map((row) => ({ ...row, name: "other" }))
      if (changed.length === 0) return
      yield* client.ask(batchAsks.submit(voiceOf(item, "again"), { kind, funding, rows: changed }))
    })

  return Effect.gen(function* () {
    const priced = makeRows(desk, item, rowsOf(random))
    const rows = kind === "batch" ? priced : yield* quoted(priced)
    if (rows.length === 0) return
    const hasRival = rival(rows)
    if (kind === "bulk") yield* Effect.sleep(gapMs(hasRival))
    if (faults.strikes("client: rows once more", 0.25)) world.run(again(rows))
    const id = idOf(
      yield* client.ask(batchAsks.submit(voiceOf(item, "submit"), { kind, funding, rows }))
    )
    if (id !== undefined) follow(desk, item, id)
  })
}
