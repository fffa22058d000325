/** Months of the books, with the check of each closed one. */
import { CalendarCheck } from "lucide-react"
import type { CheckedPeriod } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Field } from "../../parts/Field.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { books as Words } from "../../words/books.ts"
import { common as CommonWords } from "../../words/common.ts"
import { Deciding } from "./Decision.tsx"

const changedOf = ({ changes, month }: CheckedPeriod): string =>
  Words.changed(
    changes.length === 0
      ? month
      : changes.map(({ account, currency }) => `${account} ${currency}`).join(", ")
  )

const checkOf = (period: CheckedPeriod) => {
  if (period.status === "open") return "–"
  return period.agrees ? Words.agrees : <strong>{changedOf(period)}</strong>
}

const columns: ReadonlyArray<Column<CheckedPeriod>> = [
  { head: Words.month, kind: "main", cell: ({ month }) => month },
  {
    head: CommonWords.status,
    kind: "status",
    cell: ({ status }) => <Badge status={`month_${status}`} />
  },
  {
    head: Words.closedAt,
    cell: ({ closed_at: at }) => (at === null ? "–" : <Time at={at} isShort />)
  },
  {
    head: Words.approvals,
    cell: ({ approvals, approvals_needed }) => Words.approvedOf(approvals.length, approvals_needed)
  },
  { head: Words.check, cell: checkOf }
]

const Close = () => (
  <Deciding
    label={Words.close.label}
    name={Words.close.label}
    title={Words.close.label}
    about={Words.close.about}
    facts={[]}
    act={({ periods }, values, sending) =>
      periods.close(values.text("month"), { reason: values.text("reason") }, sending)
    }
    done={Words.close.done}
    waiting={({ approvals, approvals_needed, status }) =>
      status === "open" ? [approvals.length, approvals_needed] : undefined
    }
  >
    <Field
      name="month"
      label={Words.month}
      required
      pattern="\d{4}-\d{2}"
      title={Words.close.monthHint}
      hint={Words.close.monthHint}
    />
  </Deciding>
)

export const Months = () => {
  const { may } = useSignedIn()
  const periods = useServiceQuery("books", ["periods"], ({ api }, options) =>
    api.admin.periods.list(options)
  )
  return (
    <Section
      title={Words.months}
      about={Words.monthsAbout}
      isFlush
      actions={may("refunds") && <Close />}
    >
      <Answer of={periods}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={CalendarCheck} title={Words.noMonths} />
          ) : (
            <Table
              caption={Words.months}
              columns={columns}
              rows={data}
              idOf={({ month }) => month}
            />
          )
        }
      </Answer>
    </Section>
  )
}
