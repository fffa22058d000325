/** Contract of current and past incidents, for operators. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Incidents from "../../domain/incident/Incident.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Operation from "../contract/Operation.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

const Subject = Schema.Struct({
  provider: described(Schema.NullOr(Schema.String), "The mobile-money provider"),
  networks: described(Schema.Array(Schema.String), "Networks that it concerns; empty if none"),
  currencies: described(Schema.Array(Schema.String), "Currencies that it concerns; empty if none"),
  chain_id: described(Schema.NullOr(Schema.Finite), "The chain"),
  node: described(
    Schema.NullOr(Schema.String),
    "An Ethereum node (`chain`), or a node of the service (`nodes`)"
  ),
  partitions: described(Schema.Array(Schema.Finite), "Partitions that it concerns; empty if none"),
  endpoint_id: described(Schema.NullOr(Schema.String), "The webhook endpoint"),
  account_id: described(Schema.NullOr(Schema.String), "The customer whose endpoint it is")
}).annotate({ identifier: "IncidentSubject" })

const Customer = Schema.Struct({
  account_id: Schema.String,
  account_name: Schema.String,
  waiting_count: described(Schema.Finite, "Payouts of the customer that wait"),
  waiting_usdc: described(Schema.Finite, "USDC of these payouts")
}).annotate({ identifier: "IncidentCustomer" })

const Kind = Schema.Literals(Incidents.kinds)
const Severity = Schema.Literals(Incidents.severities)

const Incident = Schema.Struct({
  id: described(
    Schema.String,
    "Made of its kind and its subject: the same while it lasts, and the same if it comes back"
  ),
  kind: described(
    Kind,
    "`provider`: it is down, or refuses transfers. `chain`: deposits are not credited. `rates`: " +
      "there is no exchange rate. `screening_lists`: the sanctions list is missing or old. " +
      "`endpoint`: every attempt to a webhook endpoint fails. `stuck_payouts`: payouts take " +
      "longer than usual, or a defect stopped them. `float`: our balance at a provider is too " +
      "small. `nodes`: a node or a partition is missing. `database`: changes cannot be stored"
  ),
  severity: described(
    Severity,
    "`critical`: payouts or requests wait. `warning`: they may soon, or one customer is affected"
  ),
  title: described(Schema.String, "What is wrong, in one sentence"),
  subject: Subject,
  since: described(Schema.String, "When it began, or was first seen. ISO 8601, UTC, milliseconds"),
  waiting_count: described(
    Schema.Finite,
    "Payouts that wait because of it; of `endpoint` deliveries, among its newest"
  ),
  waiting_usdc: described(Schema.Finite, "USDC of these payouts"),
  customers: described(
    Schema.Array(Customer),
    `Whose payouts they are, the most payouts first: at most ${Limits.incidents.customersMax} customers. ` +
      "`GET /admin/v1/payouts?incident=…` lists these payouts"
  ),
  next_try_at: described(
    Schema.NullOr(Schema.String),
    "When the service tries the provider again, with one transfer. ISO 8601, UTC, milliseconds. " +
      "`null` if a try is under way or due, or if nothing is tried"
  ),
  cause: described(Schema.String, "The last error, or what was observed"),
  remedy: described(Schema.String, "What a person can do"),
  runbook_url: described(Schema.String, "The chapter of the runbook")
}).annotate({ identifier: "Incident" })

const IncidentList = Schema.Struct({
  checked_at: described(Schema.String, "When the facts were read. ISO 8601, UTC, milliseconds"),
  data: described(Schema.Array(Incident), "The worst first; empty while nothing is wrong")
}).annotate({ identifier: "IncidentList" })

export const list = Operation.get("listIncidents", "/admin/v1/incidents", {
  summary: "What is wrong right now",
  description:
    "Lists every incident with its cause, what waits because of it, and what a person can do. " +
    "Every node answers with the facts of all nodes. A node that does not answer is an " +
    "incident. The answer is at most 2 seconds old.",
  access: { by: "admin" },
  location: "here",
  success: IncidentList,
  example: { answer: Data.incidents }
})

const PastIncident = Schema.Struct({
  id: Schema.String,
  kind: Kind,
  severity: Severity,
  title: described(Schema.String, "What was wrong, in one sentence"),
  since: described(Schema.String, "When it began. ISO 8601, UTC, milliseconds"),
  ended_at: described(Schema.String, "When it was first gone. ISO 8601, UTC, milliseconds"),
  waiting_count_max: described(
    Schema.Finite,
    "The most payouts that waited at a time; of `endpoint` deliveries"
  ),
  waiting_usdc_max: described(Schema.Finite, "The most USDC of payouts that waited at a time")
}).annotate({ identifier: "PastIncident" })

const PastIncidentList = Schema.Struct({
  watched_since: described(
    Schema.NullOr(Schema.String),
    "When the process that watches for incidents began. Earlier ones are not known. " +
      "ISO 8601, UTC, milliseconds. `null` while none watches"
  ),
  data: described(Schema.Array(PastIncident), "The latest end first")
}).annotate({ identifier: "PastIncidentList" })

export const past = Operation.get("listPastIncidents", "/admin/v1/incidents/past", {
  summary: "Incidents that have ended",
  description:
    `Lists the incidents that ended in the last 7 days, at most ${Limits.incidents.pastMax}. ` +
    "The process that runs the first partition keeps them in memory, so a restart forgets them.",
  access: { by: "admin" },
  location: "directory",
  success: PastIncidentList,
  example: { answer: Data.pastIncidents }
})

export const group = Operation.group({
  name: "Incidents",
  description: "What is or was wrong, for operators.",
  operations: [list, past]
})
