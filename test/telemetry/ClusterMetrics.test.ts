/** Metrics of a node about itself and the other nodes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import * as ClusterMetrics from "../../src/telemetry/ClusterMetrics.ts"

/** The samples of cluster metrics. */
const samples = Effect.map(PrometheusMetrics.format(), (text) =>
  text
    .split("\n")
    .filter((line) => /^payout_(cluster|directory)_/.test(line))
    .sort()
)

describe("The metrics of a node", () => {
  it.effect("have its figures at the time of a scrape, and end with the node", () =>
    Effect.gen(function* () {
      let figures: ClusterMetrics.Figures = {
        ...{ owned: 21, unowned: 0, alive: 3, silent: 0, directoryLagSeconds: 0 },
        ...{ unreached: 0, clockSkewSeconds: 0 }
      }
      yield* Effect.scoped(
        Effect.gen(function* () {
          const { released, acquired } = yield* ClusterMetrics.make(() => figures)
          acquired.count += 22
          released.count += 1
          figures = {
            ...{ owned: 20, unowned: 2, alive: 2, silent: 1, directoryLagSeconds: 0.25 },
            ...{ unreached: 1, clockSkewSeconds: -0.75 }
          }
          assert.deepStrictEqual(yield* samples, [
            "payout_cluster_clock_skew_seconds -0.75",
            'payout_cluster_nodes{state="alive"} 2',
            'payout_cluster_nodes{state="silent"} 1',
            "payout_cluster_partitions_given_total 1",
            "payout_cluster_partitions_owned 20",
            "payout_cluster_partitions_taken_total 22",
            "payout_cluster_partitions_unowned 2",
            "payout_cluster_peers_unreached 1",
            "payout_directory_lag_seconds 0.25"
          ])
        })
      )
      assert.deepStrictEqual(yield* samples, [])
    })
  )
})
