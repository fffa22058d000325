/** Instructions for a deposit: address, QR code, chain, token, and the time until it counts. */
import { Wallet } from "lucide-react"
import type { Balance } from "../../../client/Generated.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Qr } from "../../parts/LazyQr.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Code } from "../../parts/Value.tsx"
import { topUp as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"
import { funding as FundingWords } from "../../words/payouts.tsx"

const { copied, facts } = FundingWords

export const TopUp = ({ of }: { readonly of: Balance }) => {
  const { chain_id, deposit_address, payment_uri, token_address } = of
  const { session } = useSignedIn()
  return (
    <Section title={Words.title} about={Words.about}>
      {session.environment === "sandbox" && <p className="note">{Words.sandbox}</p>}
      <div className="funding">
        <div className="stack">
          <Qr text={payment_uri} label={FundingWords.qrCode} />
          <a className="button button-plain" href={payment_uri}>
            <Wallet aria-hidden />
            {FundingWords.openWallet}
          </a>
        </div>
        <div className="stack">
          <div>
            <div className="faint">{CommonWords.depositAddress}</div>
            <Code text={deposit_address} label={copied.depositAddress} />
          </div>
          <Facts
            of={[
              [facts.chain, FundingWords.chain(chain_id)],
              [
                facts.token,
                <span key="token" className="row">
                  USDC <Code text={token_address} label={copied.tokenAddress} isShort />
                </span>
              ]
            ]}
          />
        </div>
      </div>
      <ul className="hints">
        <li>{Words.finality(chain_id)}</li>
        <li>{Words.senders}</li>
        <li>{Words.least}</li>
      </ul>
    </Section>
  )
}
