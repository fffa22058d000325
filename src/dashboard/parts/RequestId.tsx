/** The id of a failed request. A customer's user gets a link to the request. */
import { useContext } from "react"
import { Link } from "wouter"
import * as Address from "../data/Address.ts"
import { SignedInContext } from "../data/SignedIn.tsx"

interface Props {
  readonly of: string
  /** True if the link opens another tab, because the page may hold unsaved input. */
  readonly isBeside?: boolean
}

export const RequestId = ({ isBeside = false, of }: Props) => {
  const who = useContext(SignedInContext)
  const id = <code>{of}</code>
  if (who === undefined || who.isStaff) return id
  const place = `/requests/${of}`
  if (!isBeside) return <Link href={place}>{id}</Link>
  return (
    <a href={`/dashboard${Address.baseOf(who.grant)}${place}`} target="_blank" rel="noopener">
      {id}
    </a>
  )
}
