/** Events that no attempt could deliver, of all accounts. */
import { useServiceQuery } from "../../data/Queries.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Pager, usePage } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import * as Words from "../../words/staff/FailedDeliveries.ts"
import { Deliveries } from "../payout/Deliveries.tsx"

export default function FailedDeliveries() {
  const page = usePage()
  const failed = useServiceQuery("deliveries", ["failed", page], ({ api }, options) =>
    api.admin.webhookDeliveries.list({ ...page, status: "failed" }, options)
  )
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about} />
      <div className="card">
        <Answer of={failed}>
          {({ data }) => (
            <>
              <Deliveries of={data} empty={<p>{Words.none}</p>} />
              <Pager of={failed} />
            </>
          )}
        </Answer>
      </div>
    </div>
  )
}
