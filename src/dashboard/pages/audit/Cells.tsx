/** The cells of an audit log row, which has one entry or a folded run of entries. */
import { ListFilter } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import type { AuditLog as Entry } from "../../../client/Generated.ts"
import * as AuditActions from "../../data/AuditActions.ts"
import type { Row } from "../../data/AuditRuns.ts"
import * as Format from "../../data/Format.ts"
import * as Links from "../../data/Links.ts"
import { useAccountNames, useEndpointUrls, useKeyLabels, usePeopleNames } from "../../data/Names.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import type { Column } from "../../parts/Listing.tsx"
import { Time } from "../../parts/Value.tsx"
import { auditLog as Words } from "../../words/audit.tsx"

/** The number of visible changes. Others are folded, because readers of a list look for a row. */
const shownMax = 2

interface Changed {
  readonly of: readonly [name: string, value: string]
  readonly names: Names
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const Value = ({ names, of: [name, value] }: Changed) => {
  if (isTime.test(value)) return <Time at={value} />
  if (Links.isId(value)) {
    const isSaid = AuditActions.fieldOf(name) === Links.kindOf(value)
    return <Named id={value} names={names} isSaid={isSaid} />
  }
  return AuditActions.valueOf(name, value) ?? <code>{value}</code>
}

const List = ({
  names,
  of
}: {
  readonly of: ReadonlyArray<Changed["of"]>
  readonly names: Names
}) =>
  of.map(([name, value]) => (
    <span key={name} className="changed">
      {AuditActions.fieldOf(name)}: <Value of={[name, value]} names={names} />
    </span>
  ))

/**
 * The endpoint that all deliveries of a run share. The ids of its deliveries end like its own id.
 */
const endpointOf = ({ parts: [first, ...others] }: Row, { ids }: Names): string | undefined => {
  const { subject_id: id } = first
  if (!id.startsWith("dlv_")) return undefined
  const end = id.slice(-16)
  const isShared = others.every(({ subject_id: other }) => other.endsWith(end))
  return isShared ? ids().find((each) => each.startsWith("we_") && each.endsWith(end)) : undefined
}

/** The changes that all parts of a run share. */
const sharedOf = ({ parts: [first, ...others] }: Row): ReadonlyArray<[string, string]> =>
  AuditActions.inOrder(Object.entries(first.changes)).filter(([name, value]) =>
    others.every(({ changes }) => changes[name] === value)
  )

const Changes = ({ names, of }: { readonly of: Row; readonly names: Names }) => {
  const endpoint = endpointOf(of, names)
  const known = sharedOf(of).filter(([, value]) => value !== endpoint)
  const changes = endpoint === undefined ? known : [["endpoint", endpoint] as const, ...known]
  const { reason } = of.parts[0]
  const rest = changes.slice(shownMax)
  return (
    <div className="attempts">
      {reason !== null && <span>{Words.reason(reason)}</span>}
      <List of={changes.slice(0, shownMax)} names={names} />
      {rest.length > 0 && (
        <details>
          <summary>{Words.more(rest.length)}</summary>
          <div className="attempts">
            <List of={rest} names={names} />
          </div>
        </details>
      )}
    </div>
  )
}

/** Names of objects that the log identifies by id. */
export interface Names {
  readonly isStaff: boolean
  readonly of: (id: string) => string | undefined
  /** Ids that have a name. */
  readonly ids: () => ReadonlyArray<string>
}

export const useNames = (): Names => {
  const { isStaff } = useSignedIn()
  const all = [useEndpointUrls(), useAccountNames(), usePeopleNames(), useKeyLabels()]
  const of = (id: string) => all.map((names) => names.get(id)).find((name) => name !== undefined)
  const ids = () => all.flatMap((names) => [...names.keys()])
  return { isStaff, of, ids }
}

interface CellContent {
  readonly id: string
  readonly names: Names
  /** True if the text before it already names the kind of the object. */
  readonly isSaid?: boolean
}

const Named = ({ id, isSaid = false, names }: CellContent) => {
  const place = Links.placeOf(id, names.isStaff)
  const kind = isSaid ? "" : (Links.kindOf(id) ?? "")
  const name = names.of(id) ?? `${kind} ${Format.middle(id)}`.trim()
  return place === undefined ? <span title={id}>{name}</span> : <Link href={place}>{name}</Link>
}

/** A link to all entries of one actor or object. */
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

const When = ({ of: { parts } }: { readonly of: Row }) => {
  const [{ at: newest }] = parts
  const oldest = parts.at(-1)?.at ?? newest
  return (
    <div className="attempts">
      <Time at={newest} />
      {oldest !== newest && <span className="faint">{Words.since(<Time at={oldest} />)}</span>}
    </div>
  )
}

/** The parts of a run, each with the changes that the others do not share. */
const Parts = ({ names, of }: { readonly of: Row; readonly names: Names }) => {
  const shared = new Set(sharedOf(of).map(([name]) => name))
  return (
    <ol className="audit-parts">
      {of.parts.map(({ at, changes, id, subject_id: subjectId }) => (
        <li key={id} className="attempts">
          <span>
            <Named id={subjectId} names={names} /> · <Time at={at} />
          </span>
          <List of={Object.entries(changes).filter(([name]) => !shared.has(name))} names={names} />
        </li>
      ))}
    </ol>
  )
}

const Run = ({ names, of }: { readonly of: Row; readonly names: Names }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{isOpen ? Words.hideParts : Words.showParts(of.parts.length)}</summary>
      {isOpen && <Parts of={of} names={names} />}
    </details>
  )
}

const Subject = ({ id, names }: { readonly id: string; readonly names: Names }) => (
  <span>
    <Named id={id} names={names} />
    <OnlyThese name="subject_id" value={id} label={Words.onlyAbout(names.of(id) ?? id)} />
  </span>
)

const ForAccount = ({ id, names }: { readonly id: string; readonly names: Names }) => (
  <span>
    {Words.forAccount(<Named id={id} names={names} />)}
    <OnlyThese name="account_id" value={id} label={Words.onlyOf(names.of(id) ?? id)} />
  </span>
)

const What = ({ names, of }: { readonly of: Row; readonly names: Names }) => {
  const [first, ...others] = of.parts
  const { account_id: accountId, action, subject_id: subjectId } = first
  const label = AuditActions.labelOf(action)
  const isOfSignIn = AuditActions.isOfSignIn(action)
  return (
    <div className="attempts">
      <span title={action}>
        {others.length === 0 ? label : Words.times(label, of.parts.length, of.hasMore === true)}
      </span>
      {others.every((each) => each.subject_id === subjectId) && (
        <Subject id={subjectId} names={names} />
      )}
      {names.isStaff && accountId !== null && accountId !== subjectId && !isOfSignIn && (
        <ForAccount id={accountId} names={names} />
      )}
      {others.length > 0 && <Run of={of} names={names} />}
    </div>
  )
}

export const columnsOf = (names: Names): ReadonlyArray<Column<Row>> => [
  { head: Words.columns.when, cell: (each) => <When of={each} /> },
  { head: Words.columns.who, cell: (each) => <Who of={each.parts[0]} names={names} /> },
  { head: Words.columns.what, cell: (each) => <What of={each} names={names} /> },
  { head: Words.columns.changes, cell: (each) => <Changes of={each} names={names} /> }
]
