/** Text as a machine sent it, with a copy button. */
import { Fragment } from "react"
import { Link } from "wouter"
import * as Links from "../data/Links.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { parts as Words } from "../words/common.ts"
import { CopyButton } from "./Value.tsx"

interface Props {
  readonly text: string
  readonly title: string
  /** True if the text never scrolls, on a page that exists for it. */
  readonly isWhole?: boolean
  /** True if ids in the text link to their objects. */
  readonly hasLinks?: boolean
}

const ids = /"([a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26,45})"/

const Linked = ({ text }: { readonly text: string }) => {
  const { isStaff } = useSignedIn()
  const [start, ...rest] = text.split(ids)
  const pairs = rest.flatMap((id, index) => (index % 2 === 0 ? [[id, rest[index + 1]]] : []))
  return (
    <>
      {start}
      {pairs.map(([id = "", after = ""], at) => {
        const place = Links.placeOf(id, isStaff)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an id may occur twice
          <Fragment key={at}>
            "{place === undefined ? id : <Link href={place}>{id}</Link>}"{after}
          </Fragment>
        )
      })}
    </>
  )
}

export const Snippet = ({ hasLinks = false, isWhole = false, text, title }: Props) => (
  <div className={isWhole ? "snippet snippet-whole" : "snippet"}>
    <div className="snippet-head">
      <h3>{title}</h3>
      {text !== "" && <CopyButton text={text} label={Words.copyOf(title.toLowerCase())} />}
    </div>
    {text === "" ? (
      <p className="faint">{Words.empty}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what is wider than its place
      <pre tabIndex={0}>{hasLinks ? <Linked text={text} /> : text}</pre>
    )}
  </div>
)
