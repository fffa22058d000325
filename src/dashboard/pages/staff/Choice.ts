/** The chosen payout of a queue. The address names it, so it can be linked. */
import { useEffect, useRef } from "react"
import { useLocation, useSearchParams } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import * as PageStarts from "../../data/PageStarts.ts"

export interface Choice {
  /** `undefined` if the list is empty. */
  readonly chosen: AdminPayout | undefined
  /** True if the address names a payout. A narrow screen then shows it in place of the list. */
  readonly isOpen: boolean
  readonly hrefOf: (payout: AdminPayout) => string
  /** Chooses the payout this many places further. `false` if there is none. */
  readonly move: (places: number) => boolean
}

export const useChoice = (of: ReadonlyArray<AdminPayout>): Choice => {
  const [path, go] = useLocation()
  const [search] = useSearchParams()
  const id = search.get(PageStarts.chosen)
  const last = useRef(0)
  const found = of.findIndex(({ payout_id }) => payout_id === id)
  // A decided payout leaves the list, and the next one takes its place.
  const place = found >= 0 ? found : Math.min(last.current, of.length - 1)
  useEffect(() => {
    last.current = Math.max(0, place)
  }, [place])
  const hrefOf = ({ payout_id }: AdminPayout) => {
    const next = new URLSearchParams(search)
    next.set(PageStarts.chosen, payout_id)
    return `${path}?${next}`
  }
  return {
    chosen: of[place],
    isOpen: id !== null,
    hrefOf,
    move: (places) => {
      const next = of[place + places]
      if (next === undefined) return false
      go(hrefOf(next), { replace: true })
      return true
    }
  }
}
