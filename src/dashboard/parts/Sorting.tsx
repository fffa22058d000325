/**
 * The order of a list. Column heads set it, or a select on a narrow screen, and the address has it.
 */
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react"
import { useId } from "react"
import { lists as Words } from "../words/common.ts"
import { useFilter } from "./Filters.tsx"

type Key = "created_at" | "name"
export type Sort = Key | `-${Key}`

/** The default order of a list. */
const usual = "-created_at"

export const byCreation = [usual, "created_at"] as const
export const byCreationOrName = [...byCreation, "name", "-name"] as const

const labels: Readonly<Record<Sort, string>> = {
  [usual]: Words.orders.newest,
  created_at: Words.orders.oldest,
  name: Words.orders.name,
  "-name": Words.orders.nameBackwards
}

/** The two orders of a column. A first click chooses the first one. */
const ordersOf: Readonly<Record<Key, readonly [Sort, Sort]>> = {
  created_at: [usual, "created_at"],
  name: ["name", "-name"]
}

const isAscending = (sort: Sort): boolean => !sort.startsWith("-")

/** The order in the address, if the list offers it. */
export const useSort = <S extends Sort>(sorts: ReadonlyArray<S>): S | undefined => {
  const [named] = useFilter("sort")
  return sorts.find((each) => each === named)
}

/** The current order and its setter. A new order shows the first page again. */
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

/** The head of a column that sets the list's order. */
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

/** Sets the order on a screen without column heads. */
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
