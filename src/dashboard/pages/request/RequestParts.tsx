/** What the list of requests and the page of one show in the same way. */
import { Link } from "wouter"
import type { LoggedRequest } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import * as Links from "../../data/Links.ts"
import * as Words from "../../words/request/RequestParts.ts"

/** Status and error code. */
export const Outcome = ({ of }: { readonly of: LoggedRequest }) => (
  <span className={of.status >= 400 ? "outcome bad" : "outcome"}>
    {of.status}
    {of.error_code !== null && (
      <>
        {" "}
        <code>{of.error_code}</code>
      </>
    )}
    {of.replayed && <span className="faint"> {Words.repeated}</span>}
  </span>
)

/** The API key or the user, by name. */
export const Caller = ({ of }: { readonly of: LoggedRequest }) => {
  const { caller_id: id, caller_name: name } = of
  const text = name ?? `${Links.kindOf(id) ?? ""} ${Format.middle(id)}`.trim()
  const place = Links.placeOf(id, false)
  return place === undefined ? <span>{text}</span> : <Link href={place}>{text}</Link>
}
