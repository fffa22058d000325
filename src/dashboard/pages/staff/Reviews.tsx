/** Payouts whose outcome is unknown: operators find it out and record it. */
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { usePage } from "../../parts/Listing.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Deposits } from "../payout/Deposits.tsx"
import { Moves } from "./Decision.tsx"
import { Queue } from "./Queue.tsx"

export const reasons = {
  underpaid: "Less than the exact amount arrived before the window closed.",
  provider_unknown:
    "The provider did not report how the transfer ended. Check with the provider before you decide.",
  defect: "An internal check stopped the payout. Contact engineering before you decide."
} as const

export default function Reviews() {
  const { may } = useSignedIn()
  const page = usePage()
  const reviewed = useServiceQuery("payouts", ["reviewed", page], ({ api }, options) =>
    api.admin.payouts.list({ ...page, status: "MANUAL_REVIEW" }, options)
  )
  return (
    <Queue
      title="Manual review"
      about="Check with the provider what happened, then record the outcome."
      of={reviewed}
      actions={(payout) => may("reviews") && <Moves payout={payout} />}
    >
      {(payout) => (
        <>
          <Facts
            of={[
              ["Why", payout.review_reason && reasons[payout.review_reason]],
              ["Provider reference", payout.provider_reference]
            ]}
          />
          <Deposits payout={payout} />
        </>
      )}
    </Queue>
  )
}
