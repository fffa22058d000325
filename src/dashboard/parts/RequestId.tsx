/** The id of a request that failed; a customer's user can look the request up. */
import { useContext } from "react"
import { Link } from "wouter"
import { SignedInContext } from "../data/SignedIn.tsx"

export const RequestId = ({ of }: { readonly of: string }) => {
  const who = useContext(SignedInContext)
  const id = <code>{of}</code>
  return who === undefined || who.isStaff ? id : <Link href={`/requests/${of}`}>{id}</Link>
}
