/** The latest refund of a payout or a batch, and the reason if it is held. */
import type { AdminBatch, AdminPayout } from "../../../client/Generated.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { refunds as Words } from "../../words/staffReview.tsx"

export const RefundSection = ({
  of: { refund, refund_hold }
}: {
  readonly of: Pick<AdminPayout | AdminBatch, "refund" | "refund_hold">
}) =>
  refund && (
    <Section title={Words.refund} actions={<Badge status={refund.status} />}>
      <Facts
        of={[
          [CommonWords.amount, <Money key="amount" of={refund.amount_usdc} currency="USDC" />],
          [Words.heldBecause, refund_hold],
          [
            CommonWords.refundAddress,
            refund.address && <Code text={refund.address} label={Words.copied.address} isShort />
          ],
          [
            Words.transaction,
            refund.tx_hash && (
              <Code text={refund.tx_hash} label={Words.copied.transaction} isShort />
            )
          ]
        ]}
      />
    </Section>
  )
