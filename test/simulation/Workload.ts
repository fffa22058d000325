/**
 * The work of customers: quotes, payouts, cancellations and webhook endpoints. The plan is drawn in
 * advance, each item from a separate stream. So a shorter plan is a prefix of the longer one, and a
 * run can be shrunk.
 */
import { Effect } from "effect"
import * as BalanceWorkload from "./BalanceWorkload.ts"
import * as BatchWorkload from "./BatchWorkload.ts"
import { listened, subscriptions } from "./DeliveryBooks.ts"
import { type Begin, type Desk, type Item, idOf, voiceOf } from "./Desk.ts"
import type { Random } from "./Random.ts"
import type { Voice, Wish } from "./Requests.ts"

export interface Plan {
  readonly accountIds: ReadonlyArray<string>
  readonly items: ReadonlyArray<Item>
  /** Milliseconds after which nothing new begins and faults stop. */
  readonly spanMs: number
}

/** Limits of a plan. */
interface Most {
  readonly payoutsMax: number
  /** True if the plan may have batches. */
  readonly hasBatches: boolean
  /** True if accounts of the plan may have balances. */
  readonly hasBalances: boolean
  /** Minimum of accounts. */
  readonly accountsMin: number
}

export const plan = (
  random: Random,
  { accountsMin, hasBalances, hasBatches, payoutsMax }: Most
): Plan => {
  const accounts = Math.max(random.int(1, 3), accountsMin)
  const accountIds = Array.from({ length: accounts }, (_, index) => `acct_${index}`)
  const spanMs = random.pick([60_000, 600_000, 3_600_000, 10_000_000])
  const item = (kind: Item["kind"], index: number, withinMs: number): Item => {
    const name = `${kind} ${index}`
    const own = random.stream(name)
    return { atMs: own.int(0, withinMs), kind, accountId: own.pick(accountIds), random: own, name }
  }
  const endpoints = Array.from({ length: random.int(0, 5) }, (_, index) =>
    item("endpoint", index, Math.floor(spanMs / 3))
  )
  const payouts = Array.from({ length: random.int(2, payoutsMax) }, (_, index) =>
    item("payout", index, spanMs)
  )
  const more = random.stream("batches")
  const batches = Array.from({ length: hasBatches ? more.pick([0, 1, 1, 2, 3]) : 0 }, (_, index) =>
    item("batch", index, spanMs)
  )
  const listeners = batches.length > 0 && more.chance(0.4) ? [item("listener", 0, 1_000)] : []
  const rich = random.stream("balances")
  const owners = hasBalances ? accountIds.filter(() => rich.chance(0.4)) : []
  const balances = owners.map((accountId, index) => ({
    ...item("balance", index, 5_000),
    accountId
  }))
  const spends = Array.from({ length: owners.length * rich.int(1, 5) }, (_, index) => ({
    ...item("spend", index, spanMs),
    accountId: rich.pick(owners)
  }))
  const paid = owners.slice(0, hasBatches ? rich.int(0, 3) : 0).map((accountId, index) => ({
    ...item("batch", 100 + index, spanMs),
    ...{ accountId, isFromBalance: true }
  }))
  const leaving = random.stream("withdrawals")
  const withdrawals = owners.flatMap((accountId, owner) =>
    Array.from({ length: leaving.int(0, 3) }, (_, index) => ({
      ...item("withdraw", 10 * owner + index, spanMs),
      accountId
    }))
  )
  const own = [...balances, ...spends, ...paid, ...withdrawals]
  const all = [...endpoints, ...payouts, ...batches, ...listeners, ...own]
  const items = all.toSorted((left, right) => left.atMs - right.atMs)
  return { accountIds, items, spanMs }
}

const makePayout = ({ asks, client, quoteTtlMs, setting }: Desk, item: Item) => {
  const { faults, machine } = setting
  const { random } = item
  const { world } = machine

  const quote = () => {
    const micro = random.int(10_000, 50_000_000)
    // Requests the target amount that this source amount buys.
    const amount = faults.strikes("client: asks for what arrives", 0.3)
      ? ({ _tag: "Target", minor: Math.floor(micro / 270) } as const)
      : ({ _tag: "Source", micro } as const)
    return client.ask(asks.quote(voiceOf(item, "quote"), amount))
  }

  const cancel = (id: string): Effect.Effect<void> =>
    Effect.gen(function* () {
      yield* Effect.sleep(random.int(0, 60_000))
      yield* client.ask(asks.command(voiceOf(item, "cancel"), id, { _tag: "Cancel" }))
    })

  /** Uses the same key for another request. */
  const misuse = (voice: Voice, quoteId: string): Effect.Effect<void> =>
    Effect.gen(function* () {
      yield* Effect.sleep(random.int(0, 3_600_000))
      yield* client.ask(asks.payout(voice, quoteId, "someone else"))
    })

  const look = (id: string): Effect.Effect<void> =>
    Effect.gen(function* () {
      for (let round = 0; round < 3; round++) {
        yield* client.look(item.accountId, id)
        yield* Effect.sleep(random.int(0, 600_000))
      }
    })

  return Effect.gen(function* () {
    const quotedAt = machine.now()
    const quoteId = idOf(yield* quote())
    if (quoteId === undefined) return
    const isLate = faults.strikes("client: at the quote's expiry", 0.08)
    const expiresIn = quotedAt + quoteTtlMs - machine.now()
    yield* Effect.sleep(
      isLate ? Math.max(0, expiresIn + random.int(-20, 20)) : random.int(0, 2_000)
    )
    const voice = voiceOf(item, "payout")
    const wish: Wish = asks.payout(voice, quoteId, item.name)
    if (faults.strikes("client: two payouts, one quote", 0.08)) {
      const rival = { ...voice, key: `${item.name} rival` }
      world.run(client.ask(asks.payout(rival, quoteId, item.name)))
    }
    const id = idOf(yield* client.ask(wish))
    if (id !== undefined && faults.strikes("client: reads", 0.5)) world.run(look(id))
    if (voice.key !== undefined && faults.strikes("client: other parameters", 0.1)) {
      world.run(misuse(voice, quoteId))
    }
    if (id !== undefined && faults.strikes("client: cancels", 0.1)) world.run(cancel(id))
  })
}

const makeEndpoint = ({ asks, client, setting }: Desk, item: Item, spanMs: number) => {
  const { faults } = setting
  const { random } = item
  const events = random.pick(item.kind === "listener" ? listened : subscriptions)
  const active = { events, isActive: true }

  const change = (id: string, round: number, name: "rotate" | "update" | "off" | "on" | "delete") =>
    client.ask(
      asks.endpoint(voiceOf(item, `${name} ${round}`), id, {
        verb: name === "off" || name === "on" ? "update" : name,
        events,
        isActive: name !== "off"
      })
    )

  /** The changes of one round. */
  const changes = Effect.fnUntraced(function* (id: string, round: number) {
    if (faults.strikes("endpoint: secret rotated", 0.2)) yield* change(id, round, "rotate")
    if (faults.strikes("endpoint: changed", 0.15)) yield* change(id, round, "update")
    if (!faults.strikes("endpoint: disabled", 0.1)) return
    yield* change(id, round, "off")
    yield* Effect.sleep(random.int(0, 600_000))
    if (random.chance(0.7)) yield* change(id, round, "on")
  })

  return Effect.gen(function* () {
    const created = asks.endpoint(voiceOf(item, "create"), undefined, { verb: "create", ...active })
    const id = idOf(yield* client.ask(created))
    if (id === undefined) return
    for (let round = 0; round < 4; round++) {
      yield* Effect.sleep(random.int(0, Math.floor(spanMs / 2)))
      yield* changes(id, round)
      if (faults.strikes("endpoint: deleted", 0.05)) return yield* change(id, round, "delete")
    }
    return undefined
  })
}

const activityOf = (desk: Desk, item: Item, spanMs: number): Effect.Effect<unknown> => {
  switch (item.kind) {
    case "payout":
      return makePayout(desk, item)
    case "batch":
      return BatchWorkload.make(desk, item)
    case "balance":
      return BalanceWorkload.open(desk, item)
    case "spend":
      return BalanceWorkload.spend(desk, item)
    case "withdraw":
      return BalanceWorkload.withdraw(desk, item)
    default:
      return makeEndpoint(desk, item, spanMs)
  }
}

/** Performs all items of a plan at their times. */
export const perform = (desk: Desk, { accountIds, items, spanMs }: Plan, begin: Begin): void => {
  for (const accountId of accountIds) {
    begin(0, desk.client.ask(desk.asks.account({ by: "operator", accountId, key: accountId })))
  }
  for (const item of items) {
    begin(item.atMs, activityOf(desk, item, spanMs))
  }
}
