/** The smallest drafts, each with a unique id. */
import * as Entry from "../../src/engine/ports/Entry.ts"

export const draft = (id: string): Entry.Draft => ({
  v: Entry.version,
  at: 1,
  by: "test",
  events: [{ _tag: "EndpointDeleted", id, at: 1 }],
  reply: null
})

export const idOf = (entry: Entry.Draft): string => {
  const [event] = entry.events
  return event?._tag === "EndpointDeleted" ? event.id : `${event?._tag}`
}
