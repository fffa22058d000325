/** Refunds of money that arrived on another chain or in another token, each with its own facts. */
import type { ReactNode } from "react"
import type { ForeignAmount, ForeignRefund } from "../../client/Generated.ts"
import * as KnownChain from "../../domain/KnownChain.ts"
import { common as CommonWords } from "../words/common.ts"
import { refund as Words } from "../words/payouts.tsx"
import { Badge } from "./Badge.tsx"
import { Facts, Section } from "./Page.tsx"
import { Code } from "./Value.tsx"

const idOf = ({ chain_id, status, token_address, tx_hash }: ForeignRefund): string =>
  [chain_id, token_address, tx_hash ?? status].join(" ")

/** An amount on another chain, with the token's name if it is USDC. */
const foreignAmount = ({ chain_id, token_address, token_amount }: ForeignAmount): string =>
  Words.foreign.amount(token_amount, KnownChain.isUsdc(chain_id, token_address))

/** An amount with the name of its chain. */
export const foreignAmountOnChain = (amount: ForeignAmount): string =>
  Words.foreign.onChain(foreignAmount(amount), amount.chain)

export const ForeignRefunds = ({
  actions,
  address,
  heldBecause,
  of = []
}: {
  readonly of: ReadonlyArray<ForeignRefund> | undefined
  /** The refund address of the payout or batch. */
  readonly address: string | undefined
  /** The reason why refunds are held, for staff. */
  readonly heldBecause?: string | null
  readonly actions?: (refund: ForeignRefund) => ReactNode
}) =>
  of.map((refund) => {
    const to = refund.address ?? address
    return (
      <Section
        key={idOf(refund)}
        title={Words.foreign.title(refund.chain)}
        about={Words.foreign.about}
        actions={
          <>
            <Badge status={refund.status} />
            {actions?.(refund)}
          </>
        }
      >
        <Facts
          of={[
            [CommonWords.amount, foreignAmount(refund)],
            [Words.heldBecause, refund.status === "held" && heldBecause],
            [
              Words.foreign.token,
              <Code
                key="token"
                text={refund.token_address}
                label={Words.foreign.copiedToken}
                isShort
              />
            ],
            [
              CommonWords.refundAddress,
              to && <Code text={to} label={Words.copied.address} isShort />
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
  })
