/** Banners about the money of a batch or a bulk batch, with the remedies. */
import type { ComponentProps } from "react"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { useNow } from "../../parts/Value.tsx"
import { trouble as Words } from "../../words/troubles.ts"
import { SetAddress } from "../payout/Refund.tsx"
import * as Trouble from "../payout/Trouble.ts"
import { Troubles } from "../payout/Troubles.tsx"
import { Download, PaidAgain, useRetry } from "./FailedRows.tsx"

/** The number of a batch's payouts with a status. */
const useCount = (id: string, status: "COMPLIANCE_HOLD" | "MANUAL_REVIEW", isOn: boolean) => {
  const query = { batch_id: id, status, limit: 1 }
  const found = useServiceQuery(
    "payouts",
    ["count", id, status],
    ({ api }, options) => api.payouts.list(query, options),
    { isOn }
  )
  return isOn ? (found.data?.total ?? 0) : 0
}

export const setAddress =
  (id: string): ComponentProps<typeof SetAddress>["set"] =>
  ({ api }, address, options) =>
    api.batches.refundAddress(id, { address }, options)

interface Props {
  readonly id: string
  readonly name?: string | null
  readonly of: Trouble.BatchFacts
}

export const Banners = ({ id, name = null, of }: Props) => {
  const { may, session } = useSignedIn()
  const isOpen = of.pending > 0
  const held = useCount(id, "COMPLIANCE_HOLD", isOpen)
  const inReview = useCount(id, "MANUAL_REVIEW", isOpen)
  const now = useNow(of.amount_due_usdc > 0)
  // Only rows of a file batch can be submitted again. Rows of a bulk batch need quotes.
  const isFile = id.startsWith("bt_")
  const retry = useRetry(id, isFile && of.failed > 0)
  const found = Trouble.ofBatch(of, { held, inReview }, now, session.refunds === "simulated")
  return (
    <Troubles
      id={id}
      of={found.map((each) => {
        if (retry === undefined || each.remedy !== "failed_rows") return each
        const warning = each.key === "failed" ? "" : `${Words.noMoreMoney} `
        return { ...each, advice: <PaidAgain batch={retry} before={warning} /> }
      })}
      button={(remedy) => {
        if (remedy === "set_refund_address") {
          return may("write") && <SetAddress set={setAddress(id)} />
        }
        return isFile && <Download id={id} name={name} isFirst={retry === undefined} />
      }}
    />
  )
}
