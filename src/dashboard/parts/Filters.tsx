/** Filters of a list. They are part of the address, so that a list can be linked and revisited. */
import { Search, SlidersHorizontal } from "lucide-react"
import { Children, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useSearchParams } from "wouter"
import * as Format from "../data/Format.ts"
import * as PageStarts from "../data/PageStarts.ts"
import { lists as Words } from "../words/common.ts"

/** A filter's value and its setter. A new value shows the first page again. */
export const useFilter = (name: string) => {
  const [search, setSearch] = useSearchParams()
  const value = search.get(name) ?? ""
  const set = (next: string) =>
    setSearch(
      (before) => {
        if (next === "") before.delete(name)
        else before.set(name, next)
        for (const place of ["offset", PageStarts.chosen]) before.delete(place)
        return before
      },
      { replace: true }
    )
  return [value, set] as const
}

/** A narrow screen with more filters hides them behind a button, except the search. */
const shownOnNarrow = 2

/** Search parameters that are not filters. */
const others = ["offset", "rows", "sort", "view"]

export const Filters = ({ children }: { readonly children: ReactNode }) => {
  const [search] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const isMany = Children.toArray(children).length > shownOnNarrow
  const chosen = [...search.keys()].filter((name) => !others.includes(name)).length
  return (
    <search className={isMany && !isOpen ? "filters filters-folded" : "filters"}>
      {children}
      {isMany && (
        <button
          type="button"
          className="button button-plain filters-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden />
          {Words.filters(chosen)}
        </button>
      )}
    </search>
  )
}

const typingMs = 250

export const SearchFilter = ({
  label,
  name = "search"
}: {
  readonly label: string
  readonly name?: string
}) => {
  const [value, set] = useFilter(name)
  const [typed, setTyped] = useState(value)
  /** The value that this box last read from the address or wrote to it. */
  const known = useRef(value)
  const id = useId()
  useEffect(() => {
    if (value === known.current) return
    // A link or the browser's history changed the search.
    known.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const next = typed.trim()
    if (next === known.current) return
    // The list is searched when typing pauses.
    const timer = setTimeout(() => {
      known.current = next
      set(next)
    }, typingMs)
    return () => clearTimeout(timer)
  })
  return (
    // The box has room for its icon and its whole placeholder.
    <div
      className="filter filter-search"
      style={{ minWidth: `min(100%, ${label.length}ch + 3.5rem)` }}
    >
      <label htmlFor={id} className="hidden">
        {label}
      </label>
      <Search aria-hidden />
      <input
        id={id}
        type="search"
        className="input"
        placeholder={label}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  )
}

export const SelectFilter = ({
  label,
  name,
  options
}: {
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
}) => {
  const [value, set] = useFilter(name)
  const id = useId()
  // A link may choose a value that is not an option. It filters the list, so it must be shown.
  const isKnown = value === "" || options.some(([each]) => each === value)
  const all = isKnown ? options : [[value, value] as const, ...options]
  return (
    <div className="filter">
      <label htmlFor={id} className="hidden">
        {label}
      </label>
      <select id={id} className="input" value={value} onChange={(event) => set(event.target.value)}>
        <option value="">{Words.all(label)}</option>
        {all.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

export const DateFilter = ({ label, name }: { readonly name: string; readonly label: string }) => {
  const [value, set] = useFilter(name)
  const id = useId()
  return (
    <div className="filter filter-date">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className="input"
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  )
}

/** The first and last day of a list, with the time zone of these days. */
export const DateRange = () => (
  <div className="filter-days">
    <DateFilter name="from" label={Words.from} />
    <DateFilter name="to" label={Words.to} />
    <span className="faint">{Words.daysIn(Format.zone)}</span>
  </div>
)

/** The time at which a day begins in the viewer's time zone. */
export const dayStart = (day: string): string | undefined =>
  day === "" ? undefined : new Date(`${day}T00:00:00`).toISOString()

export const dayEnd = (day: string): string | undefined =>
  day === "" ? undefined : new Date(`${day}T23:59:59.999`).toISOString()

/** A filter by refund, for lists of payouts and batches. */
export const RefundFilter = () => (
  <SelectFilter name="refund" label={Words.refund.label} options={[["open", Words.refund.open]]} />
)
