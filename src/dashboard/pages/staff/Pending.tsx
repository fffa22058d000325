/**
 * An action that waits for a second approval, with its approvals and the button that approves it.
 */
import type { AdminBatch, AdminPayout, PendingAction } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { pending as Words } from "../../words/staffReview.tsx"
import { Repeat, RepeatForBatch } from "./Decision.tsx"

/** The permission that an approval of an action needs. */
const needs = (action: string) => {
  switch (action) {
    case "send_refund":
    case "return_recall":
    case "close_recall":
      return "refunds"
    case "release_refunds":
    case "unfreeze":
      return "holds"
    default:
      return "reviews"
  }
}

export const Waiting = ({
  needed,
  of
}: {
  readonly of: PendingAction
  readonly needed: number
}) => {
  const missing = needed - of.approvals.length
  return (
    <>
      <Facts
        of={[
          [Words.action, Format.words(of.action)],
          ...Object.entries(of.terms).map(
            ([name, value]) =>
              [Format.words(name), value === null ? Words.none : String(value)] as const
          ),
          [Words.approvedBy, of.approvals.join(", ")],
          [Words.stillNeeded, missing > 0 && Words.missing(missing)],
          [Words.since, <Time key="since" at={of.since} />]
        ]}
      />
      <p className="faint">{Words.effect}</p>
    </>
  )
}

export const Pending = ({ payout }: { readonly payout: AdminPayout }) => {
  const { may } = useSignedIn()
  const { pending_action: pending } = payout
  if (pending === null) return null
  return (
    <Section
      title={Words.title}
      actions={may(needs(pending.action)) && <Repeat payout={payout} pending={pending} />}
    >
      <Waiting of={pending} needed={payout.approvals_needed} />
    </Section>
  )
}

export const PendingOfBatch = ({ batch }: { readonly batch: AdminBatch }) => {
  const { may } = useSignedIn()
  const { pending_action: pending } = batch
  if (pending === null) return null
  return (
    <Section
      title={Words.title}
      actions={may(needs(pending.action)) && <RepeatForBatch batch={batch} pending={pending} />}
    >
      <Waiting of={pending} needed={batch.approvals_needed} />
    </Section>
  )
}
