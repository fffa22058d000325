/**
 * Marks the fields of events and states that contain personal data, with the person whom they are
 * about. Such fields are plain text here, and sealed wherever the service stores them for good.
 */
import type { Schema, SchemaAST } from "effect"

/**
 * The person of a field. `recipient`: the recipient of a payout, or a beneficiary. `user`: a member
 * of a team. `account`: the customer itself, and what the customer wrote about itself.
 */
export type Owner = "recipient" | "user" | "account"

/** Stands for an erased text. */
export const erased = "erased"

const annotation = "personalDataOf"

/** The schema of a field about a person. */
const field =
  (owner: Owner) =>
  <S extends Schema.Top>(schema: S): S["Rebuild"] =>
    schema.annotate({ [annotation]: owner })

export const ofRecipient = field("recipient")
export const ofUser = field("user")
export const ofAccount = field("account")

/** The person of a field; `undefined` for a field without personal data. */
export const ownerOf = ({ annotations }: SchemaAST.AST): Owner | undefined =>
  annotations?.[annotation] as Owner | undefined
