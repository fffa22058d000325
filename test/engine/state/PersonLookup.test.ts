/** The people of entries, found in the state before each entry of a log with every kind of event. */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Redacted, Result } from "effect"
import { assert, describe, it } from "vitest"
import * as Personal from "../../../src/domain/Personal.ts"
import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as PersonLookup from "../../../src/engine/state/PersonLookup.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Cipher from "../../../src/postgres/sealing/Cipher.ts"
import * as MasterKeys from "../../../src/postgres/sealing/MasterKeys.ts"
import * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import * as Logs from "../../fixtures/logs.ts"
import { dataKey } from "../../support/dataKey.ts"

const partition = 0
const entries = Logs.entries(Logs.read("v1.jsonl"))
const whole = Logs.fold(Logs.read("v1.jsonl"))

/** Calls `use` with each entry and the people of the state before it. Returns the last state. */
const walk = (
  use: (entry: Entry.Entry, people: DataSubjects.DataSubjects) => Entry.Entry
): State.State => {
  const state = State.make()
  const people = PersonLookup.make(state)
  for (const entry of entries) Fold.apply(state, use(entry, people))
  return state
}

/** The fields of an event that are marked as personal data of these owners. */
const marked = (event: Entry.Event, ...owners: ReadonlyArray<Personal.Owner>): boolean => {
  const member = Entry.Event.members.find(({ fields }) => fields._tag.schema.literal === event._tag)
  return (member?.ast.propertySignatures ?? []).some(({ type }) => {
    const owner = Personal.ownerOf(type)
    return owner !== undefined && owners.includes(owner)
  })
}

/** The accounts of objects, from the events that made them. */
const accounts = new Map<string, string | null>()
/** The e-mail addresses of users and invitations. */
const emails = new Map<string, string>()
for (const event of entries.flatMap(({ events }) => events)) {
  if ("accountId" in event && "id" in event && !Entry.isPersonEvent(event)) {
    accounts.set(event.id, event.accountId)
  }
  if ("email" in event && event.email !== null && Entry.isPersonEvent(event)) {
    emails.set(event.id, event.email)
  }
}
for (const { id, webhookEvent } of whole.deliveries.values()) {
  accounts.set(id, webhookEvent.accountId)
}

const accountOf = (event: Entry.Event): string => {
  if (Entry.isBooksEvent(event)) return DataSubjects.account(null)
  return "id" in event
    ? DataSubjects.account(accounts.get(event.id) ?? event.id)
    : assert.fail(event._tag)
}

/** Keys of people in memory. Nothing is loaded, so no database is asked. */
const keys = PersonKeys.make(
  {} as PgClient,
  MasterKeys.make([Redacted.make(dataKey)]),
  Cipher.keyedHash(Buffer.alloc(Cipher.keyBytes))
)

/** Seals an entry and opens it, with its keys or without any. */
const stored = (
  entry: Entry.Entry,
  people: DataSubjects.DataSubjects,
  isOpen: boolean
): Entry.Entry => {
  const { epoch, seq, ...draft } = entry
  const sealed = SealedEntry.seal(keys, people, partition, draft)
  const own = isOpen
    ? sealed.keys.map(
        ({ id, secret }) => [PersonKeys.nameOf(id), { secret, isRestricted: false }] as const
      )
    : []
  return {
    ...Result.getOrThrow(SealedEntry.open(new Map(own), partition, sealed)),
    ...{ epoch, seq }
  }
}

describe("The people of a log's entries", () => {
  it("are the recipients of payouts, even if the same entry creates them", () => {
    let found = 0
    walk((entry, people) => {
      for (const event of entry.events) {
        if (!Entry.isPayoutEvent(event) || !marked(event, "recipient")) continue
        const { accountId, phone } = whole.payouts.get(event.id) ?? assert.fail(event.id)
        assert.strictEqual(people.ofEvent(entry, event), DataSubjects.recipient(accountId, phone))
        found += 1
      }
      return entry
    })
    assert.isAbove(found, 50)
  })

  it("are the users of events about users, by their e-mail address", () => {
    let found = 0
    walk((entry, people) => {
      for (const event of entry.events) {
        if (!Entry.isPersonEvent(event) || !marked(event, "user")) continue
        const email = emails.get(event.id)
        if (email === undefined) continue
        assert.strictEqual(people.ofEvent(entry, event), DataSubjects.user(email), event._tag)
        found += 1
      }
      return entry
    })
    assert.isAbove(found, 5)
  })

  it("are the accounts of all other events", () => {
    const tags = new Set<string>()
    walk((entry, people) => {
      for (const event of entry.events) {
        if (!marked(event, "account") && event._tag !== "DeliveryAttempted") continue
        assert.strictEqual(people.ofEvent(entry, event), accountOf(event), event._tag)
        tags.add(event._tag)
      }
      return entry
    })
    const some = ["AccountCreated", "EndpointUpdated", "EndpointSecretRotated", "BatchCreated"]
    assert.includeMembers([...tags], [...some, "ApiKeyIssued", "DeliveryAttempted"])
  })

  it("are found for every entry, which then opens to the same state", () => {
    const state = walk((entry, people) => stored(entry, people, true))
    assert.deepStrictEqual(Logs.stateOf(state), Logs.stateOf(whole))
  })
})

describe("A log whose keys were all deleted", () => {
  it("folds to the same objects, in the same status and with the same amounts", () => {
    const state = State.make()
    walk((entry, people) => {
      Fold.apply(state, stored(entry, people, false))
      return entry
    })
    const figures = (of: State.State) => ({
      payouts: [...of.payouts.values()].map(({ id, sourceAmount, status }) => [
        ...[id, sourceAmount, status]
      ]),
      batches: [...of.batches.values()].map(({ id, sourceAmount, total, waiting }) => [
        ...[id, sourceAmount, total, waiting]
      ]),
      counters: of.counters,
      deliveries: [...of.deliveries.values()].map(({ id, status }) => [id, status]),
      people: [...of.people.keys()],
      replies: [...of.replies.keys()]
    })
    assert.deepStrictEqual(figures(state), figures(whole))
    const names = [...state.payouts.values()].flatMap(({ name }) => name ?? [])
    assert.isTrue(names.every((name) => name === "erased" || name === ""))
  })
})
