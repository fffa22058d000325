/** The object that an event is about, as a link where a page shows it. */
import { Link } from "wouter"
import * as Format from "../data/Format.ts"
import * as Links from "../data/Links.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Webhooks from "../data/Webhooks.ts"
import * as Words from "../words/parts/Parts.ts"

interface Props {
  /** The data of the event. */
  readonly of: Readonly<Record<string, unknown>>
  /** Whether the event is a test, whose object does not exist. */
  readonly isTest?: boolean
}

export const EventSubject = ({ isTest = false, of }: Props) => {
  const { isStaff } = useSignedIn()
  const id = Webhooks.subjectOf(of)
  if (id === undefined) return null
  const text = `${Links.kindOf(id) ?? Words.object} ${Format.middle(id)}`
  const place = isTest ? undefined : Links.placeOf(id, isStaff)
  return place === undefined ? <span>{text}</span> : <Link href={place}>{text}</Link>
}
