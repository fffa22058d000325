/** The books: money owed and held, the trial balance, operators' bookings, and closed months. */
import { Scale } from "lucide-react"
import type { GetBookPositionResult, TrialBalanceLine } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { DownloadButton } from "../../parts/DownloadButton.tsx"
import { DateFilter, Filters, useFilter } from "../../parts/Filters.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { PageHead, Section } from "../../parts/Page.tsx"
import { books as Words } from "../../words/books.ts"
import { Bookings } from "./Bookings.tsx"
import { Months } from "./Months.tsx"

type Total = GetBookPositionResult["totals"][number]

const totalColumns: ReadonlyArray<Column<Total>> = [
  { head: Words.currency, kind: "main", cell: ({ currency }) => currency },
  { head: Words.owed, kind: "number", cell: ({ owed }) => owed },
  { head: Words.held, kind: "number", cell: ({ held }) => held }
]

const trialColumns: ReadonlyArray<Column<TrialBalanceLine>> = [
  { head: Words.account, kind: "main", cell: ({ account }) => <code>{account}</code> },
  { head: Words.currency, cell: ({ currency }) => currency },
  { head: Words.kind, cell: ({ kind }) => kind },
  { head: Words.money, cell: ({ money }) => Words.owners[money] },
  { head: Words.debit, kind: "number", cell: (line) => line.debit_balance },
  { head: Words.credit, kind: "number", cell: (line) => line.credit_balance }
]

/** The day in the address; today if there is none. */
const useDay = () => {
  const [day] = useFilter("date")
  return day === "" ? {} : { date: day }
}

const Position = () => {
  const query = useDay()
  const position = useServiceQuery("books", ["position", query], ({ api }, options) =>
    api.admin.books.position.list(query, options)
  )
  return (
    <Section title={Words.owedAndHeld} about={Words.owedAbout} isFlush>
      <Answer of={position}>
        {({ totals }) =>
          totals.length === 0 ? (
            <Empty icon={Scale} title={Words.noPostings} />
          ) : (
            <Table
              caption={Words.owedAndHeld}
              columns={totalColumns}
              rows={totals}
              idOf={({ currency }) => currency}
            />
          )
        }
      </Answer>
    </Section>
  )
}

const Trial = () => {
  const query = useDay()
  const trial = useServiceQuery("books", ["trial", query], ({ api }, options) =>
    api.admin.books.trialBalance.list(query, options)
  )
  const asked = new URLSearchParams({ ...query, format: "csv" })
  return (
    <Section
      title={Words.trial}
      isFlush
      actions={
        <DownloadButton
          label={Words.download}
          name={Words.file}
          path={`/admin/v1/books/trial-balance?${asked}`}
        />
      }
    >
      <Answer of={trial}>
        {({ data, differences }) => (
          <>
            {differences.length > 0 && (
              <p className="trouble" role="alert">
                {Words.differ(
                  differences.map(({ amount, currency }) => `${amount} ${currency}`).join(", ")
                )}
              </p>
            )}
            {data.length === 0 ? (
              <Empty icon={Scale} title={Words.noPostings} />
            ) : (
              <Table
                caption={Words.trial}
                columns={trialColumns}
                rows={data}
                idOf={({ account, currency }) => `${account} ${currency}`}
              />
            )}
          </>
        )}
      </Answer>
    </Section>
  )
}

export default function Books() {
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about} />
      <Filters>
        <DateFilter name="date" label={Words.day} />
      </Filters>
      <Position />
      <Trial />
      <Bookings />
      <Months />
    </div>
  )
}
