/** Customer accounts: their data, the decision on their KYC, and whether they may act. */
import { Schema } from "effect"
import * as Party from "../Party.ts"
import * as Personal from "../Personal.ts"

export const KycStatus = Schema.Literals(["PENDING", "APPROVED", "REJECTED"])
export type KycStatus = typeof KycStatus.Type

export const Status = Schema.Literals(["ACTIVE", "SUSPENDED"])
export type Status = typeof Status.Type

export const Created = Schema.TaggedStruct("AccountCreated", {
  id: Schema.String,
  name: Personal.ofAccount(Schema.String),
  email: Personal.ofAccount(Schema.String),
  kycStatus: KycStatus,
  /** The partition whose log has the account's entries. Absent means 0. */
  partition: Schema.optionalKey(Schema.Number),
  at: Schema.Number
})

const Updated = Schema.TaggedStruct("AccountUpdated", {
  id: Schema.String,
  name: Personal.ofAccount(Schema.String),
  kycStatus: KycStatus,
  status: Status,
  /** Absent if the update did not change it, `null` if the update removed it. */
  originator: Schema.optionalKey(Schema.NullOr(Party.Originator)),
  at: Schema.Number
})

export const Event = Schema.Union([Created, Updated])
export type Event = typeof Event.Type

export const Account = Schema.Struct({
  id: Schema.String,
  name: Personal.ofAccount(Schema.String),
  email: Personal.ofAccount(Schema.String),
  kycStatus: KycStatus,
  status: Status,
  /** Absent until staff set it. */
  originator: Schema.optionalKey(Party.Originator),
  partition: Schema.optionalKey(Schema.Number),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
})
export type Account = typeof Account.Type

export const created = (event: typeof Created.Type): Account => ({
  id: event.id,
  name: event.name,
  email: event.email,
  kycStatus: event.kycStatus,
  status: "ACTIVE",
  ...(event.partition === undefined ? {} : { partition: event.partition }),
  createdAt: event.at,
  updatedAt: event.at
})

/** The fields that an operator may change, KYC decisions included. */
export interface Changes {
  readonly name: string | undefined
  readonly kycStatus: KycStatus | undefined
  readonly status: Status | undefined
  /** `null` removes it. */
  readonly originator?: Party.Originator | null | undefined
}

/** Fields that are `undefined` do not change. */
export const update = (account: Account, changes: Changes, at: number): typeof Updated.Type => ({
  _tag: "AccountUpdated",
  id: account.id,
  name: changes.name ?? account.name,
  kycStatus: changes.kycStatus ?? account.kycStatus,
  status: changes.status ?? account.status,
  ...(changes.originator === undefined ? {} : { originator: changes.originator }),
  at
})

export const updated = (
  { originator: before, ...account }: Account,
  event: typeof Updated.Type
): Account => {
  const originator = event.originator === undefined ? before : event.originator
  return {
    ...account,
    name: event.name,
    kycStatus: event.kycStatus,
    status: event.status,
    ...(originator == null ? {} : { originator }),
    updatedAt: event.at
  }
}
