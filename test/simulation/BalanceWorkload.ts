/**
 * The work of customers with a balance: opening it, payouts from it, often several at once, and
 * withdrawals.
 */
import { Effect } from "effect"
import { type Desk, type Item, idOf, voiceOf } from "./Desk.ts"

/** Opens the balance, which makes its customer send money, and sometimes sets a threshold. */
export const open = ({ balanceAsks, client }: Desk, item: Item): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    const { accountId, name, random } = item
    const voice = (what: string) => ({ by: "key_client", accountId, key: `${name} ${what}` })
    const id = idOf(yield* client.ask(balanceAsks.open(voice("open"))))
    if (id === undefined) return
    if (random.stream("excess").chance(0.5)) {
      const given = { _tag: "Configure", excess: "balance" } as const
      yield* client.ask(balanceAsks.command(voice("excess"), id, given))
    }
    if (random.chance(0.3)) return
    const threshold = random.int(10_000, 50_000_000)
    yield* Effect.sleep(random.int(0, 60_000))
    const given = { _tag: "Configure", threshold } as const
    yield* client.ask(balanceAsks.command(voice("threshold"), id, given))
  })

/** Names an address, and sometimes removes it again. */
const nameAddress = (
  { balanceAsks, client, setting, withdrawalAsks }: Desk,
  item: Item,
  balanceId: string
): Effect.Effect<string> =>
  Effect.gen(function* () {
    const { name, random } = item
    const addressId = withdrawalAsks.newAddressId(item.accountId, setting.machine.now())
    const usableFrom = setting.machine.now() + random.int(0, 120_000)
    const added = { addressId, address: `0xto ${name}`, name, usableFrom } as const
    const voice = (what: string) => ({ ...voiceOf(item, what), key: `${name} ${what}` })
    const give = (what: string, command: Parameters<typeof balanceAsks.command>[2]) =>
      client.ask(balanceAsks.command(voice(what), balanceId, command))
    yield* give("address", { _tag: "AddAddress", ...added })
    if (random.chance(0.3)) {
      yield* give("activation", { _tag: "ActivateAddress", addressId, by: "Ada" })
    }
    if (random.chance(0.1)) yield* give("removal", { _tag: "RemoveAddress", addressId })
    return addressId
  })

/** Refusals after which a customer tries again. */
const passing: ReadonlyArray<string> = ["AddressWaits", "WithdrawalTooLarge"]

/** Names an address, and asks for some withdrawals to it at once. */
export const withdraw = (desk: Desk, item: Item): Effect.Effect<unknown> => {
  const { client, setting, withdrawalAsks } = desk
  const { random } = item

  const take = (addressId: string, index: number) =>
    Effect.gen(function* () {
      const wanted = { addressId, amount: random.int(1, 30_000_000) }
      const wish = withdrawalAsks.request(voiceOf(item, `withdrawal ${index}`), wanted)
      for (let attempt = 1; attempt <= attemptsMax; attempt++) {
        const outcome = yield* client.ask(wish)
        if (outcome._tag !== "Refused" || !passing.includes(outcome.tag)) return
        yield* Effect.sleep(random.int(0, 120_000))
      }
    })

  return Effect.gen(function* () {
    const balanceId = setting.audit.balances.idOf(item.accountId)
    if (balanceId === undefined) return
    const addressId = yield* nameAddress(desk, item, balanceId)
    const indexes = Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, index) => index)
    yield* Effect.forEach(indexes, (index) => take(addressId, index), { concurrency: "unbounded" })
  })
}

/** Attempts at a payout or withdrawal that is not possible yet. */
const attemptsMax = 3

/** Makes some quotes, and asks for their payouts at once. */
export const spend = (
  { asks, balanceAsks, client, setting }: Desk,
  item: Item
): Effect.Effect<unknown> => {
  const { random } = item
  const { accountId } = item

  const pay = (quoteId: string, index: number) =>
    Effect.gen(function* () {
      const voice = voiceOf(item, `payout ${index}`)
      const wish = balanceAsks.payout(voice, quoteId, `${item.name} ${index}`)
      for (let attempt = 1; attempt <= attemptsMax; attempt++) {
        const outcome = yield* client.ask(wish)
        if (outcome._tag !== "Refused" || outcome.tag !== "BalanceInsufficient") {
          const id = idOf(outcome)
          if (id !== undefined && random.chance(0.3)) yield* client.look(accountId, id)
          return
        }
        yield* Effect.sleep(random.int(0, 60_000))
      }
    })

  return Effect.gen(function* () {
    const quoteIds: Array<string> = []
    for (let index = 0; index < random.pick([1, 2, 2, 4]); index++) {
      const amount = { _tag: "Source", micro: random.int(10_000, 50_000_000) } as const
      const id = idOf(yield* client.ask(asks.quote(voiceOf(item, `quote ${index}`), amount)))
      if (id !== undefined) quoteIds.push(id)
    }
    if (setting.faults.strikes("client: late from the balance", 0.2)) {
      yield* Effect.sleep(random.int(0, 400_000))
    }
    yield* Effect.forEach(quoteIds, pay, { concurrency: "unbounded" })
  })
}
