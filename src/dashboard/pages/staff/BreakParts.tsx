/** Values of a difference, in lists and on pages. */
import type { Difference } from "../../../client/Generated.ts"
import type { Column } from "../../parts/Listing.tsx"
import { ObjectLink } from "../../parts/ObjectLink.tsx"
import { Money } from "../../parts/Value.tsx"
import { reconciliation as Words } from "../../words/reconciliation.ts"

/** The amount of one side. Some differences have no amounts. */
export const Side = ({
  currency,
  of
}: {
  readonly of: string | null
  readonly currency: string | null
}) => (of === null || currency === null ? Words.noAmount : <Money of={of} currency={currency} />)

/** The payout, batch or balance of a difference. */
export const Subject = ({ id }: { readonly id: string | null }) =>
  id === null ? Words.noSubject : <ObjectLink id={id} />

/** Columns with the amounts of both sides. */
export const sideColumns: ReadonlyArray<
  Column<Pick<Difference, "books_amount" | "reported_amount" | "currency">>
> = [
  {
    head: Words.books,
    kind: "number",
    cell: ({ books_amount, currency }) => <Side of={books_amount} currency={currency} />
  },
  {
    head: Words.reported,
    kind: "number",
    cell: ({ currency, reported_amount }) => <Side of={reported_amount} currency={currency} />
  }
]

/** Columns of a difference, which a break has too. */
export const comparedColumns: ReadonlyArray<
  Column<
    Pick<Difference, "source" | "subject_id" | "books_amount" | "reported_amount" | "currency">
  >
> = [
  { head: Words.source, cell: ({ source }) => Words.sourceOf(source) },
  { head: Words.subject, cell: ({ subject_id: id }) => <Subject id={id} /> },
  ...sideColumns
]
