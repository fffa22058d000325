/** The order of a list: in its column heads, on a narrow screen in a select, and in the address. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react"
import { useId } from "react"
import { lists as Words } from "../words/common.ts"
import { useFilter } from "./Filters.tsx"

type Key = "created_at" | "name"
export type Sort = Key | `-${Key}`

/** The order of a list where the address names none. */
const usual = "-created_at"

export const byCreation = [usual, "created_at"] as const
export const byCreationOrName = [...byCreation, "name", "-name"] as const

const labels: Readonly<Record<Sort, string>> = {
  [usual]: Words.orders.newest,
  created_at: Words.orders.oldest,
  name: Words.orders.name,
  "-name": Words.orders.nameBackwards
}

/** The two orders of a column: the one of its first click, and the other. */
const ordersOf: Readonly<Record<Key, readonly [Sort, Sort]>> = {
  created_at: [usual, "created_at"],
  name: ["name", "-name"]
}

const isAscending = (sort: Sort): boolean => !sort.startsWith("-")

/** The order that the address names, if the list has it. */
export const useSort = <S extends Sort>(sorts: ReadonlyArray<S>): S | undefined => {
  const [named] = useFilter("sort")
  return sorts.find((each) => each === named)
}

/** The order as it is shown, and how to change it: back on the first page. */
const useOrder = (sorts: ReadonlyArray<Sort>) => {
  const [, set] = useFilter("sort")
  const sort = useSort(sorts) ?? usual
  return { sort, choose: (next: string) => set(next === usual ? "" : next) }
}

interface HeadProps {
  readonly head: string
  readonly of: Key
  readonly sorts: ReadonlyArray<Sort>
  readonly className: string | undefined
}

/** The head of a column that orders the list. */
export const SortHead = ({ className, head, of, sorts }: HeadProps) => {
  const { choose, sort } = useOrder(sorts)
  const [first, other] = ordersOf[of]
  const next = sort === first ? other : first
  const isSorted = sort === first || sort === other
  const Icon = isSorted ? (isAscending(sort) ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isAscending(sort) ? "ascending" : "descending") : "none"}
    >
      <button type="button" className="sort" title={labels[next]} onClick={() => choose(next)}>
        {head}
        <Icon aria-hidden />
      </button>
      <span className="sort-word">{head}</span>
    </th>
  )
}

/** The same for a screen without column heads. */
export const SortSelect = ({ sorts }: { readonly sorts: ReadonlyArray<Sort> }) => {
  const { choose, sort } = useOrder(sorts)
  const id = useId()
  return (
    <div className="sorter">
      <label htmlFor={id}>{Words.order}</label>
      <select
        id={id}
        className="input"
        value={sort}
        onChange={(event) => choose(event.target.value)}
      >
        {sorts.map((each) => (
          <option key={each} value={each}>
            {labels[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
