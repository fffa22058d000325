/** The event names of an endpoint. */
import { common as CommonWords } from "../../words/common.ts"

export const EventNames = ({ of }: { readonly of: ReadonlyArray<string> }) =>
  of.includes("*") ? CommonWords.allEvents : <code>{of.join(", ")}</code>
