/** The list of breaks, the newest first. */
import { CircleCheck } from "lucide-react"
import { Link } from "wouter"
import type { Break, BreakKind, ListBreaksQuery } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Filters, SelectFilter, useFilter } from "../../parts/Filters.tsx"
import { type Column, Listing, usePage } from "../../parts/Listing.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { reconciliation as AllWords, breaks as Words } from "../../words/reconciliation.ts"
import { comparedColumns } from "./BreakParts.tsx"

const everyMs = 30_000

const KindLink = ({ of: { id, kind } }: { readonly of: Break }) => (
  <Link href={`/reconciliation/breaks/${id}`}>
    {AllWords.kinds[kind]}
    <span className="hidden"> {id}</span>
  </Link>
)

const columns: ReadonlyArray<Column<Break>> = [
  { head: AllWords.kind, kind: "main", cell: (each) => <KindLink of={each} /> },
  {
    head: CommonWords.status,
    kind: "status",
    cell: ({ status }) => <Badge status={`break_${status}`} />
  },
  { head: Words.age, kind: "number", cell: ({ age_days: days }) => Words.ageOf(days) },
  ...comparedColumns,
  { head: Words.owner, cell: ({ owner }) => owner ?? Words.noOwner }
]

/** The filters in the address. */
const useQuery = (): ListBreaksQuery => {
  const [kind] = useFilter("kind")
  const [owner] = useFilter("owner")
  const [age] = useFilter("age")
  return {
    ...(kind === "" ? {} : { kind: kind as BreakKind }),
    ...(owner === "" ? {} : { owner }),
    ...(age === "" ? {} : { age_days_min: Number(age) })
  }
}

const kinds = Object.entries(AllWords.kinds)

const BreakFilters = () => {
  const { session } = useSignedIn()
  const owners = [
    [session.person.email, Words.filters.own],
    ["none", Words.noOwner]
  ] as const
  return (
    <Filters>
      <SelectFilter name="kind" label={AllWords.kind} options={kinds} />
      <SelectFilter name="owner" label={Words.filters.owner} options={owners} />
      <SelectFilter name="age" label={Words.filters.age} options={Words.filters.ages} />
    </Filters>
  )
}

const None = ({
  isFiltered,
  isOpen
}: {
  readonly isFiltered: boolean
  readonly isOpen: boolean
}) =>
  isFiltered ? (
    <Empty icon={CircleCheck} title={Words.noneMatch}>
      <p>{CommonWords.fewerFilters}</p>
    </Empty>
  ) : (
    <Empty icon={CircleCheck} title={isOpen ? Words.noneOpen : Words.none.title}>
      <p>{Words.none.hint}</p>
    </Empty>
  )

/** Open breaks, or all breaks. */
export const Breaks = ({ isOpen }: { readonly isOpen: boolean }) => {
  const page = usePage()
  const filters = useQuery()
  const query: ListBreaksQuery = { ...page, ...filters, ...(isOpen ? { status: "open" } : {}) }
  const breaks = useServiceQuery(
    "books",
    ["breaks", query],
    ({ api }, options) => api.admin.breaks.list(query, options),
    { everyMs }
  )
  return (
    <>
      <BreakFilters />
      <div className="card card-flush">
        <Listing
          of={breaks}
          caption={isOpen ? AllWords.views.open : AllWords.views.breaks}
          columns={columns}
          idOf={({ id }) => id}
          empty={<None isFiltered={Object.keys(filters).length > 0} isOpen={isOpen} />}
        />
      </div>
    </>
  )
}
