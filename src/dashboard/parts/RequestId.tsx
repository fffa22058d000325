/** The id of a request that failed; a customer's user can look the request up. */
import { useContext } from "react"
import { Link } from "wouter"
import * as Address from "../data/Address.ts"
import { SignedInContext } from "../data/SignedIn.tsx"

interface Props {
  readonly of: string
  /** In a tab of its own, where going there would lose what is typed. */
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
