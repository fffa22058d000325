/** The work of customers with a balance: opening it, and payouts from it, often several at once. */
import { Effect } from "effect"
import { type Desk, type Item, idOf, voiceOf } from "./Desk.ts"

/** Opens the balance, which makes its customer send money, and sometimes sets a threshold. */
export const open = ({ balanceAsks, client }: Desk, item: Item): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    const { accountId, name, random } = item
    const voice = (what: string) => ({ by: "key_client", accountId, key: `${name} ${what}` })
    const id = idOf(yield* client.ask(balanceAsks.open(voice("open"))))
    if (id === undefined || random.chance(0.3)) return
    const threshold = random.int(10_000, 50_000_000)
    yield* Effect.sleep(random.int(0, 60_000))
    const given = { _tag: "Configure", threshold } as const
    yield* client.ask(balanceAsks.command(voice("threshold"), id, given))
  })

/** Attempts at a payout that the balance cannot pay yet. */
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
