/** Payouts and batches in memory that wait for something other than their customer. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Batch from "../../domain/batch/Batch.ts"
import type * as Facts from "../../domain/incident/Facts.ts"
import * as WaitingPayouts from "../../domain/incident/WaitingPayouts.ts"
import type * as Funding from "../../domain/money/Funding.ts"
import type { Payout } from "../../domain/payout/PayoutState.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import * as Slices from "../state/Slices.ts"
import type * as State from "../state/State.ts"

export type WaitingInMemory = Pick<Facts.PartitionFacts, "waiting" | "parked" | "unfinalDeposits">

/** Counts without a list, because it runs for each active payout. */
const unfinal = (deposits: ReadonlyArray<Funding.Received>): number => {
  let count = 0
  for (const { final } of deposits) if (!final) count += 1
  return count
}

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

/** Payouts by id. Between two turns, one may have got another status, or have left memory. */
const payoutsOf = (
  { payouts }: ActiveSubjects,
  ids: ReadonlyArray<string>,
  status: Payout["status"]
): ReadonlyArray<Payout> => {
  const found: Array<Payout> = []
  for (const id of ids) {
    const payout = payouts.get(id)
    if (payout?.status === status) found.push(payout)
  }
  return found
}

/** Reads some payouts in each turn of the event loop: there may be tens of thousands. */
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
        const ids = OrderedIds.ofGroup(state.payoutsByStatus, status)
        for (const part of OrderedIds.parts(ids, Limits.incidents.payoutsPerTurn)) {
          for (const payout of payoutsOf(state, part, status)) {
            counter.add(payout)
            deposits += unfinal(payout.deposits)
          }
          yield
        }
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
