/**
 * A recipient's payouts in the archive, which are found by the keyed hash of the phone number, and
 * the keys of recipients and users.
 */
import { Effect, Schema } from "effect"
import { dayMs } from "../../domain/Day.ts"
import * as Network from "../../domain/Network.ts"
import * as Persons from "../../engine/ports/Persons.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type * as Source from "./Source.ts"

/** Days of a period in the index of paid recipients, `payouts_paid_to`. */
const periodDays = 14

/** Milliseconds. */
export const periodMs = periodDays * dayMs

/**
 * Ids of payouts by placeholders of the account and the recipient's hash. The index of paid
 * recipients is read for each period, and few payouts end unsettled.
 */
export const idsSql = (
  { isShared, partition }: Source.Source,
  account: string,
  recipient: string
) => `
  select id from payouts
  where status = 'SETTLED' and account_id = ${account} and recipient = ${recipient}
    and created_at / ${periodMs} = any(array(
      select generate_series(min(day) / ${periodDays}, max(day) / ${periodDays})::bigint
      from payout_totals
      where account_id = ''${isShared ? ` and partition = ${Number(partition)}` : ""}))
  union all
  select id from payouts
  where status <> 'SETTLED' and account_id = ${account} and recipient = ${recipient}`

const Outcomes = Schema.Array(
  Schema.Struct({
    network: Schema.Literals(Network.slugs),
    status: Schema.String,
    settled_at: Schema.NullOr(Schema.BigInt)
  })
)
const decodeOutcomes = Schema.decodeUnknownEffect(Outcomes)

const hexOf = (ids: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
  ids.map((id) => Buffer.from(id).toString("hex"))

/** The keys that the end of a restriction destroys. */
export const makeRestrictedKeys = ({ people }: Source.Source) =>
  Effect.fnUntraced(function* (accountId: string, phone: string) {
    const data = yield* people.restrictedOf(Persons.recipient(accountId, phone))
    const record = yield* people.idsOf(Persons.recipientRecord(accountId, phone))
    return hexOf([...data, ...record])
  }, ReadQueries.reading)

export const makeUserKeys = ({ people }: Source.Source) =>
  Effect.fnUntraced(function* (email: string) {
    return hexOf(yield* people.idsOf(Persons.user(email)))
  }, ReadQueries.reading)

/** What an erasure of a recipient's data depends on. */
export const makeFacts = (source: Source.Source) => {
  const { people, sql } = source
  const outcomesSql = `
    select network, status, max(settled_at) as settled_at from payouts
    where id = any(array(${idsSql(source, "$1", "$2")})) group by network, status`
  return Effect.fnUntraced(function* (accountId: string, phone: string) {
    const outcomes = yield* sql
      .unsafe(outcomesSql, [accountId, people.hash(phone)])
      .pipe(Effect.flatMap(decodeOutcomes))
    const data = yield* people.idsOf(Persons.recipient(accountId, phone))
    const record = yield* people.idsOf(Persons.recipientRecord(accountId, phone))
    return {
      keys: hexOf(data),
      recordKeys: hexOf(record),
      payments: outcomes.flatMap(({ network, settled_at, status }) =>
        status === "SETTLED" ? [{ network, settledAt: Number(settled_at) }] : []
      ),
      hasReversal: outcomes.some(({ status }) => status === "REVERSED")
    }
  }, ReadQueries.reading)
}
