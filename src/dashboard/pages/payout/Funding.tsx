/** How to pay: the exact amount and the address, to copy or to scan. */
import * as Format from "../../data/Format.ts"
import { Qr } from "../../parts/LazyQr.tsx"
import { Section } from "../../parts/Page.tsx"
import { Code, CopyButton } from "../../parts/Value.tsx"

interface Props {
  readonly amount: number
  readonly address: string
  readonly message: string
}

export const Funding = ({ address, amount, message }: Props) => {
  const exact = Format.exactUsdc(amount)
  return (
    <Section title="Send the funds" about={message}>
      <div className="funding">
        <Qr text={address} label="QR code of the deposit address" />
        <div className="stack">
          <div>
            <div className="faint">Exact amount</div>
            <div className="funding-amount">
              {exact} <span className="currency">USDC</span>
              <CopyButton text={exact} label="Copy amount" />
            </div>
          </div>
          <div>
            <div className="faint">Deposit address, Ethereum</div>
            <Code text={address} label="deposit address" />
          </div>
        </div>
      </div>
    </Section>
  )
}
