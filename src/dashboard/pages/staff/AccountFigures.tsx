/** Figures of an account's payouts, for the account list and the page of one account. */
import { Link } from "wouter"
import * as Format from "../../data/Format.ts"
import type { AccountFigures } from "../../Generated.ts"
import { Money, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"

interface Props {
  /** `undefined` until they are read. */
  readonly of: AccountFigures | undefined
}

export const Settled = ({ of }: Props) => of !== undefined && Format.count(of.settled)

export const Volume = ({ of }: Props) =>
  of !== undefined && <Money of={of.volume_usdc} currency="USDC" />

/** The creation time of the last payout, with a link. */
export const LastPayout = ({ of }: Props) => {
  if (of === undefined) return null
  if (of.last_payout === null) return CommonWords.never
  return (
    <Link href={`/payouts/${of.last_payout.id}`}>
      <Time at={of.last_payout.created_at} isShort />
    </Link>
  )
}
