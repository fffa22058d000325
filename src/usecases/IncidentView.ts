/** An incident as the API and the notices show it. */
import * as Limits from "../config/Limits.ts"
import type { Incident } from "../domain/incident/Incident.ts"
import type { PastIncident } from "../domain/incident/PastIncidents.ts"
import * as Money from "../domain/money/Money.ts"
import * as Runbook from "./Runbook.ts"

const subjectOf = ({ subject }: Incident) => ({
  provider: subject.provider ?? null,
  networks: subject.networks ?? [],
  currencies: subject.currencies ?? [],
  chain_id: subject.chainId ?? null,
  node: subject.node ?? null,
  partitions: subject.partitions ?? [],
  endpoint_id: subject.endpointId ?? null,
  account_id: subject.accountId ?? null
})

const customerOf = ({ accountId, amount, count, name }: Incident["customers"][number]) => ({
  ...{ account_id: accountId, account_name: name },
  ...{ waiting_count: count, waiting_usdc: Money.toJson(amount, 6) }
})

/** An open incident. `runbook` is the address of the runbook, to which it links. */
export const of = (incident: Incident, runbook: string) => ({
  id: incident.id,
  kind: incident.kind,
  severity: incident.severity,
  title: incident.title,
  subject: subjectOf(incident),
  since: new Date(incident.since).toISOString(),
  waiting_count: incident.waitingCount,
  waiting_usdc: Money.toJson(incident.waitingAmount, 6),
  customers: incident.customers.slice(0, Limits.incidents.customersMax).map(customerOf),
  next_try_at: incident.nextTryAt === null ? null : new Date(incident.nextTryAt).toISOString(),
  cause: incident.cause,
  remedy: incident.remedy,
  runbook_url: Runbook.urlOf(runbook, incident.runbook)
})

export const past = ({ amountMax, countMax, endedAt, incident }: PastIncident) => ({
  id: incident.id,
  kind: incident.kind,
  severity: incident.severity,
  title: incident.title,
  since: new Date(incident.since).toISOString(),
  ended_at: new Date(endedAt).toISOString(),
  waiting_count_max: countMax,
  waiting_usdc_max: Money.toJson(amountMax, 6)
})
