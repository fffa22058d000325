/**
 * The people who decide on withdrawals and send them. They act like operators of refunds: several
 * approve if a hold needs several, addresses may turn out to be flagged, and transactions may be
 * wrong ones.
 */
import { Effect } from "effect"
import type * as Withdrawal from "../../src/domain/balance/Withdrawal.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { Begin, Desk } from "./Desk.ts"
import type { Timeless } from "./Requests.ts"
import type * as Treasury from "./Treasury.ts"

const people = ["Ada", "Ben"] as const

const choices = { approves: 6, rejects: 2, never: 1 } as const

export const make = (desk: Desk, treasury: Treasury.World, begin: Begin) => {
  const { client, holdApprovals, setting, withdrawalAsks } = desk
  const { audit, faults } = setting
  const random = setting.random.stream("withdrawals")
  let acts = 0

  const soon = (): number => random.int(100, random.chance(0.2) ? 3_600_000 : 120_000)

  const order = (id: string, command: Timeless<Withdrawal.Command>) => {
    acts += 1
    const voice = { by: "operator", accountId: "operators", key: `withdrawal ${acts}` }
    return client.ask(withdrawalAsks.command(voice, id, command))
  }

  /** Gives one decision by as many people as it needs, the first of them twice. */
  const together = (
    id: string,
    decided:
      | { readonly _tag: "ApproveWithdrawal"; readonly flagged: string | null }
      | { readonly _tag: "RejectWithdrawal" }
  ): Effect.Effect<unknown> =>
    Effect.forEach(
      holdApprovals > 1 ? [people[0], people[0], people[1]] : [people[0]],
      (by) =>
        Effect.andThen(
          Effect.sleep(random.int(0, 30_000)),
          order(id, {
            ...decided,
            by,
            ...(holdApprovals > 1 ? { vote: { by, peopleMin: holdApprovals } } : {})
          })
        ),
      { discard: true }
    )

  const decide = (id: string): Effect.Effect<unknown> => {
    const choice = random.weighted(choices)
    if (choice === "never") return Effect.void
    if (choice === "rejects") return together(id, { _tag: "RejectWithdrawal" })
    const flagged = faults.strikes("screening: flagged address", 0.2) ? "a list" : null
    return together(id, { _tag: "ApproveWithdrawal", flagged })
  }

  /** Sends the amount, or by mistake another one or elsewhere. Returns the transaction's hash. */
  const transfer = ({ address, amount }: { readonly address: string; readonly amount: number }) => {
    if (!faults.strikes("operator: wrong transaction", 0.3)) return treasury.send(address, amount)
    return random.chance(0.5)
      ? treasury.send("0xelsewhere", amount)
      : treasury.send(address, amount + 1)
  }

  /** Sends an approved withdrawal and records its transaction, or rejects it after all. */
  const send = (id: string): Effect.Effect<unknown> =>
    Effect.suspend(() => {
      const book = audit.withdrawals.get(id)
      if (book?.status !== "approved") return Effect.void
      if (random.chance(0.1)) return together(id, { _tag: "RejectWithdrawal" })
      const txHash = transfer(book)
      const flagged = faults.strikes("screening: flagged address", 0.1) ? "a list" : undefined
      return order(id, { _tag: "SendWithdrawal", txHash, flagged })
    })

  const cancel = (id: string): Effect.Effect<unknown> => order(id, { _tag: "CancelWithdrawal" })

  return {
    heard: (event: Entry.Event): void => {
      switch (event._tag) {
        case "WithdrawalRequested":
          begin(soon(), decide(event.id))
          if (faults.strikes("client: cancels a withdrawal", 0.2)) begin(soon(), cancel(event.id))
          return
        case "WithdrawalHeld":
          return begin(soon(), decide(event.id))
        case "WithdrawalApproved":
          return begin(soon(), send(event.id))
        case "WithdrawalDisproved":
          // One whose address was flagged needs a decision again.
          begin(soon(), send(event.id))
          return begin(soon(), decide(event.id))
      }
    }
  }
}
