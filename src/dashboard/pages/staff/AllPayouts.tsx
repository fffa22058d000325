/** Payouts of all accounts. */
import { Send } from "lucide-react"
import type { AdminPayout } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Status from "../../data/Status.ts"
import { AccountFilter, AccountLink } from "../../parts/Account.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Filters, SearchFilter, SelectFilter, useFilter } from "../../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { payoutColumns, statusOptions } from "../Payouts.tsx"

const columns: ReadonlyArray<Column<AdminPayout>> = [
  ...payoutColumns,
  { head: "Account", cell: (each) => <AccountLink id={each.account_id} /> }
]

export default function AllPayouts() {
  const page = usePage()
  const [chosen] = useFilter("status")
  const [search] = useFilter("search")
  const [account] = useFilter("account_id")
  const query = {
    status: Status.payoutStatuses.find((each) => each === chosen),
    search: search || undefined,
    account_id: account || undefined
  }
  const payouts = useServiceQuery("payouts", ["all", page, query], ({ api }, options) =>
    api.admin.payouts.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead title="Payouts" about="All accounts." />
      <div className="card card-flush">
        <Filters>
          <SearchFilter label="Search payouts" />
          <AccountFilter />
          <SelectFilter name="status" label="Status" options={statusOptions} />
        </Filters>
        <Listing
          of={payouts}
          caption="Payouts of all accounts"
          columns={columns}
          idOf={(each) => each.payout_id}
          empty={<Empty icon={Send} title="No payouts match" />}
        />
      </div>
    </div>
  )
}
