/** The movements of the balance, newest first, with filters by day. */
import { Wallet } from "lucide-react"
import type { BalanceMovement } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Empty } from "../../parts/Answer.tsx"
import * as Filter from "../../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { ObjectLink } from "../../parts/ObjectLink.tsx"
import { Section } from "../../parts/Page.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { balance as BalanceWords, movements as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"

const Subject = ({ of }: { readonly of: BalanceMovement }) => {
  const { batch_id, correction_id, from_address, payout_id, tx_hash, withdrawal_id } = of
  const id = payout_id ?? batch_id
  if (id !== undefined) return <ObjectLink id={id} />
  // The list of withdrawals is on this page.
  if (withdrawal_id !== undefined) return Words.withdrawalOf(Format.middle(withdrawal_id))
  if (correction_id !== undefined) return Words.correctionOf(Format.middle(correction_id))
  return tx_hash === undefined ? (
    <Code text={from_address ?? ""} label={Words.senderAddress} isShort />
  ) : (
    <Code text={tx_hash} label={Words.transactionHash} isShort />
  )
}

const columns: ReadonlyArray<Column<BalanceMovement>> = [
  { head: Words.type, kind: "main", cell: ({ type }) => Words.types[type] },
  { head: Words.object, cell: (each) => <Subject of={each} /> },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: ({ amount_usdc: amount }) => (
      <span className={amount > 0 ? "money money-in" : "money"}>
        {Format.signed(amount, "USDC")} <span className="currency">USDC</span>
      </span>
    )
  },
  {
    head: Words.after,
    kind: "number",
    cell: (each) => <Money of={each.balance_after_usdc} currency="USDC" />
  },
  { head: CommonWords.time, cell: (each) => <Time at={each.at} /> }
]

/** An explanation of balances, for an account that has none. */
const noneYet = (
  <Empty icon={Wallet} title={Words.noneYet}>
    <p>{Words.noneYetHint}</p>
    <p>{Words.howTo}</p>
    <a href="/docs#description/pay-from-a-balance">{BalanceWords.guide}</a>
  </Empty>
)

const noneMatch = (
  <Empty icon={Wallet} title={Words.noneMatch}>
    <p>{CommonWords.fewerFilters}</p>
  </Empty>
)

export const Movements = () => {
  const page = usePage()
  const [from] = Filter.useFilter("from")
  const [to] = Filter.useFilter("to")
  const query = { created_from: Filter.dayStart(from), created_to: Filter.dayEnd(to) }
  const isFiltered = from !== "" || to !== ""
  const movements = useServiceQuery("balance", ["movements", page, query], ({ api }, options) =>
    api.balance.movements.list({ ...page, ...query }, options)
  )
  return (
    <Section title={Words.title} isFlush>
      <Filter.Filters>
        <Filter.DateRange />
      </Filter.Filters>
      <Listing
        of={movements}
        caption={Words.title}
        columns={columns}
        idOf={(each) => each.id}
        empty={isFiltered ? noneMatch : noneYet}
      />
    </Section>
  )
}
