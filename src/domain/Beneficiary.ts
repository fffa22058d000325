/**
 * Saved recipients of an account (spec 2.4). Each event carries the whole beneficiary, so nothing
 * must be in memory to fold it in. A payout keeps what it was told of its recipient, whatever
 * becomes of the beneficiary.
 */
import { Schema } from "effect"
import * as Network from "./Network.ts"

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

/** What a search looks in: parts of name, phone and nickname, in any letter case. */
export const searchText = ({ name, nickname, phone }: Beneficiary): string =>
  normal([name, phone, nickname ?? ""].join("\n"))

/** The form in which a search and what it looks in are compared. */
export const normal = (text: string): string => text.normalize("NFC").toLowerCase()

/** Words of one search: more make it no narrower, and each costs a look at every beneficiary. */
const wordsMax = 10

/**
 * The words that a search looks for, without accents and letter case; `separators` stand between
 * words and in phone numbers, and are looked for by nobody.
 */
export const wordsOf = (search: string): ReadonlyArray<string> =>
  search
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .split(/[\s\-+.,'()/_]+/)
    .filter((word) => word !== "")
    .slice(0, wordsMax)

/** The same characters but for white space, for a query that takes what is stored apart. */
export const separators = "-+.,'()/_"
