/** Payouts and batches in memory that wait for something other than their customer. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import type * as Facts from "../../domain/incident/Facts.ts"
import * as WaitingPayouts from "../../domain/incident/WaitingPayouts.ts"
import type * as Funding from "../../domain/money/Funding.ts"
import * as Slices from "../state/Slices.ts"
import type * as State from "../state/State.ts"
import * as HeldNetworks from "./ActiveNetworks.ts"

export type WaitingInMemory = Pick<Facts.PartitionFacts, "waiting" | "parked" | "unfinalDeposits">

const unfinal = (deposits: ReadonlyArray<Funding.Received>): number =>
  deposits.filter(({ final }) => !final).length

const parkedOf = ({ batches }: Pick<State.State, "batches">): Facts.ParkedBatches => {
  const parked = [...batches.values()].filter(Batch.isParked)
  return {
    count: parked.length,
    amount: parked.reduce((sum, { sourceAmount }) => sum + sourceAmount, 0),
    oldest:
      parked.length === 0
        ? null
        : Math.min(...parked.map(({ createdAt, parkedAt }) => parkedAt ?? createdAt))
  }
}

type ActiveSubjects = Pick<State.State, "accounts" | "batches" | "payouts" | "payoutsByStatus">

/** Reads status by status, each in a turn of the event loop: there may be tens of thousands. */
export const read = (
  state: ActiveSubjects,
  usual: WaitingPayouts.UsualDurations,
  now: number
): Effect.Effect<WaitingInMemory> =>
  Effect.suspend(() => {
    const counter = WaitingPayouts.make(usual, now, Limits.incidents.customersMax)
    let deposits = 0
    const slices = function* (): Slices.Slices {
      for (const status of WaitingPayouts.statuses) {
        for (const payout of HeldNetworks.inStatus(state, status)) {
          counter.add(payout)
          deposits += unfinal(payout.deposits)
        }
        yield
      }
    }
    return Effect.map(Slices.run(slices()), () => ({
      waiting: counter.groups((id) => state.accounts.get(id)?.name ?? ""),
      parked: parkedOf(state),
      unfinalDeposits: [...state.batches.values()].reduce(
        (sum, batch) => sum + unfinal(batch.deposits),
        deposits
      )
    }))
  })
