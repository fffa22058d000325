/**
 * The evidence of a screening, stored with its decision. It must explain years later why a payout
 * was held or cleared.
 */
import { Schema } from "effect"
import * as Personal from "./Personal.ts"

/**
 * A list's entry as it was published when it matched, to distinguish people of one name. Long texts
 * are cut, so that evidence is bounded.
 */
export const ListEntry = Schema.Struct({
  number: Schema.Number,
  type: Schema.Literals(["individual", "entity", "vessel", "aircraft"]),
  /** Codes of the sanctions programs. */
  programs: Schema.Array(Schema.String),
  /** An office or a rank. */
  title: Schema.NullOr(Schema.String),
  /** Dates and places of birth, nationalities, documents: facts with semicolons between them. */
  remarks: Schema.String,
  aliases: Schema.Array(Schema.String)
})
export type ListEntry = typeof ListEntry.Type

/** A listed name or address that suffices for a hold. */
const Candidate = Schema.Struct({
  /** The list's entry, as in the evidence; `null` for an address that the oracle names. */
  entry: Schema.NullOr(Schema.String),
  /** The name or address that matched the entry, as in the evidence. */
  subject: Schema.String,
  score: Schema.Number,
  /** Absent for an address that only the oracle names. */
  listed: Schema.optionalKey(ListEntry)
})
export type Candidate = typeof Candidate.Type

export const Evidence = Schema.Struct({
  verdict: Schema.Literals(["clear", "flagged", "inconclusive"]),
  /** The version of the lists that were checked; empty if none could be. */
  lists: Schema.String,
  /** The highest score of any name, from 0 to 1; 1 for an address on a list. */
  score: Schema.Number,
  /** The list's entry with that score: its number, its name and the alias that matched. */
  entry: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  /** The name or address with that score: "recipient", "registered name", "sender 0x…". */
  subject: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  /** Everything that suffices for a hold, best first and bounded. */
  candidates: Personal.ofRecipient(Schema.Array(Candidate)),
  /** The name that the provider has for the number, if it was read. */
  registeredName: Personal.ofRecipient(Schema.NullOr(Schema.String)),
  /** The reason if the verdict is not clear. */
  reason: Personal.ofRecipient(Schema.NullOr(Schema.String))
})
export type Evidence = typeof Evidence.Type
