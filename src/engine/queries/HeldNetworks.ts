/** What memory has of the figures of networks: what ended and is not archived, and what is under way. */
import * as Incident from "../../domain/incident/Incident.ts"
import type * as Network from "../../domain/Network.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as ListOrder from "../ports/ListOrder.ts"
import type * as ReadModel from "../ports/ReadModel.ts"
import * as OrderedIds from "../state/OrderedIds.ts"
import type * as State from "../state/State.ts"

type ActivePayouts = Pick<State.State, "payouts" | "payoutsByStatus">

/** The newest first. */
export const inStatus = function* (
  { payouts, payoutsByStatus }: ActivePayouts,
  status: Payout.Status
): Generator<Payout.Payout> {
  const ids = OrderedIds.ofGroup(payoutsByStatus, status)
  for (const id of OrderedIds.inOrder(ids, undefined, ListOrder.newestFirst)) {
    const payout = payouts.get(id)
    if (payout !== undefined) yield payout
  }
}

/** Ids are in order of creation: behind the first that is older, all are. */
const createdSince = function* (
  payouts: Iterable<Payout.Payout>,
  since: number
): Generator<Payout.Payout> {
  for (const payout of payouts) {
    if (payout.createdAt < since) return
    yield payout
  }
}

/** A figure for each network that has payouts here. */
export const figures = (
  state: ActivePayouts,
  since: number
): ReadonlyArray<ReadModel.NetworkFigure> => {
  const times = new Map<Network.Slug, Array<number>>()
  const failed = new Map<Network.Slug, number>()
  const refused = new Map<Network.Slug, number>()
  for (const { createdAt, network, settledAt } of createdSince(inStatus(state, "SETTLED"), since)) {
    const known = times.get(network) ?? []
    known.push((settledAt ?? createdAt) - createdAt)
    times.set(network, known)
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

/** Number of payouts that wait for a provider, by network: those that its incident counts. */
export const waiting = (state: ActivePayouts): ReadonlyMap<Network.Slug, number> => {
  const found = new Map<Network.Slug, number>()
  for (const status of Incident.atProvider) {
    for (const { network } of inStatus(state, status)) {
      found.set(network, (found.get(network) ?? 0) + 1)
    }
  }
  return found
}
