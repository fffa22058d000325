/** Payouts that screening has stopped: operators compare, then approve or reject. */
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { LinkButton } from "../../parts/Button.tsx"
import { usePage } from "../../parts/Listing.tsx"
import * as Words from "../../words/staff/Holds.ts"
import { Ways } from "./Decision.tsx"
import { Approvals, Frozen, Match } from "./Match.tsx"
import { Queue } from "./Queue.tsx"

export default function Holds() {
  const { may } = useSignedIn()
  const page = usePage()
  const held = useServiceQuery("payouts", ["held", page], ({ api }, options) =>
    api.admin.payouts.list({ ...page, sort: "created_at", status: "COMPLIANCE_HOLD" }, options)
  )
  return (
    <Queue
      title={Words.title}
      about={Words.about}
      past={<LinkButton href="/audit-log?action=payout.approved">{Words.past}</LinkButton>}
      of={held}
      actions={(payout) => may("holds") && <Ways payout={payout} />}
    >
      {(payout) => (
        <>
          <Frozen payout={payout} />
          <Match payout={payout} />
          <Approvals of={payout.approvals} />
        </>
      )}
    </Queue>
  )
}
