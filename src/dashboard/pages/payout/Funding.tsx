/**
 * The payment that is still due: amount, address, chain and deadline, with buttons and a QR code.
 */
import { Wallet } from "lucide-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Payout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Qr } from "../../parts/LazyQr.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code, CopyButton, Countdown, Money, Time, useNow } from "../../parts/Value.tsx"
import { funding as BalanceWords } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"
import { funding as Words } from "../../words/payouts.tsx"

/** Fields about the payment, which payouts, batches and bulk batches share. */
type Payable = Pick<
  Payout,
  | "funding"
  | "amount_due_usdc"
  | "amount_received_usdc"
  | "funding_expires_at"
  | "chain_id"
  | "token_address"
  | "payment_uri"
  | "deposit_address"
>

interface Props {
  readonly of: Payable
  /**
   * True during a manual review. The deadline has passed, but a missing amount is still accepted.
   */
  readonly isReviewed?: boolean
  /** The sentence in place of the payment section if the balance paid. Absent after the end. */
  readonly paid?: string | undefined
}

const Deadline = ({ until }: { readonly until: string }) => (
  <span>
    <Countdown until={until} />{" "}
    <span className="faint">{Words.leftUntil(<Time at={until} />)}</span>
  </span>
)

const Amount = ({ due }: { readonly due: number }) => {
  return (
    <div>
      <div className="faint">{CommonWords.amountDue}</div>
      <div className="funding-amount">
        {Format.amount(due, "USDC")} <span className="currency">USDC</span>
        <CopyButton text={Format.exactUsdc(due)} label={Words.copyAmount} />
      </div>
    </div>
  )
}

const Due = ({ isReviewed = false, of }: Pick<Props, "isReviewed" | "of">) => {
  const { amount_due_usdc: due, amount_received_usdc: received, chain_id, payment_uri } = of
  const { session } = useSignedIn()
  return (
    <Section title={received === 0 ? Words.sendFunds : Words.sendRest} about={Words.about}>
      {session.environment === "sandbox" && <p className="note">{Words.sandbox}</p>}
      <div className="funding">
        <div className="stack">
          <Qr text={payment_uri ?? of.deposit_address} label={Words.qrCode} />
          {payment_uri !== null && (
            <a className="button button-plain" href={payment_uri}>
              <Wallet aria-hidden />
              {Words.openWallet}
            </a>
          )}
        </div>
        <div className="stack">
          <Amount due={due} />
          <div>
            <div className="faint">{CommonWords.depositAddress}</div>
            <Code text={of.deposit_address} label={Words.copied.depositAddress} />
          </div>
          <Facts
            of={[
              [CommonWords.received, <Money key="got" of={received} currency="USDC" />],
              [Words.facts.chain, Words.chain(chain_id)],
              [
                Words.facts.token,
                <Code
                  key="token"
                  text={of.token_address}
                  label={Words.copied.tokenAddress}
                  isShort
                />
              ],
              [Words.facts.timeLeft, !isReviewed && <Deadline until={of.funding_expires_at} />]
            ]}
          />
        </div>
      </div>
    </Section>
  )
}

/** The source of the money, as a fact. Only customers have a page of their balance. */
export const sourceOf = (
  { funding }: Pick<Payout, "funding">,
  isStaff = false
): readonly [string, ReactNode] => {
  if (funding !== "balance") return [BalanceWords.label, BalanceWords.byDeposit]
  const text = BalanceWords.fromBalance
  return [
    BalanceWords.label,
    isStaff ? (
      text
    ) : (
      <Link key="funding" href="/balance">
        {text}
      </Link>
    )
  ]
}

/** The payment section, or nothing if no amount is due or the window has closed. */
export const Funding = ({ isReviewed = false, of, paid }: Props) => {
  const isDue = of.amount_due_usdc > 0
  const isOver = useNow(isDue && !isReviewed) >= Date.parse(of.funding_expires_at)
  if (of.funding === "balance") {
    return paid !== undefined && <Section title={BalanceWords.label} about={paid} />
  }
  if (!isDue || (isOver && !isReviewed)) return null
  return <Due of={of} isReviewed={isReviewed} />
}
