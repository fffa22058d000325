/** Keys that work on every page, and the sheet that lists them. */
import { useEffect, useState } from "react"
import type { Place } from "../Navigation.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import * as Words from "../words/search/Search.ts"
import * as Keys from "./Keys.ts"
import { SearchDialog } from "./SearchDialog.tsx"

const Sheet = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={Words.shortcuts} onClose={onClose}>
    <dl className="facts keys">
      {Keys.sheet.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <div className="dialog-foot">
      <Button onClick={onClose}>{Words.close}</Button>
    </div>
  </Dialog>
)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))

export type Opened = "search" | "sheet" | undefined

/** What is open, by key or by a button. */
export const useShortcuts = () => {
  const [opened, open] = useState<Opened>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.querySelector("dialog[open]") !== null) return
      const asked = Keys.askedBy(event, isTyping(event.target))
      if (asked === undefined) return
      event.preventDefault()
      open(asked)
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
  return { opened, open }
}

export const Shortcuts = ({
  onClose,
  opened,
  places
}: {
  readonly opened: Opened
  readonly onClose: () => void
  readonly places: ReadonlyArray<Place>
}) => {
  if (opened === "search") return <SearchDialog onClose={onClose} places={places} />
  return opened === "sheet" ? <Sheet onClose={onClose} /> : null
}
