/** The refunds of a payout or a batch, and the reason if they are held. */
import type { ReactNode } from "react"
import type { AdminBatch, AdminPayout, ForeignRefund } from "../../../client/Generated.ts"
import { Badge } from "../../parts/Badge.tsx"
import { ForeignRefunds } from "../../parts/ForeignRefunds.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { refunds as Words } from "../../words/staffReview.tsx"

type Refunded = Pick<
  AdminPayout | AdminBatch,
  "foreign_refunds" | "refund" | "refund_address" | "refund_hold"
>

export const RefundSection = ({
  foreignActions,
  of
}: {
  readonly of: Refunded
  /** Buttons for a refund on another chain or in another token. */
  readonly foreignActions?: (refund: ForeignRefund) => ReactNode
}) => (
  <>
    <OwnRefund of={of} />
    <ForeignRefunds
      of={of.foreign_refunds}
      address={of.refund_address}
      heldBecause={of.refund_hold}
      {...(foreignActions === undefined ? {} : { actions: foreignActions })}
    />
  </>
)

/** The latest refund in USDC of the service's own chain. */
const OwnRefund = ({ of: { refund, refund_hold } }: { readonly of: Refunded }) =>
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
