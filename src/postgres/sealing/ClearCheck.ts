/**
 * The check that an entry of the log is sealed: its clear form has no personal data. An entry that
 * was written past the service would keep such data for ever, whatever is erased.
 */
import * as Entry from "../../engine/ports/Entry.ts"
import * as ClearForm from "./ClearForm.ts"

/** The fields with personal data of events, by tag. */
export const fieldsByTag: ReadonlyMap<string, ReadonlyArray<ClearForm.Field>> = new Map(
  Entry.Event.members.flatMap((member) => {
    const fields = ClearForm.fieldsOf(member)
    return fields.length === 0 ? [] : [[member.fields._tag.schema.literal, fields] as const]
  })
)

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null

const plainIn = (value: unknown, path: string, isBoxed: boolean): string | undefined =>
  ClearForm.isEmpty(value) || (isBoxed && value === ClearForm.erased) ? undefined : path

/** The path of the first result. */
const first = <A>(
  items: Iterable<A>,
  find: (item: A) => string | undefined
): string | undefined => {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** The path of a field with personal data in clear text. */
const plainField = (
  value: unknown,
  fields: ReadonlyArray<ClearForm.Field>,
  path: string,
  isBoxed: boolean
): string | undefined => {
  if (Array.isArray(value)) {
    return first(value.entries(), ([index, item]) =>
      plainField(item, fields, `${path}.${index}`, isBoxed)
    )
  }
  if (!isJson(value)) return undefined
  return first(fields, ({ fields: inner, name, owner }) =>
    owner === undefined
      ? plainField(value[name], inner, `${path}.${name}`, isBoxed)
      : plainIn(value[name], `${path}.${name}`, isBoxed)
  )
}

const plainInEvents = (events: unknown, isBoxed: boolean): string | undefined => {
  if (!Array.isArray(events)) return undefined
  return first(events.entries(), ([index, event]) => {
    const fields = isJson(event) ? fieldsByTag.get(String(event._tag)) : undefined
    return fields && plainField(event, fields, `events.${index}`, isBoxed)
  })
}

/** The response about a quote is about amounts alone. */
const isOfQuote = (events: unknown): boolean =>
  Array.isArray(events) && events.length === 1 && events[0]?._tag === "QuoteCreated"

/**
 * The path of the first field that has personal data in clear text; `undefined` if there is none.
 * `isBoxed` is true if the entry has a sealed part. Without one, an erased text is not sealed
 * either.
 */
export const unsealed = (clear: unknown, isBoxed: boolean): string | undefined => {
  if (!isJson(clear)) return undefined
  const { events, note, reply } = clear
  const found = plainInEvents(events, isBoxed)
  if (found !== undefined) return found
  // Empty ones are sealed too.
  const isPlain = (text: unknown): boolean => !(isBoxed && text === ClearForm.erased)
  if (note !== undefined && isPlain(note)) return "note"
  if (!isJson(reply) || isOfQuote(events)) return undefined
  if (isPlain(reply.fingerprint)) return "reply.fingerprint"
  return reply.body !== undefined && isPlain(reply.body) ? "reply.body" : undefined
}
