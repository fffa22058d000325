/** The object that an event is about. */
import * as Webhooks from "../data/Webhooks.ts"
import { ObjectLink } from "./ObjectLink.tsx"

export const EventSubject = ({ of }: { readonly of: Readonly<Record<string, unknown>> }) => {
  const [id] = Webhooks.subjectsOf(of)
  return id === undefined ? null : <ObjectLink id={id} />
}
