/** The review of a batch before it is submitted: totals, rates, fee and doubtful rows. */
import { Link } from "wouter"
import type { BatchCheck } from "../../../client/Generated.ts"
import type * as CsvFile from "../../data/CsvFile.ts"
import * as Format from "../../data/Format.ts"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { Money, Time } from "../../parts/Value.tsx"
import { review as Words } from "../../words/batches.tsx"
import { rows as RowsWords } from "../../words/batchFile.ts"
import { common as CommonWords } from "../../words/common.ts"

type Currency = BatchCheck["currencies"][number]
type Network = BatchCheck["networks"][number]

const sums = <A extends Omit<Network, "network">>(): ReadonlyArray<Column<A>> => [
  { head: CommonWords.payouts, kind: "number", cell: (each) => Format.count(each.count) },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: (each) => <Money of={each.amount_usdc} currency="USDC" />
  },
  {
    head: Words.columns.recipientsGet,
    kind: "number",
    cell: (each) => <Money of={each.target_amount_fiat} currency={each.target_currency} />
  }
]

const currencies: ReadonlyArray<Column<Currency>> = [
  { head: Words.columns.currency, kind: "main", cell: (each) => each.target_currency },
  ...sums<Currency>(),
  {
    head: CommonWords.rate,
    kind: "number",
    cell: (each) => Format.amount(each.exchange_rate, each.target_currency)
  },
  {
    head: CommonWords.midMarketRate,
    kind: "number",
    cell: (each) => Format.amount(each.mid_market_rate, each.target_currency)
  },
  {
    head: CommonWords.fee,
    kind: "number",
    cell: (each) => <Money of={each.fee_usdc} currency="USDC" />
  }
]

const networks: ReadonlyArray<Column<Network>> = [
  { head: CommonWords.network, kind: "main", cell: (each) => <NetworkName of={each.network} /> },
  ...sums<Network>()
]

const shownMax = 20

interface RowsProps<A> {
  readonly of: A
  /** The row as the user finds it in the file. */
  readonly placeOf: (row: number) => string
}

const Duplicates = ({ of, placeOf }: RowsProps<BatchCheck["duplicates"]>) =>
  of.length > 0 && (
    <div className="note">
      <p>{Words.duplicates.intro}</p>
      <ul>
        {of.slice(0, shownMax).map(({ row, same_as_row }) => (
          <li key={row}>{Words.duplicates.one(placeOf(row), placeOf(same_as_row))}</li>
        ))}
        {of.length > shownMax && <li>{Words.duplicates.more(of.length - shownMax)}</li>}
      </ul>
    </div>
  )

const PaidBefore = ({ of, placeOf }: RowsProps<BatchCheck["paid_before"]>) =>
  of.length > 0 && (
    <div className="note">
      <p>{Words.paidBefore.intro(Words.paidBefore.pays(of.length))}</p>
      <ul>
        {of.slice(0, shownMax).map(({ created_at, payout_id, row, status }) => (
          <li key={row}>
            {Words.paidBefore.one(
              placeOf(row),
              <Link href={`/payouts/${payout_id}`}>
                <Time at={created_at} />
              </Link>,
              <Badge status={status} />
            )}
          </li>
        ))}
        {of.length > shownMax && <li>{Words.duplicates.more(of.length - shownMax)}</li>}
      </ul>
    </div>
  )

const Warnings = ({ of = [], placeOf }: RowsProps<BatchCheck["warnings"]>) =>
  of.length > 0 && (
    <div className="note">
      <p>{Words.warnings.intro}</p>
      <ul>
        {of.map(({ field, message, row }) => (
          <li key={`${row} ${field}`}>{Words.warnings.one(placeOf(row ?? 0), field, message)}</li>
        ))}
      </ul>
    </div>
  )

const Repeated = ({ id }: { readonly id: string | null }) =>
  id !== null && (
    <p className="note">
      {Words.repeated((text) => (
        <Link href={`/batches/${id}`}>{text}</Link>
      ))}
    </p>
  )

const countOf = ({ currencies }: BatchCheck): number =>
  currencies.reduce((sum, { count }) => sum + count, 0)

interface NotesProps {
  readonly of: BatchCheck
  readonly rows: CsvFile.Rows
}

/** Warnings about doubtful rows, which come before the totals. */
export const Notes = ({ of, rows }: NotesProps) => {
  const placeOf = (row: number) => RowsWords.place(row, rows.get(row)?.line)
  return (
    <>
      <Repeated id={of.batch_id} />
      <Duplicates of={of.duplicates} placeOf={placeOf} />
      <PaidBefore of={of.paid_before} placeOf={placeOf} />
      <Warnings of={of.warnings} placeOf={placeOf} />
    </>
  )
}

interface Props {
  readonly of: BatchCheck
}

export const Totals = ({ of }: Props) => (
  <Facts
    of={[
      [CommonWords.payouts, Format.count(countOf(of))],
      [CommonWords.youSend, <Money key="total" of={of.total_amount_usdc} currency="USDC" />],
      [Words.facts.feeIncluded, <Money key="fee" of={of.fee_usdc} currency="USDC" />]
    ]}
  />
)

/**
 * Totals by currency and network, without rows that have problems. A file with problems also has
 * its overall totals here.
 */
export const Review = ({ of }: Props) =>
  of.currencies.length > 0 && (
    <Section title={Words.title} about={of.is_valid ? Words.about : Words.aboutPart}>
      {!of.is_valid && <Totals of={of} />}
      <Table
        caption={Words.byCurrency}
        columns={currencies}
        rows={of.currencies}
        idOf={(each) => each.target_currency}
      />
      <Table
        caption={Words.byNetwork}
        columns={networks}
        rows={of.networks}
        idOf={(each) => each.network}
      />
    </Section>
  )
