/** Payouts that wait because of an incident, as a sentence and per customer. */
import { Link } from "wouter"
import type { Incident } from "../../client/Generated.ts"
import * as Incidents from "../data/Incidents.ts"
import { incidents as Words } from "../words/shell.ts"
import { AccountLink } from "./Account.tsx"

interface CountProps {
  readonly of: Incident
  readonly count: number
  readonly accountId?: string
}

/** The number of payouts, with a link to the list if there is one. */
const Count = ({ accountId, count, of: incident }: CountProps) => {
  const href = Incidents.listOf(incident, accountId)
  const words = Words.payouts(count)
  return href === undefined ? words : <Link href={href}>{words}</Link>
}

interface Props {
  readonly of: Incident
}

/**
 * A sentence about waiting payouts or deliveries. Empty if nothing waits and no network is
 * affected.
 */
export const IncidentWaiting = ({ of: incident }: Props) => {
  const { kind, subject, waiting_count: count, waiting_usdc: usdc } = incident
  if (kind === "endpoint") return count > 0 && Words.deliveriesWait(count)
  const networks = kind === "provider" ? subject.networks.length : 0
  return (
    <>
      {networks > 0 && `${Words.networksAffected(networks)} `}
      {networks > 0 && count === 0 && Words.noneWaits}
      {count > 0 && (
        <>
          <Count of={incident} count={count} />
          {Words.waitWith(count, usdc)}
        </>
      )}
    </>
  )
}

/** A line per customer with waiting payouts; nothing if there is none. */
export const IncidentCustomers = ({ of: incident }: Props) => {
  const { customers, waiting_count: all } = incident
  const others = customers.reduce((left, { waiting_count: count }) => left - count, all)
  return (
    customers.length > 0 && (
      <ul aria-label={Words.customers}>
        {customers.map(({ account_id: id, waiting_count: count, waiting_usdc: usdc }) => (
          <li key={id}>
            <AccountLink id={id} />: <Count of={incident} count={count} accountId={id} />
            {Words.withUsdc(usdc)}
          </li>
        ))}
        {others > 0 && Incidents.listOf(incident) !== undefined && (
          <li>{Words.ofOthers(others)}</li>
        )}
      </ul>
    )
  )
}
