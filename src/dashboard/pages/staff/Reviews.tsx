/** Payouts with an unknown outcome. Operators find the outcome and record it. */
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { usePage } from "../../parts/Listing.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Money } from "../../parts/Value.tsx"
import { reviews as Words } from "../../words/staffReview.tsx"
import { Deposits } from "../payout/Deposits.tsx"
import { Moves } from "./Decision.tsx"
import { PastDecisions } from "./PastDecisions.tsx"
import { Queue } from "./Queue.tsx"
import { Transfer } from "./Transfer.tsx"

export default function Reviews() {
  const { may } = useSignedIn()
  const page = usePage()
  const reviewed = useServiceQuery("payouts", ["reviewed", page], ({ api }, options) =>
    api.admin.payouts.list({ ...page, sort: "created_at", status: "MANUAL_REVIEW" }, options)
  )
  return (
    <Queue
      title={Words.title}
      about={Words.about}
      head={<PastDecisions of={Words.past} />}
      note={({ review_reason }) => review_reason && Words.notes[review_reason]}
      of={reviewed}
      below={(payout) => <Deposits payout={payout} />}
      actions={(payout) => may("reviews") && <Moves payout={payout} />}
    >
      {(payout) => (
        <>
          <Facts
            of={[
              [Words.why, payout.review_reason && Words.reasons[payout.review_reason]],
              [
                Words.arrived,
                <Money key="arrived" of={payout.amount_received_usdc} currency="USDC" />
              ]
            ]}
          />
          <Transfer payout={payout} />
        </>
      )}
    </Queue>
  )
}
