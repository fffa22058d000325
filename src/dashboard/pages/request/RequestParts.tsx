/** Parts that the request list and the page of one request share. */
import { Link } from "wouter"
import type { LoggedRequest } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import * as Links from "../../data/Links.ts"
import type * as Status from "../../data/Status.ts"
import { requestParts as Words } from "../../words/requests.ts"

const toneOf = (status: number): Status.Tone => {
  if (status < 400) return "good"
  return status < 500 ? "warn" : "bad"
}

/** The status code of a response. */
export const Code = ({ of }: { readonly of: number }) => (
  <span className={`badge tone-${toneOf(of)}`}>{of}</span>
)

/** The status code of a request whose client closed the connection before the response. */
const clientLeft = 499

export const Outcome = ({
  isWhole = false,
  of
}: {
  readonly of: LoggedRequest
  /** True to include details that are too long for a list. */
  readonly isWhole?: boolean
}) => (
  <span className="outcome">
    {of.status < 400 ? of.status : <Code of={of.status} />}
    {of.error_code !== null && (
      <>
        {" "}
        <code>{of.error_code}</code>
      </>
    )}
    {of.status === clientLeft && <span className="faint"> {Words.clientLeft}</span>}
    {of.replayed && (
      <span className="faint" title={Words.replayedHint}>
        {" "}
        {Words.replayed}
        {isWhole && ` ${Words.sameKey}`}
      </span>
    )}
  </span>
)

/** The name of the API key or the user. */
export const Caller = ({ of }: { readonly of: LoggedRequest }) => {
  const { caller_id: id, caller_name: name } = of
  const text = name ?? `${Links.kindOf(id) ?? ""} ${Format.middle(id)}`.trim()
  const place = Links.placeOf(id, false)
  return (
    <span className="caller">{place === undefined ? text : <Link href={place}>{text}</Link>}</span>
  )
}
