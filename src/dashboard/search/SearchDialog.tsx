/** The search box, which opens over every page and needs only the keyboard. */
import { Search } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useState } from "react"
import { useLocation } from "wouter"
import type { NavItem } from "../Navigation.tsx"
import { Trouble } from "../parts/Answer.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { search as Words } from "../words/shell.ts"
import * as Results from "./Results.ts"
import { useResults } from "./useResults.ts"

const typingMs = 200

/** The typed text after a pause in typing. */
const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

interface ListProps {
  readonly id: string
  readonly groups: ReadonlyArray<Results.Group>
  readonly chosen: Results.Result | undefined
  readonly onChoose: (result: Results.Result) => void
}

const optionId = (list: string, { key }: Results.Result): string =>
  `${list}-${key.replaceAll(/[^\w]/g, "-")}`

const List = ({ chosen, groups, id, onChoose }: ListProps) => (
  <div id={id} role="listbox" aria-label={Words.results} className="found">
    {groups.map(({ label, results }) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a listbox
      <div key={label} role="group" aria-label={label}>
        <p className="found-label" aria-hidden>
          {label}
        </p>
        {results.map((result) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above handles the keyboard
          <div
            key={result.key}
            id={optionId(id, result)}
            role="option"
            tabIndex={-1}
            aria-selected={result === chosen}
            className="found-one"
            onClick={() => onChoose(result)}
          >
            <span>{result.title}</span>
            {result.about !== undefined && <span className="faint">{result.about}</span>}
          </div>
        ))}
      </div>
    ))}
  </div>
)

const messageOf = (typed: string, isWaiting: boolean, count: number): string => {
  if (isWaiting) return Words.searching
  if (count > 0) return Words.found(count)
  return typed === "" ? "" : Words.nothing
}

const useBox = (places: ReadonlyArray<NavItem>) => {
  const [typed, type] = useState("")
  const [at, setAt] = useState(0)
  const settled = useSettled(typed)
  const { error, groups, isAsking } = useResults(settled, places)
  const all = Results.flat(groups)
  const chosen = all[Math.min(at, all.length - 1)]
  const isWaiting = isAsking || settled !== typed.trim()
  return {
    ...{ typed, groups, error, chosen, isWaiting, count: Results.count(all) },
    type: (text: string) => {
      type(text)
      setAt(0)
    },
    move: (key: string): boolean => {
      const next = Results.moved(Math.min(at, all.length - 1), key, all.length)
      if (next !== undefined) setAt(next)
      return next !== undefined
    }
  }
}

export const SearchDialog = ({
  onClose,
  places
}: {
  readonly onClose: () => void
  readonly places: ReadonlyArray<NavItem>
}) => {
  const [, navigate] = useLocation()
  const id = useId()
  const { chosen, count, error, groups, isWaiting, move, type, typed } = useBox(places)
  const go = (result: Results.Result) => {
    onClose()
    if (result.isOutside) location.assign(result.href)
    else navigate(result.href)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && chosen !== undefined && !isWaiting) go(chosen)
    // Home and End move the cursor if there is text.
    const isOfText = typed !== "" && (event.key === "Home" || event.key === "End")
    if (event.key === "Enter" || (!isOfText && move(event.key))) event.preventDefault()
  }
  useEffect(() => {
    if (chosen === undefined) return
    document.getElementById(optionId(id, chosen))?.scrollIntoView({ block: "nearest" })
  }, [chosen, id])
  return (
    <Dialog title={Words.title} onClose={onClose}>
      <form className="finder" onSubmit={(event) => event.preventDefault()}>
        <Search aria-hidden />
        <input
          type="text"
          className="input"
          role="combobox"
          aria-label={Words.label}
          aria-expanded={count > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(id, chosen)}
          placeholder={Words.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </form>
      {error !== null && error !== undefined && <Trouble error={error} />}
      {count > 0 && <List id={id} groups={groups} chosen={chosen} onChoose={go} />}
      <p className="found-note" role="status">
        {messageOf(typed, isWaiting, count)}
      </p>
    </Dialog>
  )
}
