/** The events that an endpoint gets. */
import * as CommonWords from "../../words/Common.ts"

export const EventNames = ({ of }: { readonly of: ReadonlyArray<string> }) =>
  of.includes("*") ? CommonWords.allEvents : <code>{of.join(", ")}</code>
