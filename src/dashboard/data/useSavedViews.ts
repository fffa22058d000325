/** Saved views, which this browser keeps for each account. */
import { useMemo, useSyncExternalStore } from "react"
import * as SavedViews from "./SavedViews.ts"

const keyOf = (scope: string): string => `payout-views ${scope}`

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab may change the views.
  addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    removeEventListener("storage", listener)
  }
}

/** The views of an account, or of the staff for `staff`, and a function that replaces them. */
export const useSavedViews = (scope: string) => {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(scope)))
  const views = useMemo(() => SavedViews.parse(text), [text])
  const keep = (next: ReadonlyArray<SavedViews.View>) => {
    localStorage.setItem(keyOf(scope), JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  return { views, keep }
}
