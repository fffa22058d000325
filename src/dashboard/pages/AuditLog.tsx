/** The audit log of the account, or of all accounts for staff. */
import { ScrollText } from "lucide-react"
import { useId } from "react"
import { useSearchParams } from "wouter"
import * as AuditActions from "../data/AuditActions.ts"
import * as AuditRuns from "../data/AuditRuns.ts"
import { useKeyLabels, usePeopleNames } from "../data/Names.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { AccountFilter } from "../parts/Account.tsx"
import { Empty } from "../parts/Answer.tsx"
import { DownloadButton } from "../parts/DownloadButton.tsx"
import * as Filter from "../parts/Filters.tsx"
import { Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { auditLog as Words } from "../words/audit.tsx"
import { columnsOf, useNames } from "./audit/Cells.tsx"

const ActionFilter = () => {
  const [action, choose] = Filter.useFilter("action")
  const id = useId()
  return (
    <div className="filter filter-long">
      <label htmlFor={id} className="hidden">
        {Words.filters.action}
      </label>
      <select
        id={id}
        className="input"
        value={action}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{Words.filters.allActions}</option>
        {AuditActions.groups.map(([subject, actions]) => (
          <optgroup key={subject} label={subject}>
            {actions.map(([each, text]) => (
              <option key={each} value={each}>
                {text}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}

const PeopleOnly = () => {
  const [kind, choose] = Filter.useFilter("actor_kind")
  return (
    <label className="switch">
      <input
        type="checkbox"
        checked={kind === "person"}
        onChange={(event) => choose(event.target.checked ? "person" : "")}
      />
      {Words.filters.peopleOnly}
    </label>
  )
}

/** Filters by a person or API key. Roles that see no names filter with the links in the rows. */
const WhoFilter = () => {
  const [chosen] = Filter.useFilter("actor_id")
  const known = [...usePeopleNames(), ...useKeyLabels()]
  if (chosen === "" && known.length === 0) return null
  return <Filter.SelectFilter name="actor_id" label={Words.filters.who} options={known} />
}

const useQuery = () => {
  const [search] = useSearchParams()
  const all = {
    action: search.get("action"),
    subject_id: search.get("subject_id"),
    actor_id: search.get("actor_id"),
    actor_kind: search.get("actor_kind") === "person" ? "person" : null,
    account_id: search.get("account_id"),
    from: Filter.dayStart(search.get("from") ?? ""),
    to: Filter.dayEnd(search.get("to") ?? "")
  }
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => Boolean(pair[1]))
  )
}

/** Exports all entries that match the filters, and not only the page. */
const Export = ({ query }: { readonly query: Readonly<Record<string, string>> }) => {
  const { isStaff } = useSignedIn()
  // The list includes its end time and the report excludes it, so the report gets one more
  // millisecond.
  const until =
    query.to === undefined ? {} : { to: new Date(Date.parse(query.to) + 1).toISOString() }
  const asked = new URLSearchParams({ ...query, ...until, format: "csv" })
  return (
    <DownloadButton
      path={`${isStaff ? "/admin" : ""}/v1/reports/audit-log?${asked}`}
      name="audit-log.csv"
      label={Words.exportCsv}
    />
  )
}

export default function AuditLog() {
  const { isStaff } = useSignedIn()
  const page = usePage()
  const query = useQuery()
  const rows = useServiceQuery("audit", ["list", page, query], ({ api }, options) =>
    AuditRuns.read(
      (part) =>
        isStaff
          ? api.admin.auditLogs.list({ ...part, ...query }, options)
          : api.auditLogs.list({ ...part, ...query }, options),
      { limit: page.limit, offset: "offset" in page ? page.offset : 0 }
    )
  )
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about}>
        <Export query={query} />
      </PageHead>
      <div className="card card-flush">
        <Filter.Filters>
          <ActionFilter />
          <PeopleOnly />
          <WhoFilter />
          <Filter.SearchFilter name="subject_id" label={Words.filters.objectId} />
          {isStaff && <AccountFilter />}
          <Filter.DateRange />
        </Filter.Filters>
        <Listing
          of={rows}
          caption={Words.title}
          columns={columnsOf(useNames())}
          idOf={(each) => each.id}
          range={Words.range}
          empty={<Empty icon={ScrollText} title={Words.noneMatch} />}
        />
      </div>
    </div>
  )
}
