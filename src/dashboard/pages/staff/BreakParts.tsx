/** Values of a difference, in lists and on pages. */
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
