/** Contract of current and past incidents, for operators. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Incidents from "../../domain/incident/Incident.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Operation from "../contract/Operation.ts"

const described = <S extends Schema.Top>(schema: S, description: string) =>
  schema.annotate({ description })

const Subject = Schema.Struct({
  provider: described(
    Schema.NullOr(Schema.String),
    "Mobile money provider. `null` if the incident concerns none."
  ),
  networks: described(
    Schema.Array(Schema.String),
    "Networks that the incident concerns. Empty if none."
  ),
  currencies: described(
    Schema.Array(Schema.String),
    "Currencies that the incident concerns. Empty if none."
  ),
  chain_id: described(
    Schema.NullOr(Schema.Finite),
    "Id of the chain. `null` if the incident concerns none."
  ),
  node: described(
    Schema.NullOr(Schema.String),
    "Ethereum node (`chain`) or node of the service (`nodes`). `null` if the incident " +
      "concerns none."
  ),
  partitions: described(
    Schema.Array(Schema.Finite),
    "Partitions that the incident concerns. Empty if none."
  ),
  endpoint_id: described(
    Schema.NullOr(Schema.String),
    "Id of the webhook endpoint. `null` if the incident concerns none."
  ),
  account_id: described(
    Schema.NullOr(Schema.String),
    "Id of the endpoint's account. `null` if the incident concerns no endpoint."
  )
}).annotate({ identifier: "IncidentSubject" })

const Customer = Schema.Struct({
  account_id: Schema.String,
  account_name: Schema.String,
  waiting_count: described(Schema.Finite, "Number of the customer's payouts that wait."),
  waiting_usdc: described(Schema.Finite, "Amount of these payouts, in USDC.")
}).annotate({ identifier: "IncidentCustomer" })

const Kind = described(
  Schema.Literals(Incidents.kinds),
  "Kind of the incident. `provider`: a provider is down or refuses transfers. `chain`: " +
    "deposits are not credited. `rates`: there is no exchange rate. `screening_lists`: " +
    "the sanctions list is missing or old. `endpoint`: every attempt to a webhook " +
    "endpoint fails. `stuck_payouts`: payouts take longer than usual, or a defect stopped " +
    "them. `float`: our balance at a provider is too small, and it refused a payout. " +
    "`float_short`: funded payouts need more than our balance at a provider. `float_low`: " +
    "the cover of the float is below its threshold. `float_unknown`: our balance at a " +
    "provider has not been known for a quarter of an hour. `nodes`: a node or a " +
    "partition is missing. `database`: changes cannot be stored."
)

const Severity = described(
  Schema.Literals(Incidents.severities),
  "Severity of the incident. `critical`: payouts or requests wait. `warning`: they may " +
    "wait soon, or one customer is affected."
)

const Incident = Schema.Struct({
  id: described(
    Schema.String,
    "Id made of the kind and the subject. It stays the same while the incident lasts and " +
      "if it returns."
  ),
  kind: Kind,
  severity: Severity,
  title: described(Schema.String, "Title in one sentence."),
  subject: Subject,
  since: described(
    Schema.String,
    "Time at which the incident began or was first seen. ISO 8601 in UTC."
  ),
  waiting_count: described(
    Schema.Finite,
    "Number of payouts that wait because of the incident. For `endpoint`, number of " +
      "waiting deliveries among the newest."
  ),
  waiting_usdc: described(Schema.Finite, "Amount of these payouts, in USDC."),
  customers: described(
    Schema.Array(Customer),
    "Customers whose payouts wait, the one with the most payouts first, at most " +
      `${Limits.incidents.customersMax}. \`GET /admin/v1/payouts?incident=…\` returns these ` +
      "payouts."
  ),
  next_try_at: described(
    Schema.NullOr(Schema.String),
    "Time at which the service tries the provider again with one transfer. ISO 8601 in " +
      "UTC. `null` if an attempt is running or due, or if there is nothing to try."
  ),
  cause: described(Schema.String, "Last error or observation."),
  remedy: described(Schema.String, "Steps that a person can take."),
  runbook_url: described(Schema.String, "URL of the runbook's entry.")
}).annotate({ identifier: "Incident" })

const IncidentList = Schema.Struct({
  checked_at: described(Schema.String, "Time at which the facts were read. ISO 8601 in UTC."),
  data: described(
    Schema.Array(Incident),
    "Incidents, the worst first. Empty while nothing is wrong."
  )
}).annotate({ identifier: "IncidentList" })

export const list = Operation.get("listIncidents", "/admin/v1/incidents", {
  summary: "List current incidents",
  description:
    "Returns every incident with its cause, the payouts that wait, and the steps to take. " +
    "Every node responds with facts of all nodes, which are at most 2 seconds old. A node " +
    "that does not respond is an incident.",
  access: { by: "admin" },
  location: "here",
  success: IncidentList,
  example: { answer: Data.incidents }
})

const PastIncident = Schema.Struct({
  id: Schema.String,
  kind: Kind,
  severity: Severity,
  title: described(Schema.String, "Title in one sentence."),
  since: described(Schema.String, "Time at which the incident began. ISO 8601 in UTC."),
  ended_at: described(Schema.String, "Time at which the incident had ended. ISO 8601 in UTC."),
  waiting_count_max: described(
    Schema.Finite,
    "Largest number of payouts that waited at a time. For `endpoint`, of deliveries."
  ),
  waiting_usdc_max: described(
    Schema.Finite,
    "Largest amount of payouts that waited at a time, in USDC."
  )
}).annotate({ identifier: "PastIncident" })

const PastIncidentList = Schema.Struct({
  watched_since: described(
    Schema.NullOr(Schema.String),
    "Time since which incidents are recorded. Earlier ones are not known. ISO 8601 in " +
      "UTC. `null` while no process records them."
  ),
  data: described(Schema.Array(PastIncident), "Incidents, the one that ended last first.")
}).annotate({ identifier: "PastIncidentList" })

export const past = Operation.get("listPastIncidents", "/admin/v1/incidents/past", {
  summary: "List past incidents",
  description:
    "Returns the incidents that ended in the last 7 days, at most " +
    `${Limits.incidents.pastMax}. The process of partition 0 keeps them in memory, so a ` +
    "restart of that process forgets them.",
  access: { by: "admin" },
  location: "directory",
  success: PastIncidentList,
  example: { answer: Data.pastIncidents }
})

export const group = Operation.group({
  name: "Incidents",
  description: "Current and past incidents, for operators.",
  operations: [list, past]
})
