/** What a batch would pay, before it is submitted: totals, rates, fee, and what to look at twice. */
import { Link } from "wouter"
import type { BatchCheck } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { type Column, Table } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Money } from "../../parts/Value.tsx"

type Currency = BatchCheck["currencies"][number]
type Network = BatchCheck["networks"][number]

const sums = <A extends Omit<Network, "network">>(): ReadonlyArray<Column<A>> => [
  { head: "Payouts", kind: "number", cell: (each) => Format.count(each.count) },
  {
    head: "Amount",
    kind: "number",
    cell: (each) => <Money of={each.amount_usdc} currency="USDC" />
  },
  {
    head: "Recipients get",
    kind: "number",
    cell: (each) => <Money of={each.target_amount_fiat} currency={each.target_currency} />
  }
]

const currencies: ReadonlyArray<Column<Currency>> = [
  { head: "Currency", kind: "main", cell: (each) => each.target_currency },
  ...sums<Currency>(),
  {
    head: "Rate",
    kind: "number",
    cell: (each) => Format.amount(each.exchange_rate, each.target_currency)
  },
  {
    head: "Mid-market rate",
    kind: "number",
    cell: (each) => Format.amount(each.mid_market_rate, each.target_currency)
  },
  { head: "Fee", kind: "number", cell: (each) => <Money of={each.fee_usdc} currency="USDC" /> }
]

const networks: ReadonlyArray<Column<Network>> = [
  { head: "Network", kind: "main", cell: (each) => <NetworkName of={each.network} /> },
  ...sums<Network>()
]

const shownMax = 20

const Duplicates = ({ of }: { readonly of: BatchCheck["duplicates"] }) =>
  of.length > 0 && (
    <div className="note">
      <p>These rows pay the same amount to the same phone. Check that this is intended.</p>
      <ul>
        {of.slice(0, shownMax).map(({ row, same_as_row }) => (
          <li key={row}>
            Row {row} is the same as row {same_as_row}
          </li>
        ))}
        {of.length > shownMax && <li>And {of.length - shownMax} more</li>}
      </ul>
    </div>
  )

const Warnings = ({ of = [] }: { readonly of: BatchCheck["warnings"] }) =>
  of.length > 0 && (
    <div className="note">
      <p>The sandbox accepts these rows, but production would reject them.</p>
      <ul>
        {of.map(({ field, message, row }) => (
          <li key={`${row} ${field}`}>
            Row {row}, {field}: {message}
          </li>
        ))}
      </ul>
    </div>
  )

const Repeated = ({ id }: { readonly id: string | null }) =>
  id !== null && (
    <p className="note">
      These rows were submitted before, as <Link href={`/batches/${id}`}>this batch</Link>.
      Submitting them again opens that batch and pays nothing twice.
    </p>
  )

/** Totals are of the rows without a problem. */
export const Review = ({ of }: { readonly of: BatchCheck }) => (
  <>
    <Repeated id={of.batch_id} />
    <Duplicates of={of.duplicates} />
    <Warnings of={of.warnings} />
    {of.currencies.length > 0 && (
      <Section
        title="Review"
        about="Amounts use the current rates. The rates are locked when you submit."
      >
        <Facts
          of={[
            ["Payouts", Format.count(of.total)],
            ["You send", <Money key="total" of={of.total_amount_usdc} currency="USDC" />],
            ["Fee, included", <Money key="fee" of={of.fee_usdc} currency="USDC" />]
          ]}
        />
        <Table
          caption="Totals by currency"
          columns={currencies}
          rows={of.currencies}
          idOf={(each) => each.target_currency}
        />
        <Table
          caption="Totals by network"
          columns={networks}
          rows={of.networks}
          idOf={(each) => each.network}
        />
      </Section>
    )}
  </>
)
