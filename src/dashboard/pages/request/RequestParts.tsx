/** What the list of requests and the page of one show in the same way. */
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

/** The status of an answer. */
export const Code = ({ of }: { readonly of: number }) => (
  <span className={`badge tone-${toneOf(of)}`}>{of}</span>
)

/** Status and error code. */
/** The status of a request whose client closed the connection before the answer. */
const clientLeft = 499

export const Outcome = ({
  isWhole = false,
  of
}: {
  readonly of: LoggedRequest
  /** With all that there is to say, which is too long for a list. */
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

/** The API key or the user, by name. */
export const Caller = ({ of }: { readonly of: LoggedRequest }) => {
  const { caller_id: id, caller_name: name } = of
  const text = name ?? `${Links.kindOf(id) ?? ""} ${Format.middle(id)}`.trim()
  const place = Links.placeOf(id, false)
  return (
    <span className="caller">{place === undefined ? text : <Link href={place}>{text}</Link>}</span>
  )
}
