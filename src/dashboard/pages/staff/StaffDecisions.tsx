/** Decisions of the staff about a payout, and about earlier payouts like it. */
import { TriangleAlert } from "lucide-react"
import { Link } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { AccountLink } from "../../parts/Account.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { staffDecisions as Words } from "../../words/staffReview.tsx"

/** More actions than a payout has. */
const actsMax = 50

/** Actions of staff on a payout, newest first. Actions of the customer have no reason. */
const useActs = (id: string, action?: string) => {
  const filter = action === undefined ? {} : { action }
  const acts = useServiceQuery("audit", ["decisions", id, action], ({ api }, options) =>
    api.admin.auditLogs.list({ subject_id: id, limit: actsMax, ...filter }, options)
  )
  return acts.data?.data.filter(({ reason }) => reason !== null) ?? []
}

/**
 * True if staff rejected the payout on hold. A reversal after a review has another previous state.
 */
const isRejected = ({ status, timeline }: AdminPayout): boolean =>
  status === "REVERSED" && timeline.at(-2)?.status === "COMPLIANCE_HOLD"

/** All decisions about the payout. During a hold, the hold shows the approvals that count. */
export const StaffDecisions = ({ payout }: { readonly payout: AdminPayout }) => {
  const isHeld = payout.status === "COMPLIANCE_HOLD"
  const decisions = useActs(payout.payout_id).flatMap((act) => {
    const outcome = Words.outcomeOf(act.action, isRejected(payout))
    return outcome === undefined || (isHeld && act.action === "payout.approved")
      ? []
      : [{ ...act, outcome }]
  })
  return (
    decisions.length > 0 && (
      <Section title={Words.title}>
        <ul>
          {decisions.map(({ actor, at, id, outcome, reason }) => (
            <li key={id}>{Words.decided(outcome, actor.name, <Time at={at} />, reason)}</li>
          ))}
        </ul>
      </Section>
    )
  )
}

const Rejected = ({ id }: { readonly id: string }) => {
  const [act] = useActs(id, "payout.reversed")
  return (
    <p className="note">
      <span className="badge tone-warn">
        <TriangleAlert aria-hidden />
        {Words.rejected}
      </span>{" "}
      {act &&
        Words.decided(Words.outcomes.rejected, act.actor.name, <Time at={act.at} />, act.reason)}
    </p>
  )
}

/** Warns staff who send a refund that the payout was rejected, with the reason. */
export const Rejection = ({ payout }: { readonly payout: AdminPayout }) =>
  isRejected(payout) && <Rejected id={payout.payout_id} />

/** Decisions about payouts to the same phone or name, or with the same list entry. */
export const EarlierDecisions = ({ id }: { readonly id: string }) => {
  const earlier = useServiceQuery("audit", ["earlier", id], ({ api }, options) =>
    api.admin.payouts.earlierDecisions.list(id, options)
  )
  return (
    <section aria-label={Words.earlier}>
      <h3>{Words.earlier}</h3>
      <Answer of={earlier} lines={1}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="faint">{Words.noneEarlier}</p>
          ) : (
            <ul className="decisions">
              {data.map(({ account_id, actor, at, id: act, outcome, payout_id, reason, ...of }) => (
                <li key={act}>
                  {Words.decided(Words.outcomes[outcome], actor.name, <Time at={at} />, reason)}{" "}
                  <span className="faint">{Words.sharedOf(of.shared)}</span>{" "}
                  <Link href={`/payouts/${payout_id}`}>
                    {Words.payoutTo(of.recipient_name ?? of.recipient_phone)}
                  </Link>
                  {", "}
                  <AccountLink id={account_id} />
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </section>
  )
}
