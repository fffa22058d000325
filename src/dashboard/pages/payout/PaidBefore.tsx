/** Recent payouts of the same amount to the same phone, as a warning before another one. */
import { useState } from "react"
import { Link } from "wouter"
import type { Payout } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Time } from "../../parts/Value.tsx"
import { payoutNew as Words } from "../../words/payouts.tsx"

/** The days that the check of a batch also covers, and the number of payouts that are listed. */
const daysBack = 14
const shownMax = 3

const since = (): string => new Date(Date.now() - daysBack * 86_400_000).toISOString()

/** True if the payout was paid or may still be paid. */
const mayPay = ({ status }: Payout): boolean => status !== "FAILED" && status !== "REVERSED"

interface Props {
  readonly phone: string
  readonly amount: number
}

export const PaidBefore = ({ amount, phone }: Props) => {
  const [created_from] = useState(since)
  const { data } = useServiceQuery("payouts", ["paid-before", phone], ({ api }, options) =>
    api.payouts.list({ search: phone, created_from, limit: 100 }, options)
  )
  const found = (data?.data ?? []).filter(
    (each) => each.recipient_phone === phone && each.source_amount_usdc === amount && mayPay(each)
  )
  if (found.length === 0) return null
  return (
    <div className="note" role="status">
      <p>{Words.paidBefore.intro}</p>
      <ul>
        {found.slice(0, shownMax).map(({ created_at, payout_id, status }) => (
          <li key={payout_id}>
            <Link href={`/payouts/${payout_id}`}>
              <Time at={created_at} />
            </Link>{" "}
            <Badge status={status} />
          </li>
        ))}
        {found.length > shownMax && <li>{Words.paidBefore.more(found.length - shownMax)}</li>}
      </ul>
    </div>
  )
}
