/** Money that is owed back: what is due is sent by people, and proven by the chain. */
import { useAsk } from "../../data/Ask.ts"
import { useWho } from "../../data/Who.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { usePage } from "../../parts/Listing.tsx"
import { Facts } from "../../parts/Page.tsx"
import { Code, Money } from "../../parts/Value.tsx"
import { SendRefund } from "./Decision.tsx"
import { Queue } from "./Queue.tsx"

const Destination = ({ address }: { readonly address: string | undefined }) =>
  address === undefined ? "Not said yet" : <Code text={address} label="refund address" />

export default function Refunds() {
  const { may } = useWho()
  const page = usePage()
  const open = useAsk("payouts", ["refunds", page], ({ api }, options) =>
    api.admin.payouts.list({ ...page, refund: "open" }, options)
  )
  return (
    <Queue
      title="Refunds"
      about="Send what is due, then record the transaction."
      of={open}
      actions={(payout) =>
        may("refunds") && payout.refund?.status === "due" && <SendRefund payout={payout} />
      }
    >
      {({ refund, refund_address, status }) => {
        const to = refund?.address ?? refund_address
        return (
          <Facts
            of={[
              ["Payout ended as", <Badge key="status" status={status} />],
              ["Refund", refund && <Badge status={refund.status} />],
              ["Amount", refund && <Money of={refund.amount_usdc} currency="USDC" />],
              ["Goes to", <Destination key="to" address={to} />],
              [
                "Transaction",
                refund?.tx_hash && <Code text={refund.tx_hash} label="transaction" isShort />
              ]
            ]}
          />
        )
      }}
    </Queue>
  )
}
