/** A payout of any account, with the facts and actions that staff need. */
import type { AdminPayout } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Status from "../../data/Status.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { PageHead, Section } from "../../parts/Page.tsx"
import { PartySection } from "../../parts/Parties.tsx"
import { Recalls } from "../../parts/Recalls.tsx"
import { common as CommonWords } from "../../words/common.ts"
import {
  match as MatchWords,
  reviews as ReviewWords,
  transfer as TransferWords,
  staffPayout as Words
} from "../../words/staffReview.tsx"
import { titleOf } from "../Payout.tsx"
import { Deposits } from "../payout/Deposits.tsx"
import { Events, WebhookDeliveries } from "../payout/Events.tsx"
import { Details, Recipient } from "../payout/Recipient.tsx"
import { Timeline } from "../payout/Timeline.tsx"
import { Standing } from "./Case.tsx"
import { Moves, ReleaseRefund, SendForeignRefund, SendRefund, Ways } from "./Decision.tsx"
import { ForeignDeposits } from "./ForeignDeposits.tsx"
import { Approvals, Frozen, Match } from "./Match.tsx"
import { Pending } from "./Pending.tsx"
import { OpenRecall, RecallActions } from "./RecallActions.tsx"
import { RefundSection } from "./RefundSection.tsx"
import { EarlierDecisions, StaffDecisions } from "./StaffDecisions.tsx"
import { Transfer } from "./Transfer.tsx"

const Decisions = ({ payout }: { readonly payout: AdminPayout }) => {
  const { may } = useSignedIn()
  return (
    <>
      {payout.status === "COMPLIANCE_HOLD" && may("holds") && <Ways payout={payout} />}
      {payout.status === "MANUAL_REVIEW" && may("reviews") && <Moves payout={payout} />}
      {payout.refund?.status === "due" && may("refunds") && <SendRefund payout={payout} />}
      {payout.refund_hold !== null && payout.frozen === undefined && may("holds") && (
        <ReleaseRefund payout={payout} />
      )}
      {may("refunds") && <OpenRecall payout={payout} />}
    </>
  )
}

/** False for a payout that ended before its screening, which never has a result. */
const isScreened = ({ approvals, hold_reason, screening, status }: AdminPayout): boolean =>
  !Status.isFinal(status) || screening !== null || hold_reason !== null || approvals.length > 0

const Loaded = ({ payout }: { readonly payout: AdminPayout }) => (
  <div className="columns columns-payout">
    <div className="stack">
      {payout.status === "MANUAL_REVIEW" && payout.review_reason !== null && (
        <p className="note">{ReviewWords.reasons[payout.review_reason]}</p>
      )}
      <Pending payout={payout} />
      <Frozen payout={payout} />
      <Recalls
        of={payout}
        actions={(recall) => <RecallActions payout={payout} recall={recall} />}
      />
      {isScreened(payout) && (
        <Section title={MatchWords.screening}>
          <Match payout={payout} />
          <Approvals payout={payout} />
          {payout.status === "COMPLIANCE_HOLD" && <EarlierDecisions id={payout.payout_id} />}
        </Section>
      )}
      <StaffDecisions payout={payout} />
      {payout.transfer !== null && (
        <Section title={TransferWords.title}>
          <Transfer payout={payout} />
        </Section>
      )}
      <Recipient payout={payout} />
      <PartySection payout={payout} />
      <Deposits payout={payout} />
      <ForeignDeposits of={payout.foreign_deposits} />
      <RefundSection
        of={payout}
        foreignActions={(refund) => <SendForeignRefund payout={payout} refund={refund} />}
      />
      <Events id={payout.payout_id} />
      <WebhookDeliveries id={payout.payout_id} />
    </div>
    <div className="stack">
      <Section title={CommonWords.progress}>
        <Timeline payout={payout} />
      </Section>
      <Section title={CommonWords.account}>
        <Standing payout={payout} />
      </Section>
      <Details payout={payout} isStaff />
    </div>
  </div>
)

export default function StaffPayout({ id }: { readonly id: string }) {
  const payout = useServiceQuery("payouts", ["admin", id], ({ api }, options) =>
    api.admin.payouts.get(id, options)
  )
  const { data } = payout
  return (
    <div className="page">
      <PageHead
        title={data === undefined ? CommonWords.payout : titleOf(data)}
        heading={
          data && (
            <>
              {titleOf(data)} <Badge status={data.status} />
            </>
          )
        }
        about={data && Words.to(data.recipient_name ?? data.recipient_phone)}
        back={{ href: "/payouts", label: CommonWords.payouts }}
      >
        {data !== undefined && <Decisions payout={data} />}
      </PageHead>
      <Answer of={payout} lines={10}>
        {(loaded) => <Loaded payout={loaded} />}
      </Answer>
    </div>
  )
}
