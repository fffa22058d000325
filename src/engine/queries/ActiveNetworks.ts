/**
 * Memory's part of the figures of networks: finished payouts that are not archived, and active
 * ones.
 */
import * as Incident from "../../domain/incident/Incident.ts"
import type * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as ListOrder from "../ports/ListOrder.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"

type ActivePayouts = Pick<State.State, "payouts" | "payoutsByStatus">

/** Payouts of a status, newest first. */
const inStatus = function* (
  { payouts, payoutsByStatus }: ActivePayouts,
  status: Payout.Status
): Generator<Payout.Payout> {
  const ids = OrderedIds.ofGroup(payoutsByStatus, status)
  for (const id of OrderedIds.inOrder(ids, undefined, ListOrder.newestFirst)) {
    const payout = payouts.get(id)
    if (payout !== undefined) yield payout
  }
}

/** Ids are in order of creation: all payouts behind the first older one are older. */
const createdSince = function* (
  payouts: Iterable<Payout.Payout>,
  since: number
): Generator<Payout.Payout> {
  for (const payout of payouts) {
    if (payout.createdAt < since) return
    yield payout
  }
}

/** A figure for each network that has payouts in memory. */
export const figures = (
  state: ActivePayouts,
  since: number
): ReadonlyArray<ReadModel.NetworkFigure> => {
  const times = new Map<Network.Slug, Array<number>>()
  const failed = new Map<Network.Slug, number>()
  const refused = new Map<Network.Slug, number>()
  for (const { createdAt, network, settledAt } of createdSince(inStatus(state, "SETTLED"), since)) {
    const values = times.get(network) ?? []
    values.push((settledAt ?? createdAt) - createdAt)
    times.set(network, values)
  }
  for (const status of ["FAILED", "REVERSED"] as const) {
    for (const { failureReason, network } of createdSince(inStatus(state, status), since)) {
      failed.set(network, (failed.get(network) ?? 0) + 1)
      if (!PayoutEvent.isRefusal(failureReason)) continue
      refused.set(network, (refused.get(network) ?? 0) + 1)
    }
  }
  return [...new Set([...times.keys(), ...failed.keys()])].map((network) => {
    const settled = times.get(network) ?? []
    return {
      network,
      settled: settled.length,
      failed: failed.get(network) ?? 0,
      refused: refused.get(network) ?? 0,
      settling: {
        values: Float64Array.from(settled),
        counts: new Uint32Array(settled.length).fill(1)
      }
    }
  })
}

/**
 * The number of payouts that wait for a provider, by network: the payouts that its incident counts.
 */
export const waiting = (state: ActivePayouts): ReadonlyMap<Network.Slug, number> => {
  const counts = new Map<Network.Slug, number>()
  for (const status of Incident.atProvider) {
    for (const { network } of inStatus(state, status)) {
      counts.set(network, (counts.get(network) ?? 0) + 1)
    }
  }
  return counts
}
