/** Handles the keys that work on every page, and shows the sheet that lists them. */
import { useEffect, useState } from "react"
import type { NavItem } from "../Navigation.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { search as Words } from "../words/shell.ts"
import * as Keys from "./Keys.ts"
import { SearchDialog } from "./SearchDialog.tsx"
import * as Typing from "./Typing.ts"

const Sheet = ({
  isStaff,
  onClose
}: {
  readonly isStaff: boolean
  readonly onClose: () => void
}) => (
  <Dialog title={Words.shortcuts} onClose={onClose}>
    <dl className="facts keys">
      {[...Keys.sheet, ...(isStaff ? Keys.queueSheet : [])].map(([keys, what]) => (
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

export type Opened = "search" | "sheet" | undefined

/** The open dialog, and the function that opens another or none. */
export const useShortcuts = () => {
  const [opened, open] = useState<Opened>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (Typing.isDialogOpen()) return
      const asked = Keys.askedBy(event, Typing.isTyping(event.target))
      if (asked === undefined) return
      event.preventDefault()
      open(asked)
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
  return { opened, open }
}

interface Props {
  readonly opened: Opened
  readonly onClose: () => void
  readonly places: ReadonlyArray<NavItem>
  /** True if the sheet lists the shortcuts of queues. */
  readonly isStaff: boolean
}

export const Shortcuts = ({ isStaff, onClose, opened, places }: Props) => {
  if (opened === "search") return <SearchDialog onClose={onClose} places={places} />
  return opened === "sheet" ? <Sheet isStaff={isStaff} onClose={onClose} /> : null
}
