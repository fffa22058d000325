/** The latest instruction of a payout to its provider, with the provider's response. */
import type { AdminPayout, PayoutStatus } from "../../../client/Generated.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import { transfer as Words } from "../../words/staffReview.tsx"

const awaiting: ReadonlyArray<PayoutStatus> = ["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"]

export const Transfer = ({ payout }: { readonly payout: AdminPayout }) => {
  const { session } = useSignedIn()
  const { provider_reference: theirs, status, timeline, transfer } = payout
  if (transfer === null) return <p className="faint">{Words.none}</p>
  const sent = timeline.findLast((each) => each.status === "PAYOUT_INITIATED")
  const unnamed = session.environment === "sandbox" ? Words.simulated : Words.unnamed
  return (
    <Facts
      of={[
        [Words.provider, transfer.provider ?? unnamed],
        [
          Words.instruction,
          <Code key="instruction" text={transfer.reference} label={Words.copied.instruction} />
        ],
        [
          Words.providerReference,
          theirs && <Code text={theirs} label={Words.copied.providerReference} />
        ],
        [Words.attempt, transfer.attempt > 1 && transfer.attempt],
        [Words.sent(transfer.attempt), sent && <Time at={sent.at} />],
        [Words.answer, Words.answers[transfer.phase]],
        [
          Words.awaited,
          awaiting.includes(status) && <Time key="awaited" at={transfer.answer_due_at} />
        ]
      ]}
    />
  )
}
