/** Payouts of all accounts. */
import { Send } from "lucide-react"
import { Link } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import * as Incidents from "../../data/Incidents.ts"
import { useNetworks } from "../../data/Networks.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Status from "../../data/Status.ts"
import { AccountFilter, AccountLink } from "../../parts/Account.tsx"
import { Empty } from "../../parts/Answer.tsx"
import * as Filter from "../../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { SavedViews } from "../../parts/SavedViews.tsx"
import { byCreation, useSort } from "../../parts/Sorting.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { recalls as RecallWords } from "../../words/recalls.ts"
import { incidents as IncidentWords } from "../../words/shell.ts"
import { allPayouts as Words } from "../../words/staff.tsx"
import { payoutColumns, statusOptions } from "../Payouts.tsx"

/** The phone is below the name, so that the columns for network and account have room. */
const recipient: Column<AdminPayout> = {
  head: CommonWords.recipient,
  kind: "main",
  cell: ({ payout_id, recipient_name: name, recipient_phone: phone, reference }) => (
    <>
      <Link href={`/payouts/${payout_id}`}>{name ?? phone}</Link>
      {name !== null && <small className="money">{phone}</small>}
      {reference !== null && <small>{reference}</small>}
    </>
  )
}

const network: Column<AdminPayout> = {
  head: CommonWords.network,
  cell: (each) => (
    <span className="money">
      <NetworkName of={each.network} />
    </span>
  )
}

const own = new Map([recipient, network].map((column) => [column.head, column]))

const columns: ReadonlyArray<Column<AdminPayout>> = [
  ...payoutColumns
    .filter(({ head }) => head !== CommonWords.phone)
    .map((column) => own.get(column.head) ?? column),
  { head: CommonWords.account, cell: (each) => <AccountLink id={each.account_id} /> }
]

/**
 * Filters by an incident that payouts wait for. It also offers a chosen incident that has ended.
 */
const IncidentFilter = () => {
  const [chosen] = Filter.useFilter("incident")
  const options = Incidents.useKnownIncidents()
    .filter((incident) => incident.waiting_count > 0 && Incidents.listOf(incident) !== undefined)
    .map(({ id, title }) => [id, title] as const)
  const isEnded = chosen !== "" && !options.some(([id]) => id === chosen)
  if (options.length === 0 && !isEnded) return null
  const all = [...options, ...(isEnded ? [[chosen, IncidentWords.ended] as const] : [])]
  return <Filter.SelectFilter name="incident" label={IncidentWords.waitsFor} options={all} />
}

export default function AllPayouts() {
  const page = usePage()
  const [chosen] = Filter.useFilter("status")
  const [search] = Filter.useFilter("search")
  const [account] = Filter.useFilter("account_id")
  const [network] = Filter.useFilter("network")
  const [refund] = Filter.useFilter("refund")
  const [recall] = Filter.useFilter("recall")
  const [incident] = Filter.useFilter("incident")
  const [from] = Filter.useFilter("from")
  const [to] = Filter.useFilter("to")
  const query = {
    status: Status.payoutStatuses.find((each) => each === chosen),
    search: search || undefined,
    account_id: account || undefined,
    network: network || undefined,
    incident: incident || undefined,
    refund: refund === "open" ? ("open" as const) : undefined,
    recall: recall === "open" ? ("open" as const) : undefined,
    created_from: Filter.dayStart(from),
    created_to: Filter.dayEnd(to),
    sort: useSort(byCreation)
  }
  const payouts = useServiceQuery("payouts", ["all", page, query], ({ api }, options) =>
    api.admin.payouts.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead title={CommonWords.payouts} about={Words.about} />
      <div className="card card-flush">
        <SavedViews />
        <Filter.Filters>
          <Filter.SearchFilter label={Words.search} />
          <AccountFilter />
          <Filter.SelectFilter name="status" label={CommonWords.status} options={statusOptions} />
          <Filter.SelectFilter
            name="network"
            label={CommonWords.network}
            options={useNetworks().map(({ name, network: slug }) => [slug, name] as const)}
          />
          <IncidentFilter />
          <Filter.RefundFilter />
          <Filter.SelectFilter
            name="recall"
            label={RecallWords.filter.label}
            options={[["open", RecallWords.filter.open]]}
          />
          <Filter.DateRange />
        </Filter.Filters>
        <Listing
          of={payouts}
          caption={Words.caption}
          columns={columns}
          sorts={byCreation}
          idOf={(each) => each.payout_id}
          empty={<Empty icon={Send} title={Words.noneMatch} />}
        />
      </div>
    </div>
  )
}
