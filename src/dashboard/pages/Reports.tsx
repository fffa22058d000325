/** Reports for bookkeeping, of the user's account or of one or all accounts for staff. */
import type { UseQueryResult } from "@tanstack/react-query"
import { FileText } from "lucide-react"
import { useId } from "react"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { AccountFilter } from "../parts/Account.tsx"
import { Answer, Empty } from "../parts/Answer.tsx"
import { DownloadButton } from "../parts/DownloadButton.tsx"
import { DateFilter, useFilter } from "../parts/Filters.tsx"
import { Table } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { lists as ListWords } from "../words/common.ts"
import { reports as Words } from "../words/reports.ts"
import * as Columns from "./reports/Columns.tsx"
import * as Periods from "./reports/Period.ts"

const names = ["settlements", "refunds", "fees"] as const
type Name = (typeof names)[number]

/** The number of lines on the page. The file has all lines. */
const shownMax = 100

interface Asked {
  readonly period: Periods.Period
  readonly accountId: string | undefined
}

interface Choosing<A extends string> {
  readonly label: string
  readonly value: A
  readonly options: Readonly<Record<A, string>>
  readonly onChoose: (value: string) => void
}

const Choose = <A extends string>({ label, onChoose, options, value }: Choosing<A>) => {
  const id = useId()
  return (
    <div className="filter filter-date">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {Object.entries<string>(options).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface Report<A, T> {
  readonly data: ReadonlyArray<A>
  readonly totals: T
  /** Absent or `null` if the lines are the whole report. */
  readonly next_cursor?: string | null
}

interface PreviewProps<A, T> {
  readonly of: UseQueryResult<Report<A, T>>
  readonly caption: string
  readonly columns: ReadonlyArray<Columns.Summed<A, T>>
  readonly idOf: (row: A) => string
}

const Preview = <A, T>({ caption, columns, idOf, of }: PreviewProps<A, T>) => (
  <Answer of={of} lines={6}>
    {({ data, next_cursor: next, totals }) => {
      if (data.length === 0 && !next) {
        return (
          <Empty icon={FileText} title={Words.none}>
            <p>{Words.noneHint}</p>
          </Empty>
        )
      }
      const rows = data.slice(0, shownMax)
      const label = next ? Words.totalShown : Words.total
      return (
        <>
          <Table
            caption={caption}
            columns={columns}
            rows={rows}
            idOf={idOf}
            totals={columns.map(({ total }, at) => (at === 0 ? label : total?.(totals)))}
          />
          {(next || rows.length < data.length) && <p className="faint">{Words.cut(rows.length)}</p>}
        </>
      )
    }}
  </Answer>
)

const captionOf = (name: Name, { firstDay, lastDay }: Periods.Period): string =>
  Words.caption(Words.reports[name], firstDay, lastDay)

const Settlements = ({ accountId, period }: Asked) => {
  const { isStaff } = useSignedIn()
  const query = { from: period.from, to: period.to, limit: shownMax }
  const of = useServiceQuery(
    "reports",
    ["settlements", query, accountId],
    ({ api }, options): Promise<Report<Columns.Settlement, Columns.SettledTotals>> =>
      isStaff
        ? api.admin.reports.settlements.list({ ...query, account_id: accountId }, options)
        : api.reports.settlements.list(query, options)
  )
  return (
    <Preview
      of={of}
      caption={captionOf("settlements", period)}
      columns={Columns.withAccount(Columns.settlements, isStaff)}
      idOf={({ payout_id }) => payout_id}
    />
  )
}

const Refunds = ({ accountId, period }: Asked) => {
  const { isStaff } = useSignedIn()
  const query = { from: period.from, to: period.to, limit: shownMax }
  const of = useServiceQuery(
    "reports",
    ["refunds", query, accountId],
    ({ api }, options): Promise<Report<Columns.Refund, Columns.RefundTotals>> =>
      isStaff
        ? api.admin.reports.refunds.list({ ...query, account_id: accountId }, options)
        : api.reports.refunds.list(query, options)
  )
  return (
    <Preview
      of={of}
      caption={captionOf("refunds", period)}
      columns={Columns.withAccount(Columns.refunds, isStaff)}
      idOf={({ batch_id, payout_id, tx_hash }) => `${payout_id ?? batch_id} ${tx_hash}`}
    />
  )
}

const Fees = ({ accountId, period }: Asked) => {
  const { isStaff } = useSignedIn()
  const query = { from: period.from, to: period.to }
  const of = useServiceQuery(
    "reports",
    ["fees", query, accountId],
    ({ api }, options): Promise<Report<Columns.Fee, Columns.SettledTotals>> =>
      isStaff
        ? api.admin.reports.fees.list({ ...query, account_id: accountId }, options)
        : api.reports.fees.list(query, options)
  )
  return (
    <Preview
      of={of}
      caption={captionOf("fees", period)}
      columns={Columns.withAccount(Columns.fees, isStaff)}
      idOf={({ account_id, day, network }) => `${account_id} ${day} ${network}`}
    />
  )
}

const previews = { settlements: Settlements, refunds: Refunds, fees: Fees } as const

const DownloadCsv = ({ accountId, name, period }: Asked & { readonly name: Name }) => {
  const { isStaff } = useSignedIn()
  const query = new URLSearchParams({
    ...{ from: period.from, to: period.to, format: "csv" },
    ...(accountId === undefined ? {} : { account_id: accountId })
  })
  return (
    <DownloadButton
      look="primary"
      path={`${isStaff ? "/admin" : ""}/v1/reports/${name}?${query}`}
      name={`${name}-${period.firstDay}-to-${period.lastDay}.csv`}
      label={Words.downloadCsv}
    />
  )
}

export default function Reports() {
  const { isStaff } = useSignedIn()
  const [chosen, setReport] = useFilter("report")
  const [chosenPeriod, setPeriod] = useFilter("period")
  const [from] = useFilter("from")
  const [to] = useFilter("to")
  const [account] = useFilter("account_id")
  const name = names.find((each) => each === chosen) ?? "settlements"
  const choice = Periods.periods.find((each) => each === chosenPeriod) ?? "this"
  const period = Periods.of(choice, { from, to }, Date.now())
  const accountId = isStaff && account !== "" ? account : undefined
  const Lines = previews[name]
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about(name)}>
        {period && <DownloadCsv name={name} period={period} accountId={accountId} />}
      </PageHead>
      <div className="card card-flush">
        <search className="filters">
          <Choose label={Words.report} value={name} options={Words.reports} onChoose={setReport} />
          <Choose
            label={Words.period}
            value={choice}
            options={Words.periods}
            onChoose={setPeriod}
          />
          {choice === "range" && (
            <>
              <DateFilter name="from" label={ListWords.from} />
              <DateFilter name="to" label={ListWords.to} />
            </>
          )}
          {isStaff && <AccountFilter />}
        </search>
        {period === undefined ? (
          <Empty icon={FileText} title={Words.chooseDays}>
            <p>{Words.chooseDaysHint}</p>
          </Empty>
        ) : (
          <Lines key={name} period={period} accountId={accountId} />
        )}
      </div>
    </div>
  )
}
