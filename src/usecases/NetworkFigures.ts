/** Results of the last day's payouts of all accounts at each network, for operators. */
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
      ended: ended.map((figure) => ({
        ...figure,
        settling: Percentiles.portable(figure.settling)
      })),
      waiting: [...lists.waitingByNetwork()]
    }))
})

export interface NetworkFigures {
  readonly network: Network.Slug
  /** Number of settled payouts among those created in the last 24 hours. */
  readonly settled: number
  /** Number of payouts that failed or were reversed, for any reason. */
  readonly failed: number
  /** Number of failed payouts that the provider refused. */
  readonly refused: number
  /** Number of payouts of any age that are at a provider or about to be sent to one. */
  readonly waiting: number
  /** The share of paid among paid and refused payouts; `null` if there is neither. */
  readonly successRate: number | null
  /** Milliseconds from creation to settlement; `null` if none settled. */
  readonly medianMs: number | null
}

const sum = (values: ReadonlyArray<number>): number =>
  values.reduce((total, value) => total + value, 0)

const figuresOf = (network: Network.Slug, parts: ReadonlyArray<Part>): NetworkFigures => {
  const ended = parts.flatMap((part) => part.ended).filter((figure) => figure.network === network)
  const waiting = parts.flatMap((part) => part.waiting).filter(([slug]) => slug === network)
  const settled = sum(ended.map((figure) => figure.settled))
  const failed = sum(ended.map((figure) => figure.failed))
  const refused = sum(ended.map((figure) => figure.refused))
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

/** Figures of every network. */
export const list = (partitions: Partitions.PartitionsService, now: number) =>
  Effect.map(Partitions.callAll(partitions, part, now - dayMs), (parts) =>
    Network.slugs.map((network) => figuresOf(network, parts))
  )
