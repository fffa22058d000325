/** The latest refund of a payout or a batch, and why it is kept back. */
import type { AdminBatch, AdminPayout } from "../../../client/Generated.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money } from "../../parts/Value.tsx"

export const RefundSection = ({
  of: { refund, refund_hold }
}: {
  readonly of: Pick<AdminPayout | AdminBatch, "refund" | "refund_hold">
}) =>
  refund && (
    <Section title="Refund" actions={<Badge status={refund.status} />}>
      <Facts
        of={[
          ["Amount", <Money key="amount" of={refund.amount_usdc} currency="USDC" />],
          ["Held because", refund_hold],
          ["Refund address", refund.address && <Code text={refund.address} label="address" />],
          [
            "Transaction",
            refund.tx_hash && <Code text={refund.tx_hash} label="transaction" isShort />
          ]
        ]}
      />
    </Section>
  )
