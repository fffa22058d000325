/**
 * Saved recipients of an account (spec 2.4). Each event carries the whole beneficiary, so nothing
 * must be in memory to fold it in. A payout keeps what it was told of its recipient, whatever
 * becomes of the beneficiary.
 */
import { Schema } from "effect"
import * as Network from "./Network.ts"
import * as Search from "./Search.ts"

const facts = {
  id: Schema.String,
  accountId: Schema.String,
  name: Schema.String,
  /** E.164. */
  phone: Schema.String,
  network: Schema.Literals(Network.slugs),
  nickname: Schema.NullOr(Schema.String),
  createdAt: Schema.Number
}

/** Created, or changed. */
export const Saved = Schema.TaggedStruct("BeneficiarySaved", { ...facts, at: Schema.Number })

export const Deleted = Schema.TaggedStruct("BeneficiaryDeleted", {
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

/** What a search looks in. */
export const searchText = ({ name, nickname, phone }: Beneficiary): string =>
  Search.textOf([name, phone, nickname])
