/** All payouts of the account, with filters by status, network and day, and a search by words. */
import { Plus, Send } from "lucide-react"
import { Link, useSearchParams } from "wouter"
import type { Payout, PayoutStatus } from "../../client/Generated.ts"
import { useNetworks } from "../data/Networks.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { DownloadButton } from "../parts/DownloadButton.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import * as PayoutColumns from "../parts/PayoutColumns.tsx"
import { SavedViews } from "../parts/SavedViews.tsx"
import { byCreation, useSort } from "../parts/Sorting.tsx"
import { Money, Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { payouts as Words } from "../words/payouts.tsx"
import { trouble as TroubleWords } from "../words/troubles.ts"

export const payoutColumns: ReadonlyArray<Column<Payout>> = [
  {
    head: CommonWords.recipient,
    kind: "main",
    cell: (each) => (
      <>
        <Link href={`/payouts/${each.payout_id}`}>
          {each.recipient_name ?? each.recipient_phone}
        </Link>
        {each.reference !== null && <small>{each.reference}</small>}
      </>
    )
  },
  {
    head: CommonWords.status,
    kind: "status",
    cell: (each) => (
      <>
        <Badge status={Status.ofPayout(each)} />
        {each.failure_reason && <small>{TroubleWords.failures[each.failure_reason].title}</small>}
      </>
    )
  },
  {
    head: CommonWords.youSend,
    kind: "number",
    isPlain: true,
    cell: (each) => <Money of={each.source_amount_usdc} currency="USDC" />
  },
  ...PayoutColumns.received,
  {
    head: CommonWords.created,
    isPlain: true,
    sort: "created_at",
    cell: (each) => <Time at={each.created_at} isShort />
  }
]

export const statusOptions = Status.payoutStatuses.map(
  (status) => [status, Status.payout[status].label] as const
)

/** The file name has the day, so that later exports have other names. */
const fileName = (): string => `payouts-${new Date().toISOString().slice(0, 10)}.csv`

const Export = ({ query }: { readonly query: URLSearchParams }) => (
  <DownloadButton
    path={`/dashboard/api/payouts.csv?${query}`}
    name={fileName()}
    label={Words.exportCsv}
  />
)

const useQuery = () => {
  const [search] = useSearchParams()
  const all = {
    status: search.get("status") as PayoutStatus | null,
    network: search.get("network"),
    search: search.get("search"),
    created_from: Filter.dayStart(search.get("from") ?? ""),
    created_to: Filter.dayEnd(search.get("to") ?? ""),
    refund: search.get("refund") as "open" | null
  }
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => Boolean(pair[1]))
  )
}

const PayoutFilters = () => (
  <Filter.Filters>
    <Filter.SearchFilter label={Words.searchLabel} />
    <Filter.SelectFilter name="status" label={CommonWords.status} options={statusOptions} />
    <Filter.SelectFilter
      name="network"
      label={CommonWords.network}
      options={useNetworks().map(({ name, network }) => [network, name] as const)}
    />
    <Filter.RefundFilter />
    <Filter.DateRange />
  </Filter.Filters>
)

export default function Payouts() {
  const { may } = useSignedIn()
  const page = usePage()
  const query = useQuery()
  const sort = useSort(byCreation)
  const payouts = useServiceQuery("payouts", ["list", page, query, sort], ({ api }, options) =>
    api.payouts.list({ ...page, ...query, sort }, options)
  )
  const isFiltered = Object.keys(query).length > 0
  return (
    <div className="page">
      <PageHead title={CommonWords.payouts}>
        <Export query={new URLSearchParams({ ...query, ...(sort && { sort }) })} />
        {may("write") && (
          <LinkButton href="/payouts/new" look="primary" icon={Plus}>
            {CommonWords.newPayout}
          </LinkButton>
        )}
      </PageHead>
      <div className="card card-flush">
        <SavedViews />
        <PayoutFilters />
        <Listing
          of={payouts}
          caption={CommonWords.payouts}
          columns={payoutColumns}
          sorts={byCreation}
          idOf={(each) => each.payout_id}
          empty={
            <Empty icon={Send} title={isFiltered ? Words.noneMatch : Words.noneYet}>
              <p>{isFiltered ? CommonWords.fewerFilters : Words.noneYetHint}</p>
              {!isFiltered && may("write") && (
                <LinkButton href="/payouts/new" icon={Plus}>
                  {Words.createFirst}
                </LinkButton>
              )}
            </Empty>
          }
        />
      </div>
    </div>
  )
}
