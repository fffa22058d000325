/** The object that an event is about. */
import { Link } from "wouter"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Webhooks from "../data/Webhooks.ts"
import { kinds } from "../words/common.ts"
import { ObjectLink } from "./ObjectLink.tsx"

export const EventSubject = ({ of }: { readonly of: Readonly<Record<string, unknown>> }) => {
  const { isStaff } = useSignedIn()
  const [id] = Webhooks.subjectsOf(of)
  if (id !== undefined) return <ObjectLink id={id} />
  if (!Webhooks.isAboutBalance(of)) return null
  return isStaff ? <span>{kinds.bal}</span> : <Link href="/balance">{kinds.bal}</Link>
}
