/** What screening found, beside the person it was found for: operators compare the two. */
import type { AdminPayout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Money, Time } from "../../parts/Value.tsx"
import * as Words from "../../words/staff/Match.tsx"

const subjectOf = (subject: string | null): string => {
  if (subject === null || subject === "recipient") return Words.recipient
  return Format.words(subject)
}

const sentence = (text: string | null): string | null =>
  text && text.charAt(0).toUpperCase() + text.slice(1)

export const Match = ({ payout }: { readonly payout: AdminPayout }) => {
  const { screening } = payout
  if (screening === null) {
    return (
      <Facts
        of={[
          [Words.heldBecause, sentence(payout.hold_reason)],
          [Words.screening, payout.hold_reason === null ? Words.notScreened : Words.notRun]
        ]}
      />
    )
  }
  return (
    <div className="stack">
      <dl className="compare">
        <div>
          <dt>{Words.asGiven(subjectOf(screening.matched_subject))}</dt>
          <dd>{payout.recipient_name ?? Words.noName}</dd>
        </div>
        <div>
          <dt>{Words.registered}</dt>
          <dd>{screening.registered_name ?? Words.unknown}</dd>
        </div>
        <div>
          <dt>{Words.matchedEntry}</dt>
          <dd>{screening.matched_entry ?? Words.none}</dd>
        </div>
      </dl>
      <Facts
        of={[
          [Words.verdict, <Badge key="verdict" status={screening.verdict} />],
          [Words.score, screening.score],
          [Words.listVersion, <code key="lists">{screening.lists_version}</code>],
          [Words.reason, sentence(screening.reason ?? payout.hold_reason)]
        ]}
      />
    </div>
  )
}

export const Frozen = ({ payout: { frozen } }: { readonly payout: AdminPayout }) =>
  frozen && (
    <p className="note">
      {Words.frozen(
        <Money of={frozen.amount_usdc} currency="USDC" />,
        <Time at={frozen.since} />,
        frozen
      )}
    </p>
  )

export const Approvals = ({ of }: { readonly of: AdminPayout["approvals"] }) => (
  <div>
    <h3>{Words.approvals}</h3>
    {of.length === 0 && <p className="faint">{Words.none}</p>}
    <ul>
      {of.map((each) => (
        <li key={each}>
          <code>{each}</code>
        </li>
      ))}
    </ul>
  </div>
)
