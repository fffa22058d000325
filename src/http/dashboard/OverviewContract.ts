/** Contract of the overview: figures for charts, the service's health, the stream of changes. */
import { Schema } from "effect"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as EventContract from "../events/EventContract.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"

/** A day in UTC, of the payouts created on it. */
const Day = Schema.Struct({
  day: Schema.String.annotate({ examples: ["2025-06-15"] }),
  created: Schema.Finite,
  settled: Schema.Finite,
  failed: Schema.Finite,
  /** USDC of the settled payouts. */
  volume_usdc: Schema.Finite,
  /** Seconds from creation to settlement; `null` if none settled. */
  median_seconds: Schema.NullOr(Schema.Finite),
  p95_seconds: Schema.NullOr(Schema.Finite)
})

const Stats = Schema.Struct({
  days: Schema.Array(Day),
  /** Payouts created on these days, by current status. */
  states: Schema.Array(Schema.Struct({ status: Fields.PayoutStatus, count: Schema.Finite })),
  totals: Schema.Struct({
    created: Schema.Finite,
    settled: Schema.Finite,
    failed: Schema.Finite,
    volume_usdc: Schema.Finite,
    /** Settled payouts as a share of the final ones; `null` if there are none. */
    success_rate: Schema.NullOr(Schema.Finite),
    median_seconds: Schema.NullOr(Schema.Finite),
    p95_seconds: Schema.NullOr(Schema.Finite)
  }),
  webhooks: Schema.Struct({
    /** Counts by hour of the newest deliveries in the last 24 hours, at most 10,000. */
    hours: Schema.Array(
      Schema.Struct({
        hour: Fields.Instant,
        delivered: Schema.Finite,
        pending: Schema.Finite,
        failed: Schema.Finite
      })
    )
  })
}).annotate({ identifier: "Stats" })

const query = {
  days: Schema.optionalKey(
    Fields.word.check(
      Fields.rule(
        "out_of_range",
        "must be a whole number from 1 to 99",
        (value) => /^\d{1,2}$/.test(value) && Number(value) >= 1
      )
    )
  )
}

const Health = Schema.Struct({
  /** The node that responds. */
  service: Schema.Struct({
    version: Schema.String,
    /** The name of the node's machine or container. */
    host: Schema.String,
    started_at: Fields.Instant
  }),
  log: Schema.Struct({
    seq: Schema.Finite,
    epoch: Schema.Finite,
    is_writable: Schema.Boolean,
    /** Log entries that the read model does not have yet. */
    behind: Schema.Finite
  }),
  payouts: Schema.Struct({ active: Schema.Finite, held: Schema.Finite, in_review: Schema.Finite }),
  webhooks: Schema.Struct({
    pending: Schema.Finite,
    /** Time of the next attempt of the delivery that waits longest; `null` if none waits. */
    oldest_due_at: Schema.NullOr(Fields.Instant)
  }),
  chain: Schema.Struct({
    /** `null` if the chain is simulated. */
    chain_id: Schema.NullOr(Schema.Finite),
    latest_block: Schema.NullOr(Schema.Finite),
    final_block: Schema.NullOr(Schema.Finite),
    /** The time of the newest block; `null` if not known. */
    head_at: Schema.NullOr(Fields.Instant),
    /** The time of the last final block; `null` if not known. */
    final_at: Schema.NullOr(Fields.Instant),
    /** Ethereum nodes that respond; `null` if not known. */
    nodes_answering: Schema.NullOr(Schema.Finite),
    nodes: Schema.NullOr(Schema.Finite),
    /** Deposits that were seen and are not final. */
    unfinal_deposits: Schema.Finite
  }),
  networks: Schema.Array(
    Schema.Struct({
      network: Schema.String,
      currency: Fields.Currency,
      /** The provider that would receive a payment now; `null` if simulated. */
      provider: Schema.NullOr(Schema.String),
      status: Schema.Literals(["operational", "degraded", "down"]),
      /** The circuit breaker of the network's first provider; `null` if it has none. */
      breaker: Schema.NullOr(Schema.Literals(["closed", "probing", "open"])),
      /** Time at which the currency's rate applied; `null` if there is no rate and no quote. */
      rate_at: Schema.NullOr(Fields.Instant)
    })
  )
}).annotate({ identifier: "Health" })

export const stats = Operation.get("getStats", "/dashboard/api/stats", {
  summary: "Get figures of an account",
  access: { by: "account" },
  query,
  success: Stats
})

export const allStats = Operation.get("getAllStats", "/dashboard/api/staff/stats", {
  summary: "Get figures of all accounts",
  access: { by: "admin" },
  location: "directory",
  query,
  success: Stats
})

export const health = Operation.get("getHealth", "/dashboard/api/staff/health", {
  summary: "Get the health of the engine, the chain and the providers",
  access: { by: "admin" },
  location: "directory",
  success: Health
})

const NetworkFigures = Schema.Struct({
  network: Schema.String,
  /** Settled payouts among those created in the last 24 hours. */
  settled: Schema.Finite,
  /** Payouts that failed or were reversed, for any reason. */
  failed: Schema.Finite,
  /** Failed payouts that the provider refused. */
  refused: Schema.Finite,
  /** Payouts at a provider now, or about to be sent to one, whenever created. */
  waiting: Schema.Finite,
  /**
   * Settled payouts as a share of those that the provider paid or refused; `null` without either.
   */
  success_rate: Schema.NullOr(Schema.Finite),
  /** Seconds from creation to settlement; `null` if none settled. */
  median_seconds: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "NetworkFigures" })

export const networkFigures = Operation.get(
  "networkFigures",
  "/dashboard/api/staff/network-figures",
  {
    summary: "Get network figures of the last 24 hours",
    access: { by: "admin" },
    location: "directory",
    success: Schema.Struct({ data: Schema.Array(NetworkFigures) })
  }
)

export const stream = Operation.get("stream", "/dashboard/api/stream", {
  summary: "Follow changes of an account (server-sent events)",
  access: { by: "account" },
  location: "here",
  success: Operation.text("text/event-stream")
})

export const streamAll = Operation.get("streamAll", "/dashboard/api/staff/stream", {
  summary: "Follow changes of all accounts (server-sent events)",
  access: { by: "admin" },
  location: "here",
  success: Operation.text("text/event-stream")
})

export const exported = Operation.get("exportPayouts", "/dashboard/api/payouts.csv", {
  summary: "Export at most 10,000 payouts as a CSV file",
  access: { by: "account" },
  query: {
    status: Schema.optionalKey(Fields.PayoutStatus),
    batch_id: Schema.optionalKey(Fields.text(64)),
    network: Schema.optionalKey(Fields.Slug),
    search: PayoutContract.search,
    created_from: Schema.optionalKey(Fields.QueryInstant),
    created_to: Schema.optionalKey(Fields.QueryInstant),
    refund: Fields.refundOpen,
    sort: Fields.sort(Sorting.byCreation)
  },
  success: Operation.text("text/csv")
})

export const deliveries = Operation.get(
  "payoutDeliveries",
  "/dashboard/api/payouts/:id/deliveries",
  {
    summary: "List deliveries of a payout's events, newest first",
    access: { by: "account" },
    query: Fields.page,
    success: Fields.list(EventContract.Delivery)
  }
)

export const deliveriesOfEvent = Operation.get(
  "eventDeliveries",
  "/dashboard/api/events/:id/deliveries",
  {
    summary: "List deliveries of an event, one per endpoint",
    access: { by: "account" },
    query: Fields.page,
    success: Fields.list(EventContract.Delivery)
  }
)

export const eventsOfAny = Operation.get(
  "staffPayoutEvents",
  "/dashboard/api/staff/payouts/:id/events",
  {
    summary: "List events of any payout, newest first",
    access: { by: "admin" },
    location: "subject",
    query: Fields.page,
    success: Fields.list(EventContract.Event)
  }
)

const StaffEvent = Schema.Struct({
  account_id: Schema.String,
  event: EventContract.Event
}).annotate({ identifier: "StaffEvent" })

export const eventOfAny = Operation.get("staffEvent", "/dashboard/api/staff/events/:id", {
  summary: "Get an event of any account",
  access: { by: "admin" },
  location: "subject",
  success: StaffEvent
})

const EndpointFigures = Schema.Struct({
  endpoint_id: Schema.String,
  /** Delivered ones among the newest deliveries, at most 50. */
  delivered: Schema.Finite,
  failed: Schema.Finite,
  pending: Schema.Finite,
  /** The newest successful attempt among these deliveries; `null` if there is none. */
  last_success_at: Schema.NullOr(Fields.Instant),
  /** Attempts of these deliveries, oldest first, at most 30. */
  attempts: Schema.Array(
    Schema.Struct({
      at: Fields.Instant,
      status_code: Schema.NullOr(Schema.Finite),
      error: Schema.NullOr(Schema.String)
    })
  ),
  /** The first failed attempt since the last successful one; `null` if none failed since. */
  failing_since: Schema.NullOr(Fields.Instant)
}).annotate({ identifier: "EndpointFigures" })

export const endpointFigures = Operation.get("endpointFigures", "/dashboard/api/webhooks/figures", {
  summary: "Get figures of the webhook endpoints",
  access: { by: "account" },
  success: Schema.Struct({ data: Schema.Array(EndpointFigures) })
})

export const group = Operation.group({
  name: "Overview",
  operations: [
    stats,
    allStats,
    health,
    networkFigures,
    stream,
    streamAll,
    exported,
    deliveries,
    deliveriesOfEvent,
    eventsOfAny,
    eventOfAny,
    endpointFigures
  ]
})
