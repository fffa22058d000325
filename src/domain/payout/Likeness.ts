/** Likeness of two payouts that screening held, so that one decision helps with the next. */
import * as NameFolding from "../NameFolding.ts"
import type * as PayoutState from "./PayoutState.ts"

/** The facts that are compared. They survive JSON unchanged. */
export interface Likeness {
  readonly phone: string
  /** Words of the recipient's name, folded and in alphabetical order; empty without a name. */
  readonly words: ReadonlyArray<string>
  /** Numbers of the list's entries that sufficed for a hold. */
  readonly entries: ReadonlyArray<string>
}

export type Trait = "phone" | "name" | "list_entry"

type HeldPayout = Pick<PayoutState.Payout, "phone" | "name" | "screening">

/** An entry's label begins with its number. */
const leadingNumber = /^\d+(?= )/

const entriesOf = ({ screening }: HeldPayout): ReadonlyArray<string> => {
  const numbers = (screening?.candidates ?? []).flatMap(
    ({ entry }) => leadingNumber.exec(entry ?? "") ?? []
  )
  return [...new Set(numbers)]
}

const wordsOf = (name: string | null): ReadonlyArray<string> =>
  NameFolding.divided(name ?? "")
    .split(" ")
    .filter((word) => word !== "")
    .sort()

export const of = (payout: HeldPayout): Likeness => ({
  ...{ phone: payout.phone, words: wordsOf(payout.name), entries: entriesOf(payout) }
})

const isSameName = ({ words }: Likeness, name: string | null): boolean =>
  words.length > 0 && wordsOf(name).join(" ") === words.join(" ")

/** The traits that a payout shares with another one; empty if the two are not alike. */
export const sharedTraits = (likeness: Likeness, payout: HeldPayout): ReadonlyArray<Trait> => [
  ...(payout.phone === likeness.phone ? (["phone"] as const) : []),
  ...(isSameName(likeness, payout.name) ? (["name"] as const) : []),
  ...(entriesOf(payout).some((entry) => likeness.entries.includes(entry))
    ? (["list_entry"] as const)
    : [])
]

/** True if screening has held this payout, and it is like the other one. */
export const isLike = (
  likeness: Likeness,
  payout: HeldPayout & Pick<PayoutState.Payout, "holdReason">
): boolean => payout.holdReason !== null && sharedTraits(likeness, payout).length > 0
