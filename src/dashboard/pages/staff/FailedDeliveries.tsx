/** Failed deliveries of all accounts, which have no further attempt. */
import { useServiceQuery } from "../../data/Queries.ts"
import { AccountFilter } from "../../parts/Account.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Filters, useFilter } from "../../parts/Filters.tsx"
import { Pager, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { failedDeliveries as Words } from "../../words/staff.tsx"
import { Deliveries } from "../payout/Deliveries.tsx"
import { isOff, ResendListed } from "./ResendListed.tsx"

export default function FailedDeliveries() {
  const page = usePage()
  const [account] = useFilter("account_id")
  const query = { status: "failed", test: "false", account_id: account || undefined } as const
  const failed = useServiceQuery("deliveries", ["failed", page, account], ({ api }, options) =>
    api.admin.webhookDeliveries.list({ ...page, ...query }, options)
  )
  const off = failed.data?.data.filter(isOff).length ?? 0
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about}>
        {failed.data && <ResendListed of={failed.data.data} total={failed.data.total} />}
      </PageHead>
      {off > 0 && <p className="note">{Words.resend.disabled(off)}</p>}
      <div className="card">
        <Filters>
          <AccountFilter />
        </Filters>
        <Answer of={failed}>
          {({ data }) => (
            <>
              <Deliveries of={data} emptyTitle={Words.none} empty={<p>{Words.noneHint}</p>} />
              <Pager of={failed} />
            </>
          )}
        </Answer>
      </div>
    </div>
  )
}
