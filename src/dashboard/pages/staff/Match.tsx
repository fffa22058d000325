/** What screening found, beside the person it was found for: operators compare the two. */
import type { AdminPayout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Money, Time } from "../../parts/Value.tsx"

const subjectOf = (subject: string | null): string => {
  if (subject === null || subject === "recipient") return "Recipient"
  return Format.words(subject)
}

export const Match = ({ payout }: { readonly payout: AdminPayout }) => {
  const { screening } = payout
  if (screening === null) {
    return (
      <Facts
        of={[
          ["Screening", "Not screened"],
          ["Reason", payout.hold_reason]
        ]}
      />
    )
  }
  return (
    <div className="stack">
      <dl className="compare">
        <div>
          <dt>{subjectOf(screening.matched_subject)}, as given</dt>
          <dd>{payout.recipient_name ?? "No name"}</dd>
        </div>
        <div>
          <dt>As registered with the network</dt>
          <dd>{screening.registered_name ?? "Unknown"}</dd>
        </div>
        <div>
          <dt>Matched list entry</dt>
          <dd>{screening.matched_entry ?? "None"}</dd>
        </div>
      </dl>
      <Facts
        of={[
          ["Verdict", <Badge key="verdict" status={screening.verdict} />],
          ["Score", screening.score],
          ["List version", <code key="lists">{screening.lists_version}</code>],
          ["Reason", screening.reason ?? payout.hold_reason]
        ]}
      />
    </div>
  )
}

export const Frozen = ({ payout: { frozen } }: { readonly payout: AdminPayout }) =>
  frozen && (
    <p className="note">
      <Money of={frozen.amount_usdc} currency="USDC" /> frozen since <Time at={frozen.since} /> by{" "}
      {frozen.by}: {frozen.reason}
    </p>
  )

export const Approvals = ({ of }: { readonly of: AdminPayout["approvals"] }) => (
  <div>
    <h3>Approvals so far</h3>
    {of.length === 0 && <p className="faint">None</p>}
    <ul>
      {of.map((each) => (
        <li key={each}>
          <code>{each}</code>
        </li>
      ))}
    </ul>
  </div>
)
