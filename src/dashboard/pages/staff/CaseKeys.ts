/**
 * Keyboard shortcuts of a queue: the next and the previous payout, and the keys that buttons name.
 * They are plain letters, so they work only if the focus is in the page's main part and outside its
 * fields.
 */
import { type RefObject, useEffect, useRef } from "react"
import type { AdminPayout } from "../../../client/Generated.ts"
import * as Keys from "../../search/Keys.ts"
import * as Typing from "../../search/Typing.ts"
import type { Choice } from "./Choice.ts"

/** The visible button with this shortcut. */
const buttonOf = (key: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll<HTMLButtonElement>("button[aria-keyshortcuts]")].find(
    (button) =>
      button.getAttribute("aria-keyshortcuts")?.toLowerCase() === key &&
      button.offsetParent !== null
  )

/**
 * Handles the shortcuts. `true` if a key has just chosen a payout, whose heading then takes the
 * focus.
 */
export const useCaseKeys = (
  of: ReadonlyArray<AdminPayout>,
  { move }: Pick<Choice, "move">
): RefObject<boolean> => {
  const isMoving = useRef(false)
  useEffect(() => {
    if (of.length === 0) return
    const press = (event: KeyboardEvent) => {
      if (!Typing.isLetterAlone(event)) return
      const key = event.key.toLowerCase()
      if (key === Keys.next || key === Keys.previous) {
        isMoving.current = move(key === Keys.next ? 1 : -1)
        event.preventDefault()
        return
      }
      const button = buttonOf(key)
      if (button === undefined) return
      event.preventDefault()
      button.click()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [of, move])
  return isMoving
}
