/** Words of saved views. */
import type { ReactNode } from "react"

export const title = "Saved views"
export const all = "All"

export const save = "Save view"
export const saved = "The view is saved."
export const tooMany = (max: number): string => `There are ${max} views already. Delete one first.`
export const effect = (account: string): string =>
  `Keeps the filters, search, order and page size for ${account} in this browser. A view with the same name is replaced.`

export const rename = "Rename"
export const renameTitle = "Rename view"
export const renamed = "The view is renamed."
export const taken = (name: string): string => `Another view has the name ${name}.`

/** The button, with what it is about for screen readers. */
export const renameOf = (name: string): ReactNode => (
  <>
    Rename<span className="hidden"> the view {name}</span>
  </>
)

export const remove = {
  label: "Delete",
  title: "Delete this view?",
  done: "The view is deleted."
} as const
export const removal = (name: string): string =>
  `${name} is no longer in this list. No payout changes.`
