/**
 * The people who correct balances after a deposit. Several approve if a hold needs several. Some
 * corrections take more than the balance has.
 */
import { Effect } from "effect"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { Begin, Desk } from "./Desk.ts"

const people = ["Ada", "Ben"] as const

export const make = (desk: Desk, begin: Begin) => {
  const { balanceAsks, client, holdApprovals, setting } = desk
  const { audit, faults } = setting
  const random = setting.random.stream("corrections")
  let acts = 0

  const correct = (id: string, amount: number): Effect.Effect<unknown> =>
    Effect.forEach(
      holdApprovals > 1 ? [people[0], people[0], people[1]] : [people[0]],
      (by) => {
        acts += 1
        const voice = { by: "operator", accountId: "operators", key: `correction ${acts}` }
        const vote = holdApprovals > 1 ? { vote: { by, peopleMin: holdApprovals } } : {}
        const asked = client.ask(
          balanceAsks.correct(voice, audit.balances.accountOf(id), { by, amount, ...vote })
        )
        return Effect.andThen(Effect.sleep(random.int(0, 30_000)), asked)
      },
      { discard: true }
    )

  return {
    heard: (event: Entry.Event): void => {
      if (event._tag !== "BalanceCredited") return
      if (!faults.strikes("operator: corrects a balance", 0.15)) return
      const most = event.deposit.amount
      const amount = random.pick([-1, -1, 1]) * random.int(1, random.pick([most, most, 3 * most]))
      begin(random.int(100, 600_000), correct(event.id, amount))
    }
  }
}
