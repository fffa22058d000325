/** Customers' accounts by name, as links and as a filter, for the staff. */
import { Link } from "wouter"
import * as Format from "../data/Format.ts"
import * as Names from "../data/Names.ts"
import { common as CommonWords, parts as Words } from "../words/common.ts"
import { SearchFilter, SelectFilter, useFilter } from "./Filters.tsx"

export const AccountLink = ({ id }: { readonly id: string }) => (
  <Link href={`/accounts/${id}`} title={id}>
    {Names.useAccountName(id) ?? Format.middle(id)}
  </Link>
)

/** Filters by account. If there are more accounts than known names, the filter takes an id. */
export const AccountFilter = () => {
  const names = Names.useAccountNames()
  const [chosen] = useFilter("account_id")
  if (names.size >= Names.readMax) return <SearchFilter name="account_id" label={Words.accountId} />
  const isUnknown = chosen !== "" && !names.has(chosen)
  const options = [...names, ...(isUnknown ? [[chosen, Format.middle(chosen)] as const] : [])]
  return <SelectFilter name="account_id" label={CommonWords.account} options={options} />
}
