/** The recalls of a settled payout, for customers and staff. */
import type { ReactNode } from "react"
import type { AdminRecall, Payout, Recall } from "../../client/Generated.ts"
import { recalls as Words } from "../words/recalls.ts"
import { Badge } from "./Badge.tsx"
import { Facts, Section } from "./Page.tsx"
import { Code, Money, Time } from "./Value.tsx"

interface Recalled<R> extends Pick<Payout, "target_currency"> {
  readonly recalls?: ReadonlyArray<R>
}

/** The money that came back, and its value. */
const returnFacts = (
  { provider_reference, returned_amount_fiat, returned_amount_usdc, returned_at }: Recall,
  currency: string
) =>
  [
    [
      Words.returned,
      returned_amount_fiat !== undefined && <Money of={returned_amount_fiat} currency={currency} />
    ],
    [
      Words.worth,
      returned_amount_usdc !== undefined && <Money of={returned_amount_usdc} currency="USDC" />
    ],
    [
      Words.providerReference,
      provider_reference && <Code text={provider_reference} label={Words.copiedReference} />
    ],
    [Words.returnedAt, returned_at && <Time at={returned_at} />]
  ] as const

export const Recalls = <R extends Recall & Partial<Pick<AdminRecall, "reason" | "evidence">>>({
  actions,
  of: { recalls = [], target_currency }
}: {
  readonly of: Recalled<R>
  /** Buttons for a recall that is not closed. */
  readonly actions?: (recall: R) => ReactNode
}) =>
  recalls.toReversed().map((recall) => (
    <Section
      key={recall.recall_id}
      title={Words.title}
      about={Words.about}
      actions={
        <>
          <Badge status={`recall_${recall.status}`} />
          {recall.status !== "closed" && actions?.(recall)}
        </>
      }
    >
      <Facts
        of={[
          [Words.kind, Words.kinds[recall.kind]],
          [Words.reason, recall.reason],
          [Words.evidence, recall.evidence],
          [Words.opened, <Time key="opened" at={recall.opened_at} />],
          ...returnFacts(recall, target_currency),
          [Words.outcome, recall.outcome && Words.outcomes[recall.outcome]],
          [Words.closed, recall.closed_at && <Time at={recall.closed_at} />]
        ]}
      />
    </Section>
  ))
