/** Who did what, when and from where: of the account, or for staff of all. */
import { ScrollText } from "lucide-react"
import { useSearchParams } from "wouter"
import type { AuditLog as Entry } from "../../client/Generated.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Code, Time } from "../parts/Value.tsx"

/** More of them are folded away: a list is for finding, not for reading all of it. */
const shownMax = 2

const List = ({ of }: { readonly of: ReadonlyArray<readonly [string, string]> }) =>
  of.map(([name, value]) => (
    <span key={name}>
      {name}: <code>{value}</code>
    </span>
  ))

const Changes = ({ of }: { readonly of: Entry }) => {
  const changes = Object.entries(of.changes)
  const rest = changes.slice(shownMax)
  return (
    <div className="attempts">
      {of.reason !== null && <span>“{of.reason}”</span>}
      <List of={changes.slice(0, shownMax)} />
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <div className="attempts">
            <List of={rest} />
          </div>
        </details>
      )}
    </div>
  )
}

const Who = ({ of: { actor, address } }: { readonly of: Entry }) => (
  <div className="attempts">
    <span>
      {actor.name} {actor.kind === "api_key" && <span className="faint">(key)</span>}
    </span>
    {address !== null && <code className="faint">{address}</code>}
  </div>
)

const What = ({ isStaff, of }: { readonly of: Entry; readonly isStaff: boolean }) => (
  <div className="attempts">
    <code>{of.action}</code>
    <Code text={of.subject_id} label="object id" isShort />
    {isStaff && of.account_id !== null && (
      <span>
        for <Code text={of.account_id} label="account id" isShort />
      </span>
    )}
  </div>
)

const columnsOf = (isStaff: boolean): ReadonlyArray<Column<Entry>> => [
  { head: "When", cell: (each) => <Time at={each.at} /> },
  { head: "Who", cell: (each) => <Who of={each} /> },
  { head: "What", cell: (each) => <What of={each} isStaff={isStaff} /> },
  { head: "Changes", cell: (each) => <Changes of={each} /> }
]

const useQuery = () => {
  const [search] = useSearchParams()
  const all = {
    action: search.get("action"),
    subject_id: search.get("subject_id"),
    actor_id: search.get("actor_id"),
    account_id: search.get("account_id"),
    from: Filter.dayStart(search.get("from") ?? ""),
    to: Filter.dayEnd(search.get("to") ?? "")
  }
  return Object.fromEntries(
    Object.entries(all).filter((pair): pair is [string, string] => Boolean(pair[1]))
  )
}

export default function AuditLog() {
  const { isStaff } = useSignedIn()
  const page = usePage()
  const query = useQuery()
  const entries = useServiceQuery("audit", ["list", page, query], ({ api }, options) =>
    isStaff
      ? api.admin.auditLogs.list({ ...page, ...query }, options)
      : api.auditLogs.list({ ...page, ...query }, options)
  )
  return (
    <div className="page">
      <PageHead
        title="Audit log"
        about="Every change and every sign-in. Entries cannot be edited."
      />
      <div className="card card-flush">
        <Filter.Filters>
          <Filter.SearchFilter name="action" label="Action" />
          <Filter.SearchFilter name="subject_id" label="Object id" />
          <Filter.SearchFilter name="actor_id" label="Actor id" />
          {isStaff && <Filter.SearchFilter name="account_id" label="Account id" />}
          <Filter.DateFilter name="from" label="From" />
          <Filter.DateFilter name="to" label="To" />
        </Filter.Filters>
        <Listing
          of={entries}
          caption="Audit log"
          columns={columnsOf(isStaff)}
          idOf={(each) => each.id}
          empty={<Empty icon={ScrollText} title="No entry matches" />}
        />
      </div>
    </div>
  )
}
