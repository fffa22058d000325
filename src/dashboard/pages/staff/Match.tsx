/** The screening result next to the screened person, so that staff can compare the two. */
import type { AdminPayout } from "../../../client/Generated.ts"
import * as AlikeWords from "../../data/AlikeWords.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Badge } from "../../parts/Badge.tsx"
import { foreignAmountOnChain } from "../../parts/ForeignRefunds.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Money, Time } from "../../parts/Value.tsx"
import { staffDecisions as DecisionWords, match as Words } from "../../words/staffReview.tsx"
import { Candidates } from "./Candidates.tsx"

/** More approvals than any hold needs. */
const approvalsMax = 20

const sentence = (text: string | null): string | null =>
  text && text.charAt(0).toUpperCase() + text.slice(1)

/** A name. Words that the other names also have are marked. */
const Compared = ({
  name,
  others
}: {
  readonly name: string
  readonly others: ReadonlyArray<string | null | undefined>
}) =>
  AlikeWords.parts(name, ...others).map(({ isAlike, text }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may contain a word twice.
    isAlike ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>
  )

export const Match = ({ payout }: { readonly payout: AdminPayout }) => {
  const { recipient_name: given, screening } = payout
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
  const { matched_entry: entry, registered_name: registered } = screening
  return (
    <div className="stack">
      <dl className="compare">
        <div>
          <dt>{Words.asGiven(Words.subjectOf(screening.matched_subject))}</dt>
          <dd>{given ? <Compared name={given} others={[entry]} /> : Words.noName}</dd>
        </div>
        <div>
          <dt>{Words.registered}</dt>
          <dd>{registered ? <Compared name={registered} others={[entry]} /> : Words.unknown}</dd>
        </div>
        <div>
          <dt>{Words.matchedEntry}</dt>
          <dd>{entry ? <Compared name={entry} others={[given, registered]} /> : Words.none}</dd>
        </div>
      </dl>
      <Candidates of={screening.candidates} />
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
        Words.amounts(
          <Money of={frozen.amount_usdc} currency="USDC" />,
          (frozen.foreign_amounts ?? []).map(foreignAmountOnChain)
        ),
        <Time at={frozen.since} />,
        frozen
      )}
    </p>
  )

/** The approvals of the current hold. Until the audit log is read, they lack time and reason. */
export const Approvals = ({ payout }: { readonly payout: AdminPayout }) => {
  const { approvals, payout_id: id, status } = payout
  const count = approvals.length
  const entries = useServiceQuery(
    "audit",
    ["approvals", id],
    ({ api }, options) =>
      api.admin.auditLogs.list(
        { subject_id: id, action: "payout.approved", limit: approvalsMax },
        options
      ),
    { isOn: count > 0 && status === "COMPLIANCE_HOLD" }
  )
  const given = entries.data?.data.slice(0, count) ?? []
  if (status !== "COMPLIANCE_HOLD") return null
  return (
    <div>
      <h3>{Words.approvals}</h3>
      {count === 0 && <p className="faint">{Words.none}</p>}
      <ul>
        {given.map(({ actor, at, id: entry, reason }) => (
          <li key={entry}>
            {DecisionWords.decided(
              DecisionWords.outcomes.approved,
              actor.name,
              <Time at={at} />,
              reason
            )}
          </li>
        ))}
        {given.length === 0 &&
          approvals.map((each) => (
            <li key={each}>
              <code>{each}</code>
            </li>
          ))}
      </ul>
    </div>
  )
}
