/**
 * Seals drafts for the log, and opens entries of the log. An entry is stored as its clear form,
 * which has no personal data, and as boxes with the personal data of each person. The hash chain
 * covers both, so it is proven without a key.
 *
 * A box contains JSON, and after a line break the response that is kept for retries.
 */
import { Effect, Result } from "effect"
import { type DataSubjects, recipient } from "../../engine/ports/DataSubjects.ts"
import * as Entry from "../../engine/ports/Entry.ts"
import * as Boxes from "./Boxes.ts"
import * as Cipher from "./Cipher.ts"
import * as ClearCheck from "./ClearCheck.ts"
import * as ClearForm from "./ClearForm.ts"
import * as PersonKeys from "./PersonKeys.ts"

/** A draft in the form of the log. */
export interface SealedDraft {
  readonly body: string
  /** The boxes; `null` if the draft has no personal data. */
  readonly sealed: Uint8Array | null
  /** Keys that the statement of the entry must store. */
  readonly keys: ReadonlyArray<PersonKeys.PersonKey>
  /** Absent for most entries. */
  readonly hides?: Hiding
}

/** Stands for the keyed hash of an erased recipient, so that no phone number finds its payouts. */
export const erasedRecipient = 0n

/** A recipient that no search may find from now on. */
interface HiddenRecipient {
  readonly accountId: string
  /** The keyed hash of the phone number. */
  readonly recipient: bigint
  /** The keyed hash that stands for the number from now on. */
  readonly recipientAfter: bigint
  /** Milliseconds. Payouts that were created then or later stay. */
  readonly createdBefore: number
}

/** Changes of tables by the statement of an erasure or a restriction. */
export interface Hiding {
  readonly recipients: ReadonlyArray<HiddenRecipient>
  /** Ids of the recipients' beneficiaries, which are deleted. */
  readonly beneficiaries: ReadonlyArray<string>
  readonly destroyedKeys: ReadonlyArray<Uint8Array>
  readonly restrictedKeys: ReadonlyArray<Uint8Array>
}

/** The bytes of a key's id in hex. */
const bytesOfId = (hex: string): Buffer => Buffer.from(hex, "hex")

const isErasure = ({ _tag }: Pick<Entry.Event, "_tag">): boolean =>
  _tag === "RecipientErased" || _tag === "PersonErased"

const isErasing = ({ events }: Entry.Draft): boolean => events.some(isErasure)

const hiddenBy = (
  keys: PersonKeys.PersonKeys["Service"],
  event: Extract<Entry.Event, { readonly _tag: "RecipientErased" | "RecipientRestricted" }>
): HiddenRecipient => {
  const recipient = keys.hash(event.phone)
  const hidden = { accountId: event.accountId, recipient }
  if (event._tag === "RecipientRestricted") {
    return { ...hidden, recipientAfter: recipient, createdBefore: Number.MAX_SAFE_INTEGER }
  }
  const { createdBefore = Number.MAX_SAFE_INTEGER } = event
  return { ...hidden, recipientAfter: erasedRecipient, createdBefore }
}

/** The changes of tables by a draft; `undefined` for most drafts. */
const hidingOf = (
  keys: PersonKeys.PersonKeys["Service"],
  draft: Entry.Draft
): Hiding | undefined => {
  if (!Entry.hidesPerson(draft)) return undefined
  const recipients: Array<HiddenRecipient> = []
  const beneficiaries: Array<string> = []
  const [destroyedKeys, restrictedKeys]: [Array<Buffer>, Array<Buffer>] = [[], []]
  for (const event of draft.events) {
    if (event._tag === "BeneficiaryDeleted") beneficiaries.push(event.id)
    if (event._tag === "RecipientErased" || event._tag === "RecipientRestricted") {
      recipients.push(hiddenBy(keys, event))
    }
    if (Entry.isHiding(event)) {
      const hidden = isErasure(event) ? destroyedKeys : restrictedKeys
      hidden.push(...event.keys.map(bytesOfId))
    }
  }
  return { recipients, beneficiaries, destroyedKeys, restrictedKeys }
}

const noKeys: ReadonlyArray<Uint8Array> = []

/** Ids of the keys that a draft destroys or restricts. */
export const endedKeysOf = (draft: Entry.Draft): ReadonlyArray<Uint8Array> =>
  Entry.hidesPerson(draft)
    ? draft.events.flatMap((event) => (Entry.isHiding(event) ? event.keys.map(bytesOfId) : []))
    : noKeys

/** Ids of the keys that a draft destroys, lower-case hex. */
export const destroyedKeysOf = ({ events }: Entry.Draft): ReadonlyArray<string> =>
  events.flatMap((event) => (Entry.isHiding(event) && isErasure(event) ? event.keys : []))

/** Lets the keys of a durable entry open restricted data no more, and erased data not at all. */
export const follow = (
  people: Pick<PersonKeys.PersonKeys["Service"], "forget" | "restrict">,
  { events }: Entry.Draft
): void => {
  for (const event of events) {
    if (!Entry.isHiding(event)) continue
    const ids = event.keys.map(bytesOfId)
    if (isErasure(event)) people.forget(ids)
    else people.restrict(ids)
  }
}

/** `follow`, when the log is read again. */
export const followAgain = Effect.fnUntraced(function* (
  people: PersonKeys.Loader,
  { events }: Entry.Draft
) {
  for (const event of events) {
    if (Entry.isHiding(event) && isErasure(event)) people.forget(event.keys.map(bytesOfId))
    else if (event._tag === "RecipientRestricted") {
      const { accountId, keys, phone } = event
      yield* people.restrictAgain(recipient(accountId, phone), keys.map(bytesOfId))
    }
  }
})

/** Characters and bytes of an entry. */
export const lengthOf = (draft: SealedDraft | undefined): number =>
  draft === undefined ? 0 : draft.body.length + (draft.sealed?.length ?? 0)

/** The content of a box. */
interface Content {
  /** Personal data of the only event. */
  event?: ClearForm.MutableTree
  /** Personal data of several events by their index. */
  events?: ClearForm.MutableTree
  from?: string
  note?: string
  /** The fingerprint of the request. If its response is kept, it follows the JSON. */
  fingerprint?: string
}

/** A person of a draft. */
interface Part {
  readonly key: PersonKeys.PersonKey
  readonly content: Content
  response: string | undefined
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
  const part: Part = { key, content: {}, response: undefined }
  parts.set(person, part)
  return part
}

const textOf = (content: Content, response: string | undefined): string => {
  const json = JSON.stringify(content)
  return response === undefined ? json : json + lineBreak + response
}

/** The events in their clear form. Their personal data goes to the parts. */
const splitEvents = (
  draft: Entry.Draft,
  people: DataSubjects,
  part: (person: string) => Part
): ReadonlyArray<Entry.Event> => {
  const name = draft.events.length === 1 ? "event" : "events"
  const treeOf = (person: string): ClearForm.MutableTree => {
    const { content } = part(person)
    content[name] ??= {}
    return content[name]
  }
  return draft.events.map((event, index) => {
    const fields = ClearCheck.fieldsByTag.get(event._tag)
    if (fields === undefined) return event
    const personOf = () =>
      event._tag === "RecipientErased" ? erasedPerson : people.ofEvent(draft, event)
    const path = name === "event" ? [] : [String(index)]
    return ClearForm.split({ personOf, treeOf, path }, event, fields)
  })
}

/** The person that a draft's note is about: the first one of its events, or its author. */
const aboutOf = (draft: Entry.Draft, people: DataSubjects, parts: Parts): string => {
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

/** A quote is about amounts alone, and so are its request and the response that is kept. */
const isOfQuote = ({ events: [event, other] }: Entry.Draft): boolean =>
  event?._tag === "QuoteCreated" && other === undefined

/** Puts the response for retries into a box: of its person, or of all people of the draft. */
const sealReply = (
  draft: Entry.Draft,
  people: DataSubjects,
  parts: Parts,
  part: (person: string) => Part
): Content | undefined => {
  const { reply } = draft
  if (reply === null || isOfQuote(draft)) return undefined
  const { body, fingerprint } = reply
  if (parts.size > 1 && !isErasing(draft)) return { fingerprint }
  const person = isErasing(draft) ? undefined : parts.keys().next().value
  const owner = part(person ?? people.ofReply(draft))
  owner.content.fingerprint = fingerprint
  owner.response = body
  return undefined
}

const clearReply = ({ body, ...reply }: Entry.Reply): Entry.Reply =>
  body === undefined
    ? { ...reply, fingerprint: erased }
    : { ...reply, fingerprint: erased, body: erased }

/** The clear form of a draft, with its events in theirs, and the number of its boxes. */
const clearDraft = (
  draft: Entry.Draft,
  events: ReadonlyArray<Entry.Event>,
  isFromUser: boolean,
  boxes: number
) => {
  const reply = draft.reply === null || isOfQuote(draft) ? draft.reply : clearReply(draft.reply)
  const clear: { -readonly [K in keyof Entry.Draft]: Entry.Draft[K] } & { boxes: number } = {
    ...{ ...draft, events, reply, boxes }
  }
  if (draft.from !== undefined && isFromUser) clear.from = erased
  if (draft.note !== undefined) clear.note = erased
  return clear
}

/** Seals a draft. */
export const seal = (
  keys: PersonKeys.PersonKeys["Service"],
  people: DataSubjects,
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
  const count = parts.size + (joint === undefined ? 0 : 1)
  const body = JSON.stringify(clearDraft(draft, events, author !== undefined, count))
  const sealed = [...parts.values()]
  const contents = sealed.map(({ content, key, response }): Boxes.Content => {
    return { keyId: key.id, secret: key.secret, text: textOf(content, response) }
  })
  if (joint !== undefined && reply !== null) {
    const secret = Boxes.jointKey(sealed.map(({ key }) => Cipher.Secret.bytesOf(key.secret)))
    contents.push({ keyId: Boxes.jointId, secret, text: textOf(joint, reply.body) })
  }
  const boxes = Boxes.seal(Boxes.binding(partition, body), contents)
  const hides = hidingOf(keys, draft)
  return {
    ...{ body, sealed: boxes, keys: sealed.map(({ key }) => key) },
    ...(hides === undefined ? {} : { hides })
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

const eventsOf = ({ event, events }: Content): ClearForm.Tree | undefined =>
  event === undefined ? events : { 0: event }

const wholeReply = (reply: object | null, fingerprint: string, body: string | undefined): object =>
  body === undefined ? { ...reply, fingerprint } : { ...reply, fingerprint, body }

/** The content of a box in an entry's clear form. */
const withContent = (clear: Clear, content: Content, response: string | undefined): Clear => {
  const { fingerprint, from, note } = content
  const events = eventsOf(content)
  return {
    ...clear,
    ...(from === undefined ? {} : { from }),
    ...(events === undefined ? {} : { events: ClearForm.join(clear.events, events) }),
    ...(note === undefined ? {} : { note }),
    ...(fingerprint === undefined ? {} : { reply: wholeReply(clear.reply, fingerprint, response) })
  }
}

/** The clear form with marks of restricted data. A restricted response is none, as an erased one. */
const withMarks = (clear: Clear, content: Content): Clear => {
  const { from, note } = content
  const events = eventsOf(content)
  return {
    ...clear,
    ...(from === undefined ? {} : { from: ClearForm.restrict(clear.from, from) }),
    ...(events === undefined ? {} : { events: ClearForm.restrict(clear.events, events) }),
    ...(note === undefined ? {} : { note: ClearForm.restrict(clear.note, note) })
  }
}

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
    secret: Boxes.jointKey(found.map(({ secret }) => Cipher.Secret.bytesOf(secret))),
    isRestricted: found.some(({ isRestricted }) => isRestricted)
  }
}

/** The JSON of a box, and the response after it, if one was kept. */
const halvesOf = (text: string): readonly [json: string, response: string | undefined] => {
  const end = text.indexOf(lineBreak)
  return end === -1 ? [text, undefined] : [text.slice(0, end), text.slice(end + 1)]
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
    const [json, response] = halvesOf(opened.success.toString("utf8"))
    const parsed = parse(json)
    if (Result.isFailure(parsed)) return Result.fail("its sealed part cannot be read")
    // A box that opens is as this module wrote it.
    const content = parsed.success as Content
    whole = key.isRestricted ? withMarks(whole, content) : withContent(whole, content, response)
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
  const unsealed = ClearCheck.unsealed(parsed.success, count > 0)
  if (unsealed !== undefined) return Result.fail(`its field ${unsealed} is not sealed`)
  if (count === 0 && sealed === null) return Entry.read(parsed.success)
  const boxes = Boxes.read(sealed ?? noBytes)
  if (Result.isFailure(boxes)) return Result.fail(boxes.failure)
  if (boxes.success.length !== count) return Result.fail("its sealed part was cut or extended")
  const binding = Boxes.binding(partition, body)
  // Its shape is proven when it is whole.
  const clear = parsed.success as Clear
  return Result.flatMap(openBoxes(clear, boxes.success, binding, keys), Entry.read)
}
