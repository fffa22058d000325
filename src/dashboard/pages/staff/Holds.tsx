/** Payouts that screening has stopped. Staff compare the names, and then approve or reject. */
import { Link } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { useFilter } from "../../parts/Filters.tsx"
import { usePage } from "../../parts/Listing.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Code } from "../../parts/Value.tsx"
import { holds as Words } from "../../words/staffReview.tsx"
import { Ways } from "./Decision.tsx"
import { Approvals, Frozen, Match } from "./Match.tsx"
import { PastDecisions } from "./PastDecisions.tsx"
import { Queue } from "./Queue.tsx"
import { EarlierDecisions } from "./StaffDecisions.tsx"

/** Switches between waiting holds and frozen ones, and links to past decisions. */
const Head = ({ isFrozen }: { readonly isFrozen: boolean }) => {
  const [, choose] = useFilter("show")
  return (
    <>
      <Segments
        label={Words.views.label}
        of={[
          ["", Words.views.waiting],
          ["frozen", Words.views.frozen]
        ]}
        value={isFrozen ? "frozen" : ""}
        onChoose={choose}
      />
      <PastDecisions of={Words.past} />
    </>
  )
}

/** Facts about the customer and the recipient. */
const Background = ({ payout }: { readonly payout: AdminPayout }) => {
  const { account_id: id, recipient_phone: phone, senders } = payout
  const account = useServiceQuery("accounts", ["one", id], ({ api }, options) =>
    api.admin.accounts.get(id, options)
  )
  return (
    <Facts
      of={[
        [Words.kyc, account.data && <Badge status={account.data.kyc_status} />],
        [
          Words.earlier,
          <Link key="earlier" href={`/payouts?${new URLSearchParams({ search: phone })}`}>
            {phone}
          </Link>
        ],
        [
          Words.senders,
          senders.length > 0 && (
            <span key="senders" className="attempts">
              {senders.map((each) => (
                <Code key={each} text={each} label={Words.sender} isShort />
              ))}
            </span>
          )
        ]
      ]}
    />
  )
}

export default function Holds() {
  const { may } = useSignedIn()
  const page = usePage()
  const [view] = useFilter("show")
  const isFrozen = view === "frozen"
  const frozen = isFrozen ? "true" : "false"
  const held = useServiceQuery("payouts", ["held", page, frozen], ({ api }, options) =>
    api.admin.payouts.list(
      { ...page, sort: "created_at", status: "COMPLIANCE_HOLD", frozen },
      options
    )
  )
  return (
    <Queue
      title={Words.title}
      about={isFrozen ? Words.aboutFrozen : Words.about}
      head={<Head isFrozen={isFrozen} />}
      of={held}
      note={(payout) => Words.noteOf(payout)}
      actions={(payout) => may("holds") && <Ways payout={payout} />}
    >
      {(payout) => (
        <>
          <Frozen payout={payout} />
          <Match payout={payout} />
          <Approvals payout={payout} />
          <EarlierDecisions id={payout.payout_id} />
          <Background payout={payout} />
        </>
      )}
    </Queue>
  )
}
