/**
 * Effect's own workflows on its cluster: one runner, mailboxes and replies in PostgreSQL. A payout
 * is a workflow of four activities.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect"
import { ClusterWorkflowEngine, SingleRunner } from "effect/cluster"
import { Activity, Workflow } from "effect/workflow"
import * as Protocol from "./Protocol.ts"

/** The best numbers of workflows and of connections here, out of 16 to 256 and of 10 to 50. */
const atOnce = 16
const connections = 20

const Transition = Schema.Struct({
  payout: Schema.String,
  status: Schema.Literals(Protocol.statuses),
  at: Schema.Number,
  by: Schema.String,
  reference: Schema.String,
  amount: Schema.Number
})

const Payout = Workflow.make("Payout", {
  payload: { payout: Schema.String },
  idempotencyKey: ({ payout }) => payout
})

const live = Payout.toLayer(
  Effect.fnUntraced(function* ({ payout }) {
    for (const status of Protocol.statuses) {
      const made = yield* Activity.make({
        name: status,
        success: Transition,
        execute: Effect.sync(() => Protocol.transition(payout, status))
      })
      Protocol.acknowledge(made)
    }
  })
)

const database = PgClient.layer({
  url: Redacted.make(process.env.DATABASE_URL ?? ""),
  maxConnections: connections
})

const runtime = ManagedRuntime.make(
  live.pipe(
    Layer.provideMerge(ClusterWorkflowEngine.layer),
    Layer.provideMerge(
      SingleRunner.layer({
        runnerStorage: "memory",
        shardingConfig: { simulateRemoteSerialization: false }
      })
    ),
    Layer.provideMerge(database),
    Layer.provide(NodeCrypto.layer)
  )
)

const Kept = Schema.fromJsonString(
  Schema.Struct({ value: Schema.Struct({ exit: Schema.Struct({ value: Transition }) }) })
)

await runtime.runPromise(Effect.void)

await Protocol.serve({
  run: (payouts) =>
    runtime.runPromise(
      Effect.forEach(payouts, (payout) => Payout.execute({ payout }), {
        concurrency: atOnce,
        discard: true
      })
    ),
  read: () =>
    runtime.runPromise(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const rows = yield* sql.unsafe<{ readonly payload: string }>(
          `select r.payload from cluster_replies r join cluster_messages m on m.id = r.request_id
           where m.tag = 'activity'`
        )
        const kept = yield* Effect.forEach(rows, ({ payload }) =>
          Schema.decodeEffect(Kept)(payload)
        )
        return kept.map(({ value }) => value.exit.value)
      })
    ),
  close: () => runtime.dispose()
})
