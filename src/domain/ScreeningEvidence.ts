/**
 * The evidence of a screening, kept beside its decision: enough to explain years later why a payout
 * was held or cleared.
 */
import { Schema } from "effect"

/**
 * A list's entry as it was published when it matched: what tells a person from another of that
 * name. Long texts are cut, so that evidence is bounded.
 */
export const Listed = Schema.Struct({
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
export type Listed = typeof Listed.Type

/** A listed name or address that suffices for a hold. */
const Candidate = Schema.Struct({
  /** The list's entry, as in the evidence; `null` for an address that the oracle names. */
  entry: Schema.NullOr(Schema.String),
  /** The name or address that matched it, as in the evidence. */
  subject: Schema.String,
  score: Schema.Number,
  /** Absent for an address that only the oracle names. */
  listed: Schema.optionalKey(Listed)
})
export type Candidate = typeof Candidate.Type

export const Evidence = Schema.Struct({
  verdict: Schema.Literals(["clear", "flagged", "inconclusive"]),
  /** The version of the lists that were looked at; empty where none could be. */
  lists: Schema.String,
  /** The highest score of any name, from 0 to 1; 1 for an address on a list. */
  score: Schema.Number,
  /** The list's entry that scored it: its number, its name and the alias that matched. */
  entry: Schema.NullOr(Schema.String),
  /** What scored it: "recipient", "registered name", "sender 0x…". */
  subject: Schema.NullOr(Schema.String),
  /** Everything that suffices for a hold, best first and bounded. */
  candidates: Schema.Array(Candidate),
  /** The name the provider has for the number, where it was read. */
  registeredName: Schema.NullOr(Schema.String),
  /** Why it is not clear. */
  reason: Schema.NullOr(Schema.String)
})
export type Evidence = typeof Evidence.Type
