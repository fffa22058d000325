/** The account's balance: its amounts, how to top it up, its threshold and its movements. */
import type { Balance as Shape } from "../../client/Generated.ts"
import { useBalance } from "../data/Balance.ts"
import * as Format from "../data/Format.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Answer } from "../parts/Answer.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Figure, Tile } from "../parts/Tile.tsx"
import { balance as Words } from "../words/balance.ts"
import { Addresses } from "./balance/Addresses.tsx"
import { Excess } from "./balance/Excess.tsx"
import { Movements } from "./balance/Movements.tsx"
import { SimulateDeposit } from "./balance/SimulateDeposit.tsx"
import { StatementDownload } from "./balance/StatementDownload.tsx"
import { Threshold } from "./balance/Threshold.tsx"
import { TopUp } from "./balance/TopUp.tsx"
import { Withdrawals } from "./balance/Withdrawals.tsx"
import { Troubles } from "./payout/Troubles.tsx"

const names = ["available", "reserved", "pending", "held"] as const

const Amounts = ({ of }: { readonly of: Shape }) => (
  <dl className="card tiles">
    {names.map((name) => (
      <Tile
        key={name}
        name={Words[name]}
        value={<Figure text={Format.amount(of[`${name}_usdc`], "USDC")} />}
        note={Words.notes[name]}
      />
    ))}
  </dl>
)

/** Banners about a low balance and about held deposits. */
const Banners = ({ of }: { readonly of: Shape }) => {
  const { available_usdc: available, held_usdc: held, is_low, low_threshold_usdc: threshold } = of
  const low = { key: "low", tone: "warn", ...Words.low(available, threshold ?? 0) } as const
  const holds = { key: "held", tone: "wait", ...Words.holds(held) } as const
  const shown = [...(is_low ? [low] : []), ...(held > 0 ? [holds] : [])]
  return <Troubles of={shown} button={() => null} />
}

const Loaded = ({ balance }: { readonly balance: Shape }) => {
  const { may, session } = useSignedIn()
  return (
    <>
      <Banners of={balance} />
      <Amounts of={balance} />
      <div className="columns">
        <TopUp of={balance} />
        <div className="stack">
          <Threshold of={balance} />
          <Excess of={balance} />
          {session.environment === "sandbox" && may("write") && <SimulateDeposit />}
        </div>
      </div>
      <Withdrawals of={balance} />
      <Addresses />
    </>
  )
}

export default function Balance() {
  const balance = useBalance()
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about}>
        <StatementDownload />
      </PageHead>
      <Answer of={balance} lines={8}>
        {(loaded) => <Loaded balance={loaded} />}
      </Answer>
      <Movements />
    </div>
  )
}
