/** How payouts of the last day fared at each network, of all accounts, for operators. */
import { Effect } from "effect"
import { dayMs } from "../domain/Day.ts"
import * as Network from "../domain/Network.ts"
import * as Percentiles from "../domain/Percentiles.ts"
import * as Partitions from "../engine/Partitions.ts"
import type { Portable } from "../engine/ports/Procedure.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"

interface Part {
  readonly ended: ReadonlyArray<Portable<ReadModel.NetworkFigure>>
  readonly waiting: ReadonlyArray<readonly [Network.Slug, number]>
}

export const part = Partitions.procedure<number, Part>({
  name: "network figures",
  run: ({ lists }, since) =>
    Effect.map(lists.networkFigures(since), (ended) => ({
      ended: ended.map((one) => ({ ...one, settling: Percentiles.portable(one.settling) })),
      waiting: [...lists.waitingByNetwork()]
    }))
})

export interface NetworkFigures {
  readonly network: Network.Slug
  /** Of payouts created in the last 24 hours. */
  readonly settled: number
  /** Failed or reversed, for whatever reason. */
  readonly failed: number
  /** Of those that failed, those that the provider refused. */
  readonly refused: number
  /** At a provider now, or about to be sent to one, whenever created. */
  readonly waiting: number
  /** The share of those that the provider paid or refused that it paid; `null`: none of either. */
  readonly successRate: number | null
  /** From creation to settlement, milliseconds; `null`: none settled. */
  readonly medianMs: number | null
}

const sum = (values: ReadonlyArray<number>): number =>
  values.reduce((total, value) => total + value, 0)

const figuresOf = (network: Network.Slug, parts: ReadonlyArray<Part>): NetworkFigures => {
  const ended = parts.flatMap((one) => one.ended).filter((one) => one.network === network)
  const waiting = parts.flatMap((one) => one.waiting).filter(([slug]) => slug === network)
  const settled = sum(ended.map((one) => one.settled))
  const failed = sum(ended.map((one) => one.failed))
  const refused = sum(ended.map((one) => one.refused))
  const [medianMs = null] = Percentiles.of(
    ended.map(({ settling }) => settling),
    [0.5]
  )
  return {
    ...{ network, settled, failed, refused, medianMs },
    waiting: sum(waiting.map(([, count]) => count)),
    successRate: settled + refused === 0 ? null : settled / (settled + refused)
  }
}

/** Of every network. */
export const list = (partitions: Partitions.PartitionsService, now: number) =>
  Effect.map(Partitions.callAll(partitions, part, now - dayMs), (parts) =>
    Network.slugs.map((network) => figuresOf(network, parts))
  )
