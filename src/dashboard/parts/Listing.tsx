/**
 * A list with its pages and its loading, empty and error states. It is a table on a wide screen and
 * cards on a narrow one. The address contains the current page.
 */
import type { UseQueryResult } from "@tanstack/react-query"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { type ReactNode, useEffect } from "react"
import { useSearchParams } from "wouter"
import * as KeptFilters from "../data/KeptFilters.ts"
import * as PageStarts from "../data/PageStarts.ts"
import { lists as Words } from "../words/common.ts"
import { Awaited, Trouble } from "./Answer.tsx"
import { Button } from "./Button.tsx"
import { type Sort, SortHead, SortSelect } from "./Sorting.tsx"
import { TableFrame } from "./TableFrame.tsx"

export interface Column<A> {
  readonly head: string
  /** The order that this column sets, if the list has that order. */
  readonly sort?: "created_at" | "name"
  readonly cell: (row: A) => ReactNode
  readonly kind?: "number" | "main" | "status" | "actions"
  /** True if the value explains itself. On a narrow screen it has no head and shares a line. */
  readonly isPlain?: boolean
}

interface Rows<A> {
  readonly data: ReadonlyArray<A>
  readonly total?: number
  readonly limit?: number
  readonly next_cursor?: string | null
}

interface TableProps<A> {
  /** The table's name, for screen readers. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  readonly idOf: (row: A) => string
  /** The orders that the list offers. */
  readonly sorts?: ReadonlyArray<Sort>
  /** A last row, with one cell per column. */
  readonly totals?: ReadonlyArray<ReactNode>
}

const classOf = <A,>({ isPlain = false, kind }: Column<A>): string | undefined =>
  [kind && `cell-${kind}`, isPlain && "cell-plain"].filter(Boolean).join(" ") || undefined

const Head = <A,>({
  of: column,
  sorts
}: {
  readonly of: Column<A>
  readonly sorts: ReadonlyArray<Sort>
}) => {
  const { head, kind, sort } = column
  const className = classOf(column)
  if (sort !== undefined && sorts.includes(sort)) {
    return <SortHead head={head} of={sort} sorts={sorts} className={className} />
  }
  return (
    <th scope="col" className={className}>
      {kind === "actions" ? <span className="hidden">{head}</span> : head}
    </th>
  )
}

export const Table = <A,>({ caption, columns, idOf, rows, sorts = [], totals }: TableProps<A>) => (
  <TableFrame label={caption}>
    <table className="table">
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.head} of={column} sorts={sorts} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)}>
            {columns.map((column) => (
              <td key={column.head} className={classOf(column)} data-label={column.head}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            {columns.map((column, at) => (
              <td key={column.head} className={classOf(column)} data-label={column.head}>
                {totals[at]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </TableFrame>
)

const pageSizes = [20, 50, 100] as const
const sizeKey = "rows-per-page"

/** The page size in the address, else the one that this browser used last. */
const sizeOf = (search: URLSearchParams): number => {
  const wanted = Number(search.get("rows") ?? localStorage.getItem(sizeKey))
  return pageSizes.find((each) => each === wanted) ?? pageSizes[0]
}

const offsetOf = (search: URLSearchParams): number => {
  const offset = Number(search.get("offset") ?? 0)
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}

/** The parameters of the request for one page. */
type Page = { readonly limit: number } & ({ readonly offset: number } | { readonly cursor: string })

/** The page in the address. Its filters are kept, so that a link back to the list restores them. */
export const usePage = (): Page => {
  const [search] = useSearchParams()
  const filters = search.toString()
  useEffect(
    () => KeptFilters.keep(location.pathname, filters === "" ? "" : `?${filters}`),
    [filters]
  )
  const [limit, offset] = [sizeOf(search), offsetOf(search)]
  const cursor = PageStarts.find(location.pathname, search, offset)
  return cursor === undefined ? { limit, offset } : { limit, cursor }
}

const PageSize = () => {
  const [search, setSearch] = useSearchParams()
  const choose = (size: string) => {
    localStorage.setItem(sizeKey, size)
    setSearch((before) => {
      before.set("rows", size)
      before.delete("offset")
      return before
    })
  }
  return (
    <select
      className="input pager-size"
      aria-label={Words.rowsPerPage}
      value={sizeOf(search)}
      onChange={(event) => choose(event.target.value)}
    >
      {pageSizes.map((size) => (
        <option key={size} value={size}>
          {Words.rows(size)}
        </option>
      ))}
    </select>
  )
}

interface PagerProps {
  readonly of: UseQueryResult<Rows<unknown>>
  readonly range?: typeof Words.range | undefined
}

/** The page navigation, or nothing if all rows fit the smallest page. */
export const Pager = ({ of, range = Words.range }: PagerProps) => {
  const [search, setSearch] = useSearchParams()
  const offset = offsetOf(search)
  const { data: rows = [], limit = 0, next_cursor: cursor, total = rows.length } = of.data ?? {}
  const end = offset + rows.length
  useEffect(() => {
    // Rows of the previous page have another cursor.
    if (of.isPlaceholderData || cursor === undefined || cursor === null) return
    PageStarts.keep(location.pathname, search, end, cursor)
  }, [of.isPlaceholderData, cursor, search, end])
  const go = (to: number) =>
    setSearch((before) => {
      before.delete(PageStarts.chosen)
      if (to <= 0) before.delete("offset")
      else before.set("offset", String(to))
      return before
    })
  if (total <= pageSizes[0]) return null
  const last = Math.min(offset + limit, total)
  // Pages that fold entries into rows differ in length.
  const before = PageStarts.before(location.pathname, search, offset)
  const goOn = () => {
    PageStarts.keepBefore(location.pathname, search, last, offset)
    go(last)
  }
  return (
    <nav className="pager" aria-label={Words.pages}>
      <span className="faint" aria-live="polite">
        {of.isPlaceholderData ? Words.loading : range(offset + 1, last, total)}
      </span>
      <PageSize />
      <Button
        isSmall
        icon={ChevronLeft}
        disabled={offset === 0}
        onClick={() => go(before ?? Math.max(0, offset - sizeOf(search)))}
      >
        {Words.previous}
      </Button>
      <Button isSmall icon={ChevronRight} disabled={last >= total} onClick={goOn}>
        {Words.next}
      </Button>
    </nav>
  )
}

interface Props<A> extends Omit<TableProps<A>, "rows">, Pick<PagerProps, "range"> {
  readonly of: UseQueryResult<Rows<A>>
  readonly empty: ReactNode
}

export const Listing = <A,>({ empty, of, range, ...table }: Props<A>) => {
  const [search] = useSearchParams()
  const { data } = of
  if (data === undefined) {
    return of.isError ? (
      <Trouble error={of.error} onRetry={() => of.refetch()} />
    ) : (
      <Awaited of={of} lines={6} />
    )
  }
  return (
    <div className={of.isPlaceholderData ? "listing listing-old" : "listing"}>
      {of.isError && <Trouble error={of.error} onRetry={() => of.refetch()} />}
      {data.data.length === 0 && offsetOf(search) === 0 ? (
        empty
      ) : (
        <>
          {table.sorts !== undefined && <SortSelect sorts={table.sorts} />}
          <Table {...table} rows={data.data} />
        </>
      )}
      {data.limit !== undefined && <Pager of={of} range={range} />}
    </div>
  )
}
