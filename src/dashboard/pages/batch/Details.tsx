/** Facts about a batch or a bulk batch and its payment. */
import type { Batch } from "../../../client/Generated.ts"
import { Badge } from "../../parts/Badge.tsx"
import { useCreator } from "../../parts/CreatedBy.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { batch as Words } from "../../words/batches.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { sourceOf } from "../payout/Funding.tsx"

type Shown = Pick<
  Batch,
  | ("total_amount_usdc" | "amount_received_usdc" | "funding_status")
  | ("created_at" | "deposit_address" | "funding")
>

export const Details = ({ id, of }: { readonly id: string; readonly of: Shown }) => {
  const creator = useCreator("batch.created", id, of.created_at)
  return (
    <Section title={CommonWords.details}>
      <Facts
        of={[
          [CommonWords.batch, <Code key="id" text={id} label={Words.copied.batchId} isShort />],
          [CommonWords.total, <Money key="total" of={of.total_amount_usdc} currency="USDC" />],
          [CommonWords.received, <Money key="got" of={of.amount_received_usdc} currency="USDC" />],
          sourceOf(of),
          [Words.fundingStatus, <Badge key="funding" status={of.funding_status} />],
          [CommonWords.created, <Time key="created" at={of.created_at} />],
          [CommonWords.createdBy, creator],
          [
            CommonWords.depositAddress,
            of.funding === undefined && (
              <Code
                key="address"
                text={of.deposit_address}
                label={Words.copied.depositAddress}
                isShort
              />
            )
          ]
        ]}
      />
    </Section>
  )
}
