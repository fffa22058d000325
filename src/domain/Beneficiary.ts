/**
 * Saved recipients of an account. Each event carries the whole beneficiary, so none must be in
 * memory to apply it. A payout keeps its recipient's data when the beneficiary changes.
 */
import { Schema } from "effect"
import * as Network from "./Network.ts"
import * as Party from "./Party.ts"
import * as Personal from "./Personal.ts"
import * as Search from "./Search.ts"

const facts = {
  id: Schema.String,
  accountId: Schema.String,
  name: Personal.ofRecipient(Schema.String),
  /** E.164. */
  phone: Personal.ofRecipient(Schema.String),
  network: Schema.Literals(Network.slugs),
  nickname: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  /** More facts about the recipient. Absent if none are saved. */
  details: Schema.optionalKey(Party.Recipient),
  createdAt: Schema.Number
}

/** A beneficiary was created or changed. */
export const Saved = Schema.TaggedStruct("BeneficiarySaved", { ...facts, at: Schema.Number })

const Deleted = Schema.TaggedStruct("BeneficiaryDeleted", {
  id: Schema.String,
  accountId: Schema.String,
  at: Schema.Number
})

export const Event = Schema.Union([Saved, Deleted])
export type Event = typeof Event.Type

export const Beneficiary = Schema.Struct({ ...facts, updatedAt: Schema.Number })
export type Beneficiary = typeof Beneficiary.Type

export const saved = ({ _tag, at, ...facts }: typeof Saved.Type): Beneficiary => ({
  ...facts,
  updatedAt: at
})

/** The text that searches match. */
export const searchText = ({ name, nickname, phone }: Beneficiary): string =>
  Search.textOf([name, phone, nickname])

/** Characters of a name that determine its order: an index key is bounded. */
export const nameKeyChars = 100

/**
 * The sort key of a list by name: the beginning of the search text, which is the name without
 * letter case and accents.
 */
export const nameKey = (beneficiary: Beneficiary): string =>
  Array.from(searchText(beneficiary)).slice(0, nameKeyChars).join("")
