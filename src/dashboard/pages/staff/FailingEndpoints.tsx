/** Endpoints whose every attempt fails, with their customers, the largest customer first. */

import type { Incident } from "../../../client/Generated.ts"
import * as Incidents from "../../data/Incidents.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Money, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { failingEndpoints as Words } from "../../words/staff.tsx"

interface Row {
  readonly incident: Incident
  readonly accountId: string
  /** The customer's volume of 30 days in USDC, or `undefined` until it is read. */
  readonly volume: number | undefined
}

const columns: ReadonlyArray<Column<Row>> = [
  {
    head: CommonWords.account,
    kind: "main",
    cell: ({ accountId }) => <AccountLink id={accountId} />
  },
  {
    head: Words.volume,
    kind: "number",
    cell: ({ volume }) => (volume === undefined ? "–" : <Money of={volume} currency="USDC" />)
  },
  { head: Words.endpoint, cell: ({ incident }) => incident.title },
  { head: Words.cause, cell: ({ incident }) => incident.cause },
  { head: Words.since, cell: ({ incident }) => <Time at={incident.since} isShort /> }
]

export const FailingEndpoints = () => {
  const failing = Incidents.useKnownIncidents().flatMap((incident) => {
    const { account_id: accountId } = incident.subject
    return incident.kind === "endpoint" && accountId !== null ? [{ incident, accountId }] : []
  })
  const ids = [...new Set(failing.map(({ accountId }) => accountId))].sort().slice(0, 100)
  const { data } = useServiceQuery(
    "stats",
    ["accounts", ids.join(",")],
    ({ own }, options) => own.staff.accountFigures.get({ ids: ids.join(",") }, options),
    { isOn: ids.length > 0 }
  )
  const volumes = new Map((data?.data ?? []).map((one) => [one.account_id, one.volume_usdc]))
  const rows = failing
    .map((one): Row => ({ ...one, volume: volumes.get(one.accountId) }))
    .toSorted((one, other) => (other.volume ?? 0) - (one.volume ?? 0))
  if (rows.length === 0) return null
  return (
    <Section title={Words.title} about={Words.about} isFlush>
      <Table
        caption={Words.title}
        columns={columns}
        rows={rows}
        idOf={({ incident }) => incident.id}
      />
    </Section>
  )
}
