/** An object by its kind and short id, with a link if a page shows the object. */
import { Link } from "wouter"
import * as Format from "../data/Format.ts"
import * as Links from "../data/Links.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { parts as Words } from "../words/common.ts"

export const ObjectLink = ({ id }: { readonly id: string }) => {
  const { isStaff } = useSignedIn()
  const text = `${Links.kindOf(id) ?? Words.object} ${Format.middle(id)}`
  const place = Links.placeOf(id, isStaff)
  return place === undefined ? <span>{text}</span> : <Link href={place}>{text}</Link>
}
