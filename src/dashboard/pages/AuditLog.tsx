/** Who did what, when and from where: of the account, or for staff of all. */
import { ListFilter, ScrollText } from "lucide-react"
import { useId } from "react"
import { Link, useSearchParams } from "wouter"
import type { AuditLog as Entry } from "../../client/Generated.ts"
import * as AuditActions from "../data/AuditActions.ts"
import * as Format from "../data/Format.ts"
import * as Links from "../data/Links.ts"
import { useAccountNames, useEndpointUrls, useKeyNames, usePeopleNames } from "../data/Names.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { AccountFilter } from "../parts/Account.tsx"
import { Empty } from "../parts/Answer.tsx"
import * as Filter from "../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { Time } from "../parts/Value.tsx"
import * as Words from "../words/AuditLog.tsx"

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
      {of.reason !== null && <span>{Words.reason(of.reason)}</span>}
      <List of={changes.slice(0, shownMax)} />
      {rest.length > 0 && (
        <details>
          <summary>{Words.more(rest.length)}</summary>
          <div className="attempts">
            <List of={rest} />
          </div>
        </details>
      )}
    </div>
  )
}

/** What the log shows by id, by name. */
interface Names {
  readonly isStaff: boolean
  readonly of: (id: string) => string | undefined
}

const useNames = (): Names => {
  const { isStaff } = useSignedIn()
  const all = [useEndpointUrls(), useAccountNames(), usePeopleNames()]
  const of = (id: string) => all.map((names) => names.get(id)).find((name) => name !== undefined)
  return { isStaff, of }
}

const Named = ({ id, names }: { readonly id: string; readonly names: Names }) => {
  const place = Links.placeOf(id, names.isStaff)
  const name = names.of(id) ?? `${Links.kindOf(id) ?? ""} ${Format.middle(id)}`.trim()
  return place === undefined ? <span title={id}>{name}</span> : <Link href={place}>{name}</Link>
}

const Who = ({ names, of: { actor, address } }: { readonly of: Entry; readonly names: Names }) => {
  const isKey = actor.kind === "api_key"
  const place = Links.placeOf(actor.id, names.isStaff)
  return (
    <div className="attempts">
      <span>
        {place === undefined ? actor.name : <Link href={place}>{actor.name}</Link>}{" "}
        {isKey && <span className="faint">{Words.isKey}</span>}
        <OnlyThese name="actor_id" value={actor.id} label={Words.onlyBy(actor.name)} />
      </span>
      {address !== null && <code className="faint">{address}</code>}
    </div>
  )
}

const What = ({ names, of }: { readonly of: Entry; readonly names: Names }) => (
  <div className="attempts">
    <span title={of.action}>{AuditActions.labelOf(of.action)}</span>
    <span>
      <Named id={of.subject_id} names={names} />
      <OnlyThese
        name="subject_id"
        value={of.subject_id}
        label={Words.onlyAbout(names.of(of.subject_id) ?? of.subject_id)}
      />
    </span>
    {names.isStaff && of.account_id !== null && of.account_id !== of.subject_id && (
      <span>{Words.forAccount(<Named id={of.account_id} names={names} />)}</span>
    )}
  </div>
)

const columnsOf = (names: Names): ReadonlyArray<Column<Entry>> => [
  { head: Words.columns.when, cell: (each) => <Time at={each.at} /> },
  { head: Words.columns.who, cell: (each) => <Who of={each} names={names} /> },
  { head: Words.columns.what, cell: (each) => <What of={each} names={names} /> },
  { head: Words.columns.changes, cell: (each) => <Changes of={each} /> }
]

const Options = ({
  label,
  of
}: {
  readonly label: string
  readonly of: typeof AuditActions.acts
}) => (
  <optgroup label={label}>
    {Object.entries(of).map(([action, text]) => (
      <option key={action} value={action}>
        {text}
      </option>
    ))}
  </optgroup>
)

const ActionFilter = () => {
  const [action, choose] = Filter.useFilter("action")
  const id = useId()
  return (
    <div className="filter">
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
        <Options label={Words.filters.acts} of={AuditActions.acts} />
        <Options label={Words.filters.steps} of={AuditActions.steps} />
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

/** People and API keys by name. Roles that see no names choose by the links of the rows. */
const WhoFilter = () => {
  const [chosen] = Filter.useFilter("actor_id")
  const known = [...usePeopleNames(), ...useKeyNames()]
  if (chosen === "" && known.length === 0) return null
  return <Filter.SelectFilter name="actor_id" label={Words.filters.who} options={known} />
}

/** Leads to all entries of one actor or object. */
const OnlyThese = ({
  label,
  name,
  value
}: Readonly<Record<"label" | "name" | "value", string>>) => (
  <Link
    href={`/audit-log?${new URLSearchParams({ [name]: value })}`}
    className="only"
    aria-label={label}
    title={label}
  >
    <ListFilter aria-hidden />
  </Link>
)

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
      <PageHead title={Words.title} about={Words.about} />
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
          of={entries}
          caption={Words.title}
          columns={columnsOf(useNames())}
          idOf={(each) => each.id}
          empty={<Empty icon={ScrollText} title={Words.noneMatch} />}
        />
      </div>
    </div>
  )
}
