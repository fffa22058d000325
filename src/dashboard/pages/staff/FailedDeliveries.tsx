/** Events that no attempt could deliver, of all accounts. */
import { useServiceQuery } from "../../data/Queries.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Pager, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { Deliveries } from "../payout/Deliveries.tsx"

export default function FailedDeliveries() {
  const page = usePage()
  const failed = useServiceQuery("deliveries", ["failed", page], ({ api }, options) =>
    api.admin.webhookDeliveries.list({ ...page, status: "failed" }, options)
  )
  return (
    <div className="page">
      <PageHead
        title="Failed deliveries"
        about="Events that were not delivered after five attempts."
      />
      <div className="card">
        <Answer of={failed}>
          {({ data, limit, offset, total }) => (
            <>
              <Deliveries of={data} empty={<p>Every event was delivered.</p>} />
              {total > limit && <Pager total={total} limit={limit} offset={offset} name="offset" />}
            </>
          )}
        </Answer>
      </div>
    </div>
  )
}
