/** Text as a machine sent it, with a button that copies it. */

import * as Words from "../words/parts/Parts.ts"
import { CopyButton } from "./Value.tsx"

interface Props {
  readonly text: string
  readonly title: string
  /** Whether all of it is shown at once: what its page is for. */
  readonly isWhole?: boolean
}

export const Snippet = ({ isWhole = false, text, title }: Props) => (
  <div className={isWhole ? "snippet snippet-whole" : "snippet"}>
    <div className="snippet-head">
      <h3>{title}</h3>
      {text !== "" && <CopyButton text={text} label={Words.copyOf(title.toLowerCase())} />}
    </div>
    {text === "" ? (
      <p className="faint">{Words.empty}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what is wider than its place
      <pre tabIndex={0}>{text}</pre>
    )}
  </div>
)
