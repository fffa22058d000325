/** The quote of a payout, with the fee and the rate of the market. */
import type { Payout } from "../../../client/Generated.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"

/** `undefined` until it is read, of a row of a batch, and for the staff, who read no quotes. */
export const useQuoteOf = ({ quote_id: id }: Pick<Payout, "quote_id">) => {
  const { isStaff } = useSignedIn()
  return useServiceQuery("quotes", ["one", id], ({ api }, call) => api.quotes.get(id ?? "", call), {
    isOn: id !== null && !isStaff
  }).data
}
