/** Refunds of money that arrived on another chain or in another token, each with its own facts. */
import type { ReactNode } from "react"
import type { ForeignRefund } from "../../client/Generated.ts"
import * as KnownChain from "../../domain/KnownChain.ts"
import { common as CommonWords } from "../words/common.ts"
import { refund as Words } from "../words/payouts.tsx"
import { Badge } from "./Badge.tsx"
import { Facts, Section } from "./Page.tsx"
import { Code } from "./Value.tsx"

const idOf = ({ chain_id, status, token_address, tx_hash }: ForeignRefund): string =>
  [chain_id, token_address, tx_hash ?? status].join(" ")

const isUsdc = ({ chain_id, token_address }: ForeignRefund): boolean =>
  KnownChain.find(chain_id)?.usdc?.toLowerCase() === token_address

export const ForeignRefunds = ({
  actions,
  address,
  of = []
}: {
  readonly of: ReadonlyArray<ForeignRefund> | undefined
  /** The refund address of the payout or batch. */
  readonly address: string | undefined
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
            [CommonWords.amount, Words.foreign.amount(refund.token_amount, isUsdc(refund))],
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
