/** Drafts that are sealed and opened again, with all keys, without keys, and with some of them. */
import { Result, type SchemaAST } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import * as Personal from "../../../src/domain/Personal.ts"
import type * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Boxes from "../../../src/postgres/sealing/Boxes.ts"
import * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import * as TestKeys from "../../support/personKeys.ts"
import * as Arbitraries from "./arbitraries.ts"

const numRuns = Number(process.env.FC_RUNS ?? 400)
const runsPerKind = Math.ceil(numRuns / 20)

const partition = 3

const people = TestKeys.inMemory()

const names = ["Amina", "Brian", "Chidi"]

/** The people of a draft: those of events alternate, and every other author is a user. */
const subjects: DataSubjects.DataSubjects = {
  ofEvent: ({ events }, event) => names[events.indexOf(event) % names.length] ?? "",
  ofAuthor: ({ by }) => (by.length % 2 === 0 ? "the user" : undefined),
  ofReply: () => "the account"
}

const seal = (draft: Entry.Draft) => SealedEntry.seal(people, subjects, partition, draft)

/** The stored keys of a sealed draft, except those of a person. */
const keysOf = ({ keys }: SealedEntry.SealedDraft, missing?: string): PersonKeys.Keys =>
  new Map(
    keys
      .filter(({ id }) => !Boxes.isKeyless(id))
      .filter((key) => missing === undefined || key !== people.of(missing))
      .map(({ id, secret }) => [PersonKeys.nameOf(id), { secret, isRestricted: false }])
  )

const open = (sealed: SealedEntry.SealedDraft, keys: PersonKeys.Keys) =>
  Result.getOrThrowWith(SealedEntry.open(keys, partition, sealed), (why) => new Error(why))

/** A draft as a log without sealed data would give it back. */
const plain = (draft: Entry.Draft) => Result.getOrThrow(Entry.decode(JSON.stringify(draft)))

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value as object).length === 0)

/** A value of which a person's data was erased, with a word in place of its texts. */
const erasedValue = (ast: SchemaAST.AST, value: unknown, word: string): unknown => {
  if (Personal.ownerOf(ast) !== undefined && !isNothing(value)) {
    if (typeof value === "string") return word
    return Array.isArray(value) ? [] : {}
  }
  if (ast._tag === "Union") {
    const member = ast.types.find(({ _tag }) => _tag === "Objects")
    const personal = ast.types.find((type) => Personal.ownerOf(type) !== undefined)
    if (personal !== undefined && !isNothing(value)) return erasedValue(personal, value, word)
    return member === undefined || value === null ? value : erasedValue(member, value, word)
  }
  if (ast._tag !== "Objects" || ast.propertySignatures.length === 0) return value
  return Object.fromEntries(
    ast.propertySignatures.flatMap(({ name, type }) => {
      const inner = (value as Readonly<Record<PropertyKey, unknown>>)[name]
      return inner === undefined ? [] : [[name, erasedValue(type, inner, word)]]
    })
  )
}

const schemas = new Map(Arbitraries.kinds.map((kind) => [Arbitraries.nameOf(kind), kind.ast]))

const erasedEvent = (event: Entry.Event, word = "erased"): Entry.Event =>
  erasedValue(schemas.get(event._tag) as SchemaAST.AST, event, word) as Entry.Event

const isAboutSomeone = (event: Entry.Event): boolean =>
  JSON.stringify(erasedEvent(event, "a word of no event")) !== JSON.stringify(event)

/** The phone number of an erased recipient is erased with the entry that reports the erasure. */
const isBornErased = ({ _tag }: Entry.Event): boolean => _tag === "RecipientErased"

/** The reason of an erasure and its response stay, with the account. */
const isErasing = ({ events }: Entry.Draft): boolean =>
  events.some(({ _tag }) => _tag === "RecipientErased" || _tag === "PersonErased")

/** The people of a draft's events, in the order of the events. */
const peopleOf = (draft: Entry.Draft): ReadonlyArray<string> => [
  ...new Set(
    draft.events
      .filter((event) => isAboutSomeone(event) && !isBornErased(event))
      .map((event) => subjects.ofEvent(draft, event))
  )
]

/** The response about a quote has no personal data. */
const hasOpenReply = ({ events }: Entry.Draft): boolean =>
  events.length === 1 && events[0]?._tag === "QuoteCreated"

/** The person of a draft's note: of its first personal event, of its response, or of its event. */
const personOfNote = (draft: Entry.Draft): string => {
  const { events, reply } = draft
  if (isErasing(draft)) return subjects.ofReply(draft)
  const [event] = events
  const [first] = peopleOf(draft)
  if (first !== undefined) return first
  return (reply !== null && !hasOpenReply(draft)) || event === undefined
    ? subjects.ofReply(draft)
    : subjects.ofEvent(draft, event)
}

/** A draft as it reads without the keys of these people. */
const without = (draft: Entry.Draft, isMissing: (person: string) => boolean): Entry.Draft => {
  const { events, from, note, reply } = draft
  const author = subjects.ofAuthor(draft)
  const about = peopleOf(draft)
  const all = [
    ...about,
    ...(note === undefined ? [] : [personOfNote(draft)]),
    ...(from === undefined || author === undefined ? [] : [author])
  ]
  const isOfAccount = about.length === 0 || isErasing(draft)
  const owners = isOfAccount ? [subjects.ofReply(draft)] : about.length === 1 ? about : all
  const body = reply?.body === undefined ? {} : { body: "erased" }
  const response = { fingerprint: "erased", ...body }
  return plain({
    ...draft,
    ...(from !== undefined && author !== undefined && isMissing(author) ? { from: "erased" } : {}),
    events: events.map((event) =>
      isBornErased(event) || isMissing(subjects.ofEvent(draft, event)) ? erasedEvent(event) : event
    ),
    ...(note !== undefined && isMissing(personOfNote(draft)) ? { note: "erased" } : {}),
    reply:
      reply !== null && !hasOpenReply(draft) && owners.some(isMissing)
        ? { ...reply, ...response }
        : reply
  })
}

const assertSame = (found: Entry.Draft, expected: Entry.Draft): void => {
  assert.deepStrictEqual(found, expected)
  const [body, bytes] = [found.reply?.body ?? "", Buffer.from(expected.reply?.body ?? "")]
  assert.isTrue(Buffer.from(body).equals(bytes), "the response has other bytes")
}

const isWhole = (draft: Entry.Draft): void => {
  const sealed = seal(draft)
  assertSame(
    open(sealed, keysOf(sealed)),
    without(draft, () => false)
  )
}

/** Personal data may be in the author's address too, if the author is no user. */
const clearTextOf = ({ body }: SealedEntry.SealedDraft, draft: Entry.Draft): string =>
  subjects.ofAuthor(draft) === undefined ? body.replace(/"from":"(?:[^"\\]|\\.)*"/, "") : body

const isSilent = (given: Entry.Draft): void => {
  const draft = hasOpenReply(given) ? { ...given, reply: null } : given
  const sealed = seal(draft)
  assert.notInclude(clearTextOf(sealed, draft), Arbitraries.mark)
  assertSame(
    open(sealed, new Map()),
    without(draft, () => true)
  )
}

const isPartlySilent = (draft: Entry.Draft, missing: string): void => {
  const sealed = seal(draft)
  assertSame(
    open(sealed, keysOf(sealed, missing)),
    without(draft, (person) => person === missing)
  )
}

const anyPerson = fc.constantFrom(...names, "the user", "the account")

describe("A sealed draft", () => {
  it("opens with all keys to the same draft, and to the same bytes of its response", () => {
    fc.assert(fc.property(Arbitraries.draft, isWhole), { numRuns })
  })

  it("opens without keys to a draft of its schema, and has no personal data in clear text", () => {
    fc.assert(fc.property(Arbitraries.draft, isSilent), { numRuns })
  })

  it("reads erased, without a person's key, in that person's data and the joint response", () => {
    fc.assert(fc.property(Arbitraries.draft, anyPerson, isPartlySilent), { numRuns })
  })
})

describe("A sealed event of the kind", () => {
  it.each(Arbitraries.kinds.map((kind) => [Arbitraries.nameOf(kind), kind] as const))(
    "%s is whole with all keys, and has no personal data in clear text",
    (_, kind) => {
      const holds = (draft: Entry.Draft, missing: string): void => {
        isWhole(draft)
        isSilent(draft)
        isPartlySilent(draft, missing)
      }
      const property = fc.property(Arbitraries.draftWith(kind), anyPerson, holds)
      fc.assert(property, { numRuns: runsPerKind })
    }
  )
})
