/**
 * Seals drafts for the log, and opens entries of the log. An entry is stored as its clear form,
 * which has no personal data, and as boxes with the personal data of each person. The hash chain
 * covers both, so it is proven without a key.
 *
 * A box contains JSON, and after a line break the response that is kept for retries.
 */
import { Result } from "effect"
import * as Entry from "../../engine/ports/Entry.ts"
import type { Persons } from "../../engine/ports/Persons.ts"
import * as Boxes from "./Boxes.ts"
import * as Cipher from "./Cipher.ts"
import * as ClearForm from "./ClearForm.ts"
import * as PersonKeys from "./PersonKeys.ts"

/** A draft in the form of the log. */
export interface SealedDraft {
  readonly body: string
  /** The boxes; `null` if the draft has no personal data. */
  readonly sealed: Uint8Array | null
  /** Keys that the statement of the entry must store. */
  readonly keys: ReadonlyArray<PersonKeys.PersonKey>
  /** Recipients that the statement hides; absent for most entries. */
  readonly hides?: ReadonlyArray<HiddenRecipient>
}

/** Stands for the keyed hash of a hidden recipient, so that no phone number finds its payouts. */
export const hiddenRecipient = 0

/** A recipient that no search may find from now on. */
export interface HiddenRecipient {
  readonly accountId: string
  /** The keyed hash of the phone number. */
  readonly recipient: bigint
  /** Keys that are destroyed; empty if the data is restricted. */
  readonly destroyedKeys: ReadonlyArray<Uint8Array>
}

/** The bytes of a key's id in hex. */
const bytesOfId = (hex: string): Buffer => Buffer.from(hex, "hex")

/** Ids of the keys that an event destroys or restricts. */
const hiddenKeys = (event: Entry.Event): ReadonlyArray<Buffer> =>
  event._tag === "RecipientErased" || event._tag === "RecipientRestricted"
    ? event.keys.map(bytesOfId)
    : []

/** The recipients that a draft erases or restricts. */
const hiddenBy = (
  keys: PersonKeys.PersonKeys["Service"],
  { events }: Entry.Draft
): ReadonlyArray<HiddenRecipient> =>
  events.flatMap((event) => {
    if (event._tag !== "RecipientErased" && event._tag !== "RecipientRestricted") return []
    const destroyedKeys = event._tag === "RecipientErased" ? event.keys.map(bytesOfId) : []
    return [{ accountId: event.accountId, recipient: keys.hash(event.phone), destroyedKeys }]
  })

/** Lets the keys of a durable entry open restricted data no more, and erased data not at all. */
export const follow = (people: PersonKeys.Loader, { events }: Entry.Draft): void => {
  for (const event of events) {
    if (event._tag === "RecipientErased") people.forget(event.keys.map(bytesOfId))
    else if (event._tag === "RecipientRestricted") {
      people.setRestricted(event.keys.map(bytesOfId), true)
    }
  }
}

const isErasing = ({ events }: Entry.Draft): boolean =>
  events.some(({ _tag }) => _tag === "RecipientErased")

/** Characters and bytes of an entry. */
export const lengthOf = (draft: SealedDraft | undefined): number =>
  draft === undefined ? 0 : draft.body.length + (draft.sealed?.length ?? 0)

const fieldsByTag = new Map(
  Entry.Event.members.flatMap((member) => {
    const fields = ClearForm.fieldsOf(member)
    return fields.length === 0 ? [] : [[member.fields._tag.schema.literal, fields] as const]
  })
)

/** The content of a box. */
interface Content {
  /** Personal data of events by their index. */
  events?: ClearForm.Tree
  from?: string
  note?: string
  /** The fingerprint of the request; the response follows the JSON. */
  fingerprint?: string
}

/** A person of a draft. */
interface Part {
  readonly key: PersonKeys.PersonKey
  readonly content: Content
  response: string
}

type Parts = Map<string, Part>

const { erased } = ClearForm

const lineBreak = "\n"

/** Stands for the erased recipient of a draft, whose key is never stored. */
const erasedPerson = "erased recipient"

const partOf = (parts: Parts, keys: PersonKeys.PersonKeys["Service"], person: string): Part => {
  const existing = parts.get(person)
  if (existing !== undefined) return existing
  const key = person === erasedPerson ? keys.unstored() : keys.of(person)
  const part: Part = { key, content: {}, response: "" }
  parts.set(person, part)
  return part
}

const bytesOf = (content: Content, response: string): Buffer =>
  Buffer.from(JSON.stringify(content) + lineBreak + response, "utf8")

/** The events in their clear form. Their personal data goes to the parts. */
const splitEvents = (
  draft: Entry.Draft,
  people: Persons,
  part: (person: string) => Part
): ReadonlyArray<Entry.Event> => {
  const trees: ClearForm.Trees = new Map()
  const events = draft.events.map((event, index) => {
    const fields = fieldsByTag.get(event._tag)
    if (fields === undefined) return event
    const personOf = () =>
      event._tag === "RecipientErased" ? erasedPerson : people.ofEvent(draft, event)
    return ClearForm.split({ personOf, trees, path: [String(index)] }, event, fields)
  })
  for (const [person, tree] of trees) part(person).content.events = tree
  return events
}

/** The person that a draft's note is about: the first one of its events, or its author. */
const aboutOf = (draft: Entry.Draft, people: Persons, parts: Parts): string => {
  // The reason of an erasure stays readable.
  if (isErasing(draft)) return people.ofReply(draft)
  const [event] = draft.events
  return (
    parts.keys().next().value ??
    (event === undefined ? people.ofReply(draft) : people.ofEvent(draft, event))
  )
}

/** An entry without personal data. */
export const plain = (body: string): SealedDraft => ({ body, sealed: null, keys: [] })

/** Puts the response for retries into a box: of its person, or of all people of the draft. */
const sealReply = (
  draft: Entry.Draft,
  people: Persons,
  parts: Parts,
  part: (person: string) => Part
): Content | undefined => {
  const { reply } = draft
  if (reply === null) return undefined
  const { body, fingerprint } = reply
  if (parts.size > 1 && !isErasing(draft)) return { fingerprint }
  const person = isErasing(draft) ? undefined : parts.keys().next().value
  const owner = part(person ?? people.ofReply(draft))
  owner.content.fingerprint = fingerprint
  owner.response = body
  return undefined
}

/** The clear form of a draft without its events. */
const clearDraft = (
  draft: Entry.Draft,
  events: ReadonlyArray<Entry.Event>,
  isFromUser: boolean
) => {
  const { from, note, reply } = draft
  return {
    ...draft,
    ...(from !== undefined && isFromUser ? { from: erased } : {}),
    events,
    ...(note === undefined ? {} : { note: erased }),
    reply: reply === null ? null : { ...reply, fingerprint: erased, body: erased }
  }
}

/** Seals a draft. */
export const seal = (
  keys: PersonKeys.PersonKeys["Service"],
  people: Persons,
  partition: number,
  draft: Entry.Draft
): SealedDraft => {
  const parts: Parts = new Map()
  const part = (person: string) => partOf(parts, keys, person)
  const events = splitEvents(draft, people, part)
  const joint = sealReply(draft, people, parts, part)
  const { from, note, reply } = draft
  if (note !== undefined) part(aboutOf(draft, people, parts)).content.note = note
  const author = from === undefined ? undefined : people.ofAuthor(draft)
  if (author !== undefined && from !== undefined) part(author).content.from = from
  if (parts.size === 0) return plain(JSON.stringify(draft))
  const clear = clearDraft(draft, events, author !== undefined)
  const count = parts.size + (joint === undefined ? 0 : 1)
  const body = JSON.stringify({ ...clear, boxes: count })
  const binding = Boxes.binding(partition, body)
  const sealed = [...parts.values()]
  const boxes = sealed.map(({ content, key, response }, position) => ({
    keyId: key.id,
    sealed: Cipher.seal(key.secret, Boxes.placed(binding, position), bytesOf(content, response))
  }))
  if (joint !== undefined && reply !== null) {
    const secret = Boxes.jointKey(sealed.map(({ key }) => key.secret.export()))
    const place = Boxes.placed(binding, boxes.length)
    const bytes = bytesOf(joint, reply.body)
    boxes.push({ keyId: Boxes.jointId, sealed: Cipher.seal(secret, place, bytes) })
  }
  const hides = hiddenBy(keys, draft)
  // Later drafts may be written with this one, or after it.
  if (hides.length > 0) keys.retire(draft.events.flatMap(hiddenKeys))
  return {
    ...{ body, sealed: Boxes.write(boxes), keys: sealed.map(({ key }) => key) },
    ...(hides.length === 0 ? {} : { hides })
  }
}

// ----------------------------------------------------------------------------- opening

/** An entry as it is stored. */
export interface Stored {
  readonly body: string
  readonly sealed: Uint8Array | null
}

interface Clear {
  readonly events: unknown
  readonly from?: unknown
  readonly note?: unknown
  readonly boxes?: number
  readonly reply: object | null
}

const parse = (text: string): Result.Result<unknown, string> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: String })

const noBytes = new Uint8Array()

const boxCountOf = (clear: unknown): number => {
  const boxes = typeof clear === "object" && clear !== null && "boxes" in clear ? clear.boxes : 0
  return typeof boxes === "number" ? boxes : 0
}

/** The ids of the keys that entries need, in the order of their boxes. */
export const keyIdsOf = (rows: ReadonlyArray<Stored>): ReadonlyArray<Buffer> =>
  rows.flatMap(({ sealed }) => (sealed === null ? [] : Boxes.keyIds(sealed)))

/** The events of an entry's clear form, as far as they are readable. */
const clearEvents = ({ events }: Pick<Clear, "events">): ReadonlyArray<object> =>
  Array.isArray(events) ? events : []

const hasTag = (event: object, matches: (tag: string) => boolean): boolean =>
  "_tag" in event && typeof event._tag === "string" && matches(event._tag)

/** Ids of the keys that a stored body's events restrict; none if it cannot be read. */
export const restrictedKeysOf = (body: string): ReadonlyArray<Buffer> => {
  const parsed = Result.getOrUndefined(parse(body))
  if (typeof parsed !== "object" || parsed === null || !("events" in parsed)) return []
  return clearEvents(parsed)
    .filter((event) => hasTag(event, (tag) => tag === "RecipientRestricted"))
    .flatMap((event) => ("keys" in event && Array.isArray(event.keys) ? event.keys : []))
    .map((id) => bytesOfId(String(id)))
}

/** True for an entry about requests for an erasure, which stay readable while the data is not. */
const isAboutErasure = (clear: Clear): boolean =>
  clearEvents(clear).some((event) => hasTag(event, (tag) => tag.startsWith("Recipient")))

/** The content of a box in an entry's clear form. */
const withContent = (clear: Clear, content: Content, response: string): Clear => {
  const { events, fingerprint, from, note } = content
  return {
    ...clear,
    ...(from === undefined ? {} : { from }),
    ...(events === undefined ? {} : { events: ClearForm.join(clear.events, events) }),
    ...(note === undefined ? {} : { note }),
    ...(fingerprint === undefined ? {} : { reply: { ...clear.reply, fingerprint, body: response } })
  }
}

/** The same with marks of restricted data. A restricted response is none, as an erased one. */
const withMarks = (clear: Clear, { events, from, note }: Content): Clear => ({
  ...clear,
  ...(from === undefined ? {} : { from: ClearForm.restrict(clear.from, from) }),
  ...(events === undefined ? {} : { events: ClearForm.restrict(clear.events, events) }),
  ...(note === undefined ? {} : { note: ClearForm.restrict(clear.note, note) })
})

/** The key of a box; `undefined` if a key that it needs was erased. */
const keyOf = (
  { keyId }: Boxes.Box,
  boxes: ReadonlyArray<Boxes.Box>,
  keys: PersonKeys.Keys
): PersonKeys.OpeningKey | undefined => {
  if (!keyId.equals(Boxes.jointId)) return keys.get(PersonKeys.nameOf(keyId))
  const others = boxes.flatMap((box) =>
    box.keyId.equals(Boxes.jointId) ? [] : [keys.get(PersonKeys.nameOf(box.keyId))]
  )
  const found = others.flatMap((key) => key ?? [])
  if (found.length !== others.length) return undefined
  return {
    secret: Boxes.jointKey(found.map(({ secret }) => secret.export())),
    isRestricted: found.some(({ isRestricted }) => isRestricted)
  }
}

const openBoxes = (
  clear: Clear,
  boxes: ReadonlyArray<Boxes.Box>,
  binding: Uint8Array,
  keys: PersonKeys.Keys
): Result.Result<Clear, string> => {
  let whole = clear
  for (const [position, box] of boxes.entries()) {
    const key = keyOf(box, boxes, keys)
    if (key === undefined) continue
    const opened = Cipher.open(key.secret, Boxes.placed(binding, position), box.sealed)
    if (Result.isFailure(opened)) return Result.fail("its sealed part was changed")
    const text = opened.success.toString("utf8")
    const end = text.indexOf(lineBreak)
    const parsed = parse(text.slice(0, end))
    if (Result.isFailure(parsed)) return Result.fail("its sealed part cannot be read")
    // A box that opens is as this module wrote it.
    const content = parsed.success as Content
    whole =
      key.isRestricted && !isAboutErasure(clear)
        ? withMarks(whole, content)
        : withContent(whole, content, text.slice(end + 1))
  }
  return Result.succeed(whole)
}

/**
 * Reads an entry. Boxes whose keys are absent stay closed: their data reads `erased`. Fails on
 * anything that this version cannot read in full, and on a box that is not of this entry.
 */
export const open = (
  keys: PersonKeys.Keys,
  partition: number,
  { body, sealed }: Stored
): Result.Result<Entry.Draft, string> => {
  const parsed = parse(body)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const count = boxCountOf(parsed.success)
  if (count === 0 && sealed === null) return Entry.read(parsed.success)
  const boxes = Boxes.read(sealed ?? noBytes)
  if (Result.isFailure(boxes)) return Result.fail(boxes.failure)
  if (boxes.success.length !== count) return Result.fail("its sealed part was cut or extended")
  const binding = Boxes.binding(partition, body)
  // Its shape is proven when it is whole.
  const clear = parsed.success as Clear
  return Result.flatMap(openBoxes(clear, boxes.success, binding, keys), Entry.read)
}
